/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/anew/rejoin.h"

#include <string.h>

#include "core/tracker/anew/chase.h"
#include "core/tracker/ends/start.h"
#include "core/tracker/reading.h"
#include "core/tracker/record/record.h"
#include "core/tracker/tracker_state.h"

/* For so long the usual searches, a chase, and a second thought (rethink.h) have had their turn. */
#define REJOIN_AFTER_US 8000000

/* So many presses no longer wait for plies that may yet be seen: of more the oldest are forgotten (lever.h). */
#define REJOIN_PRESSES LEVER_WAITING_MAX

/* Of a ply no less is told: it is looked again once for each. */
#define REJOIN_NEWS 3

/* What a scan has found in one is told in one (dgt.md 1.4). */
#define REJOIN_PAUSE_US 15000

/* So many plies must lead on from a picture, each with a press, but for the last one. One more than from a position that was seen
 * to stand still (aside.c): this one was passed in play. */
#define REJOIN_PLIES_MIN 4

/* What from so many pictures, one before the other, nothing leads on from, will not be explained from those before either: two plies,
 * and a man who was not read for longer than that. */
#define REJOIN_TRIES 8

/* What the line may ask to believe beside its plies (cost.h), and for each of them: a man or two told of late, or put down beside
 * the square where he was taken. */
#define REJOIN_BELIEVED     12
#define REJOIN_BELIEVED_PLY 2

/* A picture, as the board showed it behind an entry of the past. */
struct picture {
	struct image image;
	uint64_t i;    /* that entry */
	int n_presses; /* since then */
};

struct rejoining {
	bool found;
	struct chase chase;
	struct chase_line line;
	uint64_t made_us; /* when the board showed chase.from */
	int n_missed;     /* presses before that for plies that are missing */
};

static bool
may_look(const struct tracker *tracker)
{
	return tracker->games > 0 && !tracker->in_step && tracker->game.result == RESULT_NONE &&
	       !tracker->past.frozen && !tracker->image.occupancy_only &&
	       tracker->past.n >= tracker->rejoined + REJOIN_NEWS && lever_runs(&tracker->lever) &&
	       tracker->lever.ran && !tracker->was_away && tracker->silent == 0;
}

uint64_t
rejoin_due(const struct tracker *tracker)
{
	if (!may_look(tracker) || tracker->last_change_us < tracker->left_us + REJOIN_AFTER_US)
		return TRACKER_NO_DEADLINE;
	return reading_unless_over(tracker, tracker->last_change_us + REJOIN_PAUSE_US);
}

static int
presses_since(const struct tracker *tracker, uint64_t t_us)
{
	const struct past *past = &tracker->past;
	int n = 0;

	for (uint64_t i = past->n; i > past_oldest(past) && past_at(past, i - 1)->t_us > t_us; i--)
		n += past_presses(past_at(past, i - 1));
	return n;
}

/* The position that a picture may have been, after n_presses that have no ply in the record. */
static bool
position_of(const struct tracker *tracker, const struct image *image, enum color side,
            int n_presses, struct position *ret_position)
{
	struct position position = { .side = (uint8_t)side,
		                     .ep = SQ_NONE,
		                     .chess960 = tracker->game.now.chess960 };

	position.fullmove = (uint16_t)(tracker->game.now.fullmove + n_presses / 2);
	memcpy(position.by_type, image->by_type, sizeof(position.by_type));
	memcpy(position.by_color, image->by_color, sizeof(position.by_color));
	memcpy(position.castling_rook, tracker->game.now.castling_rook,
	       sizeof(position.castling_rook));
	start_bar_castling(&position, &tracker->game.now);
	if (position_check(&position) != POSITION_OK)
		return false;
	position.key = position_key(&position);
	*ret_position = position;
	return true;
}

/* All that was told behind the picture: his press who has just arrived in it comes first. */
static bool
gather(const struct tracker *tracker, const struct picture *picture, struct chase *chase)
{
	const struct past *past = &tracker->past;

	for (uint64_t i = picture->i + 1; i < past->n; i++)
		if (!chase_hear(tracker, past_at(past, i), chase))
			return false;
	chase_begin_with_mover(chase);
	return true;
}

static bool
is_believed(const struct chase *chase, const struct chase_line *line)
{
	int n_ahead = line->n_plies - chase->n_presses;

	return line->cost <= REJOIN_BELIEVED + REJOIN_BELIEVED_PLY * line->n_plies &&
	       line->n_plies >= REJOIN_PLIES_MIN && line->unseen == 0 && n_ahead >= 0 &&
	       (n_ahead <= 1 || (chase->hides_us != 0 && n_ahead <= 3));
}

/* Play goes on from the picture. */
static void
go_on(struct tracker *tracker, const struct rejoining *rejoining)
{
	const struct chase_line *line = &rejoining->line;
	const struct game_break gap = { .position = rejoining->chase.from,
		                        .why = BREAK_RESUMED,
		                        .made_us = rejoining->made_us,
		                        .from = SQ_NONE,
		                        .to = SQ_NONE };

	if (!record_break(tracker, &gap))
		return;
	tracker->lever.n_waiting = 0;
	tracker->excused = 0;
	tracker->reopened = 0;
	trust_miss_plies(tracker, (uint32_t)rejoining->n_missed);
	tracker->believed += (uint64_t)(line->cost + line->n_plies * COST_PLY + COST_ILLEGAL);
	chase_write(tracker, &rejoining->chase, line);
}

/* Is there a line that leads on from the picture in which the man has just arrived of whom entry picture->i tells? Then it is the best
 * one yet, as it begins earlier. */
static bool
look_from(const struct tracker *tracker, const struct picture *picture, int n_presses,
          struct rejoining *best)
{
	const struct past_entry *entry = past_at(&tracker->past, picture->i);
	struct rejoining rejoining = { .chase = { .scan_lag_us = tracker_scan_lag(tracker) },
		                       .made_us = entry->t_us,
		                       .n_missed = n_presses - picture->n_presses };

	if (!position_of(tracker, &picture->image, color_other(piece_color(entry->now)),
	                 rejoining.n_missed, &rejoining.chase.from) ||
	    !gather(tracker, picture, &rejoining.chase))
		return false;
	chase_find(&rejoining.chase, &rejoining.line);
	if (rejoining.line.cost == COST_NEVER || !is_believed(&rejoining.chase, &rejoining.line))
		return false;
	rejoining.found = true;
	*best = rejoining;
	return true;
}

/* One picture after the other, back to where the record was shown last. */
static void
look_back(const struct tracker *tracker, int n_presses, struct rejoining *best)
{
	const struct past *past = &tracker->past;
	struct picture picture = { .image = tracker->image, .i = past->n };
	int n_tried = 0;

	while (picture.i-- > past_oldest(past) && n_tried < REJOIN_TRIES) {
		const struct past_entry *entry = past_at(past, picture.i);

		if (entry->t_us <= tracker->left_us || entry->kind == PAST_SCAN ||
		    entry->kind > PAST_CLOCK)
			return; /* a scan told what no update had, or the link was lost */
		picture.n_presses += past_presses(entry);
		if (entry->kind == PAST_CLOCK)
			continue;
		if (entry->now != EMPTY && picture.n_presses >= REJOIN_PLIES_MIN - 1)
			n_tried = look_from(tracker, &picture, n_presses, best) ? 0 : n_tried + 1;
		image_put(&picture.image, tracker_square(tracker, entry->sq), entry->was);
	}
}

/* For how many presses since the record was shown has it plies? One that keeps up has not been lost: it is a square that fails which
 * keeps the board from showing it. */
static int
pressed_since(const struct tracker *tracker)
{
	int n = 0;

	for (uint32_t i = tracker->game.n_plies; i > 0; i--)
		if (record_is_pressed(tracker, i - 1)) {
			if (tracker->plies[i - 1].completed_us <= tracker->left_us)
				break;
			n++;
		}
	return n;
}

void
rejoin_look(struct tracker *tracker)
{
	int n_presses = presses_since(tracker, tracker->left_us);
	struct rejoining best = { .found = false };

	tracker->rejoined = tracker->past.n;
	if (n_presses < REJOIN_PRESSES + pressed_since(tracker))
		return;
	look_back(tracker, n_presses, &best);
	if (best.found)
		go_on(tracker, &best);
}
