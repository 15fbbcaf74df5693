// SPDX-License-Identifier: GPL-3.0-or-later
// The first time: what is still to be done before the first round, one step after the other, each with its state.
import { h } from "../shared/dom";
import { t, type TextKey } from "../shared/text";
import { get, mayMend } from "./api";
import { Notice } from "./parts";
import { findingsList } from "./round_view";
import type { State } from "./state";
import type { Assignment, Finding, Output } from "./types";
import type { View } from "./view";

const AGAIN_MS = 3000;

interface Known {
	tables: Assignment[];
	findings: Finding[];
	outputs: Output[];
}

interface Step {
	name: string;
	done: boolean;
	text: string;
	link?: [href: string, text: TextKey];
	more?: HTMLElement;
}

export class SetupView implements View {
	title = t("desk.nav.setup");
	readonly element = h("section", { class: "page" });
	private readonly list = h("ol", { class: "steps" });
	private readonly notice = new Notice();
	private readonly timer: number;
	private drawn = "";

	constructor(private readonly state: State) {
		this.element.append(h("h1", {}, this.title), h("p", { class: "hint" }, t("desk.setup.hint")), this.notice.element, this.list);
		this.timer = window.setInterval(() => this.load(), AGAIN_MS);
		this.load();
	}

	leave(): void {
		clearInterval(this.timer);
	}

	private load(): void {
		Promise.all([get<{ tables: Assignment[] }>("/api/v1/assignments"), get<{ findings: Finding[] }>("/api/v1/check"),
			     get<{ outputs: Output[] }>("/api/v1/status")])
			.then(([{ tables }, { findings }, { outputs }]) => {
				this.notice.say("");
				this.draw({ tables, findings, outputs });
			}, (error: unknown) => this.notice.fail(error));
	}

	private steps({ tables, findings, outputs }: Known): Step[] {
		const { event } = this.state, live = this.state.devices().filter((device) => device.state === "live").length;
		const without = tables.filter((table) => table.board === ""), silent = tables.filter((table) => table.state === "no-board");
		const nameless = tables.filter((table) => !table.white || !table.black), troubled = outputs.filter((output) => output.text);
		const list = (some: Assignment[]): string => some.slice(0, 12).map((table) => table.table).join(", ") + (some.length > 12 ? " …" : "");

		return [
			{ name: "event", done: Boolean(event.name && event.date && event.time_control),
			  text: t("desk.setup.event", { name: event.name ?? "–", date: event.date ?? "–", control: event.time_control ?? "–" }),
			  ...(mayMend() && { link: ["#/setup/event", "desk.event.edit"] as [string, TextKey] }) },
			{ name: "boards", done: live >= tables.length, text: t("desk.setup.boards", { n: live, tables: tables.length }),
			  link: ["#/devices", "desk.nav.devices"] },
			{ name: "assign", done: without.length + silent.length === 0,
			  text: silent.length === 0 ? t("desk.setup.assigned") : t("desk.setup.silent", { tables: list(silent) }),
			  link: ["#/devices", "desk.assign.title"] },
			{ name: "names", done: nameless.length === 0,
			  text: nameless.length === 0 ? t("desk.setup.named") : t("desk.setup.nameless", { tables: list(nameless) }),
			  link: ["#/round", "desk.import.title"] },
			{ name: "outputs", done: troubled.length === 0,
			  text: troubled.length === 0 ? t("desk.setup.published") : troubled.map((one) => `${one.name}: ${one.text}`).join(" "),
			  link: ["#/outputs", "desk.nav.outputs"] },
			{ name: "check", done: findings.length === 0,
			  text: findings.length === 0 ? t("desk.check.good") : t("desk.setup.findings", { n: findings.length }),
			  ...(findings.length > 0 && { more: findingsList(findings) }), link: ["#/round", "desk.nav.round"] },
		];
	}

	private draw(known: Known): void {
		const steps = this.steps(known), drawn = JSON.stringify([known, steps.map((step) => [step.done, step.text])]);

		if (drawn === this.drawn)
			return;
		this.drawn = drawn;
		this.list.replaceChildren(...steps.map((step) => h("li", { class: step.done ? "step done" : "step" },
			h("h2", {}, t(`desk.setup.step.${step.name}` as TextKey), " ", h("span", { class: step.done ? "state good" : "state watch" },
				t(step.done ? "desk.setup.done" : "desk.setup.todo"))),
			h("p", {}, step.text), step.more, step.link && h("p", {}, h("a", { class: "button", href: step.link[0] }, t(step.link[1]))))));
	}
}
