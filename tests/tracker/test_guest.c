/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A man is lifted from a square that never told of him: did a ply bring him there, or has he only passed?
 */
#include <check.h>

#include "core/tracker/record/record.h"
#include "core/tracker/tracker_state.h"
#include "tests/support.h"
#include "tests/tracker/midgame.h"
#include "tests/tracker/story.h"

static const struct midgame_tale tales[] = {
	{ "a knight who has just been lifted has stopped there, not the queen whom nobody saw",
	  "6k1/5ppp/8/4n3/8/3Q4/5PPP/6K1 w - - 0 30",
	  "d3- W! +1s h7- h6+p B! +3s g2- g3+P W! +2s e5- +200ms f5- g4+n B! +3s",
	  "Qb1*@299 h6@299 g3@298 Ng4@298" },
	{ "a knight who has just been put down beside it has slid over it, not the bishop whom "
	  "nobody saw",
	  "6k1/5ppp/5n2/8/8/8/5PPP/2B3K1 w - - 0 30",
	  "c1- W! +1s h7- h6+p B! +3s g2- g3+P W! +2s f6- +300ms g4+n g5- +500ms B! +3s",
	  "Bb2*@299 h6@299 g3@298 Ng4@298" },
	{ "he who has just been taken was put down there, not the bishop whom nobody saw",
	  "6k1/5pbp/8/8/2n5/1Q6/5PPP/6K1 w - - 0 30",
	  "g1- h1+K W! +1s g7- B! +3s {b3- c4:Q} d4- W! +3s", "Kh1@299 Ba1*@299 Qxc4@298" },
	{ "and while the hand that took him has not gone to the clock",
	  "6k1/5pbp/8/8/2n5/1Q6/5PPP/6K1 w - - 0 30",
	  "g1- h1+K W! +1s g7- B! +3s {b3- c4:Q} +800ms d4- W! +3s", "Kh1@299 Ba1*@299 Qxc4@298" },
	{ "who passes a square on which one of his own is said to stand takes nobody there",
	  "6k1/5p1p/8/8/2Q5/4B3/5PPP/6K1 w - - 0 30",
	  "e3- W! +1s h7- h6+p B! +3s c4- +200ms c1- +300ms a2+Q W! +3s",
	  "Bc1*@299 h6@299 Qa2@298" },
	{ "nor is one of his own sure who is said to be there then",
	  "6k1/5p1p/8/8/1Q6/4B3/5PPP/6K1 w - - 0 30",
	  "e3- W! +1s f7- f6+p B! +3s b4- +200ms d2- +300ms a3+Q W! +3s",
	  "Bd2*@299 f6@299 Qa3@298" },
	{ "where either may have gone there, nobody knows who is lifted",
	  "6k1/5ppp/8/8/8/8/5PPP/1N1Q2K1 w - - 0 30",
	  "d1- W! +1s h7- h6+p B! +3s b1- W! +1s h6- h5+p B! +3s d2- +1s f1+N W! +3s",
	  "Qc1*@299 h6@299 Nd2*@298 h5@298 Nf1@297" },
	{ "the rook of a king who castled is lifted where he stands: the king has not gone there",
	  "4k3/8/8/8/8/8/5PPP/4K2R w K - 0 30", "e1- h1- W! +3s e8- e7+k B! +2s f1- e1+R W! +3s",
	  "O-O*@299 Ke7@299 Re1+@298" },
	{ "the king is lifted from where he went by a ply of which nothing was told, and what was "
	  "pressed for since makes sense",
	  "6k1/8/4ppn1/8/5PP1/8/8/5RK1 w - - 0 30",
	  "g1- h1+K W! +2s B! +1s f4- +500ms f5+P W! +200ms g6- +500ms e5+n B! +9s g4- +1s W! e6- "
	  "{f5:p} B! +2s g5- f6:P W! +9s g7- f6:k B! +1s f1- f5:R W! +3s",
	  "Kh1@299 Kg7*@299 f5*@298 Ne5*@298 g5*@297 exf5*@297 gxf6+*@296 Kxf6*@296 Rxf5+*@295" },
};

START_TEST(a_guest_may_only_have_passed)
{
	midgame_check(&tales[_i]);
}
END_TEST

/* Something speaks against 2. ... Be7, and a man is lifted from a3, of whom the board never told. Where is the bishop? */
static int
bishop_goes(const char *told)
{
	static struct story story;
	int sq;

	story_begin(&story);
	story_tell(&story, "start GO(W) e2- e4+P W! e7- e6+p B! d2- d4+P W!");
	story_tell(&story, told);
	ck_assert_uint_eq(story.tracker->game.n_plies, 4);
	story.tracker->plies[3].doubtful = DOUBT_STRANGE;
	story_tell(&story, "a3-");
	sq = record_ply_target(story.tracker, 3);
	/* It is not his turn: somebody else may have stood there. */
	ck_assert(sq != 16 || story.tracker->plies[3].doubtful != 0);
	story_end(&story, false);
	return sq;
}

START_TEST(who_was_seen_to_stand_elsewhere_is_no_guest)
{
	ck_assert_int_eq(bishop_goes("f8- e7+b +1s B! +3s"), 52);
	ck_assert_int_eq(bishop_goes("f8- B! +3s"), 16);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("guest");
	TCase *tcase = tcase_create("tales");

	tcase_add_loop_test(tcase, a_guest_may_only_have_passed, 0,
	                    (int)(sizeof(tales) / sizeof(tales[0])));
	tcase_add_test(tcase, who_was_seen_to_stand_elsewhere_is_no_guest);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
