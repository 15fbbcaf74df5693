/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/mend/edge.h"

#include "core/chess/attacks.h"
#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/tracker/explain/deed.h"
#include "core/tracker/record/record_edit.h"
#include "core/tracker/record/record_read.h"
#include "core/tracker/tracker_state.h"

/* A square hardly fails so soon after it told of a man. */
#define BRIEF_US 2000000

/* The squares on which a man may stand who is not read: those of a man of his own side aside, who went there since. */
static uint64_t
unread_squares(const struct tracker *tracker, const struct position *now, enum color side)
{
	const struct image *image = &tracker->image;

	return ~(image_men(image) | now->by_color[side]);
}

/* The square to which ply `index` brought its man does not read him any more. May he have gone to one beside it? */
static bool
may_stand_beside(const struct tracker *tracker, uint32_t index)
{
	const struct game_ply *ply = &tracker->plies[index];
	int sq = record_ply_target(tracker, index);
	uint64_t left_us = tracker->evidence.placed_us[sq][EMPTY];
	uint64_t places = attacks_king[sq];
	struct position before;
	struct move_list legal;

	game_position(&tracker->game, index, &before);
	places &= unread_squares(tracker, &tracker->game.now, (enum color)before.side);
	if (left_us > ply->made_us + BRIEF_US)
		places &= tracker->excused;
	movegen_legal(&before, &legal);
	for (int i = 0; i < legal.count && places != 0; i++)
		if (move_from(legal.moves[i]) == move_from(ply->move) &&
		    move_kind(legal.moves[i]) != MOVE_CASTLING &&
		    (places & sq_bit(move_to(legal.moves[i]))))
			return true;
	return false;
}

/* If he may stand beside sq whom a ply of the last ones brought there, that ply is in doubt. */
static void
doubt_who_came(struct tracker *tracker, int sq)
{
	uint32_t n_plies = tracker->game.n_plies;

	for (uint32_t back = 1; back <= LOOK_BACK_PLIES && back <= n_plies; back++) {
		uint32_t index = n_plies - back;

		if (record_ply_target(tracker, index) != sq)
			continue;
		if (record_is_pressed(tracker, index) && may_stand_beside(tracker, index))
			record_doubt(tracker, index);
		return;
	}
}

void
edge_look(struct tracker *tracker, uint32_t index)
{
	const struct game_ply *ply = &tracker->plies[index];
	uint64_t unread = tracker->excused & ~image_men(&tracker->image);
	uint64_t since_us = index > 0 ? ply[-1].made_us : 0;

	while (unread != 0 && !tracker->image.occupancy_only) {
		int sq = bits_take(&unread);
		uint64_t left_us = tracker->evidence.placed_us[sq][EMPTY];

		if (left_us > since_us && left_us <= ply->made_us)
			doubt_who_came(tracker, sq);
	}
}

/* Has one of the squares between the two, but not on the way to `read`, read the man since that change? */
static bool
has_passed(const struct tracker *tracker, uint8_t piece, int from, int to, int read, uint64_t since)
{
	uint8_t man = image_reading(&tracker->image, piece);
	uint64_t between = attacks_path[from][to] & ~sq_bit(to) & ~attacks_path[from][read];

	while (between != 0)
		if (tracker->evidence.placed[bits_take(&between)][man] > since)
			return true;
	return false;
}

bool
edge_is_reached(const struct tracker *tracker, const struct position *now, const struct deed *deed,
                uint64_t since)
{
	uint8_t piece = deed->piece;
	int from = deed->from, to = deed->to;
	uint64_t places = attacks_king[to] & unread_squares(tracker, now, piece_color(piece));
	struct move_list legal;

	movegen_legal(now, &legal);
	for (int i = 0; i < legal.count; i++) {
		int place = move_to(legal.moves[i]);

		if (move_from(legal.moves[i]) == from && move_kind(legal.moves[i]) == MOVE_NORMAL &&
		    (places & sq_bit(place)) != 0 &&
		    ((tracker->known_bad & sq_bit(place)) != 0 ||
		     has_passed(tracker, piece, from, place, to, since)))
			return true;
	}
	return false;
}
