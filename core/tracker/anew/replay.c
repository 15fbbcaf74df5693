/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/anew/replay.h"

#include <stddef.h>
#include <string.h>

#include "core/chess/bits.h"
#include "core/tracker/anew/replay_back.h"
#include "core/tracker/record/record.h"
#include "core/tracker/tracker_state.h"

/* Plies before those that are explained again whose state or doubt may change with them. */
#define EARLIER_PLIES 8

/* What goes on as it was, whatever the record becomes. */
struct kept {
	struct tracker_listener listener;
	struct lever_press press;
	enum tracker_sync sync;
	uint32_t n_presses, untold, by_person;
	uint64_t n_changes, scanned_us, sync_since_us, known_bad, known_bad_us[64];
	uint8_t told_result, told_end;
};

/* The tracker as it was, but for the past itself: all plies, since what is heard again may begin another game, or
 * take the record back to any earlier position of this one. */
struct saved {
	uint8_t head[offsetof(struct tracker, past)];
	struct game game;
	struct game_ply plies[REPLAY_GAME_PLIES];
	uint32_t first; /* of those that may be told anew */
	struct kept kept;
};

/* Is all that was said since t_us still known, and are the plies from `from` on not too many? */
static bool
can_replay(const struct tracker *tracker, uint32_t from, uint64_t t_us)
{
	const struct game *game = &tracker->game;
	const struct game_break *gap = game_last_break(game, game->n_plies);
	uint64_t i;

	return from <= game->n_plies && game->n_plies - from <= REPLAY_PLIES &&
	       game->n_plies <= REPLAY_GAME_PLIES && (!gap || gap->ply <= from) &&
	       past_after(&tracker->past, t_us, &i);
}

static void
save(const struct tracker *tracker, uint32_t from, struct saved *ret_saved)
{
	ret_saved->first = from > EARLIER_PLIES ? from - EARLIER_PLIES : 0;
	memcpy(ret_saved->head, tracker, sizeof(ret_saved->head));
	ret_saved->game = tracker->game;
	memcpy(ret_saved->plies, tracker->plies, tracker->game.n_plies * sizeof(tracker->plies[0]));
	ret_saved->kept = (struct kept){
		.listener = tracker->listener,
		.press = tracker->press,
		.sync = tracker->sync,
		.n_presses = tracker->n_presses,
		.untold = tracker->untold,
		.by_person = tracker->by_person,
		.n_changes = tracker->n_changes,
		.scanned_us = tracker->scanned_us,
		.sync_since_us = tracker->sync_since_us,
		.known_bad = tracker->known_bad,
		.told_result = tracker->told_result,
		.told_end = tracker->told_end,
	};
	memcpy(ret_saved->kept.known_bad_us, tracker->known_bad_us, sizeof(tracker->known_bad_us));
}

static void
restore(struct tracker *tracker, const struct saved *saved)
{
	uint64_t effort = tracker->effort;

	memcpy(tracker, saved->head, sizeof(saved->head));
	tracker->effort = effort;
	tracker->game = saved->game;
	memcpy(tracker->plies, saved->plies, saved->game.n_plies * sizeof(tracker->plies[0]));
}

/* Entry *i again, with those that belong to it. */
static void
hear_again(struct tracker *tracker, uint64_t *i)
{
	const struct past *past = &tracker->past;
	const struct past_entry *entry = past_at(past, *i);
	struct board_event event = { .t_us = entry->t_us, .recovered = entry->logged };

	switch ((enum past_kind)entry->kind) {
	case PAST_SQUARE:
		event.kind = BOARD_SQUARE;
		event.square.sq = entry->sq;
		event.square.piece = entry->now;
		tracker->n_changes = entry->number - 1;
		break;
	case PAST_SCAN:
		event.kind = BOARD_SCAN;
		memcpy(event.scan, tracker->raw, sizeof(event.scan));
		tracker->n_changes = entry->number - 1;
		event.scan[entry->sq] = entry->now;
		for (; *i + 1 < past->n && past_at(past, *i + 1)->kind == PAST_SCAN &&
		       past_at(past, *i + 1)->number == entry->number;
		     ++*i)
			event.scan[past_at(past, *i + 1)->sq] = past_at(past, *i + 1)->now;
		break;
	case PAST_CLOCK:
		event.kind = BOARD_CLOCK;
		event.clock = past_read_clock(&tracker->lever.now, entry);
		/* What two presses are dated by; the readings in between told nothing. */
		tracker->lever.now_us = entry->t_us - (uint64_t)entry->since_ms * 1000;
		break;
	case PAST_LOST:
	case PAST_BACK:
		event.kind = entry->kind == PAST_LOST ? BOARD_LOST : BOARD_BACK;
		break;
	}
	++*i;
	tracker->ear->event(tracker, &event);
}

/* Hear all of it again, from entry i to until_us. False when it makes no sense for too long, or is too much work. */
static bool
hear_past(struct tracker *tracker, const struct replay *replay, uint64_t i, uint64_t until_us,
          struct replayed *replayed)
{
	uint64_t effort = tracker->effort;

	while (i < tracker->past.n && !tracker->past.left) {
		uint64_t before_us = tracker->now_us;
		bool astray = !tracker->in_step;

		hear_again(tracker, &i);
		if (astray)
			replayed->astray_us += tracker->now_us - before_us;
		if (!tracker->in_step && tracker->now_us > tracker->left_us + replay->patience_us)
			return false;
		if (replay->effort > 0 && tracker->effort - effort > replay->effort)
			return false;
	}
	tracker->ear->advance(tracker, until_us);
	return !tracker->past.left;
}

/* A square that was known to fail is so yet, and was from when it was first. */
static void
keep_known_bad(struct tracker *tracker, const struct kept *was)
{
	uint64_t squares = was->known_bad;

	while (squares != 0) {
		int sq = bits_take(&squares);

		if (!(tracker->known_bad & sq_bit(sq)) ||
		    tracker->known_bad_us[sq] > was->known_bad_us[sq])
			tracker->known_bad_us[sq] = was->known_bad_us[sq];
	}
	tracker->known_bad |= was->known_bad;
}

static void
keep_on(struct tracker *tracker, const struct saved *saved)
{
	const struct kept *was = &saved->kept;
	enum tracker_sync sync = tracker->sync;

	tracker->listener = was->listener;
	tracker->n_presses = was->n_presses;
	tracker->press = was->press;
	tracker->by_person = was->by_person;
	tracker->n_changes = was->n_changes;
	tracker->scanned_us = was->scanned_us;
	keep_known_bad(tracker, was);
	tracker->ways.n = 0; /* they were followed from the moment gone back to */
	tracker->told_result = was->told_result;
	tracker->told_end = was->told_end;
	tracker->untold = was->untold;
	record_touch(tracker, saved->first);
	tracker->sync = was->sync;
	tracker->sync_since_us = was->sync_since_us;
	record_set_sync(tracker, sync);
}

/* still_stands: is the record's beginning of n_plies, which led to that position, as it was? Hands may take back what
 * nobody said; what stands, the past cannot take back. */
static bool
still_stands(const struct tracker *tracker, uint32_t n_plies, const struct position *stood)
{
	struct position now;

	if (tracker->game.n_plies < n_plies)
		return false;
	game_position(&tracker->game, n_plies, &now);
	return now.key == stood->key;
}

/* Is the game over by that, and was the clock pressed behind its end, and does the board show something else? Then play has
 * gone on, and it was not. */
static bool
has_gone_on(const struct tracker *tracker)
{
	const struct game *game = &tracker->game;
	const struct game_ply *last;

	if (game->n_plies == 0)
		return false; /* nothing has ended it */
	last = &tracker->plies[game->n_plies - 1];
	return game_has_no_move(game) && tracker->press.t_us > last->made_us &&
	       tracker->press.t_us != last->completed_us &&
	       !image_shows(&tracker->image, &game->now, tracker->excused);
}

/* Did a ply of the record take the man from sq, who has been read there since before? Then only his leaving was not told. */
static bool
is_stale(const struct tracker *tracker, int sq)
{
	uint64_t came_us = tracker->evidence.placed_us[sq][image_at(&tracker->image, sq)];

	for (uint32_t i = tracker->game.n_plies; i > 0; i--)
		if (move_from(tracker->plies[i - 1].move) == sq)
			return came_us <= tracker->plies[i - 1].made_us;
	return false;
}

/* One of `squares`, if there is one, where the record has that man. */
static uint64_t
square_of(const struct tracker *tracker, uint64_t squares, uint8_t man)
{
	while (squares != 0) {
		int sq = bits_take(&squares);

		if (position_piece_at(&tracker->game.now, sq) == man)
			return sq_bit(sq);
	}
	return 0;
}

/* How many squares that are not believed have come to read a man who is missed on another such? */
static uint32_t
count_carried(const struct tracker *tracker)
{
	uint64_t missed = tracker->excused & ~image_men(&tracker->image);
	uint64_t extra = tracker->excused & image_men(&tracker->image) &
	                 image_difference(&tracker->image, &tracker->game.now);
	uint32_t n = 0;

	if (tracker->image.occupancy_only)
		return 0;
	while (extra != 0) {
		int sq = bits_take(&extra);
		uint64_t from = square_of(tracker, missed, image_at(&tracker->image, sq));

		if (is_stale(tracker, sq))
			continue;
		missed &= ~from;
		n += from != 0;
	}
	return n;
}

static bool
replay_saved(struct tracker *tracker, const struct replay *replay, struct replayed *ret_replayed,
             struct saved *ret_saved)
{
	uint64_t i, until_us = tracker->now_us, believed = tracker->believed;
	struct position stood;
	uint32_t n_stand;
	bool done;

	*ret_replayed = (struct replayed){ 0 };
	if (!can_replay(tracker, replay->from, replay->t_us))
		return false;
	past_after(&tracker->past, replay->t_us, &i);
	save(tracker, replay->from, ret_saved);
	tracker->believed = record_believed_before(tracker, replay->from);
	tracker->past.frozen = true;
	tracker->past.left = false;
	tracker->listener.update = NULL;
	tracker->listener.game_over = NULL;
	replay_put_back(tracker, replay, i);
	n_stand = tracker->game.n_plies;
	stood = tracker->game.now;
	done = hear_past(tracker, replay, i, until_us, ret_replayed) &&
	       still_stands(tracker, n_stand, &stood);
	tracker->past.frozen = tracker->past.left = false;
	tracker->barred.move = MOVE_NONE;
	ret_replayed->dearer = (int64_t)(tracker->believed - believed);
	ret_replayed->in_step = done && tracker->in_step && !has_gone_on(tracker);
	ret_replayed->in_hand = done && !tracker->in_step && tracker_is_in_hand(tracker);
	ret_replayed->is_his_time =
		lever_turn(&tracker->lever) == (enum color)tracker->game.now.side;
	ret_replayed->n_plies = tracker->game.n_plies;
	ret_replayed->n_breaks = tracker->game.n_breaks;
	ret_replayed->excused = tracker->excused;
	ret_replayed->n_excused = (uint32_t)bits_count(tracker->excused);
	ret_replayed->n_carried = count_carried(tracker);
	if (!done)
		restore(tracker, ret_saved);
	return done;
}

bool
replay_run(struct tracker *tracker, const struct replay *replay, struct replayed *ret_replayed)
{
	uint32_t n_presses = trust_presses(tracker);
	struct saved saved;

	if (!replay_saved(tracker, replay, ret_replayed, &saved))
		return false;
	keep_on(tracker, &saved);
	trust_keep_presses(tracker, replay->from, n_presses);
	return true;
}

bool
replay_try(struct tracker *tracker, const struct replay *replay, struct replayed *ret_replayed)
{
	struct saved saved;

	if (!replay_saved(tracker, replay, ret_replayed, &saved))
		return false;
	restore(tracker, &saved);
	return true;
}
