/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The link was away while they played: which plies are told, and from what the game goes on.
 */
#include <check.h>

#include "tests/support.h"
#include "tests/tracker/midgame.h"
#include "tests/tracker/story.h"

#define SHOWN_LAST       "start GO(W) e2- e4+P W! e7- e5+p B! f1- e2+B "
#define UP_TO_SHOWN_LAST "e4@299 e5@299 "

static const struct tale tales[] = {
	{ "a capture and what it answered, both while it was away",
	  "start GO(W) e2- e4+P W! e7- e5+p B! lost +20s {d2=. e5=. d4=p back scan} +6s d1- d4- "
	  "d4+Q W! b8- c6+n B! +3s",
	  "e4@299 e5@299 d4 exd4 Qxd4@298 Nc6@298" },
	{ "three plies that only one order explains, the last of them pressed for",
	  "start GO(W) e2- e4+P W! e7- e5+p B! lost +20s {d2=. e5=. d4=Q d1=. back scan W!} +6s "
	  "b8- c6+n B! +3s d4- e3+Q W! +1s",
	  "e4@299 e5@299 d4 exd4 Qxd4@298 Nc6@298 Qe3@297" },
	{ "who was in the air when the link was lost was put down first, and what was told since "
	  "came last",
	  "start GO(W) e2- e4+P W! e7- lost +2s {e5=p g1=. f3=N b8=. back} +1s c6+n scan B! +2s",
	  "e4@299 e5 Nf3~ Nc6@299" },
	{ "also where one scan tells of him and of another of his side",
	  "start GO(W) e2- e4+P W! b8- lost +20s {e7=. e5=p g1=. f3=N c6=n back scan} +2s",
	  "e4@299 Nc6 Nf3~ e5~*" },
	{ "what a scan has to tell was made before what updates told since the link was back",
	  "start GO(W) e2- e4+P W! g7- g6+p B! b1- c3+N W! lost +3s {f8=. g7=b d2=. d4=P d7=. "
	  "back} +1s d6+p scan B! +2s",
	  "e4@299 g6@299 Nc3@298 Bg7 d4~ d6@298" },
	{ "who had not been let go when the link was lost went on, and more was played",
	  "start GO(W) e2- e4+P W! e7- e5+p B! g1- h3+N +1s lost +5s {h3=. f3=N b8=. c6=n f1=. "
	  "b5=B a7=. a6=p back "
	  "scan} +2s",
	  "e4@299 e5@299 Nf3* Nc6* Bb5~* a6~*" },
	{ "and a press heard behind the gap does not put him beyond change",
	  "start GO(W) e2- e4+P W! e7- e5+p B! g1- h3+N +1s lost +5s {h3=. f3=N back} W! +2s {b8=. "
	  "c6=n scan} +2s",
	  "e4@299 e5@299 Nf3*@298 Nc6~*" },
	{ "three that may have come in another order, a man in the air behind them: in doubt",
	  "start GO(W) e2- e4+P W! e7- e5+p B! lost +20s {g1=. f3=N b8=. c6=n f1=. b5=B a7=. back "
	  "scan W!} +1s a6+p B! b5- a4+B W! +2s",
	  "e4@299 e5@299 Nf3* Nc6* Bb5*@298 a6*@298 Ba4*@297" },
	{ "six that may have come in any order, and castling behind them",
	  "start GO(W) e2- e4+P W! e7- e5+p B! lost +20s {g1=. f3=N b8=. c6=n f1=. b5=B a7=. a6=p "
	  "b5=. a4=B g8=. f6=n back scan} +1s e1- g1+K h1- f1+R W! +2s f6- e4- e4+n B! +3s",
	  "e4@299 e5@299 Nf3* Nc6* Bb5* a6* Ba4* Nf6* O-O*@298 Nxe4*@298" },
	{ "eight plies, two of them by way of squares of which nothing is left",
	  "start GO(W) e2- e4+P W! e7- e5+p B! lost +60s {g1=. f3=N b8=. c6=n f1=. b5=B a7=. a6=p "
	  "b5=. a4=B g8=. f6=n e1=. g1=K h1=. f1=R f8=. e7=b back scan} +6s f1- e1+R W! +2s",
	  "e4@299 e5@299 Nf3* Nc6* Bb5* a6* Ba4* Nf6* O-O* Be7~* Re1*@298" },
	{ "more than anybody can tell: the game is resumed from what stands there",
	  "start GO(W) e2- e4+P W! e7- e5+p B! lost +60s {g1=. f3=N b8=. c6=n f1=. b5=B a7=. a6=p "
	  "b5=. a4=B g8=. f6=n e1=. g1=K h1=. f1=R f8=. e7=b a2=. a3=P h7=. h6=p back scan} +6s "
	  "f1- e1+R W! +2s b7- "
	  "b5+p B! +3s a4- b3+B W! +5s",
	  "e4@299 e5@299 {resumed} Re1*@298 b5*@298 Bb3*@297" },
	{ "and from where a man stands who was in the air when the link was back",
	  "start GO(W) e2- e4+P W! e7- e5+p B! lost +60s {g1=. f3=N b8=. c6=n f1=. b5=B a7=. a6=p "
	  "b5=. a4=B g8=. f6=n e1=. g1=K f8=. e7=b h1=. back scan} +2s e1+R W! +2s b7- b5+p B! +3s "
	  "a4- b3+B W! +5s",
	  "e4@299 e5@299 {resumed} b5*@298 Bb3*@297" },
	{ "play is resumed from the board a second time",
	  "start GO(W) e2- e4+P W! e7- e5+p B! lost +20s {g1=. f3=N b8=. c6=n f1=. b5=B a7=. a6=p "
	  "b5=. a4=B g8=. f6=n e1=. g1=K h1=. f1=R f8=. e7=b a2=. a3=P h7=. h6=p back scan} +3s "
	  "f1- e1+R W! +2s b7- "
	  "b5+p "
	  "B! +2s a4- b3+B W! +3s lost +20s {d7=. d6=p c2=. c3=P e8=. g8=k h8=. f8=r h2=. h3=P "
	  "c6=. "
	  "a5=n b3=. c2=B c7=. c5=p d2=. d4=P d8=. c7=q back scan} +3s b1- d2+N W! +2s a5- c6+n B! "
	  "+2s "
	  "d4- d5+P W! +3s",
	  "e4@299 e5@299 {resumed} Re1*@298 b5*@298 Bb3*@297 {resumed} Nbd2*@296 Nc6*@297 "
	  "d5*@295" },
	{ "nothing is heard for twelve seconds, though the clock runs: nobody says so, but it was "
	  "away",
	  "start GO(W) e2- e4+P W! e7- e5+p B! +12s {g1=. f3=N b8=. c6=n f1=. b5=B a7=. a6=p "
	  "b5=. a4=B g8=. f6=n scan} +1s e1- g1+K h1- f1+R W! +2s f6- e4- e4+n B! +3s",
	  "e4@299 e5@299 Nf3* Nc6* Bb5* a6* Ba4* Nf6* O-O*@298 Nxe4*@298" },
	{ "who was heard two seconds ago was not away",
	  "start GO(W) e2- e4+P W! e7- e5+p B! +2s {g1=. f3=N b8=. c6=n f1=. b5=B a7=. a6=p "
	  "b5=. a4=B g8=. f6=n scan} +1s e1- g1+K h1- f1+R W! +2s f6- e4- e4+n B! +3s",
	  "e4@299 e5@299" },
	{ "nor who tells nothing new after twelve",
	  "start GO(W) e2- e4+P W! e7- e5+p B! +12s scan g1- f3+N W! b8- c6+n B! +1s "
	  "{f1=. b5=B a7=. a6=p b5=. a4=B g8=. f6=n scan} +1s e1- g1+K h1- f1+R W! +2s",
	  "e4@299 e5@299 Nf3@298 Nc6@298" },
	{ "who is told of first behind a silence was put down last: what the scan tells came "
	  "before",
	  "start GO(W) ticks e2- e4+P W! e7- e5+p B! +14s {g1=. f3=N b8=. c6=n b1=.} c3+N W! scan "
	  "+2s",
	  "e4@289 e5@299 Nf3 Nc6~ Nc3@288" },
	{ "of a clock that is not told of every second silence says nothing",
	  "start GO(W) e2- e4+P W! e7- e5+p B! +14s {g1=. f3=N b8=. c6=n b1=.} c3+N W! scan +2s",
	  "e4@299 e5@299 Nc3@298 Nc6~ Nf3~*" },
	{ "a clock that has lost less than has passed stood still, and was not away",
	  "start GO(W) ticks e2- e4+P W! e7- e5+p B! +14s g1- tick f3+N +1s",
	  "e4@289 e5@299 Nf3~" },
	{ "nor is it ever again",
	  "start GO(W) ticks e2- e4+P W! e7- e5+p B! +14s tick g1- f3+N W! +14s b8- c6+n +1s",
	  "e4@289 e5@299 Nf3@287 Nc6~" },
	{ "who was on his way when the link was lost is not said to have stood there meanwhile",
	  SHOWN_LAST "lost +3s", UP_TO_SHOWN_LAST "Be2?" },
	{ "nor pressed for, before the board has told of what came then",
	  SHOWN_LAST "lost +3s back W!", UP_TO_SHOWN_LAST "Be2?" },
	{ "which is that he did stand there", SHOWN_LAST "lost +3s back W! scan +500ms",
	  UP_TO_SHOWN_LAST "Be2@298" },
	{ "or, of a board that tells nothing more, nothing: then he may have gone on",
	  SHOWN_LAST "lost +3s back W! a7- a6+p +4s", UP_TO_SHOWN_LAST "Be2*@298 a6~" },
	{ "or only later, that he did", SHOWN_LAST "lost +3s back W! +2s scan +500ms",
	  UP_TO_SHOWN_LAST "Be2@298" },
	{ "or that he went on, and was answered",
	  SHOWN_LAST "lost +3s back W! {e2- d3+B d3- b5+B} a7- a6+p B! b5- a4+B scan W! +2s",
	  UP_TO_SHOWN_LAST "Bb5@298 a6@298 Ba4@297" },
	{ "nor is it for a ply that was made, as long as the board's log has not told all: it may "
	  "tell "
	  "that it was taken back",
	  "start GO(W) e2- e4+P W! e7- e5+p B! f1- c4+B +2s lost +3s back W! +800ms log {c4- f1+B "
	  "g1- f3+N e7+n g8-} live scan +2s",
	  "e4@299 e5@299 Nf3@298 Ne7~*" },
	{ "or that a man was put down who was put right then",
	  "start GO(W) e2- e4+P W! e7- e5+p B! b2- lost +4s back {W! log b3+P b2+P g1- f3+N live} "
	  "scan +2s",
	  "e4@299 e5@299 Nf3@298" },
};

static const struct midgame_tale midgame_tales[] = {
	{ "nothing was heard for seconds, and a scan tells of three squares: not all of them fail, "
	  "somebody has played, "
	  "and which plies is in doubt",
	  "r1bqkb1r/pppp1pp1/2n2n1p/4p3/2B1P3/2NP4/PPP2PPP/R1BQK1NR w KQkq - 0 1",
	  "f2- f4+P +7s W! +500ms d7- d6+p B! +700ms {c1=. e5=. f4=B scan} +2s",
	  "f4@299 d6@299 Bd2* exf4~* Bxf4~*" },
	{ "a queen may be in somebody's hand, but nobody holds her for six seconds",
	  "r3kb1r/pppq2pp/3p1n2/3NpQN1/4P3/3P4/PP3PPP/n1BK3R w - - 0 1",
	  "d5- f6:N W! lost +20s {f6=. f5=. f8=. g7=b d7=. e6=N g5=. back} GO(B) +300ms scan +6s",
	  "Nxf6+@299 gxf6* Qxf6* Bg7* Qe6+* Qxe6~* Nxe6~*" },
	{ "the clock was heard meanwhile: the rook has moved twice, and only the king's move is "
	  "sure",
	  "8/6k1/8/8/3R4/8/8/6K1 w - - 0 1",
	  "lost +1s W! +1s B! +1s W! {d4=. e4=R g7=. f8=k back} GO(B) +2s scan +2s",
	  "Ra4* Kf8~ Re4~*" },
	{ "it was not, but it is the other player's time that runs",
	  "6k1/8/8/3R4/8/8/8/6K1 w - - 0 1",
	  "d5- d4+R W! g8- g7+k B! lost +5s {d4=. e4=R g7=. f8=k back} W! +2s scan +2s",
	  "Rd4@299 Kg7@299 Ra4* Kf8~* Re4*@298" },
	{ "and by the times there were three", "8/6k1/8/8/3R4/8/8/6K1 w - - 0 1",
	  "increment d4- d5+R W! g7- g8+k B! d5- d4+R W! g8- g7+k B! lost +2s {d4=. e4=R g7=. f8=k "
	  "back} WBW! +1s "
	  "scan +2s",
	  "Rd5@329 Kg8@329 Rd4@358 Kg7@358 Ra4* Kf8~ Re4~*" },
	{ "five, told before the board is read, however long the link was lost, by way of any "
	  "squares",
	  "8/6k1/8/8/3R4/8/7P/6K1 w - - 0 1",
	  "increment d4- d5+R W! g7- g8+k B! d5- d4+R W! g8- g7+k B! lost +5s {d4=. e4=R g7=. "
	  "f8=k h2=. h3=P back} WBWBW! +1s scan +2s",
	  "Rd5@329 Kg8@329 Rd4@358 Kg7@358 h3* Kf7* Ra4* Kf8~* Re4~*" },
	{ "two, though four would explain all 64 squares: the knight is not read where he went",
	  "8/3k4/8/8/2Rn3p/8/8/7K w - - 0 1",
	  "increment c4- c5+R W! d7- d6+k B! c5- c4+R W! d6- d7+k B! h1- h2+K W! lost +2s "
	  "{d4=. c4=. h4=R back} BW! +1s scan +2s d7- d6+k B! +2s",
	  "Rc5@329 Kd6@329 Rc4@358 Kd7@358 Kh2@387 Nc6* Rxh4~* Kd6*@416" },
	{ "three plies pressed for, and nothing to be seen of two of them: what follows is in "
	  "doubt",
	  "8/6k1/8/8/3R4/8/8/6K1 w - - 0 1",
	  "lost +1s W! +1s B! +1s W! {d4=. e4=R back} GO(B) +2s scan +2s g7- f8+k B! +2s e4- d4+R "
	  "W! +2s",
	  "Re4*@298 Kf8*@297 Rd4~*" },
	{ "a rook was read on his way when the link was lost, and no scan has come since: where he "
	  "went is in doubt",
	  "6k1/8/8/r3P3/8/3R4/6B1/7K w - - 0 1",
	  "h1- g1+K W! a5- d5+r lost +3s back B! +3s g2- f3+B W! +5s g8- g7+k B! +3s",
	  "Kg1@299 Rd5*@299 Bf3@298 Kg7@298" },
	{ "a scan tells that he stands there", "6k1/8/8/r3P3/8/3R4/6B1/7K w - - 0 1",
	  "h1- g1+K W! a5- d5+r lost +3s back scan B! +3s g2- f3+B W! +5s g8- g7+k B! +3s",
	  "Kg1@299 Rd5@299 Bf3@298 Kg7@298" },
	{ "and where play goes on from a square that he may have gone on to, that is where he went",
	  "6k1/5ppp/8/r3P3/8/3R4/5PPP/2K5 w - - 0 1",
	  "increment c1- b1+K W! g8- f8+k B! b1- c1+K W! f8- g8+k B! c1- b1+K W! a5- d5+r lost +3s "
	  "back B! +3s h2- h3+P W! +9s e5- e1+r B! +300ms d3- d1+R W! +2s",
	  "Kb1@329 Kf8@329 Kc1@358 Kg8@358 Kb1@387 Rxe5*@387 h3@416 Re1+*@416 Rd1*@445" },
	{ "two by the times, of which no square tells, and the board is found in step when a ply "
	  "is made that nobody "
	  "has pressed for yet: that one is none of them",
	  "8/6k1/8/8/3R4/8/8/6K1 w - - 0 1",
	  "increment d4- d5+R W! g7- g8+k B! d5- d4+R W! g8- g7+k B! lost +2s back WB! +9s d4- "
	  "d3+R W! "
	  "+3s g7- g6+k B! +2s d3- d4+R W! +2s",
	  "Rd5@329 Kg8@329 Rd4@358 Kg7@358 Rd3*@416 Kg6*@416 Rd4*@445" },
	{ "the clock says only later that there were three: the queen has moved twice",
	  "k7/5q2/8/4N3/8/8/8/6K1 w - - 0 1",
	  "increment e5- d3+N W! f7- e7+q B! d3- e5+N W! e7- f7+q B! g1- h1+K W! lost +2s {f7=. "
	  "e8=q e5=. g6=N back scan} BWB! +3s h1- g1+K W! +2s",
	  "Nd3@329 Qe7@329 Ne5@358 Qf7@358 Kh1@387 Qe7* Ng6@416 Qe8*@416 Kg1@445" },
	{ "two that are heard of behind it, and of which no square tells, were not for nothing: "
	  "plies are missing",
	  "8/6k1/8/8/3R4/8/3N4/6K1 w - - 0 1",
	  "increment d4- d5+R W! g7- g8+k B! d5- d4+R W! g8- g7+k B! d2- lost +2s back WB! +6s d4- "
	  "+1s d3+R W! +9s g7- g6+k B! +2s d3- d4+R W! +2s",
	  "Rd5@329 Kg8@329 Rd4@358 Kg7@358 Rd3*@416 Kg6*@416 Rd4*@445" },
};

/* Nobody knows what was played before the game was resumed, until a person has put it right. */
START_TEST(what_follows_a_picture_is_in_doubt_until_a_person_has_looked)
{
	const struct correction back = { .what = CORRECTION_TAKE_BACK, .n_plies = 1 };
	static struct story story;

	story_begin(&story);
	story_tell(&story, "start GO(W) e2- e4+P W! e7- e5+p B! lost +60s {g1=. f3=N b8=. c6=n "
	                   "f1=. b5=B a7=. a6=p b5=. a4=B g8=. f6=n e1=. g1=K h1=. f1=R f8=. e7=b "
	                   "a2=. a3=P h7=. h6=p back scan} +6s f1- e1+R W! +2s b7- b5+p B! +3s a4- "
	                   "b3+B W! +5s");
	ck_assert_int_eq(tracker_correct(story.tracker, &back, story.t_us), 0);
	story_tell(&story, "b3- +300ms a4+B +1s a4- b3+B W! +3s d7- d6+p B! +2s");
	ck_assert_str_eq(story_end(&story, false),
	                 "e4@299 e5@299 {resumed} Re1@298 b5@298 Bb3@296 d6@297");
}
END_TEST

START_TEST(the_clock_says_how_many_plies_there_were)
{
	midgame_check(&midgame_tales[_i]);
}
END_TEST

START_TEST(the_record_goes_on_behind_a_lost_link)
{
	story_check(&tales[_i]);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("away");
	TCase *tcase = tcase_create("tales");

	tcase_add_loop_test(tcase, the_record_goes_on_behind_a_lost_link, 0,
	                    (int)(sizeof(tales) / sizeof(tales[0])));
	tcase_add_test(tcase, what_follows_a_picture_is_in_doubt_until_a_person_has_looked);
	tcase_add_loop_test(tcase, the_clock_says_how_many_plies_there_were, 0,
	                    (int)(sizeof(midgame_tales) / sizeof(midgame_tales[0])));
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
