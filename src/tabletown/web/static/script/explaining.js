// Refusals, beside the thing itself, and only when somebody has asked for them.

import { all, byId, isNarrow, table } from './page.js';

const refusal = byId('refusal');
const MARGIN = 8;
const GAP = 12;

export const quiet = () => refusal.replaceChildren();

function overlap(a, b) {
	const width = Math.min(a.right, b.right) - Math.max(a.left, b.left);
	const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
	return width > 0 && height > 0 ? width * height : 0;
}

function within(low, at, high) {
	return Math.max(low, Math.min(high, at));
}

/** Below, above, right or left of the thing: wherever it covers least of what can be chosen. */
function putBeside(pop, at) {
	const box = at.getBoundingClientRect();
	const { offsetWidth: width, offsetHeight: height } = pop;
	const middle = box.left + box.width / 2 - width / 2;
	const level = box.top + box.height / 2 - height / 2;
	const targets = all('.target').map((target) => target.getBoundingClientRect());
	const places = [
		[middle, box.bottom + GAP],
		[middle, box.top - GAP - height],
		[box.right + GAP, level],
		[box.left - GAP - width, level],
	].map(([x, y]) => {
		const left = within(MARGIN, x, innerWidth - width - MARGIN);
		const top = within(MARGIN, y, innerHeight - height - MARGIN);
		const here = { left, top, right: left + width, bottom: top + height };
		const covered = [box, ...targets].reduce((sum, target) => sum + overlap(here, target), 0);
		return { left, top, covered };
	});
	const best = places.reduce((a, b) => (b.covered < a.covered ? b : a));
	pop.style.left = `${best.left}px`;
	pop.style.top = `${best.top}px`;
}

export function explain(html, at) {
	quiet();
	refusal.innerHTML = html;
	const pop = refusal.firstElementChild;
	if (pop && at && !isNarrow()) putBeside(pop, at);
}

/** Why an action cannot be chosen; without one, all that cannot. */
export async function whyNot(action, at) {
	const answer = await fetch(`/t/${table.table}/why${action ? `?action=${action}` : ''}`);
	explain(await answer.text(), at);
}
