/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/case_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/case_writing.h"
#include "daemon/fold.h"

struct reading {
	const struct case_options *options;
	struct case_file *file;
	uint64_t now_us;
	const struct fold *fold;
	uint32_t
		ended_game; /* of the last game that ended, or of the alert's: its number, from 1, */
	uint64_t ended_us;  /* and when that was */

	/* The second time. */
	const struct board_driver *driver;
	void *driver_state;
	uint8_t turn; /* of the clock, as last shown */
	bool running, any_clock, no_memory;
};

/* --- the first reading: the alert, and what was decided ----------------------------------------------------- */

/* What it points to is borrowed for the call. */
static void
keep_alert(struct case_file *file, const struct alert *alert)
{
	char line[ALERT_LINE_SIZE];
	struct text text;

	text_begin(&text, line, sizeof(line));
	if (alert_write(&text, alert, OUTPUT_CONTROL) == 0 && text_end(&text, NULL) == 0)
		file->line = strdup(line);
	file->found = true;
	file->alert = *alert;
	if (alert->hands) {
		file->hands = *alert->hands;
		file->alert.hands = &file->hands;
	}
	file->before = *alert->before;
	file->alert.before = &file->before;
	if (alert->after) {
		file->after = *alert->after;
		file->alert.after = &file->after;
	}
	if (alert->image) {
		file->image = *alert->image;
		file->alert.image = &file->image;
	}
}

/* What had been played when it was told. */
static void
keep_moves(struct reading *reading)
{
	const struct table *table = reading->fold->table;
	const struct game *game = table ? table_game(table) : NULL;

	if (game && case_has_moves(reading->file->alert.id))
		reading->no_memory |= case_take_moves(game, reading->file) < 0;
}

static void
on_alert(void *ctx, const struct alert *alert)
{
	struct reading *reading = ctx;

	if (reading->options->number == 0)
		reading->options->alert(reading->options->ctx, alert);
	else if (alert->number == reading->options->number) {
		keep_alert(reading->file, alert);
		keep_moves(reading);
	}
}

/* When the alert's game ended; until the alert is known, the last one did. */
static void
on_changed(void *ctx, enum tracker_update what)
{
	struct reading *reading = ctx;
	const struct table *table = reading->fold->table;
	const struct game *game = table ? table_game(table) : NULL;
	struct tracker_view view;

	(void)what;
	if (!game)
		return;
	table_view(table, &view);
	if (reading->file->found && view.games != reading->file->alert.game)
		return;
	if (game->result == RESULT_NONE)
		reading->ended_game = 0;
	else if (reading->ended_game != view.games) {
		reading->ended_game = view.games;
		reading->ended_us = reading->now_us;
	}
}

/* The rules for play without adequate supervision are A.5 in the Laws of 2023, A.4 before. */
bool
case_cites(const struct case_file *file, const char *article)
{
	const char *unsupervised = file->alert.edition == EDITION_FIDE_2023 ? "A.5" : "A.4";

	return !file->supervised || strncmp(article, unsupervised, strlen(unsupervised)) != 0;
}

/* What the event's regulations say about it. */
static void
keep_rules(struct reading *reading)
{
	const struct fold *fold = reading->fold;
	const struct ruleset *rules = &fold->config.rules;
	struct case_file *file = reading->file;
	struct case_appeal *appeal = &file->appeal;

	file->penalties = alert_is_breach(file->alert.id) ? rules->value[RULE_PENALTIES] : 0;
	file->supervised = rules->supervised;
	appeal->minutes = rules->value[RULE_APPEALS];
	appeal->is_over = reading->ended_game != 0 && reading->ended_game == file->alert.game;
	if (!appeal->is_over || appeal->minutes == RULE_NONE)
		return;
	appeal->until_us = reading->ended_us + (uint64_t)appeal->minutes * 60 * 1000000;
	session_time_text(table_time(fold->table), appeal->until_us, appeal->until);
}

/* Whose game it is, and when it was by the clock on the wall. */
static void
keep_place(struct reading *reading)
{
	const struct fold *fold = reading->fold;
	const struct session_time *time = table_time(fold->table);
	struct case_file *file = reading->file;

	snprintf(file->event, sizeof(file->event), "%s", fold->config.event.name);
	snprintf(file->round, sizeof(file->round), "%s", fold->config.event.round);
	if (fold->setup) {
		snprintf(file->players[WHITE], CONFIG_TEXT, "%s", fold->setup->white);
		snprintf(file->players[BLACK], CONFIG_TEXT, "%s", fold->setup->black);
	}
	session_time_text(time, file->alert.since_us, file->since);
	session_time_text(time, file->alert.t_us, file->told);
}

/* The arbiter's orders once it was told, and decisions about this very alert. */
static bool
is_about(const struct reading *reading, const char *json)
{
	const struct case_file *file = reading->file;
	json_t *members = json_loads(json, 0, NULL);
	const char *op = json_string_value(json_object_get(members, "op"));
	bool own =
		op && strcmp(op, "alert") == 0 &&
		json_integer_value(json_object_get(members, "number")) == reading->options->number;
	bool order = op && (strcmp(op, "arbiter") == 0 || strcmp(op, "correct") == 0 ||
	                    strcmp(op, "penalty") == 0 || strcmp(op, "position") == 0 ||
	                    strcmp(op, "result") == 0);

	json_decref(members);
	return own || (order && file->found &&
	               reading->now_us <= file->alert.t_us + reading->options->around_us);
}

static void
take_line(void *ctx, const struct capture_line *line)
{
	struct reading *reading = ctx;
	struct case_file *file = reading->file;

	reading->now_us = line->t_us;
	if (line->kind != CAPTURE_HOST || !file->found || file->n_decided == CASE_DECIDED_MAX ||
	    !is_about(reading, line->json))
		return;
	file->decided[file->n_decided].t_us = line->t_us;
	file->decided[file->n_decided].json = strdup(line->json);
	if (file->decided[file->n_decided].json)
		file->n_decided++;
}

/* --- the second reading: what sensors and clock said -------------------------------------------------------- */

static bool
is_around(const struct reading *reading, uint64_t t_us)
{
	return t_us >= reading->file->from_us && t_us <= reading->file->until_us;
}

/* add_event: a zeroed one; NULL when memory is out. */
static struct case_event *
add_event(struct reading *reading, uint64_t t_us, enum case_event_kind kind)
{
	struct case_file *file = reading->file;
	size_t n = file->n_events;
	struct case_event *more;

	if ((n & (n - 1)) == 0) { /* a power of two: it is full */
		more = realloc(file->events, (n ? 2 * n : 1) * sizeof(*more));
		reading->no_memory |= !more;
		if (!more)
			return NULL;
		file->events = more;
	}
	file->events[n] = (struct case_event){ .t_us = t_us, .kind = kind };
	file->n_events++;
	return &file->events[n];
}

/* Where lever or running changed; the seconds in between say nothing more. */
static void
on_clock(struct reading *reading, const struct board_event *event)
{
	const struct clock_reading *clock = &event->clock;
	struct case_event *added;

	if (reading->any_clock && reading->turn == clock->turn &&
	    reading->running == clock->running)
		return;
	reading->any_clock = true;
	reading->turn = clock->turn;
	reading->running = clock->running;
	added = is_around(reading, event->t_us) ? add_event(reading, event->t_us, CASE_CLOCK)
	                                        : NULL;
	if (added)
		added->clock = *clock;
}

static void
on_event(void *ctx, const struct board_event *event)
{
	struct reading *reading = ctx;
	struct case_event *added;

	if (event->kind == BOARD_CLOCK)
		on_clock(reading, event);
	if (!is_around(reading, event->t_us))
		return;
	if (event->kind == BOARD_SCAN)
		add_event(reading, event->t_us, CASE_SCAN);
	if (event->kind != BOARD_SQUARE)
		return;
	added = add_event(reading, event->t_us, CASE_SQUARE);
	if (!added)
		return;
	added->sq = (uint8_t)(reading->file->rotated ? 63 - event->square.sq : event->square.sq);
	added->piece = event->square.piece;
}

static void
show_line(void *ctx, const struct capture_line *line)
{
	struct reading *reading = ctx;
	const struct driver_out out = { .ctx = reading, .event = on_event };
	struct case_event *said;

	if (line->kind == CAPTURE_FACT && strcmp(line->key, "driver") == 0 && !reading->driver) {
		reading->driver = board_driver_find(line->value);
		reading->driver_state =
			reading->driver ? malloc(reading->driver->state_size) : NULL;
		if (reading->driver_state)
			reading->driver->init(reading->driver_state);
	}
	if (line->kind == CAPTURE_FROM_BOARD && reading->driver_state)
		reading->driver->feed(reading->driver_state, &out, line->bytes, line->len,
		                      line->t_us);
	if (line->kind != CAPTURE_HOST || !is_around(reading, line->t_us))
		return;
	said = add_event(reading, line->t_us, CASE_SAID);
	if (said)
		said->json = strdup(line->json);
}

/* --- both --------------------------------------------------------------------------------------------------- */

static int
read_once(struct reading *reading, bool first)
{
	const struct case_options *options = reading->options;
	struct fold fold = {
		.command = options->command,
		.path = options->path,
		.file = options->file,
		.complaints = options->complaints,
		.event = options->config,
		/* Of several nobody says which, unless the recording does. */
		.setup = options->config->n_tables == 1 ? &options->config->tables[0] : NULL,
		.listener = { .ctx = reading,
		              .alert = first ? on_alert : NULL,
		              .changed = first ? on_changed : NULL },
		.line = first ? take_line : show_line,
	};
	struct tracker_view view;
	int r;

	if (options->file)
		rewind(options->file);
	reading->fold = &fold;
	r = fold_read(&fold);
	if (fold.table && first) {
		if (options->now_us > 0)
			table_advance(fold.table, options->now_us);
		table_view(fold.table, &view);
		reading->file->rotated = view.rotated;
		if (reading->file->found) {
			keep_rules(reading);
			keep_place(reading);
		}
		reading->file->white_clock = table_white_clock(fold.table);
	}
	fold_free(&fold);
	return r;
}

int
case_file_read(const struct case_options *options, struct case_file *ret_file)
{
	struct reading reading = { .options = options, .file = ret_file };
	const struct alert *alert = &ret_file->alert;
	int r;

	memset(ret_file, 0, sizeof(*ret_file));
	ret_file->white_clock = -1;
	r = read_once(&reading, true);
	if (r < 0 || !ret_file->found)
		return r;
	ret_file->from_us =
		alert->since_us > options->around_us ? alert->since_us - options->around_us : 0;
	ret_file->until_us = alert->t_us + options->around_us;
	r = read_once(&reading, false);
	free(reading.driver_state);
	return r == 0 && reading.no_memory ? -ENOMEM : r;
}

void
case_file_clear(struct case_file *file)
{
	for (size_t i = 0; i < file->n_decided; i++)
		free(file->decided[i].json);
	for (size_t i = 0; i < file->n_events; i++)
		free(file->events[i].json);
	free(file->events);
	free(file->moves);
	free(file->line);
	memset(file, 0, sizeof(*file));
}
