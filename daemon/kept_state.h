/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a table has come to, kept beside the journal for the next start: JOURNAL.snapshots/round-R-table-N. It is a
 * convenience and no record: of use to the very program that wrote it, with the same configuration and the same
 * journal, and only whole; else it is passed over and everything is folded.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "daemon/config.h"
#include "daemon/snapshot.h"

struct action_list;
struct alert_list;
struct journal;
struct recorder;
struct table;
struct worker;

struct kept_state {
	struct journal *journal;
	struct worker *worker; /* writes it */
	struct table *table;
	struct recorder *recorder;
	struct alert_list *alerts;
	struct action_list *actions;
	const struct config *config; /* as it is when this is written or read */
	const struct config_table *setup;
};

/* kept_state_write: now, if all that the recorder has taken is durable: the numbers of entries that a crash
 * takes back are given again. On the worker; a disk that refuses costs a longer start, nothing else. Returns
 * whether that was so. */
bool kept_state_write(struct kept_state *kept);

/* kept_state_read: into a table, a recorder and lists just made; the fold then begins behind it, at *ret_us of the
 * recorder's time. 0; -ENOENT: there is none of use that is min_age_us old, and all is as it was; -EBADMSG or
 * -ENOMEM: they can only be freed. */
int kept_state_read(struct kept_state *kept, uint64_t min_age_us, uint64_t *ret_us);
