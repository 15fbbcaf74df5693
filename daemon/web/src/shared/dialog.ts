// SPDX-License-Identifier: GPL-3.0-or-later
// A dialog with a heading and a button that closes it.
import { h, setLabel, setText } from "./dom";
import { icon } from "./icons";
import { t } from "./text";

export class Dialog {
	private readonly heading = h("h2", { id: "dialog-heading" });
	private readonly closing = h("button", { type: "button", class: "tool", onclick: () => this.element.close() }, icon("close"));
	private readonly body = h("div", { class: "dialog-body" });
	readonly element = h("dialog", { "aria-labelledby": "dialog-heading" },
			     h("div", { class: "dialog-head" }, this.heading, this.closing), this.body);

	constructor() {
		// A click beside it closes it, too.
		this.element.addEventListener("click", (event) => event.target === this.element && this.element.close());
		this.element.addEventListener("close", () => this.element.remove());
	}

	open(heading: string, ...content: Node[]): void {
		this.fill(heading, ...content);
		document.body.append(this.element);
		this.element.showModal();
	}

	get isOpen(): boolean {
		return this.element.open;
	}

	fill(heading: string, ...content: Node[]): void {
		setText(this.heading, heading);
		setLabel(this.closing, t("dialog.close"));
		this.body.replaceChildren(...content);
	}
}
