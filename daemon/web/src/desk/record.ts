// SPDX-License-Identifier: GPL-3.0-or-later
// The record of a table's game as its moves are shown, stepped through and printed.
import { halfMove, positionsOf } from "../shared/game";
import type { Color, Player, Squares, Table } from "../shared/types";
import type { DeskTable } from "./types";

function player(name: string): Player {
	return { name: name || null, title: null, elo: null, team: null };
}

// The same as a table of the public feed, for what is shared with the spectators' page.
export function recordOf(table: DeskTable): Table {
	return { ...table, white: player(table.white), black: player(table.black), link: "", recording: "", revision: null,
		 sync: "in-step" };
}

export function positionBefore(table: DeskTable, ply: number): Squares {
	const positions = positionsOf(recordOf(table));

	return positions[Math.min(ply, positions.length - 1)] ?? ".".repeat(64);
}

export interface MoveLine {
	number: number;
	white: number | null; // index of the ply
	black: number | null;
}

export function moveLines(table: DeskTable): MoveLine[] {
	const lines: MoveLine[] = [], record = recordOf(table);

	(table.plies ?? []).forEach((_, index) => {
		const half = halfMove(record, index), side: Color = half & 1 ? "black" : "white", number = half >> 1;
		let line = lines.at(-1);

		if (!line || line.number !== number || line[side] !== null) {
			line = { number, white: null, black: null };
			lines.push(line);
		}
		line[side] = index;
	});
	return lines;
}
