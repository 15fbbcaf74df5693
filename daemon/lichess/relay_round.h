/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All games of the round as a Lichess broadcast takes them (relay_pgn.h): pushed there, or for it to poll.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#define RELAY_ROUND_MAX 100 /* games of a broadcast's round */

struct config;
struct delay_view;
struct relay_round;

/* relay_round_new: of the tables that *view shows; both borrowed for its life. NULL when memory is out. */
struct relay_round *relay_round_new(const struct config *config, const struct delay_view *view);
void relay_round_free(struct relay_round *round);

/* relay_round_make: the games, by their tables' numbers, as they are now: from malloc, with its length; "" where
 * there is none. NULL when memory is out. Of type http_make_fn: ctx is what relay_round_new() made. */
char *relay_round_make(void *ctx, size_t *ret_len);

/* relay_round_is_running: of what was made last, has a game no result yet? */
bool relay_round_is_running(const struct relay_round *round);
