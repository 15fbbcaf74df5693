/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Men whom nobody saw arrive: who was taken, or went on, before the board had looked; or whose square read
 * him late.
 */
#include "core/chess/movegen.h"
#include "core/tracker/anew/account_inside.h"
#include "core/tracker/explain/sense.h"

/* The man of ply `ply` was taken up no sooner than this. */
static uint64_t
begun_from(const struct weighing *weighing, int ply)
{
	const struct step *step = &weighing->steps[ply];
	uint64_t from_us = step->from_us, seen_us;

	if (ply == 0)
		return from_us;
	seen_us = weighing->steps[ply - 1].seen_us[0];
	return seen_us > from_us + weighing->account->scan_lag_us
	               ? seen_us - weighing->account->scan_lag_us
	               : from_us;
}

/* Which ply behind `ply` takes the man on sq away, in whatever manner? n_plies: none. */
static int
leaver_of(const struct weighing *weighing, int ply, int sq)
{
	int next = ply + 1;

	for (; next < weighing->n_plies; next++) {
		const struct step *step = &weighing->steps[next];

		if (step->taken_sq == sq && step->taken != EMPTY)
			break;
		if (step->men[0].from == sq || (step->n_men > 1 && step->men[1].from == sq))
			break;
	}
	return next;
}

/* Who takes him was seen to leave his square too late for that: then he was put aside before. */
static int
aside_cost(const struct weighing *weighing, const struct step *step, int next, int sq)
{
	const struct step *taker = &weighing->steps[next];
	uint64_t left_us = taker->left_us[0];
	uint64_t until_us = step->done_us + weighing->account->scan_lag_us;

	if (taker->taken_sq != sq || left_us <= until_us)
		return 0;
	return left_us <= until_us + TAKEN_ASIDE_US ? ACCOUNT_ASIDE : COST_NEVER;
}

/* Players do not give men away. */
static int
given_away_cost(const struct weighing *weighing, const struct step *step, int next, int sq)
{
	int loss = sense_loss(&step->before, step->move);

	if (weighing->steps[next].taken_sq != sq || loss == 0)
		return 0;
	return COST_UNWISE + loss * COST_LOST_PAWN;
}

/* Did the player of ply `ply` press for his next one within a scan? Then his man may have gone on before the board looked. */
static bool
is_pressed_again(const struct weighing *weighing, int ply)
{
	return ply + 2 < weighing->n_plies &&
	       weighing->steps[ply + 2].done_us <=
	               weighing->steps[ply].done_us + weighing->account->scan_lag_us;
}

/* Was he who replied by ply `ply` not seen either, though he went on as well? For both to stand unseen the two plies would have
 * been made, and the next two begun, while the board looked at its squares once: on a board that is slow enough for that, and where both
 * players pressed twice meanwhile. */
static bool
is_unseen_reply(const struct weighing *weighing, int ply)
{
	const struct step *step = &weighing->steps[ply];

	return step->n_men == 1 && step->seen_us[0] == 0 &&
	       leaver_of(weighing, ply, step->men[0].to) == ply + 2 &&
	       (weighing->account->scan_lag_us < 2 * ACCOUNT_PLY_US ||
	        !is_pressed_again(weighing, ply - 1) || !is_pressed_again(weighing, ply));
}

/* Does the man of ply `ply` go on by ply `next` to where he could have gone at once? Nobody needs two plies for that. */
static int
detour_cost(const struct weighing *weighing, int ply, int next)
{
	const struct step *step = &weighing->steps[ply];
	uint16_t move = move_join(step->move, weighing->steps[next].move);

	return move != MOVE_NONE && movegen_is_legal(&step->before, move) ? ACCOUNT_DETOUR : 0;
}

/* Is his square told to read him late, behind his ply, and not because he is back there after ply `next` has taken him on, or away? */
static bool
is_read_late(const struct weighing *weighing, const struct step *step, int next)
{
	return step->late_cost < COST_NEVER &&
	       (next == weighing->n_plies || weighing->steps[next].done_us > step->late_us);
}

/* A square that reads as it did had time for neither of two men who came there one after the other: both were lifted within a scan. */
static int
retaken_cost(const struct weighing *weighing, int ply)
{
	const struct step *step = &weighing->steps[ply];

	return step->left_us[0] <= step[-1].left_us[0] + weighing->account->scan_lag_us
	               ? 0
	               : COST_NEVER;
}

int
account_unseen_cost(const struct weighing *weighing, int ply, const struct man *man)
{
	const struct step *step = &weighing->steps[ply];
	int next = leaver_of(weighing, ply, man->to);

	if (ply > 0 && step_retakes(step) && step[-1].seen_us[0] == 0)
		return retaken_cost(weighing, ply);
	if (weighing->account->clockless)
		return next == ply + 1 && next < weighing->n_plies ? ACCOUNT_HIDDEN : COST_NEVER;
	if (next == ply + 2 && is_unseen_reply(weighing, ply + 1))
		return COST_NEVER;
	if (next > ply + 1 && man == &step->men[0] && is_read_late(weighing, step, next))
		return step->late_cost;
	if (next == weighing->n_plies || step->done_us == UINT64_MAX)
		return COST_NEVER;
	if (begun_from(weighing, next) > step->done_us + weighing->account->scan_lag_us)
		return weighing->account->unread ? COST_UNSEEN + COST_TOLD_JUST_NOW : COST_NEVER;
	/* Who goes on himself had left his square again as soon as his clock was pressed. */
	return ACCOUNT_HIDDEN +
	       (next == ply + 2 ? COST_LEFT_AT_PRESS + detour_cost(weighing, ply, next) : 0) +
	       aside_cost(weighing, step, next, man->to) +
	       given_away_cost(weighing, step, next, man->to);
}
