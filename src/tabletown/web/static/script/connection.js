// Pushes come over one connection; when it is lost it comes back and goes on from the last number.

import { hearLines, hearTyping } from './chatting.js';
import { showStandings } from './ending.js';
import { show } from './motion.js';
import { tell } from './notice.js';
import { all, byId, table } from './page.js';
import { patch } from './patching.js';
import { hearOfPeople, showPeople } from './presence.js';
import { beginAnew } from './choosing.js';
import { weigh } from './swapping.js';
import { filterLog, unfolded } from './tabs.js';
import { hear, showPace } from './telling.js';

const NO_SUCH_TABLE = 4404;
const NOT_YOURS = 4403;

/** Whoever was forgotten is sent everything: what is not part of it is old. */
function leftOver(parts) {
	const here = new Set(parts.map(([id]) => id));
	return all('#board > [id], #moments > [id], #log-list > [id], #chat-list > [id]').map((each) => each.id).filter((id) => !here.has(id));
}

let arriving = null;

/** What comes in the same frame is shown together: pieces are measured once. */
function showSoon(arrived, moment) {
	if (!arriving) {
		arriving = { nodes: [], moment: null };
		requestAnimationFrame(() => {
			const { nodes, moment: told } = arriving;
			arriving = null;
			show(nodes, told);
		});
	}
	arriving.nodes.push(...arrived);
	arriving.moment ??= moment;
}

function take({ number, parts, gone, epoch }, moment) {
	const phase = byId('phase').dataset.phase;
	const wasDeciding = document.activeElement.closest('#decide, .target');
	const arrived = patch(parts, epoch ? leftOver(parts) : gone);
	if (epoch) table.epoch = epoch;
	table.number = number ?? table.number;
	if (phase === 'waiting' && byId('phase').dataset.phase !== phase) location.reload();
	if (wasDeciding && document.activeElement === document.body) byId('decide')?.focus();
	const came = (name) => parts.some(([id]) => id.startsWith(name));
	if (came('decide') || came('targets')) {
		beginAnew();
		weigh();
	}
	if (came('log-')) filterLog();
	if (came('replay')) showPace();
	showStandings();
	showPeople();
	hearLines(arrived);
	showSoon(arrived, moment);
	setTimeout(tell, 0, { pushed: true });
}

/** What is no part of the page: it waits for nothing, and nothing counts it. */
function hearBeside({ present, typing, name }) {
	if (present) hearOfPeople(present);
	else hearTyping(String(typing), name);
}

let socket = null;

export function say(text) {
	if (socket?.readyState === WebSocket.OPEN) socket.send(text);
}

let looksAt = '';

/** What is folded away is sent to those alone who look at it, at once and from then on. */
export function tellUnfolded() {
	const names = ['shows', ...unfolded()].join(' ');
	if (names !== looksAt) say(names);
	looksAt = names;
}

export function connect() {
	socket = new WebSocket(`/t/${table.table}/live?epoch=${table.epoch}&number=${table.number}&language=${document.documentElement.lang}`);
	socket.onopen = () => {
		byId('lost').hidden = true;
		looksAt = 'shows';
		tellUnfolded();
		showPeople({});
	};
	socket.onmessage = ({ data }) => {
		const message = JSON.parse(data);
		if (message.parts) hear(message, take);
		else hearBeside(message);
	};
	socket.onclose = ({ code }) => {
		if (code === NO_SUCH_TABLE) return;
		if (code === NOT_YOURS) {
			location.reload();
			return;
		}
		byId('lost').hidden = false;
		setTimeout(connect, 500 + 2000 * Math.random());
	};
}
