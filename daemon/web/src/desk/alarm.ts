// SPDX-License-Identifier: GPL-3.0-or-later
// A new alert is heard and seen, where the arbiter wants it so: neither before he has said yes.
import { h } from "../shared/dom";
import { keep, recall } from "../shared/kept";
import { t } from "../shared/text";
import { recorderNow } from "../shared/clock";
import { names, sentence, word } from "./parts";
import type { State } from "./state";
import type { Alert, Severity } from "./types";

const OLD_MS = 60_000; // what is older was told before, or while nobody listened
const LOUD: Partial<Record<Severity, number[]>> = { critical: [880, 660, 880, 660], warning: [660, 880] };

let context: AudioContext | undefined;

function ring(tones: number[]): void {
	context ??= new AudioContext();
	tones.forEach((frequency, i) => {
		const at = context!.currentTime + 0.22 * i;
		const tone = new OscillatorNode(context!, { frequency, type: "triangle" });
		const volume = new GainNode(context!, { gain: 0 });

		volume.gain.setValueAtTime(0, at);
		volume.gain.linearRampToValueAtTime(0.35, at + 0.02);
		volume.gain.exponentialRampToValueAtTime(0.001, at + 0.2);
		tone.connect(volume).connect(context!.destination);
		tone.start(at);
		tone.stop(at + 0.21);
	});
}

function isOn(name: string): boolean {
	return recall(name) === "on";
}

function mayNotify(): boolean {
	return "Notification" in window && Notification.permission === "granted";
}

function notify(state: State, alert: Alert): void {
	const note = new Notification(t("desk.notify.title", { table: alert.table, severity: word("desk.severity", alert.severity) }),
				      { body: `${sentence(alert)}\n${names(state.table(alert.table))}`, tag: `${alert.table}-${alert.number}` });

	note.addEventListener("click", () => {
		window.focus();
		location.hash = `#/alert/${alert.table}/${alert.number}`;
		note.close();
	});
}

export function watchAlerts(state: State): void {
	state.listen({ alert: (alert, was) => {
		const tones = LOUD[alert.severity];

		if (was || alert.outcome !== "open" || !tones || recorderNow() - state.when(alert) > OLD_MS)
			return;
		if (isOn("alarm.sound"))
			ring(tones);
		if (isOn("alarm.notify") && mayNotify())
			notify(state, alert);
	} });
}

function toggle(text: string, name: string, turnOn: () => Promise<boolean>): HTMLButtonElement {
	const element = h("button", { type: "button", class: "toggle", "aria-pressed": String(isOn(name)), onclick: () => {
		const off = isOn(name);

		void (off ? Promise.resolve(false) : turnOn()).then((on) => {
			keep(name, on ? "on" : "off");
			element.setAttribute("aria-pressed", String(on));
		});
	} }, text);

	return element;
}

// Switches for both; turning one on is the moment in which a browser may ask.
export function alarmSwitches(): HTMLElement {
	const sound = toggle(t("desk.alarm.sound"), "alarm.sound", async () => {
		ring(LOUD.warning!);
		return true;
	});
	const notes = toggle(t("desk.alarm.notify"), "alarm.notify", async () =>
		"Notification" in window && (await Notification.requestPermission()) === "granted");

	notes.disabled = !("Notification" in window);
	return h("div", { class: "switches", role: "group", "aria-label": t("desk.alarm.title") }, sound, notes);
}
