/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Between the board and the host: updates and positions that get lost, a radio that delivers in bursts, a link
 * that breaks and comes back.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "drivers/sim/sim_incident.h"
#include "drivers/sim/sim_profile.h"
#include "drivers/sim/sim_random.h"

#define SIM_LINE_PACKET 62    /* what was held is handed on in portions of at most so many bytes */
#define SIM_LINE_HELD   16384 /* bytes on the air; what finds no room goes out at once */

struct sim_line_output {
	void *ctx;
	/* len bytes reach the host at t_us; borrowed for the call. */
	void (*bytes)(void *ctx, uint64_t t_us, const uint8_t *bytes, size_t len);
	/* The link is lost, or back. May be NULL: then it never is. */
	void (*link)(void *ctx, uint64_t t_us, bool up);
	void (*incident)(void *ctx, const struct sim_incident *incident); /* may be NULL */
};

/* Private. */
struct sim_line {
	const struct sim_wire *wire;
	struct sim_line_output output;
	struct sim_random random;
	bool rotated;
	uint32_t ply;
	bool played;      /* a ply has been made */
	size_t dump_left; /* bytes of a position still to come that is being lost ... */
	size_t dump_keep; /* ... and how many of them arrive all the same */
	bool down;
	uint64_t turn_us; /* when the link goes down, or up again; UINT64_MAX: not soon */
	uint64_t down_us;
	uint64_t deliver_us; /* when what is held goes out */
	size_t held_len;
	uint8_t held[SIM_LINE_HELD];
};

/* sim_line_init: rotated: as the board's setup. */
void sim_line_init(struct sim_line *line, const struct sim_wire *wire, uint64_t seed, bool rotated,
                   const struct sim_line_output *output);

/* sim_line_bytes: the board has sent part of a frame, or all of it, by t_us. */
void sim_line_bytes(struct sim_line *line, uint64_t t_us, const uint8_t *bytes, size_t len);

/* sim_line_ply: ply has been made; the link may break soon. */
void sim_line_ply(struct sim_line *line, uint32_t ply, uint64_t now_us);

/* sim_line_advance: do what is due until now_us. Returns the next deadline, or UINT64_MAX. */
uint64_t sim_line_advance(struct sim_line *line, uint64_t now_us);
