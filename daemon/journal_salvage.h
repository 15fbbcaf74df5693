/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A journal that is damaged: what can still be read of it goes into a new file, in the same order and with
 * the same numbers. The new file says in its last entry (JOURNAL_SALVAGE, JSON) what is missing and what is
 * not as it was written; the damaged one stays beside it.
 *
 *     {"damaged":"FILE","entries":N,"streams":HIGHEST,"missing":[[first,last],...],
 *      "altered":[[first,last],...]}
 */
#pragma once

#include <jansson.h>
#include <stdint.h>

#include "daemon/journal_store.h"

/* journal_salvage: PATH becomes PATH.damaged-TIME, and what is saved of it becomes PATH. Nobody may have it
 * open. 0, or a negative errno with *fault; then PATH is as it was. */
int journal_salvage(const char *path, const char *vfs, struct journal_fault *fault);

/* journal_salvage_look: what of PATH could be saved; nothing is changed. 0 with *ret_finding, whose ranges are
 * to be freed by json_decref; or -ENOMEM. A file that SQLite cannot open at all has no entries. */
struct journal_salvage_finding {
	uint64_t entries;
	json_t *missing, *altered; /* [[first,last],...], the first 1,000 of each */
};

int journal_salvage_look(const char *path, struct journal_salvage_finding *ret_finding);

/* journal_salvage_finish: complete what a crash interrupted between the two renames. 0 or a negative errno. */
int journal_salvage_finish(const char *path);
