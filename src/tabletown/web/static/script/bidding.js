// Sums: taps, slider and number say the same, and the button says what it will do.

import { wonderAgain } from './explaining.js';
import { all, one } from './page.js';
import { keepTyped } from './patching.js';

export function setAmount(form, value) {
	const slider = one('[data-slide]', form);
	one('.sum-in', form).value = slider.value = value;
	const share = (slider.value - slider.min) / (slider.max - slider.min || 1);
	slider.parentNode.style.setProperty('--fill', `${100 * share}%`);
	const { first, text } = form.dataset;
	if (text) one('.go', form).textContent = text.replace('{n}', value);
	form.dataset.shows = +first + (value - slider.min);
	wonderAgain(form);
	for (const each of all('input, button, .slider', form)) {
		keepTyped(each);
		if (each.dataset.amount) each.setAttribute('aria-pressed', each.dataset.amount === `${value}`);
	}
}
