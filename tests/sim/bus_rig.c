/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/sim/bus_rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/invariant.h"
#include "core/chess/san.h"
#include "tests/support.h"

#define SECOND UINT64_C(1000000)

static const char *const game_files[] = { "drivers/sim/games/opera-1858.pgn",
	                                  "drivers/sim/games/immortal-1851.pgn",
	                                  "drivers/sim/games/evergreen-1852.pgn" };

uint16_t
rig_address(uint32_t i)
{
	return (uint16_t)(1025 + 131 * i);
}

static struct rig_place *
place_of(struct rig *rig, uint16_t address)
{
	for (uint32_t i = 0; i < rig->n; i++)
		if (rig_address(i) == address)
			return &rig->places[i];
	return NULL;
}

/* The line */

static void
on_byte(void *ctx, uint64_t t_us, uint8_t byte)
{
	struct rig *rig = ctx;

	(void)t_us;
	INVARIANT(rig->n_queue < sizeof(rig->queue));
	rig->queue[rig->n_queue++] = byte;
}

static void
on_board_bytes(void *ctx, uint64_t t_us, const uint8_t *bytes, size_t len)
{
	struct rig_place *place = ctx;

	for (size_t i = 0; i < len; i++)
		sim_bus_says(&place->rig->bus, place->index, t_us, bytes[i]);
}

static void
on_ply(void *ctx, const struct sim_ply *ply)
{
	struct rig_place *place = ctx;

	place->n_played = ply->index + 1;
	place->made_us[ply->index % 1024] = ply->made_us;
}

/* The master */

static int
on_send(void *ctx, const uint8_t *bytes, size_t len)
{
	struct rig *rig = ctx;

	if (rig->deaf)
		return 0;
	rig->bytes_down += len;
	sim_bus_receive(&rig->bus, bytes, len, rig->now_us);
	return 0;
}

static void
on_reply(void *ctx, uint16_t address, const uint8_t *bytes, size_t len, uint64_t now_us)
{
	const struct rig *rig = ctx;
	struct rig_place *place = place_of(ctx, address);

	if (place && place->got && !rig->doomed)
		table_from_board(place->got, now_us, bytes, len);
}

static void
host(struct rig_place *place, const char *json, uint64_t now_us)
{
	char error[256];

	INVARIANT(table_host(place->got, now_us, json, error, sizeof(error)) == 0);
}

static void
on_state(void *ctx, const struct dgt_bus_unit *unit, uint64_t now_us)
{
	const struct rig *rig = ctx;
	struct rig_place *place = place_of(ctx, unit->address);

	if (!place || !place->got || rig->doomed || unit->state == DGT_BUS_LIVE)
		return;
	if (unit->state == DGT_BUS_STARTING) {
		place->back++;
		host(place, "{\"op\":\"plugged\"}", now_us);
	} else {
		place->lost++;
		host(place, "{\"op\":\"unplugged\"}", now_us);
	}
}

static struct dgt_bus_out
master_out(struct rig *rig)
{
	return (struct dgt_bus_out){ rig, on_send, NULL, on_reply, on_state };
}

/* Life */

static void
begin_place(struct rig *rig, const struct rig_setup *setup, uint32_t i)
{
	struct rig_place *place = &rig->places[i];
	struct sim_hand_setup hand = { .profile = sim_profile_find(setup->profile),
		                       .seed = setup->seed + i,
		                       .pace = setup->pace ? setup->pace : 20 * SIM_HAND_PACE_ONE,
		                       .kings = SIM_KINGS_OFF };
	const struct sim_table_listener listener = { .ctx = place,
		                                     .bytes = on_board_bytes,
		                                     .ply = on_ply };
	static const struct table_listener silent;
	struct sim_board_setup board;

	place->rig = rig;
	sim_table_board(hand.profile, setup->seed + i, &board);
	sim_bus_board(&board, rig_address(i));
	board.reply_us = setup->reply_us;
	board.delay_tags = setup->delay_tags;
	sim_table_init(&place->table, &board, &hand, &listener, 0);
	place->index = sim_bus_add(&rig->bus, &place->table);
	INVARIANT(table_new(board_driver_find("dgt-bus"), &rig->config, NULL, &silent,
	                    &place->got) == 0);
	if (setup->expect)
		INVARIANT(dgt_bus_expect(&rig->master, rig_address(i)) == 0);
}

struct rig *
rig_begin(const struct rig_setup *setup)
{
	struct rig *rig = calloc(1, sizeof(*rig));
	const struct dgt_bus_setup master = { .discover_us = setup->discover_us };

	INVARIANT(rig && setup->n <= RIG_BOARDS);
	config_defaults(&rig->config);
	sim_bus_init(&rig->bus, &setup->faults, setup->seed,
	             &(const struct sim_bus_output){ rig, on_byte });
	dgt_bus_init(&rig->master, &master);
	rig->n = setup->n;
	for (uint32_t i = 0; i < rig->n; i++)
		begin_place(rig, setup, i);
	return rig;
}

void
rig_end(struct rig *rig)
{
	for (uint32_t i = 0; i < rig->n; i++) {
		table_free(rig->places[i].got);
		free(rig->places[i].plies);
	}
	config_free(&rig->config);
	free(rig);
}

void
rig_open(struct rig *rig)
{
	const struct dgt_bus_out out = master_out(rig);

	rig->deaf = false;
	dgt_bus_start(&rig->master, &out, rig->now_us);
}

void
rig_close(struct rig *rig)
{
	const struct dgt_bus_out out = master_out(rig);

	rig->deaf = true;
	dgt_bus_stop(&rig->master, &out, rig->now_us);
}

void
rig_noise(struct rig *rig, size_t len, uint8_t first)
{
	INVARIANT(len <= 200);
	for (size_t i = 0; i < len && rig->n_queue < sizeof(rig->queue); i++)
		rig->queue[rig->n_queue++] = (uint8_t)((i * 73 + first) & 0x7f);
}

void
rig_kill(struct rig *rig, uint64_t lost_us)
{
	const struct dgt_bus_setup setup = rig->master.setup;

	rig->doomed = true;
	rig_run(rig, lost_us);
	rig->doomed = false;
	rig->deaf = true;
	dgt_bus_init(&rig->master, &setup);
	for (uint32_t i = 0; i < rig->n; i++) {
		INVARIANT(dgt_bus_expect(&rig->master, rig_address(i)) == 0);
		host(&rig->places[i], "{\"op\":\"started\"}", rig->now_us);
	}
}

void
rig_play(struct rig *rig, uint32_t i, int game)
{
	struct rig_place *place = &rig->places[i];
	static struct pgn_game pgn;
	struct pgn_reader reader;
	struct pgn_error error;
	size_t len;
	char *text = test_read_file(test_source_path(game_files[game]), &len);

	INVARIANT(text);
	free(place->plies);
	place->plies = calloc(1024, sizeof(*place->plies));
	INVARIANT(place->plies);
	pgn.game.plies = place->plies;
	pgn.game.capacity = 1024;
	pgn_reader_init(&reader, text, len);
	INVARIANT(pgn_next(&reader, &pgn, &error) == PGN_GAME);
	place->game = pgn.game;
	place->n_played = 0;
	sim_table_play(&place->table, &place->game, 5400, 30, rig->now_us);
	sim_bus_touch(&rig->bus, place->index);
	free(text);
}

static void
pass_bytes(struct rig *rig, const struct dgt_bus_out *out)
{
	uint8_t bytes[sizeof(rig->queue)];
	size_t len = rig->n_queue;

	memcpy(bytes, rig->queue, len);
	rig->n_queue = 0;
	if (rig->deaf || len == 0)
		return;
	rig->bytes_up += len;
	dgt_bus_feed(&rig->master, out, bytes, len, rig->now_us);
}

void
rig_run(struct rig *rig, uint64_t us)
{
	const struct dgt_bus_out out = master_out(rig);
	uint64_t end_us = rig->now_us + us;

	while (rig->now_us < end_us) {
		uint64_t due_us = sim_bus_advance(&rig->bus, rig->now_us);

		if (rig->master.deadline_us < due_us)
			due_us = rig->master.deadline_us;
		rig->now_us = due_us < end_us ? due_us : end_us;
		sim_bus_advance(&rig->bus, rig->now_us);
		pass_bytes(rig, &out);
		dgt_bus_tick(&rig->master, &out, rig->now_us);
	}
	for (uint32_t i = 0; i < rig->n; i++)
		table_advance(rig->places[i].got, rig->now_us);
}

void
rig_run_games(struct rig *rig)
{
	bool busy = true;

	while (busy) {
		rig_run(rig, SECOND);
		busy = false;
		for (uint32_t i = 0; i < rig->n; i++)
			busy = busy || !sim_table_is_idle(&rig->places[i].table);
	}
	rig_run(rig, 30 * SECOND);
}

uint32_t
rig_n_right(const struct rig *rig, uint32_t i)
{
	const struct rig_place *place = &rig->places[i];
	const struct game *got = table_game(place->got);
	uint32_t at = 0;

	while (got && at < got->n_plies && at < place->game.n_plies &&
	       got->plies[at].move == place->game.plies[at].move)
		at++;
	return at;
}

bool
rig_is_right(const struct rig *rig, uint32_t i)
{
	const struct rig_place *place = &rig->places[i];
	const struct game *got = table_game(place->got);
	uint32_t n = got ? got->n_plies : 0, right = rig_n_right(rig, i);

	if (right == n && right == place->game.n_plies)
		return true;
	printf("board %u: %u plies of %u, right are %u, %u breaks, result %s\n", i, n,
	       place->game.n_plies, right, got ? got->n_breaks : 0,
	       game_result_text((enum game_result)(got ? got->result : RESULT_NONE)));
	return false;
}
