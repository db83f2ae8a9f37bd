// Sums: taps, slider, steps and number say the same, and the button says what it will do.

import { select } from './choosing.js';
import { all, one } from './page.js';
import { keepTyped } from './patching.js';

function wording(form, value) {
	return JSON.parse(form.dataset.texts)[value] ?? form.dataset.text.replace('{n}', value);
}

export function setAmount(form, value) {
	const slider = one('[data-slide]', form);
	one('.sum-in', form).value = slider.value = value;
	const share = (slider.value - slider.min) / (slider.max - slider.min || 1);
	slider.parentNode.style.setProperty('--fill', `${100 * share}%`);
	one('.go', form).textContent = wording(form, slider.value);
	form.dataset.shows = +form.dataset.first + (slider.value - slider.min);
	select(form.dataset.shows);
	for (const each of all('input, button, .slider', form)) {
		keepTyped(each);
		if (each.dataset.amount) each.setAttribute('aria-pressed', each.dataset.amount === `${value}`);
	}
}

/** What Tycoon would do is selected, and not played by that. */
export function adopt(row) {
	const action = row.dataset.advises;
	for (const each of all('[data-advises]')) each.setAttribute('aria-pressed', each === row);
	for (const form of all('form.bid')) {
		const { min, max } = one('.sum-in', form);
		const value = +min + (action - form.dataset.first);
		if (value >= min && value <= max) setAmount(form, value);
	}
	select(action);
	one('#decide .choice[aria-pressed=true]')?.scrollIntoView({ block: 'nearest' });
}

export function stepAmount(button) {
	const { value, min, max } = one('.sum-in', button.form);
	setAmount(button.form, Math.min(+max, Math.max(+min, +value + +button.dataset.step)));
}
