// SPDX-License-Identifier: GPL-3.0-or-later
// A game as it can be stepped through: positions behind each ply, numbers of moves.
import type { Clock, Color, Ply, Squares, Table } from "./types";

export function squareIndex(name: string): number {
	return name.charCodeAt(0) - 97 + 8 * (name.charCodeAt(1) - 49);
}

export function squareName(index: number): string {
	return String.fromCharCode(97 + (index & 7), 49 + (index >> 3));
}

export function colorOf(letter: string): Color | null {
	return letter === "." || letter === "" ? null : letter === letter.toUpperCase() ? "white" : "black";
}

function castle(men: string[], from: number, to: number): void {
	const rank = from & ~7, king = men[from]!, short = to > from;
	// Chess960 names the rook's square, orthodox chess the king's new one.
	const rookFrom = men[to]?.toLowerCase() === "r" ? to : rank + (short ? 7 : 0), rook = men[rookFrom]!;

	men[from] = men[rookFrom] = ".";
	men[rank + (short ? 6 : 2)] = king;
	men[rank + (short ? 5 : 3)] = rook;
}

// The position after a ply; its legality is the recorder's business.
export function afterPly(before: Squares, ply: Ply): Squares {
	const men = [...before];
	const from = squareIndex(ply.uci), to = squareIndex(ply.uci.slice(2)), man = men[from]!;

	if (ply.san.startsWith("O-O")) {
		castle(men, from, to);
		return men.join("");
	}
	if (man.toLowerCase() === "p" && (from & 7) !== (to & 7) && men[to] === ".")
		men[(from & ~7) + (to & 7)] = "."; // en passant
	const promotion = ply.uci[4];

	men[from] = ".";
	men[to] = promotion ? (colorOf(man) === "white" ? promotion.toUpperCase() : promotion) : man;
	return men.join("");
}

// From and to, for marking; castling as the king goes.
export function lastSquares(ply: Ply): [number, number] {
	const from = squareIndex(ply.uci), to = squareIndex(ply.uci.slice(2));

	if (!ply.san.startsWith("O-O"))
		return [from, to];
	return [from, (from & ~7) + (to > from ? 6 : 2)];
}

function breakBefore(table: Table, index: number) {
	return table.breaks?.find((gap) => gap.ply === index);
}

// Positions by index: positions[i] is before ply i, the last one is now. Computed once for each list of plies.
const known = new WeakMap<object, Squares[]>();

export function positionsOf(table: Table): Squares[] {
	const plies = table.plies ?? [];
	const found = known.get(plies);

	if (found)
		return found;
	const positions: Squares[] = [];
	let at = table.first_position ?? ".".repeat(64);

	for (let i = 0; i <= plies.length; i++) {
		at = breakBefore(table, i)?.position ?? at;
		positions.push(at);
		if (i < plies.length)
			at = afterPly(at, plies[i]!);
	}
	known.set(plies, positions);
	return positions;
}

// Twice the number of the move that ply `index` is part of, one more for Black's half. Behind a break the
// count is that position's.
export function halfMove(table: Table, index: number): number {
	let from = 0, move = table.first_move ?? 1, side: Color = table.first_side ?? "white";

	for (const gap of table.breaks ?? [])
		if (gap.ply <= index)
			({ ply: from, move, side } = gap);
	return 2 * move + (side === "black" ? 1 : 0) + index - from;
}

export function sideOf(table: Table, index: number): Color {
	return halfMove(table, index) & 1 ? "black" : "white";
}

// "17." or "17…"
export function moveNumber(table: Table, index: number): string {
	const at = halfMove(table, index);

	return (at >> 1) + (at & 1 ? "…" : ".");
}

// The square of the king in check behind ply `index` (-1: before the first); null: there is none.
export function checkedKing(table: Table, positions: Squares[], index: number): number | null {
	const ply = table.plies?.[index];

	if (!ply || !/[+#]$/.test(ply.san))
		return null;
	const king = positions[index + 1]!.indexOf(sideOf(table, index) === "white" ? "k" : "K");

	return king < 0 ? null : king;
}

export function isOver(table: Table): boolean {
	return Boolean(table.result && table.result !== "*");
}

// The clock as spectators see it. Once the game has its result it is not counted on from the last reading: the board may
// have been switched off while it ran.
export function shownClock(table: Table): Clock | null | undefined {
	return isOver(table) && table.clock ? { ...table.clock, running: false } : table.clock;
}

// "1–0", "½–½"; "" while the game goes on.
export function resultText(table: Table): string {
	return isOver(table) ? table.result!.replaceAll("1/2", "½").replaceAll("-", "–") : "";
}

// One side's part of the result: "1", "½", "0"; "" while the game goes on.
export function scoreOf(table: Table, color: Color): string {
	const parts = resultText(table).split("–");

	return parts.length === 2 ? parts[color === "white" ? 0 : 1]! : "";
}

// The FEN placement of a picture, for chessground.
export function placement(squares: Squares): string {
	const ranks: string[] = [];

	for (let rank = 7; rank >= 0; rank--)
		ranks.push(squares.slice(8 * rank, 8 * rank + 8).replace(/\.+/g, (run) => String(run.length)));
	return ranks.join("/");
}
