// SPDX-License-Identifier: GPL-3.0-or-later
// A daemon with simulated boards, for tests of its pages.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

const PATIENCE_MS = 60_000;
const LINGER_S = "3600"; // boards outlive the test, however long that takes

export async function until(what, condition) {
	const end = Date.now() + PATIENCE_MS;

	while (Date.now() < end) {
		const got = await condition();

		if (got)
			return got;
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
	throw new Error(`never: ${what}`);
}

// What is asserted comes to hold: a page is drawn in its own time, and so is what it has of the daemon.
export async function eventually(check) {
	const end = Date.now() + PATIENCE_MS;

	for (;;)
		try {
			return await check();
		} catch (error) {
			if (!(error instanceof assert.AssertionError) || Date.now() > end)
				throw error;
			await new Promise((resolve) => setTimeout(resolve, 50));
		}
}

// The text of an element comes to be `wanted`, or to match it.
export function shows(locator, wanted) {
	return eventually(async () => {
		const text = await locator.innerText();

		if (wanted instanceof RegExp)
			assert.match(text, wanted);
		else
			assert.equal(text, wanted);
	});
}

// Below the ports that Linux gives to whoever wants any, so that nobody has it before it is listened on, or while nobody
// listens there; other processes of these tests have others.
let tried = 0;

export async function freePort() {
	const port = 10000 + (process.pid * 8 + tried++) % 20000, server = createServer();
	const taken = await new Promise((resolve) => {
		server.once("error", () => resolve(true));
		server.listen(port, "127.0.0.1", () => resolve(false));
	});

	if (taken)
		return freePort();
	await new Promise((resolve) => server.close(resolve));
	return port;
}

export class Hall {
	// boards: of each table its PGN file, more words for simulate, and what the event file says of the table; a
	// table without a PGN has no board. port: of the public pages; 0: any, and another one when the daemon begins
	// again.
	constructor({ adoubed, adoube, event, boards, port = 0, more = "" }) {
		Object.assign(this, { adoubed, adoube, boards });
		this.folder = mkdtempSync(join(tmpdir(), "adoubed-web-"));
		this.children = [];
		this.log = "";
		writeFileSync(this.path("adoubed.conf"), this.config(event, port, more));
	}

	path(name) {
		return join(this.folder, name);
	}

	config(event, port, more) {
		const tables = this.boards.map(({ pgn, table = {} }, i) => [`[table ${i + 1}]`,
			...(pgn ? [`board = ${this.path(`board-${i + 1}`)}`] : []),
			...Object.entries(table).map(([key, value]) => `${key} = ${value}`)].join("\n"));

		return `${event}\n${tables.join("\n")}\n[daemon]\nstate_dir = ${this.path("state")}\n` +
			`runtime_dir = ${this.path("run")}\nport = ${port}\n${more}`;
	}

	start(program, words) {
		const child = spawn(program, words, { stdio: ["ignore", "pipe", "pipe"] });

		child.stderr.on("data", (data) => { this.log += data; });
		child.stdout.on("data", (data) => { this.log += data; });
		child.ended = new Promise((resolve) => child.once("exit", resolve));
		this.children.push(child);
		return child;
	}

	startBoard(number, ...more) {
		const { pgn, words = [] } = this.boards[number - 1];

		return this.start(this.adoube, ["simulate", "--pgn", pgn, "--pty", "--link", this.path(`board-${number}`), "--quiet",
						"--linger", LINGER_S, ...words, ...more]);
	}

	async open() {
		this.simulators = this.boards.map(({ pgn }, i) => pgn && this.startBoard(i + 1));
		for (const [i, { pgn }] of this.boards.entries())
			if (pgn)
				await until("a board", () => existsSync(this.path(`board-${i + 1}`)));
		await this.openDaemon();
	}

	// Of table `number`, from 1.
	async removeBoard(number) {
		this.simulators[number - 1].kill("SIGTERM");
		await this.simulators[number - 1].ended;
	}

	// more: words for simulate, by which it is another one.
	async replaceBoard(number, ...more) {
		await this.removeBoard(number);
		this.simulators[number - 1] = this.startBoard(number, ...more);
	}

	// Waits for the line with the address; what else is said there is in the log.
	async openDaemon() {
		this.daemon = this.start(this.adoubed, ["--config", this.path("adoubed.conf")]);
		let said = "";

		this.daemon.stdout.on("data", (data) => { said += data; });
		this.port = Number(await until("an address", () => /listening on \S*:(\d+)\//.exec(said)?.[1]));
		this.address = `http://127.0.0.1:${this.port}`;
	}

	// adoube WORDS, which must go well.
	run(...words) {
		const done = spawnSync(this.adoube, words, { encoding: "utf8", timeout: PATIENCE_MS });

		if (done.status !== 0)
			throw new Error(`adoube ${words.join(" ")}: ${done.error ?? ""}${done.stdout}${done.stderr}`);
		return done.stdout;
	}

	// An order to the daemon: words before and behind the option that says which.
	order(command, ...words) {
		return this.run(command, "--config", this.path("adoubed.conf"), ...words);
	}

	async table(number) {
		return (await fetch(`${this.address}/api/v1/tables/${number}`)).json();
	}

	async close() {
		const slow = setTimeout(() => {
			console.error("these do not end:", this.children.filter((child) => child.exitCode === null && child.signalCode === null)
				.map((child) => child.spawnargs.join(" ")));
			this.children.forEach((child) => child.kill("SIGKILL"));
		}, PATIENCE_MS);

		for (const child of this.children)
			child.kill("SIGTERM");
		await Promise.all(this.children.map((child) => child.ended));
		clearTimeout(slow);
		rmSync(this.folder, { recursive: true });
		if (this.children.some((child) => child.signalCode === "SIGKILL"))
			throw new Error("somebody had to be killed");
	}
}

// A wire between a page and the daemon, which may be cut: connections end, and new ones are refused.
export class Wire {
	constructor(port) {
		this.port = port;
		this.ends = new Set();
	}

	async mend() {
		this.number ??= await freePort();
		this.server = createServer((near) => {
			const far = connect(this.port, "127.0.0.1");

			for (const [one, other] of [[near, far], [far, near]]) {
				this.ends.add(one);
				one.on("error", () => other.destroy());
				one.on("close", () => this.ends.delete(one));
				one.pipe(other);
			}
		});
		await new Promise((resolve) => this.server.listen(this.number, "127.0.0.1", resolve));
		this.address = `http://127.0.0.1:${this.number}`;
	}

	async cut() {
		const closed = new Promise((resolve) => this.server.close(resolve));

		this.ends.forEach((end) => end.destroy());
		await closed;
	}
}

export function readText(path) {
	return readFileSync(path, "utf8");
}
