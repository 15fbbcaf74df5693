/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Alerts: what the arbiter, and nobody else, should know (Laws 12.6, 12.7). One table of ids with
 * their articles and severities, and the JSON line they are written as.
 *
 * So far the table holds what the record and the link show by themselves; the irregularities of
 * articles 4, 6, 7 and 9 are rows to come.
 */
#pragma once

#include <stdint.h>

#include "core/base/text.h"
#include "core/chess/position.h"
#include "core/game/game.h"
#include "core/tracker/image.h"

enum alert_id {
	ALERT_CHECKMATE,             /* 5.1.1 */
	ALERT_STALEMATE,             /* 5.2.1 */
	ALERT_POSITION_UNRECOGNISED, /* 7.6: no legal play explains what the board shows */
	ALERT_BOARD_DISCONNECTED,    /* the link to the board is lost */
	ALERTS
};

struct alert {
	enum alert_id id;
	uint64_t t_us;                   /* since the capture's start */
	uint32_t ply;                    /* half-moves from 1: being played, or just played */
	enum color side;                 /* whose ply that is */
	const struct position *position; /* the record's position then; borrowed */
	const struct image *image; /* what the board shows, or NULL where it does not matter */
};

/* alert_name: the stable id, e.g. "checkmate". */
const char *alert_name(enum alert_id id);

/* ALERT_LINE_SIZE: room for any alert_format line, its newline and NUL. */
#define ALERT_LINE_SIZE 1024

/* alert_format: append the alert as one line of JSON, newline included. */
void alert_format(struct text *text, const struct alert *alert);
