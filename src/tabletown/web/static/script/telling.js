// What happened is played in its order, once: moment by moment on the stage, while the board waits for its turn.

import { all, board, byId, isCalm, kept, one } from './page.js';

const BEAT = 800;
const HURRY = 3;
const MOST_BEATS = 5;
const TOO_FAR_BEHIND = 12;

let told = 0;
let queue = [];
let isTelling = false;
let isSkipping = false;
let isResting = false;
let wake = () => {};

export const pace = () => +(kept.pace ?? 1);

/** How much quicker than usual: many moments share what a few may take, and nobody shall fall behind the table. */
function hurryFor(moments) {
	const beats = moments.reduce((sum, each) => sum + +each.dataset.beats, 0);
	return Math.max(1, beats / MOST_BEATS) * Math.max(1, queue.length / HURRY);
}

function lasts(moment, hurry) {
	if (isSkipping || isCalm() || !pace() || document.hidden || queue.length > TOO_FAR_BEHIND) return 0;
	return BEAT * moment.dataset.beats / (pace() * hurry);
}

const pause = (milliseconds) => new Promise((resume) => {
	wake = resume;
	setTimeout(resume, milliseconds);
});

/** Where on the board it happens: a frame around the place, and around that a shade. */
function lightUp({ light, kind }) {
	byId('light')?.remove();
	if (!light || !board) return;
	const [x, y, width, height] = light.split(' ').map(Number);
	const { width: right, height: bottom } = board.viewBox.baseVal;
	const place = `M${x - 6} ${y - 6}v${height + 12}h${width + 12}v${-height - 12}z`;
	board.insertAdjacentHTML('beforeend', `<g id="light" data-kind="${kind}"><path d="M0 0H${right}V${bottom}H0z${place}"/><path class="rim" d="${place}"/></g>`);
}

function curtainUp(moment, milliseconds) {
	lightUp(moment.dataset);
	const shown = byId('moment') ?? document.createElement('div');
	shown.id = 'moment';
	shown.dataset.kind = moment.dataset.kind;
	shown.style.setProperty('--lasts', `${milliseconds}ms`);
	const named = (home) => home.querySelector('.stage-subject b')?.textContent;
	shown.classList.toggle('goes-on', !!named(shown) && named(shown) === named(moment));
	shown.replaceChildren(...moment.cloneNode(true).childNodes);
	keepUp(shown);
	return shown;
}

/** What only goes with a moment may bring another stage: the moment stands on that one too. It hides what has the focus. */
function keepUp(shown) {
	const stage = byId('decide');
	if (shown && one('#decide:focus-within')) stage.focus();
	if (shown && shown.parentNode !== stage) stage?.append(shown);
	stage?.classList.toggle('telling', !!shown);
}

function curtainDown() {
	byId('moment')?.remove();
	byId('light')?.remove();
	keepUp();
}

/** Those in a push that nobody has seen; what one did oneself is known, unless more came of it. */
function newMoments(parts) {
	const entries = parts.filter(([id]) => id.startsWith('moments-'));
	const list = document.createElement('template');
	list.innerHTML = entries.map(([, html]) => html).reverse().join('');
	const fresh = [...list.content.querySelectorAll('li')].filter((each) => +each.dataset.entry > told);
	return fresh.length === 1 && fresh[0].dataset.own ? [] : fresh;
}

/** The second half of a push, a line of the chat: nothing that is told by itself. */
function takeWhatGoesWithIt() {
	while (queue.length && !newMoments(queue[0].message.parts).length) {
		const { message, take } = queue.shift();
		take(message);
	}
}

/** Some parts of a push, with the moment that they belong to; it is not taken in by that. */
function takeSome({ message, take }, { parts }) {
	const isOne = (id) => parts.split(' ').includes(id);
	const some = message.parts.filter(([id]) => isOne(id));
	take({ parts: some, gone: message.gone.filter(isOne) });
}

/** The board changes with the moment that says so, else with the last: what is opened one by one shall not show at once. */
async function tellOne(push) {
	const { message, take } = push;
	const moments = isCalm() ? [] : newMoments(message.parts);
	const hurry = hurryFor(moments);
	const turning = moments.find((each) => each.dataset.turns) ?? moments.at(-1);
	const takeIn = () => {
		take(message, turning?.dataset);
		noteWhatIsTold();
		takeWhatGoesWithIt();
		isResting = true;
	};
	if (!turning) takeIn();
	for (const moment of moments) {
		const rest = lasts(moment, hurry);
		const shown = rest && curtainUp(moment, rest);
		if (rest) await pause(0);   // it is seen before the board is written, which takes longer
		if (moment === turning) takeIn();
		else if (moment.dataset.parts) takeSome(push, moment.dataset);
		if (!rest) continue;
		keepUp(shown);
		await pause(lasts(moment, hurry));
	}
	isResting = false;
}

async function tellAll() {
	isTelling = true;
	while (queue.length) await tellOne(queue.shift());
	isTelling = isSkipping = false;
	curtainDown();
}

/** A push: it is taken in when what came before it has been told; at once if it only goes with what is being told. */
export function hear(message, take) {
	if (isResting && !queue.length && !newMoments(message.parts).length) {
		const shown = byId('moment');
		take(message);
		keepUp(shown);
		return;
	}
	queue.push({ message, take });
	if (!isTelling) tellAll();
}

export function skip() {
	isSkipping = isTelling;
	wake();
}

export function noteWhatIsTold() {
	told = Math.max(told, ...all('#moments li').map((each) => +each.dataset.entry));
}

export function setPace(button) {
	kept.pace = button.dataset.pace;
	showPace();
	if (!pace()) skip();
}

export function showPace() {
	for (const each of all('[data-pace]')) each.setAttribute('aria-pressed', +each.dataset.pace === pace());
}
