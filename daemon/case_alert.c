/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The first reading for a case file: the alert, and what was decided.
 */
#include <stdlib.h>
#include <string.h>

#include "daemon/case_reading.h"
#include "daemon/case_writing.h"

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
static uint32_t
move_of(const struct reading *reading, const struct alert *alert)
{
	const struct table *table = reading->fold->table;
	const struct game *game = table ? table_game(table) : NULL;
	struct position before = *alert->before;

	if (game && alert->ply > 0 && alert->ply <= game->n_plies + 1)
		game_position(game, alert->ply - 1, &before);
	return before.fullmove;
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
void
case_keep_sides(struct reading *reading)
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

void
case_on_alert(void *ctx, const struct alert *alert)
{
	struct reading *reading = ctx;

	if (reading->options->number == 0)
		reading->options->alert(reading->options->ctx, alert);
	else if (alert->number == reading->options->number) {
		keep_alert(reading->file, alert);
		reading->file->move = move_of(reading, alert);
		keep_moves(reading);
		case_keep_sides(reading);
	} else
		case_add_related(reading, alert, move_of(reading, alert));
}

void
case_on_settled(void *ctx, uint32_t number, enum alert_outcome outcome, const char *note)
{
	struct reading *reading = ctx;

	(void)note; /* it is in the decision */
	case_settle_related(reading, number, outcome);
	if (number != reading->options->number)
		return;
	reading->file->outcome = outcome;
	reading->file->settled_us = reading->now_us;
}

/* When the alert's game ended; until the alert is known, the last one did. */
void
case_on_changed(void *ctx, enum tracker_update what)
{
	struct reading *reading = ctx;
	const struct table *table = reading->fold->table;
	const struct game *game = table ? table_game(table) : NULL;
	struct tracker_view view;

	(void)what;
	case_keep_sides(reading);
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

/* What the event's regulations say about it. */
void
case_keep_rules(struct reading *reading)
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
void
case_keep_place(struct reading *reading)
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

/* The arbiter's orders once it was told, and all decisions: about which of the alerts is seen to when all have been told. */
static bool
is_about(const struct reading *reading, const char *json, uint32_t *ret_number)
{
	const struct case_file *file = reading->file;
	json_t *members = json_loads(json, 0, NULL);
	const char *op = json_string_value(json_object_get(members, "op"));
	bool own = op && strcmp(op, "alert") == 0;
	bool order = op && (strcmp(op, "arbiter") == 0 || strcmp(op, "correct") == 0 ||
	                    strcmp(op, "penalty") == 0 || strcmp(op, "position") == 0 ||
	                    strcmp(op, "result") == 0);

	*ret_number = own ? (uint32_t)json_integer_value(json_object_get(members, "number")) : 0;
	json_decref(members);
	return own || (order && file->found &&
	               reading->now_us <= file->alert.t_us + reading->options->around_us);
}

static void
add_decided(struct reading *reading, const struct capture_line *line, uint32_t number)
{
	struct case_file *file = reading->file;
	struct case_order *more =
		case_make_room(reading, file->decided, file->n_decided, sizeof(*more));

	if (!more)
		return;
	file->decided = more;
	more[file->n_decided] = (struct case_order){ .t_us = line->t_us,
		                                     .number = number,
		                                     .json = strdup(line->json) };
	reading->no_memory |= !more[file->n_decided].json;
	file->n_decided += more[file->n_decided].json != NULL;
}

/* The table has had the line by now. */
void
case_note_refused(struct reading *reading)
{
	struct case_file *file = reading->file;

	if (reading->ordered)
		file->decided[file->n_decided - 1].refused =
			reading->fold->refused > reading->n_refused;
	reading->ordered = false;
	reading->n_refused = reading->fold->refused;
}

void
case_take_line(void *ctx, const struct capture_line *line)
{
	struct reading *reading = ctx;
	size_t n = reading->file->n_decided;
	uint32_t number;

	case_note_refused(reading);
	reading->now_us = line->t_us;
	case_keep_sides(reading);
	if (line->kind == CAPTURE_HOST && is_about(reading, line->json, &number))
		add_decided(reading, line, number);
	reading->ordered = reading->file->n_decided > n;
}
