/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/explain/pushed.h"

#include "core/chess/attacks.h"

/* Longer than this on the way, and he was in a hand. */
#define PUSH_US 150000

/* A hand that has put its man down is gone by then, and no sooner over the board before. */
#define HAND_US 1000000

/* How far apart two moments are. */
static uint64_t
apart_us(uint64_t one_us, uint64_t other_us)
{
	return one_us > other_us ? one_us - other_us : other_us - one_us;
}

/* When was the man put down on sq who stands there, or stood there last? */
static uint64_t
put_down_us(const struct evidence *evidence, const struct image *image, int sq)
{
	uint8_t reads = image_at(image, sq);
	uint64_t put_us = evidence->placed_us[sq][reads];

	if (reads != EMPTY)
		return put_us;
	put_us = 0;
	for (int man = EMPTY + 1; man <= PIECES; man++)
		if (evidence->placed_us[sq][man] > put_us)
			put_us = evidence->placed_us[sq][man];
	return put_us;
}

bool
pushed_at_once(const struct evidence *evidence, const struct image *image, int from, int to,
               int origin, int target)
{
	uint64_t left_us = evidence->placed_us[from][EMPTY];
	uint64_t came_us = evidence->placed_us[to][image_at(image, to)], put_us;

	/* A whole scan before the other was taken up there was no hand on its way. */
	if (origin != SQ_NONE && came_us + evidence->scan_us <= evidence->placed_us[origin][EMPTY])
		return false;
	/* He who made the ply is not pushed by it: the hand has taken him on. */
	if (target == SQ_NONE || target == from || left_us == 0 || came_us == 0 ||
	    !(attacks_king[from] & sq_bit(to)))
		return false;
	put_us = put_down_us(evidence, image, target);
	return apart_us(left_us, came_us) <= evidence->scan_us + PUSH_US &&
	       apart_us(put_us, came_us) <= evidence->scan_us + HAND_US;
}

/* The same while the last ply before the line was made, or one of it. */
static bool
is_pushed(const struct search *search, int from, int to)
{
	const struct evidence *evidence = search->evidence;

	if (pushed_at_once(evidence, search->image, from, to, SQ_NONE, evidence->last_target))
		return true;
	for (int i = 0; i < search->n_plies; i++)
		if (pushed_at_once(evidence, search->image, from, to, move_from(search->line[i]),
		                   move_target(search->line[i])))
			return true;
	return false;
}

int
pushed_from(const struct search *search, const struct position *position, uint64_t residue, int sq)
{
	uint8_t man = image_at(search->image, sq);
	uint64_t beside = residue & attacks_king[sq];

	if (man == EMPTY || position_piece_at(position, sq) != EMPTY)
		return SQ_NONE;
	while (beside != 0) {
		int from = bits_take(&beside);

		if (position_piece_at(position, from) == man &&
		    image_at(search->image, from) == EMPTY && is_pushed(search, from, sq))
			return from;
	}
	return SQ_NONE;
}

/* The man of the line's ply `ply` where it puts him, or EMPTY if he stands there no longer in the end. */
static uint8_t
man_of(const struct search *search, const struct position *end, int ply)
{
	uint8_t man = position_piece_at(end, move_target(search->line[ply]));
	bool is_last_side = ((search->n_plies - ply) & 1) != 0;

	return man != EMPTY && (piece_color(man) != (enum color)end->side) == is_last_side ? man
	                                                                                   : EMPTY;
}

int
pushed_on(const struct search *search, const struct position *end, int ply)
{
	const struct evidence *evidence = search->evidence;
	int from = move_from(search->line[ply]), sq = move_target(search->line[ply]);
	uint8_t man = man_of(search, end, ply);
	uint64_t beside = attacks_king[sq] & ~(end->by_color[WHITE] | end->by_color[BLACK]);

	if (man == EMPTY || search->image->occupancy_only || evidence->pressed_us[ply] == 0 ||
	    !search->traces[ply].seen || image_at(search->image, sq) != EMPTY)
		return SQ_NONE;
	while (beside != 0) {
		int on = bits_take(&beside);

		if (image_at(search->image, on) == man &&
		    (attacks_path[from][on] & sq_bit(sq)) == 0 &&
		    apart_us(evidence->placed_us[sq][EMPTY], evidence->placed_us[on][man]) <=
		            evidence->scan_us + PUSH_US)
			return on;
	}
	return SQ_NONE;
}
