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
#include "core/chess/movegen.h"
#include "core/verdict/chance.h"
#include "core/verdict/material.h"
#include "core/verdict/smother.h"

/* What a move is worth, in units of chance_take(). */
#ifndef DIVE_TUNING
enum dive_score {
	DIVE_CAPTURE = 16,
	DIVE_QUEENS = 92,
	DIVE_UNDERPROMOTES = 40,
	DIVE_PUSH = -2,       /* beside a queen or rook */
	DIVE_PUSH_ALONE = 58, /* without one */
	DIVE_RANK = 8,        /* for each rank advanced */
	DIVE_KING_STEP = 15,  /* nearer to the other king */
	DIVE_KNIGHT_STEP = -1,
	DIVE_KNIGHT_RING = 11, /* attacks a square next to the other king */
	DIVE_BISHOP_RING = 9,
	DIVE_ROOK_RING = 9,
	DIVE_QUEEN_RING = 2,
	DIVE_LOSER_MAN = 12, /* the loser moves a man other than his king */
	DIVE_LOSER_CAPTURE = -80,
	DIVE_LOSER_EDGE = 20, /* his king nearer to the edge */
	DIVE_LOSER_STEP = 4,  /* his king nearer to the winner's */
	DIVE_LOSER_QUEENS = -36,
	DIVE_LOSER_UNDERPROMOTES = 9,
	DIVE_LOSER_BLOCKS = 10, /* a square next to his king */
	DIVE_LOSER_UNBLOCKS = -25,
};
#define DIVE_SMOTHER     12 /* before all others, where they apply */
#define DIVE_SHORT       6  /* dives before the long ones */
#define DIVE_SHORT_PLIES 36
#endif

_Static_assert(SMOTHER_PLIES_MAX <= DIVE_PLIES_MAX, "smother_run() writes where dive_run() does");

struct dive {
	struct position position; /* of this ply */
	struct chance chance;
	uint64_t n_nodes;
	enum color winner;
	bool heavy;       /* the winner has a queen or rook */
	int k, w;         /* squares of the loser's and the winner's king */
	uint64_t ring;    /* round the loser's king, and the king */
	uint64_t flights; /* of these, not held by the loser nor attacked by the winner */
	uint64_t occupied, enemy;
	uint64_t curtains;  /* the winner's men that hide a line of theirs from k */
	uint64_t checks[7]; /* squares from which a man of a type gives check to k */
	int best_score;
	uint16_t best, mate; /* MOVE_NONE until found */
};

static inline int
dive_abs(int n)
{
	return n < 0 ? -n : n;
}

static inline int
dive_steps(int a, int b)
{
	const int files = dive_abs(sq_file(a) - sq_file(b));
	const int ranks = dive_abs(sq_rank(a) - sq_rank(b));

	return files > ranks ? files : ranks;
}

/* Steps from a square to the nearest edge. */
static inline int
dive_edge(int sq)
{
	const int file = sq_file(sq) < 4 ? sq_file(sq) : 7 - sq_file(sq);
	const int rank = sq_rank(sq) < 4 ? sq_rank(sq) : 7 - sq_rank(sq);

	return file < rank ? file : rank;
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

/* Does the move, which gives check, mate? */
static void
dive_try(struct dive *dive, uint16_t move)
{
	struct position after;

	dive->n_nodes++;
	position_after(&dive->position, move, &after);
	if (position_in_check(&after) && !movegen_any(&after))
		dive->mate = move;
}

static inline void
dive_winner_man(void *ctx, enum color us, enum piece_type type, int from, uint64_t targets)
{
	struct dive *dive = ctx;
	uint64_t checks = targets & dive->checks[type];

	(void)us;
	if ((dive->curtains & sq_bit(from)) != 0)
		checks = targets;
	for (; checks != 0 && dive->mate == MOVE_NONE;) {
		const int to = bits_take(&checks);

		if ((dive->flights &
		     ~generate_attacks(type == KING ? KNIGHT : type, to,
		                       dive->occupied & ~sq_bit(from) & ~sq_bit(dive->k))) == 0)
			dive_try(dive, move_make(from, to, MOVE_NORMAL));
	}
	while (targets != 0) {
		const int to = bits_take(&targets);
		int score = (dive->enemy & sq_bit(to)) != 0 ? DIVE_CAPTURE : 0;

		switch (type) {
		case KING:
			score += DIVE_KING_STEP *
			         (dive_steps(from, dive->k) - dive_steps(to, dive->k));
			break;
		case KNIGHT:
			score += (attacks_knight[to] & dive->ring) != 0 ? DIVE_KNIGHT_RING : 0;
			score += DIVE_KNIGHT_STEP *
			         (dive_steps(from, dive->k) - dive_steps(to, dive->k));
			break;
		case BISHOP:
			score += (attacks_bishop_rays[to] & dive->ring) != 0 ? DIVE_BISHOP_RING : 0;
			break;
		case ROOK:
			score += (attacks_rook_rays[to] & dive->ring) != 0 ? DIVE_ROOK_RING : 0;
			break;
		case QUEEN:
		case PAWN:
		case NO_PIECE_TYPE:
		default:
			score += DIVE_QUEEN_RING;
			break;
		}
		dive_offer(dive, move_make(from, to, MOVE_NORMAL), score);
	}
}

static inline void
dive_winner_pawns(void *ctx, enum color us, uint64_t targets, int step)
{
	struct dive *dive = ctx;

	while (targets != 0) {
		const int to = bits_take(&targets), from = to - step;
		const uint16_t move = move_make(from, to, MOVE_NORMAL);
		int score = dive->heavy ? DIVE_PUSH : DIVE_PUSH_ALONE;

		if ((dive->checks[PAWN] & sq_bit(to)) != 0 || (dive->curtains & sq_bit(from)) != 0)
			dive_try(dive, move);
		score += DIVE_RANK * (us == WHITE ? sq_rank(to) : 7 - sq_rank(to));
		score += (dive->enemy & sq_bit(to)) != 0 ? DIVE_CAPTURE : 0;
		dive_offer(dive, move, score);
	}
}

static inline void
dive_winner_promotions(void *ctx, enum color us, uint64_t targets, int step)
{
	struct dive *dive = ctx;

	(void)us;
	while (targets != 0) {
		const int to = bits_take(&targets), from = to - step;

		for (int type = KNIGHT; type <= QUEEN; type++) {
			const uint16_t move = move_make_promotion(from, to, (enum piece_type)type);

			if (((dive->checks[type] & sq_bit(to)) != 0 ||
			     (dive->curtains & sq_bit(from)) != 0) &&
			    dive->mate == MOVE_NONE)
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
dive_loser_man(void *ctx, enum color us, enum piece_type type, int from, uint64_t targets)
{
	struct dive *dive = ctx;
	const int unblocks = (dive->ring & sq_bit(from)) != 0 ? DIVE_LOSER_UNBLOCKS : 0;

	(void)us;
	while (targets != 0) {
		const int to = bits_take(&targets);
		int score = (dive->enemy & sq_bit(to)) != 0 ? DIVE_LOSER_CAPTURE : 0;

		if (type == KING) {
			score += DIVE_LOSER_EDGE * (dive_edge(from) - dive_edge(to));
			score += DIVE_LOSER_STEP *
			         (dive_steps(from, dive->w) - dive_steps(to, dive->w));
		} else {
			score += DIVE_LOSER_MAN + unblocks;
			score += (dive->ring & sq_bit(to)) != 0 ? DIVE_LOSER_BLOCKS : 0;
		}
		dive_offer(dive, move_make(from, to, MOVE_NORMAL), score);
	}
}

static inline void
dive_loser_pawns(void *ctx, enum color us, uint64_t targets, int step)
{
	while (targets != 0) {
		const int to = bits_take(&targets);

		dive_loser_man(ctx, us, PAWN, to - step, sq_bit(to));
	}
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
	uint64_t held = bits_knights(t[KNIGHT] & own) | bits_left(dive->winner, t[PAWN] & own) |
	                bits_right(dive->winner, t[PAWN] & own) | attacks_king[dive->w];

	dive->checks[PAWN] = attacks_pawn[color_other(dive->winner)][dive->k];
	dive->checks[KNIGHT] = attacks_knight[dive->k];
	dive->checks[BISHOP] = bishop;
	dive->checks[ROOK] = rook;
	dive->checks[QUEEN] = bishop | rook;
	dive->curtains = 0;
	while (men != 0) {
		const int sq = bits_take(&men);
		const uint64_t between = attacks_path[dive->k][sq] & dive->occupied & ~sq_bit(sq);

		if (!bits_many(between))
			dive->curtains |= between & own;
	}
	for (men = (t[BISHOP] | t[QUEEN]) & own; men != 0;)
		held |= attacks_bishop(bits_take(&men), through);
	for (men = (t[ROOK] | t[QUEEN]) & own; men != 0;)
		held |= attacks_rook(bits_take(&men), through);
	dive->flights =
		attacks_king[dive->k] & ~held & ~position->by_color[color_other(dive->winner)];
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
	dive->ring = attacks_king[dive->k] | sq_bit(dive->k);
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
		position_after(&dive->position, dive->best, &dive->position);
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
