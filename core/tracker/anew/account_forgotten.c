/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Presses that were forgotten.
 *
 * Of presses forgotten there are two in a row, as a rule: by who moved, and by the opponent, who replied nevertheless and had
 * nothing to press for, as his clock stood. The lever stands as it should then, and nothing on the clock tells that two plies
 * have been made. Only the men do, so they must have been seen, but for one who was taken at once by one who was: lines with
 * men who arrived unseen, and for whom nobody pressed either, would account for anything.
 */
#include <string.h>

#include "core/chess/attacks.h"
#include "core/chess/movegen.h"
#include "core/tracker/anew/account_inside.h"

/* For ply `ply` and the next one nobody pressed: they were made at some time between the presses around them. */
static void
forget(const struct account *heard, int ply, struct account *ret_account)
{
	uint64_t from_us = ply > 0 ? heard->presses[ply - 1].from_us : heard->pressed_us;

	*ret_account = *heard;
	ret_account->n_presses += 2;
	memcpy(ret_account->presses + ply + 2, heard->presses + ply,
	       (size_t)(heard->n_presses - ply) * sizeof(heard->presses[0]));
	for (int i = ply; i < ply + 2; i++)
		ret_account->presses[i] = (struct account_press){
			.from_us = from_us,
			.t_us = heard->presses[ply].t_us,
			.forgotten = true,
		};
}

/* May so many plies have been seen? Each lifts a man, and puts him down; the last one of the line may have been swapped. */
static bool
may_be_seen(const struct account *heard)
{
	return heard->n_presses + 2 <= ACCOUNT_PLIES_MAX &&
	       heard->n_changes >= 2 * (heard->n_presses + 1);
}

/* Were all its men seen to arrive, but for one who was taken there at once by a man who was? */
static bool
is_borne_out(const struct account_line *line)
{
	for (int i = 0; i < line->n_plies; i++)
		if (line->seen_us[i] == 0 &&
		    (i + 1 == line->n_plies || line->seen_us[i + 1] == 0 ||
		     move_to(line->moves[i + 1]) != move_target(line->moves[i])))
			return false;
	return true;
}

/* Does the man of ply `ply` go on by his player's next to where he could have gone at once, over the square where he was? Then he
 * was on his way, and nobody forgot anything; unless the reply had been seen to stand before he came there: nobody replies to a
 * man in the air. */
static bool
is_on_way(const struct account *account, const struct account_line *line, int ply)
{
	struct position before = account->from;
	int from = move_from(line->moves[ply]), over = move_target(line->moves[ply]), to;

	if (ply + 2 >= line->n_plies || move_from(line->moves[ply + 2]) != over)
		return false;
	to = move_target(line->moves[ply + 2]);
	if (!(attacks_path[from][to] & sq_bit(over)) ||
	    (line->seen_us[ply + 1] != 0 &&
	     line->seen_us[ply + 2] > line->seen_us[ply + 1] + account->scan_lag_us))
		return false;
	for (int i = 0; i < ply; i++)
		position_after(&before, line->moves[i], &before);
	return movegen_is_legal(&before, move_make(from, to, MOVE_NORMAL));
}

void
account_find_forgotten(struct account *account, struct account_line *ret_best,
                       struct account_line *ret_rival)
{
	const struct account heard = *account;
	struct account_line best, rival;
	struct account forgotten;

	ret_best->cost = ret_rival->cost = COST_NEVER;
	ret_best->pace = ret_rival->pace = 0;
	for (int ply = 0; may_be_seen(&heard) && ply < heard.n_presses; ply++) {
		forget(&heard, ply, &forgotten);
		account_find(&forgotten, ACCOUNT_HIDDEN, &best, &rival);
		if (account_total(&best) >= account_total(ret_best) || !is_borne_out(&best) ||
		    is_on_way(&forgotten, &best, ply) || is_on_way(&forgotten, &best, ply + 1))
			continue;
		*ret_best = best;
		*ret_rival = rival;
		*account = forgotten;
	}
}
