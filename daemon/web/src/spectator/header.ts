// SPDX-License-Identifier: GPL-3.0-or-later
// The head of the page: the event, and what can be done on every view.
import { h, setLabel, setText } from "../shared/dom";
import { icon, type IconName } from "../shared/icons";
import { choose, isOn } from "../shared/settings";
import { openSettings } from "../shared/settings_dialog";
import type { Tables } from "../shared/tables";
import { dayText, t, type TextKey } from "../shared/text";
import type { EventFacts } from "../shared/types";

const KEYS: [string, TextKey][] = [
	["← →", "keys.step"], ["Home End", "keys.ends"], ["n p", "keys.neighbour"], ["f", "keys.flip"], ["/", "keys.search"],
	["b", "keys.screen"], ["s", "keys.sound"], ["Esc", "keys.overview"], ["?", "keys.settings"],
];

export function settings(): void {
	openSettings(KEYS);
}

function factsText(event: EventFacts): string {
	return [event.round && t("event.round", { round: event.round }), event.section, event.site,
		event.date && dayText(event.date)].filter(Boolean).join(" · ");
}

export class Header {
	private readonly name = h("a", { href: "#/", class: "home" });
	private readonly facts = h("p", { class: "facts" });
	private readonly pgn = h("a", { class: "button", href: "/pgn/round", download: "round.pgn" }, icon("download"), h("span", {}, "PGN"));
	private readonly back = h("a", { class: "tool back", href: "#/" }, icon("all"));
	private readonly screen = h("a", { class: "tool wide", href: "#/screen" }, icon("screen"));
	private readonly sound = h("button", { type: "button", class: "tool", onclick: () => choose("sound", isOn("sound") ? "off" : "on") });
	private readonly choices = h("button", { type: "button", class: "tool", onclick: settings }, icon("settings"));
	readonly element = h("header", { class: "top" }, this.back,
			     h("div", { class: "event" }, h("h1", {}, this.name), this.facts),
			     h("nav", {}, this.pgn, this.screen, this.sound, this.choices));

	constructor(private readonly tables: Tables) {
	}

	// elsewhere: on another view than that of all games, and there are others.
	draw(elsewhere: boolean): void {
		const { event } = this.tables, sound: IconName = isOn("sound") ? "sound" : "silent";

		setText(this.name, event.name ?? t("page.title"));
		setText(this.facts, factsText(event));
		this.sound.replaceChildren(icon(sound));
		this.sound.setAttribute("aria-pressed", String(isOn("sound")));
		this.back.hidden = !elsewhere;
		this.call(this.back, "header.all");
		this.call(this.sound, "header.sound");
		this.call(this.screen, "header.screen");
		this.call(this.choices, "settings.title");
		this.call(this.pgn, "header.pgn");
		setLabel(this.element.querySelector("nav")!, t("header.nav"));
	}

	private call(element: HTMLElement, text: TextKey): void {
		setLabel(element, t(text));
		element.title = t(text);
	}
}
