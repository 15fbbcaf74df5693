/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An illegal move that nobody puts right: it stands, and play goes on from there.
 */
#include <check.h>

#include "core/tracker/tracker_state.h"
#include "tests/support.h"
#include "tests/tracker/midgame.h"
#include "tests/tracker/story.h"

/* A black bishop sees f1: White may not castle. */
#define MAY_NOT_CASTLE                                                                             \
	"start GO(W) e2- e4+P W! b7- b6+p B! g2- g3+P W! c8- a6+b B! f1- g2+B W! e7- e6+p B! "     \
	"g1- f3+N W! g8- f6+n B! +3s "
#define UP_TO_CASTLING "e4@299 b6@299 g3@298 Ba6@298 Bg2@297 e6@297 Nf3@296 Nf6@296 "

static const struct tale tales[] = {
	{ "castling: who replies lifts his man before the other one lands",
	  MAY_NOT_CASTLE
	  "e1- +500ms g1+K +500ms h1- f1+R W! +2s b8- +600ms c6+n B! +3s d2- d3+P W! +2s",
	  UP_TO_CASTLING "{illegal} Nc6@295 d3@294" },
	{ "castling, and nobody rests before he has played on",
	  MAY_NOT_CASTLE
	  "e1- +500ms g1+K +500ms h1- f1+R W! +2s b8- c6+n B! +500ms d2- d3+P W! +500ms h7- "
	  "h6+p B! +500ms b1- c3+N W! +2s",
	  UP_TO_CASTLING "{illegal} Nc6@295 d3@294 h6@294 Nc3@293" },
	{ "nor do three plies in an order nobody told of tell against it, where earlier ones are "
	  "in doubt",
	  "start GO(W) e2- e4+P W! b7- b6+p B! g1+Q g2- g3+P W! c8- a6+b B! f1- g2+B W! e7- e6+p "
	  "B! "
	  "g1- f3+N W! g8- f6+n B! +3s e1- +500ms g1+K +500ms h1- f1+R W! +2s b8- c6+n B! +500ms "
	  "d2- W! d3+P +500ms h7- h6+p B! +500ms b1- c3+N W! +2s",
	  "e4@299 b6@299 g3*@298 Ba6*@298 Bg2@297 e6@297 Nf3@296 Nf6@296 {illegal} Nc6*@295 d3* "
	  "h6*@294 Nc3~*" },
	{ "a knight's step, answered at once and played on",
	  "start GO(W) e2- e4+P W! e7- e5+p B! +2s g1- g3+N W! +2s b8- c6+n B! +500ms d2- d3+P "
	  "W! "
	  "+500ms h7- h6+p B! +500ms g3- f5+N W! +2s",
	  "e4@299 e5@299 {illegal} Nc6@298 d3@297 h6@297 Nf5@296" },
	{ "a man of the reply, and whom he takes, in the air: nobody has played another ply",
	  "start GO(W) e2- e4+P W! d7- d5+p B! +2s b1- b5+N W! +12s d5- +100ms e4- +500ms "
	  "e4+p B! +2s",
	  "e4@299 d5@299 {illegal} dxe4@298" },
	{ "a legal ply is no illegal one because a square fails while his man is taken who made it",
	  "start GO(W) e2- e4+P W! e7- e6+p B! d2- d4+P W! d7- d5+p B! +1s e4- {h7- d5:P e5+P} W! "
	  "+400ms e6- +500ms {d5- e5-} d5+p B! g1- f3+N W! g8- f6+n B! f1- d3+B W! +2s",
	  "e4@299 e6@299 d4@298 d5@298 exd5*@297 exd5*@297 Nf3@296 Nf6@296 Bd3@295" },
	{ "nor because another man like him, who may not come there, is not read any more",
	  "start GO(W) e2- e4+P W! e7- e5+p B! g1- f3+N W! b8- c6+n B! f1- b5+B W! a7- a6+p {c1- "
	  "+180ms B!} +750ms {b5- +195ms a4+B +16ms b5+B +300ms W!} +380ms {g8- +203ms b5- +5ms "
	  "f6+n} +660ms B!",
	  "e4@299 e5@299 Nf3@298 Nc6@298 Bb5@297 a6@297 Ba4*@296 Nf6*@296" },
	{ "a legal ply and the reply begun are no illegal move that is taken, whatever another "
	  "square "
	  "reads meanwhile",
	  "start GO(W) g1- f3+N W! g8- f6+n B! g2- g3+P W! c7- c5+p B! c2- c4+P W! b8- c6+n B! f1- "
	  "g2+B W! +500ms {+195ms h7+p +10ms d7- +172ms d6+p +172ms d5+p +35ms h7- +508ms B! "
	  "+689ms "
	  "h7+p +192ms c4- +2ms d6- +160ms d5+P +302ms W!} +500ms",
	  "Nf3@299 Nf6@299 g3@298 c5@298 c4@297 Nc6@297 Bg2@296 d5@296 cxd5@295" },
	{ "a reply that nobody presses for may be a hand that puts it right",
	  "start GO(W) e2- e4+P W! e7- e5+p B! +2s g1- g3+N W! +2s b8- c6+n +300ms c6- b8+n g3- "
	  "g1+N "
	  "+2s",
	  "e4@299 e5@299" },
	{ "a king who is read beside his square was put where he may not go, if he stays there",
	  "start GO(W) e2- e4+P W! e7- e5+p B! +1s e1- e3+K W! +1s b7- b6+p B! +2s b1- c3+N W! +3s",
	  "e4@299 e5@299 {illegal} b6@298 Nc3@297" },
	{ "but not if he is read there no more, and nobody has taken him",
	  "start GO(W) e2- e4+P W! e7- e5+p B! +1s e1- e3+K W! +1s b7- +400ms e3- b6+p B! +2s b1- "
	  "c3+N W! +3s",
	  "e4@299 e5@299 Ke2*@298 b6*@298 Nc3@297" },
	{ "the king is taken who was left in check: there is no position from which play could go "
	  "on",
	  "start GO(W) e2- e4+P W! d7- d6+p B! d2- d4+P W! e7- e6+p B! f1- b5+B W! +1s e8- d7+k "
	  "B! +2s d7- b5- d7+B +3s STOP +3s",
	  "e4@299 d6@299 d4@298 e6@298 Bb5+@297" },
	{ "the same, at once",
	  "start GO(W) e2- e4+P W! d7- d6+p B! d2- d4+P W! e7- e6+p B! f1- b5+B W! +1s {d7+k e8-} "
	  "B! +900ms d7- b5- d7+B +3s STOP +3s",
	  "e4@299 d6@299 d4@298 e6@298 Bb5+@297" },
	{ "a man of his own is taken, whose square never told of nobody: the queen went nowhere "
	  "else",
	  "start GO(W) e2- e4+P W! e7- e5+p B! +2s d1- +500ms c2:Q W! +8s", "e4@299 e5@299" },
	{ "a pawn who steps to where he might have gone has not taken him there",
	  "start GO(W) e2- e4+P W! e7- e6+p B! +2s e4- f5+P W! +1s e6- e5+p B! +500ms d2- d4+P W! "
	  "+3s",
	  "e4@299 e6@299 {illegal} e5@298 d4@297" },
	{ "and it is answered",
	  "start GO(W) e2- e4+P W! e7- e5+p B! +2s d1- +500ms c2:Q W! +4s b8- c6+n B! +2s",
	  "e4@299 e5@299 {illegal} Nc6@298" },
	{ "a man who lies beside his square was played by nobody: he is put back behind the next "
	  "ply",
	  "start GO(W) e2- e4+P W! e7- e5+p B! +2s g8- g6+n +3s d2- d3+P W! +300ms g6- g8+n +2s",
	  "e4@299 e5@299 d3@298" },
	{ "or some plies later, when somebody sees it",
	  "start GO(W) e2- e4+P W! e7- e5+p B! +2s g8- g6+n +9s d2- d3+P W! +5s d7- d6+p B! +5s "
	  "g6- g8+n +5s c2- c3+P W! +2s",
	  "e4@299 e5@299 d3@298 d6@298 c3@297" },
	{ "with the clock stopped",
	  "start GO(W) e2- e4+P W! e7- e5+p B! +2s g8- g6+n +9s d2- d3+P W! +5s d7- d6+p B! +5s "
	  "STOP +5s g6- g8+n +5s GO(W) +5s c2- c3+P W! +2s",
	  "e4@299 e5@299 d3@298 d6@298 c3@297" },
};

/* f5 does not read a pawn at first, and who pushed it there is told as another one: the replies look illegal then. */
static const struct midgame_tale hidden = {
	"what looks illegal by a record in doubt does not stand at the next press",
	"8/5p2/4rkpp/1R6/2P2PP1/5K2/3bB2P/8 w - - 0 38",
	"h2- h2+P h2- h2+P +4s f4- +1s W! c4- +1s c4+P +2s e6- +1s e3+r B! +400ms f3- +955ms "
	"{f2+K} W! +5s e3- +1s e5+r B! +1s b5- +1s b6+R W! +2s f5+P +11s f6- g5+k B! b6- +1s "
	"b7+R W! +4s g6- +1s f5+p +1s B! +7s b7- +1s f7+R +1s W! +1s",
	"Kf2*@298 Re5*@298 f5* Kg5* Rb7*@296 gxf5*@296 Rxf7*@295",
};

static const struct midgame_tale replied_to[] = {
	{ "a reply begun before anybody had time to look at the illegal move",
	  "rn5r/ppp1k3/3bpp1p/8/1PP1N3/P7/6pP/R2R2K1 w - - 0 1",
	  "a1- +110ms b5+R +450ms W! b4- +870ms d6- b4+b +380ms B! +2s", "{illegal} Bxb4@299" },
	{ "one that takes, with the man taken read beside his square, and told of in the order of "
	  "the scan",
	  "2k5/1pp3pp/p5r1/P7/4Pp2/P2Q3P/q2N1P2/2BK4 w - - 0 1",
	  "e4- +40ms e6+P +190ms W! +1270ms d2- {g2+N} a2- {d2+q} {g2-} +560ms B! +3s",
	  "{illegal} Qxd2+@299" },
	{ "who made it is read on another square while he is taken and carried off",
	  "rnbqkbnr/8/8/P1p3R1/8/2N5/P4P2/R1BQKBN1 w Qkq - 0 14",
	  "+712ms {g5-} +451ms {c5-} +145ms {c5+R} +500ms {W!} +1331ms {a8-} +488ms {e3+r} "
	  "+368ms {B!} +1531ms {f2-} +314ms {e3-} +134ms {b2+r} +9ms {e3+P} +134ms {b2-} +346ms "
	  "{W!} +791ms {d8-} +460ms {d1-} +441ms {d1+q} +331ms {B!} +3s",
	  "Rxc5@299 {illegal} fxe3@298 Qxd1+@298" },
	{ "or is not read any more for a while",
	  "1br2rk1/1b1pqpp1/ppn1pn1p/8/1PPN4/P3PN2/1BQ1BPPP/R2R2K1 w - - 0 16",
	  "+759ms {a1-} +218ms {c1+R} +182ms {W!} +1119ms {d7-} +399ms {c5+p} +310ms {B!} +571ms "
	  "{b4-} +478ms {c5-} +453ms {c5+P} +303ms {W!} +1525ms {h6-} +424ms {h5+p} +214ms {B!} "
	  "+3s",
	  "Rac1@299 {illegal} bxc5@298 h5@298" },
	{ "a reply made, and pressed for, before anybody had time to look",
	  "5r2/pp3kpp/8/5N2/4R3/b2nBPP1/6KP/8 w - - 0 30",
	  "+983ms {a7-} +1555ms {e3-} +263ms {a7+B} +37ms {W!} +1145ms {f8-} +339ms {b3+r} "
	  "+166ms {B!} +569ms {h2-} +266ms {W!} +184ms {h4+P} +4s g7- g5+p B! +3s",
	  "Bxa7@299 {illegal} h4@298 g5@298" },
	{ "of a board that is asked twice a second, which has been followed by then",
	  "1nbqkbnr/8/8/r1R5/8/2N5/P4P2/R1BQKBN1 w Qk - 0 15",
	  "+6ms {scan} +525ms {a5=. scan} +496ms {scan} +493ms {c5=. scan} +309ms {W!} +210ms "
	  "{a5=R scan} +511ms {d8=. scan} +523ms {h3=q scan} +78ms {B!} +441ms {scan} +483ms {a3=P "
	  "a2=. scan} +25ms {W!} +468ms {scan} +503ms {scan} +489ms {scan} +519ms {scan} +514ms "
	  "{h3=. scan} +518ms {c3=q scan} +24ms {B!} +460ms {scan} +510ms {scan} +3s",
	  "Rxa5@299 {illegal} a3@298 Qxc3+@298" },
};

/* His king stepped into check and is taken: that ends the game, if the arbiter does not. */
static const struct midgame_tale kings[] = {
	{ "who is carried off by way of squares to which he might have gone",
	  "2k5/1pp3p1/r3N1R1/8/8/3P1BP1/P3P3/3n2K1 w - - 7 36",
	  "+570ms {g1-} +378ms {f2+K} +1173ms {W!} +21800ms {f2-} +795ms {d1-} +185ms {f2+n} "
	  "+294ms {g2+K} +96ms {g2-} +2ms {h2+K} +92ms {h2-} +828ms {B!} +9s",
	  "" },
	{ "who is taken up before anybody had time to look",
	  "4b1k1/q7/3p1p2/1P1PpPn1/2p1P3/1rN5/4B1K1/1Q5R w - - 0 38",
	  "+712ms {g2-} +443ms {W!} +116ms {f3+K} +987ms {f3-} +1103ms {g5-} +376ms {f3+n} {B!} "
	  "+9s",
	  "" },
};

/* b5 reads its pawn as White's knight, as if he who is taken up had gone there; and the scan tells of him late. */
static const struct midgame_tale misread = {
	"who is read where he may go may have gone there, and another square is wrong",
	"r2q1rk1/pp3ppp/2n5/2bn4/8/3P1NP1/PP1N1PBP/R2Q1RK1 w - - 0 14",
	"+2s d2- +600ms c4+N +200ms W! +9s b7- +400ms b5+p +600ms B! +6s c4- +700ms b5+N +320ms W! "
	"+370ms c6- +410ms e5+N +440ms e5+n +740ms B! +3s",
	"Nc4@299 b5@299 Nce5~ Nxe5@298",
};

START_TEST(a_reply_to_it_makes_it_stand)
{
	midgame_check(&replied_to[_i]);
}
END_TEST

/* A rook goes to the king's file and on to the king within two scans, while White plays twice: what stands there by then looks like two
 * men of White's moved at once, and a reply; but the clock was pressed four times. */
static const struct midgame_tale missing = {
	"not while the clock was pressed for more plies than that",
	"4r1k1/6bp/2p2p2/1pN2bp1/1P1p4/3P3P/2PB1PP1/r4RK1 w - - 0 27",
	"{scan} +799ms {f1-} +217ms {a1-} +89ms {W!} +147ms {a1+R} +370ms {scan} +855ms {e8-} "
	"+121ms {B!} +56ms {e2+r} +369ms {scan} +589ms {a1-} +201ms {W!} +46ms {d1+R} +370ms "
	"{scan} +172ms {g7-} +146ms {B!} +57ms {f8+b} +370ms {scan} +1256ms {g1-} +199ms {e2-} "
	"+33ms {f1+K} +61ms {W!} +144ms {B!} +24ms {d1-} +181ms {W!} +59ms {e1+R} +83ms {B!} "
	"+153ms {e1+r} +5ms {f1-} +230ms {e1+K} +190ms {scan} +128ms {W!} +2s h7- h6+p B! +3s",
	"Rxa1@299 Re2@299 Rd1@298 Bf8@298 Kf1@297 Re8*@297 Re1@296 Rxe1+*@296 Kxe1@295 h6@295",
};

START_TEST(a_king_who_is_taken_has_gone_nowhere_else)
{
	midgame_check(&kings[_i]);
}
END_TEST

START_TEST(not_where_the_record_is_in_doubt)
{
	midgame_check(&hidden);
}
END_TEST

/* A knight has gone where he may not, and the reply is made. Does he stand there as soon as it is pressed for? */
static bool
stands_by_press(void (*change)(struct tracker *tracker))
{
	struct story story;
	bool stands;

	story_begin(&story);
	story_tell(&story,
	           "start GO(W) e2- e4+P W! e7- e5+p B! +2s g1- g3+N W! +2s b8- c6+n +300ms");
	change(story.tracker);
	story_tell(&story, "B! +1ms");
	stands = story.tracker->game.n_breaks == 1;
	story_end(&story, false);
	return stands;
}

static void
leave(struct tracker *tracker)
{
	(void)tracker;
}

static void
doubt_last_ply(struct tracker *tracker)
{
	tracker->plies[1].doubtful = DOUBT_RIVAL;
}

static void
shake_trust(struct tracker *tracker)
{
	tracker->trust.shaken = true;
}

/* a1 reads as it should just now. */
static void
excuse_corner(struct tracker *tracker)
{
	tracker->excused |= sq_bit(0);
}

/* What looks illegal may follow from what the record has wrong: the pictures to come tell. */
START_TEST(nor_at_once_where_the_record_is_not_sure)
{
	ck_assert(stands_by_press(leave));
	ck_assert(!stands_by_press(doubt_last_ply));
	ck_assert(!stands_by_press(shake_trust));
	ck_assert(!stands_by_press(excuse_corner));
}
END_TEST

START_TEST(not_where_the_man_is_read_where_he_may_go)
{
	midgame_check(&misread);
}
END_TEST

START_TEST(not_where_plies_are_missing)
{
	midgame_check(&missing);
}
END_TEST

START_TEST(play_goes_on_behind_it)
{
	story_check(&tales[_i]);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("stands");
	TCase *tcase = tcase_create("tales");

	tcase_add_loop_test(tcase, play_goes_on_behind_it, 0,
	                    (int)(sizeof(tales) / sizeof(tales[0])));
	tcase_add_loop_test(tcase, a_reply_to_it_makes_it_stand, 0,
	                    (int)(sizeof(replied_to) / sizeof(replied_to[0])));
	tcase_add_loop_test(tcase, a_king_who_is_taken_has_gone_nowhere_else, 0,
	                    (int)(sizeof(kings) / sizeof(kings[0])));
	tcase_add_test(tcase, not_where_the_record_is_in_doubt);
	tcase_add_test(tcase, nor_at_once_where_the_record_is_not_sure);
	tcase_add_test(tcase, not_where_the_man_is_read_where_he_may_go);
	tcase_add_test(tcase, not_where_plies_are_missing);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
