/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What one picture after the other was taken for is put right when all that was told shows that it was something else.
 */
#include <check.h>

#include "core/tracker/anew/account.h"
#include "core/tracker/anew/account_open.h"
#include "core/tracker/tracker_state.h"
#include "tests/support.h"
#include "tests/tracker/midgame.h"
#include "tests/tracker/story.h"

#define PLAYED "start GO(W) e2- e4+P W! e7- e5+p B! g1- f3+N W! b8- c6+n B! +1s "

/* A pawn goes to f6, on to f5, and back, before it is let go. */
#define PUSHED                                                                                     \
	"start GO(W) e2- e4+P W! a7- a6+p B! e4- e5+P W! {f6+p f7-} {f5+p f6-} +1500ms f5- "       \
	"{B! f6+p} "

/* Each is heard of while the next one is made. */
#define TEN_PLIES                                                                                  \
	"start GO(W) e2- e4+P W! e7- e5+p B! +1s {g1- W!} {b8- f3+N B! f1-} {c6+n W!} "            \
	"{a7- b5+B B! e1-} {a6+p h1- W!} {d7- g1+K B! d2-} {f1+R d6+p W!} {d4+P e5- B!} c1- "      \
	"{W! d4:p c8-} {f4+B B! g4+b}"

/* Rooks and queens. */
#define FEW_MEN                                                                                    \
	"any-start men a1=. b1=. c1=. d1=R e1=. f1=. h1=. g1=K a2=. b2=. c2=. d2=. e2=. f2=. "     \
	"a7=. b7=. c7=. d7=. e7=. f7=. h7=. a8=. b8=. c8=r d8=q e8=. f8=. g8=k h8=. scan +6s "     \
	"GO(W) "

#define OPENED "start no-clock e2- e4+P +1s d7- d5+p +1s b1- c3+N +1s g8- f6+n +1s "

static const struct tale tales[] = {
	{ "where a square is in trouble an illegal move is not what accounts for all",
	  "start GO(W) e2- e4+P W! e7- e5+p B! g1- f3+N W! b8- c6+n B! f1- b5+B W! a7- a6+p B! b5- "
	  "a4+B W! g8- f6+n B! +500ms {+139ms e1- +989ms h1- +805ms f1+R +143ms W! +427ms f8- "
	  "+376ms "
	  "e7+b +715ms B! +528ms f1- +802ms e1+R +464ms W! +491ms b7-} +900ms",
	  "e4@299 e5@299 Nf3@298 Nc6@298 Bb5@297 a6@297 Ba4@296 Nf6@296 O-O*@295 Be7*@295 "
	  "Re1@294" },
	{ "a man who went out and came back between two scans, while the clock told of it",
	  PLAYED "f3- g5+N W! +1s g8- B! {g5- f3+N W!} g8+n B! +2s",
	  "e4@299 e5@299 Nf3@298 Nc6@298 Ng5@297 Nh6*@297 Nf3@296 Ng8*@296" },
	{ "where the clock tells of none, he was only lifted",
	  PLAYED "f3- g5+N W! +1s g8- +300ms g8+n +2s", "e4@299 e5@299 Nf3@298 Nc6@298 Ng5@297" },
	{ "both go out and come back, and the board shows what it did before the four presses",
	  PLAYED "f3- W! {a8- b8+r B!} {f3+N W!} {b8- a8+r} B! +2s",
	  "e4@299 e5@299 Nf3@298 Nc6@298 Ng1*@297 Rb8@297 Nf3*@296 Ra8@296" },
	{ "also if play goes on before the board has stood still",
	  PLAYED "f3- W! {a8- b8+r B!} {f3+N W!} {b8- a8+r} B! d2- d3+P W! +2s",
	  "e4@299 e5@299 Nf3@298 Nc6@298 Ng1*@297 Rb8@297 Nf3*@296 Ra8@296 d3@295" },
	{ "who is back where his last ply began was not moved out of turn by three presses",
	  PLAYED "f3- W! B! {f3+N W!} c6- b8+n +2s",
	  "e4@299 e5@299 Nf3@298 Nc6@298 Ng1*@297 Nb8@297 Nf3*@296" },
	{ "two plies of a player are seen in one: who was lifted before his clock was pressed was "
	  "the first",
	  "start GO(W) +300ms e2- W! {e7- B! d2-} {W! d4+P e4+P} e6+p +1s",
	  "e4@299 e6@299 d4@298" },
	{ "ten plies are played before the board stands still", TEN_PLIES " +1s",
	  "e4@299 e5@299 Nf3@298 Nc6@298 Bb5@297 a6@297 O-O@296 d6@296 d4@295 exd4@295 Bf4@294 "
	  "Bg4@294" },
	{ "nor is it two plies that a hand is at work", PLAYED "f1- c4+B W! +1s g8- +2s",
	  "e4@299 e5@299 Nf3@298 Nc6@298 Bc4@297" },
	{ "what stood there, and was pressed for, before anybody moved is not asked about again",
	  PUSHED "+1s e5- W! {f6:P e7-} {B! f6:p} +2s",
	  "e4@299 a6@299 e5@298 f6@298 exf6@297 exf6@297" },
	{ "what asks to believe more than anybody does is not put in the place of what leaves "
	  "something out",
	  PUSHED "{a2- b2- c2-} {a2+P b2+P c2+P} {b7- c7- d7-} {b7+p c7+p d7+p} e5- W! {f6:P e7-} "
	         "{B! f6:p} +2s",
	  "e4@299 a6@299 e5@298 f6@298 exf6@297 exf6@297" },
	{ "without a clock, quick play goes on behind a man who was taken before a scan saw him",
	  OPENED "e4- d5- f6- d5+n g2- g3+P e7- e6+p f1- g2+B f8- e7+b +2s",
	  "e4 d5 Nc3 Nf6 exd5 Nxd5 g3 e6 Bg2 Be7~" },
	{ "nor is a clock needed that is read too seldom to tell of the presses",
	  PLAYED "f3- e5- c6- e5+n g2- g3+P d7- d6+p f1- g2+B W! +3s",
	  "e4@299 e5@299 Nf3@298 Nc6@298 Nxe5* Nxe5* g3* d6~* Bg2*@297" },
	{ "nor a game that was seen from its beginning",
	  "any-start men e2=. e4=P e7=. e5=p scan +6s GO(W) g1- f3+N W! b8- c6+n B! +1s f3- e5- "
	  "c6- "
	  "e5+n g2- g3+P d7- d6+p f1- g2+B W! +3s",
	  "Nf3@299 Nc6@299 Nxe5* Nxe5* g3* d6~* Bg2*@298" },
	{ "both forget to press, and then go out and come back, so that it looks as if nobody had: "
	  "what was certain is others' place now, and all of it is in doubt",
	  PLAYED "f1- e2+B W! +1s g8- {f6+n e2-} b5+B f6- {g8+n b5-} B! {g8- e2+B} W! f6+n B! d2- "
	         "d3+P W! +2s",
	  "e4@299 e5@299 Nf3@298 Nc6@298 Be2@297 Nf6* Bb5* Ng8*@297 Be2*@296 Nf6*@296 d3*@295" },
	{ "a ply nobody saw was another one, by what was played behind it",
	  FEW_MEN "h2- h3+P W! g7- g6+p B! g1- h2+K W! {B! d1- d8-} {f6+q W!} {c1+R c8- B!} +900ms "
	          "{W! c1-} c4+R +1s f6- e6+q B! +3s",
	  "h3@299 g6@299 Kh2@298 Qf6*@298 Rc1@297 Rc4*@297 Rxc4@296 Qe6@296" },
	{ "but a man who lies beside the square where he was taken has played nothing",
	  OPENED "c3- {d5:N d6+p} +300ms d6- +1s d8- d5:q +2s", "e4 d5 Nc3 Nf6 Nxd5 Qxd5~" },
	{ "a long line may ask to believe as much for every few of its plies as a short one in all",
	  OPENED
	  "{e4- f4+P} {f4- f3+P} {f3- d5-} f6- d5+n {g2- h4+P} {h4- f3+P} {f3- g3+P} {e7- f6+p} "
	  "{f6- d6+p} {d6- e6+p} {f1- g4+B} {g4- h3+B} h3- g2+B f8- e7+b +2s",
	  "e4 d5 Nc3 Nf6 exd5 Nxd5 g3 e6 Bg2 Be7~" },
	{ "nor is a hand at work any", OPENED "e4- d5- +2s", "e4 d5 Nc3 Nf6~" },
	{ "who is read where he was put only when he is put right went on from nowhere",
	  "start GO(W) e2- e4+P W! e7- e5+p B! +900ms f1- c4+B W! +900ms g8- f6+n B! b1- c3+N W! "
	  "b8- c6+n B! d2- d3+P W! +900ms f8- B! f2- f4+P c5+b +300ms W! +2s d7- d6+p B! +900ms "
	  "g1- "
	  "f3+N W! +2s",
	  "e4@299 e5@299 Bc4@298 Nf6@298 Nc3@297 Nc6@297 d3@296 Bc5@296 f4@295 d6@295 Nf3@294" },
	{ "nor is he another one who was put there",
	  "start GO(W) g1- f3+N W! +900ms g8- f6+n B! +300ms c2- c4+P W! g7- g6+p B! b2- b3+P W! "
	  "f8- "
	  "B! c1- b2+B W! +300ms g7+b +1s e8- g8+k h8- f8+r B! g2- g3+P W! d7- d6+p B! f1- g2+B W! "
	  "+2s",
	  "Nf3@299 Nf6@299 c4@298 g6@298 b3@297 Bg7*@297 Bb2*@296 O-O@296 g3@295 d6@295 Bg2@294" },
	{ "who stood between two squares, and is pushed on his own, has not made another ply",
	  "start GO(W) e2- e4+P W! e7- e5+p B! f1- d3+B W! b8- c6+n B! {d3- c4+B} g1- f3+N W! f8- "
	  "c5+b B! d2- d3+P W! +3s",
	  "e4@299 e5@299 Bc4*@298 Nc6@298 Nf3@297 Bc5@297 d3@296" },
	{ "also if the picture stood for a while with him on the wrong one",
	  "start GO(W) e2- e4+P W! e7- e5+p B! +1s f1- d3+B W! +2s b8- c6+n B! +100ms {d3- c4+B} "
	  "+2s d1- h5+Q W! +3s g8- f6+n B! +3s",
	  "e4@299 e5@299 Bc4*@298 Nc6@298 Qh5@297 Nf6@297" },
};

static const struct midgame_tale midgame_tales[] = {
	{ "nobody presses for the last ply of legal ones of which nobody saw half",
	  "5b2/8/2N1p3/3pPk2/3P1p1p/5P1P/2R2KP1/3r4 w - - 0 40",
	  "{+1413ms W! +236ms a2+R +16ms c2- +1576ms B! +199ms a2- +100ms d1- +44ms a8+R +76ms W! "
	  "+114ms B! +270ms c2+r +128ms a8- +16ms c8+R +245ms W!} +2s",
	  "Ra2@299 Rc1*@299 Ra8@298 Rc2+*@298" },
	{ "the presser carried a man of the opponent's, whose last ply was told of behind its "
	  "press",
	  "3rk2r/5pp1/3qpn1p/p1p3Q1/1pPP4/3B2PP/PP3P2/1K1R3R w k - 0 22",
	  "{+942ms W! +35ms d6- +63ms c5:Q +35ms g5- +531ms b6+q +26ms c5- +951ms B! +188ms b6- "
	  "+5ms "
	  "f6- +44ms c5+q +239ms W! +364ms d5+n} +1s",
	  "Qxc5@299 Qxc5@299" },
	{ "a square that is blamed for what an illegal move accounts for",
	  "r1b1k3/ppp3r1/2npq1p1/3N1pB1/2P1P3/8/PP3PP1/R2QKB2 w Qq - 0 15",
	  "{+1114ms W! +8ms c6- +194ms f1- +72ms f2- +6ms e2+B +49ms B! +170ms e5+n +99ms W! +63ms "
	  "c7- +9ms B! +300ms W! +29ms f4+P +91ms d5- +53ms f6+N +25ms c6+p +35ms g7- +449ms B! "
	  "+135ms h7+r} +1s",
	  "Be2@299 Ne5@299 f4@298 c6@298 Nf6+@297" },
	{ "also if he was held over another square meanwhile",
	  "rnbqkbnr/pppp1ppp/4p3/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2",
	  "{+1s h7- +200ms h7+p +1s d4+P +50ms d2- +75ms d7- +50ms W! +180ms d6+p +400ms d6- +15ms "
	  "B! "
	  "+20ms d5+p +20ms e4- +160ms W! +15ms d5+P +260ms h3+P +25ms h2- +195ms h3- +155ms h4+P "
	  "+170ms B!} +3s",
	  "d4@299 d5@299 exd5@298" },
	{ "that one of the opponent's was carried, and pressed for, is likelier than that a queen "
	  "went "
	  "unseen to where she could have gone at once",
	  "4n1k1/2r2p2/4p1N1/pn1p1P2/1p1q2P1/1P2QP2/P3R1K1/1B6 w - - 0 30",
	  "{+65ms e3- +130ms W! +220ms B! +30ms f6+q +80ms g5+Q +45ms d4- +380ms W! c7- +280ms "
	  "c3+r} +3s",
	  "Qg5@299 Qf6@299" },
	{ "the press tells the order of two who are seen within a scan the other way round",
	  "6k1/R5p1/4P2p/2p5/8/2P1r3/P7/6K1 w - - 0 37",
	  "+1s {a7-} +300ms {W!} +160ms {e7+R} +260ms {g8-} +210ms {h7+k} +690ms {B!} +30ms {h7-} "
	  "+10ms {f7+R} +30ms {f8+k} +210ms {e7-} +30ms {f8-} +10ms {W!} +230ms {g8+k} +60ms {B!} "
	  "+3s",
	  "Re7@299 Kf8@299 Rf7+@298 Kg8@298" },
	{ "who goes out to a square that does not read him has been there, though his opponent "
	  "took his "
	  "time, and both are back",
	  "2r1k3/3p4/2n1p3/p1N1Ppr1/Pp5p/7P/1PP1R1PK/R7 w - - 0 34",
	  "{+190ms a1- +200ms d1+R +210ms W! +6460ms c8- +240ms b8+r +40ms c7+r +480ms B! +810ms "
	  "c5- "
	  "+580ms W! +120ms a6+N +8550ms b8- +40ms c7- +1s B! +1730ms a6- +280ms c5+N +690ms W! "
	  "+1220ms c7+r +430ms B! +1350ms c5- +700ms a6+N +190ms W!} +2s",
	  "Rd1@299 Rc7*@299 Na6@298 Ra7*@298 Nc5@297 Rc7*@297 Na6@296" },
	{ "what is out of step began before the pictures that show it",
	  "2r3k1/2P3p1/3p3p/8/8/8/1P4PP/5R1K w - - 1 34",
	  "{+1s f1- +10ms e1+R +270ms W! +160ms f7+k +10ms B! +50ms g8- +90ms e1- +20ms c1+R +70ms "
	  "W! +10ms b2- +190ms b4+P +110ms B! +20ms f7- +10ms e7+k +990ms W! +10ms b4- +70ms b5+P "
	  "+120ms e7- +70ms d7+k +10ms B! +990ms b5- +20ms W! +30ms d6- +10ms b6+P +200ms B! "
	  "+300ms d5+p} +1s",
	  "Rc1*@299 Kf7@299 b4*@298 Ke7@298 b5@297 Kd7@297 b6@296 d5@296" },
	{ "what the record can account for only dearly is looked at again when the picture is "
	  "shown",
	  "4r2k/7p/8/8/8/1Q4R1/7P/6K1 w - - 0 30",
	  "g3- e8- W! f3+R e3+r B! f3- b3- d2+r e3:Q d2- W! +1s h7- h6+p B! +3s",
	  "Re3*@299 Rxe3@299 Qxe3@298 h6@298" },
	{ "his queen was knocked away by who pressed for his king's ply, who did not go another "
	  "way",
	  "6k1/p6p/8/8/2q1K3/8/3Q2P1/8 w - - 0 40",
	  "{+1s e4- +733ms f3+K +377ms W! +978ms c4- +1029ms f1+q +377ms B! +259ms f3- +227ms e3+K "
	  "+55ms e1+Q +198ms d2- +27ms W!} +3s",
	  "Kf3@299 Qf1+@299 Ke3?" },
	{ "who was taken before the board looked, if what stands there behind it is an illegal "
	  "move",
	  "3r2k1/1b1n1p2/4pn2/4q1B1/4P2P/3B4/4QPP1/2R3K1 w - - 0 25",
	  "{+311ms W! e2- +52ms f3+Q +687ms B! +300ms d8- +6ms c8+R +50ms W! +19ms c1- +288ms "
	  "d5+b +166ms b7- +59ms B!} +4s",
	  "Qf3@299 Rc8*@299 Rxc8+@298" },
	{ "and who was held over a square where, at the next look, who makes it is read",
	  "4b1k1/8/4p3/4Qp1p/p2B1Pr1/P7/4PKBP/2q5 w - - 0 40",
	  "{+333ms g7+Q +192ms e5- +12ms W! +312ms g8- +77ms B! h8+Q g7+k} +4s", "Qh8+@299" },
	{ "who is read beside his square in his own turn was not put there by his opponent",
	  "8/p3k2N/1p1p4/3K4/6P1/1PP5/1b5P/8 w - - 0 45",
	  "{c3- +13ms c4+P +62ms W! +1034ms b2- +198ms d4+b +227ms e5+b +27ms d4- +103ms B! "
	  "+1013ms h2- +193ms h4+P +472ms e5- +33ms f4+b +255ms f4- +34ms g3+b +102ms W! +332ms B! "
	  "+309ms h4- +223ms h5+P +58ms g3- +223ms f4+b +257ms g4- +67ms W! +128ms h6+P +187ms B! "
	  "+2145ms h6- +286ms g5+P +183ms e7- +260ms f7+k +138ms W! +649ms B!} +1s",
	  "c4@299 Be5@299 h4@298 Bg3@298 h5@297 Bf4@297 g5@296 Kf7@296" },
	{ "who is read until his taker is read there was not taken in passing",
	  "4k3/1p3ppp/8/4P3/8/8/P7/4K3 w - - 0 40",
	  "{a2- +200ms a3+P +200ms W! +45ms f7- +200ms f6+p +229ms f6- +200ms f5+p +1144ms f5- "
	  "+342ms B! +144ms f6+p +661ms e5- +254ms f6:P +69ms W! +160ms f6- +940ms g7- +204ms f6+p "
	  "+40ms B!} +1s",
	  "a3@299 f6@299 exf6@298 gxf6@298" },
};

START_TEST(tracker_goes_back_as_far_as_it_takes)
{
	midgame_check(&midgame_tales[_i]);
}
END_TEST

START_TEST(tracker_accounts_for_the_last_plies_afresh)
{
	story_check(&tales[_i]);
}
END_TEST

/* What is on its way from one record to another is nobody's business. */
START_TEST(plies_accounted_for_are_told_of_at_once)
{
	struct story story;
	unsigned int told;

	story_begin(&story);
	story_tell(&story, TEN_PLIES);
	told = story.told;
	story_tell(&story, "+1s");
	ck_assert_uint_eq(tracker_game(story.tracker)->n_plies, 12);
	ck_assert_uint_eq(story.told, told + 1);
	story_end(&story, false);
}
END_TEST

/* So many plies at the end are looked at again when there is more. */
static uint32_t
plies_left_open(const char *script)
{
	struct story story;
	uint32_t n_plies;

	story_begin(&story);
	story_tell(&story, script);
	n_plies = story.tracker->game.n_plies - story.tracker->settled_afresh.n_plies;
	story_end(&story, false);
	return n_plies;
}

START_TEST(what_is_accounted_for_is_not_looked_at_again)
{
	ck_assert_uint_eq(plies_left_open(PLAYED), 0);
}
END_TEST

/* Three presses between two readings of the clock: how many of them are for the plies behind each of the record? */
START_TEST(presses_that_a_reading_hides_are_each_for_one_ply)
{
	struct account account;
	struct story story;

	story_begin(&story);
	story_tell(&story,
	           "start increment GO(W) e2- e4+P W! +1s {e7- +100ms e5+p +200ms g1- +100ms f3+N "
	           "+200ms b8- +100ms c6+n +100ms BWB!}");
	for (uint32_t from = 1; from <= 3; from++) {
		ck_assert(account_open(story.tracker, from, false, &account));
		ck_assert_int_eq(account.n_presses, 4 - (int)from);
	}
	ck_assert_str_eq(story_end(&story, false), "e4@329 e5 Nf3@358 Nc6@358");
}
END_TEST

/* What a log tells of comes at once, and when each of it happened is not to be said. */
START_TEST(no_account_goes_by_the_times_of_a_log)
{
	static struct account account;
	static struct story story;
	struct past *past;
	uint64_t i;

	story_begin(&story);
	story_tell(&story, PLAYED);
	past = &story.tracker->past;
	ck_assert(account_open(story.tracker, 2, false, &account));
	for (i = past->n; past_at(past, i - 1)->kind != PAST_CLOCK;)
		i--;
	past->entries[(i - 1) % PAST_MAX].logged = true;
	ck_assert(!account_open(story.tracker, 2, false, &account));
	story_end(&story, false);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("afresh");
	TCase *tcase = tcase_create("tales");

	tcase_add_loop_test(tcase, tracker_accounts_for_the_last_plies_afresh, 0,
	                    (int)(sizeof(tales) / sizeof(tales[0])));
	tcase_add_loop_test(tcase, tracker_goes_back_as_far_as_it_takes, 0,
	                    (int)(sizeof(midgame_tales) / sizeof(midgame_tales[0])));
	tcase_add_test(tcase, plies_accounted_for_are_told_of_at_once);
	tcase_add_test(tcase, no_account_goes_by_the_times_of_a_log);
	tcase_add_test(tcase, presses_that_a_reading_hides_are_each_for_one_ply);
	tcase_add_test(tcase, what_is_accounted_for_is_not_looked_at_again);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
