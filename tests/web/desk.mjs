// SPDX-License-Identifier: GPL-3.0-or-later
// node desk.mjs ADOUBED ADOUBE GAMES OUT: a simulated round with an illegal move, a flag fall, a correction and a result,
// seen by spectator, arbiter and operator at once in Chromium: who may do what, the evidence, what the public is told and
// what it is not; pairings; sheets as PDF; names that are markup; no complaint of the browser, of the policy or of
// axe-core, and no view that scrolls sideways on a phone. OUT gets its pictures.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { writeFileSync } from "node:fs";

import { assertAccessible, closePage, openBrowser, openPage, shoot } from "./browser.mjs";
import { eventually, freePort, Hall, readText, shows, until } from "./hall.mjs";

const [adoubed, adoube, games, out] = process.argv.slice(2);
const MARKUP = "<script>alert(1)</script>";
const VIEWS = ["alerts", "tables", "devices", "round", "times", "outputs", "setup", "setup/event", "table/2", "print/scoresheet/3",
	       "print/envelope/4"];

async function step(what, action) {
	const began = Date.now();

	try {
		return await action();
	} catch (error) {
		error.message = `${what}: ${error.message}`;
		throw error;
	} finally {
		console.log(`${what}: ${((Date.now() - began) / 1000).toFixed(1)} s`);
	}
}

const privatePort = await freePort();
const hall = new Hall({
	adoubed, adoube, port: await freePort(),
	event: "[event]\nname = Grand Café de la Régence\nsite = Paris FRA\ndate = 2025-07-22\nround = 3\n" +
		"[rules]\nadequate_supervision = on\n[time]\ncontrol = 180+2\nclock_orders = always",
	boards: [
		{ pgn: join(games, "opera-1858.pgn"),
		  words: ["--time-control", "180+2", "--profile", "clean", "--pace", "20", "--speed", "2", "--irregular", "illegal", "--from-ply", "3"],
		  table: { white: "Morphy, Paul", black: "Duke Karl and Count Isouard" } },
		{ pgn: join(games, "immortal-1851.pgn"), words: ["--time-control", "180+2", "--profile", "clean", "--free-clock", "--loop"],
		  table: { white: "Anderssen, Adolf", black: MARKUP } },
		{ pgn: "short.pgn", words: ["--time-control", "180+2", "--profile", "clean", "--speed", "10"],
		  table: { white: "Lopez, Ruy", black: "Leonardo" } },
		{ table: { white: "A", black: "B" } },
	],
	more: `[private]\nport = ${privatePort}\ntoken_file = TOKENS\n`,
});
const desk = `http://127.0.0.1:${privatePort}`;

// The folder is known only now.
function prepare() {
	const tokens = hall.path("tokens"), config = hall.path("adoubed.conf");
	const token = (...words) => spawnSync(adoube, ["token", "--file", tokens, "add", ...words], { encoding: "utf8" }).stdout.trim();

	writeFileSync(hall.path("short.pgn"), '[Result "*"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n');
	hall.boards[2].pgn = hall.path("short.pgn");
	writeFileSync(config, readText(config).replace("TOKENS", tokens));
	return { arbiter: token("desk", "arbiter"), operator: token("pit", "operator"), viewer: token("wall", "viewer"),
		 metrics: token("prom", "metrics") };
}

// --- People --------------------------------------------------------------------------------------------------

async function logIn(browser, token, options = {}) {
	const page = await openPage(browser, desk, options);

	await page.locator("input[type=password]").fill(token);
	await page.keyboard.press("Enter");
	await page.locator(".alerts").waitFor();
	return page;
}

// The next request for it waits until it is let go.
async function hold(page, url) {
	let letGo;
	const held = new Promise((resolve) => { letGo = resolve; });

	await page.route(url, async (route) => {
		await held;
		await route.continue();
	}, { times: 1 });
	return letGo;
}

async function refuseStranger(browser, metrics) {
	const page = await openPage(browser, desk);

	await page.locator("input[type=password]").waitFor();
	await assertAccessible(page, "the log-in");
	page.forgiving = true; // Chromium reports each answer 401
	await page.locator("input[type=password]").fill("adoube_" + "0".repeat(64));
	await page.keyboard.press("Enter");
	await page.getByText("the token is not known here").waitFor();
	assert.equal(await page.locator(".alerts").count(), 0);
	assert.equal(await page.evaluate(() => fetch("/api/v1/tables").then((answer) => answer.status)), 401);
	page.forgiving = false;
	await page.locator("input[type=password]").fill(metrics);
	await page.keyboard.press("Enter");
	await page.getByText("This token is for metrics").waitFor();
	await closePage(page);
}

// What the arbiter knows and nobody else.
async function assertDiscreet(spectator) {
	const text = await spectator.evaluate(() => document.body.innerText);

	assert.doesNotMatch(text, /illegal|flag|offence|penalty/i);
}

// --- The illegal move -------------------------------------------------------------------------------------------

let illegal; // "TABLE/NUMBER" of its alert

async function seeIllegalMove(arbiter, operator) {
	const row = arbiter.locator(".alert.critical", { hasText: "illegal move" }).first();

	for (const name of ["Sound", "Notifications"]) {
		const button = arbiter.getByRole("button", { name });

		assert.equal(await button.getAttribute("aria-pressed"), "false", "off until allowed");
		await button.click();
		await arbiter.locator(`button[aria-pressed=true]:text("${name}")`).waitFor();
	}
	await eventually(async () => assert.deepEqual(await arbiter.evaluate("window.tones.slice(0, 2)"), [660, 880],
						      "so that one hears that it is on"));
	await row.waitFor();
	await shows(row, /Table 1[\s\S]*Morphy, Paul – Duke Karl/);
	await row.click();
	await arbiter.locator(".timeline").waitFor();
	[illegal] = /\d+\/\d+$/.exec(arbiter.url());
	await until("squares and both sides of the clock", async () => await arbiter.locator(".timeline .lane").count() >= 4);
	await eventually(async () => {
		assert.deepEqual((await arbiter.locator(".timeline .lane").allTextContents()).slice(-2), ["White", "Black"]);
		assert.match(await arbiter.locator(".evidence table").textContent(),
			     /Clock: White 3:\d\d, Black 3:\d\d; it runs for (White|Black)/);
	});
	await until("a press", async () => await arbiter.locator(".timeline .press").count() >= 1);
	await until("two diagrams", async () => await arbiter.locator(".diagram cg-board").count() === 2);
	await until("two marks", async () => await arbiter.locator(".diagram").first().locator("square.marked").count() === 2);
	await shows(arbiter.locator(".articles"), /7\.5\.1\s+An illegal move is completed/);
	await assertAccessible(arbiter, "an alert");
	await arbiter.setViewportSize({ width: 1280, height: 1560 });
	await shoot(arbiter, out, "arbiter");
	await arbiter.setViewportSize({ width: 1280, height: 800 });
	// An operator sees it, and has nothing to decide.
	await operator.goto(arbiter.url());
	await operator.locator(".timeline").waitFor();
	assert.equal(await operator.getByRole("button", { name: "Confirm" }).count(), 0);
	// What was refused is no decision.
	const cases = "**/api/v1/case?*";

	await operator.route(cases, async (route) => {
		const response = await route.fetch(), json = await response.json();

		json.decisions = [{ t: 1, what: "said", event: { op: "alert" }, refused: true }];
		await route.fulfill({ response, json });
	});
	await operator.reload();
	await operator.getByText('refused, and not in force: {"op":"alert"}').waitFor();
	await operator.unroute(cases);
	await seeRelated(operator, cases);
	await assertReadersTime(arbiter);
	// By the keyboard alone, as all of it.
	await arbiter.getByLabel("Note").focus();
	await arbiter.keyboard.type("both were told, <b>2 minutes</b>");
	await arbiter.keyboard.press("Tab");
	await arbiter.keyboard.press("Enter");
	await operator.getByText("confirmed: both were told, <b>2 minutes</b>", { exact: true }).waitFor();
	await shows(operator.locator(".decisions li"), /^\d\d:\d\d:\d\d\s+alert \d+ confirmed: both were told, <b>2 minutes<\/b>$/);
	await seeGermanDecision(operator);
	await arbiter.getByText("The decision is recorded.").waitFor();
}

// What else belongs to it, with what became of that, is a way there.
async function seeRelated(page, cases) {
	await page.route(cases, async (route) => {
		const response = await route.fetch(), json = await response.json();

		json.related = [{ number: 4711, id: "second-illegal-move", move: 3, ply: 5, text: "It was the second.", outcome: "dismissed" }];
		json.counted_once = true;
		json.outcome = "expired";
		json.settled = json.alert.t + 9;
		await route.fulfill({ response, json });
	});
	await page.reload();
	await shows(page.locator(".related li"), /^alert 4711, move 3 \(half-move 5\): It was the second\. \(dismissed\)$/);
	assert.match(await page.locator(".related a").getAttribute("href"), /^#\/alert\/\d+\/4711$/);
	await shows(page.locator(".related .hint"), /one offence, counted once/);
	await shows(page.locator(".decisions li"), /^\d\d:\d\d:\d\d\s+expired$/);
	await assertAccessible(page, "an alert with another");
	await page.unroute(cases);
}

// The daemon's words are those of the reader's language.
async function seeGermanDecision(page) {
	await page.evaluate(() => localStorage.setItem("adoubed.language", "de"));
	await page.reload();
	await shows(page.locator(".decisions li"), /^\d\d:\d\d:\d\d\s+Meldung \d+ bestätigt: both were told/);
	await page.evaluate(() => localStorage.removeItem("adoubed.language"));
	await page.reload();
}

// The hour at which it was told is that of the reader's zone.
async function assertReadersTime(page) {
	const told = await page.evaluate(async () => {
		const [, table, number] = location.hash.match(/(\d+)\/(\d+)$/), { tables } = await (await fetch("/api/v1/alerts")).json();
		const one = tables.find((row) => row.table === Number(table));

		return one.start_unix_ms + 1000 * one.alerts.find((alert) => alert.number === Number(number)).t;
	});

	const hour = new Date(told).toLocaleTimeString("en", { timeZone: "Europe/Zurich", hourCycle: "h23" });

	await until(`the hour ${hour}`, async () => (await page.locator(".detail-head .hint").first().innerText()).startsWith(hour));
}

// The clock is given one second, which the simulated players know nothing of.
async function seeFlagFall(arbiter, operator) {
	// One that has begun and is far from its end: whoever plays there begins again.
	await until("a game", async () => {
		const { plies, result } = await hall.table(2);

		return result === "*" && plies.length >= 2 && plies.length < 40;
	});
	hall.order("clock", "2", "set", "0:00:01", "0:00:01", "white");
	await arbiter.goto(`${desk}/#/alerts`);
	const row = arbiter.locator(".alert.critical", { hasText: "Table 2" }).filter({ hasText: "flag" }).first();

	await row.waitFor();
	await shows(row, /Anderssen, Adolf – <script>alert\(1\)<\/script>/);
	await until("a sound", () => arbiter.evaluate(() => window.tones.join().includes("880,660,880,660")));
	assert.deepEqual(await operator.evaluate("[window.tones, window.notes]"), [[], []], "only where it was allowed");
	await until("a note", () => arbiter.evaluate(() => window.notes.some(({ title }) => title === "Table 2: critical")));
	const note = await arbiter.evaluateHandle(() => window.notes.findLast(({ title }) => title === "Table 2: critical"));

	assert.match(await note.evaluate(({ body }) => body), /flag[\s\S]*\nAnderssen, Adolf – <script>/);
	await note.evaluate((one) => one.dispatchEvent(new Event("click")));
	await arbiter.locator(".detail h1", { hasText: "flag" }).waitFor();
}

// --- A correction on the board ---------------------------------------------------------------------------------

// Where an element is once it stays there: what stands above it may come later.
function placeOf(locator) {
	let was = "";

	return until("an element that keeps its place", async () => {
		const box = await locator.boundingBox(), before = was;

		was = JSON.stringify(box);
		return was === before && box;
	});
}

async function squareCenter(page, name) {
	const box = await placeOf(page.locator(".correct cg-board")), size = box.width / 8;

	return [box.x + (name.charCodeAt(0) - 97 + 0.5) * size, box.y + (8 - Number(name[1]) + 0.5) * size];
}

async function clickSquare(page, name) {
	await page.mouse.click(...await squareCenter(page, name));
}

async function correct(operator, spectator) {
	await until("three moves", async () => (await hall.table(3)).plies?.length === 6);
	await spectator.goto(`${hall.address}/#/table/3`);
	await spectator.locator(".ply").nth(5).waitFor();
	await operator.goto(`${desk}/#/table/3`);
	await operator.getByRole("button", { name: "Replace" }).click();
	await operator.locator(".record").getByRole("button", { name: "a6" }).click();
	await operator.locator(".correct .slot").scrollIntoViewIfNeeded();
	await clickSquare(operator, "g8");
	// A name is corrected, an alert comes in: whatever stands above the board takes a line more.
	await operator.locator(".table-page h1").evaluate((one) => one.style.paddingTop = "90px");
	await clickSquare(operator, "f6");
	await operator.getByText("What would change").waitFor();
	await shows(operator.locator(".effect"), /3\.\.\. a6/);
	await assertAccessible(operator, "a correction");
	await shoot(operator, out, "operator");
	await operator.getByRole("button", { name: "Cancel" }).click();
	await operator.getByRole("button", { name: "Take back", exact: true }).click();
	await operator.getByRole("button", { name: "Take back from 3… a6" }).click();
	await shows(operator.locator(".effect"), /Was\s+3\.\.\. a6\s+Becomes\s+–/);
	assert.equal((await hall.table(3)).plies[5].san, "a6", "nothing is done before it is agreed to");
	await operator.getByRole("button", { name: "Do it" }).click();
	await operator.getByText("Done and recorded.").waitFor();
	await spectator.locator(".revision:visible").waitFor();
	// The board shows the move all the time, and yet it stays away until somebody asks for it.
	const letGo = await hold(operator, "**/api/v1/orders");

	assert.equal((await hall.table(3)).plies.length, 5);
	await operator.getByRole("button", { name: "Undo" }).click();
	// What is asked before that is answered is not taken away by the answer.
	await operator.locator(".correct").getByRole("button", { name: "Result" }).click();
	await operator.locator(".correct-tools select").selectOption("1-0");
	await operator.getByRole("button", { name: "Show the effect" }).click();
	await operator.locator(".effect", { hasText: "* → 1-0" }).waitFor();
	letGo();
	await until("an answer", async () => await operator.locator(".correct .answer").innerText() !== "");
	assert.equal(await operator.locator(".effect", { hasText: "* → 1-0" }).count(), 1);
	await operator.getByRole("button", { name: "Cancel" }).click();
	await until("a6 again", async () => (await hall.table(3)).plies?.[5]?.san === "a6");
	// What cannot be is refused in words, and leaves no trace.
	await operator.getByRole("button", { name: "Replace" }).click();
	await operator.locator(".record").getByRole("button", { name: "a6" }).click();
	operator.forgiving = true; // Chromium reports each answer 409
	await operator.locator(".correct-tools input").fill("Qh7");
	await operator.getByRole("button", { name: "Show the effect" }).click();
	await operator.locator(".correct .answer[data-kind=bad]").waitFor();
	operator.forgiving = false;
	assert.equal(await operator.getByRole("button", { name: "Do it" }).count(), 0);
}

// From where to where; a board looks at where the hand is once in a frame.
async function drag(page, from, to) {
	await page.mouse.move(...from);
	await page.mouse.down();
	await page.mouse.move(from[0] + 3, from[1] + 60, { steps: 2 });
	await page.mouse.move(...to, { steps: 4 });
	await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
	await page.mouse.up();
}

// A position is set up by hand: a man off the palette, one from square to square, one off the board.
async function setPosition(operator) {
	await operator.locator(".correct").getByRole("button", { name: "Position" }).click();
	await operator.locator(".correct .slot").scrollIntoViewIfNeeded();
	const queen = await placeOf(operator.getByRole("button", { name: "White: Queen" }));

	await drag(operator, [queen.x + queen.width / 2, queen.y + queen.height / 2], await squareCenter(operator, "d5"));
	await drag(operator, await squareCenter(operator, "b5"), await squareCenter(operator, "c4"));
	const board = await placeOf(operator.locator(".correct cg-board"));

	await drag(operator, await squareCenter(operator, "h2"), [board.x + board.width + 40, board.y + 20]);
	await operator.getByRole("button", { name: "Show the effect" }).click();
	await operator.locator(".preview [aria-label*='r1bqkbnr/1ppp1ppp/p1n5/3Qp3/2B1P3/5N2/PPPP1PP1/RNBQK2R']").waitFor();
	await operator.getByRole("button", { name: "Cancel" }).click();
}

async function result(arbiter, spectator, operator) {
	await arbiter.goto(`${desk}/#/table/3`);
	const panel = arbiter.locator(".panel", { has: arbiter.getByRole("heading", { name: "Result" }) }).first();

	// What the record says to a claim is an alert.
	const claim = arbiter.locator(".panel", { has: arbiter.getByRole("heading", { name: "Claim of a draw" }) }).first();

	await claim.getByLabel("Rule").selectOption("threefold");
	await claim.getByRole("button", { name: "Check" }).click();
	await arbiter.getByRole("link", { name: /^Claim by White: incorrect/ }).waitFor();
	await panel.getByLabel("Result").selectOption("1/2-1/2");
	await panel.getByRole("button", { name: "Record" }).click();
	await arbiter.getByText("It is recorded.").waitFor();
	await spectator.locator(".result:visible", { hasText: "½–½" }).waitFor();
	await operator.locator(".options", { hasText: "desk (arbiter)" }).first().waitFor();
	assert.equal(await operator.getByRole("heading", { name: "Claim of a draw" }).count(), 0, "an operator says no results");
}

// --- Boards and outputs -----------------------------------------------------------------------------------------

// Which boards there are, and what giving one away would do; where the games go.
async function seeBoards(operator) {
	await operator.goto(`${desk}/#/devices`);
	await until("three boards", async () => await operator.locator("td .state.good", { hasText: "connected" }).count() === 3);
	const given = operator.getByLabel("Board of table 4");

	await given.waitFor();
	const board = await until("a board to give", async () =>
		(await given.locator("option").allTextContents()).find((text) => /^\d+$/.test(text)));

	await given.selectOption(`serial:${board}`);
	await operator.getByRole("button", { name: "Show what changes" }).click();
	await operator.locator(".preview", { hasText: `Table 4: – becomes serial:${board}` }).waitFor();
	await operator.getByRole("button", { name: "Cancel" }).click();
	await operator.goto(`${desk}/#/outputs`);
	await operator.locator("tr", { hasText: "PGN files" }).getByText("in order").waitFor();
	await operator.goto(`${desk}/#/times`);
	await operator.locator(".panel", { hasText: "Table 3: Lopez, Ruy – Leonardo" }).getByText("now").waitFor();
}

// Whoever has the page open can give away a board that comes now.
async function seeBoardCome(operator) {
	await operator.goto(`${desk}/#/devices`);
	await operator.getByLabel("Board of table 4").waitFor();
	await hall.replaceBoard(3, "--serial", "3000000099");
	await until("another board to give", async () =>
		(await operator.getByLabel("Board of table 4").locator("option").allTextContents()).includes("3000000099"));
}

// --- Names ------------------------------------------------------------------------------------------------------

async function importPairings(operator, spectator) {
	await operator.goto(`${desk}/#/round`);
	await operator.locator("tr", { hasText: "no board is assigned" }).getByRole("link", { name: "4" }).waitFor();
	await operator.locator("input[type=file]").setInputFiles({
		name: "pairings.csv", mimeType: "text/csv", buffer: Buffer.from("Table;White;Black\n4;Müller <i>x</i>;Nobody, New\n9;C;D\n", "latin1"),
	});
	await operator.getByText("Müller <i>x</i>").waitFor();
	await shows(operator.locator(".warning"), /Line 3: there is no table 9/);
	assert.equal((await hall.table(4)).white.name, "A");
	await operator.locator(".preview").getByRole("button", { name: "Do it" }).click();
	await until("the new names", async () => (await hall.table(4)).white.name === "Müller <i>x</i>");
	await spectator.goto(`${hall.address}/#/`);
	await spectator.getByText("Müller <i>x</i>").first().waitFor();
}

// --- Everything -------------------------------------------------------------------------------------------------

// The name of the event is read as a whole, and where one is in the row of views is to be seen.
async function assertHead(page, view) {
	const { name, row, current } = await page.evaluate(() => {
		const sides = (element) => element && { left: element.getBoundingClientRect().left, right: element.getBoundingClientRect().right };
		const title = document.querySelector(".desk-title strong");

		return { name: title.scrollWidth <= title.clientWidth && title.scrollHeight <= title.clientHeight,
			 row: sides(document.querySelector("nav")), current: sides(document.querySelector("nav [aria-current]")) };
	});

	assert.ok(name, `${view}: the name of the event is cut off`);
	assert.ok(!current || (current.left >= row.left - 1 && current.right <= row.right + 1), `${view} is out of sight in the row of views`);
}

async function lookAround(page) {
	await page.goto(`${desk}/#/alerts`);
	await eventually(() => assertHead(page, "alerts"));
	await page.setViewportSize({ width: 390, height: 800 });
	for (const view of VIEWS) {
		await page.goto(`${desk}/#/${view}`);
		await page.locator("main h1").waitFor();
		await until(`${view} has loaded`, async () => await page.getByText("Loading…").count() === 0);
		await until(`${view} does not scroll sideways`, () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
		await eventually(() => assertHead(page, view));
		await assertAccessible(page, view);
	}
}

// One sheet as it is printed: nothing but the paper, on so many pages at most, with all of that on it.
async function printSheet(page, sheet, most, ...texts) {
	await page.goto(`${desk}/#/print/${sheet}`);
	await page.locator(".paper h1").waitFor();
	await until(`${sheet} is there`, async () => await page.getByText("Loading…").count() === 0);
	await page.emulateMedia({ media: "print" });
	await until("only the sheet is printed", async () => await page.locator(".desk-head:visible, button:visible").count() === 0);
	// Where another sheet was shown before, this one comes in its own time.
	for (const wanted of texts)
		await until(`${wanted} on ${sheet}`, async () => wanted.test(await page.locator("body").innerText()));
	const pdf = await page.pdf({ format: "A4", path: join(out, `${sheet.split("/")[0]}.pdf`) });

	await page.emulateMedia({ media: "screen" });
	assert.equal(pdf.subarray(0, 5).toString(), "%PDF-");
	const pages = pdf.toString("latin1").match(/\/Type\s*\/Page\b/g).length;

	assert.ok(pages >= 1 && pages <= most, `${sheet} has ${pages} pages`);
}

// A game is adjourned: its envelope, beside scoresheet and report.
async function printSheets(page) {
	hall.order("correct", "-y", "4", "position", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 30");
	hall.order("correct", "-y", "4", "insert", "1", "e4 Ke7");
	hall.order("tell", "4", "arbiter", "what=seal");
	hall.order("tell", "4", "arbiter", "what=adjourned", "resume=2025-07-23 10:00", "place=Grande salle");
	await printSheet(page, "envelope/4", 1, /Müller <i>x<\/i>/, /Seals the move\s+White/, /Move number\s+31/, /2025-07-23 10:00/,
			 /Grande salle/, /Position before the sealed move/);
	await printSheet(page, "scoresheet/3", 1, /Grand Café de la Régence/, /Lopez, Ruy/, /3\s+Bb5[\s\S]*a6/, /½|1\/2-1\/2/);
	await printSheet(page, `report/${illegal}`, 2, /illegal move/, /7\.5\.1/, /both were told, <b>2 minutes<\/b>/, /Statement/);
}

// --- The event --------------------------------------------------------------------------------------------------

// The next round: the public page's address is the same, and it follows.
async function nextRound(operator, spectator) {
	await spectator.goto(`${hall.address}/#/`);
	await spectator.locator(".facts", { hasText: "Round 3" }).waitFor();
	await operator.goto(`${desk}/#/round`);
	await operator.getByRole("button", { name: "Close the round" }).click();
	await operator.getByRole("button", { name: "Do it" }).click();
	await operator.getByText("Round 3 is closed.").waitFor();
	await operator.getByRole("button", { name: "Open the round" }).click();
	await operator.getByRole("button", { name: "Do it" }).click();
	await spectator.locator(".facts", { hasText: "Round 4" }).waitFor();
	await until("new games", async () => await spectator.locator(".card.over").count() === 0);
}

// The event file, by questions and as text: what is wrong is shown where it stands, and what is right before it is done.
async function setUpEvent(operator, spectator, viewer) {
	await operator.goto(`${desk}/#/setup`);
	await operator.getByRole("link", { name: "Change the event" }).click();
	await operator.getByLabel("Date").fill("2025-07-24");
	await operator.getByLabel("Name").fill("Tournoi de Paris");
	await operator.getByLabel("Time control").fill("180+2/40");
	await operator.getByRole("button", { name: "Show what changes" }).click();
	await operator.locator(".answer[data-kind=bad]", { hasText: /adoubed\.conf:\d+: \[time\] control: '180\+2\/40' is not allowed/ }).waitFor();
	await eventually(async () => assert.equal(await operator.evaluate(() => getSelection().toString() || document.activeElement.value?.slice(
		document.activeElement.selectionStart, document.activeElement.selectionEnd)), "control = 180+2/40"));
	await operator.getByLabel("Time control").fill("300+3");
	await operator.getByRole("button", { name: "One more table" }).click();
	await operator.getByRole("button", { name: "Show what changes" }).click();
	await operator.locator(".difference").waitFor();
	await eventually(async () => assert.deepEqual(
		(await operator.locator(".difference ins, .difference del").allInnerTexts()).map((line) => line.trim()), [
			"−name = Grand Café de la Régence", "+name = Tournoi de Paris", "−date = 2025-07-22", "+date = 2025-07-24",
			"−control = 180+2", "+control = 300+3", "+", "+[table 5]"]));
	await assertAccessible(operator, "a change of the event file");
	await shoot(operator, out, "event");
	assert.match(readText(hall.path("adoubed.conf")), /Régence/, "nothing is done before it is agreed to");
	await operator.getByRole("button", { name: "Do it" }).click();
	await operator.getByText("the recorder has begun again with it").waitFor();
	await spectator.locator("h1", { hasText: "Tournoi de Paris" }).waitFor();
	await until("table 5", async () => await spectator.locator(".card").count() === 5);
	// What the machine is, nobody changes from here; and a viewer nothing at all.
	await operator.locator("textarea").fill((await operator.locator("textarea").inputValue()).replace(/port = \d+/, "port = 1"));
	await operator.getByRole("button", { name: "Show what changes" }).click();
	await operator.getByText("[daemon] can be changed on the machine of the recorder only").waitFor();
	const page = await logIn(await operator.context().browser(), viewer);

	page.forgiving = true;
	assert.equal(await page.evaluate(async () => (await fetch("/api/v1/orders", { method: "POST", headers: { "Content-Type": "application/json",
		"Adoubed-CSRF": (await (await fetch("/api/v1/whoami")).json()).csrf }, body: '{"cmd":"event","do":"show"}' })).status), 403);
	page.forgiving = false;
	await closePage(page);
}

async function seeFrenchAndGerman(browser, token) {
	const page = await logIn(browser, token, { language: "fr-CH", theme: "dark", width: 390 });

	await page.getByRole("heading", { name: "Alertes" }).waitFor();
	assert.equal(await page.getByRole("button", { name: "Confirmer" }).count(), 0);
	await page.getByRole("button", { name: "Toutes" }).click();
	await page.locator(".alert", { hasText: "coup illégal" }).first().click();
	await page.locator(".articles", { hasText: "Le coup illégal est complété" }).waitFor();
	await assertAccessible(page, "an alert, in French, dark, on a phone");
	await shoot(page, out, "arbiter-phone");
	// The daemon's sentences are in each language of the page's.
	await page.locator(".desk-user button").first().click();
	await page.locator("#setting-language").selectOption("de");
	await page.keyboard.press("Escape");
	await page.locator(".detail h1", { hasText: "regelwidrigen Zug abgeschlossen" }).waitFor();
	await page.locator(".articles", { hasText: "Mit dem Drücken ist ein regelwidriger Zug abgeschlossen" }).waitFor();
	await page.getByRole("button", { name: "Abmelden" }).click();
	await page.getByText("Die Sitzung ist zu Ende").waitFor();
	page.forgiving = true;
	assert.equal(await page.evaluate(() => fetch("/api/v1/tables").then((answer) => answer.status)), 401);
	page.forgiving = false;
	await closePage(page);
}

let browser = null;

try {
	const tokens = prepare();

	browser = await openBrowser();
	await hall.open();
	const [arbiter, operator, spectator] = await step("three come in", () => Promise.all([
		logIn(browser, tokens.arbiter), logIn(browser, tokens.operator), openPage(browser, hall.address, { path: "/#/" })]));

	await step("a stranger", () => refuseStranger(browser, tokens.metrics));
	await step("illegal move", () => seeIllegalMove(arbiter, operator));
	await step("correction", () => correct(operator, spectator));
	await step("a position", () => setPosition(operator));
	await step("result", () => result(arbiter, spectator, operator));
	await step("flag fall", () => seeFlagFall(arbiter, operator));
	await step("discretion", () => assertDiscreet(spectator));
	await step("boards", () => seeBoards(operator));
	await step("pairings", () => importPairings(operator, spectator));
	await step("sheets", () => printSheets(arbiter));
	await step("French and German, a viewer", () => seeFrenchAndGerman(browser, tokens.viewer));
	await step("all views", () => lookAround(arbiter));
	for (const page of [arbiter, operator, spectator])
		page.forgiving = true; // the recorder is away for a moment, twice
	await step("the next round", () => nextRound(operator, spectator));
	await step("the event", () => setUpEvent(operator, spectator, tokens.viewer));
	for (const page of [arbiter, operator, spectator])
		page.forgiving = false;
	await step("a board comes", () => seeBoardCome(operator));
	for (const page of [arbiter, operator, spectator])
		await closePage(page);
} catch (error) {
	console.error(hall.log.slice(-4000));
	throw error;
} finally {
	await browser?.close();
	await hall.close();
}
