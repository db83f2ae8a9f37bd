// The page's own script: takes pushes, patches parts, sends forms without leaving the page.
(() => {
  'use strict';
  const $ = (id) => document.getElementById(id);
  const table = $('table');
  const live = table && table.dataset.number !== undefined;
  const SVG = 'http://www.w3.org/2000/svg';
  const calm = matchMedia('(prefers-reduced-motion: reduce)');
  const touched = new WeakSet();   // fields that somebody is in the middle of
  const store = { get: (k) => { try { return localStorage.getItem(k); } catch { return null; } }, set: (k, v) => { try { localStorage.setItem(k, v); } catch { /* private window */ } } };

  // ── patching ──
  function parsed(html, svg) {
    const t = document.createElement('template');
    t.innerHTML = svg ? '<svg xmlns="' + SVG + '">' + html + '</svg>' : html;
    return svg ? t.content.firstChild.firstElementChild : t.content.firstElementChild;
  }
  function enter(node) {
    if (calm.matches || !node.classList) return;
    const board = node.closest && node.closest('.board, .well');
    if (!board || node.closest('.target, .barred') || node.namespaceURI !== SVG) return;
    node.classList.add('drops');
    node.addEventListener('animationend', () => node.classList.remove('drops'), { once: true });
  }
  const patching = {
    morphStyle: 'outerHTML',
    callbacks: {
      beforeNodeMorphed: (old) => !touched.has(old),
      beforeAttributeUpdated: (name, node) => !(name === 'open' && node.tagName === 'DETAILS') && !(name === 'class' && node.classList.contains('drops')),
      afterNodeAdded: enter,
    },
  };
  function put(id, html, home, before) {
    const old = $(id), box = home && $(home);
    const svg = old ? old instanceof SVGElement && !(old instanceof SVGSVGElement) : box instanceof SVGElement;
    const fresh = parsed(html, svg);
    if (old) { Idiomorph.morph(old, fresh, patching); return; }
    if (!box) return;
    box.insertBefore(fresh, before && $(before) && $(before).parentNode === box ? $(before) : null);
    enter(fresh);
  }
  function take(message) {
    const phase = $('phase') && $('phase').dataset.phase;
    const had = document.activeElement && document.activeElement.closest('#decide') ? 1 : 0;
    for (const id of message.gone) { const old = $(id); if (old) old.remove(); }
    for (const [id, html, home, before] of message.parts) put(id, html, home, before);
    table.dataset.number = message.number;
    if ($('phase') && $('phase').dataset.phase !== phase) { location.reload(); return; }
    if (had && document.activeElement === document.body) $('decide').querySelector('button,input:not([type=hidden])')?.focus();
    tell(true);
  }

  // ── "your move" ──
  let told = '';
  function tell(pushed) {
    const s = $('status');
    if (!s) return;
    document.title = (s.dataset.mine === '1' ? '● ' : '') + s.dataset.title;
    const now = s.dataset.mine === '1' ? s.dataset.decision : '';
    if (pushed && now && now !== told) {
      if (document.hidden && window.Notification && Notification.permission === 'granted') new Notification(s.dataset.title);
      if (store.get('sound') === '1') beep();
    }
    told = now;
    const list = $('log-list');
    if (list && !document.hidden && list.firstElementChild) store.set('seen-' + table.dataset.table, list.firstElementChild.dataset.entry);
    const curtain = document.querySelector('#curtain .curtain');
    document.body.classList.toggle('curtained', !!curtain);
    if (curtain && !curtain.contains(document.activeElement)) curtain.querySelector('button').focus();
  }
  function beep() {
    const a = new AudioContext(), o = a.createOscillator(), g = a.createGain();
    o.frequency.value = 660; g.gain.setValueAtTime(.08, a.currentTime); g.gain.exponentialRampToValueAtTime(.001, a.currentTime + .35);
    o.connect(g).connect(a.destination); o.start(); o.stop(a.currentTime + .4); o.onended = () => a.close();
  }
  function since() {
    const list = $('log-list'), seen = live && store.get('seen-' + table.dataset.table);
    if (!list || !seen) return;
    const first = [...list.children].find((li) => +li.dataset.entry <= +seen);
    if (first && first !== list.firstElementChild) first.dataset.since = table.dataset.since;
  }

  // ── the connection: it comes back by itself, and goes on from the last number ──
  let socket, pause = 500;
  function connect() {
    const at = location.origin.replace(/^http/, 'ws') + '/t/' + table.dataset.table + '/live?epoch=' + table.dataset.epoch + '&number=' + table.dataset.number;
    socket = new WebSocket(at);
    socket.onopen = () => { pause = 500; note(''); };
    socket.onmessage = (e) => take(JSON.parse(e.data));
    socket.onclose = (e) => { if (e.code === 4404) return; note(table.dataset.not); setTimeout(connect, pause); pause = Math.min(pause * 2, 8000); table.dataset.epoch = ''; };
  }
  let banner;
  function note(text) {
    if (!banner) { banner = document.createElement('p'); banner.className = 'banner lost'; banner.setAttribute('role', 'status'); }
    if (text) { banner.textContent = text; document.body.append(banner); } else banner.remove();
  }

  // ── refusals ──
  function explain(refusals, at) {
    const box = $('refusal');
    box.replaceChildren();
    if (!refusals.length) return;
    const pop = document.createElement('aside');
    pop.className = 'pop';
    const x = document.createElement('button');
    x.className = 'x'; x.textContent = '✕'; x.setAttribute('aria-label', 'Close'); x.onclick = () => box.replaceChildren();
    pop.append(x);
    for (const r of refusals) {
      const p = document.createElement('p');
      p.textContent = r.text + ' ';
      if (r.link) { const a = document.createElement('a'); a.href = r.link; a.target = 'rules'; a.textContent = r.rule + ', ' + r.title; p.append(a); }
      pop.append(p);
    }
    box.append(pop);
    if (at && innerWidth > 760) {
      const r = at.getBoundingClientRect(), w = pop.offsetWidth, h = pop.offsetHeight;
      pop.style.left = Math.max(8, Math.min(innerWidth - w - 8, r.left + r.width / 2 - 40)) + 'px';
      const below = r.bottom + 12 + h < innerHeight;
      pop.classList.toggle('up', below);
      pop.style.top = (below ? r.bottom + 12 : Math.max(8, r.top - h - 12)) + 'px';
    }
  }
  async function why(url, at) {
    const answer = await fetch(url, { headers: { accept: 'application/json' } });
    if (answer.ok) explain((await answer.json()).refusals, at);
  }

  // ── sending ──
  async function send(url, fields, at) {
    fields.set('client_move', crypto.randomUUID ? crypto.randomUUID() : String(Math.random()));
    for (let tries = 0; ; tries++) {
      try {
        const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), headers: { accept: 'application/json' } });
        const said = await answer.json().catch(() => ({}));
        if (!answer.ok) { explain([{ text: said.title || answer.statusText, rule: said.rule, title: '', link: said.rule && '#' }], at); return false; }
        if (said.go) location.assign(said.go);
        $('refusal').replaceChildren();
        return true;
      } catch { if (tries > 3) { note(table.dataset.not); return false; } await new Promise((r) => setTimeout(r, 400 << tries)); }
    }
  }
  function play(action, at) {
    const form = document.querySelector('#decide form');
    if (!form) return;
    const fields = new FormData();
    fields.set('action', action);
    for (const n of ['decision', 'seat']) fields.set(n, form.elements[n].value);
    send('/t/' + table.dataset.table + '/play', fields, at);
  }
  document.addEventListener('submit', async (e) => {
    const form = e.target, by = e.submitter;
    if (!live || form.method !== 'post' || !form.action.includes('/t/')) return;
    e.preventDefault();
    if (by && by.dataset.sure && !by.dataset.asked) { by.dataset.asked = 1; by.textContent += ' ' + by.dataset.sure; return; }
    const fields = new FormData(form);
    if (by && by.name) fields.set(by.name, by.value);
    if (await send(form.action, fields, by || form)) {
      for (const f of form.elements) touched.delete(f);
      if (form.closest('.chat')) form.reset();
    }
  });

  // ── bids: sums to tap, slider and number say the same ──
  function amount(form, value) {
    const number = form.querySelector('.sum-in'), slide = form.querySelector('[data-slide]');
    const low = +number.min, high = +number.max;
    number.value = value; slide.value = value;
    slide.parentNode.style.setProperty('--fill', (100 * (slide.value - low) / Math.max(1, high - low)) + '%');
    for (const b of form.querySelectorAll('[data-amount]')) b.setAttribute('aria-pressed', String(b.dataset.amount === String(value)));
    if (form.dataset.text) form.querySelector('.go').textContent = form.dataset.text.replace('{n}', value);
  }
  document.addEventListener('input', (e) => {
    const f = e.target, form = f.closest('form.bid');
    touched.add(f);
    if (form) { amount(form, f.value); for (const x of form.querySelectorAll('input,.go,[data-amount],.slider')) touched.add(x); }
    if (f.dataset.go !== undefined && f.type !== 'range') f.form.submit();
  });
  document.addEventListener('change', (e) => { if (e.target.dataset.go !== undefined) e.target.form.submit(); });

  // ── clicks and keys ──
  document.addEventListener('click', (e) => {
    const hit = (q) => e.target.closest(q);
    let t;
    if ((t = hit('[data-play]'))) play(t.dataset.play, t);
    else if ((t = hit('[data-why]'))) why('/t/' + table.dataset.table + '/why?action=' + t.dataset.why, t);
    else if ((t = hit('[data-whynot]'))) why(t.dataset.whynot, t);
    else if ((t = hit('[data-amount]'))) { const form = t.form; amount(form, t.dataset.amount); for (const x of form.querySelectorAll('input,.go,[data-amount],.slider')) touched.add(x); }
    else if ((t = hit('[data-unveil]'))) socket.send(JSON.stringify({ unveil: +t.dataset.unveil }));
    else if ((t = hit('[data-copies]'))) { const f = t.parentNode.querySelector('[data-copy]'); f.select(); navigator.clipboard?.writeText(f.value); }
    else if ((t = hit('[data-notify]'))) window.Notification?.requestPermission();
    else if ((t = hit('[data-sound]'))) { const on = store.get('sound') === '1' ? '0' : '1'; store.set('sound', on); t.setAttribute('aria-pressed', String(on === '1')); }
    else if ((t = hit('[data-run]'))) run(t);
    else if ((t = hit('.jump')) && live) { e.preventDefault(); location.assign('/m/' + table.dataset.table + '?step=' + t.dataset.step); }
    else if ((t = hit('.tabs a'))) { for (const a of t.parentNode.children) a.removeAttribute('aria-current'); t.setAttribute('aria-current', 'true'); const to = $(t.hash.slice(1)); if (to.tagName === 'DETAILS') to.open = true; }
    else if (!hit('#refusal')) $('refusal').replaceChildren();
  });
  const shows = (e, on) => { const b = e.target.closest && e.target.closest('[data-shows]'); if (b) document.querySelector('[data-play="' + b.dataset.shows + '"]')?.classList.toggle('shown', on); };
  for (const [type, on] of [['mouseover', true], ['mouseout', false], ['focusin', true], ['focusout', false]]) document.addEventListener(type, (e) => shows(e, on));
  document.addEventListener('keydown', (e) => {
    const t = e.target;
    if ((e.key === 'Enter' || e.key === ' ') && t.matches && t.matches('[data-play],[data-why]')) { e.preventDefault(); t.dispatchEvent(new MouseEvent('click', { bubbles: true })); }
    if (e.key === 'Escape') $('refusal').replaceChildren();
    if (!/INPUT|SELECT|TEXTAREA/.test(t.tagName)) document.querySelector('.replay a[data-key="' + e.key + '"]')?.click();
  });
  let running;
  function run(button) {
    clearInterval(running);
    const on = button.getAttribute('aria-pressed') !== 'true';
    button.setAttribute('aria-pressed', String(on));
    sessionStorage.setItem('run', on ? '1' : '');
    if (on) running = setTimeout(() => document.querySelector('.replay a[data-key=ArrowRight]').click(), 900);
  }

  if (live) { since(); tell(false); connect(); document.addEventListener('visibilitychange', () => tell(false)); }
  const sound = document.querySelector('[data-sound]');
  if (sound) sound.setAttribute('aria-pressed', String(store.get('sound') === '1'));
  const replay = $('replay');
  if (replay && replay.dataset.step && sessionStorage.getItem('run') && +replay.dataset.step < +replay.dataset.steps) run(document.querySelector('[data-run]'));
})();
