/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/chess/movegen.h"

#include "core/chess/generate.h"

static inline void
list_add(struct move_list *list, uint16_t move)
{
	list->moves[list->count++] = move;
}

static inline void
list_man(void *ctx, enum color us, enum piece_type type, int from, uint64_t targets)
{
	(void)us;
	(void)type;
	while (targets != 0)
		list_add(ctx, move_make(from, bits_take(&targets), MOVE_NORMAL));
}

static inline void
list_pawns(void *ctx, enum color us, uint64_t targets, int step)
{
	(void)us;
	while (targets != 0) {
		const int to = bits_take(&targets);

		list_add(ctx, move_make(to - step, to, MOVE_NORMAL));
	}
}

static inline void
list_promotions(void *ctx, enum color us, uint64_t targets, int step)
{
	(void)us;
	while (targets != 0) {
		const int to = bits_take(&targets);

		for (int type = QUEEN; type >= KNIGHT; type--)
			list_add(ctx, move_make_promotion(to - step, to, (enum piece_type)type));
	}
}

static inline void
list_en_passant(void *ctx, enum color us, int from, int to)
{
	(void)us;
	list_add(ctx, move_make(from, to, MOVE_EN_PASSANT));
}

static inline void
list_castling(void *ctx, enum color us, enum castling_side side, int king, int rook)
{
	(void)us;
	(void)side;
	list_add(ctx, move_make(king, rook, MOVE_CASTLING));
}

static const struct generate_sink list_sink = {
	.man = list_man,
	.pawns = list_pawns,
	.promotions = list_promotions,
	.en_passant = list_en_passant,
	.castling = list_castling,
};

GENERATE_INLINE void
list_side(const struct position *position, const enum color us, uint64_t movers,
          struct move_list *list)
{
	struct generate_ways ways;

	generate_find_ways(position, us, &ways);
	generate_moves_of(position, &ways, us, movers, &list_sink, list);
}

void
movegen_legal(const struct position *position, struct move_list *ret_list)
{
	ret_list->count = 0;
	if (position->side == WHITE)
		list_side(position, WHITE, BITS_ALL, ret_list);
	else
		list_side(position, BLACK, BITS_ALL, ret_list);
}

void
movegen_legal_of(const struct position *position, uint64_t movers, struct move_list *ret_list)
{
	ret_list->count = 0;
	if (position->side == WHITE)
		list_side(position, WHITE, movers, ret_list);
	else
		list_side(position, BLACK, movers, ret_list);
}

GENERATE_INLINE int
count_side(const struct position *position, const enum color us)
{
	struct generate_ways ways;

	generate_find_ways(position, us, &ways);
	return generate_count(position, &ways, us);
}

int
movegen_count(const struct position *position)
{
	return position->side == WHITE ? count_side(position, WHITE) : count_side(position, BLACK);
}

bool
movegen_is_legal(const struct position *position, uint16_t move)
{
	struct move_list list;

	movegen_legal_of(position, sq_bit(move_from(move)), &list);
	for (int i = 0; i < list.count; i++)
		if (list.moves[i] == move)
			return true;
	return false;
}

GENERATE_INLINE bool
any_side(const struct position *position, const enum color us)
{
	struct generate_ways ways;

	generate_find_ways(position, us, &ways);
	return generate_any(position, &ways, us);
}

uint64_t
movegen_targets(const struct position *position, int from)
{
	struct move_list legal;
	uint64_t targets = 0;

	movegen_legal_of(position, sq_bit(from), &legal);
	for (int i = 0; i < legal.count; i++)
		targets |= sq_bit(move_target(legal.moves[i]));
	return targets;
}

bool
movegen_any(const struct position *position)
{
	return position->side == WHITE ? any_side(position, WHITE) : any_side(position, BLACK);
}
