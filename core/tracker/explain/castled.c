/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/explain/castled.h"

#include "core/chess/movegen.h"
#include "core/tracker/record/record_edit.h"
#include "core/tracker/record/record_read.h"
#include "core/tracker/tracker_state.h"

/* The legal castling in which the rook goes as in `move`; MOVE_NONE: there is none. */
static uint16_t
castling_with(const struct position *before, uint16_t move)
{
	struct move_list legal;

	movegen_legal(before, &legal);
	for (int i = 0; i < legal.count; i++)
		if (move_kind(legal.moves[i]) == MOVE_CASTLING &&
		    move_to(legal.moves[i]) == move_from(move) &&
		    move_rook_target(legal.moves[i]) == move_to(move))
			return legal.moves[i];
	return MOVE_NONE;
}

/* As whom does the board tell of the king where the castling takes him? As himself; or, if it reads him nowhere, and his own square
 * told in this turn that somebody left, as the man of his side who came there. */
static uint8_t
king_reading(const struct tracker *tracker, uint8_t king, int home, int to, uint64_t turn_us)
{
	const struct image *image = &tracker->image;
	uint8_t reading = image_at(image, to);

	if (reading != EMPTY && piece_color(reading) == piece_color(king) &&
	    !(image->by_type[KING] & image->by_color[piece_color(king)]) &&
	    image_at(image, home) == EMPTY && tracker->evidence.changed_us[home] > turn_us)
		return reading;
	return king;
}

/* Has the king of ply `index` been read where the castling takes him since the ply before, is he yet, and has his own square told of
 * nothing since? */
static bool
is_king_there(const struct tracker *tracker, uint32_t index, uint16_t castling)
{
	const struct evidence *evidence = &tracker->evidence;
	uint8_t king = piece_make(game_ply_side(&tracker->game, index), KING);
	uint64_t turn_us = index > 0 ? tracker->plies[index - 1].made_us : 0;
	int home = move_from(castling), to = move_target(castling);
	uint8_t reading = king_reading(tracker, king, home, to, turn_us);

	return to != home && image_at(&tracker->image, to) == reading &&
	       evidence->placed_us[to][reading] > turn_us &&
	       evidence->placed[to][reading] > evidence->changed[home];
}

void
castled_look(struct tracker *tracker, uint32_t index)
{
	uint16_t castling, move = tracker->plies[index].move;
	struct position before;

	if (move_kind(move) != MOVE_NORMAL)
		return;
	record_position_back(tracker, tracker->game.n_plies - index, &before);
	if (piece_type(position_piece_at(&before, move_from(move))) != ROOK)
		return;
	castling = castling_with(&before, move);
	if (castling == MOVE_NONE || !is_king_there(tracker, index, castling))
		return;
	record_exchange(tracker, index, &castling, 1);
	record_doubt(tracker, index);
}
