/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An illegal move is put back and the clock started again, from the board's events to the alerts: the record may still have
 * a part of that move.
 */
#include <check.h>

#include "tests/laws/hall.h"
#include "tests/support.h"

/* The record takes the king for a castling at first, as his rook may be read beside him. */
START_TEST(who_castled_moves_again)
{
	hall_act("setup clk:5400,5400 go e4 e5 Nf3 Nc6 Bc4 h6 +3s e1- g1+K h1- e1+R W! +8s stop "
	         "e1- g1- e1+K h1+R +5s go +6s a2- a3+P W! +3s d6 +3s");
	hall_told("\"illegal-move\"");
	hall_not_told("clock-running-wrong-side");
	hall_told("4. a3");
}
END_TEST

/* Of the men put right one may be read alone for a while, as a ply would be; the clock that is set meanwhile is set for that
 * illegal move. */
START_TEST(nobody_plays_while_the_clock_stands)
{
	hall_act("setup clk:5400,5400 go e4 e5 Nf3 Nc6 Bc4 h6 +3s d1- h6+Q W! +8s stop "
	         "h6- +1s h6+p +700ms d1+Q +3s clk:5393,5512 +2s go +6s f3- g1+N W! +3s d6 +3s");
	hall_told("\"illegal-move\"");
	hall_not_told("clock-time-jump");
	hall_told("4. Ng1");
}
END_TEST

/* Play went on behind it, and it is found then (7.5.1): what is put back, and set on the clock, is put back and set for it. */
START_TEST(it_is_found_some_plies_later)
{
	hall_act("setup clk:5400,5400 go e4 e5 Nf3 Nc6 Bc4 h6 +3s d1- h5+Q f3- W! +5s a7- a6+p B! "
	         "+5s "
	         "a2- a3+P W! +8s stop +9s a3- +1s a2+P +1s a6- +1s a7+p +1s h5- +1s d1+Q +1s f3+N "
	         "+3s clk:5370,5500 +2s go +6s d1- e2+Q W! +3s d6 +3s");
	hall_told("\"illegal-move\"");
	hall_not_told("clock-time-jump");
	hall_not_told("position-not-restored");
	hall_told("4. Qe2");
}
END_TEST

/* Both have offended, one by leaving his king in check and one by taking him: it is put back to before the first. */
START_TEST(the_king_and_what_left_him_are_put_back)
{
	hall_act("setup clk:5400,5400 go e4 e5 Qh5 Nc6 Qxf7+ +5s a7- a6+p B! +5s f7- e8- e8+Q W! "
	         "+8s stop +9s "
	         "e8- +1s f7+Q +1s e8+k +1s a6- +1s a7+p +3s go +6s e8- f7- f7+k B! +3s a3 +3s");
	hall_told("\"illegal-move\"");
	hall_told("\"king-captured\"");
	hall_not_told("position-not-restored");
	hall_not_told("replacement-move-breach");
	hall_told("3... Kxf7");
}
END_TEST

/* What is to be set on the clock is what it showed when the turn went on: as the arbiter had set it, and not at the presses before
 * that. */
START_TEST(the_clocks_before_the_next_one_are_as_the_arbiter_set_them)
{
	hall_act("setup clk:5400,5400 go e4 e5 g1- g3+N W! +5s stop g3- g1+N clk:5405,5525 +3s go "
	         "+2s "
	         "g1- g4+N W! +5s");
	hall_told("\"clock\":{\"white\":5405,\"black\":5525}");
}
END_TEST

START_TEST(the_first_move_began_with_what_the_clock_was_set_to)
{
	hall_act("setup clk:5400,5400 go +9s g1- g4+N W! +5s");
	hall_told("\"clock\":{\"white\":5400,\"black\":5400}");
}
END_TEST

/* Black carries White's bishop to a6, and play goes on: the record has plies of its own making for it. */
START_TEST(what_is_not_put_right_takes_nobodys_press)
{
	hall_act("setup clk:5400,5400 go e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 +3s f1- a6+B B! +9s "
	         "d4- c6+N W! +4s f6- g8+n B! +4s d1- f3+Q W! +4s b7- b6+p B! +4s c6- e7+N W! "
	         "+4s d7- d5+p B! +4s f3- g3+Q W! +4s d8- e7+q B! +9s");
	hall_told("\"move-out-of-turn\"");
	hall_not_told("missed-press-pair");
}
END_TEST

/* He who is lifted while the clock stands is being put back, and has not gone elsewhere unseen: where a person sets the position, too,
 * the game goes on without a break. */
START_TEST(who_is_put_back_has_made_no_other_ply)
{
	hall_act("setup clk:5400,5400 go e4 c5 Nc3 d6 d4 cxd4 +2 b2- a3+P W! +3 stop +20 a3- +1 "
	         "b2+P +4 "
	         "{\"op\":\"position\",\"fen\":\"rnbqkbnr/pp2pppp/3p4/8/3pP3/2N5/PPP2PPP/"
	         "R1BQKBNR\\u0020w\\u0020KQkq\\u0020-\"} +2 go +3 Qxd4 +3");
	hall_told("\"illegal-move\"");
	hall_not_told("refused");
	hall_told("4. Qxd4");
}
END_TEST

/* A pawn that was left one is a queen now, and she stands there as long as she likes: what is set on the clock later is not set for
 * that. */
START_TEST(what_is_played_behind_a_promotion_is_not_put_back)
{
	hall_act("setup clk:5400,5400 go a4 b5 axb5 h6 b6 h5 bxc7 h4 +3s b8- c7- b8+P W! +4s stop "
	         "b8- "
	         "b8+Q +3s go:b +3s a6 Nf3 +5s stop +2s clk:5360,5378 +2s go Bb7 +9s");
	hall_told("\"pawn-not-promoted\"");
	hall_told("Unexplained change 0:27 on White.");
	hall_told("5. cxb8=Q");
}
END_TEST

/* What the record has made a ply is there yet, and not played in its stead. */
START_TEST(a_wrong_castling_that_stands_is_not_put_back)
{
	hall_act(
		"setup clk:5400,5400 go e4 e5 Nf3 Nc6 Bc4 h6 +3s e1- g1+K h1- e1+R W! +8s stop +5s "
		"go:b +9s");
	hall_told("\"illegal-move\"");
	hall_told("\"position-not-restored\"");
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("put_back");
	TCase *tcase = tcase_create("castling");

	tcase_add_test(tcase, who_castled_moves_again);
	tcase_add_test(tcase, nobody_plays_while_the_clock_stands);
	tcase_add_test(tcase, it_is_found_some_plies_later);
	tcase_add_test(tcase, the_king_and_what_left_him_are_put_back);
	tcase_add_test(tcase, the_clocks_before_the_next_one_are_as_the_arbiter_set_them);
	tcase_add_test(tcase, the_first_move_began_with_what_the_clock_was_set_to);
	tcase_add_test(tcase, what_is_not_put_right_takes_nobodys_press);
	tcase_add_test(tcase, who_is_put_back_has_made_no_other_ply);
	tcase_add_test(tcase, what_is_played_behind_a_promotion_is_not_put_back);
	tcase_add_test(tcase, a_wrong_castling_that_stands_is_not_put_back);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
