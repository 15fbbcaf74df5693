/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/tracker_reference.h"

#include <string.h>

#include "core/chess/movegen.h"

#define STILL_US 400000

struct reference {
	struct score_watch *watch;
	bool occupancy, begun, turned, dirty;
	uint8_t raw[64];
	uint64_t changed_us;
	struct position line[SCORE_PLIES_MAX + 1]; /* line[n]: after n plies */
	size_t n;
};

static bool
shows(const struct reference *reference, const struct position *position)
{
	uint8_t squares[64];

	position_placement(position, squares);
	for (int sq = 0; sq < 64; sq++) {
		uint8_t raw = reference->raw[reference->turned ? 63 - sq : sq];

		if (reference->occupancy ? (raw == EMPTY) != (squares[sq] == EMPTY)
		                         : raw != squares[sq])
			return false;
	}
	return true;
}

static void
begin(struct reference *reference)
{
	position_start(&reference->line[0]);
	reference->turned = false;
	reference->begun = shows(reference, &reference->line[0]);
	if (reference->begun || reference->occupancy)
		return;
	reference->turned = true;
	reference->begun = shows(reference, &reference->line[0]);
}

/* The board has been still since changed_us. */
static void
look(struct reference *reference)
{
	const struct position *now = &reference->line[reference->n];
	uint64_t t_us = reference->changed_us + STILL_US;
	struct move_list legal;
	bool revised = false;

	reference->dirty = false;
	if (!reference->begun)
		begin(reference);
	if (!reference->begun || shows(reference, now))
		return;
	movegen_legal(now, &legal);
	for (int i = 0; i < legal.count && reference->n < SCORE_PLIES_MAX; i++) {
		struct position *next = &reference->line[reference->n + 1];

		position_after(now, legal.moves[i], next);
		if (shows(reference, next)) {
			score_watch_ply(reference->watch, reference->n++, legal.moves[i], true,
			                t_us, &revised);
			return;
		}
	}
	if (reference->n > 0 && shows(reference, &reference->line[reference->n - 1]))
		score_watch_ply(reference->watch, --reference->n, MOVE_NONE, true, t_us, &revised);
}

/* Did the picture change? */
static bool
take(struct reference *reference, const struct board_event *event)
{
	uint8_t before[64];

	memcpy(before, reference->raw, 64);
	if (event->kind == BOARD_SQUARE)
		reference->raw[event->square.sq] = event->square.piece;
	else
		memcpy(reference->raw, event->scan, 64);
	return memcmp(before, reference->raw, 64) != 0;
}

void
reference_read(const struct bench_stream *stream, bool occupancy, struct score_watch *watch)
{
	static struct reference reference;

	memset(&reference, 0, sizeof(reference));
	reference.watch = watch;
	reference.occupancy = occupancy;
	for (size_t i = 0; i < stream->n_events; i++) {
		const struct board_event *event = &stream->events[i];

		if (event->kind != BOARD_SQUARE && event->kind != BOARD_SCAN)
			continue;
		if (reference.dirty && event->t_us >= reference.changed_us + STILL_US)
			look(&reference);
		if (!take(&reference, event))
			continue;
		reference.changed_us = event->t_us;
		reference.dirty = true;
	}
	if (reference.dirty)
		look(&reference);
}
