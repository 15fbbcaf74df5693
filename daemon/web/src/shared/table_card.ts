// SPDX-License-Identifier: GPL-3.0-or-later
// A table in small: its number and how it stands, both players with their clocks, and the board while it is seen.
import * as faces from "./clock_face";
import { h, setClass, setText } from "./dom";
import { isOver, shownClock } from "./game";
import { livePicture } from "./live_picture";
import { MiniBoard } from "./mini_board";
import { PlayerLine } from "./player";
import { statusText, troubleText } from "./state_text";
import type { Table } from "./types";

export class TableCard {
	private readonly number = h("span", { class: "number" });
	private readonly status = h("span", { class: "status" });
	private readonly slot = h("div", { class: "slot", "aria-hidden": "true" });
	private readonly far = new PlayerLine(true);
	private readonly near = new PlayerLine(true);
	private board: MiniBoard | null = null;
	readonly element = h("li", { class: "card" }, h("div", { class: "card-head" }, this.number, this.status), this.far.element,
			     this.slot, this.near.element);

	constructor(public table: Table) {
		this.draw(table);
	}

	draw(table: Table): void {
		const over = isOver(table), trouble = troubleText(table);

		this.table = table;
		setText(this.number, String(table.table));
		setText(this.status, trouble || statusText(table));
		setClass(this.status, "tentative", !over && table.plies?.at(-1)?.state === "made");
		setClass(this.status, "trouble", trouble !== "");
		setClass(this.element, "over", over);
		this.far.draw(table, "black");
		this.near.draw(table, "white");
		if (!this.board)
			return;
		this.board.show(livePicture(table, "white"), true);
		this.runClocks();
	}

	private runClocks(): void {
		this.far.face.run(shownClock(this.table), "black");
		this.near.face.run(shownClock(this.table), "white");
	}

	// In or out of sight: out of it there is no board, and no clock that runs.
	see(visible: boolean): void {
		if (visible === (this.board !== null))
			return;
		if (visible) {
			this.board = new MiniBoard();
			this.board.show(livePicture(this.table, "white"), false);
			this.slot.append(this.board.element);
			this.runClocks();
			faces.show(this.far.face, this.near.face);
			return;
		}
		faces.hide(this.far.face, this.near.face);
		this.board!.element.remove();
		this.board = null;
	}
}
