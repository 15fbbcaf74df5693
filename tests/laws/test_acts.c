/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The arbiter acts, and players offend around it: what he does is told of nobody, and what they do is told as ever. From the
 * board's events and his words to the alerts.
 */
#include <check.h>
#include <stdio.h>

#include "tests/laws/hall.h"
#include "tests/support.h"

#define TAKE_BACK "{\"op\":\"correct\",\"do\":\"take-back\",\"plies\":"
#define RESULT    "{\"op\":\"result\",\"result\":"
#define CONFIRM_1 "{\"op\":\"alert\",\"number\":1,\"outcome\":\"confirmed\"}"

/* --- a result that was meant for another table ------------------------------------------------------------------ */

/* They played on meanwhile, and the lever fell once. */
START_TEST(behind_a_result_taken_back_a_press_without_a_move_is_told)
{
	hall_act("setup clk:5400,5400 go e4 e5 Nf3 Nc6 +2 " RESULT "\"1-0\"} Bc4 +2 " RESULT
	         "\"*\"} +6 B! +8");
	hall_told("\"clock-pressed-without-move\"");
}
END_TEST

START_TEST(behind_a_result_taken_back_an_illegal_move_is_told)
{
	hall_act("setup clk:5400,5400 go e4 e5 Nf3 Nc6 +2 " RESULT "\"1-0\"} Bc4 +2 " RESULT
	         "\"*\"} +6 g8- g6+n B! +8");
	hall_told("\"illegal-move\"");
}
END_TEST

START_TEST(what_waited_for_a_decision_waits_again)
{
	hall_act("setup clk:5400,5400 go e4 e5 g1- g3+N W! +5 stop +2 " RESULT "\"1-0\"} +9 " RESULT
	         "\"*\"} +2 " CONFIRM_1 " g3- g1+N clk:5390,5510 go g1- f3+N W! d6 f3- f6+N W! +5");
	hall_not_told("expired");
	hall_told("\"second-illegal-move\"");
}
END_TEST

/* --- plies taken back ----------------------------------------------------------------------------------------------- */

START_TEST(who_touches_a_man_when_his_ply_was_taken_back_must_move_him)
{
	hall_act("setup clk:5400,5400 go e4 e5 Nf3 Nc6 +2 stop +2 " TAKE_BACK
	         "1} +3 c6- b8+n +3 go:b "
	         "+4 g8- +3 g8+n +1 b8- c6+n B! +4");
	hall_told("\"touch-move\"");
}
END_TEST

START_TEST(who_puts_the_men_back_touches_them_for_nobody)
{
	hall_act("setup clk:5400,5400 go e4 e5 Nf3 Nc6 +2 stop +2 " TAKE_BACK
	         "1} +3 g8- +3 g8+n c6- "
	         "b8+n +3 go:b +4 b8- c6+n B! +4");
	hall_not_told("\"touch-move\"");
}
END_TEST

START_TEST(an_offence_is_counted_though_its_ply_is_taken_back)
{
	hall_act("setup clk:5400,5400 go e4 e5 Nf3 Nc6 f1- f3- f3+B W! +5 stop +2 " TAKE_BACK
	         "2} +2 f3- f1+B c6- b8+n g1+N +3 " CONFIRM_1
	         " clk:5390,5510 +2 go +3 Nf3 Nc6 Bc4 d6 c4- c6+B W! +5");
	hall_not_told("expired");
	hall_told("\"second-illegal-move\"");
}
END_TEST

START_TEST(nobody_owes_a_move_for_what_was_taken_back_further)
{
	hall_act("setup clk:5400,5400 go e4 e5 Nf3 Nc6 f1- f5+B W! +5 stop +2 " TAKE_BACK
	         "2} +2 f5- f1+B c6- b8+n f3- g1+N +3 go +3 Nf3 Nc6 d4 +4");
	hall_told("\"illegal-move\"");
	hall_not_told("\"replacement-move-breach\"");
}
END_TEST

/* --- plies put in --------------------------------------------------------------------------------------------------- */

/* Nobody knows when they were made: what was done before they were put in is not what led to the next one. */
START_TEST(what_was_touched_before_plies_were_put_in_is_no_touch_of_the_next)
{
	hall_act("setup clk:5400,5400 go e4 e5 +2 a2- +3 a2+P +1 stop "
	         "{\"op\":\"correct\",\"do\":\"insert\",\"ply\":3,\"move\":\"g1f3\\u0020b8c6\"} "
	         "+1 g1- f3+N b8- c6+n +3 go +3 d4 d6 +3");
	hall_told("3. d4");
	hall_not_told("\"touch-move\"");
}
END_TEST

/* White's rook is put back where the arbiter has said that it stands; when it is taken up again that is White's next move. */
START_TEST(who_was_put_back_and_is_taken_up_again_moves)
{
	hall_act("setup clk:5400,5400 go e4 e5 a1- a5+R W! +5 stop +2 "
	         "{\"op\":\"position\",\"fen\":\"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR"
	         "\\u0020w\\u0020KQkq\\u0020-\"} +2 a5- a1+R " CONFIRM_1
	         " clk:5390,5510 +2 go +3 a1- a4+R W! +5");
	hall_told("\"second-illegal-move\"");
}
END_TEST

/* The clock has not been stopped, and Black gives White his turn back when the rook is: that is no press for a move. */
START_TEST(who_has_his_turn_back_by_the_lever_moves)
{
	hall_act("setup clk:5400,5400 go e4 e5 a1- a5+R W! +5 " CONFIRM_1
	         " a5- a1+R +2 B! +3 a1- a4+R W! +5");
	hall_told("\"second-illegal-move\"");
}
END_TEST

/* Black's knights were put back where the arbiter has said that they stand: that is nothing that White has done in his turn. */
START_TEST(what_led_to_another_position_was_not_carried_on)
{
	hall_act("setup clk:5400,5400 go e4 e5 Nf3 Nc6 Bc4 Nf6 +2 stop +2 "
	         "{\"op\":\"position\",\"fen\":\"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR"
	         "\\u0020w\\u0020KQkq\\u0020-\"} +2 c6- b8+n f6- g8+n c4- f1+B f3- g1+N +2 go +6 "
	         "W! +8");
	hall_told("\"clock-pressed-without-move\"");
	hall_not_told("\"move-out-of-turn\"");
}
END_TEST

/* An illegal move has been put back, and what is to be played instead has not been played yet. */
START_TEST(what_happens_before_the_replacement_move_is_told)
{
	hall_act("setup clk:5400,5400 go e4 e5 a1- a5+R W! +5 stop +2 a5- a1+R +2 go +4 "
	         "a2- b2- c2- +5 a2+P b2+P c2+P +2");
	hall_told("\"displaced-pieces\"");
	hall_act("setup clk:5400,5400 go e4 e5 a1- a5+R W! +5 stop +2 a5- a1+R +2 go +4 "
	         "b8- c6+n +30");
	hall_told("\"move-out-of-turn\"");
}
END_TEST

/* The clock stood for so long that the game seemed over. It goes on when the clock does. */
START_TEST(who_moves_out_of_turn_in_a_game_that_seemed_over_is_told)
{
	hall_act("setup clk:5400,5400 go e4 e5 Nf3 Nc6 +2 stop +20 go +3 "
	         "g8- f6+n +30");
	hall_told("\"result-pending\"");
	hall_told("\"move-out-of-turn\"");
}
END_TEST

/* White has put up the men that were knocked over, and touches another one then. */
START_TEST(who_touches_a_man_when_those_knocked_over_stand_again_must_move_him)
{
	hall_act("setup clk:5400,5400 go e4 e5 Nf3 Nc6 +4 a2- b2- c2- +5 a2+P b2+P c2+P +3 "
	         "f1- +3 f1+B +1 h3 +4");
	hall_told("\"displaced-pieces\"");
	hall_told("White lifted f1 first");
	hall_act("setup clk:5400,5400 go e4 e5 Nf3 Nc6 +4 a2- b2- c2- +5 a2+P b2+P c2+P +3 h3 +4");
	hall_told("\"displaced-pieces\"");
	hall_not_told("\"touch-move\"");
}
END_TEST

#define WHITE_FELL "\"ply\":3,\"side\":\"white\",\"id\":\"displaced-pieces\""

/* The last press was for a ply that is taken back, and no ply is lacking: men are knocked over in the turn that the record has, and
 * nobody has to play one of them. The same where the time of who is to move is given back with the lever. */
START_TEST(men_knocked_over_behind_a_correction_fell_in_the_turn_that_it_left)
{
	hall_act("setup clk:5400,5400 go e4 e5 Nf3 Nc6 +2 stop " TAKE_BACK
	         "2} +2 f3- g1+N c6- b8+n +3 go +8 a2- b2- c2- +5 a2+P b2+P c2+P +5 Nf3 +3");
	hall_told(WHITE_FELL);
	hall_not_told("\"touch-move\"");
	hall_act("setup clk:5400,5400 go e4 e5 Nf3 Nc6 +2 " TAKE_BACK
	         "2} +2 f3- g1+N c6- b8+n +8 a2- b2- c2- +5 a2+P b2+P c2+P +5 Nf3 +3");
	hall_told(WHITE_FELL);
	hall_not_told("\"touch-move\"");
	hall_act("setup clk:5400,5400 go e4 e5 Nf3 Nc6 +2 " TAKE_BACK
	         "1} +2 c6- b8+n +1 W! +8 a7- b7- c7- +5 a7+p b7+p c7+p +5 Nc6 +3");
	hall_told("\"ply\":4,\"side\":\"black\",\"id\":\"displaced-pieces\"");
	hall_not_told("\"touch-move\"");
}
END_TEST

/* The link is lost, and they play on; the arbiter puts in what they have played. */
START_TEST(behind_a_lost_link_a_press_without_a_move_is_told)
{
	hall_act("setup clk:5400,5400 go e4 e5 Nf3 Nc6 +2 lost Bb5 "
	         "{\"op\":\"correct\",\"do\":\"insert\",\"ply\":5,\"move\":\"f1b5\"} "
	         "back +4 B! +8");
	hall_told("\"clock-pressed-without-move\"");
}
END_TEST

/* The board tells of them some time after its link is back. What is not pressed for since lacks its press. */
START_TEST(what_a_board_tells_when_it_is_back_was_pressed_for)
{
	hall_act("setup clk:5400,5400 go e4 e5 +2 lost g1- f3+N b8- c6+n +5 back +4 Bb5 a6 +8");
	hall_told("3. Bb5");
	hall_not_told("\"missed-press-pair\"");
	hall_not_told("\"clock-not-pressed\"");
	hall_act("setup clk:5400,5400 go e4 e5 +2 lost +5 back +4 ~Nf3 +2 ~Nc6 +2 Bb5 a6 +8");
	hall_told("\"missed-press-pair\"");
}
END_TEST

/* What they have played meanwhile is what the next turn begins with, though the board tells of it seconds after its link is back. */
START_TEST(behind_a_lost_link_the_turn_begins_with_what_the_board_tells_then)
{
	hall_act("setup clk:5400,5400 go e4 e5 +2 lost g1- f3+N W! b8- c6+n B! +5 back +4 a1- a5+R "
	         "W! +4");
	hall_told("\"illegal-move\"");
	hall_act("setup clk:5400,5400 go e4 e5 +2 lost g1- f3+N W! b8- c6+n B! +5 "
	         "{\"op\":\"correct\",\"do\":\"insert\",\"ply\":3,\"move\":\"g1f3\\u0020b8c6\"} "
	         "back +4 W! +8");
	hall_told("\"clock-pressed-without-move\"");
}
END_TEST

/* --- the clock ------------------------------------------------------------------------------------------------------- */

/* Who starts a clock on the wrong side puts that right at once; it needs no putting right where it runs for who is to move. */
START_TEST(a_clock_that_was_started_rightly_needs_no_putting_right)
{
	hall_act("setup clk:5400,5400 go e4 e5 Nf3 Nc6 +2 stop +5 go +3 W! +8");
	hall_told("\"clock-pressed-without-move\"");
}
END_TEST

#define TO_WHITE "{\"op\":\"arbiter\",\"what\":\"penalty\",\"side\":\"white\",\"seconds\":120} "

/* The arbiter who says that he is at the board need not be asked whether the game is over. */
START_TEST(no_result_is_asked_for_while_the_arbiter_is_at_the_board)
{
	hall_act("setup clk:5400,5400 go e4 e5 +2 stop +20");
	hall_told("\"result-pending\"");
	hall_act("setup clk:5400,5400 go e4 e5 +2 stop +3 {\"op\":\"arbiter\",\"what\":\"pause\"} "
	         "+60 go +5");
	hall_not_told("\"result-pending\"");
	hall_act("setup clk:5400,5400 go e4 e5 +2 {\"op\":\"arbiter\",\"what\":\"pause\"} +2 stop "
	         "+60 go "
	         "+5 stop +20");
	hall_told("\"result-pending\"");
	hall_act("setup clk:5400,5400 go e4 e5 +2 stop +3 {\"op\":\"arbiter\",\"what\":\"pause\"} "
	         "+5 {\"op\":\"withdrawn\",\"what\":\"pause\"} +20");
	hall_told("\"result-pending\"");
}
END_TEST

/* Nor where a player has claimed: that stops the clock, and he hears the claim (9.5.1). Nor where he gives time for an offence. */
START_TEST(who_hears_a_claim_or_gives_time_is_at_the_board)
{
#define CLAIM "{\"op\":\"claim\",\"side\":\"white\",\"rule\":\"threefold\"} "
	static const char *const said[] = { "stop " CLAIM, CLAIM "+1 stop ", "stop +3 " TO_WHITE };

	for (size_t i = 0; i < sizeof(said) / sizeof(said[0]); i++) {
		char act[512];

		snprintf(act, sizeof(act), "setup clk:5400,5400 go e4 e5 +2 %s+60 go +5", said[i]);
		hall_act(act);
		hall_not_told("\"clock-stopped\"");
		hall_not_told("\"result-pending\"");
		hall_not_told("\"clock-restarted-without-arbiter\"");
	}
	hall_act("setup clk:5400,5400 go e4 e5 +2 stop " CLAIM "+3 "
	         "{\"op\":\"withdrawn\",\"what\":\"claim\",\"side\":\"white\"} +20");
	hall_told("\"clock-stopped\"");
}
END_TEST

/* He says so while it runs yet: what he sets is counted from where it was stopped. */
START_TEST(a_penalty_is_counted_from_where_the_clock_was_stopped)
{
#define PAUSED_EARLY "setup clk:5400,5400 go e4 e5 +2 {\"op\":\"arbiter\",\"what\":\"pause\"} "
	hall_act(PAUSED_EARLY "+8 stop +2 " TO_WHITE "clk:5508,5398 go +200");
	hall_not_told("\"penalty-time-not-applied\"");
	hall_act(PAUSED_EARLY "+1 lost +8 stop back +1 " TO_WHITE "clk:5507,5398 go +200");
	hall_not_told("\"penalty-time-not-applied\"");
	hall_act(PAUSED_EARLY "+8 stop +2 " TO_WHITE "clk:5388,5398 go +200");
	hall_told("\"penalty-time-not-applied\"");
}
END_TEST

/* The men were put where a person has them while the clock stood: that is no play in the turn that began with it. */
START_TEST(what_is_done_while_the_clock_stands_is_no_part_of_the_turn)
{
	hall_act("setup clk:5400,5400 go e4 e5 Nf3 Nc6 +2 stop +2 "
	         "{\"op\":\"position\",\"fen\":\"rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR"
	         "\\u0020w\\u0020KQkq\\u0020-\"} +2 f3- g1+N c6- b8+n +3 go +14 W! +8");
	hall_told("\"clock-pressed-without-move\"");
}
END_TEST

/* That he made another move than he announced is nothing to decide about when he has made none; it is no breach that stays one. */
START_TEST(what_was_announced_goes_with_its_ply)
{
	hall_act("setup clk:5400,5400 go e4 {\"op\":\"announced\",\"side\":\"black\",\"move\":"
	         "\"d5\"} e5 +3 Nf3 +3 stop " TAKE_BACK "2} +2 " CONFIRM_1);
	hall_told("\"announced-move-mismatch\"");
	hall_told("refused");
}
END_TEST

/* The presses tell of it, and so does the clock. */
START_TEST(a_press_before_the_move_is_told_once)
{
	hall_act("setup clk:5400,5400 go e4 e5 +4 W! +2 g1- f3+N +9 b8- c6+n B! +9");
	hall_told_once("\"clock-pressed-before-move\"");
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("acts");
	TCase *tcase = tcase_create("acts");

	tcase_add_test(tcase, behind_a_result_taken_back_a_press_without_a_move_is_told);
	tcase_add_test(tcase, behind_a_result_taken_back_an_illegal_move_is_told);
	tcase_add_test(tcase, what_waited_for_a_decision_waits_again);
	tcase_add_test(tcase, who_touches_a_man_when_his_ply_was_taken_back_must_move_him);
	tcase_add_test(tcase, who_puts_the_men_back_touches_them_for_nobody);
	tcase_add_test(tcase, an_offence_is_counted_though_its_ply_is_taken_back);
	tcase_add_test(tcase, nobody_owes_a_move_for_what_was_taken_back_further);
	tcase_add_test(tcase, what_was_touched_before_plies_were_put_in_is_no_touch_of_the_next);
	tcase_add_test(tcase, who_was_put_back_and_is_taken_up_again_moves);
	tcase_add_test(tcase, who_has_his_turn_back_by_the_lever_moves);
	tcase_add_test(tcase, what_led_to_another_position_was_not_carried_on);
	tcase_add_test(tcase, what_happens_before_the_replacement_move_is_told);
	tcase_add_test(tcase, who_moves_out_of_turn_in_a_game_that_seemed_over_is_told);
	tcase_add_test(tcase, who_touches_a_man_when_those_knocked_over_stand_again_must_move_him);
	tcase_add_test(tcase, men_knocked_over_behind_a_correction_fell_in_the_turn_that_it_left);
	tcase_add_test(tcase, behind_a_lost_link_a_press_without_a_move_is_told);
	tcase_add_test(tcase, what_a_board_tells_when_it_is_back_was_pressed_for);
	tcase_add_test(tcase, behind_a_lost_link_the_turn_begins_with_what_the_board_tells_then);
	tcase_add_test(tcase, a_clock_that_was_started_rightly_needs_no_putting_right);
	tcase_add_test(tcase, a_penalty_is_counted_from_where_the_clock_was_stopped);
	tcase_add_test(tcase, no_result_is_asked_for_while_the_arbiter_is_at_the_board);
	tcase_add_test(tcase, who_hears_a_claim_or_gives_time_is_at_the_board);
	tcase_add_test(tcase, what_is_done_while_the_clock_stands_is_no_part_of_the_turn);
	tcase_add_test(tcase, what_was_announced_goes_with_its_ply);
	tcase_add_test(tcase, a_press_before_the_move_is_told_once);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
