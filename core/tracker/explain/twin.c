/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/explain/twin.h"

#include "core/chess/attacks.h"

/* A board reads all its squares in so much, as most do (dgt.md 1.4). */
#define ONE_SCAN_US 230000

/* Is he who came to sq seen beside the man on `target`, who has just come, or is he the one whom that man took, put aside? A
 * king is not taken. */
static bool
is_beside(const struct search *search, int sq, int target)
{
	const struct evidence *evidence = search->evidence;
	uint8_t reads = image_at(search->image, sq), man;

	if (target == SQ_NONE || !(attacks_king[target] & sq_bit(sq)))
		return false;
	man = image_at(search->image, target);
	return evidence->placed_us[sq][reads] <=
	               evidence->placed_us[target][man] + evidence->scan_us + SCAN_WAY_US &&
	       (man == EMPTY || reads == man ||
	        (piece_color(reads) != piece_color(man) && piece_type(reads) != KING));
}

/* Did a pawn make the last ply before the line, and is he told of on sq since, where he could have gone at once? Then he did, but for
 * what one scan tells of: he may stand between the two. */
static bool
went_on(const struct search *search, int sq)
{
	const struct evidence *evidence = search->evidence;
	int stop = evidence->last_target;
	uint8_t reads = image_at(search->image, sq);
	bool white = reads == WHITE_PAWN;
	int forward = white ? 8 : -8;

	return stop != SQ_NONE && (white || reads == BLACK_PAWN) && sq == stop + forward &&
	       sq / 8 == (white ? 3 : 4) && image_at(search->image, stop) == reads &&
	       image_at(search->image, stop - forward) == EMPTY &&
	       evidence->placed_us[sq][reads] > evidence->placed_us[stop][reads] + ONE_SCAN_US;
}

/* Is he seen beside the man of ply `ply`, as he is that man himself, or was taken by him? */
static bool
is_beside_ply(const struct search *search, int sq, int ply)
{
	int target = move_target(search->line[ply]);

	return is_beside(search, sq, target) &&
	       (search->traces[ply].taken != EMPTY ||
	        image_at(search->image, sq) == image_at(search->image, target));
}

/* May he be seen beside a square of the line, or be one who was taken in it? */
static bool
is_of_the_line(const struct search *search, int sq)
{
	if (!went_on(search, sq) && is_beside(search, sq, search->evidence->last_target))
		return true;
	for (int i = 0; i < search->n_plies; i++)
		if (is_beside_ply(search, sq, i) ||
		    search->traces[i].taken == image_at(search->image, sq))
			return true;
	return false;
}

/* Are all men like him read where they stand? Who is not may be he. */
static bool
are_like_read(const struct search *search, const struct position *position, uint8_t reads)
{
	const struct image *image = search->image;
	uint64_t read = image->by_color[piece_color(reads)] & image->by_type[piece_type(reads)];

	return (position->by_color[piece_color(reads)] & position->by_type[piece_type(reads)] &
	        ~read) == 0;
}

/* Has one of those who stand elsewhere come to sq, by an update, and nothing told that he had left? */
static bool
is_twin(const struct search *search, const struct position *position, int sq)
{
	const struct evidence *evidence = search->evidence;
	uint8_t reads = image_at(search->image, sq);

	return evidence->placed[sq][reads] > evidence->since &&
	       evidence->placed[sq][reads] > evidence->scanned && !is_of_the_line(search, sq) &&
	       are_like_read(search, position, reads);
}

/* Did the line's man stop on sq on his way? */
static bool
is_left_behind(const struct search *search, int sq)
{
	const struct evidence *evidence = search->evidence;
	uint8_t reads = image_at(search->image, sq);

	for (int i = 0; i < search->n_plies; i++) {
		int to = move_target(search->line[i]);

		if (search->traces[i].seen && image_at(search->image, to) == reads &&
		    evidence->placed[to][reads] > evidence->scanned &&
		    evidence->placed[sq][reads] > evidence->since &&
		    evidence->placed[sq][reads] < evidence->placed[to][reads])
			return true;
	}
	return false;
}

int
twin_extra_cost(const struct search *search, const struct position *position, int sq)
{
	if (search->image->occupancy_only)
		return COST_EXTRA;
	if (is_left_behind(search, sq))
		return COST_UNSEEN_LEAVING;
	return is_twin(search, position, sq) ? COST_EXTRA + COST_TWIN : COST_EXTRA;
}
