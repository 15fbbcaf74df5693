// SPDX-License-Identifier: GPL-3.0-or-later
// Positions of FEN on a board that nobody moves.
import { BoardView } from "../shared/board";
import { h } from "../shared/dom";
import { squareIndex } from "../shared/game";
import { t } from "../shared/text";
import type { Color, Squares } from "../shared/types";

// The placement of a FEN as 64 letters, a1 first.
export function squaresOf(fen: string): Squares {
	const ranks = fen.split(" ")[0]!.split("/").map((rank) => rank.replace(/\d/g, (run) => ".".repeat(Number(run))));

	return ranks.reverse().join("").padEnd(64, ".").slice(0, 64);
}

export function sideOf(fen: string): Color {
	return fen.split(" ")[1] === "b" ? "black" : "white";
}

// "e2, e4" as square numbers.
export function squareNumbers(squares: string | undefined): number[] {
	return (squares ?? "").split(/[,\s]+/).filter((name) => /^[a-h][1-8]$/.test(name)).map(squareIndex);
}

// A board with a caption; marked squares stand out.
export function diagram(fen: string, caption: string, marked: number[] = []): HTMLElement {
	const slot = h("div", { class: "slot", role: "img", "aria-label": `${caption}: ${fen}` });
	const figure = h("figure", { class: "diagram" }, slot, h("figcaption", {}, caption, " ",
		h("span", { class: "hint" }, t(sideOf(fen) === "white" ? "desk.white_moves" : "desk.black_moves"))));

	new BoardView(slot, { squares: squaresOf(fen), orientation: "white",
			      marked: marked.map((square) => ({ square, name: "marked" })) }, { coordinates: true });
	return figure;
}
