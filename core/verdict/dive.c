/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each ply the move with the best score is played, chance deciding between near equals, and each
 * move of the winner that gives check and leaves no flight is tried as a mate first. The scores
 * were tuned for few plies on real positions; a bad one costs time and never a wrong answer.
 */
#include "core/verdict/dive.h"

#include <stdbool.h>

#include "core/chess/attacks.h"
#include "core/chess/bits.h"
#include "core/chess/generate.h"
#include "core/chess/make.h"
#include "core/chess/movegen.h"
#include "core/verdict/chance.h"
#include "core/verdict/material.h"
#include "core/verdict/smother.h"

/* What a move is worth, in units of chance_take(). */
#ifndef DIVE_TUNING
enum dive_score {
	DIVE_CAPTURE = 20,
	DIVE_QUEENS = 90,
	DIVE_UNDERPROMOTES = 36,
	DIVE_PUSH = -6,       /* beside a queen or rook */
	DIVE_PUSH_ALONE = 34, /* without one */
	DIVE_RANK = 8,        /* for each rank advanced */
	DIVE_QUEEN = 7,
	DIVE_KING_STEP = 15, /* nearer to the other king */
	DIVE_LOSER_MAN = 23, /* the loser moves a man other than his king */
	DIVE_LOSER_CAPTURE = -90,
	DIVE_LOSER_PAWN = 4,
	DIVE_LOSER_EDGE = 23, /* his king nearer to the edge */
	DIVE_LOSER_QUEENS = -31,
	DIVE_LOSER_UNDERPROMOTES = 8,
};
#define DIVE_SMOTHER     12 /* before all others, where they apply */
#define DIVE_SHORT       4  /* dives before the long ones */
#define DIVE_SHORT_PLIES 46
#endif

_Static_assert(SMOTHER_PLIES_MAX <= DIVE_PLIES_MAX, "smother_run() writes where dive_run() does");

struct dive {
	struct position position; /* of this ply */
	struct chance chance;
	uint64_t n_nodes;
	enum color winner;
	bool heavy;                /* the winner has a queen or rook */
	int k, w;                  /* squares of the loser's and the winner's king */
	uint64_t free;             /* squares next to the loser's king, not held by his men */
	uint64_t held, held_twice; /* attacked by the winner through the king; by two men */
	uint64_t occupied, enemy;
	uint64_t curtains;  /* the winner's men that hide a line of theirs from k */
	uint64_t checks[7]; /* squares from which a man of a type gives check to k */
	int best_score;
	uint16_t best, mate; /* MOVE_NONE until found */
};

/* Squares at most n king's steps from sq. */
static inline uint64_t
dive_box(int sq, int n)
{
	const int file = sq_file(sq), rank = sq_rank(sq);
	const int left = file > n ? file - n : 0, right = file + n < 7 ? file + n : 7;
	const int low = rank > n ? rank - n : 0, high = rank + n < 7 ? rank + n : 7;
	const uint64_t files =
		(UINT64_C(0xff) << left & UINT64_C(0xff) >> (7 - right)) * BITS_FILE_A;

	return files & BITS_ALL << 8 * low & BITS_ALL >> 8 * (7 - high);
}

/* One of a set that is not empty. */
static inline int
dive_pick(struct dive *dive, uint64_t set)
{
	const unsigned int turn = 2 * (unsigned int)chance_take(&dive->chance);

	return (bits_first(set >> turn | set << (-turn & 63)) + (int)turn) & 63;
}

static inline void
dive_offer(struct dive *dive, uint16_t move, int score)
{
	score += chance_take(&dive->chance);
	if (score > dive->best_score) {
		dive->best_score = score;
		dive->best = move;
	}
}

/* Moves of one man that are worth the same. */
static inline void
dive_offer_set(struct dive *dive, int from, uint64_t targets, int score)
{
	if (targets == 0)
		return;
	score += chance_take(&dive->chance);
	if (score > dive->best_score) {
		dive->best_score = score;
		dive->best = move_make(from, dive_pick(dive, targets), MOVE_NORMAL);
	}
}

/* Moves of pawns, all by the same step, one of which is offered. */
static inline void
dive_offer_pawns(struct dive *dive, enum color us, uint64_t targets, int step, int score)
{
	int to;

	if (targets == 0)
		return;
	to = bits_many(targets) ? dive_pick(dive, targets) : bits_first(targets);
	if (us == dive->winner)
		score += DIVE_RANK * (us == WHITE ? sq_rank(to) : 7 - sq_rank(to));
	dive_offer(dive, move_make(to - step, to, MOVE_NORMAL), score);
}

/* Make a move in a copy that needs no key, no counters and no look at whether a capture en passant
 * would be legal: it only serves to generate the next moves. */
static inline void
dive_make(struct position *position, uint16_t move)
{
	const enum color us = (enum color)position->side;
	const int from = move_from(move), to = move_to(move);
	const enum piece_type type = (enum piece_type)(position_piece_at(position, from) & 7);

	switch (move_kind(move)) {
	case MOVE_CASTLING:
		make_castling(position, us, from, to);
		break;
	case MOVE_EN_PASSANT:
		make_en_passant(position, us, from, to);
		break;
	case MOVE_PROMOTION:
		make_promotion(position, us, from, to, move_promotion(move));
		break;
	case MOVE_NORMAL:
	default:
		if (type == PAWN && to - from == 2 * bits_forward_step(us))
			make_double_step(position, us, from, to);
		else
			make_man(position, us, type, from, to);
		break;
	}
}

/* Does the move, which gives check, mate? */
static void
dive_try(struct dive *dive, uint16_t move)
{
	struct position after = dive->position;

	dive->n_nodes++;
	dive_make(&after, move);
	if (position_in_check(&after) && !movegen_any(&after))
		dive->mate = move;
}

static inline void
dive_winner_king(struct dive *dive, int from, uint64_t targets)
{
	const int steps = sq_king_steps(from, dive->k);
	const uint64_t nearer = dive_box(dive->k, steps - 1), same = dive_box(dive->k, steps);

	dive_offer_set(dive, from, targets & dive->enemy, DIVE_CAPTURE);
	dive_offer_set(dive, from, targets & nearer, DIVE_KING_STEP);
	dive_offer_set(dive, from, targets & same & ~nearer, 0);
	dive_offer_set(dive, from, targets & ~same, -DIVE_KING_STEP);
}

/* The squares that a man on sq attacks. */
static inline uint64_t
dive_holds(enum color side, enum piece_type type, int sq, uint64_t occupied)
{
	if (type == PAWN)
		return attacks_pawn[side][sq];
	return type == KING ? attacks_king[sq] : generate_attacks(type, sq, occupied);
}

/* The flights that are left when a man of `type` has come to `to`, where the king might take it;
 * before, it held `held`. */
static inline uint64_t
dive_flights(const struct dive *dive, enum piece_type type, int from, int to, uint64_t held)
{
	const uint64_t through = dive->occupied & ~sq_bit(from) & ~sq_bit(dive->k);
	const uint64_t others = dive->held_twice | (dive->held & ~held);
	const uint64_t free = dive->free | (sq_bit(to) & attacks_king[dive->k]);

	return free & ~others & ~dive_holds(dive->winner, type, to, through);
}

/* Of the moves of a man that give check, those are tried that leave no flight. */
static void
dive_try_checks(struct dive *dive, enum piece_type type, int from, uint64_t checks)
{
	const uint64_t through = dive->occupied & ~sq_bit(dive->k);
	const uint64_t held = dive_holds(dive->winner, type, from, through);

	while (checks != 0 && dive->mate == MOVE_NONE) {
		const int to = bits_take(&checks);

		if (dive_flights(dive, type, from, to, held) == 0)
			dive_try(dive, move_make(from, to, MOVE_NORMAL));
	}
}

static inline void
dive_winner_man(void *ctx, enum color us, enum piece_type type, int from, uint64_t targets)
{
	struct dive *dive = ctx;
	const bool is_curtain = (dive->curtains & sq_bit(from)) != 0;
	const uint64_t checks = is_curtain ? targets : targets & dive->checks[type];
	const uint64_t prey = targets & dive->enemy;

	(void)us;
	if (checks != 0)
		dive_try_checks(dive, type, from, checks);
	if (type == KING) {
		dive_winner_king(dive, from, targets);
		return;
	}
	dive_offer_set(dive, from, prey, DIVE_CAPTURE);
	dive_offer_set(dive, from, targets & ~prey, type == QUEEN ? DIVE_QUEEN : 0);
}

static inline void
dive_winner_pawns(void *ctx, enum color us, uint64_t targets, int step)
{
	struct dive *dive = ctx;
	const uint64_t curtains =
		step > 0 ? dive->curtains << (step & 63) : dive->curtains >> (-step & 63);
	const int push = dive->heavy ? DIVE_PUSH : DIVE_PUSH_ALONE;
	uint64_t checks = targets & (dive->checks[PAWN] | curtains), front;

	while (checks != 0) {
		const int to = bits_take(&checks);

		dive_try_checks(dive, PAWN, to - step, sq_bit(to));
	}
	dive_offer_pawns(dive, us, targets & dive->enemy, step, push + DIVE_CAPTURE);
	targets &= ~dive->enemy;
	if (targets == 0)
		return;
	front = sq_bit(us == WHITE ? bits_last(targets) : bits_first(targets));
	dive_offer_pawns(dive, us, front, step, push);
	dive_offer_pawns(dive, us, targets ^ front, step, push);
}

static inline void
dive_winner_promotions(void *ctx, enum color us, uint64_t targets, int step)
{
	struct dive *dive = ctx;

	while (targets != 0) {
		const int to = bits_take(&targets), from = to - step;
		const bool is_curtain = (dive->curtains & sq_bit(from)) != 0;

		for (int n = KNIGHT; n <= QUEEN; n++) {
			const enum piece_type type = (enum piece_type)n;
			const uint16_t move = move_make_promotion(from, to, type);

			if ((is_curtain || (dive->checks[type] & sq_bit(to)) != 0) &&
			    dive->mate == MOVE_NONE &&
			    dive_flights(dive, type, from, to, attacks_pawn[us][from]) == 0)
				dive_try(dive, move);
			dive_offer(dive, move, type == QUEEN ? DIVE_QUEENS : DIVE_UNDERPROMOTES);
		}
	}
}

static inline void
dive_winner_en_passant(void *ctx, enum color us, int from, int to)
{
	struct dive *dive = ctx;
	const uint16_t move = move_make(from, to, MOVE_EN_PASSANT);

	(void)us;
	dive_try(dive, move);
	dive_offer(dive, move, DIVE_CAPTURE);
}

static inline void
dive_any_castling(void *ctx, enum color us, enum castling_side side, int king, int rook)
{
	struct dive *dive = ctx;
	const uint16_t move = move_make(king, rook, MOVE_CASTLING);

	(void)side;
	if (us == dive->winner)
		dive_try(dive, move);
	dive_offer(dive, move, 0);
}

static inline void
dive_loser_king(struct dive *dive, int from, uint64_t targets)
{
	/* Squares at most so many steps from the edge. */
	static const uint64_t margins[] = {
		UINT64_C(0xff818181818181ff),
		UINT64_C(0xffffc3c3c3c3ffff),
		UINT64_C(0xffffffe7e7ffffff),
		BITS_ALL,
	};
	const int file = sq_file(from) ^ (sq_file(from) < 4 ? 0 : 7);
	const int rank = sq_rank(from) ^ (sq_rank(from) < 4 ? 0 : 7);
	const int edge = file < rank ? file : rank;
	const uint64_t nearer = edge > 0 ? margins[edge - 1] : 0, same = margins[edge];

	dive_offer_set(dive, from, targets & dive->enemy, DIVE_LOSER_CAPTURE);
	targets &= ~dive->enemy;
	dive_offer_set(dive, from, targets & nearer, DIVE_LOSER_EDGE);
	dive_offer_set(dive, from, targets & same & ~nearer, 0);
	dive_offer_set(dive, from, targets & ~same, -DIVE_LOSER_EDGE);
}

static inline void
dive_loser_man(void *ctx, enum color us, enum piece_type type, int from, uint64_t targets)
{
	struct dive *dive = ctx;
	const uint64_t quiet = targets & ~dive->enemy;

	(void)us;
	if (type == KING) {
		dive_loser_king(dive, from, targets);
		return;
	}
	dive_offer_set(dive, from, targets & dive->enemy, DIVE_LOSER_CAPTURE);
	dive_offer_set(dive, from, quiet, DIVE_LOSER_MAN);
}

static inline void
dive_loser_pawns(void *ctx, enum color us, uint64_t targets, int step)
{
	struct dive *dive = ctx;

	dive_offer_pawns(dive, us, targets & dive->enemy, step, DIVE_LOSER_CAPTURE);
	dive_offer_pawns(dive, us, targets & ~dive->enemy, step, DIVE_LOSER_PAWN);
}

static inline void
dive_loser_promotions(void *ctx, enum color us, uint64_t targets, int step)
{
	struct dive *dive = ctx;

	(void)us;
	while (targets != 0) {
		const int to = bits_take(&targets), from = to - step;

		for (int type = KNIGHT; type <= QUEEN; type++)
			dive_offer(dive, move_make_promotion(from, to, (enum piece_type)type),
			           type >= ROOK ? DIVE_LOSER_QUEENS : DIVE_LOSER_UNDERPROMOTES);
	}
}

static inline void
dive_loser_en_passant(void *ctx, enum color us, int from, int to)
{
	(void)us;
	dive_offer(ctx, move_make(from, to, MOVE_EN_PASSANT), DIVE_LOSER_CAPTURE);
}

static const struct generate_sink dive_winner_sink = {
	.man = dive_winner_man,
	.pawns = dive_winner_pawns,
	.promotions = dive_winner_promotions,
	.en_passant = dive_winner_en_passant,
	.castling = dive_any_castling,
};

static const struct generate_sink dive_loser_sink = {
	.man = dive_loser_man,
	.pawns = dive_loser_pawns,
	.promotions = dive_loser_promotions,
	.en_passant = dive_loser_en_passant,
	.castling = dive_any_castling,
};

static inline void
dive_hold(struct dive *dive, uint64_t attacked)
{
	dive->held_twice |= dive->held & attacked;
	dive->held |= attacked;
}

/* What a winner's ply needs to know of the loser's king. */
static void
dive_aim(struct dive *dive)
{
	const struct position *position = &dive->position;
	const uint64_t *t = position->by_type;
	const uint64_t own = position->by_color[dive->winner];
	const uint64_t through = dive->occupied & ~sq_bit(dive->k);
	const uint64_t bishop = attacks_bishop(dive->k, dive->occupied);
	const uint64_t rook = attacks_rook(dive->k, dive->occupied);
	uint64_t men = ((attacks_rook_rays[dive->k] & (t[ROOK] | t[QUEEN])) |
	                (attacks_bishop_rays[dive->k] & (t[BISHOP] | t[QUEEN]))) &
	               own;

	dive->checks[PAWN] = attacks_pawn[color_other(dive->winner)][dive->k];
	dive->checks[KNIGHT] = attacks_knight[dive->k];
	dive->checks[BISHOP] = bishop;
	dive->checks[ROOK] = rook;
	dive->checks[QUEEN] = bishop | rook;
	dive->checks[KING] = 0;
	dive->curtains = 0;
	dive->free = attacks_king[dive->k] & ~position->by_color[color_other(dive->winner)];
	dive->held = dive->held_twice = 0;
	dive_hold(dive, attacks_king[dive->w]);
	dive_hold(dive, bits_left(dive->winner, t[PAWN] & own));
	dive_hold(dive, bits_right(dive->winner, t[PAWN] & own));
	while (men != 0) {
		const int sq = bits_take(&men);
		const uint64_t between = attacks_path[dive->k][sq] & dive->occupied & ~sq_bit(sq);

		if (!bits_many(between))
			dive->curtains |= between & own;
	}
	for (men = t[KNIGHT] & own; men != 0;)
		dive_hold(dive, attacks_knight[bits_take(&men)]);
	for (men = (t[BISHOP] | t[QUEEN]) & own; men != 0;)
		dive_hold(dive, attacks_bishop(bits_take(&men), through));
	for (men = (t[ROOK] | t[QUEEN]) & own; men != 0;)
		dive_hold(dive, attacks_rook(bits_take(&men), through));
}

GENERATE_INLINE void
dive_moves(struct dive *dive, const enum color us)
{
	struct generate_ways ways;

	generate_find_ways(&dive->position, us, &ways);
	if (us == dive->winner)
		generate_moves(&dive->position, &ways, us, &dive_winner_sink, dive);
	else
		generate_moves(&dive->position, &ways, us, &dive_loser_sink, dive);
}

static void
dive_ply(struct dive *dive)
{
	const struct position *position = &dive->position;
	const enum color us = (enum color)position->side;
	const enum color loser = color_other(dive->winner);
	const uint64_t *t = position->by_type;

	dive->n_nodes++;
	dive->best = dive->mate = MOVE_NONE;
	dive->best_score = -1000000;
	dive->k = bits_first(t[KING] & position->by_color[loser]);
	dive->w = bits_first(t[KING] & position->by_color[dive->winner]);
	dive->occupied = position->by_color[WHITE] | position->by_color[BLACK];
	dive->enemy = position->by_color[color_other(us)];
	dive->heavy = ((t[QUEEN] | t[ROOK]) & position->by_color[dive->winner]) != 0;
	if (us == dive->winner)
		dive_aim(dive);
	if (us == WHITE)
		dive_moves(dive, WHITE);
	else
		dive_moves(dive, BLACK);
}

static size_t
dive_once(const struct position *start, struct dive *dive, int plies, uint16_t *ret_moves)
{
	dive->position = *start;
	for (int ply = 0; ply < plies; ply++) {
		dive_ply(dive);
		if (dive->mate != MOVE_NONE) {
			ret_moves[ply] = dive->mate;
			return (size_t)ply + 1;
		}
		if (dive->best == MOVE_NONE || material_never_mates(&dive->position, dive->winner))
			return 0;
		ret_moves[ply] = dive->best;
		dive_make(&dive->position, dive->best);
	}
	return 0;
}

size_t
dive_run(const struct position *start, enum color winner, int first, int n_dives,
         uint16_t *ret_moves, uint64_t *io_nodes)
{
	struct dive dive = {
		.winner = winner,
		.chance.state = UINT64_C(0x2545f4914f6cdd1d) * (uint64_t)(2 * first + 1),
	};
	size_t len = 0;

	if (first == 0 && smother_applies(start, winner))
		len = smother_run(start, winner, DIVE_SMOTHER, ret_moves, io_nodes);
	for (int n = first; n < first + n_dives && len == 0; n++)
		len = dive_once(start, &dive, n < DIVE_SHORT ? DIVE_SHORT_PLIES : DIVE_PLIES_MAX,
		                ret_moves);
	*io_nodes += dive.n_nodes;
	return len;
}
