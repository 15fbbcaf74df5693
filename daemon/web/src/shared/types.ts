// SPDX-License-Identifier: GPL-3.0-or-later
// What the public feeds say (openapi.json), as types.

export type Color = "white" | "black";

export interface Player {
	name: string | null;
	title: string | null;
	elo: string | null;
	team: string | null;
}

export interface Clock {
	white: number | null; // seconds shown
	black: number | null;
	running: boolean;
	turn: Color;
	read_unix_ms: number;
	battery_low: boolean;
}

export interface Ply {
	san: string;
	uci: string;
	state: "made" | "completed";
	doubtful: boolean;
	clock: number | null;
}

// Before ply index `ply` play went on from `position`.
export interface Break {
	ply: number;
	position: string;
	move: number;
	side: Color;
}

export interface Revision {
	count: number;
	ply: number; // from 1
	why: "correction" | "board";
}

// 64 letters as in FEN, a1 first, '.' for an empty square.
export type Squares = string;

export interface Table {
	table: number;
	white: Player;
	black: Player;
	link: string;
	recording: string;
	revision: Revision | null;
	game?: number;
	sync?: "waiting" | "in-step" | "over";
	sensors?: Squares;
	clock?: Clock | null;
	breaks?: Break[];
	first_move?: number;
	first_side?: Color;
	first_position?: Squares;
	first_move_unix_ms?: number | null;
	plies?: Ply[];
	last?: [number, number] | null;
	position?: Squares;
	side?: Color;
	check?: number | null;
	result?: string;
	end?: "checkmate" | "stalemate" | null;
}

export type Change = { table: number; plies_from?: number } & Partial<Omit<Table, "table">>;

export interface EventFacts {
	name: string | null;
	site: string | null;
	date: string | null;
	round: string | null;
	section: string | null;
	time_control: string | null;
}

export interface Live {
	event: EventFacts;
	tables: Table[];
}
