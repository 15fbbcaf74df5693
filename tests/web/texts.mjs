// SPDX-License-Identifier: GPL-3.0-or-later
// node texts.mjs SOURCE: a language is one file: with one more of them the pages and the programs have it, and one in
// which something is missing, or is filled in otherwise, is refused by name. And a sentence that a program says in English
// is translated by the pages where their files have it, letter by letter: each that the files have is said by a program.
import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { pluralForms, readTexts, wordsSource } from "../../daemon/web/texts.mjs";

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
// A word right behind a number has the form that goes with it, {n} {n:move|moves}; these have but one.
const ONE_FORM = /^(s|min|h|ms|v|fois|of|sur|von|et|und|more|weitere|autres|de|sind|et|by|pairings)$/;

for (const [code, words] of Object.entries(texts))
	for (const [key, text] of Object.entries(words).filter(([key]) => !key.endsWith(".other")))
		for (const [, place, word] of text.matchAll(/\{(n|m|need|all|tables|possible|needed|scan)\} (\p{L}+)/gu))
			assert.match(word, ONE_FORM, `${key} in ${code}: {${place}} of "${word}" is not counted: "${text}"`);

// Languages that count otherwise have other forms: of Russian, Czech and Japanese.
assert.deepEqual([0, 1, 2, 5, 21, 22].map((n) => pluralForms("ru").form[n]), [2, 0, 1, 2, 0, 1]);
assert.deepEqual([0, 1, 2, 5, 21, 22].map((n) => pluralForms("cs").form[n]), [2, 0, 1, 2, 2, 2]);
assert.equal(pluralForms("ja").n, 1);

// One more language, and what is wrong with it.
const folder = mkdtempSync(join(tmpdir(), "adoubed-texts-"));

try {
	const write = (changes) => writeFileSync(join(folder, "it.json"), JSON.stringify({ ...texts.fr, ...changes }));

	cpSync(join(source, "daemon/texts"), folder, { recursive: true });
	write({ "alert.checkmate": "Mat, {of} !" });
	const more = readTexts(folder), words = wordsSource(more);

	assert.equal(more.it["desk.confirm"], texts.fr["desk.confirm"]);
	assert.match(words, /language_codes\[\] = \{ "en", "fr", "de", "it" \}/);
	assert.match(words, /\[ALERT_CHECKMATE\] = "Mat, \{of\} !"/);
	for (const [changes, wrong] of [
		[{ "alert.checkmate": undefined }, '"alert.checkmate" is missing'],
		[{ "check.no_board": "" }, '"check.no_board" is missing'],
		[{ "game.heading": "{tabel}" }, '"game.heading" has other places to fill'],
		[{ "alert.checkmate": "Mat {t}" }, '"alert.checkmate" has other places to fill'],
		[{ "alert.two-handed-move": "{un|deux} {side}" }, '"alert.two-handed-move" has other places to fill'],
		[{ "laws.moves": "{n} {n:coup|coups|coups}" }, '"laws.moves" has a plural that is not of 2 forms'],
		[{ "laws.moves": "{n} {m:coup|coups}" }, '"laws.moves" has a plural that is not of 2 forms, or of no number'],
		[{ letters: "C F T D" }, '"letters" are five'],
		[{ "no.such": "x" }, '"no.such" is not in en.json'],
	]) {
		write(changes);
		assert.throws(() => readTexts(folder), (error) => error.message.includes(`texts/it.json: ${wrong}`), wrong);
	}
} finally {
	rmSync(folder, { recursive: true });
}
console.log(`${Object.keys(texts.en).length} texts in ${Object.keys(texts).join(", ")}; ${sentences.length} of them as the programs say them`);
