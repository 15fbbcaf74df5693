// SPDX-License-Identifier: GPL-3.0-or-later
// Moves and positions in words, as they are said to somebody who does not see the board: the man, the square it
// leaves and the one it reaches always, as the Laws have it (Annex D).
import { colorOf, squareIndex, squareName } from "./game";
import { t, type TextKey } from "./text";
import type { Color, Ply, Squares } from "./types";

const NAMES: Record<string, string> = { p: "pawn", n: "knight", b: "bishop", r: "rook", q: "queen", k: "king" };
const ORDER = ["k", "q", "r", "b", "n", "p"];

function man(letter: string, code: string): string {
	return t(`man.${NAMES[letter.toLowerCase()] ?? "pawn"}` as TextKey, {}, code);
}

function capital(text: string): string {
	return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

function core(before: Squares, ply: Ply, code: string): string {
	const from = ply.uci.slice(0, 2), to = ply.uci.slice(2, 4), moving = before[squareIndex(from)] ?? ".";

	if (ply.san.startsWith("O-O-O"))
		return t("spoken.long_castling", {}, code);
	if (ply.san.startsWith("O-O"))
		return t("spoken.short_castling", {}, code);
	const words = [t(ply.san.includes("x") ? "spoken.takes" : "spoken.moves", { man: man(moving, code), from, to }, code)];

	if (moving.toLowerCase() === "p" && ply.san.includes("x") && before[squareIndex(to)] === ".")
		words.push(t("spoken.en_passant", {}, code));
	if (ply.uci[4])
		words.push(t("spoken.becomes", { man: man(ply.uci[4], code) }, code));
	return words.join(" ");
}

// "Knight from g1 to f3, check" in the language `code`.
export function spokenPly(before: Squares, ply: Ply, code: string): string {
	const words = [capital(core(before, ply, code))];

	if (ply.san.endsWith("#"))
		words.push(t("spoken.mate", {}, code));
	else if (ply.san.endsWith("+"))
		words.push(t("spoken.check", {}, code));
	return words.join(", ");
}

// "White: king g1, queen d1, ...": the men of one side, by their worth.
export function spokenMen(squares: Squares, color: Color, code: string): string {
	const men: string[] = [];

	for (const letter of ORDER) {
		const places: string[] = [];

		for (let i = 0; i < 64; i++)
			if (squares[i]!.toLowerCase() === letter && colorOf(squares[i]!) === color)
				places.push(squareName(i));
		if (places.length > 0)
			men.push(`${man(letter, code)} ${places.join(" ")}`);
	}
	return `${t(`side.${color}`, {}, code)}: ${men.join(", ") || t("spoken.nothing", {}, code)}`;
}
