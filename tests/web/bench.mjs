// SPDX-License-Identifier: GPL-3.0-or-later
// node bench.mjs ADOUBED SIZES TABLES...: what the spectators' page costs and how fast it is, a column for each number
// of tables. Boards on the network and a daemon of that many tables give
//
//     packed        bytes of page, script, style and pictures, as they are sent
//     first board   ms from the start of loading to the first men on the page, of five loadings the middle one; and to
//                   the first frame that shows them
//     board->board  ms from the bytes of a press on a board's wire to the frame that shows the ply in the browser, at
//                   25 plies a second in all, half of them in view, which are counted: median, 99th percentile
//
// and a made-up feed of that many tables gives what is the page's own:
//
//     feed->board   the same from the bytes of the feed
//     scroll        ms from frame to frame while the page is scrolled end to end and 25 plies a second come in: median,
//                   99th percentile, longest; and tasks of more than 50 ms
//     hour          a ply a second at each table for a minute, as many as in an hour of play: the page's heap before
//                   and behind it (MB, collected), elements, share of a processor that the page's main thread took
import http from "node:http";
import { performance } from "node:perf_hooks";

import { Boards } from "./boards.mjs";
import { openBrowser, openPage } from "./browser.mjs";
import { Hall, readText, until } from "./hall.mjs";

const [adoubed, sizes, ...counts] = process.argv.slice(2);
const RATE = 25;
const IN_VIEW = 12;
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
	constructor(count) {
		this.tables = Array.from({ length: count }, (_, i) => fresh(i + 1, 1));
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
		if (table.game === 1) // of a second game a card says the same again
			this.sent.set(`${number}: ${(n >> 1) + 1}${n % 2 ? "…" : "."} ${san}`, now());
		this.tell("change", { table: number, ...change });
	}

	// Plies at all tables in turn, so many a second, for so long.
	async play(perSecond, ms, table = (made) => made % this.tables.length) {
		const began = now();

		for (let made = 0; now() - began < ms; await sleep(4))
			for (; made < (now() - began) / 1000 * perSecond; made++)
				this.ply(table(made) + 1);
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

// Which table's ply is the next: at all in turn, every other one where it can be seen.
const watched = (count) => (made) => made % 2 ? (made >> 1) % Math.min(IN_VIEW, count) : (made >> 1) % count;

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

async function firstBoard(browser, address) {
	const times = [];

	for (let i = 0; i < 5; i++) {
		const page = await openPage(browser, address);

		await page.locator("cg-board piece").first().waitFor();
		times.push(await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(() =>
			resolve([window.firstBoardMs, window.firstShownMs]))))));
		await page.context().close();
	}
	return `${middle(times.map(([there]) => there))} / ${middle(times.map(([, shown]) => shown))}`;
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
	const late = [];

	for (const [key, at] of await page.evaluate("window.shown"))
		if (sent.has(key) && inView.has(key.split(":")[0])) {
			late.push(at - sent.get(key));
			sent.delete(key); // the first frame that shows it
		}
	return `${spread(late)} (${late.length} plies, ${inView.size} boards)`;
}

async function scroll(page, stream) {
	const playing = stream.play(RATE, 6000);
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

	await playing;
	return `${spread(frames)} / ${ms(Math.max(...frames))} (${frames.length} frames, ${long.length} long tasks)`;
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
		found.first = await firstBoard(browser, hall.address);
		const page = await openPage(browser, hall.address), sent = new Map();

		await page.locator("cg-board piece").first().waitFor();
		await sleep(1000);
		const play = async () => {
			const began = now(), hands = [];

			for (let made = 0; now() - began < 12_000; await sleep(4))
				for (; made < (now() - began) / 1000 * RATE; made++)
					hands.push(boards.list[watched(count)(made)].play().then((key) => key && sent.set(key, now())));
			await Promise.all(hands);
		};

		found.wire = await lateness(page, play, sent);
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
	const { server, address } = await serve(stream, hall.port);

	try {
		const page = await openPage(browser, address);

		await page.locator("cg-board piece").first().waitFor();
		found.feed = await lateness(page, () => stream.play(RATE, 12_000, watched(count)), stream.sent);
		found.scroll = await scroll(page, stream);
		found.hour = await hour(page, stream);
		await page.context().close();
		return found;
	} finally {
		server.close();
		await hall.close();
	}
}

// --- The table ------------------------------------------------------------------------------------------------

const ROWS = [["packed", "the page packed, bytes"], ["first", "first board, ms there / shown"], ["wire", "board->board, ms median / p99"],
	      ["feed", "feed->board, ms median / p99"], ["scroll", "scroll, ms a frame median / p99 / longest"], ["hour", "an hour at 60x"]];
const browser = await openBrowser();
const columns = [];

try {
	for (const count of counts.map(Number))
		columns.push({ name: `${count} tables`, packed: packed(), ...await ofBoards(browser, count), ...await ofFeed(browser, count) });
} finally {
	await browser.close();
}
const widths = columns.map((column) => Math.max(...[["name"], ...ROWS].map(([key]) => column[key].length)));
const line = (head, cells) => `| ${head.padEnd(44)} | ${cells.map((cell, i) => cell.padEnd(widths[i])).join(" | ")} |`;

console.log([line("", columns.map(({ name }) => name)), line("-".repeat(44), widths.map((width) => "-".repeat(width))),
	     ...ROWS.map(([key, head]) => line(head, columns.map((column) => column[key])))].join("\n"));
