// SPDX-License-Identifier: GPL-3.0-or-later
// node spectator.mjs ADOUBED ADOUBE GAMES SIZES OUT: a simulated round, seen by spectators in Chromium: live boards and
// clocks, moves made and completed, a correction, a break of the network, a mate, a clock that nobody stopped; names that
// are markup; no complaint of the browser, of the policy or of axe-core; what the page weighs. OUT gets its pictures.
import assert from "node:assert/strict";
import { join } from "node:path";

import { assertAccessible, closePage, openBrowser, openPage, shoot } from "./browser.mjs";
import { eventually, Hall, readText, shows, until, Wire } from "./hall.mjs";

const [adoubed, adoube, games, sizes, out] = process.argv.slice(2);
const BUNDLE_MAX = 150_000; // bytes, packed
const MARKUP = "<script>alert(1)</script> <img src=x onerror=alert(2)>";

// Who follows such a table finds a game that is on, however long it has taken him.
const hands = ["--time-control", "180+2", "--profile", "human", "--loop"];
const hall = new Hall({
	adoubed, adoube,
	event: "[event]\nname = Grand Café de la Régence\nsite = Paris FRA\ndate = 2025-07-22\nround = 3\n" +
		"[rules]\nadequate_supervision = on\n[time]\ncontrol = 180+2",
	boards: [
		{ pgn: join(games, "opera-1858.pgn"), words: ["--time-control", "180+2", "--profile", "clean", "--speed", "14"],
		  table: { white: "Morphy, Paul", black: "Duke Karl and Count Isouard", white_title: "GM", white_elo: "2690" } },
		{ pgn: join(games, "evergreen-1852.pgn"), words: [...hands, "--pace", "10"],
		  table: { white: "Anderssen, Adolf", black: "Dufresne, Jean", white_elo: "2600", black_elo: "2480", white_team: "Breslau",
			   black_team: "Berlin" } },
		// Without a clock a ply is completed by the answer to it: for a second each can be seen to have been made.
		{ pgn: join(games, "immortal-1851.pgn"), words: [...hands, "--pace", "10", "--no-clock"],
		  table: { white: "Anderssen, Adolf", black: "Kieseritzky, Lionel" } },
		{ table: { white: MARKUP, black: "Black & \"Quoted\" 'Name'" } },
	],
});

// --- What a page shows -------------------------------------------------------------------------------------

// The men of a board, by squares, as chessground has them: from classes and places of its elements.
function readBoard(page, within) {
	return page.locator(`${within} cg-board`).first().evaluate((board) => {
		const size = board.getBoundingClientRect().width / 8, black = board.closest(".orientation-black") !== null;
		const men = {};

		for (const piece of board.querySelectorAll("piece:not(.fading)")) {
			const box = piece.getBoundingClientRect(), around = board.getBoundingClientRect();
			const column = Math.round((box.left - around.left) / size), row = Math.round((box.top - around.top) / size);
			const file = black ? 7 - column : column, rank = black ? row : 7 - row;

			men["abcdefgh"[file] + (rank + 1)] = [...piece.classList].filter((name) => name !== "anim").sort().join(" ");
		}
		return men;
	});
}

function menOf(squares) {
	const names = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" }, men = {};

	[...squares].forEach((letter, i) => {
		if (letter !== ".")
			men["abcdefgh"[i % 8] + ((i >> 3) + 1)] =
				[names[letter.toLowerCase()], letter === letter.toUpperCase() ? "white" : "black"].sort().join(" ");
	});
	return men;
}

const START = menOf("RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr");

async function assertBoard(page, within, men, what) {
	await until(`${what}: the board`, async () => JSON.stringify(Object.entries(await readBoard(page, within)).sort()) ===
		JSON.stringify(Object.entries(men).sort()));
}

const steps = [];

async function step(what, action) {
	const began = Date.now();

	await action();
	steps.push(`${what}: ${Date.now() - began} ms`);
}

// --- The round ---------------------------------------------------------------------------------------------

async function seeOverview(page) {
	await page.locator(".card").nth(3).waitFor();
	await page.locator(".card .clock.running").first().waitFor();
	await shows(page.locator("h1"), "Grand Café de la Régence");
	await shows(page.locator(".facts"), /Round 3 · Paris FRA · 22 July 2025/);
	await shows(page.locator(".card").nth(3).locator(".name").nth(1), MARKUP);
	assert.equal(await page.locator("main script, main img").count(), 0);
	assert.equal(await page.locator(".top button").first().getAttribute("aria-pressed"), "false", "no sound before it is asked for");
	const face = page.locator(".card .clock.running").first(), before = await face.innerText();

	await until("a clock that runs", async () => await face.innerText() !== before);
	await until("a board that moves", async () => (await page.locator("square.last-move").count()) > 0);
	// Hundreds of boards are to scroll: none of their men has a layer of his own, and all are one picture.
	// They are found and looked at in one go: a man taken meanwhile would stand nowhere and have no style at all.
	assert.equal(await page.evaluate(() => [...document.querySelectorAll("piece")]
		.filter((man) => getComputedStyle(man).willChange !== "auto").length), 0);
	await eventually(async () => assert.deepEqual(await page.evaluate(() => performance.getEntriesByType("resource")
		.map(({ name }) => /assets\/(.*)-\w+\.svg$/.exec(name)?.[1]).filter(Boolean)), ["men"]));
	// What the stream begins with was on its way before the script, and was not asked for again.
	assert.equal(await page.evaluate(() => performance.getEntriesByType("resource").filter(({ name }) => name.endsWith("/events/snapshot")).length), 1);
}

async function sift(page) {
	await page.keyboard.press("/");
	await page.keyboard.type("dufresne berlin");
	await until("one card", async () => await page.locator(".card:visible").count() === 1);
	await until("one game", async () => await page.locator(".count").innerText() === "1 game");
	await page.keyboard.press("Escape");
	await page.locator("#search").fill("");
	await until("all cards", async () => await page.locator(".card:visible").count() === 4);
}

// To the third game by keys alone; whoever hears the page is told where he is.
async function goByKeys(page) {
	await page.locator(".segments button").last().focus();
	for (let i = 0; i < 3; i++)
		await page.keyboard.press("Tab");
	await eventually(async () => assert.match(await page.evaluate(() => document.activeElement.getAttribute("aria-label") ?? ""),
						  /^Table 3: .*Kieseritzky/));
	await page.keyboard.press("Enter");
	await page.locator(".stage cg-board").waitFor();
	await until("the heading has the focus", async () => await page.evaluate(() => document.activeElement.textContent) === "Table 3");
}

// A ply is shown as made before the clock is pressed, and as completed afterwards.
async function seePlies(page) {
	await page.evaluate(() => {
		window.seen = new Set();
		new MutationObserver(() => document.querySelectorAll(".ply").forEach((ply) => window.seen.add(ply.className)))
			.observe(document.querySelector(".moves"), { childList: true, subtree: true });
	});
	await until("plies made and completed", () => page.evaluate(() => window.seen.has("ply made") && window.seen.has("ply completed")));
	await until("a spoken move", async () => /^(White|Black), \d+[.…] \p{Lu}\w+ from [a-h][1-8] (to|takes) [a-h][1-8]/u
		.test((await page.locator("[role=log] p").allInnerTexts()).at(-1) ?? ""));
}

// Through a game that is over: no other one begins meanwhile.
async function stepThrough(page) {
	await page.goto(`${hall.address}/#/table/1`);
	await page.locator(".result:visible").waitFor();
	await page.keyboard.press("Home");
	await assertBoard(page, ".stage", START, "before the first move");
	await page.keyboard.press("ArrowRight");
	await until("e4", async () => await page.locator(".ply[aria-current]").innerText().then((text) => text.split("\n")[0]) === "e4");
	const first = { ...START, e4: START.e2 };

	delete first.e2;
	await assertBoard(page, ".stage", first, "after e4");
	await page.keyboard.press("f");
	await page.locator(".stage .orientation-black").waitFor();
	await assertBoard(page, ".stage", first, "turned");
	await page.locator(".stage .player").first().and(page.locator("[data-color=white]")).waitFor();
	await page.keyboard.press("f");
	await page.locator(".live").click();
	await until("the live position", async () => await page.locator(".live:visible").count() === 0);
	await eventually(async () => assert.match(
		await page.evaluate(async () => (await fetch(document.querySelector(".more a[download]").href)).text()),
		/\[White "Morphy, Paul"\][\s\S]*1\. e4/));
}

// The reader is told of a long break; what came meanwhile is told afterwards, and nothing else.
async function loseNetwork(port, browser) {
	const wire = new Wire(port), requests = [];

	await wire.mend();
	const page = await openPage(browser, wire.address, { path: "/#/table/2" });

	page.on("request", (request) => request.url().endsWith("/events") && requests.push(request));
	await page.locator(".ply").first().waitFor();
	const before = await page.locator(".ply").count();

	page.forgiving = true; // Chromium reports what it could not load
	await wire.cut();
	await page.locator(".lost").waitFor();
	await wire.mend();
	await page.locator(".lost").waitFor({ state: "hidden" });
	page.forgiving = false;
	assert.match((await requests.at(-1).allHeaders())["last-event-id"] ?? "", /^[0-9a-f]+-\d+$/);
	await until("what was missed", async () => {
		const shown = await page.locator(".ply").count();

		return shown !== before && shown === (await hall.table(2)).plies.length;
	});
	await closePage(page);
	await wire.cut();
}

async function seeMate(page) {
	await page.goto(`${hall.address}/#/table/1`);
	await page.locator(".result:visible").waitFor();
	await page.keyboard.press("Escape");
	await assertBoard(page, ".cards .card:first-child", menOf((await hall.table(1)).position), "mate, in small");
	await page.goto(`${hall.address}/#/table/1`);
	await shows(page.locator(".result"), "1–0 · checkmate");
	await assertBoard(page, ".stage", menOf((await hall.table(1)).position), "mate");
	await until("all plies", async () => await page.locator(".ply").count() === 33);
}

// Corrected, never silently. The board, which would insist on what it shows, is taken away before.
async function seeCorrection(page) {
	await page.goto(`${hall.address}/#/table/1`);
	await page.locator(".ply").nth(32).waitFor();
	await hall.removeBoard(1);
	await until("no board at table 1", async () => (await hall.table(1)).link !== "");
	hall.order("correct", "-y", "1", "takeback", "1");
	await page.locator(".revision:visible").waitFor();
	await shows(page.locator(".revision"), /Corrected by hand: moves from 17\. on were revised/);
	await shows(page.locator(".moves s"), /Rd8#/);
	await until("it is said", async () => /Revised from 17\. on/.test((await page.locator("[role=log] p").allInnerTexts()).join("\n")));
	// Another move in its place is marked.
	hall.order("correct", "-y", "1", "insert", "33", "Rd3");
	await until("the revised ply", async () => (await page.locator(".ply.revised").allInnerTexts()).some((text) => /^Rd3/.test(text)));
}

async function seeFrench(address, browser) {
	const page = await openPage(browser, address, { language: "fr-CH", theme: "dark", path: "/#/table/2", zone: "Asia/Kolkata" });

	await page.locator(".ply").nth(3).waitFor();
	// Where the reader is, it is another hour.
	await eventually(async () => assert.equal(await page.locator(".began").innerText(), `Premier coup : ${new Intl.DateTimeFormat("fr-CH",
		{ dateStyle: "medium", timeStyle: "short", timeZone: "Asia/Kolkata" }).format((await hall.table(2)).first_move_unix_ms)}`));
	assert.equal(await page.locator("html").getAttribute("lang"), "fr");
	await shows(page.locator(".moves"), /\bC[fc][36]/);
	await eventually(async () => assert.match(await page.locator(".stage .slot").getAttribute("aria-label"),
		/^Échiquier après \d+[.…] (\p{Lu}\p{L}+ de [a-h][1-8] (à|prend) [a-h][1-8]|(Petit|Grand) roque)/u));
	await page.locator("summary").click();
	await until("the position in French words", async () =>
		/Blancs: roi [a-h][1-8], dame/.test(await page.locator(".described").innerText()));
	await page.keyboard.press("?");
	await page.locator("#setting-spoken").selectOption("de");
	await assertAccessible(page, "the settings, dark, in French");
	await page.keyboard.press("Escape");
	await until("a move in German", async () => /^(Weiß|Schwarz), .* (nach|schlägt) /.test(
		(await page.locator("[role=log] p[lang=de]").allInnerTexts()).at(-1) ?? ""));
	await assertAccessible(page, "a game, dark, in French");
	await shoot(page, out, "game-dark");
	await closePage(page);
}

async function seeScreen(address, browser) {
	const page = await openPage(browser, address, { width: 1920, height: 1080, theme: "dark", path: "/#/screen", motion: "no-preference" });

	await page.locator(".wall .clock.running").first().waitFor();
	await until("a man on his way", () => page.evaluate(() => document.getAnimations().some(({ effect }) => effect.target.localName === "piece")));
	await until("four tables", async () => await page.locator(".wall .card").count() === 4);
	await until("all of it fits", () => page.evaluate(() => document.documentElement.scrollHeight <= innerHeight));
	await assertAccessible(page, "the large screen");
	await shoot(page, out, "screen-dark");
	await closePage(page);
}

async function seePhone(address, browser) {
	const page = await openPage(browser, address, { width: 390, height: 844 });

	await page.locator(".card .clock.running").first().waitFor();
	await until("nothing is too wide", () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
	await assertAccessible(page, "the overview on a phone");
	await page.locator(".card .cover").nth(1).click();
	await page.locator(".ply").first().waitFor();
	await until("nothing is too wide", () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
	await assertAccessible(page, "a game on a phone");
	await shoot(page, out, "game-phone");
	await closePage(page);
}

// --- What it weighs ----------------------------------------------------------------------------------------

function weigh() {
	const files = JSON.parse(readText(sizes)).filter((file) => file.server === "public" && !file.path.endsWith(".json"));
	const packed = files.reduce((sum, file) => sum + file.gzip, 0);

	console.log(`the spectators' page, packed, with its style and pictures: ${packed} bytes in ${files.length} files`);
	assert.ok(packed < BUNDLE_MAX, `${packed} bytes, more than ${BUNDLE_MAX}`);
}

// One reader from the beginning to the end.
async function follow(browser) {
	const page = await openPage(browser, hall.address);

	await step("overview", () => seeOverview(page));
	console.log(`first board after ${Math.round(await page.evaluate("window.firstBoardMs"))} ms`);
	await step("search", () => sift(page));
	await step("axe on the overview", () => assertAccessible(page, "the overview"));
	await page.locator("#search").blur();
	await shoot(page, out, "overview", { x: 0, y: 0, width: 1280, height: 645 });
	await step("the keyboard", () => goByKeys(page));
	await step("plies", () => seePlies(page));
	await page.keyboard.press("p");
	await step("stepping", () => stepThrough(page));
	await step("axe on a game", () => assertAccessible(page, "a game"));
	await shoot(page, out, "game");
	await step("mate", () => seeMate(page));
	await step("correction", () => seeCorrection(page));
	await closePage(page);
}

// A clock that nobody stopped before the board was switched off is not counted down to a flag that did not fall.
async function seeClockStand(browser) {
	const page = await openPage(browser, hall.address, { path: "/#/table/2" }), running = page.locator(".stage .clock.running");

	await running.waitFor();
	await hall.removeBoard(2);
	await until("no board at table 2", async () => (await hall.table(2)).link !== "");
	assert.equal((await hall.table(2)).clock.running, true);
	assert.equal(await running.count(), 1, "it may well run on while the game does");
	hall.order("result", "-y", "2", "1-0");
	await page.locator(".result:visible").waitFor();
	await until("a clock that stands", async () => await running.count() === 0);
	await page.goto(`${hall.address}/#/`);
	await page.locator(".card:nth-child(2) .clock").first().waitFor();
	assert.equal(await page.locator(".card:nth-child(2) .clock.running").count(), 0);
	await closePage(page);
}

async function main(browser) {
	await Promise.all([
		follow(browser),
		step("network", () => loseNetwork(hall.port, browser)),
		step("screen and phone", () => seeScreen(hall.address, browser).then(() => seePhone(hall.address, browser)))
			.then(() => step("French", () => seeFrench(hall.address, browser))),
	]);
	await step("a clock that stands", () => seeClockStand(browser));
}

weigh();
const browser = await openBrowser();

try {
	await hall.open();
	await main(browser);
} catch (error) {
	console.error(hall.log);
	throw error;
} finally {
	console.log(steps.join("\n"));
	await browser.close();
	await hall.close();
}
