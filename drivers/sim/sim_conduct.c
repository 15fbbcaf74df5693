/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/sim/sim_conduct.h"

#include "core/chess/movegen.h"
#include "drivers/sim/sim_plan.h"

static const struct sim_span together = { 0, 80 };      /* HANDS, OURS */
static const struct sim_span held = { 1600, 8000 };     /* LAWS: touch_ms 1500 */
static const struct sim_span let_go = { 1800, 6000 };   /* LAWS: release_ms 800, hands rest 1500 */
static const struct sim_span chosen = { 600, 3000 };    /* LAWS: release_ms / 2 */
static const struct sim_span looked_at = { 500, 3000 }; /* until he sees that it does not work */
static const struct sim_span unfinished = { 2500, 6000 };
static const struct sim_span fingered = { 800, 4000 };

/* What is done in front of the ply, or as the ply. */
enum done { NOTHING, BEFORE, PLAYED };

static uint64_t
later(struct sim_hand *hand, struct sim_span span)
{
	return hand->at_us + sim_plan_draw(hand, span);
}

static void
reach(struct sim_hand *hand, uint64_t us)
{
	if (hand->at_us < us)
		hand->at_us = us;
}

static void
note(struct sim_hand *hand, int sq, uint64_t from_us)
{
	sim_plan_note(hand, hand->setup.wish.what, sq, hand->squares[sq], from_us);
}

/* --- two hands ------------------------------------------------------------------------------------ */

/* King and rook, orthodox: from where, and where to. */
struct castling {
	int from[2], to[2];
};

/* False: move is none, or one of Chess960's. */
static bool
is_castling(uint16_t move, struct castling *ret_castling)
{
	int king = move_from(move), rook = move_to(move), rank = sq_rank(king);
	bool short_side = rook > king;

	*ret_castling = (struct castling){ { king, rook },
		                           { sq_make(short_side ? 6 : 2, rank),
		                             sq_make(short_side ? 5 : 3, rank) } };
	return move_kind(move) == MOVE_CASTLING && king == sq_make(4, rank);
}

/* Each hand takes a man to his square; both begin together, and end together. */
static enum done
castle_with_two(struct sim_hand *hand, uint16_t move)
{
	int first = (int)sim_plan_below(hand, 2);
	uint64_t begin_us = hand->at_us;
	struct castling way;

	if (!is_castling(move, &way))
		return NOTHING;
	sim_plan_put(hand, way.from[first], EMPTY);
	sim_plan_wait(hand, together);
	sim_plan_put(hand, way.from[1 - first], EMPTY);
	sim_plan_wait(hand, hand->setup.profile->manners->carry);
	first = (int)sim_plan_below(hand, 2);
	sim_plan_put(hand, way.to[first], hand->squares[way.from[first]]);
	sim_plan_wait(hand, together);
	sim_plan_put(hand, way.to[1 - first], hand->squares[way.from[1 - first]]);
	note(hand, way.from[0], begin_us);
	return PLAYED;
}

/* One hand takes the victim away while the other brings the man who takes him. */
static enum done
capture_with_two(struct sim_hand *hand, uint16_t move)
{
	int from = move_from(move), to = move_to(move);
	uint64_t begin_us = hand->at_us, man_us, victim_us;

	if (move_kind(move) != MOVE_NORMAL || hand->squares[to] == EMPTY)
		return NOTHING;
	man_us = later(hand, together);
	victim_us = later(hand, together);
	sim_plan_put_at(hand, man_us, from, EMPTY);
	sim_plan_put_at(hand, victim_us, to, EMPTY);
	reach(hand, man_us);
	reach(hand, victim_us);
	hand->at_us = man_us;
	sim_plan_wait(hand, hand->setup.profile->manners->carry);
	reach(hand, victim_us + MS);
	sim_plan_put(hand, to, hand->squares[from]);
	note(hand, from, begin_us);
	return PLAYED;
}

/* One hand takes the pawn, the other puts the new man where it would have gone. */
static enum done
promote_with_two(struct sim_hand *hand, uint16_t move)
{
	int from = move_from(move), to = move_to(move);
	enum color side = (enum color)hand->position.side;
	uint64_t begin_us = hand->at_us, pawn_us, piece_us;

	if (move_kind(move) != MOVE_PROMOTION || hand->squares[to] != EMPTY)
		return NOTHING;
	pawn_us = later(hand, together);
	piece_us = later(hand, together);
	sim_plan_put_at(hand, pawn_us, from, EMPTY);
	sim_plan_put_at(hand, piece_us, to, piece_make(side, move_promotion(move)));
	reach(hand, pawn_us);
	reach(hand, piece_us);
	note(hand, from, begin_us);
	return PLAYED;
}

/* King's and rook's ways cross: neither stops on them. */
static void
carry_over(struct sim_hand *hand, int from, int to, uint8_t piece)
{
	sim_plan_put(hand, from, EMPTY);
	sim_plan_wait(hand, hand->setup.profile->manners->carry);
	sim_plan_put(hand, to, piece);
}

/* --- order ---------------------------------------------------------------------------------------- */

/* Rook, then king (4.4.2). */
static enum done
castle_rook_first(struct sim_hand *hand, uint16_t move)
{
	uint64_t from_us = hand->at_us;
	struct castling way;

	if (!is_castling(move, &way))
		return NOTHING;
	carry_over(hand, way.from[1], way.to[1], hand->squares[way.from[1]]);
	sim_plan_wait(hand, hand->setup.profile->manners->between);
	carry_over(hand, way.from[0], way.to[0], hand->squares[way.from[0]]);
	note(hand, way.from[1], from_us);
	return PLAYED;
}

/* The king stands on his new square for a while before the rook follows (4.7.2). */
static enum done
castle_slowly(struct sim_hand *hand, uint16_t move)
{
	uint64_t from_us = hand->at_us;
	struct castling way;

	if (!is_castling(move, &way))
		return NOTHING;
	carry_over(hand, way.from[0], way.to[0], hand->squares[way.from[0]]);
	sim_plan_wait(hand, unfinished);
	note(hand, way.from[0], from_us);
	carry_over(hand, way.from[1], way.to[1], hand->squares[way.from[1]]);
	return PLAYED;
}

/* The rook's corner towards which castling looks possible and is not legal; SQ_NONE. */
static int
find_wrong_castling(const struct sim_hand *hand, int king)
{
	enum color side = (enum color)hand->position.side;

	for (int file = 0; file < 8; file += 7) {
		int rook = sq_make(file, sq_rank(king)), step = file == 0 ? -1 : 1,
		    sq = king + step;

		while (sq != rook && hand->squares[sq] == EMPTY)
			sq += step;
		if (sq == rook && hand->squares[rook] == piece_make(side, ROOK) &&
		    !movegen_is_legal(&hand->position, move_make(king, rook, MOVE_CASTLING)))
			return rook;
	}
	return SQ_NONE;
}

static bool
can_move(const struct sim_hand *hand, int sq)
{
	struct move_list legal;

	movegen_legal(&hand->position, &legal);
	for (int i = 0; i < legal.count; i++)
		if (move_from(legal.moves[i]) == sq)
			return true;
	return false;
}

/* Castled where it is not legal, taken back, and another man played (4.4.3). */
static enum done
castle_wrongly(struct sim_hand *hand, uint16_t move)
{
	const struct sim_manners *manners = hand->setup.profile->manners;
	enum color side = (enum color)hand->position.side;
	int rank = side == WHITE ? 0 : 7, king = sq_make(4, rank);
	uint64_t from_us = hand->at_us;
	int rook, king_to, rook_to;

	if (hand->squares[king] != piece_make(side, KING) || move_from(move) == king ||
	    !can_move(hand, king))
		return NOTHING;
	rook = find_wrong_castling(hand, king);
	if (rook == SQ_NONE)
		return NOTHING;
	king_to = sq_make(rook > king ? 6 : 2, rank);
	rook_to = sq_make(rook > king ? 5 : 3, rank);
	carry_over(hand, king, king_to, hand->squares[king]);
	sim_plan_wait(hand, manners->between);
	carry_over(hand, rook, rook_to, hand->squares[rook]);
	sim_plan_wait(hand, looked_at);
	carry_over(hand, rook_to, rook, hand->squares[rook]);
	sim_plan_wait(hand, manners->between);
	carry_over(hand, king_to, king, hand->squares[king]);
	note(hand, king, from_us);
	sim_plan_wait(hand, manners->adjust_pause);
	return BEFORE;
}

/* --- touched, let go ------------------------------------------------------------------------------ */

/* A man that `move` neither moves nor takes and that could be moved, or taken (4.3.1, 4.3.2); SQ_NONE. */
static int
pick_touched(struct sim_hand *hand, uint16_t move)
{
	struct move_list legal;
	int found[2 * MOVE_LIST_MAX];
	uint32_t n = 0;

	movegen_legal(&hand->position, &legal);
	for (int i = 0; i < legal.count; i++) {
		uint16_t other = legal.moves[i];

		if (move_kind(other) != MOVE_NORMAL)
			continue;
		if (move_from(other) != move_from(move))
			found[n++] = move_from(other);
		if (hand->squares[move_to(other)] != EMPTY && move_to(other) != move_to(move))
			found[n++] = move_to(other);
	}
	return n > 0 ? found[sim_plan_below(hand, n)] : SQ_NONE;
}

static void
lift_and_put_back(struct sim_hand *hand, int sq, struct sim_span span)
{
	uint64_t from_us = hand->at_us;

	sim_plan_put(hand, sq, EMPTY);
	sim_plan_wait(hand, span);
	sim_plan_put(hand, sq, hand->squares[sq]);
	note(hand, sq, from_us);
	sim_plan_wait(hand, hand->setup.profile->manners->adjust_pause);
}

static enum done
touch_another(struct sim_hand *hand, uint16_t move)
{
	int sq = move_kind(move) == MOVE_NORMAL ? pick_touched(hand, move) : SQ_NONE;

	if (sq == SQ_NONE)
		return NOTHING;
	lift_and_put_back(hand, sq, held);
	return BEFORE;
}

/* Who has not the move fingers one of his men that nobody can take (4.2.1). */
static enum done
adjust_late(struct sim_hand *hand, uint16_t move)
{
	struct move_list legal;
	uint64_t men = hand->position.by_color[color_other((enum color)hand->position.side)];
	int squares[64];
	uint32_t n = 0;
	int sq;

	movegen_legal(&hand->position, &legal);
	for (int i = 0; i < legal.count; i++)
		men &= ~sq_bit(move_to(legal.moves[i]));
	if (move_kind(move) == MOVE_EN_PASSANT || hand->ply == 0)
		return NOTHING;
	for (sq = 0; sq < 64; sq++)
		if (men & sq_bit(sq))
			squares[n++] = sq;
	if (n == 0)
		return NOTHING;
	lift_and_put_back(hand, squares[sim_plan_below(hand, n)], fingered);
	return BEFORE;
}

/* The man is put on another square he may go to, let go, and then taken on (4.7). */
static enum done
move_on(struct sim_hand *hand, uint16_t move)
{
	int from = move_from(move), squares[27];
	uint8_t piece = hand->squares[from], victim = hand->squares[move_to(move)];
	struct move_list legal;
	uint32_t n = 0;
	uint64_t from_us;
	int other;

	movegen_legal(&hand->position, &legal);
	for (int i = 0; i < legal.count && move_kind(move) == MOVE_NORMAL; i++)
		if (move_from(legal.moves[i]) == from && move_kind(legal.moves[i]) == MOVE_NORMAL &&
		    move_to(legal.moves[i]) != move_to(move) &&
		    hand->squares[move_to(legal.moves[i])] == EMPTY)
			squares[n++] = move_to(legal.moves[i]);
	if (n == 0)
		return NOTHING;
	other = squares[sim_plan_below(hand, n)];
	sim_moves_carry(hand, from, other, piece);
	from_us = hand->at_us;
	sim_plan_wait(hand, let_go);
	sim_plan_put(hand, other, EMPTY);
	sim_plan_wait(hand, hand->setup.profile->manners->carry);
	if (victim != EMPTY) {
		sim_plan_put(hand, move_to(move), EMPTY);
		sim_plan_wait(hand, hand->setup.profile->manners->swap);
	}
	sim_plan_put(hand, move_to(move), piece);
	sim_plan_note(hand, SIM_RELEASED, other, piece, from_us);
	return PLAYED;
}

/* Another man is put on the last rank first (4.4.4). */
static enum done
change_promotion(struct sim_hand *hand, uint16_t move)
{
	const struct sim_manners *manners = hand->setup.profile->manners;
	enum color side = (enum color)hand->position.side;
	int from = move_from(move), to = move_to(move);
	enum piece_type type = KNIGHT;
	uint64_t from_us;

	if (move_kind(move) != MOVE_PROMOTION)
		return NOTHING;
	while (type == move_promotion(move) || sim_plan_below(hand, 2) == 0)
		type = type == QUEEN ? KNIGHT : type + 1;
	sim_plan_put(hand, from, EMPTY);
	sim_plan_wait(hand, manners->between);
	if (hand->squares[to] != EMPTY) {
		sim_plan_put(hand, to, EMPTY);
		sim_plan_wait(hand, manners->swap);
	}
	sim_plan_put(hand, to, piece_make(side, type));
	from_us = hand->at_us;
	sim_plan_wait(hand, chosen);
	sim_plan_put(hand, to, EMPTY);
	sim_plan_wait(hand, manners->between);
	sim_plan_put(hand, to, piece_make(side, move_promotion(move)));
	sim_plan_note(hand, SIM_PROMOTION_CHANGED, to, piece_make(side, type), from_us);
	return PLAYED;
}

/* --- the table ------------------------------------------------------------------------------------ */

static const struct {
	enum sim_trouble what;
	enum done (*make)(struct sim_hand *hand, uint16_t move);
} kinds[] = {
	{ SIM_TWO_HANDS_CASTLING, castle_with_two },
	{ SIM_TWO_HANDS_CAPTURE, capture_with_two },
	{ SIM_TWO_HANDS_PROMOTION, promote_with_two },
	{ SIM_ROOK_FIRST, castle_rook_first },
	{ SIM_CASTLING_SLOW, castle_slowly },
	{ SIM_CASTLING_WRONG, castle_wrongly },
	{ SIM_TOUCH_MOVE, touch_another },
	{ SIM_ADJUST_LATE, adjust_late },
	{ SIM_RELEASED, move_on },
	{ SIM_PROMOTION_CHANGED, change_promotion },
};

#define N_KINDS (sizeof(kinds) / sizeof(kinds[0]))

bool
sim_conduct_is_kind(enum sim_trouble what)
{
	for (size_t i = 0; i < N_KINDS; i++)
		if (kinds[i].what == what)
			return true;
	return false;
}

bool
sim_conduct_ply(struct sim_hand *hand, uint16_t move)
{
	const struct sim_wish *wish = &hand->setup.wish;
	enum done done = NOTHING;

	if (!wish->wanted || hand->wish_done || hand->ply < wish->ply)
		return false;
	for (size_t i = 0; i < N_KINDS; i++)
		if (kinds[i].what == wish->what)
			done = kinds[i].make(hand, move);
	hand->wish_done = done != NOTHING;
	return done == PLAYED;
}
