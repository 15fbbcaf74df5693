/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/irregular_unseen.h"

#include <string.h>

#include "core/chess/movegen.h"

/* A message waits so long on the line. */
#define LINE_US 30000

struct unseen {
	const struct bench_stream *stream;
	uint64_t lag_us;            /* so long after it stood there the board has told of a man */
	uint64_t from_us, until_us; /* when position and breach were shown */
	uint8_t goal[64];           /* what stands there after the breach */
};

static int
square_of(const struct bench_stream *stream, const struct board_event *event)
{
	return stream->rotated ? 63 - event->square.sq : event->square.sq;
}

/* The board told so of sq, from then until then, first; TIME_UNKNOWN. */
static uint64_t
told_us(const struct bench_stream *stream, int sq, uint8_t piece, uint64_t from_us,
        uint64_t until_us)
{
	for (size_t i = 0; i < stream->n_events && stream->events[i].t_us <= until_us; i++) {
		const struct board_event *event = &stream->events[i];

		if (event->kind == BOARD_SQUARE && event->t_us >= from_us &&
		    square_of(stream, event) == sq && event->square.piece == piece)
			return event->t_us;
	}
	return TIME_UNKNOWN;
}

/* --- what the board last showed ------------------------------------------------------------------------------ */

static void
hear(const struct bench_stream *stream, const struct board_event *event, uint8_t picture[64])
{
	if (event->kind == BOARD_SQUARE)
		picture[square_of(stream, event)] = event->square.piece;
	else if (event->kind == BOARD_SCAN)
		for (int sq = 0; sq < 64; sq++)
			picture[stream->rotated ? 63 - sq : sq] = event->scan[sq];
}

/* The last position of the game before ply `ply` that the board showed until then: how many plies lead to it, and when it
 * was last shown. */
static uint32_t
last_shown(const struct bench_stream *stream, uint32_t ply, uint64_t until_us,
           struct position *ret_position, uint64_t *ret_us)
{
	uint8_t picture[64] = { 0 }, men[64];
	struct position position, after;
	uint32_t shown = 0, made = 0;

	position_start(&position);
	*ret_position = position;
	*ret_us = 0;
	for (size_t i = 0; i < stream->n_events && stream->events[i].t_us <= until_us; i++) {
		while (made < ply && stream->plies[made].made_us <= stream->events[i].t_us) {
			position_after(&position, stream->plies[made++].move, &after);
			position = after;
		}
		hear(stream, &stream->events[i], picture);
		position_placement(&position, men);
		if (memcmp(picture, men, sizeof(men)) != 0)
			continue;
		shown = made;
		*ret_position = position;
		*ret_us = stream->events[i].t_us;
	}
	return shown;
}

/* --- legal plies in its place ---------------------------------------------------------------------------------- */

static int
count_differing(const struct unseen *unseen, const struct position *position)
{
	uint8_t men[64];
	int n = 0;

	position_placement(position, men);
	for (int sq = 0; sq < 64; sq++)
		n += men[sq] != unseen->goal[sq];
	return n;
}

/* UNSEEN_PLIES deep at most. */
/* NOLINTBEGIN(misc-no-recursion) */

/* Do n_plies legal ones lead to the goal, told of in that order from since_us on? A ply changes four squares at most. */
static bool
leads_there(const struct unseen *unseen, const struct position *position, uint32_t n_plies,
            uint64_t since_us)
{
	struct move_list legal;

	if (n_plies == 0)
		return count_differing(unseen, position) == 0;
	movegen_legal(position, &legal);
	for (int i = 0; i < legal.count; i++) {
		int to = move_target(legal.moves[i]);
		uint64_t from_us = since_us > unseen->lag_us ? since_us - unseen->lag_us : 0;
		struct position after;
		uint64_t t_us;

		position_after(position, legal.moves[i], &after);
		if (count_differing(unseen, &after) > 4 * (int)(n_plies - 1))
			continue;
		t_us = told_us(unseen->stream, to, position_piece_at(&after, to),
		               from_us > unseen->from_us ? from_us : unseen->from_us,
		               unseen->until_us);
		if (t_us != TIME_UNKNOWN && leads_there(unseen, &after, n_plies - 1, t_us))
			return true;
	}
	return false;
}

/* NOLINTEND(misc-no-recursion) */

/* The position with the man of the breach where he was put. */
static void
find_goal(const struct bench_stream *stream, const struct sim_incident *incident,
          uint8_t ret_goal[64])
{
	int from = __builtin_ctzll(incident->squares & ~(UINT64_C(1) << incident->sq));
	struct position position, after;

	position_start(&position);
	for (uint32_t i = 0; i < incident->ply; i++) {
		position_after(&position, stream->plies[i].move, &after);
		position = after;
	}
	position_placement(&position, ret_goal);
	ret_goal[incident->sq] = ret_goal[from];
	ret_goal[from] = EMPTY;
}

static bool
is_carried_unseen(const struct bench_stream *stream, const struct sim_incident *incident,
                  uint32_t scan_ms)
{
	struct unseen unseen = { .stream = stream,
		                 .lag_us = scan_ms * UINT64_C(1000) + LINE_US,
		                 .until_us = incident->until_us };
	struct position position;
	uint64_t put_us;
	uint32_t shown;

	if (incident->ply > stream->n_plies)
		return false;
	find_goal(stream, incident, unseen.goal);
	/* Afterwards it is put right, and the board shows where his turn began. */
	put_us = told_us(stream, incident->sq, unseen.goal[incident->sq], incident->from_us,
	                 incident->until_us);
	if (put_us == TIME_UNKNOWN)
		return true;
	shown = last_shown(stream, incident->ply, put_us, &position, &unseen.from_us);
	if (shown >= incident->ply || incident->ply - shown + 1 > UNSEEN_PLIES)
		return false;
	return leads_there(&unseen, &position, incident->ply - shown + 1, unseen.from_us);
}

/* --- promotion ---------------------------------------------------------------------------------------------------- */

static bool
is_change_unseen(const struct bench_stream *stream, const struct sim_incident *incident,
                 uint32_t scan_ms)
{
	uint64_t until_us = incident->until_us + scan_ms * UINT64_C(1000) + LINE_US;
	uint16_t move;
	uint8_t man;

	if (incident->ply >= stream->n_plies)
		return false;
	move = stream->plies[incident->ply].move;
	man = piece_make(incident->ply % 2 == 0 ? WHITE : BLACK, move_promotion(move));
	return told_us(stream, move_to(move), incident->piece, incident->from_us, until_us) ==
	               TIME_UNKNOWN ||
	       told_us(stream, move_to(move), man, incident->from_us, until_us) == TIME_UNKNOWN;
}

bool
irregular_is_unseen(const struct bench_stream *stream, const struct sim_incident *incident,
                    uint32_t scan_ms)
{
	if (incident->what == SIM_PROMOTION_CHANGED)
		return is_change_unseen(stream, incident, scan_ms);
	return (incident->what == SIM_ILLEGAL || incident->what == SIM_KING_LEFT ||
	        incident->what == SIM_WRONG_COLOUR) &&
	       is_carried_unseen(stream, incident, scan_ms);
}
