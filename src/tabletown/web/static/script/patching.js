// Parts of the page are put in the place of old ones, without touching what somebody is in the middle of.

import { all, byId, isCalm } from './page.js';

const typedIn = new Set();
const heldOpen = new Set();

export const keepTyped = (field) => typedIn.add(field);
export const keepHeld = (element) => heldOpen.add(element);
export const releaseTyped = (field) => typedIn.delete(field);

/** Pieces on the board: only where they are morphed is it known which of them is new and which has moved. */
export const PIECES = '#board > :not(#targets, #latest)';
const IN_USE = ':hover, :focus-within, [role=status], [aria-live]';

let arrived = [];
const morphing = {
	callbacks: {
		beforeNodeMorphed: (old) => !typedIn.has(old),
		beforeAttributeUpdated: (name, node) => !(name === 'open' && node.tagName === 'DETAILS'),
		afterNodeAdded: (node) => arrived.push(node),
	},
};

function forgetWhatIsGone() {
	for (const kept of [typedIn, heldOpen]) {
		for (const element of kept) if (!element.isConnected) kept.delete(element);
	}
}

function mayBeReplaced(old) {
	const mustStay = isCalm() ? IN_USE : `${IN_USE}, ${PIECES}`;
	return !old.matches(mustStay) && ![...typedIn, ...heldOpen].some((element) => old.contains(element));
}

/** SVG must be parsed where it will stand: elsewhere it would be of another kind, and invisible. */
function parsed(html, where) {
	const range = new Range();
	range.selectNode(where);
	return range.createContextualFragment(html).firstElementChild;
}

function insert(id, html, home, before) {
	if (before?.parentNode === home) before.insertAdjacentHTML('beforebegin', html);
	else home.insertAdjacentHTML('beforeend', html);
	arrived.push(byId(id));
}

/** An answer that was begun belongs to its question: another question begins with nothing typed. */
const asksSomethingElse = (old, html) => 'question' in old.dataset && !html.includes(`data-question="${old.dataset.question}"`);

function put([id, html, home, before]) {
	const old = byId(id);
	if (old && (mayBeReplaced(old) || asksSomethingElse(old, html))) old.outerHTML = html;
	else if (old) Idiomorph.morph(old, parsed(html, old), morphing);
	else if (byId(home)) insert(id, html, byId(home), byId(before));
}

/** Bring the page up to date; answers what was not there before. */
export function patch(parts, gone) {
	forgetWhatIsGone();
	arrived = [];
	for (const id of gone) byId(id)?.remove();
	parts.forEach(put);
	return arrived;
}

export const releaseForm = (form) => all('input, select, textarea, button', form).forEach(releaseTyped);
