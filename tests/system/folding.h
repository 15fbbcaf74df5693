/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Folding captures in tests: what `adoube replay` does, without the process around it.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "daemon/table.h"

struct folding {
	struct config config;
	struct table *table;
};

/* folding_begin: an empty table on driver dgt. Listens for alerts when asked to. */
void folding_begin(struct folding *folding, const struct table_listener *listener);

/* folding_capture: every line of the capture at path. Aborts the test where it cannot be read. */
void folding_capture(struct folding *folding, const char *path);

/* folding_end: the capture ends. Returns the games as published, a line each: the plies in UCI, each
 * with "@seconds" where its clock time is known, "break" where play goes on from another position, and
 * the result: "e2e4@180 e7e5@179 break d1h5 *". To be freed. */
char *folding_end(struct folding *folding);

/* folding_truth: the ground truth of `adoube simulate` in the form of folding_end, to be freed. A
 * result nobody showed on the board is '*'. Adds to *ret_plies how many plies it tells of. */
char *folding_truth(const char *path, unsigned int *ret_plies);

/* folding_compare: fail the test where truth and got (both are cut up) differ; where the truth has '*'
 * the result may be mate or stalemate. name: for messages. */
void folding_compare(const char *name, char *truth, char *got);
