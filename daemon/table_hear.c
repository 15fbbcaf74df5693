/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a board says goes to all who are to hear it: the public, the clock, the tracker.
 */
#include "daemon/table_state.h"

/* What stands there, as the driver would tell it. */
static void
pass_on_scan(struct table *table)
{
	struct board_event scan = { .kind = BOARD_SCAN, .t_us = table->now_us };
	struct tracker_view view;

	tracker_look(table->tracker, &view);
	for (int sq = 0; sq < 64; sq++)
		scan.scan[sq] = view.squares[view.rotated ? 63 - sq : sq];
	table->listener.event(table->listener.ctx, &scan);
}

/* What is done on the board while a move is sealed is nobody's business (I.1.1), nor what is tried on a set beside a virtual
 * board (OL 9.15). */
static bool
is_private(const struct table *table)
{
	struct tracker_view view;

	if (laws_adjournment(table->laws))
		return true;
	tracker_look(table->tracker, &view);
	return view.follows;
}

/* Events are for the public, too: what was private is told in one when play goes on. */
static void
pass_on(struct table *table, const struct board_event *event)
{
	bool hidden;
	bool is_men = event->kind == BOARD_SQUARE || event->kind == BOARD_SCAN ||
	              event->kind == BOARD_MAGIC;

	if (!table->listener.event)
		return;
	hidden = is_private(table);
	if (table->held_back && !hidden)
		pass_on_scan(table);
	table->held_back = hidden;
	if (!hidden || !is_men)
		table->listener.event(table->listener.ctx, event);
}

void
table_pass_on(struct table *table, const struct board_event *event)
{
	pass_on(table, event);
	tracker_event(table->tracker, event);
}

void
table_hear(struct table *table, const struct board_event *event)
{
	if (!table->clock_rests)
		table_clock_event(table->clock, tracker_game(table->tracker), event, table->now_us);
	table_pass_on(table, event);
}
