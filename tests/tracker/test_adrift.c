/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What does not go with the record, and says rather that the record is wrong.
 */
#include <check.h>
#include <stdio.h>

#include "core/tracker/mend/trouble.h"
#include "core/tracker/record/origin.h"
#include "core/tracker/seen/excused.h"
#include "core/tracker/tracker_state.h"
#include "tests/support.h"
#include "tests/tracker/midgame.h"
#include "tests/tracker/story.h"

static struct story story;

static void
begin(void)
{
	story_begin(&story);
	story_tell(&story, "start GO(W) e2- e4+P W! e7- e5+p B! g1- f3+N W! b8- c6+n B! +2s");
}

/* The record breaks off once, at an illegal move, and is adrift behind it or not. */
static void
end_behind_illegal_move(bool adrift)
{
	ck_assert_uint_eq(story.tracker->game.n_breaks, 1);
	ck_assert_uint_eq(story.tracker->game.breaks[0].why, BREAK_ILLEGAL);
	ck_assert_uint_eq(story.tracker->trust.adrift, adrift);
	story_end(&story, false);
}

#define PLAYED "+9s d5- d4+R W! +1s g7- g8+k B! +1s d4- d3+R W! +5s"
#define TRIED  "+9s d5- d4+R +1s g7- g8+k +1s d4- d3+R +5s"

/* How many games are begun when the board shows men whom the record of an endgame has not, and is played on with them? */
static uint32_t
games_with_more_men(bool shaken, uint64_t excused, const char *play)
{
	uint32_t games;

	midgame_begin(&story, "6k1/8/8/8/3R4/8/8/6K1 w - - 0 1");
	story_tell(&story, "scan GO(W) d4- d5+R W! g8- g7+k B! +2s");
	ck_assert_uint_eq(story.tracker->game.n_plies, 2);
	story.tracker->trust.adrift = story.tracker->trust.shaken = shaken;
	story_tell(&story, "a2+P b2+P c2+P");
	excused_note(story.tracker, excused, story.tracker->now_us);
	story.tracker->excused |= excused;
	story_tell(&story, play);
	games = story.tracker->games;
	story_end(&story, false);
	return games;
}

/* They are of another game; but a record that is out of step has lost them, rather. */
START_TEST(a_record_out_of_step_has_lost_men)
{
	ck_assert_uint_eq(games_with_more_men(false, 0, PLAYED), 2);
	ck_assert_uint_eq(games_with_more_men(true, 0, PLAYED), 1);
}
END_TEST

/* Players look at an earlier position when the game is over, and nobody has stopped the clock. */
START_TEST(men_put_up_to_be_looked_at_begin_no_game_while_nobody_presses)
{
	ck_assert_uint_eq(games_with_more_men(false, 0, TRIED), 1);
}
END_TEST

START_TEST(who_is_read_on_a_square_that_is_not_believed_is_no_man_more)
{
	ck_assert_uint_eq(games_with_more_men(false, sq_bit(8) | sq_bit(9), PLAYED), 1);
}
END_TEST

/* White's reply is never told of: Black moves twice by the record, but White had pressed in between, it may be long before. */
START_TEST(who_moves_out_of_turn_behind_a_press_replies_to_what_nobody_saw)
{
	begin();
	story_tell(&story, _i == 0 ? "+2s W! +300ms" : "+2s W! +6s");
	story_tell(&story, "d7- d5+p B! +5s e4- d5:P W! +3s");
	ck_assert(story.tracker->trust.adrift);
	ck_assert(story.tracker->trust.shaken);
	story_end(&story, false);
}
END_TEST

/* Is the record adrift by an illegal move 27 plies behind the first, when ply `doubtful` of it is in doubt? White's pawn has gone to
 * h3 by the first, and his rook walked about since. */
static bool
is_adrift_by(uint32_t doubtful)
{
	static const char *const walk[] = { "d4", "c4", "b4", "a4", "a3", "b3", "c3",
		                            "d3", "d2", "c2", "b2", "a2", "a1", "b1" };
	bool adrift;

	midgame_begin(&story, "6k1/8/8/8/3R4/8/7P/6K1 w - - 0 1");
	story_tell(&story, "scan GO(W) h2- h3+P W! g8- g7+k B!");
	for (size_t i = 1; i < sizeof(walk) / sizeof(walk[0]); i++) {
		char script[64];

		snprintf(script, sizeof(script), "%s- %s+R W! %s B!", walk[i - 1], walk[i],
		         i % 2 != 0 ? "g7- g8+k" : "g8- g7+k");
		story_tell(&story, script);
	}
	ck_assert_uint_eq(story.tracker->game.n_plies, 28);
	story.tracker->plies[doubtful].doubtful = DOUBT_RIVAL;
	trust_set_adrift(story.tracker, false);
	adrift = story.tracker->trust.adrift;
	story_end(&story, false);
	return adrift;
}

START_TEST(who_may_not_stand_there_speaks_against_the_record_however_long_he_is_said_to)
{
	ck_assert(is_adrift_by(0));
	ck_assert(!is_adrift_by(2));
	ck_assert(is_adrift_by(20));
}
END_TEST

/* A square that is not believed reads a pawn of White's where the record has nobody, and his rook goes to where it may not. */
START_TEST(an_illegal_move_is_doubtful_while_a_square_gainsays_the_record)
{
	begin();
	if (_i == 0) {
		story_tell(&story, "h4+P");
		excused_note(story.tracker, sq_bit(31), story.tracker->now_us);
		story.tracker->excused = sq_bit(31);
	}
	story_tell(&story, "h1- f4+R W! +2s a7- a6+p B! +3s");
	end_behind_illegal_move(_i == 0);
}
END_TEST

/* By the record White's pawn stands on h2, where none is read: or one is. His rook goes from h1 to h3. */
START_TEST(who_goes_through_a_man_that_is_not_read_says_that_he_is_not_there)
{
	begin();
	if (_i == 0) {
		story_tell(&story, "h2-");
		excused_note(story.tracker, sq_bit(15), story.tracker->now_us);
		story.tracker->excused = sq_bit(15);
	}
	story_tell(&story, "h1- h3+R W! +2s a7- a6+p B! +3s");
	end_behind_illegal_move(_i == 0);
}
END_TEST

/* White's king steps to e3, and is pressed for; or he is not read there any more by then. Black replies, and he goes on to d3. */
START_TEST(an_illegal_move_whose_man_was_not_read_when_it_was_replied_to_may_be_another_one)
{
	begin();
	story_tell(&story, _i == 0 ? "e1- e3+K +2s e3- W! +1s" : "e1- e3+K +2s W! +1s");
	story_tell(&story,
	           _i == 0 ? "d7- d5+p B! +3s d3+K W! +3s" : "d7- d5+p B! +3s e3- d3+K W! +3s");
	end_behind_illegal_move(_i == 0);
}
END_TEST

/* The square of White's pawn is not believed: it reads nobody, or a rook; or the pawn after all. */
START_TEST(who_is_read_as_another_one_may_have_moved_as_well)
{
	static const uint8_t reads[] = { EMPTY, BLACK_ROOK, WHITE_PAWN };
	const int h2 = 15;

	begin();
	image_put(&story.tracker->image, h2, reads[_i]);
	story.tracker->excused = sq_bit(h2);
	ck_assert_uint_eq(tracker_unread_to_move(story.tracker), _i < 2 ? sq_bit(h2) : 0);
	story_end(&story, false);
}
END_TEST

#define SQ_D2 11
#define SQ_E3 20
#define SQ_C4 26

/* A knight has come to c4, when one had gone from d2, who was read there since came_us, and where the record has nobody. By the record it
 * is he of e3. */
static bool
is_origin_doubtful(uint64_t came_us, bool leaves)
{
	struct evidence *evidence;
	bool doubtful;

	midgame_begin(&story, "6k1/8/8/8/8/4N3/8/6K1 w - - 0 1");
	story_tell(&story, "scan GO(W) g1- f1+K W! g8- g7+k B! +2s");
	ck_assert_uint_eq(story.tracker->game.n_plies, 2);
	evidence = &story.tracker->evidence;
	evidence->placed_us[SQ_D2][WHITE_KNIGHT] = came_us;
	evidence->placed_us[SQ_D2][EMPTY] = story.t_us;
	evidence->placed_us[SQ_C4][WHITE_KNIGHT] = story.t_us + 300000;
	image_put(&story.tracker->image, SQ_C4, WHITE_KNIGHT);
	if (leaves) {
		image_put(&story.tracker->image, SQ_E3, EMPTY);
		evidence->changed_us[SQ_E3] = story.t_us;
	}
	doubtful = origin_is_doubtful(story.tracker, &story.tracker->game.now,
	                              move_make(SQ_E3, SQ_C4, MOVE_NORMAL));
	story_end(&story, false);
	return doubtful;
}

START_TEST(who_reads_where_he_stood_while_one_like_him_went_is_not_sure_to_have_gone)
{
	ck_assert(is_origin_doubtful(1, false));
	ck_assert(!is_origin_doubtful(1, true));
	ck_assert(!is_origin_doubtful(UINT64_MAX, false)); /* after he left: nobody */
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("adrift");
	TCase *tcase = tcase_create("tales");

	tcase_add_test(
		tcase,
		who_may_not_stand_there_speaks_against_the_record_however_long_he_is_said_to);
	tcase_add_test(tcase, a_record_out_of_step_has_lost_men);
	tcase_add_test(tcase, men_put_up_to_be_looked_at_begin_no_game_while_nobody_presses);
	tcase_add_test(tcase, who_is_read_on_a_square_that_is_not_believed_is_no_man_more);
	tcase_add_loop_test(tcase, who_moves_out_of_turn_behind_a_press_replies_to_what_nobody_saw,
	                    0, 2);
	tcase_add_loop_test(tcase, an_illegal_move_is_doubtful_while_a_square_gainsays_the_record,
	                    0, 2);
	tcase_add_loop_test(
		tcase, who_goes_through_a_man_that_is_not_read_says_that_he_is_not_there, 0, 2);
	tcase_add_loop_test(
		tcase,
		an_illegal_move_whose_man_was_not_read_when_it_was_replied_to_may_be_another_one, 0,
		2);
	tcase_add_loop_test(tcase, who_is_read_as_another_one_may_have_moved_as_well, 0, 3);
	tcase_add_test(tcase,
	               who_reads_where_he_stood_while_one_like_him_went_is_not_sure_to_have_gone);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
