// SPDX-License-Identifier: GPL-3.0-or-later
// The round: what is not as it should be before play, opening and closing, names from the pairing program, and what was
// ordered so far.
import { h } from "../shared/dom";
import { t } from "../shared/text";
import { get, mayMend, order } from "./api";
import { button, card, empty, field, grid, Notice, put, sentence, timeOfDay, word } from "./parts";
import type { State } from "./state";
import type { Finding, OrderEntry } from "./types";
import type { View } from "./view";

interface Rounds {
	round: string;
	open: boolean;
	rounds: { round: string; state: string }[];
	actions: number;
}

interface Turned {
	actions: number;
	begins_again?: boolean;
	named?: number;
	tables?: number;
	unfinished?: number[];
	unplayed?: number[];
}

interface Imported {
	applied: boolean;
	actions: number;
	same: number;
	changes: { round: string; table: number; key: string; was: string; becomes: string }[];
	refused: { line?: number; error: string }[];
	problems: { line: number; error: string }[];
}

const AGAIN_MS = 3000; // the daemon begins again for another round

export function nextRound(round: string): string {
	const number = /(\d+)$/.exec(round);

	return number ? round.slice(0, number.index) + String(Number(number[1]) + 1) : "1";
}

// The text of a file of pairings: UTF-8, or what Windows writes.
export async function pairingsText(file: Blob): Promise<string> {
	const bytes = await file.arrayBuffer();

	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		return new TextDecoder("windows-1252").decode(bytes);
	}
}

export function findingsList(findings: Finding[]): HTMLElement {
	if (findings.length === 0)
		return h("p", { class: "state good" }, t("desk.check.good"));
	return grid(t("desk.check.title"), [t("desk.head.table"), t("desk.head.words")], findings.map((one) => [
		one.table === null ? "–" : h("a", { href: `#/table/${one.table}` }, String(one.table)),
		sentence(one)]));
}

export class RoundView implements View {
	title = t("desk.nav.round");
	readonly element = h("section", { class: "page" });
	private readonly now = h("div", {}, empty(t("desk.loading")));
	private readonly notice = new Notice();
	private readonly check = h("div", {}, empty(t("desk.loading")));
	private readonly difference = h("div", { class: "preview" });
	private readonly importNotice = new Notice();
	private readonly log = h("div", {}, empty(t("desk.loading")));
	private timer = 0;

	constructor(_state: State) {
		this.element.append(h("h1", {}, this.title), card(t("desk.round.title"), this.now, this.notice.element),
				    card(t("desk.check.title"), this.check,
					 h("div", { class: "row" }, button(t("desk.check.again"), () => this.loadCheck()))),
				    ...(mayMend() ? [card(t("desk.import.title"), ...this.importer())] : []),
				    card(t("desk.orders.title"), this.log));
		this.load();
	}

	leave(): void {
		clearTimeout(this.timer);
	}

	private load(): void {
		get<Rounds>("/api/v1/rounds").then((rounds) => this.drawRounds(rounds), (error: unknown) => this.notice.fail(error));
		this.loadCheck();
		get<{ actions: OrderEntry[] }>("/api/v1/orders").then(({ actions }) => this.drawLog(actions),
								      (error: unknown) => this.notice.fail(error));
	}

	private loadCheck(): void {
		get<{ findings: Finding[] }>("/api/v1/check").then(({ findings }) => this.check.replaceChildren(findingsList(findings)),
								   (error: unknown) => this.notice.fail(error));
	}

	// --- Opening and closing ---------------------------------------------------------------------------

	private drawRounds(rounds: Rounds): void {
		const wanted = h("input", { type: "text", value: nextRound(rounds.round), inputmode: "decimal", autocomplete: "off" });

		put(this.now, 
			h("p", {}, t(rounds.open ? "desk.round.is_open" : "desk.round.is_closed", { round: rounds.round || "–" })),
			h("ul", { class: "chips" }, ...rounds.rounds.map((one) =>
				h("li", {}, `${one.round || "–"}: ${word("desk.round.state", one.state)}`))),
			mayMend() && h("div", { class: "row" },
				rounds.open && button(t("desk.round.close"), () => this.turn({ do: "close" })),
				field(t("desk.round.which"), wanted),
				button(t("desk.round.open"), () => this.turn({ do: "open", round: wanted.value.trim() }))));
	}

	private consequences(looked: Turned): string {
		const parts: string[] = [];

		if (looked.unfinished?.length)
			parts.push(t("desk.round.unfinished", { tables: looked.unfinished.join(", ") }));
		if (looked.unplayed?.length)
			parts.push(t("desk.round.unplayed", { tables: looked.unplayed.join(", ") }));
		if (looked.named !== undefined)
			parts.push(t("desk.round.named", { n: looked.named, tables: looked.tables ?? 0 }));
		return parts.join(" ");
	}

	private turn(request: object): void {
		order<Turned>({ cmd: "round", ...request }).then((looked) => {
			this.notice.say(this.consequences(looked));
			this.notice.element.append(h("span", { class: "row" },
				button(t("desk.effect.apply"), () => this.turnNow(request, looked.actions), { class: "primary" }),
				button(t("desk.cancel"), () => this.notice.say(""))));
		}, (error: unknown) => this.notice.fail(error));
	}

	private turnNow(request: object, actions: number): void {
		order<Turned>({ cmd: "round", ...request, apply: true, actions }).then((done) => {
			this.notice.say(t(done.begins_again ? "desk.round.begins_again" : "desk.recorded"), "good");
			clearTimeout(this.timer);
			this.timer = window.setTimeout(() => this.load(), done.begins_again ? AGAIN_MS : 0);
		}, (error: unknown) => this.notice.fail(error));
	}

	// --- Names -----------------------------------------------------------------------------------------

	private importer(): HTMLElement[] {
		const file = h("input", { type: "file", accept: ".csv,.txt,.tsv,.pgn,text/*" });
		const round = h("input", { type: "text", inputmode: "decimal", autocomplete: "off" });

		file.addEventListener("change", () => {
			const chosen = file.files?.[0];

			if (chosen)
				void pairingsText(chosen).then((text) => this.lookAt({ text, ...(round.value.trim() && { round: round.value.trim() }) }));
		});
		return [h("p", { class: "hint" }, t("desk.import.hint")),
			h("div", { class: "row" }, field(t("desk.import.file"), file), field(t("desk.import.round"), round)),
			this.importNotice.element, this.difference];
	}

	private lookAt(request: { text: string; round?: string }): void {
		this.difference.replaceChildren();
		this.importNotice.say("");
		order<Imported>({ cmd: "round", do: "import", ...request }).then((looked) => this.showDifference(request, looked),
										(error: unknown) => this.importNotice.fail(error));
	}

	private showDifference(request: object, looked: Imported): void {
		const problems = [...looked.problems, ...looked.refused];

		this.importNotice.say(looked.changes.length === 0 ? t("desk.nothing_changes") : t("desk.import.same", { n: looked.same }));
		put(this.difference,
			problems.length > 0 && h("ul", { class: "warning" }, ...problems.map((one) =>
				h("li", {}, one.line ? t("desk.import.line", { n: one.line, error: one.error }) : one.error))),
			looked.changes.length > 0 && grid(t("desk.import.difference"),
				[t("desk.round.which"), t("desk.head.table"), t("desk.import.key"), t("desk.effect.was"), t("desk.effect.becomes")],
				looked.changes.map((one) => [one.round, String(one.table), word("desk.key", one.key), one.was || "–", one.becomes || "–"])),
			looked.changes.length > 0 && h("div", { class: "row" },
				button(t("desk.effect.apply"), () => this.apply(request, looked.actions), { class: "primary" }),
				button(t("desk.cancel"), () => this.difference.replaceChildren())));
	}

	private apply(request: object, actions: number): void {
		order<Imported>({ cmd: "round", do: "import", ...request, apply: true, actions }).then(() => {
			this.difference.replaceChildren();
			this.importNotice.say(t("desk.recorded"), "good");
			this.load();
		}, (error: unknown) => this.importNotice.fail(error));
	}

	// --- What was ordered --------------------------------------------------------------------------------

	private drawLog(actions: OrderEntry[]): void {
		const who = (entry: OrderEntry): string => entry.by ?? entry.user ?? (entry.uid === undefined ? "–" : String(entry.uid));

		this.log.replaceChildren(actions.length === 0 ? empty(t("desk.orders.none")) :
			grid(t("desk.orders.title"), [t("desk.head.number"), t("desk.evidence.time"), t("desk.head.who"), t("desk.head.words"), t("desk.effect.undo")],
			     [...actions].reverse().map((entry) => [
				String(entry.action), entry.unix_ms ? timeOfDay(entry.unix_ms) : "–", who(entry), entry.text,
				entry.undone_by ? t("desk.orders.undone", { n: entry.undone_by })
					: mayMend() && button(t("desk.effect.undo"), () => this.undo(entry.action))])));
	}

	private undo(action: number): void {
		order<{ text: string }>({ cmd: "undo", action }).then(({ text }) => {
			this.notice.say(t("desk.orders.would", { text }));
			this.notice.element.append(h("span", { class: "row" }, button(t("desk.effect.apply"), () => {
				order<Turned>({ cmd: "undo", action, apply: true }).then(() => {
					this.notice.say(t("desk.recorded"), "good");
					this.load();
				}, (error: unknown) => this.notice.fail(error));
			}, { class: "primary" }), button(t("desk.cancel"), () => this.notice.say(""))));
		}, (error: unknown) => this.notice.fail(error));
	}
}
