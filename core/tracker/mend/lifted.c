/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/mend/lifted.h"

#include "core/chess/bits.h"
#include "core/tracker/tracker_state.h"

/* Has one like the man of sq been read since then where the record has nobody? */
static bool
is_read_elsewhere(const struct tracker *tracker, int sq, uint64_t since_us)
{
	uint8_t man = image_reading(&tracker->image, position_piece_at(&tracker->game.now, sq));

	for (int other = 0; other < 64; other++)
		if (tracker->evidence.placed_us[other][man] > since_us &&
		    position_piece_at(&tracker->game.now, other) == EMPTY)
			return true;
	return false;
}

/* Had sq ceased to read its man, as far as scans can tell, before his player made his last ply with another one, and has nobody seen
 * him since? */
static bool
is_unread_since_before(const struct tracker *tracker, int sq)
{
	uint32_t n_plies = tracker->game.n_plies;
	uint64_t left_us = tracker->evidence.placed_us[sq][EMPTY], made_us;

	if (n_plies < 2 || left_us == 0)
		return false;
	made_us = tracker->plies[n_plies - 2].made_us;
	return left_us + tracker_scan_lag(tracker) < made_us &&
	       !is_read_elsewhere(tracker, sq, made_us);
}

uint64_t
lifted_men(const struct tracker *tracker, uint64_t residue)
{
	const struct position *now = &tracker->game.now;
	uint64_t reads_empty = ~image_men(&tracker->image);
	uint64_t lifted = 0;

	for (uint64_t men = residue & reads_empty & now->by_color[now->side]; men != 0;) {
		int sq = bits_take(&men);

		if (!is_unread_since_before(tracker, sq))
			lifted |= sq_bit(sq);
	}
	return lifted;
}
