/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Flags (6.3.1, 6.4, 6.8, 6.9): whose fell, how many moves he had completed of how many, and
 * whether his opponent can still mate. It is a notice, never a ruling: legally a flag falls when
 * the arbiter sees it or a player claims it.
 */
#include "core/laws/clock/clock_watch_state.h"

static enum verdict_answer
can_mate(struct clock_watch *watch, const struct game *game, enum color side)
{
	struct verdict verdict; /* a table is watched for hours, and asks this when a flag falls */
	enum verdict_mode mode = watch->setup.verdict_memory ? VERDICT_EXACT : VERDICT_QUICK;

	verdict_begin(&verdict, &game->now, mode, CLOCK_WATCH_VERDICT_NODES,
	              watch->setup.verdict_memory, watch->setup.verdict_memory_size);
	while (!verdict_step(&verdict, CLOCK_WATCH_VERDICT_NODES))
		continue;
	return verdict.side[side].answer;
}

/* The moves to be completed by the end of the period that side is in; 0 where there is no
 * number. */
static uint32_t
required(const struct clock_watch *watch, enum color side)
{
	const struct time_control *control = watch->model.control;
	uint32_t moves = 0;

	for (uint32_t i = 0; i <= watch->player[side].periods; i++) {
		uint32_t index = i < control->n_periods ? i : control->n_periods - 1;

		if (control->periods[index].moves == 0)
			return 0;
		moves += control->periods[index].moves;
	}
	return moves;
}

/* The other side's flag lay already, or falls in the same reading. */
static bool
is_second(const struct clock_watch *watch, enum color side)
{
	const struct clock_player *other = &watch->player[color_other(side)];

	return other->fallen && !other->met;
}

static void
tell_both(struct clock_watch *watch, const struct game *game, enum color side)
{
	struct clock_finding finding = watch_finding(watch, game, ALERT_BOTH_FLAGS_FALLEN, side);

	finding.first = watch->first_flag;
	finding.last_period = required(watch, WHITE) == 0 && required(watch, BLACK) == 0;
	watch_tell(watch, &finding);
}

static void
tell_fall(struct clock_watch *watch, const struct game *game, enum color side, bool no_indicator)
{
	struct clock_finding finding = watch_finding(watch, game, ALERT_FLAG_FALLEN, side);

	finding.required = required(watch, side);
	finding.no_indicator = no_indicator;
	finding.can_mate = (uint8_t)can_mate(watch, game, color_other(side));
	watch_tell(watch, &finding);
}

void
watch_fall(struct clock_watch *watch, const struct game *game, enum color side, bool no_indicator)
{
	struct clock_player *player = &watch->player[side];
	uint32_t moves = required(watch, side);

	player->fallen = true;
	player->zero_us = TIME_UNKNOWN;
	player->met = moves > 0 && watch_completed(game, side) >= moves;
	if (player->met) {
		struct clock_finding finding =
			watch_finding(watch, game, ALERT_FLAG_FALLEN_CONTROL_MET, side);

		finding.required = moves;
		watch_tell(watch, &finding);
		return;
	}
	if (is_second(watch, side)) {
		tell_both(watch, game, side);
		return;
	}
	watch->first_flag = (uint8_t)side;
	watch->at_flag = watch->sight;
	tell_fall(watch, game, side, no_indicator);
	watch_step(watch, game, CLOCK_FLAG);
}

/* Both in one reading: nobody knows which was first (6.4, III.3). */
static void
fall_together(struct clock_watch *watch, const struct game *game)
{
	watch->player[WHITE].fallen = watch->player[BLACK].fallen = true;
	watch->first_flag = CLOCK_NOBODY;
	watch->at_flag = watch->sight;
	tell_both(watch, game, (enum color)watch->sight.turn);
	watch_step(watch, game, CLOCK_FLAG);
}

/* The flag is up again. Where an illegal move is to be put back the arbiter says what the clocks show (7.1, 7.5.1), also of one that has
 * run out while it was: play goes on from there. */
static void
rise(struct clock_watch *watch, const struct game *game, enum color side)
{
	struct clock_player *player = &watch->player[side];

	player->fallen = false;
	if (!player->met && watch->put_back.open)
		watch_step(watch, game, CLOCK_ARBITER);
	else if (!player->met && watch->phase != CLOCK_PAUSED)
		watch_report(watch, game, ALERT_CLOCK_ADDED_TIME_AFTER_FLAG, side);
	player->met = false;
}

/* Could the display have come to its end since the reading before, which may be old as well? A reading that tells of a flag, and
 * of time that was not used up, was read wrong: there is no checksum on this line. */
static bool
can_have_ended(const struct clock_watch *watch, enum color side)
{
	uint64_t gone_us = watch->now_us - watch->sight_us + CLOCK_AGE_MAX_US;

	return watch->sight.seconds[side] == 0 ||
	       watch->before.seconds[side] <= watch_seconds((int64_t)gone_us) + 1;
}

/* Is a flag to be seen? It stays; so one that cannot have fallen is believed when it is seen again. */
static bool
is_flagged(const struct clock_watch *watch, enum color side)
{
	const struct clock_sight *sight = &watch->sight, *before = &watch->before;

	return (sight->fallen[side] || sight->shown[side]) &&
	       (before->fallen[side] || before->shown[side] || can_have_ended(watch, side));
}

/* Q6 4.14.1: with an increment in standard chess the other side's time is preserved. */
static void
judge_after_flag(struct clock_watch *watch, const struct game *game)
{
	enum color other;

	if (watch->phase != CLOCK_FALLEN || watch->first_flag == CLOCK_NOBODY ||
	    !watch->setup.is_standard || watch->ran_on_told)
		return;
	other = color_other((enum color)watch->first_flag);
	if (watch->at_flag.seconds[other] - watch->sight.seconds[other] <= 1)
		return;
	watch->ran_on_told = true;
	watch_report(watch, game, ALERT_CLOCK_RAN_AFTER_FLAG, other);
}

static void
note_zero(struct clock_watch *watch, enum color side)
{
	struct clock_player *player = &watch->player[side];
	bool at_zero = watch->sight.seconds[side] == 0 && watch->sight.turn == side &&
	               (watch->sight.running || watch->before.running) && !player->fallen;

	if (!at_zero)
		player->zero_us = TIME_UNKNOWN;
	else if (player->zero_us == TIME_UNKNOWN)
		player->zero_us = watch->now_us;
}

void
watch_flags(struct clock_watch *watch, const struct game *game)
{
	bool together = is_flagged(watch, WHITE) && is_flagged(watch, BLACK) &&
	                !watch->player[WHITE].fallen && !watch->player[BLACK].fallen;

	if (together) {
		fall_together(watch, game);
		return;
	}
	for (int side = WHITE; side <= BLACK; side++) {
		if (is_flagged(watch, (enum color)side) && !watch->player[side].fallen)
			watch_fall(watch, game, (enum color)side, false);
		else if (watch->player[side].fallen && watch->sight.seconds[side] > 0 &&
		         !is_flagged(watch, (enum color)side))
			rise(watch, game, (enum color)side);
		note_zero(watch, (enum color)side);
	}
	judge_after_flag(watch, game);
}
