// Driving on the board: the part of a square that is pointed at is where the car shall face; keys walk and turn.

import { select, selectedNow } from './choosing.js';
import { all, byId, one } from './page.js';

const SNAP = 22;
const MIDDLE = 0.22;
const EIGHTH = Math.PI / 4;
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

let isKept = false;

/** Every square within reach: its middle on the screen, and what each heading there takes. */
function squares() {
	return all('#reach > [data-ways]').map((home) => {
		const box = one('rect', home).getBoundingClientRect();
		const ways = home.dataset.ways.split(' ').filter(Boolean).map((way) => {
			const [heading, play] = way.split(':');
			return { heading: +heading, play };
		});
		if (home.dataset.stay) ways.unshift({ heading: null, play: home.dataset.stay });
		return { x: box.x + box.width / 2, y: box.y + box.height / 2, size: box.width, ways };
	}).filter(({ ways }) => ways.length);
}

export const isDriving = () => Boolean(one('#reach > [data-ways]')) && byId('decide')?.dataset.mood === 'mine';

const holds = (square, play) => square.ways.some((way) => way.play === play);
const selectedSquare = () => squares().find((square) => holds(square, selectedNow()));

function nearest(x, y) {
	const within = squares().map((square) => [Math.hypot(square.x - x, square.y - y), square]);
	const [distance, square] = within.sort(([a], [b]) => a - b)[0] ?? [Infinity];
	return square && distance <= Math.max(SNAP, square.size * 0.75) ? square : null;
}

const turnBetween = (one, other) => Math.min((one - other + 8) % 8, (other - one + 8) % 8);

/** The way whose heading is next to where the pointer is, seen from the middle; in the middle the first one. */
function wayAt(square, x, y) {
	const [dx, dy] = [x - square.x, y - square.y];
	if (Math.hypot(dx, dy) < square.size * MIDDLE) return square.ways[0];
	const heading = (Math.atan2(dx, -dy) / EIGHTH + 8) % 8;
	const facing = square.ways.filter((way) => way.heading !== null);
	return facing.sort((a, b) => turnBetween(a.heading, heading) - turnBetween(b.heading, heading))[0] ?? square.ways[0];
}

const aim = (way) => select(way.play);

/** The next heading on the same square. */
function turn(square, by) {
	const order = [...square.ways].sort((a, b) => (a.heading ?? -1) - (b.heading ?? -1));
	const at = order.findIndex((way) => way.play === selectedNow());
	aim(order[(at + by + order.length) % order.length]);
}

function walk([dx, dy]) {
	const here = selectedSquare() ?? squares()[0];
	const ahead = squares().filter((square) => square !== here).map((square) => {
		const along = (square.x - here.x) * dx + (square.y - here.y) * dy;
		const aside = Math.abs((square.x - here.x) * dy) + Math.abs((square.y - here.y) * dx);
		return [along, along + 3 * aside, square];
	}).filter(([along]) => along > 1).sort((a, b) => a[1] - b[1]);
	if (!ahead.length) return;
	const [[, , square]] = ahead;
	const heading = here.ways.find((way) => way.play === selectedNow())?.heading;
	aim(square.ways.find((way) => way.heading === heading) ?? square.ways[0]);
}

const drive = () => one('#decide [data-does]')?.click();

/** A pointer over the board: what it points at is selected until something is kept. */
export function pointing({ target, clientX, clientY, pointerType }) {
	if (isKept || pointerType === 'touch' || !target.closest('#board') || !isDriving()) return;
	const square = nearest(clientX, clientY);
	if (square) aim(wayAt(square, clientX, clientY));
}

/** A click keeps a way, and the same again drives it; a second tap on a square turns the car there. */
export function clickedOnRoad({ target, clientX, clientY, detail }, isTouch) {
	if (!detail || !target.closest('#board') || !isDriving()) return false;
	const square = nearest(clientX, clientY);
	if (!square) {
		isKept = false;
		return false;
	}
	const again = isKept && holds(square, selectedNow());
	const way = wayAt(square, clientX, clientY);
	if (again && isTouch) turn(square, 1);
	else if (again && way.play === selectedNow()) drive();
	else aim(way);
	isKept = true;
	return true;
}

export function steered({ target, key, ctrlKey, metaKey, altKey }) {
	if (ctrlKey || metaKey || altKey || !isDriving() || target.closest('input, select, textarea, [role=tab], summary')) return false;
	const square = selectedSquare();
	if (key in ARROWS) walk(ARROWS[key]);
	else if (/^[qe]$/i.test(key) && square) turn(square, key.toLowerCase() === 'q' ? -1 : 1);
	else if (key === 'Enter' && !target.closest('button, a, [role=button]')) drive();
	else return false;
	isKept = true;
	return true;
}

/** What is selected lies on a square: all headings there come first in the list, unless somebody is choosing in the list itself. */
export function headingsFirst(action) {
	if (!isDriving()) {
		isKept = false;
		return;
	}
	if (one('#decide .places:is(:hover, :focus-within)')) return;
	const square = squares().find((each) => holds(each, action));
	for (const row of all('#decide .places .choice')) row.classList.toggle('here', Boolean(square && holds(square, row.value)));
}
