/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/mend/gap_search.h"

#include <string.h>

#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/tracker/explain/sense.h"

/* A ply changes two squares, in passing three (which is rare, and counted once), castling four. */
#define SQUARES_A_PLY    2
#define SQUARES_PASSING  1
#define SQUARES_CASTLING 2

/* And when a line ends, one man may be in the air, and another whom he takes. */
#define SQUARES_IN_HAND 2

/* A line may touch so many squares beside those that differ in the end. */
#define EXTRA_MAX 2

/* Of so many positions it is kept that nothing leads on from them: most lines are the same plies in another order. A power
 * of two; 32 kB. */
#define DEAD_MAX 4096

struct gap_search {
	const struct image *image;
	const struct position *from;
	const struct gap_terms *terms;
	uint64_t squares; /* those that may be touched */
	int extra; /* and so many more, which the first moves to or from other squares settle */
	uint16_t line[GAP_PLIES_MAX];
	struct gap_line *best;
	int disorder, loss; /* of the best */
	bool in_hand;       /* a line was found but for men in the air */
	int nodes;
	uint64_t dead
		[DEAD_MAX]; /* by their place: dead_key() of positions from which no line leads on */
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

/* Is all that differs that a ply has begun: its man is in the air, he whom it can take, who is lifted first, or both? */
static bool
is_begun(const struct image *image, const struct position *position, uint64_t wrong)
{
	enum color mover = (enum color)position->side;
	uint64_t men = image_men(image);
	uint64_t taken = wrong & ~men & position->by_color[color_other(mover)];

	if (image_is_in_hand(image, position, wrong) &&
	    (bits_count(wrong) == 1 || image_takes(position, wrong, mover)))
		return true;
	return taken == wrong && bits_count(wrong) == 1 &&
	       position_attackers(position, bits_first(wrong), mover,
	                          position->by_color[WHITE] | position->by_color[BLACK]) != 0;
}

/* How many of the squares `ends` would be others than may be touched? */
static int
count_elsewhere(const struct gap_search *search, uint64_t ends)
{
	return bits_count(ends & ~search->squares);
}

/* May `side` castle yet? */
static bool
may_castle(const struct gap_search *search, const struct position *position, enum color side)
{
	uint64_t king = position->by_type[KING] & position->by_color[side];

	for (int i = 0; i < 2; i++) {
		int rook = position->castling_rook[side][i];

		if (rook != SQ_NONE &&
		    count_elsewhere(search,
		                    king | sq_bit(move_target(move_make(bits_first(king), rook,
		                                                        MOVE_CASTLING)))) <=
		            search->extra)
			return true;
	}
	return false;
}

/* Can `left` plies put right what is wrong? Every man who is missing where the image has him must come there by a ply of his
 * own side, and every ply changes but few squares. */
static bool
is_within_reach(const struct gap_search *search, const struct position *position, uint64_t wrong,
                int left)
{
	int n_squares = SQUARES_A_PLY * left + SQUARES_PASSING + SQUARES_IN_HAND;

	for (int side = WHITE; side <= BLACK; side++) {
		bool castles = may_castle(search, position, (enum color)side);
		int n_plies = (left + (position->side == side ? 1 : 0)) / 2;

		if (bits_count(wrong & search->image->by_color[side]) > n_plies + castles)
			return false;
		n_squares += castles ? SQUARES_CASTLING : 0;
	}
	return bits_count(wrong) <= n_squares;
}

/* What a position is to the search with `left` plies to go: the same squares may be touched. */
static uint64_t
dead_key(const struct gap_search *search, const struct position *position, int left)
{
	uint64_t key = position->key ^ search->squares * UINT64_C(0x9e3779b97f4a7c15);

	return key +
	       (uint64_t)((EXTRA_MAX + 1) * left + search->extra) * UINT64_C(0xd1b54a32d192ed03);
}

/* Depth-first, at most GAP_PLIES_MAX deep, which bounds the recursion. Returns whether a line leads on from the position, or
 * may: it was not looked at to the end. */
/* NOLINTBEGIN(misc-no-recursion) */
static bool
search_line(struct gap_search *search, const struct position *position, int ply, int n_plies)
{
	uint64_t wrong = difference(search, position), squares = search->squares;
	bool alive = false;
	int left = n_plies - ply, extra = search->extra;
	uint64_t key = dead_key(search, position, left);
	struct move_list list;

	if (left == 0 && wrong == 0)
		keep_if_better(search, n_plies);
	else if (left == 0 && !search->terms->at_rest && is_begun(search->image, position, wrong))
		search->in_hand = true;
	if (left == 0)
		return wrong == 0 || search->in_hand;
	if (search->dead[key % DEAD_MAX] == key || !is_within_reach(search, position, wrong, left))
		return false;
	movegen_legal(position, &list);
	for (int i = 0; i < list.count; i++) {
		uint64_t ends =
			sq_bit(move_from(list.moves[i])) | sq_bit(move_target(list.moves[i]));
		int elsewhere = count_elsewhere(search, ends);
		struct position after;

		if (elsewhere > extra || (ply == 0 && search->terms->first != SQ_NONE &&
		                          move_from(list.moves[i]) != search->terms->first))
			continue;
		if (++search->nodes > GAP_NODES_MAX) {
			alive = true;
			break;
		}
		search->line[ply] = list.moves[i];
		search->extra = extra - elsewhere;
		search->squares = squares | ends;
		position_after(position, list.moves[i], &after);
		alive = search_line(search, &after, ply + 1, n_plies) || alive;
		search->squares = squares;
		search->extra = extra;
	}
	if (!alive)
		search->dead[key % DEAD_MAX] = key;
	return alive;
}
/* NOLINTEND(misc-no-recursion) */

/* May a line be of so many plies, where they are not counted? */
static bool
is_length(const struct gap_terms *terms, int n_plies)
{
	return terms->count == GAP_ANY || ((n_plies ^ terms->n_plies) & 1) == 0;
}

/* Lines of n_plies, and how many other squares are touched. False when there were too many to look at them all. */
static bool
look_for(struct gap_search *search, int n_plies, int extra)
{
	search->squares = difference(search, search->from);
	search->extra = extra;
	search->nodes = 0;
	memset(search->dead, 0, sizeof(search->dead));
	search_line(search, search->from, 0, n_plies);
	search->best->nodes += (uint32_t)search->nodes;
	return search->nodes <= GAP_NODES_MAX;
}

/* Was no line found that touches no more than another square? Nothing is left of two on which men stood meanwhile, so lines by way
 * of such are only looked for where all squares were told of at once, and nobody has been lifted since. */
static bool
may_touch_more(const struct gap_search *search)
{
	return search->terms->as_scanned && search->best->n_plies == 0 && !search->in_hand;
}

/* All lines of the only length that there may be. */
static void
look_for_counted(struct gap_search *search)
{
	struct gap_line *best = search->best;
	int n_plies = search->terms->n_plies;
	bool all = look_for(search, n_plies, 0);

	if (search->in_hand)
		return;
	all = look_for(search, n_plies, 1) && all;
	if (may_touch_more(search)) {
		look_for(search, n_plies, EXTRA_MAX);
		all = false;
	}
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
				look_for(search, n_plies - extra, extra);
			if (search->best->n_plies > 0)
				return;
		}
	for (int n_plies = EXTRA_MAX; n_plies <= GAP_PLIES_MAX && may_touch_more(search); n_plies++)
		if (is_length(search->terms, n_plies))
			look_for(search, n_plies, EXTRA_MAX);
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
	ret_line->begun = search.in_hand && ret_line->n_plies == 0;
	return ret_line->n_plies > 0;
}
