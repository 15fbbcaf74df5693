/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The event as the vendor's cloud lays it out (publishing.md 2), for viewers and tools that read that: on the web
 * server, and in a folder that any web server can publish.
 *
 *     /get/ID/tournament.json    /get/ID/round-N/index.json    /get/ID/round-N/game-M.json
 *     /meta/ID                   the way there, on the web server only
 *
 * M counts the tables by their numbers, from 1. Earlier rounds are those whose files lie in the folder.
 */
#pragma once

#include <jansson.h>
#include <stdint.h>

struct cloud;
struct config;
struct delay_view;
struct event_base;
struct http;
struct worker;

/* cloud_new: show the tables of *view; all borrowed for its life. 0 or -ENOMEM. */
int cloud_new(struct event_base *base, struct worker *worker, struct http *http,
              const struct config *config, struct delay_view *view, struct cloud **ret_cloud);

/* cloud_status: {"name":"cloud","url":...,"delay":seconds,"text":trouble or ""}. New reference. */
json_t *cloud_status(const struct cloud *cloud);

/* cloud_stop: write what waits; the worker must have been drained. 0 or a negative errno. */
int cloud_stop(struct cloud *cloud);

/* cloud_free: http must be gone before. NULL is fine. */
void cloud_free(struct cloud *cloud);
