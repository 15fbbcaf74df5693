// SPDX-License-Identifier: GPL-3.0-or-later
// For a large screen in the hall: as many boards as can be read from afar, the next ones after a while, and nothing
// that anybody would have to touch.
import { h, setText } from "../shared/dom";
import { TableCard } from "../shared/table_card";
import type { Tables } from "../shared/tables";
import { locale, t } from "../shared/text";
import type { Table } from "../shared/types";
import type { View } from "./view";

const TURN_MS = 20_000;
const BOARD_LEAST = 250; // pixels across, at arm's length; the page scales with the screen
const GAP = 18;
const CHROME = 0.27; // of a board: the players and the status above and below it

// Columns and rows that let `count` boards be as large as they can, within what can be read.
function layout(width: number, height: number, count: number): { columns: number; rows: number; board: number } {
	let best = { columns: 1, rows: 1, board: 0, seen: 0 };

	for (let columns = 1; columns <= 16; columns++)
		for (let rows = 1; rows <= 9; rows++) {
			const board = Math.floor(Math.min((width - GAP * (columns + 1)) / columns,
							  ((height - GAP * (rows + 1)) / rows) / (1 + CHROME)));
			const seen = Math.min(count, columns * rows);

			if (board >= BOARD_LEAST && (seen > best.seen || (seen === best.seen && board > best.board)))
				best = { columns, rows, board, seen };
		}
	return best.board > 0 ? best : { columns: 1, rows: 1, board: Math.min(width - 2 * GAP, (height - 2 * GAP) / (1 + CHROME)) };
}

export class ScreenView implements View {
	private readonly list = h("ul", { class: "wall" });
	private readonly time = h("time", { class: "now" });
	private readonly which = h("span", { class: "which" });
	private readonly name = h("h1");
	private readonly panels = new Map<number, TableCard>();
	private readonly resized = new ResizeObserver(() => this.arrange());
	private first = 0;
	private perPage = 1;
	private turn = 0;
	private clock = 0;
	private wake: WakeLockSentinel | null = null;
	private unlisten = (): void => {};
	readonly element = h("section", { class: "screen" },
			     h("div", { class: "screen-head" }, this.name, this.which, this.time), this.list);

	constructor(private readonly tables: Tables, private readonly atMost: number | null) {
	}

	title(): string {
		return t("screen.title");
	}

	label(): void {
		this.showOnly([]);
		this.arrange();
	}

	enter(): void {
		this.unlisten = this.tables.listen({ whole: () => this.arrange(),
						     table: (now) => this.panels.get(now.table)?.draw(now) });
		this.resized.observe(this.element);
		this.turn = window.setInterval(() => this.next(1), TURN_MS);
		this.clock = window.setInterval(() => this.tick(), 1000);
		document.addEventListener("visibilitychange", this.stayAwake);
		void this.stayAwake();
		this.arrange();
	}

	leave(): void {
		this.unlisten();
		this.resized.disconnect();
		clearInterval(this.turn);
		clearInterval(this.clock);
		document.removeEventListener("visibilitychange", this.stayAwake);
		void this.wake?.release();
		this.showOnly([]);
	}

	key(event: KeyboardEvent): boolean {
		if (event.key === "ArrowRight" || event.key === "ArrowLeft")
			this.next(event.key === "ArrowRight" ? 1 : -1);
		else if (event.key === "f")
			void (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
		else
			return false;
		return true;
	}

	// A screen that nobody touches must not go dark; where the browser grants it.
	private readonly stayAwake = async (): Promise<void> => {
		try {
			if (!document.hidden)
				this.wake = await navigator.wakeLock.request("screen");
		} catch {
			// Over plain HTTP, or without power: the machine's own settings hold.
		}
	};

	private next(by: number): void {
		const count = this.tables.all().length;

		if (count <= this.perPage)
			return;
		this.first += by * this.perPage;
		if (this.first >= count)
			this.first = 0;
		else if (this.first < 0)
			this.first = Math.floor((count - 1) / this.perPage) * this.perPage;
		this.arrange();
	}

	private tick(): void {
		setText(this.time, new Intl.DateTimeFormat(locale(), { timeStyle: "short" }).format(Date.now()));
	}

	private arrange(): void {
		const all = this.tables.all(), box = this.list.getBoundingClientRect();
		const scale = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
		const wanted = Math.min(all.length, this.atMost ?? all.length);
		const plan = layout(box.width / scale, box.height / scale, Math.max(1, wanted));

		this.perPage = Math.max(1, Math.min(plan.columns * plan.rows, this.atMost ?? Infinity));
		this.first = this.first < all.length ? this.first : 0;
		this.list.style.setProperty("--columns", String(plan.columns));
		this.list.style.setProperty("--board", `${plan.board / 16}rem`);
		this.showOnly(all.slice(this.first, this.first + this.perPage));
		setText(this.name, [this.tables.event.name, this.tables.event.round && t("event.round", { round: this.tables.event.round })]
			.filter(Boolean).join(" · "));
		setText(this.which, all.length > this.perPage
			? t("screen.which", { from: this.first + 1, to: Math.min(all.length, this.first + this.perPage), of: all.length }) : "");
		this.tick();
	}

	private showOnly(tables: Table[]): void {
		const wanted = new Set(tables.map((table) => table.table));

		for (const [number, panel] of this.panels)
			if (!wanted.has(number)) {
				panel.see(false);
				panel.element.remove();
				this.panels.delete(number);
			}
		for (const table of tables) {
			const panel = this.panels.get(table.table) ?? new TableCard(table);

			this.panels.set(table.table, panel);
			panel.draw(table);
			this.list.append(panel.element);
			panel.see(true);
		}
	}
}
