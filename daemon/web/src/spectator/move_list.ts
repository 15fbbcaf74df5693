// SPDX-License-Identifier: GPL-3.0-or-later
// The moves of a game, each a button that shows its position. Only rows that changed are written again.
import { clockText } from "../shared/clock";
import { h } from "../shared/dom";
import { halfMove, moveNumber, positionsOf } from "../shared/game";
import { shownSan } from "../shared/notation";
import { spokenPly } from "../shared/spoken";
import type { Replaced } from "../shared/tables";
import { currentLanguage, t } from "../shared/text";
import type { Ply, Squares, Table } from "../shared/types";

export class MoveList {
	readonly element = h("ol", { class: "moves", tabindex: "0" });
	private readonly buttons: HTMLButtonElement[] = [];
	private drawn = "";
	private current = -1;

	constructor(private readonly go: (index: number) => void) {
	}

	draw(table: Table, replaced: Replaced | null): void {
		const drawn = JSON.stringify([currentLanguage(), shownSan("NBRQK"), table.game, table.plies, table.breaks, table.revision,
					      replaced]);

		if (drawn === this.drawn)
			return;
		this.drawn = drawn;
		this.current = -1;
		this.buttons.length = 0;
		this.element.setAttribute("aria-label", t("game.moves"));
		this.element.replaceChildren(...this.rows(table, replaced));
	}

	private rows(table: Table, replaced: Replaced | null): HTMLElement[] {
		const rows: HTMLElement[] = [], positions = positionsOf(table), plies = table.plies ?? [];
		let row: HTMLElement | null = null;

		plies.forEach((_ply, index) => {
			const at = halfMove(table, index), gap = table.breaks?.some((one) => one.ply === index);

			if (gap)
				rows.push(h("li", { class: "gap" }, t("game.break")));
			if (!row || (at & 1) === 0 || gap) {
				row = h("li", { class: "row" }, h("span", { class: "move-number" }, `${at >> 1}.`));
				if (at & 1)
					row.append(h("span", { class: "skipped" }, "…"));
				rows.push(row);
			}
			row.append(this.cell(table, index, positions[index]!, replaced));
		});
		if (replaced && replaced.from >= plies.length)
			rows.push(h("li", { class: "gone" }, this.struck(replaced.plies)));
		return rows;
	}

	// Plies that stood here before.
	private struck(plies: Ply[]): HTMLElement {
		return h("s", { title: t("game.replaced") }, h("span", { class: "unseen" }, `${t("game.replaced")} `),
			 plies.map((ply) => shownSan(ply.san)).join(" "));
	}

	private cell(table: Table, index: number, before: Squares, replaced: Replaced | null): HTMLElement {
		const ply = table.plies![index]!, revised = table.revision?.ply === index + 1;
		const marks = [ply.state === "made" && t("game.tentative"), ply.doubtful && t("game.doubtful"),
			       revised && t("revision.spoken", { move: moveNumber(table, index) })].filter(Boolean);
		const button = h("button", {
			type: "button", class: `ply ${ply.state}${ply.doubtful ? " doubtful" : ""}${revised ? " revised" : ""}`, title: marks.join(" ") || null,
			onclick: () => this.go(index),
		}, h("span", { class: "san" }, shownSan(ply.san)),
		h("span", { class: "unseen" }, [spokenPly(before, ply, currentLanguage()), ...marks].join(", ")),
		ply.clock !== null && h("span", { class: "spent" }, clockText(ply.clock)));

		this.buttons[index] = button;
		if (replaced?.from !== index)
			return button;
		return h("span", { class: "cell" }, this.struck(replaced.plies), button);
	}

	// The ply whose position is shown; -1: none.
	mark(index: number): void {
		if (index === this.current && this.buttons[index]?.hasAttribute("aria-current"))
			return;
		this.buttons[this.current]?.removeAttribute("aria-current");
		this.current = index;
		const button = this.buttons[index];

		button?.setAttribute("aria-current", "true");
		this.reveal(button);
	}

	// Within the list only: the page itself stays where its reader has it.
	private reveal(button: HTMLElement | undefined): void {
		const list = this.element;

		if (!button) {
			list.scrollTop = 0;
			return;
		}
		const box = button.getBoundingClientRect(), around = list.getBoundingClientRect();

		if (box.top < around.top)
			list.scrollTop -= around.top - box.top + 8;
		else if (box.bottom > around.bottom)
			list.scrollTop += box.bottom - around.bottom + 8;
	}
}
