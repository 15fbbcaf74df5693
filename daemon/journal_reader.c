/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>
#include <inttypes.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/journal_store.h"

struct journal_reader {
	struct journal_store *store;
	sqlite3_stmt *entries, *links;
	bool rare, open;         /* a group is being read */
	bool ended, links_ended; /* stepping once more would begin again */
	uint64_t last;           /* seq of the entry read last; 0: none yet */
	struct journal_link link;
	uint8_t before[JOURNAL_HASH], want[JOURNAL_HASH]; /* the links around the group */
	uint64_t before_seq, want_seq;                    /* want_seq 0: there is none */
	bool broken, held;                                /* what the next call has to say first */
	struct journal_entry next;
};

static int
reader_prepare(struct journal_reader *reader, const char *sql, uint64_t from, sqlite3_stmt **ret)
{
	int code = sqlite3_prepare_v2(journal_store_db(reader->store), sql, -1, ret, NULL);

	if (code == SQLITE_OK)
		sqlite3_bind_int64(*ret, 1, (sqlite3_int64)from);
	return code;
}

/* reader_next_link: `want` becomes `before`, and the next link is wanted. */
static int
reader_next_link(struct journal_reader *reader)
{
	int code;

	memcpy(reader->before, reader->want, JOURNAL_HASH);
	reader->before_seq = reader->want_seq;
	reader->want_seq = 0;
	code = reader->links_ended ? SQLITE_DONE : sqlite3_step(reader->links);
	reader->links_ended = code == SQLITE_DONE;
	if (code != SQLITE_ROW)
		return code == SQLITE_DONE ? SQLITE_OK : code;
	reader->want_seq = (uint64_t)sqlite3_column_int64(reader->links, 0);
	memset(reader->want, 0, JOURNAL_HASH);
	if (sqlite3_column_bytes(reader->links, 1) == JOURNAL_HASH)
		memcpy(reader->want, sqlite3_column_blob(reader->links, 1), JOURNAL_HASH);
	return SQLITE_OK;
}

/* reader_find_base: the last link before entry `from`; 0: there is none. */
static int
reader_find_base(struct journal_reader *reader, uint64_t from, uint64_t *ret_base)
{
	sqlite3_stmt *statement = NULL;
	int code = reader_prepare(reader, "SELECT max(seq) FROM link WHERE seq < ?1", from,
	                          &statement);

	if (code == SQLITE_OK && (code = sqlite3_step(statement)) == SQLITE_ROW)
		*ret_base = (uint64_t)sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	return code == SQLITE_ROW ? SQLITE_OK : code;
}

struct journal_reader *
journal_reader_new(struct journal_store *store, uint64_t from, bool rare,
                   struct journal_fault *fault)
{
	static const char *const entries[] = {
		"SELECT seq, stream, kind, t, body FROM entry WHERE seq > ?1 ORDER BY seq",
		"SELECT seq, stream, kind, t, body FROM entry INDEXED BY entry_rare"
		" WHERE kind >= 16 AND seq > ?1 ORDER BY seq",
	};
	static const char links[] = "SELECT seq, hash FROM link WHERE seq >= ?1 ORDER BY seq";
	struct journal_reader *reader = calloc(1, sizeof(*reader));
	uint64_t base = 0; /* the link before the first group wanted */
	int code;

	if (!reader) {
		*fault = (struct journal_fault){ -ENOMEM, "out of memory" };
		return NULL;
	}
	reader->store = store;
	reader->rare = rare;
	code = reader_find_base(reader, from, &base);
	if (code == SQLITE_OK)
		code = reader_prepare(reader, entries[rare], base, &reader->entries);
	if (code == SQLITE_OK)
		code = reader_prepare(reader, links, base, &reader->links);
	if (code == SQLITE_OK && base > 0)
		code = reader_next_link(reader);
	reader->last = base;
	if (code != SQLITE_OK) {
		journal_store_explain(store, code, "read", fault);
		journal_reader_free(reader);
		return NULL;
	}
	return reader;
}

void
journal_reader_free(struct journal_reader *reader)
{
	if (!reader)
		return;
	sqlite3_finalize(reader->entries);
	sqlite3_finalize(reader->links);
	free(reader);
}

static enum journal_read
reader_damage(struct journal_reader *reader, int code, struct journal_fault *fault)
{
	journal_store_explain(reader->store, code, "read", fault);
	return JOURNAL_READ_DAMAGE;
}

static enum journal_read
reader_broken(struct journal_reader *reader, struct journal_fault *fault)
{
	reader->broken = false;
	fault->error = -EBADMSG;
	snprintf(fault->text, sizeof(fault->text),
	         "%.300s: the entries %" PRIu64 " to %" PRIu64
	         " are not what was written: their link in the chain is another",
	         journal_store_path(reader->store), reader->before_seq + 1, reader->last);
	return JOURNAL_READ_BROKEN;
}

/* reader_begin: the group that begins with reader->next; its link, and the one before. */
static int
reader_begin(struct journal_reader *reader)
{
	int code = SQLITE_OK;

	do
		code = reader_next_link(reader);
	while (code == SQLITE_OK && reader->want_seq != 0 && reader->want_seq < reader->next.seq);
	journal_link_begin(&reader->link, reader->before_seq ? reader->before : NULL);
	reader->open = true;
	reader->broken |= reader->want_seq == 0;
	return code;
}

static void
reader_digest(struct journal_reader *reader)
{
	uint8_t hash[JOURNAL_HASH];

	journal_link_add(&reader->link, &reader->next);
	if (reader->next.seq != reader->want_seq)
		return;
	journal_link_end(&reader->link, hash);
	reader->broken |= memcmp(hash, reader->want, JOURNAL_HASH) != 0;
	reader->open = false;
}

static enum journal_read
reader_give(struct journal_reader *reader, struct journal_entry *ret_entry)
{
	reader->held = false;
	reader->last = reader->next.seq;
	*ret_entry = reader->next;
	return JOURNAL_READ_ENTRY;
}

/* reader_left_group: the group's last entry is not there, or its link. */
static bool
reader_left_group(const struct journal_reader *reader, bool at_end)
{
	return reader->open &&
	       (at_end || (reader->want_seq != 0 && reader->next.seq > reader->want_seq));
}

enum journal_read
journal_reader_next(struct journal_reader *reader, struct journal_entry *ret_entry,
                    struct journal_fault *fault)
{
	bool gap;
	int code;

	if (reader->held)
		goto verify;
	if (reader->broken && !reader->open)
		return reader_broken(reader, fault);
	code = reader->ended ? SQLITE_DONE : sqlite3_step(reader->entries);
	reader->ended = code == SQLITE_DONE;
	if (code != SQLITE_ROW && code != SQLITE_DONE)
		return reader_damage(reader, code, fault);
	if (code == SQLITE_ROW)
		journal_store_row(reader->entries, &reader->next);
	if (!reader->rare && reader_left_group(reader, code == SQLITE_DONE)) {
		reader->open = false;
		reader->held = code == SQLITE_ROW;
		return reader_broken(reader, fault);
	}
	if (code == SQLITE_DONE)
		return JOURNAL_READ_END;
	if (reader->rare)
		return reader_give(reader, ret_entry);
verify:
	gap = reader->next.seq != reader->last + 1;
	if (!reader->open && (code = reader_begin(reader)) != SQLITE_OK)
		return reader_damage(reader, code, fault);
	if (gap && reader->last != UINT64_MAX) {
		reader->held = true;
		*ret_entry = reader->next;
		ret_entry->t_us = reader->last; /* where the gap begins */
		reader->last = reader->next.seq - 1;
		return JOURNAL_READ_GAP;
	}
	reader_digest(reader);
	return reader_give(reader, ret_entry);
}
