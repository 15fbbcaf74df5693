// SPDX-License-Identifier: GPL-3.0-or-later
// What a screen reader says by itself: one polite live region, never more than the latest few sentences.
import { h } from "./dom";

const region = h("div", { class: "unseen", role: "log", "aria-live": "polite", "aria-relevant": "additions" });
const KEPT = 8;

document.body.append(region);

// In the language `code`.
export function announce(text: string, code: string): void {
	region.append(h("p", { lang: code }, text));
	while (region.childElementCount > KEPT)
		region.firstElementChild!.remove();
}
