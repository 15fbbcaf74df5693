/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Men whom the hand that makes a ply pushes to the square beside theirs.
 */
#include "tests/tracker/story.h"

#define UP_TO_CENTRE "start GO(W) e2- e4+P W! e7- e6+p B! d2- d4+P W! "

static const struct tale tales[] = {
	{ "the man who went far was played, and not the king beside him who stood a square further",
	  UP_TO_CENTRE
	  "f8- {e7+b} {e7- d6+b} +200ms {e8- e7+k} B! +1s c2- c3+P +1s e7- e8+k W! +1s "
	  "g8- f6+n B! +3s",
	  "e4@299 e6@299 d4@298 Bd6*@298 c3@297 Nf6@297" },
	{ "put back when the next ply has been answered",
	  UP_TO_CENTRE "f8- d6+b {g8- f8+n} B! +1s c2- c3+P W! +1s h7- h6+p B! +1s f8- g8+n +1s "
	               "a2- a3+P W! +3s",
	  "e4@299 e6@299 d4@298 Bd6@298 c3@297 h6@297 a3@296" },
	{ "a pawn pushed by a knight is no illegal move that stands with the reply",
	  UP_TO_CENTRE "g8- e7+n {h7- h6+p} B! +4s c2- c3+P +2s h6- h7+p W! +1s d7- d6+p B! +3s",
	  "e4@299 e6@299 d4@298 Ne7@298 c3@297 d6@297" },
	{ "a bishop stands on the edge of g4 and h4: it was he who went out, and to g4",
	  "start GO(W) e2- e4+P W! d7- d5+p B! g1- f3+N W! {c8- +435ms g4+b +432ms g4- +2ms h4+b "
	  "+301ms B!} +5s",
	  "e4@299 d5@299 Nf3@298 Bg4*@298" },
};

int
main(void)
{
	return story_run("pushed", tales, sizeof(tales) / sizeof(tales[0]));
}
