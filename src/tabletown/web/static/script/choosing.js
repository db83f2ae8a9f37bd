// One choice is selected at a time: the stage says what it would mean, the board shows it, the button says what it does.

import { all, byId, isLive, isNarrow, one, table } from './page.js';

const PATIENCE = 60;
const known = new Map();

let selected = '';
let question = '';
let waiting;

const stage = () => byId('decide');
const isMine = () => stage()?.dataset.mood === 'mine';

async function asked(action) {
	const key = `${stage().dataset.question} ${action}`;
	if (!known.has(key)) {
		const answer = await fetch(`/t/${table.table}/meaning?action=${action}`);
		if (!answer.ok) return {};
		known.set(key, await answer.json());
	}
	return known.get(key);
}

function put(id, html) {
	const home = byId(id);
	if (home && html !== undefined) home.innerHTML = html;
}

/** Whoever wants to know what is selected is told. */
const followers = [];
export const whenSelected = (follow) => followers.push(follow);
export const selectedNow = () => selected || one('[data-does]', stage())?.value;

function lit(action) {
	for (const place of all('[data-play]')) place.classList.toggle('shown', place.dataset.play === action);
	for (const each of all('.choice', stage())) each.setAttribute('aria-pressed', each.value === action);
	for (const each of all('.may, .row button[name=action]:not(:only-of-type)', stage())) each.classList.toggle('shown', each.value === action);
	for (const follow of followers) follow(action);
}

/** The primary button of a list of places does what is selected there; what it only plans is not done yet. */
function arm(action, words, added) {
	const tray = one('form.swap', stage());
	if (tray && words && one('[name=action]', tray).value === action) one('.go', tray).textContent = words;
	const listed = one(`.places .choice[value="${action}"]`, stage());
	const button = one('[data-does]', stage());
	if (!button || !listed) return;
	button.value = button.dataset.shows = action;
	button.dataset.added = added ?? button.dataset.added ?? '';
	const move = words || listed.dataset.text;
	button.textContent = button.dataset.added ? button.dataset.plans.replace('{move}', move) : move;
}

async function show(action) {
	const { html, ghost, subject, does, added } = await asked(action);
	if (selected !== action || !isMine() || html === undefined) return;
	put('stage-means', html);
	put('ghost', ghost);
	if (subject) {
		put('stage-subject', subject);
		byId('stage-subject').classList.remove('bare');
	}
	arm(action, does, added);
}

function again(action) {
	arm(action);
	lit(action);
	clearTimeout(waiting);
	waiting = setTimeout(show, PATIENCE, action);
}

export function select(action) {
	if (!action || action === selected || !isLive || !isMine()) return;
	selected = action;
	again(action);
}

/** A list longer than its room shows what is chosen in it, as the coach's wish; and neither stage nor coach cover its place. */
function showChosen() {
	one('#decide .choices :is(.wished, [aria-pressed=true])')?.scrollIntoView({ block: 'nearest' });
	const light = one('.coach-light');
	if (isNarrow()) light?.scrollIntoView({ block: 'center', inline: 'center' });
	const place = light?.getBoundingClientRect();
	const room = stage()?.getBoundingClientRect();
	if (place?.right > room?.left && place.bottom > room.top) scrollBy(0, place.bottom - room.top + 12);
}

/** Another question: what was selected for the last one means nothing now. The same one, drawn anew: it stays selected. */
export function beginAnew() {
	const now = stage()?.dataset.question ?? '';
	if (now === question) {
		if (selected && isMine()) again(selected);
		return;
	}
	question = now;
	selected = '';
	known.clear();
	for (const follow of followers) follow(selectedNow());
	requestAnimationFrame(showChosen);
}

export const isSelected = (action) => action === selected;
