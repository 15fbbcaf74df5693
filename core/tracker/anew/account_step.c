/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <string.h>

#include "core/chess/attacks.h"
#include "core/chess/movegen.h"
#include "core/tracker/anew/account_inside.h"
#include "core/tracker/explain/deed.h"
#include "core/tracker/seen/stood.h"

static int
least(int a, int b)
{
	return a < b ? a : b;
}

static bool
is_beside(int a, int b)
{
	return (attacks_king[a] & sq_bit(b)) != 0;
}

static void
describe_men(struct step *step, uint16_t move)
{
	const struct position *before = &step->before;

	step->taken = EMPTY;
	step->taken_sq = SQ_NONE;
	step->n_men = 1;
	if (move_kind(move) == MOVE_CASTLING) {
		uint8_t rook = position_piece_at(before, move_to(move));

		step->n_men = 2;
		step->men[1] = (struct man){ .reads = rook,
			                     .becomes = rook,
			                     .from = (uint8_t)move_to(move),
			                     .to = (uint8_t)move_rook_target(move) };
	} else {
		step->taken_sq = (uint8_t)move_victim(move);
	}
	step->men[0] = (struct man){ .reads = position_piece_at(before, move_from(move)),
		                     .becomes = position_arriving(before, move),
		                     .from = (uint8_t)move_from(move),
		                     .to = (uint8_t)move_target(move) };
	if (step->taken_sq != SQ_NONE)
		step->taken = position_piece_at(before, step->taken_sq);
}

/* Has a man come where the ply's goes who takes him there, and does not only read as whom that one takes? */
static bool
is_taker(const struct step *step, const struct account_change *change)
{
	return change->now != EMPTY && change->now != step->taken &&
	       piece_color(change->now) != piece_color(step->men[0].becomes);
}

/* When did the man begin to be read where he goes, within the time of his ply? 0: he was not. One who comes behind him who
 * took him there is another. */
static uint64_t
came_us(const struct account *account, const struct step *step)
{
	for (int i = 0; i < account->n_changes; i++) {
		const struct account_change *change = &account->changes[i];

		if (change->sq != step->men[0].to || change->t_us < step->from_us ||
		    change->t_us > step->until_us)
			continue;
		if (change->now == step->men[0].becomes)
			return change->t_us;
		if (is_taker(step, change))
			return 0;
	}
	return 0;
}

/* The clock was pressed for ply `ply` no sooner than this. */
static uint64_t
pressed_from(const struct account *account, int ply)
{
	if (ply < 0)
		return account->pressed_us;
	return ply < account->n_presses ? account->presses[ply].from_us : 0;
}

void
step_clear(struct step *step)
{
	step->first_us = UINT64_MAX;
	step->last_us = 0;
	step->pushed = false;
	step->taken_us = 0;
	memset(step->seen_us, 0, sizeof(step->seen_us));
	memset(step->left_us, 0, sizeof(step->left_us));
}

void
step_begin(const struct account *account, struct step *steps, int ply)
{
	struct step *step = &steps[ply];

	step->from_us = ply >= 1 ? pressed_from(account, ply - 2) : 0;
	step->arrive_us = pressed_from(account, ply - 1);
	if (ply >= 1 && steps[ply - 1].came_us > step->from_us + account->scan_lag_us)
		step->from_us = steps[ply - 1].came_us - account->scan_lag_us;
	step->done_us = ply < account->n_presses ? account->presses[ply].t_us : UINT64_MAX;
	step->until_us =
		ply < account->n_presses ? step->done_us + account->scan_lag_us : UINT64_MAX;
	step->rests = false;
	step->late_us = 0;
	step->late_cost = COST_NEVER;
	step_clear(step);
}

/* Does the ply's man, once it is over, leave a square beside the one where he goes? */
static bool
leaves_beside(const struct step *step, const struct account_change *change)
{
	return step->n_men > 0 && change->now == EMPTY && change->was == step->men[0].becomes &&
	       change->t_us > step->until_us && change->sq != step->men[0].to &&
	       position_piece_at(&step->before, change->sq) == EMPTY &&
	       is_beside(change->sq, step->men[0].to);
}

/* The change by which the square of the ply's man began to read him only when it was over, before anybody else was read there;
 * NULL: it did not. */
static const struct account_change *
come_late(const struct account *account, const struct step *step)
{
	const struct man *man = &step->men[0];

	for (int i = 0; i < account->n_changes && step->until_us != UINT64_MAX; i++) {
		const struct account_change *change = &account->changes[i];

		if (change->sq == man->to && change->t_us > step->until_us && change->now != EMPTY)
			return change->now == man->becomes &&
			                       change->t_us <= step->until_us + ACCOUNT_LATE_US
			               ? change
			               : NULL;
	}
	return NULL;
}

/* Was that told in the round in which his square began to read him? */
static bool
is_same_round(const struct step *step, uint64_t t_us)
{
	return t_us + step->round_us >= step->late_us && t_us <= step->late_us + step->round_us;
}

/* Does his square read him when the ply is over? */
static bool
rests_in_time(const struct account *account, const struct step *step)
{
	bool rests = false;

	for (int i = 0; i < account->n_changes; i++) {
		const struct account_change *change = &account->changes[i];

		if (change->sq == step->men[0].to && change->t_us >= step->from_us &&
		    change->t_us <= step->until_us)
			rests = change->now == step->men[0].becomes;
	}
	return rests;
}

/* If he did so: was he pushed there from a square beside it? */
static void
note_late(const struct account *account, struct step *step)
{
	const struct account_change *came = come_late(account, step);

	step->rests = rests_in_time(account, step);
	step->round_us = account->scan_lag_us;
	step->late_us = came ? came->t_us : 0;
	step->late_cost = came ? ACCOUNT_LATE : COST_NEVER;
	for (int i = 0; i < account->n_changes && came; i++) {
		const struct account_change *left = &account->changes[i];

		if (leaves_beside(step, left) && is_same_round(step, left->t_us))
			step->late_cost = ACCOUNT_PUSHED;
	}
}

/* Which squares does one of the ply's men pass? Those between where he leaves and arrives; and who was held over another one, where
 * he did not stay, has passed those between it and both, unless he is read there yet when the ply is over. */
static uint64_t
way_of(const struct account *account, const struct step *step, const struct man *man)
{
	uint64_t direct = attacks_path[man->from][man->to], way = 0, read = 0;

	for (int i = 0; i < account->n_changes; i++) {
		const struct account_change *change = &account->changes[i];

		if (change->t_us < step->from_us || change->t_us > step->until_us)
			continue;
		read &= ~sq_bit(change->sq);
		if (change->now != man->reads ||
		    position_piece_at(&step->before, change->sq) != EMPTY)
			continue;
		read |= sq_bit(change->sq);
		way |= (attacks_path[man->from][change->sq] | attacks_path[change->sq][man->to]) &
		       ~sq_bit(change->sq);
	}
	return direct | (way & ~read);
}

/* Until when a ply was is said by the one behind it where nobody presses: what was tried there before does not count. */
void
step_hear(const struct account *account, struct step *steps, int ply)
{
	struct step *step = &steps[ply];

	if (account->clockless)
		step->until_us = UINT64_MAX;
	step->came_us = came_us(account, step);
	for (int i = 0; i < step->n_men; i++)
		step->men[i].way = way_of(account, step, &step->men[i]);
	note_late(account, step);
	/* Where nobody presses, the ply before it was over by the time its man came. */
	if (account->clockless && ply > 0)
		steps[ply - 1].until_us =
			step->came_us != 0 ? step->came_us + account->scan_lag_us : UINT64_MAX;
}

void
step_name(struct step *step, uint16_t move)
{
	step->move = move;
	describe_men(step, move);
}

void
step_take(const struct account *account, struct step *steps, int ply, uint16_t move)
{
	step_name(&steps[ply], move);
	step_hear(account, steps, ply);
}

static void
describe_deed(const struct account *account, struct step *step, const struct deed *deed)
{
	int rook_from, rook_to;

	step->move = move_make(deed->from, deed->to, MOVE_NORMAL);
	step->taken = deed->captured;
	step->taken_sq = deed->captured != EMPTY ? deed->to : SQ_NONE;
	step->n_men = 1;
	step->men[0] = (struct man){ .reads = deed->piece,
		                     .becomes = image_at(&account->image, deed->to),
		                     .from = deed->from,
		                     .to = deed->to };
	if (deed->kind != DEED_CASTLING)
		return;
	deed_rook(&step->before, deed, &rook_from, &rook_to);
	step->n_men = 2;
	step->men[1] = (struct man){ .reads = piece_make(deed_side(deed), ROOK),
		                     .becomes = piece_make(deed_side(deed), ROOK),
		                     .from = (uint8_t)rook_from,
		                     .to = (uint8_t)rook_to };
}

/* Whose man is not to move has carried him himself, and need not have waited for the turn to be over; or, where it was pressed for, his
 * opponent has, and in his own turn: before it the man was yet in the hand that played him. */
static void
begin_out_of_turn(const struct account *account, struct step *steps, int ply)
{
	struct step *step = &steps[ply];

	if (ply < account->n_presses) {
		step->from_us = step->arrive_us;
		return;
	}
	step->from_us = steps[ply - 1].from_us;
	step->arrive_us = steps[ply - 1].arrive_us;
}

bool
step_err(const struct account *account, struct step *steps, int ply)
{
	struct step *step = &steps[ply];
	struct deed deed;

	if (!deed_find_carried(&step->before, &account->image, account->excused, &deed) ||
	    !deed_is_illegal(&deed))
		return false;
	/* The king's part of castling is legal, too: the rook who has not followed yet may. */
	if ((movegen_targets(&step->before, deed.from) & sq_bit(deed.to)) != 0)
		return false;
	describe_deed(account, step, &deed);
	if (deed_side(&deed) != (enum color)step->before.side && ply > 0)
		begin_out_of_turn(account, steps, ply);
	step->done_us = step->until_us =
		UINT64_MAX; /* nobody has played on: it may have been pressed for too soon */
	step_hear(account, steps, ply);
	deed_position(&step->before, &deed, (enum color)step->before.side, &steps[ply + 1].before);
	return true;
}

void
step_rest(const struct account *account, struct step *steps, int n_plies)
{
	struct step *rest = &steps[n_plies];

	rest->n_men = 0;
	rest->taken = EMPTY;
	rest->taken_sq = SQ_NONE;
	step_begin(account, steps, n_plies);
	rest->until_us = UINT64_MAX;
}

static int
man_left_cost(const struct step *step, const struct man *man, const struct account_change *change)
{
	if (change->was != man->reads && change->was != man->becomes)
		return COST_NEVER;
	if (change->sq == man->from && change->was == man->reads)
		return 0;
	if (change->sq == man->to)
		return ACCOUNT_AGAIN;
	if (position_piece_at(&step->before, change->sq) != EMPTY)
		return COST_NEVER;
	return man->way & sq_bit(change->sq) ? 0 : ACCOUNT_ON_WAY;
}

static int
man_came_cost(const struct step *step, const struct man *man, const struct account_change *change)
{
	if (change->sq == man->to && (change->now == man->becomes || change->now == man->reads))
		return change->now == man->becomes ? 0 : ACCOUNT_ON_WAY;
	if (change->now != man->reads)
		return COST_NEVER;
	if (change->sq == man->from)
		return 2 * ACCOUNT_TOUCHED;
	if (position_piece_at(&step->before, change->sq) != EMPTY)
		return COST_NEVER;
	return man->way & sq_bit(change->sq) ? ACCOUNT_ON_WAY : ACCOUNT_ASTRAY;
}

/* Of him who was taken, or of one who stands by. */
static int
other_cost(const struct step *step, const struct account_change *change)
{
	uint8_t stands = position_piece_at(&step->before, change->sq);
	uint8_t who = change->now == EMPTY ? change->was : change->now;

	if (step->taken != EMPTY && who == step->taken) {
		if (change->sq == step->taken_sq)
			return change->now == EMPTY ? 0 : 2 * ACCOUNT_TOUCHED;
		if (stands == EMPTY && is_beside(change->sq, step->taken_sq))
			return change->now == EMPTY ? 0 : ACCOUNT_BESIDE;
	}
	if (stands == who && (step->n_men == 0 || change->sq != step->men[0].from))
		return ACCOUNT_TOUCHED;
	/* Behind the press for the last ply the player to move may have put a man where he goes, and taken him back: the picture shows him at
	 * home. Where it was not pressed for, that may as well be plies for which nobody pressed. */
	if (step->n_men == 0 && stands == EMPTY && step->arrive_us != 0 &&
	    change->t_us >= step->arrive_us && stood_can_come(&step->before, change->sq, who))
		return change->now == EMPTY ? ACCOUNT_ON_WAY : ACCOUNT_ASTRAY;
	return COST_NEVER;
}

bool
step_retakes(const struct step *step)
{
	return step->taken_sq != SQ_NONE && step->taken_sq == step->men[0].to &&
	       step[-1].taken_sq == step->taken_sq && step[-1].taken == step->men[0].becomes;
}

bool
step_puts_away(const struct step *step, const struct account_change *change)
{
	return step->taken != EMPTY && change->now == EMPTY && change->was == step->taken &&
	       position_piece_at(&step->before, change->sq) == EMPTY &&
	       is_beside(change->sq, step->taken_sq);
}

bool
step_is_push(const struct step *step, const struct account_change *change)
{
	return leaves_beside(step, change) && (step->rests || (step->late_cost == ACCOUNT_PUSHED &&
	                                                       is_same_round(step, change->t_us)));
}

/* Until when may the change be heard of, if it is part of the ply? */
static uint64_t
heard_until(const struct step *step, const struct account_change *change)
{
	if (step->until_us == UINT64_MAX)
		return step->until_us;
	if (step_puts_away(step, change))
		return step->until_us + ACCOUNT_PUT_AWAY_US;
	return step_is_push(step, change) ? step->until_us + ACCOUNT_LATE_US : step->until_us;
}

int
step_part_cost(const struct step *step, const struct account_change *change)
{
	int cost;

	if (change->t_us < step->from_us || change->t_us > heard_until(step, change))
		return COST_NEVER;
	cost = other_cost(step, change);
	for (int i = 0; i < step->n_men; i++)
		cost = least(cost, change->now == EMPTY
		                           ? man_left_cost(step, &step->men[i], change)
		                           : man_came_cost(step, &step->men[i], change));
	return cost;
}
