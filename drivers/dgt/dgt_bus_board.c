/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/dgt/dgt_bus_board.h"

#include <string.h>

#include "core/base/fnv.h"
#include "drivers/dgt/dgt_bus_frame.h"
#include "drivers/dgt/dgt_clock.h"
#include "drivers/dgt/dgt_clock_talk.h"
#include "drivers/dgt/dgt_log.h"
#include "drivers/dgt/dgt_recover.h"
#include "drivers/dgt/dgt_report.h"
#include "drivers/dgt/dgt_wire.h"

struct dgt_bus_board {
	struct dgt_report report;
	struct dgt_recover recover;
	struct clock_device clock;
	uint64_t bytes;
	uint64_t packet; /* the last packet of changes, as a number that stands for it; 0: empty */
	bool placed;     /* its position is known */
	uint8_t late;    /* so many packets may still tell of a time without it */
	bool game_told;  /* the log of the game was told, and no packet since */
	struct dgt_bus_frame frame; /* last: it has room for what hardly any board sends */
};

static void
board_init(void *state)
{
	struct dgt_bus_board *board = state;

	memset(board, 0, offsetof(struct dgt_bus_board, frame));
	dgt_bus_frame_init(&board->frame);
	dgt_report_init(&board->report);
	board->report.holds = true;
	dgt_recover_init(&board->recover);
}

static void
board_start(void *state, const struct driver_out *out, uint64_t now_us)
{
	(void)state;
	(void)out;
	(void)now_us;
}

/* After a time without the board two packets may tell of it: the one that was owed, and what came since.
 * Its position ends that in any case. */
static void
note_absence(struct dgt_bus_board *board, uint64_t now_us)
{
	if (board->late == 0 && board->recover.heard_us > 0 &&
	    now_us > board->recover.heard_us + DGT_BUS_LATE_US)
		board->late = 2;
}

/* The packet that was on its way when the board was lost, and is asked for again, may be in the log of the game, which
 * was told first: whether a board counts as owed what nobody heard is not known. */
static bool
is_in_game(const struct dgt_bus_board *board, const uint8_t *data, size_t len)
{
	return board->game_told && dgt_recover_has_told(&board->recover, data, len);
}

static bool
take_changes(struct dgt_bus_board *board, const uint8_t *data, size_t len,
             const struct driver_out *out, uint64_t now_us)
{
	uint64_t packet = len > 0 ? fnv_bytes(FNV_BEGIN, data, len) | 1 : 0;

	note_absence(board, now_us);
	if (board->late > 0 && packet != board->packet && dgt_log_is_full(len) && out->untold)
		out->untold(out->ctx, board->recover.heard_us);
	if (packet != 0 && packet != board->packet && !is_in_game(board, data, len))
		dgt_recover_play(&board->recover, data, len, board->late > 0, &board->report, out,
		                 now_us);
	board->packet = packet;
	board->game_told = false;
	if (board->late > 0)
		board->late--;
	if (board->late == 0)
		dgt_recover_heard(&board->recover, now_us);
	return true;
}

/* The whole game so far. Where changes were told before, only what came after them is news; to a
 * driver that knows nothing yet, all of it, from the men's first position on. */
static bool
take_game(struct dgt_bus_board *board, const uint8_t *data, size_t len,
          const struct driver_out *out, uint64_t now_us)
{
	size_t begin = dgt_recover_find(&board->recover, data, len, now_us);
	uint8_t codes[DGT_SQUARES];

	board->game_told = true;
	if (begin == SIZE_MAX) {
		begin = dgt_recover_near(&board->recover, data, len, codes);
		if (begin != SIZE_MAX)
			dgt_recover_stand(&board->recover, codes, &board->report, out);
	}
	if (begin == SIZE_MAX) {
		if (board->placed || board->recover.told.n > 0 || len == 0 ||
		    data[0] != DGT_LOG_GAME)
			return true;
		begin = 1 + dgt_log_men(data + 1, len - 1, codes);
		board->report.recovered = true;
		dgt_report_payload(&board->report, DGT_BOARD_DUMP, codes, sizeof(codes), out,
		                   board->recover.heard_us);
	}
	if (begin < len)
		dgt_recover_play(&board->recover, data + begin, len - begin, true, &board->report,
		                 out, now_us);
	board->report.recovered = false;
	return true;
}

static bool
take_clock(struct dgt_bus_board *board, const uint8_t *data, const struct driver_out *out,
           uint64_t now_us)
{
	struct clock_reading reading;

	if (dgt_clock_decode(data, &reading) == DGT_CLOCK_TIME) {
		dgt_recover_clock(&board->recover, &reading, now_us);
		dgt_clock_device_reading(&board->clock, &reading);
	}
	return dgt_report_payload(&board->report, DGT_BWTIME, data, DGT_BWTIME_PAYLOAD, out,
	                          now_us);
}

/* One damaged reply of 128 has a good checksum: a result piece ends the game when a position that is asked for
 * because of it shows it, too. */
static uint64_t
squares_confirmed(const struct dgt_bus_board *board, const uint8_t codes[DGT_SQUARES])
{
	uint64_t squares = 0;

	for (uint8_t i = 0; i < DGT_SQUARES; i++)
		if (codes[i] == board->report.result_code[dgt_sq_from_index(i)])
			squares |= sq_bit(dgt_sq_from_index(i));
	return squares;
}

static bool
take_board(struct dgt_bus_board *board, const uint8_t *data, const struct driver_out *out,
           uint64_t now_us)
{
	uint8_t codes[DGT_SQUARES];

	board->placed = true;
	board->late = 0;
	for (size_t i = 0; i < DGT_SQUARES; i++)
		codes[i] = data[i] & DGT_CODE_MASK;
	dgt_recover_position(&board->recover, codes, now_us);
	if (board->report.held != 0)
		dgt_report_settle(&board->report, squares_confirmed(board, codes), out, now_us);
	return dgt_report_payload(&board->report, DGT_BOARD_DUMP, data, DGT_SQUARES, out, now_us);
}

static bool
take_reply(struct dgt_bus_board *board, const struct driver_out *out, uint64_t now_us)
{
	size_t len;
	const uint8_t *data = dgt_bus_frame_data(&board->frame, &len);
	struct dgt_report *report = &board->report;

	switch (board->frame.bytes[0]) {
	case DGT_BUS_LOG:
		return take_changes(board, data, len, out, now_us);
	case DGT_BUS_GAME_LOG:
		return take_game(board, data, len, out, now_us);
	case DGT_BUS_CLOCK:
		return take_clock(board, data, out, now_us);
	case DGT_BUS_BOARD:
		return take_board(board, data, out, now_us);
	case DGT_BUS_VERSION_IS: /* the first thing a board is asked that is back */
		if (board->recover.heard_us > 0)
			board->late = 2;
		return len < 2 || dgt_report_payload(report, DGT_VERSION, data, len, out, now_us);
	case DGT_BUS_HARDWARE_IS:
		return dgt_report_payload(report, DGT_HARDWARE_VERSION, data, len, out, now_us);
	case DGT_BUS_TRADEMARK_IS:
		return dgt_report_payload(report, DGT_TRADEMARK, data, len, out, now_us);
	default:
		return true;
	}
}

static void
board_feed(void *state, const struct driver_out *out, const uint8_t *bytes, size_t len,
           uint64_t now_us)
{
	struct dgt_bus_board *board = state;

	board->bytes += len;
	for (size_t i = 0; i < len; i++)
		if (dgt_bus_frame_push(&board->frame, bytes[i]) && !take_reply(board, out, now_us))
			dgt_bus_frame_refuse(&board->frame);
}

static uint64_t
board_tick(void *state, const struct driver_out *out, uint64_t now_us)
{
	(void)state;
	(void)out;
	(void)now_us;
	return DRIVER_NO_DEADLINE;
}

static uint64_t
board_deadline(const void *state)
{
	(void)state;
	return DRIVER_NO_DEADLINE;
}

static enum driver_link
board_link(const void *state)
{
	const struct dgt_bus_board *board = state;

	return board->placed ? DRIVER_LIVE : DRIVER_LISTENING;
}

static const char *
board_advice(const void *state)
{
	const struct dgt_bus_board *board = state;

	return board->placed ? "The board answers on its bus."
	                     : "The board has not told its position on its bus yet.";
}

static void
board_stats(const void *state, struct driver_stats *ret_stats)
{
	const struct dgt_bus_board *board = state;

	*ret_stats = (struct driver_stats){
		.bytes = board->bytes,
		.frames = board->frame.frames,
		.events = board->report.events,
		.skipped_bytes = board->frame.skipped_bytes,
		.bad_frames = board->frame.bad_frames,
	};
}

/* Commands to clocks on a bus are known by name only (dgt.md 4.3): none is sent. */
static void
board_clock(const void *state, struct clock_device *ret_clock)
{
	const struct dgt_bus_board *board = state;

	*ret_clock = board->clock;
}

/* It has none of its own: its bus is on whatever adapter the hall has, named in the configuration. */
static const struct board_port no_ports[] = { { 0 } };

static const size_t board_pointers[] = { offsetof(struct dgt_bus_board, clock.model), SIZE_MAX };

const struct board_driver dgt_bus_driver = {
	.name = "dgt-bus",
	.title = "DGT e-board on a bus",
	.state_size = sizeof(struct dgt_bus_board),
	.pointers = board_pointers,
	.is_asked_for = true,
	.ports = no_ports,
	.init = board_init,
	.start = board_start,
	.feed = board_feed,
	.tick = board_tick,
	.deadline = board_deadline,
	.link = board_link,
	.advice = board_advice,
	.stats = board_stats,
	.clock = board_clock,
};
