// SPDX-License-Identifier: GPL-3.0-or-later
// All tables as the feed tells them, and who wants to know of changes.
import type { Change, EventFacts, Live, Ply, Table } from "./types";

// Plies that stood here and were replaced while this page looked on: a correction is shown, not only its outcome.
export interface Replaced {
	from: number; // index of the first of them
	plies: Ply[];
}

export interface TablesListener {
	// The event's facts, or which tables there are.
	whole?(): void;
	// `was` is undefined where the table is new.
	table?(now: Table, was: Table | undefined): void;
}

const NO_EVENT: EventFacts = { name: null, site: null, date: null, round: null, section: null, time_control: null };

function isSameGame(a: Table | undefined, b: Table): a is Table {
	return a !== undefined && a.game === b.game;
}

// Completed plies of `was` that `now` has not, or has otherwise; null: none.
export function replacedPlies(was: Ply[], now: Ply[]): Replaced | null {
	let from = 0;

	while (from < was.length && from < now.length && was[from]!.uci === now[from]!.uci)
		from++;
	const plies = was.slice(from).filter((ply) => ply.state === "completed");

	return plies.length > 0 ? { from, plies } : null;
}

// What `was` becomes by a change: its members, and of the plies those from plies_from on.
export function changed<T extends { plies?: Ply[] }>(was: T, change: { plies_from?: number } & Partial<T>): T {
	const { plies_from: from, ...members } = change;
	const plies = from === undefined ? {} : { plies: (was.plies ?? []).slice(0, from).concat(change.plies ?? []) };

	return { ...was, ...members, ...plies };
}

export class Tables {
	event: EventFacts = NO_EVENT;
	heard = false; // there has been a snapshot
	private readonly byNumber = new Map<number, Table>();
	private readonly replaced = new Map<number, Replaced>();
	private readonly listeners = new Set<TablesListener>();

	listen(listener: TablesListener): () => void {
		this.listeners.add(listener);
		return () => this.listeners.delete(listener);
	}

	get(number: number): Table | undefined {
		return this.byNumber.get(number);
	}

	// By their numbers.
	all(): Table[] {
		return [...this.byNumber.values()].sort((a, b) => a.table - b.table);
	}

	replacedAt(number: number): Replaced | null {
		return this.replaced.get(number) ?? null;
	}

	// An event of the feed; names that are not ours are left alone.
	take(name: string, data: unknown): void {
		if (name === "snapshot")
			this.takeAll(data as Live);
		else if (name === "table")
			this.put(data as Table);
		else if (name === "change")
			this.takeChange(data as Change);
	}

	private takeAll(live: Live): void {
		const numbers = new Set(live.tables.map((table) => table.table));

		this.event = live.event;
		for (const number of this.byNumber.keys())
			if (!numbers.has(number)) {
				this.byNumber.delete(number);
				this.replaced.delete(number);
			}
		for (const table of live.tables)
			this.note(table);
		this.heard = true;
		for (const listener of this.listeners)
			listener.whole?.();
	}

	private takeChange(change: Change): void {
		const was = this.byNumber.get(change.table);

		if (was)
			this.put(changed(was, change));
	}

	private put(now: Table): void {
		const was = this.note(now);

		for (const listener of this.listeners)
			listener.table?.(now, was);
		if (!was)
			for (const listener of this.listeners)
				listener.whole?.();
	}

	private note(now: Table): Table | undefined {
		const was = this.byNumber.get(now.table);

		this.byNumber.set(now.table, now);
		if (!isSameGame(was, now)) {
			this.replaced.delete(now.table);
			return was;
		}
		const replaced = replacedPlies(was.plies ?? [], now.plies ?? []);

		if (replaced && now.revision)
			this.replaced.set(now.table, replaced);
		return was;
	}
}
