/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Removing a round from a journal: never by itself, and never so that it cannot be seen. Groups of entries
 * that belong to the round alone go; the chain keeps its links around them, and an entry (JOURNAL_PRUNED,
 * JSON) says who removed what:
 *
 *     {"round":"3","entries":N,"ranges":[[first,last],...],"uid":0}
 */
#pragma once

#include <jansson.h>
#include <stdint.h>

#include "daemon/journal_store.h"

struct journal_prune {
	uint64_t entries, bytes; /* that would go */
	size_t n_tables;
	json_t *ranges;   /* of entries, to be freed */
	char larger[128]; /* after journal_prune: why the file is as large as before, or "" */
};

/* journal_prune_plan: what would go with `round`. 0 with *ret_plan; -ENOENT: there is no such round; -EBUSY:
 * it is the one recorded last, which a daemon may go on with; -EBADMSG and others; with *fault. */
int journal_prune_plan(struct journal_store *store, const char *round,
                       struct journal_prune *ret_plan, struct journal_fault *fault);

/* journal_prune: do it, and give the room back to the disk. 0, or a negative errno with *fault; then the
 * journal is as before. */
int journal_prune(struct journal_store *store, const char *round, struct journal_prune *plan,
                  struct journal_fault *fault);
