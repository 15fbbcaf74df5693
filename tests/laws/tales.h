/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tales for test_laws.c, which says how they are told.
 */
#pragma once

#include <stddef.h>

struct tale {
	const char *article, *name, *fen, *script, *told;
};

/* Article 4: how men are touched, moved and let go. */
extern const struct tale conduct_tales[];
extern const size_t n_conduct_tales;

/* Article 7.5: illegal moves. */
extern const struct tale irregular_tales[];
extern const size_t n_irregular_tales;

/* What an event's regulations decide, and a board that lies sideways. */
extern const struct tale regulation_tales[];
extern const size_t n_regulation_tales;

/* Articles that no tale shows, separated by ';', and where they are shown, or why nowhere. */
struct uncovered {
	const char *articles, *reason;
};

extern const struct uncovered uncovered[];
extern const size_t n_uncovered;
