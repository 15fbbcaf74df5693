/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Claims of a draw (9.2, 9.3, 9.5), and what follows from one without ground: time for the opponent once the
 * arbiter has confirmed it, and the move that was announced (9.5.3).
 */
#include <errno.h>
#include <string.h>

#include "core/chess/san.h"
#include "core/laws/laws_state.h"
#include "core/laws/said.h"

/* 9.2.1.1, 9.3.1: with an intended move the position after it counts; 9.2.1.2, 9.3.2: without, the one on the
 * board, and only he who has the move may claim. */
static bool
check_claim(const struct laws *laws, enum color side, enum claim_kind kind, uint16_t move,
            struct alert *alert)
{
	struct position about = laws->now;
	struct draws_count count;

	draws_now(&laws->draws, &count);
	if (move != MOVE_NONE) {
		draws_if(&laws->draws, move, &count);
		position_after(&laws->now, move, &about);
	}
	laws_list_occurrences(laws, &about, alert);
	if (move != MOVE_NONE && alert->n_plies < ALERT_PLIES_MAX)
		alert->plies[alert->n_plies++] = laws->n_judged + 1;
	alert->n = (int32_t)count.plies;
	return side == (enum color)laws->now.side && ((kind != CLAIM_FIFTY && count.threefold) ||
	                                              (kind != CLAIM_THREEFOLD && count.fifty));
}

/* *ret_move: that of `san`, MOVE_NONE for none. Errors as laws_claim. */
static int
read_claim(const struct laws *laws, enum color side, const char *san, uint16_t *ret_move)
{
	*ret_move = MOVE_NONE;
	if (!laws_game_on(laws))
		return -ENOENT;
	if (san && (side != (enum color)laws->now.side ||
	            san_parse(&laws->now, san, strlen(san), ret_move) != SAN_OK))
		return -EINVAL;
	return 0;
}

int
laws_check_claim(const struct laws *laws, enum color side, const char *san)
{
	uint16_t move;

	return read_claim(laws, side, san, &move);
}

int
said_claim(struct laws *laws, enum color side, enum claim_kind kind, const char *san)
{
	struct alert alert;
	uint16_t move;
	int r;

	r = read_claim(laws, side, san, &move);
	if (r < 0)
		return r;
	if (laws->touched_us != TIME_UNKNOWN && side == (enum color)laws->now.side) {
		laws_alert(laws, &alert, ALERT_DRAW_CLAIM_LATE);
		alert.side = side;
		alert.since_us = laws->touched_us;
		alert.t_us = laws->now_us;
		laws_raise(laws, &alert);
	}
	/* A claim is an offer, too (9.1.2.3); how often he offered is another question. */
	laws->offered = (uint8_t)side;
	laws_alert(laws, &alert, ALERT_DRAW_CLAIM_CHECK);
	alert.before = &laws->now;
	alert.after = NULL;
	alert.side = side;
	alert.moves[0] = move;
	alert.n_moves = move != MOVE_NONE;
	alert.choice[0] = check_claim(laws, side, kind, move, &alert);
	alert.t_s = alert.choice[0] ? 0 : laws->rules->value[RULE_CLAIM_PENALTY];
	alert.t_us = alert.since_us = laws->now_us;
	laws_raise(laws, &alert);
	laws->claim.number = alert.choice[0] ? 0 : alert.number;
	laws->claim.side = side;
	laws->claim.move = move;
	laws->claim.ply = laws->n_judged;
	laws->claim.clock_s =
		laws->view.clock_seen ? laws->view.clock_s[color_other(side)] : CLOCK_UNKNOWN;
	return 0;
}

/* --- what follows from a wrong one (9.5.3) ------------------------------------------------------------------ */

void
claims_decide(struct laws *laws, uint32_t number, enum alert_outcome outcome)
{
	int32_t penalty_s = laws->rules->value[RULE_CLAIM_PENALTY];

	if (laws->claim.number == 0 || laws->claim.number != number)
		return;
	if (outcome == ALERT_DISMISSED)
		laws->claim.number = 0;
	if (outcome != ALERT_CONFIRMED ||
	    offences_is_paid(laws, color_other(laws->claim.side), laws->claim.clock_s, penalty_s))
		return;
	laws->offences.due = true;
	laws->offences.due_to = color_other(laws->claim.side);
	laws->offences.due_s = penalty_s;
}

void
claims_judge(struct laws *laws)
{
	const struct laws_claim *claim = &laws->claim;
	uint32_t index = laws->n_judged - 1;
	struct alert alert;
	bool breaks;

	if (claim->number == 0 || index < claim->ply)
		return;
	breaks = claim->move != MOVE_NONE && laws->game->plies[index].move != claim->move;
	laws->claim.number = 0;
	if (!breaks)
		return;
	laws_alert(laws, &alert, ALERT_REPLACEMENT_MOVE_BREACH);
	alert.moves[0] = claim->move;
	alert.n_moves = 1;
	laws_raise(laws, &alert);
}
