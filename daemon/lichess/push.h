/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A round's games to a Lichess broadcast (publishing.md 3): all of them in every push, the newest state only,
 * on the event loop. What the server says, and what it refuses, is for the operator to see; nothing that
 * happens there holds up a table.
 */
#pragma once

#include <jansson.h>
#include <stddef.h>

#include "daemon/config.h"

#define LICHESS_PATIENCE_S 30

struct delay_view;
struct event_base;
struct lichess;

/* lichess_new: push the games of the tables that *view shows as [lichess] says. All pointers are borrowed for
 * its life. 0, or a negative errno with `error` one sentence. */
int lichess_new(struct event_base *base, const struct config *config, struct delay_view *view,
                struct lichess **ret_lichess, char *error, size_t error_size);

/* lichess_patience: how many seconds a push may take from now on; LICHESS_PATIENCE_S without it. */
void lichess_patience(struct lichess *lichess, unsigned int seconds);

/* lichess_status: {"name":"lichess","url":...,"pushes":N,"failures":N,"text":...,"refused":[...]} for the
 * operator. New reference. */
json_t *lichess_status(const struct lichess *lichess);

/* lichess_free: what is on its way is given up; the view must not change any more. NULL is fine. */
void lichess_free(struct lichess *lichess);
