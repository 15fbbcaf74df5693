// SPDX-License-Identifier: GPL-3.0-or-later
// The languages of daemon/texts, for pages and programs.
//
//     node texts.mjs texts OUT    those texts that daemon/texts.h names, as a table in C
//     node texts.mjs words OUT    what core/laws/alert/words.h has: languages, words for alerts, articles and rules
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const folder = join(here, "../texts");

function places(text) {
	return [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1]).sort();
}

// {n:move|moves}: of each such place its number's name and how many forms it has.
function plurals(text) {
	return [...text.matchAll(/\{([a-z]+):([^{}]*)\}/g)].map((match) => [match[1], match[2].split("|").length]);
}

// What a language counts by, of the CLDR: which of its forms goes with 0, 1, ..., in this order. What comes behind 199 is as
// the hundred before it, which plural.c and the pages count on.
const FORMS = ["zero", "one", "two", "few", "many", "other"], NUMBERS = 200, LOOKED_AT = 2000;

export function pluralForms(code) {
	if (Intl.PluralRules.supportedLocalesOf(code).length === 0)
		throw new Error(`texts/${code}.json: this Node.js does not know how the language counts`);
	const rules = new Intl.PluralRules(code);
	const names = Array.from({ length: LOOKED_AT }, (_, n) => rules.select(n));
	const used = FORMS.filter((name) => names.includes(name));

	names.forEach((name, n) => {
		if (n >= NUMBERS && name !== names[NUMBERS - 100 + n % 100])
			throw new Error(`texts/${code}.json: its plural of ${n} needs a longer table`);
	});
	return { n: used.length, form: names.slice(0, NUMBERS).map((name) => used.indexOf(name)) };
}

// Of {this|that}: how many words there are to choose from, at each such place.
function choices(text) {
	return [...text.matchAll(/\{(?![a-z]+:)([^{}]*\|[^{}]*)\}/g)].map((match) => match[1].split("|").length).join(" ");
}

// What the programs say of the game may be said with less; {of} is the player in the genitive.
const LOOSE = /^(alert|check)\./;

// Every number with its plural is a place that the programs fill, though the text may have it in no other way.
function isCounted(text, english, forms) {
	const theirs = [...places(english), ...plurals(english).map(([name]) => name)];

	return plurals(text).every(([name, n]) => n === forms && theirs.includes(name));
}

function isFillable(key, text, english) {
	const own = places(text), theirs = places(english);

	if (!LOOSE.test(key))
		return own.join(" ") === theirs.join(" ");
	return choices(text) === choices(english) && own.every((place) => theirs.includes(place) ||
		(place === "of" && theirs.includes("side")));
}

function check(code, words, english) {
	const forms = pluralForms(code).n;

	for (const key of Object.keys(english))
		if (typeof words[key] !== "string" || words[key] === "")
			throw new Error(`texts/${code}.json: "${key}" is missing`);
		else if (!isFillable(key, words[key], english[key]))
			throw new Error(`texts/${code}.json: "${key}" has other places to fill than in en.json`);
		else if (!isCounted(words[key], english[key], forms))
			throw new Error(`texts/${code}.json: "${key}" has a plural that is not of ${forms} forms, or of no number`);
	if (!/^\S+( \S+){4}$/.test(words.letters))
		throw new Error(`texts/${code}.json: "letters" are five, of knight, bishop, rook, queen and king`);
	for (const key of Object.keys(words))
		if (!(key in english))
			throw new Error(`texts/${code}.json: "${key}" is not in en.json`);
}

// By their codes; all say the same things, with the same places to fill. from: a folder with a file a language.
export function readTexts(from = folder) {
	const texts = {};

	for (const file of readdirSync(from).filter((name) => name.endsWith(".json")).sort())
		try {
			texts[basename(file, ".json")] = JSON.parse(readFileSync(join(from, file), "utf8"));
		} catch (error) {
			throw new Error(`texts/${file}: ${error.message}`);
		}
	for (const [code, words] of Object.entries(texts))
		check(code, words, texts.en);
	return texts;
}

function cString(text) {
	return `"${text.replace(/[\\"]/g, "\\$&")}"`;
}

// English and French, which the programs themselves know by name, come first.
function codesOf(texts) {
	const first = ["en", "fr"];

	return [...first, ...Object.keys(texts).filter((code) => !first.includes(code)).sort()];
}

// What the programs say: the keys that texts.h lists.
function textsSource(texts) {
	const header = readFileSync(join(here, "../texts.h"), "utf8");
	const names = [...header.matchAll(/\bX\((\w+), "([^"]+)"\)/g)];
	const rows = codesOf(texts).map((code) => `\t{\n${names.map(([, name, key]) => {
		if (!(key in texts[code]))
			throw new Error(`daemon/texts.h: "${key}" is not in texts/${code}.json`);
		return `\t\t[TEXT_${name}] = ${cString(texts[code][key])},\n`;
	}).join("")}\t},\n`);

	return `/* Generated by daemon/web/texts.mjs. */\n#include "daemon/texts.h"\n\n` +
		`const char *const text_table[][TEXTS] = {\n${rows.join("")}};\n`;
}

const MEN = ["none", "pawn", "knight", "bishop", "rook", "queen", "king"];

// Of keys like "alert.time-sheet": what they say, by the enumerators of that name, ALERT_TIME_SHEET.
function wordsBy(words, kind) {
	return Object.keys(words).filter((key) => key.startsWith(`${kind}.`)).map((key) =>
		`\t\t\t[${key.replace(/[.-]/g, "_").toUpperCase()}] = ${cString(words[key])},\n`).join("");
}

function ruleRow(words) {
	return `\t{\n\t\t.meaning = {\n${wordsBy(words, "rule")}\t\t},\n` +
		`\t\t.notice = {\n${wordsBy(words, "notice")}\t\t},\n\t},\n`;
}

function wordsRow(words) {
	const list = (keys) => `{ ${keys.map((key) => cString(words[`alert_word.${key}`])).join(", ")} }`;

	return `\t{\n\t\t.player = ${list(["white", "black"])},\n\t\t.of = ${list(["of_white", "of_black"])},\n` +
		`\t\t.man = ${list(MEN)},\n\t\t.letters = ${cString(words.letters)},\n\t\t.right = ${cString(words["alert_word.right"])},\n\t\t.due = ${cString(words["alert_word.due"])},\n\t\t.sentence = {\n${wordsBy(words, "alert")}\t\t},\n\t},\n`;
}

function pluralRow(code) {
	const { n, form } = pluralForms(code);

	return `\t{ ${n}, { ${form.join(", ")} } },\n`;
}

// What the core says of alerts, articles and rules.
export function wordsSource(texts) {
	const codes = codesOf(texts);
	const articles = Object.keys(texts.en).filter((key) => key.startsWith("article.")).map((key) =>
		`\t{ ${cString(key.slice(8))}, { ${codes.map((code) => cString(texts[code][key])).join(", ")} } },\n`);

	return `/* Generated by daemon/web/texts.mjs. */\n#include "core/laws/alert/words.h"\n\n` +
		`_Static_assert(${codes.length} <= LANGUAGES_MAX, "more languages than core/laws/alert/words.h has room for");\n\n` +
		`const char *const language_codes[] = { ${codes.map(cString).join(", ")} };\n` +
		`const int n_languages = ${codes.length};\n\n` +
		`const struct plural_forms plural_forms[] = {\n${codes.map(pluralRow).join("")}};\n\n` +
		`const struct alert_words alert_words[] = {\n${codes.map((code) => wordsRow(texts[code])).join("")}};\n\n` +
		`const struct rule_words rule_words[] = {\n${codes.map((code) => ruleRow(texts[code])).join("")}};\n\n` +
		`const struct article_words article_words[] = {\n${articles.join("")}};\n` +
		"const int n_article_words = sizeof(article_words) / sizeof(article_words[0]);\n";
}

const SOURCES = { texts: ["text_table.c", textsSource], words: ["words_table.c", wordsSource] };

if (process.argv[1] === fileURLToPath(import.meta.url))
	try {
		const [what, out] = process.argv.slice(2), [name, source] = SOURCES[what];

		mkdirSync(out, { recursive: true });
		writeFileSync(join(out, name), source(readTexts()));
	} catch (error) {
		console.error(error.message);
		process.exit(1);
	}
