/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How a stream begins: one table in one round. The body of a JOURNAL_STREAM entry, JSON:
 *
 *     {"round":"3","table":1,"driver":"dgt","zero_us":0,"facts":[["start","2026-07-18T14:00:00Z"],...]}
 *
 * zero_us is the journal's time at the stream's time 0 (before the journal began for what was recorded
 * before), facts are what a capture of the stream begins with.
 */
#pragma once

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

#define JOURNAL_ROUND 256 /* longest round, NUL included */

struct journal_stream {
	uint32_t id;    /* from 1 */
	uint64_t first; /* seq of the entry it begins with */
	char round[JOURNAL_ROUND];
	uint32_t table;
	char driver[32];
	int64_t zero_us;
	uint64_t start_unix_us; /* of the fact "start"; 0: not known */
	json_t *facts;          /* array of [key, value]; owned */
};

/* journal_stream_json: the body, to be freed; NULL: memory is out. */
char *journal_stream_json(const struct journal_stream *stream);

/* journal_stream_read: a body of a JOURNAL_STREAM entry; id and first are the caller's. 0; -EBADMSG: it is
 * none; -ENOMEM. Free with journal_stream_clear. */
int journal_stream_read(struct journal_stream *ret_stream, const void *body, size_t len);
void journal_stream_clear(struct journal_stream *stream);

/* journal_make_plain: of a text that is no UTF-8 every byte above ASCII becomes a question mark, in place. What is
 * said of a stream is kept so, wherever in a capture it stood. */
void journal_make_plain(char *text);

/* journal_stream_fact: the value of a fact, NULL: it is not stated. journal_stream_add: one more; 0 or
 * -ENOMEM. */
const char *journal_stream_fact(const struct journal_stream *stream, const char *key);
int journal_stream_add(struct journal_stream *stream, const char *key, const char *value);

/* journal_stream_name: "round-3-table-1" or "table-1", as files are named, to buffer[size]. */
void journal_stream_name(const struct journal_stream *stream, char *buffer, size_t size);
