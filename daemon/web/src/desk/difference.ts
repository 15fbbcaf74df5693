// SPDX-License-Identifier: GPL-3.0-or-later
// How two texts differ, line by line, with a little of what stands around each change.
import { h } from "../shared/dom";
import { t } from "../shared/text";

export interface Line {
	kind: "same" | "goes" | "comes";
	text: string;
}

const AROUND = 2;
const WORK_MAX = 4_000_000; // comparisons; beyond them the middle is replaced as a whole

// The longest common part of both, by the usual table.
function middle(was: string[], now: string[]): Line[] {
	const columns = now.length + 1, lengths = new Uint32Array((was.length + 1) * columns), lines: Line[] = [];

	for (let i = was.length - 1; i >= 0; i--)
		for (let j = now.length - 1; j >= 0; j--)
			lengths[i * columns + j] = was[i] === now[j] ? lengths[(i + 1) * columns + j + 1]! + 1
				: Math.max(lengths[(i + 1) * columns + j]!, lengths[i * columns + j + 1]!);
	for (let i = 0, j = 0; i < was.length || j < now.length;)
		if (i < was.length && j < now.length && was[i] === now[j])
			lines.push({ kind: "same", text: was[i++]! }), j++;
		else if (i < was.length && (j >= now.length || lengths[(i + 1) * columns + j]! >= lengths[i * columns + j + 1]!))
			lines.push({ kind: "goes", text: was[i++]! });
		else
			lines.push({ kind: "comes", text: now[j++]! });
	return lines;
}

export function difference(before: string, after: string): Line[] {
	const was = before.split("\n"), now = after.split("\n");
	let head = 0, tail = 0;

	while (head < was.length && head < now.length && was[head] === now[head])
		head++;
	while (tail < was.length - head && tail < now.length - head && was.at(-1 - tail) === now.at(-1 - tail))
		tail++;
	const old = was.slice(head, was.length - tail), fresh = now.slice(head, now.length - tail);
	const same = (lines: string[]): Line[] => lines.map((text) => ({ kind: "same", text }));

	return [...same(was.slice(0, head)), ...(old.length * fresh.length <= WORK_MAX ? middle(old, fresh)
		: [...old.map((text): Line => ({ kind: "goes", text })), ...fresh.map((text): Line => ({ kind: "comes", text }))]),
		...same(was.slice(was.length - tail))];
}

// Changes and what stands beside them; null between those that are far apart.
export function excerpt(lines: Line[]): (Line | null)[] {
	const shown = lines.map((_, i) => lines.slice(Math.max(0, i - AROUND), i + AROUND + 1).some((line) => line.kind !== "same"));
	const parts: (Line | null)[] = [];

	lines.forEach((line, i) => {
		if (shown[i])
			parts.push(line);
		else if (i > 0 && shown[i - 1])
			parts.push(null);
	});
	return parts;
}

const SIGNS = { same: " ", goes: "−", comes: "+" } as const;

export function differenceView(lines: Line[]): HTMLElement {
	return h("div", { class: "difference", tabindex: "0", role: "group", "aria-label": t("desk.import.difference") },
		 ...excerpt(lines).map((line) => line === null ? h("p", { class: "gap" }, "⋯")
			: h(line.kind === "comes" ? "ins" : line.kind === "goes" ? "del" : "p", { class: line.kind },
			    h("span", { class: "sign", "aria-hidden": "true" }, SIGNS[line.kind]), line.text || " ")));
}
