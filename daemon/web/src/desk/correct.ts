// SPDX-License-Identifier: GPL-3.0-or-later
// The record is mended on a board: a ply is chosen, and taken back, replaced by a move that is made on the board, or
// preceded by one; or the position is set, or the result. What it would do is shown before it is done.
import { Chessground } from "chessground";
import type { Api } from "chessground/api";
import type { Key, Piece, Role } from "chessground/types";
import { write } from "chessground/fen";

import { h } from "../shared/dom";
import { moveNumber, placement } from "../shared/game";
import { shownSan } from "../shared/notation";
import { t } from "../shared/text";
import { order } from "./api";
import { diagram } from "./diagram";
import { button, field, Notice, put, select, word } from "./parts";
import { moveLines, positionBefore, recordOf } from "./record";
import type { State } from "./state";
import type { DeskTable, Effect } from "./types";

const MODES = ["take-back", "replace", "insert", "position", "result"] as const;
const RESULTS = ["1-0", "0-1", "1/2-1/2", "*"];
const MEN: [Role, string][] = [["king", "♚"], ["queen", "♛"], ["rook", "♜"], ["bishop", "♝"], ["knight", "♞"], ["pawn", "♟"]];
const TOUCHES = ["pointerdown", "pointerup"] as const;

type Mode = typeof MODES[number];

interface Request {
	do: Mode;
	[member: string]: unknown;
}

// An order that undoes another, as the daemon writes it for the command line.
export function undoRequest(text: string): Request | null {
	const [what, first = "", ...rest] = text.split(" ");

	if (what === "takeback")
		return { do: "take-back", plies: Number(first) };
	if (what === "replace" || what === "insert")
		return { do: what, ply: Number(first), move: rest.join(" ") };
	if (what === "position")
		return { do: "position", fen: [first, ...rest].join(" ") };
	return what === "result" ? { do: "result", result: first } : null;
}

export class CorrectPanel {
	readonly element = h("div", { class: "correct" });
	private readonly notice = new Notice();
	private readonly slot = h("div", { class: "slot" });
	private readonly moves = h("ol", { class: "record", tabindex: "0" });
	private readonly tools = h("div", { class: "correct-tools" });
	private readonly preview = h("div", { class: "preview" });
	private readonly modeButtons = new Map<Mode, HTMLButtonElement>();
	private readonly board: Api;
	private mode: Mode = "take-back";
	private ply = 0; // index of the chosen one; the number of plies: behind the last
	private placing = false; // a man is put on the squares that are touched, or they are emptied
	private man: Piece | null = null;
	private drawn = ""; // the record that was drawn last
	private looked = 0; // of the questions asked

	constructor(private readonly state: State, private readonly number: number) {
		for (const mode of MODES)
			this.modeButtons.set(mode, button(word("desk.correct", mode), () => this.choose(mode)));
		this.board = Chessground(this.slot, {
			coordinates: true, draggable: { showGhost: true }, animation: { duration: 120 },
			movable: { free: true, color: "both", events: { after: (from, to) => this.played(from, to) } },
			premovable: { enabled: false }, drawable: { enabled: false },
			events: { select: (key) => this.touched(key), change: () => this.mode === "position" && this.forget() },
		});
		for (const event of TOUCHES)
			document.addEventListener(event, this.measure, { capture: true });
		this.ply = this.table()?.plies?.length ?? 0;
		this.element.append(
			h("div", { class: "segments", role: "group", "aria-label": t("desk.correct.title") }, ...this.modeButtons.values()),
			h("div", { class: "correct-main" }, h("div", { class: "correct-board" }, this.slot),
			  h("div", { class: "correct-side" }, this.moves, this.tools, this.notice.element, this.preview)));
		this.choose("take-back");
	}

	// chessground keeps the place of its board until somebody scrolls; here alerts and actions come in above it, and a
	// touch would be another square's.
	private readonly measure = (): void => this.board.state.dom.bounds.clear();

	private table(): DeskTable | undefined {
		return this.state.table(this.number);
	}

	// The record is not as it was.
	refresh(): void {
		const { plies, breaks } = this.table() ?? {}, drawn = JSON.stringify([plies, breaks]);

		if (drawn === this.drawn)
			return;
		this.drawn = drawn;
		this.ply = Math.min(this.ply, plies?.length ?? 0);
		this.drawMoves();
		if (this.mode !== "position")
			this.drawBoard();
	}

	private choose(mode: Mode): void {
		this.mode = mode;
		for (const [one, element] of this.modeButtons)
			element.setAttribute("aria-pressed", String(one === mode));
		this.moves.hidden = mode === "position" || mode === "result";
		this.forget();
		this.drawMoves();
		this.drawBoard();
		this.drawTools();
	}

	private forget(): void {
		this.looked++;
		this.preview.replaceChildren();
		this.notice.say("");
	}

	private drawMoves(): void {
		const table = this.table(), plies = table?.plies ?? [];
		const ply = (index: number | null): HTMLElement | string => index === null ? "" :
			h("button", { type: "button", "aria-pressed": String(index === this.ply), onclick: () => this.go(index) },
			  shownSan(plies[index]!.san));

		this.moves.setAttribute("aria-label", t("desk.correct.which"));
		this.moves.replaceChildren(...(table ? moveLines(table) : []).map((line) =>
			h("li", {}, h("span", { class: "move-number" }, `${line.number}.`), ply(line.white), ply(line.black))));
		if (this.mode === "insert")
			this.moves.append(h("li", {}, h("button", { type: "button", "aria-pressed": String(this.ply >= plies.length),
								    onclick: () => this.go(plies.length) }, t("desk.correct.end"))));
	}

	private go(index: number): void {
		this.ply = index;
		this.forget();
		this.drawMoves();
		this.drawBoard();
		this.drawTools();
		this.moves.querySelector<HTMLElement>('[aria-pressed="true"]')?.focus();
	}

	private drawBoard(): void {
		const table = this.table(), plies = table?.plies ?? [];
		const shown = this.mode === "replace" || this.mode === "insert" || this.mode === "take-back" ? this.ply : plies.length;

		this.board.set({
			fen: placement(table ? positionBefore(table, shown) : ".".repeat(64)),
			lastMove: [],
			viewOnly: this.mode === "take-back" || this.mode === "result",
			movable: { free: true, color: "both" },
			draggable: { enabled: true, deleteOnDropOff: this.mode === "position" },
		});
	}

	private drawTools(): void {
		const plies = this.table()?.plies ?? [];

		this.tools.replaceChildren();
		if (this.mode === "take-back")
			this.tools.append(h("p", { class: "hint" }, t("desk.correct.take_back_hint")),
				button(t("desk.correct.take_back_from", { move: this.chosenMove() }),
				       () => this.look({ do: "take-back", plies: plies.length - this.ply }),
				       { disabled: this.ply >= plies.length }));
		else if (this.mode === "position")
			this.tools.append(...this.positionTools());
		else if (this.mode === "result")
			this.tools.append(...this.resultTools());
		else
			this.tools.append(h("p", { class: "hint" }, t(this.mode === "replace" ? "desk.correct.replace_hint" : "desk.correct.insert_hint",
									    { move: this.chosenMove() })), ...this.typedMove());
	}

	private chosenMove(): string {
		const table = this.table(), ply = table?.plies?.[this.ply];

		return table && ply ? `${moveNumber(recordOf(table), this.ply)} ${shownSan(ply.san)}` : t("desk.correct.end");
	}

	// For whoever would rather write the move than make it.
	private typedMove(): HTMLElement[] {
		const input = h("input", { type: "text", autocomplete: "off", spellcheck: "false", placeholder: "Nf3" });

		return [h("form", { class: "row", onsubmit: (event: Event) => {
			event.preventDefault();
			if (input.value.trim())
				this.lookMove(input.value.trim());
		} }, field(t("desk.correct.move"), input), h("button", { type: "submit" }, t("desk.correct.look")))];
	}

	private lookMove(move: string): void {
		this.look({ do: this.mode as "replace" | "insert", ply: this.ply + 1, move });
	}

	private played(from: Key, to: Key): void {
		if (this.mode === "position") {
			this.forget();
			return;
		}
		const man = this.board.state.pieces.get(to);

		if (man?.role === "pawn" && /[18]$/.test(to))
			this.askPromotion(from + to);
		else
			this.lookMove(from + to);
	}

	private askPromotion(move: string): void {
		this.preview.replaceChildren(h("p", {}, t("desk.correct.promotion")), h("div", { class: "row" },
			...(["q", "r", "b", "n"] as const).map((letter, i) => button(MEN[i + 1]![1], () => this.lookMove(move + letter),
				{ class: "man", "aria-label": word("man", MEN[i + 1]![0]) }))));
	}

	// --- A position ----------------------------------------------------------------------------------

	private touched(key: Key): void {
		if (this.mode !== "position" || !this.placing)
			return;
		this.board.setPieces(new Map([[key, this.man ?? undefined]]));
		this.board.selectSquare(null);
		this.forget();
	}

	private positionTools(): HTMLElement[] {
		const group = h("div", { class: "palette", role: "group", "aria-label": t("desk.correct.men") });
		const choose = (element: HTMLElement, placing: boolean, man: Piece | null): void => {
			this.placing = placing;
			this.man = man;
			this.board.set({ movable: { color: placing ? undefined : "both" }, draggable: { enabled: !placing } } as object);
			for (const one of group.children)
				one.setAttribute("aria-pressed", String(one === element));
		};
		const tool = (text: string, label: string, placing: boolean, man: Piece | null): HTMLButtonElement => {
			const element = button(text, () => choose(element, placing, man), { class: "man", "aria-label": label, "aria-pressed": "false" });

			if (man)
				this.dragFrom(element, man);
			return element;
		};
		const move = tool("✥", t("desk.correct.move_men"), false, null);
		const side = select([["w", t("desk.white_moves")], ["b", t("desk.black_moves")]],
				    this.sideNow());

		const fen = h("input", { type: "text", autocomplete: "off", spellcheck: "false" });

		group.append(move, ...(["white", "black"] as const).flatMap((color) => MEN.map(([role, sign]) =>
			tool(color === "white" ? String.fromCharCode(sign.charCodeAt(0) - 6) : sign,
			     `${t(`side.${color}`)}: ${word("man", role)}`, true, { role, color }))),
			     tool("✕", t("desk.correct.clear"), true, null));
		choose(move, false, null);
		return [h("p", { class: "hint" }, t("desk.correct.position_hint")), group, field(t("desk.correct.to_move"), side),
			field(t("desk.correct.fen"), fen),
			h("div", { class: "row" },
			  button(t("desk.correct.from_board"), () => this.fromSensors()),
			  button(t("desk.correct.look"), () => this.look({ do: "position", fen: fen.value.trim() || this.fen(side.value) })))];
	}

	// Off the palette onto the board: a press that stays where it is chooses, one that moves drags a man.
	private dragFrom(element: HTMLElement, man: Piece): void {
		const drag = (event: MouseEvent | TouchEvent): void => {
			this.forget();
			this.board.dragNewPiece(man, event, true);
		};

		element.addEventListener("pointerdown", (down) => {
			element.releasePointerCapture(down.pointerId); // a finger's stays with what it touched
			const leave = (event: PointerEvent): void => {
				if (event.pointerId === down.pointerId && event.buttons === 1)
					drag(event);
			};

			element.addEventListener("pointerleave", leave, { once: true });
			document.addEventListener("pointerup", () => element.removeEventListener("pointerleave", leave), { once: true });
		});
	}

	private sideNow(): string {
		const table = this.table();

		return table?.side === "black" ? "b" : "w";
	}

	private fromSensors(): void {
		const sensors = this.table()?.sensors;

		if (sensors)
			this.board.set({ fen: placement(sensors) });
		this.forget();
	}

	// Castling where king and rook stand as at the beginning: the daemon checks what is said.
	private fen(side: string): string {
		const men = this.board.state.pieces;
		const at = (key: Key, role: Role, color: "white" | "black"): boolean =>
			men.get(key)?.role === role && men.get(key)?.color === color;
		const rights = [at("e1", "king", "white") && at("h1", "rook", "white") ? "K" : "",
				at("e1", "king", "white") && at("a1", "rook", "white") ? "Q" : "",
				at("e8", "king", "black") && at("h8", "rook", "black") ? "k" : "",
				at("e8", "king", "black") && at("a8", "rook", "black") ? "q" : ""].join("");

		return `${write(men)} ${side} ${rights || "-"} -`;
	}

	private resultTools(): HTMLElement[] {
		const result = select(RESULTS.map((one) => [one, one === "*" ? t("desk.correct.goes_on") : one]), this.table()?.result ?? "*");

		return [field(t("desk.head.result"), result),
			button(t("desk.correct.look"), () => this.look({ do: "result", result: result.value }))];
	}

	// --- Looking and doing -----------------------------------------------------------------------------

	private request(request: Request, more: object): Promise<Effect> {
		return order<Effect>({ cmd: "correct", table: this.number, ...request, ...more });
	}

	private look(request: Request): void {
		const asked = ++this.looked;

		this.notice.say("");
		this.request(request, {}).then((effect) => {
			if (asked === this.looked)
				this.show(request, effect);
		}, (error: unknown) => {
			if (asked !== this.looked)
				return;
			this.preview.replaceChildren();
			this.notice.fail(error);
			this.drawBoard();
		});
	}

	private show(request: Request, effect: Effect): void {
		const lines: [string, string][] = [[t("desk.effect.was"), effect.was || "–"], [t("desk.effect.becomes"), effect.becomes || "–"]];

		if (effect.result !== effect.result_was)
			lines.push([t("desk.head.result"), `${effect.result_was} → ${effect.result}`]);
		put(this.preview,
			h("h3", {}, t("desk.effect.title")),
			h("dl", { class: "effect" }, ...lines.flatMap(([name, text]) => [h("dt", {}, name), h("dd", {}, text)])),
			effect.dropped > 0 && h("p", { class: "warning" }, t("desk.effect.dropped", { n: effect.dropped })),
			effect.explained > 0 && h("p", { class: "hint" }, t("desk.effect.explained", { n: effect.explained })),
			diagram(effect.fen, t("desk.effect.position")),
			h("div", { class: "row" }, button(t("desk.effect.apply"), () => this.apply(request, effect), { class: "primary" }),
			  button(t("desk.cancel"), () => {
				this.forget();
				this.drawBoard();
			})));
		this.preview.querySelector<HTMLElement>(".primary")?.focus();
	}

	// What came of an order is said in any case; what was asked behind it meanwhile is not taken away.
	private apply(request: Request, looked: Effect): void {
		const asked = this.looked;

		this.request(request, { apply: true, record: looked.record }).then((effect) => {
			if (asked === this.looked) {
				this.forget();
				this.offerUndo(effect.undo);
				this.drawBoard();
			}
			this.notice.say(effect.recording || t("desk.effect.done"), effect.recording ? "bad" : "good");
		}, (error: unknown) => this.failed(asked, error));
	}

	private failed(asked: number, error: unknown): void {
		if (asked === this.looked)
			this.forget();
		this.notice.fail(error);
	}

	private offerUndo(undo: string[]): void {
		const requests = undo.map(undoRequest);

		if (requests.length === 0 || requests.includes(null))
			return;
		this.preview.replaceChildren(button(t("desk.effect.undo"), () => {
			void this.undo(requests as Request[]);
		}));
	}

	private async undo(requests: Request[]): Promise<void> {
		const asked = this.looked;

		try {
			for (const request of requests)
				await this.request(request, { apply: true });
			if (asked === this.looked)
				this.forget();
			this.notice.say(t("desk.effect.undone"), "good");
		} catch (error) {
			this.failed(asked, error);
		}
	}

	leave(): void {
		for (const event of TOUCHES)
			document.removeEventListener(event, this.measure, { capture: true });
		this.board.destroy();
	}
}
