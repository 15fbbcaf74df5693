/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The readers of the two forms of pairings, and what they share: a pairing is begun, given what the file says of it, and kept.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "daemon/pairings.h"

/* pairings_begin: an empty pairing, to be filled and kept with pairings_keep, or given up. NULL: memory is out,
 * or there are too many, which is told. */
struct pairing *pairings_begin(struct pairings *pairings, size_t line);

/* pairings_put: key i of players.h as the file has it, made to fit where that is beyond doubt: "?" is nothing, a
 * rating may have letters behind it ("1850 F"), a title may be the short form of pairing programs ("g", "wf").
 * What does not fit is told and left out. */
void pairings_put(struct pairings *pairings, struct pairing *pairing, int i, const char *value);

/* pairings_put_table, pairings_put_round: a number, perhaps with a dot behind it; "3.5" is table 5 of round 3.
 * False: it is none, which is told. */
bool pairings_put_table(struct pairings *pairings, struct pairing *pairing, const char *value);
bool pairings_put_round(struct pairings *pairings, struct pairing *pairing, const char *value);

/* pairings_keep: the pairing begun last is whole; where it has not two players, or repeats a table of its round,
 * that is told and it is left out. */
void pairings_keep(struct pairings *pairings);

/* pairings_tell: as the listener. */
__attribute__((format(printf, 3, 4))) void pairings_tell(const struct pairings *pairings,
                                                         size_t line, const char *format, ...);

/* pairings_read_csv, pairings_read_pgn: text in UTF-8. Return as pairings_read. */
int pairings_read_csv(struct pairings *pairings, const char *text, size_t len);
int pairings_read_pgn(struct pairings *pairings, const char *text, size_t len);
