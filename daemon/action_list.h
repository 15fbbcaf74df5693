/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What persons ordered or said of a table: the latest, for the arbiter's programs. No state of their own: a
 * restart folds the journal again and finds the same ones.
 *
 *     {"action":3,"t":5.25,"op":"result","result":"1-0","by":"desk"}
 *
 * The members of the host event (table.h) behind the action's number at its table, from 1, and the seconds
 * since the capture's start.
 */
#pragma once

#include <jansson.h>
#include <stdint.h>

#include "daemon/snapshot.h"

#define ACTION_LIST_MAX 64 /* the oldest gives way */

struct action_list {
	json_t *actions; /* an array, oldest first */
	uint32_t n;      /* ever */
};

/* action_list_init: empty. Returns 0 or -ENOMEM. action_list_free: what it holds. */
int action_list_init(struct action_list *list);
void action_list_free(struct action_list *list);

/* action_list_add: keep a copy of the host event `json`. Without memory it is logged and lost. */
void action_list_add(struct action_list *list, uint64_t t_us, const char *json);

/* action_list_json: the array as it is now, which stays so. New reference, or NULL when memory is out. */
json_t *action_list_json(const struct action_list *list);

/* action_list_save, _restore: as parts of a snapshot; parts that are no list make the reader fail. */
void action_list_save(const struct action_list *list, struct snapshot_writer *writer);
void action_list_restore(struct action_list *list, struct snapshot_reader *reader);
