// SPDX-License-Identifier: GPL-3.0-or-later
// node texts.mjs SOURCE: a language is one file: with one more of them the pages and the programs have it, and one in
// which something is missing, or is filled in otherwise, is refused by name. And a sentence that a program says in English
// is translated by the pages where their files have it, letter by letter: each that the files have is said by a program.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { readTexts, wordsSource } from "../../daemon/web/texts.mjs";

const [source] = process.argv.slice(2);

function said(folder) {
	return readdirSync(join(source, folder), { recursive: true }).filter((name) => name.endsWith(".c"))
		.map((name) => readFileSync(join(source, folder, name), "utf8").replace(/"\s*\n\s*"/g, "")).join("\n");
}

const texts = readTexts(), sources = said("daemon") + said("drivers");
const sentences = Object.entries(texts.en).filter(([key]) => key.startsWith("device."));

assert.ok(sentences.length > 10);
for (const [key, text] of sentences)
	assert.ok(sources.includes(`"${text}"`), `${key}: nobody says "${text}"`);
for (const [code, words] of Object.entries(texts))
	if (code !== "en")
		for (const [key] of sentences)
			assert.notEqual(words[key], texts.en[key], `${key} in ${code}`);
// One more language, and what is wrong with it.
const folder = mkdtempSync(join(tmpdir(), "adoubed-texts-"));

try {
	const write = (changes) => writeFileSync(join(folder, "xx.json"), JSON.stringify({ ...texts.fr, ...changes }));

	cpSync(join(source, "daemon/texts"), folder, { recursive: true });
	write({ "alert.checkmate": "Mat, {of} !" });
	const more = readTexts(folder), words = wordsSource(more);

	assert.equal(more.xx["desk.confirm"], texts.fr["desk.confirm"]);
	assert.match(words, /language_codes\[\] = \{ "en", "fr", "de", "xx" \}/);
	assert.match(words, /\[ALERT_CHECKMATE\] = "Mat, \{of\} !"/);
	for (const [changes, wrong] of [
		[{ "alert.checkmate": undefined }, '"alert.checkmate" is missing'],
		[{ "check.no_board": "" }, '"check.no_board" is missing'],
		[{ "game.heading": "{tabel}" }, '"game.heading" has other places to fill'],
		[{ "alert.checkmate": "Mat {t}" }, '"alert.checkmate" has other places to fill'],
		[{ "alert.two-handed-move": "{un|deux} {side}" }, '"alert.two-handed-move" has other places to fill'],
		[{ "no.such": "x" }, '"no.such" is not in en.json'],
	]) {
		write(changes);
		assert.throws(() => readTexts(folder), (error) => error.message.includes(`texts/xx.json: ${wrong}`), wrong);
	}
} finally {
	rmSync(folder, { recursive: true });
}
console.log(`${Object.keys(texts.en).length} texts in ${Object.keys(texts).join(", ")}; ${sentences.length} of them as the programs say them`);
