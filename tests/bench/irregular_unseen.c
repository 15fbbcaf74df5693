/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/irregular_unseen.h"

#include "core/laws/conduct/contacts.h"
#include "tests/bench/irregular_legal.h"

/* A message waits so long on the line. */
#define LINE_US 30000

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

/* The same of a man, or of one who might be he where the board knows no men. */
static uint64_t
read_us(const struct bench_stream *stream, int sq, uint8_t man, uint64_t from_us, uint64_t until_us)
{
	uint64_t t_us = told_us(stream, sq, man, from_us, until_us);

	return t_us != TIME_UNKNOWN ? t_us : told_us(stream, sq, SOME_MAN, from_us, until_us);
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

static bool
shows(const uint8_t picture[64], const struct position *position)
{
	for (int sq = 0; sq < 64; sq++)
		if (!contact_reads(picture[sq], position_piece_at(position, sq)))
			return false;
	return true;
}

/* The last position of the game before ply `ply` that the board showed until then, and when it was last shown. */
static void
last_shown(const struct bench_stream *stream, uint32_t ply, uint64_t until_us,
           struct position *ret_position, uint64_t *ret_us)
{
	uint8_t picture[64] = { 0 };
	struct position position, after;
	uint32_t made = 0;

	position_start(&position);
	*ret_position = position;
	*ret_us = 0;
	for (size_t i = 0; i < stream->n_events && stream->events[i].t_us <= until_us; i++) {
		while (made < ply && stream->plies[made].made_us <= stream->events[i].t_us) {
			position_after(&position, stream->plies[made++].move, &after);
			position = after;
		}
		hear(stream, &stream->events[i], picture);
		if (!shows(picture, &position))
			continue;
		*ret_position = position;
		*ret_us = stream->events[i].t_us;
	}
}

/* --- legal plies in its place ---------------------------------------------------------------------------------- */

/* When the arbiter stopped the clock: what follows is his doing. */
static uint64_t
stopped_us(const struct bench_stream *stream, const struct sim_incident *incident)
{
	for (size_t i = 0; i < stream->n_events && stream->events[i].t_us < incident->until_us;
	     i++) {
		const struct board_event *event = &stream->events[i];

		if (event->kind == BOARD_CLOCK && event->t_us > incident->from_us &&
		    !event->clock.running)
			return event->t_us;
	}
	return incident->until_us;
}

/* When the clock told of the press that the turn ended with: the next one after the opponent's. */
static uint64_t
pressed_us(const struct bench_stream *stream, const struct sim_incident *incident)
{
	int turn = -1, presses = 0;

	for (size_t i = 0; i < stream->n_events && stream->events[i].t_us <= incident->until_us;
	     i++) {
		const struct board_event *event = &stream->events[i];

		if (event->kind != BOARD_CLOCK)
			continue;
		if (event->t_us >= incident->from_us && turn >= 0 && turn != event->clock.turn &&
		    ++presses == 2)
			return event->t_us;
		turn = event->clock.turn;
	}
	return incident->until_us;
}

/* The man who was carried, as he was read where he was put. */
static uint64_t
put_us(const struct bench_stream *stream, const struct sim_incident *incident)
{
	return read_us(stream, incident->sq, incident->piece, incident->from_us,
	               incident->until_us);
}

static bool
is_legal_unseen(const struct bench_stream *stream, const struct sim_incident *incident,
                uint32_t scan_ms)
{
	uint64_t known_us =
		incident->sq == SQ_NONE ? pressed_us(stream, incident) : put_us(stream, incident);
	struct position position;
	uint64_t shown_us;

	if (incident->ply > stream->n_plies)
		return false;
	if (known_us == TIME_UNKNOWN)
		return true;
	last_shown(stream, incident->ply, known_us, &position, &shown_us);
	return legal_explains(stream, scan_ms * UINT64_C(1000), &position, shown_us,
	                      stopped_us(stream, incident));
}

/* --- whose hand it was ------------------------------------------------------------------------------------------ */

/* Who presses early has his man on the board so soon (irregular_legal.c). */
#define EARLY_US UINT64_C(100000)

/* The opponent's man was carried on from a square where he was never read. His own player may have put him where he was read,
 * legally or not; or have pressed with him in his hand, where he is back on the square from which he was lifted. */
static bool
is_anybodys(const struct bench_stream *stream, const struct sim_incident *incident,
            uint32_t scan_ms)
{
	const struct bench_ply *last;
	int to;

	if (incident->what != SIM_WRONG_COLOUR || incident->ply == 0 ||
	    incident->ply > stream->n_plies)
		return false;
	last = &stream->plies[incident->ply - 1];
	to = move_target(last->move);
	if (move_kind(last->move) != MOVE_NORMAL || !(incident->squares & sq_bit(to)) ||
	    read_us(stream, to, incident->piece, last->made_us, stopped_us(stream, incident)) !=
	            TIME_UNKNOWN)
		return false;
	return incident->sq == move_from(last->move) ||
	       put_us(stream, incident) <=
	               incident->from_us + EARLY_US + scan_ms * UINT64_C(1000) + LINE_US;
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
	        incident->what == SIM_WRONG_COLOUR || incident->what == SIM_UNPROMOTED ||
	        incident->what == SIM_EMPTY_PRESS) &&
	       (is_legal_unseen(stream, incident, scan_ms) ||
	        is_anybodys(stream, incident, scan_ms));
}
