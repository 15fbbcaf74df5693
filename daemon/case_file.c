/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/case_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/case_reading.h"

static bool
begins(const char *article, const char *with)
{
	return strncmp(article, with, strlen(with)) == 0;
}

/* Annex A is for rapid and B for blitz, with adequate supervision; the rules for play without it are A.5 in the Laws of 2023, A.4
 * before, and B.4 has them for blitz, too. In 2014 they take the place of 7.5.b: the first illegal move loses (A.4.b). */
bool
case_cites(const struct case_file *file, const char *article)
{
	enum edition edition = file->alert.edition;

	if (begins(article, edition == EDITION_FIDE_2023 ? "A.5" : "A.4"))
		return !file->supervised;
	if (begins(article, "A."))
		return file->supervised && file->level == LEVEL_RAPID;
	if (begins(article, "B."))
		return file->supervised && file->level == LEVEL_BLITZ;
	return edition != EDITION_FIDE_2014 || file->supervised || !begins(article, "7.5.b");
}

static int
read_once(struct reading *reading, bool first, FILE *complaints)
{
	const struct case_options *options = reading->options;
	struct fold fold = {
		.command = options->command,
		.path = options->path,
		.file = options->file,
		.complaints = complaints,
		.event = options->config,
		/* Of several nobody says which, unless the recording does. */
		.setup = options->config->n_tables == 1 ? &options->config->tables[0] : NULL,
		.listener = { .ctx = reading,
		              .alert = first ? case_on_alert : NULL,
		              .settled = first ? case_on_settled : NULL,
		              .changed = first ? case_on_changed : NULL },
		.line = first ? case_take_line : case_show_line,
	};
	int r;

	if (options->file)
		rewind(options->file);
	reading->fold = &fold;
	r = fold_read(&fold);
	if (first) {
		case_note_refused(reading);
		reading->file->n_refused = fold.refused;
		reading->file->is_cut = r < 0;
		reading->file->cut_us = reading->now_us;
	}
	if (fold.table && first) {
		if (options->now_us > 0)
			table_advance(fold.table, options->now_us);
		case_keep_sides(reading);
		if (reading->file->found) {
			case_keep_rules(reading);
			case_keep_place(reading);
			case_keep_related(reading);
		}
	}
	fold_free(&fold);
	return r;
}

/* The first time, whose complaints are kept, too. */
static int
read_alert(struct reading *reading)
{
	const struct case_options *options = reading->options;
	size_t len;
	FILE *complaints = open_memstream(&reading->file->fault, &len);
	int r;

	if (!complaints)
		return -ENOMEM;
	r = read_once(reading, true, complaints);
	fclose(complaints);
	if (reading->file->fault && len == 0) {
		free(reading->file->fault);
		reading->file->fault = NULL;
	}
	if (reading->file->fault)
		fputs(reading->file->fault, options->complaints ? options->complaints : stderr);
	return r;
}

/* The second time, of which the same would have to be complained. */
static void
read_around(struct reading *reading)
{
	struct case_file *file = reading->file;
	uint64_t around_us = reading->options->around_us;
	char *same = NULL;
	size_t len;
	FILE *complaints = open_memstream(&same, &len);

	reading->no_memory |= !complaints;
	if (!complaints)
		return;
	file->from_us = file->alert.since_us > around_us ? file->alert.since_us - around_us : 0;
	file->until_us = file->alert.t_us + around_us;
	read_once(reading, false, complaints);
	case_tell_moment(reading, UINT64_MAX);
	free(reading->driver_state);
	fclose(complaints);
	free(same);
}

int
case_file_read(const struct case_options *options, struct case_file *ret_file)
{
	struct reading reading = { .options = options, .file = ret_file };
	int r;

	memset(ret_file, 0, sizeof(*ret_file));
	ret_file->white_clock = -1;
	for (int side = WHITE; side <= BLACK; side++)
		ret_file->clock_since_s[side] = ret_file->clock_told_s[side] = CLOCK_UNKNOWN;
	r = read_alert(&reading);
	if (ret_file->found)
		read_around(&reading);
	return r == 0 && reading.no_memory ? -ENOMEM : r;
}

void
case_file_clear(struct case_file *file)
{
	for (size_t i = 0; i < file->n_decided; i++)
		free(file->decided[i].json);
	free(file->decided);
	free(file->related);
	free(file->fault);
	for (size_t i = 0; i < file->n_events; i++)
		free(file->events[i].json);
	free(file->events);
	free(file->moves);
	free(file->line);
	memset(file, 0, sizeof(*file));
}
