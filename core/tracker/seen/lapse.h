/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A link that was gone, though nobody says so.
 *
 * A clock that runs is told of every second (dgt.md 1.4), with data up to a second old. Where nothing was heard of it, nor
 * of the board, for longer, the link was gone: a Bluetooth board out of reach, a recording that was cut. What is heard first
 * behind that, a man or a clock, does not say what happened in between: it is heard behind a gap (gap.h), which a scan
 * closes. A clock may also stand still before its time runs (delay): when it is read again it has lost less than has
 * passed. Then its silence says nothing, from there on, until a scan tells news.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct board_event;
struct tracker;

struct lapse {
	uint64_t word_us; /* when anything was last heard of board or clock */
	uint32_t n_beats; /* readings of a running clock that came within its second */
	bool is_first;    /* what is heard now is the first word behind a silence */
	bool stands;      /* it has been found to stand though it runs */
	bool was_mute; /* nothing was heard for longer than it should be, and no scan has come since */
	bool assumed;   /* and the link is thought to have been gone for no other reason ... */
	uint64_t entry; /* ... which is this entry of the past, and the next one */
};

/* lapse_note: *event is heard next. lapse_is_over: is it the first word behind a lapse? It may be the first scan, if that
 * tells of what no update told of: then that happened while the link was gone. lapse_assume: the gap that has begun is one.
 * lapse_is_refuted: does it tell that there was none? lapse_withdraw: there was none. */
void lapse_note(struct tracker *tracker, const struct board_event *event);
bool lapse_is_over(struct tracker *tracker, const struct board_event *event);
void lapse_assume(struct tracker *tracker);
bool lapse_is_refuted(struct tracker *tracker, const struct board_event *event);
void lapse_withdraw(struct tracker *tracker);
