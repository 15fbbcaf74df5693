// SPDX-License-Identifier: GPL-3.0-or-later
// What a reader may choose, with what holds until he does.
import { keep, recall } from "./kept";

const CHOICES = {
	theme: ["auto", "light", "dark"],
	sound: ["off", "on"],
	announce: ["on", "off"],
	spoken: ["auto"], // or the code of a language
	letters: ["letters", "figurines"],
	coordinates: ["on", "off"],
	shortcuts: ["on", "off"],
} as const;

export type Setting = keyof typeof CHOICES;

const listeners = new Set<(setting: Setting) => void>();

export function choices(setting: Setting): readonly string[] {
	return CHOICES[setting];
}

export function chosen(setting: Setting): string {
	const kept = recall(setting);

	if (kept === null || (setting !== "spoken" && !(CHOICES[setting] as readonly string[]).includes(kept)))
		return CHOICES[setting][0];
	return kept;
}

export function isOn(setting: Setting): boolean {
	return chosen(setting) === "on";
}

export function choose(setting: Setting, value: string): void {
	if (chosen(setting) === value)
		return;
	keep(setting, value);
	for (const listener of listeners)
		listener(setting);
}

export function onSetting(listener: (setting: Setting) => void): void {
	listeners.add(listener);
}

// --- Light or dark ------------------------------------------------------------------------------------

const dark = matchMedia("(prefers-color-scheme: dark)");

function applyTheme(): void {
	const theme = chosen("theme");

	document.documentElement.dataset["theme"] = theme === "auto" ? (dark.matches ? "dark" : "light") : theme;
}

// From now on the page is as dark as its reader wants it, or as his system is.
export function keepTheme(): void {
	applyTheme();
	dark.addEventListener("change", applyTheme);
	onSetting((setting) => setting === "theme" && applyTheme());
}
