/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/anew/replay_back.h"

#include "core/tracker/anew/replay.h"
#include "core/tracker/explain/cost.h"
#include "core/tracker/reading.h"
#include "core/tracker/record/record.h"
#include "core/tracker/seen/excused.h"
#include "core/tracker/tracker_state.h"

/* A square that differs from the record and has not changed for so long before or behind the moment is
 * trouble, not a hand at work. */
#define TROUBLE_US 2000000

/* The board, the clock and the link as they were before entry i. */
static void
wind_back(struct tracker *tracker, uint64_t i)
{
	struct clock_reading *clock = &tracker->lever.now;

	for (uint64_t k = tracker->past.n; k > i; k--) {
		const struct past_entry *entry = past_at(&tracker->past, k - 1);

		switch ((enum past_kind)entry->kind) {
		case PAST_SQUARE:
		case PAST_SCAN:
			tracker->raw[entry->sq] = entry->was;
			tracker->n_changes = entry->number - 1;
			break;
		case PAST_CLOCK:
			*clock = past_reading(clock, entry->was, clock->face[clock->turn].seconds);
			break;
		case PAST_LOST:
		case PAST_BACK:
			tracker->link_up = entry->kind == PAST_LOST;
			break;
		}
	}
	tracker->lever.seen = clock->connected;
	tracker->lever.n_waiting = 0;
	image_from(&tracker->image, tracker->raw, tracker->turned);
}

/* Forget what was seen later; what that covered up is found in the past again. */
static void
forget_evidence(struct tracker *tracker, uint64_t i)
{
	struct evidence *evidence = &tracker->evidence;

	for (int sq = 0; sq < 64; sq++) {
		if (evidence->changed[sq] > tracker->n_changes)
			evidence->changed[sq] = evidence->changed_us[sq] = 0;
		for (int man = 0; man <= PIECES; man++) {
			if (evidence->placed[sq][man] > tracker->n_changes)
				evidence->placed_us[sq][man] = evidence->placed[sq][man] = 0;
			if (evidence->emptied[sq][man] > tracker->n_changes)
				evidence->emptied_us[sq][man] = evidence->emptied[sq][man] = 0;
		}
	}
	for (uint64_t k = past_oldest(&tracker->past); k < i; k++) {
		const struct past_entry *entry = past_at(&tracker->past, k);
		int sq = tracker_square(tracker, entry->sq);

		if (entry->kind > PAST_SCAN || entry->was == entry->now)
			continue;
		explain_note(evidence, sq, entry->now, entry->number, entry->t_us);
	}
	evidence->since = 0;
	if (evidence->scanned > tracker->n_changes)
		evidence->scanned = 0;
	tracker->last_change_us = 0;
	for (int sq = 0; sq < 64; sq++)
		if (evidence->changed_us[sq] > tracker->last_change_us)
			tracker->last_change_us = evidence->changed_us[sq];
}

/* The squares told of within TROUBLE_US of t_us. */
static uint64_t
squares_told(const struct tracker *tracker, uint64_t t_us)
{
	uint64_t squares = 0;

	for (uint64_t k = past_oldest(&tracker->past); k < tracker->past.n; k++) {
		const struct past_entry *entry = past_at(&tracker->past, k);

		if (entry->kind <= PAST_SCAN && entry->t_us + TROUBLE_US >= t_us &&
		    entry->t_us <= t_us + TROUBLE_US)
			squares |= sq_bit(tracker_square(tracker, entry->sq));
	}
	return squares;
}

static void
excuse_trouble(struct tracker *tracker, uint64_t t_us)
{
	uint64_t wrong = image_difference(&tracker->image, &tracker->game.now);

	tracker->excused = wrong & ~squares_told(tracker, t_us);
	excused_note(tracker, tracker->excused, t_us);
}

/* Presses that were heard before the moment gone back to, for plies that are forgotten: they are not heard again. */
struct early {
	struct lever_press presses[EXPLAIN_PLIES_MAX];
	uint32_t n; /* of which the first are kept */
};

static void
note_early(const struct tracker *tracker, const struct replay *replay, struct early *ret_early)
{
	ret_early->n = 0;
	for (uint32_t i = replay->from; i < tracker->game.n_plies; i++) {
		const struct game_ply *ply = &tracker->plies[i];

		if (!record_is_pressed(tracker, i) || ply->completed_us > replay->t_us)
			continue;
		if (ret_early->n < EXPLAIN_PLIES_MAX)
			ret_early->presses[ret_early->n] = record_press_of(ply);
		ret_early->n++;
	}
}

/* They were for the plies that are certain now, and for others that are missing yet. Returns how many those are. */
static uint32_t
pass_on_early(struct tracker *tracker, const struct early *early, uint32_t from)
{
	uint32_t n = 0;

	while (n < early->n && n < EXPLAIN_PLIES_MAX && from + n < tracker->game.n_plies) {
		record_complete(tracker, from + n, &early->presses[n]);
		n++;
	}
	return early->n - n;
}

/* Who replies before the press is made behind his opponent's ply, and before its press: of the plies that are kept, those that were
 * pressed for since the moment gone back to wait for that press again. */
static void
release_later_presses(struct tracker *tracker, uint64_t t_us)
{
	for (uint32_t back = 1; back <= OPEN_MAX && back <= tracker->game.n_plies; back++) {
		uint32_t index = tracker->game.n_plies - back;

		if (record_is_pressed(tracker, index) && tracker->plies[index].completed_us > t_us)
			record_release_press(tracker, index);
	}
}

void
replay_put_back(struct tracker *tracker, const struct replay *replay, uint64_t i)
{
	uint32_t n_plies, n_missing;
	struct early early;

	note_early(tracker, replay, &early);
	wind_back(tracker, i);
	forget_evidence(tracker, i);
	tracker->now_us = replay->t_us;
	tracker->aside.kind = ASIDE_NONE;
	tracker->exchanged.n_plies = UINT32_MAX;
	tracker->reopened = 0;
	tracker->was_away = tracker->was_blind = tracker->was_deaf = false;
	tracker->silent = tracker->spoken = 0; /* what is silent now need not have been then */
	tracker->rewritten_us = 0;
	record_return(tracker, replay->from, replay->unbreak);
	if (replay->gap && record_break(tracker, replay->gap))
		tracker->believed += COST_ILLEGAL;
	release_later_presses(tracker, replay->t_us);
	if (replay->behind) {
		record_rewrite(tracker, 0, replay->behind, NULL, false);
		tracker->believed += (uint64_t)replay->behind->cost;
	}
	n_missing = pass_on_early(tracker, &early, replay->from);
	n_plies = tracker->game.n_plies;
	if (replay->guessed)
		record_doubt(tracker, n_plies - 1);
	record_fix(tracker, n_plies);
	tracker->n_fixed = n_plies;
	tracker->by_person = n_plies; /* as certain as if a person had said so */
	tracker->recent_from = n_plies;
	trust_again(tracker);
	trust_miss_plies(tracker, n_missing);
	tracker->shown[n_plies % RECENT_POSITIONS] = tracker->n_changes;
	excuse_trouble(tracker, replay->t_us);
	reading_begin_searches(tracker);
	tracker->in_step = image_shows(&tracker->image, &tracker->game.now, tracker->excused);
	tracker->in_step_us = tracker->left_us = replay->t_us;
	tracker->sync = TRACKER_IN_STEP;
	tracker->barred = (struct barred){ n_plies, replay->barred, replay->barred_man };
}
