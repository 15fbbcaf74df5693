/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/chess/perft_tree.h"

#include "core/chess/generate.h"
#include "core/chess/make.h"

#ifndef PERFT_TREE
#define PERFT_TREE perft_tree_any
#endif

struct perft {
	const struct position *position;
	const struct generate_ways *ways;
	int depth; /* of the tree below this position: 2 or more */
	uint64_t nodes;
};

static uint64_t perft_white(const struct position *position, const struct generate_ways *ways,
                            int depth);
static uint64_t perft_black(const struct position *position, const struct generate_ways *ways,
                            int depth);

static __attribute__((noinline)) int
perft_count_white(const struct position *position, const struct generate_ways *ways)
{
	return generate_count(position, ways, WHITE);
}

static __attribute__((noinline)) int
perft_count_black(const struct position *position, const struct generate_ways *ways)
{
	return generate_count(position, ways, BLACK);
}

/* Count below a position reached by a move of `us`. */
GENERATE_INLINE void
perft_below(struct perft *perft, const enum color us, const struct position *after)
{
	if (perft->depth == 2)
		perft->nodes += (uint64_t)(us == WHITE ? perft_count_black(after, perft->ways)
		                                       : perft_count_white(after, perft->ways));
	else
		perft->nodes += us == WHITE ? perft_black(after, perft->ways, perft->depth - 1)
		                            : perft_white(after, perft->ways, perft->depth - 1);
}

GENERATE_INLINE void
perft_man(void *ctx, enum color us, enum piece_type type, int from, uint64_t targets)
{
	struct perft *perft = ctx;

	while (targets != 0) {
		struct position after = *perft->position;

		make_man(&after, us, type, from, bits_take(&targets));
		perft_below(perft, us, &after);
	}
}

GENERATE_INLINE void
perft_pawns(void *ctx, enum color us, uint64_t targets, int step)
{
	struct perft *perft = ctx;

	while (targets != 0) {
		const int to = bits_take(&targets);
		struct position after = *perft->position;

		if (step == 2 * bits_forward_step(us))
			make_double_step(&after, us, to - step, to);
		else
			make_man(&after, us, PAWN, to - step, to);
		perft_below(perft, us, &after);
	}
}

GENERATE_INLINE void
perft_promotions(void *ctx, enum color us, uint64_t targets, int step)
{
	struct perft *perft = ctx;

	while (targets != 0) {
		const int to = bits_take(&targets);

		for (int type = KNIGHT; type <= QUEEN; type++) {
			struct position after = *perft->position;

			make_promotion(&after, us, to - step, to, (enum piece_type)type);
			perft_below(perft, us, &after);
		}
	}
}

GENERATE_INLINE void
perft_en_passant(void *ctx, enum color us, int from, int to)
{
	struct perft *perft = ctx;
	struct position after = *perft->position;

	make_en_passant(&after, us, from, to);
	perft_below(perft, us, &after);
}

GENERATE_INLINE void
perft_castling(void *ctx, enum color us, enum castling_side side, int king, int rook)
{
	struct perft *perft = ctx;
	struct position after = *perft->position;

	(void)side;
	make_castling(&after, us, king, rook);
	perft_below(perft, us, &after);
}

static const struct generate_sink perft_sink = {
	.man = perft_man,
	.pawns = perft_pawns,
	.promotions = perft_promotions,
	.en_passant = perft_en_passant,
	.castling = perft_castling,
};

/* The recursion is as deep as the tree: PERFT_DEPTH_MAX at most. */
static uint64_t
perft_white(const struct position *position, const struct generate_ways *ways, int depth)
{
	struct perft perft = { .position = position, .ways = ways, .depth = depth };

	generate_moves(position, ways, WHITE, &perft_sink, &perft);
	return perft.nodes;
}

static uint64_t
perft_black(const struct position *position, const struct generate_ways *ways, int depth)
{
	struct perft perft = { .position = position, .ways = ways, .depth = depth };

	generate_moves(position, ways, BLACK, &perft_sink, &perft);
	return perft.nodes;
}

uint64_t
PERFT_TREE(const struct position *position, int depth)
{
	struct generate_ways ways;

	generate_find_ways(position, WHITE, &ways);
	generate_find_ways(position, BLACK, &ways);
	return position->side == WHITE ? perft_white(position, &ways, depth)
	                               : perft_black(position, &ways, depth);
}
