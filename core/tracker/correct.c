/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>

#include "core/tracker/anew/replay.h"
#include "core/tracker/reading.h"
#include "core/tracker/record/record.h"
#include "core/tracker/record/withdrawn.h"
#include "core/tracker/tracker_state.h"

/* The record has been put right: nothing in it may change any more, and what the board shows now is
 * neither a ply nor a fault before something moves. */
static void
accept_correction(struct tracker *tracker)
{
	struct game *game = &tracker->game;

	tracker->recent_from = game->n_plies; /* those kept are of the record as it was */
	record_fix(tracker, game->n_plies);
	if (tracker->n_fixed > game->n_plies)
		tracker->n_fixed = game->n_plies;
	tracker->rewritten_us = tracker->now_us;
	tracker->shown[game->n_plies % RECENT_POSITIONS] = tracker->n_changes;
	tracker->lever.n_waiting = 0;
	trust_accept(tracker);
	if (image_shows(&tracker->image, &game->now, tracker->excused)) {
		reading_in_step(tracker);
		return;
	}
	tracker->in_step = false;
	tracker->left_us = tracker->now_us;
}

/* Whatever led to the picture, a person has said what of it the record is to keep. */
static void
judge_picture(struct tracker *tracker)
{
	withdrawn_note(tracker);
	tracker->by_person = tracker->game.n_plies;
}

/* When was the last of the plies before `from` made, as far as that was seen? */
static uint64_t
last_made_us(const struct tracker *tracker, uint32_t from)
{
	uint64_t last_us = 0;

	for (uint32_t i = 0; i < from; i++)
		if (tracker->plies[i].made_us != TIME_UNKNOWN &&
		    tracker->plies[i].made_us > last_us)
			last_us = tracker->plies[i].made_us;
	return last_us;
}

/* Explain again what came behind the plies before `from`, if that leads to what stands on the board, or at least
 * to a longer record. */
static bool
explain_from(struct tracker *tracker, uint32_t from)
{
	const struct replay replay = { .from = from,
		                       .t_us = last_made_us(tracker, from),
		                       .patience_us = UINT32_MAX };
	struct replayed replayed;

	return replay_try(tracker, &replay, &replayed) &&
	       (replayed.in_step || replayed.n_plies > tracker->game.n_plies) &&
	       replay_run(tracker, &replay, &replayed);
}

static bool
puts_plies_in(const struct correction *correction)
{
	return correction->what == CORRECTION_REPLACE || correction->what == CORRECTION_INSERT;
}

/* Is there nothing behind his words for the picture to tell? He has put in the last plies, and it is from before them: the record's
 * as that was, but for a man in the air. Or he has said how the record ends. */
static bool
ends_record(const struct tracker *tracker, const struct correction *correction,
            const struct correction_effect *effect, bool is_old)
{
	if (!puts_plies_in(correction))
		return correction->what != CORRECTION_RESULT;
	return is_old && effect->first_ply + effect->n_added == tracker->game.n_plies;
}

/* The plies behind those that a person has put in stay where they follow, and are explained again where not all
 * of them do, or not what stands on the board. His later words stand as they are. */
static void
explain_rest(struct tracker *tracker, const struct correction *correction,
             const struct correction_effect *effect)
{
	uint32_t from = effect->first_ply + effect->n_added;
	bool may_change;

	/* What did not stay of his earlier words cannot be later words than what did. */
	if (tracker->by_person > tracker->game.n_plies)
		tracker->by_person = tracker->game.n_plies;
	may_change = tracker->by_person <= from;
	if (tracker->follows || !puts_plies_in(correction))
		return;
	if (may_change)
		tracker->by_person = from;
	/* Without excuses: a wrong word may have made trouble of what was a ply. */
	if (effect->n_dropped == 0 && image_shows(&tracker->image, &tracker->game.now, 0))
		return;
	if (!(may_change && explain_from(tracker, from)) && from < tracker->game.n_plies)
		explain_from(tracker, tracker->game.n_plies);
}

/* Is the game that was over not over after all? What was played meanwhile was heard, and explained by nobody. Without a clock it may
 * be what they looked at behind the end. */
static void
go_on(struct tracker *tracker, bool was_over)
{
	const struct game *game = &tracker->game;

	if (was_over && game->result == RESULT_NONE && tracker->lever.seen && !tracker->follows &&
	    !image_shows(&tracker->image, &game->now, tracker->excused))
		explain_from(tracker, game->n_plies);
}

void
tracker_result(struct tracker *tracker, enum game_result result, uint64_t now_us)
{
	struct game *game = &tracker->game;
	bool was_over;

	tracker_advance(tracker, now_us);
	if (tracker->games == 0)
		return;
	was_over = game->result != RESULT_NONE;
	if (game->n_plies > 0)
		record_raise(tracker, game->n_plies - 1, PLY_MADE);
	game_set_result(game, result, result == RESULT_NONE ? END_OPEN : END_DECLARED);
	record_settle_result(tracker);
	go_on(tracker, was_over);
	record_tell(tracker);
}

int
tracker_correct(struct tracker *tracker, const struct correction *correction, uint64_t now_us)
{
	struct correction_effect effect;
	uint32_t lagging;
	bool is_old, was_over;
	int r;

	tracker_advance(tracker, now_us);
	if (tracker->games == 0) {
		if (correction->what != CORRECTION_POSITION ||
		    position_check_standing(&correction->position) != POSITION_OK)
			return -EINVAL;
		record_begin_game(tracker, &correction->position, tracker->turned);
		tracker->in_step = image_shows(&tracker->image, &tracker->game.now, 0);
		return 0;
	}
	lagging = record_first_lagging(tracker, tracker->game.n_plies);
	is_old = tracker_amiss(tracker) == 0 || tracker_is_in_hand(tracker);
	was_over = tracker->game.result != RESULT_NONE;
	r = correction_apply(&tracker->game, correction, tracker->now_us, &effect);
	if (r < 0)
		return r;
	record_touch(tracker, lagging < effect.first_ply ? lagging : effect.first_ply);
	accept_correction(tracker);
	if (ends_record(tracker, correction, &effect, is_old))
		judge_picture(tracker);
	else
		explain_rest(tracker, correction, &effect);
	if (correction->what == CORRECTION_RESULT)
		go_on(tracker, was_over);
	record_tell(tracker);
	return 0;
}
