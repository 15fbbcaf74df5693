/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The games as PGN on the web server.
 *
 *     /pgn            the event        /pgn/N      table N of this round
 *     /pgn/round      this round       /pgn/N/G    its game G, from 1
 *     /pgn/round-R    round R
 *     /pgn/relay      this round's last games, as a broadcast that polls reads them right (relay_pgn.h)
 */
#pragma once

#include <stdint.h>

struct config;
struct delay_view;
struct http;
struct pgn_http;

/* pgn_http_new: put the pages of the tables that *view shows, delay_s seconds late, on http; all borrowed for
 * its life. 0 or -ENOMEM. */
int pgn_http_new(struct http *http, const struct config *config, struct delay_view *view,
                 uint32_t delay_s, struct pgn_http **ret_pages);

/* pgn_http_look: earlier rounds' files have come. */
void pgn_http_look(struct pgn_http *pages);

/* pgn_http_free: http must be gone before. NULL is fine. */
void pgn_http_free(struct pgn_http *pages);
