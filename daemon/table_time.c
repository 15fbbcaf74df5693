/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What time alone brings to a table: to tracker, laws and clock in the order in which it comes, and to the driver.
 */
#include "daemon/table_state.h"

/* How far the tracker's time may go now. */
uint64_t
table_tracker_now(const struct table *table)
{
	return table->away && table->away_us < table->now_us ? table->away_us : table->now_us;
}

/* A dead position ends the game by itself (5.2.2), which is the Laws' to find. The record hears of it once its ply has been
 * told, after the event that brought it. */
static void
take_dead(struct table *table)
{
	const struct game *game = tracker_game(table->tracker);
	uint32_t n_plies = laws_dead_ply(table->laws);

	if (n_plies > 0 && game && game->result == RESULT_NONE)
		tracker_dead(table->tracker, n_plies, table_tracker_now(table));
}

/* What time alone brings, to tracker, laws and clock in the order in which it comes: whoever looks, and when,
 * the same happens at the same moments. Returns when something is due next. */
uint64_t
table_catch_up(struct table *table)
{
	uint64_t now_us = table->now_us;
	uint64_t due_us;

	for (;;) {
		uint64_t at_us = table->caught_us;
		uint64_t laws_us, clock_us;

		table->now_us = at_us;
		due_us = tracker_advance(table->tracker, table_tracker_now(table));
		if (table->away && due_us > table->away_us)
			due_us = TRACKER_NO_DEADLINE;
		laws_us = laws_advance(table->laws, at_us);
		take_dead(table);
		clock_us = table_clock_advance(table->clock, tracker_game(table->tracker), at_us);
		due_us = laws_us < due_us ? laws_us : due_us;
		due_us = clock_us < due_us ? clock_us : due_us;
		if (due_us <= at_us)
			due_us = at_us + 1;
		if (at_us == now_us)
			break;
		table->caught_us = due_us < now_us ? due_us : now_us;
	}
	table->now_us = now_us;
	return due_us;
}

uint64_t
table_reached(const struct table *table)
{
	return table->now_us;
}

void
table_note_time(struct table *table, uint64_t t_us)
{
	if (table->now_us < t_us)
		table->now_us = t_us;
}

static uint64_t
earlier(uint64_t a_us, uint64_t b_us)
{
	return a_us < b_us ? a_us : b_us;
}

/* Where the tracker would like to see the whole board, the driver asks it, once for every question.
 * What is sent and answered is in the recording, so a fold asks nothing. Returns when the next
 * question is due. */
static uint64_t
look_at_board(struct table *table)
{
	uint64_t due_us = tracker_look_due(table->tracker);

	if (!table->out.send || !table->driver->look || due_us == table->looked_us)
		return TRACKER_NO_DEADLINE;
	if (due_us > table->now_us)
		return due_us;
	table->looked_us = due_us;
	table->driver->look(table->driver_state, table->now_us);
	return TRACKER_NO_DEADLINE;
}

uint64_t
table_advance(struct table *table, uint64_t now_us)
{
	uint64_t driver_due_us = DRIVER_NO_DEADLINE;
	uint64_t due_us;

	table_note_time(table, now_us);
	if (table->out.send)
		driver_due_us =
			table->driver->tick(table->driver_state, &table->out, table->now_us);
	if (table->driver->is_asked_for && !table->away)
		return driver_due_us; /* its next answer brings the time along */
	due_us = earlier(table_catch_up(table), look_at_board(table));
	if (table->out.send)
		driver_due_us =
			table->driver->deadline(table->driver_state); /* a look is due sooner */
	return earlier(due_us, driver_due_us);
}

void
table_finish(struct table *table)
{
	tracker_finish(table->tracker);
	take_dead(table);
}
