// What is decided goes up as a form; a repetition after a lost answer does no harm, for it has the same id.

import { explain } from './explaining.js';
import { byId, isLive, on, one } from './page.js';
import { patch, releaseForm } from './patching.js';

const MOST_TRIES = 5;
const pause = (milliseconds) => new Promise((resume) => { setTimeout(resume, milliseconds); });

function newId() {
	return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('');
}

async function posted(url, fields) {
	const headers = { accept: 'application/json' };
	const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), headers });
	return { ok: answer.ok, ...await answer.json() };
}

async function send(url, fields, at) {
	fields.set('client_move', newId());
	for (let tries = 0; tries < MOST_TRIES; tries++) {
		try {
			const { ok, html, go, parts } = await posted(url, fields);
			explain(html || '', at);
			if (parts) patch(parts, []);
			if (go) location.assign(go);
			return ok;
		} catch {
			await pause(400 << tries);
		}
	}
	byId('lost').hidden = false;
	return false;
}

/** A place on the board is clicked: the same as its button in the panel. */
export function play(place) {
	const form = one('#decide form[action$=play]');
	if (!form) return;
	const fields = new FormData(form);
	fields.set('action', place.dataset.play);
	send(form.getAttribute('action'), fields, place);
}

let visit = newId();
addEventListener('pageshow', () => { visit = newId(); });

/** A form that leaves the page is one request, however often it is clicked; another one after coming back. */
function nameOnce(form, url) {
	if (form.method === 'get') return;
	const field = one('[name=client_move]', form) ?? document.createElement('input');
	Object.assign(field, { type: 'hidden', name: 'client_move', value: visit + url });
	form.append(field);
}

async function submitted(event) {
	const { target: form, submitter } = event;
	const url = form.getAttribute('action') || '';   // a field of the form may be called action
	if (!isLive || !url.startsWith('/t/')) {
		nameOnce(form, url);
		return;
	}
	event.preventDefault();
	if (await send(url, new FormData(form, submitter), submitter || form)) {
		releaseForm(form);
		if (form.closest('.chat')) form.reset();
	}
}

export const sendFormsFromHere = () => on('submit', submitted);
