/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What can go wrong on a simulated table, named once for the hands, the sensors, the line and the
 * ground truth.
 */
#pragma once

#include <stdint.h>

enum sim_trouble {
	/* Hands. */
	SIM_SLIDE,        /* a man stood on a square he passed */
	SIM_PLACE_FIRST,  /* he stood on his new square before the old one was empty */
	SIM_GHOST,        /* a captured man stood beside the square he was taken on */
	SIM_PARK,         /* a captured man stood on the board for some time */
	SIM_ADJUST,       /* a man was lifted and put back */
	SIM_HESITATE,     /* a man stood on another square he may go to, before the right one */
	SIM_WRONG_SQUARE, /* likewise, on one beside the right one */
	SIM_RETRACT,      /* another move was made and taken back before the press */
	SIM_TAKE_BACK,    /* likewise, after the press */
	SIM_ILLEGAL,      /* an illegal move was pressed, and replaced with the arbiter's help */
	SIM_KNOCK,        /* a man fell and was put up again */
	SIM_SWEEP,        /* one of several men displaced while a player was thinking */
	SIM_FIDDLE,       /* a man was carried to another square and back */
	/* Hands, to order: sim_breach.h. */
	SIM_KING_LEFT, /* a move that leaves the mover's king in check was pressed, and replaced */
	SIM_WRONG_COLOUR, /* a man of the opponent's was moved and pressed, and put back */
	SIM_UNPROMOTED,   /* a pawn stood on the last rank at the press; a queen replaced it */
	SIM_EMPTY_PRESS,  /* the clock was pressed without a move */
	SIM_DISPLACED,    /* three or more men fell at once and were put up again */
	SIM_WRONG_START,  /* two men stood exchanged before the game, and were put right */
	/* Hands, to order: sim_conduct.h. */
	SIM_TWO_HANDS_CASTLING,
	SIM_TWO_HANDS_CAPTURE,
	SIM_TWO_HANDS_PROMOTION,
	SIM_ROOK_FIRST,     /* castled with the rook first; profiles do that, too */
	SIM_CASTLING_SLOW,  /* the king stood on his new square for long before the rook came */
	SIM_CASTLING_WRONG, /* castled where it is not legal, and taken back for another move */
	SIM_TOUCH_MOVE,     /* a man who could move, or be taken, was lifted and another played */
	SIM_ADJUST_LATE,    /* a man of the player who had not the move was lifted and put back */
	SIM_RELEASED,       /* a man was let go on a square he may go to, and taken on */
	SIM_PROMOTION_CHANGED, /* another man than the last one was put on the last rank first */
	/* Sensors. */
	SIM_BLIND,   /* a square read empty */
	SIM_WRONG,   /* a man read as `piece` */
	SIM_BESIDE,  /* a man was seen on this square too, beside his own */
	SIM_BOTH,    /* a man between two squares was seen on this one too */
	SIM_NEITHER, /* a man between two squares was not seen */
	SIM_FLICKER, /* a man came and went */
	/* The line. */
	SIM_LOST_UPDATE, /* a field update did not arrive */
	SIM_LOST_DUMP,   /* a position did not arrive, or not all of it; no square */
	SIM_OUTAGE,      /* the link was lost; no square */
	SIM_TROUBLES
};

/* One piece of ground truth. */
struct sim_incident {
	enum sim_trouble what;
	uint8_t sq;    /* a1 = 0, SQ_NONE where there is none */
	uint8_t piece; /* the man concerned, or what was read; EMPTY where neither is known */
	uint32_t ply;  /* index of the ply under way */
	uint64_t
		squares; /* of a breach: from where and to where a man was carried; 0: of other troubles */
	uint64_t from_us, until_us;
};

/* sim_trouble_name: for the ground truth, "wrong-square". */
const char *sim_trouble_name(enum sim_trouble what);

/* sim_trouble_source: "hand", "sensor" or "line". */
const char *sim_trouble_source(enum sim_trouble what);
