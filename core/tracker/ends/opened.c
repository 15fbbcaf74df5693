/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/ends/opened.h"

#include <string.h>

#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/tracker/record/record.h"
#include "core/tracker/tracker_state.h"

/* What so many plies change at most: two men have moved. */
#define OPENED_SQUARES 4

static bool
shows(const uint8_t raw[64], bool turned, const struct position *position)
{
	return image_start_difference(raw, turned, position) == 0;
}

/* The first of so few plies leaves a square that differs: nobody of that kind and colour comes to it. A king that castles may stay. */
static bool
may_lead(uint64_t differs, uint16_t move)
{
	return (differs & sq_bit(move_from(move))) != 0 || move_kind(move) == MOVE_CASTLING;
}

/* The ply from *position that leads to the picture. */
static bool
find_ply(const uint8_t raw[64], bool turned, const struct position *position, uint16_t *ret_move)
{
	uint64_t differs = image_start_difference(raw, turned, position);
	struct move_list list;

	movegen_legal(position, &list);
	for (int i = 0; i < list.count; i++) {
		struct position after;

		if (!may_lead(differs, list.moves[i]))
			continue;
		position_after(position, list.moves[i], &after);
		*ret_move = list.moves[i];
		if (shows(raw, turned, &after))
			return true;
	}
	return false;
}

/* As few plies as lead to the picture from *start. */
static bool
find_plies(const uint8_t raw[64], const struct position *start, struct opened *opened)
{
	uint64_t differs = image_start_difference(raw, opened->turned, start);
	struct move_list list;

	if (differs == 0)
		return true;
	opened->n_plies = 1;
	if (find_ply(raw, opened->turned, start, &opened->moves[0]))
		return true;
	opened->n_plies = 2;
	movegen_legal(start, &list);
	for (int i = 0; i < list.count; i++) {
		struct position after;

		if (!may_lead(differs, list.moves[i]))
			continue;
		position_after(start, list.moves[i], &after);
		opened->moves[0] = list.moves[i];
		if (find_ply(raw, opened->turned, &after, &opened->moves[1]))
			return true;
	}
	return false;
}

bool
opened_find(const struct tracker *tracker, struct opened *ret_opened)
{
	if (!lever_runs(&tracker->lever) || tracker->image.occupancy_only)
		return false;
	for (int turned = 0; turned <= 1; turned++) {
		struct opened opened = { .turned = turned != 0 };

		if (bits_count(image_start_difference(tracker->raw, opened.turned,
		                                      &tracker->start)) > OPENED_SQUARES ||
		    !find_plies(tracker->raw, &tracker->start, &opened))
			continue;
		*ret_opened = opened;
		return true;
	}
	return false;
}

void
opened_begin(struct tracker *tracker, const struct opened *opened)
{
	struct explanation line = { .n_plies = opened->n_plies };
	uint32_t n_over;

	memcpy(line.moves, opened->moves, sizeof(opened->moves));
	record_begin_game(tracker, &tracker->start, opened->turned);
	record_rewrite(tracker, 0, &line, NULL, false);
	n_over = tracker->game.n_plies;
	if (n_over > 0 && lever_turn(&tracker->lever) != tracker->game.now.side)
		n_over--;
	for (uint32_t i = 0; i < n_over; i++)
		record_raise(tracker, i, PLY_COMPLETED);
	record_fix(tracker, n_over);
}
