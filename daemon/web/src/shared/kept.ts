// SPDX-License-Identifier: GPL-3.0-or-later
// What a reader has chosen, kept by his browser. Where it keeps nothing, choices last as long as the page.

const PREFIX = "adoubed.";
const unkept = new Map<string, string>();

export function recall(key: string): string | null {
	try {
		return localStorage.getItem(PREFIX + key) ?? unkept.get(key) ?? null;
	} catch {
		return unkept.get(key) ?? null;
	}
}

export function keep(key: string, value: string): void {
	unkept.set(key, value);
	try {
		localStorage.setItem(PREFIX + key, value);
	} catch {
		// Private windows and full disks: then only for now.
	}
}
