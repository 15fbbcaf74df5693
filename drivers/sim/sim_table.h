/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A simulated playing table: board, clock and the players' hands, moved by one clock of time.
 *
 * No I/O; live and offline are the same calls at real or virtual times.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "drivers/sim/sim_board.h"
#include "drivers/sim/sim_clock.h"
#include "drivers/sim/sim_hand.h"
#include "drivers/sim/sim_line.h"
#include "drivers/sim/sim_sensors.h"

/* What really happened, for the ground truth. */
struct sim_ply {
	uint32_t index;        /* in the game */
	uint64_t made_us;      /* the last touch: the board shows the position */
	uint64_t completed_us; /* the press, or TIME_UNKNOWN without a clock */
	int32_t clock_s;       /* what the clock shows for the mover then, or CLOCK_UNKNOWN */
};

struct sim_table_listener {
	void *ctx;
	/* As sim_board_output. */
	void (*bytes)(void *ctx, uint64_t t_us, const uint8_t *bytes, size_t len);
	/* A ply was completed, or made where there is no clock; in order. May be NULL. */
	void (*ply)(void *ctx, const struct sim_ply *ply);
	/* Something went wrong, and is over; ordered by its end. May be NULL. */
	void (*incident)(void *ctx, const struct sim_incident *incident);
	/* The link to the host is lost, or back. NULL: it never is lost. */
	void (*link)(void *ctx, uint64_t t_us, bool up);
	/* The arbiter sets the clock, and would say so. May be NULL. */
	void (*arbiter)(void *ctx, uint64_t t_us);
	/* The game is over; sign_us: the second king came to its square, TIME_UNKNOWN where the
	 * kings were not used. May be NULL. */
	void (*result)(void *ctx, uint64_t sign_us);
};

/* Private. */
struct sim_table {
	struct sim_table_listener listener;
	struct sim_line line;
	struct sim_board board;
	struct sim_sensors sensors;
	struct sim_clock clock;
	struct sim_hand hand;
	struct sim_action next;
	bool has_next;
	bool has_clock;
	int32_t initial_s, increment_s;
	uint64_t made_us;
	struct sim_random random;
	uint64_t
		poll_us; /* when the board next asks the clock; SIM_NO_DEADLINE: it knows at once */
	uint64_t now_us;
};

/* sim_table_board: a board as the profile has it; seed draws what varies from board to board. */
void sim_table_board(const struct sim_profile *profile, uint64_t seed,
                     struct sim_board_setup *ret_board);

/* sim_table_init: the start position on a board that was just switched on. Of *hand, clock and
 * white_is_right are replaced by what *board says; its profile is that of sensors and line, too. All
 * three are copied. */
void sim_table_init(struct sim_table *table, const struct sim_board_setup *board,
                    const struct sim_hand_setup *hand, const struct sim_table_listener *listener,
                    uint64_t now_us);

/* sim_table_play: begin `game`, as sim_hand_begin does. Only while sim_table_is_idle. */
void sim_table_play(struct sim_table *table, const struct game *game, int32_t initial_s,
                    int32_t increment_s, uint64_t now_us);

/* sim_table_clear: set the men up again. Only while sim_table_is_idle. */
void sim_table_clear(struct sim_table *table, uint64_t now_us);

/* sim_table_is_idle: nobody has anything left to do. */
bool sim_table_is_idle(const struct sim_table *table);

/* sim_table_receive: bytes from the host. */
void sim_table_receive(struct sim_table *table, const uint8_t *bytes, size_t len, uint64_t now_us);

/* sim_table_is_read: does a host read the board (sim_board_is_read)? */
bool sim_table_is_read(const struct sim_table *table);

/* sim_table_advance: do everything up to now_us; returns the next deadline, or SIM_NO_DEADLINE. */
uint64_t sim_table_advance(struct sim_table *table, uint64_t now_us);
