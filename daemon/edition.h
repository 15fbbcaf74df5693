/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What was new of a table at a moment, kept until the last view of it has shown it (delay.h). No I/O.
 */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct delay_public;

/* A table as somebody sees it. */
struct edition_state {
	json_t *live, *about;
	char *pgn; /* all games, NUL-terminated */
	size_t pgn_len;
	size_t *ends; /* where each of them ends */
	size_t n_games;
};

struct edition {
	struct edition *next;
	int64_t at_us;
	unsigned int left; /* views that have not shown it yet */
	bool is_whole;     /* change is the whole state */
	json_t *change;    /* NULL: none (change.h) */
	json_t *about;     /* NULL: as before */
	char *tail;        /* of the PGN, behind its first `keep` bytes; NULL: as before */
	size_t keep, tail_len;
	size_t *ends;
	size_t n_games;
};

/* edition_state_take: the state becomes what is public. 0, or -ENOMEM: then it is as it was. */
int edition_state_take(struct edition_state *state, const struct delay_public *public);
void edition_state_clear(struct edition_state *state);

/* edition_is_same_pgn: does the state hold these games? */
bool edition_is_same_pgn(const struct edition_state *state, const struct delay_public *public);

/* edition_new: what is new in *public to who knows *before and was told the reading *clock; everything where
 * is_whole. 0, *ret_edition NULL where nothing is; or -ENOMEM. */
int edition_new(const struct edition_state *before, const json_t *clock, bool is_whole,
                const struct delay_public *public, struct edition **ret_edition);
void edition_free(struct edition *edition);

/* edition_apply: the state, of a view delay_us late, becomes that of the edition; what it showed until now stays
 * as it is for others who hold it. Returns false when memory is out: then it is to be tried again. */
bool edition_apply(struct edition_state *state, const struct edition *edition, int64_t delay_us);
