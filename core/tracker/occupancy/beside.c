/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/occupancy/beside.h"

#include "core/chess/attacks.h"
#include "core/chess/movegen.h"
#include "core/tracker/explain/cost.h"
#include "core/tracker/occupancy/guess.h"
#include "core/tracker/record/record_read.h"
#include "core/tracker/tracker_state.h"

/* Has the square where ply `index` has its man ceased to read anybody since he came? */
static bool
is_gone(const struct tracker *tracker, uint32_t index)
{
	int sq = record_ply_target(tracker, index);

	return image_at(&tracker->image, sq) == EMPTY && record_is_pressed(tracker, index) &&
	       tracker->evidence.placed_us[sq][EMPTY] > tracker->plies[index].made_us &&
	       record_stands_yet(tracker, index);
}

/* Has the board told of sq while ply `index` was made: that somebody came there since the ply before it, or that he who was there left,
 * before its press? Who leaves later goes on from there. */
static bool
is_told_of(const struct tracker *tracker, uint32_t index, int sq)
{
	const uint64_t *placed_us = tracker->evidence.placed_us[sq];
	uint64_t since_us = index == 0 ? 1 : tracker->plies[index - 1].made_us;
	uint64_t until_us = record_over_us(tracker, index) + tracker_scan_lag(tracker);

	return (placed_us[SOME_MAN] > 0 && placed_us[SOME_MAN] >= since_us) ||
	       (placed_us[EMPTY] >= since_us && placed_us[EMPTY] <= until_us);
}

/* Could the man of ply `index`, made in *before, have taken by `move` him who was pushed to where the record has that man? */
static bool
may_have_taken(const struct tracker *tracker, uint32_t index, const struct position *before,
               uint16_t move)
{
	int to = move_target(move);

	return move_from(move) == move_from(tracker->plies[index].move) &&
	       position_piece_at(before, to) != EMPTY &&
	       (attacks_king[record_ply_target(tracker, index)] & sq_bit(to)) != 0 &&
	       is_told_of(tracker, index, to);
}

/* Has play gone on since without the one pushed aside, so that the square was not believed, or does it by the line, whose first man left
 * his square when that one was gone? And was he seen to arrive elsewhere? Until then both may be in the hands of whoever takes now. */
static bool
goes_on_without(const struct tracker *tracker, uint32_t index, const struct explanation *line)
{
	const struct evidence *evidence = &tracker->evidence;
	int sq = record_ply_target(tracker, index);
	uint64_t gone_us = evidence->placed_us[sq][EMPTY];

	return line->n_plies > 0 && line->untold_set == 0 &&
	       evidence->placed_us[move_target(line->moves[0])][SOME_MAN] > gone_us &&
	       (tracker->excused_us[sq] > tracker->plies[index].made_us ||
	        evidence->placed_us[move_from(line->moves[0])][EMPTY] > gone_us);
}

static void
try_instead(struct tracker *tracker, uint32_t index, const struct position *before, uint16_t move,
            const struct tolerance *tolerance, struct repair *best)
{
	struct repair tried = { .index = index, .n_moves = tracker->game.n_plies - index };
	struct repair found = { .cost = best->cost };
	struct position end;

	if (!record_end_if(tracker, index, before, move, &end))
		return;
	tried.moves[0] = move;
	for (uint32_t i = 1; i < tried.n_moves; i++)
		tried.moves[i] = tracker->plies[index + i].move;
	guess_try(tracker, &tried, COST_EXCHANGED, tolerance, &found);
	if (found.cost >= best->cost || !goes_on_without(tracker, index, &found.line))
		return;
	/* What follows fits what was guessed: it is no surer than that. */
	found.change.rival = found.change.cost;
	found.change.rival_first = tracker->game.n_plies - found.change.back;
	found.change.rival_plies = 0;
	*best = found;
}

void
beside_find(struct tracker *tracker, const struct tolerance *tolerance, struct repair *best)
{
	if (tracker->lever.n_waiting == 0)
		return;
	for (uint32_t i = tracker->game.n_plies; i > record_look_back_from(tracker); i--) {
		struct position before;
		struct move_list list;

		if (!is_gone(tracker, i - 1))
			continue;
		game_position(&tracker->game, i - 1, &before);
		movegen_legal(&before, &list);
		for (int k = 0; k < list.count; k++)
			if (may_have_taken(tracker, i - 1, &before, list.moves[k]))
				try_instead(tracker, i - 1, &before, list.moves[k], tolerance,
				            best);
	}
}
