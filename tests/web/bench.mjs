// SPDX-License-Identifier: GPL-3.0-or-later
// node bench.mjs ADOUBED SIZES TABLES...: what the spectators' page costs and how fast it is, a column for each number
// of tables. Boards on the network and a daemon of that many tables give
//
//     packed        bytes of page, script, style and pictures, as they are sent
//     first board   ms from the start of loading to the first men on the page, and to the first frame that shows them with
//                   their pictures, of five visits the middle one. Each in a tab of its own with nothing kept, beside
//                   visits in turn to a blank page, to the smallest file of the same server and to a board without a
//                   script: what the browser takes by itself. Once in a browser that has another tab open, and once in
//                   one that has just begun, which still loads parts of its own
//     board->feed   ms from the bytes of a press on a board's wire until a reader of the feed that draws nothing has it;
//                   part of it is the journal's disk: with TMPDIR in memory it is not
//     board->board  the same until the frame that shows the ply in the browser, at 25 plies a second in all, half of
//                   them in view, which are counted: median, 99th percentile
//     scroll        ms from frame to frame while the page is scrolled for five seconds and 25 plies a second come from the
//                   boards, men that go from square to square included: median, 99th percentile, longest; tasks of more than
//                   50 ms; what the daemon, the boards and the browser take of a processor meanwhile. Before it a page of
//                   as many cards that are one picture each: what the browser takes by itself
//
// and a made-up feed of that many tables gives what is the page's own:
//
//     feed->board   as board->board, from the bytes of the feed
//     hour          a ply a second at each table for a minute, as many as in an hour of play: the page's heap before
//                   and behind it (MB, collected), elements, share of a processor that the page's main thread took
import { readdirSync } from "node:fs";

import { Boards } from "./boards.mjs";
import { openBrowser, openPage } from "./browser.mjs";
import { now, Reader, serve, sleep, Stream } from "./feed.mjs";
import { Hall, readText, until } from "./hall.mjs";
import { stillBoard, stillCards } from "./still.mjs";
import { visitInFresh, visitInOpen } from "./visits.mjs";

const [adoubed, sizes, ...counts] = process.argv.slice(2);
const RATE = 25;
const IN_VIEW = 12;

// Which table's ply is the next: at all in turn, every other one where it can be seen. Never one of a table where a hand
// still plays: what two hands do at once, a recorder takes half a second to be sure of.
const watched = (count) => (made) => made % 2 ? (made >> 1) % Math.min(IN_VIEW, count) : ((made >> 1) + (count >> 1)) % count;

// --- Measuring ---------------------------------------------------------------------------------------------

function part(sorted, share) {
	return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

const sorted = (numbers) => [...numbers].sort((a, b) => a - b);
const ms = (number) => number.toFixed(1);
const middle = (numbers) => ms(part(sorted(numbers), 0.5));
const spread = (numbers) => `${middle(numbers)} / ${ms(part(sorted(numbers), 0.99))}`;

function packed() {
	const files = JSON.parse(readText(sizes)).filter((file) => file.server === "public" && !file.path.endsWith(".json"));

	return `${files.reduce((sum, file) => sum + file.gzip, 0)} in ${files.length} files`;
}

// What a first board costs beside what a browser costs: of visits in turn to a blank page, to the daemon's smallest one,
// to one with a board that stands still, and to ours.
async function firstBoards(browser, hall) {
	const style = /href="(\/assets\/[^"]+\.css)"/.exec(await (await fetch(hall.address)).text())[1];
	const { server, address } = await serve(hall.port, stillBoard(style));
	const places = { blank: ["about:blank", "body"], empty: [`${hall.address}/icon.svg`, "svg"],
			 still: [`${address}/still/board`, "piece"], first: [hall.address, "cg-board piece"] };
	const text = (visits) => `${middle(visits.map(([there]) => there))} / ${middle(visits.map(([, shown]) => shown))}`;
	const column = (found, prefix) => Object.entries(found).map(([name, visits]) => [prefix + name, text(visits)]);

	try {
		return Object.fromEntries([...column(await visitInOpen(browser, places), ""), ...column(await visitInFresh(places), "fresh_")]);
	} finally {
		server.close();
	}
}

// When the frame that shows a ply has been drawn, by its card's text.
function watch() {
	const channel = new MessageChannel(), shown = [], waiting = [];

	window.shown = shown;
	channel.port1.onmessage = () => {
		for (const key of waiting.splice(0))
			shown.push([key, performance.timeOrigin + performance.now()]);
	};
	new MutationObserver((records) => {
		const texts = new Set(records.map((record) => record.target.closest?.(".status") ?? record.target.parentElement)
			.filter((element) => element?.matches?.(".status")));

		for (const status of texts)
			waiting.push(`${status.closest(".card").querySelector(".number").textContent}: ${status.textContent}`);
		if (texts.size > 0)
			requestAnimationFrame(() => channel.port2.postMessage(null));
	}).observe(document.querySelector(".cards"), { childList: true, characterData: true, subtree: true });
}

// sent: from what a card says to when that was sent.
async function lateness(page, play, sent) {
	await page.evaluate(watch);
	await play();
	await sleep(1500);
	const inView = new Set(await page.locator(".card").evaluateAll((cards) => cards.filter((card) => card.querySelector("cg-board"))
		.map((card) => card.querySelector(".number").textContent)));
	const late = [], done = new Set();

	for (const [key, at] of await page.evaluate("window.shown"))
		if (sent.has(key) && !done.has(key) && inView.has(key.split(":")[0])) {
			late.push(at - sent.get(key));
			done.add(key); // the first frame that shows it
		}
	return `${spread(late)} (${late.length} plies, ${inView.size} boards)`;
}

// What the kernel counts of a process: its parent, and hundredths of a second that it has computed; null: it has ended.
function processOf(pid) {
	try {
		const fields = readText(`/proc/${pid}/stat`).split(") ")[1].split(" ");

		return { pid, parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
	} catch {
		return null;
	}
}

function descendants(pid) {
	const all = readdirSync("/proc").filter((name) => /^\d+$/.test(name)).map((name) => processOf(Number(name))).filter(Boolean);
	const below = (of) => all.filter(({ parent }) => parent === of).flatMap((one) => [one.pid, ...below(one.pid)]);

	return below(pid);
}

// Shares of a processor that the daemon, the boards (with this program) and the browser take while something is done.
async function shares(hall, doing) {
	const groups = [[hall.daemon.pid], [process.pid], descendants(process.pid).filter((pid) => pid !== hall.daemon.pid)];
	const before = groups.map((pids) => pids.map(processOf)), began = now(), result = await doing(), hundredths = (now() - began) / 10;
	const ticks = (was) => (processOf(was?.pid)?.ticks ?? was?.ticks ?? 0) - (was?.ticks ?? 0);

	return [result, before.map((group) => `${(100 * group.reduce((sum, was) => sum + ticks(was), 0) / hundredths).toFixed(0)} %`).join(" / ")];
}

// Frames of a page that is scrolled for five seconds.
async function scroll(page) {
	const [frames, long] = await page.evaluate(async () => {
		const deltas = [], tasks = [], end = performance.now() + 5000;
		const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map((entry) => entry.duration)));

		observer.observe({ type: "longtask" });
		let before = await new Promise(requestAnimationFrame), step = 40;

		while (before < end) {
			window.scrollBy(0, step);
			if (window.scrollY <= 0 || window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 1)
				step = -step;
			const at = await new Promise(requestAnimationFrame);

			deltas.push(at - before);
			before = at;
		}
		observer.disconnect();
		return [deltas, tasks];
	});

	return `${spread(frames)} / ${ms(Math.max(...frames))} (${frames.length} frames, ${long.length} long tasks)`;
}

// The same page as a picture: as many cards that are each one picture of the first, with nothing that moves.
async function scrollStill(browser, page, hall, count) {
	const card = page.locator(".card").first(), box = await card.boundingBox();
	const { server, address } = await serve(hall.port, stillCards(count, await card.screenshot(), box));

	try {
		const still = await openPage(browser, address, { path: "/still/cards" });

		await sleep(1000);
		const found = await scroll(still);

		await still.context().close();
		return found;
	} finally {
		server.close();
	}
}

async function hour(page, stream) {
	const session = await page.context().newCDPSession(page);
	const look = async () => {
		await session.send("HeapProfiler.collectGarbage");
		const { metrics } = await session.send("Performance.getMetrics");

		return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
	};

	await session.send("Performance.enable", { timeDomain: "threadTicks" });
	const before = await look(), mb = (bytes) => (bytes / 1e6).toFixed(1);

	await stream.play(stream.tables.length, 60_000);
	await sleep(500);
	const after = await look();

	return `${mb(before.JSHeapUsedSize)} -> ${mb(after.JSHeapUsedSize)} MB, ${after.Nodes} nodes, ` +
		`${(100 * (after.TaskDuration - before.TaskDuration) / 60.5).toFixed(1)} %`;
}

// --- Boards, a daemon and a browser ---------------------------------------------------------------------------

async function ofBoards(browser, count) {
	const boards = new Boards(count), found = {};

	await boards.open();
	const hall = new Hall({ adoubed, event: "[event]\nname = Bench\n[time]\ncontrol = 5400+30", boards: boards.list.map(({ number }) =>
		({ table: { board: boards.address(number), white: `Anderssen, ${number}`, black: `Kieseritzky, ${number}` } })) });

	try {
		await hall.openDaemon();
		await until("all boards", async () => (await (await fetch(`${hall.address}/api/v1/tables`)).json()).tables
			.every((table) => table.link === "" && table.sync === "in-step"));
		Object.assign(found, await firstBoards(browser, hall));
		const page = await openPage(browser, hall.address, { motion: "no-preference" }), sent = new Map();

		await page.locator("cg-board piece").first().waitFor();
		await sleep(1000);
		const play = async (ms, table) => {
			const began = now(), hands = [];

			for (let made = 0; now() - began < ms; await sleep(4))
				for (; made < (now() - began) / 1000 * RATE; made++)
					hands.push(boards.list[table(made)].play().then((key) => key && sent.set(key, now())));
			await Promise.all(hands);
		};

		const reader = new Reader();

		await reader.open(hall.address);
		found.wire = await lateness(page, () => play(12_000, watched(count)), sent);
		await reader.close();
		found.told = spread([...sent].filter(([key]) => reader.heard.has(key)).map(([key, at]) => reader.heard.get(key) - at));
		found.still_scroll = await scrollStill(browser, page, hall, count);
		[[found.scroll], found.shares] = await shares(hall, () => Promise.all([scroll(page), play(5000, (made) => made % count)]));
		await page.context().close();
		return found;
	} finally {
		await hall.close();
		boards.close();
	}
}

async function ofFeed(browser, count) {
	const hall = new Hall({ adoubed, event: "[event]\nname = Bench", boards: [{}] }), stream = new Stream(count), found = {};

	await hall.openDaemon();
	const { server, address } = await serve(hall.port, {}, stream);

	try {
		const page = await openPage(browser, address);

		await page.locator("cg-board piece").first().waitFor();
		found.feed = await lateness(page, () => stream.play(RATE, 12_000, watched(count)), stream.sent);
		found.hour = await hour(page, stream);
		await page.context().close();
		return found;
	} finally {
		server.close();
		await hall.close();
	}
}

// --- The table ------------------------------------------------------------------------------------------------

const VISITS = { blank: "about:blank", empty: "an empty page of the same server", still: "a board that stands still", first: "first board" };
const ROWS = [
	["packed", "the page packed, bytes"],
	...Object.entries(VISITS).map(([key, name]) => [key, `${name}, ms there / shown`]),
	...Object.entries(VISITS).map(([key, name]) => [`fresh_${key}`, `  in a browser just begun: ${name}`]),
	["told", "board->feed, ms median / p99"],
	["wire", "board->board, ms median / p99"],
	["feed", "feed->board, ms median / p99"],
	["still_scroll", "scroll of pictures, ms a frame median / p99 / longest"],
	["scroll", "scroll, ms a frame median / p99 / longest"],
	["shares", "  processor: daemon / boards / browser"],
	["hour", "an hour at 60x"],
];
const browser = await openBrowser();
const columns = [];

try {
	for (const count of counts.map(Number))
		columns.push({ name: `${count} tables`, packed: packed(), ...await ofBoards(browser, count), ...await ofFeed(browser, count) });
} finally {
	await browser.close();
}
const widths = columns.map((column) => Math.max(...[["name"], ...ROWS].map(([key]) => column[key].length)));
const head = Math.max(...ROWS.map(([, name]) => name.length));
const line = (name, cells) => `| ${name.padEnd(head)} | ${cells.map((cell, i) => cell.padEnd(widths[i])).join(" | ")} |`;

console.log([line("", columns.map(({ name }) => name)), line("-".repeat(head), widths.map((width) => "-".repeat(width))),
	     ...ROWS.map(([key, name]) => line(name, columns.map((column) => column[key])))].join("\n"));
