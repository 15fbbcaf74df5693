// SPDX-License-Identifier: GPL-3.0-or-later
// Sheets of paper: the scoresheet of a game, the envelope of an adjourned one (I.2), the report of an incident.
import { clockText } from "../shared/clock";
import { h } from "../shared/dom";
import { shownSan } from "../shared/notation";
import { currentLanguage, dayText, t, type TextKey } from "../shared/text";
import { articlesList, caseFile, positions } from "./alert_detail";
import { order } from "./api";
import { decisionsOf, relatedOf } from "./decided";
import { diagram } from "./diagram";
import { evidenceView } from "./evidence";
import { button, empty, names, Notice, sentence, timeOfDay, word } from "./parts";
import { moveLines } from "./record";
import type { State } from "./state";
import type { CaseFile, DeskTable } from "./types";
import type { View } from "./view";

interface Envelope {
	white: string | null;
	black: string | null;
	fen: string;
	side: "white" | "black";
	move: number;
	used: { white: number | null; black: number | null };
	left: { white: number | null; black: number | null };
	draw_offer: string | null;
	sealed_at: string | null;
	resume: string | null;
	place: string | null;
}

function facts(rows: [TextKey, string][]): HTMLElement {
	return h("dl", { class: "sheet-facts" }, ...rows.flatMap(([key, text]) => [h("dt", {}, t(key)), h("dd", {}, text || " ")]));
}

function signatures(...who: string[]): HTMLElement {
	return h("div", { class: "signatures" }, ...who.map((one) => h("p", {}, one)));
}

function clock(seconds: number | null | undefined): string {
	return seconds === null || seconds === undefined ? "" : clockText(seconds);
}

abstract class Sheet implements View {
	readonly element = h("article", { class: "sheet" });
	abstract readonly title: string;
	protected readonly notice = new Notice();
	protected readonly paper = h("div", { class: "paper" }, empty(t("desk.loading")));

	constructor(protected readonly state: State) {
		this.element.append(h("div", { class: "row no-print" }, button(t("desk.print"), () => window.print(), { class: "primary" })),
				    this.notice.element, this.paper);
	}

	protected heading(title: string): HTMLElement[] {
		const { event } = this.state, parts = [event.site, event.date && dayText(event.date), event.round && t("event.round", { round: event.round })];

		return [h("h1", {}, title), h("p", { class: "sheet-event" }, [event.name, ...parts].filter(Boolean).join(" · "))];
	}
}

export class Scoresheet extends Sheet {
	readonly title = t("desk.print.scoresheet");

	constructor(state: State, number: number) {
		super(state);
		const table = state.table(number);

		this.paper.replaceChildren(...(table ? this.sheet(table) : [empty(t("desk.table.none"))]));
	}

	private sheet(table: DeskTable): HTMLElement[] {
		const plies = table.plies ?? [];
		const cells = (index: number | null): HTMLElement[] => [h("td", { class: "san" }, index === null ? "" : shownSan(plies[index]!.san)),
			h("td", { class: "spent" }, index === null ? "" : clock(plies[index]!.clock))];
		const lines = moveLines(table).map((line) =>
			h("tr", {}, h("th", { scope: "row" }, String(line.number)), ...cells(line.white), ...cells(line.black)));
		const half = Math.max(20, Math.ceil(lines.length / 2));
		const column = (part: HTMLElement[]): HTMLElement => h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("desk.head.number")),
			h("th", { scope: "col", colspan: 2 }, t("side.white")), h("th", { scope: "col", colspan: 2 }, t("side.black")))), h("tbody", {}, ...part));

		return [...this.heading(this.title), facts([["desk.head.table", String(table.table)], ["side.white", table.white], ["side.black", table.black],
							    ["desk.head.result", table.result ?? "*"]]),
			h("div", { class: "score-columns" }, column(lines.slice(0, half)), ...(lines.length > half ? [column(lines.slice(half))] : [])),
			signatures(t("side.white"), t("side.black"), t("desk.role.arbiter"))];
	}
}

export class EnvelopeSheet extends Sheet {
	readonly title = t("desk.print.envelope");

	constructor(state: State, number: number) {
		super(state);
		order<{ envelope: Envelope }>({ cmd: "envelope", table: number }).then(({ envelope }) => this.draw(number, envelope), (error: unknown) => {
			this.paper.replaceChildren();
			this.notice.fail(error);
		});
	}

	private draw(number: number, one: Envelope): void {
		this.paper.replaceChildren(...this.heading(this.title), facts([
			["desk.head.table", String(number)], ["side.white", one.white ?? ""], ["side.black", one.black ?? ""],
			["desk.envelope.seals", t(`side.${one.side}`)], ["desk.envelope.move", String(one.move)],
			["desk.envelope.used", `${t("side.white")} ${clock(one.used.white) || "–"}, ${t("side.black")} ${clock(one.used.black) || "–"}`],
			["desk.envelope.left", `${t("side.white")} ${clock(one.left.white) || "–"}, ${t("side.black")} ${clock(one.left.black) || "–"}`],
			["desk.envelope.offer", one.draw_offer ? word("side", one.draw_offer) : "–"], ["desk.envelope.sealed_at", one.sealed_at ?? ""],
			["desk.envelope.resume", one.resume ?? ""], ["desk.envelope.place", one.place ?? ""]]),
		diagram(one.fen, t("desk.envelope.position")), signatures(t("side.white"), t("side.black"), t("desk.role.arbiter")));
	}
}

export class Report extends Sheet {
	readonly title = t("desk.print.report");

	constructor(state: State, table: number, number: number) {
		super(state);
		caseFile(table, number).then((file) => this.draw(file), (error: unknown) => {
			this.paper.replaceChildren();
			this.notice.fail(error);
		});
	}

	private draw(file: CaseFile): void {
		const { alert } = file, when = new Date(this.state.when(alert));

		this.paper.replaceChildren(...this.heading(this.title), facts([
			["desk.head.table", `${alert.table}: ${names(this.state.table(alert.table))}`],
			["desk.report.what", `${word("desk.severity", alert.severity)}: ${sentence(alert)}`],
			["desk.evidence.time", `${when.toLocaleDateString(currentLanguage(), { dateStyle: "long" })} ${timeOfDay(when.getTime())}`],
			["desk.report.ply", String(alert.ply)],
			["desk.report.outcome", this.outcome(alert.table, alert.number)],
			["desk.appeal", file.appeal]]),
		...relatedOf(this.state, file),
		h("h2", {}, t("desk.articles", { edition: file.edition })), articlesList(file), positions(alert),
		h("h2", {}, t("desk.evidence.title")), evidenceView(file, 15), decisionsOf(this.state, file),
		h("p", { class: "lines" }, t("desk.report.statement")), signatures(t("desk.role.arbiter")));
	}

	private outcome(table: number, number: number): string {
		const alert = this.state.alert(table, number);

		return alert ? `${word("desk.outcome", alert.outcome)}${alert.note ? `: ${alert.note}` : ""}` : "";
	}
}
