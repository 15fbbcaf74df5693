/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Between the men and the board's scan: what the sensors read where they do not read what stands.
 *
 * The hands say what stands; the board is told what is read, square by square as it changes. With
 * sound senses both are the same. Nothing is ill before the first ply of a game and after its end:
 * boards are put right between games.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "drivers/sim/sim_incident.h"
#include "drivers/sim/sim_profile.h"
#include "drivers/sim/sim_random.h"

#define SIM_ILLS_MAX 16 /* at once; more than that and nobody could play on it */

/* Private. */
struct sim_ill {
	struct sim_incident incident;
	uint8_t man_sq; /* where the man stands whom it concerns */
	uint64_t flip_us;
	bool away; /* SIM_FLICKER: not seen just now */
};

/* Private. */
struct sim_sensors {
	const struct sim_senses *senses;
	struct sim_random random;
	void *ctx;
	void (*tell)(void *ctx, const struct sim_incident *incident);
	bool playing;
	uint32_t ply;
	uint8_t standing[64], told[64]; /* players' squares */
	struct sim_ill ills[SIM_ILLS_MAX];
	size_t n_ills;
};

/* sim_sensors_init: placement[64] stands. tell(ctx) hears of every ill that is over; may be NULL. */
void sim_sensors_init(struct sim_sensors *sensors, const struct sim_senses *senses, uint64_t seed,
                      const uint8_t placement[64], void *ctx,
                      void (*tell)(void *ctx, const struct sim_incident *incident));

/* sim_sensors_put: from now_us on, piece stands on sq. */
void sim_sensors_put(struct sim_sensors *sensors, int sq, uint8_t piece, uint64_t now_us);

/* sim_sensors_ply: ply has been made; something may fall ill now. */
void sim_sensors_ply(struct sim_sensors *sensors, uint32_t ply, uint64_t now_us);

/* sim_sensors_end: the game is over; nothing is ill any more. */
void sim_sensors_end(struct sim_sensors *sensors, uint64_t now_us);

/* sim_sensors_due: when sim_sensors_run is next needed, UINT64_MAX: never. */
uint64_t sim_sensors_due(const struct sim_sensors *sensors);

/* sim_sensors_run: do what is due at now_us. */
void sim_sensors_run(struct sim_sensors *sensors, uint64_t now_us);

/* sim_sensors_change: a square that reads something else since it was last asked. False: none. */
bool sim_sensors_change(struct sim_sensors *sensors, int *ret_sq, uint8_t *ret_piece);
