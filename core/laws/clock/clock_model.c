/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/laws/clock/clock_model.h"

#include <string.h>

static int64_t
more_of(int64_t a, int64_t b)
{
	return a > b ? a : b;
}

static int64_t
less_of(int64_t a, int64_t b)
{
	return a < b ? a : b;
}

static struct clock_span
exactly(int64_t us)
{
	struct clock_span span = { us, us };

	return span;
}

/* How long the display stands still at the beginning of this turn. */
static int64_t
delay_us(const struct clock_model *model)
{
	enum time_mode mode;
	uint32_t seconds =
		time_control_increment(model->control, model->presses[model->turn] + 1, &mode);

	return mode == TIME_MODE_DELAY ? seconds * CLOCK_SECOND_US : 0;
}

void
clock_model_init(struct clock_model *model, const struct time_control *control, int64_t age_us,
                 uint64_t now_us)
{
	memset(model, 0, sizeof(*model));
	model->control = control;
	model->age_us = age_us;
	model->at_us = now_us;
	model->turn = WHITE;
	for (int side = WHITE; side <= BLACK; side++)
		model->left[side] = exactly(time_control_start_s(control, (enum color)side, NULL) *
		                            CLOCK_SECOND_US);
	model->begun = model->left[WHITE];
}

struct clock_span
clock_model_seen(const struct clock_model *model, enum color side, int32_t seconds)
{
	int64_t age_us = model->running && model->turn == side ? model->age_us : 0;
	struct clock_span span = { (seconds - 1) * CLOCK_SECOND_US - age_us,
		                   seconds * CLOCK_SECOND_US };

	/* A side at zero has nothing left, however it is rounded. */
	if (span.lo_us < 0)
		span.lo_us = 0;
	return span;
}

/* What a turn has cost after used_us of it. */
static int64_t
cost_us(int64_t used_us, int64_t free_us)
{
	return used_us > free_us ? used_us - free_us : 0;
}

/* Nothing is known of `side` but what it shows. */
static void
believe(struct clock_model *model, enum color side, int32_t seconds)
{
	struct clock_span seen = clock_model_seen(model, side, seconds);
	int64_t free_us = delay_us(model);

	model->left[side] = seen;
	if (side != (enum color)model->turn)
		return;
	model->begun.lo_us = seen.lo_us + cost_us(model->used.lo_us, free_us);
	model->begun.hi_us = seen.hi_us + cost_us(model->used.hi_us, free_us);
}

void
clock_model_set(struct clock_model *model, enum color side, int32_t seconds, uint64_t now_us)
{
	clock_model_advance(model, now_us);
	believe(model, side, seconds);
}

void
clock_model_advance(struct clock_model *model, uint64_t now_us)
{
	struct clock_span *left = &model->left[model->turn];
	int64_t free_us = delay_us(model), gone_us;

	if (now_us <= model->at_us)
		return;
	gone_us = (int64_t)(now_us - model->at_us);
	model->at_us = now_us;
	if (!model->running)
		return;
	left->lo_us -=
		cost_us(model->used.hi_us + gone_us, free_us) - cost_us(model->used.hi_us, free_us);
	left->hi_us -=
		cost_us(model->used.lo_us + gone_us, free_us) - cost_us(model->used.lo_us, free_us);
	left->lo_us = more_of(left->lo_us, 0);
	left->hi_us = more_of(left->hi_us, 0);
	model->used.lo_us += gone_us;
	model->used.hi_us += gone_us;
}

/* The side to move began to lose time now, or up to age_us ago. */
static void
begin_to_run(struct clock_model *model)
{
	struct clock_span *left = &model->left[model->turn];

	int64_t free_us = delay_us(model), before_us = cost_us(model->used.hi_us, free_us);

	model->used.hi_us += model->age_us;
	left->lo_us = more_of(left->lo_us - cost_us(model->used.hi_us, free_us) + before_us, 0);
}

/* It ceased to now, or up to age_us ago. */
static void
cease_to_run(struct clock_model *model)
{
	struct clock_span *left = &model->left[model->turn];

	model->used.lo_us = more_of(model->used.lo_us - model->age_us, 0);
	left->hi_us =
		more_of(left->hi_us, less_of(left->hi_us + model->age_us, model->begun.hi_us));
}

void
clock_model_start(struct clock_model *model, uint64_t now_us)
{
	clock_model_advance(model, now_us);
	if (model->running)
		return;
	model->running = true;
	/* Whether a clock that is stopped in mid-turn gives the delay anew when it is started again, its makers know. */
	if (delay_us(model) > 0)
		model->used.lo_us = 0;
	begin_to_run(model);
}

void
clock_model_stop(struct clock_model *model, uint64_t now_us)
{
	clock_model_advance(model, now_us);
	if (!model->running)
		return;
	cease_to_run(model);
	model->running = false;
}

static void
begin_turn(struct clock_model *model, enum color side)
{
	model->turn = (uint8_t)side;
	model->begun = model->left[side];
	model->used = exactly(0);
}

void
clock_model_turn(struct clock_model *model, enum color side, uint64_t now_us)
{
	clock_model_advance(model, now_us);
	if (side != (enum color)model->turn)
		begin_turn(model, side);
}

/* In Bronstein mode the turn's cost is settled here: all that was used comes back, up to the
 * time per move. What remains to be given is the rest, none of it uncertain. */
static void
refund(struct clock_model *model, int64_t gain_us)
{
	struct clock_span *left = &model->left[model->turn];

	left->lo_us = more_of(left->lo_us + less_of(model->used.lo_us, gain_us),
	                      model->begun.lo_us - cost_us(model->used.hi_us, gain_us));
	left->hi_us = less_of(left->hi_us + less_of(model->used.hi_us, gain_us),
	                      model->begun.hi_us - cost_us(model->used.lo_us, gain_us));
	/* A reading may have corrected the one and not the other. */
	left->hi_us = more_of(left->hi_us, left->lo_us);
}

void
clock_model_press(struct clock_model *model, uint64_t now_us)
{
	enum color mover = (enum color)model->turn;
	enum time_mode mode;
	uint32_t seconds;

	clock_model_advance(model, now_us);
	if (model->running)
		cease_to_run(model);
	seconds = time_control_increment(model->control, model->presses[mover] + 1, &mode);
	if (mode == TIME_MODE_BRONSTEIN)
		refund(model, seconds * CLOCK_SECOND_US);
	model->presses[mover]++;
	begin_turn(model, color_other(mover));
	if (model->running)
		begin_to_run(model);
}

static int
add_gain(int64_t gains_us[CLOCK_GAINS_MAX], int n, int64_t gain_us)
{
	for (int i = 0; i < n; i++)
		if (gains_us[i] == gain_us)
			return n;
	gains_us[n] = gain_us;
	return n + 1;
}

int
clock_model_gains(const struct clock_model *model, uint32_t move,
                  int64_t ret_gains_us[CLOCK_GAINS_MAX])
{
	const struct time_control *control = model->control;
	int64_t increment_us[2] = { 0, 0 }, period_us = 0;
	uint32_t period_s;
	int n = 0;

	for (uint32_t i = 0; i < 2; i++) {
		enum time_mode mode;
		/* With the first increment on the display before move 1, a press brings the next
		 * move's. */
		uint32_t next = i ^ (control->first_increment != TIME_FIRST_AFTER);
		uint32_t seconds = time_control_increment(control, move + next, &mode);

		if (mode == TIME_MODE_FISCHER)
			increment_us[i] = seconds * CLOCK_SECOND_US;
	}
	if (time_control_begins_period(control, move, &period_s) &&
	    control->period_add != TIME_ADD_AT_ZERO)
		period_us = period_s * CLOCK_SECOND_US;
	for (int i = 0; i < 2; i++)
		n = add_gain(ret_gains_us, n, increment_us[i] + period_us);
	/* AUTO: the clock may keep the period's time until zero. */
	for (int i = 0; i < 2 && control->period_add == TIME_ADD_AUTO; i++)
		n = add_gain(ret_gains_us, n, increment_us[i]);
	return n;
}

void
clock_model_give(struct clock_model *model, enum color side, int64_t gain_us)
{
	model->left[side].lo_us += gain_us;
	model->left[side].hi_us += gain_us;
}

int64_t
clock_model_gap(const struct clock_model *model, enum color side, int32_t seconds)
{
	struct clock_span seen = clock_model_seen(model, side, seconds);
	const struct clock_span *left = &model->left[side];

	if (seen.lo_us > left->hi_us)
		return seen.lo_us - left->hi_us;
	if (seen.hi_us < left->lo_us)
		return seen.hi_us - left->lo_us;
	return 0;
}

void
clock_model_learn(struct clock_model *model, enum color side, int32_t seconds)
{
	struct clock_span seen = clock_model_seen(model, side, seconds);
	struct clock_span *left = &model->left[side];

	if (clock_model_gap(model, side, seconds) != 0) {
		believe(model, side, seconds);
		return;
	}
	left->lo_us = more_of(left->lo_us, seen.lo_us);
	left->hi_us = less_of(left->hi_us, seen.hi_us);
}

void
clock_model_tick(struct clock_model *model, enum color side, int32_t seconds, int64_t age_us)
{
	struct clock_span *left = &model->left[side];

	left->lo_us =
		less_of(more_of(left->lo_us, seconds * CLOCK_SECOND_US - age_us), left->hi_us);
}
