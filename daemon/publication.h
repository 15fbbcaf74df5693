/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What anybody may know of the event, and where it goes: the web server, its stream, files, a broadcast. Each
 * output sees the tables as late as the configuration says (delay.h), and none waits for another.
 *
 *     /live.json       all tables now              /events   the same as it changes (stream.h)
 *     /pgn...          games (pgn_http.h)          files     the same (pgn_files.h)
 *     /api/v1/event    what is said of the event   /api/v1/tables, /api/v1/tables/N   as in /live.json
 *     /openapi.json    what all of it looks like
 *
 * Stations say what they have published; nothing is computed for readers that do not ask.
 */
#pragma once

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

struct config;
struct delay_public;
struct delay_view;
struct event_base;
struct http;
struct publication;
struct worker;

/* publication_new: open the outputs of *config; all borrowed for its life. An output that cannot be opened is
 * logged, and the others go on. 0 or -ENOMEM. */
int publication_new(struct event_base *base, struct worker *worker, struct http *http,
                    const struct config *config, struct publication **ret_publication);

/* publication_hindsight_us: what tables published so long ago may not have been shown by all outputs; 0: all
 * show it at once. */
uint64_t publication_hindsight_us(const struct publication *publication);

/* publication_local: the tables as the local API's event shows them; the publication's own. */
const struct delay_view *publication_local(const struct publication *publication);

/* publication_counts: as http_events_counts(). */
void publication_counts(const struct publication *publication, uint64_t *ret_readers,
                        uint64_t *ret_dropped);

/* publication_put: table `index` published this age_us microseconds ago. */
void publication_put(struct publication *publication, size_t index,
                     const struct delay_public *public, uint64_t age_us);

/* publication_outputs: [{"name":...,"url":...,"text":trouble or "",...}], for the operator. New reference. */
json_t *publication_outputs(const struct publication *publication);

/* publication_stop: the tables are done: write the files that wait. The worker must have been drained. 0, or a
 * negative errno when not everything is on the disk (logged). */
int publication_stop(struct publication *publication);

/* publication_free: stopped, and http must be gone before. NULL is fine. */
void publication_free(struct publication *publication);
