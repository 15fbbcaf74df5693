// SPDX-License-Identifier: GPL-3.0-or-later
// A line with a player, his rating, his score and his clock, above and below a board.
import { ClockFace } from "./clock_face";
import { h, setClass, setText } from "./dom";
import { isOver, scoreOf } from "./game";
import { t } from "./text";
import type { Color, Player, Table } from "./types";

export function playerName(player: Player, color: Color): string {
	return player.name ?? t(`side.${color}`);
}

// "Anderssen" and ", A." of "Anderssen, Adolf": where room is scarce, and the second where there is none.
function shortName(name: string): [string, string] {
	const [surname, given] = name.split(/,\s*/, 2);

	return given ? [surname!, `, ${[...given][0]}.`] : [name, ""];
}

export class PlayerLine {
	readonly face = new ClockFace();
	private readonly title = h("abbr", { class: "title" });
	private readonly surname = h("span", {});
	private readonly initial = h("span", { class: "initial" });
	private readonly name = h("span", { class: "name" }, this.surname, this.initial);
	private readonly elo = h("span", { class: "elo" });
	private readonly team = h("span", { class: "team" });
	private readonly score = h("span", { class: "score" });
	readonly element = h("div", { class: "player" }, h("span", { class: "dot", "aria-hidden": "true" }), this.title,
			     h("span", { class: "who" }, h("span", { class: "line" }, this.name, this.elo), this.team),
			     this.score, this.face.element);

	// short: as many names as will fit into a card.
	constructor(private readonly short = false) {
	}

	draw(table: Table, color: Color): void {
		const player = table[color], name = playerName(player, color);

		this.element.dataset["color"] = color;
		setText(this.title, player.title ?? "");
		const [surname, initial] = this.short ? shortName(name) : [name, ""];

		setText(this.surname, surname);
		setText(this.initial, initial);
		setText(this.elo, player.elo ?? "");
		setText(this.team, player.team ?? "");
		setText(this.score, scoreOf(table, color));
		setClass(this.element, "won", isOver(table) && scoreOf(table, color) === "1");
	}
}
