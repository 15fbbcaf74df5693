/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who moves out of turn, and is answered, has made his ply early; unless he moves another man in his turn.
 */
#include <check.h>

#include "core/tracker/anew/second_thought.h"
#include "core/tracker/tracker_state.h"
#include "tests/support.h"
#include "tests/tracker/midgame.h"
#include "tests/tracker/story.h"

#define SPANISH "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"

static const struct midgame_tale tales[] = {
	{ "a move out of turn that was played over stands, and each has made his plies", SPANISH,
	  "f1- b5+B W! +3s b1- c3+N +6s a7- a6+p B! +3s b5- a4+B W! +6s g8- f6+n B! +2s",
	  "Bb5@299 {illegal} a6*@299 Ba4@298 Nf6@298" },
	{ "he who only presses when he has been answered has made it early", SPANISH,
	  "f1- b5+B W! +3s b1- c3+N +6s a7- a6+p B! +3s W! +6s g8- f6+n B! +2s",
	  "Bb5@299 a6*@299 Nc3*@298 Nf6@298" },
	{ "also where the reply is begun as soon as that is pressed for", SPANISH,
	  "f1- b5+B W! +3s b1- c3+N +6s a7- a6+p B! +3s b5- a4+B W! g8- f6+n B! +3s h2- h3+P W! "
	  "+2s",
	  "Bb5@299 {illegal} a6*@299 Ba4@298 Nf6@298 h3@297" },
	{ "while the clock stands nobody plays: who goes home then is put there, and was never "
	  "played",
	  SPANISH,
	  "f1- b5+B W! +3s b1- c3+N +6s a7- a6+p B! +3s b5- a4+B W! +6s g8- f6+n B! +3s STOP +2s "
	  "c3- b1+N +3s GO(W) +1s h2- h3+P W! +3s b7- b5+p B! +2s",
	  "Bb5@299 a6*@299 Ba4@298 Nf6@298 h3@297 b5@297" },
	{ "nor was he early who was taken up before, and put down when the opponent had moved",
	  SPANISH, "f1- b5+B W! +3s b1- +3s a7- a6+p B! +300ms c3+N +1s W! +6s g8- f6+n B! +2s",
	  "Bb5@299 a6@299 Nc3@298 Nf6@298" },
};

static bool
may_be_out_of_turn(struct tracker *tracker)
{
	struct second_thought best = { .most_excused = 64, .until = UINT64_MAX };

	second_thought_over(tracker, tracker->game.n_plies - 1, &best);
	return best.found;
}

START_TEST(what_a_square_reads_that_is_not_believed_is_no_move)
{
	const int c3 = 18;
	struct story story;

	midgame_begin(&story, SPANISH);
	story_tell(&story, "scan GO(W) f1- b5+B W! +3s b1- c3+N +6s a7- a6+p B! +3s b5- a4+B W!");
	ck_assert(may_be_out_of_turn(story.tracker));
	story.tracker->excused |= sq_bit(c3);
	ck_assert(!may_be_out_of_turn(story.tracker));
	story_end(&story, false);
}
END_TEST

START_TEST(out_of_turn_tale_keeps_the_record)
{
	midgame_check(&tales[_i]);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("out_of_turn");
	TCase *tcase = tcase_create("out_of_turn");

	tcase_add_loop_test(tcase, out_of_turn_tale_keeps_the_record, 0,
	                    (int)(sizeof(tales) / sizeof(tales[0])));
	tcase_add_test(tcase, what_a_square_reads_that_is_not_believed_is_no_move);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
