/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Readings of a running clock against the model. Each reading cuts the model's spans back, so a
 * departure is a step between two readings: a jump, or the wrong time per move where the lever
 * fell (clock_gain.c). What goes wrong in small steps shows in the sum of both displays
 * (clock_sum.c).
 */
#include "core/base/clock_pair.h"
#include "core/laws/clock/clock_watch_state.h"

/* Both sides running: steps of the side that should stand (6.1: over 3 s), by one second each; of two where a reading was
 * lost. */
#define STANDING_STEPS 3

/* Nothing heard for so long: a clock that stands, or a line that is silent. */
#define SILENT_US UINT64_C(5000000)

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

/* What the side that should have stood would have been given for a press; where the control is not known, what it has gained. */
static int32_t
gain_of(const struct clock_watch *watch, enum color side, int32_t gained)
{
	int64_t gains_us[CLOCK_GAINS_MAX];

	if (!watch->has_control)
		return gained <= CLOCK_PER_MOVE_MAX_S ? gained : 0;
	clock_model_gains(&watch->model, watch->model.presses[side] + 1, gains_us);
	return watch_seconds(gains_us[0]);
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
	int32_t increment_s = gain_of(watch, other, gained), gone_s;

	gone_s = watch_seconds((int64_t)(watch->now_us - watch->sight_us)) + 1;
	return increment_s > 0 && gained > 0 && gained <= increment_s &&
	       gained >= increment_s - gone_s && lost <= gone_s - increment_s;
}

static struct clock_reading
reading_of(const struct clock_sight *sight)
{
	struct clock_reading reading = { .connected = true,
		                         .running = sight->running,
		                         .turn = sight->turn };

	for (int side = WHITE; side <= BLACK; side++)
		reading.face[side].seconds = sight->seconds[side];
	return reading;
}

/* The record is told of two such presses, too, and gives them to plies. A clock on which both times run shows as much, and gives
 * nothing: what those may have been is not counted for the time control. */
static void
note_hidden_presses(struct clock_watch *watch, bool unseen)
{
	struct clock_reading before = reading_of(&watch->before), now = reading_of(&watch->sight);

	if (!unseen && !clock_hides_pair(&before, &now))
		return;
	for (int side = WHITE; side <= BLACK; side++) {
		watch_hear_hidden(watch, (enum color)side);
		watch->model.presses[side] += unseen;
		watch->player[side].hidden += !unseen;
	}
}

static void
pass_unseen_presses(struct clock_watch *watch)
{
	watch_pulse_lose(watch);
	watch->sum_lost = true;
}

static void
judge_step(struct clock_watch *watch, const struct game *game, enum color side, int64_t gap_us)
{
	struct clock_span gap = { gap_us - CLOCK_SECOND_US, gap_us + CLOCK_SECOND_US };
	struct clock_finding finding;
	int64_t expected_us = watch_middle_us(watch->model.left[side]);

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
	if (watch_is_jump_back(watch, side, gap) || is_period_at_zero(watch, game, side, gap_us) ||
	    watch_take_penalty(watch, side, gap))
		return;
	finding = watch_finding(watch, game, ALERT_CLOCK_TIME_JUMP, side);
	finding.expected_s = watch_seconds(expected_us);
	finding.difference_s = watch->sight.seconds[side] - finding.expected_s;
	watch_set_right(&finding, side, finding.difference_s);
	watch_note_jump(watch, side, finding.difference_s);
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

/* A line that says nothing is all that there is to hear of a clock that stands still. Where the next reading has the time that passed,
 * the line was silent and not the clock stuck. */
static void
disprove_stuck(struct clock_watch *watch, int64_t gap_us)
{
	if (!watch->stuck_told || watch->now_us - watch->sight_us < SILENT_US ||
	    gap_us > watch_tolerance_us(watch) || gap_us < -watch_tolerance_us(watch))
		return;
	watch->stuck_told = false;
	if (watch->listener.disproved)
		watch->listener.disproved(watch->listener.ctx, ALERT_CLOCK_STUCK);
}

static void
judge_steps(struct clock_watch *watch, const struct game *game)
{
	struct clock_model *model = &watch->model;
	bool learnt = watch_delay_learn(watch), unseen = is_unseen_presses(watch);
	int64_t gaps_us[2];

	for (int side = WHITE; side <= BLACK; side++)
		gaps_us[side] =
			clock_model_gap(model, (enum color)side, watch->sight.seconds[side]);
	note_hidden_presses(watch, unseen);
	/* Nor is it one if its lever was pressed meanwhile, twice. */
	disprove_stuck(watch, unseen ? 0 : gaps_us[watch->sight.turn]);
	if (unseen) {
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

/* A lever that swings back by itself, and to and fro, does so at once; a hand needs longer to answer (LEVER_BOUNCE_US). A
 * clock that has waited for it to come to rest gives no time for that, and tells of it all the same. */
#define BOUNCE_US UINT64_C(500000)

static bool
is_bounce(const struct clock_watch *watch, enum color mover)
{
	int64_t gains_us[CLOCK_GAINS_MAX];
	int32_t step = watch->sight.seconds[mover] - watch->before.seconds[mover];

	clock_model_gains(&watch->model, watch->model.presses[mover] + 1, gains_us);
	return watch->has_control && watch->now_us - watch->turn_us <= BOUNCE_US && step <= 0 &&
	       step >= -1 && gains_us[0] >= 2 * CLOCK_SECOND_US;
}

/* Which of two is nearer to nothing. */
static int64_t
nearer(int64_t a_us, int64_t b_us)
{
	return (a_us < 0 ? -a_us : a_us) < (b_us < 0 ? -b_us : b_us) ? a_us : b_us;
}

/* Its step, less what the press brought: what fits best of that which it may have. */
static int64_t
gap_at_press(const struct clock_watch *watch, enum color mover)
{
	int64_t gains_us[CLOCK_GAINS_MAX], least_us = INT64_MAX;
	int n = clock_model_gains(&watch->model, watch->model.presses[mover], gains_us);

	for (int i = 0; i < n; i++) {
		int32_t seconds = watch->sight.seconds[mover] - watch_seconds(gains_us[i]);

		least_us = nearer(clock_model_gap(&watch->model, mover, seconds), least_us);
	}
	return least_us;
}

/* How much less both displays together have lost than passed: what presses have brought, or time for which neither ran. */
static int64_t
unspent_us(const struct clock_watch *watch)
{
	const struct clock_sight *then = &watch->before, *now = &watch->sight;
	int64_t lost_s = (int64_t)then->seconds[WHITE] - now->seconds[WHITE] +
	                 then->seconds[BLACK] - now->seconds[BLACK];

	return (int64_t)(watch->now_us - watch->sight_us) - lost_s * CLOCK_SECOND_US;
}

/* What that is beside what one press has brought, at any time since, or a delay; or beside nothing, of a clock that gives nothing
 * for any number of presses. */
static int64_t
gap_in_silence(const struct clock_watch *watch)
{
	enum color turn = (enum color)watch->before.turn;
	struct clock_model model = watch->model;
	int64_t gains_us[CLOCK_GAINS_MAX], unspent = unspent_us(watch), gap_us = unspent;
	int n = clock_model_gains(&model, model.presses[turn] + 1, gains_us);

	if (watch->sight.turn == turn) {
		clock_model_advance(&model, watch->now_us);
		return nearer(clock_model_gap(&model, turn, watch->sight.seconds[turn]), gap_us);
	}
	for (int i = 0; i < n; i++)
		gap_us = nearer(unspent - gains_us[i], gap_us);
	return gap_us;
}

void
watch_compare_silence(struct clock_watch *watch)
{
	if (watch->phase == CLOCK_RUNS && watch->before.running && watch->sight.running)
		disprove_stuck(watch, is_unseen_presses(watch) ? 0 : gap_in_silence(watch));
}

/* The lever fell. */
static void
compare_press(struct clock_watch *watch, const struct game *game)
{
	enum color mover = (enum color)watch->before.turn;
	enum color other = color_other(mover);
	bool unseen;

	/* Before the first move Black's lever starts White's time and completes nothing (6.6). */
	if (game->n_plies == 0 && mover == BLACK) {
		watch_run(watch);
		return;
	}
	watch->model.age_us = watch_pulse_age_us(watch);
	if (is_bounce(watch, mover)) {
		clock_model_turn(&watch->model, other, watch->now_us);
		watch_pulse_lose(watch);
		watch_turn_began(watch);
		return;
	}
	clock_model_press(&watch->model, watch->now_us);
	disprove_stuck(watch, gap_at_press(watch, mover));
	unseen = is_unseen_presses(watch);
	note_hidden_presses(watch, unseen);
	watch_hear_press(watch, game, mover);
	if (unseen) {
		pass_unseen_presses(watch);
		watch_turn_began(watch);
		return;
	}
	watch_judge_gain(watch, game, mover);
	judge_step(watch, game, other,
	           clock_model_gap(&watch->model, other, watch->sight.seconds[other]));
	watch_turn_began(watch);
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
