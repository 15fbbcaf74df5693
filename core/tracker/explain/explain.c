/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/explain/explain.h"

#include <string.h>

#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/tracker/explain/search.h"

/* How many men may side lose in n plies that begin with side `to_move`? One a ply of the enemy. */
static int
losses_possible(enum color side, enum color to_move, int n_plies)
{
	return side == to_move ? n_plies / 2 : (n_plies + 1) / 2;
}

/* Cheap proof that no line of n plies can lead from *position to the image. */
static bool
is_out_of_reach(const struct search *search, const struct position *position, int n_plies)
{
	const struct image *image = search->image;
	int slack = search->tolerance->squares + bits_count(search->tolerance->excused);

	if (n_plies == 0)
		return weigh_blamed(search, position) > search->tolerance->squares;
	for (int side = WHITE; side <= BLACK && !image->occupancy_only; side++) {
		int lost = bits_count(position->by_color[side]) - bits_count(image->by_color[side]);

		if (lost < -slack ||
		    lost > slack + losses_possible((enum color)side, (enum color)position->side,
		                                   n_plies))
			return true;
	}
	return bits_count(search_residue(search, position)) >
	       4 * n_plies + search->tolerance->squares + (search->tolerance->squares > 1 ? 2 : 0);
}

/* Has this move left its traces on the board? Where squares may be wrong, one of the two is
 * enough. */
static bool
has_traces(const struct search *search, const struct position *before, uint16_t move)
{
	bool from = (search->touched & sq_bit(move_from(move))) != 0;
	bool to = (search->touched & sq_bit(move_to(move))) != 0;

	/* In Chess960 the king or the rook may castle without moving. */
	if (move_kind(move) == MOVE_CASTLING || search->tolerance->squares > 0)
		return from || to;
	return from && (to || trace_may_come_untold(search, before, move) ||
	                trace_may_be_hidden(search, before, move));
}

/* Is a better than b? Cheaper, or with fewer men told of against its order, or with later arrivals. */
static bool
is_better(const struct explanation *a, const struct explanation *b)
{
	if (a->cost != b->cost)
		return a->cost < b->cost;
	if (a->disorder != b->disorder)
		return a->disorder < b->disorder;
	return a->arrival > b->arrival;
}

static void
keep_if_better(struct search *search, const struct position *end)
{
	struct explanation *best = search->best;
	struct explanation found;

	weigh(search, end, &found);
	if (search->found && !is_better(&found, best)) {
		if (found.cost < best->rival) {
			best->rival = found.cost;
			memcpy(best->rival_moves, found.moves, sizeof(found.moves));
		}
		return;
	}
	if (search->found) {
		found.rival = best->cost;
		memcpy(found.rival_moves, best->moves, sizeof(found.rival_moves));
	}
	search->found = true;
	*best = found;
}

/* Is ply `ply` of the line not to be that? */
static bool
is_barred(const struct tolerance *tolerance, int ply, uint16_t move)
{
	return ply == tolerance->barred_ply && tolerance->barred != MOVE_NONE &&
	       (move == tolerance->barred ||
	        (tolerance->barred_man && move_from(move) == move_from(tolerance->barred)));
}

/* Depth-first, at most EXPLAIN_PLIES_MAX deep, which bounds the recursion. The image is within reach. */
/* NOLINTBEGIN(misc-no-recursion) */
static void
visit(struct search *search, const struct position *position, int ply)
{
	int left = search->n_plies - ply;
	struct move_list list;

	if (left == 0) {
		keep_if_better(search, position);
		return;
	}
	movegen_legal(position, &list);
	for (int i = 0; i < list.count; i++) {
		struct position after;

		if (!has_traces(search, position, list.moves[i]) ||
		    is_barred(search->tolerance, ply, list.moves[i]))
			continue;
		if (++search->nodes > EXPLAIN_NODES_MAX)
			return;
		position_after(position, list.moves[i], &after);
		if (is_out_of_reach(search, &after, left - 1))
			continue;
		search->line[ply] = list.moves[i];
		search->traces[ply] = trace_of(search, position, list.moves[i], ply);
		search->traces[ply].n_legal = list.count;
		visit(search, &after, ply + 1);
	}
}
/* NOLINTEND(misc-no-recursion) */

static uint64_t
touched_squares(const struct evidence *evidence)
{
	uint64_t touched = 0;

	for (int sq = 0; sq < 64; sq++)
		if (evidence->changed[sq] > evidence->since)
			touched |= sq_bit(sq);
	return touched;
}

bool
explain(const struct position *from, const struct image *image, int n_plies,
        const struct evidence *evidence, const struct tolerance *tolerance,
        struct explanation *ret_explanation)
{
	struct explanation best = { .n_plies = n_plies };
	struct search search = {
		.image = image,
		.evidence = evidence,
		.tolerance = tolerance,
		.touched = touched_squares(evidence) | image_difference(image, from),
		.best = &best,
		.n_plies = n_plies,
	};

	if (!is_out_of_reach(&search, from, n_plies))
		visit(&search, from, 0);
	best.nodes = ret_explanation->nodes = search.nodes;
	if (!search.found)
		return false;
	*ret_explanation = best;
	return true;
}
