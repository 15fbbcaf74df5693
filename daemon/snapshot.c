/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/snapshot.h"

#include <errno.h>
#include <nettle/sha2.h>
#include <stdlib.h>
#include <string.h>

#define SNAPSHOT_NAME  "adoubed snapshot 1\n"
#define SNAPSHOT_HEAD  (sizeof(SNAPSHOT_NAME) - 1 + SHA256_DIGEST_SIZE)
#define SNAPSHOT_BLOCK 64

static void
append(struct snapshot_writer *writer, const void *bytes, size_t len)
{
	size_t size = writer->size ? writer->size : 65536;
	uint8_t *more;

	while (size < writer->len + len)
		size *= 2;
	if (size != writer->size) {
		more = realloc(writer->bytes, size);
		if (!more) {
			writer->failed = true;
			return;
		}
		writer->bytes = more;
		writer->size = size;
	}
	memcpy(writer->bytes + writer->len, bytes, len);
	writer->len += len;
}

static void
append_number(struct snapshot_writer *writer, uint64_t number)
{
	uint8_t bytes[8];

	for (int i = 0; i < 8; i++)
		bytes[i] = (uint8_t)(number >> (8 * i));
	append(writer, bytes, sizeof(bytes));
}

static void
hash(const uint8_t *bytes, size_t len, uint8_t digest[SHA256_DIGEST_SIZE])
{
	struct sha256_ctx sha;

	sha256_init(&sha);
	sha256_update(&sha, len, bytes);
	sha256_digest(&sha, SHA256_DIGEST_SIZE, digest);
}

void
snapshot_begin(struct snapshot_writer *writer, const uint8_t key[SNAPSHOT_KEY])
{
	static const uint8_t later[SHA256_DIGEST_SIZE];

	memset(writer, 0, sizeof(*writer));
	append(writer, SNAPSHOT_NAME, sizeof(SNAPSHOT_NAME) - 1);
	append(writer, later, sizeof(later));
	append(writer, key, SNAPSHOT_KEY);
}

void
snapshot_put(struct snapshot_writer *writer, const void *part, size_t len)
{
	append_number(writer, len);
	if (len > 0)
		append(writer, part, len);
}

void
snapshot_put_json(struct snapshot_writer *writer, const json_t *value)
{
	char *text = json_dumps(value, JSON_COMPACT);

	writer->failed |= !text;
	if (text)
		snapshot_put(writer, text, strlen(text));
	free(text);
}

static bool
is_zero(const uint8_t *bytes, size_t len)
{
	return bytes[0] == 0 && memcmp(bytes, bytes + 1, len - 1) == 0;
}

/* How many bytes from `at` on belong to blocks that are all zero, or are not. */
static size_t
run_length(const uint8_t *bytes, size_t at, size_t len, bool zero)
{
	size_t begin = at;

	while (at < len) {
		size_t block = len - at < SNAPSHOT_BLOCK ? len - at : SNAPSHOT_BLOCK;

		if (is_zero(bytes + at, block) != zero)
			break;
		at += block;
	}
	return at - begin;
}

void
snapshot_put_memory(struct snapshot_writer *writer, const void *memory, size_t len)
{
	const uint8_t *bytes = memory;
	size_t at = 0;

	append_number(writer, len);
	while (at < len) {
		size_t zeros = run_length(bytes, at, len, true);
		size_t others = run_length(bytes, at + zeros, len, false);

		append_number(writer, zeros);
		append_number(writer, others);
		if (others > 0)
			append(writer, bytes + at + zeros, others);
		at += zeros + others;
	}
}

int
snapshot_end(struct snapshot_writer *writer, uint8_t **ret_bytes, size_t *ret_len)
{
	if (writer->failed) {
		free(writer->bytes);
		return -ENOMEM;
	}
	hash(writer->bytes + SNAPSHOT_HEAD, writer->len - SNAPSHOT_HEAD,
	     writer->bytes + sizeof(SNAPSHOT_NAME) - 1);
	*ret_bytes = writer->bytes;
	*ret_len = writer->len;
	return 0;
}

bool
snapshot_open(struct snapshot_reader *reader, const uint8_t key[SNAPSHOT_KEY], const uint8_t *bytes,
              size_t len)
{
	uint8_t digest[SHA256_DIGEST_SIZE];

	*reader = (struct snapshot_reader){ .bytes = bytes, .len = len };
	if (len < SNAPSHOT_HEAD + SNAPSHOT_KEY ||
	    memcmp(bytes, SNAPSHOT_NAME, sizeof(SNAPSHOT_NAME) - 1) != 0 ||
	    memcmp(bytes + SNAPSHOT_HEAD, key, SNAPSHOT_KEY) != 0)
		return false;
	hash(bytes + SNAPSHOT_HEAD, len - SNAPSHOT_HEAD, digest);
	reader->at = SNAPSHOT_HEAD + SNAPSHOT_KEY;
	return memcmp(digest, bytes + sizeof(SNAPSHOT_NAME) - 1, sizeof(digest)) == 0;
}

static size_t
take_number(struct snapshot_reader *reader)
{
	uint64_t number = 0;

	if (reader->failed || reader->len - reader->at < 8) {
		reader->failed = true;
		return 0;
	}
	for (int i = 0; i < 8; i++)
		number |= (uint64_t)reader->bytes[reader->at++] << (8 * i);
	return (size_t)number;
}

static const uint8_t *
take_bytes(struct snapshot_reader *reader, size_t len)
{
	const uint8_t *bytes = reader->bytes + reader->at;

	if (reader->failed || reader->len - reader->at < len) {
		reader->failed = true;
		return NULL;
	}
	reader->at += len;
	return bytes;
}

const uint8_t *
snapshot_take(struct snapshot_reader *reader, size_t *ret_len)
{
	*ret_len = take_number(reader);
	return take_bytes(reader, *ret_len);
}

void
snapshot_take_exactly(struct snapshot_reader *reader, void *part, size_t len)
{
	size_t is;
	const uint8_t *bytes = snapshot_take(reader, &is);

	if (!bytes || is != len)
		reader->failed = true;
	else if (len > 0)
		memcpy(part, bytes, len);
}

json_t *
snapshot_take_array(struct snapshot_reader *reader)
{
	size_t len;
	const uint8_t *text = snapshot_take(reader, &len);
	json_t *array = text ? json_loadb((const char *)text, len, 0, NULL) : NULL;

	if (json_is_array(array))
		return array;
	reader->failed = true;
	json_decref(array);
	return NULL;
}

/* What is zero is not written to: memory that nobody has touched yet stays untouched, and takes none. */
static void
clear(uint8_t *bytes, size_t len)
{
	for (size_t at = 0; at < len; at += SNAPSHOT_BLOCK) {
		size_t block = len - at < SNAPSHOT_BLOCK ? len - at : SNAPSHOT_BLOCK;

		if (!is_zero(bytes + at, block))
			memset(bytes + at, 0, block);
	}
}

void
snapshot_take_memory(struct snapshot_reader *reader, void *memory, size_t len)
{
	uint8_t *to = memory;
	size_t at = 0;

	if (take_number(reader) != len)
		reader->failed = true;
	while (!reader->failed && at < len) {
		size_t zeros = take_number(reader), others = take_number(reader);
		const uint8_t *bytes = take_bytes(reader, others);

		if (!bytes || zeros > len - at || others > len - at - zeros ||
		    zeros + others == 0) {
			reader->failed = true;
			return;
		}
		clear(to + at, zeros);
		memcpy(to + at + zeros, bytes, others);
		at += zeros + others;
	}
}
