// One panel at a time below the stage; arrow keys go from tab to tab.

import { all, byId, isNarrow } from './page.js';
import { setSheet } from './sheet.js';

export function openTab(tab) {
	for (const each of all('[role=tab]')) {
		const isIt = each === tab;
		each.setAttribute('aria-selected', isIt);
		each.tabIndex = isIt ? 0 : -1;
		byId(each.getAttribute('aria-controls')).hidden = !isIt;
	}
	tab.dispatchEvent(new Event('unfolded', { bubbles: true }));
	if (isNarrow()) setSheet('up');
}

/** The parts that stand behind tabs and folds which are open. */
export const unfolded = () => all('[data-folds]').filter((each) => !each.closest('[hidden], details:not([open])')).map((each) => each.dataset.folds);

export function walkTabs(event) {
	const tabs = all('[role=tab]');
	const at = tabs.indexOf(event.target);
	const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
	if (at < 0 || !step) return;
	const next = tabs[(at + step + tabs.length) % tabs.length];
	next.focus();
	openTab(next);
}

/** The log of one player only; the same button again shows everybody's. */
export function showOnly(button) {
	const isOn = button.getAttribute('aria-pressed') === 'true';
	for (const each of all('[data-only]')) each.setAttribute('aria-pressed', each === button && !isOn);
	byId('log-list').dataset.seat = isOn ? '' : button.dataset.only;
	filterLog();
}

export function filterLog() {
	const { seat: only } = byId('log-list')?.dataset ?? {};
	for (const line of all('#log-list > li[data-seat]')) line.hidden = Boolean(only) && line.dataset.seat !== only;
}
