// SPDX-License-Identifier: GPL-3.0-or-later
// The public page: one address for the event, whichever round is played.
//
//     /                overview        /#/table/3      a game        /#/table/3/17   behind its 17th ply
//     /#/screen        large screen    /#/screen/8     with at most eight boards at a time
import { keepTime, takeTime } from "./shared/clock";
import { h, setText } from "./shared/dom";
import { Feed } from "./shared/feed";
import { choose, isOn, keepTheme, onSetting } from "./shared/settings";
import { Tables } from "./shared/tables";
import { onLanguage, t } from "./shared/text";
import { GameView } from "./spectator/game_view";
import { Header, settings } from "./spectator/header";
import { Overview } from "./spectator/overview";
import { ScreenView } from "./spectator/screen_view";
import type { View } from "./spectator/view";

const LOST_MS = 2500; // a break that is mended sooner is nobody's business

const tables = new Tables();
const header = new Header(tables);
const overview = new Overview(tables);
const lost = h("p", { class: "notice lost", role: "status", hidden: true });
const main = h("main", { id: "main", tabindex: "-1" });
const skip = h("button", { type: "button", class: "skip", onclick: () => main.focus() });
let view: View | null = null;
let overviewAt = 0; // how far it was scrolled
let lostTimer = 0;

function viewOf(hash: string): View {
	const [, name, number, ply] = hash.replace(/^#/, "").split("/");
	const n = Number.parseInt(number ?? "", 10), at = Number.parseInt(ply ?? "", 10);

	if (name === "table" && n > 0)
		return new GameView(tables, n, at >= 0 ? at - 1 : null);
	if (name === "screen")
		return new ScreenView(tables, n > 0 ? n : null);
	return overview;
}

function retitle(): void {
	document.title = [view?.title(), tables.event.name ?? t("page.title")].filter(Boolean).join(" · ");
}

function route(): void {
	const next = viewOf(location.hash), before = view;

	if (next === view)
		return;
	if (before === overview)
		overviewAt = window.scrollY;
	before?.leave();
	view = next;
	document.body.classList.toggle("on-screen", next instanceof ScreenView);
	main.replaceChildren(next.element);
	next.label();
	next.enter();
	retitle();
	window.scrollTo(0, next === overview ? overviewAt : 0);
	// Who goes from view to view by keys or voice is told where he is.
	if (before)
		(next.element.querySelector<HTMLElement>("h2[tabindex]") ?? main).focus({ preventScroll: true });
}

function relabel(): void {
	setText(skip, t("page.skip"));
	setText(lost, t("page.lost"));
	header.draw();
	view?.label();
	retitle();
}

function onKey(event: KeyboardEvent): void {
	const target = event.target as HTMLElement;

	if (event.ctrlKey || event.metaKey || event.altKey || !isOn("shortcuts") || document.querySelector("dialog[open]"))
		return;
	if (target.matches("input, select, textarea")) {
		if (event.key === "Escape")
			target.blur();
		return;
	}
	if (view?.key(event) || pageKey(event.key))
		event.preventDefault();
}

function pageKey(key: string): boolean {
	const act: Record<string, () => void> = {
		b: () => { location.hash = "#/screen"; },
		s: () => choose("sound", isOn("sound") ? "off" : "on"),
		Escape: () => { location.hash = "#/"; },
		"?": settings,
	};
	const action = act[key];

	action?.();
	return action !== undefined;
}

function connected(isConnected: boolean): void {
	clearTimeout(lostTimer);
	if (isConnected)
		lost.hidden = true;
	else if (lost.hidden)
		lostTimer = window.setTimeout(() => { lost.hidden = false; }, LOST_MS);
}

keepTheme();
document.body.prepend(skip, header.element, lost, main);
tables.listen({ whole: () => { header.draw(); retitle(); } });
onLanguage(relabel);
onSetting((setting) => setting !== "theme" && relabel());
window.addEventListener("hashchange", route);
document.addEventListener("keydown", onKey);
relabel();
route();
keepTime("/openapi.json");
new Feed({
	url: "/events",
	event: (name, data) => tables.take(name, data),
	connected,
	answered: takeTime,
}).start();
