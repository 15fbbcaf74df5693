/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who ceases to be read where he was put down, while play goes on, may stand on the square beside it.
 */
#include <check.h>

#include "core/tracker/mend/edge.h"
#include "core/tracker/tracker_state.h"
#include "tests/support.h"
#include "tests/tracker/midgame.h"
#include "tests/tracker/story.h"

#define QUEEN "4k3/8/3p4/8/8/8/3Q4/4K3 w - - 0 30"
#define REPLY " e8- e7+k B! +3s"

static const struct {
	const char *fen, *script;
	bool doubtful;
} cases[] = {
	{ QUEEN, "d2- d5+Q W! +900ms d5- +3s" REPLY, true }, /* it hardly failed in a second */
	{ QUEEN, "d2- d5+Q W! +4s d5- +3s" REPLY, false },
	/* She took on d6, it may be, which does not read. */
	{ QUEEN, "d6- +5s d2- d5+Q W! +4s d5- +3s" REPLY, true },
	{ QUEEN, "d6- +5s d2- d3+Q W! +4s d3- +3s" REPLY, false }, /* that is not beside it */
	/* She was only taken up meanwhile. */
	{ QUEEN, "d2- d5+Q W! +900ms d5- +2s d5+Q +1s" REPLY, false },
};

START_TEST(who_is_not_read_any_more_may_stand_beside_his_square)
{
	struct story story;

	midgame_begin(&story, cases[_i].fen);
	story_tell(&story, "scan GO(W)");
	story_tell(&story, cases[_i].script);
	ck_assert_uint_ge(story.tracker->game.n_plies, 1);
	ck_assert_uint_eq(story.tracker->plies[0].doubtful, cases[_i].doubtful ? DOUBT_RIVAL : 0);
	story_end(&story, false);
}
END_TEST

#define BISHOP    "2r1r2k/1p1nqpbn/p2p2p1/P2Pp2p/1PP4P/R4BP1/Q2B1PN1/4R1K1 w - - 0 1"
#define ROOK      "1q4k1/p6p/8/8/8/8/7P/2BQNRK1 w - - 0 30"
#define ROOK_GOES " W! +1s h7- h6+p B! +2s f1- d2+R W! +1s b8- c7+q B! +3s"
#define CHECKED   "6k1/p7/8/8/3r3K/8/8/4R3 w - - 0 1"
#define GOES_ON   " W! +300ms h7- +400ms f8+n B! +10s c2- a4+B W! +1s e8- d8+r B! +2s"

static const struct midgame_tale tales[] = {
	{ "who slides along a line, and is read beside its end then, made no illegal move", BISHOP,
	  "f3- e2+B {c2+B e2-}" GOES_ON, "Bd1*@299 Nhf8*@299 Ba4*@298 Red8@298" },
	{ "who was not read on his way was put where he is read", BISHOP, "f3- c2+B" GOES_ON,
	  "{illegal} Nhf8@299 Ba4@298 Red8@298" },
	{ "who was put on the edge of a square that does not read, and was read where he came "
	  "from, has moved",
	  "q5k1/1p2bppp/2n1bn2/1B6/8/PQ6/1PP2PPP/5RK1 w - - 0 1",
	  "f6- +6s b3- c3+Q W! +1s d5+n B! +2s h2- h3+P W! +1s e7- +300ms e7+b B! +300ms c3- d2+Q "
	  "W! "
	  "+1s e7- b2+b B! +2s",
	  "Qc3@299 Nd5@299 h3@298 Bf6* Qd2@297 Bxb2@297" },
	{ "nor has who stood on the edge of one that takes him for another man",
	  "r1bqk2r/pp2ppbp/6p1/3pP3/2p1nP2/5N2/PPPPQ1P1/RNB3KR w kq - 0 11",
	  "+2s h1+r +1s a2- a3+P W! +6s a7- a6+p B! +1s h1- h3+R W! +1s d8- b6+q B! +3s "
	  "g1- +120ms h1+r g1+K +300ms W! +150ms c8- +410ms f5+b scan +490ms B! +2480ms g1- "
	  "+2700ms f3- +200ms h4+N +200ms W! +2s f5- e6+b B! +3s",
	  "a3@299 a6@299 Rh3@298 Qb6+@298 Kh1* Bf5@297 Nh4@296 Be6@296" },
	{ "who is read beside a square that has failed before, and may go there, made no illegal "
	  "move",
	  ROOK, "+2s h2- h3+P W! +1s e1- +1s a7- a6+p B! +7s f3+N" ROOK_GOES,
	  "h3@299 a6@299 Nf3@298 h6@298 Re1*@297 Qc7*@297" },
	{ "nobody knows of one that has not failed", ROOK,
	  "+2s h2- h3+P W! +1s a7- a6+p B! +7s e1- f3+N" ROOK_GOES,
	  "h3@299 a6@299 Nf3@298 h6@298 {illegal} Qc7@297" },
	{ "nor does he stand at its end who slid past it in the same line", CHECKED,
	  "e1- e3+R {e5+R e3-} W! +1s g8- f7+k B! +3s", "{illegal} Kf7+@299" },
};

START_TEST(who_slid_stands_at_the_end_of_his_line)
{
	midgame_check(&tales[_i]);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("edge");
	TCase *tcase = tcase_create("cases");

	tcase_add_loop_test(tcase, who_is_not_read_any_more_may_stand_beside_his_square, 0,
	                    (int)(sizeof(cases) / sizeof(cases[0])));
	tcase_add_loop_test(tcase, who_slid_stands_at_the_end_of_his_line, 0,
	                    (int)(sizeof(tales) / sizeof(tales[0])));
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
