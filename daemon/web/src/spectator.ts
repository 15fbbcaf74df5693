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
let shown: string | null = null; // what `view` was made for
let overviewAt = 0; // how far it was scrolled
let lostTimer = 0;

// Where the reader wants to be. Where there is one table only, that is its game.
function place(): string {
	const [, name] = location.hash.split("/"), all = tables.all();

	if (name === "table" || name === "screen")
		return location.hash.slice(1);
	return all.length === 1 ? `/table/${all[0]!.table}` : "/";
}

function viewOf(where: string): View {
	const [, name, number, ply] = where.split("/");
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

// The head of the page and the window's title.
function head(): void {
	header.draw(view !== overview && tables.all().length > 1);
	retitle();
}

// byReader: he went there himself, by a link or a key.
function route(byReader: boolean): void {
	const wanted = place(), before = view;

	if (wanted === shown)
		return;
	shown = wanted;
	const next = viewOf(wanted);

	if (before === overview)
		overviewAt = window.scrollY;
	before?.leave();
	view = next;
	document.body.classList.toggle("on-screen", next instanceof ScreenView);
	main.replaceChildren(next.element);
	next.label();
	next.enter();
	head();
	window.scrollTo(0, next === overview ? overviewAt : 0);
	// Who goes from view to view by keys or voice is told where he is.
	if (byReader)
		(next.element.querySelector<HTMLElement>("h2[tabindex]") ?? main).focus({ preventScroll: true });
}

function relabel(): void {
	setText(skip, t("page.skip"));
	setText(lost, t("page.lost"));
	view?.label();
	head();
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
tables.listen({ whole: () => { route(false); head(); } });
onLanguage(relabel);
onSetting((setting) => setting !== "theme" && relabel());
window.addEventListener("hashchange", () => route(true));
document.addEventListener("keydown", onKey);
relabel();
route(false);
keepTime("/openapi.json");
new Feed({
	url: "/events",
	snapshot: "/events/snapshot",
	event: (name, data) => tables.take(name, data),
	connected,
	answered: takeTime,
}).start();
