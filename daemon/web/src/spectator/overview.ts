// SPDX-License-Identifier: GPL-3.0-or-later
// All tables at a glance. A card out of sight has no board and no clock that runs: hundreds of them scroll as
// smoothly as ten.
import { h, setLabel, setText } from "../shared/dom";
import { isOver } from "../shared/game";
import { icon } from "../shared/icons";
import { playerName } from "../shared/player";
import { statusText } from "../shared/state_text";
import { TableCard } from "../shared/table_card";
import type { Tables } from "../shared/tables";
import { t } from "../shared/text";
import type { Table } from "../shared/types";
import type { View } from "./view";

const FILTERS = ["all", "playing", "finished"] as const;
// Few games have larger cards: up to so many, this wide, in rem; and where the window has room for all of them at
// once when they are larger still, as large as that.
const WIDTHS: [number, number][] = [[2, 28], [6, 23], [12, 19]];
const WIDTH = 16.5, GAP = 1, CHROME = 6.7; // rem of a card above and below its board
const ABOVE = 11, BESIDE = 5; // rem of the page around the cards
const AHEAD = "400px"; // boards so far beyond the window's edge are drawn already
// Of many new cards the first are there at once, with their boards; the others come between frames.
const AT_ONCE = 12, PORTION = 64;

type Filter = typeof FILTERS[number];

// With a link over all of it to its game.
class Card extends TableCard {
	private readonly link = h("a", { class: "cover", href: `#/table/${this.table.table}` });

	constructor(table: Table) {
		super(table);
		this.element.append(this.link);
		this.relabel();
	}

	// What the link is called: a card in one sentence.
	private relabel(): void {
		const { table } = this;

		setLabel(this.link, t("card.label", { table: table.table, white: playerName(table.white, "white"),
						      black: playerName(table.black, "black"), status: statusText(table) }));
	}

	redrawn(table: Table): void {
		this.draw(table);
		this.relabel();
	}

	matches(filter: Filter, words: string[]): boolean {
		const { table } = this;
		const text = [String(table.table), table.white.name, table.white.team, table.black.name, table.black.team]
			.join(" ").toLocaleLowerCase();

		return (filter === "all" || (filter === "finished") === isOver(table)) && words.every((word) => text.includes(word));
	}
}

export class Overview implements View {
	private readonly cards = new Map<number, Card>();
	private readonly list = h("ul", { class: "cards" });
	private readonly search = h("input", { type: "search", id: "search", autocomplete: "off", spellcheck: "false" });
	private readonly count = h("p", { class: "count", role: "status" });
	private readonly nothing = h("p", { class: "nothing", hidden: true });
	private readonly filters = new Map<Filter, HTMLButtonElement>();
	private readonly observer: IntersectionObserver;
	private readonly byElement = new WeakMap<Element, Card>();
	private filter: Filter = "all";
	private waiting: { table: Table; place: number }[] = []; // for their cards
	private timer = 0; // the next of them: behind a frame
	private frame = 0;
	readonly element: HTMLElement;

	constructor(private readonly tables: Tables) {
		this.observer = new IntersectionObserver((entries) => {
			for (const entry of entries)
				this.byElement.get(entry.target)?.see(entry.isIntersecting);
		}, { rootMargin: `${AHEAD} 0px` });
		for (const filter of FILTERS)
			this.filters.set(filter, h("button", { type: "button", onclick: () => this.choose(filter) }));
		for (const what of ["input", "search"]) // the second when Escape has emptied it
			this.search.addEventListener(what, () => this.sift());
		this.element = h("section", { class: "overview" },
				 h("div", { class: "tools" },
				   h("label", { class: "search", for: "search" }, icon("search"), this.search),
				   h("div", { class: "segments", role: "group" }, ...this.filters.values()), this.count),
				 this.list, this.nothing);
		this.tables.listen({ whole: () => this.drawAll(), table: (now) => this.cards.get(now.table)?.redrawn(now) });
		this.drawAll();
	}

	title(): string {
		return "";
	}

	label(): void {
		this.cards.forEach((card) => card.redrawn(card.table));
		this.name();
		this.sift();
	}

	private name(): void {
		const words = this.element.querySelector(".segments")!;

		this.search.placeholder = t("overview.search");
		setLabel(this.search, t("overview.search"));
		setLabel(words, t("overview.show"));
		for (const [filter, button] of this.filters)
			setText(button, t(`overview.${filter}`));
	}

	key(event: KeyboardEvent): boolean {
		if (event.key !== "/")
			return false;
		this.search.focus();
		return true;
	}

	leave(): void {
		window.removeEventListener("resize", this.resized);
		this.observer.disconnect();
		this.cards.forEach((card) => card.see(false));
	}

	enter(): void {
		window.addEventListener("resize", this.resized);
		this.resized();
		this.cards.forEach((card) => this.observer.observe(card.element));
	}

	private readonly resized = (): void => this.size(this.tables.all().length);

	private choose(filter: Filter): void {
		this.filter = filter;
		this.sift();
	}

	private drawAll(): void {
		const all = this.tables.all(), there = new Set(all.map((table) => table.table));

		for (const [number, card] of this.cards)
			if (!there.has(number)) {
				this.observer.unobserve(card.element);
				card.see(false);
				card.element.remove();
				this.cards.delete(number);
			}
		this.size(all.length);
		this.waiting = all.map((table, place) => ({ table, place }));
		this.name();
		const isFirst = this.cards.size === 0;

		this.placeSome(isFirst ? AT_ONCE : all.length);
		if (isFirst && this.element.isConnected)
			this.cards.forEach((card) => card.see(true)); // which of them are not, the observer will say
	}

	private size(count: number): void {
		const rem = parseFloat(getComputedStyle(document.documentElement).fontSize);
		const width = window.innerWidth / rem - BESIDE, height = window.innerHeight / rem - ABOVE;
		let best = WIDTHS.find(([most]) => count <= most)?.[1] ?? WIDTH;

		for (let columns = 1; columns <= count; columns++) {
			const card = (width - GAP * (columns - 1)) / columns, rows = Math.ceil(count / columns);

			if (rows * (card + CHROME) + GAP * (rows - 1) <= height)
				best = Math.max(best, card - 0.01);
		}
		this.list.style.setProperty("--card-width", `${best}rem`);
	}

	private placeSome(count: number): void {
		cancelAnimationFrame(this.frame);
		clearTimeout(this.timer);
		for (const { table, place } of this.waiting.splice(0, count))
			this.place(this.tables.get(table.table) ?? table, place);
		if (this.waiting.length > 0)
			this.frame = requestAnimationFrame(() => {
				this.timer = window.setTimeout(() => this.placeSome(PORTION));
			});
		this.sift();
	}

	private place(table: Table, place: number): void {
		let card = this.cards.get(table.table);

		if (card) {
			card.redrawn(table);
		} else {
			card = new Card(table);
			this.cards.set(table.table, card);
			this.byElement.set(card.element, card);
			if (this.element.isConnected)
				this.observer.observe(card.element);
		}
		if (this.list.children[place] !== card.element)
			this.list.insertBefore(card.element, this.list.children[place] ?? null);
	}

	// Only the cards that the reader asks for.
	private sift(): void {
		const words = this.search.value.toLocaleLowerCase().split(/\s+/).filter(Boolean);
		let shown = 0;

		for (const [filter, button] of this.filters)
			button.setAttribute("aria-pressed", String(filter === this.filter));
		for (const card of this.cards.values()) {
			card.element.hidden = !card.matches(this.filter, words);
			shown += card.element.hidden ? 0 : 1;
		}
		if (this.waiting.length > 0)
			return; // it is told once
		setText(this.count, this.cards.size > 0 ? t("overview.count", { n: shown }) : "");
		this.nothing.hidden = shown > 0 || !this.tables.heard;
		setText(this.nothing, t(this.cards.size > 0 ? "overview.no_match" : "overview.no_table"));
	}
}

