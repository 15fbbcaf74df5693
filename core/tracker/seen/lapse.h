/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A link that was gone, though nobody says so.
 *
 * A clock that runs is told of every second (dgt.md 1.4), with data up to a second old. Where nothing was heard of it, nor
 * of the board, for longer, the link was gone: a Bluetooth board out of reach, a recording that was cut. A clock may also
 * stand still before its time runs (delay); but then the next scan tells no news.
 */
#pragma once

#include <stdbool.h>

struct board_event;
struct tracker;

/* lapse_note: something is heard. */
void lapse_note(struct tracker *tracker);

/* lapse_ends: is *event the first scan behind a lapse, and does it tell of what no update told of? It happened while the link
 * was gone. */
bool lapse_ends(struct tracker *tracker, const struct board_event *event);
