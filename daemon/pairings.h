/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who plays whom, as pairing programs write it: PGN without moves, or a table as text (csv.h).
 *
 * In a table the first line names the columns, in English or French, in any order: round, table (or board,
 * échiquier), white and black, and for each side rating, title, FIDE number and team, either as "White Elo",
 * "Elo Blancs" or as "Elo" somewhere behind the side's name. Others are passed over. In PGN the table is the tag
 * Board, or what stands behind the dot in Round.
 *
 * The text is UTF-8, or Latin-1 (as Windows has it) where it is no UTF-8.
 */
#pragma once

#include <stddef.h>

#include "daemon/config.h"

#define PAIRINGS_MAX 65536 /* of one file: all rounds of a large event */

struct pairing {
	size_t line;               /* where it stands */
	char round[24];            /* "" where the file does not say */
	struct config_table table; /* number (0: the file names no tables) and players; no more */
};

struct pairings {
	struct pairing *list; /* in the order of the file */
	size_t n, capacity;
	void *ctx;
	/* Something that cannot be read, or is passed over; the rest is read all the same. One English phrase. */
	void (*problem)(void *ctx, size_t line, const char *cause);
};

/* pairings_read: what text[len] says, behind what is in *pairings already, of which list, n and capacity are 0 at
 * first. 0, or -ENOMEM. Free with pairings_free in either case. */
int pairings_read(struct pairings *pairings, const char *text, size_t len);
void pairings_free(struct pairings *pairings);
