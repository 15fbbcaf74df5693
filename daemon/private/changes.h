/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What has changed for those who listen on the private listener, out of how things are.
 *
 * event   data
 * snapshot  {"event":...,"tables":[...],"devices":[...]}, as station_arbiters() and devices_json() have them
 * table     the state of one table, without its counters, alerts and actions
 * change    "table", and those members of it that are new
 * alert     {"table":N,"alert":{...}}: a new one, or one whose outcome is another than before
 * action    {"table":N,"action":{...}}
 * device    a device that is new or not as it was
 * gone      {"node":...,"serial":...}: a device that is no longer known
 */
#pragma once

#include <jansson.h>
#include <stddef.h>

struct changes;
struct http_events;

/* changes_new: of n tables, told to `events` (borrowed). NULL when memory is out. */
struct changes *changes_new(struct http_events *events, size_t n);
void changes_free(struct changes *changes);

/* changes_table: the table at `index` is now as *state says (station_arbiters(), taken). */
void changes_table(struct changes *changes, size_t index, json_t *state);

/* changes_devices: the devices are now *devices (devices_json(), taken). */
void changes_devices(struct changes *changes, json_t *devices);
