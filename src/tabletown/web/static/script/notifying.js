// "Tell me when it is my move": the panel in the menu, and this browser as one of the ways.

import { explain } from './explaining.js';
import { all, byId, on, one } from './page.js';

const WORKER = '/notices/worker.js';
const canBeTold = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

async function ask(url, fields, at) {
	const sent = fields ? { method: 'POST', body: new URLSearchParams(fields) } : {};
	const answer = await fetch(url, { ...sent, headers: { accept: 'application/json' } });
	const { html } = await answer.json();
	if (answer.ok) fill(html);
	else explain(html, at);
}

function fill(html) {
	byId('tell-me').innerHTML = html;
	showWhatWorks();
}

function showWhatWorks() {
	for (const form of all('[data-tell=browser]')) form.hidden = !canBeTold;
}

async function activeWorker() {
	const registration = await navigator.serviceWorker.register(WORKER);
	const worker = registration.installing ?? registration.waiting;
	if (!registration.active && worker) {
		await new Promise((resume) => {
			worker.addEventListener('statechange', () => worker.state === 'activated' && resume());
		});
	}
	return registration;
}

/** Another key than the host's present one can write to nobody any more. */
async function subscription(key) {
	const { pushManager } = await activeWorker();
	const wanted = { userVisibleOnly: true, applicationServerKey: key };
	try {
		return await pushManager.subscribe(wanted);
	} catch {
		await (await pushManager.getSubscription())?.unsubscribe();
		return pushManager.subscribe(wanted);
	}
}

async function tellThisBrowser(form, fields) {
	try {
		if (await Notification.requestPermission() !== 'granted') throw new Error('denied');
		const { endpoint, keys } = (await subscription(form.dataset.key)).toJSON();
		fields.set('target', endpoint);
		fields.set('public', keys.p256dh);
		fields.set('auth', keys.auth);
	} catch {
		one('[data-tell-denied]', form.parentNode).hidden = false;
		return;
	}
	await ask(form.action, fields, form);
}

function submitted(event) {
	const { target: form, submitter } = event;
	if (!form.closest('#tell-me')) return;
	event.preventDefault();
	const fields = new FormData(form, submitter);
	if (form.dataset.tell === 'browser') tellThisBrowser(form, fields);
	else ask(form.action, fields, form);
}

/** The panel is asked for when the menu is opened for the first time. */
export function offerNotices() {
	const panel = byId('tell-me');
	if (!panel) return;
	showWhatWorks();
	on('submit', submitted);
	const { from } = panel.dataset;
	if (from) byId('menu').addEventListener('toggle', () => ask(from), { once: true });
}
