/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/tracker_hidden.h"

#include <string.h>

#include "core/chess/movegen.h"

struct games {
	const struct bench_stream *stream;
	bool occupancy; /* the board knows no men */
	struct position played, recorded;
	uint8_t picture[64]; /* as the board shows it now */
	uint64_t changed;    /* the squares that have changed since this was last 0 */
	uint64_t changed_us; /* when one did last */
	size_t next_event;
};

/* What a scan has found in one is told square by square, 5 ms each on the wire (dgt.md 1.4): what stands there in between for no longer
 * than this the board never showed. */
#define IN_BETWEEN_US 60000

/* A board tells of what was on it when the clock was pressed so much later at most. */
#define LATE_US 400000

static int
count_amiss(const struct games *games, const struct position *position)
{
	int n = 0;

	for (int sq = 0; sq < 64; sq++) {
		uint8_t man = position_piece_at(position, sq);

		n += games->occupancy ? (games->picture[sq] == EMPTY) != (man == EMPTY)
		                      : games->picture[sq] != man;
	}
	return n;
}

static void
see(struct games *games, int sq, uint8_t piece, uint64_t t_us)
{
	if (games->picture[sq] != piece) {
		games->changed |= sq_bit(sq);
		games->changed_us = t_us;
	}
	games->picture[sq] = piece;
}

static void
hear(struct games *games)
{
	const struct board_event *event = &games->stream->events[games->next_event++];
	int turn = games->stream->rotated ? 63 : 0;

	if (event->kind == BOARD_SQUARE)
		see(games, event->square.sq ^ turn, event->square.piece, event->t_us);
	else if (event->kind == BOARD_SCAN)
		for (int sq = 0; sq < 64; sq++)
			see(games, sq ^ turn, event->scan[sq], event->t_us);
}

static void
hear_until(struct games *games, uint64_t until_us)
{
	while (games->next_event < games->stream->n_events &&
	       games->stream->events[games->next_event].t_us < until_us)
		hear(games);
}

static bool
changes_picture(const struct games *games, const struct board_event *event)
{
	int turn = games->stream->rotated ? 63 : 0;

	if (event->kind == BOARD_SQUARE)
		return games->picture[event->square.sq ^ turn] != event->square.piece;
	for (int sq = 0; sq < 64 && event->kind == BOARD_SCAN; sq++)
		if (games->picture[sq ^ turn] != event->scan[sq])
			return true;
	return false;
}

/* Is the picture only half told? */
static bool
is_in_between(const struct games *games)
{
	const struct bench_stream *stream = games->stream;

	for (size_t i = games->next_event; i < stream->n_events; i++) {
		if (stream->events[i].t_us > games->changed_us + IN_BETWEEN_US)
			return false;
		if (changes_picture(games, &stream->events[i]))
			return true;
	}
	return false;
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
		int played = is_in_between(games) ? 64 : count_amiss(games, &games->played);
		bool less = count_amiss(games, &games->recorded) > played;

		told = played < least ? less : told || (played == least && less);
		if (played < least)
			least = played;
		if (games->next_event == stream->n_events ||
		    stream->events[games->next_event].t_us >= until_us)
			return told || least == 64;
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

/* The squares that changed from from_us on, before until_us. */
static uint64_t
squares_changed(const struct bench_stream *stream, uint64_t from_us, uint64_t until_us)
{
	struct games games = { .stream = stream };

	hear_until(&games, from_us);
	games.changed = 0;
	hear_until(&games, until_us);
	return games.changed;
}

static uint64_t
squares_of(const struct bench_stream *stream, size_t i)
{
	uint16_t move = stream->plies[i].move;

	return sq_bit(move_from(move)) | sq_bit(move_target(move));
}

/* Did a board that knows no men show anything but that the man of ply i was lifted, and what the plies beside it did?
 * Behind the press it may be the next ply that shows its end. */
static bool
is_told_on_the_way(const struct bench_stream *stream, size_t i, uint16_t recorded)
{
	uint16_t played = stream->plies[i].move;
	uint64_t from_us = i > 0 ? stream->plies[i - 1].made_us : 0;
	uint64_t until_us = made_us(stream, i + 1), pressed_us = stream->plies[i].made_us;
	uint64_t ends = sq_bit(move_target(played)) | sq_bit(move_target(recorded));
	uint64_t others = sq_bit(move_from(played));

	others |= i > 0 ? squares_of(stream, i - 1) : 0;
	others |= i + 1 < stream->n_plies ? squares_of(stream, i + 1) : 0;
	if (stream->plies[i].truth.completed_us != TIME_UNKNOWN &&
	    stream->plies[i].truth.completed_us > pressed_us)
		pressed_us = stream->plies[i].truth.completed_us;
	if (i + 1 == stream->n_plies)
		until_us = pressed_us + LATE_US;
	if (squares_changed(stream, from_us, until_us) & ~others & ~ends)
		return true;
	/* What a pawn became no square tells. */
	if (move_target(played) == move_target(recorded))
		return false;
	if (until_us > pressed_us + LATE_US)
		until_us = pressed_us + LATE_US;
	return (squares_changed(stream, from_us, until_us) & ends) != 0;
}

size_t
hidden_plies(const struct bench_stream *stream, bool occupancy, const uint16_t *recorded,
             size_t n_recorded)
{
	struct games games = { .stream = stream, .occupancy = occupancy };
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
		hear_until(&games, made_us(stream, i));
		if (recorded[i] != stream->plies[i].move) {
			differing++;
			told = told || (occupancy && is_told_on_the_way(stream, i, recorded[i]));
		}
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
