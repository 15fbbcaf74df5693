/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Presses beside plies (6.2.1). A ply that is answered and not pressed lacks a press, and so does
 * the answer: the lever stays where it is. The two are made up for by one press each without a ply,
 * which are no offences.
 */
#include "core/laws/clock/clock_watch_state.h"

/* The tracker may take back so many plies at the end of the record, and one that was decided
 * with them. */
#define OPEN_PLIES 8

/* Could that ply have been begun by then? Not before the opponent's was made, which it answers. */
static bool
was_his_turn(const struct game *game, uint32_t index, uint64_t t_us)
{
	return index == 0 || game->plies[index - 1].made_us == TIME_UNKNOWN ||
	       t_us >= game->plies[index - 1].made_us;
}

/* The record may have taken a press for a later ply than it was for. */
static bool
is_pressed(const struct game *game, uint32_t index)
{
	uint64_t completed_us = game->plies[index].completed_us;

	return completed_us != TIME_UNKNOWN && was_his_turn(game, index, completed_us);
}

static bool
is_made(const struct game *game, uint32_t index)
{
	return index < game->n_plies && game->plies[index].state >= PLY_MADE;
}

bool
clock_watch_is_correction(const struct clock_watch *watch)
{
	return watch->player[WHITE].missed > 0 && watch->player[BLACK].missed > 0;
}

static void
forget_loose(struct clock_watch *watch, int index)
{
	watch->n_loose--;
	for (int i = index; i < watch->n_loose; i++)
		watch->loose[i] = watch->loose[i + 1];
}

void
watch_hear_hidden(struct clock_watch *watch, enum color side)
{
	struct clock_player *player = &watch->player[side];

	player->n_heard = 0;
	player->heard_us = watch->now_us;
}

void
watch_hear_press(struct clock_watch *watch, const struct game *game, enum color side)
{
	struct clock_player *player = &watch->player[side];

	player->n_heard = player->heard_us == watch->now_us ? player->n_heard + 1 : 1;
	player->heard_us = watch->now_us;
	for (int i = 0; i < watch->n_loose; i++)
		if (watch->loose[i].side != side && watch->loose[i].back_us == TIME_UNKNOWN)
			watch->loose[i].back_us = watch->now_us;
	if (watch->n_loose == CLOCK_LOOSE_MAX)
		watch_drop_press(watch, game);
	watch->loose[watch->n_loose++] = (struct clock_loose_press){
		.t_us = watch->now_us,
		.back_us = TIME_UNKNOWN,
		.touched_us = TIME_UNKNOWN,
		.side = (uint8_t)side,
		.still = !watch->board_differs,
	};
	watch_attribute(watch, game);
}

void
watch_see_board(struct clock_watch *watch, int n_different)
{
	watch->board_differs = n_different > 0;
	for (int i = 0; i < watch->n_loose && n_different > 0; i++)
		if (watch->loose[i].touched_us == TIME_UNKNOWN)
			watch->loose[i].touched_us = watch->now_us;
}

/* The board showed the answer first: when the ply was made is not known. */
static bool
is_after_answer(const struct game *game, uint32_t index)
{
	return index + 1 < game->n_plies &&
	       game->plies[index + 1].made_us < game->plies[index].made_us;
}

/* 6.2.4: nothing had moved when he pressed, nor for longer than a board may be late. Who gives the turn back to an opponent
 * who has pressed for nothing means no ply of his own. */
static void
judge_early(struct clock_watch *watch, const struct game *game,
            const struct clock_loose_press *press, uint32_t index)
{
	uint64_t made_us = game->plies[index].made_us;
	struct clock_finding finding;

	if (!press->still || is_after_answer(game, index) ||
	    !was_his_turn(game, index, press->t_us) || press->side != game_ply_side(game, index) ||
	    press->touched_us <= press->t_us + CLOCK_LAG_US || made_us == TIME_UNKNOWN ||
	    made_us <= press->t_us + CLOCK_LAG_US || made_us > press->t_us + CLOCK_LATE_US ||
	    watch->phase != CLOCK_RUNS || watch->early_told > index ||
	    clock_is_put_back(press->t_us, press->back_us) || clock_watch_is_correction(watch))
		return;
	watch->early_told = index + 1;
	finding = watch_finding(watch, game, ALERT_CLOCK_PRESSED_BEFORE_MOVE,
	                        (enum color)press->side);
	finding.ply = index + 1;
	finding.t_us = made_us;
	finding.since_us = (int64_t)press->t_us;
	watch_tell(watch, &finding);
}

/* The ply that the record says this press completed; n_plies: none. */
static uint32_t
find_recorded(const struct game *game, uint64_t t_us)
{
	for (uint32_t i = game->n_plies; i > 0 && i + OPEN_PLIES > game->n_plies; i--)
		if (game->plies[i - 1].completed_us == t_us && is_pressed(game, i - 1))
			return i - 1;
	return game->n_plies;
}

void
watch_attribute(struct clock_watch *watch, const struct game *game)
{
	for (int i = watch->n_loose - 1; i >= 0; i--) {
		uint32_t index = find_recorded(game, watch->loose[i].t_us);

		if (index == game->n_plies)
			continue;
		judge_early(watch, game, &watch->loose[i], index);
		watch->n_attributed++;
		forget_loose(watch, i);
	}
}

/* Counts matter to a clock that gives a period's time by them (6.4). */
static bool
counts_matter(const struct clock_watch *watch)
{
	return watch->has_control && watch->setup.control.periods[0].moves > 0;
}

/* So far ahead of the last ply settled nothing has been settled yet: that bit was an earlier one's. */
#define HALF_OF_MASK 32

static uint64_t
ply_bit(uint32_t index)
{
	return UINT64_C(1) << (index % 64);
}

/* Was this press made for that ply, although the record took it for none of its own? A board that is
 * hard to read shows a ply late. */
static bool
may_belong(const struct game *game, uint32_t index, const struct clock_loose_press *press)
{
	uint64_t made_us = game->plies[index].made_us;

	return press->side == game_ply_side(game, index) && !is_pressed(game, index) &&
	       made_us <= press->t_us + CLOCK_LATE_US && press->t_us <= made_us + CLOCK_LATE_US;
}

/* It waits no longer; a ply that is still open remembers it. */
static bool
is_left_to_ply(struct clock_watch *watch, const struct game *game,
               const struct clock_loose_press *press)
{
	for (uint32_t i = watch->settled; i < game->n_plies; i++)
		if (may_belong(game, i, press) && !(watch->loose_mask & ply_bit(i))) {
			watch->loose_mask |= ply_bit(i);
			judge_early(watch, game, press, i);
			return true;
		}
	return false;
}

void
watch_drop_press(struct clock_watch *watch, const struct game *game)
{
	struct clock_loose_press press = watch->loose[0];
	enum color side = (enum color)press.side;
	struct clock_player *player = &watch->player[side];

	forget_loose(watch, 0);
	if (is_left_to_ply(watch, game, &press))
		return;
	if (player->missed > 0) {
		player->missed--; /* made up for */
		watch->missed_told = 0;
		return;
	}
	player->extra++;
	if (counts_matter(watch) && !player->counter_told) {
		player->counter_told = true;
		watch_report(watch, game, ALERT_MOVE_COUNTER_MISMATCH, side);
	}
}

static bool
is_pressed_loosely(struct clock_watch *watch, const struct game *game, uint32_t index)
{
	if (watch->loose_mask & ply_bit(index))
		return true;
	for (int i = 0; i < watch->n_loose; i++)
		if (may_belong(game, index, &watch->loose[i]) &&
		    watch->loose[i].t_us <= game->plies[index + 1].made_us + CLOCK_LAG_US) {
			judge_early(watch, game, &watch->loose[i], index);
			forget_loose(watch, i);
			return true;
		}
	return false;
}

/* Was it pressed for before the record began? A game that is joined has such plies, and their presses were not counted. */
static bool
is_pressed_before(const struct clock_watch *watch, const struct game *game, uint32_t index)
{
	return is_pressed(game, index) && game->plies[index].completed_us <= watch->begun_us;
}

/* The record hears of a press before the watch does; of those that came at one time, in their order. */
static bool
is_heard(const struct clock_watch *watch, const struct game *game, uint32_t index)
{
	const struct clock_player *player = &watch->player[game_ply_side(game, index)];
	uint64_t t_us = game->plies[index].completed_us;
	uint32_t n_before = 0;

	if (is_pressed_before(watch, game, index))
		return false;
	if (!is_pressed(game, index) || t_us != player->heard_us)
		return is_pressed(game, index) && t_us < player->heard_us;
	for (uint32_t i = index; i >= 2 && game->plies[i - 2].completed_us == t_us; i -= 2)
		n_before += is_pressed(game, i - 2);
	return n_before < player->n_heard;
}

/* How many of side's plies up to this one lack a press, by the numbers alone. The record may have changed its
 * mind about which plies there were, and when; it does not change how often the lever fell. */
static int64_t
count_lacking(const struct clock_watch *watch, const struct game *game, uint32_t index)
{
	enum color side = game_ply_side(game, index);
	const struct clock_player *player = &watch->player[side];
	int64_t n_plies = (int64_t)index / 2 + 1 - player->excused;
	int64_t n_presses = (int64_t)watch->model.presses[side] + player->hidden - player->extra;

	n_presses += is_pressed(game, index) && !is_heard(watch, game, index);
	for (uint32_t i = index + 2; i < game->n_plies; i += 2)
		n_presses -= is_heard(watch, game, i);
	return n_plies - n_presses;
}

/* Made before it was back, and answered later than it went? */
static bool
is_in_gap(const struct clock_gap *gap, const struct game *game, uint32_t index)
{
	return gap->from_us != TIME_UNKNOWN && game->plies[index].made_us <= gap->until_us &&
	       (index + 1 >= game->n_plies || game->plies[index + 1].made_us >= gap->from_us);
}

/* May its press have come while the board was away, or the clock off the board, where the lever falls as ever? Or a person has
 * put the ply in, and nobody knows when it was made. */
static bool
may_be_unheard(const struct clock_watch *watch, const struct game *game, uint32_t index)
{
	return game->plies[index].made_us == TIME_UNKNOWN ||
	       is_in_gap(&watch->link_gap, game, index) ||
	       is_in_gap(&watch->clock_gap, game, index);
}

/* A press can be missed only while the clock runs and is read. */
static bool
is_excused(const struct clock_watch *watch, const struct game *game, uint32_t index)
{
	return watch->phase != CLOCK_RUNS || !watch->seen ||
	       game->plies[index].made_us < watch->runs_us || may_be_unheard(watch, game, index) ||
	       is_pressed_before(watch, game, index);
}

/* Whose press was not heard stays excused while the record thinks again: by then later ones have been heard, and is_heard()
 * cannot tell. */
static void
excuse(struct clock_watch *watch, const struct game *game, uint32_t index)
{
	if ((watch->excused_mask & ply_bit(index)) || is_heard(watch, game, index))
		return;
	watch->player[game_ply_side(game, index)].excused++;
	watch->excused_mask |= ply_bit(index);
}

/* Another ply is there now, which is judged as any. */
static void
take_excuse_back(struct clock_watch *watch, const struct game *game, uint32_t index)
{
	if (watch->excused_mask & ply_bit(index))
		watch->player[game_ply_side(game, index)].excused--;
	watch->excused_mask &= ~ply_bit(index);
}

/* The record may tell of its last plies anew, and they are settled again: that is no news. */
static void
tell_unpressed(struct clock_watch *watch, const struct game *game, uint32_t index)
{
	struct clock_finding finding =
		watch_finding(watch, game, ALERT_CLOCK_NOT_PRESSED, game_ply_side(game, index));

	if (watch->unpressed_told & ply_bit(index))
		return;
	watch->unpressed_told |= ply_bit(index);
	finding.ply = index + 1;
	watch_tell(watch, &finding);
}

static void
miss(struct clock_watch *watch, const struct game *game, uint32_t index)
{
	enum color side = game_ply_side(game, index);

	watch->player[side].missed++;
	watch->missed_mask |= ply_bit(index);
	if (!watch->setup.press_excused[side])
		tell_unpressed(watch, game, index);
}

/* Who answers at once may have pressed, as his opponent had, before the clock was asked again. */
static bool
is_answered_at_once(const struct clock_watch *watch, const struct game *game, uint32_t index)
{
	return index + 1 < game->n_plies && !is_pressed(game, index) &&
	       !is_pressed(game, index + 1) &&
	       clock_pace_hides(&watch->pace, game->plies[index].made_us,
	                        game->plies[index + 1].made_us);
}

static bool
may_be_hidden(const struct clock_watch *watch, const struct game *game, uint32_t index)
{
	return is_answered_at_once(watch, game, index) ||
	       (index > 0 && is_answered_at_once(watch, game, index - 1));
}

/* Found without a press by the record. */
static void
decide_unpressed(struct clock_watch *watch, const struct game *game, uint32_t index)
{
	struct clock_player *player = &watch->player[game_ply_side(game, index)];

	if (is_pressed_loosely(watch, game, index) ||
	    count_lacking(watch, game, index) <= (int64_t)player->missed)
		return;
	if (may_be_hidden(watch, game, index))
		excuse(watch, game, index);
	else
		miss(watch, game, index);
}

static void
decide(struct clock_watch *watch, const struct game *game, uint32_t index)
{
	enum color side = game_ply_side(game, index);

	if (is_excused(watch, game, index)) {
		excuse(watch, game, index);
		return;
	}
	take_excuse_back(watch, game, index);
	if (!is_pressed(game, index))
		decide_unpressed(watch, game, index);
	/* The press of this one was heard before one that lacks was decided upon. */
	else if (count_lacking(watch, game, index) > (int64_t)watch->player[side].missed)
		miss(watch, game, index);
}

/* Told once of all that was decided upon together: the record may find several plies at one time. */
static void
tell_pair(struct clock_watch *watch, const struct game *game, enum color side)
{
	uint32_t n_missed = watch->player[WHITE].missed + watch->player[BLACK].missed;
	struct clock_finding finding;

	/* Where both times run, what the one that should stand loses looks like two presses that nobody saw. */
	if (!clock_watch_is_correction(watch) || n_missed <= watch->missed_told || watch->both_told)
		return;
	watch->missed_told = n_missed;
	finding = watch_finding(watch, game, ALERT_MISSED_PRESS_PAIR, side);
	finding.missed = watch->player[WHITE].missed < watch->player[BLACK].missed
	                         ? watch->player[WHITE].missed
	                         : watch->player[BLACK].missed;
	watch_tell(watch, &finding);
}

uint64_t
watch_settle_due(const struct clock_watch *watch, const struct game *game)
{
	uint32_t index = watch->settled;

	if (index >= game->n_plies || is_pressed(game, index) || !is_made(game, index + 1))
		return CLOCK_WATCH_NO_DEADLINE;
	return game->plies[index + 1].made_us + CLOCK_LAG_US;
}

/* The answer's answer, or the answer's own press, leaves no time for this ply's. */
static bool
is_too_late(const struct clock_watch *watch, const struct game *game, uint32_t index)
{
	return is_made(game, index + 1) &&
	       (is_made(game, index + 2) || is_pressed(game, index + 1) ||
	        watch_settle_due(watch, game) <= watch->now_us);
}

void
watch_settle(struct clock_watch *watch, const struct game *game)
{
	uint32_t pressed = game->n_plies;

	while (watch->settled < game->n_plies &&
	       (is_pressed(game, watch->settled) || is_too_late(watch, game, watch->settled))) {
		watch->missed_mask &= ~ply_bit(watch->settled);
		watch->excused_mask &= ~ply_bit(watch->settled + HALF_OF_MASK);
		watch->unpressed_told &= ~ply_bit(watch->settled + HALF_OF_MASK);
		decide(watch, game, watch->settled);
		watch->loose_mask &= ~ply_bit(watch->settled);
		if (is_pressed(game, watch->settled))
			pressed = watch->settled;
		watch->settled++;
	}
	if (pressed < game->n_plies)
		tell_pair(watch, game, game_ply_side(game, pressed));
}

void
watch_unsettle(struct clock_watch *watch, const struct game *game, uint32_t first_ply)
{
	while (watch->settled > first_ply) {
		uint32_t index = --watch->settled;
		struct clock_player *player = &watch->player[game_ply_side(game, index)];

		if ((watch->missed_mask & ply_bit(index)) && player->missed > 0)
			player->missed--;
		watch->missed_mask &= ~ply_bit(index);
	}
}
