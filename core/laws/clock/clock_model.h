/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The expected clock: what each side's display should show, from the time control, the presses and
 * the times at which the clock was started and stopped (6.3, laws.md annex B.5).
 *
 * Nobody can know it exactly, so every time is a span, lowest and highest. Three things make it
 * wide:
 *
 * whole seconds A display of s says that more than s-1 and at most s seconds are left. Clocks
 *                      that round the other way differ by a constant, which is the same span.
 * age of a reading A clock message is up to one second old (dgt.md 1.4). A running side had up to
 * age_us more when it was read, and a press or a stop happened up to age_us before
 *                      it was seen.
 *   unknown phase      When within a second the display changes follows from the two.
 *
 * So a running display may be up to 1 s + age_us away from a clock that is known exactly, and a
 * press adds age_us to both sides. Without new readings the spans grow by that with every press; a
 * reading cuts them back to 1 s + age_us at most (clock_model_learn). With age_us 0 and exact times
 * in, exact times come out.
 *
 * Times are microseconds; they are passed in and must not decrease.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/chess/types.h"
#include "core/laws/rules/time_control.h"

#define CLOCK_SECOND_US INT64_C(1000000)

/* The greatest age of a reading that a protocol allows. */
#define CLOCK_AGE_MAX_US INT64_C(1000000)

/* What is possible, both ends included. */
struct clock_span {
	int64_t lo_us, hi_us;
};

/* The kinds of time that a press may bring; several can be right at once (clock_model_gains). */
#define CLOCK_GAINS_MAX 6

struct clock_model {
	const struct time_control *control; /* borrowed */
	int64_t age_us;
	struct clock_span left[2]; /* enum color, at at_us */
	struct clock_span begun;   /* of the side to move, when its turn began */
	struct clock_span used;    /* of this turn so far */
	uint32_t presses[2];       /* moves as a clock counts them */
	uint64_t at_us;
	uint8_t turn; /* enum color */
	bool running;
};

/* clock_model_init: a clock set as *control says (kind TIME_PERIODS), White to move, standing.
 * *control is borrowed. */
void clock_model_init(struct clock_model *model, const struct time_control *control, int64_t age_us,
                      uint64_t now_us);

/* clock_model_set: somebody gave `side` seconds to go; or what a display shows is all that is
 * known. */
void clock_model_set(struct clock_model *model, enum color side, int32_t seconds, uint64_t now_us);

/* clock_model_advance: time has come to now_us. */
void clock_model_advance(struct clock_model *model, uint64_t now_us);

/* clock_model_start, clock_model_stop: the clock was seen to run, to stand. */
void clock_model_start(struct clock_model *model, uint64_t now_us);
void clock_model_stop(struct clock_model *model, uint64_t now_us);

/* clock_model_turn: the lever shows `side` to move; no press of play (the clock was being set). */
void clock_model_turn(struct clock_model *model, enum color side, uint64_t now_us);

/* clock_model_press: the side to move was seen to press its lever. Its time is brought to the
 * press; what the press gives it is added by clock_model_give. */
void clock_model_press(struct clock_model *model, uint64_t now_us);

/* clock_model_gains: what a press that completes move `move` of its player may add, by the time
 * per move (of this move or, where the first one was shown at the start, of the next) and by a
 * new period where `move` brings one. Fischer and none; in microseconds. Returns how many, the
 * likeliest first. */
int clock_model_gains(const struct clock_model *model, uint32_t move,
                      int64_t ret_gains_us[CLOCK_GAINS_MAX]);

/* clock_model_give: `side` gets gain_us (may be negative). In Bronstein mode the press itself
 * has given what was used; a new period's time is given here. */
void clock_model_give(struct clock_model *model, enum color side, int64_t gain_us);

/* clock_model_gap: how far a display of `seconds`, read now, is from everything possible: 0 when
 * it agrees, positive where the clock shows too much. In microseconds. The model must have been
 * advanced. */
int64_t clock_model_gap(const struct clock_model *model, enum color side, int32_t seconds);

/* clock_model_tick: after clock_model_learn(): the second of `side`'s before `seconds` has just ended, heard at most
 * age_us late. */
void clock_model_tick(struct clock_model *model, enum color side, int32_t seconds, int64_t age_us);

/* clock_model_learn: `side` shows seconds now: keep what is possible beside it; where nothing
 * is, begin again from the display. */
void clock_model_learn(struct clock_model *model, enum color side, int32_t seconds);

/* clock_model_seen: the span that a display of `seconds` stands for. */
struct clock_span clock_model_seen(const struct clock_model *model, enum color side,
                                   int32_t seconds);
