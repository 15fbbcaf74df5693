/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A snapshot: the state of a table after an entry of the journal, so that a start need not fold what was
 * before it. It is a convenience and no record: of use to the very program that wrote it, with the same
 * configuration, and only whole; else it is passed over and everything is folded.
 *
 *     "adoubed snapshot 1\n" | SHA-256 of what follows | key | parts, one behind the other
 *
 * A part is its length (8 bytes, little-endian) and its bytes. Of memory, blocks of zeros are left out.
 */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define SNAPSHOT_KEY 32

struct snapshot_writer {
	uint8_t *bytes;
	size_t len, size;
	bool failed; /* sticky: memory is out */
};

/* snapshot_begin: for what `key` stands for. snapshot_put: one part. snapshot_put_json: one part, as text. snapshot_put_memory: one part, for
 * memory that is zero for the most. snapshot_end: 0 with *ret_bytes (to be freed) and its length, or -ENOMEM;
 * the writer is done with in either case. */
void snapshot_begin(struct snapshot_writer *writer, const uint8_t key[SNAPSHOT_KEY]);
void snapshot_put(struct snapshot_writer *writer, const void *part, size_t len);
void snapshot_put_json(struct snapshot_writer *writer, const json_t *value);
void snapshot_put_memory(struct snapshot_writer *writer, const void *memory, size_t len);
int snapshot_end(struct snapshot_writer *writer, uint8_t **ret_bytes, size_t *ret_len);

struct snapshot_reader {
	const uint8_t *bytes; /* borrowed */
	size_t len, at;
	bool failed; /* sticky: a part is not as expected */
};

/* snapshot_open: bytes[len], borrowed, if they are a whole snapshot for `key`. snapshot_take: the next part,
 * borrowed; NULL when there is none. snapshot_take_exactly: the next part of len bytes to *part.
 * snapshot_take_array: the next part, an array of
 * JSON, a new reference, or NULL. snapshot_take_memory: as put, to memory[len]. */
bool snapshot_open(struct snapshot_reader *reader, const uint8_t key[SNAPSHOT_KEY],
                   const uint8_t *bytes, size_t len);
const uint8_t *snapshot_take(struct snapshot_reader *reader, size_t *ret_len);
void snapshot_take_exactly(struct snapshot_reader *reader, void *part, size_t len);
json_t *snapshot_take_array(struct snapshot_reader *reader);
void snapshot_take_memory(struct snapshot_reader *reader, void *memory, size_t len);
