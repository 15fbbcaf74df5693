// SPDX-License-Identifier: GPL-3.0-or-later
// How long a visitor waits for what he came for: from the start of loading until it is on the page, and until the first
// frame that shows it with all its pictures.
import { openBrowser } from "./browser.mjs";

const TIMES = 5;

// In the page: notes when `selector` is there; with men, a frame shows it when their pictures have come, too.
function note(selector) {
	const pictures = () => performance.getEntriesByType("resource").map(({ name }) => /\/(men|[wb][PNBRQK])-\w+\.svg$/.exec(name)?.[1]);
	const isThere = () => document.querySelector(selector) !== null;
	// As one picture, or as one each.
	const isWhole = () => !selector.includes("piece") || pictures().includes("men") || pictures().filter(Boolean).length >= 12;

	const show = () => isWhole() ? requestAnimationFrame(() => setTimeout(() => { window.shown = performance.now(); }))
				     : requestAnimationFrame(show);
	const look = () => {
		if (window.there || !isThere())
			return;
		window.there = performance.now();
		show();
	};

	new MutationObserver(look).observe(document, { childList: true, subtree: true });
	look();
}

// [there, shown] of one visit: in a tab of its own, with nothing kept of earlier ones.
async function visit(context, address, selector) {
	const page = await context.newPage();

	await (await context.newCDPSession(page)).send("Network.clearBrowserCache");
	await page.addInitScript(note, selector);
	await page.goto(address, { waitUntil: "commit" });
	await page.waitForFunction(() => window.shown !== undefined);
	const found = await page.evaluate(() => [window.there, window.shown]);

	await page.close();
	return found;
}

const options = { viewport: { width: 1280, height: 800 }, locale: "en-GB", reducedMotion: "reduce" };

// places: { name: [address, selector] }; of each [there, shown] of several visits, made in turn: in a browser that has
// been used, with another tab open.
export async function visitInOpen(browser, places) {
	const context = await browser.newContext(options), found = Object.fromEntries(Object.keys(places).map((name) => [name, []]));

	await (await context.newPage()).goto(places.empty[0]);
	for (let i = 0; i < TIMES; i++)
		for (const [name, [address, selector]] of Object.entries(places))
			found[name].push(await visit(context, address, selector));
	await context.close();
	return found;
}

// The same in a browser that has just begun and has shown nothing yet.
export async function visitInFresh(places) {
	const found = Object.fromEntries(Object.keys(places).map((name) => [name, []]));

	for (let i = 0; i < TIMES; i++)
		for (const [name, [address, selector]] of Object.entries(places)) {
			const browser = await openBrowser();

			try {
				found[name].push(await visit(await browser.newContext(options), address, selector));
			} finally {
				await browser.close();
			}
		}
	return found;
}
