// SPDX-License-Identifier: GPL-3.0-or-later
// Boards on the network that a daemon asks as it asks DGT boards behind a device server: as many as are wanted, which
// play plies when they are told to, each with a press of the clock.
import { createServer } from "node:net";

// A hand lifts a man, puts him down, and presses the clock.
const HAND_MS = 40;

const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const PIECES = { ".": 0, P: 1, R: 2, N: 3, B: 4, K: 5, Q: 6, p: 7, r: 8, n: 9, b: 10, k: 11, q: 12 };
const START = "rnbqkbnrpppppppp................................PPPPPPPPRNBQKBNR"; // from a8, as they tell it

// Plies that leave every game legal and no position thrice: pawns one step, pawns another one, knights out and home, a
// rook on each side along the second rank from home and back along the third.
const FILES = "abcdefgh".split("");
const KNIGHTS = ["Nf3 g1f3", "Nf6 g8f6", "Ng1 f3g1", "Ng8 f6g8"];
const OUT = ["a1", ..."abcdefg".split("").map((file) => `${file}2`), ..."gfedcba".split("").map((file) => `${file}3`)];
const mirror = (name) => name[0] + (9 - Number(name[1]));
export const GAME = [
	...FILES.flatMap((file) => [`${file}3 ${file}2${file}3`, `${file}6 ${file}7${file}6`]),
	...FILES.flatMap((file) => [`${file}4 ${file}3${file}4`, `${file}5 ${file}6${file}5`]),
	...KNIGHTS, ...KNIGHTS,
	...OUT.slice(1).flatMap((to, i) => [`R${to} ${OUT[i]}${to}`, `R${mirror(to)} ${mirror(OUT[i])}${mirror(to)}`]),
].map((one) => one.split(" "));

const square = (name) => name.charCodeAt(0) - 97 + 8 * (56 - name.charCodeAt(1));

function frame(id, bytes) {
	const length = bytes.length + 3;

	return Buffer.from([id, length >> 7, length & 0x7f, ...bytes]);
}

class Board {
	constructor(number) {
		this.number = number;
		this.men = [...START];
		this.plies = 0;
		this.answers = {
			0x41: () => this.clock(),
			0x42: () => frame(0x86, this.men.map((man) => PIECES[man])),
			0x44: () => this.clock(),
			0x45: () => frame(0x91, Buffer.from(String(number).padStart(5, "0"))),
			0x4b: () => this.clock(),
			0x47: () => frame(0x92, Buffer.from("a board of the bench")),
			0x4d: () => frame(0x93, [1, 7]),
			0x55: () => frame(0xa2, Buffer.from(String(number).padStart(10, "0"))),
		};
	}

	listen() {
		this.server = createServer((socket) => {
			this.socket = socket.setNoDelay(true);
			socket.on("error", () => undefined);
			socket.on("data", (bytes) => bytes.forEach((byte) => this.answers[byte] && socket.write(this.answers[byte]())));
		});
		return new Promise((resolve) => this.server.listen(0, "127.0.0.1", resolve));
	}

	// An hour and a half each; White, who has the left side, moves after an even number of plies.
	clock() {
		return frame(0x8d, [0x01, 0x30, 0x00, 0x01, 0x30, 0x00, this.plies % 2 ? 0x13 : 0x09]);
	}

	put(name, man) {
		const at = square(name);

		this.men[at] = man;
		this.socket.write(frame(0x8e, [at, PIECES[man]]));
	}

	// The next ply: who it is and when its last byte was written; null: the game is out of plies.
	async play() {
		const next = GAME[this.plies];

		if (!next)
			return null;
		const [san, uci] = next, man = this.men[square(uci)], n = this.plies++;

		this.put(uci.slice(0, 2), ".");
		await wait(HAND_MS);
		this.put(uci.slice(2), man);
		await wait(HAND_MS);
		this.socket.write(this.clock());
		return `${this.number}: ${(n >> 1) + 1}${n % 2 ? "…" : "."} ${san}`;
	}
}

export class Boards {
	constructor(count) {
		this.list = Array.from({ length: count }, (_, i) => new Board(i + 1));
	}

	async open() {
		await Promise.all(this.list.map((board) => board.listen()));
	}

	address(number) {
		return `tcp://127.0.0.1:${this.list[number - 1].server.address().port}`;
	}

	close() {
		for (const { server, socket } of this.list) {
			socket?.destroy();
			server.close();
		}
	}
}
