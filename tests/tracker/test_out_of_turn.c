/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who moves out of turn, and is answered, has made his ply early; unless he moves another man in his turn.
 */
#include "tests/tracker/midgame.h"

#define SPANISH "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"

static const struct midgame_tale tales[] = {
	{ "a move out of turn that was played over stands, and each has made his plies", SPANISH,
	  "f1- b5+B W! +3s b1- c3+N +6s a7- a6+p B! +3s b5- a4+B W! +6s g8- f6+n B! +2s",
	  "Bb5@299 {illegal} a6*@299 Ba4@298 Nf6@298" },
	{ "he who only presses when he has been answered has made it early", SPANISH,
	  "f1- b5+B W! +3s b1- c3+N +6s a7- a6+p B! +3s W! +6s g8- f6+n B! +2s",
	  "Bb5@299 a6*@299 Nc3*@298 Nf6@298" },
	{ "nor was he out of turn who is pressed for before the reply is begun", SPANISH,
	  "f1- b5+B W! +3s b1- c3+N +6s a7- a6+p B! +3s b5- a4+B W! g8- f6+n B! +3s h2- h3+P W! "
	  "+2s",
	  "Bb5@299 {illegal} a6*@299 Ba4@298 Nf6@298 h3@297" },
	{ "while the clock stands nobody plays: who goes home then is put there, and was never "
	  "played",
	  SPANISH,
	  "f1- b5+B W! +3s b1- c3+N +6s a7- a6+p B! +3s b5- a4+B W! +6s g8- f6+n B! +3s STOP +2s "
	  "c3- b1+N +3s GO(W) +1s h2- h3+P W! +3s b7- b5+p B! +2s",
	  "Bb5@299 a6*@299 Ba4@298 Nf6@298 h3@297 b5@297" },
	{ "nor was he early who was taken up before, and put down when the opponent had moved",
	  SPANISH, "f1- b5+B W! +3s b1- +3s a7- a6+p B! +300ms c3+N +1s W! +6s g8- f6+n B! +2s",
	  "Bb5@299 a6@299 Nc3@298 Nf6@298" },
};

int
main(void)
{
	return midgame_run("out_of_turn", tales, sizeof(tales) / sizeof(tales[0]));
}
