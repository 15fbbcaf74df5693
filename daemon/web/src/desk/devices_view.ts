// SPDX-License-Identifier: GPL-3.0-or-later
// The boards this machine knows of, and which table each is given to.
import { h } from "../shared/dom";
import { t, translated } from "../shared/text";
import { recorderNow } from "../shared/clock";
import { get, mayMend, order } from "./api";
import { age, button, card, empty, grid, Notice, select, word } from "./parts";
import type { State } from "./state";
import type { Assignment, Device } from "./types";
import type { View } from "./view";

interface Looked {
	applied: boolean;
	actions: number;
	changes: { table: number; was: string; becomes: string }[];
}

function deviceRow(device: Device): (HTMLElement | string)[] {
	const bad = ["lost", "quarantined", "absent"].includes(device.state);

	return [device.long_serial || device.serial || "–", device.title || device.node,
		h("span", { class: `state ${device.state === "live" ? "good" : bad ? "bad" : "watch"}` }, word("desk.device", device.state)),
		translated(device.text), device.table === null ? "–" : h("a", { href: `#/table/${device.table}` }, String(device.table)),
		age(device.since_unix_ms, recorderNow()), `${device.losses} / ${device.failures}`];
}

export class DevicesView implements View {
	title = t("desk.nav.devices");
	readonly element = h("section", { class: "page" });
	private readonly list = h("div", {});
	private readonly assigning = h("div", {}, empty(t("desk.loading")));
	private readonly notice = new Notice();
	private readonly preview = h("div", { class: "preview" });
	private readonly unlisten: () => void;
	private rows: { row: Assignment; choice: HTMLSelectElement }[] = [];

	constructor(private readonly state: State) {
		this.element.append(h("h1", {}, this.title), card(t("desk.devices"), this.list),
				    card(t("desk.assign.title"), h("p", { class: "hint" }, t("desk.assign.hint")), this.assigning,
					 this.notice.element, this.preview));
		this.unlisten = state.listen({ whole: () => this.draw(), devices: () => this.draw() });
		this.draw();
		this.load();
	}

	leave(): void {
		this.unlisten();
	}

	private draw(): void {
		const devices = this.state.devices();

		this.list.replaceChildren(devices.length === 0 ? empty(t("desk.devices.none")) :
			grid(t("desk.devices"), [t("desk.head.serial"), t("desk.head.port"), t("desk.head.state"), t("desk.head.words"),
						 t("desk.head.table"), t("desk.head.since"), t("desk.head.losses")], devices.map(deviceRow)));
		this.offerBoards();
	}

	// A board that comes later is offered, too, and what was chosen stays chosen.
	private offerBoards(): void {
		for (const { row, choice } of this.rows) {
			const chosen = choice.value, options = this.boards(row);

			if (options.some(([value]) => value === chosen))
				choice.replaceChildren(...select(options, chosen).children);
		}
	}

	private load(): void {
		get<{ tables: Assignment[] }>("/api/v1/assignments").then(({ tables }) => this.drawTables(tables),
									  (error: unknown) => this.notice.fail(error));
	}

	// The boards a table may be given: those that are there, its own, and the event file's.
	private boards(row: Assignment): [string, string][] {
		const serials = this.state.devices().map((device) => device.long_serial || device.serial).filter(Boolean)
			.map((serial) => `serial:${serial}`);
		const all = [...new Set([row.board, ...serials])].filter(Boolean);
		const options: [string, string][] = all.map((board) => [board, board.replace(/^serial:/, "")]);

		if (row.by_hand || row.board === "")
			options.push(["", row.by_hand ? t("desk.assign.file") : "–"]);
		return options;
	}

	private boardSelect(row: Assignment): HTMLSelectElement {
		const element = select(this.boards(row), row.board);

		element.setAttribute("aria-label", t("desk.assign.board", { table: row.table }));
		element.disabled = !mayMend();
		return element;
	}

	private drawTables(tables: Assignment[]): void {
		this.rows = tables.map((row) => ({ row, choice: this.boardSelect(row) }));
		this.assigning.replaceChildren(
			grid(t("desk.assign.title"), [t("desk.head.table"), t("desk.head.players"), t("desk.head.state"), t("desk.head.board")],
			     this.rows.map(({ row, choice }) => [String(row.table), `${row.white || "–"} – ${row.black || "–"}`,
								 word("desk.state", row.state), choice])),
			...(mayMend() ? [h("div", { class: "row" },
					   button(t("desk.assign.look"), () => this.look(this.wanted())))] : []));
	}

	private wanted(): { table: number; board: string | null }[] {
		return this.rows.filter(({ row, choice }) => choice.value !== row.board)
			.map(({ row, choice }) => ({ table: row.table, board: choice.value || null }));
	}

	private look(changes: { table: number; board: string | null }[]): void {
		this.preview.replaceChildren();
		if (changes.length === 0) {
			this.notice.say(t("desk.nothing_changes"));
			return;
		}
		order<Looked>({ cmd: "assign", changes }).then((looked) => {
			this.notice.say("");
			this.preview.replaceChildren(
				h("ul", { class: "options" }, ...looked.changes.map((one) =>
					h("li", {}, t("desk.assign.change", { table: one.table, was: one.was || "–", becomes: one.becomes })))),
				h("div", { class: "row" },
				  button(t("desk.effect.apply"), () => this.apply(changes, looked.actions), { class: "primary" }),
				  button(t("desk.cancel"), () => this.preview.replaceChildren())));
		}, (error: unknown) => this.notice.fail(error));
	}

	private apply(changes: object[], actions: number): void {
		order<Looked>({ cmd: "assign", changes, apply: true, actions }).then(() => {
			this.preview.replaceChildren();
			this.notice.say(t("desk.recorded"), "good");
			this.load();
		}, (error: unknown) => this.notice.fail(error));
	}
}
