/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/gap.h"

#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/tracker/tracker_state.h"

/* A ply changes two squares, en passant three, castling four, which either side may do once. */
#define SQUARES_A_PLY  2
#define SQUARES_BEYOND 5

struct gap_search {
	const struct image *image;
	uint64_t excused;
	const uint64_t *told_us;
	uint64_t squares; /* those that may be touched */
	bool extra;       /* and one more, which the first move to or from another square settles */
	uint16_t line[GAP_PLIES_MAX];
	struct gap_line *best;
	int disorder; /* of the best */
	bool in_hand; /* a line was found but for men in the air */
	int nodes;
};

static uint64_t
difference(const struct gap_search *search, const struct position *position)
{
	return image_difference(search->image, position) & ~search->excused;
}

/* How many pairs of plies the line has the other way round than they were told. */
static int
count_disorder(const struct gap_search *search, int n_plies)
{
	int disorder = 0;

	for (int i = 0; i < n_plies; i++)
		for (int k = i + 1; k < n_plies; k++)
			disorder += search->told_us[move_target(search->line[i])] >
			            search->told_us[move_target(search->line[k])];
	return disorder;
}

static void
keep_if_better(struct gap_search *search, int n_plies)
{
	int disorder = count_disorder(search, n_plies);

	if (search->best->n_plies > 0 && disorder >= search->disorder)
		return;
	search->disorder = disorder;
	search->best->n_plies = n_plies;
	for (int i = 0; i < n_plies; i++)
		search->best->moves[i] = search->line[i];
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

		if (elsewhere > (extra ? 1 : 0))
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

bool
gap_explain(const struct position *from, const struct image *image, uint64_t excused,
            const uint64_t told_us[64], struct gap_line *ret_line)
{
	struct gap_search search = {
		.image = image, .excused = excused, .told_us = told_us, .best = ret_line
	};
	uint64_t squares = difference(&search, from);

	ret_line->n_plies = 0;
	for (int n_plies = 0; n_plies <= GAP_PLIES_MAX && !search.in_hand; n_plies++)
		for (int extra = 0; extra <= 1; extra++) {
			search.squares = squares;
			search.extra = extra != 0;
			search.nodes = 0;
			/* With another square a line is as good as one ply longer without. */
			if (n_plies >= extra)
				search_line(&search, from, 0, n_plies - extra);
			if (ret_line->n_plies > 0)
				return true;
		}
	return false;
}

/* A board that has not told of all its squares this long after it first told of one is not going to. */
#define ALL_TOLD_US 3000000

uint64_t
gap_over_us(const struct tracker *tracker)
{
	if (!tracker->was_away)
		return 0;
	if (!tracker->link_up || tracker->heard_us == 0)
		return UINT64_MAX;
	return tracker->scanned_us >= tracker->back_us ? 0 : tracker->heard_us + ALL_TOLD_US;
}

/* The record takes lines in portions. */
static void
write_line(struct tracker *tracker, const struct gap_line *line)
{
	for (int at = 0; at < line->n_plies; at += EXPLAIN_PLIES_MAX) {
		struct explanation part = { .n_plies = line->n_plies - at };
		uint8_t doubts[EXPLAIN_PLIES_MAX];

		if (part.n_plies > EXPLAIN_PLIES_MAX)
			part.n_plies = EXPLAIN_PLIES_MAX;
		for (int i = 0; i < part.n_plies; i++) {
			part.moves[i] = line->moves[at + i];
			doubts[i] = DOUBT_ORDER;
		}
		record_rewrite(tracker, 0, &part, doubts, false);
		tracker->believed += (uint64_t)(part.n_plies * (COST_PLY + COST_OUT_OF_SIGHT));
	}
}

/* When updates told what the squares read now; what a scan told was there before. */
static void
times_told(const struct tracker *tracker, uint64_t ret_told_us[64])
{
	for (int sq = 0; sq < 64; sq++) {
		bool told = !(tracker->by_scan & sq_bit(sq)) &&
		            tracker->evidence.changed_us[sq] >= tracker->back_us;

		ret_told_us[sq] = told ? tracker->evidence.changed_us[sq] : 0;
	}
}

bool
gap_look(struct tracker *tracker)
{
	uint64_t told_us[64];
	struct gap_line line;

	if (!tracker->was_away || gap_over_us(tracker) > tracker->now_us ||
	    tracker->image.occupancy_only)
		return false;
	times_told(tracker, told_us);
	if (!gap_explain(&tracker->game.now, &tracker->image, tracker->excused, told_us, &line))
		return false;
	write_line(tracker, &line);
	return true;
}
