/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Profiles: how a pair of hands handles men and clock, what the sensors make of it, and what the
 * line makes of that, as tables of parameters.
 *
 * Sources named in the tables: CAP are the 199 plies of real play counted in dgt.md 7.1, HDR the
 * vendor's own warnings in 7.2, USERS the reports in 7.3, TIMING the figures of 1.4, LAWS the FIDE
 * Laws. OURS is an assumption of this simulator that nobody has measured: worse than reality on
 * purpose, and nothing to tune a reader to.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A duration from min..max milliseconds. */
struct sim_span {
	uint32_t min_ms, max_ms;
};

/* What hands do. Chances are per mille; where no other noun is given, of plies. */
struct sim_manners {
	/* The way of a man. */
	struct sim_span react;   /* from the opponent's press to the first touch, at least */
	struct sim_span thought; /* all of a player's time for a ply; 0: as the game's clock says */
	struct sim_span carry;   /* from lifting to placing */
	struct sim_span between; /* from one man to the next: castling, en passant */
	uint16_t slide;          /* of moves: stops on squares in between, if any */
	uint16_t slide_all;      /* of slides: on every square, not on one of them */
	struct sim_span step;    /* on the way between two stops */
	struct sim_span stand;   /* standing on a square in between */
	uint16_t place_first;    /* of moves: the new square reads before the old one is empty */
	struct sim_span overlap; /* then: on both squares for so long */

	/* Captures. */
	uint16_t take_first;   /* the captured man is lifted well before the other comes */
	struct sim_span taken; /* then: so long before */
	struct sim_span swap;  /* else: the captured man leaves so long before the other stands */
	uint16_t ghost;        /* the captured man is seen on an empty square beside */
	struct sim_span ghost_stand;
	uint16_t park; /* of captures: the captured man is put down anywhere and taken up later */
	struct sim_span park_stand;

	/* Special moves. */
	uint16_t rook_first, interleaved; /* of castlings; the others are king first */
	uint16_t en_passant_first;        /* the captured pawn goes before the move */
	uint16_t pawn_stands;             /* of promotions: the pawn is put on the last rank */
	struct sim_span pawn_stand;

	/* Second thoughts. */
	uint16_t adjust; /* another man is lifted and put back */
	struct sim_span adjust_hold, adjust_pause;
	uint16_t hesitate; /* put on another legal square first, hand still on it */
	struct sim_span hesitate_stand;
	uint16_t wrong_square; /* put on an empty square beside the right one, legal or not */
	struct sim_span wrong_stand;
	uint16_t retract; /* another move is made and taken back before the press */
	struct sim_span retract_stand;
	uint16_t take_back; /* another move is made and pressed; the opponent presses back for it */
	struct sim_span take_back_after;
	uint16_t illegal; /* an illegal move is pressed; the arbiter has it replaced (7.5.1) */
	struct sim_span illegal_after;

	/* Accidents. */
	uint16_t knock;              /* men beside the target fall and are put up again */
	uint16_t sweep;              /* while thinking, several men are displaced and put back */
	struct sim_span lie, put_up; /* before the first is put up; from one man to the next */
	uint16_t press_first;        /* of these and of parked men: the clock is pressed before */
	uint16_t misplace;           /* of men put up: on a wrong square first */
	uint16_t fiddle; /* while thinking, a man is carried to another square and back */
	struct sim_span fiddle_stand;

	/* The clock. */
	struct sim_span press; /* from the last touch to the press */
	uint16_t early_press;  /* pressed before a scan can have seen the man */
	struct sim_span early_press_lag;
	uint16_t early_reply; /* the reply begins before the press */

	/* The end. */
	struct sim_span stop;        /* from the last press to stopping the clock */
	uint16_t kings;              /* of decided games: kings go to the centre */
	struct sim_span kings_after; /* after the clock was stopped */
	uint16_t kings_together;     /* both are lifted before one is placed */
};

/* What sensors read that is not so. Chances are per mille of plies, but for `beside`. */
struct sim_senses {
	bool occupancy;      /* every man reads as the same code */
	uint16_t blind;      /* a square reads empty whatever stands there */
	uint16_t wrong;      /* a man reads as another one */
	struct sim_span ill; /* either lasts so long, short ones as often as long ones (log-even) */
	uint16_t beside;     /* of men put down: one is seen on an empty square beside, too */
	struct sim_span beside_stand;
	uint16_t both,
		neither; /* a man put down between two squares: read on both, or on neither */
	struct sim_span between_stand; /* until he is put right, if he does not move before */
	uint16_t flicker;              /* a man comes and goes */
	struct sim_span flicker_all, flicker_phase; /* for so long; each phase of it */
};

/* What the board sends, and what of it arrives. */
struct sim_wire {
	struct sim_span scan;  /* one round of the 64 squares */
	bool dumps_only;       /* no field updates: a dump after every round that saw a change */
	struct sim_span poll;  /* how often the board asks its clock; 0: it knows at once */
	struct sim_span burst; /* the radio delivers what has come so often; 0: at once */
	uint16_t lost;         /* per mille of field updates: never arrives */
	uint16_t lost_dumps;   /* per mille of positions in a game: all of it is lost, or its end */
	uint16_t outage;       /* per mille of plies: the link is lost, and comes back */
	struct sim_span outage_length;
};

struct sim_profile {
	const char *name;
	const char *summary; /* for people */
	const struct sim_manners *manners;
	const struct sim_senses *senses;
	const struct sim_wire *wire;
};

/* Every profile. */
extern const struct sim_profile sim_profiles[];
extern const size_t sim_n_profiles;

/* sim_profile_find: the profile of that name, or NULL. */
const struct sim_profile *sim_profile_find(const char *name);
