/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/irregular_legal.h"

#include <stdlib.h>

#include "core/chess/attacks.h"
#include "core/chess/movegen.h"
#include "core/laws/conduct/contacts.h"

/* A report leaves the board so soon after its square was read, and waits so long on the line behind others. */
#define SENT_US 5000
#define LINE_US UINT64_C(100000)

/* Who presses early has his man on the board so soon (drivers/sim/sim_profile.c, early_press_lag, and some more). */
#define EARLY_US UINT64_C(100000)

#define READINGS_MAX 16384
#define STEPS_MAX    20000000

struct reading {
	uint64_t t_us;
	uint8_t sq, man;
};

struct search {
	struct reading readings[READINGS_MAX]; /* in the order of time */
	size_t n_readings;
	uint64_t presses_us[LEGAL_PLIES_MAX];
	uint32_t n_presses;
	uint8_t rest[64]; /* the last readings */
	uint64_t steps;
	const uint16_t *line; /* these plies alone; NULL: all that are legal */
};

static int
square_of(const struct bench_stream *stream, int sq)
{
	return stream->rotated ? 63 - sq : sq;
}

/* --- when every square was read -------------------------------------------------------------------------------- */

/* The board's own order: from a8 on, or from h1 where it lies the other way round. */
static uint64_t
visit_offset_us(const struct bench_stream *stream, int sq, uint64_t scan_us)
{
	int index = (stream->rotated ? 63 - sq : sq) ^ 56;

	return scan_us * (uint64_t)index / 64;
}

static uint64_t
line_us(uint64_t scan_us)
{
	return LINE_US < scan_us * 9 / 10 ? LINE_US : scan_us * 9 / 10;
}

/* Within a round, when the report would come of the first square, if it did not wait: most come so late or a little later. */
static uint64_t
first_report_us(const struct bench_stream *stream, uint64_t scan_us, uint64_t from_us,
                uint64_t until_us)
{
	uint64_t phases_us[256];
	size_t n = 0, best = 0;
	uint64_t ret_us = 0;

	for (size_t i = 0; i < stream->n_events && n < 256; i++) {
		const struct board_event *event = &stream->events[i];

		if (event->kind == BOARD_SQUARE && event->t_us >= from_us &&
		    event->t_us <= until_us)
			phases_us[n++] =
				(event->t_us + scan_us -
			         visit_offset_us(stream, square_of(stream, event->square.sq),
			                         scan_us)) %
				scan_us;
	}
	for (size_t i = 0; i < n; i++) {
		size_t fitting = 0;

		for (size_t j = 0; j < n; j++)
			fitting += (phases_us[j] + scan_us - phases_us[i]) % scan_us <
			           line_us(scan_us) / 2;
		if (fitting > best) {
			best = fitting;
			ret_us = phases_us[i];
		}
	}
	return ret_us;
}

/* What a square read at each visit from from_us to until_us: that which has been told by the time a report waits at most. */
static bool
add_readings(struct search *search, const struct bench_stream *stream, int sq, uint64_t first_us,
             uint64_t scan_us, uint64_t from_us, uint64_t until_us)
{
	uint64_t t_us = from_us - from_us % scan_us + first_us;
	uint8_t man = EMPTY;
	size_t at = 0;

	while (t_us >= from_us + scan_us)
		t_us -= scan_us;
	while (t_us < from_us)
		t_us += scan_us;
	for (; t_us + line_us(scan_us) <= until_us; t_us += scan_us) {
		for (; at < stream->n_events && stream->events[at].t_us <= t_us + line_us(scan_us);
		     at++) {
			const struct board_event *event = &stream->events[at];

			if (event->kind == BOARD_SCAN)
				man = event->scan[square_of(stream, sq)];
			else if (event->kind == BOARD_SQUARE &&
			         square_of(stream, event->square.sq) == sq)
				man = event->square.piece;
		}
		if (search->n_readings == READINGS_MAX)
			return false;
		search->readings[search->n_readings++] = (struct reading){ t_us, (uint8_t)sq, man };
		search->rest[sq] = man;
	}
	return true;
}

static int
compare_readings(const void *a, const void *b)
{
	const struct reading *x = a, *y = b;

	return (x->t_us > y->t_us) - (x->t_us < y->t_us);
}

static bool
find_readings(struct search *search, const struct bench_stream *stream, uint64_t scan_us,
              uint64_t from_us, uint64_t until_us)
{
	uint64_t learnt_us = from_us > 20 * scan_us ? from_us - 20 * scan_us : 0;
	uint64_t first_us = first_report_us(stream, scan_us, learnt_us, until_us);

	for (int sq = 0; sq < 64; sq++)
		if (!add_readings(
			    search, stream, sq,
			    (first_us + visit_offset_us(stream, sq, scan_us) + scan_us - SENT_US) %
				    scan_us,
			    scan_us, from_us, until_us))
			return false;
	qsort(search->readings, search->n_readings, sizeof(search->readings[0]), compare_readings);
	return true;
}

/* --- presses --------------------------------------------------------------------------------------------------- */

/* White has the move when the clock first runs. */
static bool
find_presses(struct search *search, const struct bench_stream *stream, enum color side,
             uint64_t from_us, uint64_t until_us)
{
	int white = -1, turn = -1;

	for (size_t i = 0; i < stream->n_events && stream->events[i].t_us <= until_us; i++) {
		const struct board_event *event = &stream->events[i];
		enum color presser;

		if (event->kind != BOARD_CLOCK || !event->clock.connected)
			continue;
		if (white < 0 && event->clock.running)
			white = event->clock.turn;
		presser = turn == white ? WHITE : BLACK;
		if (white >= 0 && event->clock.running && turn >= 0 && event->clock.turn != turn &&
		    event->t_us > from_us && (search->n_presses > 0 || presser == side)) {
			if (search->n_presses == LEGAL_PLIES_MAX)
				return false;
			search->presses_us[search->n_presses++] = event->t_us;
		}
		turn = event->clock.turn;
	}
	return search->n_presses > 0;
}

/* --- legal plies ------------------------------------------------------------------------------------------------ */

/* One turn: who moves, and where he may stand on his way. */
struct turn {
	const struct position *before, *after;
	uint16_t move;
	uint64_t way; /* empty squares where who moves may go or pass */
	bool adjusts; /* other men of his may be lifted and put back */
};

static uint64_t
rectangle(int a, int b)
{
	uint64_t squares = 0;

	for (int sq = 0; sq < 64; sq++)
		if ((sq_file(sq) - sq_file(a)) * (sq_file(sq) - sq_file(b)) <= 0 &&
		    (sq_rank(sq) - sq_rank(a)) * (sq_rank(sq) - sq_rank(b)) <= 0)
			squares |= sq_bit(sq);
	return squares;
}

static struct turn
turn_of(const struct position *before, const struct position *after, const struct move_list *legal,
        uint16_t move)
{
	struct turn turn = { before, after, move, rectangle(move_from(move), move_to(move)), true };

	for (int i = 0; i < legal->count; i++)
		if (move_from(legal->moves[i]) == move_from(move))
			turn.way |= rectangle(move_from(move), move_target(legal->moves[i]));
	turn.way &= ~(before->by_color[WHITE] | before->by_color[BLACK]);
	return turn;
}

/* Does it read as in that position? A board that knows no men reads any where one stands. */
static bool
reads_as(const struct reading *reading, const struct position *position)
{
	return contact_reads(reading->man, position_piece_at(position, reading->sq));
}

/* May a square read so in this turn? */
static bool
is_of_turn(const struct turn *turn, const struct reading *reading)
{
	const struct position *before = turn->before;
	uint16_t move = turn->move;
	uint64_t bit = sq_bit(reading->sq);
	uint8_t mover = position_piece_at(before, move_from(move));
	bool castles = move_kind(move) == MOVE_CASTLING;
	uint8_t taken = castles ? piece_make((enum color)before->side, ROOK)
	                        : position_piece_at(before, move_victim(move));

	if (reads_as(reading, before) || reads_as(reading, turn->after))
		return true;
	if (reading->man == EMPTY)
		return (turn->adjusts && (before->by_color[before->side] & bit)) ||
		       (!castles && reading->sq == move_victim(move));
	if (move_kind(move) == MOVE_PROMOTION && reading->sq == move_to(move))
		return contact_reads(reading->man, mover);
	if (contact_reads(reading->man, mover) && (turn->way & bit))
		return true;
	return contact_reads(reading->man, taken) &&
	       ((castles ? turn->way : attacks_king[move_to(move)]) & bit) &&
	       position_piece_at(before, reading->sq) == EMPTY;
}

/* A ply changes four squares at most; the next one may have begun. */
static bool
is_near(const struct search *search, const struct position *position, uint32_t n_plies)
{
	uint8_t men[64];
	uint32_t n = 0;

	position_placement(position, men);
	for (int sq = 0; sq < 64; sq++)
		n += !contact_reads(search->rest[sq], men[sq]);
	return n <= 4 * (n_plies + 1);
}

/* May everything be read so from then on while the next player thinks? Men of his are adjusted; he who stands on `from` hovers over
 * the squares in `ways`, or a man of the opponent's on one of them is lifted to be taken. */
static bool
is_thought(struct search *search, const struct position *position, int from, uint64_t ways,
           size_t first)
{
	uint64_t own = position->by_color[position->side];
	uint64_t men = own | position->by_color[color_other((enum color)position->side)];
	uint8_t hovering = from == SQ_NONE ? EMPTY : position_piece_at(position, from);

	for (size_t i = first; i < search->n_readings; i++) {
		const struct reading *reading = &search->readings[i];
		uint64_t bit = sq_bit(reading->sq);
		bool lifted = reading->man == EMPTY && (bit & (own | ways));
		bool hovers = contact_reads(reading->man, hovering) && (bit & ways & ~men);

		if (++search->steps > STEPS_MAX ||
		    (!reads_as(reading, position) && !lifted && !hovers))
			return false;
	}
	return true;
}

/* Was he told to be off his square? Else he hovers nowhere. */
static bool
is_lifted(const struct search *search, int sq, size_t first)
{
	for (size_t i = first; i < search->n_readings; i++)
		if (search->readings[i].sq == sq && search->readings[i].man == EMPTY)
			return true;
	return false;
}

/* After the last press the next player thinks, and has made no move yet. */
static bool
is_next_turn(struct search *search, const struct position *position, size_t first)
{
	struct move_list legal;
	uint64_t ways[64] = { 0 };

	if (is_thought(search, position, SQ_NONE, 0, first))
		return true;
	movegen_legal(position, &legal);
	for (int i = 0; i < legal.count; i++)
		ways[move_from(legal.moves[i])] |= sq_bit(move_target(legal.moves[i]));
	for (int sq = 0; sq < 64; sq++)
		if (ways[sq] != 0 && is_lifted(search, sq, first) &&
		    is_thought(search, position, sq, ways[sq], first))
			return true;
	return false;
}

/* LEGAL_PLIES_MAX deep at most. */
/* NOLINTBEGIN(misc-no-recursion) */

static bool explain(struct search *search, const struct position *position, uint32_t n,
                    size_t first);

/* Reading `first` is the first of turn `n`. It may end before any of those that follow; but there is no need to where the next
 * one reads as this turn leaves it, which the next turn allows as well. */
static bool
explain_turn(struct search *search, const struct turn *turn, uint32_t n, size_t first)
{
	if (explain(search, turn->after, n + 1, first))
		return true;
	for (size_t i = first; i < search->n_readings; i++) {
		const struct reading *reading = &search->readings[i];

		if (++search->steps > STEPS_MAX ||
		    reading->t_us > search->presses_us[n] + EARLY_US || !is_of_turn(turn, reading))
			return false;
		if (!reads_as(reading, turn->after) && explain(search, turn->after, n + 1, i + 1))
			return true;
	}
	return false;
}

static bool
explain(struct search *search, const struct position *position, uint32_t n, size_t first)
{
	struct move_list legal;

	if (n == search->n_presses)
		return is_next_turn(search, position, first);
	movegen_legal(position, &legal);
	for (int i = 0; i < legal.count && search->steps <= STEPS_MAX; i++) {
		struct position after;
		struct turn turn;

		if (search->line && legal.moves[i] != search->line[n])
			continue;
		position_after(position, legal.moves[i], &after);
		if (!is_near(search, &after, search->n_presses - n - 1))
			continue;
		turn = turn_of(position, &after, &legal, legal.moves[i]);
		turn.adjusts = !search->line;
		if (explain_turn(search, &turn, n, first))
			return true;
	}
	return false;
}

/* NOLINTEND(misc-no-recursion) */

static bool
search_for(struct search *search, const struct bench_stream *stream, uint64_t scan_us,
           const struct position *position, uint64_t from_us, uint64_t until_us)
{
	search->n_readings = 0;
	search->n_presses = 0;
	search->steps = 0;
	return find_presses(search, stream, (enum color)position->side, from_us, until_us) &&
	       find_readings(search, stream, scan_us, from_us, until_us);
}

bool
legal_explains(const struct bench_stream *stream, uint64_t scan_us, const struct position *position,
               uint64_t from_us, uint64_t until_us)
{
	static struct search search;

	search.line = NULL;
	return search_for(&search, stream, scan_us, position, from_us, until_us) &&
	       explain(&search, position, 0, 0) && search.steps <= STEPS_MAX;
}

bool
legal_line_explains(const struct bench_stream *stream, uint64_t scan_us,
                    const struct position *position, uint64_t from_us, uint64_t until_us,
                    const uint16_t *line, uint32_t n)
{
	static struct search search;

	search.line = line;
	return search_for(&search, stream, scan_us, position, from_us, until_us) &&
	       search.n_presses == n && explain(&search, position, 0, 0) &&
	       search.steps <= STEPS_MAX;
}
