/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Men who may be on their way yet.
 *
 * A scan looks at a square once in its time. A man read on a square that lies on his way may have left it
 * at once, and the clock may have been pressed for where he went, before the board looks there again. So
 * a ply that can be the first part of another one is sure only when the board has looked again: after its
 * press, or after as long as men stop on their way. It is told before, but as doubtful.
 *
 * So is who was put down elsewhere first, and carried on from there: other squares are on that way. And who is read where he came
 * from as well, until he is gone from there, or his clock is pressed. And where men are not known, who may have taken somebody
 * beside his square: that nobody is read there any more is all that tells of a hand that passed there.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/chess/position.h"

struct tracker;

enum passing {
	PASSING_NOT,
	PASSING_SLIDE,    /* a slide farther on, a pawn's second step */
	PASSING_CASTLING, /* castling begun with the rook, or by a king's step */
	PASSING_TAKING,   /* taking somebody who has been lifted */
};

/* passing_possible: has the man another legal move, by way of the square to which this one takes him? */
enum passing passing_possible(const struct position *before, uint16_t move);

/* passing_note: ply `index` is about to be told. If its man may be on his way yet, or to where he belongs (knocked.h), that is its
 * doubt. */
void passing_note(struct tracker *tracker, uint32_t index);

/* passing_is_out_of_sight: is the man of ply `index` one of those, and can nobody say whether he went on, since the link was lost before
 * the board had looked again, and it has not told of all its squares since? */
bool passing_is_out_of_sight(const struct tracker *tracker, uint32_t index);

/* passing_due: when the board has looked again at the first man noted, who stands where he stood, or
 * TRACKER_NO_DEADLINE; passing_settle: his ply is sure then. */
uint64_t passing_due(const struct tracker *tracker);
void passing_settle(struct tracker *tracker);

/* passing_castled: board and record agree. Castling that was taken to be one when the board had told of half of it seems strange
 * until both men stand: no other ply leaves four squares so. */
void passing_castled(struct tracker *tracker);
