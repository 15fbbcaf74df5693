/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/irregular_alike.h"

#include <string.h>

#include "core/chess/movegen.h"
#include "core/laws/conduct/contacts.h"
#include "tests/bench/irregular_legal.h"

/* Where both games have the same men, as the board shows them: after so many plies, and then. */
struct shown {
	struct position position;
	uint32_t n_plies;
	uint64_t t_us;
};

struct watch {
	const struct bench_stream *stream;
	size_t next_event;
	uint8_t picture[64];
};

static void
hear(struct watch *watch)
{
	const struct board_event *event = &watch->stream->events[watch->next_event++];
	int turn = watch->stream->rotated ? 63 : 0;

	if (event->kind == BOARD_SQUARE)
		watch->picture[event->square.sq ^ turn] = event->square.piece;
	else if (event->kind == BOARD_SCAN)
		for (int sq = 0; sq < 64; sq++)
			watch->picture[sq ^ turn] = event->scan[sq];
}

static bool
shows(const struct watch *watch, const struct position *position)
{
	for (int sq = 0; sq < 64; sq++)
		if (!contact_reads(watch->picture[sq], position_piece_at(position, sq)))
			return false;
	return true;
}

static bool
is_same(const struct position *a, const struct position *b)
{
	return memcmp(a->by_type, b->by_type, sizeof(a->by_type)) == 0 &&
	       memcmp(a->by_color, b->by_color, sizeof(a->by_color)) == 0 && a->side == b->side;
}

static bool
play(struct position *position, uint16_t move)
{
	struct position after;

	if (!movegen_is_legal(position, move))
		return false;
	position_after(position, move, &after);
	*position = after;
	return true;
}

/* From *from on, where it differs, to *to. */
static bool
explains(const struct bench_stream *stream, uint32_t scan_ms, const uint16_t *recorded,
         const struct shown *from, const struct shown *to)
{
	return legal_line_explains(stream, scan_ms * UINT64_C(1000), &from->position, from->t_us,
	                           to->t_us, recorded + from->n_plies, to->n_plies - from->n_plies);
}

bool
irregular_is_alike(const struct bench_stream *stream, uint32_t scan_ms, const uint16_t *recorded)
{
	struct watch watch = { .stream = stream };
	struct shown from = { .n_plies = 0 };
	struct position played, other;
	bool differs = false;
	uint32_t n = 0;

	position_start(&played);
	other = from.position = played;
	while (watch.next_event < stream->n_events) {
		uint64_t t_us = stream->events[watch.next_event].t_us;
		struct shown now;

		for (; n < stream->n_plies && stream->plies[n].made_us <= t_us; n++) {
			differs = differs || recorded[n] != stream->plies[n].move;
			if (!play(&played, stream->plies[n].move) || !play(&other, recorded[n]))
				return false;
		}
		hear(&watch);
		if (!is_same(&played, &other) || !shows(&watch, &played))
			continue;
		now = (struct shown){ played, n, t_us };
		if (differs && !explains(stream, scan_ms, recorded, &from, &now))
			return false;
		differs = false;
		from = now;
	}
	return !differs && n == stream->n_plies;
}
