/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where a ply begins, if the board did not tell.
 */
#include <check.h>

#include "core/chess/bits.h"
#include "core/tracker/record/origin.h"
#include "core/tracker/tracker_state.h"
#include "tests/support.h"
#include "tests/tracker/midgame.h"
#include "tests/tracker/story.h"

static const struct midgame_tale tales[] = {
	/* The other rook went to f3, h3 does not tell yet that he did, and the king is read there. */
	{ "who is read on a square that is not believed may have gone on from there",
	  "5rk1/6pp/8/6P1/1P1r3P/P2QR2R/6K1/2q5 w - - 0 48",
	  "+500ms d3- c3+Q c3- b3+Q +500ms W! +400ms g8- +900ms h8+k +600ms B! +500ms e3- e4+R "
	  "+1600ms e4- +900ms h3- f3+R W! +6600ms {d2+r} d4- +500ms B! +3s g2- +700ms h3+K "
	  "+500ms W! +400ms c1- +650ms {B!} {h1+q} +800ms h3- +700ms g4+K +700ms W!",
	  "Qb3+@299 Kh8@299 Ref3*@298 Rd2+@298 Kg3*@297 Qh1*@297 Kg4*@296" },
	/* He was played to c3 when both pawns were gone, and c3 reads him only now. */
	{ "who comes long after he was lifted may have been played when another was said to be",
	  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
	  "e2- e4+P W! e7- e5+p B! +2s c2- +600ms g2- +300ms W! +500ms b8- c6+n B! +2s d2- d3+P "
	  "W! +2s g8- f6+n B! +5s c3+P +1s W! +2s h7- h6+p B! +2s",
	  "e4@299 e5@299 g3*@298 Nc6*@298 d3@297 Nf6@297 c3*@296 h6@296" },
	/* He was played there from d1, which read him still; the record has the other rook there, and on e5 by way of it. */
	{ "who has left a square that read him as another may have been the one like him who is "
	  "said to",
	  "6k1/8/7p/8/8/8/4R3/3R2K1 w - - 0 30",
	  "{e1+n} +500ms W! +6s g8- f8+k +200ms e2- B! +700ms e5+R W! +2s f8- g8+k B! +2s g1- "
	  "g2+K W! +2s d1- +1s g8- f8+k B! +3s e1- +700ms h1+R W! +3s",
	  "Re7* Kf8*@299 Re5*@298 Kg8@298 Kg2@297 Kf8@297 Rh1*@296" },
	/* a2 read him on his way, and still does; a4 read him when he took there. */
	{ "who is read yet where he passed may have gone on from where he took",
	  "6k1/8/8/8/p7/8/7K/R7 w - - 0 30", "a1- a2+R a4:R W! +2s g8- f8+k B! +2s a4- a3+R W! +3s",
	  "Ra2*@299 Kf8@299 Ra3*@298" },
	{ "where one rook comes from a square that fails, nothing told that it was not the other "
	  "one",
	  "6k1/5ppp/8/8/8/8/5PPP/2R2R1K w - - 0 30",
	  "f1- +12s h2- h3+P W! +1s h7- h6+p B! +3s e1+R W! +3s g7- g6+p B! +3s",
	  "h3@299 h6@299 Rfe1*@298 g6@298" },
	{ "a board that knows no men tells by the square he leaves who it was",
	  "6k1/8/8/8/8/1N6/8/K7 w - - 0 30", "occupied +1s d2+? W! +3s g8- f8+? B! +3s",
	  "Nd2*@299 Kf8@299" },
};

START_TEST(origin_tale_keeps_the_record)
{
	midgame_check(&tales[_i]);
}
END_TEST

/* He is lifted, and b3 does not read him; the knights are said to have come in the other order. Then b3 reads him. */
START_TEST(who_left_before_strange_plies_may_have_been_played_among_them)
{
	const struct tale tale = { "who left before strange plies may have been played among them",
		                   "start e2- e4+P +1s e7- e5+p +3s b2- +6s g8- f6+n +6s g1- f3+N "
		                   "+6s b3+P +2s b8- c6+n +5s",
		                   "e4 e5 Nf3* Nf6* b3* Nc6~" };

	story_check(&tale);
}
END_TEST

/* White's knight has gone to d2, Black has replied, and so much time has passed. */
static void
begin_with_knight_on_d2(struct story *story, const char *later)
{
	midgame_begin(story, "4k3/8/8/8/8/KN6/8/8 w - - 0 30");
	story_tell(story, "scan GO(W) b3- d2+N W! e8- e7+k B!");
	story_tell(story, later);
	ck_assert_uint_eq(story->tracker->game.n_plies, 2);
}

/* Nobody saw the knight come to d2, and a square that is not believed reads one like him: the white king's. Without him there are no
 * legal moves to ask for. */
START_TEST(no_king_makes_room_for_another_man)
{
	const int b1 = 1, d2 = 11, a3 = 16;
	struct story story;
	struct tracker *tracker;

	begin_with_knight_on_d2(&story, "+1s");
	tracker = story.tracker;
	tracker->plies[0].doubtful = DOUBT_RIVAL;
	tracker->evidence.placed_us[d2][WHITE_KNIGHT] = 0;
	tracker->evidence.placed_us[a3][WHITE_KNIGHT] = tracker->now_us;
	tracker->excused = sq_bit(a3);
	ck_assert(!origin_is_doubtful(tracker, &tracker->game.now, move_make(d2, b1, MOVE_NORMAL)));
	story_end(&story, true);
}
END_TEST

/* Nobody saw the knight come to d2, which reads him now; he goes on to f3, and may have come from d4. That he stood on d2 is shown by
 * how long it has read him, though it does still. */
START_TEST(who_comes_out_only_as_he_goes_on_may_come_from_elsewhere)
{
	const int d2 = 11, f3 = 21;
	struct story story;
	struct tracker *tracker;

	begin_with_knight_on_d2(&story, "+6s");
	tracker = story.tracker;
	tracker->plies[0].doubtful = DOUBT_UNSEEN;
	tracker->evidence.placed_us[d2][WHITE_KNIGHT] =
		tracker->now_us - (_i == 0 ? 30000 : DOUBT_US);
	ck_assert_uint_eq(
		origin_is_doubtful(tracker, &tracker->game.now, move_make(d2, f3, MOVE_NORMAL)),
		_i == 0);
	story_end(&story, true);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("origin");
	TCase *tcase = tcase_create("tales");

	tcase_add_loop_test(tcase, origin_tale_keeps_the_record, 0,
	                    (int)(sizeof(tales) / sizeof(tales[0])));
	tcase_add_test(tcase, who_left_before_strange_plies_may_have_been_played_among_them);
	tcase_add_test(tcase, no_king_makes_room_for_another_man);
	tcase_add_loop_test(tcase, who_comes_out_only_as_he_goes_on_may_come_from_elsewhere, 0, 2);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
