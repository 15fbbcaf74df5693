/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A position that is put back: an illegal move was played on from, and found out (7.5.1), or the players take moves back.
 */
#include <check.h>

#include "core/tracker/record/record.h"
#include "core/tracker/tracker_state.h"
#include "tests/support.h"
#include "tests/tracker/midgame.h"
#include "tests/tracker/story.h"

/* A knight makes one step, nobody minds, and two plies follow. */
#define STEPPED                                                                                    \
	"start GO(W) e2- e4+P W! e7- e5+p B! b1- b3+N W! +3s d7- d6+p B! +2s g1- f3+N W! +3s "     \
	"STOP "                                                                                    \
	"+3s "

/* A knight leaves the king behind him in check, which is not legal, and Black answers with his own: all of it could be put
 * back by legal plies. */
#define PINNED                                                                                     \
	"start GO(W) e2- e4+P W! e7- e5+p B! b1- c3+N W! a7- a6+p B! d2- d4+P W! f8- b4+b B! +5s " \
	"c3- d5+N W! +3s b8- c6+n B! +8s "

/* A pawn goes aside, Black answers, and mates. */
#define MATED                                                                                      \
	"start GO(W) a2- a3+P W! a7- a6+p B! h2- f3+P W! +3s e7- e6+p B! +2s g2- g4+P W! +2s "     \
	"d8- h4+q B! "

/* White has given a pawn, and all goes back to where he began. */
#define PAWNS                                                                                      \
	"start GO(W) e2- e4+P W! e7- e5+p B! d2- d4+P W! e5- d4:p B! c2- c3+P W! d4- c3:p B! "     \
	"b1- c3:N W! +3s c3- b1+N c3+p +1s c3- d4+p c3+P +1s c3- c2+P +1s d4- e5+p d4+P +1s "      \
	"d4- d2+P +5s "
#define UP_TO_PAWNS "e4@299 e5@299 d4@298 exd4@298 c3@297 dxc3@297 Nxc3@296"

/* Two knights come out, and no clock is there to be pressed. */
#define UNTIMED    "start e2- e4+P +2s e7- e5+p +2s g1- f3+N +2s b8- c6+n +2s "
#define TO_UNTIMED "e4 e5 Nf3 Nc6"

static const struct tale tales[] = {
	{ "without a clock, who was played last goes back first, then the other: both are taken "
	  "back",
	  UNTIMED "c6- b8+n +1s f3- g1+N +3s f1- c4+B +2s b8- c6+n +2s", "e4 e5 Bc4 Nc6~" },
	{ "who goes back in turn may play on, if one does right behind the other",
	  UNTIMED "f3- g1+N +1s c6- b8+n +3s f1- c4+B +2s", "e4 e5 Nf3* Nc6* Ng1* Nb8* Bc4~" },
	{ "who takes his time to go back plays on",
	  UNTIMED "f3- g1+N +2s c6- b8+n +3s f1- c4+B +2s", TO_UNTIMED " Ng1 Nb8 Bc4~" },
	{ "whoever goes first, if one of them is a pawn: no ply leads back",
	  UNTIMED "d2- d4+P +2s d7- d6+p +2s d4- d2+P +500ms d6- d7+p +3s f1- c4+B +2s f8- c5+b "
	          "+2s",
	  TO_UNTIMED " Bc4 Bc5~" },
	{ "so it is where the first of them might have played there",
	  UNTIMED "b1- a3+N +2s d7- d6+p +2s a3- b1+N +300ms d6- d7+p +3s f1- c4+B +2s f8- c5+b "
	          "+2s",
	  TO_UNTIMED " Bc4 Bc5~" },
	{ "or was taken for one who did: he stood there for long before the other one went",
	  UNTIMED "b1- a3+N +2s d7- d6+p +2s a3- b1+N +2s d6- d7+p +3s f1- c4+B +2s f8- c5+b +2s",
	  TO_UNTIMED " Bc4 Bc5~" },
	{ "plies before those do not go with them: so men go back when the game is over",
	  UNTIMED
	  "d2- d4+P +2s d7- d5+p +5s d5- d7+p +1s d4- d2+P +1s c6- b8+n +1s f3- g1+N +1s e5- "
	  "e7+p +1s e4- e2+P +6s",
	  TO_UNTIMED " d4 d5~ | " },
	{ "three go back, whoever began",
	  UNTIMED "d2- d4+P +2s d4- d2+P +1s c6- b8+n +1s f3- g1+N +3s f1- c4+B +2s b8- c6+n +2s",
	  "e4 e5 Bc4 Nc6~" },
	{ "nor do those where nothing is played in their place",
	  UNTIMED "+3s c6- b8+n +1s f3- g1+N +3s start +6s", TO_UNTIMED "~ | " },
	{ "a king put back who was pressed for as castling, without his rook",
	  "start GO(W) e2- e4+P W! e7- e5+p B! g1- f3+N W! b8- c6+n B! f1- c4+B W! f8- c5+b B! +2s "
	  "e1- "
	  "+500ms g1+K +500ms W! +8s STOP +4s g1- e1+K +15s GO(W) +5s",
	  "e4@299 e5@299 Nf3@298 Nc6@298 Bc4@297 Bc5@297" },
	{ "where nobody finds out the illegal move stands", STEPPED,
	  "e4@299 e5@299 {illegal} d6@298 Nf3@297" },
	{ "the position before it is put back, and play goes on from there",
	  STEPPED "f3- g1+N d6- d7+p b3- b1+N +3s GO(W) +5s d2- d4+P +1s W! +2s g8- f6+n B! +2s",
	  "e4@299 e5@299 d4@296 Nf6@297" },
	{ "and the one before the move ahead of it",
	  STEPPED "f3- g1+N d6- d7+p b3- b1+N e5- e7+p +3s GO(B) +5s c7- c5+p +1s B! +2s",
	  "e4@299 c5@297" },
	{ "what was pressed for before did not come after it", PINNED,
	  "e4@299 e5@299 Nc3@298 a6@298 d4@297 Bb4@297 {illegal} Nc6+@296" },
	{ "the board was put back while the clock stood: these were no plies",
	  PINNED "STOP +3s d5- c3+N c6- b8+n +3s GO(W) +5s h2- h3+P +1s W! +2s",
	  "e4@299 e5@299 Nc3@298 a6@298 d4@297 Bb4@297 h3@295" },
	{ "the clock stands all the time, also when its lever is turned meanwhile",
	  STEPPED "f3- g1+N d6- d7+p b3- b1+N +3s TURN(W) +1s GO(W) +1s", "e4@299 e5@299" },
	{ "who is to move may hold his man for long: what was put back is not forgotten meanwhile",
	  STEPPED "GO(W) +1s f3- g1+N d6- d7+p b3- b1+N +9s d2- +3s d4+P +1s W! +2s g8- f6+n B! "
	          "+2s",
	  "e4@299 e5@299 d4@296 Nf6@297" },
	{ "the men stand as they did before, and the game goes on",
	  "start GO(W) g1- f3+N W! g8- f6+n B! f3- g1+N W! f6- g8+n B! +3s STOP +9s GO(W) +3s e2- "
	  "e4+P W! +2s",
	  "Nf3@299 Nf6@299 Ng1@298 Ng8@298 e4@297" },
	{ "mate behind an illegal move was none, if the arbiter puts back what was before that",
	  MATED "+3s STOP +3s h4- d8+q g4- g2+P f3- h3+P h3- h2+P e6- e7+p +3s GO(W) +3s "
	        "d2- d4+P W! +2s d7- d5+p B! +2s",
	  "a3@299 a6@299 d4@296 d5@296" },
	{ "who go back five plies while a clock runs on, and press no more, look at their game",
	  PAWNS "f2- f4+P +3s e5- f4:p +3s g1- f3+N +3s start +3s", UP_TO_PAWNS " | " },
	{ "but who press again play on from there",
	  PAWNS "f2- f4+P W! +3s e5- f4:p B! +3s g1- f3+N W! +3s",
	  "e4@299 e5@299 f4@295 exf4@296 Nf3@294" },
	{ "who is put back slides over a square where he could have gone",
	  "start GO(W) e2- e4+P W! a7- a5+p B! d2- d4+P W! +2s a5- a3+p B! +3s STOP +12s a3- "
	  "+250ms a4+p +250ms a4- a5+p +5s",
	  "e4@299 a5@299 d4@298" },
	{ "who has stood where he may not go, and is in a hand for long, is no ply to where nobody "
	  "sees him",
	  "start GO(W) e2- e4+P W! +2s b8- b6+n B! +12s b6- +1500ms b8+n +3s", "e4@299" },
	{ "what looks like it but for one man is not it",
	  STEPPED "f3- g1+N d6- d7+p b3- +3s GO(W) +5s d2- d4+P +1s W! +2s",
	  "e4@299 e5@299 {illegal} d6@298 Nf3@297" },
	{ "an illegal move goes back while another man's square tells of nobody: he has not been "
	  "played for it",
	  "start GO(W) e2- e4+P W! e7- e5+p B! b1- c3+N W! a7- a6+p B! d2- d4+P W! +1s f8- "
	  "{b4+b f1-} B! c3- +500ms d5+N W! +6s STOP d5- +500ms c3+N +3s GO(W) +1s g1- f3+N W! "
	  "b8- c6+n B! +2s",
	  "e4@299 e5@299 Nc3@298 a6@298 d4@297 Bb4@297 Nf3@295 Nc6@296" },
};

/* Both knights are out, and the players agree to have them back. */
#define KNIGHTS "start GO(W) e2- e4+P W! e7- e5+p B! g1- f3+N W! g8- f6+n B! +3s "

/* A pawn takes, and is taken. */
#define EXCHANGED "start GO(W) e2- e4+P W! d7- d5+p B! e4- d5:P W! d8- d5:q B! +3s "

/* A pawn takes, and one could take him. */
#define TAKEN "start GO(W) e2- e4+P W! e7- e6+p B! c2- c4+P W! d7- d5+p B! c4- d5:P W! +4s "

static const struct tale agreed[] = {
	{ "the last one goes back first: nobody moves on his opponent's time, they are taken back",
	  KNIGHTS "f6- g8+n +1s f3- g1+N +3s f1- c4+B W! +2s", "e4@299 e5@299 Bc4@297" },
	{ "and White's first may be plies, though nobody presses for them",
	  KNIGHTS "f3- g1+N f6- g8+n +3s f1- c4+B W! +2s",
	  "e4@299 e5@299 Nf3@298 Nf6@298 Ng1 Ng8~ Bc4@297" },
	{ "nor does one scan tell who was first",
	  KNIGHTS "{ f3- f6- g8+n g1+N } +3s f1- c4+B W! +2s",
	  "e4@299 e5@299 Nf3@298 Nf6@298 Ng1 Ng8~ Bc4@297" },
	{ "but they do not go back all the way",
	  "start GO(W) g1- f3+N W! g8- f6+n B! b1- c3+N W! b8- c6+n B! +3s c6- b8+n +1s c3- b1+N "
	  "+1s "
	  "f6- g8+n +1s f3- g1+N +3s e2- e4+P W! +2s",
	  "Nf3@299 Nf6@299 Ng1* Ng8~* e4*@297" },
	{ "also where the first of them has stood so long that two squares are said to read "
	  "wrongly",
	  KNIGHTS "f6- +5s g8+n +5s f3- g1+N +3s f1- c4+B W! +2s", "e4@299 e5@299 Bc4@297" },
	{ "and where men were taken, who stand again",
	  EXCHANGED "d5- d8+q d5+P +1s d5- e4+P d5+p +3s b1- c3+N W! +2s",
	  "e4@299 d5@299 Nc3@297" },
	{ "also slowly",
	  EXCHANGED "d5- +2s d8+q +2s d5+P +2s d5- +2s e4+P +2s d5+p +3s b1- c3+N W! +2s",
	  "e4@299 d5@299 Nc3@297" },
	{ "one alone is for a press to tell: till then nobody is said to have taken with a pawn "
	  "who reads where he stood",
	  TAKEN "d5- c4+P d5+p +9s", "e4@299 e6@299 c4@298 d5@298 cxd5@297" },
	{ "and then for his next", TAKEN "d5- c4+P d5+p +5s B! +5s b1- c3+N W! +2s",
	  "e4@299 e6@299 c4@298 d5@298 Nc3@296" },
	{ "without a clock the reply tells of it: nothing dearer is made up till then",
	  "start no-clock e2- e4+P +1s d7- d5+p +1s e4- d5:P +2s g8- f6+n +4s f6- g8+n d5- +1s d8- "
	  "d5+q +4s b1- c3+N +3s",
	  "e4 d5 exd5 Qxd5 Nc3~" },
	{ "where the clock is pressed for one of them, they may have been played",
	  KNIGHTS "f6- g8+n f3- W! g1+N +3s f1- c4+B W! +2s",
	  "e4@299 e5@299 Nf3@298 Nf6@298 Ng1*@297 Ng8*@298 Bc4@296" },
};

/* The game is over when the next one begins. */
static const struct tale last_ones[] = {
	{ "a last ply that nobody pressed for is taken back by players who look at their game",
	  KNIGHTS "d2- d4+P +6s d4- d2+P +5s start", "e4@299 e5@299 Nf3@298 Nf6@298 d4~ | " },
	{ "who go back further",
	  KNIGHTS "d2- d4+P +6s d4- d2+P +1s f6- g8+n +1s f3- g1+N +5s f1- c4+B +3s start",
	  "e4@299 e5@299 Nf3@298 Nf6@298 d4~ | " },
	{ "but not one who takes it back at once, and he may not have let go",
	  KNIGHTS "d2- d4+P +2s d4- d2+P +5s start", "e4@299 e5@299 Nf3@298 Nf6@298 | " },
	{ "nor one who plays another", KNIGHTS "d2- d4+P +6s d4- d2+P +1s d2- d3+P +5s start",
	  "e4@299 e5@299 Nf3@298 Nf6@298 d3~ | " },
	{ "nor where play went on", KNIGHTS "d2- d4+P +6s d4- d2+P +1s d2- d3+P W! +5s start",
	  "e4@299 e5@299 Nf3@298 Nf6@298 d3@297 | " },
};

/* Three plies are put back, while the time of who is not to move then runs. */
#define THREE KNIGHTS "d2- d3+P W! +3s d3- d2+P +1s f6- g8+n +1s f3- g1+N +3s "

static const struct tale far_agreed[] = {
	{ "three plies go back, and the opponent gives White his time back",
	  THREE "B! +3s f1- c4+B W! +2s", "e4@299 e5@299 Bc4@296" },
	{ "which he may not have been slow to do", THREE "f1- B! c4+B +300ms W! +2s",
	  "e4@299 e5@299 Bc4*@296" },
	{ "no hands put three back in no time: what looks like it behind a press was played",
	  KNIGHTS "d2- d3+P W! +300ms {d3- d2+P f6- g8+n f3- g1+N} B! +300ms f1- c4+B W! +2s",
	  "e4@299 e5@299 Nf3@298 Nf6@298 Ng1* Ng8~* Bc4*@296" },
	{ "where nobody plays on, no more than the last two", THREE "+30s",
	  "e4@299 e5@299 Nf3@298" },
	{ "men who were taken may have to be found first, one is put up wrongly meanwhile",
	  EXCHANGED
	  "b1- c3+N W! +3s c3- b1+N +2s d5- d8+q +2s d5+P +2s d5- e3+P +2s e3- e4+P d5+p +3s B! "
	  "+2s b1- c3+N W! +2s",
	  "e4@299 d5@299 Nc3*@296" },
};

/* All pawns go a step, and most of them another one; then the board is put back to where only those of five files had. */
#define EIGHT_FILES                                                                                \
	"a2- a3+P W! a7- a6+p B! b2- b3+P W! b7- b6+p B! "                                         \
	"c2- c3+P W! c7- c6+p B! d2- d3+P W! d7- d6+p B! "                                         \
	"e2- e3+P W! e7- e6+p B! f2- f3+P W! f7- f6+p B! "                                         \
	"g2- g3+P W! g7- g6+p B! h2- h3+P W! h7- h6+p B! "
#define AS_FAR_AGAIN                                                                               \
	"a3- a4+P W! a6- a5+p B! b3- b4+P W! b6- b5+p B! "                                         \
	"c3- c4+P W! c6- c5+p B! d3- d4+P W! d6- d5+p B! "                                         \
	"e3- e4+P W! e6- e5+p B! f3- f4+P W! f6- f5+p B! "
#define PUT_BACK                                                                                   \
	"a4- a3+P a5- a6+p b4- b3+P b5- b6+p "                                                     \
	"c4- c3+P c5- c6+p d4- d3+P d5- d6+p "                                                     \
	"e4- e3+P e5- e6+p f4- f3+P f5- f6+p "                                                     \
	"f3- f2+P f6- f7+p g3- g2+P g6- g7+p "                                                     \
	"h3- h2+P h6- h7+p "
#define THE_OTHER_WAY                                                                              \
	"h2- h3+P W! h7- h6+p B! g2- g3+P W! g7- g6+p B! "                                         \
	"f2- f3+P W! f7- f6+p B! "
#define FAR_RECORD                                                                                 \
	"a3@299 a6@299 b3@298 b6@298 c3@297 c6@297 d3@296 d6@296 e3@295 e6@295 h3@285 h6@285 "     \
	"g3@284 g6@284 f3@283 f6@283 a4@282 a5@282"

#define FAR_BACK                                                                                   \
	"start GO(W) " EIGHT_FILES AS_FAR_AGAIN "+3s STOP +3s " PUT_BACK                           \
	"+3s GO(W) +3s " THE_OTHER_WAY "a3- a4+P W! a6- a5+p B! "

static const struct tale far[] = {
	{ "a position of long ago is put back, and play goes on from there", FAR_BACK, FAR_RECORD },
	{ "also on a board that knows no men", "occupied " FAR_BACK, FAR_RECORD },
};

static const struct midgame_tale unseen_tales[] = {
	{ "where one of them may have been another ply, plies are not taken back by who moved",
	  "8/6k1/8/8/8/4Q3/6P1/6K1 w - - 0 30",
	  "e3- e7+Q W! +300ms g7- h6+k B! +2s e7- +600ms W! +250ms h6- +300ms g7+k +300ms B! "
	  "+900ms e7+Q +500ms W! +300ms g7- +300ms h6+k +300ms B! +3s e7- e3+Q W! +2s",
	  "Qe7+@299 Kh6@299 Qe3+*@298 Kg7@298 Qe7+*@297 Kh6@297 Qe3+@296" },
	{ "a king of whom the board has not told that he left was not put back where it reads him "
	  "yet",
	  "6k1/8/8/8/8/3Q4/8/6K1 w - - 0 30",
	  "+1s d3- c4+Q W! +1s g8=. h7+k B! +2s c4- d3+Q W! +1s h7- B! +3s d3- d8+Q W! +2s",
	  "Qc4+@299 Kh7@299 Qd3+@298 Kg8*@298 Qd8+@297" },
	{ "who checks back and forth, and presses, has played: a king read on his way to where the "
	  "board has not told that he came",
	  "8/8/8/8/3k4/5R2/7r/3K4 w - - 0 30",
	  "f3- f5+R W! +1s h2- h1+r B! +300ms d1- e2+K W! +1s h1- h2+r B! +1s e2- e1+K +500ms W! "
	  "+2s d1=K e1=. "
	  "h2- scan h1+r +300ms B! +2s d1- c2+K W! +1s h1- h2+r B! +2s",
	  "Rf5@299 Rh1+@299 Ke2@298 Rh2+@298 Kd1*@297 Rh1+@297 Kc2@296 Rh2+@296" },
};

START_TEST(what_was_not_seen_is_not_taken_back)
{
	midgame_check(&unseen_tales[_i]);
}
END_TEST

START_TEST(tracker_finds_what_was_put_back)
{
	story_check(&tales[_i]);
}
END_TEST

START_TEST(tracker_finds_what_was_taken_back)
{
	story_check(&agreed[_i]);
}
END_TEST

START_TEST(what_was_taken_back_behind_the_end_stands)
{
	story_check(&last_ones[_i]);
}
END_TEST

START_TEST(tracker_finds_what_was_taken_back_far)
{
	story_check(&far_agreed[_i]);
}
END_TEST

START_TEST(tracker_goes_far_back)
{
	story_check(&far[_i]);
}
END_TEST

START_TEST(tracker_knows_the_positions_before)
{
	struct story story;
	struct position expected, position;

	story_begin(&story);
	story_tell(&story, FAR_BACK);
	for (uint32_t back = 0; back <= story.tracker->game.n_plies; back++) {
		game_position(&story.tracker->game, story.tracker->game.n_plies - back, &expected);
		record_position_back(story.tracker, back, &position);
		ck_assert_msg(position.key == expected.key, "%u plies back", back);
	}
	story_end(&story, true);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("return");
	TCase *tcase = tcase_create("tales");

	tcase_add_loop_test(tcase, tracker_finds_what_was_put_back, 0,
	                    (int)(sizeof(tales) / sizeof(tales[0])));
	tcase_add_loop_test(tcase, tracker_finds_what_was_taken_back, 0,
	                    (int)(sizeof(agreed) / sizeof(agreed[0])));
	tcase_add_loop_test(tcase, tracker_finds_what_was_taken_back_far, 0,
	                    (int)(sizeof(far_agreed) / sizeof(far_agreed[0])));
	tcase_add_loop_test(tcase, what_was_taken_back_behind_the_end_stands, 0,
	                    (int)(sizeof(last_ones) / sizeof(last_ones[0])));
	tcase_add_loop_test(tcase, tracker_goes_far_back, 0, (int)(sizeof(far) / sizeof(far[0])));
	tcase_add_test(tcase, tracker_knows_the_positions_before);
	tcase_add_loop_test(tcase, what_was_not_seen_is_not_taken_back, 0,
	                    (int)(sizeof(unseen_tales) / sizeof(unseen_tales[0])));
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
