// What a browser runs when it is told that it is somebody's move, while no page of the table is open.

async function show({ title, text, path, tag }) {
	await registration.showNotification(title, { body: text, tag, data: path });
}

/** The page of the table, if one is open by now; else a new one. */
async function open(path) {
	const { href } = new URL(path, location.origin);
	if (!href.startsWith(`${location.origin}/t/`)) return;
	const pages = await clients.matchAll({ type: 'window', includeUncontrolled: true });
	const page = pages.find(({ url }) => url.split(/[?#]/)[0] === href);
	await (page ? page.focus() : clients.openWindow(href));
}

addEventListener('push', (event) => event.waitUntil(show(event.data.json())));
addEventListener('notificationclick', (event) => {
	event.notification.close();
	event.waitUntil(open(event.notification.data));
});
