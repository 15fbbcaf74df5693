/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Profiles: how a pair of hands handles men and clock, as a table of parameters.
 *
 * Sources named in the table: CAP are the 199 plies of real play counted in dgt.md 7.1, HDR the
 * vendor's own warnings in 7.2, USERS the reports in 7.3.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

/* A duration, drawn evenly from min..max milliseconds. */
struct sim_span {
	uint16_t min_ms, max_ms;
};

struct sim_profile {
	const char *name;
	const char *summary; /* for people */

	/* The way of a man. */
	struct sim_span react;   /* from the opponent's press to the first touch, at least */
	struct sim_span carry;   /* from lifting to placing */
	struct sim_span between; /* from one man to the next: castling, en passant */
	uint16_t slide;          /* per mille of moves: stops on squares in between, if any */
	uint16_t slide_all;      /* per mille of slides: on every square, not on one of them */
	struct sim_span step;    /* on the way between two stops */
	struct sim_span stand;   /* standing on a square in between */
	uint16_t place_first;    /* per mille: the new square reads before the old one is empty */
	struct sim_span overlap; /* then: on both squares for so long */

	/* Captures. */
	uint16_t take_first; /* per mille: the captured man is lifted well before the other comes */
	struct sim_span taken; /* then: so long before */
	struct sim_span swap;  /* else: the captured man leaves so long before the other stands */
	uint16_t ghost;        /* per mille: the captured man is seen on an empty square beside */
	struct sim_span ghost_stand;

	/* Special moves. */
	uint16_t rook_first, interleaved; /* per mille of castlings; the others are king first */
	uint16_t en_passant_first;        /* per mille: the captured pawn goes before the move */
	uint16_t pawn_stands; /* per mille of promotions: the pawn is put on the last rank */
	struct sim_span pawn_stand;

	/* Second thoughts. */
	uint16_t adjust; /* per mille of plies: another man is lifted and put back */
	struct sim_span adjust_hold, adjust_pause;
	uint16_t hesitate; /* per mille: put on another legal square first, hand still on it */
	struct sim_span hesitate_stand;

	/* The clock. */
	struct sim_span press; /* from the last touch to the press */
	uint16_t early_press;  /* per mille: pressed before a scan can have seen the man */
	struct sim_span early_press_lag;
	uint16_t early_reply; /* per mille: the reply begins before the press */

	/* The end. */
	struct sim_span stop;        /* from the last press to stopping the clock */
	uint16_t kings;              /* per mille of decided games: kings go to the centre */
	struct sim_span kings_after; /* after the clock was stopped */
	uint16_t kings_together;     /* per mille: both are lifted before one is placed */
};

/* Every profile, alphabetical. */
extern const struct sim_profile sim_profiles[];
extern const size_t sim_n_profiles;

/* sim_profile_find: the profile of that name, or NULL. */
const struct sim_profile *sim_profile_find(const char *name);
