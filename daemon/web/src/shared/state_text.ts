// SPDX-License-Identifier: GPL-3.0-or-later
// How a table stands, in a few words.
import { isOver, moveNumber, resultText } from "./game";
import { shownSan } from "./notation";
import { t, translated } from "./text";
import type { Table } from "./types";

// "17… Nf6"; "" before the first move.
export function lastMoveText(table: Table): string {
	const plies = table.plies ?? [], index = plies.length - 1;

	return index < 0 ? "" : `${moveNumber(table, index)} ${shownSan(plies[index]!.san)}`;
}

export function endText(table: Table): string {
	return table.end ? t(`end.${table.end}`) : "";
}

// What a reader should know of the table besides the game; "": nothing.
export function troubleText(table: Table): string {
	if (table.recording)
		return translated(table.recording);
	return isOver(table) ? "" : translated(table.link);
}

// One line for a card: the result, what ails the board, or the last move.
export function statusText(table: Table): string {
	if (isOver(table))
		return [resultText(table), endText(table)].filter(Boolean).join(" · ");
	return lastMoveText(table) || (table.sync === "waiting" ? t("state.waiting") : t("state.no_move"));
}
