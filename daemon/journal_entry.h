/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a journal is made of: entries, in order, chained by hash in groups.
 *
 * An entry belongs to a stream: one table in one round, or 0, the journal itself. A group is what was
 * made durable at once. Its link in the chain is
 *
 *     SHA-256(the link before, 32 zeros at first | every entry of the group as packed here)
 *
 * so whoever knows a later link can tell that nothing before it was removed or altered.
 */
#pragma once

#include <nettle/sha2.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define JOURNAL_HASH SHA256_DIGEST_SIZE

/* Kept in files: never renumbered. */
enum journal_kind {
	JOURNAL_FROM_BOARD = 1, /* bytes */
	JOURNAL_TO_BOARD = 2,   /* bytes */
	JOURNAL_HOST = 3,       /* a host event or an operator's action, JSON (capture.h) */
	JOURNAL_FACT = 4,       /* "key value", as in a capture */
	JOURNAL_ALERT = 5, /* JSON line of alert.h: the arbiter's; its outcome is a host event */
	JOURNAL_PUBLISHED = 6, /* a revision of a game's PGN (revision.h) */
	/* From here on there are few of them, and the file has an index. */
	JOURNAL_STREAM = 16,  /* a table's stream begins (journal_stream.h) */
	JOURNAL_EPOCH = 17,   /* what the clocks said (journal_clock.h) */
	JOURNAL_PRUNED = 18,  /* JSON: entries were removed by a person */
	JOURNAL_SALVAGE = 19, /* JSON: the file was damaged; what is missing */
	JOURNAL_ORDER = 20,   /* JSON: an order about the event as a whole (rounds.h) */
};

#define JOURNAL_KIND_RARE 16

/* journal_kind_name: a word for enum journal_kind, or NULL. journal_kind_find: the kind of a word, or 0. */
const char *journal_kind_name(int kind);
int journal_kind_find(const char *name);

struct journal_entry {
	uint64_t seq; /* from 1, without a gap but where a JOURNAL_PRUNED or _SALVAGE says so */
	uint32_t stream;
	uint8_t kind;        /* enum journal_kind, or one this program does not know */
	uint64_t t_us;       /* since the stream's start; never decreases within a stream */
	const uint8_t *body; /* borrowed */
	size_t len;
};

#define JOURNAL_BODY_MAX    ((size_t)16 << 20)
#define JOURNAL_STREAMS_MAX 65536 /* ids are below: some dozen rounds of a thousand tables */
#define JOURNAL_HEAD        25    /* bytes of a packed entry before its body */

/* journal_entry_pack: the head of *entry, little-endian, to head[JOURNAL_HEAD]. The body follows it. */
void journal_entry_pack(const struct journal_entry *entry, uint8_t head[JOURNAL_HEAD]);

/* journal_entry_unpack: the entry at packed[len], body borrowed from there. Returns its whole length, 0
 * when there is no whole entry. */
size_t journal_entry_unpack(const uint8_t *packed, size_t len, struct journal_entry *ret_entry);

/* A link that is being made. */
struct journal_link {
	struct sha256_ctx sha;
};

/* journal_link_begin: after the link `before`, NULL: the first. journal_link_add: the next entry.
 * journal_link_end: the link; begin again after it. */
void journal_link_begin(struct journal_link *link, const uint8_t before[JOURNAL_HASH]);
void journal_link_add(struct journal_link *link, const struct journal_entry *entry);
void journal_link_end(struct journal_link *link, uint8_t ret_hash[JOURNAL_HASH]);

/* journal_hash_text: as lower-case hex, to text[2 * JOURNAL_HASH + 1]. journal_hash_read: and back;
 * false: it is none. */
#define JOURNAL_HASH_TEXT (2 * JOURNAL_HASH + 1)
void journal_hash_text(const uint8_t hash[JOURNAL_HASH], char text[JOURNAL_HASH_TEXT]);
bool journal_hash_read(const char *text, uint8_t ret_hash[JOURNAL_HASH]);
