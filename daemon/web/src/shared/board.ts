// SPDX-License-Identifier: GPL-3.0-or-later
// A board on the page, drawn by chessground. It shows; nothing can be moved on it unless its owner asks for that.
import { Chessground } from "chessground";
import type { Api } from "chessground/api";
import type { Config } from "chessground/config";
import type { Key } from "chessground/types";

import { colorOf, placement, squareName } from "./game";
import type { Color, Squares } from "./types";

export interface Picture {
	squares: Squares;
	orientation: Color;
	last?: [number, number] | null; // from and to of the last move
	check?: number | null;          // the square of a king in check
	tentative?: boolean;            // the last move has been made, the clock is not pressed yet
	lifted?: number[];              // men that are in a hand
	marked?: { square: number; name: string }[]; // squares with a class of their own
}

const reduced = matchMedia("(prefers-reduced-motion: reduce)");

function key(square: number): Key {
	return squareName(square) as Key;
}

function classes(picture: Picture): Map<Key, string> {
	const all = new Map<Key, string>();
	const add = (square: number, name: string): void => {
		const have = all.get(key(square));

		all.set(key(square), have ? `${have} ${name}` : name);
	};

	if (picture.tentative)
		picture.last?.forEach((square) => add(square, "tentative"));
	picture.lifted?.forEach((square) => add(square, "lifted"));
	picture.marked?.forEach(({ square, name }) => add(square, name));
	return all;
}

function config(picture: Picture, animated: boolean): Config {
	const checked = picture.check ?? null;

	return {
		fen: placement(picture.squares),
		orientation: picture.orientation,
		lastMove: picture.last?.map(key) ?? [],
		check: checked === null ? false : colorOf(picture.squares[checked]!) ?? false,
		highlight: { lastMove: true, check: true, custom: classes(picture) },
		animation: { enabled: animated && !reduced.matches, duration: 180 },
	};
}

export interface BoardOptions {
	coordinates?: boolean;
	animated?: boolean;
	interaction?: Config; // movable, drawable, events of chessground; none: a picture
}

export class BoardView {
	readonly api: Api;
	private drawn = "";

	// Into `parent`, a square element that holds nothing else.
	constructor(private readonly parent: HTMLElement, picture: Picture, private readonly options: BoardOptions = {}) {
		this.api = Chessground(parent, {
			...config(picture, false),
			coordinates: options.coordinates ?? false,
			viewOnly: !options.interaction,
			disableContextMenu: false,
			drawable: { enabled: false, visible: false },
			...options.interaction,
		});
		this.drawn = JSON.stringify(picture);
	}

	show(picture: Picture): void {
		const drawn = JSON.stringify(picture);

		if (drawn === this.drawn)
			return;
		this.drawn = drawn;
		this.api.set(config(picture, this.options.animated ?? true));
	}

	// Something around it may have moved it.
	redraw(): void {
		this.api.redrawAll();
	}

	destroy(): void {
		this.api.destroy();
		this.parent.replaceChildren();
	}
}
