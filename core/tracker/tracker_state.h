/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The tracker's inside, shared by its five files: record.c writes the open end of the record,
 * reading.c explains the picture, duties.c does what time alone brings, start.c knows
 * what a game may begin from, tracker.c takes the events.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/tracker/explain.h"
#include "core/tracker/image.h"
#include "core/tracker/lever.h"
#include "core/tracker/tracker.h"

/* Plies that may be open at once: both players' last ones and a reply begun. */
#define OPEN_MAX 4

/* How many plies a correction may take back. */
#define CORRECTION_MAX 3

#define RECENT_POSITIONS 16

struct tracker {
	struct tracker_listener listener;
	uint64_t now_us;

	uint8_t raw[64]; /* what the sensors read, not turned */
	bool turned;     /* White has the connector on his right: square sq is raw[63 - sq] */
	bool link_up;
	bool was_blind; /* since board and record last agreed, changes were missed */
	struct image image;
	uint64_t n_changes;
	struct evidence evidence;           /* by square of the game */
	uint64_t placed_us[64][PIECES + 1]; /* as evidence.placed, the time */
	uint64_t last_change_us;
	bool searched; /* the deeper search has been tried on this picture */

	enum tracker_sync sync;
	uint64_t sync_since_us;
	uint64_t in_step_us; /* since when the board has shown the record's position */
	uint64_t left_us;    /* when it last ceased to */
	bool in_step;

	struct lever lever;
	bool hand_at_stop; /* when the clock was stopped, a hand was at work */

	struct position start;        /* what a game begins from */
	unsigned int accepted_starts; /* or from what else */

	uint32_t games;
	uint32_t n_fixed;
	uint64_t rewritten_us; /* when a ply of the record was last replaced */
	uint32_t recent_from;
	struct position recent[RECENT_POSITIONS]; /* before ply n, at n % RECENT_POSITIONS */
	uint64_t shown[RECENT_POSITIONS];         /* n_changes when the board last showed that */
	struct game game;
	struct game_ply plies[GAME_PLIES_MAX];
};

/* --- record.c: the record and its open end ----------------------------------------------------- */

/* record_notify, record_set_sync: tell the listener; the second only when sync changes. */
void record_notify(struct tracker *tracker, enum tracker_update what, uint32_t first_ply);
void record_set_sync(struct tracker *tracker, enum tracker_sync sync);

/* record_n_open: how many plies at the end may still change, OPEN_MAX at most. */
uint32_t record_n_open(const struct tracker *tracker);

/* record_position_back: the position `back` plies (0..n_plies) before the end of the record. */
void record_position_back(const struct tracker *tracker, uint32_t back,
                          struct position *ret_position);

/* record_ply_target: where the piece that made ply `index` stands after it; for castling the king. */
int record_ply_target(const struct tracker *tracker, uint32_t index);

/* record_is_pressed: was the clock pressed for ply `index`? */
bool record_is_pressed(const struct tracker *tracker, uint32_t index);

/* record_awaits_press: is there a ply `back` before the end (1: the last) without a press? */
bool record_awaits_press(const struct tracker *tracker, uint32_t back);

/* record_raise: raise a ply's state and say so; the game may end by it. */
void record_raise(struct tracker *tracker, uint32_t index, enum ply_state state);

/* record_make: ply `index` was released on its square (4.7). */
void record_make(struct tracker *tracker, uint32_t index);

/* record_fix: the first n_plies are beyond change. */
void record_fix(struct tracker *tracker, uint32_t n_plies);

/* record_cut: forget the plies from index n_plies on; the caller says so. */
void record_cut(struct tracker *tracker, uint32_t n_plies);

/* record_rewrite: replace the last `back` plies by the line found, keeping what both have in common,
 * and the presses of what is replaced if these were the same hands. */
void record_rewrite(struct tracker *tracker, uint32_t back, const struct explanation *line,
                    bool same_hands);

/* record_hear_presses: board and record agree: give the waiting presses to their plies, in order. */
void record_hear_presses(struct tracker *tracker);

/* record_settle_result: tell of a result that differs from the one before. */
void record_settle_result(struct tracker *tracker, uint8_t result_before);

/* record_begin_game: a game begins from *start (copied), seen from White's side or turned. */
void record_begin_game(struct tracker *tracker, const struct position *start, bool turned);

/* --- start.c: what a game may begin from --------------------------------------------------------- */

/* start_is_seen: does the board, seen from White's side or turned, show a position from which a game
 * begins? *ret_start is set only then. */
bool start_is_seen(const struct tracker *tracker, bool turned, struct position *ret_start);

/* start_from_image: the position a game that is on already could be in, to judge by what stands there and
 * by whose clock runs. False when it is none. */
bool start_from_image(const struct tracker *tracker, bool *ret_turned, struct position *ret_start);

/* --- reading.c: explaining the picture ----------------------------------------------------------- */

/* reading_look: the board shows something new. */
void reading_look(struct tracker *tracker);

/* reading_in_step: board and record agree. */
void reading_in_step(struct tracker *tracker);

/* reading_recover: try longer lines, further back, for a picture that stands still unexplained. */
bool reading_recover(struct tracker *tracker);

/* reading_is_over: has the clock stood for so long that what the board shows is no longer the game? A hand
 * at work when it was stopped may finish its move. */
bool reading_is_over(const struct tracker *tracker);

/* reading_men_stand: do all men of side stand where the record has them? What differs then is a reply
 * begun. */
bool reading_men_stand(const struct tracker *tracker, enum color side);
