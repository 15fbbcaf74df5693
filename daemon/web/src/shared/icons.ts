// SPDX-License-Identifier: GPL-3.0-or-later
// Line drawings for buttons, on a grid of 24.
import { svg } from "./dom";

const PATHS = {
	first: "M6 5v14M19 5l-9 7 9 7z",
	previous: "M16 5l-9 7 9 7z",
	next: "M8 5l9 7-9 7z",
	last: "M18 5v14M5 5l9 7-9 7z",
	flip: "M7 4v15m0 0l-3.5-3.5M7 19l3.5-3.5M17 20V5m0 0l-3.5 3.5M17 5l3.5 3.5",
	sound: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM15.5 9a4 4 0 0 1 0 6M18 6.5a8 8 0 0 1 0 11",
	silent: "M4 9.5v5h3.5L12 18.5v-13L7.5 9.5zM16 9.5l5 5m0-5l-5 5",
	screen: "M3 5h18v11H3zM8 20h8M12 16v4",
	settings: "M4 7h9m5 0h2M4 17h2m5 0h9M13 7a2.5 2.5 0 1 0 5 0 2.5 2.5 0 0 0-5 0zM6 17a2.5 2.5 0 1 0 5 0 2.5 2.5 0 0 0-5 0z",
	download: "M12 4v11m0 0l-4.5-4.5M12 15l4.5-4.5M5 19.5h14",
	all: "M4 4h6.5v6.5H4zM13.5 4H20v6.5h-6.5zM4 13.5h6.5V20H4zM13.5 13.5H20V20h-6.5z",
	close: "M6 6l12 12M18 6L6 18",
	back: "M14.5 5l-7 7 7 7",
	forward: "M9.5 5l7 7-7 7",
	search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13zM15.3 15.3L20 20",
	warning: "M12 4L2.8 19.5h18.4zM12 10v4.5M12 16.8v.4",
	help: "M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17zM9.7 9.6a2.4 2.4 0 1 1 3.4 2.3c-.7.4-1.1.9-1.1 1.7M12 16.4v.3",
	play: "M7 4.5l12 7.5-12 7.5z",
	pause: "M8 5v14M16 5v14",
	full: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
} as const;

export type IconName = keyof typeof PATHS;

export function icon(name: IconName): SVGElement {
	return svg("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
		   svg("path", { d: PATHS[name] }));
}
