// SPDX-License-Identifier: GPL-3.0-or-later
// Moves as the reader writes them: the letters of his language, or figurines.
import { chosen } from "./settings";
import { t } from "./text";

const ENGLISH = "NBRQK", FIGURINES = "♘♗♖♕♔";

export function shownSan(san: string): string {
	const letters = chosen("letters") === "figurines" ? [...FIGURINES] : t("letters").split(" ");

	return san.replace(/[NBRQK]/g, (letter) => letters[ENGLISH.indexOf(letter)] ?? letter);
}
