// One panel at a time below the stage; arrow keys go from tab to tab.

import { all, byId, one } from './page.js';

export function openTab(tab) {
	for (const each of all('[role=tab]')) {
		const isIt = each === tab;
		each.setAttribute('aria-selected', isIt);
		each.tabIndex = isIt ? 0 : -1;
		byId(each.getAttribute('aria-controls')).hidden = !isIt;
	}
	one('.play')?.setAttribute('data-tab', tab.id);
}

export function walkTabs(event) {
	const tabs = all('[role=tab]');
	const at = tabs.indexOf(event.target);
	const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
	if (at < 0 || !step) return;
	const next = tabs[(at + step + tabs.length) % tabs.length];
	next.focus();
	openTab(next);
}
