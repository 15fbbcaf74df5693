/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/sim/sim_table.h"

#include <string.h>

#include "core/base/invariant.h"

#define SEED_TABLE UINT64_C(0x7461626c65) /* sensors and line have their own sequences */

static void
read_sensors(struct sim_table *table, uint64_t t_us)
{
	uint8_t piece;
	int sq;

	while (sim_sensors_change(&table->sensors, &sq, &piece))
		sim_board_put(&table->board, sq, piece, t_us);
}

static void
show_clock(struct sim_table *table, uint64_t t_us)
{
	struct clock_reading reading;

	sim_clock_read(&table->clock, t_us, &reading);
	sim_board_clock(&table->board, &reading, t_us);
}

/* A board that polls its clock learns of nothing before. */
static void
change_clock(struct sim_table *table, uint64_t t_us)
{
	if (table->poll_us == SIM_NO_DEADLINE)
		show_clock(table, t_us);
}

static void
poll_clock(struct sim_table *table, uint64_t t_us)
{
	struct sim_span poll = table->hand.setup.profile->wire->poll;

	show_clock(table, t_us);
	table->poll_us = t_us + 1000 * (uint64_t)sim_random_between(&table->random, poll.min_ms,
	                                                            poll.max_ms);
}

static void
tell_incident(void *ctx, const struct sim_incident *incident)
{
	struct sim_table *table = ctx;

	if (table->listener.incident)
		table->listener.incident(table->listener.ctx, incident);
}

static void
note(struct sim_table *table, const struct sim_action *action)
{
	const struct sim_incident incident = { .what = action->trouble,
		                               .sq = action->sq,
		                               .piece = action->piece,
		                               .ply = action->ply,
		                               .squares = action->squares,
		                               .from_us = action->t_us,
		                               .until_us = action->until_us };

	tell_incident(table, &incident);
}

static void
board_says(void *ctx, uint64_t t_us, const uint8_t *bytes, size_t len)
{
	struct sim_table *table = ctx;

	sim_line_bytes(&table->line, t_us, bytes, len);
}

static void
host_sets_clock(void *ctx, uint64_t t_us, const struct clock_reading *reading)
{
	struct sim_table *table = ctx;

	sim_clock_take(&table->clock, reading, t_us);
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
		sim_sensors_put(&table->sensors, action->sq, action->piece, t_us);
		read_sensors(table, t_us);
		return;
	case SIM_NOTE:
		note(table, action);
		return;
	case SIM_MADE:
		table->made_us = t_us;
		sim_sensors_ply(&table->sensors, action->ply, t_us);
		read_sensors(table, t_us);
		sim_line_ply(&table->line, action->ply, t_us);
		if (!table->has_clock)
			tell_ply(table, action);
		return;
	case SIM_RESULT:
		sim_sensors_end(&table->sensors, t_us);
		read_sensors(table, t_us);
		if (table->listener.result)
			table->listener.result(table->listener.ctx,
			                       action->sign ? t_us : TIME_UNKNOWN);
		return;
	case SIM_LEVER:
		sim_clock_press(clock, side, 0, t_us);
		break;
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
	change_clock(table, t_us);
}

static void
fetch(struct sim_table *table)
{
	if (!table->has_next)
		table->has_next = sim_hand_next(&table->hand, &table->next);
}

void
sim_table_board(const struct sim_profile *profile, uint64_t seed, struct sim_board_setup *ret_board)
{
	const struct sim_wire *wire = profile->wire;
	struct sim_random random;

	/* Boards differ in how long a scan takes. The hands have their own sequence, so that they do
	 * the same whatever is drawn here. */
	sim_random_init(&random, ~seed);
	sim_board_setup_default(ret_board);
	ret_board->occupancy = profile->senses->occupancy;
	ret_board->dumps_only = wire->dumps_only;
	ret_board->scan_us =
		sim_random_between(&random, wire->scan.min_ms * 1000, wire->scan.max_ms * 1000);
	ret_board->seed = sim_random_next(&random);
}

void
sim_table_init(struct sim_table *table, const struct sim_board_setup *board,
               const struct sim_hand_setup *hand, const struct sim_table_listener *listener,
               uint64_t now_us)
{
	const struct sim_profile *profile = hand->profile;
	struct sim_board_output output = { table, board_says, host_sets_clock };
	struct sim_line_output line = { listener->ctx, listener->bytes, listener->link,
		                        listener->incident };
	struct sim_hand_setup hand_setup = *hand;
	struct position position;
	uint8_t start[64];

	memset(table, 0, sizeof(*table));
	table->listener = *listener;
	table->has_clock = hand_setup.clock = board->clock_connected;
	hand_setup.white_is_right = board->rotated;
	position_start(&position);
	position_placement(&position, start);
	sim_random_init(&table->random, hand->seed ^ SEED_TABLE);
	sim_line_init(&table->line, profile->wire, sim_random_next(&table->random), board->rotated,
	              &line);
	sim_sensors_init(&table->sensors, profile->senses, sim_random_next(&table->random), start,
	                 table, tell_incident);
	sim_board_init(&table->board, board, &output, start, now_us);
	sim_hand_init(&table->hand, &hand_setup);
	/* What a clock shows that was set yesterday. */
	sim_clock_init(&table->clock, 5400, 0, board->rotated);
	show_clock(table, now_us);
	table->poll_us = profile->wire->poll.max_ms > 0 ? now_us : SIM_NO_DEADLINE;
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
sim_table_is_read(const struct sim_table *table)
{
	return sim_board_is_read(&table->board);
}

static uint64_t
earlier(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

static void
run_hand(struct sim_table *table)
{
	struct sim_action action = table->next;

	table->has_next = false;
	table->now_us = action.t_us;
	act(table, &action);
	fetch(table);
}

uint64_t
sim_table_advance(struct sim_table *table, uint64_t now_us)
{
	uint64_t next_us, line_us;

	if (now_us < table->now_us)
		now_us = table->now_us;
	for (;;) {
		uint64_t hand_us = table->has_next ? table->next.t_us : SIM_NO_DEADLINE;
		uint64_t clock_us = sim_clock_next_us(&table->clock, table->now_us);
		uint64_t sensors_us = sim_sensors_due(&table->sensors);

		if (table->poll_us != SIM_NO_DEADLINE)
			clock_us = table->poll_us;
		next_us = earlier(earlier(hand_us, clock_us), sensors_us);
		if (next_us > now_us)
			break;
		table->now_us = next_us;
		if (next_us == hand_us) {
			run_hand(table);
		} else if (next_us == sensors_us) {
			sim_sensors_run(&table->sensors, next_us);
			read_sensors(table, next_us);
		} else if (table->poll_us != SIM_NO_DEADLINE) {
			poll_clock(table, next_us);
		} else {
			show_clock(table, next_us);
		}
	}
	table->now_us = now_us;
	next_us = earlier(next_us, sim_board_advance(&table->board, now_us));
	line_us = sim_line_advance(&table->line, now_us);
	return earlier(next_us, line_us);
}
