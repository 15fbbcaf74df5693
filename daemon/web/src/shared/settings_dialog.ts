// SPDX-License-Identifier: GPL-3.0-or-later
// The reader's choices, and the keys.
import { Dialog } from "./dialog";
import { h } from "./dom";
import { choices, choose, chosen, type Setting } from "./settings";
import { currentLanguage, languages, setLanguage, t, type TextKey } from "./text";

const SETTINGS: Setting[] = ["theme", "letters", "coordinates", "sound", "announce", "spoken", "shortcuts"];

const dialog = new Dialog();

function row(label: string, id: string, values: { value: string; name: string }[], now: string,
	     pick: (value: string) => void): HTMLElement {
	const select = h("select", { id }, ...values.map(({ value, name }) =>
		h("option", { value, selected: value === now }, name)));

	select.addEventListener("change", () => pick(select.value));
	return h("div", { class: "setting" }, h("label", { for: id }, label), select);
}

function valuesOf(setting: Setting): { value: string; name: string }[] {
	const fixed = choices(setting).map((value) => ({ value, name: t(`setting.${setting}.${value}` as TextKey) }));

	return setting === "spoken" ? [...fixed, ...languages().map(({ code, name }) => ({ value: code, name }))] : fixed;
}

function keyList(keys: [string, TextKey][]): HTMLElement {
	return h("dl", { class: "keys" }, ...keys.map(([key, text]) =>
		h("div", {}, h("dt", {}, ...key.split(" ").map((one) => h("kbd", {}, one))), h("dd", {}, t(text)))));
}

function content(keys: [string, TextKey][], settings: Setting[]): Node[] {
	const all = languages().map(({ code, name }) => ({ value: code, name }));

	return [
		row(t("setting.language"), "setting-language", all, currentLanguage(), (code) => {
			setLanguage(code);
			dialog.fill(t("settings.title"), ...content(keys, settings));
			document.getElementById("setting-language")?.focus();
		}),
		...settings.map((setting) => row(t(`setting.${setting}` as TextKey), `setting-${setting}`, valuesOf(setting),
						 chosen(setting), (value) => choose(setting, value))),
		...(keys.length > 0 ? [h("h3", {}, t("settings.keys")), keyList(keys)] : []),
		h("p", { class: "about" }, t("settings.about")),
	];
}

// keys: the keys of this page and what they do; settings: those that matter on it.
export function openSettings(keys: [string, TextKey][], settings: Setting[] = SETTINGS): void {
	if (!dialog.isOpen)
		dialog.open(t("settings.title"), ...content(keys, settings));
}
