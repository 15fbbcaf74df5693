/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which legal plies lead from a position to what the board shows, and at what cost (cost.h)?
 *
 * A search over legal lines of a given length. Two rules keep it small and honest. A ply leaves
 * traces: its squares differ from the position, or were seen changing; without that rule, two
 * knights that go out and come back "explain" any man missing from the board. And a man is lost
 * only to an enemy ply. Among lines of one cost the one with the latest arrivals is taken: where
 * a man stopped on his way counts less than where he came to rest.
 */
#pragma once

#include <stdint.h>

#include "core/chess/position.h"
#include "core/tracker/explain/cost.h"
#include "core/tracker/seen/image.h"

/* Longest line looked for. Four plies between two consistent images is a cable out for some seconds
 * of a blitz scramble; a fifth would cost thirty times as much and explain almost anything. */
#define EXPLAIN_PLIES_MAX 4

/* What was seen on the way to the image. */
struct evidence {
	/* A rising number, larger where the square changed later; 0: never. */
	uint64_t changed[64];
	/* [square][enum piece]: the same for when the square began to read that man; where men are not known, SOME_MAN alone. */
	uint32_t placed[64][PIECES + 1];
	/* And when that was. */
	uint64_t placed_us[64][PIECES + 1];
	/* The same for when it first read nobody after that; before it, or 0: it has not. */
	uint32_t emptied[64][PIECES + 1];
	uint64_t emptied_us[64][PIECES + 1];
	/* When the square last changed; 0: never. */
	uint64_t changed_us[64];
	/* The board reads every square once in this time, or more often. */
	uint64_t scan_us;
	/* By which change it last told of all its squares; 0: never. */
	uint64_t scanned;
	/* The board was out of sight: nobody can have seen men arrive. And so many changes it had told of before. */
	bool blind;
	uint64_t lost;
	/* What is not above this happened before the line begins. */
	uint64_t since;
	/* When the clock was pressed for the line's plies, as far as it was, and for the one behind
	 * them; 0: it was not. */
	uint64_t pressed_us[EXPLAIN_PLIES_MAX + 1];
	/* Where the last man before the line came to stand, or SQ_NONE; and when his clock was pressed;
	 * 0: it was not. */
	int last_target;
	uint64_t last_pressed_us;
};

/* explain_note: by change `number`, at t_us, sq reads `piece`. */
void explain_note(struct evidence *evidence, int sq, uint8_t piece, uint32_t number, uint64_t t_us);

/* explain_left: by which change did the man who reads as `reading` leave sq, and when? When it last read nobody, unless somebody
 * else was read there since he had gone. */
uint32_t explain_left(const struct evidence *evidence, int sq, uint8_t reading, uint64_t *ret_us);

/* explain_taken_until: a man for whom the clock was pressed then, and whom nobody saw, may have been taken, or have
 * moved on, before a scan could see him, if who did so was seen by then. The later time, *ret_aside_us, is for a man
 * who was put aside before the other came. */
static inline uint64_t
explain_taken_until(const struct evidence *evidence, uint64_t pressed_us, uint64_t *ret_aside_us)
{
	*ret_aside_us = pressed_us + TAKEN_ASIDE_US + evidence->scan_us + SCAN_WAY_US;
	return pressed_us + 2 * evidence->scan_us + SCAN_WAY_US;
}

/* explain_left_cost: what it costs to believe that a man left his square at left_us for his next ply, where the clock
 * was pressed for the one before at pressed_us; 0: it was not. */
static inline int
explain_left_cost(const struct evidence *evidence, uint64_t left_us, uint64_t pressed_us)
{
	if (evidence->blind || left_us == 0 || left_us > pressed_us + evidence->scan_us)
		return 0;
	return left_us < pressed_us ? COST_LEFT_BEFORE_PRESS : COST_LEFT_AT_PRESS;
}

/* What the image need not show. */
struct tolerance {
	uint64_t excused;               /* squares whose reading counts for nothing ... */
	const uint64_t *excused_change; /* ... [64]: nor does what they read up to this change */
	uint64_t known_bad;             /* squares that have read wrong before */
	bool patient;                   /* there has been time for hidden men to come out */
	bool unanswered; /* plies that stood may give way before the opponent has replied to what takes their place */
	int squares; /* how many further squares may differ from the line's end */
	/* Ply barred_ply of the line (from 0) is not this move; MOVE_NONE: it may be any. */
	uint16_t barred;
	bool barred_man; /* nor any other one of that man */
	int barred_ply;
};

struct explanation {
	uint16_t moves[EXPLAIN_PLIES_MAX];
	uint64_t t_us[EXPLAIN_PLIES_MAX]; /* when their men were seen to arrive */
	int n_plies;
	int disorder; /* men that arrived against the line's order; 0 is perfect */
	int unseen;   /* men that nobody saw arrive; 0 is perfect */
	int misread;  /* men who arrived, but read as others */
	int hidden;   /* men not seen to arrive who were taken there by the next ply */
	/* Which plies: bit 0 is the first. Untold are those whose men came where the board cannot
	 * tell. Of a change (change.h) that is the first one which differs from the record; the numbers
	 * above stay those of the whole line. */
	unsigned int unseen_set, hidden_set, untold_set, misread_set;
	unsigned int
		passed_set; /* and those whose men had left again before the clock was pressed */
	bool last_unproved; /* the board could not have told of the last man's arrival */
	uint64_t arrival;   /* sum of their arrivals */
	uint64_t residue;   /* squares, not excused, on which image and line's end differ */
	uint64_t absent;    /* those of them where men stand who were not seen to arrive */
	int cost;           /* of the plies and of what else must be believed */
	int rival;          /* cost of the second-best line of this length; COST_NEVER: none */
	uint16_t rival_moves[EXPLAIN_PLIES_MAX]; /* which it is */
	int nodes;                               /* positions visited to find it */
};

/* explain_saw_all: were all men of the line seen to arrive, if perhaps misread, but for those of whom the board cannot tell? */
static inline bool
explain_saw_all(const struct explanation *line)
{
	return line->unseen == 0 && line->hidden == 0;
}

/* explain: find the cheapest line of exactly n_plies (0..EXPLAIN_PLIES_MAX) legal plies from
 * *from to *image, give or take *tolerance.
 *
 * Returns true with *ret_explanation set, false when there is none, with its nodes set alone. Never fails. Cost: some
 * microseconds as a rule, EXPLAIN_NODES_MAX positions at most.
 */
bool explain(const struct position *from, const struct image *image, int n_plies,
             const struct evidence *evidence, const struct tolerance *tolerance,
             struct explanation *ret_explanation);

/* Positions visited at most by one call: a bound for a board on which everything was touched (men
 * swept off, set up again), where no line will be found anyway. */
#define EXPLAIN_NODES_MAX 20000
