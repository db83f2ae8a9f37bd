// Who is there: a dot at every person's card, filled while they have the table open, a ring while they have not.

import { all, table } from './page.js';

const UNITS = [['day', 86_400], ['hour', 3600], ['minute', 60]];
const LATER = 30_000;

let people;
let heardAt = 0;

function ago(seconds) {
	const [unit, size] = UNITS.find(([, least]) => seconds >= least) ?? UNITS.at(-1);
	const words = new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: 'auto' });
	return words.format(-Math.floor(seconds / size), unit);
}

function inWords(seconds) {
	if (seconds === undefined) return table.away;
	if (seconds === 0) return table.here;
	return table.left.replace('{when}', ago(seconds + (Date.now() - heardAt) / 1000));
}

/** `otherwise` is what holds where nothing has been heard yet. */
export function showPeople(otherwise) {
	people ??= otherwise;
	if (!people) return;
	for (const dot of all('[data-there]')) {
		const seconds = people[dot.dataset.there];
		dot.dataset.is = seconds === 0 ? 'here' : 'away';
		dot.title = inWords(seconds);
		dot.setAttribute('aria-label', dot.title);
	}
}

export function hearOfPeople(present) {
	people = present;
	heardAt = Date.now();
	showPeople();
}

setInterval(() => showPeople(), LATER);
