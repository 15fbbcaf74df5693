/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/journal_places.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

void
journal_streams_free(struct journal_stream *streams, size_t n)
{
	for (size_t i = 0; i < n; i++)
		journal_stream_clear(&streams[i]);
	free(streams);
}

static int
streams_add(struct journal_stream **streams, size_t *n, const struct journal_entry *entry)
{
	struct journal_stream *more;

	if (entry->kind != JOURNAL_STREAM || entry->stream >= JOURNAL_STREAMS_MAX)
		return 0;
	more = realloc(*streams, (*n + 1) * sizeof(*more));
	if (!more)
		return -ENOMEM;
	*streams = more;
	if (journal_stream_read(&more[*n], entry->body, entry->len) == 0) {
		more[*n].id = entry->stream;
		more[*n].first = entry->seq;
		++*n;
	}
	return 0;
}

int
journal_streams(struct journal_store *store, struct journal_stream **ret_streams, size_t *ret_n,
                struct journal_fault *fault)
{
	struct journal_reader *reader = journal_reader_new(store, 1, true, fault);
	enum journal_read read = JOURNAL_READ_END;
	struct journal_entry entry;
	int r = reader ? 0 : fault->error;

	*ret_streams = NULL;
	*ret_n = 0;
	while (r == 0 && (read = journal_reader_next(reader, &entry, fault)) == JOURNAL_READ_ENTRY)
		r = streams_add(ret_streams, ret_n, &entry);
	if (r == 0 && read == JOURNAL_READ_DAMAGE)
		r = fault->error;
	journal_reader_free(reader);
	return r;
}

int
journal_places_read(struct journal_store *store, struct journal_places *ret_places,
                    struct journal_fault *fault)
{
	struct journal_stream *streams;
	size_t n;
	int r = journal_streams(store, &streams, &n, fault);

	*ret_places = (struct journal_places){ 0 };
	if (r == 0 && n > 0)
		ret_places->all = calloc(n, sizeof(*ret_places->all));
	if (r == 0 && n > 0 && !ret_places->all) {
		r = fault->error = -ENOMEM;
		snprintf(fault->text, sizeof(fault->text), "out of memory");
	}
	for (size_t i = 0; r == 0 && i < n; i++) {
		struct journal_place *place = &ret_places->all[ret_places->n++];

		place->table = streams[i].table;
		slug_format(streams[i].round, place->round);
		if (streams[i].id > ret_places->last)
			ret_places->last = streams[i].id;
	}
	journal_streams_free(streams, n);
	return r;
}

void
journal_places_free(struct journal_places *places)
{
	free(places->all);
	*places = (struct journal_places){ 0 };
}
