/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Inside the desk (desk.h): what its parts share.
 */
#pragma once

#include "daemon/desk.h"
#include "daemon/desk_log.h"
#include "daemon/rounds.h"

struct desk {
	struct desk_options options;
	struct config *config; /* of the options */
	struct rounds *rounds;
	struct config_table *file_tables; /* as the event file has them */
	char file_round[CONFIG_TEXT];
	struct station *const *stations; /* NULL until they run */
	struct devices *devices;
};

/* desk_refuse: an answer that says why not. */
json_t *desk_refuse(const char *error);

/* desk_players: who plays at table `index` in `round`, as ordered or as the event file says, into *ret_table. */
void desk_players(const struct desk *desk, const char *round, size_t index,
                  struct config_table *ret_table);

/* desk_holds: does the event file still say (`file`) what it said when that was ordered? */
bool desk_holds(const json_t *ordered, const char *file);

/* desk_carry_out: the entry (rounds.h; released) by the signed `request`: check, record, do. Returns the answer:
 * {"action":7,"applied":true,"begins_again":false,"recording":""}, or why not. */
json_t *desk_carry_out(struct desk *desk, json_t *entry, const json_t *request);

/* desk_count: the answer says how many actions there were, so that what is agreed to is what was shown. */
json_t *desk_count(const struct desk *desk, json_t *answer);

/* desk_no_file: why nothing can be asked or ordered about the event file where there is none. */
extern const char desk_no_file[];

/* desk_event_check: may the entry "file" (rounds.h) be done? *ret_fresh: the configuration that it makes, to be freed in
 * either case. 0, or a negative errno with `error`. */
int desk_event_check(const struct desk *desk, const json_t *entry, struct config *ret_fresh,
                     char *error, size_t error_size);

/* desk_import: the request "import" of desk.h. desk_results: "results". */
json_t *desk_import(struct desk *desk, const json_t *request);
json_t *desk_results(struct desk *desk, const json_t *request);
