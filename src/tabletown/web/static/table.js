// Takes pushes, patches parts, sends forms without leaving the page.
const $ = (id) => document.getElementById(id), all = (query) => [...document.querySelectorAll(query)];
const one = (query, from = document) => from.querySelector(query), on = (...given) => document.addEventListener(...given);
const data = $('tabletown')?.dataset ?? {}, live = 'number' in data, board = $('board'), refusal = $('refusal'), meaning = $('meaning');
const calm = matchMedia('(prefers-reduced-motion: reduce)'), kept = localStorage;
const touched = new Set(), held = new Set();   // what somebody has typed; has scrolled or opened

// patching
function parsed(html, at) {
	const range = new Range();
	range.selectNode(at);
	return range.createContextualFragment(html).firstElementChild;
}
let arrived = [];
const patching = { callbacks: {
	beforeNodeMorphed: (old) => !touched.has(old),
	beforeAttributeUpdated: (name, node) => !(name === 'open' && node.tagName === 'DETAILS'),
	afterNodeAdded: (node) => arrived.push(node),
} };
const moves = '#board > :not(#targets, #latest)';   // must be known again
const free = (old) => !old.matches(':hover, :focus-within, [role=status], [aria-live]' + (calm.matches ? '' : ',' + moves)) && ![...touched, ...held].some((e) => old.contains(e));
function put(id, html, home, before) {
	const old = $(id), box = $(home), next = $(before);
	if (old && free(old)) old.outerHTML = html;
	else if (old) Idiomorph.morph(old, parsed(html, old), patching);
	else if (box) {
		if (next?.parentNode === box) next.insertAdjacentHTML('beforebegin', html);
		else box.insertAdjacentHTML('beforeend', html);
		arrived.push($(id));
	}
}
function take({ number, parts, gone, epoch }) {
	const phase = $('phase').dataset.phase, deciding = document.activeElement.closest('#decide, .target');
	for (const set of [touched, held]) for (const e of set) e.isConnected || set.delete(e);
	arrived = [];
	if (epoch) {   // everything, because we were forgotten: whatever is not part of it is old
		const here = new Set(parts.map(([id]) => id));
		data.epoch = epoch;
		gone = all('#board > [id], #log-list > [id], #chat-list > [id]').map((e) => e.id).filter((id) => !here.has(id));
	}
	for (const id of gone) $(id)?.remove();
	for (const part of parts) put(...part);
	data.number = number;
	if ($('phase').dataset.phase !== phase && phase === 'waiting') location.reload();
	if (deciding && document.activeElement === document.body) $('decide')?.focus();
	requestAnimationFrame(show);
	setTimeout(tell, 0, true);
}

// what changed: pieces drop in or slide, figures count
function place(node) {
	const a = node.getBoundingClientRect(), b = board.getBoundingClientRect(), k = b.width / board.viewBox.baseVal.width;
	return { x: (a.x - b.x) / k, y: (a.y - b.y) / k };
}
const name = (g) => g.dataset.piece || g.id;
const pieces = () => new Map(all('#board > g g[id], [data-piece]').map((g) => [name(g), [place(g), g]]));
let stood = new Map(), said = [];
function show() {
	if (!board || calm.matches) return;
	const now = pieces(), sums = all('.p-cash, .sheet td, #chat-count');
	for (const [id, [at, g]] of now) {
		const [was] = stood.get(id) ?? [at], x = was.x - at.x, y = was.y - at.y;
		if (Math.hypot(x, y) > 3 && g.closest('#board')) g.animate({ translate: [`${x}px ${y}px`, '0 0'] }, { duration: 640, easing: 'ease' });
	}
	for (const n of arrived) if (n.closest?.(moves) && !stood.has(name(n))) n.classList.add('drops');
	sums.forEach((e, at) => e.classList.toggle('counts', at in said && e.textContent !== said[at]));
	stood = now;
	said = sums.map((e) => e.textContent);
}

// "your move": title, notification, sound; what has been read; the curtain
let told = '';
function tell(pushed) {
	const { mine, title, decision } = $('status')?.dataset ?? {}, newest = $('log-list')?.firstElementChild, curtain = one('.curtain');
	if (!title) return;
	const now = mine === '1' ? decision : '', news = now && now !== told;
	document.title = (now && '● ') + title;
	if (pushed && news) {
		if (document.hidden && window.Notification?.permission === 'granted') try { new Notification(title); } catch {}
		if (kept.sound === '1') new Audio(data.ding).play();
	}
	if (news && innerWidth <= 760) one('.board .target')?.scrollIntoView({ block: 'center', inline: 'center' });
	told = now;
	if (!document.hidden && newest) kept['seen-' + data.table] = newest.dataset.entry;
	if (curtain && !curtain.contains(document.activeElement)) one('button', curtain).focus();
}
function since() {
	const first = all('#log-list > li').find((li) => +li.dataset.entry <= +kept['seen-' + data.table]);
	one('li[data-since]')?.removeAttribute('data-since');
	if (first?.previousElementSibling) first.dataset.since = data.since;
}

// the connection comes back and goes on from the last number
function connect() {
	const socket = new WebSocket(`/t/${data.table}/live?epoch=${data.epoch}&number=${data.number}`);
	socket.onopen = () => { $('lost').hidden = true; };
	socket.onmessage = (e) => take(JSON.parse(e.data));
	socket.onclose = (e) => {
		if (e.code === 4404) return;
		if (e.code === 4403) return location.reload();
		$('lost').hidden = false;
		setTimeout(connect, 500 + 2000 * Math.random());
	};
}

// refusals and meanings, beside the thing itself
const quiet = () => { refusal.replaceChildren(); meaning.replaceChildren(); };
function explain(html, at, box = refusal) {
	quiet();
	box.innerHTML = html;
	const pop = box.firstElementChild;
	if (!pop || !at || innerWidth <= 760) return;
	const r = at.getBoundingClientRect(), high = pop.offsetHeight + 12, below = r.bottom + high < innerHeight;
	pop.classList.toggle('up', below);
	const x = Math.min(innerWidth - pop.offsetWidth - 8, r.left + r.width / 2 - 40), y = below ? r.bottom + 12 : r.top - high;
	pop.style.cssText = `left: ${Math.max(8, x)}px; top: ${Math.max(8, y)}px`;
}
let wondering, patience;
async function why(query, at, box) {
	const said = await (await fetch(`/t/${data.table}/why${query}`)).text();
	if (!box || at === wondering && !refusal.firstChild) explain(said, at, box);
}
function wonder(at) {
	if (at === wondering) return;
	clearTimeout(patience);
	wondering = at;
	meaning.replaceChildren();
	if (at && live) patience = setTimeout(() => why('?action=' + Object.values(at.dataset)[0], at, meaning), 350);
}

// sending; a repetition after a lost answer does no harm
const fresh = () => crypto.getRandomValues(new Uint32Array(5)).join('-');
async function send(url, fields, at) {
	fields.set('client_move', fresh());
	for (let tries = 0; tries < 5; tries++) {
		try {
			const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), headers: { accept: 'application/json' } });
			const said = await answer.json();
			explain(said.html || '', at);
			if (said.go) location.assign(said.go);
			return answer.ok;
		} catch { await new Promise((r) => setTimeout(r, 400 << tries)); }
	}
	$('lost').hidden = false;
}
function play(at) {
	const form = one('#decide form[action$=play]');
	if (!form) return;
	const fields = new FormData(form);
	fields.set('action', at.dataset.play);
	send(form.getAttribute('action'), fields, at);
}
let visit;   // a form that leaves the page is one request, however often it is clicked; another after coming back
addEventListener('pageshow', () => { visit = fresh(); });
function name_once(form, to) {
	const field = one('[name=client_move]', form) ?? document.createElement('input');
	if (form.method === 'get') return;
	Object.assign(field, { type: 'hidden', name: 'client_move', value: visit + to });
	form.append(field);
}
on('submit', async (e) => {
	const form = e.target, by = e.submitter, to = form.getAttribute('action') || '';   // a field may be called action
	if (!live || !to.startsWith('/t/')) return name_once(form, to);
	e.preventDefault();
	const fields = new FormData(form, by);
	if (await send(to, fields, by || form)) {
		for (const field of form.elements) touched.delete(field);
		if (form.closest('.chat')) form.reset();
	}
});

// bids: taps, slider and number say the same
function amount(form, value) {
	const slide = one('[data-slide]', form), { min, max } = slide;
	one('.sum-in', form).value = slide.value = value;
	slide.parentNode.style.setProperty('--fill', 100 * (slide.value - min) / (max - min || 1) + '%');
	const { first, text } = form.dataset;
	if (text) one('.go', form).textContent = text.replace('{n}', value);
	form.dataset.shows = first - min + +value;
	wondering = 0;
	wonder(form);
	for (const each of form.querySelectorAll('input, button, .slider')) {
		touched.add(each);
		if (each.dataset.amount) each.setAttribute('aria-pressed', each.dataset.amount === `${value}`);
	}
}
on('input', ({ target }) => {
	const form = target.closest('form.bid');
	touched.add(target);
	if (form) amount(form, target.value);
});
for (const type of ['scroll', 'toggle']) on(type, ({ target }) => held.add(target), true);
on('change', ({ target }) => 'go' in target.dataset && target.form.submit());

// clicks and keys
const copy = (text) => navigator.clipboard?.writeText(text);
const sound = () => one('[data-sound]')?.setAttribute('aria-pressed', kept.sound === '1');
const clicks = {
	'[data-play]': play,
	'[data-why]': (t) => why('?action=' + t.dataset.why, t),
	'[data-whynot]': (t) => why('', t),
	'[data-amount]': (t) => amount(t.form, t.dataset.amount),
	'[data-copies]': (t) => copy(t.dataset.copies),
	'[data-copysvg]': async (t) => copy(await (await fetch(t.dataset.copysvg)).text()),
	'[data-notify]': () => window.Notification?.requestPermission(),
	'[data-sound]': () => { kept.sound = 1 - (kept.sound ?? 0); sound(); },
	'.tabs a': (t) => { $(t.hash.slice(1)).open = true; },
};
on('click', ({ target }) => {
	for (const [query, act] of Object.entries(clicks)) { const hit = target.closest(query); if (hit) return act(hit); }
	if (target.closest('.x') || !target.closest('.pop')) quiet();
});
for (const type of ['mouseover', 'focusin']) on(type, ({ target }) => {
	if (target.closest('#meaning')) return;
	const at = target.closest('[data-shows], [data-play], [data-why]');
	wonder(at);
	for (const e of all('[data-play]')) e.classList.toggle('shown', e.dataset.play === at?.dataset.shows);
});
on('keydown', (e) => {
	const { target, key } = e;
	if (/^(Enter| )$/.test(key) && target.matches('[data-play], [data-why]')) { e.preventDefault(); target.dispatchEvent(new MouseEvent('click', { bubbles: true })); }
	if (key === 'Escape') quiet();
	if (!/INPUT|SELECT/.test(target.tagName)) one(`.replay a[data-key="${key}"]`)?.click();
});
// the time that is left
setInterval(() => {
	for (const t of all('[data-deadline]')) {
		const left = Math.max(0, t.dataset.deadline - Date.now());
		if (left < 864e5) t.textContent = new Date(left).toISOString().slice(11, 19);
	}
}, 1000);

if (live) { since(); show(); tell(); connect(); on('visibilitychange', () => { since(); tell(); }); }
sound();
