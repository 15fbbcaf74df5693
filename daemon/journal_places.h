/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The streams of a journal's store, and of which tables in which rounds they are.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "daemon/journal_store.h"
#include "daemon/journal_stream.h"
#include "daemon/slug.h"

/* journal_streams: all streams of the store. Returns 0 with *ret_streams (to be cleared and freed) and how
 * many, or a negative errno with *fault. */
int journal_streams(struct journal_store *store, struct journal_stream **ret_streams, size_t *ret_n,
                    struct journal_fault *fault);
void journal_streams_free(struct journal_stream *streams, size_t n);

/* What the journal has streams of. */
struct journal_places {
	struct journal_place {
		uint32_t table;
		char round[SLUG_SIZE]; /* as a slug: rounds that make one file name are one */
	} * all;
	size_t n;
	uint32_t last; /* number of a stream, the highest */
};

/* journal_places_read: of a store. 0, to be freed; or a negative errno with *fault and nothing to free. */
int journal_places_read(struct journal_store *store, struct journal_places *ret_places,
                        struct journal_fault *fault);
void journal_places_free(struct journal_places *places);
