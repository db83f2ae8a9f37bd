// What happened is played in its order, once: moment by moment on the stage, while the board waits for its turn.

import { all, byId, isCalm, kept } from './page.js';

const BEAT = 800;
const HURRY = 3;

let told = 0;
let queue = [];
let isTelling = false;
let isSkipping = false;
let wake = () => {};

export const pace = () => (kept.pace === undefined ? 1 : +kept.pace);

/** How long a moment lasts: shorter the more is waiting, for nobody shall fall behind the table. */
function lasts(moment) {
	if (isSkipping || isCalm() || pace() === 0 || document.hidden) return 0;
	const hurry = queue.length > HURRY ? queue.length / HURRY : 1;
	return (BEAT * +moment.dataset.beats) / (pace() * hurry);
}

const pause = (milliseconds) => new Promise((resume) => {
	wake = resume;
	setTimeout(resume, milliseconds);
});

function curtainUp(moment) {
	const stage = byId('decide');
	const shown = byId('moment') ?? document.createElement('div');
	shown.id = 'moment';
	shown.dataset.kind = moment.dataset.kind;
	shown.style.setProperty('--lasts', `${lasts(moment)}ms`);
	shown.replaceChildren(...moment.cloneNode(true).childNodes);
	if (shown.parentNode !== stage) stage?.append(shown);
	stage?.classList.toggle('telling', true);
}

function curtainDown() {
	byId('moment')?.remove();
	byId('decide')?.classList.remove('telling');
}

/** Those in a push that nobody has seen; what one did oneself is known, unless more came of it. */
function newMoments(parts) {
	const part = parts.find(([id]) => id === 'moments');
	if (!part) return [];
	const list = document.createElement('template');
	list.innerHTML = part[1];
	const fresh = [...list.content.querySelectorAll('li')].filter((each) => +each.dataset.entry > told);
	return fresh.length === 1 && fresh[0].dataset.own ? [] : fresh;
}

async function tellOne({ message, take }) {
	const moments = isCalm() ? [] : newMoments(message.parts);
	const last = moments.pop();
	for (const moment of moments) {
		curtainUp(moment);
		await pause(lasts(moment));
	}
	take(message, last?.dataset);
	noteWhatIsTold();
	if (!last) return;
	const rest = lasts(last);
	if (rest) {
		curtainUp(last);
		await pause(rest);
	}
}

async function tellAll() {
	isTelling = true;
	while (queue.length) await tellOne(queue.shift());
	isTelling = isSkipping = false;
	curtainDown();
}

/** A push: it is taken in when what came before it has been told. */
export function hear(message, take) {
	queue.push({ message, take });
	if (!isTelling) tellAll();
}

export function skip() {
	isSkipping = isTelling;
	wake();
}

export function noteWhatIsTold() {
	told = Math.max(told, ...all('#moments > li').map((each) => +each.dataset.entry));
}

export function setPace(button) {
	kept.pace = button.dataset.pace;
	showPace();
	if (pace() === 0) skip();
}

export function showPace() {
	for (const each of all('[data-pace]')) each.setAttribute('aria-pressed', +each.dataset.pace === pace());
}
