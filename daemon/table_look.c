/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/table_state.h"

bool
table_envelope(const struct table *table, struct table_envelope *ret_envelope)
{
	const struct adjournment *adjourned = laws_adjournment(table->laws);
	struct table_envelope *envelope = ret_envelope;

	if (!adjourned)
		return false;
	envelope->position = adjourned->position;
	envelope->offered = adjourned->offered;
	envelope->is_closed = adjourned->stage != ADJOURN_SEALING;
	session_time_text(&table->time, adjourned->since_us, envelope->sealed_at);
	envelope->resume = table->resume;
	envelope->place = table->place;
	if (!table_clock_envelope(table->clock, tracker_game(table->tracker), envelope->left_s,
	                          envelope->used_s))
		for (int side = WHITE; side <= BLACK; side++)
			envelope->left_s[side] = envelope->used_s[side] = CLOCK_UNKNOWN;
	return true;
}

const struct time_sheet *
table_sheet(const struct table *table)
{
	return &table->sheet;
}

void
table_now(const struct table *table, struct time_row *ret_row)
{
	struct tracker_view view;

	tracker_look(table->tracker, &view);
	time_row_take(ret_row, tracker_game(table->tracker), &view, &table->time, table->now_us);
}

void
table_public_view(const struct table *table, struct tracker_view *ret_view, bool *ret_hidden)
{
	struct game game;

	*ret_hidden = false;
	tracker_look(table->tracker, ret_view);
	/* What is tried on a set beside a virtual board is nobody's business, either (OL 9.15). */
	if (!table_public_game(table, &game, ret_hidden) || !(*ret_hidden || ret_view->follows))
		return;
	position_placement(&game.now, ret_view->squares);
	ret_view->sync = TRACKER_IN_STEP;
}

void
table_view(const struct table *table, struct tracker_view *ret_view)
{
	tracker_look(table->tracker, ret_view);
}

bool
table_is_heard(const struct table *table)
{
	struct tracker_view view;

	tracker_look(table->tracker, &view);
	return view.link_up || !table->away;
}

const struct game *
table_game(const struct table *table)
{
	return tracker_game(table->tracker);
}

const char *
table_fact(const struct table *table, enum board_fact which)
{
	return table->facts[which];
}

const char *
table_board(const struct table *table)
{
	return table->board;
}

enum alert_outcome
table_outcome(const struct table *table, uint32_t number)
{
	return laws_outcome(table->laws, number);
}

const char *
table_termination(const struct table *table)
{
	return table->termination;
}

int32_t
table_owed(const struct table *table, enum color side)
{
	return table_clock_owed(table->clock, side);
}

void
table_presence(const struct table *table, enum color side, bool *ret_present, bool *ret_absent)
{
	table_clock_presence(table->clock, side, ret_present, ret_absent);
}

const struct position *
table_virtual(const struct table *table)
{
	return laws_virtual_now(table->laws);
}

void
table_driver(const struct table *table, enum driver_link *ret_link, struct driver_stats *ret_stats,
             const char **ret_advice)
{
	*ret_link = table->driver->link(table->driver_state);
	*ret_advice = table->driver->advice(table->driver_state);
	table->driver->stats(table->driver_state, ret_stats);
}

int
table_white_clock(const struct table *table)
{
	struct tracker_view view;

	table_view(table, &view);
	return view.clock_seen ? table_clock_white_side(table->clock, &view) : -1;
}

bool
table_clock_device(const struct table *table, struct clock_device *ret_device)
{
	if (!table->driver->clock)
		return false;
	table->driver->clock(table->driver_state, ret_device);
	return true;
}

uint64_t
table_recovered(const struct table *table)
{
	return table->recovered;
}

uint64_t
table_events(const struct table *table)
{
	return table->events;
}
