/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/anew/afresh_write.h"

#include "core/tracker/anew/account.h"
#include "core/tracker/anew/account_open.h"
#include "core/tracker/mend/aside.h"
#include "core/tracker/reading.h"
#include "core/tracker/record/record.h"
#include "core/tracker/record/sure.h"
#include "core/tracker/tracker_state.h"

static void
write_ply(struct tracker *tracker, const struct account *account, const struct account_line *line,
          int ply, uint8_t doubt)
{
	struct explanation one = { .n_plies = 1, .moves = { line->moves[ply] } };
	uint32_t index = tracker->game.n_plies;
	struct lever_press press;

	record_rewrite(tracker, 0, &one, &doubt, false);
	if (tracker->game.n_plies == index)
		return; /* a full record */
	if (line->seen_us[ply] != 0)
		tracker->plies[index].made_us = line->seen_us[ply];
	if (ply >= account->n_presses || account->presses[ply].forgotten)
		return;
	press = (struct lever_press){ .t_us = account->presses[ply].t_us,
		                      .seconds = account->presses[ply].seconds };
	if (line->seen_us[ply] == 0)
		tracker->plies[index].made_us = press.t_us;
	record_complete(tracker, index, &press);
}

static uint8_t
doubt_of(const struct account_line *line, const struct account_line *rival, int ply)
{
	if (account_total(rival) <= account_total(line) + AFRESH_RIVAL &&
	    (ply >= rival->n_plies || rival->moves[ply] != line->moves[ply]))
		return DOUBT_RIVAL;
	if (line->beside >> ply & 1)
		return DOUBT_RIVAL; /* or he has only now been played from the one square to the other */
	return account_doubt_unseen(line, ply);
}

/* Of presses that waited when the clock could not be gone by, the newest, if there was one, is for its player's last ply. */
static void
complete_last(struct tracker *tracker, uint32_t from, const struct lever_press *press)
{
	uint32_t index = tracker->game.n_plies;

	while (index > from && game_ply_side(&tracker->game, index - 1) != press->side)
		index--;
	if (index > from)
		record_complete(tracker, index - 1, press);
}

/* What the board shows behind the line is an illegal move, and its press waits. */
static void
set_aside(struct tracker *tracker, const struct account *account, int n_plies)
{
	const struct account_press *last = &account->presses[n_plies];
	const struct lever_press press = {
		.t_us = last->t_us,
		.seconds = last->seconds,
		.side = (enum color)tracker->game.now.side,
		.change = account_told_by(account, last->t_us,
		                          tracker->shown[tracker->game.n_plies % RECENT_POSITIONS]),
	};

	lever_wait(&tracker->lever, &press);
	reading_out_of_step(tracker);
	tracker->excused = 0; /* the line accounts for what they told */
	tracker->aside.kind = ASIDE_NONE;
	aside_take(tracker, true);
}

void
afresh_write(struct tracker *tracker, uint32_t from, const struct account *account,
             const struct account_line *line, const struct account_line *rival)
{
	int n_waiting = tracker->lever.n_waiting;
	struct lever_press newest;
	struct sure sure;

	sure_note(tracker, from, &sure);
	if (n_waiting > 0)
		newest = tracker->lever.waiting[n_waiting - 1];
	record_begin_anew(tracker, from, line->cost + line->n_plies * COST_PLY);
	for (int i = 0; i < line->n_plies; i++)
		write_ply(tracker, account, line, i, doubt_of(line, rival, i));
	/* A doubt that lasts, and asks for no third account. */
	sure_compare(tracker, &sure, DOUBT_ORDER);
	if (account->clockless && n_waiting > 0)
		complete_last(tracker, from, &newest);
	tracker->rewritten_us = tracker->now_us;
	record_touch(tracker, from);
	if (account->errs)
		set_aside(tracker, account, line->n_plies);
	else
		reading_in_step(tracker);
}
