/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The arbiter's desk: orders about the event as a whole (rounds.h), from the control socket to the record and then
 * to the tables. Shown first, recorded next, believed last.
 *
 *     {"cmd":"tables"}
 *     {"cmd":"assign","changes":[{"table":3,"board":"serial:123"},{"table":4,"board":null}]}
 *     {"cmd":"round","do":"list"}
 *     {"cmd":"round","do":"check"}
 *     {"cmd":"round","do":"open","round":"2"}
 *     {"cmd":"round","do":"close"}
 *     {"cmd":"round","do":"import","pairings":[{"line":2,"round":"2","table":3,"players":{...}},...]}
 *     {"cmd":"round","do":"results","round":"1","table":3}
 *     {"cmd":"undo"}, {"cmd":"undo","action":4}
 *     {"cmd":"event","do":"show"}
 *     {"cmd":"event","do":"write","text":"[event]...","was":"[event]..."}
 *
 * What changes something does so only with "apply":true; without it the answer says what would change. With
 * "actions", as an answer gave it, it does so only if nothing else was ordered since. A board or
 * round of null, or none, is the event file's; a table of 0 is the next of the configuration.
 *
 * Where event file and order contradict, he who spoke last is right: an order holds as long as the file says what
 * it said when it was given.
 */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>

#include "daemon/config.h"
#include "daemon/devices.h"
#include "daemon/station.h"

struct desk;

struct desk_options {
	struct config *config; /* the desk puts into it what was ordered; must outlive it */
	struct journal *journal;
	const char *config_path; /* NULL: none */
	void *ctx;
	/* May the daemon begin again with its configuration? false with `error` one sentence. begin_again: do, but
	 * not before the answer that is being made is gone. */
	bool (*may_begin_again)(void *ctx, char *error, size_t error_size);
	void (*begin_again)(void *ctx);
};

/* desk_new: before the tables are made: read what was ordered, and put it into the configuration. 0, or a negative
 * errno with `error` one sentence. */
int desk_new(const struct desk_options *options, struct desk **ret_desk, char *error,
             size_t error_size);

/* desk_serve: the tables run: stations[n_tables of the configuration], devices, borrowed. What a crash left half
 * done is done. */
void desk_serve(struct desk *desk, struct station *const *stations, struct devices *devices);
void desk_free(struct desk *desk);

/* The answers to requests as above; each a new reference, with "error" where it is refused, NULL when memory is
 * out. NULL for desk is refused. */
json_t *desk_tables(struct desk *desk, const json_t *request);
json_t *desk_assign(struct desk *desk, const json_t *request);
json_t *desk_round(struct desk *desk, const json_t *request);
json_t *desk_undo(struct desk *desk, const json_t *request);
json_t *desk_event(struct desk *desk, const json_t *request);
