// What a thing is, in a sentence of the game, for whoever rests on it with the pointer, a finger or the focus.

import { all, byId, on } from './page.js';

const REST = 700;
const hint = byId('hint');
const lines = all('[data-is]');
const anything = lines.map(({ dataset }) => dataset.is);
let waiting = 0;
let isHeld = false;

/** Of what lies at a point the uppermost that has a line, or is part of something that has: a roof before its building. */
function explain(x, y, focused) {
	const here = [...focused, ...document.elementsFromPoint(x, y)];
	const what = here[0]?.closest('.field, .steps-line, .stage-subject') && here.map((at) => at.closest(anything)).find(Boolean);
	const line = lines.find(({ dataset }) => what?.matches(dataset.is));
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
