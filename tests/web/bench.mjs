// SPDX-License-Identifier: GPL-3.0-or-later
// node bench.mjs ADOUBED TABLES: a made-up feed of so many tables, beside a daemon that serves the page.
//
//     first board   ms from the start of loading to the first men on the page, of five loadings the middle one
//     wire          ms from the bytes of a ply on the wire to the frame that shows it, of the boards in view, at
//                   25 plies a second in all: median, 99th percentile
//     scroll        ms from frame to frame while the page is scrolled end to end: median, 99th percentile, longest
//     hour          a ply a second at each table for a minute, as many as in an hour of play: the page's heap before
//                   and behind it (MB, collected), elements, seconds of the renderer's main thread
import http from "node:http";
import { performance } from "node:perf_hooks";

import { openBrowser, openPage } from "./browser.mjs";
import { Hall } from "./hall.mjs";

const [adoubed, count] = process.argv.slice(2);
const TABLES = Number(count);
const RATE = 25;
const PLIES = 90; // then another game

const now = () => performance.timeOrigin + performance.now();
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// --- A feed ------------------------------------------------------------------------------------------------

// Knights that go out and back again: any number of legal plies.
const CYCLE = [["Nf3", "g1f3"], ["Nf6", "g8f6"], ["Ng1", "f3g1"], ["Ng8", "f6g8"]];
const START = "RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr";

const square = (name) => name.charCodeAt(0) - 97 + 8 * (name.charCodeAt(1) - 49);

function clock(turn) {
	return { white: 5400, black: 5400, running: true, turn, read_unix_ms: Date.now(), battery_low: false };
}

function fresh(number, game) {
	const player = (name) => ({ name, title: "GM", elo: "2500", team: null });

	return { table: number, game, sync: "in-step", sensors: START, clock: clock("white"), breaks: [], first_move: 1, first_side: "white",
		 first_position: START, first_move_unix_ms: null, plies: [], last: null, position: START, side: "white", check: null,
		 result: "*", end: null, white: player(`Anderssen, ${number}`), black: player(`Kieseritzky, ${number}`), link: "",
		 recording: "", revision: null };
}

class Stream {
	constructor() {
		this.tables = Array.from({ length: TABLES }, (_, i) => fresh(i + 1, 1));
		this.readers = new Set();
		this.id = 0;
		this.sent = new Map(); // "3: 17. Nf3" -> when
	}

	open(response) {
		response.writeHead(200, { "Content-Type": "text/event-stream", "Adoubed-Time": Date.now() });
		this.readers.add(response);
		response.on("close", () => this.readers.delete(response));
		response.write(this.text("snapshot", { event: { name: "Bench", site: null, date: null, round: "1", section: null,
								time_control: null }, tables: this.tables }));
	}

	text(name, data) {
		return `id: bench-${this.id++}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
	}

	tell(name, data) {
		const text = this.text(name, data);

		this.readers.forEach((reader) => reader.write(text));
	}

	ply(number) {
		const table = this.tables[number - 1], n = table.plies.length, [san, uci] = CYCLE[n % 4];

		if (n >= PLIES) {
			this.tables[number - 1] = fresh(number, table.game + 1);
			this.tell("table", this.tables[number - 1]);
			return;
		}
		const men = [...table.position], from = square(uci), to = square(uci.slice(2)), side = n % 2 ? "white" : "black";

		men[to] = men[from];
		men[from] = ".";
		const change = { plies_from: n, plies: [{ san, uci, state: "completed", doubtful: false, clock: 5400 }], last: [from, to],
				 position: men.join(""), sensors: men.join(""), side, clock: clock(side) };

		Object.assign(table, change, { plies: [...table.plies, ...change.plies] });
		delete table.plies_from;
		this.sent.set(`${number}: ${(n >> 1) + 1}${n % 2 ? "…" : "."} ${san} ${table.game}`, now());
		this.tell("change", { table: number, ...change });
	}

	// Plies at all tables in turn, so many a second, for so long.
	async play(perSecond, ms) {
		const began = now();

		for (let made = 0; now() - began < ms; await sleep(4))
			for (; made < (now() - began) / 1000 * perSecond; made++)
				this.ply(made % TABLES + 1);
	}
}

// The feed is ours, the rest the daemon's.
async function serve(stream, port) {
	const server = http.createServer((request, response) => {
		if (request.url === "/events") {
			stream.open(response);
			return;
		}
		http.get({ port, host: "127.0.0.1", path: request.url, headers: request.headers, method: request.method }, (answer) => {
			response.writeHead(answer.statusCode, answer.headers);
			answer.pipe(response);
		});
	});

	await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
	return { server, address: `http://127.0.0.1:${server.address().port}` };
}

// --- Measuring ---------------------------------------------------------------------------------------------

function part(sorted, share) {
	return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

const sorted = (numbers) => [...numbers].sort((a, b) => a - b);
const ms = (number) => number.toFixed(1);

async function firstBoard(browser, address) {
	const times = [];

	for (let i = 0; i < 5; i++) {
		const page = await openPage(browser, address);

		await page.locator("cg-board piece").first().waitFor();
		times.push(await page.evaluate("window.firstBoardMs"));
		await page.context().close();
	}
	console.log(`${TABLES} tables: first board ${ms(part(sorted(times), 0.5))}`);
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

async function wire(page, stream) {
	await page.evaluate(watch);
	await stream.play(RATE, 12_000);
	await sleep(500);
	const inView = new Set(await page.locator(".card").evaluateAll((cards) => cards.filter((card) => card.querySelector("cg-board"))
		.map((card) => card.querySelector(".number").textContent)));
	const late = [];

	for (const [key, at] of await page.evaluate("window.shown"))
		for (const game of [1, 2])
			if (stream.sent.has(`${key} ${game}`) && inView.has(key.split(":")[0]))
				late.push(at - stream.sent.get(`${key} ${game}`));
	const times = sorted(late);

	console.log(`${TABLES} tables: wire ${ms(part(times, 0.5))} ${ms(part(times, 0.99))} (${times.length} plies, ${inView.size} boards drawn)`);
}

async function scroll(page, stream) {
	const playing = stream.play(RATE, 6000);
	const frames = sorted(await page.evaluate(async () => {
		const deltas = [], end = performance.now() + 5000;
		let before = await new Promise(requestAnimationFrame), step = 40;

		while (before < end) {
			window.scrollBy(0, step);
			if (window.scrollY <= 0 || window.scrollY + window.innerHeight >= document.documentElement.scrollHeight - 1)
				step = -step;
			const at = await new Promise(requestAnimationFrame);

			deltas.push(at - before);
			before = at;
		}
		return deltas;
	}));

	await playing;
	console.log(`${TABLES} tables: scroll ${ms(part(frames, 0.5))} ${ms(part(frames, 0.99))} ${ms(frames.at(-1))} (${frames.length} frames)`);
}

async function hour(page, stream) {
	const session = await page.context().newCDPSession(page);
	const look = async () => {
		await session.send("HeapProfiler.collectGarbage");
		const { metrics } = await session.send("Performance.getMetrics");

		return Object.fromEntries(metrics.map(({ name, value }) => [name, value]));
	};

	await session.send("Performance.enable");
	const before = await look();

	await stream.play(TABLES, 60_000);
	await sleep(500);
	const after = await look(), mb = (bytes) => (bytes / 1e6).toFixed(1);

	console.log(`${TABLES} tables: hour ${mb(before.JSHeapUsedSize)} ${mb(after.JSHeapUsedSize)} MB, ${after.Nodes} nodes, ` +
		`${(after.TaskDuration - before.TaskDuration).toFixed(1)} s`);
}

const hall = new Hall({ adoubed, event: "[event]\nname = Bench", boards: [{}] });
const browser = await openBrowser();
const stream = new Stream();

await hall.openDaemon();
const { server, address } = await serve(stream, hall.port);

try {
	await firstBoard(browser, address);
	const page = await openPage(browser, address);

	await page.locator("cg-board piece").first().waitFor();
	await wire(page, stream);
	await scroll(page, stream);
	await hour(page, stream);
} finally {
	await browser.close();
	server.close();
	await hall.close();
}
