/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Is the journal what was written? Every entry is read and its link in the chain made again.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "daemon/journal_store.h"

struct journal_check {
	void *ctx;
	/* One sentence on something that is not as it should be; borrowed. May be NULL. */
	void (*found)(void *ctx, const char *sentence);
	/* So far, entries `seq` of `last`. May be NULL. */
	void (*progress)(void *ctx, uint64_t seq, uint64_t last);
	/* Each entry as it is read, borrowed. May be NULL. */
	void (*entry)(void *ctx, const struct journal_entry *entry);
	/* Filled in. */
	uint64_t entries, faults;
	uint64_t pruned; /* entries a person removed, by the journal's own word */
};

/* journal_check: read all of it. 0: it was read to its end, check->faults says what is wrong; else a negative
 * errno with *fault: it could not be read on. */
int journal_check(struct journal_store *store, struct journal_check *check,
                  struct journal_fault *fault);

/* journal_check_head: is `hash` a link of the chain? Then nothing has changed up to there since somebody
 * noted it. 0 with *ret_seq, -ENOENT, or as above. */
int journal_check_head(struct journal_store *store, const uint8_t hash[JOURNAL_HASH],
                       uint64_t *ret_seq, struct journal_fault *fault);
