/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/explain.h"

#include <string.h>

#include "core/chess/movegen.h"

struct search {
	const struct image *image;
	const struct evidence *evidence;
	uint64_t touched;
	struct explanation *best;
	uint16_t line[EXPLAIN_PLIES_MAX];
	uint64_t arrival[EXPLAIN_PLIES_MAX]; /* when each ply's man was seen to arrive */
	int n_plies;
	int nodes;
};

static int
count(uint64_t set)
{
	return __builtin_popcountll(set);
}

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

	for (int side = WHITE; side <= BLACK; side++) {
		int lost = count(position->by_color[side]) - count(image->by_color[side]);

		if (lost < 0 ||
		    lost > losses_possible((enum color)side, (enum color)position->side, n_plies))
			return true;
	}
	return count(image_difference(image, position)) > 4 * n_plies;
}

/* Has this move left its traces on the board? */
static bool
has_traces(const struct search *search, uint16_t move)
{
	uint64_t from = search->touched & sq_bit(move_from(move));
	uint64_t to = search->touched & sq_bit(move_to(move));

	/* In Chess960 the king or the rook may castle without moving. */
	return move_kind(move) == MOVE_CASTLING ? (from | to) != 0 : from != 0 && to != 0;
}

/* When was the man of this move seen to reach his square? Castling goes by its king. */
static uint64_t
arrival_of(const struct search *search, const struct position *before, uint16_t move)
{
	uint8_t piece = position_piece_at(before, move_from(move));
	int to = move_to(move);

	if (move_kind(move) == MOVE_PROMOTION)
		piece = piece_make(piece_color(piece), move_promotion(move));
	if (move_kind(move) == MOVE_CASTLING)
		to = sq_make(to > move_from(move) ? sq_file(SQ_G1) : sq_file(SQ_C1), sq_rank(to));
	return search->evidence->placed[to][piece];
}

/* Is a better than b? Fewer unseen men, then less disorder, then later arrivals. */
static bool
is_better(const struct explanation *a, const struct explanation *b)
{
	if (a->unseen != b->unseen)
		return a->unseen < b->unseen;
	if (a->disorder != b->disorder)
		return a->disorder < b->disorder;
	return a->arrival > b->arrival;
}

static void
keep_if_better(struct search *search)
{
	struct explanation found = { .n_plies = search->n_plies };

	for (int i = 0; i < search->n_plies; i++) {
		found.arrival += search->arrival[i];
		found.unseen += search->arrival[i] <= search->evidence->since;
		for (int k = i + 1; k < search->n_plies; k++)
			found.disorder += search->arrival[i] > search->arrival[k];
	}
	found.n_lines = search->best->n_lines + 1;
	if (found.n_lines > 1 && !is_better(&found, search->best)) {
		search->best->n_lines = found.n_lines;
		return;
	}
	memcpy(found.moves, search->line, sizeof(found.moves));
	*search->best = found;
}

/* Depth-first, at most EXPLAIN_PLIES_MAX deep, which bounds the recursion. */
/* NOLINTBEGIN(misc-no-recursion) */
static void
visit(struct search *search, const struct position *position, int ply)
{
	int left = search->n_plies - ply;
	struct move_list list;

	if (left == 0) {
		if (image_shows(search->image, position))
			keep_if_better(search);
		return;
	}
	if (is_out_of_reach(search, position, left))
		return;
	movegen_legal(position, &list);
	for (int i = 0; i < list.count; i++) {
		struct position after;

		if (!has_traces(search, list.moves[i]))
			continue;
		if (++search->nodes > EXPLAIN_NODES_MAX)
			return;
		search->line[ply] = list.moves[i];
		search->arrival[ply] = arrival_of(search, position, list.moves[i]);
		position_after(position, list.moves[i], &after);
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
        const struct evidence *evidence, struct explanation *ret_explanation)
{
	struct explanation best = { .n_plies = n_plies };
	struct search search = {
		.image = image,
		.evidence = evidence,
		.touched = touched_squares(evidence) | image_difference(image, from),
		.best = &best,
		.n_plies = n_plies,
	};

	visit(&search, from, 0);
	if (best.n_lines == 0)
		return false;
	*ret_explanation = best;
	return true;
}
