/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The second reading for a case file: what sensors and clock said around the alert.
 */
#include <stdlib.h>
#include <string.h>

#include "daemon/case_reading.h"

static bool
is_around(const struct reading *reading, uint64_t t_us)
{
	return t_us >= reading->file->from_us && t_us <= reading->file->until_us;
}

/* add_event: a zeroed one; NULL when memory is out. */
static struct case_event *
add_event(struct reading *reading, uint64_t t_us, enum case_event_kind kind)
{
	struct case_file *file = reading->file;
	size_t n = file->n_events;
	struct case_event *more = case_make_room(reading, file->events, n, sizeof(*more));

	if (!more)
		return NULL;
	file->events = more;
	file->events[n] = (struct case_event){ .t_us = t_us, .kind = kind };
	file->n_events++;
	return &file->events[n];
}

static void
add_clock(struct reading *reading, uint64_t t_us, const struct clock_reading *clock)
{
	struct case_event *added =
		is_around(reading, t_us) ? add_event(reading, t_us, CASE_CLOCK) : NULL;

	if (added)
		added->clock = *clock;
}

/* The last one is told when more has come. */
static void
put_in_order(struct case_file *file)
{
	struct case_event *events = file->events, last;
	size_t i = file->n_events;

	if (i == 0)
		return;
	last = events[--i];
	for (; i > 0 && events[i - 1].t_us > last.t_us; i--)
		events[i] = events[i - 1];
	events[i] = last;
}

/* What it shows now. */
static void
keep_clock(const struct reading *reading, int32_t ret_clock_s[2])
{
	const struct case_clock *clock = &reading->clock;
	int white = reading->file->white_clock;

	for (int side = WHITE; side <= BLACK; side++)
		ret_clock_s[side] =
			clock->any && clock->last.connected && white >= 0
				? clock->last.face[side == WHITE ? white : !white].seconds
				: CLOCK_UNKNOWN;
}

/* What clock and board showed when the alert was told, before what came after. */
void
case_tell_moment(struct reading *reading, uint64_t t_us)
{
	struct case_clock *clock = &reading->clock;
	struct case_file *file = reading->file;

	if (t_us > file->alert.since_us && !clock->kept_first) {
		clock->kept_first = true;
		keep_clock(reading, file->clock_since_s);
	}
	if (t_us <= file->alert.t_us || clock->told_last)
		return;
	clock->told_last = true;
	keep_clock(reading, file->clock_told_s);
	file->is_shown = reading->scanned;
	for (int sq = 0; sq < 64; sq++)
		file->shown[sq] = reading->board[file->rotated ? 63 - sq : sq];
	if (clock->any && !clock->told) {
		add_clock(reading, clock->t_us, &clock->last);
		put_in_order(file);
	}
	clock->told = true;
}

static void
on_clock(struct reading *reading, const struct board_event *event)
{
	struct clock_reading heard = event->clock;

	/* No clock says nothing of its lever. */
	if (!heard.connected && reading->clock.any)
		heard.turn = reading->clock.last.turn;
	if (case_clock_hear(&reading->clock, event->t_us, &heard, is_around(reading, event->t_us)))
		add_clock(reading, event->t_us, &heard);
}

static void
on_event(void *ctx, const struct board_event *event)
{
	struct reading *reading = ctx;
	struct case_event *added;

	if (event->kind == BOARD_CLOCK)
		on_clock(reading, event);
	if (event->kind == BOARD_SCAN) {
		memcpy(reading->board, event->scan, sizeof(reading->board));
		reading->scanned = true;
	}
	if (event->kind == BOARD_SQUARE)
		reading->board[event->square.sq] = event->square.piece;
	if (!is_around(reading, event->t_us))
		return;
	if (event->kind == BOARD_SCAN)
		add_event(reading, event->t_us, CASE_SCAN);
	if (event->kind != BOARD_SQUARE)
		return;
	added = add_event(reading, event->t_us, CASE_SQUARE);
	if (!added)
		return;
	added->sq = (uint8_t)(reading->file->rotated ? 63 - event->square.sq : event->square.sq);
	added->piece = event->square.piece;
}

void
case_show_line(void *ctx, const struct capture_line *line)
{
	struct reading *reading = ctx;
	const struct driver_out out = { .ctx = reading, .event = on_event };
	struct case_event *said;

	case_tell_moment(reading, line->t_us);
	if (line->kind == CAPTURE_FACT && strcmp(line->key, "driver") == 0 && !reading->driver) {
		reading->driver = board_driver_find(line->value);
		reading->driver_state =
			reading->driver ? malloc(reading->driver->state_size) : NULL;
		if (reading->driver_state)
			reading->driver->init(reading->driver_state);
	}
	if (line->kind == CAPTURE_FROM_BOARD && reading->driver_state)
		reading->driver->feed(reading->driver_state, &out, line->bytes, line->len,
		                      line->t_us);
	if (line->kind != CAPTURE_HOST || !is_around(reading, line->t_us))
		return;
	said = add_event(reading, line->t_us, CASE_SAID);
	if (said)
		said->json = strdup(line->json);
}
