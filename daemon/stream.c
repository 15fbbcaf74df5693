/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/stream.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/change.h"
#include "daemon/json_text.h"

struct stream_table {
	json_int_t number;
	json_t *state; /* as readers know it, but for the clock */
	json_t *clock; /* the reading they were given */
};

struct stream {
	uint64_t epoch, last_id;
	json_t *event;
	struct stream_listener listener;
	struct stream_table *tables; /* by number, ascending */
	size_t n_tables, capacity;
	/* The last changes, a ring: that of id n is at n % STREAM_KEPT_EVENTS. */
	struct stream_text *kept[STREAM_KEPT_EVENTS];
	uint64_t first_kept; /* the lowest id there */
	size_t kept_bytes;
};

/* --- Texts ---------------------------------------------------------------------------------- */

struct stream_text *
stream_text_keep(struct stream_text *text)
{
	text->references++;
	return text;
}

void
stream_text_release(struct stream_text *text)
{
	if (text && --text->references == 0)
		free(text);
}

/* The event `name` with `data` as its content, numbered with the stream's last id. */
static struct stream_text *
make_text(const struct stream *stream, const char *name, const char *data)
{
	char head[96];
	size_t size, len = strlen(data);
	struct stream_text *text;

	len += (size_t)snprintf(head, sizeof(head),
	                        "id: %" PRIx64 "-%" PRIu64 "\nevent: %s\ndata: ", stream->epoch,
	                        stream->last_id, name);
	size = len + sizeof("\n\n");
	text = malloc(sizeof(*text) + size);
	if (!text)
		return NULL;
	text->references = 1;
	text->len = size - 1;
	snprintf(text->bytes, size, "%s%s\n\n", head, data);
	return text;
}

/* --- What is kept for who comes back ------------------------------------------------------- */

static void
forget_first(struct stream *stream)
{
	struct stream_text **place = &stream->kept[stream->first_kept++ % STREAM_KEPT_EVENTS];

	stream->kept_bytes -= (*place)->len;
	stream_text_release(*place);
	*place = NULL;
}

static void
keep(struct stream *stream, struct stream_text *text)
{
	while (stream->first_kept < stream->last_id &&
	       (stream->last_id - stream->first_kept >= STREAM_KEPT_EVENTS ||
	        stream->kept_bytes + text->len > STREAM_KEPT_BYTES))
		forget_first(stream);
	stream->kept[stream->last_id % STREAM_KEPT_EVENTS] = text;
	stream->kept_bytes += text->len;
}

int
stream_tell(struct stream *stream, const char *name, json_t *data)
{
	char *json = json_text(data, NULL);
	struct stream_text *text;

	if (!json)
		return -ENOMEM;
	stream->last_id++;
	text = make_text(stream, name, json);
	free(json);
	if (!text) { /* as if it had been kept and forgotten: nobody resumes across it */
		while (stream->first_kept < stream->last_id)
			forget_first(stream);
		stream->first_kept = stream->last_id + 1;
		return -ENOMEM;
	}
	keep(stream, text);
	if (stream->listener.tell)
		stream->listener.tell(stream->listener.ctx, text);
	return 0;
}

/* The number at the beginning of *text, which must begin with a digit; *text is moved behind it. */
static bool
read_number(const char **text, int base, uint64_t *ret_number)
{
	char *end;

	if (!isxdigit((unsigned char)**text))
		return false;
	errno = 0;
	*ret_number = strtoull(*text, &end, base);
	*text = end;
	return errno == 0;
}

bool
stream_since(const struct stream *stream, const char *last_id,
             void (*each)(void *ctx, struct stream_text *text), void *ctx)
{
	uint64_t epoch, id;

	if (!read_number(&last_id, 16, &epoch) || *last_id++ != '-' ||
	    !read_number(&last_id, 10, &id) || *last_id != '\0' || epoch != stream->epoch ||
	    id > stream->last_id || id + 1 < stream->first_kept)
		return false;
	while (++id <= stream->last_id)
		each(ctx, stream->kept[id % STREAM_KEPT_EVENTS]);
	return true;
}

/* --- Tables ------------------------------------------------------------------------------------ */

/* Where the table is, or would be. */
static size_t
find_place(const struct stream *stream, json_int_t number)
{
	size_t low = 0, high = stream->n_tables;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (stream->tables[middle].number < number)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static int
add_table(struct stream *stream, json_t *state, size_t place)
{
	struct stream_table *tables = stream->tables;
	size_t capacity = stream->capacity ? 2 * stream->capacity : 16;

	if (stream->n_tables == stream->capacity) {
		tables = realloc(tables, capacity * sizeof(*tables));
		if (!tables)
			return -ENOMEM;
		stream->tables = tables;
		stream->capacity = capacity;
	}
	memmove(tables + place + 1, tables + place, (stream->n_tables - place) * sizeof(*tables));
	stream->n_tables++;
	tables[place] = (struct stream_table){
		.number = json_integer_value(json_object_get(state, "table")),
		.state = json_incref(state),
		.clock = json_incref(json_object_get(state, "clock")),
	};
	return stream_tell(stream, "table", state);
}

/* The clock's reading that readers have from now on. */
static void
note_clock(struct stream_table *table, const json_t *state)
{
	json_decref(table->clock);
	table->clock = json_incref(json_object_get(state, "clock"));
}

static int
tell_changes(struct stream *stream, struct stream_table *table, json_t *state)
{
	json_t *change;

	if (change_is_whole(table->state, state)) {
		note_clock(table, state);
		return stream_tell(stream, "table", json_incref(state));
	}
	change = change_find(table->state, table->clock, state);
	if (!change)
		return 0;
	if (json_object_get(change, "clock"))
		note_clock(table, state);
	return stream_tell(stream, "change", change);
}

int
stream_table(struct stream *stream, json_t *state)
{
	json_int_t number = json_integer_value(json_object_get(state, "table"));
	size_t place = find_place(stream, number);
	struct stream_table *table;
	int result;

	if (!state)
		return -ENOMEM;
	if (place == stream->n_tables || stream->tables[place].number != number)
		return add_table(stream, state, place);
	table = &stream->tables[place];
	result = tell_changes(stream, table, state);
	json_decref(table->state);
	table->state = state;
	return result;
}

/* --- The whole ------------------------------------------------------------------------------- */

static json_t *
published(const struct stream *stream)
{
	json_t *tables = json_array();

	for (size_t i = 0; i < stream->n_tables; i++)
		json_array_append(tables, stream->tables[i].state);
	return json_pack("{s:O, s:o}", "event", stream->event, "tables", tables);
}

char *
stream_live(const struct stream *stream, size_t *ret_len)
{
	return json_text(stream->listener.whole ? stream->listener.whole(stream->listener.ctx)
	                                        : published(stream),
	                 ret_len);
}

struct stream_text *
stream_snapshot(struct stream *stream)
{
	size_t len;
	char *live = stream_live(stream, &len);
	struct stream_text *text = live ? make_text(stream, "snapshot", live) : NULL;

	free(live);
	return text;
}

int
stream_new(uint64_t epoch, json_t *event, const struct stream_listener *listener,
           struct stream **ret_stream)
{
	struct stream *stream = calloc(1, sizeof(*stream));

	if (!stream || !event) {
		free(stream);
		json_decref(event);
		return -ENOMEM;
	}
	stream->epoch = epoch;
	stream->first_kept = 1;
	stream->event = event;
	stream->listener = *listener;
	*ret_stream = stream;
	return 0;
}

void
stream_free(struct stream *stream)
{
	if (!stream)
		return;
	while (stream->first_kept <= stream->last_id)
		forget_first(stream);
	for (size_t i = 0; i < stream->n_tables; i++) {
		json_decref(stream->tables[i].state);
		json_decref(stream->tables[i].clock);
	}
	json_decref(stream->event);
	free(stream->tables);
	free(stream);
}
