/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/journal_entry.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"

static const struct journal_word {
	int kind;
	const char *name;
} journal_words[] = {
	{ JOURNAL_FROM_BOARD, "from-board" },
	{ JOURNAL_TO_BOARD, "to-board" },
	{ JOURNAL_HOST, "host" },
	{ JOURNAL_FACT, "fact" },
	{ JOURNAL_ALERT, "alert" },
	{ JOURNAL_PUBLISHED, "published" },
	{ JOURNAL_STREAM, "stream" },
	{ JOURNAL_EPOCH, "epoch" },
	{ JOURNAL_PRUNED, "pruned" },
	{ JOURNAL_SALVAGE, "salvage" },
	{ JOURNAL_ORDER, "order" },
};

#define N_WORDS (sizeof(journal_words) / sizeof(journal_words[0]))

const char *
journal_kind_name(int kind)
{
	for (size_t i = 0; i < N_WORDS; i++)
		if (journal_words[i].kind == kind)
			return journal_words[i].name;
	return NULL;
}

int
journal_kind_find(const char *name)
{
	for (size_t i = 0; i < N_WORDS; i++)
		if (strcmp(journal_words[i].name, name) == 0)
			return journal_words[i].kind;
	return 0;
}

static uint8_t *
put(uint8_t *p, uint64_t value, int n_bytes)
{
	for (int i = 0; i < n_bytes; i++)
		*p++ = (uint8_t)(value >> (8 * i));
	return p;
}

static uint64_t
take(const uint8_t **p, int n_bytes)
{
	uint64_t value = 0;

	for (int i = 0; i < n_bytes; i++)
		value |= (uint64_t) * (*p)++ << (8 * i);
	return value;
}

void
journal_entry_pack(const struct journal_entry *entry, uint8_t head[JOURNAL_HEAD])
{
	head = put(head, entry->seq, 8);
	head = put(head, entry->t_us, 8);
	head = put(head, entry->stream, 4);
	head = put(head, entry->len, 4);
	put(head, entry->kind, 1);
}

size_t
journal_entry_unpack(const uint8_t *packed, size_t len, struct journal_entry *ret_entry)
{
	if (len < JOURNAL_HEAD)
		return 0;
	ret_entry->seq = take(&packed, 8);
	ret_entry->t_us = take(&packed, 8);
	ret_entry->stream = (uint32_t)take(&packed, 4);
	ret_entry->len = (size_t)take(&packed, 4);
	ret_entry->kind = (uint8_t)take(&packed, 1);
	ret_entry->body = packed;
	return ret_entry->len <= len - JOURNAL_HEAD ? JOURNAL_HEAD + ret_entry->len : 0;
}

void
journal_link_begin(struct journal_link *link, const uint8_t before[JOURNAL_HASH])
{
	static const uint8_t none[JOURNAL_HASH];

	sha256_init(&link->sha);
	sha256_update(&link->sha, JOURNAL_HASH, before ? before : none);
}

void
journal_link_add(struct journal_link *link, const struct journal_entry *entry)
{
	uint8_t head[JOURNAL_HEAD];

	journal_entry_pack(entry, head);
	sha256_update(&link->sha, sizeof(head), head);
	sha256_update(&link->sha, entry->len, entry->body);
}

void
journal_link_end(struct journal_link *link, uint8_t ret_hash[JOURNAL_HASH])
{
	sha256_digest(&link->sha, JOURNAL_HASH, ret_hash);
}

void
journal_hash_text(const uint8_t hash[JOURNAL_HASH], char text[JOURNAL_HASH_TEXT])
{
	struct text out;

	text_begin(&out, text, JOURNAL_HASH_TEXT);
	text_hex(&out, hash, JOURNAL_HASH);
}

bool
journal_hash_read(const char *text, uint8_t ret_hash[JOURNAL_HASH])
{
	if (strlen(text) != JOURNAL_HASH_TEXT - 1 ||
	    strspn(text, "0123456789abcdef") != JOURNAL_HASH_TEXT - 1)
		return false;
	for (size_t i = 0; i < JOURNAL_HASH; i++) {
		const char byte[] = { text[2 * i], text[2 * i + 1], '\0' };

		ret_hash[i] = (uint8_t)strtoul(byte, NULL, 16);
	}
	return true;
}
