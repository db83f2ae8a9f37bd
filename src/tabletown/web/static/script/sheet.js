// On a phone the stage is a sheet: it is drawn up to read, down to see the board.

import { on, one } from './page.js';

const ENOUGH = 24;
const play = one('.play');
let from = null;

export const setSheet = (where) => { play.dataset.sheet = where; };

function begun(event) {
	if (event.target.closest?.('.grab')) from = event.clientY;
}

function ended(event) {
	if (from === null) return;
	const drawn = from - event.clientY;
	const order = ['down', '', 'up'];
	const at = order.indexOf(play.dataset.sheet ?? '');
	const step = drawn > ENOUGH ? 1 : drawn < -ENOUGH ? -1 : 0;
	setSheet(order[Math.min(2, Math.max(0, at + step))]);
	from = null;
}

if (play) {
	on('pointerdown', begun);
	on('pointerup', ended);
}
