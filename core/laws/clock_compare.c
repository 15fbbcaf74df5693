/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Readings of a running clock against the model. Each reading cuts the model's spans back, so a
 * departure is a step between two readings: a jump, or the wrong time per move where the lever
 * fell. What goes wrong in small steps shows in the sum of both displays.
 */
#include "core/laws/clock_watch_state.h"

/* What a press brings is judged more finely than other steps: both its readings are of one
 * moment. */
#define GAIN_MARGIN_US (CLOCK_SECOND_US * 3 / 10)

/* Both sides running: steps of the side that should stand (6.1: over 3 s), by one second each; of two where a reading was
 * lost. */
#define STANDING_STEPS 3

/* A press has shown how the clock is set when it can have brought no second more or less. Until
 * then a difference is a wrong setting, afterwards an event of its own. */
#define GAIN_PROOF_US (2 * CLOCK_SECOND_US)

/* A new period given a move or two early or late: the clock's counter is wrong (6.3). */
#define EARLY_MOVES 2

/* Where the turn was not seen from its beginning. */
#define LONG_US (9 * 3600 * CLOCK_SECOND_US)

static int64_t
middle_us(struct clock_span span)
{
	return span.lo_us + (span.hi_us - span.lo_us) / 2;
}

static bool
is_within(struct clock_span span, int64_t us, int64_t margin_us)
{
	return span.lo_us - margin_us <= us && us <= span.hi_us + margin_us;
}

/* --- Taking displays as they are -------------------------------------------------------------- */

static void
turn_began(struct clock_watch *watch)
{
	watch->still_us = watch->now_us;
	watch->standing_steps = 0;
	watch->at_turn = watch->sight;
	watch->turn_us = watch->now_us;
	watch->stuck_told = false;
}

void
watch_anchor(struct clock_watch *watch)
{
	struct clock_model *model = &watch->model;

	watch_pulse_lose(watch);
	clock_model_stop(model, watch->now_us);
	clock_model_turn(model, (enum color)watch->sight.turn, watch->now_us);
	for (int side = WHITE; side <= BLACK; side++)
		clock_model_set(model, (enum color)side, watch->sight.seconds[side], watch->now_us);
	if (watch->sight.running) {
		/* Nobody saw the turn begin. */
		clock_model_start(model, watch->now_us);
		model->used.hi_us = LONG_US;
		model->begun.hi_us = LONG_US;
		model->begun.lo_us = 0;
	}
	turn_began(watch);
	watch_sum_begin(watch);
}

void
watch_run(struct clock_watch *watch)
{
	struct clock_model *model = &watch->model;

	watch_pulse_lose(watch);
	clock_model_stop(model, watch->now_us);
	clock_model_turn(model, (enum color)watch->sight.turn, watch->now_us);
	for (int side = WHITE; side <= BLACK; side++)
		clock_model_set(model, (enum color)side, watch->sight.seconds[side], watch->now_us);
	clock_model_start(model, watch->now_us);
	turn_began(watch);
	watch_sum_begin(watch);
}

/* --- What a press brings ---------------------------------------------------------------------- */

/* The gain that agrees with what was seen, of those that the control allows for completing
 * `move`. */
static bool
find_gain(const struct clock_watch *watch, uint32_t move, struct clock_span seen,
          int64_t *ret_gain_us)
{
	int64_t gains_us[CLOCK_GAINS_MAX];
	int n = clock_model_gains(&watch->model, move, gains_us);

	*ret_gain_us = gains_us[0];
	for (int i = 0; i < n; i++)
		if (is_within(seen, gains_us[i], GAIN_MARGIN_US)) {
			*ret_gain_us = gains_us[i];
			return true;
		}
	return false;
}

/* A new period's time in the gain of completing `move`? */
static bool
brings_period(const struct clock_watch *watch, uint32_t move, int64_t gain_us)
{
	uint32_t period_s;

	return time_control_begins_period(watch->model.control, move, &period_s) && period_s > 0 &&
	       gain_us >= period_s * CLOCK_SECOND_US;
}

/* The counts disagree about a control: the clock gives a period's time too early or too late
 * (6.4). */
static bool
find_period_elsewhere(const struct clock_watch *watch, uint32_t move, struct clock_span seen,
                      int64_t *ret_gain_us)
{
	int64_t gain_us;

	for (uint32_t i = 1; i <= EARLY_MOVES; i++) {
		if (find_gain(watch, move + i, seen, &gain_us) &&
		    brings_period(watch, move + i, gain_us)) {
			*ret_gain_us = gain_us;
			return true;
		}
		if (move > i && find_gain(watch, move - i, seen, &gain_us) &&
		    brings_period(watch, move - i, gain_us)) {
			*ret_gain_us = gain_us;
			return true;
		}
	}
	return false;
}

static bool
is_penalty(struct clock_watch *watch, enum color side, struct clock_span seen)
{
	struct clock_player *player = &watch->player[side];

	if (player->penalty_us == TIME_UNKNOWN ||
	    !is_within(seen, player->penalty_s * CLOCK_SECOND_US, watch_tolerance_us(watch)))
		return false;
	player->penalty_us = TIME_UNKNOWN;
	return true;
}

static void
note_jump(struct clock_watch *watch, enum color side, int32_t jumped_s)
{
	watch->player[side].jumped_s = jumped_s;
	watch->player[side].jumped_us = watch->now_us;
}

/* What is off now, did the reading before this one jump by it the other way? Then that one was wrong, and has been told. */
static bool
is_jump_back(const struct clock_watch *watch, enum color side, struct clock_span off)
{
	const struct clock_player *player = &watch->player[side];

	return player->jumped_s != 0 && player->jumped_us == watch->sight_us &&
	       is_within(off, -player->jumped_s * CLOCK_SECOND_US, watch_tolerance_us(watch));
}

static void
tell_gain(struct clock_watch *watch, const struct game *game, enum alert_id id, enum color mover,
          int64_t expected_us, struct clock_span seen)
{
	struct clock_finding finding = watch_finding(watch, game, id, mover);

	finding.expected_s = watch_seconds(expected_us);
	finding.difference_s = watch_seconds(middle_us(seen) - expected_us);
	if (id == ALERT_CLOCK_TIME_JUMP) {
		watch_set_right(&finding, mover, finding.difference_s);
		note_jump(watch, mover, finding.difference_s);
	}
	watch_tell(watch, &finding);
}

void
watch_tell_setting(struct clock_watch *watch, const struct game *game, enum color mover,
                   int64_t wrong_us)
{
	int64_t expected_us =
		time_control_increment(watch->model.control, watch->model.presses[mover], NULL) *
		CLOCK_SECOND_US;
	int64_t seen_us = expected_us + wrong_us;

	watch->gain = (struct clock_span){ seen_us - CLOCK_SECOND_US, seen_us + CLOCK_SECOND_US };
	watch->gain_told = watch->gain_again = true;
	tell_gain(watch, game, ALERT_CLOCK_SETTING_MISMATCH, mover, expected_us, watch->gain);
}

/* The clock counts other moves than the record: once is enough. */
static void
tell_counter(struct clock_watch *watch, const struct game *game, enum color mover)
{
	if (!watch->player[mover].counter_told)
		watch_report(watch, game, ALERT_MOVE_COUNTER_MISMATCH, mover);
	watch->player[mover].counter_told = true;
}

/* The clock gives the same wrong time per move as before: that has been told. */
static bool
is_other_gain(const struct clock_watch *watch, struct clock_span seen)
{
	const struct clock_span *gain = &watch->gain;

	return (watch->gain_told || watch->gain_again) &&
	       seen.lo_us <= gain->hi_us + GAIN_MARGIN_US &&
	       seen.hi_us >= gain->lo_us - GAIN_MARGIN_US;
}

/* Nothing that the control allows. */
static void
judge_wrong_gain(struct clock_watch *watch, const struct game *game, enum color mover,
                 uint32_t move, int64_t expected_us, struct clock_span seen)
{
	struct clock_span beside = { seen.lo_us - expected_us, seen.hi_us - expected_us };
	bool is_setting = watch->has_control && !watch->gain_proved;
	int64_t gain_us;

	if (is_jump_back(watch, mover, beside) || is_penalty(watch, mover, beside) ||
	    is_other_gain(watch, seen))
		return;
	if (find_period_elsewhere(watch, move, seen, &gain_us)) {
		watch->player[mover].periods++;
		tell_counter(watch, game, mover);
		return;
	}
	if (brings_period(watch, move, expected_us)) {
		/* It may still come, with one of the next moves or at zero. */
		tell_counter(watch, game, mover);
		return;
	}
	tell_gain(watch, game, is_setting ? ALERT_CLOCK_SETTING_MISMATCH : ALERT_CLOCK_TIME_JUMP,
	          mover, expected_us, seen);
	watch->gain_told = watch->gain_told || is_setting;
	watch->gain_again = true;
	watch->gain = seen;
}

/* A press that brought gain_us and, as far as can be seen, nothing else: the clock is set to it. */
static void
note_right_gain(struct clock_watch *watch, struct clock_span seen, int64_t gain_us)
{
	watch->gain_again = false;
	if (seen.lo_us + GAIN_PROOF_US > gain_us && seen.hi_us - GAIN_PROOF_US < gain_us)
		watch->gain_proved = true;
}

/* mover has pressed; the model stands at what it had then. */
static void
judge_gain(struct clock_watch *watch, const struct game *game, enum color mover)
{
	struct clock_model *model = &watch->model;
	struct clock_span left = model->left[mover];
	struct clock_span shown = clock_model_seen(model, mover, watch->sight.seconds[mover]);
	struct clock_span seen = { shown.lo_us - left.hi_us, shown.hi_us - left.lo_us };
	uint32_t move = watch_completed(game, mover);
	int64_t gain_us;

	/* The board may be behind the clock: then the ply is not in the record yet. */
	if (move < model->presses[mover])
		move++;
	/* Without a control it may be anything but less than nothing: a new period's time, too. */
	if (!watch->has_control && seen.hi_us >= -GAIN_MARGIN_US) {
		clock_model_give(model, mover, middle_us(seen));
		watch_pulse_lose(watch);
	} else if (find_gain(watch, move, seen, &gain_us)) {
		watch->player[mover].periods += brings_period(watch, move, gain_us);
		note_right_gain(watch, seen, gain_us);
		clock_model_give(model, mover, gain_us);
		watch_sum_press(watch, mover, gain_us);
		watch_pulse_press(watch, mover, gain_us);
	} else {
		judge_wrong_gain(watch, game, mover, move, gain_us, seen);
		watch_pulse_lose(watch);
		clock_model_give(model, mover, middle_us(seen));
		watch_sum_begin(watch);
	}
}

/* --- Steps of the displays -------------------------------------------------------------------- */

/* The next period's time that comes when the one before it is used up (period_add; accepted of
 * every clock that has not given it before). Whether the control was met is for the flag to
 * tell, shown or not. */
static bool
is_period_at_zero(struct clock_watch *watch, const struct game *game, enum color side,
                  int64_t gap_us)
{
	const struct time_control *control = watch->model.control;
	struct clock_player *player = &watch->player[side];
	uint32_t next = player->periods + 1;
	int64_t wrong_us;

	if (next >= control->n_periods || side != (enum color)watch->before.turn ||
	    watch->before.seconds[side] > 2)
		return false;
	wrong_us = gap_us - control->periods[next].seconds * CLOCK_SECOND_US;
	if (wrong_us > watch_tolerance_us(watch) ||
	    wrong_us < -watch_tolerance_us(watch) - CLOCK_SECOND_US)
		return false;
	if (!player->fallen)
		watch_fall(watch, game, side, true);
	player->periods++;
	return true;
}

/* Two presses between two readings leave nothing but their increments: the side that should have
 * stood has gained one. */
static bool
is_unseen_presses(const struct clock_watch *watch)
{
	enum color turn = (enum color)watch->before.turn;
	enum color other = color_other(turn);
	int32_t gained = watch->sight.seconds[other] - watch->before.seconds[other];
	int32_t lost = watch->before.seconds[turn] - watch->sight.seconds[turn];
	int64_t gains_us[CLOCK_GAINS_MAX];
	int32_t increment_s, gone_s;

	clock_model_gains(&watch->model, watch->model.presses[other] + 1, gains_us);
	increment_s = watch_seconds(gains_us[0]);
	gone_s = watch_seconds((int64_t)(watch->now_us - watch->sight_us)) + 1;
	return increment_s > 0 && gained > 0 && gained <= increment_s &&
	       gained >= increment_s - gone_s && lost <= gone_s - increment_s;
}

/* Both presses complete a ply each that will be found without one. */
static void
pass_unseen_presses(struct clock_watch *watch)
{
	for (int side = WHITE; side <= BLACK; side++) {
		watch->model.presses[side]++;
		watch->player[side].unseen++;
	}
	watch_pulse_lose(watch);
	watch->sum_lost = true;
}

static void
judge_step(struct clock_watch *watch, const struct game *game, enum color side, int64_t gap_us)
{
	struct clock_span gap = { gap_us - CLOCK_SECOND_US, gap_us + CLOCK_SECOND_US };
	struct clock_finding finding;
	int64_t expected_us = middle_us(watch->model.left[side]);

	if (gap_us <= watch_tolerance_us(watch) && gap_us >= -watch_tolerance_us(watch))
		return;
	/* It fell to zero with its flag: that says it all. */
	if (watch->sight.fallen[side])
		return;
	/* A display that stood still has been reported, or will be. */
	if (side == (enum color)watch->before.turn && gap_us > 0 &&
	    (watch->stuck_told || watch->sight.seconds[side] == watch->before.seconds[side]))
		return;
	watch_sum_begin(watch);
	if (is_jump_back(watch, side, gap) || is_period_at_zero(watch, game, side, gap_us) ||
	    is_penalty(watch, side, gap))
		return;
	finding = watch_finding(watch, game, ALERT_CLOCK_TIME_JUMP, side);
	finding.expected_s = watch_seconds(expected_us);
	finding.difference_s = watch->sight.seconds[side] - finding.expected_s;
	watch_set_right(&finding, side, finding.difference_s);
	note_jump(watch, side, finding.difference_s);
	watch_tell(watch, &finding);
}

/* Do both lose, this turn, more than passes? Presses that nobody saw, of a clock that is read too seldom, take from both as
 * well, but no more than that in all. */
static bool
is_lost_twice(const struct clock_watch *watch)
{
	const struct clock_sight *then = &watch->at_turn, *now = &watch->sight;
	int32_t lost = then->seconds[WHITE] - now->seconds[WHITE] + then->seconds[BLACK] -
	               now->seconds[BLACK];

	return lost >=
	       (int32_t)((watch->now_us - watch->turn_us) / CLOCK_SECOND_US) + STANDING_STEPS - 1;
}

static void
judge_standing_side(struct clock_watch *watch, const struct game *game)
{
	enum color turn = (enum color)watch->sight.turn;
	enum color other = color_other(turn);
	int32_t step = watch->before.seconds[other] - watch->sight.seconds[other];
	struct clock_finding finding;

	if (step == 1 || step == 2)
		watch->standing_steps += (uint32_t)step;
	if (watch->standing_steps < STANDING_STEPS || watch->both_told ||
	    watch->at_turn.seconds[turn] - watch->sight.seconds[turn] < STANDING_STEPS - 1 ||
	    !is_lost_twice(watch))
		return;
	watch->both_told = true;
	finding = watch_finding(watch, game, ALERT_CLOCK_BOTH_RUNNING, other);
	/* What this turn has taken from the side that stood is its own. */
	watch_set_right(&finding, other,
	                watch->sight.seconds[other] - watch->at_turn.seconds[other]);
	watch_tell(watch, &finding);
}

static void
judge_steps(struct clock_watch *watch, const struct game *game)
{
	struct clock_model *model = &watch->model;
	bool learnt = watch_delay_learn(watch);
	int64_t gaps_us[2];

	for (int side = WHITE; side <= BLACK; side++)
		gaps_us[side] =
			clock_model_gap(model, (enum color)side, watch->sight.seconds[side]);
	if (is_unseen_presses(watch)) {
		pass_unseen_presses(watch);
		return;
	}
	for (int side = WHITE; side <= BLACK; side++)
		if (!learnt || side != (int)watch->sight.turn)
			judge_step(watch, game, (enum color)side, gaps_us[side]);
}

/* A second has just ended: where this line's readings are known not to be old, that says more than the display. */
static void
note_ticks(struct clock_watch *watch)
{
	enum color turn = (enum color)watch->sight.turn;
	int32_t seconds = watch->sight.seconds[turn];
	int32_t gone = watch->before.seconds[turn] - seconds;

	if (gone != 0)
		watch->still_us = watch->now_us;
	if (gone != 1)
		return;
	watch_pulse_tick(watch, turn);
	if (watch_pulse_age_us(watch) < CLOCK_AGE_MAX_US)
		clock_model_tick(&watch->model, turn, seconds, watch_pulse_age_us(watch));
}

/* The lever fell. */
static void
compare_press(struct clock_watch *watch, const struct game *game)
{
	enum color mover = (enum color)watch->before.turn;
	enum color other = color_other(mover);

	/* Before the first move Black's lever starts White's time and completes nothing (6.6). */
	if (game->n_plies == 0 && mover == BLACK) {
		watch_run(watch);
		return;
	}
	watch->model.age_us = watch_pulse_age_us(watch);
	clock_model_press(&watch->model, watch->now_us);
	watch_hear_press(watch, game, mover);
	if (is_unseen_presses(watch)) {
		pass_unseen_presses(watch);
		turn_began(watch);
		return;
	}
	judge_gain(watch, game, mover);
	judge_step(watch, game, other,
	           clock_model_gap(&watch->model, other, watch->sight.seconds[other]));
	turn_began(watch);
}

void
watch_compare(struct clock_watch *watch, const struct game *game)
{
	struct clock_model *model = &watch->model;
	bool pressed = watch->before.turn != watch->sight.turn;

	clock_model_advance(model, watch->now_us);
	watch->sum.used_us += (int64_t)(watch->now_us - watch->sight_us);
	if (pressed) {
		compare_press(watch, game);
	} else {
		judge_steps(watch, game);
		judge_standing_side(watch, game);
	}
	for (int side = WHITE; side <= BLACK; side++)
		clock_model_learn(model, (enum color)side, watch->sight.seconds[side]);
	if (!pressed)
		note_ticks(watch);
	if (watch->sum_lost)
		watch_sum_begin(watch);
	watch_judge_sum(watch, game, pressed);
	if (!watch->sight.running)
		clock_model_stop(model, watch->now_us);
}

/* --- Before the game, and after a stop -------------------------------------------------------- */

/* Where the control is not known: no clock gives more a move (glossary, 6.3). */
#define INCREMENT_MAX_S 60

/* The most that the last press may have given. */
static int32_t
increment_s(const struct clock_watch *watch, enum color side)
{
	uint32_t move = watch->model.presses[side];

	if (!watch->has_control)
		return INCREMENT_MAX_S;
	return (int32_t)time_control_increment(watch->model.control, move > 0 ? move : 1, NULL);
}

/* Was this side set back with the position (7.5.1)? No higher than it showed before the illegal move, nor lower than now,
 * but for what the press gave its player. The opponent may have been given his time, too (7.5.5). */
static bool
is_set_back(struct clock_watch *watch, enum color side)
{
	const struct clock_put_back *put_back = &watch->put_back;
	int32_t tolerance_s = (int32_t)watch->setup.tolerance_s;
	int32_t set_s = watch->before.seconds[side], low_s = watch->at_stop.seconds[side];
	int32_t high_s = low_s > put_back->before_s[side] ? low_s : put_back->before_s[side];
	bool is_opponent = side != put_back->side;

	if (!put_back->open)
		return false;
	low_s -= tolerance_s + (is_opponent ? 0 : increment_s(watch, side));
	high_s += tolerance_s;
	if (set_s >= low_s && set_s <= high_s)
		return true;
	set_s -= put_back->penalty_s;
	if (!is_opponent || set_s < low_s || set_s > high_s)
		return false;
	watch->player[side].penalty_us = TIME_UNKNOWN;
	return true;
}

void
watch_compare_stop(struct clock_watch *watch, const struct game *game)
{
	for (int side = WHITE; side <= BLACK; side++) {
		/* One second may be gone already. */
		int32_t step = watch->before.seconds[side] - watch->at_stop.seconds[side];
		struct clock_span change = { step * CLOCK_SECOND_US, step * CLOCK_SECOND_US };
		struct clock_finding finding;

		if (step >= -(int32_t)watch->setup.tolerance_s &&
		    step <= (int32_t)watch->setup.tolerance_s)
			continue;
		if (is_penalty(watch, (enum color)side, change) ||
		    is_set_back(watch, (enum color)side) || watch->arranged)
			continue;
		finding = watch_finding(watch, game, ALERT_CLOCK_TIME_JUMP, (enum color)side);
		finding.before_s[WHITE] = watch->at_stop.seconds[WHITE];
		finding.before_s[BLACK] = watch->at_stop.seconds[BLACK];
		finding.expected_s = watch->at_stop.seconds[side];
		finding.difference_s = step;
		watch_set_right(&finding, (enum color)side, step);
		watch_tell(watch, &finding);
	}
}

/* How far from what the control says, 0 when right. */
static int32_t
setting_error_s(const struct clock_watch *watch, enum color side, int32_t seconds,
                int32_t *ret_expected_s)
{
	uint32_t other_s;
	int32_t start_s = (int32_t)time_control_start_s(&watch->setup.control, side, &other_s);
	int32_t tolerance_s = (int32_t)watch->setup.tolerance_s;
	int32_t wrong_s = seconds - start_s, wrong_other_s = seconds - (int32_t)other_s;

	*ret_expected_s = start_s;
	if ((wrong_s >= -tolerance_s && wrong_s <= tolerance_s) ||
	    (wrong_other_s >= -tolerance_s && wrong_other_s <= tolerance_s))
		return 0;
	return wrong_s;
}

bool
watch_is_set(const struct clock_watch *watch)
{
	int32_t expected_s;

	return watch->has_control &&
	       setting_error_s(watch, WHITE, watch->sight.seconds[WHITE], &expected_s) == 0 &&
	       setting_error_s(watch, BLACK, watch->sight.seconds[BLACK], &expected_s) == 0;
}

void
watch_check_setting(struct clock_watch *watch, const struct game *game)
{
	if (!watch->has_control || watch->arranged)
		return;
	for (int side = WHITE; side <= BLACK; side++) {
		struct clock_finding finding =
			watch_finding(watch, game, ALERT_CLOCK_SETTING_MISMATCH, (enum color)side);
		int32_t wrong_s = setting_error_s(watch, (enum color)side,
		                                  watch->sight.seconds[side], &finding.expected_s);

		/* It may have run before anybody read it. */
		if (wrong_s == 0 || (wrong_s < 0 && !watch->stood_before))
			continue;
		finding.difference_s = wrong_s;
		watch_tell(watch, &finding);
	}
}
