/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Men who are knocked over by a sleeve, several at once, and put up again: nobody played them.
 */
#include <check.h>

#include "tests/support.h"
#include "tests/tracker/midgame.h"
#include "tests/tracker/story.h"

/* White's pawn goes to d5, where Black's could take it, and White's take back; the sleeve sweeps off both of those, and two more. */
#define SWEPT                                                                                      \
	"start GO(W) e2- e4+P W! e7- e6+p B! d2- d4+P W! a7- a6+p B! d5+P {d4- e6- e4- f7- f2-} "  \
	"W! +6s "
#define UP_TO_SWEPT "e4@299 e6@299 d4@298 a6@298 d5"

#define TWO_ROOKS                                                                                  \
	"start GO(W) a2- a4+P W! a7- a6+p B! h2- h4+P W! b7- b6+p B! a1- a3+R W! c7- c6+p B! "     \
	"h1- h3+R W! d7- d6+p B! "
#define UP_TO_ROOKS "a4@299 a6@299 h4@298 b6@298 Ra3@297 c6@297 Rhh3@296 d6@296 "

/* White's queen's rook goes beside its king, who castles later, on the other side. Then a sleeve sweeps over the men. */
#define CASTLED                                                                                    \
	"start GO(W) g1- f3+N W! g8- f6+n B! c2- c4+P W! e7- e6+p B! b1- c3+N W! d7- "             \
	"d5+p B! d2- d4+P W! f8- e7+b B! d1- c2+Q W! c7- c5+p B! d5- c4- d5+P W! d4- "             \
	"c5- d4+p B! d4- f3- d4+N W! e8- g8+k h8- f8+r B! c1- g5+B W! d5- f6- d5+n B! "            \
	"e7- g5- e7+B W! e7- d5- e7+n B! a1- d1+R W! d8- b6+q B! c2- b3+Q W! b3- b6- "             \
	"b3+q B! b3- d4- b3+N W! b8- c6+n B! g2- g3+P W! b7- b6+p B! f1- g2+B W! a8- "             \
	"b8+r B! e1- g1+K h1- f1+R W! c8- a6+b B! b3- d4+N W! a6- b7+b B! c6- d4- c6+N "           \
	"W! c6- b7- c6+b B! c6- g2- c6+B W! c6- e7- c6+n B! d1- d7+R W! f8- d8+r B! "              \
	"f1- d1+R W! "                                                                             \
	"g8- f8+k {d8- d7- f7- g7-} B! "
#define UP_TO_CASTLED                                                                              \
	"Nf3@299 Nf6@299 c4@298 e6@298 Nc3@297 d5@297 d4@296 Be7@296 Qc2@295 c5@295 "              \
	"cxd5@294 cxd4@294 Nxd4@293 O-O@293 Bg5@292 Nxd5@292 Bxe7@291 Nxe7@291 Rd1@290 "           \
	"Qb6@290 Qb3@289 Qxb3@289 Nxb3@288 Nbc6@288 g3@287 b6@287 Bg2@286 Rb8@286 "                \
	"O-O@285 Ba6@285 Nd4@284 Bb7@284 Nxc6@283 Bxc6@283 Bxc6@282 Nxc6@282 Rd7@281 "             \
	"Rfd8@281 Rfd1@280 Kf8?"

static const struct tale tales[] = {
	{ "who was knocked over took nobody on the square that reads his like",
	  SWEPT "f7+p +1500ms", UP_TO_SWEPT "?" },
	{ "and play goes on when all stand again",
	  SWEPT "f7+p +1500ms f2+P +1s e4+P +1s e6+p +3s b7- b6+p B! +2s",
	  UP_TO_SWEPT "*@297 b6@297" },
	{ "who was knocked over beside a ply that he could have made, and put up again, did not "
	  "make it",
	  TWO_ROOKS "a3- a6- e3+R {h3- d2-} W! +4s h3+R +1s d2+P +1s a6+p +4s e7- e6+p B! +2s e3- "
	            "e4+R W! h7- h6+p B! +1s h3- b3+R W! +2s",
	  UP_TO_ROOKS "Rae3*@295 e6@295 Re4@294 h6@294 Rb3@293" },
	{ "and what was played long before is not thought of anew if more is amiss then",
	  CASTLED "+15s", UP_TO_CASTLED },
	{ "nor is there a second thought as long as that is all that is amiss",
	  "start GO(W) d2- d4+P W! g8- f6+n B! c2- c4+P W! e7- e6+p B! g1- W! b7- B! a2- a3+P W! "
	  "c8- "
	  "b7+b B! b1- c3+N W! d7- d5+p {d4- e6- c4-} B! +7s d4+P +1s e6+p +1s c4+P +3s d5- c4- "
	  "d5+P "
	  "W! +2s",
	  "d4@299 Nf6@299 c4@298 e6@298 Nf3*@297 b5*@297 a3@296 Bb7@296 Nc3@295 d5@295 cxd5@294" },
};

static const struct midgame_tale midgame_tales[] = {
	{ "a pawn who reads where he stands was not played out to be taken by one who lies there",
	  "5r2/1R1R1pk1/6p1/2r3bp/8/5BP1/4PPKP/8 w - - 0 38",
	  "f3- +356ms d5+B +757ms W! +22961ms g7- +512ms h6+k {+256ms h4+b +13ms g5- +94ms h5- "
	  "+112ms g4+p +25ms f7-} B! +8201ms h4- +412ms g5+b +606ms g4- +287ms h5+p +537ms f7+p "
	  "+1200ms f7- +256ms e6+p +362ms d7- +581ms f7+R +656ms e6- +1210ms W! +18134ms {f7- f8-} "
	  "+625ms f7+r +521ms B! +1s",
	  "Bd5@299 Kh6@299 Rxf7@298 Rxf7@298" },
};

START_TEST(swept_midgame_tale_keeps_the_record)
{
	midgame_check(&midgame_tales[_i]);
}
END_TEST

START_TEST(swept_tale_keeps_the_record)
{
	story_check(&tales[_i]);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("swept");
	TCase *tcase = tcase_create("tales");

	tcase_add_loop_test(tcase, swept_tale_keeps_the_record, 0,
	                    (int)(sizeof(tales) / sizeof(tales[0])));
	tcase_add_loop_test(tcase, swept_midgame_tale_keeps_the_record, 0,
	                    (int)(sizeof(midgame_tales) / sizeof(midgame_tales[0])));
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
