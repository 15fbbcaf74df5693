/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Legal moves as sets of target squares: the body that listing and counting share.
 *
 * Nothing here is tried out and taken back. A position gives, once: the men that check, the squares
 * that answer the check, the rays on which own men are pinned, and the squares the king may not
 * enter (seen with the king lifted off, 3.9.2). Target sets are cut by these masks, and what is
 * left is legal. Only en passant is tested by itself, since two men leave one rank.
 *
 * Everything is inlined with a constant `us`, so that each side gets its own code.
 */
#pragma once

#include "core/chess/attacks.h"
#include "core/chess/bits.h"
#include "core/chess/position.h"

#define GENERATE_INLINE static inline __attribute__((always_inline))

struct generate {
	uint64_t own, enemy, occupied;
	uint64_t checkers;
	uint64_t target; /* where men other than the king may arrive */
	/* Rays from the king to a rook or queen behind one man, that one included; to a bishop or
	 * queen. An own man on such a ray stays on it. */
	uint64_t pin_line, pin_diagonal;
	uint64_t movers; /* whose moves are asked for: BITS_ALL is everybody's */
	int king;
};

static inline uint64_t
generate_line_men(const struct position *position, enum color side)
{
	return (position->by_type[ROOK] | position->by_type[QUEEN]) & position->by_color[side];
}

static inline uint64_t
generate_diagonal_men(const struct position *position, enum color side)
{
	return (position->by_type[BISHOP] | position->by_type[QUEEN]) & position->by_color[side];
}

static inline uint64_t
generate_men(const struct position *position, enum color side, enum piece_type type)
{
	return position->by_type[type] & position->by_color[side];
}

/* generate_rays: of the sliders in line with the king: those with nothing between give check, those
 * with one man between pin it. A ray over one enemy man is kept too: no own man stands on it. */
GENERATE_INLINE uint64_t
generate_rays(struct generate *g, uint64_t sliders)
{
	uint64_t pins = 0;

	while (sliders != 0) {
		const int sq = bits_take(&sliders);
		const uint64_t path = attacks_path[g->king][sq];
		const uint64_t between = path & g->occupied & ~sq_bit(sq);

		if (between == 0)
			g->checkers |= sq_bit(sq);
		else if (!bits_many(between))
			pins |= path;
	}
	return pins;
}

GENERATE_INLINE void
generate_begin(const struct position *position, const enum color us, struct generate *ret_g)
{
	const enum color them = color_other(us);
	struct generate g;

	g.own = position->by_color[us];
	g.enemy = position->by_color[them];
	g.occupied = g.own | g.enemy;
	g.movers = BITS_ALL;
	g.king = bits_first(generate_men(position, us, KING));
	g.checkers = (attacks_pawn[us][g.king] & generate_men(position, them, PAWN)) |
	             (attacks_knight[g.king] & generate_men(position, them, KNIGHT));
	g.pin_line =
		generate_rays(&g, attacks_rook_rays[g.king] & generate_line_men(position, them));
	g.pin_diagonal = generate_rays(&g, attacks_bishop_rays[g.king] &
	                                           generate_diagonal_men(position, them));
	/* His king is no prey, even where an illegal move that stands has left him in check. */
	g.target = ~(g.own | generate_men(position, them, KING));
	if (g.checkers != 0)
		g.target &=
			bits_many(g.checkers) ? 0 : attacks_path[g.king][bits_first(g.checkers)];
	*ret_g = g;
}

/* Castling by one right: what must be empty beside king and rook, and the squares the king walks
 * over, with the last; a king that stays has his own square (3.8.2, Guidelines II.3). While a right
 * stands its king and rook do too, so a position's ways hold for the whole tree below it. */
struct generate_way {
	uint64_t vacant, path;
};

struct generate_ways {
	struct generate_way way[2][2]; /* [color][castling_side]; not set where the right is lost */
};

static inline struct generate_way
generate_way(int king, int rook, enum castling_side side)
{
	const int rank = sq_rank(king);
	const int king_to = sq_make(side == CASTLE_KING_SIDE ? 6 : 2, rank);
	const int rook_to = sq_make(side == CASTLE_KING_SIDE ? 5 : 3, rank);
	const uint64_t path = attacks_path[king][king_to];

	return (struct generate_way){
		.vacant = (path | attacks_path[rook][rook_to]) & ~sq_bit(king) & ~sq_bit(rook),
		.path = path,
	};
}

/* The ways of one side; those of the other are not touched. */
static inline void
generate_find_ways(const struct position *position, enum color us, struct generate_ways *ret_ways)
{
	for (int side = CASTLE_KING_SIDE; side <= CASTLE_QUEEN_SIDE; side++) {
		const int rook = position->castling_rook[us][side];

		if (rook != SQ_NONE)
			ret_ways->way[us][side] = generate_way(position_king(position, us), rook,
			                                       (enum castling_side)side);
	}
}

/* The king's path when nothing stands in the way, 0 otherwise. A rook pinned along its rank would
 * uncover his king in arriving beside him. */
GENERATE_INLINE uint64_t
generate_open_path(const struct position *position, const struct generate_ways *ways,
                   const enum color us, const enum castling_side side, const struct generate *g)
{
	const int rook = position->castling_rook[us][side];

	if (rook == SQ_NONE || (ways->way[us][side].vacant & g->occupied) != 0 ||
	    (sq_bit(rook) & g->pin_line) != 0)
		return 0;
	return ways->way[us][side].path;
}

struct generate_king {
	uint64_t targets;
	bool castling[2]; /* index enum castling_side */
};

/* What the sliders attack with the king lifted off. For his own steps only those count that could
 * attack a square beside him on an empty board; on his way to castle, all. */
GENERATE_INLINE uint64_t
generate_slider_attacks(const struct position *position, enum color side, const struct generate *g,
                        bool castles)
{
	const uint64_t occupied = g->occupied & ~sq_bit(g->king);
	uint64_t diagonal = generate_diagonal_men(position, side);
	uint64_t line = generate_line_men(position, side);
	uint64_t set = 0;

	if (!castles) {
		diagonal &= attacks_bishop_zone[g->king];
		line &= attacks_rook_zone[g->king];
	}
	while (diagonal != 0)
		set |= attacks_bishop(bits_take(&diagonal), occupied);
	while (line != 0)
		set |= attacks_rook(bits_take(&line), occupied);
	return set;
}

GENERATE_INLINE struct generate_king
generate_king(const struct position *position, const struct generate_ways *ways,
              const enum color us, const struct generate *g)
{
	const enum color them = color_other(us);
	const uint64_t pawns = generate_men(position, them, PAWN);
	struct generate_king king = { .targets = attacks_king[g->king] & ~g->own };
	uint64_t paths[2] = { 0, 0 };
	uint64_t attacked;

	for (int side = CASTLE_KING_SIDE; side <= CASTLE_QUEEN_SIDE && g->checkers == 0; side++)
		paths[side] = generate_open_path(position, ways, us, (enum castling_side)side, g);
	if ((king.targets | paths[0] | paths[1]) == 0)
		return king;
	attacked = generate_men(position, them, KING) | bits_left(them, pawns) |
	           bits_right(them, pawns) | bits_knights(generate_men(position, them, KNIGHT)) |
	           attacks_king[bits_first(generate_men(position, them, KING))];
	if (((king.targets & ~attacked) | paths[0] | paths[1]) != 0)
		attacked |= generate_slider_attacks(position, them, g, (paths[0] | paths[1]) != 0);
	king.targets &= ~attacked;
	for (int side = CASTLE_KING_SIDE; side <= CASTLE_QUEEN_SIDE; side++)
		king.castling[side] = paths[side] != 0 && (paths[side] & attacked) == 0;
	return king;
}

/* The targets of all pawns of a side, by direction, promotions among them. */
struct generate_pawns {
	uint64_t forward, twice, left, right;
};

GENERATE_INLINE struct generate_pawns
generate_pawns(const struct position *position, const enum color us, const struct generate *g)
{
	const uint64_t pawns = generate_men(position, us, PAWN) & g->movers;
	const uint64_t straight = pawns & ~g->pin_diagonal, aslant = pawns & ~g->pin_line;
	const uint64_t free = pawns & ~(g->pin_line | g->pin_diagonal);
	const uint64_t on_line = straight & g->pin_line, on_diagonal = aslant & g->pin_diagonal;
	const uint64_t prey = g->enemy & g->target;
	struct generate_pawns targets;

	targets.forward =
		(bits_forward(us, free) | (bits_forward(us, on_line) & g->pin_line)) & ~g->occupied;
	targets.twice =
		bits_forward(us, targets.forward & bits_rank(us, 3)) & ~g->occupied & g->target;
	targets.forward &= g->target;
	targets.left =
		(bits_left(us, free) | (bits_left(us, on_diagonal) & g->pin_diagonal)) & prey;
	targets.right =
		(bits_right(us, free) | (bits_right(us, on_diagonal) & g->pin_diagonal)) & prey;
	return targets;
}

/* The own pawns that may capture en passant. Both pawns are taken off and the capturer put down,
 * then the king must stand unattacked: that covers pins, checks and the shared rank at once. */
GENERATE_INLINE uint64_t
generate_en_passant(const struct position *position, const enum color us, const struct generate *g)
{
	const enum color them = color_other(us);
	uint64_t candidates, legal = 0;

	if (position->ep == SQ_NONE)
		return 0;
	candidates =
		attacks_pawn[them][position->ep] & generate_men(position, us, PAWN) & g->movers;
	while (candidates != 0) {
		const int from = bits_take(&candidates);
		const uint64_t captured = sq_bit(position->ep - bits_forward_step(us));
		const uint64_t after =
			(g->occupied ^ sq_bit(from) ^ captured) | sq_bit(position->ep);
		const uint64_t enemies = position_attackers(position, g->king, them, after);

		if ((enemies & ~captured) == 0)
			legal |= sq_bit(from);
	}
	return legal;
}

/* generate_any_en_passant: is an en passant capture legal for the side to move? */
static inline bool
generate_any_en_passant(const struct position *position)
{
	struct generate g;

	if (position->ep == SQ_NONE)
		return false;
	if (position->side == WHITE) {
		generate_begin(position, WHITE, &g);
		return generate_en_passant(position, WHITE, &g) != 0;
	}
	generate_begin(position, BLACK, &g);
	return generate_en_passant(position, BLACK, &g) != 0;
}

/* The targets of a knight, bishop, rook or queen on `from`, before pins and checks. */
GENERATE_INLINE uint64_t
generate_attacks(const enum piece_type type, int from, uint64_t occupied)
{
	if (type == KNIGHT)
		return attacks_knight[from];
	if (type == BISHOP)
		return attacks_bishop(from, occupied);
	return type == ROOK ? attacks_rook(from, occupied) : attacks_queen(from, occupied);
}

/* Where moves go. Sets of targets may be empty; `us` is the constant of the caller. */
struct generate_sink {
	/* A man on `from` other than a pawn, castling apart. */
	void (*man)(void *ctx, enum color us, enum piece_type type, int from, uint64_t targets);
	/* Pawns that come from target - step, also by the double step. */
	void (*pawns)(void *ctx, enum color us, uint64_t targets, int step);
	void (*promotions)(void *ctx, enum color us, uint64_t targets, int step);
	void (*en_passant)(void *ctx, enum color us, int from, int to);
	void (*castling)(void *ctx, enum color us, enum castling_side side, int king, int rook);
};

GENERATE_INLINE void
generate_each_man(const struct position *position, const enum color us, const struct generate *g,
                  const enum piece_type type, const struct generate_sink *sink, void *ctx)
{
	const uint64_t men = generate_men(position, us, type) & g->movers;
	uint64_t left;

	for (left = men & ~(g->pin_line | g->pin_diagonal); left != 0;) {
		const int from = bits_take(&left);

		sink->man(ctx, us, type, from,
		          generate_attacks(type, from, g->occupied) & g->target);
	}
	if (type == BISHOP || type == QUEEN)
		for (left = men & g->pin_diagonal; left != 0;) {
			const int from = bits_take(&left);

			sink->man(ctx, us, type, from,
			          attacks_bishop(from, g->occupied) & g->target & g->pin_diagonal);
		}
	if (type == ROOK || type == QUEEN)
		for (left = men & g->pin_line; left != 0;) {
			const int from = bits_take(&left);

			sink->man(ctx, us, type, from,
			          attacks_rook(from, g->occupied) & g->target & g->pin_line);
		}
}

GENERATE_INLINE void
generate_each_pawn(const struct position *position, const enum color us, const struct generate *g,
                   const struct generate_sink *sink, void *ctx)
{
	const struct generate_pawns pawns = generate_pawns(position, us, g);
	const uint64_t last = bits_rank(us, 8);
	uint64_t capturers;

	sink->pawns(ctx, us, pawns.forward & ~last, bits_forward_step(us));
	sink->pawns(ctx, us, pawns.twice, 2 * bits_forward_step(us));
	sink->pawns(ctx, us, pawns.left & ~last, bits_left_step(us));
	sink->pawns(ctx, us, pawns.right & ~last, bits_right_step(us));
	if (((pawns.forward | pawns.left | pawns.right) & last) != 0) {
		sink->promotions(ctx, us, pawns.forward & last, bits_forward_step(us));
		sink->promotions(ctx, us, pawns.left & last, bits_left_step(us));
		sink->promotions(ctx, us, pawns.right & last, bits_right_step(us));
	}
	for (capturers = generate_en_passant(position, us, g); capturers != 0;)
		sink->en_passant(ctx, us, bits_take(&capturers), position->ep);
}

/* generate_moves_of: hand the legal moves of the men of the side to move, `us`, who stand on the squares of `movers` to the sink. */
GENERATE_INLINE void
generate_moves_of(const struct position *position, const struct generate_ways *ways,
                  const enum color us, uint64_t movers, const struct generate_sink *sink, void *ctx)
{
	struct generate_king king = { 0 };
	struct generate g;

	generate_begin(position, us, &g);
	g.movers = movers;
	if ((movers & sq_bit(g.king)) != 0)
		king = generate_king(position, ways, us, &g);
	sink->man(ctx, us, KING, g.king, king.targets);
	if (bits_many(g.checkers))
		return;
	generate_each_pawn(position, us, &g, sink, ctx);
	generate_each_man(position, us, &g, KNIGHT, sink, ctx);
	generate_each_man(position, us, &g, BISHOP, sink, ctx);
	generate_each_man(position, us, &g, ROOK, sink, ctx);
	generate_each_man(position, us, &g, QUEEN, sink, ctx);
	for (int side = CASTLE_KING_SIDE; side <= CASTLE_QUEEN_SIDE; side++)
		if (king.castling[side])
			sink->castling(ctx, us, (enum castling_side)side, g.king,
			               position->castling_rook[us][side]);
}

/* generate_moves: those of all of them. */
GENERATE_INLINE void
generate_moves(const struct position *position, const struct generate_ways *ways,
               const enum color us, const struct generate_sink *sink, void *ctx)
{
	generate_moves_of(position, ways, us, BITS_ALL, sink, ctx);
}

GENERATE_INLINE int
generate_count_pawns(const struct position *position, const enum color us, const struct generate *g)
{
	const struct generate_pawns pawns = generate_pawns(position, us, g);
	const uint64_t last = bits_rank(us, 8);
	int n;

	/* Steps end on empty squares, captures on enemy men: these sets share no square. */
	n = bits_count(pawns.forward | pawns.left) + bits_count(pawns.twice | pawns.right);
	if (((pawns.forward | pawns.left | pawns.right) & last) != 0)
		n += 3 * (bits_count((pawns.forward | pawns.left) & last) +
		          bits_count(pawns.right & last));
	return n + bits_count(generate_en_passant(position, us, g));
}

/* A queen is counted as a bishop and a rook. */
GENERATE_INLINE int
generate_count_sliders(const struct position *position, const enum color us,
                       const struct generate *g)
{
	const uint64_t diagonal = generate_diagonal_men(position, us) & ~g->pin_line;
	const uint64_t line = generate_line_men(position, us) & ~g->pin_diagonal;
	uint64_t men;
	int n = 0;

	for (men = diagonal & ~g->pin_diagonal; men != 0;)
		n += bits_count(attacks_bishop(bits_take(&men), g->occupied) & g->target);
	for (men = diagonal & g->pin_diagonal; men != 0;)
		n += bits_count(attacks_bishop(bits_take(&men), g->occupied) & g->target &
		                g->pin_diagonal);
	for (men = line & ~g->pin_line; men != 0;)
		n += bits_count(attacks_rook(bits_take(&men), g->occupied) & g->target);
	for (men = line & g->pin_line; men != 0;)
		n += bits_count(attacks_rook(bits_take(&men), g->occupied) & g->target &
		                g->pin_line);
	return n;
}

GENERATE_INLINE int
generate_count_men(const struct position *position, const enum color us, const struct generate *g)
{
	uint64_t knights = generate_men(position, us, KNIGHT) & ~(g->pin_line | g->pin_diagonal);
	int n = 0;

	while (knights != 0)
		n += bits_count(attacks_knight[bits_take(&knights)] & g->target);
	return n + generate_count_pawns(position, us, g) + generate_count_sliders(position, us, g);
}

/* generate_count: how many legal moves `us`, the side to move, has. */
GENERATE_INLINE int
generate_count(const struct position *position, const struct generate_ways *ways,
               const enum color us)
{
	struct generate_king king;
	struct generate g;
	int n;

	generate_begin(position, us, &g);
	king = generate_king(position, ways, us, &g);
	n = bits_count(king.targets) + king.castling[0] + king.castling[1];
	if (bits_many(g.checkers))
		return n;
	if ((g.pin_line | g.pin_diagonal) == 0) {
		/* Said to the compiler: by far the most frequent case has shorter code. */
		g.pin_line = 0;
		g.pin_diagonal = 0;
		return n + generate_count_men(position, us, &g);
	}
	return n + generate_count_men(position, us, &g);
}

/* Can a knight, bishop, rook or queen move? */
GENERATE_INLINE bool
generate_any_man(const struct position *position, const enum color us, const struct generate *g)
{
	const uint64_t diagonal = generate_diagonal_men(position, us) & ~g->pin_line;
	const uint64_t line = generate_line_men(position, us) & ~g->pin_diagonal;
	const uint64_t knights =
		generate_men(position, us, KNIGHT) & ~(g->pin_line | g->pin_diagonal);
	uint64_t men, set;

	if ((bits_knights(knights) & g->target) != 0)
		return true;
	for (men = diagonal; men != 0;) {
		const int from = bits_take(&men);

		set = attacks_bishop(from, g->occupied) & g->target;
		if ((set & ((g->pin_diagonal & sq_bit(from)) != 0 ? g->pin_diagonal : BITS_ALL)) !=
		    0)
			return true;
	}
	for (men = line; men != 0;) {
		const int from = bits_take(&men);

		set = attacks_rook(from, g->occupied) & g->target;
		if ((set & ((g->pin_line & sq_bit(from)) != 0 ? g->pin_line : BITS_ALL)) != 0)
			return true;
	}
	return false;
}

/* generate_any: has `us`, the side to move, a legal move? */
GENERATE_INLINE bool
generate_any(const struct position *position, const struct generate_ways *ways, const enum color us)
{
	struct generate_pawns pawns;
	struct generate_king king;
	struct generate g;

	generate_begin(position, us, &g);
	king = generate_king(position, ways, us, &g);
	if (king.targets != 0 || king.castling[0] || king.castling[1])
		return true;
	if (bits_many(g.checkers))
		return false;
	pawns = generate_pawns(position, us, &g);
	if ((pawns.forward | pawns.twice | pawns.left | pawns.right) != 0)
		return true;
	return generate_any_man(position, us, &g) || generate_en_passant(position, us, &g) != 0;
}
