/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * adoube journal show: entries as a person, or a program, reads them.
 */
#include <inttypes.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "daemon/cli/command.h"
#include "daemon/cli/journal.h"
#include "daemon/journal_clock.h"
#include "daemon/journal_places.h"
#include "daemon/revision.h"

struct showing {
	const struct journal_args *args;
	struct journal_stream *streams;
	size_t n_streams;
	struct journal_clock clock;
	struct revisions *published; /* by stream id */
	size_t n_published;
};

static const struct journal_stream *
show_stream(const struct showing *showing, uint32_t id)
{
	for (size_t i = 0; i < showing->n_streams; i++)
		if (showing->streams[i].id == id)
			return &showing->streams[i];
	return NULL;
}

static uint64_t
show_unix_us(const struct showing *showing, const struct journal_stream *stream,
             const struct journal_entry *entry)
{
	uint64_t t_us = entry->t_us + (stream ? (uint64_t)stream->zero_us : 0);

	/* What was recorded before there was a journal has its own start. */
	if (stream && stream->zero_us < 0 && stream->start_unix_us)
		return stream->start_unix_us + entry->t_us;
	return journal_clock_unix_us(&showing->clock, t_us);
}

/* Text for one line of a terminal: control characters are not printed. */
static void
show_text(const uint8_t *text, size_t len)
{
	for (size_t i = 0; i < len; i++)
		putchar(text[i] < 0x20 || text[i] == 0x7f ? ' ' : text[i]);
}

static void
show_hex(const uint8_t *bytes, size_t len)
{
	for (size_t i = 0; i < len; i++)
		printf("%02x", bytes[i]);
}

/* show_revision: the game's text after it; *ret_game from 1, 0: it cannot be read. */
static const struct revision_text *
show_revision(struct showing *showing, const struct journal_entry *entry, size_t *ret_game)
{
	struct revisions *more;
	size_t game;

	*ret_game = 0;
	if (entry->stream >= JOURNAL_STREAMS_MAX)
		return NULL;
	if (entry->stream >= showing->n_published) {
		more = realloc(showing->published, (entry->stream + 1) * sizeof(*more));
		if (!more)
			return NULL;
		memset(more + showing->n_published, 0,
		       (entry->stream + 1 - showing->n_published) * sizeof(*more));
		showing->published = more;
		showing->n_published = entry->stream + 1;
	}
	if (revisions_take(&showing->published[entry->stream], entry->body, entry->len) < 0 ||
	    !revision_game(entry->body, entry->len, &game))
		return NULL;
	*ret_game = game + 1;
	return &showing->published[entry->stream].games[game];
}

static void
show_body(struct showing *showing, const struct journal_entry *entry)
{
	const struct revision_text *text;
	size_t game;

	switch (entry->kind) {
	case JOURNAL_FROM_BOARD:
	case JOURNAL_TO_BOARD:
		show_hex(entry->body, entry->len);
		return;
	case JOURNAL_PUBLISHED:
		text = show_revision(showing, entry, &game);
		printf("game %zu: ", game);
		if (text)
			show_text((const uint8_t *)text->text, text->len);
		return;
	default:
		show_text(entry->body, entry->len);
	}
}

static void
show_line(struct showing *showing, const struct journal_stream *stream,
          const struct journal_entry *entry)
{
	const char *kind = journal_kind_name(entry->kind);
	char time[JOURNAL_TIME];

	journal_time_format(show_unix_us(showing, stream, entry), time);
	printf("%" PRIu64 " %s ", entry->seq, time);
	if (stream) {
		printf("%s", stream->round[0] ? "round " : "");
		show_text((const uint8_t *)stream->round, strlen(stream->round));
		printf("%stable %u ", stream->round[0] ? " " : "", stream->table);
	}
	printf("%s ", kind ? kind : "unknown");
	show_body(showing, entry);
	putchar('\n');
}

static json_t *
show_json_body(struct showing *showing, const struct journal_entry *entry, const char **ret_key)
{
	const struct revision_text *text;
	size_t game;
	json_t *value;
	char *hex;

	*ret_key = "text";
	if (entry->kind == JOURNAL_PUBLISHED) {
		text = show_revision(showing, entry, &game);
		*ret_key = "published";
		return json_pack("{s:I, s:s?}", "game", (json_int_t)game, "pgn",
		                 text ? text->text : NULL);
	}
	if (entry->kind == JOURNAL_FROM_BOARD || entry->kind == JOURNAL_TO_BOARD ||
	    !(value = json_stringn((const char *)entry->body, entry->len))) {
		struct text out;

		*ret_key = "bytes";
		hex = malloc(2 * entry->len + 1);
		if (!hex)
			return NULL;
		text_begin(&out, hex, 2 * entry->len + 1);
		text_hex(&out, entry->body, entry->len);
		value = json_string(hex);
		free(hex);
	} else if (entry->kind != JOURNAL_FACT) {
		json_t *object = json_loadb((const char *)entry->body, entry->len, 0, NULL);

		if (object) {
			json_decref(value);
			*ret_key = "json";
			value = object;
		}
	}
	return value;
}

static void
show_json(struct showing *showing, const struct journal_stream *stream,
          const struct journal_entry *entry)
{
	const char *key, *kind = journal_kind_name(entry->kind);
	json_t *body = show_json_body(showing, entry, &key), *object;
	char time[JOURNAL_TIME], *text;

	journal_time_format(show_unix_us(showing, stream, entry), time);
	object = json_pack("{s:I, s:s, s:I, s:s}", "seq", (json_int_t)entry->seq, "time", time,
	                   "t_us", (json_int_t)entry->t_us, "kind", kind ? kind : "unknown");
	if (stream) {
		json_object_set_new(object, "round", json_string(stream->round));
		json_object_set_new(object, "table", json_integer(stream->table));
	}
	if (body)
		json_object_set_new(object, key, body);
	text = object ? json_dumps(object, JSON_COMPACT) : NULL;
	if (text)
		puts(text);
	free(text);
	json_decref(object);
}

static bool
show_wants(const struct showing *showing, const struct journal_stream *stream,
           const struct journal_entry *entry)
{
	const struct journal_args *args = showing->args;

	if (args->kind && entry->kind != args->kind)
		return false;
	if ((args->round || args->table) && !stream)
		return false;
	return (!args->round || strcmp(stream->round, args->round) == 0) &&
	       (!args->table || stream->table == args->table);
}

static void
show_entry(struct showing *showing, const struct journal_entry *entry)
{
	const struct journal_stream *stream = show_stream(showing, entry->stream);
	json_t *epoch;

	if (entry->kind == JOURNAL_EPOCH) {
		epoch = json_loadb((const char *)entry->body, entry->len, 0, NULL);
		journal_clock_read(&showing->clock, entry->t_us, epoch);
		json_decref(epoch);
	}
	if (!show_wants(showing, stream, entry))
		return;
	if (showing->args->json)
		show_json(showing, stream, entry);
	else
		show_line(showing, stream, entry);
}

int
journal_show(struct journal_store *store, const struct journal_args *args)
{
	struct showing showing = { .args = args };
	struct journal_fault fault;
	struct journal_reader *reader = NULL;
	struct journal_entry entry;
	enum journal_read read = JOURNAL_READ_DAMAGE;
	int status = COMMAND_OK;

	if (journal_streams(store, &showing.streams, &showing.n_streams, &fault) == 0)
		reader = journal_reader_new(store, 1, false, &fault);
	while (reader && (read = journal_reader_next(reader, &entry, &fault)) != JOURNAL_READ_END &&
	       read != JOURNAL_READ_DAMAGE) {
		if (read == JOURNAL_READ_ENTRY)
			show_entry(&showing, &entry);
		if (read != JOURNAL_READ_BROKEN)
			continue;
		fprintf(stderr, "adoube journal show: %s\n", fault.text);
		status = COMMAND_FAILED;
	}
	if (read == JOURNAL_READ_DAMAGE) {
		fprintf(stderr, "adoube journal show: %s\n", fault.text);
		status = COMMAND_FAILED;
	}
	journal_reader_free(reader);
	journal_streams_free(showing.streams, showing.n_streams);
	for (size_t i = 0; i < showing.n_published; i++)
		revisions_free(&showing.published[i]);
	free(showing.published);
	return fflush(stdout) == 0 ? status : COMMAND_FAILED;
}
