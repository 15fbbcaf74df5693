// SPDX-License-Identifier: GPL-3.0-or-later
// The words of the page in the reader's language: daemon/texts has a file for each.
import texts from "adoubed:texts";

import { keep, recall } from "./kept";

export type TextKey = keyof typeof texts.en;
export type Values = Record<string, string | number>;

const FALLBACK = "en";
const listeners = new Set<() => void>();
const NUMBERS = Array.from({ length: 200 }, (_, i) => i);
let language = choose();

function choose(): string {
	const wanted = [recall("language") ?? "", ...(navigator.languages ?? [])];

	for (const tag of wanted) {
		const code = tag.split("-")[0]!.toLowerCase();

		if (code in texts)
			return code;
	}
	return FALLBACK;
}

// The event's day; it has no hour, so it is the same everywhere.
export function dayText(date: string): string {
	const day = new Date(`${date}T00:00:00Z`);

	return Number.isNaN(day.getTime()) ? date
		: new Intl.DateTimeFormat(locale(), { dateStyle: "long", timeZone: "UTC" }).format(day);
}

// The order in which a text has the forms of a language (core/laws/alert/plural.h).
const FORMS = ["zero", "one", "two", "few", "many", "other"];

// Of move|moves the one that goes with a number.
function form(forms: string, n: number, code: string): string {
	const rules = new Intl.PluralRules(code), words = forms.split("|");
	const used = FORMS.filter((name) => NUMBERS.some((i) => rules.select(i) === name));

	return words[used.indexOf(rules.select(n))] ?? words[words.length - 1]!;
}

function fill(text: string, values: Values, code: string): string {
	return text.replace(/\{(\w+)(?::([^{}]*))?\}/g, (place, name: string, forms?: string) =>
		forms === undefined ? String(values[name] ?? place) : form(forms, Number(values[name]), code));
}

// The codes of all languages, and what each calls itself.
export function languages(): { code: string; name: string }[] {
	return Object.entries(texts).map(([code, words]) => ({ code, name: words["language.name"] }));
}

export function currentLanguage(): string {
	return language;
}

// For numbers, days and hours: the reader's own country where he named one for this language.
export function locale(): string {
	return navigator.languages?.find((tag) => tag.split("-")[0]!.toLowerCase() === language) ?? language;
}

// The text of `key`, its places {name} filled from `values`. `code`: not in the page's language but in this.
export function t(key: TextKey, values: Values = {}, code: string = language): string {
	return fill((texts[code] ?? texts.en)[key] ?? texts.en[key], values, code in texts ? code : FALLBACK);
}

// Is there a text of that key, which was put together?
export function isText(key: string): key is TextKey {
	return key in texts.en;
}

// Where the whole text is another one with one: KEY.one and KEY.other; {n} is the number.
export function tn(key: string, n: number, values: Values = {}): string {
	const form = new Intl.PluralRules(language).select(n) === "one" ? "one" : "other";

	return t(`${key}.${form}` as TextKey, { n, ...values });
}

let english: Map<string, TextKey> | undefined;

// A sentence that the daemon said in English: the same in the page's language where it is one of ours, else
// as it came.
export function translated(sentence: string): string {
	english ??= new Map(Object.entries(texts.en).map(([key, text]) => [text, key as TextKey]));
	const key = english.get(sentence);

	return key ? t(key) : sentence;
}

export function setLanguage(code: string): void {
	if (!(code in texts) || code === language)
		return;
	language = code;
	keep("language", code);
	document.documentElement.lang = code;
	for (const listener of listeners)
		listener();
}

// Called after every change of the language.
export function onLanguage(listener: () => void): void {
	listeners.add(listener);
}

document.documentElement.lang = language;
