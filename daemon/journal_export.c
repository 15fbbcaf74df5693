/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/journal_export.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/capture/capture.h"

#define EXPORT_PROGRESS 65536 /* entries between two words */

struct exporting {
	FILE **files; /* by stream id */
	uint32_t n_files;
	char *line;
	size_t line_size;
};

static int
export_reserve(struct exporting *exporting, size_t size)
{
	char *line;

	if (size <= exporting->line_size)
		return 0;
	line = realloc(exporting->line, size);
	if (!line)
		return -ENOMEM;
	exporting->line = line;
	exporting->line_size = size;
	return 0;
}

static int
export_write(const struct text *text, FILE *file)
{
	size_t len;

	if (text_end(text, &len) < 0)
		return -EBADMSG;
	return fwrite(text->p, 1, len, file) == len ? 0 : -EIO;
}

/* export_head: the head of a capture. */
static int
export_head(struct exporting *exporting, const struct journal_stream *stream, FILE *file)
{
	const json_t *fact;
	struct text text;
	size_t i;
	int r = export_reserve(exporting, 4096);

	if (r < 0)
		return r;
	text_begin(&text, exporting->line, exporting->line_size);
	capture_format_head(&text, stream->driver);
	r = export_write(&text, file);
	json_array_foreach(stream->facts, i, fact)
	{
		const char *key = json_string_value(json_array_get(fact, 0));
		const char *value = json_string_value(json_array_get(fact, 1));

		if (r == 0)
			r = export_reserve(exporting, strlen(key) + strlen(value) + 8);
		if (r < 0)
			return r;
		text_begin(&text, exporting->line, exporting->line_size);
		capture_format_fact(&text, key, value);
		r = export_write(&text, file);
	}
	return r;
}

static int
export_begin(struct exporting *exporting, const struct journal_export *export,
             const struct journal_entry *entry)
{
	struct journal_stream stream;
	uint32_t n = entry->stream + 1;
	FILE **files;
	int r = journal_stream_read(&stream, entry->body, entry->len);

	if (r < 0)
		return r;
	stream.id = entry->stream;
	stream.first = entry->seq;
	if (n > exporting->n_files) {
		files = realloc(exporting->files, n * sizeof(FILE *));
		if (!files) {
			journal_stream_clear(&stream);
			return -ENOMEM;
		}
		memset(files + exporting->n_files, 0, (n - exporting->n_files) * sizeof(FILE *));
		exporting->files = files;
		exporting->n_files = n;
	}
	exporting->files[entry->stream] = export->open(export->ctx, &stream);
	if (exporting->files[entry->stream])
		r = export_head(exporting, &stream, exporting->files[entry->stream]);
	journal_stream_clear(&stream);
	return r;
}

/* export_fact: "key value" back into its two. */
static void
export_fact(struct text *text, char *fact)
{
	char *blank = strchr(fact, ' ');

	if (blank)
		*blank = '\0';
	capture_format_fact(text, fact, blank ? blank + 1 : "");
}

static int
export_line(struct exporting *exporting, const struct journal_entry *entry, FILE *file)
{
	char *string = strndup((const char *)entry->body, entry->len);
	struct text text;
	int r = string ? export_reserve(exporting, CAPTURE_LINE_SIZE(entry->len)) : -ENOMEM;

	if (r == 0) {
		text_begin(&text, exporting->line, exporting->line_size);
		if (entry->kind == JOURNAL_HOST)
			capture_format_host(&text, entry->t_us, string);
		else if (entry->kind == JOURNAL_FACT)
			export_fact(&text, string);
		else if (entry->len > 0)
			capture_format_bytes(&text, entry->t_us,
			                     entry->kind == JOURNAL_FROM_BOARD ? '<' : '>',
			                     entry->body, entry->len);
		r = export_write(&text, file);
	}
	free(string);
	return r;
}

static int
export_entry(struct exporting *exporting, const struct journal_export *export,
             const struct journal_entry *entry)
{
	FILE *file = entry->stream < exporting->n_files ? exporting->files[entry->stream] : NULL;

	if (entry->kind == JOURNAL_STREAM && entry->stream < JOURNAL_STREAMS_MAX)
		return export_begin(exporting, export, entry);
	if (!file || entry->kind > JOURNAL_FACT)
		return 0;
	return export_line(exporting, entry, file);
}

static int
export_explain(int r, const struct journal_entry *entry, struct journal_fault *fault)
{
	fault->error = r;
	snprintf(fault->text, sizeof(fault->text), "entry %llu cannot be exported: %s",
	         (unsigned long long)entry->seq,
	         r == -EBADMSG ? "it is not what this adoubed writes"
	         : r == -EIO   ? "the capture cannot be written"
	                       : strerror(-r));
	return r;
}

int
journal_export(struct journal_store *store, const struct journal_export *export,
               struct journal_fault *fault)
{
	struct journal_reader *reader =
		journal_reader_new(store, export->from ? export->from : 1, false, fault);
	struct exporting exporting = { 0 };
	struct journal_entry entry;
	enum journal_read read;
	int r = reader ? 0 : fault->error;

	while (r == 0 && (read = journal_reader_next(reader, &entry, fault)) != JOURNAL_READ_END) {
		if (read == JOURNAL_READ_DAMAGE || read == JOURNAL_READ_BROKEN)
			r = fault->error;
		if (read != JOURNAL_READ_ENTRY)
			continue;
		r = export_entry(&exporting, export, &entry);
		if (r < 0)
			export_explain(r, &entry, fault);
		if (export->progress && entry.seq % EXPORT_PROGRESS == 0)
			export->progress(export->ctx, entry.seq, journal_store_last(store));
	}
	journal_reader_free(reader);
	free(exporting.files);
	free(exporting.line);
	return r;
}
