// SPDX-License-Identifier: GPL-3.0-or-later
// Debian's Chromium, driven by playwright-core. Whatever a page complains of, asks of others or does against its own
// policy fails the test.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

import { chromium } from "playwright-core";

const CHROMIUM = "/usr/bin/chromium";
const PATIENCE_MS = 60_000;
const FLAGS = ["--no-sandbox", "--headless", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
	       "--disable-component-update", "--disable-sync"];
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// 77, as CTest knows it, where there is no Chromium.
export async function openBrowser() {
	if (!existsSync(CHROMIUM)) {
		console.log(`skipped: ${CHROMIUM} is not installed`);
		process.exit(77);
	}
	return chromium.launch({ executablePath: CHROMIUM, args: FLAGS, timeout: 2 * PATIENCE_MS });
}

// A reader with a window of his own; `complaints` is what his pages must not have said.
export async function openPage(browser, address, { width = 1280, height = 800, theme = "light", language = "en-GB", path = "/",
						 zone = "Europe/Zurich", motion = "reduce" } = {}) {
	const context = await browser.newContext({ viewport: { width, height }, colorScheme: theme, locale: language,
						   timezoneId: zone, reducedMotion: motion });
	const page = await context.newPage();

	page.setDefaultTimeout(PATIENCE_MS);
	page.complaints = [];
	page.on("console", (message) => ["error", "warning"].includes(message.type()) && !page.forgiving &&
		page.complaints.push(message.text()));
	page.on("pageerror", (error) => page.complaints.push(String(error)));
	page.on("dialog", (dialog) => { page.complaints.push(`dialog: ${dialog.message()}`); void dialog.dismiss(); });
	page.on("request", (request) => request.url().startsWith(`${address}/`) || page.complaints.push(`asks ${request.url()}`));
	await page.addInitScript(() => {
		// What would have been heard and shown beside the page.
		const Oscillator = window.OscillatorNode;

		window.tones = [];
		window.notes = [];
		window.OscillatorNode = class extends Oscillator {
			start(at) {
				window.tones.push(this.frequency.value);
				super.start(at);
			}
		};
		window.Notification = class extends EventTarget {
			static permission = "default";
			static async requestPermission() {
				return (window.Notification.permission = "granted");
			}

			constructor(title, options) {
				super();
				Object.assign(this, { title }, options);
				window.notes.push(this);
			}

			close() {
				this.closed = true;
			}
		};
		// When the first board had its men.
		const watch = new MutationObserver(() => {
			if (!document.querySelector("cg-board piece"))
				return;
			window.firstBoardMs = performance.now();
			requestAnimationFrame(() => setTimeout(() => { window.firstShownMs = performance.now(); }));
			watch.disconnect();
		});

		watch.observe(document, { childList: true, subtree: true });
		document.addEventListener("securitypolicyviolation", (event) =>
			console.error(`policy: ${event.violatedDirective} ${event.blockedURI}`));
	});
	await page.goto(`${address}${path}`);
	return page;
}

export async function closePage(page) {
	assert.deepEqual(page.complaints, [], "what a page complained of");
	await page.context().close();
}

// axe-core finds nothing to object to. Run beside the page's policy, which forbids scripts from elsewhere.
export async function assertAccessible(page, what) {
	if (!(await page.evaluate("typeof axe !== 'undefined'")))
		await page.evaluate(AXE);
	const found = await page.evaluate(() => axe.run(document, { resultTypes: ["violations"] }));
	const violations = found.violations.map((one) => `${one.id}: ${one.help}: ` +
		one.nodes.slice(0, 3).map((node) => `${node.target.join(" ")} (${node.any[0]?.message ?? ""})`).join("; "));

	assert.deepEqual(violations, [], `axe-core on ${what}`);
}

// clip: a part of the window, for the README's pictures: they are copies of what a test has left in FOLDER.
export async function shoot(page, folder, name, clip) {
	mkdirSync(folder, { recursive: true });
	await page.screenshot({ path: join(folder, `${name}.png`), ...(clip ? { clip } : {}) });
}
