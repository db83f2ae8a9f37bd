// The page itself: how its parts are found, and what it says about the table.

export const byId = (id) => document.getElementById(id);
export const one = (query, from = document) => from.querySelector(query);
export const all = (query, from = document) => [...from.querySelectorAll(query)];
export const on = (type, act, options) => document.addEventListener(type, act, options);

export const table = byId('tabletown')?.dataset ?? {};
export const isLive = 'number' in table;
export const board = byId('board');
export const kept = localStorage;

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
export const isCalm = () => reducedMotion.matches;
export const isNarrow = () => innerWidth <= 760;
