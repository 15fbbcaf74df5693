/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The lines of which an account is asked: those whose plies each left a trace in their time, or may have been too
 * short for one.
 */
#include <string.h>

#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/tracker/account_inside.h"

/* So many men may have stood somewhere unseen. Lines with fewer of them are looked for first. */
#define UNSEEN_MAX 3

struct finding {
	const struct account *account;
	struct account_line line, *best, *rival;
	struct step steps[ACCOUNT_PLIES_MAX];
	bool unseen[ACCOUNT_PLIES_MAX]; /* its man was not seen to arrive */
	int n_unseen;                   /* so many more may not be */
	int nodes;
};

/* Was it told between the press of the player's last ply and a scan behind that of this one that sq began, or ceased,
 * to read the man? */
static bool
is_told(const struct account *account, int ply, int sq, uint8_t man, bool ceases)
{
	uint64_t from_us = ply >= 2 ? account->presses[ply - 2].from_us : 0;
	uint64_t until_us = ply < account->n_presses
	                            ? account->presses[ply].t_us + account->scan_lag_us
	                            : UINT64_MAX;

	for (int i = 0; i < account->n_changes; i++) {
		const struct account_change *change = &account->changes[i];

		if (change->sq == sq && change->t_us >= from_us && change->t_us <= until_us &&
		    (ceases ? change->was : change->now) == man)
			return true;
	}
	return false;
}

/* Who was not seen to arrive is taken by the next ply, or goes on by the one behind it. */
static bool
is_redeemed(const struct finding *finding, int ply, uint16_t move)
{
	const uint16_t *moves = finding->line.moves;
	bool taken;

	if (ply < 2 || !finding->unseen[ply - 2])
		return true;
	taken = move_to(moves[ply - 1]) == move_target(moves[ply - 2]);
	return taken || move_from(move) == move_target(moves[ply - 2]);
}

/* Does the move go on from where its man was not seen? */
static bool
goes_on(const struct finding *finding, int ply, uint16_t move)
{
	return ply >= 2 && finding->unseen[ply - 2] &&
	       move_target(finding->line.moves[ply - 2]) == move_from(move);
}

static bool
may_follow(struct finding *finding, const struct position *before, int ply, uint16_t move)
{
	const struct account *account = finding->account;
	uint8_t man = position_piece_at(before, move_from(move)), becomes = man;
	bool castles = move_kind(move) == MOVE_CASTLING;

	if (!is_redeemed(finding, ply, move))
		return false;
	if (move_kind(move) == MOVE_PROMOTION)
		becomes = piece_make(piece_color(man), move_promotion(move));
	finding->unseen[ply] =
		!castles && !is_told(account, ply, move_target(move), becomes, false);
	if (finding->unseen[ply] && (ply >= account->n_presses || finding->n_unseen == 0))
		return false;
	return castles || goes_on(finding, ply, move) ||
	       is_told(account, ply, move_from(move), man, true);
}

static void
keep(struct finding *finding)
{
	struct account_line *line = &finding->line;

	account_weigh(finding->account, line);
	if (line->cost < finding->best->cost) {
		*finding->rival = *finding->best;
		*finding->best = *line;
	} else if (line->cost < finding->rival->cost) {
		*finding->rival = *line;
	}
}

/* What was told before the ply behind this one may have begun is part of one of those so far. */
static bool
leaves_nothing(const struct finding *finding, int ply)
{
	const struct account *account = finding->account;
	uint64_t from_us = finding->steps[ply].from_us;
	uint64_t until_us = ply >= 1 ? account->presses[ply - 1].from_us : 0;

	for (int i = 0; i < account->n_changes; i++) {
		const struct account_change *change = &account->changes[i];
		int p = ply;

		if (change->t_us < from_us || change->t_us >= until_us)
			continue;
		while (p >= 0 && step_part_cost(&finding->steps[p], change) == COST_NEVER)
			p--;
		if (p < 0)
			return false;
	}
	return true;
}

/* Depth-first, at most ACCOUNT_PLIES_MAX deep. */
/* NOLINTBEGIN(misc-no-recursion) */
static void
visit(struct finding *finding, const struct position *position, int ply, int n_plies)
{
	struct move_list list;

	if (bits_count(image_difference(&finding->account->image, position)) > 4 * (n_plies - ply))
		return;
	if (ply == n_plies) {
		keep(finding);
		return;
	}
	movegen_legal(position, &list);
	for (int i = 0; i < list.count; i++) {
		struct position after;

		if (!may_follow(finding, position, ply, list.moves[i]))
			continue;
		if (++finding->nodes > ACCOUNT_NODES_MAX)
			return;
		finding->steps[ply].before = *position;
		step_describe(finding->account, finding->steps, ply, list.moves[i]);
		if (!leaves_nothing(finding, ply))
			continue;
		finding->line.moves[ply] = list.moves[i];
		position_after(position, list.moves[i], &after);
		finding->n_unseen -= finding->unseen[ply];
		visit(finding, &after, ply + 1, n_plies);
		finding->n_unseen += finding->unseen[ply];
	}
}
/* NOLINTEND(misc-no-recursion) */

void
account_find(const struct account *account, int most, struct account_line *ret_best,
             struct account_line *ret_rival)
{
	struct finding finding = { .account = account, .best = ret_best, .rival = ret_rival };

	ret_best->cost = ret_rival->cost = COST_NEVER;
	for (int n_unseen = 0; n_unseen <= UNSEEN_MAX && n_unseen * ACCOUNT_HIDDEN <= most &&
	                       ret_best->cost == COST_NEVER;
	     n_unseen++)
		for (int n = account->n_presses;
		     n <= account->n_presses + 1 && n <= ACCOUNT_PLIES_MAX; n++) {
			finding.line.n_plies = n;
			finding.n_unseen = n_unseen;
			if (n > 0)
				visit(&finding, &account->from, 0, n);
		}
}
