// SPDX-License-Identifier: GPL-3.0-or-later
// The page of arbiters and operators: logging in, the stream, and which view is shown at which address.
import { keepTime, takeTime } from "./shared/clock";
import { h, setText } from "./shared/dom";
import { Feed } from "./shared/feed";
import { icon } from "./shared/icons";
import { keepTheme, onSetting } from "./shared/settings";
import { openSettings } from "./shared/settings_dialog";
import { onLanguage, t } from "./shared/text";
import { watchAlerts } from "./desk/alarm";
import { AlertsView } from "./desk/alerts";
import { logOut, me, onLeave, recall, sessionIsOver } from "./desk/api";
import { DevicesView } from "./desk/devices_view";
import { EventView } from "./desk/event_view";
import { loginView } from "./desk/login";
import { OutputsView } from "./desk/outputs_view";
import { button, empty, word } from "./desk/parts";
import { EnvelopeSheet, Report, Scoresheet } from "./desk/print_view";
import { RoundView } from "./desk/round_view";
import { SetupView } from "./desk/setup_view";
import { State } from "./desk/state";
import { TablesView } from "./desk/tables_view";
import { TableView } from "./desk/table_view";
import { TimesView } from "./desk/times_view";
import type { View } from "./desk/view";

const NAV = ["alerts", "tables", "devices", "round", "times", "outputs", "setup"] as const;

const ROUTES: [pattern: RegExp, nav: string, make: (state: State, numbers: number[]) => View][] = [
	[/^#\/alerts$/, "alerts", (state) => new AlertsView(state, null)],
	[/^#\/alert\/(\d+)\/(\d+)$/, "alerts", (state, [table, number]) => new AlertsView(state, [table!, number!])],
	[/^#\/tables$/, "tables", (state) => new TablesView(state)],
	[/^#\/table\/(\d+)$/, "tables", (state, [table]) => new TableView(state, table!)],
	[/^#\/devices$/, "devices", (state) => new DevicesView(state)],
	[/^#\/round$/, "round", (state) => new RoundView(state)],
	[/^#\/times$/, "times", () => new TimesView()],
	[/^#\/outputs$/, "outputs", (state) => new OutputsView(state)],
	[/^#\/setup$/, "setup", (state) => new SetupView(state)],
	[/^#\/setup\/event$/, "setup", (state) => new EventView(state)],
	[/^#\/print\/scoresheet\/(\d+)$/, "tables", (state, [table]) => new Scoresheet(state, table!)],
	[/^#\/print\/envelope\/(\d+)$/, "tables", (state, [table]) => new EnvelopeSheet(state, table!)],
	[/^#\/print\/report\/(\d+)\/(\d+)$/, "alerts", (state, [table, number]) => new Report(state, table!, number!)],
];

let state = new State();
let feed: Feed | null = null;
let view: View | null = null;
const lost = h("p", { class: "notice lost no-print", role: "status", hidden: true });

function badge(): string {
	const open = state.allAlerts().filter((alert) => alert.outcome === "open" && alert.severity !== "info").length;

	return open > 0 ? String(open) : "";
}

function settingsButton(): HTMLButtonElement {
	return h("button", { type: "button", class: "tool", "aria-label": t("settings.title"), title: t("settings.title"),
			     onclick: () => openSettings([], ["theme", "letters"]) }, icon("settings"));
}

const openCount = h("span", { class: "badge" });

function nav(current: string): HTMLElement {
	return h("nav", { "aria-label": t("desk.nav") }, h("ul", {}, ...NAV.map((name) => h("li", {},
		h("a", { href: `#/${name}`, "aria-current": name === current ? "page" : null }, t(`desk.nav.${name}`),
		  name === "alerts" && openCount)))));
}

// On a phone the views do not all fit beside each other.
function scrollToCurrent(): void {
	const current = document.querySelector("nav [aria-current]"), row = current?.closest("nav");

	if (!current || !row)
		return;
	const at = current.getBoundingClientRect(), all = row.getBoundingClientRect();

	row.scrollLeft += at.left + at.width / 2 - (all.left + all.width / 2);
}

function drawBadge(): void {
	const count = badge();

	setText(openCount, count);
	openCount.hidden = count === "";
	document.title = [count && `(${count})`, view?.title, state.event.name ?? t("desk.title")].filter(Boolean).join(" – ").replace(") – ", ") ");
}

function header(current: string): HTMLElement {
	const user = me();

	return h("header", { class: "desk-head no-print" },
		 h("div", { class: "desk-title" }, h("strong", {}, state.event.name ?? t("desk.title")),
		   state.event.round && h("span", { class: "hint" }, t("event.round", { round: state.event.round }))),
		 nav(current),
		 h("div", { class: "desk-user" }, h("span", { class: "hint" }, user ? `${user.name} (${word("desk.role", user.role)})` : ""),
		   settingsButton(), button(t("desk.logout"), () => void logOut())));
}

function skip(): HTMLElement {
	return h("a", { class: "skip", href: "#main", onclick: (event: Event) => {
		event.preventDefault();
		document.querySelector<HTMLElement>("main")?.focus();
	} }, t("desk.skip"));
}

// A dialog that is open stays.
function fillPage(...parts: HTMLElement[]): void {
	document.body.replaceChildren(...parts, ...document.querySelectorAll("dialog[open]"));
}

// Where nothing has been heard yet the views have nothing to show.
function show(): void {
	const route = ROUTES.find(([pattern]) => pattern.test(location.hash));

	if (!me())
		return;
	if (!route) {
		location.replace("#/alerts");
		return;
	}
	view?.leave?.();
	view = null;
	const main = h("main", { id: "main", tabindex: "-1" });

	fillPage(skip(), header(route[1]), lost, main);
	if (state.heard) {
		view = route[2](state, [...location.hash.matchAll(/\d+/g)].map(([number]) => Number(number)));
		main.append(view.element);
	} else {
		main.append(h("h1", { class: "unseen" }, t("desk.title")), empty(t("desk.loading")));
	}
	drawBadge();
	scrollToCurrent();
}

function follow(): void {
	state = new State();
	watchAlerts(state);
	state.listen({ whole: () => view ? drawBadge() : show(), alert: () => drawBadge() });
	feed = new Feed({
		url: "/events",
		event: (name, data) => state.take(name, data),
		connected: (isConnected, status) => {
			lost.hidden = isConnected;
			setText(lost, isConnected ? "" : t("desk.unreachable"));
			if (status === 401)
				sessionIsOver();
		},
		answered: takeTime,
	});
	feed.start();
}

function logInFirst(why = ""): void {
	feed?.stop();
	view?.leave?.();
	view = null;
	document.title = t("desk.title");
	fillPage(h("main", { id: "main" }, h("div", { class: "desk-user" }, settingsButton()),
					loginView(enter, why)));
	document.querySelector<HTMLInputElement>("input")?.focus();
}

function enter(): void {
	follow();
	show();
}

keepTheme();
keepTime("/icon.svg");
onLeave((why) => logInFirst(why ?? t("desk.login.over")));
onLanguage(() => me() ? show() : logInFirst());
onSetting((setting) => setting === "letters" && show());
window.addEventListener("hashchange", () => {
	show();
	window.scrollTo(0, 0);
	document.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
});
void recall().then((who) => who ? enter() : logInFirst(), () => logInFirst(t("desk.unreachable")));

