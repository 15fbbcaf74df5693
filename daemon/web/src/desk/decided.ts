// SPDX-License-Identifier: GPL-3.0-or-later
// What became of an alert, and what else belongs to its case: decisions in words, other alerts with their outcome.
import { h } from "../shared/dom";
import { t } from "../shared/text";
import { eventText } from "./evidence";
import { empty, timeOfDay, word } from "./parts";
import type { State } from "./state";
import type { CaseFile } from "./types";

// Each with its hour; that it mattered no longer stands at its place among them.
function lines(file: CaseFile): [time: number, text: string][] {
	const all = file.decisions.map((one): [number, string] => [one.t, eventText(one)]);

	if (file.outcome === "expired" && file.settled !== null)
		all.push([file.settled, word("desk.outcome", "expired")]);
	return all.sort(([a], [b]) => a - b);
}

export function decisionsOf(state: State, file: CaseFile): HTMLElement {
	const all = lines(file), { table } = file.alert;

	return h("section", { class: "decisions" }, h("h2", {}, t("desk.decisions")), all.length === 0 ? empty(t("desk.decisions.none"))
		: h("ul", { class: "options" }, ...all.map(([time, text]) =>
			h("li", {}, `${timeOfDay(state.when({ table, t: time }))}  ${text}`))));
}

// With what became of each until now. Nothing where there are none.
export function relatedOf(state: State, file: CaseFile): HTMLElement[] {
	const { table } = file.alert;

	return file.related.length === 0 ? [] : [h("section", { class: "related" }, h("h2", {}, t("desk.related")),
		h("ul", { class: "options" }, ...file.related.map(({ number, move, ply, text, outcome }) => h("li", {},
			h("a", { href: `#/alert/${table}/${number}` }, t("desk.related.alert", { number, move, ply, text })), " (",
			word("desk.outcome", state.alert(table, number)?.outcome ?? outcome), ")"))),
		file.counted_once && h("p", { class: "hint" }, t("desk.related.once")))];
}
