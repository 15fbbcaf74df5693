// SPDX-License-Identifier: GPL-3.0-or-later
// node texts.mjs SOURCE: a sentence that a program says in English is translated by the pages where their files have
// it, letter by letter. Each that the files have is said by a program.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { readTexts } from "../../daemon/web/texts.mjs";

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
console.log(`${Object.keys(texts.en).length} texts in ${Object.keys(texts).join(", ")}; ${sentences.length} of them as the programs say them`);
