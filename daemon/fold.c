/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/fold.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/utf8.h"

static FILE *
complaints(const struct fold *fold)
{
	return fold->complaints ? fold->complaints : stderr;
}

void
fold_put_name(const char *path, FILE *out)
{
	const char *name = strcmp(path, "-") == 0 ? "standard input" : path;

	while (*name) {
		size_t len = utf8_shown(name);

		if (len == 0)
			putc('?', out);
		else
			fwrite(name, 1, len, out);
		name += len > 0 ? len : 1;
	}
}

/* "adoube replay: game.capture" */
static void
begin_complaint(const struct fold *fold)
{
	fprintf(complaints(fold), "%s: ", fold->command);
	fold_put_name(fold->path, complaints(fold));
}

static int
complain(const struct fold *fold, const char *cause)
{
	begin_complaint(fold);
	/* Before its first line it is the file that is wrong. */
	if (fold->reader.line > 0)
		fprintf(complaints(fold), ":%llu", (unsigned long long)fold->reader.line);
	fprintf(complaints(fold), ": %s\n", cause);
	return -EBADMSG;
}

void
fold_begin(struct fold *fold)
{
	fold->config = *fold->event;
	fold->table = NULL;
	fold->driver[0] = '\0';
	fold->refused = 0;
	fold->day = (struct day_time){ 0 };
}

static int
refuse_driver(const struct fold *fold, const char *driver_name)
{
	char cause[160];

	if (fold->table || fold->driver[0] != '\0')
		return complain(fold, "a second '# driver' line");
	snprintf(cause, sizeof(cause), "unknown driver '%.40s' (known: %s)", driver_name,
	         board_drivers[0]->name);
	return complain(fold, cause);
}

int
fold_driver(struct fold *fold, const char *driver_name)
{
	const struct board_driver *driver = board_driver_find(driver_name);

	if (fold->table || !driver)
		return refuse_driver(fold, driver_name);
	if (table_new(driver, &fold->config, fold->setup, &fold->listener, &fold->table) != 0)
		return complain(fold, "out of memory");
	if (fold->day.known)
		table_begin_at(fold->table, fold->day.unix_us, fold->day.offset_s);
	return 0;
}

/* When the capture began; the table may not be open yet. */
static void
take_begin(struct fold *fold, const char *value)
{
	struct day_time *day = &fold->day;

	day->known = day_time_parse(value, &day->unix_us, &day->offset_s) == 0;
	if (day->known && fold->table)
		table_begin_at(fold->table, day->unix_us, day->offset_s);
}

/* What the capture says changes the rules. A capture is no regulation: where the Laws ask for a word on
 * supervision and there is none, the Competition Rules are taken to apply in full. */
static void
settle_rules(struct fold *fold)
{
	char error[RULES_FAULT_SIZE];

	if (config_settle(&fold->config, error, sizeof(error)) == 0)
		return;
	rules_parse(&fold->config.stated, RULE_SUPERVISION, "on");
	config_settle(&fold->config, error, sizeof(error));
}

/* What games begin from, as the capture says it: `key` of [event]. A word that cannot be understood may
 * have been meant for somebody else: it is told, and the game is looked for without it. */
static void
take_start(struct fold *fold, const char *key, const char *value)
{
	char error[256];

	if (config_set(&fold->config, "event", key, value, error, sizeof(error)) != 0)
		complain(fold, error);
	else if (fold->table)
		table_expect(fold->table);
}

static bool
names_position(const struct config_start *start)
{
	return start->fen[0] != '\0' || start->chess960[0] != '\0';
}

/* The event file's words go before the capture's. */
static void
take_start_fact(struct fold *fold, const char *key, const char *value)
{
	static const struct config_start silent;
	const struct config_start *own = fold->setup ? &fold->setup->start : &silent;
	const struct config_start *event = &fold->event->event.start;

	if (strcmp(key, "start-from") == 0 && own->start[0] == '\0' && event->start[0] == '\0')
		take_start(fold, "start", value);
	else if (strcmp(key, "start-from") != 0 && !names_position(own) && !names_position(event))
		take_start(fold, key, value);
}

/* The event file knows best; a capture's own facts serve where it is silent. */
void
fold_fact(struct fold *fold, const char *key, const char *value)
{
	struct config *config = &fold->config;

	if (strcmp(key, "start") == 0 && config->event.date[0] == '\0' && strlen(value) >= 10) {
		snprintf(config->event.date, sizeof(config->event.date), "%.10s", value);
		config->event.date_is_found = true;
	}
	if (strcmp(key, "start") == 0)
		take_begin(fold, value);
	if (strcmp(key, "time-control") == 0 && config->time_control[0] == '\0')
		snprintf(config->time_control, sizeof(config->time_control), "%s", value);
	if (strcmp(key, "fen") == 0 || strcmp(key, "chess960") == 0 ||
	    strcmp(key, "start-from") == 0)
		take_start_fact(fold, key, value);
	settle_rules(fold);
}

/* Which table it is of: another one's names are not its own. */
static void
take_setup(struct fold *fold, const char *value)
{
	const struct config *event = fold->event;
	char *end;
	unsigned long number = strtoul(value, &end, 10);

	if (*end != '\0' || fold->table)
		return;
	fold->setup = NULL;
	for (size_t i = 0; i < event->n_tables; i++)
		if (event->tables[i].number == number)
			fold->setup = &event->tables[i];
}

/* The table waits until all is said of it: `driver` may come before `table`. */
static int
take_fact(struct fold *fold, const char *key, const char *value)
{
	if (strcmp(key, "driver") == 0) {
		if (fold->driver[0] != '\0' || !board_driver_find(value))
			return refuse_driver(fold, value);
		snprintf(fold->driver, sizeof(fold->driver), "%s", value);
	}
	if (strcmp(key, "table") == 0)
		take_setup(fold, value);
	fold_fact(fold, key, value);
	return 0;
}

static int
open_table(struct fold *fold)
{
	if (fold->table || fold->driver[0] == '\0')
		return 0;
	return fold_driver(fold, fold->driver);
}

static int
take_line(struct fold *fold, const struct capture_line *line)
{
	char error[TABLE_ERROR_SIZE];
	int r;

	if (line->kind == CAPTURE_FACT)
		return take_fact(fold, line->key, line->value);
	if (line->kind == CAPTURE_NOTHING)
		return 0;
	r = open_table(fold);
	if (r < 0)
		return r;
	if (!fold->table)
		return complain(fold, "no '# driver NAME' line before the first entry");
	r = table_line(fold->table, line, error, sizeof(error));
	if (r < 0)
		complain(fold, error);
	fold->refused += r == -EINVAL;
	return r == -EINVAL ? 0 : r;
}

static int
take_text(struct fold *fold, char *text, size_t len)
{
	struct capture_line line;
	struct capture_error error;

	if (capture_parse(&fold->reader, text, len, &line, &error) != 0) {
		begin_complaint(fold);
		fprintf(complaints(fold), ":%llu:%d: %s\n", (unsigned long long)error.line,
		        error.column, error.cause);
		return -EBADMSG;
	}
	if (fold->line)
		fold->line(fold->listener.ctx, &line);
	return take_line(fold, &line);
}

/* A line of a capture is a chunk as it arrived, thousands of bytes at most; a hundred times that is
 * another kind of file, or a device that never ends. */
#define REPLAY_LINE_MAX ((size_t)16 << 20)

struct line_buffer {
	char *text;
	size_t size;
};

/* Read a line without its newline, with room for a NUL behind it. 0; -ENODATA at the end of the file;
 * -E2BIG, -ENOMEM. */
static int
read_line(FILE *file, struct line_buffer *line, size_t *ret_len)
{
	size_t len = 0;
	int c;

	while ((c = getc_unlocked(file)) != EOF && c != '\n') {
		if (len + 1 >= line->size) {
			size_t size = line->size ? 2 * line->size : 4096;
			char *bigger = size <= REPLAY_LINE_MAX ? realloc(line->text, size) : NULL;

			if (!bigger)
				return size <= REPLAY_LINE_MAX ? -ENOMEM : -E2BIG;
			line->text = bigger;
			line->size = size;
		}
		line->text[len++] = (char)c;
	}
	*ret_len = len;
	return c == EOF && len == 0 ? -ENODATA : 0;
}

static int
complain_of_line(struct fold *fold, int error)
{
	fold->reader.line++;
	return complain(fold,
	                error == -E2BIG ? "a line of 16 MiB: this is no capture" : "out of memory");
}

static int
read_lines(struct fold *fold, FILE *file)
{
	struct line_buffer line = { .text = malloc(4096), .size = 4096 };
	size_t len;
	int r = line.text ? 0 : -ENOMEM;

	while (r == 0 && (r = read_line(file, &line, &len)) == 0)
		r = take_text(fold, line.text, len);
	if (r == -E2BIG || r == -ENOMEM)
		r = complain_of_line(fold, r);
	else if (r == -ENODATA && ferror(file))
		r = complain(fold, strerror(errno));
	else if (r == -ENODATA)
		r = fold->reader.line > 0 ? 0 : complain(fold, "empty: not an adoubed capture");
	free(line.text);
	return r;
}

int
fold_read(struct fold *fold)
{
	FILE *file = fold->file                     ? fold->file
	             : strcmp(fold->path, "-") == 0 ? stdin
	                                            : fopen(fold->path, "re");
	int r;

	fold_begin(fold);
	if (!file) {
		int cause = errno;

		fprintf(complaints(fold), "%s: cannot open ", fold->command);
		fold_put_name(fold->path, complaints(fold));
		fprintf(complaints(fold), ": %s\n", strerror(cause));
		return -EBADMSG;
	}
	capture_reader_init(&fold->reader);
	r = read_lines(fold, file);
	if (r == 0)
		r = open_table(fold);
	if (file != stdin && file != fold->file)
		fclose(file);
	return r == 0 && fold->refused > 0 ? -EBADMSG : r;
}

void
fold_free(struct fold *fold)
{
	table_free(fold->table);
	fold->table = NULL;
}
