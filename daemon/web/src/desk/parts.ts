// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces that several views are made of.
import { h, type Attributes, type Child } from "../shared/dom";
import { currentLanguage, isText, t, translated } from "../shared/text";
import { Refused } from "./api";
import type { DeskTable } from "./types";

export function button(text: string, onclick: () => void, attributes: Attributes = {}): HTMLButtonElement {
	return h("button", { type: "button", onclick, ...attributes }, text);
}

export function card(title: string, ...children: Child[]): HTMLElement {
	return h("section", { class: "panel" }, h("h2", {}, title), ...children);
}

// What an element holds from now on.
export function put(element: Element, ...children: Child[]): void {
	element.replaceChildren(...children.filter((child) => child !== null && child !== undefined && child !== false)
		.map((child) => child instanceof Node ? child : String(child)));
}

let fields = 0;

// A label and what it names, one above the other.
export function field(label: string, input: HTMLElement): HTMLElement {
	input.id ||= `field-${++fields}`;
	return h("div", { class: "field" }, h("label", { for: input.id }, label), input);
}

export function select(options: [value: string, text: string][], chosen = ""): HTMLSelectElement {
	const element = h("select", {}, ...options.map(([value, text]) =>
		h("option", { value, selected: value === chosen }, text)));

	return element;
}

// A table with heads; it scrolls by itself where it is too wide, also by the keyboard.
export function grid(caption: string, heads: string[], rows: Child[][]): HTMLElement {
	return h("div", { class: "grid", tabindex: "0", role: "region", "aria-label": caption }, h("table", {},
		h("thead", {}, h("tr", {}, ...heads.map((head) => h("th", { scope: "col" }, head)))),
		h("tbody", {}, ...rows.map((row) => h("tr", {}, ...row.map((cell) => h("td", {}, cell)))))));
}

export function empty(text: string): HTMLElement {
	return h("p", { class: "nothing" }, text);
}

// Where an answer is told: one line that screen readers hear.
export class Notice {
	readonly element = h("p", { class: "answer", role: "status" });

	say(text: string, kind: "good" | "bad" | "plain" = "plain"): void {
		this.element.textContent = text;
		this.element.dataset["kind"] = kind;
	}

	fail(error: unknown): void {
		this.say(error instanceof Refused ? translated(error.message) : t("desk.unreachable"), "bad");
	}
}

export function names(table: DeskTable | undefined): string {
	return `${table?.white || t("side.white")} – ${table?.black || t("side.black")}`;
}

// A text whose key is put together; where there is none, the word itself.
export function word(prefix: string, name: string): string {
	const key = `${prefix}.${name}`;

	return isText(key) ? t(key) : name;
}

// What the daemon says in each language: "text" in English, "text_fr" and so on in the others.
export function sentence(said: { text: string }): string {
	return (said as Record<string, unknown>)[`text_${currentLanguage()}`] as string | undefined ?? said.text;
}

export function timeOfDay(unixMs: number): string {
	return new Date(unixMs).toLocaleTimeString(currentLanguage(), { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" });
}

// "12 s", "3 min", "2 h": how long ago.
export function age(unixMs: number, nowMs: number): string {
	const s = Math.max(0, Math.round((nowMs - unixMs) / 1000));

	if (s < 60)
		return t("desk.age.s", { n: s });
	return s < 3600 ? t("desk.age.min", { n: Math.floor(s / 60) }) : t("desk.age.h", { n: Math.floor(s / 3600) });
}
