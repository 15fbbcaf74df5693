// SPDX-License-Identifier: GPL-3.0-or-later
// What sensors and clock said around an alert, as a picture: a row for each square that changed, two for the clock,
// time from left to right. And the same as a list, for whoever does not see the picture.
import { clockText } from "../shared/clock";
import { h, svg } from "../shared/dom";
import { t } from "../shared/text";
import { grid, word } from "./parts";
import type { Color } from "../shared/types";
import type { CaseEvent, CaseFile, ClockSide } from "./types";

const WIDTH = 720, LEFT = 72, RIGHT = 22, TOP = 26, ROW = 26, FOOT = 24;
const ROWS_MAX = 14;

// Men as the sensors name them.
const MEN: Record<string, string> = {
	K: "♔", Q: "♕", R: "♖", B: "♗", N: "♘", P: "♙", k: "♚", q: "♛", r: "♜", b: "♝", n: "♞", p: "♟",
};

interface Scale {
	from: number;
	until: number;
}

function x(scale: Scale, time: number): number {
	return LEFT + (WIDTH - LEFT - RIGHT) * (time - scale.from) / (scale.until - scale.from);
}

function seconds(time: number): string {
	return `${time > 0 ? "+" : ""}${time.toFixed(Math.abs(time) < 10 && time % 1 !== 0 ? 1 : 0)}`;
}

// The squares that the alert is about first, then those that changed nearest to it.
function squaresOf(file: CaseFile, events: CaseEvent[]): string[] {
	const named = (file.alert.evidence?.squares ?? "").split(/[,\s]+/).filter(Boolean);
	const near = new Map<string, number>();

	for (const event of events)
		if (event.what === "square") {
			const far = Math.abs(event.t - file.alert.t), square = event.square!;

			near.set(square, Math.min(far, near.get(square) ?? Infinity));
		}
	const others = [...near.keys()].filter((square) => !named.includes(square))
		.sort((a, b) => near.get(a)! - near.get(b)!);

	return [...named.filter((square) => near.has(square)), ...others].slice(0, ROWS_MAX);
}

function axis(scale: Scale, zero: number, height: number): SVGElement[] {
	const span = scale.until - scale.from, step = [1, 2, 5, 10, 20, 60].find((one) => span / one <= 12) ?? 600;
	const parts: SVGElement[] = [];

	for (let at = Math.ceil((scale.from - zero) / step) * step; at <= scale.until - zero; at += step) {
		const px = x(scale, zero + at);

		parts.push(svg("line", { class: "tick", x1: px, x2: px, y1: TOP - 6, y2: height - FOOT }),
			   svg("text", { class: "axis", x: px, y: height - 8, "text-anchor": "middle" }, `${seconds(at)} s`));
	}
	return parts;
}

// Where a man stands a bar, where he comes or goes a mark.
function squareRow(scale: Scale, square: string, events: CaseEvent[], y: number, marked: boolean): SVGElement[] {
	const own = events.filter((event) => event.square === square);
	const parts = [svg("text", { class: marked ? "lane marked" : "lane", x: LEFT - 10, y: y + 4, "text-anchor": "end" }, square)];

	own.forEach((event, i) => {
		const px = x(scale, event.t), end = x(scale, own[i + 1]?.t ?? scale.until), man = event.man!;

		if (man !== ".")
			parts.push(svg("rect", { class: man === man.toUpperCase() ? "stands white" : "stands black",
						 x: px, y: y - 7, width: Math.max(1, end - px), height: 14, rx: 3 }));
	});
	own.forEach((event) => {
		const px = x(scale, event.t);

		parts.push(event.man === "." ? svg("circle", { class: "empties", cx: px, cy: y, r: 5 })
			: svg("text", { class: "man", x: px, y: y + 7, "text-anchor": "middle" }, MEN[event.man!] ?? event.man));
	});
	return parts;
}

// Whose side of the clock that is; where no clock has said so, only where it is.
function ownerOf(side: ClockSide, whiteClock: ClockSide | null): Color | null {
	return whiteClock === null ? null : side === whiteClock ? "white" : "black";
}

function ownerName(side: ClockSide, whiteClock: ClockSide | null): string {
	const owner = ownerOf(side, whiteClock);

	return owner ? t(`side.${owner}`) : word("desk.clock", side);
}

// A row for each side of the clock, White's first: a band while its time runs, a press where it changes sides.
function clockRow(scale: Scale, side: ClockSide, file: CaseFile, events: CaseEvent[], y: number): SVGElement[] {
	const own = events.filter((event) => event.what === "clock");
	const parts = [svg("text", { class: "lane", x: LEFT - 10, y: y + 4, "text-anchor": "end" }, ownerName(side, file.white_clock))];

	own.forEach((event, i) => {
		const px = x(scale, event.t), end = x(scale, own[i + 1]?.t ?? scale.until), before = own[i - 1];

		if (event.turn === side)
			parts.push(svg("rect", { class: event.running ? `runs ${ownerOf(side, file.white_clock) ?? side}` : "halts",
						 x: px, y: y - 6, width: Math.max(1, end - px), height: 12, rx: 3 }));
		else if (before && before.turn === side)
			parts.push(svg("path", { class: "press", d: `M${px} ${y - 6}v12l7 -6z` }));
	});
	return parts;
}

function saidMarks(scale: Scale, events: CaseEvent[], height: number): SVGElement[] {
	return events.filter((event) => event.what === "said").map((event) => {
		const px = x(scale, event.t);

		return svg("g", { class: "said" }, svg("line", { x1: px, x2: px, y1: TOP - 10, y2: height - FOOT }),
			   svg("title", {}, saidText(event)));
	});
}

// The beginning is named to the left of its line, what comes after it to the right: they may be close.
function moment(scale: Scale, time: number, label: string, name: "began" | "told", height: number): SVGElement[] {
	const px = x(scale, time), end = name === "began" ? px > LEFT + 60 : px > WIDTH - 90;

	return [svg("line", { class: name, x1: px, x2: px, y1: 14, y2: height - FOOT }),
		svg("text", { class: `${name} label`, x: px + (end ? -4 : 4), y: 12, "text-anchor": end ? "end" : "start" }, label)];
}

function picture(file: CaseFile, scale: Scale, events: CaseEvent[]): SVGElement {
	const squares = squaresOf(file, events), marked = file.alert.evidence?.squares ?? "";
	const sides: ClockSide[] = file.white_clock === "right" ? ["right", "left"] : ["left", "right"];
	const height = TOP + ROW * (squares.length + sides.length) + 10 + FOOT, began = file.alert.evidence?.since;

	return svg("svg", { class: "timeline", viewBox: `0 0 ${WIDTH} ${height}`, role: "img",
			    "aria-label": t("desk.evidence.label", { squares: squares.join(", ") || "–", n: events.length }) },
		   ...axis(scale, file.alert.t, height),
		   ...squares.flatMap((square, i) =>
			squareRow(scale, square, events, TOP + ROW * i + ROW / 2, marked.includes(square))),
		   ...sides.flatMap((side, i) => clockRow(scale, side, file, events, TOP + ROW * (squares.length + i) + ROW / 2)),
		   ...saidMarks(scale, events, height),
		   ...(began !== undefined && began >= scale.from
			? moment(scale, began, t("desk.evidence.began"), "began", height) : []),
		   ...moment(scale, file.alert.t, t("desk.evidence.told"), "told", height));
}

function shown(seconds_: number | null | undefined): string {
	return seconds_ === null || seconds_ === undefined ? "–" : clockText(seconds_);
}

function clockEventText(event: CaseEvent, whiteClock: ClockSide | null): string {
	const side = ownerName(event.turn!, whiteClock), left = shown(event.left), right = shown(event.right);

	if (whiteClock === null)
		return t(event.running ? "desk.evidence.runs" : "desk.evidence.halts", { left, right, side });
	return t(event.running ? "desk.evidence.runs_for" : "desk.evidence.halts_for",
		 { white: whiteClock === "left" ? left : right, black: whiteClock === "left" ? right : left, side });
}

// As the daemon words it, with what was noted; where it has no words, as it was said.
function saidText(event: CaseEvent): string {
	const note = event.event?.["note"], words = [event.text || JSON.stringify(event.event)];

	if (event.refused)
		words.unshift(t("desk.decisions.refused"));
	if (event.text && typeof note === "string" && note)
		words.push(note);
	return words.join(t("desk.colon"));
}

// One event in words; whiteClock: which side of the clock is White's, where that is known.
export function eventText(event: CaseEvent, whiteClock: ClockSide | null = null): string {
	if (event.what === "square")
		return event.man === "." ? t("desk.evidence.empty", { square: event.square! })
			: t("desk.evidence.stands", { square: event.square!, man: MEN[event.man!] ?? event.man! });
	if (event.what === "clock")
		return clockEventText(event, whiteClock);
	if (event.what === "scan")
		return t("desk.evidence.scan");
	return saidText(event);
}

function list(file: CaseFile, events: CaseEvent[]): HTMLElement {
	return grid(t("desk.evidence.list"), [t("desk.evidence.time"), t("desk.evidence.what")],
		    events.map((event) => [`${seconds(Number((event.t - file.alert.t).toFixed(2)))} s`, eventText(event, file.white_clock)]));
}

// The picture and the list; `around`: seconds before and after.
export function evidenceView(file: CaseFile, around: number): HTMLElement {
	const began = file.alert.evidence?.since ?? file.alert.t;
	const scale = { from: Math.max(file.from, began - around), until: Math.min(file.until, file.alert.t + around) };
	const events = file.events.filter((event) => event.t >= scale.from && event.t <= scale.until);

	const box = h("div", { class: "timeline-box", tabindex: "0", role: "group", "aria-label": t("desk.evidence.title") },
		      picture(file, scale, events));

	// Where it is wider than the window, the moment itself is what one sees first.
	requestAnimationFrame(() => {
		box.scrollLeft = box.scrollWidth * x(scale, file.alert.t) / WIDTH - box.clientWidth * 0.7;
	});
	return h("div", { class: "evidence" }, box,
		 h("p", { class: "hint" }, t("desk.evidence.legend")),
		 h("details", {}, h("summary", {}, t("desk.evidence.list")), list(file, events)));
}
