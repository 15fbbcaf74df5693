// SPDX-License-Identifier: GPL-3.0-or-later
// A board in small, one of many on a page. Its men and marked squares have the names that chessground gives them, so that
// both kinds of boards look alike; but they stand in a grid: nothing is measured, no man that stands is painted for himself,
// and one that goes lays out his board alone. One that comes into sight costs little.
import type { Picture } from "./board";
import { colorOf } from "./game";

const ROLES: Record<string, string> = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };
const MOVE_MS = 180;
const MOVE_MOST = 2; // men that are seen going: castling; more is another position

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

// "last-move tentative" of each square that has a mark.
function marks(picture: Picture): Map<number, string> {
	const all = new Map<number, string>();
	const add = (square: number, name: string): void => {
		all.set(square, all.has(square) ? `${all.get(square)} ${name}` : name);
	};

	picture.last?.forEach((square) => add(square, picture.tentative ? "last-move tentative" : "last-move"));
	if (picture.check !== null && picture.check !== undefined)
		add(picture.check, "check");
	picture.lifted?.forEach((square) => add(square, "lifted"));
	return all;
}

// Onto a square, as White sees it.
function place(element: HTMLElement, square: number): void {
	element.style.gridArea = `${8 - (square >> 3)} / ${(square & 7) + 1}`;
}

function isElsewhere(before: string, now: string, square: number): boolean {
	return before[square] !== "." && before[square] !== now[square];
}

export class MiniBoard {
	readonly element = document.createElement("cg-board");
	private readonly men: (HTMLElement | undefined)[] = []; // by squares
	private marked: HTMLElement[] = [];
	private squares = ".".repeat(64);
	private drawn = "";

	// animated: a man that has moved is seen going.
	show(picture: Picture, animated: boolean): void {
		const drawn = JSON.stringify(picture);

		if (drawn === this.drawn)
			return;
		this.drawn = drawn;
		this.mark(marks(picture));
		if (picture.squares !== this.squares)
			this.put(picture.squares, animated && !reduced.matches);
	}

	private mark(wanted: Map<number, string>): void {
		while (this.marked.length > wanted.size)
			this.marked.pop()!.remove();
		while (this.marked.length < wanted.size) {
			this.marked.push(document.createElement("square"));
			this.element.prepend(this.marked.at(-1)!);
		}
		[...wanted].forEach(([square, name], i) => {
			this.marked[i]!.className = name;
			place(this.marked[i]!, square);
		});
	}

	// Men that have left their squares are put where such men are wanted, whichever of them it was.
	private put(squares: string, animated: boolean): void {
		const before = this.squares, idle: number[] = [], moved: [number, number][] = [], men = [...this.men];

		for (let square = 0; square < 64; square++)
			if (isElsewhere(before, squares, square)) {
				idle.push(square);
				this.men[square] = undefined;
			}
		for (let square = 0; square < 64; square++) {
			if (!isElsewhere(squares, before, square))
				continue;
			const from = idle.findIndex((one) => before[one] === squares[square]);

			if (from < 0)
				this.bring(squares[square]!, square);
			else
				moved.push([idle.splice(from, 1)[0]!, square]);
		}
		for (const [from, to] of moved)
			this.move(men[from]!, from, to, animated && moved.length <= MOVE_MOST);
		idle.forEach((square) => men[square]!.remove());
		this.squares = squares;
	}

	private bring(letter: string, square: number): void {
		const man = document.createElement("piece");

		man.className = `${colorOf(letter)} ${ROLES[letter.toLowerCase()]}`;
		place(man, square);
		this.men[square] = man;
		this.element.append(man);
	}

	private move(man: HTMLElement, from: number, to: number, animated: boolean): void {
		const right = 100 * ((from & 7) - (to & 7)), down = 100 * ((to >> 3) - (from >> 3));

		place(man, to);
		this.men[to] = man;
		if (animated)
			man.animate([{ transform: `translate(${right}%, ${down}%)`, zIndex: 1 }, { transform: "none", zIndex: 1 }],
				    { duration: MOVE_MS, easing: "ease-in-out" });
	}
}
