/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Second thoughts: what was played where the board told of nothing, and what was not the end.
 */
#include <check.h>

#include "core/tracker/anew/replay.h"
#include "core/tracker/tracker_state.h"
#include "tests/support.h"
#include "tests/tracker/midgame.h"
#include "tests/tracker/story.h"

/* Black presses for a ply of which the board tells nothing. */
#define UNTOLD "start GO(W) e2- e4+P W! +1s B! "

/* Castled, the king read late; and then the rook goes where he may not. */
#define ROOK_ASTRAY                                                                                \
	"start GO(W) e2- e4+P W! e7- e5+p B! g1- f3+N W! b8- c6+n B! f1- e2+B W! g8- f6+n B! "     \
	"{h1- e1- f1+R} W! "                                                                       \
	"+600ms g1+K f8- e7+b B! f1- d3+R W! "
#define TO_ROOK_ASTRAY "e4@299 e5@299 Nf3@298 Nc6@298 Be2@297 Nf6@297 O-O*@296 Be7@296"

static const struct tale tales[] = {
	{ "an illegal move explains the board: what leaves more amiss is no better",
	  ROOK_ASTRAY "+5s STOP +2s d3- f1+R +2s", TO_ROOK_ASTRAY },
	{ "also while its man is in the air again", ROOK_ASTRAY "+5s STOP d3- +2s f1+R +2s",
	  TO_ROOK_ASTRAY },
	{ "a ply of which nothing was told is known by who can move then",
	  UNTOLD "b1- c3+N W! f8- b4+b B! +10s", "e4@299 e6*@299 Nc3@298 Bb4@298" },
	{ "not as long as another man may have made it, who stepped between as well",
	  "start GO(W) e2- e4+P W! d7- d6+p B! f1- b5+B W! +1s B! b5- a4+B W! g8- f6+n B! +10s",
	  "e4@299 d6@299 Bb5+@298" },
	{ "nor where more is amiss than its two squares", UNTOLD "b1- c3+N W! h2- f8- b4+b B! +10s",
	  "e4@299" },
	{ "a rook that jumps over its king had castled with him",
	  "start GO(W) e2- e4+P W! e7- e5+p B! g1- f3+N W! g8- f6+n B! f1- e2+B W! f8- e7+b B! h1- "
	  "f1+R W! +2s a7- a6+p B! +1s a2- a3+P W! +1s a6- a5+p B! +1s d2- d3+P W! +1s b8- c6+n B! "
	  "+1s c1- e3+B W! +1s d7- d6+p B! +1s b1- d2+N W! +1s c8- d7+b B! +1s d1- b1+Q W! +1s d8- "
	  "c8+q B! +1s f1- d1+R W! +2s h7- h6+p B! +4s",
	  "e4@299 e5@299 Nf3@298 Nf6@298 Be2@297 Be7@297 O-O*@296 a6@296 a3@295 a5@295 d3@294 "
	  "Nc6@294 Be3@293 d6@293 Nbd2@292 Bd7@292 Qb1@291 Qc8@291 Rd1@290 h6@290" },
	{ "where no clock runs, too, nothing is thought over for a man who is held long",
	  "occupied start e2- e4+? +1s f7- f5+? +1s a2- a3+? +1s d7- d5+? +1s d5- e4- d5+? +1s "
	  "a7- a6+? +1s g1- +9s",
	  "e4 f5 a3 d5 exd5 a6~" },
};

/* White's pawn goes to c4, and is read on c3 on his way; then White carries one of Black's, and presses for that. */
#define PAWN_ON_HIS_WAY                                                                            \
	"{+64ms c2- +72ms c3+P +172ms W! +10ms g6+p +72ms g7+b +81ms f8- +162ms B! +85ms c3- "     \
	"+72ms c4+P +91ms a5+p +192ms a7- +14ms W! +3s STOP +500ms a5- +200ms a7+p} +1s "
#define BEFORE_PAWN "rnbqkbnr/pppppp1p/6p1/8/3P4/8/PPP1PPPP/RNBQKBNR w - - 0 2"

/* Of the tale of two second thoughts: a rook is not read where he went. So much had been found out about the king before, who was
 * read on two squares, that it costs as much to have him elsewhere, and three squares amiss. */
static const struct midgame_tale midgame_tales[] = {
	{ "rook and bishop are read no more, and one of them has gone: the rook takes from where "
	  "nobody saw him, and the bishop never left",
	  "8/8/8/8/R7/1Pkb4/K6r/8 w - - 0 78",
	  "a2- a3+K W! +1400ms h2- +620ms d3- +200ms B! +3700ms a4- +460ms g4+R +700ms W! +1100ms "
	  "b3:r +850ms B! +1100ms a3- +630ms a4+K +600ms W! +12500ms b3- +280ms b1+r +320ms B! +6s "
	  "a4- +800ms a5+K +400ms W! +2s",
	  "Ka3@299 Rb2*@299 Rg4@298 Rxb3+@298 Ka4@297 Rb1@297 Ka5@296" },
	{ "by what is put back, and whose time runs then, a man went at once where he seemed to "
	  "go in two plies",
	  BEFORE_PAWN, PAWN_ON_HIS_WAY "TURN(W) +1s GO(W) +1s b1- c3+N W! +2s",
	  "c4*@299 Bg7@299 Nc3@297" },
	{ "but not if the time runs of who is to move by those", BEFORE_PAWN,
	  PAWN_ON_HIS_WAY "TURN(B) +1s GO(B) +1s b8- c6+n B! +2s",
	  "c3@299 Bg7@299 c4@298 Nc6@298" },
	{ "also if he took, and was seen on his way for a while",
	  "5b2/r7/2N1p3/3pPk2/3P1p1p/5P1P/2R3P1/rR3K2 w - - 0 39",
	  "{+383ms W! +41ms a1+R +7ms b1- +437ms a3+r +332ms a7- +158ms B! +101ms a3- +77ms W! "
	  "+30ms e2+K +34ms a1+r +44ms f1- +287ms B! +166ms g3+P +72ms g2- +4s STOP +500ms g3- "
	  "+72ms g2+P} +2s TURN(B) +1s GO(B) +1s {a1- +100ms g1+r} B! +2s",
	  "Rxa1@299 Rxa1+*@299 Ke2@298 Rg1@297" },
	{ "of two second thoughts that cost about as much the one by which more squares read right",
	  "4n3/1p1r1k2/p7/P5pp/1R3p2/1P6/1KP2BnN/8 w - - 0 1",
	  "{h2- +656ms f3+N +159ms W! +879ms f7- +695ms g7+k +26ms f6+k +35ms B! +473ms b4- +631ms "
	  "b6+R +478ms W! "
	  "+5509ms g7- +3024ms f6- +1300ms B! +1728ms f5+k +17258ms b6- +580ms W! +10165ms g2- "
	  "+425ms e3+n +314ms B! "
	  "+411ms f2- +486ms e1+B +304ms W!} +3s",
	  "Nf3@299 Kf6*@299 Rb6+@298 Kf5 Rb4*@297 Ne3@297 Be1@296" },

	{ "a ply of whose man nothing was seen may have been another man's, and his square fails",
	  "r1b1kb1r/pppq1ppp/2np1n2/8/2B1P3/1Qp2N2/PP3PPP/RNB2RK1 w - - 0 8",
	  "{+2473ms f1- +623ms e1+R +423ms W! +3027ms c6- +860ms a7- +213ms B! +501ms c3- +623ms "
	  "b3- +409ms c3+Q +381ms W! +758ms b5+n +407ms b5- +128ms c4:n +279ms B! +726ms c3- "
	  "+853ms c4:Q +705ms W! +4778ms f8- +804ms e7+b +226ms B!}",
	  "Re1@299 Na5*@299 Qxc3*@298 Nxc4*@298 Qxc4@297 Be7@297" },
	{ "squares that do not read by the record make it dearer, too",
	  "6r1/p1r1qppk/3N1nnp/1p1PP3/3B1P2/6QR/P6P/5R1K w - - 0 33",
	  "{+2218ms f4- +572ms f5+P +46ms W! +7389ms f6- +457ms d5:n +16ms g6:Q +687ms B! +4584ms "
	  "f5- +947ms W! +554ms f7- +1559ms B! +330ms g6:p +2901ms d6- +743ms f7+N +690ms W! "
	  "+272ms e7- +475ms f7- +238ms f7+q +377ms B! +400ms f1- +901ms f7:R +274ms W! +696ms c7- "
	  "+762ms f7:r +2ms f8+R +54ms B! +153ms f8-} +2s",
	  "f5@299 Nxd5@299 fxg6+*@298 fxg6*@298 Nf7@297 Qxf7@297 Rxf7@296 Rxf7@296" },
	{ "none is had at once where the board was out of sight while it was unexplained",
	  "2r3k1/R1b2p1p/5Bp1/p2B4/2P5/4r1P1/PP5P/5K2 w - - 0 29",
	  "{+269ms f6- +763ms c3+B +719ms W! +406ms h7- +779ms h5+p +377ms B! +318ms a7- +388ms "
	  "a6+R +490ms W! +1401ms c7- +773ms e5+b +36ms a6- +298ms B! +1775ms lost +4600ms back "
	  "+1070ms c3- +2ms d2+B +80ms scan +230ms W! +5s}",
	  "Bc3@299 h5@299 Ra6@298 Be5@298 Bd2*@297" },
};

START_TEST(rethink_midgame_tale_keeps_the_record)
{
	midgame_check(&midgame_tales[_i]);
}
END_TEST

START_TEST(rethink_tale_keeps_the_record)
{
	story_check(&tales[_i]);
}
END_TEST

/* Black's queen was not seen to arrive. */
#define QUEEN_OUT "start GO(W) f2- f3+P W! e7- e5+p B! g2- g4+P W! d8- B! +3s "

static bool
leads_to_the_picture(struct story *story, int to)
{
	const struct explanation behind = { .n_plies = 1,
		                            .moves = { move_make(59, to, MOVE_NORMAL) } };
	const struct replay replay = { .from = 3,
		                       .t_us = story->tracker->plies[3].made_us,
		                       .behind = &behind,
		                       .guessed = true,
		                       .patience_us = 10000000 };
	struct replayed replayed;

	ck_assert(replay_try(story->tracker, &replay, &replayed));
	return replayed.in_step;
}

START_TEST(mate_is_none_where_play_goes_on)
{
	const int e7 = 52, h4 = 31;
	struct story story;

	story_begin(&story);
	story_tell(&story, QUEEN_OUT);
	ck_assert(leads_to_the_picture(&story, e7));
	ck_assert(leads_to_the_picture(&story, h4));
	story_tell(&story, "a2- a3+P W! +1s b7- b6+p B! +1s ");
	ck_assert(leads_to_the_picture(&story, e7));
	ck_assert(!leads_to_the_picture(&story, h4));
	story_end(&story, false);
}
END_TEST

/* Black replies before White has pressed: when the reply is thought over again, both presses are heard again. */
START_TEST(a_press_heard_again_is_for_the_ply_it_was_for)
{
	const struct explanation behind = { .n_plies = 1,
		                            .moves = { move_make(52, 36, MOVE_NORMAL) } };
	struct replay replay = { .from = 1, .behind = &behind, .patience_us = 10000000 };
	struct replayed replayed;
	const struct game_ply *plies;
	struct story story;
	uint64_t pressed_us;

	story_begin(&story);
	story_tell(&story, "start GO(W) e2- e4+P e7- e5+p W! B! +3s ");
	plies = story.tracker->game.plies;
	pressed_us = plies[0].completed_us;
	replay.t_us = plies[1].made_us;
	ck_assert_uint_gt(pressed_us, replay.t_us);
	ck_assert(replay_run(story.tracker, &replay, &replayed));
	ck_assert_uint_eq(plies[0].completed_us, pressed_us);
	story_tell(&story, "g1- f3+N +500ms ");
	ck_assert_uint_eq(plies[2].completed_us, TIME_UNKNOWN);
	ck_assert_str_eq(story_end(&story, false), "e4@299 e5@299 Nf3~");
}
END_TEST

/* Bb5 was shown and not pressed for; then the link was lost, and by the log he was put back, and a3 was
 * played; a6 is seen. */
START_TEST(a_log_heard_again_is_one)
{
	struct replay replay = { .from = 3, .patience_us = 10000000 };
	struct replayed replayed;
	struct story story;

	story_begin(&story);
	story_tell(&story,
	           "increment start GO(W) e2- e4+P W! +2s e7- e5+p B! +2s g1- f3+N W! +2s b8- "
	           "c6+n B! +2s f1- b5+B +400ms lost +5s back +400ms W! log b5- f1+B a2- "
	           "a3+P live +4s a7- a6+p B! scan +3s ");
	ck_assert_uint_eq(story.tracker->game.n_plies, 6);
	replay.t_us = story.tracker->plies[2].made_us;
	ck_assert(replay_try(story.tracker, &replay, &replayed));
	ck_assert(replayed.in_step);
	ck_assert_uint_eq(replayed.n_plies, 6);
	story_end(&story, false);
}
END_TEST

/* By a ply of which nothing was told its man is missed on one square, and read yet on the other. */
START_TEST(who_was_not_told_to_leave_is_not_carried)
{
	const struct explanation behind = { .n_plies = 1,
		                            .moves = { move_make(6, 21, MOVE_NORMAL) } };
	struct replay replay = { .from = 2, .behind = &behind, .patience_us = 10000000 };
	struct replayed replayed;
	struct story story;

	story_begin(&story);
	story_tell(&story, "start GO(W) e2- e4+P W! e7- e5+p B! +3s W! +3s f8- c5+b B! +1s ");
	replay.t_us = story.tracker->plies[1].made_us + 3000000;
	ck_assert(replay_try(story.tracker, &replay, &replayed));
	ck_assert_uint_eq(replayed.n_excused, 2);
	ck_assert_uint_eq(replayed.n_carried, 0);
	story_end(&story, false);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("rethink");
	TCase *tcase = tcase_create("rethink");

	tcase_add_loop_test(tcase, rethink_tale_keeps_the_record, 0,
	                    (int)(sizeof(tales) / sizeof(tales[0])));
	tcase_add_loop_test(tcase, rethink_midgame_tale_keeps_the_record, 0,
	                    (int)(sizeof(midgame_tales) / sizeof(midgame_tales[0])));
	tcase_add_test(tcase, mate_is_none_where_play_goes_on);
	tcase_add_test(tcase, a_press_heard_again_is_for_the_ply_it_was_for);
	tcase_add_test(tcase, a_log_heard_again_is_one);
	tcase_add_test(tcase, who_was_not_told_to_leave_is_not_carried);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
