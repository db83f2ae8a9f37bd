// The end: how everybody stood is asked for once it is over; the board can be taken along as a picture.

import { byId, isNarrow } from './page.js';
import { openTab } from './tabs.js';

export async function showStandings() {
	const home = byId('standings');
	const isOver = byId('phase')?.dataset.phase === 'over';
	const { load } = home?.dataset ?? {};
	if (!load || !isOver) return;
	delete home.dataset.load;
	home.hidden = false;
	if (byId('tab-log').ariaSelected === 'true' && !isNarrow()) openTab(byId('tab-forecast'));
	const answer = await fetch(load);
	if (answer.ok) home.innerHTML = await answer.text();
	else home.hidden = true;
}

/** What was done is said on the button itself, for a moment. */
function sayDone(button) {
	const { textContent, dataset: { done } } = button;
	if (textContent === done) return;
	button.textContent = done;
	setTimeout(() => { button.textContent = textContent; }, 1500);
}

/** Browsers give the clipboard to pages of https and of this machine only; on others what is selected can be copied. */
function copySelected(text, button) {
	const field = Object.assign(document.createElement('textarea'), { value: text, className: 'vh' });
	document.body.append(field);
	field.select();
	const isDone = document.execCommand('copy');
	field.remove();
	button.focus();
	return isDone;
}

export async function copy(text, button) {
	const whole = text.startsWith('/') ? new URL(text, location.href).href : text;
	const isDone = await navigator.clipboard?.writeText(whole).then(() => true, () => false);
	if (isDone || copySelected(whole, button)) sayDone(button);
}

export async function savePicture(button) {
	const image = new Image();
	image.src = button.dataset.png;
	await image.decode();
	const canvas = Object.assign(document.createElement('canvas'), { width: 2 * image.width, height: 2 * image.height });
	canvas.getContext('2d').drawImage(image, 0, 0, canvas.width, canvas.height);
	canvas.toBlob((blob) => {
		const link = Object.assign(document.createElement('a'), { href: URL.createObjectURL(blob), download: 'tabletown.png' });
		link.click();
	});
}
