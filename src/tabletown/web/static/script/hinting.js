// What a thing is, in a sentence of the game, for whoever rests on it with the pointer, a finger or the focus.

import { all, byId, on } from './page.js';

const REST = 700;
const hint = byId('hint');
const lines = all('[data-is]');
let waiting = 0;
let isHeld = false;

function first(here, fits) {
	for (const at of here) {
		const line = lines.find(({ dataset }) => at[fits](dataset.is));
		if (line) return line;
	}
	return null;
}

/** Of all that lies at a point the most particular: a roof before the building that it is on. */
function explain(x, y, focused) {
	const here = [...focused, ...document.elementsFromPoint(x, y)];
	const line = here[0]?.closest('.field, .steps-line') && (first(here, 'matches') ?? first(here, 'closest'));
	if (!line) return false;
	hint.innerHTML = line.innerHTML;
	hint.style.cssText = `--x:${x}px;--y:${y}px`;
	hint.hidden = false;
	return true;
}

function rested({ type, pointerType, target, clientX: x, clientY: y }) {
	const byFinger = pointerType === 'touch';
	const isFocus = type === 'focusin';
	if (isFocus ? !target.matches(':focus-visible') : byFinger && type === 'pointermove') return;
	const focused = [];
	clearTimeout(waiting);
	if (type !== 'pointerup') hint.hidden = true;
	if (isFocus) {
		const box = target.getBoundingClientRect();
		x = box.x + box.width / 2;
		y = box.y + box.height / 2;
		focused.push(target);
	} else if (type !== (byFinger ? 'pointerdown' : 'pointermove')) return;
	waiting = setTimeout(() => { isHeld = explain(x, y, focused) && byFinger; }, REST);
}

/** What a long press explains is not also chosen. */
function released(event) {
	if (isHeld) event.stopImmediatePropagation();
	isHeld = false;
}

export function teach() {
	if (!hint) return;
	for (const type of ['pointermove', 'pointerdown', 'pointerup', 'pointercancel', 'keydown', 'focusin']) on(type, rested);
	on('click', released, true);
	if ('first' in byId('goal').dataset) byId('goal').showPopover();
}
