/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Plies and presses in two columns, where plies give place to others.
 */
#include <check.h>
#include <string.h>

#include "core/tracker/anew/replay.h"
#include "core/tracker/explain/change.h"
#include "core/tracker/mend/guest.h"
#include "core/tracker/record/record.h"
#include "core/tracker/tracker_state.h"
#include "tests/support.h"
#include "tests/tracker/story.h"

#define FOUR_PLIES "start GO(W) e2- e4+P W! e7- e5+p B! g1- f3+N W! b8- c6+n B! +2s"

static struct story story;

static void
begin(void)
{
	story_begin(&story);
	story_tell(&story, FOUR_PLIES);
	ck_assert_uint_eq(story.tracker->game.n_plies, 4);
	ck_assert_uint_eq(story.tracker->trust.from, 4);
}

/* 2... Nc6, told as doubtful that much, was 2... Na6: what does that leave in doubt, if it is so dear that the other one does not
 * hold? */
static uint8_t
exchange_last(uint8_t told, int gone, int disorder)
{
	struct change change = { .line = { .n_plies = 1,
		                           .moves = { move_make(57, 40, MOVE_NORMAL) },
		                           .cost = COST_PLY,
		                           .disorder = disorder },
		                 .back = 1,
		                 .cost = COST_PLY + gone,
		                 .gone = gone,
		                 .rival = COST_NEVER };
	uint8_t doubtful;

	begin();
	story.tracker->plies[3].doubtful = told;
	change_make(story.tracker, &change);
	ck_assert_uint_eq(story.tracker->plies[3].move, move_make(57, 40, MOVE_NORMAL));
	doubtful = tracker_own_doubt(story.tracker, 3);
	story_end(&story, false);
	return doubtful;
}

START_TEST(who_is_said_to_have_gone_on_behind_the_reply_is_in_doubt)
{
	ck_assert_uint_eq(exchange_last(DOUBT_PASSING, COST_STRANGE, 1), DOUBT_STRANGE);
	ck_assert_uint_eq(exchange_last(DOUBT_PASSING, COST_STRANGE - 1, 1), 0);
	ck_assert_uint_eq(exchange_last(DOUBT_PASSING, COST_STRANGE, 0), 0);
}
END_TEST

/* What had been seen until then was as good a reason for it. */
START_TEST(what_takes_the_place_of_a_certain_ply_is_in_doubt)
{
	ck_assert_uint_eq(exchange_last(0, 0, 0), DOUBT_RIVAL);
	ck_assert_uint_eq(exchange_last(DOUBT_PASSING, 0, 0), 0);
}
END_TEST

/* The last `back` plies were the first n_plies of those instead. */
static void
rewrite(uint32_t back, int n_plies)
{
	static const struct square_pair {
		int from, to;
	} men[] = { { 6, 21 }, { 57, 42 }, { 5, 33 } };
	struct explanation line = { .n_plies = n_plies };

	for (int i = 0; i < n_plies; i++)
		line.moves[i] = move_make(men[i].from, men[i].to, MOVE_NORMAL);
	record_rewrite(story.tracker, back, &line, NULL, true);
}

/* White pressed back behind 2... Nc6: Black is to put it right, and does so cheaply; but not where White may have replied to it. */
START_TEST(what_may_have_been_replied_to_is_not_put_right)
{
	const struct change gone = { .back = 1, .cost = COST_NEVER, .rival = COST_NEVER };

	begin();
	story.tracker->reopened = 4;
	story.tracker->reopened_aside = _i == 1;
	ck_assert_int_eq(change_gone_cost(story.tracker, &gone, 3),
	                 _i == 0 ? COST_TAKE_BACK : COST_PRESSED_GONE);
	story_end(&story, false);
}
END_TEST

START_TEST(a_press_whose_ply_is_gone_is_not_forgotten)
{
	begin();
	rewrite(2, 0);
	ck_assert_uint_eq(story.tracker->trust.lost, 2);
	ck_assert_uint_eq(story.tracker->trust.from, 2);
	trust_review(story.tracker);
	ck_assert(story.tracker->trust.shaken);
	story_end(&story, false);
}
END_TEST

START_TEST(a_press_that_passes_to_another_ply_is_not_lost)
{
	begin();
	rewrite(2, 2);
	ck_assert_uint_eq(story.tracker->trust.lost, 0);
	trust_review(story.tracker);
	ck_assert(!story.tracker->trust.shaken);
	ck_assert_uint_eq(story.tracker->trust.from, 4);
	story_end(&story, false);
}
END_TEST

/* As many presses without a ply as plies without a press: but these may yet get the presses of those behind them. */
START_TEST(what_may_yet_change_proves_nothing)
{
	struct trust *trust;

	begin();
	trust = &story.tracker->trust;
	story.tracker->plies[2].completed_us = TIME_UNKNOWN;
	story.tracker->n_fixed = 2;
	*trust = (struct trust){ .from = 2, .lost = 1, .lost_us = UINT64_MAX };
	trust_review(story.tracker);
	ck_assert_uint_eq(trust->from, 2);
	ck_assert_uint_eq(trust->lost, 1);
	story.tracker->n_fixed = 3;
	trust_review(story.tracker);
	ck_assert_uint_eq(trust->from, 4);
	ck_assert_uint_eq(trust->lost, 0);
	story_end(&story, false);
}
END_TEST

/* Something speaks against 1. ... e5, and the books are gone over. Are they out of step? */
static bool
is_out_of_step(uint8_t doubt)
{
	story.tracker->plies[1].doubtful = doubt;
	story.tracker->trust = (struct trust){ .from = 0 };
	trust_review(story.tracker);
	return story.tracker->trust.shaken;
}

/* The presses are for the plies and no others. */
START_TEST(a_doubtful_ply_between_presses_in_turn_is_proved)
{
	begin();
	ck_assert(!is_out_of_step(DOUBT_STRANGE));
	ck_assert_uint_eq(story.tracker->trust.from, 4);
	story_end(&story, false);
}
END_TEST

/* White's reply stood already when Black pressed: for his next ply, it may be. Unless the clock was read so seldom that he may have
 * pressed before that. */
START_TEST(who_presses_behind_the_reply_may_have_pressed_for_his_next_ply)
{
	struct game_ply *plies;

	begin();
	plies = story.tracker->plies;
	plies[1].completed_us = plies[2].made_us + 1;
	ck_assert(!is_out_of_step(DOUBT_STRANGE));
	plies[1].completed_us = plies[3].completed_us + 1;
	ck_assert(is_out_of_step(DOUBT_STRANGE));
	ck_assert_uint_eq(plies[3].doubtful, DOUBT_BEHIND);
	ck_assert(!is_out_of_step(0));
	story_end(&story, false);
}
END_TEST

/* Both had pressed when Black's ply was told of, by a scan: it may be a later one. But of who was not seen to come nobody knows when
 * he came, and who was told of much later was not read for a while. */
START_TEST(who_is_told_of_behind_both_presses_may_have_been_played_later)
{
	struct game_ply *plies;
	uint64_t scan_us;

	begin();
	plies = story.tracker->plies;
	scan_us = story.tracker->evidence.scan_us;
	plies[2].completed_us = plies[1].completed_us + scan_us + 1;
	plies[1].made_us = plies[2].completed_us;
	ck_assert(!is_out_of_step(DOUBT_STRANGE));
	plies[1].made_us++;
	ck_assert(is_out_of_step(DOUBT_STRANGE));
	ck_assert(!is_out_of_step(DOUBT_UNSEEN));
	plies[3].doubtful = DOUBT_STRANGE;
	ck_assert(!is_out_of_step(DOUBT_HIDDEN));
	plies[3].doubtful = 0;
	ck_assert(!is_out_of_step(DOUBT_RIVAL));
	ck_assert(!is_out_of_step(0));
	plies[1].made_us = plies[1].completed_us + LEVER_LAG_US + 1;
	ck_assert(!is_out_of_step(DOUBT_STRANGE));
	plies[2].completed_us = plies[1].completed_us + 1;
	plies[1].made_us = plies[1].completed_us + scan_us;
	ck_assert(!is_out_of_step(DOUBT_STRANGE));
	story_end(&story, false);
}
END_TEST

/* Plies for which nobody pressed, beside one that something speaks against, may be none: be it one of them, or one that was pressed. */
START_TEST(who_was_not_pressed_for_beside_a_doubt_is_not_proved)
{
	struct game_ply *plies;

	begin();
	plies = story.tracker->plies;
	plies[2].completed_us = TIME_UNKNOWN;
	ck_assert(!is_out_of_step(0));
	ck_assert(is_out_of_step(DOUBT_STRANGE));
	plies[2].completed_us = plies[2].made_us;
	plies[0].completed_us = plies[1].completed_us = TIME_UNKNOWN;
	ck_assert(!is_out_of_step(0));
	ck_assert(is_out_of_step(DOUBT_STRANGE));
	story_end(&story, false);
}
END_TEST

/* A press that was lost long before a ply was made is not the one that this ply lacks. */
START_TEST(who_forgets_to_press_makes_up_for_no_press_before)
{
	struct trust *trust;
	uint64_t made_us;

	begin();
	trust = &story.tracker->trust;
	made_us = story.tracker->plies[2].made_us;
	story.tracker->plies[2].completed_us = TIME_UNKNOWN;
	story.tracker->n_fixed = 3;
	*trust = (struct trust){ .from = 2, .lost = 1, .lost_us = made_us - LEVER_LAG_US - 1 };
	trust_review(story.tracker);
	ck_assert_uint_eq(trust->from, 2);
	ck_assert(!trust->shaken);
	trust->lost = 2;
	trust_review(story.tracker);
	ck_assert(trust->shaken);
	*trust = (struct trust){ .from = 2, .lost = 1, .lost_us = made_us - LEVER_LAG_US };
	trust_review(story.tracker);
	ck_assert_uint_eq(trust->from, 4);
	story_end(&story, false);
}
END_TEST

/* Nothing explains the board, and both press for a while. */
START_TEST(a_press_too_many_to_wait_is_lost)
{
	begin();
	story_tell(&story, "b1- c1- d1- e1- f1- W! B! b8- W! B! c8- W! B! d8- W! B! e8- W! B!");
	ck_assert_int_eq(story.tracker->lever.n_waiting, LEVER_WAITING_MAX);
	ck_assert_uint_eq(story.tracker->trust.lost, 2);
	story_end(&story, false);
}
END_TEST

/* White presses, then Black's man comes, and Black presses for it. */
START_TEST(a_press_before_the_last_ply_is_for_none_behind_it)
{
	story_begin(&story);
	story_tell(&story, "start GO(W) e2- e4+P W! e7- B! +500ms e7+p e7- W! e5+p");
	ck_assert_uint_eq(story.tracker->trust.lost, 1);
	ck_assert_int_eq(story.tracker->lever.n_waiting, 1);
	story_tell(&story, "B!");
	ck_assert_uint_eq(story.tracker->trust.lost, 2);
	ck_assert_int_eq(story.tracker->lever.n_waiting, 0);
	ck_assert(record_is_pressed(story.tracker, 1));
	story_end(&story, false);
}
END_TEST

/* What was said since ply `from` is heard again from t_us on. */
static void
hear_again(uint32_t from, uint64_t t_us)
{
	const struct replay replay = { .from = from, .t_us = t_us, .patience_us = 60000000 };
	struct replayed replayed;

	ck_assert(replay_run(story.tracker, &replay, &replayed));
}

START_TEST(a_press_that_is_not_heard_again_is_not_forgotten)
{
	begin();
	hear_again(2, story.tracker->plies[3].completed_us);
	ck_assert_uint_eq(story.tracker->trust.lost, 2);
	story_end(&story, false);
}
END_TEST

START_TEST(a_press_that_is_not_heard_again_is_for_the_ply_that_takes_the_place)
{
	struct explanation line = { .n_plies = 2 };
	struct replay replay = { .from = 2, .patience_us = 60000000, .behind = &line };
	struct replayed replayed;
	uint64_t pressed_us;

	begin();
	for (int i = 0; i < 2; i++)
		line.moves[i] = story.tracker->plies[2 + i].move;
	pressed_us = story.tracker->plies[2].completed_us;
	replay.t_us = story.tracker->plies[3].completed_us;
	ck_assert(replay_run(story.tracker, &replay, &replayed));
	ck_assert_uint_eq(story.tracker->game.n_plies, 4);
	ck_assert_uint_eq(story.tracker->plies[2].completed_us, pressed_us);
	ck_assert_uint_eq(story.tracker->plies[3].completed_us, replay.t_us);
	story_end(&story, false);
}
END_TEST

START_TEST(what_is_heard_again_is_not_counted_twice)
{
	begin();
	hear_again(2, story.tracker->plies[1].completed_us);
	ck_assert_uint_eq(story.tracker->game.n_plies, 4);
	ck_assert_uint_eq(story.tracker->trust.lost, 0);
	story_end(&story, false);
}
END_TEST

START_TEST(a_press_lost_before_stays_lost)
{
	begin();
	story.tracker->trust = (struct trust){ .from = 1, .lost = 1, .lost_change = 1 };
	hear_again(2, story.tracker->plies[1].completed_us);
	ck_assert_uint_eq(story.tracker->trust.from, 1);
	ck_assert_uint_eq(story.tracker->trust.lost, 1);
	story_end(&story, false);
}
END_TEST

/* The books were made up to a later ply than the one from which the past is heard again. */
START_TEST(a_press_lost_behind_what_is_heard_again_stays_lost)
{
	begin();
	story.tracker->trust = (struct trust){ .from = 2, .lost = 1, .lost_change = 1 };
	hear_again(1, story.tracker->plies[0].completed_us);
	ck_assert_uint_eq(story.tracker->game.n_plies, 4);
	ck_assert_uint_eq(story.tracker->trust.lost, 1);
	ck_assert_uint_eq(story.tracker->trust.from, 1);
	story_end(&story, false);
}
END_TEST

START_TEST(who_was_hidden_is_doubtful_yet_for_what_is_before_him)
{
	begin();
	story.tracker->n_fixed = 3;
	story.tracker->plies[3].doubtful = DOUBT_HIDDEN;
	story.tracker->trust = (struct trust){ .from = 3, .shaken = true };
	record_fix(story.tracker, 4);
	ck_assert_uint_eq(story.tracker->plies[3].doubtful, DOUBT_BEHIND);
	story.tracker->n_fixed = 3;
	story.tracker->plies[3].doubtful = DOUBT_HIDDEN;
	story.tracker->trust = (struct trust){ .from = 4, .shaken = true };
	record_fix(story.tracker, 4);
	ck_assert_uint_eq(story.tracker->plies[3].doubtful, 0);
	story_end(&story, false);
}
END_TEST

/* How many presses are lost of two, by White and by Black at 5 us, between which the board told nothing? The clock was read behind a
 * gap at read_us. */
static uint32_t
lose_pair(bool away, bool counted, uint64_t read_us)
{
	const struct lever_press white = { .t_us = 5, .side = WHITE, .change = 9 };
	const struct lever_press black = { .t_us = 5, .side = BLACK, .change = 9 };
	uint32_t lost;

	begin();
	story.tracker->was_away = away;
	story.tracker->away.counted = counted;
	story.tracker->away.read_us = read_us;
	trust_lose_press(story.tracker, &white);
	trust_lose_press(story.tracker, &black);
	lost = story.tracker->trust.lost;
	story_end(&story, false);
	return lost;
}

START_TEST(nobody_presses_back_out_of_sight)
{
	ck_assert_uint_eq(lose_pair(false, false, 0), 0);
	ck_assert_uint_eq(lose_pair(true, true, 0), 0);
	ck_assert_uint_eq(lose_pair(true, false, 0), 2);
	/* Nor does the first reading behind a gap tell of nothing, when board and record agree again. */
	ck_assert_uint_eq(lose_pair(false, true, 4), 0);
	ck_assert_uint_eq(lose_pair(false, true, 5), 2);
}
END_TEST

/* White's press had been heard before board and record agreed again, and Black's is lost behind that: plies of both are missing. */
START_TEST(nor_over_the_end_of_a_gap)
{
	const struct lever_press white = { .t_us = 5, .side = WHITE, .change = 9 };
	const struct lever_press black = { .t_us = 6, .side = BLACK, .change = 9 };

	begin();
	story.tracker->was_away = story.tracker->away.counted = true;
	story.tracker->away.read_us = 5;
	trust_lose_press(story.tracker, &white);
	story.tracker->was_away = false;
	trust_lose_press(story.tracker, &black);
	ck_assert_uint_eq(story.tracker->trust.lost, 2);
	story_end(&story, false);
}
END_TEST

/* Of what is moved meanwhile the board tells later. */
START_TEST(a_press_out_of_sight_may_be_for_what_is_seen_later)
{
	const struct lever_press press = { .t_us = 5, .side = WHITE };

	begin();
	trust_lose_press(story.tracker, &press);
	ck_assert_uint_eq(story.tracker->trust.lost_us, 5);
	story.tracker->was_away = true;
	trust_lose_press(story.tracker, &press);
	ck_assert_uint_eq(story.tracker->trust.lost_us, UINT64_MAX);
	story_end(&story, false);
}
END_TEST

/* They are told of by the times when the link is back, and then each for itself. */
START_TEST(what_a_log_tells_of_is_not_counted_twice)
{
	struct board_event event = { .kind = BOARD_CLOCK, .recovered = true };

	begin();
	story_tell(&story, "increment lost +1s back WBW!");
	ck_assert_int_eq(story.tracker->lever.n_waiting, 3);
	event.t_us = story.t_us;
	event.clock = story.clock;
	tracker_event(story.tracker, &event);
	ck_assert_int_eq(story.tracker->lever.n_waiting, 1);
	story_end(&story, false);
}
END_TEST

/* Squares that are not believed since then may be those of plies that are missing. */
START_TEST(plies_that_nobody_counted_are_doubted_until_all_squares_agree)
{
	struct tracker *tracker;

	begin();
	tracker = story.tracker;
	tracker->excused = sq_bit(3) | sq_bit(4);
	trust_set_uncounted(tracker, sq_bit(3));
	ck_assert(tracker->trust.shaken);
	tracker->excused = sq_bit(3);
	trust_review(tracker);
	ck_assert(!tracker->trust.shaken);
	tracker->excused = sq_bit(3) | sq_bit(4);
	trust_review(tracker);
	ck_assert(!tracker->trust.shaken);
	story_end(&story, false);
}
END_TEST

/* White's queen is not read: she may have moved, and he has pressed for that. */
START_TEST(who_is_not_read_may_have_moved)
{
	const struct lever_press press = { .t_us = UINT64_MAX / 2, .side = WHITE };

	begin();
	record_reopen(story.tracker, &press);
	ck_assert(!story.tracker->reopened_aside);
	story.tracker->excused = sq_bit(3);
	image_put(&story.tracker->image, 3, EMPTY);
	record_reopen(story.tracker, &press);
	ck_assert(story.tracker->reopened_aside);
	story_end(&story, false);
}
END_TEST

/* White's pawn is said to stand on d3, and comes out on d4: he may have gone there at once, and then there was no ply. */
START_TEST(who_comes_out_where_he_may_have_gone_at_once_is_in_doubt)
{
	story_begin(&story);
	story_tell(&story, "start GO(W) e2- e4+P W! e7- e6+p B! +1s d2- W! d7- d5+p B! b1- +300ms "
	                   "c3+N W! +1s f8- "
	                   "b4+b B! +1s e4- e5+P W! +1s c7- c5+p B! +1s a2- a3+P W! +1s b4- +300ms "
	                   "a5+b +900ms a5- "
	                   "{d4+P c3-} c3+b B! +1s b2- c3:P W! +3s");
	ck_assert_uint_gt(story.tracker->game.n_plies, 12);
	ck_assert(story.tracker->trust.shaken);
	story_end(&story, false);
}
END_TEST

/* He may have moved on the line. */
START_TEST(who_presses_while_a_line_is_silent_has_nothing_put_right)
{
	story_begin(&story);
	story_tell(&story, "start GO(W) e2- e4+P W! h7- h5+p B! a2- a3+P W! h8- h7+r B! +1s "
	                   "{d1- d2- d7- d8-} +1s b2- b3+P W! h7- h6+r B! +1s W! h6- +1s");
	ck_assert_uint_ne(story.tracker->silent, 0);
	ck_assert_uint_eq(story.tracker->reopened, 0);
	story_end(&story, false);
}
END_TEST

/* The doubt that ply `index` is left with, whose man nobody had seen come, when somebody is lifted from where it has him. */
static uint8_t
doubt_when_found(uint32_t index, bool other_in_doubt, bool left_before)
{
	struct tracker *tracker;
	uint8_t doubtful;

	begin();
	tracker = story.tracker;
	tracker->plies[index].doubtful = DOUBT_UNSEEN;
	if (other_in_doubt)
		tracker->plies[0].doubtful = DOUBT_RIVAL;
	if (left_before)
		tracker->evidence.placed_us[move_from(tracker->plies[index].move)][EMPTY] = 0;
	ck_assert(guest_settle(tracker, record_ply_target(tracker, index)));
	doubtful = tracker->plies[index].doubtful;
	story_end(&story, false);
	return doubtful;
}

START_TEST(who_is_found_may_have_come_by_another_ply)
{
	ck_assert_uint_eq(doubt_when_found(2, false, true), 0);
	ck_assert_uint_eq(doubt_when_found(2, true, false), 0);
	ck_assert_uint_eq(doubt_when_found(2, true, true), DOUBT_ORDER);
}
END_TEST

START_TEST(who_is_lifted_on_the_opponents_turn_may_be_the_opponents)
{
	ck_assert_uint_eq(doubt_when_found(3, false, false), DOUBT_UNSEEN);
}
END_TEST

/* A press for no ply is put right by the arbiter, who stops the clock; two of them may have been for plies. */
START_TEST(one_press_alone_is_settled_when_the_clock_is_stopped)
{
	begin();
	story.tracker->trust.lost = _i == 0 ? 1 : 2;
	story_tell(&story, "STOP");
	ck_assert_uint_eq(story.tracker->trust.lost, _i == 0 ? 0 : 2);
	story_end(&story, false);
}
END_TEST

/* White presses back, Black plays another move with the man, and presses: both presses have been explained. */
START_TEST(who_presses_back_and_has_it_put_right_has_lost_no_press)
{
	begin();
	story_tell(&story, "W! +2s c6- a6+n +1s B! +2s");
	ck_assert_uint_eq(story.tracker->game.n_plies, 4);
	ck_assert_uint_eq(story.tracker->plies[3].move, move_make(57, 40, MOVE_NORMAL));
	ck_assert_uint_eq(story.tracker->trust.lost, 0);
	story_end(&story, false);
}
END_TEST

/* Black's two plies, both in doubt, are said to have been made the other way round: may they, if the knight came so long after the
 * press for the pawn? */
static bool
may_be_turned_round(uint64_t later_us)
{
	struct explanation line = { .n_plies = 3, .disorder = 1 };
	bool may;

	begin();
	for (int i = 0; i < 3; i++)
		line.moves[i] = story.tracker->plies[3 - i].move;
	story.tracker->plies[1].doubtful = story.tracker->plies[3].doubtful = DOUBT_RIVAL;
	line.t_us[0] = story.tracker->plies[1].completed_us + later_us;
	may = change_is_acceptable(story.tracker, 3, &line, true);
	story_end(&story, false);
	return may;
}

START_TEST(who_came_long_after_a_press_was_not_played_before_it)
{
	ck_assert(may_be_turned_round(LEVER_LAG_US));
	ck_assert(!may_be_turned_round(LEVER_LAG_US + 1));
}
END_TEST

static Suite *
trust_suite(void)
{
	Suite *suite = suite_create("trust");
	TCase *tcase = tcase_create("columns");

	tcase_add_loop_test(tcase, what_may_have_been_replied_to_is_not_put_right, 0, 2);
	tcase_add_loop_test(tcase, one_press_alone_is_settled_when_the_clock_is_stopped, 0, 2);
	tcase_add_test(tcase, who_presses_back_and_has_it_put_right_has_lost_no_press);
	tcase_add_test(tcase, a_press_whose_ply_is_gone_is_not_forgotten);
	tcase_add_test(tcase, a_press_that_passes_to_another_ply_is_not_lost);
	tcase_add_test(tcase, what_may_yet_change_proves_nothing);
	tcase_add_test(tcase, who_forgets_to_press_makes_up_for_no_press_before);
	tcase_add_test(tcase, who_is_said_to_have_gone_on_behind_the_reply_is_in_doubt);
	tcase_add_test(tcase, what_takes_the_place_of_a_certain_ply_is_in_doubt);
	tcase_add_test(tcase, a_doubtful_ply_between_presses_in_turn_is_proved);
	tcase_add_test(tcase, who_presses_behind_the_reply_may_have_pressed_for_his_next_ply);
	tcase_add_test(tcase, who_is_told_of_behind_both_presses_may_have_been_played_later);
	tcase_add_test(tcase, who_was_not_pressed_for_beside_a_doubt_is_not_proved);
	tcase_add_test(tcase, a_press_too_many_to_wait_is_lost);
	tcase_add_test(tcase, a_press_before_the_last_ply_is_for_none_behind_it);
	tcase_add_test(tcase, a_press_that_is_not_heard_again_is_not_forgotten);
	tcase_add_test(tcase, a_press_that_is_not_heard_again_is_for_the_ply_that_takes_the_place);
	tcase_add_test(tcase, what_is_heard_again_is_not_counted_twice);
	tcase_add_test(tcase, a_press_lost_before_stays_lost);
	tcase_add_test(tcase, a_press_lost_behind_what_is_heard_again_stays_lost);
	tcase_add_test(tcase, who_was_hidden_is_doubtful_yet_for_what_is_before_him);
	tcase_add_test(tcase, nobody_presses_back_out_of_sight);
	tcase_add_test(tcase, nor_over_the_end_of_a_gap);
	tcase_add_test(tcase, a_press_out_of_sight_may_be_for_what_is_seen_later);
	tcase_add_test(tcase, what_a_log_tells_of_is_not_counted_twice);
	tcase_add_test(tcase, plies_that_nobody_counted_are_doubted_until_all_squares_agree);
	tcase_add_test(tcase, who_is_not_read_may_have_moved);
	tcase_add_test(tcase, who_comes_out_where_he_may_have_gone_at_once_is_in_doubt);
	tcase_add_test(tcase, who_presses_while_a_line_is_silent_has_nothing_put_right);
	tcase_add_test(tcase, who_is_found_may_have_come_by_another_ply);
	tcase_add_test(tcase, who_is_lifted_on_the_opponents_turn_may_be_the_opponents);
	tcase_add_test(tcase, who_came_long_after_a_press_was_not_played_before_it);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(void)
{
	return test_run(trust_suite());
}
