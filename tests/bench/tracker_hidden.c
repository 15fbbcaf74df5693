/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/tracker_hidden.h"

#include <string.h>

#include "core/chess/movegen.h"

struct games {
	const struct bench_stream *stream;
	struct position played, recorded;
	uint8_t picture[64]; /* as the board shows it now */
	size_t next_event;
};

static int
count_amiss(const struct games *games, const struct position *position)
{
	int n = 0;

	for (int sq = 0; sq < 64; sq++)
		n += games->picture[sq] != position_piece_at(position, sq);
	return n;
}

static void
hear(struct games *games)
{
	const struct board_event *event = &games->stream->events[games->next_event++];
	int turn = games->stream->rotated ? 63 : 0;

	if (event->kind == BOARD_SQUARE)
		games->picture[event->square.sq ^ turn] = event->square.piece;
	else if (event->kind == BOARD_SCAN)
		for (int sq = 0; sq < 64; sq++)
			games->picture[sq ^ turn] = event->scan[sq];
}

/* Hear the board until then. Where the picture agrees best with the game played, does it agree less with that
 * recorded? */
static bool
is_told(struct games *games, uint64_t until_us)
{
	const struct bench_stream *stream = games->stream;
	int least = 64;
	bool told = false;

	for (;;) {
		int played = count_amiss(games, &games->played);
		bool less = count_amiss(games, &games->recorded) > played;

		told = played < least ? less : told || (played == least && less);
		if (played < least)
			least = played;
		if (games->next_event == stream->n_events ||
		    stream->events[games->next_event].t_us >= until_us)
			return told;
		hear(games);
	}
}

static bool
is_same_placement(const struct position *a, const struct position *b)
{
	return memcmp(a->by_type, b->by_type, sizeof(a->by_type)) == 0 &&
	       memcmp(a->by_color, b->by_color, sizeof(a->by_color)) == 0;
}

static uint64_t
made_us(const struct bench_stream *stream, size_t i)
{
	return i < stream->n_plies ? stream->plies[i].made_us : stream->end_us;
}

size_t
hidden_plies(const struct bench_stream *stream, const uint16_t *recorded, size_t n_recorded)
{
	struct games games = { .stream = stream };
	size_t hidden = 0, differing = 0;
	bool told = false;

	if (n_recorded != stream->n_plies)
		return 0;
	position_start(&games.played);
	games.recorded = games.played;
	for (size_t i = 0; i < n_recorded; i++) {
		if (stream->plies[i].made_us == TIME_UNKNOWN ||
		    !movegen_is_legal(&games.recorded, recorded[i]))
			return hidden;
		while (games.next_event < stream->n_events &&
		       stream->events[games.next_event].t_us < made_us(stream, i))
			hear(&games);
		differing += recorded[i] != stream->plies[i].move;
		position_after(&games.played, stream->plies[i].move, &games.played);
		position_after(&games.recorded, recorded[i], &games.recorded);
		if (!is_same_placement(&games.played, &games.recorded)) {
			told = is_told(&games, made_us(stream, i + 1)) || told;
			continue;
		}
		hidden += told ? 0 : differing;
		differing = 0;
		told = false;
	}
	return hidden + (told ? 0 : differing);
}
