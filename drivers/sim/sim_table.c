/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/sim/sim_table.h"

#include <string.h>

#include "core/base/invariant.h"

static void
show_clock(struct sim_table *table, uint64_t t_us)
{
	struct clock_reading reading;

	sim_clock_read(&table->clock, t_us, &reading);
	sim_board_clock(&table->board, &reading, t_us);
}

static void
tell_ply(struct sim_table *table, const struct sim_action *action)
{
	struct sim_ply ply = { .index = action->ply,
		               .made_us = table->made_us,
		               .completed_us = TIME_UNKNOWN,
		               .clock_s = CLOCK_UNKNOWN };

	if (table->has_clock) {
		ply.completed_us = action->t_us;
		ply.clock_s =
			sim_clock_shown_s(&table->clock, (enum color)action->side, action->t_us);
	}
	if (table->listener.ply)
		table->listener.ply(table->listener.ctx, &ply);
}

static void
act(struct sim_table *table, const struct sim_action *action)
{
	struct sim_clock *clock = &table->clock;
	enum color side = (enum color)action->side;
	uint64_t t_us = action->t_us;

	switch (action->kind) {
	case SIM_PUT:
		sim_board_put(&table->board, action->sq, action->piece, t_us);
		return;
	case SIM_MADE:
		table->made_us = t_us;
		if (!table->has_clock)
			tell_ply(table, action);
		return;
	case SIM_RESULT:
		if (table->listener.result)
			table->listener.result(table->listener.ctx,
			                       action->sign ? t_us : TIME_UNKNOWN);
		return;
	case SIM_PRESS:
		sim_clock_press(clock, side, action->gift_us, t_us);
		tell_ply(table, action);
		break;
	case SIM_CLOCK_RESET:
		sim_clock_init(clock, table->initial_s, table->increment_s,
		               table->hand.setup.white_is_right);
		break;
	case SIM_CLOCK_START:
		sim_clock_start(clock, t_us);
		break;
	case SIM_CLOCK_STOP:
		sim_clock_stop(clock, t_us);
		break;
	case SIM_CLOCK_SET:
		if (table->listener.arbiter)
			table->listener.arbiter(table->listener.ctx, t_us);
		sim_clock_set(clock, side, action->seconds, t_us);
		break;
	}
	show_clock(table, t_us);
}

static void
fetch(struct sim_table *table)
{
	if (!table->has_next)
		table->has_next = sim_hand_next(&table->hand, &table->next);
}

void
sim_table_init(struct sim_table *table, const struct sim_board_setup *board,
               const struct sim_hand_setup *hand, const struct sim_table_listener *listener,
               uint64_t now_us)
{
	struct sim_board_output output = { listener->ctx, listener->bytes };
	struct sim_hand_setup hand_setup = *hand;
	struct position position;
	uint8_t start[64];

	memset(table, 0, sizeof(*table));
	table->listener = *listener;
	table->has_clock = hand_setup.clock = board->clock_connected;
	hand_setup.white_is_right = board->rotated;
	position_start(&position);
	position_placement(&position, start);
	sim_board_init(&table->board, board, &output, start, now_us);
	sim_hand_init(&table->hand, &hand_setup);
	/* What a clock shows that was set yesterday. */
	sim_clock_init(&table->clock, 5400, 0, board->rotated);
	show_clock(table, now_us);
	table->now_us = now_us;
}

void
sim_table_play(struct sim_table *table, const struct game *game, int32_t initial_s,
               int32_t increment_s, uint64_t now_us)
{
	INVARIANT(sim_table_is_idle(table));
	sim_table_advance(table, now_us);
	table->initial_s = initial_s;
	table->increment_s = increment_s;
	sim_hand_begin(&table->hand, game, initial_s, increment_s, table->now_us);
	fetch(table);
}

void
sim_table_clear(struct sim_table *table, uint64_t now_us)
{
	INVARIANT(sim_table_is_idle(table));
	sim_table_advance(table, now_us);
	sim_hand_clear(&table->hand, table->now_us);
	fetch(table);
}

bool
sim_table_is_idle(const struct sim_table *table)
{
	return !table->has_next;
}

void
sim_table_receive(struct sim_table *table, const uint8_t *bytes, size_t len, uint64_t now_us)
{
	sim_table_advance(table, now_us);
	sim_board_receive(&table->board, bytes, len, table->now_us);
}

bool
sim_table_is_updating(const struct sim_table *table)
{
	return sim_board_is_updating(&table->board);
}

uint64_t
sim_table_advance(struct sim_table *table, uint64_t now_us)
{
	uint64_t hand_us, clock_us, board_us;

	if (now_us < table->now_us)
		now_us = table->now_us;
	for (;;) {
		hand_us = table->has_next ? table->next.t_us : SIM_NO_DEADLINE;
		clock_us = sim_clock_next_us(&table->clock, table->now_us);
		if (hand_us > now_us && clock_us > now_us)
			break;
		if (hand_us <= clock_us) {
			struct sim_action action = table->next;

			table->has_next = false;
			table->now_us = hand_us;
			act(table, &action);
			fetch(table);
		} else {
			table->now_us = clock_us;
			show_clock(table, clock_us);
		}
	}
	table->now_us = now_us;
	board_us = sim_board_advance(&table->board, now_us);
	hand_us = hand_us < clock_us ? hand_us : clock_us;
	return hand_us < board_us ? hand_us : board_us;
}
