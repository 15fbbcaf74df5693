// SPDX-License-Identifier: GPL-3.0-or-later
// What the private listener says (openapi-private.json), as types.
import type { Clock, Color, EventFacts, Table } from "../shared/types";

export type Role = "arbiter" | "operator" | "viewer" | "metrics";
export type Severity = "info" | "advisory" | "warning" | "critical";
export type Outcome = "open" | "confirmed" | "dismissed" | "deferred" | "expired";

export interface Who {
	name: string;
	role: Role;
	csrf?: string;
	expires_unix_ms?: number;
}

export interface Pair {
	white: number;
	black: number;
}

export interface Evidence {
	fen?: string;
	fen_after?: string;
	since?: number;
	clock?: Pair;
	clock_after?: Pair;
	squares?: string; // "e2, e4"
	plies?: number[];
	differences?: string[]; // "e4:P>."
	hands?: { scan_ms: number; needed_ms: number; possible_ms?: number };
}

export interface Alert {
	t: number; // seconds since the recording's start
	ply: number;
	side: Color;
	id: string;
	severity: Severity;
	articles: string[];
	text: string; // and text_fr, text_de: see sentence()
	number: number;
	table: number;
	game: number;
	edition: string;
	who: string;
	until: string;
	outcome: Outcome;
	note?: string;
	evidence?: Evidence;
}

export interface Action {
	action: number;
	t: number;
	op: string;
	by?: string;
	role?: string;
	user?: string;
	[member: string]: unknown;
}

export interface BoardState {
	address: string;
	driver: string;
	open: boolean;
	link: "listening" | "probing" | "live" | "wrong";
	advice: string;
	serial: string;
	long_serial: string;
	version: string;
	battery: string;
}

// A table as the arbiter sees it. The record is that of the public feed.
export interface DeskTable extends Omit<Table, "white" | "black" | "link" | "recording" | "revision" | "sync" | "table"> {
	table: number;
	white: string;
	black: string;
	board: BoardState;
	recorder: { path: string; ok: boolean; trouble: string; lost_lines: number; odd_entries: number };
	clock?: Clock | null;
	last_ply: { ply: number; move: number; side: Color; san: string; state: string } | null;
	sync: "waiting" | "in-step" | "astray" | "puzzled" | "over";
	sync_since_unix_ms: number;
	troubled: { square: string; since_unix_ms: number }[];
	start_unix_ms: number;
	alerts?: Alert[];
	actions?: Action[];
}

export interface Device {
	serial: string;
	long_serial: string;
	node: string;
	title: string;
	state: "absent" | "seen" | "opening" | "probing" | "live" | "lost" | "quarantined";
	text: string;
	since_unix_ms: number;
	losses: number;
	failures: number;
	table: number | null;
	retry_unix_ms: number | null;
}

export interface Whole {
	event: EventFacts;
	tables: DeskTable[];
	devices: Device[];
}

export type DeskChange = { table: number; plies_from?: number } & Partial<DeskTable>;

export type ClockSide = "left" | "right";

export interface CaseEvent {
	t: number;
	what: "square" | "clock" | "scan" | "said";
	square?: string;
	man?: string;
	left?: number | null;
	right?: number | null;
	running?: boolean;
	turn?: ClockSide;
	text?: string; // of what was said: in words
	event?: Record<string, unknown>;
	refused?: true; // of a decision or an order
}

export interface CaseFile {
	alert: Alert;
	edition: string;
	articles: { number: string; text: string | null }[];
	options: { outcome: Outcome; text: string }[];
	penalties: string[];
	appeal: string;
	rotated: boolean;
	white_clock: ClockSide | null;
	moves: { move: number; side: "white" | "black"; san: string; completed: boolean; clock: number | null }[]; // of a flag
	from: number;
	until: number;
	events: CaseEvent[];
	decisions: CaseEvent[];
	outcome: Outcome;
	settled: number | null;
	related: { number: number; move: number; ply: number; text: string; outcome: Outcome }[];
	counted_once: boolean; // with one of the related
}

// An answer to an order that was looked at or carried out.
export interface Effect {
	ply: number;
	removed: number;
	added: number;
	kept: number;
	dropped: number;
	explained: number;
	was: string;
	becomes: string;
	result_was: string;
	result: string;
	fen: string;
	undo: string[];
	record: string;
	applied: boolean;
	recording: string;
}

export interface Finding {
	table: number | null;
	what: string;
	text: string; // as in an alert
}

export interface Assignment {
	table: number;
	white: string;
	black: string;
	board: string;
	state: "no-board" | "waiting" | "ready" | "playing" | "over" | "look";
	game: number;
	plies: number;
	result: string;
	by_hand: boolean;
}

export interface OrderEntry {
	action: number;
	text: string;
	unix_ms?: number;
	user?: string;
	uid?: number;
	by?: string;
	undoes?: number;
	undone_by?: number;
}

export interface Output {
	name: string;
	url: string;
	delay?: number;
	pushes?: number;
	failures?: number;
	text: string;
	refused?: { [tag: string]: unknown }[];
}

export interface TimeRow {
	t: number;
	time: string | null;
	game: number;
	made: Pair;
	completed: Pair;
	clock: { white: number | null; black: number | null };
	turn: Color;
	running: boolean;
}
