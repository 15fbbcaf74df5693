/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pictures of mates by one bishop or knight, and where on a board one can be set up.
 *
 * Such a mate needs help: the loser's king stands in a corner and a man of his own beside him takes
 * away a square. These are only ends to walk to: no answer rests on a picture.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/chess/position.h"
#include "core/verdict/chance.h"

#define PICTURE_STEPS 8

enum picture_role {
	PICTURE_CORNERED, /* the loser's king */
	PICTURE_HELPER,   /* his man beside him, to where he waits for the last move */
	PICTURE_MINOR,    /* the man that mates, likewise */
	PICTURE_APART,    /* the winner's king, while the other is not in the corner */
	PICTURE_WINNER,   /* and then */
	PICTURE_ROLES
};

struct picture {
	int helper, minor;                     /* squares on which they stand now */
	enum piece_type helper_type;           /* in the picture: a pawn may have to promote */
	uint64_t corner, helper_on, winner_on; /* squares of the picture */
	/* Squares from which the man of a role has at most so many moves to go on an empty board. */
	uint64_t near[PICTURE_ROLES][PICTURE_STEPS];
};

/* picture_choose: a picture for `winner`, who has no men but bishops and knights, that takes few
 * moves; which of several, chance decides. False when no picture fits the men. */
bool picture_choose(const struct position *position, enum color winner, struct chance *chance,
                    struct picture *ret_picture);

/* picture_distance: the moves that a man of this role on sq has to go; PICTURE_STEPS - 1 for more.
 */
static inline int
picture_distance(const struct picture *picture, enum picture_role role, int sq)
{
	int n = 0;

	while (n < PICTURE_STEPS - 1 && (picture->near[role][n] >> sq & 1) == 0)
		n++;
	return n;
}
