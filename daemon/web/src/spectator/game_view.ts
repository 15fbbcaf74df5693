// SPDX-License-Identifier: GPL-3.0-or-later
// One game: its board, both clocks, its moves; live, or at an earlier ply.
import { BoardView } from "../shared/board";
import * as faces from "../shared/clock_face";
import { h, setLabel, setText } from "../shared/dom";
import { isOver, moveNumber, positionsOf, resultText, shownClock, sideOf } from "../shared/game";
import { icon, type IconName } from "../shared/icons";
import { EMPTY, livePicture, pictureAt } from "../shared/live_picture";
import { playerName, PlayerLine } from "../shared/player";
import { isOn } from "../shared/settings";
import { spokenMen, spokenPly } from "../shared/spoken";
import { endText, troubleText } from "../shared/state_text";
import type { Tables } from "../shared/tables";
import { currentLanguage, locale, t, tn, type TextKey } from "../shared/text";
import type { Color, Table } from "../shared/types";
import { spokenLanguage, tellChange } from "./announcer";
import { MoveList } from "./move_list";
import type { View } from "./view";

const REVISION_PLIES = 8;

interface Control {
	button: HTMLButtonElement;
	text: TextKey;
}

export class GameView implements View {
	private readonly far = new PlayerLine();
	private readonly near = new PlayerLine();
	private readonly slot = h("div", { class: "slot", role: "img" });
	private readonly moves = new MoveList((index) => this.go(index));
	private readonly heading = h("h2", { tabindex: "-1" });
	private readonly began = h("p", { class: "began" });
	private readonly trouble = h("p", { class: "notice trouble", role: "status", hidden: true });
	private readonly revision = h("p", { class: "notice revision", role: "status", hidden: true });
	private readonly result = h("p", { class: "result" });
	private readonly live = h("button", { type: "button", class: "live", onclick: () => this.go(null) });
	private readonly described = h("details", { class: "described" });
	private readonly summary = h("summary");
	private readonly words = h("div");
	private readonly pgn: HTMLAnchorElement;
	private readonly pgnText = h("span");
	private readonly controls: Control[] = [];
	private readonly neighbours: { link: HTMLAnchorElement; step: number; text: TextKey }[] = [];
	private board: BoardView | null = null;
	private at: number | null; // the ply shown; null: the last, whichever that is
	private orientation: Color = "white";
	private unlisten = (): void => {};
	readonly element: HTMLElement;

	constructor(private readonly tables: Tables, readonly number: number, ply: number | null) {
		this.at = ply;
		this.pgn = h("a", { class: "button", download: "" }, icon("download"), this.pgnText);
		this.described.append(this.summary, this.words);
		this.described.addEventListener("toggle", () => this.describe());
		this.element = h("section", { class: "game" }, this.stage(), this.panel());
	}

	private stage(): HTMLElement {
		return h("div", { class: "stage" }, this.far.element, this.slot, this.near.element);
	}

	private panel(): HTMLElement {
		const steps = h("div", { class: "steps", role: "group" },
				this.control("first", "game.first", () => this.go(-1)),
				this.control("previous", "game.previous", () => this.step(-1)),
				this.control("next", "game.next", () => this.step(1)),
				this.control("last", "game.last", () => this.go(null)),
				this.control("flip", "game.flip", () => this.flip()));

		return h("div", { class: "panel" },
			 h("div", { class: "panel-head" }, this.neighbour("back", -1, "game.previous_table"),
			   h("div", { class: "panel-title" }, this.heading, this.began),
			   this.neighbour("forward", 1, "game.next_table")),
			 this.trouble, this.revision, this.moves.element, this.result, this.live, steps,
			 h("div", { class: "more" }, this.pgn, this.described));
	}

	private control(name: IconName, text: TextKey, action: () => void): HTMLButtonElement {
		const button = h("button", { type: "button", class: "tool", onclick: action }, icon(name));

		this.controls.push({ button, text });
		return button;
	}

	private neighbour(name: IconName, step: number, text: TextKey): HTMLAnchorElement {
		const link = h("a", { class: "tool", href: "#/" }, icon(name));

		this.neighbours.push({ link, step, text });
		return link;
	}

	title(): string {
		const table = this.tables.get(this.number);

		return table ? `${playerName(table.white, "white")} – ${playerName(table.black, "black")}` : "";
	}

	enter(): void {
		this.unlisten = this.tables.listen({
			whole: () => this.draw(),
			table: (now, was) => {
				if (now.table !== this.number)
					return;
				if (was && was.game === now.game)
					tellChange(now, was);
				else
					this.at = null;
				this.draw();
			},
		});
		this.draw();
	}

	leave(): void {
		this.unlisten();
		faces.hide(this.far.face, this.near.face);
		this.board?.destroy();
		this.board = null;
	}

	label(): void {
		for (const { button, text } of this.controls) {
			setLabel(button, t(text));
			button.title = t(text);
		}
		setText(this.pgnText, t("game.pgn"));
		setText(this.summary, t("game.described"));
		this.board?.destroy();
		this.board = null;
		this.draw();
	}

	key(event: KeyboardEvent): boolean {
		const act: Record<string, () => void> = {
			ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1), Home: () => this.go(-1), End: () => this.go(null),
			f: () => this.flip(), n: () => this.visit(1), p: () => this.visit(-1),
		};
		const action = act[event.key];

		action?.();
		return action !== undefined;
	}

	private plies(): number {
		return this.tables.get(this.number)?.plies?.length ?? 0;
	}

	// The ply that is shown, by index; -1: the position before the first.
	private shown(): number {
		const last = this.plies() - 1;

		return this.at === null ? last : Math.min(this.at, last);
	}

	private go(at: number | null): void {
		this.at = at !== null && at >= this.plies() - 1 ? null : at;
		this.draw();
	}

	private step(by: number): void {
		this.go(Math.max(-1, this.shown() + by));
	}

	private flip(): void {
		this.orientation = this.orientation === "white" ? "black" : "white";
		this.draw();
	}

	private neighbourOf(step: number): Table | undefined {
		const all = this.tables.all(), here = all.findIndex((table) => table.table === this.number);

		return here < 0 ? undefined : all[(here + step + all.length) % all.length];
	}

	private visit(step: number): void {
		const table = this.neighbourOf(step);

		if (table)
			location.hash = `#/table/${table.table}`;
	}

	// --- Drawing ----------------------------------------------------------------------------------

	private draw(): void {
		const table = this.tables.get(this.number);

		this.element.classList.toggle("absent", !table);
		if (!table) {
			setText(this.heading, this.tables.heard ? t("game.absent", { table: this.number }) : "");
			return;
		}
		this.drawHead(table);
		this.drawPlayers(table);
		this.drawBoard(table);
		this.moves.draw(table, this.tables.replacedAt(this.number));
		this.moves.mark(this.shown());
		this.drawNotices(table);
		if (this.described.open)
			this.describe();
	}

	private drawHead(table: Table): void {
		const one = (table.game ?? 0) > 1 ? "game.heading_game" : "game.heading", began = table.first_move_unix_ms;

		setText(this.heading, t(one, { table: table.table, game: table.game ?? 1 }));
		setText(this.began, began ? t("game.began", { time: new Intl.DateTimeFormat(locale(),
			{ dateStyle: "medium", timeStyle: "short" }).format(began) }) : "");
		for (const { link, step, text } of this.neighbours) {
			const other = this.neighbourOf(step);

			link.hidden = !other || other.table === this.number;
			link.href = other ? `#/table/${other.table}` : "#/";
			link.title = t(text);
			setLabel(link, t(text));
		}
		this.pgn.href = `/pgn/${table.table}${table.game ? `/${table.game}` : ""}`;
		this.pgn.download = `table-${table.table}.pgn`;
	}

	private drawPlayers(table: Table): void {
		const colors: [PlayerLine, Color][] = [[this.far, this.orientation === "white" ? "black" : "white"],
						       [this.near, this.orientation]];

		for (const [line, color] of colors) {
			line.draw(table, color);
			if (this.at === null)
				line.face.run(shownClock(table), color);
			else
				line.face.halt(this.clockAt(table, color));
		}
		faces.show(this.far.face, this.near.face);
	}

	// What a side had left at the ply that is shown: behind its own last one.
	private clockAt(table: Table, color: Color): number | null {
		for (let i = this.shown(); i >= 0; i--)
			if (sideOf(table, i) === color && table.plies![i]!.clock !== null)
				return table.plies![i]!.clock;
		return null;
	}

	private drawBoard(table: Table): void {
		const picture = this.at === null ? livePicture(table, this.orientation)
						 : pictureAt(table, this.shown(), this.orientation);

		if (this.board)
			this.board.show(picture);
		else
			this.board = new BoardView(this.slot, picture, { coordinates: isOn("coordinates") });
		setLabel(this.slot, this.boardLabel(table));
	}

	private boardLabel(table: Table): string {
		const index = this.shown();

		if (index < 0)
			return t("board.start");
		return t("board.after", { move: `${moveNumber(table, index)} ` +
			spokenPly(positionsOf(table)[index]!, table.plies![index]!, currentLanguage()) });
	}

	private drawNotices(table: Table): void {
		const trouble = troubleText(table), behind = this.plies() - 1 - this.shown();

		this.trouble.hidden = trouble === "";
		setText(this.trouble, trouble);
		this.revision.hidden = !this.isRevisionNews(table);
		setText(this.revision, this.revision.hidden ? "" : this.revisionText(table));
		this.result.hidden = !isOver(table) || this.at !== null;
		setText(this.result, [resultText(table), endText(table)].filter(Boolean).join(" · "));
		this.live.hidden = this.at === null;
		setText(this.live, isOver(table) ? t("game.to_end") : t("game.to_live", { n: behind }));
	}

	// What a person corrected stays said; what the board itself put right is marked in the list, and said for a while.
	private isRevisionNews(table: Table): boolean {
		const { revision } = table;

		return Boolean(revision && (revision.why === "correction" || this.plies() - revision.ply < REVISION_PLIES));
	}

	private revisionText(table: Table): string {
		const { count, ply, why } = table.revision!;

		return tn(`revision.${why}`, count, { move: moveNumber(table, ply - 1) });
	}

	// The position in words, for who does not see the board.
	private describe(): void {
		const table = this.tables.get(this.number), code = spokenLanguage();
		const squares = table ? positionsOf(table)[this.shown() + 1] ?? EMPTY : EMPTY;

		this.words.replaceChildren(h("p", { lang: code }, spokenMen(squares, "white", code)),
					   h("p", { lang: code }, spokenMen(squares, "black", code)));
	}
}
