// SPDX-License-Identifier: GPL-3.0-or-later
// Time sheets (6.10.1, commentary): times and moves of each game as they were noted, and now.
import { clockText } from "../shared/clock";
import { h } from "../shared/dom";
import { t } from "../shared/text";
import { get } from "./api";
import { button, card, empty, grid, Notice } from "./parts";
import type { TimeRow } from "./types";
import type { View } from "./view";

interface Sheet {
	table: number;
	white: string;
	black: string;
	rows: TimeRow[];
	now: TimeRow;
}

function clock(seconds: number | null): string {
	return seconds === null ? "–" : clockText(seconds);
}

function cells(row: TimeRow, isNow: boolean): string[] {
	return [isNow ? t("desk.times.now") : row.time ?? t("desk.seconds", { n: row.t }), clock(row.clock.white), String(row.completed.white),
		clock(row.clock.black), String(row.completed.black), row.running ? t(`side.${row.turn}`) : t("desk.times.stands")];
}

export class TimesView implements View {
	title = t("desk.nav.times");
	readonly element = h("section", { class: "page" });
	private readonly sheets = h("div", { class: "page" }, empty(t("desk.loading")));
	private readonly notice = new Notice();

	constructor() {
		this.element.append(h("h1", {}, this.title), h("div", { class: "row no-print" },
			button(t("desk.again"), () => this.load()), button(t("desk.print"), () => window.print())), this.notice.element, this.sheets);
		this.load();
	}

	private load(): void {
		get<{ tables: Sheet[] }>("/api/v1/times").then(({ tables }) => {
			this.sheets.replaceChildren(...tables.map((sheet) => card(
				`${t("desk.table", { table: sheet.table })}: ${sheet.white || "–"} – ${sheet.black || "–"}`,
				grid(t("desk.times.sheet", { table: sheet.table }),
				     [t("desk.evidence.time"), t("side.white"), t("desk.times.moves"), t("side.black"), t("desk.times.moves"), t("desk.times.turn")],
				     [...sheet.rows.map((row) => cells(row, false)), cells(sheet.now, true)]))));
		}, (error: unknown) => this.notice.fail(error));
	}
}
