// SPDX-License-Identifier: GPL-3.0-or-later
// One alert: what it says and where the Laws say it, the evidence, what can be done, and what was decided.
import { clockText } from "../shared/clock";
import { h } from "../shared/dom";
import { currentLanguage, t } from "../shared/text";
import { get, mayDecide, post } from "./api";
import { decisionsOf, relatedOf } from "./decided";
import { diagram, squareNumbers } from "./diagram";
import { evidenceView } from "./evidence";
import { button, empty, field, names, Notice, select, sentence, timeOfDay, word } from "./parts";
import type { State } from "./state";
import type { Alert, CaseFile, Outcome } from "./types";

const AROUND = [5, 15, 30];
const NOTE_MAX = 200;
const SETTLED_MS = 1500; // the journal has what came meanwhile

export function caseFile(table: number, number: number): Promise<CaseFile> {
	return get<CaseFile>(`/api/v1/case?table=${table}&number=${number}&lang=${currentLanguage()}&around=30`);
}

export function articlesList(file: CaseFile): HTMLElement {
	return h("dl", { class: "articles" }, ...file.articles.flatMap((article) => [
		h("dt", {}, article.number), h("dd", {}, article.text ?? t("desk.article.none"))]));
}

export function positions(alert: Alert): HTMLElement {
	const { fen, fen_after: after, squares } = alert.evidence ?? {}, marked = squareNumbers(squares);

	return h("div", { class: "diagrams" }, fen && diagram(fen, t("desk.before"), marked),
		 after && diagram(after, t("desk.after"), marked));
}

function clocks(alert: Alert): string {
	const { clock, clock_after: after } = alert.evidence ?? {};
	const pair = (one: { white: number; black: number }): string =>
		`${t("side.white")} ${clockText(one.white)}, ${t("side.black")} ${clockText(one.black)}`;

	return [clock && pair(clock), after && pair(after)].filter(Boolean).join(" → ");
}

export class AlertDetail {
	readonly element = h("article", { class: "detail" });
	private readonly notice = new Notice();
	private readonly head = h("div", { class: "detail-head" });
	private readonly evidence = h("div", {}, empty(t("desk.loading")));
	private readonly note = h("input", { type: "text", maxlength: NOTE_MAX, autocomplete: "off" });
	private readonly decided = h("p", { class: "hint" });
	private readonly unlisten: () => void;
	private file: CaseFile | null = null;
	private around = 5;
	private timer = 0;

	constructor(private readonly state: State, private readonly table: number, private readonly number: number) {
		this.element.append(this.head, ...(mayDecide() ? [this.decisions()] : []), this.decided, this.notice.element, this.evidence);
		this.unlisten = state.listen({ whole: () => this.draw(), alert: (now) => this.isOurs(now) && this.changed() });
		this.draw();
		this.load();
	}

	leave(): void {
		this.unlisten();
		clearTimeout(this.timer);
	}

	// What becomes of another one may belong to this case.
	private isOurs(alert: Alert): boolean {
		return alert.table === this.table &&
			(alert.number === this.number || (this.file?.related.some((one) => one.number === alert.number) ?? false));
	}

	private changed(): void {
		this.draw();
		clearTimeout(this.timer);
		this.timer = window.setTimeout(() => this.load(), SETTLED_MS);
	}

	private draw(): void {
		const alert = this.state.alert(this.table, this.number);

		if (!alert) {
			this.head.replaceChildren(h("h1", {}, t("desk.alerts.gone")));
			return;
		}
		const times = clocks(alert);

		this.head.replaceChildren(
			h("a", { class: "button back", href: "#/alerts" }, t("desk.back")),
			h("p", { class: "alert-head" }, h("span", { class: `severity ${alert.severity}` },
				word("desk.severity", alert.severity)),
			  h("a", { href: `#/table/${alert.table}` }, t("desk.table", { table: alert.table })),
			  h("span", {}, names(this.state.table(alert.table)))),
			h("h1", {}, sentence(alert)),
			h("p", { class: "hint" }, [t("desk.alert.when", { time: timeOfDay(this.state.when(alert)), ply: alert.ply }),
						   word("desk.until", alert.until), word("desk.who", alert.who)].join(" · ")),
			times && h("p", { class: "hint" }, times));
		this.decided.textContent = alert.outcome === "open" ? "" :
			`${word("desk.outcome", alert.outcome)}${alert.note ? `: ${alert.note}` : ""}`;
	}

	private decisions(): HTMLElement {
		const decide = (outcome: Outcome): void => {
			post("/api/v1/outcomes", { table: this.table, number: this.number, outcome,
						   ...(this.note.value.trim() && { note: this.note.value.trim() }) })
				.then(() => {
					this.note.value = "";
					this.notice.say(t("desk.decided"), "good");
				}, (error: unknown) => this.notice.fail(error));
		};

		return h("div", { class: "decide" }, field(t("desk.note"), this.note), h("div", { class: "row" },
			button(t("desk.confirm"), () => decide("confirmed"), { class: "primary" }),
			button(t("desk.dismiss"), () => decide("dismissed")),
			button(t("desk.defer"), () => decide("deferred"))));
	}

	private load(): void {
		caseFile(this.table, this.number).then((file) => {
			this.file = file;
			this.drawEvidence();
		}, (error: unknown) => {
			this.evidence.replaceChildren();
			this.notice.fail(error);
		});
	}

	private drawEvidence(): void {
		const file = this.file!, zoom = select(AROUND.map((n) => [String(n), t("desk.seconds", { n })]), String(this.around));

		zoom.addEventListener("change", () => {
			this.around = Number(zoom.value);
			this.drawEvidence();
		});
		this.evidence.replaceChildren(
			...relatedOf(this.state, file),
			h("section", {}, h("h2", {}, t("desk.articles", { edition: file.edition })), articlesList(file)),
			h("section", {}, h("h2", {}, t("desk.options")), h("ul", { class: "options" },
				...file.options.map((option) => h("li", {}, option.text)))),
			...(file.penalties.length === 0 ? [] : [h("section", {}, h("h2", {}, t("desk.penalties")),
				h("ul", { class: "options" }, ...file.penalties.map((penalty) => h("li", {}, penalty))))]),
			h("section", {}, h("h2", {}, t("desk.appeal")), h("p", {}, file.appeal)),
			h("section", {}, h("div", { class: "row between" }, h("h2", {}, t("desk.evidence.title")),
				field(t("desk.evidence.around"), zoom)), evidenceView(file, this.around)),
			positions(file.alert),
			decisionsOf(this.state, file),
			h("p", {}, h("a", { class: "button", href: `#/print/report/${this.table}/${this.number}` }, t("desk.print.report"))));
	}
}
