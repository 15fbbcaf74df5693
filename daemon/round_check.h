/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Before a round begins: what at a table is not as it should be. Board at the start position and the right way
 * round, clock there and set as the event says, batteries good, names known.
 */
#pragma once

#include <jansson.h>
#include <stdbool.h>

#include "daemon/config.h"
#include "daemon/table.h"

#define ROUND_CHECK_BATTERY 20 /* percent that a board's battery should have */

/* What is known of one table; all borrowed. */
struct round_check {
	const struct config *config;
	const struct config_table *setup; /* with the players of the round */
	const struct table *table;
	bool has_board;     /* one is assigned */
	bool answers;       /* and it answers, as a board does */
	bool is_foreign;    /* another one answers */
	const char *link;   /* one sentence on the link */
	const char *record; /* what ails the recording; "": it records */
};

/* round_check_table: append what is not as it should be to `findings`, worst first:
 *
 *     {"table":3,"what":"no-clock","text":"no clock is connected","text_fr":"...","text_de":"..."}
 *
 * Of a board that does not answer nothing further is said but what needs no board. */
void round_check_table(const struct round_check *check, json_t *findings);

/* round_check_closed: append that the round is closed; it is no table's. */
void round_check_closed(json_t *findings);
