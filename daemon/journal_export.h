/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Captures out of the journal: one of each table and round, as capture.h has them, streaming. What was read
 * from a capture comes out as it was.
 */
#pragma once

#include <stdint.h>
#include <stdio.h>

#include "daemon/journal_store.h"
#include "daemon/journal_stream.h"

struct journal_export {
	void *ctx;
	/* A stream begins: where its capture goes, or NULL: it is not wanted. The file stays the
	 * caller's. */
	FILE *(*open)(void *ctx, const struct journal_stream *stream);
	/* So far, entries `seq` of `last`. May be NULL. */
	void (*progress)(void *ctx, uint64_t seq, uint64_t last);
	uint64_t from; /* only streams that begin with this entry or later; 0: all */
};

/* journal_export: 0, or a negative errno with *fault: the journal cannot be read, or is not what was
 * written (-EBADMSG; what was read before is in the captures), or a capture cannot be written (-EIO). */
int journal_export(struct journal_store *store, const struct journal_export *export,
                   struct journal_fault *fault);
