// The time that is left for a decision.

import { all } from './page.js';

const DAY = 86_400_000;

function showTimeLeft() {
	for (const clock of all('[data-deadline]')) {
		const left = Math.max(0, clock.dataset.deadline - Date.now());
		if (left < DAY) clock.textContent = new Date(left).toISOString().slice(11, 19);
	}
}

export const startClocks = () => setInterval(showTimeLeft, 1000);
