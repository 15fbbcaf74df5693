/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What changes, as it changes: the public state of all tables as server-sent events.
 *
 * A reader is given a snapshot of everything and then changes. Each has an id; who was away and names the
 * last id he had is given what came since, as long as it is kept, else a snapshot again. The same texts go
 * to every reader. Only public facts are put here: whoever asks may read all of it.
 *
 *     id: 64b3f1-18
 *     event: change
 *     data: {"table":3,"plies_from":34,"plies":[{"san":"Nf3","state":"made","clock":5024}],"last":[6,21]}
 *
 * event   data
 * snapshot  {"event":{...},"tables":[...]}, as /live.json
 * table     the whole state of one table
 * change    "table", and those members of its state that are new; of "plies" those from index "plies_from"
 *           on, which replace what was there
 *
 * No I/O; not thread-safe.
 */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define STREAM_KEPT_EVENTS 4096      /* changes kept for readers that come back */
#define STREAM_KEPT_BYTES  (2 << 20) /* and no more than this */

struct stream;

/* A text that several readers are being sent. Free with stream_text_release(). */
struct stream_text {
	unsigned int references;
	size_t len;
	char bytes[]; /* len of them, and a NUL */
};

struct stream_listener {
	void *ctx;
	/* A change for every reader; *text is borrowed, take a reference to keep it. */
	void (*tell)(void *ctx, struct stream_text *text);
	/* What a snapshot has, in place of the event and the tables' states; a new reference, or NULL when
	 * memory is out. NULL: those. */
	json_t *(*whole)(void *ctx);
};

/* stream_new: epoch tells this life of the program from others (the time it began will do). *event is the
 * event's own public facts, taken. 0 or -ENOMEM. */
int stream_new(uint64_t epoch, json_t *event, const struct stream_listener *listener,
               struct stream **ret_stream);
void stream_free(struct stream *stream);

/* stream_table: the table's public state is now *state (taken), which has its number as "table". Readers are
 * told what changed; nothing when they would not see a difference: a clock that runs as it did. 0 or
 * -ENOMEM. */
int stream_table(struct stream *stream, json_t *state);

/* stream_tell: one more change, an event of this name with *data (taken). 0 or -ENOMEM. */
int stream_tell(struct stream *stream, const char *name, json_t *data);

/* stream_snapshot: everything, as an event. A reference for the caller; NULL when memory is out. */
struct stream_text *stream_snapshot(struct stream *stream);

/* stream_live: the same as JSON text without the event around it: /live.json. From malloc, NULL when memory
 * is out. */
char *stream_live(const struct stream *stream, size_t *ret_len);

/* stream_since: call tell(ctx, text) for every change after the one named last_id, in order. Returns false,
 * nothing called, when that is not known any more. */
bool stream_since(const struct stream *stream, const char *last_id,
                  void (*tell)(void *ctx, struct stream_text *text), void *ctx);

struct stream_text *stream_text_keep(struct stream_text *text);
void stream_text_release(struct stream_text *text);
