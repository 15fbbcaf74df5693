/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/mend/nudged.h"

#include <string.h>

#include "core/chess/attacks.h"
#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/tracker/mend/aside.h"
#include "core/tracker/record/record.h"
#include "core/tracker/tracker_state.h"

/* So many plies are made meanwhile at most: whoever sees a man between two squares puts him right. */
#define SINCE_MAX (EXPLAIN_PLIES_MAX - 1)

/* The last break, if it is an illegal move with few plies behind it, none of them a person's word. */
static const struct game_break *
find_break(const struct tracker *tracker)
{
	const struct game *game = &tracker->game;
	const struct game_break *gap = game_last_break(game, game->n_plies);

	if (!gap || gap->why != BREAK_ILLEGAL || gap->from == SQ_NONE || gap->to == SQ_NONE ||
	    game->n_plies - gap->ply > SINCE_MAX || tracker->by_person > gap->ply)
		return NULL;
	return gap;
}

/* Does the move, in place of the illegal one, and the plies since, lead to what the board shows? Fills in the line. */
static bool
leads_here(const struct tracker *tracker, const struct game_break *gap, struct position position,
           uint16_t move, struct explanation *ret_line)
{
	const struct game *game = &tracker->game;
	uint64_t told = sq_bit(gap->to) | sq_bit(move_to(move));

	ret_line->moves[0] = move;
	ret_line->n_plies = 1;
	position_after(&position, move, &position);
	for (uint32_t i = gap->ply; i < game->n_plies; i++) {
		if (!movegen_is_legal(&position, game->plies[i].move))
			return false;
		ret_line->moves[ret_line->n_plies++] = game->plies[i].move;
		position_after(&position, game->plies[i].move, &position);
	}
	return image_shows(&tracker->image, &position, tracker->excused & ~told);
}

/* Is there one to a square beside that on which he was read? A ply of his from there is rather one. */
static bool
find_line(const struct tracker *tracker, const struct game_break *gap, struct explanation *ret_line)
{
	struct position before;
	struct move_list list;

	aside_position_before_break(&tracker->game, gap->ply, &before);
	if (gap->who != before.side)
		return false;
	movegen_legal(&before, &list);
	for (int i = 0; i < list.count; i++)
		if (move_from(list.moves[i]) == gap->from &&
		    move_kind(list.moves[i]) == MOVE_NORMAL &&
		    (attacks_king[gap->to] & sq_bit(move_to(list.moves[i]))) != 0 &&
		    !movegen_is_legal(&tracker->game.now,
		                      move_make(gap->to, move_to(list.moves[i]), MOVE_NORMAL)) &&
		    leads_here(tracker, gap, before, list.moves[i], ret_line))
			return true;
	return false;
}

/* The plies since the break keep their times. */
static void
put_back_times(struct tracker *tracker, uint32_t index, const struct game_ply *plies, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		const struct lever_press press = record_press_of(&plies[i]);

		tracker->plies[index + i].made_us = plies[i].made_us;
		if (plies[i].completed_us != TIME_UNKNOWN)
			record_complete(tracker, index + i, &press);
	}
}

bool
nudged_look(struct tracker *tracker)
{
	const struct game_break *gap = find_break(tracker);
	struct explanation line = { .n_plies = 0 };
	struct game_ply since[SINCE_MAX];
	uint32_t first, n_since;
	uint64_t made_us;

	if (!gap || !find_line(tracker, gap, &line))
		return false;
	first = gap->ply;
	made_us = gap->made_us;
	n_since = tracker->game.n_plies - first;
	memcpy(since, tracker->game.plies + first, n_since * sizeof(since[0]));
	record_return(tracker, first, true);
	tracker->excused = 0;
	record_rewrite(tracker, 0, &line, NULL, false);
	tracker->plies[first].made_us = made_us;
	put_back_times(tracker, first + 1, since, n_since);
	return true;
}
