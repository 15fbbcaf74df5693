// SPDX-License-Identifier: GPL-3.0-or-later
// Clocks that run on between two readings, by the recorder's time of day: ours may be wrong.
import type { Clock, Color } from "./types";

const ASK_MS = 60_000;

let skewMs = 0; // the recorder's time less ours

function take(response: Response, askedAt: number): void {
	const told = Number(response.headers.get("Adoubed-Time"));
	const now = Date.now();

	if (told > 0)
		skewMs = told - (askedAt + now) / 2;
}

// What any answer of the daemon says of the time; askedAt: Date.now() when it was asked for.
export { take as takeTime };

// Ask again and again, `path` being any page of the daemon.
export function keepTime(path: string): void {
	setInterval(async () => {
		const askedAt = Date.now();

		try {
			take(await fetch(path, { method: "HEAD", cache: "no-store" }), askedAt);
		} catch {
			// The feed says when the daemon is gone.
		}
	}, ASK_MS);
}

// Milliseconds since 1970 by the recorder.
export function recorderNow(): number {
	return Date.now() + skewMs;
}

export function isRunning(clock: Clock | null | undefined, color: Color): boolean {
	return Boolean(clock && clock.running && clock.turn === color);
}

// Seconds that a side has now: what was read, less what has run since. null: not known.
export function remaining(clock: Clock | null | undefined, color: Color): number | null {
	const read = clock?.[color] ?? null;

	if (!clock || read === null)
		return null;
	if (!isRunning(clock, color))
		return read;
	return Math.max(0, read - Math.max(0, recorderNow() - clock.read_unix_ms) / 1000);
}

const two = (n: number): string => String(n).padStart(2, "0");

// "1:05:09", or "5:09" below an hour.
export function clockText(seconds: number): string {
	const whole = Math.max(0, Math.floor(seconds));
	const hours = Math.floor(whole / 3600), minutes = Math.floor(whole / 60) % 60;

	return hours > 0 ? `${hours}:${two(minutes)}:${two(whole % 60)}` : `${minutes}:${two(whole % 60)}`;
}

// For <time datetime>: "PT1H5M9S".
export function clockDuration(seconds: number): string {
	const whole = Math.max(0, Math.floor(seconds));

	return `PT${Math.floor(whole / 3600)}H${Math.floor(whole / 60) % 60}M${whole % 60}S`;
}
