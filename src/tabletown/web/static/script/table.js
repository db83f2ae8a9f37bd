// A page comes to life: clicks, pointing, keys, and the connection that brings what changes.

import { setAmount } from './bidding.js';
import { startClocks } from './clock.js';
import { connect } from './connection.js';
import { quiet, whyNot, wonder } from './explaining.js';
import { show } from './motion.js';
import { markWhatIsNew, showSound, tell, toggleSound } from './notice.js';
import { all, byId, isLive, on, one } from './page.js';
import { keepHeld, keepTyped } from './patching.js';
import { play, sendFormsFromHere } from './sending.js';

const copy = (text) => navigator.clipboard?.writeText(text);

const clicks = {
	'[data-play]': play,
	'[data-why]': (place) => whyNot(place.dataset.why, place),
	'[data-whynot]': (button) => whyNot('', button),
	'[data-amount]': (button) => setAmount(button.form, button.dataset.amount),
	'[data-copies]': (button) => copy(button.dataset.copies),
	'[data-copysvg]': async (button) => copy(await (await fetch(button.dataset.copysvg)).text()),
	'[data-notify]': () => window.Notification?.requestPermission(),
	'[data-sound]': toggleSound,
	'.tabs a': (tab) => { byId(tab.hash.slice(1)).open = true; },
};

function clicked({ target }) {
	for (const [query, act] of Object.entries(clicks)) {
		const hit = target.closest(query);
		if (hit) {
			act(hit);
			return;
		}
	}
	if (target.closest('.x') || !target.closest('.pop')) quiet();
}

/** Choices in the panel and places on the board that mean the same are lit together. */
function pointedAt({ target }) {
	if (target.closest('#meaning')) return;
	const at = target.closest('[data-shows], [data-play], [data-why]');
	wonder(at);
	for (const place of all('[data-play]')) place.classList.toggle('shown', place.dataset.play === at?.dataset.shows);
}

function keyed(event) {
	const { target, key } = event;
	if ((key === 'Enter' || key === ' ') && target.matches('[data-play], [data-why]')) {
		event.preventDefault();
		target.dispatchEvent(new MouseEvent('click', { bubbles: true }));
	}
	if (key === 'Escape') quiet();
	if (!/INPUT|SELECT/.test(target.tagName)) one(`.replay a[data-key="${CSS.escape(key)}"]`)?.click();
}

function typed({ target }) {
	const bid = target.closest('form.bid');
	keepTyped(target);
	if (bid) setAmount(bid, target.value);
}

on('click', clicked);
on('mouseover', pointedAt);
on('focusin', pointedAt);
on('keydown', keyed);
on('input', typed);
on('change', ({ target }) => 'go' in target.dataset && target.form.submit());
for (const type of ['scroll', 'toggle']) on(type, ({ target }) => keepHeld(target), true);
sendFormsFromHere();
startClocks();
showSound();

if (isLive) {
	markWhatIsNew();
	show();
	tell();
	connect();
	on('visibilitychange', () => {
		markWhatIsNew();
		tell();
	});
}
