/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One playing table: driver, tracker and the games they gave, fed either by a live link or by a
 * capture. The fold of the same entries gives the same games in both cases: `adoube replay`, the daemon
 * and the daemon's restart all use this.
 *
 * No I/O: the caller records what it feeds and publishes what changed. Allocates its own memory.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/capture/capture.h"
#include "core/laws/laws.h"
#include "core/tracker/tracker.h"
#include "daemon/config.h"
#include "drivers/driver.h"

struct table;

struct table_listener {
	void *ctx;
	/* Something about the table changed (enum tracker_update); look with the calls below. */
	void (*changed)(void *ctx, enum tracker_update what);
	/* Something the arbiter should know, and only he; borrowed for the call. May be NULL. */
	void (*alert)(void *ctx, const struct alert *alert);
	/* What the board said, decoded, before the table makes anything of it. May be NULL. */
	void (*event)(void *ctx, const struct board_event *event);
	/* Queue bytes for the board (record them first). 0 or -ENOBUFS. NULL: folded from a capture. */
	int (*send)(void *ctx, const uint8_t *bytes, size_t len);
};

/* table_new: a table that speaks `driver`. config and setup (may be NULL) are borrowed and must
 * outlive it; they give the PGN tags and what games begin from. *listener is copied. Returns 0 or -ENOMEM. */
int table_new(const struct board_driver *driver, const struct config *config,
              const struct config_table *setup, const struct table_listener *listener,
              struct table **ret_table);
void table_free(struct table *table);

/* table_expect: what games begin from has changed in the configuration; for games to come. */
void table_expect(struct table *table);

/* table_set_send: from now on live: bytes for the board go to `send` (as in the listener). */
void table_set_send(struct table *table, int (*send)(void *ctx, const uint8_t *bytes, size_t len));

/* table_from_board: bytes from the board, t_us microseconds since the capture's start. */
void table_from_board(struct table *table, uint64_t t_us, const uint8_t *bytes, size_t len);

/* table_host: a host event, as JSON text: {"op":"plugged"}, {"op":"unplugged"}, {"op":"started"},
 * {"op":"result","result":"1-0"} (also "0-1", "1/2-1/2", "*"), {"op":"score","white":"1/2","black":"0"},
 * {"op":"claim","side":"white","rule":"threefold","move":"Nf3"} (rule and move may be missing),
 * {"op":"draw-offer","side":"white"}, {"op":"colours-reversed"},
 * {"op":"alert","number":3,"outcome":"confirmed"}, and the corrections of operator.h, "correct" and
 * "position". Unknown members are kept silent about. "plugged" starts the driver when the table is
 * live.
 *
 * Returns 0; -EBADMSG with error saying what is wrong: not JSON, an op nobody knows, a member that
 * cannot be; -EINVAL with error when a correction does not fit the record as it is, which is as
 * before then. */
int table_host(struct table *table, uint64_t t_us, const char *json, char *error,
               size_t error_size);

/* table_line: one parsed line of a capture: bytes, host event (and its errors); facts and sent bytes
 * change nothing. */
int table_line(struct table *table, const struct capture_line *line, char *error,
               size_t error_size);

/* table_advance: time has come to now_us. Returns the next moment something is due, UINT64_MAX: never. */
uint64_t table_advance(struct table *table, uint64_t now_us);

/* table_finish: the capture ends here: what was a candidate counts as made. Not for a live table. */
void table_finish(struct table *table);

/* table_games: how many games are worth writing: those with a ply or a result; the current one last. */
size_t table_games(struct table *table);

/* table_pgn: game `index` (0..table_games-1) in PGN, made plies only, in parts where its record has
 * breaks (pgn.h); NUL-terminated and borrowed until the
 * next call into the table. NULL only when memory is out. */
const char *table_pgn(struct table *table, size_t index, size_t *ret_len);

/* table_view: what the tracker sees (tracker.h) and the current game (NULL before the first). */
void table_view(const struct table *table, struct tracker_view *ret_view);
const struct game *table_game(const struct table *table);

/* table_fact: what the board said of itself, "" when it did not. */
const char *table_fact(const struct table *table, enum board_fact which);

/* table_driver: the driver's link state, counters and advice. */
void table_driver(const struct table *table, enum driver_link *ret_link,
                  struct driver_stats *ret_stats, const char **ret_advice);

/* table_plies: plies recorded in all games; table_events: board events digested (for `replay`). */
uint64_t table_plies(const struct table *table);
uint64_t table_events(const struct table *table);
