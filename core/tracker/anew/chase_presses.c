/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/anew/chase_presses.h"

#include "core/tracker/explain/cost.h"

/* So many plies may have been made and not pressed for: the last one, and the one before it, to which it replied at once. */
#define AHEAD_MAX 2

/* A pair of presses that the clock did not tell of. */
#define CHASE_NOT_HEARD 2

/* How many presses were made by then, as far as the clock has told? */
static int
presses_until(const struct chase *chase, uint64_t t_us)
{
	int n = 0;

	while (n < chase->n_presses && chase->presses[n].t_us <= t_us)
		n++;
	return n;
}

/* And how many of them so long before t_us that the board has told of their plies by then? */
static int
presses_told(const struct chase *chase, uint64_t t_us)
{
	return t_us > chase->scan_lag_us ? presses_until(chase, t_us - chase->scan_lag_us) : 0;
}

/* May both plies, `ply` and the one behind it, have been pressed for between two readings? Hands so quick press as they have moved. */
static bool
is_hidden_pair(const struct chase *chase, const struct chase_line *line, int ply)
{
	return chase->hides_us != 0 &&
	       chase->changes[line->told[ply + 1]].t_us <=
	               chase->changes[line->told[ply]].t_us + chase->hides_us + chase->scan_lag_us;
}

void
chase_charge_missed(const struct chase *chase, int next, struct chase_runner *runner)
{
	const struct chase_line *line = &runner->line;
	int n_heard = presses_until(chase, chase->changes[next].t_us);
	int n_missed = line->n_plies - AHEAD_MAX - n_heard;

	for (; !chase->clockless && runner->n_missed < n_missed; runner->n_missed += 2)
		runner->line.cost += is_hidden_pair(chase, line, n_heard + runner->n_missed)
		                             ? CHASE_NOT_HEARD
		                             : COST_NOT_PRESSED;
}

/* Nobody presses before he has moved, and a scan later his man is told of: what was pressed earlier than that was so for the plies
 * before. A man who was not read when his player pressed accounts for one such press; another one is for a ply that the line lacks. */
void
chase_charge_early(const struct chase *chase, int next, struct chase_runner *runner)
{
	int n_early = presses_told(chase, chase->changes[next].t_us) - (runner->line.n_plies - 1);

	for (; runner->n_early < n_early; runner->n_early++)
		runner->line.cost += runner->n_early == 0 ? CHASE_UNREAD : COST_PRESS_ALONE;
}

/* In the end every press is for a ply. */
int
chase_lost_cost(const struct chase *chase, const struct chase_line *line)
{
	uint64_t now_us = chase->n_changes > 0 ? chase->changes[chase->n_changes - 1].t_us : 0;
	int n_lost = presses_told(chase, now_us) - line->n_plies;

	return n_lost > 0 ? n_lost * COST_PRESS_ALONE : 0;
}
