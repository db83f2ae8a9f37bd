// What changed is seen: a piece slides once from where it stood to where it stands, a new one drops in, figures count.

import { all, board, isCalm } from './page.js';
import { PIECES } from './patching.js';

const SLIDE = { id: 'slide', duration: 640, easing: 'ease' };
const FAR_ENOUGH = 3;
const FIGURES = '.p-cash, .sheet td';

const nameOf = (piece) => piece.dataset.piece || piece.id;
/** Those on the table: what the stage draws large is a picture of them. */
const piecesOf = () => all('#board > g g[id], #board [data-piece], #tray [data-piece]');

let stood = new Map();
let figures = [];

/** Measured as if nothing moved: a piece in flight, or one that is just dropping, stands where it will come to rest. */
function atRest(measure) {
	const running = board.getAnimations({ subtree: true }).map((animation) => [animation, animation.effect]);
	for (const [animation] of running) animation.effect = null;
	const found = measure();
	for (const [animation, effect] of running) animation.effect = effect;
	return found;
}

function places() {
	const frame = board.getBoundingClientRect();
	const scale = frame.width / board.viewBox.baseVal.width || 1;
	return new Map(piecesOf().map((piece) => {
		const box = piece.getBoundingClientRect();
		return [nameOf(piece), { piece, x: (box.x - frame.x) / scale, y: (box.y - frame.y) / scale }];
	}));
}

function moved(place) {
	const before = stood.get(nameOf(place.piece));
	return before ? { x: before.x - place.x, y: before.y - place.y } : { x: 0, y: 0 };
}

/** What a piece moves by itself: the piece that it lies on takes it along. */
function movedAlone(place, now) {
	const own = moved(place);
	const carrier = now.get(nameOf(place.piece.parentNode.closest?.('g[id], [data-piece]') ?? place.piece));
	const carried = carrier && carrier.piece !== place.piece ? moved(carrier) : { x: 0, y: 0 };
	return { x: own.x - carried.x, y: own.y - carried.y };
}

function slide(piece, { x, y }) {
	for (const flight of piece.getAnimations()) if (flight.id === SLIDE.id) flight.cancel();
	piece.animate({ translate: [`${x}px ${y}px`, '0 0'] }, SLIDE);
}

/** Square by square, where the way is told: each stop as a difference to where the piece comes to rest. */
function drive(piece, stops) {
	const { length } = stops;
	const frames = { translate: stops.map(([x, y]) => `${x}px ${y}px`), rotate: stops.map(([, , turned = 0]) => `${turned}deg`) };
	piece.animate(frames, { ...SLIDE, duration: Math.min(1600, 130 * length + 200), easing: 'linear' });
}

function slidePieces(now, told) {
	for (const place of now.values()) {
		if (told?.piece && nameOf(place.piece) === told.piece) {
			drive(place.piece, JSON.parse(told.way));
			continue;
		}
		const way = movedAlone(place, now);
		if (Math.hypot(way.x, way.y) > FAR_ENOUGH && place.piece.closest('#board')) slide(place.piece, way);
	}
}

function dropNewPieces(arrived) {
	for (const node of arrived) {
		if (node.isConnected && node.closest?.(PIECES) && !stood.has(nameOf(node))) node.classList.add('drops');
	}
}

function countFigures() {
	const now = all(FIGURES);
	now.forEach((figure, at) => figure.classList.toggle('counts', at in figures && figure.textContent !== figures[at]));
	figures = now.map((figure) => figure.textContent);
}

export function show(arrived = [], told = null) {
	if (!board || isCalm()) return;
	const now = atRest(places);
	slidePieces(now, told);
	dropNewPieces(arrived);
	countFigures();
	stood = now;
}
