// A page comes to life: clicks, pointing, keys, and the connection that brings what changes.

import { adopt, setAmount, stepAmount } from './bidding.js';
import { countUnread, openChat, tellTyping } from './chatting.js';
import { beginAnew, isSelected, select, whenSelected } from './choosing.js';
import { startClocks } from './clock.js';
import { connect, say, tellUnfolded } from './connection.js';
import { dragged, dropped, pressed } from './dragging.js';
import { clickedOnRoad, headingsFirst, isDriving, pointing, steered } from './driving.js';
import { copy, savePicture, showStandings } from './ending.js';
import { quiet, whyNot } from './explaining.js';
import { teach } from './hinting.js';
import { show } from './motion.js';
import { markWhatIsNew, showSound, tell, toggleSound } from './notice.js';
import { offerNotices } from './notifying.js';
import { byId, isLive, on, one } from './page.js';
import { keepHeld, keepTyped } from './patching.js';
import { follow, lookBack, slid } from './replaying.js';
import { play, sendFormsFromHere } from './sending.js';
import { toggleChip, weigh } from './swapping.js';
import { openTab, showOnly, walkTabs } from './tabs.js';
import { noteWhatIsTold, setPace, showPace, skip } from './telling.js';

let isTouch = false;

/** A finger cannot point before it decides: the first tap selects, the second one plays. */
function chosen(place) {
	if (isTouch && !place.dataset.lifts && !isSelected(place.dataset.play)) select(place.dataset.play);
	else play(place);
}

const clicks = {
	'[data-play]': chosen,
	'[data-chip]': toggleChip,
	'[data-why]': (place) => whyNot(place.dataset.why, place),
	'[data-whynot]': (button) => whyNot('', button),
	'[data-amount]': (button) => setAmount(button.form, button.dataset.amount),
	'[data-step]': stepAmount,
	'[data-advises]': adopt,
	'[data-pace]': setPace,
	'#moment': skip,
	'[role=tab]': (tab) => { openTab(tab); countUnread(); },
	'.toast': openChat,
	'[data-only]': showOnly,
	'[data-copies]': (button) => copy(button.dataset.copies, button),
	'[data-png]': savePicture,
	'[data-copysvg]': async (button) => copy(await (await fetch(button.dataset.copysvg)).text(), button),
	'[data-notify]': () => window.Notification?.requestPermission(),
	'[data-sound]': toggleSound,
};

function clicked(event) {
	const { target } = event;
	if (follow(event) || clickedOnRoad(event, isTouch)) return;
	for (const [query, act] of Object.entries(clicks)) {
		const hit = target.closest(query);
		if (hit) {
			act(hit);
			return;
		}
	}
	if (target.closest('.x') || !target.closest('.pop')) quiet();
	closeMenu(target);
}

/** On a screen that is touched, a choice in the list is selected first too. */
function tapped(event) {
	const choice = event.target.closest('.choice[data-shows]');
	if (!choice || !isTouch || isSelected(choice.dataset.shows)) return;
	event.preventDefault();
	select(choice.dataset.shows);
}

function closeMenu(target) {
	const menu = byId('menu');
	if (menu?.open && !target?.closest('#menu')) menu.open = false;
}

let rested;
let isUnmoved = false;

/** A page that comes or changes under a pointer at rest makes it point at something: nobody has chosen that. */
function hasMoved({ type, screenX, screenY, timeStamp }) {
	isUnmoved = type === 'mouseover' && (!rested || (rested.screenX === screenX && rested.screenY === screenY && rested.timeStamp !== timeStamp));
	return !isUnmoved;
}

/** When it moves on, it does point at what it lies on. */
function movedOn(event) {
	const { screenX, screenY, timeStamp } = event;
	rested = { screenX, screenY, timeStamp };
	if (isUnmoved) pointedAt(event);
}

/** Choices in the panel and places on the board that mean the same are lit together; what a finger does tells by itself. */
function pointedAt(event) {
	const { target, type } = event;
	const at = hasMoved(event) ? target.closest('[data-shows], [data-play]') : null;
	const isOnRoad = at?.closest('#board') && isDriving();
	if (at && !isTouch && !(isOnRoad && (type === 'mouseover' || !at.matches(':focus-visible')))) select(at.dataset.shows ?? at.dataset.play);
}

/** Whoever goes through the page by keys hears why a place is barred when they come to it. */
function cameTo(event) {
	pointedAt(event);
	if (event.target.matches('[data-why]:focus-visible')) whyNot(event.target.dataset.why, event.target);
	else if (!event.target.closest('.pop')) quiet();
}

function keyed(event) {
	const { target, key } = event;
	isTouch = false;
	if (steered(event)) {
		event.preventDefault();
		return;
	}
	if ((key === 'Enter' || key === ' ') && target.matches('[data-play], [data-why]')) {
		event.preventDefault();
		target.dispatchEvent(new MouseEvent('click', { bubbles: true }));
	}
	if (key === 'Escape') {
		quiet();
		closeMenu();
	}
	if (key === ' ' && target.matches(':has(#moment)')) {
		event.preventDefault();
		skip();
	}
	walkTabs(event);
	if (!/INPUT|SELECT/.test(target.tagName)) jumped(event);
}

/** The keys of a replay and of a pad: each has its button. */
function jumped(event) {
	const { key, shiftKey, ctrlKey, metaKey, altKey } = event;
	const button = one(`[data-key="${CSS.escape(shiftKey ? `Shift+${key}` : key)}" i]:not(:disabled)`);
	if (!button || ctrlKey || metaKey || altKey) return;
	event.preventDefault();
	button.click();
}

function typed({ target }) {
	const bid = target.closest('form.bid');
	keepTyped(target);
	if (bid) setAmount(bid, target.value);
	if (target.closest('form.swap')) weigh(target);
	if (target.closest('#panel-chat form')) tellTyping(target, say);
}

function changed({ target }) {
	if (!('go' in target.dataset)) return;
	if (target.name === 'step' && !isLive) slid(target);
	else target.form.submit();
}

teach();
on('pointerdown', (event) => {
	isTouch = event.pointerType === 'touch';
	pressed(event);
}, true);
on('click', tapped, true);
on('click', clicked);
on('mouseover', pointedAt);
on('mousemove', movedOn);
on('pointermove', pointing);
on('mouseover', dragged);
on('pointerup', dropped);
on('focusin', cameTo);
on('keydown', keyed);
on('input', typed);
on('change', changed);
on('toggle', ({ target }) => target.matches('.swap-fold') && weigh(), true);
for (const type of ['scroll', 'toggle']) on(type, ({ target }) => keepHeld(target), true);
whenSelected(headingsFirst);
sendFormsFromHere();
startClocks();
showSound();
showPace();
offerNotices();

lookBack();
if (isLive) {
	beginAnew();
	weigh();
	noteWhatIsTold();
	showStandings();
	markWhatIsNew();
	countUnread();
	show();
	tell();
	connect();
	for (const type of ['unfolded', 'toggle']) on(type, tellUnfolded, true);
	on('visibilitychange', () => {
		markWhatIsNew();
		tell();
	});
}
