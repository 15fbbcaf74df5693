/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A man put down and taken back on a square that reads wrong: nothing was played.
 */
#include "tests/tracker/story.h"

/* Nothing stands on b4, whatever it reads. */
#define FALSE_PAWN                                                                                 \
	"start GO(W) a2- a3+P W! e7- e5+p B! g1- f3+N W! b8- c6+n B! +1s b4+P +3s scan d2- d3+P "  \
	"W! +1s "
#define UP_TO_IT "a3@299 e5@299 Nf3@298 Nc6@298 d3@297"

static const struct tale tales[] = {
	{ "the knight is put on b4, which reads a pawn when he has gone: no pawn took him",
	  FALSE_PAWN "c6- b4:n +300ms b4:P +300ms c6+n g8- f6+n B! +2s", UP_TO_IT " Nf6@297" },
	{ "where the clock was pressed for it it was played",
	  FALSE_PAWN "c6- b4:n B! a3- b4:P W! +3s", UP_TO_IT " Nb4@297 axb4@296" },
};

int
main(void)
{
	return story_run("undone", tales, sizeof(tales) / sizeof(tales[0]));
}
