/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A whole hall in virtual time: simulated boards on one bus, the master that asks them, a table of the
 * daemon for each. What the daemon's parts make of the line can be compared with what was played.
 */
#pragma once

#include "core/pgn/pgn.h"
#include "daemon/table.h"
#include "drivers/dgt/dgt_bus.h"
#include "drivers/sim/sim_bus.h"

#define RIG_BOARDS 30

struct rig;

struct rig_place {
	struct rig *rig;
	uint32_t index;
	struct sim_table table;
	struct table *got;
	struct game game;
	struct game_ply *plies;
	bool hidden;            /* its address is not its own: no table of its own either */
	uint32_t n_played;      /* plies whose press is past */
	uint64_t made_us[1024]; /* when they were made */
	uint64_t lost, back;    /* times its link went, and came */
};

struct rig {
	struct sim_bus bus;
	struct dgt_bus master;
	struct rig_place places[RIG_BOARDS];
	uint32_t n;
	uint64_t now_us;
	uint8_t queue[256]; /* bytes on their way to the master */
	size_t n_queue;
	struct config config;
	bool deaf;   /* the host's cable is out */
	bool doomed; /* what the host hears now it will not remember */
	uint64_t bytes_up, bytes_down;
};

struct rig_setup {
	uint32_t n;
	struct sim_bus_faults faults;
	uint64_t seed;
	const char *profile;
	uint32_t reply_us;
	bool delay_tags;
	bool expect;          /* the master knows the addresses */
	uint64_t discover_us; /* as dgt_bus_setup */
	uint32_t pace;        /* as sim_hand_setup; 0: 20 times */
};

/* rig_address: of board i. */
uint16_t rig_address(uint32_t i);

/* rig_begin: in memory of its own; rig_end frees it. */
struct rig *rig_begin(const struct rig_setup *setup);
void rig_end(struct rig *rig);

/* rig_open, rig_close: the host's line. */
void rig_open(struct rig *rig);
void rig_close(struct rig *rig);

/* rig_noise: len bytes (up to 200) that mean nothing come on the line. */
void rig_noise(struct rig *rig, size_t len, uint8_t first);

/* rig_kill: the host ends without a word, and has forgotten what it heard in the last lost_us; its line is closed. It
 * knows the addresses when it begins again (rig_open). */
void rig_kill(struct rig *rig, uint64_t lost_us);

/* rig_play: board i plays one of the built-in games (0..2). */
void rig_play(struct rig *rig, uint32_t i, int game);

/* rig_run: until so many microseconds later. */
void rig_run(struct rig *rig, uint64_t us);

/* rig_run_games: until nobody has anything left to do, and half a minute longer. */
void rig_run_games(struct rig *rig);

/* rig_n_right: so many plies of its game, from the first, table i has as they were played. */
uint32_t rig_n_right(const struct rig *rig, uint32_t i);

/* rig_is_right: has table i the game that was played, ply by ply? Says where not. */
bool rig_is_right(const struct rig *rig, uint32_t i);
