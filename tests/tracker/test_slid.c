/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A man read on his way, answered, and read where he went before the hand that pressed for him can be back; or not so soon. And
 * one who had been taken up again before the press, behind whom nothing legal was played.
 */
#include <check.h>

#include "core/tracker/tracker_state.h"
#include "tests/support.h"
#include "tests/tracker/midgame.h"
#include "tests/tracker/story.h"

#define BISHOP "5k2/8/8/8/8/8/8/B3K3 w - - 0 1"

#define CHECK "2b1k3/8/8/8/8/8/8/3QK3 w - - 0 1"

#define CAPTURE "6k1/5p2/8/3b4/8/1Q6/8/6K1 w - - 0 1"

#define KNIGHT "r1bqr1k1/pp1n1pp1/2pb1p2/7p/3P4/2PB4/PPQ1NPPP/R1B2RK1 w - - 0 11"

static const struct midgame_tale tales[] = {
	{ "a bishop is read on e5 too soon after the press for another ply", BISHOP,
	  "{a1- +30ms c3+B +80ms W! +90ms f8- +60ms f7+k +60ms e5+B +60ms c3- +9ms B! +900ms "
	  "W! +400ms e1- e2+K +300ms f7- f8+k B!} +5s",
	  "Be5@299 Kf7@299 Ke2@298 Kf8@298" },
	{ "a hand has had the time to take it on", BISHOP,
	  "{a1- +30ms c3+B +80ms W! +90ms f8- +60ms f7+k +150ms e5+B +60ms c3- +9ms B! +200ms "
	  "W! +90ms f7- f8+k B!} +5s",
	  "Bc3@299 Kf7@299 Be5@298 Kf8@298" },
	{ "it was taken up when Black had pressed", BISHOP,
	  "{a1- +30ms c3+B +80ms W! +90ms f8- +60ms f7+k +9ms B! +50ms e5+B +60ms c3- +9ms "
	  "+200ms W! +90ms f7- f8+k B!} +5s",
	  "Bc3@299 Kf7@299 Be5@298 Kf8@298" },
	{ "a round of the scan had told of it before, had it stood there", BISHOP,
	  "{a1- +30ms c3+B +80ms W! +90ms f8- +60ms f7+k +120ms e5+B +20ms c3- +9ms B! +900ms "
	  "W! +400ms f7- f8+k +300ms B!} +5s",
	  "Bc3@299 Kf7@299 Be5@298 Kf8@298" },
	{ "it took there who had answered", "5k2/5n2/8/8/8/8/8/B3K3 w - - 0 1",
	  "{a1- +30ms c3+B +80ms W! +90ms f7- +60ms e5+n +60ms e5:B +60ms c3- +9ms B! +200ms W! "
	  "+90ms f8- f7+k B!} +5s",
	  "Bc3@299 Ne5@299 Bxe5@298 Kf7@298" },
	/* Black's bishop leaves his king in check. */
	{ "a queen is read where she gives check as soon as if she stood there at the press: the "
	  "answer was illegal",
	  CHECK, "{d1- +300ms W! +60ms c8- +100ms b7+b +10ms B! +220ms h5+Q} +5s", "Qh5+*@299" },
	{ "nor is she found to have gone on, when it is all looked at once more", CAPTURE,
	  "{b3- +66ms c4+Q +290ms W! +300ms c4- +56ms B! +10ms d5:Q +56ms f6+p +75ms f7-} +2050ms "
	  "scan +500ms",
	  "Qxd5*@299" },
	{ "unless her player presses once more", CHECK,
	  "{d1- +300ms W! +60ms c8- +100ms b7+b +10ms B! +220ms h5+Q} +600ms W! +5s",
	  "Qd5*@299 Bb7@299 Qh5+*@298" },
	{ "or a scan had told of it before, had she stood there", CHECK,
	  "{d1- +300ms W! +60ms c8- +100ms b7+b +10ms B! +320ms h5+Q} +5s",
	  "Qf3*@299 Bb7@299 Qh5+~*" },
	{ "or while the king is off his square: more is amiss than the answer", CHECK,
	  "{d1- +300ms W! +60ms c8- +100ms b7+b +10ms B! +220ms h5+Q e8-} +5s",
	  "Qf3*@299 Bb7@299 Qh5+~*" },
	/* Black's bishop goes where none does. */
	{ "taken up again before the press, a knight is read where it went behind an illegal "
	  "answer",
	  KNIGHT, "{e2- +450ms f4+N +2s f4- +250ms W! +100ms d6- +90ms h4+b +60ms g3+N}", "Ng3~" },
	{ "so it may have been where it was read in one round of the scan, and in the next no more",
	  KNIGHT, "{e2- +450ms f4+N +150ms W! +60ms f4- +90ms d6- +90ms h4+b +60ms g3+N}",
	  "Ng3*@299" },
	{ "but not if its player has pressed once more", KNIGHT,
	  "{e2- +450ms f4+N +150ms W! +60ms f4- +20ms B! +30ms W! +40ms d6- +90ms h4+b +60ms g3+N}",
	  "Nf4@299" },
	{ "nor if one of Black's who can take it is in the air, whatever is read elsewhere",
	  "6k1/7p/8/8/6p1/8/7P/6K1 w - - 0 30",
	  "{h2- +450ms h3+P +170ms W! +30ms g4- +30ms h3- +200ms h4+P +30ms h3+p} +200ms h4- B!",
	  "h3*@299 gxh3*@299" },
	{ "nor if another knight has left his square: it may be he who is read there",
	  "r1bqr1k1/pp1n1pp1/2pb1p2/7p/3P4/2PB4/PPQ1NPPP/R1B2RKN w - - 0 11",
	  "{e2- +450ms f4+N +2s f4- +250ms W! +100ms d6- +90ms h1- +60ms g3+N}", "Nf4~" },
	{ "it was taken up after the press, and not by White's hand, it may be", KNIGHT,
	  "{e2- +450ms f4+N +2s W! +90ms f4- +90ms d6- +90ms h4+b +60ms g3+N}", "Nf4@299" },
};

START_TEST(tale_of_who_slid_keeps_the_record)
{
	midgame_check(&tales[_i]);
}
END_TEST

/* What a search of this picture has found may be the very three plies of which the reply was illegal: it would find them, and they would
 * be given up, for ever. */
START_TEST(an_illegal_reply_is_searched_no_more_than_its_picture_was)
{
	struct story story;

	midgame_begin(&story, CHECK);
	story_tell(&story, "scan GO(W) {d1- +300ms W! +60ms c8- +100ms b7+b +10ms B! +220ms h5+Q} "
	                   "+700ms");
	ck_assert_uint_eq(story.tracker->game.n_plies, 3);
	story.tracker->searched = story.tracker->searched_again = true;
	story_tell(&story, "+600ms");
	ck_assert_uint_eq(story.tracker->game.n_plies, 1);
	ck_assert(story.tracker->searched && story.tracker->searched_again);
	story_end(&story, false);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("slid");
	TCase *tcase = tcase_create("slid");

	tcase_add_loop_test(tcase, tale_of_who_slid_keeps_the_record, 0,
	                    (int)(sizeof(tales) / sizeof(tales[0])));
	tcase_add_test(tcase, an_illegal_reply_is_searched_no_more_than_its_picture_was);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
