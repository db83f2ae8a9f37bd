// The chat: what has not been read is counted, what is said while it is closed comes as a toast, and who is typing.

import { all, byId, kept, on, one, table } from './page.js';
import { openTab } from './tabs.js';

const READ = `read-${table.table}`;
const MOST_TOASTS = 3;
const TOAST_LASTS = 6000;
const TYPING_EVERY = 2500;
const TYPING_LASTS = 4000;

const own = new Set((table.own ?? '').split(',').filter(Boolean));
const isOwn = (line) => own.has(line.dataset.seat);
const lines = () => all('#chat-list > li[data-line]');

/** Whether somebody can read it: on a phone only while the sheet is drawn up. */
const isOpen = () => !document.hidden && Boolean(byId('panel-chat')?.checkVisibility());

export function countUnread() {
	const chip = byId('chat-count');
	if (!chip) return;
	if (isOpen()) kept[READ] = Math.max(0, ...lines().map((line) => +line.dataset.line));
	const read = +(kept[READ] ?? 0);
	const unread = lines().filter((line) => +line.dataset.line > read && !isOwn(line)).length;
	chip.hidden = !unread;
	one('b', chip).textContent = unread;
}

// ---------------------------------------------------------------- toasts

export function openChat() {
	byId('toasts').replaceChildren();
	openTab(byId('tab-chat'));
	countUnread();
	one('#panel-chat input')?.focus();
}

function leave(toast) {
	if (toast.matches(':hover, :focus')) setTimeout(leave, TOAST_LASTS, toast);
	else toast.remove();
}

function showToast(line) {
	const toast = Object.assign(document.createElement('button'), { type: 'button', className: 'toast' });
	toast.append(...line.cloneNode(true).childNodes);
	byId('toasts').append(toast);
	setTimeout(leave, TOAST_LASTS, toast);
}

/** Lines of the chat among the parts that have just come. Whether it is open is asked only then: that lays the page out. */
export function hearLines(arrived) {
	const heard = arrived.filter((part) => part?.dataset?.line);
	if (!heard.length) return;
	const said = heard.filter((line) => !isOwn(line));
	for (const line of said) stopsTyping(line.dataset.seat);
	if (!isOpen()) said.slice(-MOST_TOASTS).forEach(showToast);
	for (const old of all('.toast').slice(0, -MOST_TOASTS)) old.remove();
	countUnread();
}

// ---------------------------------------------------------------- typing

const typing = new Map();
let lastSaid = 0;

function showTyping() {
	const shown = byId('typing');
	if (!shown) return;
	const [name, ...others] = [...typing.values()].map((each) => each.name);
	shown.textContent = others.length ? shown.dataset.several : name ? shown.dataset.one.replace('{name}', name) : '';
}

function stopsTyping(seat) {
	clearTimeout(typing.get(seat)?.until);
	typing.delete(seat);
	showTyping();
}

export function hearTyping(seat, name) {
	clearTimeout(typing.get(seat)?.until);
	typing.set(seat, { name, until: setTimeout(stopsTyping, TYPING_LASTS, seat) });
	showTyping();
}

/** `say` tells the server, now and then, while something stands in the field. */
export function tellTyping(field, say) {
	if (!field.value.trim() || Date.now() - lastSaid < TYPING_EVERY) return;
	lastSaid = Date.now();
	say('typing');
}

on('visibilitychange', countUnread);
on('pointerup', () => setTimeout(countUnread));
