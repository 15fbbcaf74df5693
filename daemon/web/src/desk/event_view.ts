// SPDX-License-Identifier: GPL-3.0-or-later
// The event file: the questions of a first set-up as fields, the whole of it as text, and both the same. The recorder
// holds it to its own rules; what would change is shown, done when it is agreed to, and recorded.
import { h } from "../shared/dom";
import { t, type TextKey } from "../shared/text";
import { get, order, Refused } from "./api";
import { difference, differenceView } from "./difference";
import { tablesIn, valueIn, withTable, withValue } from "./ini";
import { button, card, empty, field, Notice, put, select } from "./parts";
import type { State } from "./state";
import type { View } from "./view";

interface Shown {
	path: string;
	text: string;
	actions: number;
}

interface Looked {
	applied: boolean;
	actions: number;
}

interface Question {
	section: string;
	key: string;
	text: TextKey;
	type?: "date";
	hint?: string;
	choices?: [value: string, text: TextKey][];
}

const QUESTIONS: Question[] = [
	{ section: "event", key: "name", text: "desk.event.name" },
	{ section: "event", key: "site", text: "desk.event.site" },
	{ section: "event", key: "date", text: "desk.event.date", type: "date" },
	{ section: "event", key: "round", text: "desk.round.which", hint: "1" },
	{ section: "event", key: "section", text: "desk.event.section" },
	{ section: "time", key: "control", text: "desk.event.control", hint: "40/7200+30:1800+30" },
	{ section: "rules", key: "adequate_supervision", text: "desk.event.supervision",
	  choices: [["", "desk.event.unsaid"], ["on", "desk.event.on"], ["off", "desk.event.off"]] },
];

const AGAIN_MS = 700, PATIENCE_MS = 30_000;

export class EventView implements View {
	title = t("desk.event.title");
	readonly element = h("section", { class: "page" });
	private readonly body = h("div", { class: "page" }, empty(t("desk.loading")));
	private readonly notice = new Notice();
	private readonly text = h("textarea", { class: "file", spellcheck: "false", autocomplete: "off", rows: 18 });
	private readonly inputs = new Map<Question, HTMLInputElement | HTMLSelectElement>();
	private readonly tables = h("p", { class: "hint", role: "status" });
	private readonly changes = h("div", { class: "preview" });
	private shown: Shown = { path: "", text: "", actions: 0 };
	private left = false;

	constructor(private readonly state: State) {
		this.element.append(h("a", { class: "button back", href: "#/setup" }, t("desk.nav.setup")), h("h1", {}, this.title),
				    h("p", { class: "hint" }, t("desk.event.hint")), this.body);
		this.text.addEventListener("input", () => this.refresh());
		this.load();
	}

	leave(): void {
		this.left = true;
	}

	private load(): void {
		order<Shown>({ cmd: "event", do: "show" }).then((shown) => {
			this.shown = shown;
			this.text.value = shown.text;
			this.draw();
		}, (error: unknown) => {
			this.body.replaceChildren(this.notice.element);
			this.notice.fail(error);
		});
	}

	// --- The file, as fields and as text -------------------------------------------------------------------

	private draw(): void {
		put(this.body,
		    card(t("desk.event.facts"), h("div", { class: "questions" }, ...QUESTIONS.map((question) => this.question(question)))),
		    card(t("desk.nav.tables"), this.tables, h("div", { class: "row" },
			button(t("desk.event.add_boards"), () => this.addBoards()), button(t("desk.event.add_table"), () => this.edit(withTable(this.text.value, ""))))),
		    card(t("desk.event.whole"), field(this.shown.path, this.text)),
		    h("div", { class: "row" }, button(t("desk.assign.look"), () => this.look(), { class: "primary" }),
		      button(t("desk.event.forget"), () => this.edit(this.shown.text))),
		    this.notice.element, this.changes);
		this.refresh();
	}

	private question(question: Question): HTMLElement {
		const { section, key, choices } = question;
		const input = choices ? select(choices.map(([value, text]) => [value, t(text)]))
			: h("input", { type: question.type ?? "text", autocomplete: "off", spellcheck: "false", placeholder: question.hint ?? null });

		input.addEventListener("change", () => this.edit(withValue(this.text.value, section, key, input.value.trim())));
		this.inputs.set(question, input);
		return field(t(question.text), input);
	}

	private edit(text: string): void {
		this.text.value = text;
		this.refresh();
	}

	// Field and text say the same; what was looked at is not what is there now.
	private refresh(): void {
		const numbers = tablesIn(this.text.value);

		for (const [{ section, key }, input] of this.inputs)
			if (document.activeElement !== input || input instanceof HTMLSelectElement)
				input.value = valueIn(this.text.value, section, key);
		this.tables.textContent = t("desk.event.tables", { n: numbers.length, tables: numbers.length > 12
			? `${numbers.slice(0, 12).join(", ")} …` : numbers.join(", ") || "–" });
		this.changes.replaceChildren();
		this.notice.say("");
	}

	// A table for each board that is there and has none.
	private addBoards(): void {
		const named = new Set(tablesIn(this.text.value).map((number) => valueIn(this.text.value, `table ${number}`, "board")));
		const free = this.state.devices().filter((device) => device.table === null && device.state !== "absent")
			.map((device) => `serial:${device.long_serial || device.serial}`)
			.filter((board) => board !== "serial:" && !named.has(board));
		const text = free.reduce(withTable, this.text.value);

		this.edit(text);
		this.notice.say(t("desk.event.added", { n: free.length }));
	}

	// --- Looking and doing ---------------------------------------------------------------------------------

	private request(more: object): Promise<Looked> {
		return order<Looked>({ cmd: "event", do: "write", text: this.text.value, was: this.shown.text, ...more });
	}

	private look(): void {
		this.refresh();
		if (this.text.value === this.shown.text) {
			this.notice.say(t("desk.nothing_changes"));
			return;
		}
		this.request({}).then((looked) => this.show(looked), (error: unknown) => this.refuse(error));
	}

	// The line that the recorder names is shown to whoever wrote it.
	private refuse(error: unknown): void {
		const line = error instanceof Refused ? Number(/^[^\s:]+:(\d+): /.exec(error.message)?.[1] ?? 0) : 0;

		this.notice.fail(error);
		if (line === 0)
			return;
		const lines = this.text.value.split("\n"), from = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);

		this.text.focus();
		this.text.setSelectionRange(from, from + (lines[line - 1]?.length ?? 0));
		this.text.scrollTop = (line - 4) * parseFloat(getComputedStyle(this.text).lineHeight);
	}

	private show(looked: Looked): void {
		put(this.changes, h("section", { class: "panel" }, h("h2", {}, t("desk.effect.title")), differenceView(difference(this.shown.text, this.text.value)),
			h("p", { class: "hint" }, t("desk.event.begins_again")),
			h("div", { class: "row" }, button(t("desk.effect.apply"), () => this.apply(looked), { class: "primary" }),
			  button(t("desk.cancel"), () => this.refresh()))));
		this.changes.querySelector<HTMLElement>(".primary")?.focus();
	}

	private apply(looked: Looked): void {
		this.request({ apply: true, actions: looked.actions }).then(() => {
			this.changes.replaceChildren();
			this.notice.say(t("desk.event.waiting"));
			void this.comeBack(Date.now() + PATIENCE_MS);
		}, (error: unknown) => this.refuse(error));
	}

	// The recorder is away for a moment. It is there again when it answers with the file as it is now.
	private async comeBack(end: number): Promise<void> {
		await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
		if (this.left)
			return;
		try {
			await get("/api/v1/rounds");
			const shown = await order<Shown>({ cmd: "event", do: "show" });

			this.shown = shown;
			this.edit(shown.text);
			this.notice.say(t("desk.event.done"), "good");
		} catch (error) {
			if (Date.now() < end)
				void this.comeBack(end);
			else
				this.notice.fail(error);
		}
	}
}
