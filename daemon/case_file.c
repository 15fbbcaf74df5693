/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/case_file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/case_clock.h"
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

	bool sides_known, no_memory;
	bool ordered;       /* the last line was an order that is kept, */
	uint32_t n_refused; /* and so many had been refused before it */

	/* The second time. */
	const struct board_driver *driver;
	void *driver_state;
	struct case_clock clock;
	uint8_t board[64]; /* as its sensors have it */
	bool scanned;
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
	file->alert.image = NULL; /* what was shown is read anew */
}

/* The position of the alert may be the one behind the ply: of what was said after it. */
static void
keep_move(struct reading *reading)
{
	const struct table *table = reading->fold->table;
	const struct game *game = table ? table_game(table) : NULL;
	struct case_file *file = reading->file;
	struct position before = file->before;

	if (game && file->alert.ply > 0 && file->alert.ply <= game->n_plies + 1)
		game_position(game, file->alert.ply - 1, &before);
	file->move = before.fullmove;
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

/* How the board lay and whose side of the clock was whose in the alert's game: from when it is known there on, if it was not
 * when the alert was told. The next game may be played the other way round. */
static void
keep_sides(struct reading *reading)
{
	struct case_file *file = reading->file;
	uint32_t game = file->alert.game > 0 ? file->alert.game : 1;
	struct tracker_view view;

	if (!file->found || !reading->fold->table)
		return;
	table_view(reading->fold->table, &view);
	if (view.games > game)
		return;
	if (!reading->sides_known) {
		file->rotated = view.rotated;
		reading->sides_known = view.games == game;
	}
	if (table_white_clock(reading->fold->table) >= 0)
		file->white_clock = table_white_clock(reading->fold->table);
}

static void
on_alert(void *ctx, const struct alert *alert)
{
	struct reading *reading = ctx;

	if (reading->options->number == 0)
		reading->options->alert(reading->options->ctx, alert);
	else if (alert->number == reading->options->number) {
		keep_alert(reading->file, alert);
		keep_move(reading);
		keep_moves(reading);
		keep_sides(reading);
	}
}

static void
on_settled(void *ctx, uint32_t number, enum alert_outcome outcome, const char *note)
{
	struct reading *reading = ctx;

	(void)note; /* it is in the decision */
	if (number != reading->options->number)
		return;
	reading->file->outcome = outcome;
	reading->file->settled_us = reading->now_us;
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
	keep_sides(reading);
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

/* What the event's regulations say about it. */
static void
keep_rules(struct reading *reading)
{
	const struct fold *fold = reading->fold;
	const struct ruleset *rules = &fold->config.rules;
	struct case_file *file = reading->file;
	struct case_appeal *appeal = &file->appeal;

	file->penalties = alert_is_breach(file->alert.id) ? rules->value[RULE_PENALTIES] : 0;
	file->level = rules->level;
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
	session_time_text(time, file->settled_us, file->settled);
	for (size_t i = 0; i < file->n_decided; i++)
		session_time_text(time, file->decided[i].t_us, file->decided[i].time);
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

/* Room for one more of them: list[n] has grown where n is a power of two. NULL when memory is out. */
static void *
make_room(struct reading *reading, void *list, size_t n, size_t size)
{
	void *more = (n & (n - 1)) == 0 ? realloc(list, (n ? 2 * n : 1) * size) : list;

	reading->no_memory |= !more;
	return more;
}

static void
add_decided(struct reading *reading, const struct capture_line *line)
{
	struct case_file *file = reading->file;
	struct case_order *more = make_room(reading, file->decided, file->n_decided, sizeof(*more));

	if (!more)
		return;
	file->decided = more;
	more[file->n_decided] =
		(struct case_order){ .t_us = line->t_us, .json = strdup(line->json) };
	reading->no_memory |= !more[file->n_decided].json;
	file->n_decided += more[file->n_decided].json != NULL;
}

/* The table has had the line by now. */
static void
note_refused(struct reading *reading)
{
	struct case_file *file = reading->file;

	if (reading->ordered)
		file->decided[file->n_decided - 1].refused =
			reading->fold->refused > reading->n_refused;
	reading->ordered = false;
	reading->n_refused = reading->fold->refused;
}

static void
take_line(void *ctx, const struct capture_line *line)
{
	struct reading *reading = ctx;
	size_t n = reading->file->n_decided;

	note_refused(reading);
	reading->now_us = line->t_us;
	keep_sides(reading);
	if (line->kind == CAPTURE_HOST && reading->file->found && is_about(reading, line->json))
		add_decided(reading, line);
	reading->ordered = reading->file->n_decided > n;
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
	struct case_event *more = make_room(reading, file->events, n, sizeof(*more));

	if (!more)
		return NULL;
	file->events = more;
	file->events[n] = (struct case_event){ .t_us = t_us, .kind = kind };
	file->n_events++;
	return &file->events[n];
}

static void
add_clock(struct reading *reading, uint64_t t_us, const struct clock_reading *clock)
{
	struct case_event *added =
		is_around(reading, t_us) ? add_event(reading, t_us, CASE_CLOCK) : NULL;

	if (added)
		added->clock = *clock;
}

/* The last one is told when more has come. */
static void
put_in_order(struct case_file *file)
{
	struct case_event *events = file->events, last;
	size_t i = file->n_events;

	if (i == 0)
		return;
	last = events[--i];
	for (; i > 0 && events[i - 1].t_us > last.t_us; i--)
		events[i] = events[i - 1];
	events[i] = last;
}

/* What it shows now. */
static void
keep_clock(const struct reading *reading, int32_t ret_clock_s[2])
{
	const struct case_clock *clock = &reading->clock;
	int white = reading->file->white_clock;

	for (int side = WHITE; side <= BLACK; side++)
		ret_clock_s[side] =
			clock->any && clock->last.connected && white >= 0
				? clock->last.face[side == WHITE ? white : !white].seconds
				: CLOCK_UNKNOWN;
}

/* What clock and board showed when the alert was told, before what came after. */
static void
tell_moment(struct reading *reading, uint64_t t_us)
{
	struct case_clock *clock = &reading->clock;
	struct case_file *file = reading->file;

	if (t_us > file->alert.since_us && !clock->kept_first) {
		clock->kept_first = true;
		keep_clock(reading, file->clock_since_s);
	}
	if (t_us <= file->alert.t_us || clock->told_last)
		return;
	clock->told_last = true;
	keep_clock(reading, file->clock_told_s);
	file->is_shown = reading->scanned;
	for (int sq = 0; sq < 64; sq++)
		file->shown[sq] = reading->board[file->rotated ? 63 - sq : sq];
	if (clock->any && !clock->told) {
		add_clock(reading, clock->t_us, &clock->last);
		put_in_order(file);
	}
	clock->told = true;
}

static void
on_clock(struct reading *reading, const struct board_event *event)
{
	struct clock_reading heard = event->clock;

	/* No clock says nothing of its lever. */
	if (!heard.connected && reading->clock.any)
		heard.turn = reading->clock.last.turn;
	if (case_clock_hear(&reading->clock, event->t_us, &heard, is_around(reading, event->t_us)))
		add_clock(reading, event->t_us, &heard);
}

static void
on_event(void *ctx, const struct board_event *event)
{
	struct reading *reading = ctx;
	struct case_event *added;

	if (event->kind == BOARD_CLOCK)
		on_clock(reading, event);
	if (event->kind == BOARD_SCAN) {
		memcpy(reading->board, event->scan, sizeof(reading->board));
		reading->scanned = true;
	}
	if (event->kind == BOARD_SQUARE)
		reading->board[event->square.sq] = event->square.piece;
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

	tell_moment(reading, line->t_us);
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
		              .alert = first ? on_alert : NULL,
		              .settled = first ? on_settled : NULL,
		              .changed = first ? on_changed : NULL },
		.line = first ? take_line : show_line,
	};
	int r;

	if (options->file)
		rewind(options->file);
	reading->fold = &fold;
	r = fold_read(&fold);
	if (first)
		note_refused(reading);
	if (fold.table && first) {
		if (options->now_us > 0)
			table_advance(fold.table, options->now_us);
		keep_sides(reading);
		if (reading->file->found) {
			keep_rules(reading);
			keep_place(reading);
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
	tell_moment(reading, UINT64_MAX);
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
	free(file->fault);
	for (size_t i = 0; i < file->n_events; i++)
		free(file->events[i].json);
	free(file->events);
	free(file->moves);
	free(file->line);
	memset(file, 0, sizeof(*file));
}
