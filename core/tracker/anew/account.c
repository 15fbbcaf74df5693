/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/anew/account_inside.h"

static int
least(int a, int b)
{
	return a < b ? a : b;
}

/* False: the line does not lead to the picture. */
static bool
lay_out(struct weighing *weighing, const struct account *account, const struct account_line *line)
{
	struct position now = account->from;
	bool shown;

	weighing->account = account;
	weighing->n_plies = line->n_plies;
	for (int i = 0; i < line->n_plies; i++) {
		weighing->steps[i].before = now;
		step_begin(account, weighing->steps, i);
		step_take(account, weighing->steps, i, line->moves[i]);
		position_after(&now, line->moves[i], &now);
	}
	weighing->steps[line->n_plies].before = now;
	if (account->errs) {
		step_begin(account, weighing->steps, line->n_plies);
		shown = step_err(account, weighing->steps, weighing->n_plies++);
	} else {
		shown = line->n_plies > 0 && image_shows(&account->image, &now, account->excused);
	}
	if (shown)
		step_rest(account, weighing->steps, weighing->n_plies);
	return shown;
}

static void
note_part(struct step *step, const struct account_change *change)
{
	if (change->t_us < step->first_us)
		step->first_us = change->t_us;
	if (step_is_push(step, change))
		step->pushed = true;
	else if (change->t_us > step->last_us && !step_puts_away(step, change))
		step->last_us = change->t_us;
	if (step->taken != EMPTY && change->sq == step->taken_sq && change->was == step->taken)
		step->taken_us = change->t_us;
	for (int i = 0; i < step->n_men; i++) {
		const struct man *man = &step->men[i];

		if (change->sq == man->to)
			step->seen_us[i] = change->now == man->becomes ? change->t_us : 0;
		if (change->sq == man->from && change->was == man->reads)
			step->left_us[i] = change->t_us;
	}
}

/* Did the man who was read on the square stand there in a position behind ply `first`, up to the one before `ply`? */
static bool
stood_there(const struct weighing *weighing, const struct account_change *change, int first,
            int ply)
{
	for (int i = first + 1; i <= ply; i++)
		if (position_piece_at(&weighing->steps[i].before, change->sq) == change->now)
			return true;
	return false;
}

/* Is another man read there already when the square is looked at next? Nobody has told then that the one before him had gone. */
static bool
is_replaced(const struct weighing *weighing, const struct account_change *change,
            const struct account_change *next)
{
	return next->now != EMPTY && next->t_us <= change->t_us + weighing->account->scan_lag_us;
}

/* Ply `ply` has the next change of a square behind *change, which costs[p] if ply p has it: the cheapest of those. Who was
 * held over a square is gone from there when his ply has been made. */
static int
cheapest_before(const struct weighing *weighing, const struct account_change *const *change,
                const int *costs, int ply, int *ret_ply)
{
	bool gone = change[0]->now == EMPTY || is_replaced(weighing, change[0], change[1]);
	int best = COST_NEVER;

	for (int p = 0; p <= ply; p++)
		if (costs[p] < best &&
		    (p == ply || gone || stood_there(weighing, change[0], p, ply))) {
			best = costs[p];
			*ret_ply = p;
		}
	return best;
}

/* Was he, taken by ply `ply`, put down beside his square by the one change, and read there, up to the other, for longer than who is on
 * his way to the edge of the board; or, taken in passing, until his taker is read there? */
static bool
is_left_beside(const struct weighing *weighing, const struct account_change *put,
               const struct account_change *away, int ply)
{
	const struct step *step = &weighing->steps[ply];

	return step->taken != EMPTY && put->now == step->taken && put->sq != step->taken_sq &&
	       position_piece_at(&step->before, put->sq) == EMPTY &&
	       (away->t_us > put->t_us + ACCOUNT_PUT_AWAY_US || away->now == step->men[0].becomes);
}

/* The changes of one square, in the order told, and what it costs that the last of them, up to each, is part of which
 * step; before: and of which the one before it then. */
struct sharing {
	const struct account_change *changes[ACCOUNT_CHANGES_MAX];
	int n;
	int cost[ACCOUNT_CHANGES_MAX][ACCOUNT_PLIES_MAX + 2];
	uint8_t before[ACCOUNT_CHANGES_MAX][ACCOUNT_PLIES_MAX + 2];
};

static void
weigh_sharing(const struct weighing *weighing, struct sharing *sharing)
{
	for (int c = 0; c < sharing->n; c++)
		for (int p = 0; p <= weighing->n_plies; p++) {
			int best = 0, before = 0;

			if (c > 0)
				best = cheapest_before(weighing, &sharing->changes[c - 1],
				                       sharing->cost[c - 1], p, &before);
			best += step_part_cost(&weighing->steps[p], sharing->changes[c]);
			sharing->before[c][p] = (uint8_t)before;
			sharing->cost[c][p] = least(best, COST_NEVER);
		}
}

/* The changes of one square are parts of plies in their order: the cheapest way to say of which. */
static int
share_out(struct weighing *weighing, struct sharing *sharing)
{
	int plies[ACCOUNT_CHANGES_MAX], n = sharing->n, last = 0, cost;

	weigh_sharing(weighing, sharing);
	for (int p = 1; p <= weighing->n_plies; p++)
		if (sharing->cost[n - 1][p] < sharing->cost[n - 1][last])
			last = p;
	if (sharing->cost[n - 1][last] >= COST_NEVER)
		return COST_NEVER;
	plies[n - 1] = last;
	for (int c = n - 1; c > 0; c--)
		plies[c - 1] = sharing->before[c][plies[c]];
	cost = sharing->cost[n - 1][last];
	for (int c = 0; c < n; c++) {
		if (c > 0 && is_left_beside(weighing, sharing->changes[c - 1], sharing->changes[c],
		                            plies[c - 1]))
			cost += ACCOUNT_LEFT_BESIDE;
		note_part(&weighing->steps[plies[c]], sharing->changes[c]);
	}
	return cost;
}

static int
changes_cost(struct weighing *weighing)
{
	const struct account *account = weighing->account;
	struct sharing sharing = { .n = 0 };
	uint64_t done = account->excused;
	int cost = 0;

	for (int i = 0; i < account->n_changes && cost < COST_NEVER; i++) {
		int sq = account->changes[i].sq;

		if (done & sq_bit(sq))
			continue;
		done |= sq_bit(sq);
		sharing.n = 0;
		for (int k = i; k < account->n_changes; k++)
			if (account->changes[k].sq == sq)
				sharing.changes[sharing.n++] = &account->changes[k];
		cost += share_out(weighing, &sharing);
	}
	return cost;
}

/* He was not seen to leave sq in his time. Did he cease to be read there at all, and was another one read there then? Else he was
 * lifted for another ply than his. */
static int
ceased_cost(const struct account *account, int sq, uint8_t reads)
{
	int cost = COST_NEVER;

	for (int i = 0; i < account->n_changes; i++) {
		const struct account_change *change = &account->changes[i];

		if (change->sq == sq && change->was == reads)
			cost = least(cost, change->now != EMPTY ? ACCOUNT_SWAPPED
			                                        : COST_LEFT_BEFORE_PRESS);
	}
	return cost;
}

/* Did he never come there, as far as was seen, who is not seen to leave? */
static bool
was_hidden(const struct weighing *weighing, int ply, int sq)
{
	for (int i = ply - 1; i >= 0; i--) {
		const struct step *step = &weighing->steps[i];

		for (int m = 0; m < step->n_men; m++)
			if (step->men[m].to == sq)
				return step->seen_us[m] == 0;
	}
	return false;
}

static int
unleft_cost(const struct weighing *weighing, int ply, const struct man *man)
{
	if (was_hidden(weighing, ply, man->from))
		return 0;
	return ceased_cost(weighing->account, man->from, man->reads);
}

/* Was something of ply `ply` heard long after the next one had begun? */
static bool
is_overlap(const struct weighing *weighing, int ply)
{
	const struct step *step = &weighing->steps[ply], *next = step + 1;

	return ply + 1 < weighing->n_plies && next->first_us != UINT64_MAX &&
	       step->last_us > next->first_us + weighing->account->scan_lag_us;
}

/* The second man was seen before the first one. Had the clock been pressed for the first by then, that tells the order, and
 * where the squares lie in the round of the scan hides it: the less likely the farther apart they are seen. */
static int
disorder_cost(const struct weighing *weighing, const struct step *step, const struct step *next)
{
	uint64_t apart_us = step->seen_us[0] - next->seen_us[0];

	if (next->seen_us[0] < step->done_us || apart_us >= weighing->account->scan_lag_us)
		return COST_DISORDER;
	return (int)(apart_us * COST_DISORDER / weighing->account->scan_lag_us);
}

/* Men are seen a little out of order, since squares are looked at one after the other; but nobody replies to what has not
 * been played. */
static int
order_cost(const struct weighing *weighing, int ply)
{
	const struct step *step = &weighing->steps[ply], *next = step + 1;
	int cost = 0;

	if (step->seen_us[0] != 0 && step->seen_us[0] < step->arrive_us)
		cost += COST_REPLY_FIRST;
	if (is_overlap(weighing, ply))
		return COST_NEVER;
	if (next->seen_us[0] != 0 && step->seen_us[0] > next->seen_us[0])
		cost += disorder_cost(weighing, step, next);
	return cost;
}

/* Who has his man there before his opponent has pressed need not wait for anything: he presses soon after. A press that comes
 * long after that may be one for nothing. */
static int
wait_cost(const struct weighing *weighing, int ply)
{
	const struct account *account = weighing->account;
	uint64_t seen_us = weighing->steps[ply].seen_us[0];
	uint64_t may_us;

	if (ply >= account->n_presses)
		return 0;
	may_us = ply > 0 ? account->presses[ply - 1].t_us : account->pressed_us;
	if (seen_us == 0 || seen_us >= may_us ||
	    account->presses[ply].from_us <= may_us + ACCOUNT_WAIT_US)
		return 0;
	return COST_PRESS_ALONE;
}

/* What it costs that something was told of or done so much too late, or too soon: the nearer to a scan, the less is left of the
 * time in which it may have been looked at. */
static int
apart_cost(const struct weighing *weighing, uint64_t before_us, uint64_t behind_us)
{
	uint64_t lag_us = weighing->account->scan_lag_us;

	if (behind_us <= before_us)
		return 0;
	return behind_us < before_us + lag_us
	               ? (int)((behind_us - before_us) * ACCOUNT_APART / lag_us)
	               : ACCOUNT_APART;
}

/* A man is not taken up long before the opponent has pressed, or his man has come, or even before his player has pressed for his
 * last ply. */
static int
early_pace(const struct weighing *weighing, int ply, uint64_t left_us)
{
	const struct step *step = &weighing->steps[ply];
	uint64_t answered_us = ply > 0 ? step[-1].seen_us[0] : 0;
	uint64_t own_us = ply >= 2 && ply - 2 < weighing->account->n_presses
	                          ? weighing->steps[ply - 2].done_us
	                          : 0;

	return left_us == 0 ? 0
	                    : apart_cost(weighing, left_us, step->arrive_us) +
	                              apart_cost(weighing, left_us, answered_us) +
	                              (left_us < own_us ? ACCOUNT_APART : 0);
}

/* A man is told of when his square is looked at, and that may be behind his press, by a scan at most. */
static int
man_pace(const struct weighing *weighing, int ply, int man)
{
	const struct step *step = &weighing->steps[ply];
	uint64_t left_us = step->left_us[man];
	int pace = 0;

	if (step->seen_us[man] != 0)
		pace = apart_cost(weighing, step->done_us, step->seen_us[man]);
	return pace + (left_us == 0 ? 0 : apart_cost(weighing, step->done_us, left_us)) +
	       early_pace(weighing, ply, left_us);
}

/* The further out of order they are seen, the less. */
static int
order_pace(const struct weighing *weighing, int ply)
{
	const struct step *step = &weighing->steps[ply], *next = step + 1;

	return next->seen_us[0] != 0 ? apart_cost(weighing, next->seen_us[0], step->seen_us[0]) : 0;
}

static int
step_pace(const struct weighing *weighing, int ply)
{
	int pace = order_pace(weighing, ply) +
	           early_pace(weighing, ply, weighing->steps[ply].taken_us);

	for (int man = 0; man < weighing->steps[ply].n_men; man++)
		pace += man_pace(weighing, ply, man);
	return pace;
}

static int
step_cost(const struct weighing *weighing, int ply)
{
	const struct step *step = &weighing->steps[ply];
	uint64_t excused = weighing->account->excused;
	int cost = order_cost(weighing, ply) + wait_cost(weighing, ply);

	for (int i = 0; i < step->n_men; i++) {
		const struct man *man = &step->men[i];

		if (man->from == man->to)
			continue;
		if (step->seen_us[i] == 0 && !(excused & sq_bit(man->to)))
			cost += account_unseen_cost(weighing, ply, man);
		if (step->left_us[i] == 0 && !(excused & sq_bit(man->from)))
			cost += unleft_cost(weighing, ply, man);
	}
	return cost;
}

static int
presses_cost(const struct account *account)
{
	int cost = account->errs ? COST_ILLEGAL : 0;

	for (int i = 0; i < account->n_presses; i++)
		cost += account->presses[i].forgotten ? COST_NOT_PRESSED : 0;
	return cost;
}

static void
forget_shares(struct weighing *weighing)
{
	for (int i = 0; i <= weighing->n_plies; i++)
		step_clear(&weighing->steps[i]);
}

static int
shared_cost(struct weighing *weighing)
{
	int cost;

	forget_shares(weighing);
	cost = presses_cost(weighing->account) + changes_cost(weighing);
	for (int i = 0; i < weighing->n_plies && cost < COST_NEVER; i++)
		cost += step_cost(weighing, i);
	return least(cost, COST_NEVER);
}

/* The first ply of which more was heard, as the changes are shared out, when the next one had long begun; n_plies: there is none. */
static int
first_overlap(const struct weighing *weighing)
{
	int ply = 0;

	while (ply < weighing->n_plies && !is_overlap(weighing, ply))
		ply++;
	return ply;
}

/* Each square's changes are shared out for themselves, to whom they cost least. Where by that ply `ply` goes on when the next one
 * has long begun, what was early is not of the next one, or what was late not of the first: whichever costs less. */
static int
share_apart(struct weighing *weighing, int ply)
{
	uint64_t lag_us = weighing->account->scan_lag_us;
	struct weighing late = *weighing;
	int cost, late_cost;

	late.steps[ply].until_us = late.steps[ply + 1].first_us + lag_us;
	weighing->steps[ply + 1].from_us = weighing->steps[ply].last_us - lag_us;
	late_cost = shared_cost(&late);
	cost = shared_cost(weighing);
	if (late_cost >= cost)
		return cost;
	*weighing = late;
	return late_cost;
}

void
account_weigh(const struct account *account, struct account_line *line)
{
	struct weighing weighing;
	int ply;

	line->cost = COST_NEVER;
	if (!lay_out(&weighing, account, line))
		return;
	line->cost = shared_cost(&weighing);
	ply = first_overlap(&weighing);
	if (line->cost == COST_NEVER && ply < weighing.n_plies)
		line->cost = share_apart(&weighing, ply);
	line->pace = 0;
	line->beside = 0;
	for (int i = 0; i < weighing.n_plies; i++)
		line->pace += step_pace(&weighing, i);
	for (int i = 0; i < line->n_plies; i++) {
		line->seen_us[i] = weighing.steps[i].seen_us[0];
		line->beside |= weighing.steps[i].pushed ? 1u << i : 0;
	}
}
