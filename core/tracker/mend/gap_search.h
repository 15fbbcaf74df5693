/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The plies of a gap: lines longer than explain() looks for.
 *
 * Hardly a man moves to a square where nothing has changed in the end, so few moves are worth trying.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/chess/position.h"
#include "core/tracker/seen/image.h"

/* So many plies in one gap: a cable out for six seconds, a ply every second, and the two around it. */
#define GAP_PLIES_MAX 8

/* Positions visited at most for lines of one length, some milliseconds of work. Where everything was touched
 * there is no line to be found anyway. */
#define GAP_NODES_MAX 20000

struct gap_line {
	uint16_t moves[GAP_PLIES_MAX];
	int n_plies;
	unsigned int sure;
	bool begun; /* none was found, as a shorter one leads to the picture but for men in the air */
	uint32_t nodes; /* positions visited to find it, or that there is none */
};

/* How many plies there are. */
enum gap_count {
	GAP_ANY,    /* nothing is known of that ... */
	GAP_PARITY, /* ... or they are as many as n_plies, or by an even number more or fewer ... */
	GAP_COUNTED, /* ... or n_plies ... */
	GAP_PRESSED /* ... or n_plies, and perhaps one that has not been pressed for yet (unseen.h) */
};

/* What is known of a gap beside the picture behind it. */
struct gap_terms {
	uint64_t excused; /* squares whose reading counts for nothing */
	const uint64_t
		*told_us; /* [64]: when an update told what a square reads now; 0: none did */
	uint64_t lifted;  /* men who were in the air when the board was seen last */
	int first;        /* the first ply is made from that square, or SQ_NONE: from any */
	enum gap_count count;
	int n_plies;
	bool as_scanned; /* the picture is that of a scan, since when nothing has changed */
	bool at_rest; /* the picture has stood for so long that nobody is believed to hold a man */
};

/* gap_explain: the shortest line of legal plies (1..GAP_PLIES_MAX) of a length that *terms allow, from *from to exactly *image,
 * that touches only squares on which the two differ and one more: a square on somebody's way, or one on which men were
 * exchanged; where there is none, and the picture is that of a scan, two more. Of several of a length the one in whose order men
 * were seen to arrive, and by which the players give least away. What is left is chance; ply i is sure (bit i of
 * ret_line->sure) where the number of plies is known and no other line goes as well with what was told. False when there is
 * none, or when a shorter one leads to the picture but for a man of the side to move in somebody's hand, and one he may be
 * taking, or that one alone: that will be seen; at rest it has been. */
bool gap_explain(const struct position *from, const struct image *image,
                 const struct gap_terms *terms, struct gap_line *ret_line);
