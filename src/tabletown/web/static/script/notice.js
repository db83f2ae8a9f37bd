// "Your move": title, notification and sound; what has been read; the curtain of a shared screen.

import { all, byId, isNarrow, kept, one, table } from './page.js';

const SEEN = `seen-${table.table}`;
let announced = '';

function announce(title) {
	if (document.hidden && window.Notification?.permission === 'granted') {
		try {
			new Notification(title);
		} catch {
			// Some phones allow notifications only from a service worker; the title says it too.
		}
	}
	if (kept.sound === '1') new Audio(table.ding).play();
}

function noteWhatIsRead() {
	const newest = byId('log-list')?.firstElementChild;
	if (!document.hidden && newest) kept[SEEN] = newest.dataset.entry;
}

function raiseCurtainsButton() {
	const curtain = one('.curtain');
	if (curtain && !curtain.contains(document.activeElement)) one('button', curtain).focus();
}

export function tell({ pushed = false } = {}) {
	const { mine, title, decision } = byId('status')?.dataset ?? {};
	if (!title) return;
	const due = mine === '1' ? decision : '';
	const isNew = due && due !== announced;
	document.title = due ? `● ${title}` : title;
	if (pushed && isNew) announce(title);
	if (isNew && isNarrow()) one('.coach-light, .board .target')?.scrollIntoView({ block: 'nearest', inline: 'center' });
	announced = due;
	noteWhatIsRead();
	raiseCurtainsButton();
}

/** A line in the log between what was read at the last visit and what is new. */
export function markWhatIsNew() {
	const firstRead = all('#log-list > li').find((line) => +line.dataset.entry <= +kept[SEEN]);
	one('li[data-since]')?.removeAttribute('data-since');
	if (firstRead?.previousElementSibling) firstRead.dataset.since = table.since;
}

export function showSound() {
	one('[data-sound]')?.setAttribute('aria-pressed', kept.sound === '1');
}

export function toggleSound() {
	kept.sound = kept.sound === '1' ? '0' : '1';
	showSound();
}
