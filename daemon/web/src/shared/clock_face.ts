// SPDX-License-Identifier: GPL-3.0-or-later
// Clocks on the page that run. One timer serves them all, and only those that are shown cost anything.
import { clockDuration, clockText, isRunning, remaining } from "./clock";
import { h, setClass, setText } from "./dom";
import type { Clock, Color } from "./types";

const TICK_MS = 200;
const SHORT_S = 60; // a running clock with less is marked

export class ClockFace {
	readonly element = h("time", { class: "clock" });
	private clock: Clock | null | undefined;
	private color: Color = "white";
	private halted: number | null | undefined;

	// The clock as it runs.
	run(clock: Clock | null | undefined, color: Color): void {
		this.clock = clock;
		this.color = color;
		this.halted = undefined;
		this.draw();
	}

	// A time that stands still: of an earlier ply, or none at all.
	halt(seconds: number | null): void {
		this.halted = seconds;
		this.draw();
	}

	draw(): void {
		const seconds = this.halted !== undefined ? this.halted : remaining(this.clock, this.color);
		const runs = this.halted === undefined && isRunning(this.clock, this.color);
		const text = seconds === null ? "" : clockText(seconds);

		if (this.element.textContent !== text) {
			setText(this.element, text);
			this.element.dateTime = seconds === null ? "" : clockDuration(seconds);
		}
		setClass(this.element, "running", runs);
		setClass(this.element, "short", runs && seconds !== null && seconds < SHORT_S);
	}
}

const shown = new Set<ClockFace>();

function tick(): void {
	for (const face of shown)
		face.draw();
}

setInterval(() => document.hidden || tick(), TICK_MS);
document.addEventListener("visibilitychange", tick);

// From now on the face is drawn as time goes on; and until hide().
export function show(...faces: ClockFace[]): void {
	faces.forEach((face) => shown.add(face));
	faces.forEach((face) => face.draw());
}

export function hide(...faces: ClockFace[]): void {
	faces.forEach((face) => shown.delete(face));
}
