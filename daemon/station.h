/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One table of the running daemon: the path from its port to its publications, in one place.
 *
 *     transport -> recorder -> table -> (durable?) -> published: PGN, live page, files
 *
 * Bytes are written to the capture before the table sees them, and what the table makes of them is
 * shown once the capture is durable. While the disk refuses, the table goes on in memory and what
 * is published stays as it was, with a word that says so.
 */
#pragma once

#include <jansson.h>
#include <stddef.h>

#include "daemon/config.h"

#define STATION_PUBLISH_MS 100  /* a change waits so long for the next, then one sync serves all */
#define STATION_SYNC_MS    500  /* bytes that changed nothing are durable after so long */
#define STATION_RETRY_MS   1000 /* between two attempts on a disk that refuses */

struct event_base;
struct livechess_api;
struct recorder_ops;
struct station;
struct worker;

struct station_options {
	struct event_base *base;
	struct worker *worker;
	const struct config *config;
	const struct config_table *setup;
	const struct recorder_ops *recorder_ops; /* NULL: the system's */
	struct livechess_api *api;               /* the board is shown there too; NULL: nowhere */
	/* Something published has changed: look again. */
	void *ctx;
	void (*published)(void *ctx);
};

/* station_new: open the capture, fold it: the game that was on goes on. All pointers are borrowed
 * for the station's life. 0, or a negative errno with `error` one sentence. */
int station_new(const struct station_options *options, struct station **ret_station, char *error,
                size_t error_size);

/* station_start: open the board's port and keep it open. 0, or a negative errno with `error`. */
int station_start(struct station *station, char *error, size_t error_size);

/* station_stop: let go of the board, make everything durable, write the PGN files. Waits for the
 * disk. 0, or a negative errno when something is not on the disk (logged). */
int station_stop(struct station *station);

/* station_free: NULL is fine; a running one is not stopped first. The worker must have been
 * drained. */
void station_free(struct station *station);

/* station_pgn: all games of the table as published, borrowed until the loop runs again; may be "".
 */
const char *station_pgn(const struct station *station, size_t *ret_len);

/* station_live: what the page shows of the table. New reference, NULL when memory is out. */
json_t *station_live(const struct station *station);

/* station_alerts: the table's latest alerts: {"table":N,"alerts":[...]}, for the arbiter alone. New
 * reference, NULL when memory is out. */
json_t *station_alerts(const struct station *station);

/* station_correct: carry out the order in `request` of user `uid` as order_carry_out() does; the answer
 * has "table", too. */
json_t *station_correct(struct station *station, const json_t *request, uint32_t uid, char *error,
                        size_t error_size);

/* station_status: what the arbiter's machine may know. New reference, NULL when memory is out. */
json_t *station_status(const struct station *station);
