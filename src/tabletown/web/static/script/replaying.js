// A replay goes from step to step in place: the page of the other step is fetched, and what differs is put in and moves.

import { show } from './motion.js';
import { all, byId, isLive, one } from './page.js';
import { patch, releaseTyped } from './patching.js';
import { pace, showPace } from './telling.js';

const BETWEEN = 1000;
const HOMES = ['board', 'log-list'];
const ALONE = '.player, #decide, #replay, #forecast, #as-text, #where, .well > [id], .over > [id]';

let isRunning = false;
let turn = 0;

/** The children of a home in the order in which they are put in: each before the one that is there already. */
function inHome(page, home) {
	const children = [...page.querySelectorAll(`#${home} > [id]`)];
	return children.map((child, at) => [child.id, child.outerHTML, home, children[at + 1]?.id]).reverse();
}

function leftOver(page) {
	return HOMES.flatMap((home) => all(`#${home} > [id]`)).map(({ id }) => id).filter((id) => !page.getElementById(id));
}

function showRun() {
	const button = one('[data-run]');
	if (button && isRunning) button.textContent = button.dataset.pause;
}

async function goTo(url) {
	const mine = ++turn;
	const answer = await fetch(url);
	const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
	if (mine !== turn || !answer.ok) return;
	const alone = [...page.querySelectorAll(ALONE)].map((each) => [each.id, each.outerHTML]);
	const arrived = patch([...HOMES.flatMap((home) => inHome(page, home)), ...alone], leftOver(page));
	history.replaceState(null, '', url);
	showPace();
	showRun();
	requestAnimationFrame(() => show(arrived));
}

async function runOn() {
	while (isRunning) {
		await new Promise((resume) => { setTimeout(resume, BETWEEN / (pace() || 4)); });
		if (!isRunning) return;
		const { step, steps } = byId('replay').dataset;
		if (step === steps) break;
		await goTo(one('.replay [data-key=ArrowRight]').href);
	}
	stop();
}

function stop() {
	isRunning = false;
	const button = one('[data-run]');
	if (button) button.textContent = button.dataset.begin;
}

/** Whoever pauses sees no further step, not even one that is on its way. */
async function toggleRun() {
	if (isRunning) {
		turn += 1;
		stop();
		return;
	}
	isRunning = true;
	const { step, steps } = byId('replay').dataset;
	if (step === steps) await goTo(one('.replay [data-key=Home]').href);
	showRun();
	runOn();
}

/** Links of the bar, of turns and phases, and of moves in the log, while one looks back already. */
export function follow(event) {
	if (isLive || !byId('replay')) return false;
	const run = event.target.closest('[data-run]');
	const link = event.target.closest('.replay a, .jumps a, .jump');
	if (!run && !link) return false;
	event.preventDefault();
	if (run) {
		toggleRun();
		return true;
	}
	stop();
	goTo(link.href);
	return true;
}

export function slid(field) {
	const to = new URL(location.href);
	for (const [name, value] of new FormData(field.form)) to.searchParams.set(name, value);
	releaseTyped(field);
	goTo(to.href);
}

export function lookBack() {
	if (isLive || !byId('replay')) return;
	show();
	if (location.hash === '#run') toggleRun();
}
