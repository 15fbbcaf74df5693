/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/mend/gap_search.h"

#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/tracker/explain/sense.h"

/* A ply changes two squares, en passant three, castling four, which either side may do once. */
#define SQUARES_A_PLY  2
#define SQUARES_BEYOND 5

struct gap_search {
	const struct image *image;
	const struct position *from;
	const struct gap_terms *terms;
	uint64_t squares; /* those that may be touched */
	bool extra;       /* and one more, which the first move to or from another square settles */
	uint16_t line[GAP_PLIES_MAX];
	struct gap_line *best;
	int disorder, loss; /* of the best */
	bool in_hand;       /* a line was found but for men in the air */
	int nodes;
};

static uint64_t
difference(const struct gap_search *search, const struct position *position)
{
	return image_difference(search->image, position) & ~search->terms->excused;
}

/* Was the man of ply k seen to come before that of ply i, or to be in the air when the board was seen last, and the other one of
 * his side not? Then he was put down first. */
static bool
is_told_before(const struct gap_search *search, int k, int i)
{
	const uint64_t *told_us = search->terms->told_us;
	uint64_t lifted = search->terms->lifted;
	const uint16_t *line = search->line;

	if (told_us[move_target(line[i])] > told_us[move_target(line[k])])
		return true;
	return (k - i) % 2 == 0 && (lifted & sq_bit(move_from(line[k]))) &&
	       !(lifted & sq_bit(move_from(line[i])));
}

/* How many pairs of plies the line has the other way round than they were told. */
static int
count_disorder(const struct gap_search *search, int n_plies)
{
	int disorder = 0;

	for (int i = 0; i < n_plies; i++)
		for (int k = i + 1; k < n_plies; k++)
			disorder += is_told_before(search, k, i);
	return disorder;
}

/* What its players stand to lose by it, in pawns. */
static int
sum_losses(const struct gap_search *search, int n_plies)
{
	struct position now = *search->from, after;
	int loss = 0;

	for (int i = 0; i < n_plies; i++) {
		loss += sense_loss(&now, search->line[i]);
		position_after(&now, search->line[i], &after);
		now = after;
	}
	return loss;
}

/* Those plies are sure of which no line says otherwise that goes as well with what was told. */
static void
keep_if_better(struct gap_search *search, int n_plies)
{
	struct gap_line *best = search->best;
	int disorder = count_disorder(search, n_plies), loss;
	bool first = best->n_plies == 0 || disorder < search->disorder;

	if (!first && disorder > search->disorder)
		return;
	for (int i = 0; i < n_plies && !first; i++)
		if (search->line[i] != best->moves[i])
			best->sure &= ~(1U << i);
	if (first)
		best->sure = (1U << n_plies) - 1;
	loss = sum_losses(search, n_plies);
	if (!first && loss >= search->loss)
		return;
	search->disorder = disorder;
	search->loss = loss;
	best->n_plies = n_plies;
	for (int i = 0; i < n_plies; i++)
		best->moves[i] = search->line[i];
}

/* Is all that differs that a ply has begun: its man is in the air, or he whom it takes, who is lifted first? */
static bool
is_begun(const struct image *image, const struct position *position, uint64_t wrong)
{
	enum color mover = (enum color)position->side;
	uint64_t men = image->by_color[WHITE] | image->by_color[BLACK];
	uint64_t taken = wrong & ~men & position->by_color[color_other(mover)];

	if (image_is_in_hand(image, position, wrong))
		return true;
	return wrong != 0 && taken == wrong && bits_count(wrong) == 1 &&
	       position_attackers(position, bits_first(wrong), mover,
	                          position->by_color[WHITE] | position->by_color[BLACK]) != 0;
}

/* Depth-first, at most GAP_PLIES_MAX deep, which bounds the recursion. */
/* NOLINTBEGIN(misc-no-recursion) */
static void
search_line(struct gap_search *search, const struct position *position, int ply, int n_plies)
{
	uint64_t wrong = difference(search, position), squares = search->squares;
	bool extra = search->extra;
	int left = n_plies - ply;
	struct move_list list;

	if (left == 0 && wrong == 0)
		keep_if_better(search, n_plies);
	else if (left == 0 && is_begun(search->image, position, wrong))
		search->in_hand = true;
	if (left == 0 || bits_count(wrong) > SQUARES_A_PLY * left + SQUARES_BEYOND)
		return;
	movegen_legal(position, &list);
	for (int i = 0; i < list.count; i++) {
		uint64_t ends =
			sq_bit(move_from(list.moves[i])) | sq_bit(move_target(list.moves[i]));
		int elsewhere = bits_count(ends & ~squares);
		struct position after;

		if (elsewhere > (extra ? 1 : 0) ||
		    (ply == 0 && search->terms->first != SQ_NONE &&
		     move_from(list.moves[i]) != search->terms->first))
			continue;
		if (++search->nodes > GAP_NODES_MAX)
			break;
		search->line[ply] = list.moves[i];
		search->extra = extra && elsewhere == 0;
		search->squares = squares | ends;
		position_after(position, list.moves[i], &after);
		search_line(search, &after, ply + 1, n_plies);
	}
	search->squares = squares;
	search->extra = extra;
}
/* NOLINTEND(misc-no-recursion) */

/* May a line be of so many plies? */
static bool
is_length(const struct gap_terms *terms, int n_plies)
{
	if (terms->count == GAP_COUNTED)
		return n_plies == terms->n_plies;
	return terms->count == GAP_ANY || ((n_plies ^ terms->n_plies) & 1) == 0;
}

/* Lines of n_plies, and whether another square is touched. False when there were too many to look at them all. */
static bool
look_for(struct gap_search *search, int n_plies, bool extra)
{
	search->squares = difference(search, search->from);
	search->extra = extra;
	search->nodes = 0;
	search_line(search, search->from, 0, n_plies);
	search->best->nodes += (uint32_t)search->nodes;
	return search->nodes <= GAP_NODES_MAX;
}

/* All lines of the only length that there may be. */
static void
look_for_counted(struct gap_search *search)
{
	struct gap_line *best = search->best;
	bool all = look_for(search, search->terms->n_plies, false);

	if (search->in_hand)
		return;
	all = look_for(search, search->terms->n_plies, true) && all;
	if (!all)
		best->sure = 0;
}

static void
look_for_shortest(struct gap_search *search)
{
	for (int n_plies = 0; n_plies <= GAP_PLIES_MAX && !search->in_hand; n_plies++)
		for (int extra = 0; extra <= 1; extra++) {
			/* With another square a line is as good as one ply longer without. */
			if (n_plies >= extra && is_length(search->terms, n_plies - extra))
				look_for(search, n_plies - extra, extra != 0);
			if (search->best->n_plies > 0)
				return;
		}
}

bool
gap_explain(const struct position *from, const struct image *image, const struct gap_terms *terms,
            struct gap_line *ret_line)
{
	struct gap_search search = {
		.image = image, .from = from, .terms = terms, .best = ret_line
	};

	ret_line->n_plies = 0;
	ret_line->sure = 0;
	ret_line->nodes = 0;
	if (terms->count != GAP_COUNTED) {
		look_for_shortest(&search);
		ret_line->sure = 0;
	} else if (terms->n_plies > 0 && terms->n_plies <= GAP_PLIES_MAX) {
		look_for_counted(&search);
	}
	return ret_line->n_plies > 0;
}
