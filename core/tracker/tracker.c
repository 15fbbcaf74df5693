/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How a ply is found.
 *
 * The record ends in "open" plies, which later evidence may still change: those after n_fixed. A
 * ply is fixed a moment after its player pressed the clock or, without a clock, when the reply to
 * it has been made. Whenever the board shows something new, the tracker asks which change to the
 * open end of the record explains the picture, cheapest first (change.c, cost.h): one more ply, the
 * last one taken back, the last one replaced (a slide that went on), two more plies, and so on. What
 * nothing explains is a hand at work. If it stands still unexplained, or the clock was pressed for
 * a ply that no picture shows, dearer explanations are tried.
 *
 *        board shows it          stands RELEASE_US       clock pressed
 *   --> PLY_CANDIDATE ------------> PLY_MADE -----------> PLY_COMPLETED
 *            | piece leaves              | board shows another explanation
 *            v                           v
 *        forgotten                   replaced, listeners are told from which ply on
 *
 *   when                                          what is tried                        where
 *   a picture is new                              exact lines, every man seen          reading.c
 *   nothing moved for more than a scan            men hidden from the scan             trouble.c
 *   a press has waited for more than two scans    bad squares, lost updates            trouble.c
 *   nothing moved for a second, for four          the same; longer lines further back  duties.c
 *   the same, where not all that was told lately  another line that accounts for it    afresh.c
 *   is accounted for by the record
 *   doubtful plies stand, and nothing fits        one of them exchanged                repair.c
 *   squares are not believed                      another man made such a ply          relief.c
 *   the record stands against the board           one ply was another, and all fits    amiss.c
 *   still nothing, or one man where he may not go the position beside the record       aside.c
 */
#include "core/tracker/tracker.h"

#include <stddef.h>
#include <string.h>

#include "core/base/invariant.h"
#include "core/tracker/anew/replay.h"
#include "core/tracker/anew/rethink.h"
#include "core/tracker/clock/shift.h"
#include "core/tracker/ends/revive.h"
#include "core/tracker/ends/stopped.h"
#include "core/tracker/ends/turn.h"
#include "core/tracker/ends/turned_round.h"
#include "core/tracker/mend/excuse.h"
#include "core/tracker/mend/gap.h"
#include "core/tracker/mend/guest.h"
#include "core/tracker/mend/trouble.h"
#include "core/tracker/reading.h"
#include "core/tracker/record/record.h"
#include "core/tracker/seen/excused.h"
#include "core/tracker/seen/lapse.h"
#include "core/tracker/seen/silent.h"
#include "core/tracker/tracker_state.h"

size_t
tracker_size(void)
{
	return sizeof(struct tracker);
}

const size_t *
tracker_pointers(void)
{
	static const size_t pointers[] = {
		offsetof(struct tracker, listener.ctx),
		offsetof(struct tracker, listener.update),
		offsetof(struct tracker, listener.game_over),
		offsetof(struct tracker, ear),
		offsetof(struct tracker, game.plies),
		SIZE_MAX,
	};

	return pointers;
}

static const struct replay_ear ear = { .event = tracker_event, .advance = tracker_advance };

struct tracker *
tracker_init(void *memory, const struct tracker_listener *listener)
{
	struct tracker *tracker = memory;

	/* All but what is counted: entries of the past, breaks and plies. */
	memset(tracker, 0, offsetof(struct tracker, past.entries));
	memset(&tracker->game.start, 0, sizeof(tracker->game) - offsetof(struct game, start));
	tracker->listener = *listener;
	tracker->ear = &ear;
	tracker->sync = TRACKER_WAITING;
	lag_begin(tracker);
	tracker->untold = UINT32_MAX;
	position_start(&tracker->start);
	return tracker;
}

struct tracker *
tracker_copy(const struct tracker *tracker, void *memory)
{
	struct tracker *copy = memory;

	memcpy(copy, tracker,
	       offsetof(struct tracker, plies) + tracker->game.n_plies * sizeof(tracker->plies[0]));
	memset(&copy->listener, 0, sizeof(copy->listener));
	copy->game.plies = copy->plies;
	return copy;
}

/* By the change counted last, sq reads `piece`. */
static void
note_reading(struct tracker *tracker, int sq, uint8_t piece)
{
	explain_note(&tracker->evidence, sq, piece, (uint32_t)tracker->n_changes, tracker->now_us);
	tracker->by_scan &= ~sq_bit(sq);
	tracker->last_change_us = tracker->now_us;
	if (piece != EMPTY) {
		trouble_believe(tracker, sq);
		return;
	}
	excused_forgive(tracker, sq);
	trouble_left(tracker);
}

/* One square reads something else, by the change counted last. Returns whether that is news. What is told from a log says
 * nothing of the board's pace. */
static bool
set_square(struct tracker *tracker, int raw_sq, uint8_t piece, bool from_log)
{
	int sq = tracker_square(tracker, raw_sq);

	if (tracker->raw[raw_sq] == piece)
		return false;
	tracker->raw[raw_sq] = piece;
	image_put(&tracker->image, sq, piece);
	if (!from_log)
		lag_note_change(tracker, sq);
	note_reading(tracker, sq, piece);
	return true;
}

/* The board says that a square is empty now which it had never said was anything else: a man
 * stood there, and the update that told of him was lost. That asks to be believed where the record has nobody there. */
static void
note_unseen_guest(struct tracker *tracker, int raw_sq)
{
	int sq = tracker_square(tracker, raw_sq);

	note_reading(tracker, sq, EMPTY);
	if (tracker->games == 0 || guest_is_passing(tracker, sq))
		return;
	if (position_piece_at(&tracker->game.now, sq) == EMPTY) {
		tracker->believed += COST_UNSEEN;
		if (rethink_guest(tracker, sq))
			return;
	}
	if (guest_settle(tracker, sq))
		reading_look(tracker);
}

/* The board says that a man stands now where it had never said that he, or one like him, was gone: the update that told of
 * that was lost. He has just arrived. */
static void
note_unseen_leaving(struct tracker *tracker, int raw_sq, uint8_t piece)
{
	note_reading(tracker, tracker_square(tracker, raw_sq), piece);
	reading_look(tracker);
}

/* What its log tells of is what happened before. */
static void
note_heard(struct tracker *tracker, const struct board_event *event)
{
	if (tracker->heard_us == 0 && !event->recovered)
		tracker->heard_us = tracker->now_us;
}

static void
on_square(struct tracker *tracker, const struct board_event *event)
{
	tracker->n_changes++;
	tracker->updates = tracker->updates || !event->recovered;
	note_heard(tracker, event);
	if (tracker_is_virtual(tracker)) {
		set_square(tracker, event->square.sq, event->square.piece, event->recovered);
		record_notify(tracker, TRACKER_BOARD);
		return;
	}
	if (!set_square(tracker, event->square.sq, event->square.piece, event->recovered)) {
		if (event->square.piece == EMPTY)
			note_unseen_guest(tracker, event->square.sq);
		else if (!event->recovered)
			note_unseen_leaving(tracker, event->square.sq, event->square.piece);
		return;
	}
	silent_look(tracker);
	excuse_second_king(tracker, tracker_square(tracker, event->square.sq));
	reading_look(tracker);
	record_notify(tracker, TRACKER_BOARD);
}

/* A scan tells what the board told before, and it shows the record: it shows it still, and nobody has moved since. While it was
 * away nothing else was done. */
static void
show_again(struct tracker *tracker)
{
	tracker->shown[tracker->game.n_plies % RECENT_POSITIONS] = tracker->n_changes;
	if (!tracker->was_away)
		return;
	gap_end(tracker);
	reading_hear_presses(tracker);
}

static void
on_scan(struct tracker *tracker, const struct board_event *event)
{
	bool news = false;

	tracker->n_changes++; /* one for all: a scan tells of no order */
	tracker->scanned_us = tracker->now_us;
	tracker->evidence.scanned = tracker->n_changes;
	note_heard(tracker, event);
	for (int sq = 0; sq < 64; sq++)
		if (set_square(tracker, sq, event->scan[sq], false)) {
			tracker->by_scan |= sq_bit(tracker_square(tracker, sq));
			news = true;
		}
	if (!news) {
		if (tracker->in_step && tracker_amiss(tracker) == 0)
			show_again(tracker);
		return;
	}
	tracker->was_blind = true; /* no update had told of it */
	if (!tracker_is_virtual(tracker)) {
		silent_look(tracker);
		reading_look(tracker);
	}
	record_notify(tracker, TRACKER_BOARD);
}

/* Many press after mate too; that time belongs to the mating ply. */
static bool
is_over_for_presses(const struct tracker *tracker)
{
	const struct game *game = &tracker->game;

	return game->result != RESULT_NONE &&
	       !(game_ended_by_board(game) && record_awaits_press(tracker, 1));
}

/* False: he has pressed for what he was thought to have pressed for before. */
static bool
await_ply(struct tracker *tracker, const struct lever_press *press)
{
	if (shift_presses(tracker, press))
		return false;
	if (tracker->lever.n_waiting == LEVER_WAITING_MAX)
		trust_drop_press(tracker, &tracker->lever.waiting[0]);
	lever_wait(&tracker->lever, press);
	reading_begin_searches(tracker); /* there is new evidence */
	return true;
}

static void
hear_press(struct tracker *tracker, const struct lever_press *press)
{
	struct lever *lever = &tracker->lever;

	if (!await_ply(tracker, press))
		return;
	/* A picture that contradicts the record must not make it final, nor one that shows what it was before. */
	if (tracker->in_step || (lever->n_waiting == 1 && tracker->aside.kind != ASIDE_RETURNED &&
	                         tracker_men_stand(tracker, press->side) &&
	                         press->side != (enum color)tracker->game.now.side))
		reading_hear_presses(tracker);
}

static void
on_press(struct tracker *tracker, const struct lever_press *press, bool from_log)
{
	if (tracker->games == 0 || tracker->follows || revive_pressed(tracker) ||
	    is_over_for_presses(tracker))
		return;
	hear_press(tracker, press);
	/* A log tells in order, and late: what was moved in between it has told. */
	if (from_log && tracker_is_untouched(tracker) && lever_may_have_swung(&tracker->lever))
		lever_forget_swing(&tracker->lever);
}

/* Nobody heard the lever fall: these two presses are only inferred. The second may tell for which ply the first one is. */
static void
on_pair(struct tracker *tracker, struct lever_press presses[2])
{
	for (int i = 0; i < 2; i++) {
		if (tracker->games == 0 || tracker->follows || is_over_for_presses(tracker))
			return;
		presses[i].change = tracker->n_changes;
		presses[i].still = tracker_is_untouched(tracker);
		if (i == 0 && tracker->in_step)
			await_ply(tracker, &presses[i]);
		else
			hear_press(tracker, &presses[i]);
	}
}

static void
on_clock(struct tracker *tracker, const struct board_event *event)
{
	const struct game *game = &tracker->game;
	bool stood = lever_stands(&tracker->lever, tracker->now_us, 0);
	uint64_t stopped_us = tracker->lever.stopped_us;
	/* The clock that is started is White's where he begins; of a game that is on already nobody knows. */
	bool white_begins = game->n_plies == 0 && !tracker->from_image &&
	                    (tracker->games == 0 ? !(tracker->accepted_starts & TRACKER_ANY_START)
	                                         : game->now.side == WHITE);
	struct lever_press press, pair[2];
	uint32_t n_presses = 0;

	if (tracker->lever.seen && !tracker->past.frozen)
		clock_pace_note(&tracker->lever.pace, tracker->now_us - tracker->lever.now_us);
	/* A log tells of every press itself. */
	if (event->recovered)
		gap_hear_log(tracker);
	else if (lever_read_pair(&tracker->lever, &event->clock, tracker->now_us, pair)) {
		n_presses = 2;
		on_pair(tracker, pair);
	}
	n_presses += lever_falls(&tracker->lever, &event->clock);
	if (!event->recovered) /* what a log tells again has been counted */
		gap_read(tracker, &event->clock, n_presses);
	if (lever_read(&tracker->lever, &event->clock, tracker->now_us, white_begins, &press) &&
	    !tracker->follows) {
		press.change = tracker->n_changes;
		press.still = tracker_is_untouched(tracker);
		press.logged = event->recovered;
		if (press.logged) /* and of what was done by then */
			press.since_us = press.t_us;
		tracker->n_presses++;
		tracker->press = press;
		on_press(tracker, &press, event->recovered);
	} else if (turn_heard(tracker)) {
		reading_look(tracker);
	}
	if (game->n_plies == 0 && tracker->in_step && !tracker->from_image)
		lever_was_tried(&tracker->lever);
	if (!stood && lever_stands(&tracker->lever, tracker->now_us + 1, 0)) {
		tracker->hand_at_stop = !tracker->in_step;
		trust_stop(tracker);
		if (!tracker->follows)
			stopped_heard(tracker);
	}
	if (stood && !tracker->follows)
		turned_round_heard(tracker, stopped_us);
	/* Moves made while the clock stood are looked at when play goes on; what was put back then was not played. */
	if (stood && !lever_stands(&tracker->lever, tracker->now_us, 0) && tracker->games > 0 &&
	    !tracker->follows) {
		if (!aside_put_back(tracker, stopped_us))
			reading_look(tracker);
		rethink_started(tracker);
	}
	record_notify(tracker, TRACKER_CLOCK);
}

static void
on_magic(struct tracker *tracker, const struct board_event *event)
{
	static const enum game_result results[] = {
		[BOARD_MAGIC_DRAW] = RESULT_DRAW,
		[BOARD_MAGIC_WHITE_WINS] = RESULT_WHITE_WINS,
		[BOARD_MAGIC_BLACK_WINS] = RESULT_BLACK_WINS,
	};

	if (tracker->games == 0 || tracker->follows || tracker->game.end == END_DECLARED)
		return;
	game_set_result(&tracker->game, results[event->magic.which], END_SIGNED);
	record_settle_result(tracker);
}

static void
on_lost(struct tracker *tracker, const struct board_event *event)
{
	(void)event;
	gap_begin(tracker);
	if (!tracker->past.frozen)
		tracker->lapse.assumed = false;
	tracker->link_up = false;
	tracker->was_away = true;
	record_notify(tracker, TRACKER_BOARD);
}

static void
on_back(struct tracker *tracker, const struct board_event *event)
{
	(void)event;
	tracker->link_up = true;
	tracker->back_us = tracker->now_us;
	tracker->heard_us = 0;
	if (tracker->past.frozen)
		tracker->scanned_us = 0; /* since then it is scanned again */
	record_notify(tracker, TRACKER_BOARD);
}

/* NULL: says nothing about the game. */
static void (*const event_handlers[])(struct tracker *tracker, const struct board_event *event) = {
	[BOARD_SQUARE] = on_square, [BOARD_SCAN] = on_scan, [BOARD_CLOCK] = on_clock,
	[BOARD_CLOCK_ACK] = NULL,   [BOARD_FACT] = NULL,    [BOARD_MAGIC] = on_magic,
	[BOARD_LOST] = on_lost,     [BOARD_BACK] = on_back,
};

static void
hear(struct tracker *tracker, const struct board_event *event)
{
	past_note(&tracker->past, event, tracker->now_us, tracker->n_changes + 1, tracker->raw,
	          &tracker->lever.now);
	if (event_handlers[event->kind])
		event_handlers[event->kind](tracker, event);
}

/* What is new happened while the link was gone. */
static void
hear_of_lapse(struct tracker *tracker, uint64_t t_us)
{
	const struct board_event lost = { .kind = BOARD_LOST, .t_us = t_us };
	const struct board_event back = { .kind = BOARD_BACK, .t_us = t_us };

	hear(tracker, &lost);
	hear(tracker, &back);
	lapse_assume(tracker);
}

void
tracker_event(struct tracker *tracker, const struct board_event *event)
{
	INVARIANT(event->kind > 0 &&
	          event->kind < sizeof(event_handlers) / sizeof(event_handlers[0]));
	tracker_advance(tracker, event->t_us);
	if (tracker->past.left)
		return;
	lapse_note(tracker, event);
	if (lapse_is_refuted(tracker, event)) {
		lapse_withdraw(tracker);
		reading_look(tracker);
	} else if (lapse_is_over(tracker, event)) {
		hear_of_lapse(tracker, event->t_us);
	}
	hear(tracker, event);
	record_tell(tracker);
}

void
tracker_dead(struct tracker *tracker, uint32_t n_plies, uint64_t now_us)
{
	tracker_advance(tracker, now_us);
	if (n_plies == 0 || n_plies > tracker->game.n_plies)
		return;
	game_dead(&tracker->game, n_plies);
	record_settle_result(tracker);
}

const struct game *
tracker_game(const struct tracker *tracker)
{
	return tracker->games ? &tracker->game : NULL;
}

void
tracker_look(const struct tracker *tracker, struct tracker_view *ret_view)
{
	const struct lever *lever = &tracker->lever;

	memset(ret_view, 0, sizeof(*ret_view));
	for (int sq = 0; sq < 64; sq++)
		ret_view->squares[sq] = tracker->raw[tracker_square(tracker, sq)];
	ret_view->sync = tracker->sync;
	ret_view->sync_since_us = tracker->sync_since_us;
	ret_view->games = tracker->games;
	ret_view->link_up = tracker->link_up;
	ret_view->is_read = tracker->link_up && tracker->scanned_us > 0 &&
	                    tracker->scanned_us >= tracker->back_us;
	ret_view->follows = tracker->follows;
	ret_view->rotated = tracker->turned;
	ret_view->clock_seen = lever->seen;
	ret_view->clock_running = lever_runs(lever);
	ret_view->clock_s[WHITE] = lever_seconds(lever, WHITE);
	ret_view->clock_s[BLACK] = lever_seconds(lever, BLACK);
	ret_view->clock_turn = lever_turn(lever);
	ret_view->clock_us = lever->now_us;
	ret_view->clock_battery_low = lever->seen && lever->now.battery_low;
	ret_view->presses = tracker->n_presses;
	ret_view->press_us = tracker->press.t_us;
	ret_view->press_since_us = tracker->press.since_us;
	ret_view->press_side = tracker->press.side;
	ret_view->troubled = tracker->excused;
	memcpy(ret_view->troubled_since_us, tracker->excused_us,
	       sizeof(ret_view->troubled_since_us));
	if (tracker->sync == TRACKER_ASTRAY)
		ret_view->illegal = tracker->aside.gap;
}
