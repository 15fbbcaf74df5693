/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tales: what happens at a table, in the words of story.h, and what the arbiter must hear. test_laws.c has them told.
 */
#pragma once

#include <stddef.h>

struct tale {
	const char *article, *name;
	const char *
		fen; /* where the record begins; NULL, or "sensors" in the script: on a sensor board */
	const char *script; /* story_tell() */
	const char *told;   /* the alerts, "id@ply:side", '!' behind what is critical */
};

struct tales {
	const struct tale *tales;
	size_t n;
};

extern const struct tales tales_of_ends;           /* 5, 6.9, 8.7, 10, 11 */
extern const struct tales tales_of_draws;          /* 9, OL 5.4 */
extern const struct tales tales_of_conduct;        /* 4: how men are touched, moved and let go */
extern const struct tales tales_of_illegal_moves;  /* 7.5, 1.2 */
extern const struct tales tales_of_haste;          /* 7.5, 1.2: before a scan comes by */
extern const struct tales tales_of_what_is_around; /* 2, 7.2 to 7.6, I, III */
extern const struct tales tales_of_unknown_men;    /* 4, 7.4, 7.5: on a board that knows no men */
extern const struct tales tales_of_regulations;    /* what an event's regulations decide */

/* Articles that no tale shows, separated by ';', and where they are shown, or why nowhere. */
struct uncovered {
	const char *articles, *reason;
};

extern const struct uncovered uncovered[];
extern const size_t n_uncovered;

/* Beginnings that many tales have. */
#define BOARD             "setup:start GO "
#define SHUFFLE           "Nf3 Nf6 Ng1 Ng8 "
#define FOOL              BOARD "f3 e5 g4 "
#define TEN_MOVES_BUT_ONE "a3 a6 b3 b6 c3 c6 d3 d6 e3 e6 f3 f6 g3 g6 h3 h6 Nd2 Nd7 "
#define TEN_MOVES         TEN_MOVES_BUT_ONE "Bb2 Bb7 "
#define UNSUPERVISED      "control:900+10 rules:adequate_supervision=off "
#define SETS              "control:5400+30 rules:overlay=hybrid rules:hybrid.sets_allowed=on setup:start "
