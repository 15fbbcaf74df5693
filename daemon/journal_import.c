/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/journal_import.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/capture/capture.h"

#define IMPORT_FACT_MAX 4096
#define IMPORT_GROUP    256 /* entries of one link */

struct import {
	struct journal_store *store;
	const struct journal_import_options *options;
	struct journal_import_report *report;
	struct journal_places *places;
	struct capture_reader reader;
	struct journal_stream stream;
	bool begun; /* the stream's own entry is put */
	uint64_t seq;
	struct journal_fault fault;
};

/* --- One capture ------------------------------------------------------------------------------- */

static int
import_refuse(struct import *import, int error, const char *why)
{
	if (import->report->n_refused == 0)
		snprintf(import->report->text, sizeof(import->report->text), "%.250s: %.250s",
		         import->options->name, why);
	return error;
}

static int
import_put(struct import *import, enum journal_kind kind, uint64_t t_us, const void *body,
           size_t len)
{
	const struct journal_entry entry = { .seq = ++import->seq,
		                             .stream = import->stream.id,
		                             .kind = (uint8_t)kind,
		                             .t_us = t_us,
		                             .body = body,
		                             .len = len };
	int r = journal_store_put(import->store, &entry, &import->fault);

	import->report->entries++;
	/* The beginning stays when the rest is removed, and what is altered later is found nearby. */
	if (r == 0 && (kind == JOURNAL_STREAM || import->report->entries % IMPORT_GROUP == 0))
		r = journal_store_seal(import->store, &import->fault);
	return r < 0 ? import_refuse(import, r, import->fault.text) : 0;
}

static int
import_fact(struct import *import, const char *key, const char *value)
{
	char text[IMPORT_FACT_MAX];
	int n = snprintf(text, sizeof(text) / 2, "%s", key);
	size_t at = n < (int)sizeof(text) / 2 ? (size_t)n : sizeof(text) / 2 - 1;

	journal_make_plain(text);
	text[at++] = ' ';
	snprintf(text + at, sizeof(text) - at, "%s", value);
	journal_make_plain(text + at);
	return import_put(import, JOURNAL_FACT, import->reader.last_us, text, strlen(text));
}

/* import_find_room: a number for the stream, if the journal has nothing of that table in that round. */
static int
import_find_room(struct import *import)
{
	struct journal_places *places = import->places;
	struct journal_place *more, place = { .table = import->stream.table };

	slug_format(import->stream.round, place.round);
	for (size_t i = 0; i < places->n; i++)
		if (places->all[i].table == place.table &&
		    strcmp(places->all[i].round, place.round) == 0)
			return import_refuse(import, -EEXIST,
			                     "the journal has that table in that round already");
	more = realloc(places->all, (places->n + 1) * sizeof(*more));
	if (!more)
		return import_refuse(import, -ENOMEM, "out of memory");
	places->all = more;
	places->all[places->n] = place; /* counted when all of the capture is there */
	import->stream.id = places->last + 1;
	return 0;
}

/* import_place: which table and round, and is there room for it in the journal? */
static int
import_place(struct import *import)
{
	struct journal_stream *stream = &import->stream;
	const char *round = import->options->round, *table = journal_stream_fact(stream, "table");

	if (!round)
		round = journal_stream_fact(stream, "round");
	if (!round)
		round = import->options->else_round;
	snprintf(stream->round, sizeof(stream->round), "%s", round ? round : "");
	stream->table = import->options->table;
	if (stream->table == 0 && table)
		stream->table = (uint32_t)strtoul(table, NULL, 10);
	if (stream->table == 0)
		stream->table = import->options->else_table;
	if (stream->table == 0)
		return import_refuse(
			import, -EBADMSG,
			"it does not say which table it is of: it has no line '# table N'; "
			"'adoube journal import --table N' says it instead");
	if (stream->driver[0] == '\0')
		return import_refuse(import, -EBADMSG, "it does not say which driver it is of");
	return import_find_room(import);
}

static int
import_begin(struct import *import)
{
	const struct journal_clock *clock = import->options->clock;
	struct journal_stream *stream = &import->stream;
	const char *start = journal_stream_fact(stream, "start");
	char *json;
	int r = import_place(import);

	if (r < 0)
		return r;
	if (start)
		stream->start_unix_us = journal_time_parse(start);
	/* Where in the journal's time it lies, as far as the wall clock knows. */
	stream->zero_us = (int64_t)clock->epoch_us;
	if (stream->start_unix_us)
		stream->zero_us -= (int64_t)(clock->epoch.unix_us - stream->start_unix_us);
	if (!stream->facts)
		stream->facts = json_array();
	json = journal_stream_json(stream);
	if (!json)
		return import_refuse(import, -ENOMEM, "out of memory");
	import->begun = true;
	r = import_put(import, JOURNAL_STREAM, 0, json, strlen(json));
	free(json);
	return r;
}

/* A name too long for the journal is cut off. Where a blank is last then, it is none of it: blanks around a fact are not. */
static void
import_take_driver(struct import *import, const char *name)
{
	char *driver = import->stream.driver;
	size_t n;

	snprintf(driver, sizeof(import->stream.driver), "%s", name);
	n = strlen(driver);
	while (n > 0 && (driver[n - 1] == ' ' || driver[n - 1] == '\t'))
		driver[--n] = '\0';
}

static int
import_take_fact(struct import *import, const char *key, const char *value)
{
	if (import->begun)
		return import_fact(import, key, value);
	if (import->reader.line <= 1)
		return 0; /* the head */
	if (strcmp(key, "driver") == 0 && import->stream.driver[0] == '\0') {
		import_take_driver(import, value);
		return 0;
	}
	return journal_stream_add(&import->stream, key, value) < 0
	               ? import_refuse(import, -ENOMEM, "out of memory")
	               : 0;
}

static int
import_take(struct import *import, const struct capture_line *line)
{
	int r = 0;

	if (line->kind == CAPTURE_NOTHING)
		return 0;
	if (line->kind == CAPTURE_FACT)
		return import_take_fact(import, line->key, line->value);
	if (!import->begun)
		r = import_begin(import);
	if (r < 0)
		return r;
	if (line->kind == CAPTURE_HOST)
		return import_put(import, JOURNAL_HOST, line->t_us, line->json, strlen(line->json));
	return import_put(import,
	                  line->kind == CAPTURE_FROM_BOARD ? JOURNAL_FROM_BOARD : JOURNAL_TO_BOARD,
	                  line->t_us, line->bytes, line->len);
}

/* import_keep: what cannot be read stays as a fact, for whoever wants to look at it. */
static int
import_keep(struct import *import, const char *key, const char *text, size_t len)
{
	char printable[IMPORT_FACT_MAX / 2];
	size_t n = len < sizeof(printable) - 1 ? len : sizeof(printable) - 1;
	int r = import->begun ? 0 : import_begin(import);

	for (size_t i = 0; i < n; i++)
		printable[i] = text[i] >= ' ' && text[i] <= '~' ? text[i] : '?';
	/* Blanks around a fact are none of it. */
	if (n > 0 && printable[0] == ' ')
		printable[0] = '?';
	if (n > 0 && printable[n - 1] == ' ')
		printable[n - 1] = '?';
	printable[n] = '\0';
	import->report->damaged++;
	return r < 0 ? r : import_fact(import, key, printable);
}

/* import_try: a copy of text[len] as a line. 1: it is none that can be believed; else as import_take. A fact
 * that may be cut off is none: half a name or a date looks like a whole one; a host event without its
 * end is none either. */
static int
import_try(struct import *import, const char *text, size_t len, bool cut)
{
	struct capture_reader reader = import->reader;
	struct capture_error error;
	struct capture_line line;
	char *copy = malloc(len + 1);
	int r = 1;

	if (!copy)
		return import_refuse(import, -ENOMEM, "out of memory");
	memcpy(copy, text, len);
	copy[len] = '\0';
	if (capture_parse(&reader, copy, len, &line, &error) == 0 && line.kind != CAPTURE_FACT &&
	    !(cut && line.kind == CAPTURE_HOST)) {
		import->reader = reader;
		r = import_take(import, &line);
	}
	free(copy);
	return r;
}

/* import_torn: the last line has no newline: the program was killed while it wrote, or the power went, then
 * zeros may follow. */
static int
import_torn(struct import *import, const char *text, size_t len)
{
	int r;

	while (len > 0 && text[len - 1] == '\0')
		len--;
	if (len == 0)
		return 0;
	r = import_try(import, text, len, false);
	/* Cut within a byte of two hex digits: the whole bytes before it count. */
	if (r == 1 && len > 1 && (r = import_try(import, text, len - 1, true)) == 0)
		return import_keep(import, "torn", text + len - 1, 1);
	return r == 1 ? import_keep(import, "torn", text, len) : r;
}

static int
import_line(struct import *import, char *text, size_t len)
{
	struct capture_error error;
	struct capture_line line;
	char *copy;
	int r;

	if (text[len - 1] != '\n' && import->reader.line > 0)
		return import_torn(import, text, len);
	len -= text[len - 1] == '\n';
	copy = malloc(len + 1); /* the parser writes into it */
	if (!copy)
		return import_refuse(import, -ENOMEM, "out of memory");
	memcpy(copy, text, len);
	copy[len] = '\0';
	if (capture_parse(&import->reader, copy, len, &line, &error) == 0)
		r = import_take(import, &line);
	else if (import->reader.line <= 1)
		r = import_refuse(import, -EBADMSG, error.cause);
	else
		r = import_keep(import, "damaged", text, len);
	free(copy);
	return r;
}

static int
import_lines(struct import *import, FILE *file)
{
	char *line = NULL;
	size_t size = 0;
	ssize_t got;
	int r = 0;

	errno = 0;
	while (r == 0 && (got = getline(&line, &size, file)) > 0)
		r = import_line(import, line, (size_t)got);
	free(line);
	if (r == 0 && ferror(file))
		r = import_refuse(import, -EIO, strerror(errno ? errno : EIO));
	else if (r == 0 && import->reader.line == 0)
		r = import_refuse(import, -EBADMSG, "it is empty");
	else if (r == 0 && !import->begun)
		r = import_begin(import);
	return r;
}

int
journal_import_capture(struct journal_store *store, FILE *file,
                       const struct journal_import_options *options,
                       struct journal_import_report *report)
{
	struct journal_places own = { 0 };
	struct import import = { .store = store,
		                 .options = options,
		                 .report = report,
		                 .places = options->places ? options->places : &own,
		                 .seq = journal_store_last(store) };
	uint64_t entries = report->entries, damaged = report->damaged;
	int r = 0;

	if (!options->places)
		r = journal_places_read(store, &own, &import.fault);
	if (r == 0)
		r = journal_store_begin(store, &import.fault);
	if (r < 0)
		import_refuse(&import, r, import.fault.text);
	capture_reader_init(&import.reader);
	if (r == 0)
		r = import_lines(&import, file);
	if (r == 0 && (r = journal_store_end(store, &import.fault)) < 0)
		import_refuse(&import, r, import.fault.text);
	journal_stream_clear(&import.stream);
	if (r == 0) {
		report->n_captures++;
		import.places->n++;
		import.places->last++;
	}
	journal_places_free(&own);
	if (r == 0)
		return 0;
	journal_store_cancel(store);
	report->entries = entries;
	report->damaged = damaged;
	return r;
}

/* --- A folder ---------------------------------------------------------------------------------- */

static int
is_capture(const struct dirent *entry)
{
	size_t len = strlen(entry->d_name);

	return len > 8 && strcmp(entry->d_name + len - 8, ".capture") == 0;
}

/* name_says: round-R-table-N.capture or table-N.capture, as an older adoubed named what it recorded: N, and R to
 * round. 0: it is none of these. */
static uint32_t
name_says(const char *name, char round[SLUG_SIZE])
{
	unsigned long table;
	char *end;

	round[0] = '\0';
	if (strncmp(name, "round-", 6) == 0) {
		const char *behind = strstr(name, "-table-");
		size_t len = behind ? (size_t)(behind - name) - 6 : SLUG_SIZE;

		if (!behind || behind < name + 6 || len >= SLUG_SIZE)
			return 0;
		memcpy(round, name + 6, len);
		round[len] = '\0';
		name = behind + 1;
	}
	if (strncmp(name, "table-", 6) != 0 || name[6] < '1' || name[6] > '9')
		return 0;
	table = strtoul(name + 6, &end, 10);
	return strcmp(end, ".capture") == 0 && table <= UINT32_MAX ? (uint32_t)table : 0;
}

void
journal_import_folder(struct journal_store *store, const char *folder,
                      const struct journal_clock *clock, struct journal_import_report *ret_report)
{
	struct dirent **names;
	struct journal_places places;
	struct journal_fault fault;
	int n = scandir(folder, &names, is_capture, versionsort), known;

	memset(ret_report, 0, sizeof(*ret_report));
	/* Once for all of them: a start of an event of hundreds of games looks at every one. */
	known = journal_places_read(store, &places, &fault);
	for (int i = 0; i < n; i++) {
		char path[PATH_MAX];
		char round[SLUG_SIZE];
		const struct journal_import_options options = {
			.name = path,
			.else_table = name_says(names[i]->d_name, round),
			.else_round = round,
			.places = known == 0 ? &places : NULL,
			.clock = clock,
		};
		FILE *file;
		int r;

		snprintf(path, sizeof(path), "%s/%s", folder, names[i]->d_name);
		free(names[i]);
		file = fopen(path, "re");
		if (!file) {
			if (ret_report->n_refused++ == 0)
				snprintf(ret_report->text, sizeof(ret_report->text), "%.250s: %s",
				         path, strerror(errno));
			continue;
		}
		r = journal_import_capture(store, file, &options, ret_report);
		ret_report->n_refused += r < 0 && r != -EEXIST;
		fclose(file);
	}
	journal_places_free(&places);
	if (n >= 0)
		free(names);
}
