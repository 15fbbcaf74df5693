/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/verdict/picture.h"

#include <stddef.h>

#include "core/chess/attacks.h"
#include "core/chess/bits.h"

/* A mate with the loser's king on a1. A pawn of his moves towards the first rank. */
struct picture_mate {
	uint8_t minor, helper; /* enum piece_type */
	uint64_t helper_on, winner_on, minor_on;
};

enum { A1, B1, C1, A2 = 8, B2, C2, A3 = 16, B3 };
#define PICTURE_DIAGONAL UINT64_C(0x8040201008040200)
#define PICTURE_ON(sq)   (UINT64_C(1) << (sq))

static const struct picture_mate picture_mates[] = {
	{ BISHOP, PAWN, PICTURE_ON(A2), PICTURE_ON(C1) | PICTURE_ON(C2), PICTURE_DIAGONAL },
	{ BISHOP, KNIGHT, PICTURE_ON(B1), PICTURE_ON(B3), PICTURE_ON(B2) },
	{ BISHOP, BISHOP, PICTURE_ON(B1), PICTURE_ON(A3) | PICTURE_ON(B3), PICTURE_DIAGONAL },
	{ KNIGHT, PAWN, PICTURE_ON(A2), PICTURE_ON(C1) | PICTURE_ON(C2), PICTURE_ON(B3) },
	{ KNIGHT, KNIGHT, PICTURE_ON(B1), PICTURE_ON(B3), PICTURE_ON(C2) },
	{ KNIGHT, ROOK, PICTURE_ON(A2), PICTURE_ON(C1), PICTURE_ON(B3) },
	{ KNIGHT, BISHOP, PICTURE_ON(B1), PICTURE_ON(A3), PICTURE_ON(B3) },
};

/* A mate, how it is turned, who plays the parts, and a guess at the moves it takes. */
struct picture_plan {
	const struct picture_mate *mate;
	int turn, helper, minor, cost;
};

/* One of the eight ways to turn and mirror the board: bit 0 mirrors files, 1 ranks, 2 swaps them.
 */
static int
picture_turn_square(int sq, int turn)
{
	if ((turn & 4) != 0)
		sq = sq_make(sq_rank(sq), sq_file(sq));
	return sq ^ ((turn & 1) != 0 ? 7 : 0) ^ ((turn & 2) != 0 ? 56 : 0);
}

static uint64_t
picture_turn(uint64_t set, int turn)
{
	uint64_t turned = 0;

	while (set != 0)
		turned |= sq_bit(picture_turn_square(bits_take(&set), turn));
	return turned;
}

/* A set and all squares one move of a man of this type from it. */
static uint64_t
picture_widen(enum piece_type type, uint64_t set)
{
	uint64_t wide = set;

	if (type == KNIGHT)
		return set | bits_knights(set);
	while (set != 0) {
		const int sq = bits_take(&set);

		if (type == KING)
			wide |= attacks_king[sq];
		else
			wide |= type == BISHOP ? attacks_bishop_rays[sq] : attacks_rook_rays[sq];
	}
	return wide;
}

static void
picture_spread(enum piece_type type, uint64_t set, uint64_t ret_near[PICTURE_STEPS])
{
	ret_near[0] = set;
	for (int n = 1; n < PICTURE_STEPS; n++)
		ret_near[n] = picture_widen(type, ret_near[n - 1]);
}

/* The men come in this order: the king into the corner, the other king, the helper, and the mate.
 * Each would else keep one before him from his square, or leave the loser without a move. */
static void
picture_draw(const struct picture_plan *plan, struct picture *ret_picture)
{
	const enum piece_type minor = (enum piece_type)plan->mate->minor;
	const enum piece_type helper = (enum piece_type)plan->mate->helper;
	const uint64_t corner = sq_bit(picture_turn_square(SQ_A1, plan->turn));
	const uint64_t helper_on = picture_turn(plan->mate->helper_on, plan->turn);
	const uint64_t winner_on = picture_turn(plan->mate->winner_on, plan->turn);
	const uint64_t minor_on = picture_turn(plan->mate->minor_on, plan->turn);
	const uint64_t around = picture_widen(KING, picture_widen(KING, corner));

	ret_picture->helper = plan->helper;
	ret_picture->minor = plan->minor;
	ret_picture->helper_type = helper;
	ret_picture->corner = corner;
	ret_picture->helper_on = helper_on;
	ret_picture->winner_on = winner_on;
	picture_spread(KING, corner, ret_picture->near[PICTURE_CORNERED]);
	picture_spread(helper, picture_widen(helper, helper_on) & ~helper_on,
	               ret_picture->near[PICTURE_HELPER]);
	picture_spread(minor, picture_widen(minor, minor_on) & ~picture_widen(minor, corner),
	               ret_picture->near[PICTURE_MINOR]);
	picture_spread(KING, picture_widen(KING, winner_on) & ~around,
	               ret_picture->near[PICTURE_APART]);
	picture_spread(KING, winner_on, ret_picture->near[PICTURE_WINNER]);
}

/* A guess at the moves that the loser's pawn on sq needs to stand on `to` as the helper, -1 when it
 * does not get there by steps. One that stands there already leaves the loser no move to wait. */
static int
picture_pawn_cost(const struct position *position, enum color loser, int sq, enum piece_type wanted,
                  int to)
{
	const int last = sq_make(sq_file(sq), loser == WHITE ? 7 : 0);

	if (((attacks_path[sq][last] | sq_bit(last)) & position->by_type[PAWN]) != 0)
		return -1;
	if (wanted == PAWN &&
	    (sq == to || sq_file(sq) != sq_file(to) || sq_king_steps(to, last) != 1))
		return -1;
	if (wanted == PAWN)
		return sq_king_steps(sq, to);
	if (wanted == BISHOP && sq_is_light(last) != sq_is_light(to))
		return -1;
	return sq_king_steps(sq, last) + 1 + sq_king_steps(last, to);
}

/* The same for any man of his. */
static int
picture_helper_cost(const struct position *position, enum color loser, int sq,
                    enum piece_type wanted, int to)
{
	if ((position->by_type[PAWN] & sq_bit(sq)) != 0)
		return picture_pawn_cost(position, loser, sq, wanted, to);
	if (wanted == BISHOP && sq_is_light(sq) != sq_is_light(to))
		return -1;
	return sq_king_steps(sq, to);
}

/* Keep in *io_plan the cheapest way to set up this mate, turned so, with this man to mate. */
static void
picture_weigh(const struct position *position, struct chance *chance,
              const struct picture_mate *mate, int turn, int minor, struct picture_plan *io_plan)
{
	const enum color winner = (position->by_color[WHITE] & sq_bit(minor)) != 0 ? WHITE : BLACK;
	const enum color loser = color_other(winner);
	const int corner = picture_turn_square(SQ_A1, turn);
	const int helper_on = picture_turn_square(bits_first(mate->helper_on), turn);
	const int winner_on = picture_turn_square(bits_first(mate->winner_on), turn);
	const int kings = sq_king_steps(position_king(position, loser), corner) +
	                  sq_king_steps(position_king(position, winner), winner_on);
	uint64_t men = (position->by_type[mate->helper] | position->by_type[PAWN]) &
	               position->by_color[loser];

	if (mate->minor == BISHOP && sq_is_light(corner) != sq_is_light(minor))
		return;
	while (men != 0) {
		const int sq = bits_take(&men);
		const int moves = picture_helper_cost(position, loser, sq,
		                                      (enum piece_type)mate->helper, helper_on);
		const int cost = kings + moves + chance_take(chance) / 4;

		if (moves >= 0 && cost < io_plan->cost)
			*io_plan = (struct picture_plan){ mate, turn, sq, minor, cost };
	}
}

bool
picture_choose(const struct position *position, enum color winner, struct chance *chance,
               struct picture *ret_picture)
{
	struct picture_plan plan = { .mate = NULL, .cost = 1000 };

	for (size_t i = 0; i < sizeof(picture_mates) / sizeof(picture_mates[0]); i++) {
		const struct picture_mate *mate = &picture_mates[i];
		uint64_t minors = position->by_type[mate->minor] & position->by_color[winner];

		while (minors != 0) {
			const int minor = bits_take(&minors);

			for (int turn = 0; turn < 8; turn++)
				picture_weigh(position, chance, mate, turn, minor, &plan);
		}
	}
	if (plan.mate == NULL)
		return false;
	picture_draw(&plan, ret_picture);
	return true;
}
