// SPDX-License-Identifier: GPL-3.0-or-later
// The stream is asked for while the page's own script is still on its way: one journey less until the first board.
import type { Early } from "./shared/feed";

const abort = new AbortController();
const response = fetch("/events", { headers: { Accept: "text/event-stream" }, cache: "no-store", signal: abort.signal });

response.catch(() => undefined); // whoever takes it is told
(window as { early?: Early }).early = { response, abort, askedAt: Date.now() };
