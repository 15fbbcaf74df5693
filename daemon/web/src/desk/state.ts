// SPDX-License-Identifier: GPL-3.0-or-later
// Everything the private feed tells: tables, alerts, what people did, devices; and who wants to know of changes.
import { changed } from "../shared/tables";
import type { EventFacts } from "../shared/types";
import type { Action, Alert, DeskChange, DeskTable, Device, Whole } from "./types";

export interface StateListener {
	whole?(): void;
	table?(now: DeskTable): void;
	// `was` is undefined where the alert is new.
	alert?(now: Alert, was: Alert | undefined): void;
	action?(table: number): void;
	devices?(): void;
}

const NO_EVENT: EventFacts = { name: null, site: null, date: null, round: null, section: null, time_control: null };

export function deviceKey(device: { node: string; serial: string }): string {
	return `${device.node} ${device.serial}`;
}

export class State {
	event: EventFacts = NO_EVENT;
	heard = false;
	private readonly tables = new Map<number, DeskTable>();
	private readonly alertsOf = new Map<number, Map<number, Alert>>();
	private readonly actionsOf = new Map<number, Action[]>();
	private readonly deviceMap = new Map<string, Device>();
	private readonly listeners = new Set<StateListener>();

	listen(listener: StateListener): () => void {
		this.listeners.add(listener);
		return () => this.listeners.delete(listener);
	}

	table(number: number): DeskTable | undefined {
		return this.tables.get(number);
	}

	allTables(): DeskTable[] {
		return [...this.tables.values()].sort((a, b) => a.table - b.table);
	}

	alert(table: number, number: number): Alert | undefined {
		return this.alertsOf.get(table)?.get(number);
	}

	allAlerts(): Alert[] {
		return [...this.alertsOf.values()].flatMap((some) => [...some.values()]);
	}

	alertsAt(table: number): Alert[] {
		return [...(this.alertsOf.get(table)?.values() ?? [])];
	}

	actions(table: number): Action[] {
		return this.actionsOf.get(table) ?? [];
	}

	devices(): Device[] {
		return [...this.deviceMap.values()].sort((a, b) => deviceKey(a).localeCompare(deviceKey(b)));
	}

	// When an alert was told, milliseconds since 1970 by the recorder.
	when(alert: { table: number; t: number }): number {
		return (this.tables.get(alert.table)?.start_unix_ms ?? 0) + alert.t * 1000;
	}

	take(name: string, data: unknown): void {
		const takers: Record<string, (data: never) => void> = {
			snapshot: this.takeWhole, table: this.put, change: this.takeChange, alert: this.takeAlert,
			action: this.takeAction, device: this.takeDevice, gone: this.takeGone,
		};

		takers[name]?.call(this, data as never);
	}

	private tell(what: (listener: StateListener) => void): void {
		this.listeners.forEach(what);
	}

	private takeWhole(whole: Whole): void {
		this.event = whole.event;
		for (const map of [this.tables, this.alertsOf, this.actionsOf, this.deviceMap])
			map.clear();
		for (const { alerts = [], actions = [], ...table } of whole.tables) {
			this.tables.set(table.table, table);
			this.alertsOf.set(table.table, new Map(alerts.map((alert) => [alert.number, alert])));
			this.actionsOf.set(table.table, actions);
		}
		for (const device of whole.devices)
			this.deviceMap.set(deviceKey(device), device);
		this.heard = true;
		this.tell((listener) => listener.whole?.());
	}

	private put(table: DeskTable): void {
		this.tables.set(table.table, table);
		this.tell((listener) => listener.table?.(table));
	}

	private takeChange(change: DeskChange): void {
		const was = this.tables.get(change.table);

		if (was)
			this.put(changed(was, change));
	}

	private takeAlert({ table, alert }: { table: number; alert: Alert }): void {
		const all = this.alertsOf.get(table) ?? new Map<number, Alert>(), was = all.get(alert.number);

		all.set(alert.number, alert);
		this.alertsOf.set(table, all);
		this.tell((listener) => listener.alert?.(alert, was));
	}

	private takeAction({ table, action }: { table: number; action: Action }): void {
		const all = this.actionsOf.get(table) ?? [];

		this.actionsOf.set(table, [...all.filter((one) => one.action !== action.action), action].slice(-64));
		this.tell((listener) => listener.action?.(table));
	}

	private takeDevice(device: Device): void {
		this.deviceMap.set(deviceKey(device), device);
		this.tell((listener) => listener.devices?.());
	}

	private takeGone(gone: { node: string; serial: string }): void {
		this.deviceMap.delete(deviceKey(gone));
		this.tell((listener) => listener.devices?.());
	}
}
