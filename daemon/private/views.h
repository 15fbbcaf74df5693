/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What there is to read on the private listener, as JSON.
 */
#pragma once

#include <jansson.h>
#include <stddef.h>

struct config;
struct control_commands;
struct station;

/* Where it comes from; borrowed. */
struct views {
	const struct config *config;
	struct station *const *stations; /* config->n_tables */
	const struct control_commands *commands;
};

/* All of them: a new reference, or NULL when memory is out.
 *
 * views_ask: what the control socket answers to the request of that text. views_tables: {"tables":[...]}, each as
 * station_arbiters() has it. views_some: the same with "table", "start_unix_ms" and one member of each.
 * views_whole: {"event":...,"tables":[...],"devices":[...]}. */
json_t *views_ask(const struct views *views, const char *text);
json_t *views_tables(const struct views *views);
json_t *views_some(const struct views *views, const char *member);
json_t *views_whole(const struct views *views);

/* views_devices: devices_json(), through the control socket's answer. */
json_t *views_devices(const struct views *views);
