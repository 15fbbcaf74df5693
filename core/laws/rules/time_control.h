/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The time control of an event (6.3): periods, increments, how the clock gives them.
 *
 * Read from PGN's grammar (PGN standard 9.6.1): periods "MOVES/SECONDS" or "SECONDS", each with an
 * optional "+INCREMENT", separated by ':'; "*SECONDS" is a sandclock; "?" is unknown and "-" none.
 * What that grammar cannot say - Bronstein or delay instead of Fischer, the move from which there is an
 * increment, more time for one side, what the clock displays - is set in the struct afterwards.
 *
 * Times are whole seconds, move numbers count from 1, moves are a player's own.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/text.h"
#include "core/chess/types.h"

#define TIME_PERIODS_MAX 8

/* The numbers of the grammar have at most this many digits. */
#define TIME_DIGITS_MAX 6

enum time_kind {
	TIME_UNSTATED, /* "?", or nothing was said: nothing can be compared with the clock */
	TIME_NO_CLOCK, /* "-" */
	TIME_PERIODS,  /* one or more periods */
	TIME_SANDCLOCK, /* "*SECONDS" alone or as the last period: what one side uses the other gains */
};

/* How the time per move is given (6.3.2, glossary). */
enum time_mode {
	TIME_MODE_NONE,      /* no time per move */
	TIME_MODE_FISCHER,   /* added at the press, all of it; it can be saved */
	TIME_MODE_BRONSTEIN, /* added at the press, as much of it as was used */
	TIME_MODE_DELAY,     /* the main time begins to run only after it */
};

/* Where a display follows one convention or another; AUTO accepts both. */
enum time_first_increment { TIME_FIRST_BEFORE, TIME_FIRST_AFTER, TIME_FIRST_AUTO };
enum time_period_add { TIME_ADD_AT_MOVE, TIME_ADD_AT_ZERO, TIME_ADD_AUTO };

struct time_period {
	uint32_t moves;       /* to be completed in this period (6.2.1); 0: all that are left */
	uint32_t seconds;     /* given when the period begins */
	uint32_t increment_s; /* per move of this period */
	enum time_mode mode;  /* TIME_MODE_NONE exactly when increment_s is 0 */
};

struct time_control {
	enum time_kind kind;
	struct time_period periods[TIME_PERIODS_MAX]; /* a last one with moves repeats itself */
	uint32_t n_periods;                           /* 0 unless TIME_PERIODS or TIME_SANDCLOCK */
	uint32_t increment_from; /* the first move that has an increment; 1 by default */
	uint32_t main_s[2];      /* enum color: seconds of the first period; equal by default */
	enum time_first_increment
		first_increment; /* is the first one shown before move 1? BEFORE */
	enum time_period_add
		period_add; /* does the next period's time come with the move? AT_MOVE */
};

/* time_control_parse: read the time control in text[len].
 *
 * An increment gives TIME_MODE_FISCHER, and the rest the defaults above. Returns 0; -EBADMSG when the text
 * is none (of it is: time_control_allowed()); -E2BIG for more than TIME_PERIODS_MAX periods.
 * *ret_control is written only on success. An empty text is TIME_UNSTATED. */
int time_control_parse(const char *text, size_t len, struct time_control *ret_control);

/* time_control_allowed: the grammar in one English phrase, for messages. Static. */
const char *time_control_allowed(void);

/* time_control_set_mode: the periods that have a time per move give it like this. mode is not
 * TIME_MODE_NONE. */
void time_control_set_mode(struct time_control *control, enum time_mode mode);

/* time_control_format: append the control in PGN's grammar, "?" where nothing was stated. */
void time_control_format(struct text *text, const struct time_control *control);

/* time_control_period: the period in which the move after `completed` moves of a player is made. Returns
 * its index into periods[] and *ret_moves_left (may be NULL), how many moves are still to be completed
 * in it (0: no number is required). kind is TIME_PERIODS or TIME_SANDCLOCK. */
uint32_t time_control_period(const struct time_control *control, uint32_t completed,
                             uint32_t *ret_moves_left);

/* time_control_begins_period: does completing move `move` (from 1) bring the next period, and with it
 * *ret_seconds (may be NULL) of new time (6.2.1 commentary)? */
bool time_control_begins_period(const struct time_control *control, uint32_t move,
                                uint32_t *ret_seconds);

/* time_control_increment: the time per move and its mode (may be NULL) that move `move` (from 1) of a
 * player has: 0 before increment_from. */
uint32_t time_control_increment(const struct time_control *control, uint32_t move,
                                enum time_mode *ret_mode);

/* time_control_start_s: what side's clock shows before the first move; *ret_or (may be NULL) is the other
 * display that is right too (first_increment AUTO), or the same. Bronstein shows its time per move at the
 * start like Fischer, delay never does (6.3.2 and its example). */
uint32_t time_control_start_s(const struct time_control *control, enum color side,
                              uint32_t *ret_or);

/* time_control_game_s: all the time side has for a game of 60 moves, the measure of A.1 and B.1. */
uint32_t time_control_game_s(const struct time_control *control, enum color side);

/* time_control_least_increment: the smallest time per move of any period (8.4, III.2.1). */
uint32_t time_control_least_increment(const struct time_control *control);

/* time_mode_name: "none", "fischer", "bronstein", "delay". */
const char *time_mode_name(enum time_mode mode);
