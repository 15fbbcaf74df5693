/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/table_host.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <string.h>

/* --- The daemon's own ------------------------------------------------------------------------- */

static int
host_link(struct table *table, bool up)
{
	struct board_event event = { .kind = up ? BOARD_BACK : BOARD_LOST };

	if (!up && !table->away) {
		table->away = true;
		table->logged = false;
		table->away_us = table->now_us + TABLE_AWAY_US;
	}
	table->n_waiting = 0;
	event.t_us = up ? table_tracker_now(table) : table->now_us;

	laws_advance(table->laws, table->now_us);
	table_hear(table, &event);
	if (!up && table->driver->away)
		table->driver->away(table->driver_state);
	if (!up)
		laws_link_lost(table->laws, table->now_us);
	if (up && table->out.send)
		table->driver->start(table->driver_state, &table->out, table->now_us);
	return 0;
}

/* It may be another board that is plugged now: what the last one said of itself is over. */
static int
host_plugged(struct table *table, const json_t *members, char *error, size_t error_size)
{
	(void)members;
	(void)error;
	(void)error_size;
	memset(table->facts, 0, sizeof(table->facts));
	return host_link(table, true);
}

/* Another board stands on the table from now on; the game goes on. */
static int
host_board(struct table *table, const json_t *members, char *error, size_t error_size)
{
	const char *board = json_string_value(json_object_get(members, "board"));

	if (!board || board[0] == '\0' || strlen(board) >= sizeof(table->board)) {
		snprintf(error, error_size,
		         "\"board\" must be serial:NUMBER or the address of a board");
		return -EBADMSG;
	}
	snprintf(table->board, sizeof(table->board), "%s", board);
	return 0;
}

/* Also "started": the daemon was started, and the link is down until it says otherwise; and "listened": until here it
 * was heard, and then the daemon was ended without a word. What time alone brings after that, nobody waited for. */
static int
host_unplugged(struct table *table, const json_t *members, char *error, size_t error_size)
{
	(void)members;
	(void)error;
	(void)error_size;
	return host_link(table, false);
}

/* The time of day: what waits for a moment of it waits for another from now on. */
static int
host_time_of_day(struct table *table, const json_t *members, char *error, size_t error_size)
{
	int r;

	table_clock_advance(table->clock, tracker_game(table->tracker), table->now_us);
	r = session_time_offset(&table->time, members, error, error_size);
	table_clock_session(table->clock);
	return r;
}

/* The journal's word that it cannot be written: the arbiter must know, play goes on without a record. */
static int
host_log_failed(struct table *table, const json_t *members, char *error, size_t error_size)
{
	const struct game *game = tracker_game(table->tracker);
	struct position start;
	struct alert alert;
	unsigned int others;

	(void)members;
	(void)error;
	(void)error_size;
	config_starts(table->config, table->setup, &start, &others);
	alert_init(&alert, ALERT_LOG_WRITE_FAILED, &table->config->rules,
	           game ? &game->now : &start);
	alert.t_us = alert.since_us = table->now_us;
	laws_raise(table->laws, &alert);
	return 0;
}

/* What is played from here on, or not, is the listener's business. */
static int
host_round(struct table *table, const json_t *members, char *error, size_t error_size)
{
	const json_t *closed = json_object_get(members, "closed");

	if (!json_is_boolean(closed))
		return host_wrong(error, error_size, "\"closed\" must be true or false");
	if (table->listener.round)
		table->listener.round(table->listener.ctx, json_is_true(closed));
	return 0;
}

/* --- All of them ------------------------------------------------------------------------------ */

struct host_op {
	const char *op;
	bool said; /* by a person; only these, and "clock", know table->only_checks */
	/* 0; -EBADMSG or -EINVAL with the cause written to error[error_size]. */
	int (*act)(struct table *table, const json_t *members, char *error, size_t error_size);
};

static const struct host_op host_ops[] = {
	{ "alert", true, host_alert },
	{ "announced", true, host_announced },
	{ "arbiter", true, host_arbiter },
	{ "board", false, host_board },
	{ "claim", true, host_claim },
	{ "clock", false, host_clock },
	{ "colours-reversed", true, host_colours_reversed },
	{ "correct", true, host_correct },
	{ "device", true, host_device },
	{ "disconnected", true, host_disconnected },
	{ "draw-offer", true, host_offer },
	{ "listened", false, host_unplugged },
	{ "log-write-failed", false, host_log_failed },
	{ "penalty", true, host_penalty },
	{ "plugged", false, host_plugged },
	{ "position", true, host_position },
	{ "quickplay", true, host_quickplay },
	{ "reconnected", true, host_reconnected },
	{ "result", true, host_result },
	{ "round", false, host_round },
	{ "score", true, host_score },
	{ "sealed", true, host_sealed },
	{ "session", true, host_session },
	{ "sheet-request", true, host_sheet_request },
	{ "started", false, host_unplugged },
	{ "time-of-day", false, host_time_of_day },
	{ "two-boards", true, host_two_boards },
	{ "unplugged", false, host_unplugged },
	{ "virtual", true, host_virtual },
	{ "withdrawn", true, host_withdrawn },
};

#define N_HOST_OPS (sizeof(host_ops) / sizeof(host_ops[0]))

/* "unknown host event 'dance' (known: correct, ...)" */
static void
refuse_op(const char *op, char *error, size_t error_size)
{
	struct text text;

	text_begin(&text, error, error_size);
	text_string(&text, "unknown host event '");
	text_bytes(&text, op, strnlen(op, 40));
	text_string(&text, "' (known: ");
	for (size_t i = 0; i < N_HOST_OPS; i++) {
		text_string(&text, i > 0 ? ", " : "");
		text_string(&text, host_ops[i].op);
	}
	text_char(&text, ')');
}

const char *
table_said_word(size_t index)
{
	for (size_t i = 0; i < N_HOST_OPS; i++)
		if (host_ops[i].said && index-- == 0)
			return host_ops[i].op;
	return NULL;
}

bool
table_is_said(const char *op)
{
	for (size_t i = 0; op && i < N_HOST_OPS; i++)
		if (strcmp(op, host_ops[i].op) == 0)
			return host_ops[i].said;
	return false;
}

static int
act_on_host(struct table *table, const json_t *members, char *error, size_t error_size)
{
	const char *op = json_string_value(json_object_get(members, "op"));
	char cause[160];
	int r;

	for (size_t i = 0; op && i < N_HOST_OPS; i++) {
		if (strcmp(op, host_ops[i].op) != 0)
			continue;
		r = host_ops[i].act(table, members, cause, sizeof(cause));
		if (r < 0)
			snprintf(error, error_size, "host event '%s': %s", op, cause);
		return r;
	}
	if (op)
		refuse_op(op, error, error_size);
	else
		snprintf(error, error_size, "host event without an \"op\" string");
	return -EBADMSG;
}

/* is_persons: is it a person's word, and no machine's? Which board the table has is, and what its clock is told. */
static bool
is_persons(const char *op)
{
	return op && (table_is_said(op) || strcmp(op, "board") == 0 || strcmp(op, "clock") == 0);
}

int
table_check_said(struct table *table, uint64_t t_us, const char *json, char *error,
                 size_t error_size)
{
	int r;

	table->only_checks = true;
	r = table_host(table, t_us, json, error, error_size);
	table->only_checks = false;
	return r;
}

int
table_host(struct table *table, uint64_t t_us, const char *json, char *error, size_t error_size)
{
	json_error_t json_error;
	json_t *members = json_loads(json, JSON_REJECT_DUPLICATES, &json_error);
	const char *op;
	int r;

	if (!members) {
		snprintf(error, error_size, "host event is not JSON: %s (column %d of it)",
		         json_error.text, json_error.column);
		return -EBADMSG;
	}
	table_note_time(table, t_us);
	table_catch_up(table);
	op = json_string_value(json_object_get(members, "op"));
	r = act_on_host(table, members, error, error_size);
	if (r == 0 && table->listener.said && is_persons(op))
		table->listener.said(table->listener.ctx, t_us, op, json);
	json_decref(members);
	return r;
}
