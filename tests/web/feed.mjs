// SPDX-License-Identifier: GPL-3.0-or-later
// A made-up feed of the daemon's kind, of any number of tables, behind a server that has the rest from a daemon.
import http from "node:http";
import { performance } from "node:perf_hooks";

export const now = () => performance.timeOrigin + performance.now();
export const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const PLIES = 90; // then another game

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

export class Stream {
	constructor(count) {
		this.tables = Array.from({ length: count }, (_, i) => fresh(i + 1, 1));
		this.readers = new Set();
		this.id = 0;
		this.sent = new Map(); // "3: 17. Nf3" -> when
	}

	// lastId: what the reader has heard already. Whoever has missed something is told everything.
	open(response, lastId) {
		response.writeHead(200, { "Content-Type": "text/event-stream", "Adoubed-Time": Date.now() });
		this.readers.add(response);
		response.on("close", () => this.readers.delete(response));
		response.write(lastId === `bench-${this.id}` ? ":\n\n" : this.snapshot());
	}

	snapshot() {
		return this.text("snapshot", { event: { name: "Bench", site: null, date: null, round: "1", section: null, time_control: null },
					       tables: this.tables });
	}

	text(name, data) {
		return `id: bench-${++this.id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
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

// What `pages` has ({ path: { type, body } }) and the feed of `stream` are ours, the rest the daemon's, at `port`.
export async function serve(port, pages, stream = null) {
	const server = http.createServer((request, response) => {
		const page = pages[request.url];

		if (page) {
			response.writeHead(200, { "Content-Type": page.type, "Cache-Control": "no-cache" }).end(page.body);
			return;
		}
		if (stream && request.url === "/events") {
			stream.open(response, request.headers["last-event-id"]);
			return;
		}
		if (stream && request.url === "/events/snapshot") {
			response.writeHead(200, { "Content-Type": "text/event-stream", "Adoubed-Time": Date.now() }).end(stream.snapshot());
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

// A reader of a feed who draws nothing: when the feed told each ply first.
export class Reader {
	constructor() {
		this.heard = new Map(); // as Stream.sent
		this.abort = new AbortController();
	}

	async open(address) {
		const response = await fetch(`${address}/events`, { headers: { Accept: "text/event-stream" }, signal: this.abort.signal });

		this.done = this.read(response.body).catch(() => undefined); // that it was closed
	}

	async read(body) {
		const decoder = new TextDecoder();
		let pending = "";

		for await (const bytes of body) {
			const parts = (pending + decoder.decode(bytes, { stream: true })).split("\n\n");

			pending = parts.pop();
			parts.forEach((part) => this.take(part));
		}
	}

	take(part) {
		if (!part.includes("event: change\n"))
			return;
		const { table, plies_from: from, plies = [] } = JSON.parse(part.slice(part.indexOf("data: ") + 6));

		plies.forEach(({ san }, i) => {
			const n = from + i, key = `${table}: ${(n >> 1) + 1}${n % 2 ? "…" : "."} ${san}`;

			if (!this.heard.has(key))
				this.heard.set(key, now());
		});
	}

	async close() {
		this.abort.abort();
		await this.done;
	}
}
