// SPDX-License-Identifier: GPL-3.0-or-later
// The way in: a token, as `adoube token add` prints it.
import { h } from "../shared/dom";
import { t } from "../shared/text";
import { logIn, logOut } from "./api";
import { field, Notice } from "./parts";

export function loginView(done: () => void, why = ""): HTMLElement {
	const notice = new Notice();
	const token = h("input", { type: "password", autocomplete: "current-password", required: true, spellcheck: "false" });
	const enter = h("button", { type: "submit", class: "primary" }, t("desk.login.enter"));
	const form = h("form", { class: "panel login", onsubmit: (event: Event) => {
		event.preventDefault();
		enter.disabled = true;
		logIn(token.value.trim()).then((who) => who.role === "metrics" ? logOut(t("desk.login.metrics")) : done()).catch((error: unknown) => {
			notice.fail(error);
			token.select();
		}).finally(() => {
			enter.disabled = false;
		});
	} }, h("h1", {}, t("desk.login.title")), h("p", { class: "hint" }, t("desk.login.hint")),
	field(t("desk.login.token"), token), enter, notice.element);

	if (why)
		notice.say(why);
	return form;
}
