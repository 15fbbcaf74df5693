/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A reconstruction of one's own: which moves were made on a board since a position a client named
 * ("setup", publishing.md 1.7). The daemon's record of the table knows nothing of it.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/tracker/tracker.h"

#define REBUILD_PLIES_MAX 2048 /* told to a client; no game on such a page is longer */

struct rebuild;

/* rebuild_read: read what a client may give as a position: a FEN with all its fields or without the last
 * ones, down to the placement alone: White to move then, castling where king and rook are at home. X-FEN
 * and Shredder-FEN letters are understood. Returns 0, or -EBADMSG with *ret_cause a static English phrase.
 */
int rebuild_read(const char *text, struct position *ret_position, const char **ret_cause);

/* rebuild_new: begin from *start on a board whose sensors read raw[64] (board_event.h) at t_us. 0 or
 * -ENOMEM. */
int rebuild_new(const struct position *start, const uint8_t raw[64], uint64_t t_us,
                struct rebuild **ret_rebuild);
void rebuild_free(struct rebuild *rebuild);

/* rebuild_event, rebuild_advance: as tracker_event and tracker_advance. */
void rebuild_event(struct rebuild *rebuild, const struct board_event *event);
uint64_t rebuild_advance(struct rebuild *rebuild, uint64_t now_us);

/* rebuild_start: where it began. */
const struct position *rebuild_start(const struct rebuild *rebuild);

/* rebuild_moves: the legal moves made since, at most REBUILD_PLIES_MAX. Returns how many. */
size_t rebuild_moves(const struct rebuild *rebuild, uint16_t ret_moves[REBUILD_PLIES_MAX]);

enum rebuild_match {
	REBUILD_MOVING,  /* a hand is at work: nothing to say */
	REBUILD_MATCHES, /* the board shows the position after the moves */
	REBUILD_DIFFERS, /* it stands otherwise */
};

enum rebuild_match rebuild_match(const struct rebuild *rebuild);
