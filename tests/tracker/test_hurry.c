/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Hands quicker than the board, and readings that are wrong just then: who moved, who was only on his way, and who
 * was lifted and put down again.
 */
#include <check.h>

#include "tests/support.h"
#include "tests/tracker/midgame.h"

static const struct midgame_tale tales[] = {
	{ "who had stood, and was answered, was not on his way to where he is read next",
	  "1r4k1/5ppp/3p1b2/1p2p3/1n6/5N1P/5PP1/3RR1K1 w - - 0 30",
	  "d1- d6- d6+R W! +1s b4- c2+n B! e1- e2+R {c2-} W! d3+n +3s",
	  "Rxd6@299 Nc2@299 Re2@298" },
	{ "who was read on his way, where another one stands now, had gone on",
	  "r5k1/1b4pp/pp2p3/2p1Pp2/2P2PPq/1PQ4P/P1B5/2Kr2R1 w - - 0 23",
	  "c2- d1- d1+B W! h4- {g3+q} g3- f2+q B! c3- g3+Q W! f2-", "Bxd1@299 Qf2@299 Qg3@298" },
	{ "whose rook had come when he pressed, and whose king comes now, has castled",
	  "rnbqk2r/ppp1ppbp/3p1np1/8/3PPP2/2N5/PPP3PP/R1BQKBNR w KQkq - 1 5",
	  "g1- f3+N W! h8- {f8+r} B! {g8+k e8-}", "Nf3@299 O-O@299" },
	{ "who comes to stand casts no doubt on himself where a pawn is read no more",
	  "8/R7/p4k2/2p3p1/2B1P2p/1P4q1/2P1K3/8 w - - 4 44",
	  "a7- a6- a6+R b3- {W!} +250ms f6- e5+k B! +3s", "Rxa6+@299 Ke5@299" },
	{ "a king in the air while the clock is stopped begins the sign, though it was pressed",
	  "8/4k3/3n1pBp/3K3P/5PP1/8/8/8 w - - 3 67", "d5- W! STOP +3s", "" },
	{ "of two who are gone as the clock is pressed one may have moved",
	  "3r2k1/1b4p1/pq3pnp/3p3N/3Nn3/1P2P3/4BPPP/Q1R3K1 w - - 0 26",
	  "d4- f5+N W! d8- d5- B! +2s a1- a4+Q W! d5+p b6- e6+q B! +2s e2- g4+B W! +3s",
	  "Nf5@299 Rd7*@299 Qa4@298 Qe6@298 Bg4@297" },
	{ "who is read on his square whenever the board is asked was not taken there",
	  "r3r1k1/1p1b1nb1/p2p4/2pP3p/Pq2pP2/2N4P/1P1Q1BB1/R3R1K1 w - - 0 24",
	  "g2- W! +3s d7- h3- h3+b B! +2s scan e4-", "Bf1*@299 Bxh3@299" },
	{ "who was put down, and taken up again before the press, was played elsewhere",
	  "b4n2/8/1r1bk1p1/6Qp/p2PPp1P/5P2/1P4P1/2R4K w - - 0 50", "g5- e7+Q +1s e7- +1s W! +3s",
	  "Qd8*@299" },
	{ "a pawn who is still read where he stood did not move where one like him was lifted",
	  "1q3rk1/p1r2ppp/1p2pn2/8/8/1Q3BP1/PP2PP1P/R2R2K1 w - - 0 18",
	  "g1- g2+K W! h7- +1s g5+p B! +2s scan", "Kg2@299" },
};

START_TEST(the_record_follows_a_hand_in_a_hurry)
{
	midgame_check(&tales[_i]);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("hurry");
	TCase *tcase = tcase_create("tales");

	tcase_add_loop_test(tcase, the_record_follows_a_hand_in_a_hurry, 0,
	                    (int)(sizeof(tales) / sizeof(tales[0])));
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
