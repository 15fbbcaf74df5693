/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What anybody may read of the event on the web server: every table, live and as PGN.
 *
 *     /live.json       all tables now              /events   the same as it changes (stream.h)
 *     /pgn             all games of the event      /pgn/N    those of table N
 *     /api/v1/event    what is said of the event   /api/v1/tables, /api/v1/tables/N   as in /live.json
 *     /openapi.json    what all of it looks like
 *
 * Stations say what they have published; nothing is computed for readers that do not ask.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct config;
struct event_base;
struct http;
struct publication;
struct station;

/* publication_new: put the pages on http. stations[config->n_tables] must outlive it. 0 or
 * -ENOMEM. */
int publication_new(struct event_base *base, struct http *http, const struct config *config,
                    struct station *const *stations, struct publication **ret_publication);

/* publication_changed: the table at `index` has published something else. */
void publication_changed(struct publication *publication, size_t index);

/* publication_counts: as http_events_counts(). */
void publication_counts(const struct publication *publication, uint64_t *ret_readers,
                        uint64_t *ret_dropped);

/* publication_free: http must be gone before. NULL is fine. */
void publication_free(struct publication *publication);
