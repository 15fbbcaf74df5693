/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/hall_boards.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <event2/event.h>

#include "drivers/dgt/dgt_bus_frame.h"
#include "drivers/dgt/dgt_clock.h"
#include "drivers/dgt/dgt_frame.h"
#include "drivers/dgt/dgt_log.h"
#include "drivers/sim/sim_bus.h"
#include "drivers/sim/sim_table.h"
#include "tests/bench/hall_port.h"

#define HALL_SETTLE_US   1500000 /* from the host's first reading to the first move */
#define HALL_BUS_BOARDS  12      /* on one line */
#define HALL_BUS_ADDRESS 1025    /* of the first of them */
#define HALL_PORTION_US  3000    /* a bus hands on its bytes so often */

enum hall_stage { HALL_WAITING, HALL_SETTLING, HALL_PLAYING, HALL_CLEARING };

struct hall_board {
	struct hall_boards *boards;
	size_t index;
	struct sim_table table;
	struct dgt_frame frame; /* what it says, read as a host would: when is a press told? */
	bool has_turn;
	uint8_t turn;
	enum hall_stage stage;
	uint64_t begin_us;    /* the next game */
	char name[64];        /* on a bus: BUS/ADDRESS */
	struct hall_bus *bus; /* NULL: it has the port for itself */
	uint32_t place;       /* on the bus */
	bool is_read;         /* on a bus: a host has asked for its changes */
	struct hall_port port;
	struct event *timer;
	struct hall_truth truth;
};

/* Boards on one line. */
struct hall_bus {
	struct hall_boards *boards;
	struct hall_board *first; /* n of them, one behind the other */
	size_t n;
	struct sim_bus bus;
	struct dgt_bus_frame frame; /* what the line says, read as a host would */
	struct hall_port port;
	struct event *timer;
	uint8_t said[512]; /* since the line was last looked at */
	size_t n_said;
};

struct hall_boards {
	struct event_base *base;
	struct hall_options options;
	uint64_t start_us, hold_us; /* hold_us 0: they play */
	struct hall_board *list;
	struct hall_bus *buses;
	size_t n_buses;
};

/* Table time: it stands still while they hold. */
static uint64_t
hall_table_us(const struct hall_boards *boards)
{
	uint64_t now_us = boards->hold_us ? boards->hold_us : hall_now_us();

	return now_us - boards->start_us;
}

/* --- What they say -------------------------------------------------------------------------- */

/* A press is told by the first word of the lever lying on the other side. */
static void
hall_hear_turn(struct hall_board *board, uint8_t turn, uint64_t now_us)
{
	struct hall_truth *truth = &board->truth;

	if (board->stage != HALL_PLAYING)
		return;
	if (board->has_turn && turn != board->turn && truth->presses < truth->plies &&
	    truth->presses < HALL_PLIES_MAX)
		truth->press_us[truth->presses++] = now_us;
	board->has_turn = true;
	board->turn = turn;
}

static void
hall_hear_clock(struct hall_board *board, const uint8_t *payload, uint64_t now_us)
{
	struct clock_reading reading;

	if (dgt_clock_decode(payload, &reading) == DGT_CLOCK_TIME && reading.connected)
		hall_hear_turn(board, reading.turn, now_us);
}

static void
hall_listen(struct hall_board *board, const uint8_t *bytes, size_t len, uint64_t now_us)
{
	for (size_t i = 0; i < len; i++)
		if (dgt_frame_push(&board->frame, bytes[i], now_us) &&
		    board->frame.id == DGT_BWTIME)
			hall_hear_clock(board, board->frame.payload, now_us);
}

/* The same on a bus, where the log tells of the side that was halted, too. */
static void
hall_hear_log(struct hall_board *board, const uint8_t *log, size_t len, uint64_t now_us)
{
	struct dgt_tag tag;

	for (size_t at = 0; at < len;) {
		at += dgt_log_next(log + at, len - at, &tag);
		if (tag.kind == DGT_TAG_CLOCK)
			hall_hear_turn(board, tag.side ^ 1, now_us);
	}
}

static void
hall_listen_to_bus(struct hall_bus *bus, uint64_t now_us)
{
	for (size_t i = 0; i < bus->n_said; i++) {
		size_t len, place;
		const uint8_t *data;

		if (!dgt_bus_frame_push(&bus->frame, bus->said[i]))
			continue;
		data = dgt_bus_frame_data(&bus->frame, &len);
		place = (size_t)dgt_bus_frame_address(&bus->frame) - HALL_BUS_ADDRESS;
		if (place >= bus->n)
			continue;
		bus->first[place].is_read |= bus->frame.bytes[0] == DGT_BUS_LOG;
		if (bus->frame.bytes[0] == DGT_BUS_LOG)
			hall_hear_log(&bus->first[place], data, len, now_us);
		if (bus->frame.bytes[0] == DGT_BUS_CLOCK)
			hall_hear_clock(&bus->first[place], data, now_us);
	}
}

static void
hall_on_bytes(void *ctx, uint64_t t_us, const uint8_t *bytes, size_t len)
{
	struct hall_board *board = ctx;

	if (board->bus) {
		for (size_t i = 0; i < len; i++)
			sim_bus_says(&board->bus->bus, board->place, t_us, bytes[i]);
		return;
	}
	if (board->port.fd < 0)
		return;
	hall_port_write(&board->port, bytes, len);
	hall_listen(board, bytes, len, hall_now_us());
}

static void
hall_bus_say(struct hall_bus *bus)
{
	hall_port_write(&bus->port, bus->said, bus->n_said);
	hall_listen_to_bus(bus, hall_now_us());
	bus->n_said = 0;
}

static void
hall_on_bus_byte(void *ctx, uint64_t t_us, uint8_t byte)
{
	struct hall_bus *bus = ctx;

	(void)t_us;
	if (bus->n_said == sizeof(bus->said))
		hall_bus_say(bus);
	bus->said[bus->n_said++] = byte;
}

static void
hall_on_ply(void *ctx, const struct sim_ply *ply)
{
	struct hall_board *board = ctx;

	(void)ply;
	board->truth.plies++;
}

static bool
hall_is_read(const struct hall_board *board)
{
	return board->bus ? board->is_read : sim_table_is_read(&board->table);
}

/* --- Time ----------------------------------------------------------------------------------- */

static void
hall_begin_game(struct hall_board *board, uint64_t now_us)
{
	const struct hall_options *options = &board->boards->options;
	struct hall_truth *truth = &board->truth;
	const struct game *game;

	if (truth->n_games == HALL_GAMES_MAX)
		return;
	game = options->games[(board->index + truth->n_games) % options->n_games];
	truth->games[truth->n_games++] = game;
	truth->plies = 0;
	truth->presses = 0;
	board->stage = HALL_PLAYING;
	sim_table_play(&board->table, game, options->initial_s, options->increment_s, now_us);
}

static void
hall_go_on(struct hall_board *board, uint64_t now_us)
{
	const struct hall_options *options = &board->boards->options;
	uint64_t late_us = (board->index * UINT64_C(7919)) % 1000 * options->stagger_s * 1000;

	switch (board->stage) {
	case HALL_WAITING:
		if (hall_is_read(board)) {
			board->stage = HALL_SETTLING;
			board->begin_us = now_us + HALL_SETTLE_US + late_us;
		}
		break;
	case HALL_SETTLING:
		if (now_us >= board->begin_us)
			hall_begin_game(board, now_us);
		break;
	case HALL_PLAYING:
		board->stage = HALL_CLEARING;
		sim_table_clear(&board->table, now_us);
		break;
	case HALL_CLEARING:
		board->stage = HALL_SETTLING;
		board->begin_us = now_us + 2 * (uint64_t)HALL_SETTLE_US;
		break;
	}
}

static void
hall_wait(struct hall_boards *boards, struct event *timer, uint64_t now_us, uint64_t due_us)
{
	uint64_t wait_us = due_us > now_us ? due_us - now_us : 1;
	struct timeval wait = { .tv_sec = (time_t)(wait_us / 1000000),
		                .tv_usec = (suseconds_t)(wait_us % 1000000) };

	if (due_us == SIM_NO_DEADLINE || boards->hold_us)
		event_del(timer);
	else
		event_add(timer, &wait);
}

static void
hall_pump(struct hall_board *board)
{
	uint64_t now_us = hall_table_us(board->boards), due_us;

	due_us = sim_table_advance(&board->table, now_us);
	if (sim_table_is_idle(&board->table)) {
		hall_go_on(board, now_us);
		due_us = sim_table_advance(&board->table, now_us);
	}
	if (board->stage == HALL_SETTLING && board->begin_us < due_us)
		due_us = board->begin_us;
	hall_wait(board->boards, board->timer, now_us, due_us);
}

/* A byte takes a millisecond: they are handed over in small portions, as an adapter does. */
static void
hall_bus_pump(struct hall_bus *bus)
{
	uint64_t now_us = hall_table_us(bus->boards);
	uint64_t due_us = sim_bus_advance(&bus->bus, now_us);

	for (size_t i = 0; i < bus->n; i++) {
		struct hall_board *board = &bus->first[i];

		if (sim_table_is_idle(&board->table)) {
			hall_go_on(board, now_us);
			sim_bus_touch(&bus->bus, board->place);
		}
		if (board->stage == HALL_SETTLING && board->begin_us < due_us)
			due_us = board->begin_us;
	}
	hall_bus_say(bus);
	if (due_us < now_us + HALL_PORTION_US)
		due_us = now_us + HALL_PORTION_US;
	hall_wait(bus->boards, bus->timer, now_us, due_us);
}

static void
hall_on_bus_timer(evutil_socket_t fd, short what, void *ctx)
{
	(void)fd;
	(void)what;
	hall_bus_pump(ctx);
}

static void
hall_on_host(void *ctx, const uint8_t *bytes, size_t len)
{
	struct hall_board *board = ctx;

	sim_table_receive(&board->table, bytes, len, hall_table_us(board->boards));
	hall_pump(board);
}

static void
hall_on_master(void *ctx, const uint8_t *bytes, size_t len)
{
	struct hall_bus *bus = ctx;

	sim_bus_receive(&bus->bus, bytes, len, hall_table_us(bus->boards));
	hall_bus_pump(bus);
}

static void
hall_on_timer(evutil_socket_t fd, short what, void *ctx)
{
	(void)fd;
	(void)what;
	hall_pump(ctx);
}

/* --- All of them ---------------------------------------------------------------------------- */

static struct hall_bus *
hall_bus_of(struct hall_boards *boards, size_t index)
{
	size_t alone = boards->options.n - boards->options.n_bus;

	return index < alone ? NULL : &boards->buses[(index - alone) / HALL_BUS_BOARDS];
}

static void
hall_board_init(struct hall_boards *boards, struct hall_board *board, size_t index)
{
	const struct hall_options *options = &boards->options;
	const struct sim_profile *profile = sim_profile_find("clean");
	const struct sim_table_listener listener = { .ctx = board,
		                                     .bytes = hall_on_bytes,
		                                     .ply = hall_on_ply };
	const struct sim_hand_setup hand = { .profile = profile,
		                             .seed = options->seed + index,
		                             .pace = options->pace,
		                             .kings = SIM_KINGS_ON };
	struct sim_board_setup setup;

	board->boards = boards;
	board->index = index;
	board->bus = hall_bus_of(boards, index);
	dgt_frame_init(&board->frame);
	sim_table_board(profile, options->seed + index, &setup);
	setup.clock_connected = true;
	snprintf(setup.long_serial, sizeof(setup.long_serial), "3%09u",
	         (unsigned int)index % 100000);
	snprintf(setup.serial, sizeof(setup.serial), "%05u", (unsigned int)index % 100000);
	if (board->bus)
		sim_bus_board(&setup, (uint16_t)(HALL_BUS_ADDRESS + (board - board->bus->first)));
	sim_table_init(&board->table, &setup, &hand, &listener, 0);
	if (board->bus) {
		board->place = sim_bus_add(&board->bus->bus, &board->table);
		snprintf(board->name, sizeof(board->name), "bus%zu/%u",
		         (size_t)(board->bus - boards->buses), HALL_BUS_ADDRESS + board->place);
		return;
	}
	board->timer = evtimer_new(boards->base, hall_on_timer, board);
	if (!board->timer)
		hall_die("event");
	board->port =
		(struct hall_port){ .base = boards->base, .ctx = board, .bytes = hall_on_host };
	if (index < options->n_pty)
		hall_port_open_pty(&board->port);
	else
		hall_port_open_tcp(&board->port);
	hall_pump(board);
}

static void
hall_bus_init(struct hall_boards *boards, struct hall_bus *bus, size_t first, size_t n)
{
	static const struct sim_bus_faults none;
	const struct sim_bus_output output = { bus, hall_on_bus_byte };

	bus->boards = boards;
	bus->first = &boards->list[first];
	bus->n = n;
	sim_bus_init(&bus->bus, &none, boards->options.seed + first, &output);
	dgt_bus_frame_init(&bus->frame);
	bus->timer = evtimer_new(boards->base, hall_on_bus_timer, bus);
	if (!bus->timer)
		hall_die("event");
	bus->port = (struct hall_port){ .base = boards->base, .ctx = bus, .bytes = hall_on_master };
	hall_port_open_tcp(&bus->port);
}

/* The last n_bus boards, HALL_BUS_BOARDS on a line. */
static void
hall_buses_init(struct hall_boards *boards)
{
	const struct hall_options *options = &boards->options;
	size_t first = options->n - options->n_bus;

	boards->n_buses = (options->n_bus + HALL_BUS_BOARDS - 1) / HALL_BUS_BOARDS;
	boards->buses = calloc(boards->n_buses + 1, sizeof(*boards->buses));
	if (!boards->buses)
		hall_die("boards");
	for (size_t i = 0; i < boards->n_buses; i++, first += HALL_BUS_BOARDS)
		hall_bus_init(boards, &boards->buses[i], first,
		              options->n - first < HALL_BUS_BOARDS ? options->n - first
		                                                   : HALL_BUS_BOARDS);
}

struct hall_boards *
hall_boards_new(struct event_base *base, const struct hall_options *options)
{
	struct hall_boards *boards = calloc(1, sizeof(*boards));

	if (!boards || !(boards->list = calloc(options->n, sizeof(*boards->list))))
		hall_die("boards");
	boards->base = base;
	boards->options = *options;
	boards->start_us = hall_now_us();
	hall_buses_init(boards);
	for (size_t i = 0; i < options->n; i++)
		hall_board_init(boards, &boards->list[i], i);
	for (size_t i = 0; i < boards->n_buses; i++)
		hall_bus_pump(&boards->buses[i]);
	return boards;
}

const char *
hall_boards_address(const struct hall_boards *boards, size_t i)
{
	const struct hall_board *board = &boards->list[i];

	return board->bus ? board->name : board->port.address;
}

const char *
hall_boards_bus(const struct hall_boards *boards, size_t i)
{
	return i < boards->n_buses ? boards->buses[i].port.address : NULL;
}

const struct hall_truth *
hall_boards_truth(const struct hall_boards *boards, size_t i)
{
	return &boards->list[i].truth;
}

size_t
hall_boards_ready(const struct hall_boards *boards)
{
	size_t n = 0;

	for (size_t i = 0; i < boards->options.n; i++)
		n += hall_is_read(&boards->list[i]) ? 1 : 0;
	return n;
}

void
hall_boards_hold(struct hall_boards *boards)
{
	boards->hold_us = hall_now_us();
}

void
hall_boards_unplug(struct hall_boards *boards, size_t i, unsigned int ms)
{
	struct hall_board *board = &boards->list[i];

	hall_port_unplug(board->bus ? &board->bus->port : &board->port, ms);
}

void
hall_boards_noise(struct hall_boards *boards, size_t i, size_t len)
{
	struct hall_board *board = &boards->list[i];
	uint8_t noise[256];

	/* Nothing in it begins a message. */
	for (size_t k = 0; k < sizeof(noise); k++)
		noise[k] = (uint8_t)((k * 73 + i) & 0x7f);
	hall_port_write(board->bus ? &board->bus->port : &board->port, noise,
	                len < sizeof(noise) ? len : sizeof(noise));
}

uint64_t
hall_boards_lost(const struct hall_boards *boards)
{
	uint64_t lost = 0;

	for (size_t i = 0; i < boards->options.n; i++)
		lost += boards->list[i].port.lost;
	for (size_t i = 0; i < boards->n_buses; i++)
		lost += boards->buses[i].port.lost;
	return lost;
}

void
hall_boards_free(struct hall_boards *boards)
{
	for (size_t i = 0; i < boards->options.n; i++) {
		if (boards->list[i].bus)
			continue;
		hall_port_close(&boards->list[i].port);
		event_free(boards->list[i].timer);
	}
	for (size_t i = 0; i < boards->n_buses; i++) {
		hall_port_close(&boards->buses[i].port);
		event_free(boards->buses[i].timer);
	}
	free(boards->buses);
	free(boards->list);
	free(boards);
}
