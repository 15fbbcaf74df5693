/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The inside of explain.h, shared by its four files: explain.c searches, trace.c looks for what was seen
 * of one ply, order.c in what order men were told of, weigh.c says what a whole line costs.
 */
#pragma once

#include "core/chess/bits.h"
#include "core/tracker/explain/cost.h"
#include "core/tracker/explain/explain.h"

/* What was seen of one ply. */
struct trace {
	uint64_t
		arrival; /* the number of the change by which its man reached his square; 0: none */
	uint64_t t_us;
	bool seen;     /* that was seen in this line's time */
	bool told;     /* the board could have told of that change */
	bool stayed;   /* the man was not seen to leave */
	uint8_t taken; /* who stood where it ends, or EMPTY */
	int cost;      /* of what is particular to the ply */
	int unseen;    /* and of that nobody saw him arrive, if so it was */
	int loss;      /* what his player stood to lose by it then, in pawns */
	int n_legal;   /* so many plies were legal there */
	int untold;    /* of that the board could not tell of him; COST_NEVER: it could, or did */
};

struct search {
	const struct image *image;
	const struct evidence *evidence;
	const struct tolerance *tolerance;
	uint64_t touched;
	struct explanation *best;
	uint16_t line[EXPLAIN_PLIES_MAX];
	struct trace traces[EXPLAIN_PLIES_MAX];
	int n_plies;
	int nodes;
	bool found;
};

/* search_residue: the squares, not excused, on which image and *position differ. */
static inline uint64_t
search_residue(const struct search *search, const struct position *position)
{
	return image_difference(search->image, position) & ~search->tolerance->excused;
}

/* trace_may_come_untold: could the man of `move` come to his square without the board telling? Squares that
 * do not read tell nothing; where only occupation is known, a man may be exchanged for another between
 * two scans. */
bool trace_may_come_untold(const struct search *search, const struct position *before,
                           uint16_t move);

/* trace_may_be_hidden: could the man of `move` have been gone from his square before a scan saw him there, and all read as
 * before: a man like the one he took, who took him? */
bool trace_may_be_hidden(const struct search *search, const struct position *before, uint16_t move);

/* trace_is_seen: was a man whom the board told of by change `arrival` seen to arrive on `to` in this line's
 * time? */
bool trace_is_seen(const struct search *search, int to, uint64_t arrival);

/* trace_of: what was seen of `move`, ply number `ply` of the line, made in *before. Castling goes by its
 * king. */
struct trace trace_of(const struct search *search, const struct position *before, uint16_t move,
                      int ply);

/* order_cost: what it costs (cost.h) to believe that the plies of the line were made in its order, though men were told to come, or to
 * be lifted, in another. *ret_disorder: so many pairs of them came against it. */
int order_cost(const struct search *search, int *ret_disorder);

/* search_is_lifted_before: was the man of sq lifted before the line's last ply was made, or his player's last? Then nobody holds
 * him to reply. */
bool search_is_lifted_before(const struct search *search, int sq);

/* residue_cost: what it takes to believe that the squares of `residue` read what they read, each by itself, or two of them by one
 * man who was pushed, where the line ends in *position. */
int residue_cost(const struct search *search, const struct position *position, uint64_t residue);

/* weigh_blamed: on how many squares is something amiss if the line ends in *end? Where a few may be, the next ply may
 * have begun as well: one man in the hand that moves him, and one whom he takes. */
int weigh_blamed(const struct search *search, const struct position *end);

/* weigh: what it costs to believe the line of *search, which ends in *end. Fills *ret_found but for its
 * rival. */
void weigh(const struct search *search, const struct position *end, struct explanation *ret_found);
