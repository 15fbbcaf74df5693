/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The board seen from the other side.
 */
#include "core/tracker/reading.h"
#include "core/tracker/tracker_state.h"

static void
swap_changes(uint64_t *a, uint64_t *b)
{
	uint64_t c = *a;

	*a = *b;
	*b = c;
}

static void
swap_numbers(uint32_t *a, uint32_t *b)
{
	uint32_t c = *a;

	*a = *b;
	*b = c;
}

void
reading_turn_board(struct tracker *tracker)
{
	struct evidence *evidence = &tracker->evidence;

	tracker->turned = !tracker->turned;
	image_from(&tracker->image, tracker->raw, tracker->turned);
	for (int sq = 0; sq < 32; sq++) {
		swap_changes(&evidence->changed[sq], &evidence->changed[63 - sq]);
		swap_changes(&evidence->changed_us[sq], &evidence->changed_us[63 - sq]);
		for (int piece = 0; piece <= PIECES; piece++) {
			swap_numbers(&evidence->placed[sq][piece],
			             &evidence->placed[63 - sq][piece]);
			swap_changes(&evidence->placed_us[sq][piece],
			             &evidence->placed_us[63 - sq][piece]);
			swap_numbers(&evidence->emptied[sq][piece],
			             &evidence->emptied[63 - sq][piece]);
			swap_changes(&evidence->emptied_us[sq][piece],
			             &evidence->emptied_us[63 - sq][piece]);
		}
	}
}

bool
reading_clock_keeps_board(const struct tracker *tracker)
{
	const struct lever *lever = &tracker->lever;

	return lever_runs(lever) && lever->now.turn == lever->white_side &&
	       lever->white_side == (tracker->turned ? CLOCK_RIGHT : CLOCK_LEFT);
}
