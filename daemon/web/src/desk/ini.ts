// SPDX-License-Identifier: GPL-3.0-or-later
// The event file as text: single values are read and set in it, and all else stays as its writer left it.

const SECTION = /^\s*\[([^\]]*)\]/;
const REMARK = /\s+;.*$/; // behind a value

interface Place {
	from: number; // line behind [section]
	until: number; // line of the next section, or the end
}

function places(lines: string[], section: string): Place | null {
	const from = lines.findIndex((line) => SECTION.exec(line)?.[1]!.trim() === section);

	if (from < 0)
		return null;
	const length = lines.slice(from + 1).findIndex((line) => SECTION.test(line));

	return { from: from + 1, until: length < 0 ? lines.length : from + 1 + length };
}

function keyOf(line: string): string | null {
	const found = /^\s*([^#;=:\s][^=:]*?)\s*[=:]/.exec(line);

	return found ? found[1]! : null;
}

function lineOf(lines: string[], place: Place, key: string): number {
	for (let i = place.from; i < place.until; i++)
		if (keyOf(lines[i]!) === key)
			return i;
	return -1;
}

// "" where the file says nothing.
export function valueIn(text: string, section: string, key: string): string {
	const lines = text.split("\n"), place = places(lines, section), at = place ? lineOf(lines, place, key) : -1;

	return at < 0 ? "" : lines[at]!.replace(/^[^=:]*[=:]/, "").replace(REMARK, "").trim();
}

// Behind the section's last line that says something.
function insert(lines: string[], place: Place, line: string): void {
	let at = place.until;

	while (at > place.from && lines[at - 1]!.trim() === "")
		at--;
	lines.splice(at, 0, line);
}

function append(lines: string[], section: string, line: string | null): void {
	while (lines.length > 0 && lines.at(-1)!.trim() === "")
		lines.pop();
	lines.push(...(lines.length > 0 ? [""] : []), `[${section}]`, ...(line === null ? [] : [line]), "");
}

// The file with that value; "": without the key.
export function withValue(text: string, section: string, key: string, value: string): string {
	const lines = text.split("\n"), place = places(lines, section), at = place ? lineOf(lines, place, key) : -1;

	if (at >= 0 && value)
		lines[at] = lines[at]!.replace(/^([^=:]*[=:]\s*).*?(\s+;.*)?$/, (_, head: string, remark: string | undefined) =>
			`${/\s$/.test(head) ? head : `${head} `}${value}${remark ?? ""}`);
	else if (at >= 0)
		lines.splice(at, 1);
	else if (place && value)
		insert(lines, place, `${key} = ${value}`);
	else if (value)
		append(lines, section, `${key} = ${value}`);
	return lines.join("\n");
}

export function tablesIn(text: string): number[] {
	return text.split("\n").map((line) => /^table\s+(\d+)$/.exec(SECTION.exec(line)?.[1]!.trim() ?? "")?.[1])
		.filter((number) => number !== undefined).map(Number);
}

// The file with one more table, the next number; `board`: "" for none.
export function withTable(text: string, board: string): string {
	const lines = text.split("\n");

	append(lines, `table ${Math.max(0, ...tablesIn(text)) + 1}`, board ? `board = ${board}` : null);
	return lines.join("\n");
}
