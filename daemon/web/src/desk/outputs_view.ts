// SPDX-License-Identifier: GPL-3.0-or-later
// Where the games are published to and what ails that; how the recording is.
import { h } from "../shared/dom";
import { t, translated } from "../shared/text";
import { get } from "./api";
import { card, empty, grid, Notice, word } from "./parts";
import type { State } from "./state";
import type { Output } from "./types";
import type { View } from "./view";

const AGAIN_MS = 5000;

export class OutputsView implements View {
	title = t("desk.nav.outputs");
	readonly element = h("section", { class: "page" });
	private readonly list = h("div", {}, empty(t("desk.loading")));
	private readonly recording = h("div", {});
	private readonly notice = new Notice();
	private readonly timer: number;

	constructor(private readonly state: State) {
		this.element.append(h("h1", {}, this.title), this.notice.element, card(t("desk.outputs"), this.list),
				    card(t("desk.head.recording"), this.recording));
		this.timer = window.setInterval(() => this.load(), AGAIN_MS);
		this.load();
	}

	leave(): void {
		clearInterval(this.timer);
	}

	private load(): void {
		get<{ outputs: Output[] }>("/api/v1/status").then(({ outputs }) => {
			this.notice.say("");
			this.draw(outputs);
		}, (error: unknown) => this.notice.fail(error));
	}

	private draw(outputs: Output[]): void {
		const refused = (output: Output): string => output.refused?.length ? t("desk.outputs.refused", { n: output.refused.length }) : "";

		this.list.replaceChildren(grid(t("desk.outputs"), [t("desk.head.output"), t("desk.head.place"), t("desk.head.delay"),
								    t("desk.head.failures"), t("desk.head.error")],
			outputs.map((output) => [word("desk.output", output.name), output.url || "–",
						 output.delay === undefined ? "–" : t("desk.seconds", { n: output.delay }),
						 output.pushes === undefined ? "–" : `${output.failures ?? 0} / ${output.pushes}`,
						 h("span", { class: output.text || refused(output) ? "state bad" : "state good" },
						   [translated(output.text), refused(output)].filter(Boolean).join(" ") || t("desk.good"))])));
		const troubled = this.state.allTables().filter((table) => !table.recorder.ok || table.recorder.lost_lines > 0);

		this.recording.replaceChildren(troubled.length === 0 ? h("p", { class: "state good" }, t("desk.recording.good")) :
			grid(t("desk.head.recording"), [t("desk.head.table"), t("desk.head.error"), t("desk.head.lost")],
			     troubled.map((table) => [String(table.table), translated(table.recorder.trouble), String(table.recorder.lost_lines)])));
	}
}
