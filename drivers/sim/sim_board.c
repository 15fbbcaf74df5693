/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/sim/sim_board.h"

#include <string.h>

#include "core/base/invariant.h"
#include "drivers/dgt/dgt_bus_wire.h"
#include "drivers/sim/sim_board_inside.h"

static int
sq_to_index(const struct sim_board *board, int sq)
{
	int index = dgt_index_from_sq((uint8_t)sq);

	return board->setup.rotated ? 63 - index : index;
}

static uint8_t
code_of(const struct sim_board *board, uint8_t piece)
{
	if (board->setup.occupancy)
		return piece == EMPTY ? DGT_CODE_EMPTY : DGT_CODE_WHITE_PAWN;
	return dgt_code_from_piece(piece);
}

/* The scan */

static bool
is_updating(const struct sim_board *board)
{
	return board->mode >= SIM_MODE_UPDATE;
}

bool
sim_board_is_read(const struct sim_board *board)
{
	return is_updating(board) && board->told;
}

/* When the scan next comes to square index, after now. */
static uint64_t
visit_us(const struct sim_board *board, int index)
{
	uint64_t scan_us = board->setup.scan_us;
	uint64_t first_us = board->epoch_us + scan_us * (uint64_t)index / DGT_SQUARES;

	if (board->now_us < first_us)
		return first_us;
	return first_us + ((board->now_us - first_us) / scan_us + 1) * scan_us;
}

static int
next_visit(const struct sim_board *board, uint64_t *ret_us)
{
	int next = -1;

	*ret_us = SIM_NO_DEADLINE;
	for (int i = 0; i < DGT_SQUARES; i++) {
		uint64_t us = board->changed >> i & 1 ? visit_us(board, i) : SIM_NO_DEADLINE;

		if (us < *ret_us) {
			*ret_us = us;
			next = i;
		}
	}
	return next;
}

static uint64_t
scan_due(const struct sim_board *board)
{
	uint64_t us;

	if (board->changed == 0)
		return SIM_NO_DEADLINE;
	next_visit(board, &us);
	return us;
}

/* A square whose update finds no room stays changed: the next round reports it. */
static void
see(struct sim_board *board, int index)
{
	uint8_t before = board->seen[index];
	uint8_t update[2] = { (uint8_t)index, board->standing[index] };
	uint64_t scan_us = board->setup.scan_us;

	if (is_updating(board) && !board->setup.dumps_only) {
		if (!sim_board_has_room(board, DGT_FIELD_UPDATE_LEN))
			return;
		sim_board_message(board, DGT_FIELD_UPDATE, update, sizeof(update));
	}
	board->seen[index] = board->standing[index];
	board->changed &= ~(UINT64_C(1) << index);
	sim_log_piece(&board->log, (uint8_t)index, before, board->seen[index], board->now_us);
	board->round_end_us =
		board->epoch_us + ((board->now_us - board->epoch_us) / scan_us + 1) * scan_us;
}

/* Only one square is ever due at a time (they are visited 3.6 ms apart), and now is its time: what
 * is seen is the square whose visit falls on this microsecond. */
static void
scan_run(struct sim_board *board)
{
	uint64_t scan_us = board->setup.scan_us;
	uint64_t since_us = (board->now_us - board->epoch_us) % scan_us;
	int index = (int)((since_us * DGT_SQUARES + scan_us - 1) / scan_us);

	INVARIANT(index < DGT_SQUARES && (board->changed >> index & 1) != 0);
	see(board, index);
}

static uint64_t
round_due(const struct sim_board *board)
{
	return board->round_end_us;
}

static void
round_run(struct sim_board *board)
{
	board->round_end_us = SIM_NO_DEADLINE;
	sim_log_at(&board->log, board->now_us);
	sim_log_position(&board->log, board->seen);
	if (board->setup.dumps_only && is_updating(board))
		sim_board_tell_position(board);
}

/* Everything that happens by itself. Where two fall on one moment, the earlier row goes first: the
 * scan leads, because its next visit is reckoned from the present moment on. */
static const struct {
	uint64_t (*due)(const struct sim_board *board);
	void (*run)(struct sim_board *board);
} activities[] = {
	{ scan_due, scan_run },
	{ round_due, round_run },
	{ sim_board_packet_due, sim_board_packet_run },
	{ sim_board_clock_due, sim_board_clock_run },
	{ sim_board_ack_due, sim_board_ack_run },
	{ sim_board_command_due, sim_board_command_run },
	{ sim_board_bus_due, sim_board_bus_run },
};

#define N_ACTIVITIES (sizeof(activities) / sizeof(activities[0]))

/* Power-up: three fillers, the tag, and a tag for each man found (dgt.md 2.7). What was logged before
 * stays. */
static void
switch_on(struct sim_board *board)
{
	board->wake_us = 0;
	board->epoch_us = board->now_us;
	board->mode = SIM_MODE_BUS;
	board->round_end_us = SIM_NO_DEADLINE;
	memcpy(board->seen, board->standing, sizeof(board->seen));
	board->changed = 0;
	sim_board_bus_reset(board);
	sim_log_at(&board->log, board->now_us);
	for (int i = 0; i < 3; i++)
		sim_log_tag(&board->log, DGT_LOG_FILLER);
	sim_log_tag(&board->log, DGT_LOG_POWER_UP);
	for (int i = 0; i < DGT_SQUARES; i++)
		if (board->seen[i] != DGT_CODE_EMPTY)
			sim_log_piece(&board->log, (uint8_t)i, DGT_CODE_EMPTY, board->seen[i],
			              board->now_us);
	sim_log_position(&board->log, board->seen);
}

void
sim_board_power(struct sim_board *board, bool on, uint64_t now_us)
{
	sim_board_advance(board, now_us);
	if (on && board->wake_us != 0)
		switch_on(board);
	else if (!on)
		sim_board_sleep(board, SIM_NO_DEADLINE);
}

/* Nothing happens in a board that is off, but that it may come on again by itself. */
static uint64_t
next_activity(const struct sim_board *board, size_t *ret_which)
{
	uint64_t due = board->wake_us != 0 ? board->wake_us : SIM_NO_DEADLINE;

	*ret_which = N_ACTIVITIES;
	for (size_t i = 0; board->wake_us == 0 && i < N_ACTIVITIES; i++) {
		uint64_t us = activities[i].due(board);

		if (us < due) {
			due = us;
			*ret_which = i;
		}
	}
	return due;
}

uint64_t
sim_board_advance(struct sim_board *board, uint64_t now_us)
{
	if (now_us < board->now_us)
		now_us = board->now_us;
	for (;;) {
		size_t which;
		uint64_t due = next_activity(board, &which);

		if (due > now_us) {
			board->now_us = now_us;
			return due;
		}
		if (due > board->now_us)
			board->now_us = due;
		if (which == N_ACTIVITIES)
			switch_on(board);
		else
			activities[which].run(board);
	}
}

void
sim_board_setup_default(struct sim_board_setup *ret_setup)
{
	*ret_setup = (struct sim_board_setup){
		.clock_connected = true,
		.scan_us = SIM_BOARD_SCAN_US,
		.address = 1025,
		.serial = "01025",
		.long_serial = "3000147740",
		.version = { 1, 2 },
		.hardware = { 1, 0 },
		.clock_version = 0x20,
	};
}

void
sim_board_init(struct sim_board *board, const struct sim_board_setup *setup,
               const struct sim_board_output *output, const uint8_t placement[64], uint64_t now_us)
{
	memset(board, 0, sizeof(*board));
	board->setup = *setup;
	board->output = *output;
	if (board->setup.scan_us == 0)
		board->setup.scan_us = SIM_BOARD_SCAN_US;
	if (board->setup.packet == 0)
		board->setup.packet = SIM_BOARD_PACKET;
	INVARIANT(board->setup.scan_us >= DGT_SQUARES && board->setup.packet <= SIM_BOARD_PACKET &&
	          board->setup.address <= DGT_BUS_ADDRESS_MAX);
	sim_random_init(&board->random, setup->seed);
	board->now_us = now_us;
	board->clock.connected = setup->clock_connected;
	for (int sq = 0; sq < 64; sq++)
		board->standing[sq_to_index(board, sq)] = code_of(board, placement[sq]);
	sim_log_init(&board->log);
	board->log.delays = setup->delay_tags;
	board->log.tag_us = now_us;
	switch_on(board);
}

void
sim_board_receive(struct sim_board *board, const uint8_t *bytes, size_t len, uint64_t now_us)
{
	sim_board_advance(board, now_us);
	for (size_t i = 0; i < len && board->wake_us == 0; i++)
		sim_board_take(board, bytes[i]);
}

void
sim_board_put(struct sim_board *board, int sq, uint8_t piece, uint64_t now_us)
{
	int index = sq_to_index(board, sq);
	uint64_t bit = UINT64_C(1) << index;

	INVARIANT(sq >= 0 && sq < 64);
	sim_board_advance(board, now_us);
	board->standing[index] = code_of(board, piece);
	if (board->standing[index] == board->seen[index])
		board->changed &= ~bit;
	else
		board->changed |= bit;
}

void
sim_board_clock(struct sim_board *board, const struct clock_reading *reading, uint64_t now_us)
{
	sim_board_advance(board, now_us);
	sim_board_show_clock(board, reading);
}

void
sim_board_press_button(struct sim_board *board, enum clock_button button, uint64_t now_us)
{
	sim_board_advance(board, now_us);
	sim_board_ack_button(board, button);
}
