// SPDX-License-Identifier: GPL-3.0-or-later
// One table: the board as it is, its state, what can be said of it and ordered.
import { BoardView, type Picture } from "../shared/board";
import * as faces from "../shared/clock_face";
import { ClockFace } from "../shared/clock_face";
import { h, setText } from "../shared/dom";
import { t } from "../shared/text";
import { mayDecide, mayMend, order } from "./api";
import { CorrectPanel } from "./correct";
import { button, card, empty, field, Notice, select, sentence, timeOfDay, word } from "./parts";
import type { State } from "./state";
import { ailment, resultOf } from "./tables_view";
import type { Action, DeskTable } from "./types";
import type { View } from "./view";

const RESULTS = ["1-0", "0-1", "1/2-1/2", "0-0", "1/2-0", "0-1/2", "+/-", "-/+", "-/-", "*"];
const ENDS = ["", "normal", "time forfeit", "rules infraction", "abandoned", "adjudication"];
const SIDES = ["white", "black"] as const;

function picture(table: DeskTable): Picture {
	return { squares: table.position ?? table.sensors ?? ".".repeat(64), orientation: "white", last: table.last ?? null,
		 check: table.check ?? null, tentative: table.plies?.at(-1)?.state === "made",
		 marked: table.troubled.map(({ square }) => ({ square: square.charCodeAt(0) - 97 + 8 * (square.charCodeAt(1) - 49),
							      name: "marked" })) };
}

// What somebody said or ordered, in a line: the members of the host event.
export function actionText(action: Action): string {
	const { action: _number, t: _t, op, by, role, user, uid: _uid, ...rest } = action;
	const what = Object.entries(rest).map(([key, value]) => `${key} ${typeof value === "object" ? JSON.stringify(value) : String(value)}`);
	const who = by ? `${by}${role ? ` (${word("desk.role", role)})` : ""}` : user ?? "";

	return [word("desk.op", op), what.join(", "), who].filter(Boolean).join(" · ");
}

export class TableView implements View {
	title: string;
	readonly element = h("section", { class: "page table-page" });
	private readonly players = h("h1", {});
	private readonly stateLine = h("p", { role: "status" });
	private readonly slot = h("div", { class: "slot" });
	private readonly faces = [new ClockFace(), new ClockFace()] as const;
	private readonly facts = h("dl", { class: "facts" });
	private readonly alerts = h("ul", { class: "options" });
	private readonly actions = h("ul", { class: "options" });
	private readonly notice = new Notice();
	private readonly unlisten: () => void;
	private readonly drawn = new Map<string, string>();
	private board: BoardView | null = null;
	private correct: CorrectPanel | null = null;

	constructor(private readonly state: State, private readonly number: number) {
		this.title = t("desk.table", { table: number });
		if (!state.table(number)) {
			this.element.append(h("h1", {}, this.title), empty(t("desk.table.none")));
			this.unlisten = state.listen({});
			return;
		}
		this.element.append(
			h("a", { class: "button back", href: "#/tables" }, t("desk.nav.tables")), this.players, this.stateLine,
			h("div", { class: "columns" },
			  h("div", { class: "live" }, h("div", { class: "side" }, t("side.black"), this.faces[1].element), this.slot,
			    h("div", { class: "side" }, t("side.white"), this.faces[0].element), this.facts),
			  h("div", { class: "beside" }, this.notice.element,
			    ...(mayDecide() ? [this.resultCard(), this.claimCard(), this.wordsCard()] : []),
			    card(t("desk.nav.alerts"), this.alerts), card(t("desk.actions"), this.actions), this.printCard())));
		if (mayMend()) {
			this.correct = new CorrectPanel(state, number);
			this.element.append(card(t("desk.correct.title"), this.correct.element));
		}
		this.unlisten = state.listen({
			whole: () => this.draw(), table: (table) => table.table === number && this.draw(),
			alert: (alert) => alert.table === number && this.drawAlerts(), action: (table) => table === number && this.drawActions(),
		});
		this.draw();
		faces.show(...this.faces);
	}

	leave(): void {
		this.unlisten();
		faces.hide(...this.faces);
		this.board?.destroy();
		this.correct?.leave();
	}

	private draw(): void {
		const table = this.state.table(this.number);

		if (!table)
			return;
		const ails = ailment(table);

		setText(this.players, `${t("desk.table", { table: this.number })}: ${table.white || t("side.white")} – ${table.black || t("side.black")}`);
		setText(this.stateLine, ails.text || word("desk.sync", table.sync));
		this.stateLine.className = `state ${ails.kind}`;
		if (this.board)
			this.board.show(picture(table));
		else
			this.board = new BoardView(this.slot, picture(table), { coordinates: true, animated: true });
		this.faces[0].run(table.clock, "white");
		this.faces[1].run(table.clock, "black");
		this.drawFacts(table);
		this.drawAlerts();
		this.drawActions();
		this.correct?.refresh();
	}

	// Only what is new is drawn: whoever is on a link stays there.
	private isNew(name: string, what: unknown): boolean {
		const text = JSON.stringify(what), was = this.drawn.get(name);

		this.drawn.set(name, text);
		return text !== was;
	}

	private drawFacts(table: DeskTable): void {
		const facts: [string, string][] = [
			[t("desk.head.result"), resultOf(table)],
			[t("desk.head.board"), table.board.long_serial || table.board.serial || table.board.address || "–"],
			[t("desk.head.link"), word("desk.link", table.board.link)],
			[t("desk.head.recording"), table.recorder.ok ? t("desk.good") : table.recorder.trouble],
		];

		if (this.isNew("facts", facts))
			this.facts.replaceChildren(...facts.flatMap(([name, text]) => [h("dt", {}, name), h("dd", {}, text)]));
	}

	private drawAlerts(): void {
		const own = this.state.alertsAt(this.number).sort((a, b) => b.number - a.number);

		if (!this.isNew("alerts", own))
			return;
		this.alerts.replaceChildren(...own.slice(0, 12).map((alert) => h("li", {},
			h("a", { href: `#/alert/${alert.table}/${alert.number}` }, sentence(alert)), " ",
			h("span", { class: `outcome ${alert.outcome}` }, word("desk.outcome", alert.outcome)))));
		if (own.length === 0)
			this.alerts.append(h("li", { class: "nothing" }, t("desk.alerts.none")));
	}

	private drawActions(): void {
		const own = [...this.state.actions(this.number)].reverse();

		if (!this.isNew("actions", own))
			return;
		this.actions.replaceChildren(...own.slice(0, 12).map((action) => h("li", {},
			h("span", { class: "age" }, timeOfDay(this.state.when({ table: this.number, t: action.t }))), " ", actionText(action))));
		if (own.length === 0)
			this.actions.append(h("li", { class: "nothing" }, t("desk.actions.none")));
	}

	// --- What the arbiter says -----------------------------------------------------------------------

	private tell(event: object): void {
		order({ cmd: "tell", table: this.number, event })
			.then(() => this.notice.say(t("desk.recorded"), "good"), (error: unknown) => this.notice.fail(error));
	}

	private resultCard(): HTMLElement {
		const result = select(RESULTS.map((one) => [one, one === "*" ? t("desk.correct.goes_on") : one]));
		const end = select(ENDS.map((one) => [one, one ? word("desk.end", one) : t("desk.end.unsaid")]));

		return card(t("desk.head.result"), h("div", { class: "row" }, field(t("desk.head.result"), result), field(t("desk.end.title"), end),
			button(t("desk.record"), () => this.tell({ op: "result", result: result.value, ...(end.value && { termination: end.value }) }))));
	}

	private sideSelect(): HTMLSelectElement {
		return select(SIDES.map((side) => [side, t(`side.${side}`)]), this.state.table(this.number)?.side ?? "white");
	}

	// The claim is recorded, and what the record says to it comes as an alert.
	private claimCard(): HTMLElement {
		const side = this.sideSelect(), rule = select([["", t("desk.claim.any")], ["threefold", t("desk.claim.threefold")], ["fifty", t("desk.claim.fifty")]]);
		const move = h("input", { type: "text", autocomplete: "off", spellcheck: "false" });

		return card(t("desk.claim.title"), h("p", { class: "hint" }, t("desk.claim.hint")), h("div", { class: "row" },
			field(t("desk.side"), side), field(t("desk.claim.rule"), rule), field(t("desk.claim.move"), move),
			button(t("desk.claim.check"), () => this.tell({
				op: "claim", side: side.value, ...(rule.value && { rule: rule.value }), ...(move.value.trim() && { move: move.value.trim() }),
			}))));
	}

	private wordsCard(): HTMLElement {
		const side = this.sideSelect(), seconds = h("input", { type: "number", min: 1, max: 3600, value: 120 });
		const told = (text: string, event: () => object): HTMLElement => button(text, () => this.tell(event()));

		return card(t("desk.words"), h("div", { class: "row" }, field(t("desk.side"), side),
			told(t("desk.words.offer"), () => ({ op: "draw-offer", side: side.value })),
			told(t("desk.words.present"), () => ({ op: "arbiter", what: "present", side: side.value })),
			told(t("desk.words.absent"), () => ({ op: "arbiter", what: "absent", side: side.value })),
			told(t("desk.words.pause"), () => ({ op: "arbiter", what: "pause" }))),
		h("div", { class: "row" }, field(t("desk.words.seconds"), seconds),
		  told(t("desk.words.penalty"), () => ({ op: "arbiter", what: "penalty", side: side.value, seconds: Number(seconds.value) }))));
	}

	private printCard(): HTMLElement {
		return card(t("desk.print"), h("div", { class: "row" },
			h("a", { class: "button", href: `#/print/scoresheet/${this.number}` }, t("desk.print.scoresheet")),
			h("a", { class: "button", href: `#/print/envelope/${this.number}` }, t("desk.print.envelope"))));
	}
}
