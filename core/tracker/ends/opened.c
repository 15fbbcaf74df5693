/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/ends/opened.h"

#include <string.h>

#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/tracker/record/record.h"
#include "core/tracker/tracker_state.h"

/* What so many plies change at most: two men have moved. */
#define OPENED_SQUARES 4

/* The moves of *position, on whose squares `differs` it is another one than the picture, by which the first of so few plies may lead to
 * that. What one leaves differs: nobody of his kind and colour comes there. A king that castles may stay. */
static void
list_leading(const struct position *position, uint64_t differs, struct move_list *ret_list)
{
	struct move_list legal;

	movegen_legal(position, &legal);
	ret_list->count = 0;
	for (int i = 0; i < legal.count; i++)
		if ((differs & sq_bit(move_from(legal.moves[i]))) != 0 ||
		    move_kind(legal.moves[i]) == MOVE_CASTLING)
			ret_list->moves[ret_list->count++] = legal.moves[i];
}

/* The ply from *position that leads to the picture. */
static bool
find_ply(const uint8_t raw[64], bool turned, const struct position *position, uint16_t *ret_move)
{
	struct move_list list;

	list_leading(position, image_start_difference(raw, turned, position), &list);
	for (int i = 0; i < list.count; i++) {
		struct position after;

		position_after(position, list.moves[i], &after);
		*ret_move = list.moves[i];
		if (image_start_difference(raw, turned, &after) == 0)
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

	if (differs == 0 || bits_count(differs) > OPENED_SQUARES)
		return differs == 0;
	opened->n_plies = 1;
	if (find_ply(raw, opened->turned, start, &opened->moves[0]))
		return true;
	opened->n_plies = 2;
	list_leading(start, differs, &list);
	for (int i = 0; i < list.count; i++) {
		struct position after;

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

		if (find_plies(tracker->raw, &tracker->start, &opened)) {
			*ret_opened = opened;
			return true;
		}
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
