/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/ends/start.h"

#include <string.h>

#include "core/chess/bits.h"
#include "core/chess/chess960.h"
#include "core/tracker/tracker_state.h"

void
tracker_expect_start(struct tracker *tracker, const struct position *start)
{
	tracker->start = *start;
}

void
tracker_accept_starts(struct tracker *tracker, unsigned int which)
{
	tracker->accepted_starts = which;
}

/* The array of Chess960 that stands on the board, seen from White's side or turned. */
static bool
find_array(const struct tracker *tracker, bool turned, struct position *ret_start)
{
	uint8_t squares[64];

	for (int sq = 0; sq < 64; sq++)
		squares[sq] = tracker->raw[turned ? 63 - sq : sq];
	return chess960_start(chess960_number_of_men(squares), ret_start) == 0;
}

static bool
sees_chess960(const struct tracker *tracker, bool turned, struct position *ret_start)
{
	if (!(tracker->accepted_starts & TRACKER_CHESS960_STARTS) ||
	    !find_array(tracker, turned, ret_start))
		return false;
	/* The orthodox array is one of the 960, and here it was drawn as such. */
	ret_start->chess960 = true;
	return true;
}

bool
start_is_seen(const struct tracker *tracker, bool turned, struct position *ret_start)
{
	if (image_is_start(tracker->raw, turned, &tracker->start)) {
		*ret_start = tracker->start;
		return true;
	}
	return sees_chess960(tracker, turned, ret_start);
}

/* Each side's men of the start stand on their squares, all of them, but not each on his own: no sensor exchanges men. One that reads
 * another man shows one of them less. */
static bool
are_exchanged(const struct image *image, const struct position *start)
{
	for (int side = WHITE; side <= BLACK; side++)
		for (int type = PAWN; type <= KING; type++)
			if (image->by_color[side] != start->by_color[side] ||
			    bits_count(image->by_color[side] & image->by_type[type]) !=
			            bits_count(start->by_color[side] & start->by_type[type]))
				return false;
	return image_difference(image, start) != 0;
}

void
start_bar_castling(struct position *position, const struct position *start)
{
	for (int side = WHITE; side <= BLACK; side++) {
		uint64_t rooks = position->by_type[ROOK] & position->by_color[side];
		bool king_is_home = position_king(position, (enum color)side) ==
		                    position_king(start, (enum color)side);

		for (int i = 0; i < 2; i++) {
			uint8_t *rook = &position->castling_rook[side][i];

			if (*rook != SQ_NONE && !(king_is_home && (rooks & sq_bit(*rook))))
				*rook = SQ_NONE;
		}
	}
}

/* An array of Chess960 that nobody sets up by mistake. Both sides alike exchange king and queen, or knights and bishops, but hardly
 * both of it, nor a rook with anybody. Nobody said that it is played, but it is. */
static bool
sees_drawn(const struct tracker *tracker, bool turned, struct position *ret_start)
{
	const struct position *start = &tracker->start;
	struct position array;

	if (chess960_number(start) != CHESS960_ORTHODOX || !find_array(tracker, turned, &array))
		return false;
	if (array.by_type[ROOK] == start->by_type[ROOK] &&
	    (array.by_type[KING] == start->by_type[KING] ||
	     array.by_type[KNIGHT] == start->by_type[KNIGHT]))
		return false;
	*ret_start = array;
	return true;
}

static bool
sees_exchanged(const struct tracker *tracker, bool turned, struct position *ret_start)
{
	struct position position = tracker->start;
	struct image image;

	if (sees_drawn(tracker, turned, ret_start))
		return true;

	image_from(&image, tracker->raw, turned);
	if (!are_exchanged(&image, &tracker->start))
		return false;
	memcpy(position.by_type, image.by_type, sizeof(position.by_type));
	memcpy(position.by_color, image.by_color, sizeof(position.by_color));
	start_bar_castling(&position, &tracker->start);
	position.ep = SQ_NONE;
	position.key = position_key(&position);
	*ret_start = position;
	return position_check(&position) == POSITION_OK;
}

bool
start_exchanged_is_seen(const struct tracker *tracker, bool *ret_turned, struct position *ret_start)
{
	struct position other;
	bool drawn_at_table = (tracker->accepted_starts & TRACKER_CHESS960_STARTS) != 0;

	if (drawn_at_table || start_is_seen(tracker, false, &other) ||
	    start_is_seen(tracker, true, &other))
		return false;
	*ret_turned = sees_exchanged(tracker, true, ret_start);
	return *ret_turned || sees_exchanged(tracker, false, ret_start);
}

/* White's men stand at his end more often than at the other. */
static bool
looks_turned(const uint8_t raw[64])
{
	int balance = 0;

	for (int sq = 0; sq < 64; sq++)
		if (raw[sq] != EMPTY)
			balance += (piece_color(raw[sq]) == WHITE) == (sq_rank(sq) < 4) ? 1 : -1;
	return balance < 0;
}

bool
start_from_squares(const struct tracker *tracker, const uint8_t raw[64], bool *ret_turned,
                   struct position *ret_start)
{
	struct position position = { .ep = SQ_NONE, .fullmove = 1 };
	struct image image;

	*ret_turned = looks_turned(raw);
	image_from(&image, raw, *ret_turned);
	memcpy(position.by_type, image.by_type, sizeof(position.by_type));
	memcpy(position.by_color, image.by_color, sizeof(position.by_color));
	memset(position.castling_rook, SQ_NONE, sizeof(position.castling_rook));
	position_assume_castling(&position);
	/* The clock knows whose turn it is, also while it stands; without it White's is tried first. White's is the
	 * side he will be taken to have (lever_new_game). */
	if (tracker->lever.seen &&
	    tracker->lever.now.turn != (*ret_turned ? CLOCK_RIGHT : CLOCK_LEFT))
		position.side = BLACK;
	if (position_check(&position) == POSITION_OPPONENT_IN_CHECK)
		position.side = (uint8_t)color_other((enum color)position.side);
	if (position_check(&position) != POSITION_OK)
		return false;
	position.key = position_key(&position);
	*ret_start = position;
	return true;
}

bool
start_from_image(const struct tracker *tracker, bool *ret_turned, struct position *ret_start)
{
	return start_from_squares(tracker, tracker->raw, ret_turned, ret_start);
}
