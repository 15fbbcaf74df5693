// SPDX-License-Identifier: GPL-3.0-or-later
// The queue of alerts: the gravest first, each with its age and until when it matters.
import { recorderNow } from "../shared/clock";
import { h, setText } from "../shared/dom";
import { t } from "../shared/text";
import { alarmSwitches } from "./alarm";
import { AlertDetail } from "./alert_detail";
import { age, empty, names, sentence, word } from "./parts";
import type { State } from "./state";
import type { Alert, Severity } from "./types";
import type { View } from "./view";

const GRAVITY: Record<Severity, number> = { critical: 3, warning: 2, advisory: 1, info: 0 };
const SHOWN = ["open", "deferred", "settled", "all"] as const;
const SHOWN_MAX = 300; // rows; who wants older ones asks for a table's case files

type Shown = typeof SHOWN[number];

function belongs(alert: Alert, shown: Shown): boolean {
	if (shown === "all")
		return true;
	if (shown === "settled")
		return alert.outcome !== "open" && alert.outcome !== "deferred";
	return alert.outcome === shown;
}

export class AlertsView implements View {
	title = t("desk.nav.alerts");
	readonly element = h("div", { class: "split" });
	private readonly list = h("ol", { class: "alerts", "aria-label": t("desk.nav.alerts") });
	private readonly count = h("p", { class: "hint", role: "status" });
	private readonly filters = new Map<Shown, HTMLButtonElement>();
	private readonly detail: AlertDetail | null;
	private readonly unlisten: () => void;
	private readonly timer: number;
	private shown: Shown = "open";
	private ages: [HTMLElement, number][] = [];
	private pending = 0;
	private drawn = "";

	// `chosen`: the table and number of the one that is looked at.
	constructor(private readonly state: State, private readonly chosen: [table: number, number: number] | null) {
		this.detail = chosen ? new AlertDetail(state, chosen[0], chosen[1]) : null;
		for (const shown of SHOWN)
			this.filters.set(shown, h("button", { type: "button", onclick: () => this.show(shown) },
						  t(`desk.alerts.${shown}`)));
		this.element.classList.toggle("chosen", chosen !== null);
		this.element.append(h("section", { class: "queue", "aria-label": t("desk.nav.alerts") },
			h("div", { class: "queue-head" }, h(chosen ? "h2" : "h1", {}, t("desk.nav.alerts")), alarmSwitches()),
			h("div", { class: "segments", role: "group", "aria-label": t("desk.alerts.show") }, ...this.filters.values()),
			this.count, this.list),
		h("section", { class: "beside", "aria-label": t("desk.alerts.one") },
		  this.detail?.element ?? empty(t("desk.alerts.choose"))));
		this.unlisten = state.listen({ whole: () => this.soon(), alert: () => this.soon(), table: () => undefined });
		this.timer = window.setInterval(() => this.grow(), 1000);
		this.draw();
	}

	leave(): void {
		this.unlisten();
		clearInterval(this.timer);
		cancelAnimationFrame(this.pending);
		this.detail?.leave();
	}

	private show(shown: Shown): void {
		this.shown = shown;
		this.draw();
	}

	private soon(): void {
		cancelAnimationFrame(this.pending);
		this.pending = requestAnimationFrame(() => this.draw());
	}

	private grow(): void {
		const now = recorderNow();

		this.ages.forEach(([element, when]) => setText(element, age(when, now)));
	}

	private draw(): void {
		const alerts = this.state.allAlerts().filter((alert) => belongs(alert, this.shown));
		const when = (alert: Alert): number => this.state.when(alert);
		const focused = document.activeElement?.getAttribute("href");

		alerts.sort((a, b) => (this.shown === "open" ? GRAVITY[b.severity] - GRAVITY[a.severity] : 0) || when(b) - when(a));
		for (const [shown, element] of this.filters)
			element.setAttribute("aria-pressed", String(shown === this.shown));
		setText(this.count, t("desk.alerts.count", { n: alerts.length }));
		const drawn = JSON.stringify([this.shown, alerts.slice(0, SHOWN_MAX), alerts.length, alerts.map((alert) => names(this.state.table(alert.table)))]);

		if (drawn === this.drawn)
			return; // a row that is being clicked stays the same row
		this.drawn = drawn;
		this.ages = [];
		this.list.replaceChildren(...alerts.slice(0, SHOWN_MAX).map((alert) => this.row(alert)));
		if (alerts.length === 0)
			this.list.append(h("li", { class: "nothing" }, t(this.shown === "open" ? "desk.alerts.none_open" : "desk.alerts.none")));
		if (focused)
			[...this.list.querySelectorAll("a")].find((link) => link.getAttribute("href") === focused)?.focus();
	}

	private row(alert: Alert): HTMLElement {
		const when = this.state.when(alert), old = h("span", { class: "age" }, age(when, recorderNow()));
		const isChosen = this.chosen?.[0] === alert.table && this.chosen[1] === alert.number;

		this.ages.push([old, when]);
		return h("li", {}, h("a", { class: `alert ${alert.severity}`, href: `#/alert/${alert.table}/${alert.number}`,
					    "aria-current": isChosen ? "true" : null },
			h("span", { class: "alert-head" }, h("span", { class: `severity ${alert.severity}` },
				word("desk.severity", alert.severity)),
			  h("span", { class: "where" }, t("desk.table", { table: alert.table })), old),
			h("span", { class: "sentence" }, sentence(alert)),
			h("span", { class: "alert-foot" }, h("span", {}, names(this.state.table(alert.table))),
			  h("span", { class: `outcome ${alert.outcome}` }, alert.outcome === "open"
				? word("desk.until", alert.until) : word("desk.outcome", alert.outcome)))));
	}
}
