/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A record against which the board stands, though with one ply made otherwise it would not.
 */
#include "tests/tracker/story.h"

#define QUEEN_OUT   "start GO(W) e2- e4+P W! e7- e6+p B! d1- g4+Q W! "
#define UP_TO_QUEEN "e4@299 e6@299 Qg4@298"
#define TWO_QUEENS  QUEEN_OUT "a7- a6+p B! h5+Q W! +3s b7- b6+p B! h5- h4+Q W! +3s c7- c6+p B! "

static const struct tale tales[] = {

	{ "who is knocked over behind the press, and put back, was played where he stands",
	  QUEEN_OUT "+500ms {g4- f3+Q} +1500ms f3- +1s g4+Q +1s", UP_TO_QUEEN },
	{ "also if a neighbour looks like the one who was played until he is put back",
	  "start GO(W) d2- d3+P d3- d4+P W! g7- g6+p {h7- h6+p} B! +4s {h6- g7+p} +1300ms g7- "
	  "+900ms "
	  "h7+p +1s",
	  "d4@299 g6*@299" },
	{ "not so who was put elsewhere only later", QUEEN_OUT "f8- c5+b B! +3s c5- d6+b +3s",
	  UP_TO_QUEEN " Bc5@298" },
	{ "nor, with his man in the air, who was read elsewhere all along", TWO_QUEENS "h4- +2s",
	  "e4@299 e6@299 Qg4*@298 a6@298 Qh5@297 b6@297 Qh4@296 c6@296" },
	{ "nor who is only taken off the board first by him who takes him, though he was read "
	  "elsewhere when he was played",
	  "start GO(W) e2- e4+P W! e7- e6+p B! g1- f3+N W! +2s d8- g5+q B! {g5- h4+q} +2s g2- g3+P "
	  "W! +1s a7- a6+p B! +1s f3- g5+N W! +1s b7- b6+p B! +2s h4- +1500ms g3- h4+P W! +1s",
	  "e4@299 e6@299 Nf3@298 Qh4@298 g3@297 a6@297 Ng5@296 b6@296 gxh4@295" },
};

int
main(void)
{
	return story_run("amiss", tales, sizeof(tales) / sizeof(tales[0]));
}
