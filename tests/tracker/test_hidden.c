/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A man whom nobody saw, and who is said to have been taken at once, stands and falls with who took him.
 */
#include <check.h>

#include "core/tracker/record/record.h"
#include "core/tracker/tracker_state.h"
#include "tests/support.h"
#include "tests/tracker/midgame.h"
#include "tests/tracker/story.h"

#define START   "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define ROOK    "6k1/q4ppp/8/8/8/8/4RPPP/6K1 w - - 0 30"
#define QUEENS  "3q2k1/5ppp/2p5/8/N2Q4/8/PP3PPP/6K1 w - - 0 30"
#define ENDGAME "1R6/5k2/3K4/8/8/8/4rP2/8 w - - 0 30"
#define WAYS    "8/1R6/5k2/8/8/8/r7/6K1 w - - 0 30"
#define ONE_WAY "1B6/1R6/5k2/8/8/8/r7/6K1 w - - 0 30"

static const struct midgame_tale tales[] = {
	{ "nobody gives a rook away: where the queen could have gone there without, it stays in "
	  "doubt",
	  ROOK, "e2- W! a7- a2+q B! +3s h2- h3+P W! +3s", "Ra2*@299 Qxa2@299 h3@298" },
	{ "who is exchanged does not", QUEENS, "+2s d4- W! {d8- b6+q} B! +4s a2- a3+P W! +1s",
	  "Qb6@299 Qxb6@299 a3@298" },
	{ "but he does who stood there for long, and the board told of nobody",
	  "r3k2r/p2n1pp1/2p1pn2/7p/2PP3P/6N1/P2BQPq1/R3K2R w - - 0 30",
	  "+2s a2- a3+P W! +1s f6- B! +1s g3- e4+N W! +3s", "a3@299 Ne4*@299 Nxe4@298" },
	{ "he who is to have taken him, and was not seen either, is read where he came from: "
	  "neither may have gone",
	  "6k1/8/8/2p2N2/3p3N/5p2/8/6K1 w - - 0 30",
	  "f5- +575ms g7+N +1546ms g7- +800ms f3- +720ms h4- +420ms f3+N +36ms W! +10ms c5- +700ms "
	  "g8- +500ms "
	  "c5+p +200ms f8+k +100ms B! +140ms c5- +400ms g1- +520ms c5+p +350ms g2+K +520ms W! +1s",
	  "Nxd4* cxd4* Nxf3*@299 Kf8*@299 Kg2*@298" },
	{ "who took him is gone again: he was on his way, and nobody has been taken", QUEENS,
	  "+2s d4- W! +1300ms {d8- b6+q} +100ms b6- {a5+q B!} +4s a2- a3+P W! +2s",
	  "Qc4*@299 Qa5*@299 a3@298" },
	{ "who took him is not read there any more, and his clock was pressed: nothing tells of "
	  "either",
	  "r5k1/5p2/4r2p/3b4/8/8/5PPP/3RR1K1 w - - 0 30",
	  "e1- +500ms W! +3s g8- f8+k B! +1s d1- e1+R W! +1s e6- +900ms B! +400ms {e1- e2+R} "
	  "+750ms e2- +400ms W! +3s",
	  "Re2*@299 Kf8@299 Rde1@298 Rxe2*@298 Rxe2*@297" },
	{ "a square does not read a rook, rather than that he was given away, and put aside before",
	  ENDGAME, "+1s b8- W! +1s f7- g6+k +500ms g6- +800ms e8+k B! +3s d6- c6+K W! +2s",
	  "Rb7+*@299 Ke8@299 Kc6@298" },
	{ "a pawn read where he may have gone, which is not believed, speaks against one whom "
	  "nobody "
	  "saw",
	  START,
	  "b1- {d7- +100ms c3+N +80ms W! +470ms e7- +870ms e7+p +20ms e6+p +380ms B! +550ms c3- "
	  "+380ms d5+N +440ms W!} +3s",
	  "Nc3@299 d5*@299 Nxd5*@298" },
	{ "who is said to have been taken at once, which is beyond change, goes on from elsewhere: "
	  "another "
	  "one like his taker had come there",
	  "7k/8/3n4/8/4P2q/2N3N1/1K6/8 w - - 0 30",
	  "e4- e5+P W! d6- B! c3- e4+N W! +2s f5- +200ms g3:n B! +2s",
	  "e5@299 Nf5@299 Nce4@298 Nxg3@298" },
};

START_TEST(who_is_said_to_have_been_taken_at_once)
{
	midgame_check(&tales[_i]);
}
END_TEST

/* The rook, whom nobody saw before he came to d8, has a place between: what is left of his doubt when play has gone on? */
static unsigned int
doubt_of_ways(const char *fen)
{
	struct story story;
	unsigned int doubtful;

	midgame_begin(&story, fen);
	story_tell(&story,
	           "scan GO(W) b7- b7+R b7- d7+R W! f6- e6+k B! d7- d8+R W! a2- c2+r B! +1s ");
	story.tracker->plies[0].doubtful = DOUBT_HIDDEN;
	story.tracker->n_fixed = 0;
	record_fix(story.tracker, 1);
	doubtful = story.tracker->plies[0].doubtful;
	ck_assert_str_eq(story_end(&story, false), doubtful == DOUBT_RIVAL
	                                                   ? "Rd7*@299 Ke6@299 Rd8*@298 Rc2@298"
	                                                   : "Rd7@299 Ke6@299 Rd8@298 Rc2@298");
	return doubtful;
}

START_TEST(who_went_on_unseen_stays_in_doubt_where_there_is_another_way)
{
	ck_assert_uint_eq(doubt_of_ways(WAYS), DOUBT_RIVAL);
	ck_assert_uint_eq(doubt_of_ways(ONE_WAY), 0);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("hidden");
	TCase *tcase = tcase_create("tales");

	tcase_add_loop_test(tcase, who_is_said_to_have_been_taken_at_once, 0,
	                    (int)(sizeof(tales) / sizeof(tales[0])));
	tcase_add_test(tcase, who_went_on_unseen_stays_in_doubt_where_there_is_another_way);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
