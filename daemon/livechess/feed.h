/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One subscription: what a client has been told of a board, and the messages that bring him up to date
 * (publishing.md 1.6, 1.11 and 7.3).
 *
 * Lists of moves grow or shrink, one message a ply: a client that replaces a move in place would lose it,
 * so what changed is withdrawn first and then told anew.
 */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "daemon/livechess/eboard.h"
#include "daemon/livechess/rebuild.h"

struct feed {
	json_int_t id;           /* the client's */
	struct eboard *eboard;   /* borrowed */
	struct rebuild *rebuild; /* NULL before "setup" */
	/* What he was told. */
	char placement[FEN_PLACEMENT_SIZE];
	struct eboard_clock clock;
	bool matched, is_up;
	size_t n_moves;
	uint16_t moves[REBUILD_PLIES_MAX];
};

/* Takes the reference of `param`, a feed message's content. */
typedef void (*feed_send_fn)(void *ctx, json_int_t feed_id, json_t *param);

/* feed_begin: the first message of all: board and clock as they are, no moves. */
void feed_begin(struct feed *feed, feed_send_fn send, void *ctx);

/* feed_set_up: begin to tell of moves from rebuild (now the feed's): none so far. */
void feed_set_up(struct feed *feed, struct rebuild *rebuild, feed_send_fn send, void *ctx);

/* feed_update: tell what has changed since; everything when the board was away and is back; nothing when nothing
 * has. */
void feed_update(struct feed *feed, feed_send_fn send, void *ctx);

/* feed_end: let go of what it holds. */
void feed_end(struct feed *feed);
