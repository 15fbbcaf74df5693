/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The event as the local API tells of it (publishing.md 1.9): tournaments, rounds, games, for plain GET.
 */
#pragma once

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

struct config;
struct delay_view;
struct livechess_tournament;

/* livechess_tournament_new: the tables as *view shows them; both borrowed for its life. 0 or -ENOMEM. */
int livechess_tournament_new(const struct config *config, const struct delay_view *view,
                             struct livechess_tournament **ret_tournament);
void livechess_tournament_free(struct livechess_tournament *tournament);

/* Says which board a table has: its serial number as an eboard object has it, "" for none; borrowed. */
typedef const char *(*livechess_serial_fn)(const void *ctx, uint32_t table);

/* livechess_tournament_get: what `resource` is, the path behind /api/v1.0/: "tournaments",
 * "tournament/UUID", "round/UUID/N" with N from 0, "game/UUID". New reference; NULL for what is not there, or
 * when memory is out. */
json_t *livechess_tournament_get(struct livechess_tournament *tournament, const char *resource,
                                 livechess_serial_fn serial, const void *ctx);
