/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The latest changes of a board, as it told them or as its log has them.
 */
#pragma once

#include <stdint.h>

#define DGT_TRAIL_KEPT                                                                             \
	128 /* changes remembered: an opening both players know, and the men set up */

/* A change; what came of several in a row on one square counts as one, as in the log of old boards. */
struct dgt_trail_change {
	uint8_t index, code; /* as on the wire */
};

/* All zeros: empty. */
struct dgt_trail {
	struct dgt_trail_change ring[DGT_TRAIL_KEPT];
	uint32_t n; /* ever noted; the latest is ring[(n - 1) % DGT_TRAIL_KEPT] */
};

/* dgt_trail_kept: how many are remembered. */
static inline uint32_t
dgt_trail_kept(const struct dgt_trail *trail)
{
	return trail->n < DGT_TRAIL_KEPT ? trail->n : DGT_TRAIL_KEPT;
}

/* dgt_trail_latest: the one so many before the latest; back < dgt_trail_kept. */
static inline const struct dgt_trail_change *
dgt_trail_latest(const struct dgt_trail *trail, uint32_t back)
{
	return &trail->ring[(trail->n - 1 - back) % DGT_TRAIL_KEPT];
}

/* dgt_trail_note: `code` came to stand on square `index`. */
static inline void
dgt_trail_note(struct dgt_trail *trail, uint8_t index, uint8_t code)
{
	if (trail->n == 0 || dgt_trail_latest(trail, 0)->index != index)
		trail->n++;
	trail->ring[(trail->n - 1) % DGT_TRAIL_KEPT] = (struct dgt_trail_change){ index, code };
}
