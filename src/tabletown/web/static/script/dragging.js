// A piece that can be taken up is dragged: taken where the pointer goes down, put where it is let go.

import { play } from './sending.js';

let taken = null;
let isDragged = false;

export function pressed({ target }) {
	taken = target.closest('[data-lifts]');
	isDragged = false;
}

/** It is taken up when the pointer leaves its place. */
export function dragged({ target, buttons }) {
	if (isDragged || !buttons || !taken || taken.contains(target)) return;
	isDragged = true;
	play(taken);
}

export function dropped({ target }) {
	const place = isDragged && target.closest('.target');
	if (place) play(place);
}
