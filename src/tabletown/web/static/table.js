// The page's own script: takes pushes, patches parts, sends forms without leaving the page.
(() => {
	'use strict';
	const $ = (id) => document.getElementById(id);
	const table = $('tabletown'), data = table ? table.dataset : {}, live = 'number' in data, refusal = $('refusal');
	const calm = matchMedia('(prefers-reduced-motion: reduce)');
	const touched = new WeakSet();   // what somebody is in the middle of

	// ── patching ──
	function parsed(html, svg) {
		const t = document.createElement('template');
		t.innerHTML = svg ? `<svg>${html}</svg>` : html;
		return svg ? t.content.firstChild.firstElementChild : t.content.firstElementChild;
	}
	function enter(node) {
		if (calm.matches || !(node instanceof SVGElement) || !node.closest('.board, .well') || node.closest('.target, .barred')) return;
		node.classList.add('drops');
		node.addEventListener('animationend', () => node.classList.remove('drops'), { once: true });
	}
	const patching = { callbacks: {
		beforeNodeMorphed: (old) => !touched.has(old),
		beforeAttributeUpdated: (name, node) => !(name === 'open' && node.tagName === 'DETAILS'),
		afterNodeAdded: enter,
	} };
	function put(id, html, home, before) {
		const old = $(id), box = home && $(home), next = before && $(before);
		const svg = old ? old instanceof SVGElement && old.tagName !== 'svg' : box instanceof SVGElement;
		const fresh = parsed(html, svg);
		if (old) Idiomorph.morph(old, fresh, patching);
		else if (box) { box.insertBefore(fresh, next && next.parentNode === box ? next : null); enter(fresh); }
	}
	function take(message) {
		const phase = $('phase').dataset.phase, deciding = document.activeElement.closest('#decide, .target');
		for (const id of message.gone) $(id)?.remove();
		for (const part of message.parts) put(...part);
		data.number = message.number;
		if ($('phase').dataset.phase !== phase && phase === 'waiting') location.reload();
		if (deciding && document.activeElement === document.body) $('decide')?.focus();   // the next tab is its first choice
		tell(true);
	}

	// ── "your move": title, notification, sound; what has been read; the curtain ──
	let told = '';
	function tell(pushed) {
		const status = $('status'), list = $('log-list'), curtain = document.querySelector('.curtain');
		if (!status) return;
		const { mine, title, decision } = status.dataset, now = mine === '1' ? decision : '';
		document.title = (now && '● ') + title;
		if (pushed && now && now !== told) {
			if (document.hidden && window.Notification?.permission === 'granted') new Notification(title);
			if (localStorage.sound === '1') beep();
		}
		if (now && now !== told && innerWidth <= 760) document.querySelector('.board .target')?.scrollIntoView({ block: 'center', inline: 'center' });
		told = now;
		if (!document.hidden && list.firstElementChild) localStorage['seen-' + data.table] = list.firstElementChild.dataset.entry;
		if (curtain && !curtain.contains(document.activeElement)) curtain.querySelector('button').focus();
	}
	function beep() {
		const a = new AudioContext(), o = a.createOscillator(), g = a.createGain();
		g.gain.value = .06;
		o.connect(g).connect(a.destination);
		o.start();
		o.stop(a.currentTime + .12);
		o.onended = () => a.close();
	}
	function since() {
		const lines = [...$('log-list')?.children ?? []], seen = +localStorage['seen-' + data.table];
		const first = lines.findIndex((li) => +li.dataset.entry <= seen);
		if (first > 0) lines[first].dataset.since = data.since;
	}

	// ── the connection: it comes back by itself, and goes on from the last number ──
	let pause = 500;
	function connect() {
		const socket = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/t/${data.table}/live?epoch=${data.epoch}&number=${data.number}`);
		socket.onopen = () => { pause = 500; $('lost').hidden = true; };
		socket.onmessage = (e) => take(JSON.parse(e.data));
		socket.onclose = (e) => {
			if (e.code === 4404) return;
			$('lost').hidden = false;
			setTimeout(connect, pause);
			pause = Math.min(pause * 2, 8000);
		};
	}

	// ── refusals, and what a choice would mean: beside the thing itself ──
	function explain(html, at, box = refusal) {
		$('meaning').replaceChildren();
		box.innerHTML = html;
		const pop = box.firstElementChild;
		if (!pop || !at || innerWidth <= 760) return;
		const r = at.getBoundingClientRect(), below = r.bottom + 12 + pop.offsetHeight < innerHeight;
		pop.classList.toggle('up', below);
		pop.style.left = Math.max(8, Math.min(innerWidth - pop.offsetWidth - 8, r.left + r.width / 2 - 40)) + 'px';
		pop.style.top = (below ? r.bottom + 12 : Math.max(8, r.top - pop.offsetHeight - 12)) + 'px';
	}
	const why = async (query, at, box) => {
		const said = await (await fetch(`/t/${data.table}/why${query}`)).text();
		if (!box || at === wondering) explain(said, at, box);
	};
	let wondering, patience;
	function wonder(at) {
		if (at === wondering) return;
		clearTimeout(patience);
		wondering = at;
		$('meaning').replaceChildren();
		if (at && live) patience = setTimeout(() => why('?action=' + (at.dataset.why || at.dataset.play || at.dataset.shows), at, $('meaning')), 350);
	}

	// ── sending; a repetition after a lost answer does no harm ──
	async function send(url, fields, at) {
		fields.set('client_move', Date.now() + '-' + Math.random());
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
		const given = document.querySelector('#decide form[action$=play]')?.elements, fields = new FormData();
		if (!given) return;
		fields.set('action', at.dataset.play);
		for (const name of ['decision', 'seat']) fields.set(name, given[name].value);
		send(`/t/${data.table}/play`, fields, at);
	}
	document.addEventListener('submit', async (e) => {
		const form = e.target, by = e.submitter, to = form.getAttribute('action') || '';   // a field may be called action
		if (!live || !to.startsWith('/t/')) return;
		e.preventDefault();
		if (by?.dataset.sure) { by.textContent += ' ' + by.dataset.sure; delete by.dataset.sure; return; }
		const fields = new FormData(form);
		if (by?.name) fields.set(by.name, by.value);
		if (await send(to, fields, by || form)) {
			for (const field of form.elements) touched.delete(field);
			if (form.closest('.chat')) form.reset();
		}
	});

	// ── bids: sums to tap, slider and number say the same ──
	function amount(form, value) {
		const number = form.querySelector('.sum-in'), slide = form.querySelector('[data-slide]');
		number.value = slide.value = value;
		slide.parentNode.style.setProperty('--fill', 100 * (slide.value - slide.min) / (slide.max - slide.min || 1) + '%');
		for (const b of form.querySelectorAll('[data-amount]')) b.setAttribute('aria-pressed', b.dataset.amount === `${value}`);
		if (form.dataset.text) form.querySelector('.go').textContent = form.dataset.text.replace('{n}', value);
		for (const each of form.querySelectorAll('input, button, .slider')) touched.add(each);
	}
	document.addEventListener('input', ({ target }) => {
		const form = target.closest('form.bid');
		touched.add(target);
		if (form) amount(form, target.value);
	});
	document.addEventListener('change', ({ target }) => { if ('go' in target.dataset) target.form.submit(); });

	// ── clicks and keys ──
	const clicks = {
		'[data-play]': play,
		'[data-why]': (t) => why('?action=' + t.dataset.why, t),
		'[data-whynot]': (t) => why('', t),
		'[data-amount]': (t) => amount(t.form, t.dataset.amount),
		'[data-copies]': (t) => { const f = t.parentNode.querySelector('[data-copy]'); f.select(); navigator.clipboard?.writeText(f.value); },
		'[data-notify]': () => window.Notification?.requestPermission(),
		'[data-sound]': (t) => { localStorage.sound = localStorage.sound === '1' ? '0' : '1'; t.setAttribute('aria-pressed', localStorage.sound === '1'); },
		'[data-run]': run,
		'.tabs a': (t) => { for (const a of t.parentNode.children) a.toggleAttribute('aria-current', a === t); $(t.hash.slice(1)).open = true; },
	};
	document.addEventListener('click', ({ target }) => {
		for (const [query, act] of Object.entries(clicks)) { const hit = target.closest(query); if (hit) return act(hit); }
		if (target.closest('.x') || !target.closest('#refusal')) refusal.replaceChildren();
	});
	for (const type of ['mouseover', 'focusin']) document.addEventListener(type, ({ target }) => {
		if (target.closest('#meaning')) return;
		const at = target.closest('[data-shows], [data-play], [data-why]');
		wonder(at);
		for (const old of document.querySelectorAll('.shown')) old.classList.remove('shown');
		if (at) document.querySelector(`[data-play="${at.dataset.shows}"]`)?.classList.add('shown');
	});
	document.addEventListener('keydown', (e) => {
		const t = e.target;
		if ((e.key === 'Enter' || e.key === ' ') && t.matches('[data-play], [data-why]')) { e.preventDefault(); t.dispatchEvent(new MouseEvent('click', { bubbles: true })); }
		if (e.key === 'Escape') refusal.replaceChildren();
		if (!/INPUT|SELECT/.test(t.tagName)) document.querySelector(`.replay a[data-key="${e.key}"]`)?.click();
	});
	function run(button) {
		const on = button.getAttribute('aria-pressed') !== 'true';
		button.setAttribute('aria-pressed', on);
		sessionStorage.run = on ? 1 : '';
		if (on) setTimeout(() => sessionStorage.run && document.querySelector('[data-key=ArrowRight]').click(), 900);
	}

	if (live) { since(); tell(); connect(); document.addEventListener('visibilitychange', () => tell()); }
	document.querySelector('[data-sound]')?.setAttribute('aria-pressed', localStorage.sound === '1');
	const past = $('replay')?.dataset;
	if (past?.step && sessionStorage.run && +past.step < +past.steps) run(document.querySelector('[data-run]'));
})();
