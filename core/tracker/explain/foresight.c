/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/explain/foresight.h"

#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/tracker/explain/sense.h"
#include "core/tracker/explain/standing.h"

/* So many captures in turn are looked at, and so many positions in all; then it is taken as it stands. */
#define FORESIGHT_PLIES     6
#define FORESIGHT_POSITIONS 1000
#define OUTLOOK_POSITIONS   8000

/* Any two plies are looked at before, where it is asked what comes of a move: a reply, and what the mover does then. */
#define OUTLOOK_PLIES 2

/* More than all men of a side are worth. */
#define MATED (200 * STANDING_PAWN)

/* One look ahead. */
struct look_ahead {
	int left; /* positions */
};

/* What is worth most is taken first, by whom it costs least. Nothing is taken: 0. */
static int
urgency(const struct position *position, uint16_t move)
{
	int gain = sense_gain(position, move);

	if (gain == 0)
		return move_kind(move) == MOVE_PROMOTION && move_promotion(move) == QUEEN ? 1 : 0;
	return 1 + gain * 8 - (int)piece_type(position_piece_at(position, move_from(move)));
}

/* The move that is most urgent is taken out of the list; MOVE_NONE: none is. */
static uint16_t
take_urgent(const struct position *position, struct move_list *list, bool any)
{
	int most = any ? -1 : 0, at = -1;
	uint16_t move;

	for (int i = 0; i < list->count; i++) {
		int urgent = urgency(position, list->moves[i]);

		if (urgent > most) {
			most = urgent;
			at = i;
		}
	}
	if (at < 0)
		return MOVE_NONE;
	move = list->moves[at];
	list->moves[at] = list->moves[--list->count];
	return move;
}

/* What the side to move comes out with, between least and most, if it takes what pays, or, in check, answers it; and so each side in
 * turn, `depth` plies long. Of those the ones before the last FORESIGHT_PLIES may be of any kind. */
/* NOLINTBEGIN(misc-no-recursion) */
static int
outcome(struct look_ahead *look, const struct position *position, int least, int most, int depth)
{
	bool any = depth > FORESIGHT_PLIES && look->left > 0;
	bool in_check = position_in_check(position);
	struct move_list list;
	struct position after;
	uint16_t move;

	if (!any && depth > FORESIGHT_PLIES)
		depth = FORESIGHT_PLIES;
	if (!any && (!in_check || depth == 0)) {
		int stands = standing_balance(position);

		if (stands >= most || depth == 0 || look->left <= 0)
			return stands;
		if (stands > least)
			least = stands;
	}
	movegen_legal(position, &list);
	if (list.count == 0)
		return in_check ? -MATED : 0;
	while ((move = take_urgent(position, &list, any || in_check)) != MOVE_NONE) {
		int value;

		look->left--;
		position_after(position, move, &after);
		value = -outcome(look, &after, -most, -least, depth - 1);
		if (value >= most)
			return value;
		if (value > least)
			least = value;
	}
	return least;
}
/* NOLINTEND(misc-no-recursion) */

int
foresight_outlook(const struct position *before, uint16_t move)
{
	struct look_ahead look = { .left = OUTLOOK_POSITIONS };
	struct position after;

	position_after(before, move, &after);
	return -outcome(&look, &after, -MATED, MATED, FORESIGHT_PLIES + OUTLOOK_PLIES);
}

int
foresight_given_away(const struct position *before, uint16_t move)
{
	struct look_ahead look = { .left = FORESIGHT_POSITIONS };
	struct position after;
	struct move_list list;
	int played, best;

	position_after(before, move, &after);
	played = -outcome(&look, &after, -MATED, MATED, FORESIGHT_PLIES);
	best = played;
	movegen_legal(before, &list);
	for (int i = 0; i < list.count && best < played + FORESIGHT_MOST && look.left > 0; i++) {
		int value;

		if (list.moves[i] == move)
			continue;
		position_after(before, list.moves[i], &after);
		value = -outcome(&look, &after, -(played + FORESIGHT_MOST), -best, FORESIGHT_PLIES);
		if (value > best)
			best = value;
	}
	return best < played + FORESIGHT_MOST ? best - played : FORESIGHT_MOST;
}
