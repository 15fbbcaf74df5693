/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a player did with the men before he played his move, as the sensors tell it: whom he touched, in
 * which order, and where he let go (article 4).
 *
 * The board senses no contact, only men who leave their squares: that is what "touched" means here, and
 * what the Laws themselves take for it on a blind player's board (D.2.2). A man who is back on his square
 * soon was brushed or adjusted.
 *
 * What the scan leaves open counts for the player. Of two men lifted less than a round apart nobody knows who was first
 * unless one round tells of the one and a later round of the other: lifts dt apart are told apart in dt of a round of
 * all cases, and always from a round on (of castlings, rook first, 0.14 to 0.6 s apart: all but one in a hundred where
 * a round takes 200 ms, three in five where it takes 600). A man stood on a square for as long as he was reported there
 * less a round. A man who leaves his square in the round of the scan in which the opponent's was put down may have
 * done so before it.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/laws/conduct/contacts.h"
#include "core/laws/conduct/obligation.h"

/* Off his square for so long, a man was touched to be moved (laws.md 4.2, touch_ms). */
#define TOUCH_US 1500000

/* A man who certainly stood so long on a square was let go there (4.7). Longer than the proposal of
 * laws.md 4.2, release_ms 800: hands rest on men for up to 1.5 s (dgt.md 7.3), and that is no release. */
#define TOUCH_RELEASED_US 1500000

/* A new man who certainly stood so long on his square is no flash of a wrong reading (laws.md 1.2, 4.4.4). */
#define TOUCH_CHOSEN_US 200000

/* A wrong reading lasts less than 300 ms (laws.md 4.4.4). On a board that has not failed yet a man told of for half as long as
 * it takes to let one go (release_ms) stood there, however few rounds of the scan came by. */
#define TOUCH_TOLD_US 400000

/* A turn: all that was reported from `from_us` to until_us belongs to it, but for the opponent's reply. */
struct touch_turn {
	const struct position *before;
	uint16_t move;        /* what was played in the end */
	bool stood_there;     /* its man, by what followed, though he may not have been read */
	uint64_t from_us;     /* the opponent's move was being made */
	uint64_t answered_us; /* it was reported; 0: he answers nothing */
	uint64_t own_us;      /* his own ply before was pressed for then; 0: not known */
	uint64_t chosen_us;   /* told of for so long on the last rank, a new man stood there */
	uint64_t pressed_us; /* the clock was pressed for it; 0: it was not, or that is not known */
	uint64_t soonest_us; /* he has never answered so soon after that; 0: not known */
	uint64_t
		until_us; /* his own was completed, and reported; what comes later is another turn's */
	uint64_t troubled; /* squares whose readings were not believed meanwhile */
};

enum touch_what {
	TOUCH_NOTHING,
	TOUCH_PROMOTION_CHANGED, /* piece: the first one; sq */
	TOUCH_CASTLING_ILLEGAL,  /* moves: the king's */
	TOUCH_RELEASED,          /* moves[0]: what was made; sq where; stood_us */
	TOUCH_ROOK_FIRST,        /* sq: the rook; moves: its own */
	TOUCH_MOVE,              /* sq: who was touched first; moves: what was due */
};

struct touch_finding {
	enum touch_what what;
	int sq;
	uint8_t piece;
	uint64_t since_us, stood_us;
	struct move_list moves;
};

/* touch_answer_us: how long after the opponent's move was reported his man was, who was played; TIME_UNKNOWN where
 * that is not known. What left its square sooner than he has ever answered, and within the round of the scan in which
 * the opponent's man was put down, is that one's hand or the sensor's doing: nobody is bound by it. */
uint64_t touch_answer_us(const struct contacts *contacts, const struct touch_turn *turn);

/* touch_judge: the gravest thing that was wrong with how turn->move came about. Never TOUCH_NOTHING by
 * chance alone: what is unclear counts for the player, but for 4.3.3. */
void touch_judge(const struct contacts *contacts, const struct touch_turn *turn,
                 struct touch_finding *ret_finding);
