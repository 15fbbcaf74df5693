/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Men who stood between two squares, and were read where they may not go.
 */
#include "tests/tracker/story.h"

#define BESIDE "start GO(W) e2- e4+P W! e7- e5+p B! f1- b4+B W! +1s g8- f6+n B! +1s "

static const struct tale tales[] = {
	{ "pushed to his square when the reply stands, he was there all along",
	  BESIDE "b5+B b4- +1s d2- d3+P W! +2s", "e4@299 e5@299 Bb5*@298 Nf6@298 d3@297" },
	{ "also a reply later", BESIDE "d2- d3+P W! +1s b5+B b4- +1s a7- a6+p B! +2s",
	  "e4@299 e5@299 Bb5*@298 Nf6@298 d3@297 a6@297" },
	{ "the move that was none stood for long: the reply keeps its press",
	  "start GO(W) e2- e4+P W! e7- e5+p B! f1- b4+B W! +9s g8- f6+n B! +1s b5+B b4- "
	  "+1s d2- d3+P W! +2s",
	  "e4@299 e5@299 Bb5 Nf6@298 d3@297" },
	{ "a queen who stands where she may not go, and moves on by a square, has moved",
	  "start GO(W) e2- e4+P W! e7- e5+p B! d1- e3+Q W! +1s g8- f6+n B! +1s e3- f3+Q W! +2s",
	  "e4@299 e5@299 {illegal} Nf6@298 Qf3@297" },
};

int
main(void)
{
	return story_run("nudged", tales, sizeof(tales) / sizeof(tales[0]));
}
