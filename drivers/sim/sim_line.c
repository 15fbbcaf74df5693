/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/sim/sim_line.h"

#include <string.h>

#include "core/chess/types.h"
#include "drivers/dgt/dgt_wire.h"

#define MS      UINT64_C(1000)
#define SOON_US 4000000 /* the link breaks within this after a ply: often in the next one */

static uint64_t
draw(struct sim_line *line, struct sim_span span)
{
	return sim_random_between(&line->random, span.min_ms, span.max_ms) * MS;
}

static void
tell(struct sim_line *line, enum sim_trouble what, uint8_t sq, uint8_t piece, uint64_t from_us,
     uint64_t until_us)
{
	const struct sim_incident incident = { .what = what,
		                               .sq = sq,
		                               .piece = piece,
		                               .ply = line->ply,
		                               .from_us = from_us,
		                               .until_us = until_us };

	if (line->output.incident)
		line->output.incident(line->output.ctx, &incident);
}

void
sim_line_init(struct sim_line *line, const struct sim_wire *wire, uint64_t seed, bool rotated,
              const struct sim_line_output *output)
{
	memset(line, 0, sizeof(*line));
	line->wire = wire;
	line->output = *output;
	line->rotated = rotated;
	line->turn_us = line->deliver_us = UINT64_MAX;
	sim_random_init(&line->random, seed);
}

static void
deliver(struct sim_line *line)
{
	for (size_t at = 0; at < line->held_len; at += SIM_LINE_PACKET) {
		size_t left = line->held_len - at;

		line->output.bytes(line->output.ctx, line->deliver_us, line->held + at,
		                   left < SIM_LINE_PACKET ? left : SIM_LINE_PACKET);
	}
	line->held_len = 0;
	line->deliver_us = UINT64_MAX;
}

/* The link goes, with what is on it, or comes back. */
static void
turn(struct sim_line *line)
{
	uint64_t t_us = line->turn_us;

	line->down = !line->down;
	line->turn_us = UINT64_MAX;
	if (line->down) {
		line->held_len = 0;
		line->deliver_us = UINT64_MAX;
		line->down_us = t_us;
		line->turn_us = t_us + draw(line, line->wire->outage_length);
	} else {
		tell(line, SIM_OUTAGE, SQ_NONE, EMPTY, line->down_us, t_us);
	}
	line->output.link(line->output.ctx, t_us, !line->down);
}

uint64_t
sim_line_advance(struct sim_line *line, uint64_t now_us)
{
	for (;;) {
		uint64_t due = line->turn_us < line->deliver_us ? line->turn_us : line->deliver_us;

		if (due > now_us)
			return due;
		if (due == line->deliver_us)
			deliver(line);
		else
			turn(line);
	}
}

/* A field update goes out in one piece, so that none is lost by halves. */
static bool
is_lost(struct sim_line *line, uint64_t t_us, const uint8_t *bytes, size_t len)
{
	uint8_t index;

	if (line->wire->lost == 0 || len != DGT_FIELD_UPDATE_LEN || bytes[0] != DGT_FIELD_UPDATE ||
	    !sim_random_chance(&line->random, line->wire->lost))
		return false;
	index = line->rotated ? 63 - bytes[3] : bytes[3];
	tell(line, SIM_LOST_UPDATE, dgt_sq_from_index(index), dgt_piece_from_code(bytes[4]), t_us,
	     t_us);
	return true;
}

/* A position is told in portions; from the first of them on it may be lost, as a whole or from some
 * byte on. Before the first ply none is: the host that recordings are made with asks only once. */
static void
begin_dump(struct sim_line *line, uint64_t t_us, const uint8_t *bytes, size_t len)
{
	if (line->wire->lost_dumps == 0 || line->dump_left > 0 || !line->played ||
	    len < DGT_HEADER_LEN || bytes[0] != DGT_BOARD_DUMP ||
	    !sim_random_chance(&line->random, line->wire->lost_dumps))
		return;
	line->dump_left = (size_t)bytes[1] << 7 | bytes[2];
	line->dump_keep = 0;
	if (sim_random_chance(&line->random, 500))
		line->dump_keep = sim_random_below(&line->random, DGT_BOARD_DUMP_LEN);
	tell(line, SIM_LOST_DUMP, SQ_NONE, EMPTY, t_us, t_us);
}

/* How many of the next len bytes arrive. */
static size_t
arriving(struct sim_line *line, size_t len)
{
	size_t keep = len < line->dump_keep ? len : line->dump_keep;

	if (line->dump_left == 0)
		return len;
	line->dump_left -= len < line->dump_left ? len : line->dump_left;
	line->dump_keep -= keep;
	return keep;
}

void
sim_line_bytes(struct sim_line *line, uint64_t t_us, const uint8_t *bytes, size_t len)
{
	sim_line_advance(line, t_us);
	begin_dump(line, t_us, bytes, len);
	len = arriving(line, len);
	if (len == 0 || line->down || is_lost(line, t_us, bytes, len))
		return;
	if (line->wire->burst.max_ms == 0 || len > SIM_LINE_HELD - line->held_len) {
		if (line->held_len > 0) {
			line->deliver_us = t_us;
			deliver(line);
		}
		line->output.bytes(line->output.ctx, t_us, bytes, len);
		return;
	}
	memcpy(line->held + line->held_len, bytes, len);
	line->held_len += len;
	if (line->deliver_us == UINT64_MAX)
		line->deliver_us = t_us + draw(line, line->wire->burst);
}

void
sim_line_ply(struct sim_line *line, uint32_t ply, uint64_t now_us)
{
	line->ply = ply;
	line->played = true;
	if (line->wire->outage == 0 || !line->output.link || line->turn_us != UINT64_MAX ||
	    !sim_random_chance(&line->random, line->wire->outage))
		return;
	line->turn_us = now_us + sim_random_below(&line->random, SOON_US);
}
