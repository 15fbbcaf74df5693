/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The latest alerts of a table, as the daemon keeps them for the arbiter's programs. They are no state of
 * their own: a restart folds the capture again and finds the same ones.
 */
#pragma once

#include <jansson.h>
#include <stdbool.h>

#include "core/laws/alert/alert.h"
#include "daemon/snapshot.h"

#define ALERT_LIST_MAX 128 /* the oldest gives way */

struct alert_list {
	json_t *alerts; /* an array, oldest first */
	bool is_shared; /* somebody has it as it is: it is copied before it is changed */
};

/* alert_list_init: empty. Returns 0 or -ENOMEM. alert_list_free: what it holds. */
int alert_list_init(struct alert_list *list);
void alert_list_free(struct alert_list *list);

/* alert_list_add: keep a copy. Without memory it is logged and lost. */
void alert_list_add(struct alert_list *list, const struct alert *alert);

/* alert_list_settle: what became of alert `number`, if it is still kept; note is what the arbiter wrote,
 * or NULL. */
void alert_list_settle(struct alert_list *list, uint32_t number, enum alert_outcome outcome,
                       const char *note);

/* alert_list_json: an array of alert objects (alert_write), oldest first. New reference. */
json_t *alert_list_json(const struct alert_list *list);

/* alert_list_share: the array as it is now, which stays so. New reference. An alert that changes later is
 * another object there, the others are the same. */
json_t *alert_list_share(struct alert_list *list);

/* alert_list_save, _restore: as a part of a snapshot; a part that is no list makes the reader fail. */
void alert_list_save(const struct alert_list *list, struct snapshot_writer *writer);
void alert_list_restore(struct alert_list *list, struct snapshot_reader *reader);
