/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The last game of a PGN text as programs take it that cannot do with an illegal move: where play went on from
 * another position than the moves led to, the moves until then, and the result. No I/O.
 */
#pragma once

#include <stddef.h>

#include "core/pgn/pgn.h"

struct last_game;

/* last_game_new: room to work in, about a megabyte. NULL when memory is out. */
struct last_game *last_game_new(void);
void last_game_free(struct last_game *last);

/* last_game_read: that of pgn[len], the games of one table as published; NULL: there is none. Borrowed until the
 * next call. */
const struct pgn_game *last_game_read(struct last_game *last, const char *pgn, size_t len);
