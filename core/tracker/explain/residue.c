/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a line of plies leaves amiss: squares that read something else than stands on them where it ends, each a man in a hand, one
 * who is being taken, one on his way, or a fault.
 */
#include "core/chess/bits.h"
#include "core/tracker/explain/pushed.h"
#include "core/tracker/explain/search.h"
#include "core/tracker/explain/twin.h"

/* Was the square still occupied when the line's last man arrived, as far as a scan can tell? A man who was gone
 * before is not being captured in reply. */
static bool
is_lifted_since(const struct search *search, int sq)
{
	return search->n_plies == 0 ||
	       search->evidence->placed_us[sq][EMPTY] + search->evidence->scan_us >=
	               search->traces[search->n_plies - 1].t_us;
}

/* Was it told of sq that nobody stands there only when the clock had been pressed for ply `ply`? He who pressed has taken up his next
 * man since, and the square of the one before is looked at later in the round of the scan. */
static bool
has_pressed_before(const struct search *search, int ply, int sq)
{
	uint64_t pressed_us = search->evidence->pressed_us[ply];

	return pressed_us != 0 && search->evidence->placed_us[sq][EMPTY] > pressed_us;
}

bool
search_is_lifted_before(const struct search *search, int sq)
{
	const struct evidence *evidence = search->evidence;
	uint64_t way_us = search->image->occupancy_only ? 0 : SCAN_WAY_US;
	int n = search->n_plies;

	if (n >= 2 && evidence->placed[sq][EMPTY] < search->traces[n - 2].arrival &&
	    !has_pressed_before(search, n - 2, sq))
		return true;
	return n >= 1 && !evidence->blind &&
	       evidence->placed_us[sq][EMPTY] + evidence->scan_us + way_us <
	               search->traces[n - 1].t_us;
}

/* Has the clock been pressed for the ply that a man lifted from sq would begin? Then nobody holds him
 * any more; but where men are not known he may stand where he took another. */
static bool
is_pressed_since(const struct search *search, int sq)
{
	return !search->image->occupancy_only && search->evidence->pressed_us[search->n_plies] >
	                                                 search->evidence->placed_us[sq][EMPTY];
}

/* Was the man who made the ply before the line, or his king, taken up before his clock was pressed? Then he stands
 * elsewhere: he went on, or the king castled. */
static bool
was_taken_up_before_press(const struct search *search, int sq, uint8_t expected, uint8_t reads)
{
	const struct evidence *evidence = search->evidence;

	return search->n_plies == 0 && reads == EMPTY &&
	       (sq == evidence->last_target || piece_type(expected) == KING) &&
	       !search->image->occupancy_only &&
	       evidence->placed_us[sq][EMPTY] < evidence->last_pressed_us &&
	       evidence->changed[sq] > evidence->since;
}

/* Is a man in the air who can take the one that stood on sq? */
static bool
has_taker_in_hand(const struct search *search, const struct position *position, int sq)
{
	enum color side = (enum color)position->side;
	uint64_t occupied = position->by_color[WHITE] | position->by_color[BLACK];
	uint64_t takers = position_attackers(position, sq, side, occupied);

	if (position->ep != SQ_NONE && sq_file(position->ep) == sq_file(sq))
		takers |= position_attackers(position, position->ep, side, occupied) &
		          position->by_type[PAWN];
	while (takers != 0) {
		int from = bits_take(&takers);

		if (image_at(search->image, from) == EMPTY &&
		    search->evidence->placed[from][EMPTY] > search->evidence->since)
			return true;
	}
	return false;
}

/* Is he who is read on sq a man of the side to move who was lifted before, in a reply begun? */
static bool
is_on_the_way(const struct search *search, const struct position *position, int sq, uint8_t reads)
{
	const struct evidence *evidence = search->evidence;
	uint64_t men = position->by_color[position->side];

	/* Where men are known it is known soon enough. */
	if (!search->image->occupancy_only)
		return false;
	while (men != 0) {
		int from = bits_take(&men);

		if (image_at(search->image, from) == EMPTY &&
		    evidence->placed[from][EMPTY] > evidence->since &&
		    evidence->placed[from][EMPTY] <= evidence->placed[sq][reads] &&
		    !search_is_lifted_before(search, from) && !is_pressed_since(search, from))
			return true;
	}
	return false;
}

/* Was the man lifted before the clock was pressed for the line's last ply? */
static bool
is_reply_before_press(const struct search *search, int sq)
{
	return search->n_plies > 0 && !search->evidence->blind &&
	       search->evidence->placed_us[sq][EMPTY] <
	               search->evidence->pressed_us[search->n_plies - 1];
}

static int
square_cost(const struct search *search, const struct position *position, int sq, uint8_t expected,
            uint8_t reads)
{
	enum color side = (enum color)position->side;
	uint64_t occupied = position->by_color[WHITE] | position->by_color[BLACK];

	if (expected != EMPTY && reads == EMPTY && piece_color(expected) == side &&
	    !search_is_lifted_before(search, sq) && !is_pressed_since(search, sq))
		return is_reply_before_press(search, sq) ? COST_LIFTED + COST_REPLY_FIRST
		                                         : COST_LIFTED;
	if (search->tolerance->known_bad & sq_bit(sq))
		return COST_KNOWN_BAD;
	if (was_taken_up_before_press(search, sq, expected, reads))
		return has_taker_in_hand(search, position, sq) ? COST_MISSING : COST_TAKEN_UP;
	if (reads != EMPTY && expected == EMPTY)
		return is_on_the_way(search, position, sq, reads)
		               ? COST_ON_THE_WAY
		               : twin_extra_cost(search, position, sq);
	if (reads != EMPTY)
		return COST_WRONG;
	if (piece_color(expected) != side && position_attackers(position, sq, side, occupied) &&
	    is_lifted_since(search, sq))
		return COST_CAPTURED;
	if (search->evidence->changed[sq] <= search->evidence->since)
		return COST_MISSING;
	return piece_type(expected) == KING ? COST_KING_HELD : COST_HELD;
}

/* What it takes to believe that the squares of `residue` read what they read, each by itself. */
static int
squares_cost(const struct search *search, const struct position *position, uint64_t residue)
{
	int cost = 0;

	while (residue != 0) {
		int sq = bits_take(&residue);
		uint8_t expected = position_piece_at(position, sq);
		uint8_t reads = image_at(search->image, sq);

		cost += square_cost(search, position, sq, expected, reads);
	}
	return cost;
}

int
residue_cost(const struct search *search, const struct position *position, uint64_t residue)
{
	uint64_t extra = residue & image_men(search->image);
	int cost = 0;

	while (extra != 0) {
		int sq = bits_take(&extra), from = pushed_from(search, position, residue, sq);
		uint64_t both = from == SQ_NONE ? 0 : sq_bit(sq) | sq_bit(from);

		if (both == 0 || squares_cost(search, position, both) <= COST_PUSHED)
			continue;
		cost += COST_PUSHED;
		residue &= ~both;
	}
	return cost + squares_cost(search, position, residue);
}
