// SPDX-License-Identifier: GPL-3.0-or-later
// What is said and heard of the game that is looked at: each new ply, a revision, the result.
import { announce } from "../shared/announce";
import { isOver, moveNumber, positionsOf, resultText, sideOf } from "../shared/game";
import { chosen, isOn } from "../shared/settings";
import { knock } from "../shared/sound";
import { spokenPly } from "../shared/spoken";
import { endText } from "../shared/state_text";
import { currentLanguage, t } from "../shared/text";
import type { Table } from "../shared/types";

export function spokenLanguage(): string {
	const code = chosen("spoken");

	return code === "auto" ? currentLanguage() : code;
}

// How many plies both begin with.
function common(a: Table, b: Table): number {
	const before = a.plies ?? [], now = b.plies ?? [];
	let n = 0;

	while (n < before.length && n < now.length && before[n]!.uci === now[n]!.uci)
		n++;
	return n;
}

function say(text: string, code: string): void {
	if (isOn("announce"))
		announce(text, code);
}

function sayPly(table: Table, index: number, code: string): void {
	const ply = table.plies![index]!, side = t(`side.${sideOf(table, index)}`, {}, code);

	say(`${side}, ${moveNumber(table, index)} ${spokenPly(positionsOf(table)[index]!, ply, code)}`, code);
}

// The table is now so, and was otherwise.
export function tellChange(now: Table, was: Table): void {
	const code = spokenLanguage(), plies = now.plies ?? [], from = common(was, now);

	if (now.revision && now.revision.count !== was.revision?.count)
		say(t("revision.spoken", { move: moveNumber(now, now.revision.ply - 1) }, code), code);
	for (let i = from; i < plies.length; i++)
		sayPly(now, i, code);
	if (plies.length > from && isOn("sound"))
		knock(/[x+#]/.test(plies.at(-1)!.san));
	if (isOver(now) && !isOver(was))
		say([t("spoken.result", { result: resultText(now) }, code), endText(now)].filter(Boolean).join(", "), code);
}
