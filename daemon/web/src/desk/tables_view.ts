// SPDX-License-Identifier: GPL-3.0-or-later
// All tables as the operator looks at them: who plays, how the board is, what came last.
import { h, setText } from "../shared/dom";
import { shownSan } from "../shared/notation";
import { t, translated } from "../shared/text";
import * as faces from "../shared/clock_face";
import { ClockFace } from "../shared/clock_face";
import { word } from "./parts";
import type { State } from "./state";
import type { DeskTable } from "./types";
import type { View } from "./view";

// What ails a table, in one word for the colour and one sentence; "" when nothing does.
export function ailment(table: DeskTable): { kind: "bad" | "watch" | ""; text: string } {
	if (!table.recorder.ok)
		return { kind: "bad", text: translated(table.recorder.trouble) || t("desk.table.disk") };
	if (table.board.address === "")
		return { kind: "bad", text: t("desk.table.no_board") };
	if (!table.board.open || table.board.link !== "live")
		return { kind: "bad", text: translated(table.board.advice) || word("desk.link", table.board.link) };
	if (table.sync === "astray" || table.sync === "puzzled")
		return { kind: "watch", text: word("desk.sync", table.sync) };
	if (table.clock?.battery_low)
		return { kind: "watch", text: t("desk.table.battery") };
	return { kind: "", text: "" };
}

// "–" while the game goes on.
export function resultOf(table: DeskTable): string {
	return table.result && table.result !== "*" ? table.result : "–";
}

function lastMove(table: DeskTable): string {
	const ply = table.last_ply;

	return ply ? `${ply.move}${ply.side === "white" ? "." : "…"} ${shownSan(ply.san)}` : "–";
}

class Row {
	readonly element = h("tr", {});
	private readonly players = h("td", { class: "words" });
	private readonly state = h("span", {});
	private readonly last = h("td", { class: "last" });
	private readonly result = h("td", {});
	private readonly alerts = h("span", { class: "badge" });
	readonly clocks = [new ClockFace(), new ClockFace()] as const;

	constructor(number: number) {
		this.element.append(h("th", { scope: "row" }, h("a", { href: `#/table/${number}` }, String(number))), this.players,
				    this.last, h("td", { class: "times" }, this.clocks[0].element, " ", this.clocks[1].element),
				    this.result, h("td", { class: "words" }, this.state), h("td", {}, this.alerts));
	}

	draw(table: DeskTable, open: number): void {
		const ails = ailment(table);

		setText(this.players, `${table.white || "–"} – ${table.black || "–"}`);
		setText(this.last, lastMove(table));
		setText(this.result, resultOf(table));
		setText(this.state, ails.text || word("desk.sync", table.sync));
		this.state.className = `state ${ails.kind}`;
		setText(this.alerts, open > 0 ? String(open) : "");
		this.alerts.hidden = open === 0;
		this.clocks[0].run(table.clock, "white");
		this.clocks[1].run(table.clock, "black");
	}
}

export class TablesView implements View {
	title = t("desk.nav.tables");
	readonly element = h("section", { class: "page" });
	private readonly body = h("tbody", {});
	private readonly rows = new Map<number, Row>();
	private readonly unlisten: () => void;

	constructor(private readonly state: State) {
		const heads = ["desk.head.table", "desk.head.players", "desk.head.last", "desk.head.clocks", "desk.head.result",
			       "desk.head.state", "desk.head.alerts"] as const;

		this.element.append(h("h1", {}, t("desk.nav.tables")),
				    h("div", { class: "panel" }, h("div", { class: "grid", tabindex: "0", role: "region", "aria-label": t("desk.nav.tables") },
				      h("table", {}, h("thead", {}, h("tr", {}, ...heads.map((key) => h("th", { scope: "col" }, t(key))))),
					this.body))));
		this.unlisten = state.listen({ whole: () => this.drawAll(), table: (table) => this.draw(table),
					       alert: (alert) => this.draw(state.table(alert.table)) });
		this.drawAll();
	}

	leave(): void {
		this.unlisten();
		this.rows.forEach((row) => faces.hide(...row.clocks));
	}

	private drawAll(): void {
		this.rows.forEach((row) => faces.hide(...row.clocks));
		this.rows.clear();
		this.body.replaceChildren(...this.state.allTables().map((table) => {
			const row = new Row(table.table);

			this.rows.set(table.table, row);
			faces.show(...row.clocks);
			return row.element;
		}));
		this.state.allTables().forEach((table) => this.draw(table));
	}

	private draw(table: DeskTable | undefined): void {
		if (!table)
			return;
		const open = this.state.alertsAt(table.table).filter((alert) => alert.outcome === "open").length;

		this.rows.get(table.table)?.draw(table, open);
	}
}
