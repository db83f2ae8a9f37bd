// Refusals, beside the thing itself, and only when somebody has asked for them.

import { byId, isNarrow, table } from './page.js';

const refusal = byId('refusal');
const MARGIN = 8;
const GAP = 12;

export const quiet = () => refusal.replaceChildren();

function putBeside(pop, at) {
	const box = at.getBoundingClientRect();
	const height = pop.offsetHeight + GAP;
	const fitsBelow = box.bottom + height < innerHeight;
	pop.classList.toggle('up', fitsBelow);
	const left = Math.min(innerWidth - pop.offsetWidth - MARGIN, box.left + box.width / 2 - 40);
	const top = fitsBelow ? box.bottom + GAP : box.top - height;
	pop.style.left = `${Math.max(MARGIN, left)}px`;
	pop.style.top = `${Math.max(MARGIN, top)}px`;
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
