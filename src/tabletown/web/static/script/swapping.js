// A tray of two sides: chips go in and out, and together they are one action.

import { select } from './choosing.js';
import { all, one } from './page.js';
import { keepTyped } from './patching.js';

const tray = () => one('#decide form.swap');
const chosen = (side) => [
	...all('input:checked', side).map((chip) => chip.value),
	...all('select', side).map((list) => list.value).filter(Boolean),
	...all('[data-first]', side).filter((sum) => +sum.value > 0).map((sum) => +sum.dataset.first + +sum.value - 1),
];

function empty(side) {
	for (const chip of all('input:checked', side)) chip.checked = false;
	for (const list of all('select', side)) list.value = '';
	for (const sum of all('[data-first]', side)) sum.value = 0;
}

/** One partner at a time; cash goes one way. */
function settle(form, changed) {
	const side = changed?.closest('.swap-side');
	const sides = all('.swap-side', form);
	for (const other of sides) {
		if (!side || other === side) continue;
		if (side.dataset.side === 'theirs' && other.dataset.side === 'theirs') empty(other);
		const sum = one('[data-first]', other);
		if (changed.dataset.first && sum) sum.value = 0;
	}
	const mine = sides.find((each) => each.dataset.side === 'mine');
	const theirs = sides.filter((each) => each.dataset.side === 'theirs');
	return [mine, theirs.find((each) => chosen(each).length) ?? theirs[0]];
}

const listed = (...parts) => parts.flat().filter(Boolean).join(',');

/** What lies in the tray is shown, and the button sends it once there is something on both sides. */
export function weigh(changed) {
	const form = tray();
	if (!form || (!changed && form.closest('details:not([open])'))) return;
	const [mine, theirs] = settle(form, changed);
	const [gives, gets] = [chosen(mine), chosen(theirs)];
	const isWhole = gives.length > 0 && gets.length > 0;
	const { between, closes } = form.dataset;
	const plan = listed(theirs.dataset.opens, gives, isWhole ? [between, ...gets, closes] : []);
	const button = one('.go', form);
	one('[name=action]', form).value = isWhole ? plan : '';
	button.disabled = !isWhole;
	button.textContent = form.dataset.empty;
	if (changed) for (const field of all('input, select, button', form)) keepTyped(field);
	for (const place of all('[data-chip]')) place.classList.toggle('shown', [...gives, ...gets].includes(place.dataset.chip));
	if (gives.length) select(plan);
}

/** A place on the board is the chip of the same name. */
export function toggleChip(place) {
	const fold = tray()?.closest('details');
	if (fold) fold.open = true;
	const chip = one(`.swap-side input[value="${place.dataset.chip}"]`, tray());
	if (!chip) return;
	chip.checked = !chip.checked;
	weigh(chip);
}
