/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the tables publish, as an output sees it that wants it so many seconds later.
 *
 * There is one line of editions for each table, and views of it. A view of delay d shows at every moment what
 * was published d ago and nothing younger: moves, clocks and result of one moment. A running clock is read as
 * late as it is shown, so that who counts it down sees the delayed time.
 *
 * Editions are kept as what is new in them. Time is an argument; no I/O.
 */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define DELAY_MAX_S 14400

struct delay;
struct delay_view;

/* What a table publishes at a moment; borrowed for the call. */
struct delay_public {
	json_t *live;       /* its public state, with "table", "white" and "black" */
	json_t *about;      /* facts of the game beside it, NULL: none (station.h) */
	const char *pgn;    /* all its games, one behind the other */
	const size_t *ends; /* where each of them ends */
	size_t n_games;
};

/* Table `index` of a view has changed; is_pgn_new: its PGN, too. */
typedef void (*delay_changed_fn)(void *ctx, size_t index, bool is_pgn_new);

/* delay_new: for tables 0..n_tables-1. 0 or -ENOMEM. */
int delay_new(size_t n_tables, struct delay **ret_delay);
void delay_free(struct delay *delay);

/* delay_view: the tables as they were `seconds` (0..DELAY_MAX_S) ago; the line's own, the same for everybody
 * who wants it so late. Before the first delay_put(). NULL when memory is out. */
struct delay_view *delay_view(struct delay *delay, uint32_t seconds);

/* delay_listen: call changed(ctx, ...) whenever a table of the view has. 0 or -ENOMEM. */
int delay_listen(struct delay_view *view, delay_changed_fn changed, void *ctx);

/* delay_longest_us, delay_shortest_us: of the views that have a delay; 0: none has. */
int64_t delay_longest_us(const struct delay *delay);
int64_t delay_shortest_us(const struct delay *delay);

/* delay_put: table `index` published this at at_us (any clock that only goes on; before the last put: as if at
 * the same time). Views without a delay show it at once. 0, or -ENOMEM: then those with a delay show it with
 * the next. */
int delay_put(struct delay *delay, size_t index, const struct delay_public *public, int64_t at_us);

/* delay_advance: it is now_us: show what is due. Returns when something is due next, INT64_MAX: never. */
int64_t delay_advance(struct delay *delay, int64_t now_us);

/* What the view shows of a table. Borrowed until the next call into the line. live: before anything is due the
 * players and no game; NULL before the table's first put. about: NULL: none. */
json_t *delay_live(const struct delay_view *view, size_t index);
const json_t *delay_about(const struct delay_view *view, size_t index);
size_t delay_games(const struct delay_view *view, size_t index);

/* delay_pgn: all games of the table; delay_game: one of them, 0..delay_games()-1. "" where there is none. */
const char *delay_pgn(const struct delay_view *view, size_t index, size_t *ret_len);
const char *delay_game(const struct delay_view *view, size_t index, size_t game, size_t *ret_len);
