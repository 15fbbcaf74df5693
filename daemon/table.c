/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/table.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/log.h"
#include "daemon/mating_room.h"
#include "daemon/sparse.h"
#include "daemon/table_state.h"

/* --- Alerts ----------------------------------------------------------------------------------- */

/* As things stood when the sheet was due. */
static void
note_sheet(struct table *table, uint64_t t_us)
{
	struct tracker_view view;
	struct time_row row;

	tracker_look(table->tracker, &view);
	time_row_take(&row, tracker_game(table->tracker), &view, &table->time, t_us);
	if (time_sheet_add(&table->sheet, &row) < 0)
		log_error("out of memory: the time sheet lacks a row");
}

static void
on_alert(void *ctx, const struct alert *alert)
{
	struct table *table = ctx;

	if (alert->id == ALERT_TIME_SHEET)
		note_sheet(table, alert->t_us);
	if (table->listener.alert)
		table->listener.alert(table->listener.ctx, alert);
}

static void
on_settled(void *ctx, uint32_t number, enum alert_outcome outcome)
{
	struct table *table = ctx;

	if (table->listener.settled)
		table->listener.settled(table->listener.ctx, number, outcome, table->note);
}

/* --- The path from bytes to the record -------------------------------------------------------- */

/* What the tags of a game say of its day. */
static void
note_times(struct table *table, enum tracker_update what)
{
	if (what == TRACKER_GAME_BEGINS)
		table->times = (struct game_times){ table->now_us, TIME_UNKNOWN };
	else if (what == TRACKER_RESULT)
		table->times.declared_us = table->now_us;
}

/* Nothing that it reads is the time of a game that is played elsewhere (OL 20.1): the same as if nothing were heard of it. */
static void
update_clock(struct table *table, enum tracker_update what, const struct game *game,
             uint32_t first_ply, const struct tracker_view *view)
{
	if (view->follows != table->clock_rests)
		table_clock_link(table->clock, game, view->link_up && !view->follows,
		                 table->now_us);
	table->clock_rests = view->follows;
	if (!(view->follows && what == TRACKER_CLOCK))
		table_clock_update(table->clock, what, game, first_ply, view, table->now_us);
}

static void
on_update(void *ctx, enum tracker_update what, const struct game *game, uint32_t first_ply)
{
	struct table *table = ctx;
	struct tracker_view view;

	note_times(table, what);
	tracker_look(table->tracker, &view);
	laws_owe_presses(table->laws, table_clock_owes(table->clock));
	laws_attend(table->laws, table_clock_is_attended(table->clock));
	laws_update(table->laws, what, game, first_ply, &view, table->now_us);
	/* What the clock read some time ago is nothing to measure the present by. */
	if (!(table->recovering && what == TRACKER_CLOCK))
		update_clock(table, what, game, first_ply, &view);
	if (table->listener.changed)
		table->listener.changed(table->listener.ctx, what);
}

/* The game that is about to be replaced is put by while the tracker still has it. */
static void
on_game_over(void *ctx, const struct game *game)
{
	struct table *table = ctx;

	if (table_is_worth_writing(game))
		table_put_by(table, game);
	table->termination = NULL;
}

/* It may have been told by another board, before the link was lost. */
static void
note_serial(struct table *table, const char *serial)
{
	if (table->serial[0] && strcmp(table->serial, serial) != 0)
		laws_equipment_changed(table->laws, table->now_us);
	snprintf(table->serial, sizeof(table->serial), "%s", serial);
}

static void
note_fact(struct table *table, const struct board_event *event)
{
	char *fact = table->facts[event->fact.which];

	if (event->fact.which == BOARD_FACT_SERIAL)
		note_serial(table, event->fact.text);
	snprintf(fact, sizeof(table->facts[0]), "%s", event->fact.text);
	if (table->listener.changed)
		table->listener.changed(table->listener.ctx, TRACKER_BOARD);
}

/* The board's log tells what happened while it was away; the tracker hears it at the time it has, which
 * lies between then and now. What the clock said before it is older than its end. */
static void
hear_recovered(struct table *table, const struct board_event *event)
{
	table->recovered++;
	table->logged = true;
	table->clock_waits = false;
	table->recovering = true;
	table_pass_on(table, event);
	table->recovering = false;
}

/* What comes of the present before the board's log or its position have come: the clock has to wait for
 * them, and a change is part of both, but for a board that tells every change only once. Behind the log it is news: a man
 * who came and went before the position is in neither. A bus gives its log in several parts. Returns whether that
 * is all. */
static bool
wait_for_position(struct table *table, const struct board_event *event)
{
	if (!table->away || (table->logged && !table->driver->is_asked_for))
		return false;
	if (event->kind == BOARD_CLOCK) {
		table->clock_event = *event;
		table->clock_waits = true;
		return true;
	}
	return event->kind == BOARD_SQUARE && table->heard && !table->driver->is_asked_for;
}

/* A board that is asked for its position tells it within a second, or when it is asked again. One that has not told it for so long
 * behind its first word will not: the answer was lost, and nobody asks again, as in another program's recording. */
#define WAIT_US 5000000

/* It waits no longer: what came meanwhile is all there is, each at its time. */
static void
hear_waiting(struct table *table)
{
	uint32_t n = table->n_waiting;

	table->away = table->clock_waits = false;
	table->n_waiting = 0;
	for (uint32_t i = 0; i < n; i++)
		table_hear(table, &table->waiting[i]);
}

static void
keep_waiting(struct table *table, const struct board_event *event)
{
	table->waiting[table->n_waiting++] = *event;
	if (table->n_waiting == TABLE_WAITING_MAX ||
	    event->t_us >= table->waiting[0].t_us + WAIT_US)
		hear_waiting(table);
}

static void
on_event(void *ctx, const struct board_event *event)
{
	struct table *table = ctx;

	table->events++;
	laws_advance(table->laws, table->now_us);
	if (event->recovered) {
		hear_recovered(table, event);
		return;
	}
	if (event->kind == BOARD_FACT || event->kind == BOARD_CLOCK_ACK) {
		if (event->kind == BOARD_FACT)
			note_fact(table, event);
		return;
	}
	if (wait_for_position(table, event)) {
		if (table->heard)
			keep_waiting(table, event);
		return;
	}
	table->away = false;
	table->heard = true;
	table->n_waiting = 0;
	table_hear(table, event);
	if (table->clock_waits) {
		table->clock_waits = false;
		table->clock_event.t_us = event->t_us;
		table_hear(table, &table->clock_event);
	}
}

static void
on_untold(void *ctx, uint64_t since_us)
{
	struct table *table = ctx;

	laws_log_incomplete(table->laws, since_us, table->now_us);
}

static int
on_send(void *ctx, const uint8_t *bytes, size_t len)
{
	struct table *table = ctx;

	return table->listener.send(table->listener.ctx, bytes, len);
}

/* The memory of its parts, of zeros, so that what nobody has written to yet is nothing in a snapshot, either. */
static bool
reserve(struct table *table)
{
	table->driver_state = sparse_new(table->driver->state_size);
	table->tracker = sparse_new(tracker_size());
	table->laws = sparse_new(laws_size());
	table->mating = mating_room_take();
	return table->driver_state && table->tracker && table->laws && table->mating;
}

int
table_new(const struct board_driver *driver, const struct config *config,
          const struct config_table *setup, const struct table_listener *listener,
          struct table **ret_table)
{
	struct table *table = calloc(1, sizeof(*table));
	const struct tracker_listener tracker_listener = {
		.ctx = table,
		.update = on_update,
		.game_over = on_game_over,
	};
	const struct alert_listener alert_listener = { .ctx = table,
		                                       .raise = on_alert,
		                                       .settled = on_settled };

	if (!table)
		return -ENOMEM;
	table->driver = driver;
	table->config = config;
	table->setup = setup;
	table->listener = *listener;
	if (!reserve(table)) {
		table_free(table);
		return -ENOMEM;
	}
	driver->init(table->driver_state);
	tracker_init(table->tracker, &tracker_listener);
	laws_init(table->laws, &config->rules, setup ? setup->number : 0, &alert_listener,
	          table->mating);
	table_expect(table);
	session_time_init(&table->time, config);
	table->times = (struct game_times){ TIME_UNKNOWN, TIME_UNKNOWN };
	if (table_clock_new(&config->rules, table->laws, &table->time, table->mating,
	                    &table->clock) != 0) {
		table_free(table);
		return -ENOMEM;
	}
	/* The event's first table speaks for the hall. */
	if (!setup || setup == config->tables)
		table_clock_for_hall(table->clock);
	laws_ratings(table->laws, setup ? config_rating(setup) : 0);
	table->away = true; /* until its first word */
	table->out.ctx = table;
	table->out.event = on_event;
	table->out.untold = on_untold;
	table_set_send(table, listener->send);
	*ret_table = table;
	return 0;
}

void
table_expect(struct table *table)
{
	struct position start;
	unsigned int others;

	config_starts(table->config, table->setup, &start, &others);
	tracker_expect_start(table->tracker, &start);
	tracker_accept_starts(table->tracker, others);
	laws_expect(table->laws, &start, others == 0);
}

void
table_begin_at(struct table *table, int64_t unix_us, int32_t offset_s)
{
	session_time_begin(&table->time, unix_us, offset_s);
	table_clock_session(table->clock);
}

const struct session_time *
table_time(const struct table *table)
{
	return &table->time;
}

void
table_free(struct table *table)
{
	if (!table)
		return;
	for (size_t i = 0; i < table->n_finished; i++)
		free(table->finished[i].pgn);
	free(table->finished);
	free(table->pgn);
	time_sheet_clear(&table->sheet);
	sparse_free(table->tracker, tracker_size());
	table_clock_free(table->clock);
	sparse_free(table->laws, laws_size());
	if (table->mating)
		mating_room_give();
	sparse_free(table->driver_state, table->driver->state_size);
	free(table);
}

void
table_set_send(struct table *table, int (*send)(void *ctx, const uint8_t *bytes, size_t len))
{
	table->listener.send = send;
	table->out.send = send ? on_send : NULL;
}

/* A board that is asked tells what happened since it was asked last, with the time of each: what is due by
 * itself waits for its answer, which comes several times a second. */
void
table_from_board(struct table *table, uint64_t t_us, const uint8_t *bytes, size_t len)
{
	table_note_time(table, t_us);
	if (!table->driver->is_asked_for)
		table_catch_up(table);
	table->driver->feed(table->driver_state, &table->out, bytes, len, table->now_us);
	if (table->driver->is_asked_for)
		table_catch_up(table);
}

/* "# start 2025-03-14T13:00:00Z". Another date than that of the format is no error of the game. */
static void
note_start(struct table *table, const struct capture_line *line)
{
	int64_t unix_us;
	int32_t offset_s;

	if (strcmp(line->key, "start") == 0 &&
	    day_time_parse(line->value, &unix_us, &offset_s) == 0)
		table_begin_at(table, unix_us, offset_s);
}

int
table_line(struct table *table, const struct capture_line *line, char *error, size_t error_size)
{
	switch (line->kind) {
	case CAPTURE_FROM_BOARD:
		table_from_board(table, line->t_us, line->bytes, line->len);
		return 0;
	case CAPTURE_HOST:
		return table_host(table, line->t_us, line->json, error, error_size);
	case CAPTURE_FACT:
		note_start(table, line);
		return 0;
	case CAPTURE_NOTHING:
	case CAPTURE_TO_BOARD:
		return 0;
	}
	return 0;
}
