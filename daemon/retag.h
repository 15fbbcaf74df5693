/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * New tags for games that are written already.
 */
#pragma once

#include <stddef.h>

#include "core/pgn/pgn.h"

/* retag_pgn: the games of pgn[len], parts of one game or several, with tags[n] instead of those they have of
 * Event, Site, Round, players and the other names that config_tags() knows; all others stay, and so do moves, clocks and
 * results. Date is taken from tags[n] only where the game does not say when it was played. Returns NUL-terminated text, to be freed, *ret_len without the NUL; NULL when memory is
 * out, or it is no PGN. */
char *retag_pgn(const char *pgn, size_t len, const struct pgn_tag *tags, size_t n_tags,
                size_t *ret_len);
