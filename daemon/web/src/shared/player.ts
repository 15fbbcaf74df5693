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

export class PlayerLine {
	readonly face = new ClockFace();
	private readonly title = h("abbr", { class: "title" });
	private readonly name = h("span", { class: "name" });
	private readonly elo = h("span", { class: "elo" });
	private readonly team = h("span", { class: "team" });
	private readonly score = h("span", { class: "score" });
	readonly element = h("div", { class: "player" }, h("span", { class: "dot", "aria-hidden": "true" }), this.title,
			     h("span", { class: "who" }, this.name, this.team), this.elo, this.score, this.face.element);

	draw(table: Table, color: Color): void {
		const player = table[color];

		this.element.dataset["color"] = color;
		setText(this.title, player.title ?? "");
		setText(this.name, playerName(player, color));
		setText(this.elo, player.elo ?? "");
		setText(this.team, player.team ?? "");
		setText(this.score, scoreOf(table, color));
		setClass(this.element, "won", isOver(table) && scoreOf(table, color) === "1");
	}
}
