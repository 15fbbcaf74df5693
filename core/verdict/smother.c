/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Each ply the move with the best score is played: of a man that the picture shows, a step towards
 * his square. The loser offers the men that only stand in the way.
 */
#include "core/verdict/smother.h"

#include "core/chess/attacks.h"
#include "core/chess/bits.h"
#include "core/chess/generate.h"
#include "core/chess/movegen.h"
#include "core/verdict/chance.h"
#include "core/verdict/picture.h"

/* What a move is worth, in units of chance_take(). */
enum smother_score {
	SMOTHER_STEP = 30,       /* a man of the picture nearer to his square */
	SMOTHER_MINOR_STEP = 20, /* the man that mates: he has time */
	SMOTHER_CHECK = -40,     /* one that does not mate, and drives the king away */
	SMOTHER_CAPTURE = 40,
	SMOTHER_PUSH = 40,    /* the pawn that is to help */
	SMOTHER_PROMOTE = 80, /* to what the picture shows */
	SMOTHER_LAST = 80,    /* the helper to his square when both kings are on theirs */
	SMOTHER_OFFER = 45,   /* a man of the loser's to where he can be taken */
	SMOTHER_NEVER = -1000,
};

struct smother {
	struct position position; /* of this ply */
	struct picture picture;
	struct chance chance;
	uint64_t n_nodes;
	enum color winner;
	bool is_cornered;   /* the loser's king is where he belongs */
	bool is_set;        /* and the winner's too */
	uint64_t checks[7]; /* squares from which a man of a type gives check; bishop and knight */
	uint64_t flights;   /* next to the loser's king, not held by his men or the other king */
	uint64_t held;      /* attacked by the winner's king and the man that is to mate */
	uint64_t occupied, enemy;
	int best_score;
	uint16_t best, mate; /* MOVE_NONE until found */
};

bool
smother_applies(const struct position *position, enum color winner)
{
	const uint64_t *t = position->by_type;
	const uint64_t men = position->by_color[winner];

	return (men & (t[BISHOP] | t[KNIGHT])) != 0 && (men & (t[PAWN] | t[ROOK] | t[QUEEN])) == 0;
}

static inline void
smother_offer(struct smother *smother, uint16_t move, int score)
{
	score += chance_take(&smother->chance);
	if (score > smother->best_score) {
		smother->best_score = score;
		smother->best = move;
	}
}

/* What is taken on a square: the loser takes nothing, the winner anything but the helper. */
static inline int
smother_capture(const struct smother *smother, int to)
{
	if ((smother->enemy & sq_bit(to)) == 0)
		return 0;
	return smother->position.side != (uint8_t)smother->winner || to == smother->picture.helper
	               ? SMOTHER_NEVER
	               : SMOTHER_CAPTURE;
}

/* Moves of a man that the picture shows; those to `special` squares are worth something else too. */
static void
smother_walk(struct smother *smother, enum picture_role role, int from, uint64_t targets,
             uint64_t special, int special_worth)
{
	const struct picture *picture = &smother->picture;
	const int worth = role == PICTURE_MINOR ? SMOTHER_MINOR_STEP : SMOTHER_STEP;
	const int distance = picture_distance(picture, role, from);

	while (targets != 0) {
		const int to = bits_take(&targets);
		int score = worth * (distance - picture_distance(picture, role, to));

		score += smother_capture(smother, to);
		score += (special & sq_bit(to)) != 0 ? special_worth : 0;
		smother_offer(smother, move_make(from, to, MOVE_NORMAL), score);
	}
}

/* Moves of other men: `special` as above. */
static void
smother_wait(struct smother *smother, int from, uint64_t targets, uint64_t special,
             int special_worth)
{
	while (targets != 0) {
		const int to = bits_take(&targets);
		const int score = (special & sq_bit(to)) != 0 ? special_worth : 0;

		smother_offer(smother, move_make(from, to, MOVE_NORMAL),
		              score + smother_capture(smother, to));
	}
}

/* The moves of a bishop or knight that give check and leave no flight, until one mates. */
static inline void
smother_try(struct smother *smother, enum piece_type type, int from, uint64_t targets)
{
	const int k = position_king(&smother->position, color_other(smother->winner));
	const uint64_t through = smother->occupied & ~sq_bit(from) & ~sq_bit(k);
	uint64_t checks = targets & smother->checks[type];

	while (checks != 0 && smother->mate == MOVE_NONE) {
		const int to = bits_take(&checks);
		const uint16_t move = move_make(from, to, MOVE_NORMAL);
		struct position after;

		if ((smother->flights & ~generate_attacks(type, to, through)) != 0)
			continue;
		smother->n_nodes++;
		position_after(&smother->position, move, &after);
		if (!movegen_any(&after))
			smother->mate = move;
	}
}

static inline void
smother_winner_man(void *ctx, enum color us, enum piece_type type, int from, uint64_t targets)
{
	struct smother *smother = ctx;

	(void)us;
	if (type == KING) {
		smother_walk(smother, smother->is_cornered ? PICTURE_WINNER : PICTURE_APART, from,
		             targets, 0, 0);
		return;
	}
	smother_try(smother, type, from, targets);
	if (from == smother->picture.minor)
		smother_walk(smother, PICTURE_MINOR, from, targets, smother->checks[type],
		             SMOTHER_CHECK);
	else
		smother_wait(smother, from, targets, smother->checks[type], SMOTHER_CHECK);
}

static inline void
smother_loser_man(void *ctx, enum color us, enum piece_type type, int from, uint64_t targets)
{
	struct smother *smother = ctx;
	const uint64_t last = smother->is_set ? smother->picture.helper_on : 0;

	(void)us;
	if (type == KING)
		smother_walk(smother, PICTURE_CORNERED, from, targets, 0, 0);
	else if (from == smother->picture.helper)
		smother_walk(smother, PICTURE_HELPER, from, targets, last, SMOTHER_LAST);
	else
		smother_wait(smother, from, targets, smother->held, SMOTHER_OFFER);
}

static inline void
smother_loser_pawns(void *ctx, enum color us, uint64_t targets, int step)
{
	struct smother *smother = ctx;
	const struct picture *picture = &smother->picture;

	(void)us;
	while (targets != 0) {
		const int to = bits_take(&targets), from = to - step;
		int score = smother_capture(smother, to);

		if (from == picture->helper) {
			score += SMOTHER_PUSH;
			if (picture->helper_type == PAWN && (picture->helper_on & sq_bit(to)) != 0)
				score += smother->is_set ? SMOTHER_LAST : SMOTHER_NEVER;
		}
		smother_offer(smother, move_make(from, to, MOVE_NORMAL), score);
	}
}

static inline void
smother_loser_promotions(void *ctx, enum color us, uint64_t targets, int step)
{
	struct smother *smother = ctx;
	const struct picture *picture = &smother->picture;

	(void)us;
	while (targets != 0) {
		const int to = bits_take(&targets), from = to - step;

		for (int n = KNIGHT; n <= QUEEN; n++) {
			const enum piece_type type = (enum piece_type)n;
			int score = smother_capture(smother, to);

			if (from == picture->helper)
				score += type == picture->helper_type ? SMOTHER_PROMOTE
				                                      : SMOTHER_NEVER;
			smother_offer(smother, move_make_promotion(from, to, type), score);
		}
	}
}

static inline void
smother_loser_en_passant(void *ctx, enum color us, int from, int to)
{
	(void)us;
	smother_offer(ctx, move_make(from, to, MOVE_EN_PASSANT), SMOTHER_NEVER);
}

static inline void
smother_loser_castling(void *ctx, enum color us, enum castling_side side, int king, int rook)
{
	(void)us;
	(void)side;
	smother_offer(ctx, move_make(king, rook, MOVE_CASTLING), 0);
}

/* He has nothing that could move so: no pawns and no rooks. */
static inline void
smother_no_pawns(void *ctx, enum color us, uint64_t targets, int step)
{
	(void)ctx, (void)us, (void)targets, (void)step;
}

static inline void
smother_no_en_passant(void *ctx, enum color us, int from, int to)
{
	(void)ctx, (void)us, (void)from, (void)to;
}

static const struct generate_sink smother_winner_sink = {
	.man = smother_winner_man,
	.pawns = smother_no_pawns,
	.promotions = smother_no_pawns,
	.en_passant = smother_no_en_passant,
	.castling = smother_loser_castling,
};

static const struct generate_sink smother_loser_sink = {
	.man = smother_loser_man,
	.pawns = smother_loser_pawns,
	.promotions = smother_loser_promotions,
	.en_passant = smother_loser_en_passant,
	.castling = smother_loser_castling,
};

GENERATE_INLINE void
smother_moves(struct smother *smother, const enum color us)
{
	struct generate_ways ways;

	generate_find_ways(&smother->position, us, &ways);
	if (us == smother->winner)
		generate_moves(&smother->position, &ways, us, &smother_winner_sink, smother);
	else
		generate_moves(&smother->position, &ways, us, &smother_loser_sink, smother);
}

/* What a ply needs to know beside the picture. */
static void
smother_aim(struct smother *smother)
{
	const struct position *position = &smother->position;
	const enum color us = (enum color)position->side, loser = color_other(smother->winner);
	const int k = position_king(position, loser), w = position_king(position, smother->winner);
	const int minor = smother->picture.minor;
	const enum piece_type type =
		(position->by_type[KNIGHT] & sq_bit(minor)) != 0 ? KNIGHT : BISHOP;

	smother->occupied = position->by_color[WHITE] | position->by_color[BLACK];
	smother->enemy = position->by_color[color_other(us)];
	smother->is_cornered = (smother->picture.corner & sq_bit(k)) != 0;
	smother->is_set = smother->is_cornered && (smother->picture.winner_on & sq_bit(w)) != 0;
	smother->checks[KNIGHT] = attacks_knight[k];
	smother->checks[BISHOP] = attacks_bishop(k, smother->occupied);
	smother->flights = attacks_king[k] & ~attacks_king[w] & ~position->by_color[loser];
	smother->held = attacks_king[w] | generate_attacks(type, minor, smother->occupied);
}

static void
smother_ply(struct smother *smother)
{
	smother->n_nodes++;
	smother->best = smother->mate = MOVE_NONE;
	smother->best_score = INT32_MIN;
	smother_aim(smother);
	if (smother->position.side == WHITE)
		smother_moves(smother, WHITE);
	else
		smother_moves(smother, BLACK);
}

/* Play the best move. False when it takes a man that the picture needs: nothing else was left. */
static bool
smother_play(struct smother *smother)
{
	struct picture *picture = &smother->picture;
	const int from = move_from(smother->best), to = move_to(smother->best);

	if (to == picture->helper || to == picture->minor)
		return false;
	if (from == picture->helper)
		picture->helper = to;
	if (from == picture->minor)
		picture->minor = to;
	position_after(&smother->position, smother->best, &smother->position);
	return true;
}

static size_t
smother_once(const struct position *start, struct smother *smother, uint16_t *ret_moves)
{
	smother->position = *start;
	if (!picture_choose(start, smother->winner, &smother->chance, &smother->picture))
		return 0;
	for (int ply = 0; ply < SMOTHER_PLIES_MAX; ply++) {
		smother_ply(smother);
		if (smother->mate != MOVE_NONE) {
			ret_moves[ply] = smother->mate;
			return (size_t)ply + 1;
		}
		ret_moves[ply] = smother->best;
		if (smother->best == MOVE_NONE || !smother_play(smother))
			return 0;
	}
	return 0;
}

size_t
smother_run(const struct position *start, enum color winner, int n_dives, uint16_t *ret_moves,
            uint64_t *io_nodes)
{
	struct smother smother = {
		.winner = winner,
		.chance.state = UINT64_C(0x2545f4914f6cdd1d),
	};
	size_t len = 0;

	for (int n = 0; n < n_dives && len == 0; n++)
		len = smother_once(start, &smother, ret_moves);
	*io_nodes += smother.n_nodes;
	return len;
}
