// Refusals and meanings, beside the thing itself.

import { byId, isLive, isNarrow, table } from './page.js';

const refusal = byId('refusal');
const meaning = byId('meaning');
const PATIENCE = 350;
const MARGIN = 8;
const GAP = 12;

let wondering = null;
let waiting;

export function quiet() {
	refusal.replaceChildren();
	meaning.replaceChildren();
}

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

export function explain(html, at, home = refusal) {
	quiet();
	home.innerHTML = html;
	const pop = home.firstElementChild;
	if (pop && at && !isNarrow()) putBeside(pop, at);
}

const asked = async (query) => (await fetch(`/t/${table.table}/why${query}`)).text();

/** Why an action cannot be chosen; without one, all that cannot. */
export async function whyNot(action, at) {
	explain(await asked(action ? `?action=${action}` : ''), at);
}

async function showMeaning(action, at) {
	const html = await asked(`?action=${action}`);
	if (at === wondering && !refusal.firstChild) explain(html, at, meaning);
}

/** What choosing the thing that is pointed at would mean, if somebody stays there long enough. */
export function wonder(at) {
	if (at === wondering) return;
	clearTimeout(waiting);
	wondering = at;
	meaning.replaceChildren();
	const action = at?.dataset.shows ?? at?.dataset.play ?? at?.dataset.why;
	if (action && isLive) waiting = setTimeout(showMeaning, PATIENCE, action, at);
}

export function wonderAgain(at) {
	wondering = null;
	wonder(at);
}
