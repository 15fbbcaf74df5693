/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/chess/movegen.h"
#include "drivers/sim/sim_plan.h"

static int
sign(int n)
{
	return (n > 0) - (n < 0);
}

int
sim_moves_distance(int a, int b)
{
	int files = sq_file(a) - sq_file(b);
	int ranks = sq_rank(a) - sq_rank(b);

	files = files < 0 ? -files : files;
	ranks = ranks < 0 ? -ranks : ranks;
	return files > ranks ? files : ranks;
}

/* The empty squares a hand passes from one square to another: the straight way, or the two corners
 * of a knight's. Returns how many, at most 6. */
static int
squares_between(const struct sim_hand *hand, int from, int to, int ret_squares[6])
{
	int files = sq_file(to) - sq_file(from);
	int ranks = sq_rank(to) - sq_rank(from);
	bool straight = files == 0 || ranks == 0 || files == ranks || files == -ranks;
	int n = 0;

	if (!straight) {
		/* A knight: first along its long leg, then also along the short one. */
		bool tall = ranks == 2 || ranks == -2;
		int file = sq_file(from) + (tall ? 0 : sign(files));
		int rank = sq_rank(from) + (tall ? sign(ranks) : 0);
		int corner = sq_make(file, rank);
		int aside =
			sq_make(file + (tall ? sign(files) : 0), rank + (tall ? 0 : sign(ranks)));

		if (hand->squares[corner] == EMPTY)
			ret_squares[n++] = corner;
		if (hand->squares[aside] == EMPTY)
			ret_squares[n++] = aside;
		return n;
	}
	for (int sq = from + sign(files) + 8 * sign(ranks); sq != to;
	     sq += sign(files) + 8 * sign(ranks))
		if (hand->squares[sq] == EMPTY)
			ret_squares[n++] = sq;
	return n;
}

static void
slide(struct sim_hand *hand, int from, int to, uint8_t piece)
{
	const struct sim_manners *manners = hand->setup.profile->manners;
	int squares[6];
	int n = squares_between(hand, from, to, squares);
	int first = 0, last = n - 1;

	if (!sim_plan_chance(hand, manners->slide_all) && n > 0)
		first = last = (int)sim_plan_below(hand, (uint32_t)n);
	for (int i = first; i <= last; i++) {
		uint64_t from_us;

		sim_plan_wait(hand, manners->step);
		from_us = hand->at_us;
		sim_plan_put(hand, squares[i], piece);
		sim_plan_wait(hand, manners->stand);
		sim_plan_put(hand, squares[i], EMPTY);
		sim_plan_note(hand, SIM_SLIDE, squares[i], piece, from_us);
	}
	sim_plan_wait(hand, n > 0 ? manners->step : manners->carry);
}

/* One man from here to there, lifted first but for the odd hand that pushes it over. */
void
sim_moves_carry(struct sim_hand *hand, int from, int to, uint8_t piece)
{
	const struct sim_manners *manners = hand->setup.profile->manners;

	if (sim_plan_chance(hand, manners->place_first)) {
		uint64_t from_us = hand->at_us;

		sim_plan_put(hand, to, piece);
		sim_plan_wait(hand, manners->overlap);
		sim_plan_put(hand, from, EMPTY);
		sim_plan_note(hand, SIM_PLACE_FIRST, to, piece, from_us);
		return;
	}
	sim_plan_put(hand, from, EMPTY);
	if (sim_plan_chance(hand, manners->slide))
		slide(hand, from, to, piece);
	else
		sim_plan_wait(hand, manners->carry);
	sim_plan_put(hand, to, piece);
}

/* A man between thumb and board in one hand, the captured one put down beside for a moment. */
static void
ghost(struct sim_hand *hand, int to, uint8_t captured, uint64_t lifted_us)
{
	static const struct sim_span soon = { 20, 150 };
	const struct sim_manners *manners = hand->setup.profile->manners;
	uint64_t down_us = lifted_us + sim_plan_draw(hand, soon);
	uint64_t up_us = down_us + sim_plan_draw(hand, manners->ghost_stand);
	int beside[8];
	uint32_t n = 0;

	for (int sq = 0; sq < 64; sq++) {
		int files = sq_file(sq) - sq_file(to);
		int ranks = sq_rank(sq) - sq_rank(to);

		if (sq != to && files * files <= 1 && ranks * ranks <= 1 &&
		    hand->squares[sq] == EMPTY)
			beside[n++] = sq;
	}
	if (n == 0)
		return;
	n = sim_plan_below(hand, n);
	sim_plan_put_at(hand, down_us, beside[n], captured);
	sim_plan_put_at(hand, up_us, beside[n], EMPTY);
	if (hand->at_us < up_us)
		hand->at_us = up_us;
	sim_plan_note(hand, SIM_GHOST, beside[n], captured, down_us);
}

/* `piece` from here to there, where an enemy stands. Mostly the hand that brings it takes the other
 * man away in passing, so quickly that few scans see the square empty. */
static void
capture(struct sim_hand *hand, int from, int to, uint8_t piece)
{
	const struct sim_manners *manners = hand->setup.profile->manners;
	uint8_t captured = hand->squares[to];
	bool seen_beside = sim_plan_chance(hand, manners->ghost);
	uint64_t lifted_us;

	if (sim_plan_chance(hand, manners->take_first)) {
		sim_plan_put(hand, to, EMPTY);
		sim_plan_wait(hand, manners->taken);
		sim_moves_carry(hand, from, to, piece);
		/* The captured man is off the board long before: no ghost. */
		return;
	}
	sim_plan_put(hand, from, EMPTY);
	if (sim_plan_chance(hand, manners->slide))
		slide(hand, from, to, piece);
	else
		sim_plan_wait(hand, manners->carry);
	lifted_us = hand->at_us;
	sim_plan_put(hand, to, EMPTY);
	sim_plan_wait(hand, manners->swap);
	sim_plan_put(hand, to, piece);
	if (seen_beside)
		ghost(hand, to, captured, lifted_us);
}

static void
move_or_capture(struct sim_hand *hand, int from, int to, uint8_t piece)
{
	if (hand->squares[to] == EMPTY)
		sim_moves_carry(hand, from, to, piece);
	else
		capture(hand, from, to, piece);
}

/* Another square first, the hand still on the man. Returns where it stands then. */
static int
hesitate(struct sim_hand *hand, uint16_t move)
{
	struct move_list legal;
	int squares[27]; /* a queen's */
	uint32_t n = 0;
	int from = move_from(move);
	uint64_t from_us;
	int other;

	movegen_legal(&hand->position, &legal);
	for (int i = 0; i < legal.count; i++) {
		int to = move_to(legal.moves[i]);

		if (move_from(legal.moves[i]) == from && move_kind(legal.moves[i]) == MOVE_NORMAL &&
		    to != move_to(move) && hand->squares[to] == EMPTY)
			squares[n++] = to;
	}
	if (n == 0)
		return from;
	other = squares[sim_plan_below(hand, n)];
	sim_moves_carry(hand, from, other, hand->squares[from]);
	from_us = hand->at_us;
	sim_plan_wait(hand, hand->setup.profile->manners->hesitate_stand);
	sim_plan_note(hand, SIM_HESITATE, other, hand->squares[from], from_us);
	return other;
}

/* An empty square beside the right one first, whether or not the man may go there. Returns where it
 * stands then. */
static int
mistake(struct sim_hand *hand, int from, int to)
{
	uint8_t piece = hand->squares[from];
	int squares[8];
	uint32_t n = 0;
	uint64_t from_us;
	int other;

	for (int sq = 0; sq < 64; sq++)
		if (sq != to && sq != from && hand->squares[sq] == EMPTY &&
		    sim_moves_distance(sq, to) == 1)
			squares[n++] = sq;
	if (n == 0)
		return from;
	other = squares[sim_plan_below(hand, n)];
	sim_moves_carry(hand, from, other, piece);
	from_us = hand->at_us;
	sim_plan_wait(hand, hand->setup.profile->manners->wrong_stand);
	sim_plan_note(hand, SIM_WRONG_SQUARE, other, piece, from_us);
	return other;
}

static void
plan_normal(struct sim_hand *hand, uint16_t move)
{
	uint8_t piece = hand->squares[move_from(move)];
	int from = move_from(move);

	if (sim_plan_chance(hand, hand->setup.profile->manners->hesitate))
		from = hesitate(hand, move);
	else if (sim_plan_may(hand, hand->setup.profile->manners->wrong_square))
		from = mistake(hand, from, move_to(move));
	move_or_capture(hand, from, move_to(move), piece);
}

static void
plan_promotion(struct sim_hand *hand, uint16_t move)
{
	const struct sim_manners *manners = hand->setup.profile->manners;
	int from = move_from(move), to = move_to(move);
	uint8_t pawn = hand->squares[from];
	uint8_t piece = piece_make(piece_color(pawn), move_promotion(move));

	if (sim_plan_chance(hand, manners->pawn_stands)) {
		move_or_capture(hand, from, to, pawn);
		sim_plan_wait(hand, manners->pawn_stand);
		sim_plan_put(hand, to, EMPTY);
		sim_plan_wait(hand, manners->swap);
		sim_plan_put(hand, to, piece);
		return;
	}
	/* The pawn leaves the board, and the new piece comes in its stead. */
	sim_plan_put(hand, from, EMPTY);
	sim_plan_wait(hand, manners->between);
	if (hand->squares[to] != EMPTY) {
		sim_plan_put(hand, to, EMPTY);
		sim_plan_wait(hand, manners->swap);
	}
	sim_plan_put(hand, to, piece);
}

static void
plan_en_passant(struct sim_hand *hand, uint16_t move)
{
	const struct sim_manners *manners = hand->setup.profile->manners;
	int from = move_from(move), to = move_to(move);
	int captured = sq_make(sq_file(to), sq_rank(from));
	uint8_t pawn = hand->squares[from];

	if (sim_plan_chance(hand, manners->en_passant_first)) {
		sim_plan_put(hand, captured, EMPTY);
		sim_plan_wait(hand, manners->between);
		sim_moves_carry(hand, from, to, pawn);
		return;
	}
	sim_moves_carry(hand, from, to, pawn);
	sim_plan_wait(hand, manners->between);
	sim_plan_put(hand, captured, EMPTY);
}

/* In Chess960 one of the two may stand where it belongs already, and one may stand where the other
 * one goes. */
struct castling {
	int from[2], to[2]; /* king, rook */
};

static struct castling
castling_of(uint16_t move)
{
	int king = move_from(move), rook = move_to(move);
	int target = move_target(move);

	/* The rook ends beside the king, towards the middle. */
	return (struct castling){
		{ king, rook },
		{ target, rook > king ? target - 1 : target + 1 },
	};
}

/* The way of king and rook crosses, so neither stops on it. */
static void
plan_castling(struct sim_hand *hand, uint16_t move)
{
	const struct sim_manners *manners = hand->setup.profile->manners;
	const struct castling way = castling_of(move);
	uint32_t style = sim_plan_below(hand, 1000);
	int first = style < manners->rook_first ? 1 : 0;
	bool crossed = way.to[0] == way.from[1] || way.to[1] == way.from[0];
	bool interleaved =
		crossed || (style >= manners->rook_first &&
	                    style < (uint32_t)manners->rook_first + manners->interleaved);

	for (int i = 0; i < 2; i++) {
		if (way.to[i] != way.from[i])
			continue;
		sim_moves_carry(hand, way.from[1 - i], way.to[1 - i],
		                hand->squares[way.from[1 - i]]);
		return;
	}
	if (crossed)
		first = 0;
	sim_plan_put(hand, way.from[first], EMPTY);
	sim_plan_wait(hand, interleaved ? manners->between : manners->carry);
	if (interleaved) {
		sim_plan_put(hand, way.from[1], EMPTY);
		sim_plan_wait(hand, manners->carry);
		first = (int)sim_plan_below(hand, 2);
	}
	sim_plan_put(hand, way.to[first], hand->squares[way.from[first]]);
	sim_plan_wait(hand, manners->between);
	if (!interleaved) {
		sim_plan_put(hand, way.from[1 - first], EMPTY);
		sim_plan_wait(hand, manners->carry);
	}
	sim_plan_put(hand, way.to[1 - first], hand->squares[way.from[1 - first]]);
}

/* J'adoube: some man that has nothing to do with the move is lifted and put back (4.2). */
void
sim_moves_adjust(struct sim_hand *hand, uint16_t move)
{
	const struct sim_manners *manners = hand->setup.profile->manners;
	int squares[32];
	uint32_t n = 0;
	uint64_t from_us;
	int sq;

	for (sq = 0; sq < 64; sq++)
		if (hand->squares[sq] != EMPTY && sq != move_from(move) && sq != move_to(move))
			squares[n++] = sq;
	if (n == 0)
		return;
	sq = squares[sim_plan_below(hand, n)];
	from_us = hand->at_us;
	sim_plan_put(hand, sq, EMPTY);
	sim_plan_wait(hand, manners->adjust_hold);
	sim_plan_put(hand, sq, hand->squares[sq]);
	sim_plan_note(hand, SIM_ADJUST, sq, hand->squares[sq], from_us);
	sim_plan_wait(hand, manners->adjust_pause);
}

static void (*const planners[])(struct sim_hand *hand, uint16_t move) = {
	[MOVE_NORMAL] = plan_normal,
	[MOVE_PROMOTION] = plan_promotion,
	[MOVE_EN_PASSANT] = plan_en_passant,
	[MOVE_CASTLING] = plan_castling,
};

void
sim_moves_plan(struct sim_hand *hand, uint16_t move)
{
	planners[move_kind(move)](hand, move);
}
