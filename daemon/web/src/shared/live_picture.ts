// SPDX-License-Identifier: GPL-3.0-or-later
// What a board shows: the game as it stands, or as it stood behind an earlier ply.
import type { Picture } from "./board";
import { checkedKing, isOver, lastSquares, positionsOf } from "./game";
import type { Color, Table } from "./types";

export const EMPTY = ".".repeat(64);

// Men that the record has on squares where the board shows none: in a hand, most likely.
function lifted(table: Table): number[] {
	const squares: number[] = [];

	if (!table.position || !table.sensors || table.link !== "" || isOver(table))
		return squares;
	for (let i = 0; i < 64; i++)
		if (table.position[i] !== "." && table.sensors[i] === ".")
			squares.push(i);
	return squares.length <= 2 ? squares : []; // more: the board is being cleared
}

export function livePicture(table: Table, orientation: Color): Picture {
	const last = table.plies?.at(-1);

	return {
		squares: table.position ?? table.sensors ?? EMPTY,
		orientation,
		last: table.last ?? null,
		check: table.check ?? null,
		tentative: last?.state === "made",
		lifted: lifted(table),
	};
}

// Behind ply `index`; -1: before the first.
export function pictureAt(table: Table, index: number, orientation: Color): Picture {
	const positions = positionsOf(table), ply = table.plies?.[index];

	return {
		squares: positions[index + 1] ?? EMPTY,
		orientation,
		last: ply ? lastSquares(ply) : null,
		check: checkedKing(table, positions, index),
		tentative: ply?.state === "made",
	};
}
