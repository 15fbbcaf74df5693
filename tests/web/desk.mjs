// SPDX-License-Identifier: GPL-3.0-or-later
// node desk.mjs ADOUBED ADOUBE GAMES OUT: a simulated round with an illegal move, a flag fall, a correction and a result,
// seen by spectator, arbiter and operator at once in Chromium: who may do what, the evidence, what the public is told and
// what it is not; pairings; sheets as PDF; names that are markup; no complaint of the browser, of the policy or of
// axe-core, and no view that scrolls sideways on a phone. OUT gets its pictures.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { writeFileSync } from "node:fs";

import { assertAccessible, closePage, openBrowser, openPage, shoot } from "./browser.mjs";
import { Hall, readText, until } from "./hall.mjs";

const [adoubed, adoube, games, out] = process.argv.slice(2);
const MARKUP = "<script>alert(1)</script>";
const VIEWS = ["alerts", "tables", "devices", "round", "times", "outputs", "setup", "table/2", "print/scoresheet/3"];

async function freePort() {
	const server = createServer().listen(0, "127.0.0.1");

	await new Promise((resolve) => server.once("listening", resolve));
	const { port } = server.address();

	await new Promise((resolve) => server.close(resolve));
	return port;
}

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
	adoubed, adoube,
	event: "[event]\nname = Grand Café de la Régence\nsite = Paris FRA\ndate = 2025-07-22\nround = 3\n" +
		"[rules]\nadequate_supervision = on\n[time]\ncontrol = 180+2\nclock_orders = always",
	boards: [
		{ pgn: join(games, "opera-1858.pgn"),
		  words: ["--time-control", "180+2", "--profile", "clean", "--pace", "20", "--speed", "2", "--irregular", "illegal", "--from-ply", "3"],
		  table: { white: "Morphy, Paul", black: "Duke Karl and Count Isouard" } },
		{ pgn: join(games, "immortal-1851.pgn"), words: ["--time-control", "180+2", "--profile", "clean", "--free-clock"],
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

async function seeIllegalMove(arbiter, operator) {
	const row = arbiter.locator(".alert.critical", { hasText: "illegal move" });

	for (const name of ["Sound", "Notifications"])
		assert.equal(await arbiter.getByRole("button", { name }).getAttribute("aria-pressed"), "false", "off until allowed");
	await row.waitFor();
	assert.match(await row.innerText(), /Table 1[\s\S]*Morphy, Paul – Duke Karl/);
	await row.click();
	await arbiter.locator(".timeline").waitFor();
	assert.ok(await arbiter.locator(".timeline .lane").count() >= 3, "squares and the clock");
	assert.ok(await arbiter.locator(".timeline .press").count() >= 1, "a press");
	assert.equal(await arbiter.locator(".diagram cg-board").count(), 2);
	assert.equal(await arbiter.locator(".diagram").first().locator("square.marked").count(), 2);
	assert.match(await arbiter.locator(".articles").innerText(), /7\.5\.1\s+An illegal move is completed/);
	await assertAccessible(arbiter, "an alert");
	await arbiter.setViewportSize({ width: 1280, height: 1560 });
	await shoot(arbiter, out, "arbiter");
	await arbiter.setViewportSize({ width: 1280, height: 800 });
	// An operator sees it, and has nothing to decide.
	await operator.goto(arbiter.url());
	await operator.locator(".timeline").waitFor();
	assert.equal(await operator.getByRole("button", { name: "Confirm" }).count(), 0);
	await arbiter.getByLabel("Note").fill("both were told, <b>2 minutes</b>");
	await arbiter.getByRole("button", { name: "Confirm" }).click();
	await operator.getByText("confirmed: both were told, <b>2 minutes</b>").waitFor();
	await arbiter.getByText("The decision is recorded.").waitFor();
}

// The clock is given one second, which the simulated players know nothing of.
async function seeFlagFall(arbiter) {
	await until("a game", async () => (await hall.table(2)).plies?.length >= 2);
	hall.order("clock", "2", "set", "0:00:01", "0:00:01", "white");
	await arbiter.goto(`${desk}/#/alerts`);
	const row = arbiter.locator(".alert.critical", { hasText: "Table 2" }).filter({ hasText: "flag" }).first();

	await row.waitFor();
	assert.match(await row.innerText(), /Anderssen, Adolf – <script>alert\(1\)<\/script>/);
}

// --- A correction on the board ---------------------------------------------------------------------------------

async function clickSquare(page, name) {
	const box = await page.locator(".correct cg-board").boundingBox(), size = box.width / 8;

	await page.mouse.click(box.x + (name.charCodeAt(0) - 97 + 0.5) * size, box.y + (8 - Number(name[1]) + 0.5) * size);
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
	await clickSquare(operator, "f6");
	await operator.getByText("What would change").waitFor();
	assert.match(await operator.locator(".effect").innerText(), /3\.\.\. a6/);
	await assertAccessible(operator, "a correction");
	await shoot(operator, out, "operator");
	await operator.getByRole("button", { name: "Cancel" }).click();
	await operator.getByRole("button", { name: "Take back", exact: true }).click();
	await operator.getByRole("button", { name: "Take back from 3… a6" }).click();
	assert.match(await operator.locator(".effect").innerText(), /Was\s+3\.\.\. a6\s+Becomes\s+–/);
	assert.equal((await hall.table(3)).plies[5].san, "a6", "nothing is done before it is agreed to");
	await operator.getByRole("button", { name: "Do it" }).click();
	await operator.getByText("Done and recorded.").waitFor();
	await spectator.locator(".revision:visible").waitFor();
	// The board shows the move all the time: it may be back before anybody asks for it.
	operator.forgiving = true;
	await operator.getByRole("button", { name: "Undo" }).click();
	await until("a6 again", async () => (await hall.table(3)).plies?.[5]?.san === "a6");
	operator.forgiving = false;
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

async function result(arbiter, spectator, operator) {
	await arbiter.goto(`${desk}/#/table/3`);
	const panel = arbiter.locator(".panel", { has: arbiter.getByRole("heading", { name: "Result" }) }).first();

	await panel.getByLabel("Result").selectOption("1/2-1/2");
	await panel.getByRole("button", { name: "Record" }).click();
	await arbiter.getByText("It is recorded.").waitFor();
	await spectator.locator(".result:visible", { hasText: "½–½" }).waitFor();
	await operator.locator(".options", { hasText: "desk (arbiter)" }).first().waitFor();
	assert.equal(await operator.getByRole("heading", { name: "Claim of a draw" }).count(), 0, "an operator says no results");
}

// --- Names ------------------------------------------------------------------------------------------------------

async function importPairings(operator, spectator) {
	await operator.goto(`${desk}/#/round`);
	await operator.locator("input[type=file]").setInputFiles({
		name: "pairings.csv", mimeType: "text/csv", buffer: Buffer.from("Table;White;Black\n4;Müller <i>x</i>;Nobody, New\n9;C;D\n", "latin1"),
	});
	await operator.getByText("Müller <i>x</i>").waitFor();
	assert.match(await operator.locator(".warning").innerText(), /Line 3: there is no table 9/);
	assert.equal((await hall.table(4)).white.name, "A");
	await operator.locator(".preview").getByRole("button", { name: "Do it" }).click();
	await until("the new names", async () => (await hall.table(4)).white.name === "Müller <i>x</i>");
	await spectator.goto(`${hall.address}/#/`);
	await spectator.getByText("Müller <i>x</i>").first().waitFor();
}

// --- Everything -------------------------------------------------------------------------------------------------

async function lookAround(page) {
	await page.setViewportSize({ width: 390, height: 800 });
	for (const view of VIEWS) {
		await page.goto(`${desk}/#/${view}`);
		await page.locator("main h1").waitFor();
		await until(`${view} has loaded`, async () => await page.getByText("Loading…").count() === 0);
		assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${view} scrolls sideways`);
		await assertAccessible(page, view);
	}
}

async function printSheets(page) {
	await page.goto(`${desk}/#/print/report/1/1`);
	await page.locator(".paper .timeline").waitFor();
	const pdf = await page.pdf({ format: "A4" });

	assert.equal(pdf.subarray(0, 5).toString(), "%PDF-");
	const pages = pdf.toString("latin1").match(/\/Type\s*\/Page\b/g).length;

	assert.ok(pages >= 1 && pages <= 2, `the report has ${pages} pages`);
	await page.emulateMedia({ media: "print" });
	assert.equal(await page.locator(".desk-head:visible, button:visible").count(), 0, "only the sheet is printed");
	await page.emulateMedia({ media: "screen" });
}

async function seeFrench(browser, token) {
	const page = await logIn(browser, token, { language: "fr-CH", theme: "dark", width: 390 });

	await page.getByRole("heading", { name: "Alertes" }).waitFor();
	assert.equal(await page.getByRole("button", { name: "Confirmer" }).count(), 0);
	await page.getByRole("button", { name: "Toutes" }).click();
	await page.locator(".alert", { hasText: "coup illégal" }).click();
	await page.locator(".articles", { hasText: "Le coup illégal est complété" }).waitFor();
	await assertAccessible(page, "an alert, in French, dark, on a phone");
	await shoot(page, out, "arbiter-phone");
	await page.getByRole("button", { name: "Se déconnecter" }).click();
	await page.getByText("La session est terminée").waitFor();
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
	await step("result", () => result(arbiter, spectator, operator));
	await step("flag fall", () => seeFlagFall(arbiter));
	await step("discretion", () => assertDiscreet(spectator));
	await step("pairings", () => importPairings(operator, spectator));
	await step("sheets", () => printSheets(arbiter));
	await step("French, a viewer", () => seeFrench(browser, tokens.viewer));
	await step("all views", () => lookAround(arbiter));
	for (const page of [arbiter, operator, spectator])
		await closePage(page);
} catch (error) {
	console.error(hall.log.slice(-4000));
	throw error;
} finally {
	await browser?.close();
	await hall.close();
}
