/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/irregular_hidden.h"

#include <string.h>

#include "core/chess/attacks.h"
#include "core/laws/conduct/hands.h"
#include "core/laws/conduct/touch.h"
#include "tests/bench/irregular_unseen.h"

/* What a sensor hid so long before it happened matters: the ply before it. */
#define SEEN_BEFORE_US UINT64_C(2000000)

/* --- by a sensor -------------------------------------------------------------------------------------------- */

/* Where the king stands of who is to make ply `index`: from the initial position, as all games here. */
static uint64_t
king_square(const struct bench_stream *stream, uint32_t index)
{
	struct position position, after;

	position_start(&position);
	for (uint32_t i = 0; i < index && i < stream->n_plies; i++) {
		position_after(&position, stream->plies[i].move, &after);
		position = after;
	}
	return position.by_type[KING] & position.by_color[position.side];
}

/* The squares that decide about it: where a man was carried to in breach of the Laws, and where from; or those of the ply
 * that was played so; and those of the ply before, with which the turn began. Of men that fell, those around; of a king
 * left in check, his; of castling, those of the whole rank. That nothing was done takes all of them. */
static uint64_t
deciding_squares(const struct bench_stream *stream, const struct sim_incident *incident)
{
	const struct bench_ply *plies = stream->plies;
	uint64_t squares = incident->squares;

	if (incident->sq == SQ_NONE)
		return ~UINT64_C(0);
	squares |= sq_bit(incident->sq);
	if (incident->what == SIM_DISPLACED)
		squares |= attacks_king[incident->sq];
	if (incident->what == SIM_KING_LEFT)
		squares |= king_square(stream, incident->ply);
	if (incident->what == SIM_CASTLING_WRONG)
		squares |= UINT64_C(0xff) << (incident->sq & ~7);
	if (incident->squares == 0 && incident->ply < stream->n_plies)
		squares |= sq_bit(move_from(plies[incident->ply].move)) |
		           sq_bit(move_to(plies[incident->ply].move)) |
		           sq_bit(move_target(plies[incident->ply].move));
	if (incident->ply > 0 && incident->ply <= stream->n_plies)
		squares |= sq_bit(move_from(plies[incident->ply - 1].move)) |
		           sq_bit(move_to(plies[incident->ply - 1].move));
	return squares;
}

/* Did a sensor fail on one of them at the time, or show their man on the square beside, or the line lose what they told?
 * What is hidden so, nobody can tell. */
static bool
is_hidden_by(const struct sim_incident *incident, uint64_t squares,
             const struct sim_incident *trouble)
{
	bool beside = (trouble->what == SIM_BESIDE || trouble->what == SIM_BOTH) &&
	              trouble->piece == incident->piece && incident->sq != SQ_NONE &&
	              (attacks_king[incident->sq] & sq_bit(trouble->sq));

	return trouble->sq == SQ_NONE || beside || (squares & sq_bit(trouble->sq));
}

static bool
is_hidden_by_sensors(const struct bench_stream *stream, const struct sim_incident *incident)
{
	uint64_t squares = deciding_squares(stream, incident);

	for (size_t i = 0; i < stream->n_incidents; i++) {
		const struct sim_incident *trouble = &stream->incidents[i];

		if (strcmp(sim_trouble_source(trouble->what), "hand") != 0 &&
		    trouble->from_us <= incident->until_us &&
		    trouble->until_us + SEEN_BEFORE_US >= incident->from_us &&
		    is_hidden_by(incident, squares, trouble))
			return true;
	}
	return false;
}

/* --- by the scan ------------------------------------------------------------------------------------------ */

/* A message waits so long on the line. */
#define LINE_US 30000

/* When the board first told, during the incident, that sq was left (`left`) or that a man came; TIME_UNKNOWN. */
static uint64_t
reported_us(const struct bench_stream *stream, const struct sim_incident *incident,
            uint32_t scan_ms, int sq, bool left)
{
	uint64_t until_us = incident->until_us + scan_ms * UINT64_C(1000) + LINE_US;

	for (size_t i = 0; i < stream->n_events; i++) {
		const struct board_event *event = &stream->events[i];

		if (event->kind == BOARD_SQUARE && event->t_us >= incident->from_us &&
		    event->t_us <= until_us &&
		    event->square.sq == (stream->rotated ? 63 - sq : sq) &&
		    (event->square.piece == EMPTY) == left)
			return event->t_us;
	}
	return TIME_UNKNOWN;
}

struct two_contacts {
	enum hands_pair pair;
	int sq[2];
	bool left[2]; /* a man left that square; else he came to it */
	int men[2];   /* where the men of the pair stood */
};

/* Two contacts lie at most as far apart as their reports, and a round of the scan. */
static bool
is_told_by(const struct bench_stream *stream, const struct sim_incident *incident, uint32_t scan_ms,
           const struct two_contacts *two)
{
	uint64_t a = reported_us(stream, incident, scan_ms, two->sq[0], two->left[0]);
	uint64_t b = reported_us(stream, incident, scan_ms, two->sq[1], two->left[1]);

	return a != TIME_UNKNOWN && b != TIME_UNKNOWN &&
	       (a < b ? b - a : a - b) + scan_ms * UINT64_C(1000) <
	               hands_least_us(two->pair, two->men[0], two->men[1]);
}

/* May one hand of these have carried its man from `from` to `to` and taken the other away in passing? Where the board
 * never told that he stood there, he was taken himself before it came by: he may have stood there soon. */
static bool
is_in_passing(const struct bench_stream *stream, const struct sim_incident *incident,
              uint32_t scan_ms, const struct sim_manners *manners, int from, int to)
{
	uint64_t round_us = scan_ms * UINT64_C(1000);
	uint64_t man_us = reported_us(stream, incident, scan_ms, from, true);
	uint64_t victim_us = reported_us(stream, incident, scan_ms, to, true);
	uint64_t down_us = reported_us(stream, incident, scan_ms, to, false);

	return (down_us == TIME_UNKNOWN ||
	        down_us < victim_us + round_us + manners->swap.max_ms * UINT64_C(1000)) &&
	       victim_us + round_us >= man_us + manners->carry.min_ms * UINT64_C(1000);
}

/* A man put down and lifted again before the scan came by was never seen to stand: by all that was told he was on his
 * way for longer. */
static bool
is_never_left(const struct bench_stream *stream, const struct sim_incident *incident,
              uint32_t scan_ms)
{
	return (incident->what == SIM_ADJUST_LATE || incident->what == SIM_TOUCH_MOVE) &&
	       reported_us(stream, incident, scan_ms, incident->sq, true) == TIME_UNKNOWN;
}

/* He left his square in the round of the scan in which the opponent's man was put down: that one may have touched him,
 * before he moved. */
static bool
is_perhaps_theirs(const struct bench_stream *stream, const struct sim_incident *incident,
                  uint32_t scan_ms)
{
	uint64_t left_us = reported_us(stream, incident, scan_ms, incident->sq, true);
	uint64_t round_us = scan_ms * UINT64_C(1000);
	int to;

	if (incident->what != SIM_TOUCH_MOVE || incident->ply == 0 ||
	    incident->ply > stream->n_plies)
		return false;
	to = move_target(stream->plies[incident->ply - 1].move);
	for (size_t i = 0; i < stream->n_events; i++) {
		const struct board_event *event = &stream->events[i];

		if (event->kind == BOARD_SQUARE && event->t_us <= left_us &&
		    event->t_us + round_us > left_us && event->square.piece != EMPTY &&
		    event->square.sq == (stream->rotated ? 63 - to : to))
			return true;
	}
	return false;
}

/* One round of the scan told of rook and king, or none of one of them: the king may have been lifted first. */
static bool
is_order_open(const struct bench_stream *stream, const struct sim_incident *incident,
              uint32_t scan_ms, uint16_t move)
{
	uint64_t rook_us = reported_us(stream, incident, scan_ms, move_to(move), true);
	uint64_t king_us = reported_us(stream, incident, scan_ms, move_from(move), true);

	return incident->what == SIM_ROOK_FIRST &&
	       (rook_us == TIME_UNKNOWN || king_us == TIME_UNKNOWN ||
	        king_us < rook_us + scan_ms * UINT64_C(500));
}

/* He may have stood for a round less than was told: no longer than a hand rests on a man. */
static bool
is_perhaps_held(const struct bench_stream *stream, const struct sim_incident *incident,
                uint32_t scan_ms)
{
	uint64_t came_us = reported_us(stream, incident, scan_ms, incident->sq, false);
	uint64_t left_us = reported_us(stream, incident, scan_ms, incident->sq, true);

	return incident->what == SIM_RELEASED &&
	       (came_us == TIME_UNKNOWN || left_us == TIME_UNKNOWN ||
	        left_us < came_us + TOUCH_RELEASED_US + scan_ms * UINT64_C(1000));
}

/* He was told to be off his square for less than a touch lasts: off for no longer than that, he was brushed or adjusted. */
static bool
is_perhaps_adjusted(const struct bench_stream *stream, const struct sim_incident *incident,
                    uint32_t scan_ms)
{
	uint64_t left_us = reported_us(stream, incident, scan_ms, incident->sq, true);
	uint64_t back_us = reported_us(stream, incident, scan_ms, incident->sq, false);

	return incident->what == SIM_TOUCH_MOVE && left_us != TIME_UNKNOWN &&
	       back_us != TIME_UNKNOWN && back_us > left_us && back_us < left_us + TOUCH_US;
}

/* Where two hands played: do two reports prove it, for the scan's period alone? */
static bool
is_hidden_by_scan(const struct bench_stream *stream, const struct sim_incident *incident,
                  uint32_t scan_ms, const struct sim_manners *manners)
{
	uint16_t move =
		incident->ply < stream->n_plies ? stream->plies[incident->ply].move : MOVE_NONE;
	int from = move_from(move), to = move_to(move), rank = sq_rank(from);
	int king_to = sq_make(to > from ? 6 : 2, rank), rook_to = sq_make(to > from ? 5 : 3, rank);
	const struct two_contacts lifts = {
		HANDS_CASTLING_LIFTS, { from, to }, { true, true }, { from, to }
	};
	const struct two_contacts places = {
		HANDS_CASTLING_PLACES, { king_to, rook_to }, { false, false }, { from, to }
	};
	const struct two_contacts takes = {
		HANDS_TAKES, { from, to }, { true, true }, { from, to }
	};
	const struct two_contacts promotes = {
		HANDS_LIFT_PLACE, { from, to }, { true, false }, { from, to }
	};

	if (is_never_left(stream, incident, scan_ms) ||
	    is_perhaps_theirs(stream, incident, scan_ms) ||
	    is_order_open(stream, incident, scan_ms, move) ||
	    is_perhaps_held(stream, incident, scan_ms) ||
	    is_perhaps_adjusted(stream, incident, scan_ms))
		return true;
	if (incident->what == SIM_TWO_HANDS_CASTLING)
		return !is_told_by(stream, incident, scan_ms, &lifts) &&
		       !is_told_by(stream, incident, scan_ms, &places);
	if (incident->what == SIM_TWO_HANDS_CAPTURE)
		return !is_told_by(stream, incident, scan_ms, &takes) ||
		       is_in_passing(stream, incident, scan_ms, manners, from, to);
	return incident->what == SIM_TWO_HANDS_PROMOTION &&
	       !is_told_by(stream, incident, scan_ms, &promotes);
}

enum irregular_hidden
irregular_hidden(const struct bench_stream *stream, const struct sim_incident *incident,
                 uint32_t scan_ms, const struct sim_manners *manners)
{
	if (is_hidden_by_sensors(stream, incident))
		return HIDDEN_BY_SENSOR;
	return is_hidden_by_scan(stream, incident, scan_ms, manners) ||
	                       irregular_is_unseen(stream, incident, scan_ms)
	               ? HIDDEN_BY_SCAN
	               : HIDDEN_BY_NOTHING;
}
