/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What was published, against what the journal's entries give today: each stream is folded as the daemon folds it when
 * it starts, and the games are compared with their last revision. Names and dates are not: they are the event file's.
 */
#pragma once

#include "daemon/config.h"
#include "daemon/journal_store.h"

struct journal_compare {
	void *ctx;
	/* One sentence on a game that is not what was published; borrowed. */
	void (*found)(void *ctx, const char *sentence);
	/* So far, entries `seq` of `last`. */
	void (*progress)(void *ctx, uint64_t seq, uint64_t last);
	const struct config *event; /* of the event file, or the defaults; borrowed */
	/* Filled in. */
	uint64_t games, revisions, differing;
	uint64_t passed_over; /* streams of which entries are missing: they cannot be folded */
};

/* journal_ends_note: while all entries are read for the first time, in order, so that it is known where each
 * stream ends. journal_ends_free: NULL is fine. */
struct journal_ends;
struct journal_ends *journal_ends_new(void);
void journal_ends_note(struct journal_ends *ends, const struct journal_entry *entry);
void journal_ends_free(struct journal_ends *ends);

/* journal_compare: fold and compare. 0, or a negative errno with *fault: it cannot be read, or memory is out. */
int journal_compare(struct journal_store *store, const struct journal_ends *ends,
                    struct journal_compare *compare, struct journal_fault *fault);
