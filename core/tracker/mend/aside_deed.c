/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Is what differs from the record one man carried where he may not go?
 */
#include "core/chess/attacks.h"
#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/tracker/explain/deed.h"
#include "core/tracker/mend/aside.h"
#include "core/tracker/mend/edge.h"
#include "core/tracker/record/record_read.h"
#include "core/tracker/tracker_state.h"

/* Has sq been read empty since the record's position was last seen? Nobody takes his own man, whom a square reads as
 * another one; but he who took him up first, does. */
static bool
was_taken_up(const struct tracker *tracker, int sq)
{
	return tracker->evidence.placed[sq][EMPTY] >
	       tracker->shown[tracker->game.n_plies % RECENT_POSITIONS];
}

/* Has the opponent pressed as well, behind the first press that waits? Then his reply has been made. */
static bool
is_reply_pressed(const struct lever *lever)
{
	return lever->n_waiting == 2 && lever->waiting[1].side != lever->waiting[0].side;
}

/* Who is in the air and was read when the clock was pressed for what differs: he makes the reply, or is taken by it. And who of the
 * opponent's men came down since, once that was pressed for. */
static uint64_t
moved_behind(const struct tracker *tracker, const struct lever_press *press)
{
	const struct image *image = &tracker->image;
	uint64_t squares = 0, may_move = ~image_men(image);

	if (is_reply_pressed(&tracker->lever))
		may_move |= image->by_color[color_other(press->side)];
	while (may_move != 0) {
		int sq = bits_take(&may_move);

		if (tracker->evidence.changed[sq] > press->change)
			squares |= sq_bit(sq);
	}
	return squares;
}

/* Is what the man did legal, as a move that is not castling, or as the king's part of one that is? */
static bool
is_legal(const struct position *now, const struct deed *deed, bool castling)
{
	struct move_list legal;

	movegen_legal(now, &legal);
	for (int i = 0; i < legal.count; i++)
		if ((move_kind(legal.moves[i]) == MOVE_CASTLING) == castling &&
		    move_from(legal.moves[i]) == deed->from &&
		    move_target(legal.moves[i]) == deed->to)
			return true;
	return false;
}

/* May he stand beside the square that reads him, where a legal move of his ends? Set down badly he may be read by another one,
 * whose own man is read no more. */
static bool
may_stand_beside(const struct position *now, const struct deed *deed)
{
	return (movegen_targets(now, deed->from) & attacks_king[deed->to]) != 0;
}

/* Was he read where he went when a scan had passed since the clock was pressed? Who is only read later was not pressed for: a man who is
 * taken is carried off over the board. */
static bool
had_come(const struct tracker *tracker, const struct lever_press *press, const struct deed *deed)
{
	uint8_t man = image_at(&tracker->image, deed->to);

	return tracker->evidence.placed_us[deed->to][man] <=
	       press->t_us + tracker_scan_lag(tracker);
}

/* The deed of him who pressed in his turn, with the reply begun, or made. A legal ply may not have been found yet, for the men in the air. */
static bool
find_replied_to(const struct tracker *tracker, uint64_t excused, struct deed *ret_deed)
{
	const struct lever *lever = &tracker->lever;
	const struct lever_press *press = &lever->waiting[0];
	const struct position *now = &tracker->game.now;

	return lever->n_waiting > 0 && press->side == (enum color)now->side &&
	       deed_find_carried(now, &tracker->image, excused | moved_behind(tracker, press),
	                         ret_deed) &&
	       deed_side(ret_deed) == (enum color)now->side && !is_legal(now, ret_deed, false) &&
	       had_come(tracker, press, ret_deed) &&
	       (!is_reply_pressed(lever) || !may_stand_beside(now, ret_deed));
}

/* Has a king alone been carried as castling takes him, where it is legal? */
static bool
is_half_of_castling(const struct tracker *tracker, const struct deed *deed)
{
	return piece_type(deed->piece) == KING && deed->kind != DEED_CASTLING &&
	       is_legal(&tracker->game.now, deed, true);
}

/* Has the board not told of all its squares since his player's ply before? Nobody asks that board, and it may have lost what
 * his rook's squares told; players forget the rook less often. Of one that is asked it will be known soon. */
static bool
may_have_castled(const struct tracker *tracker)
{
	uint32_t n_plies = tracker->game.n_plies;

	return n_plies >= 2 && tracker->scanned_us < tracker->plies[n_plies - 2].made_us;
}

/* Has his player not pressed yet? The rook may follow (4.4.1). */
static bool
may_castle_yet(const struct tracker *tracker, enum color side)
{
	const struct lever *lever = &tracker->lever;

	for (int i = 0; i < lever->n_waiting; i++)
		if (lever->waiting[i].side == side)
			return false;
	return lever_runs(lever);
}

/* Is it in doubt that the man of the record came to sq by the last ply that ended there? He may have gone elsewhere. */
static bool
may_be_elsewhere(const struct tracker *tracker, int sq)
{
	const struct game *game = &tracker->game;

	for (uint32_t i = game->n_plies; i > 0; i--)
		if (move_target(game->plies[i - 1].move) == sq)
			return game->plies[i - 1].doubtful != 0;
	return false;
}

/* Is a man of his own taken by it for sure, though his square never told of nobody? It may misread him; but not as the very man who
 * has just left his square, and is read nowhere else, and goes there. Who takes a man of his own errs about who stands there,
 * not about how his own man goes. */
static bool
is_own_taken(const struct tracker *tracker, const struct deed *deed)
{
	const struct position *now = &tracker->game.now;

	if (deed->captured == EMPTY || piece_color(deed->captured) != deed_side(deed) ||
	    may_be_elsewhere(tracker, deed->to))
		return false;
	return (position_attackers(now, deed->to, deed_side(deed),
	                           now->by_color[WHITE] | now->by_color[BLACK]) &
	        sq_bit(deed->from)) != 0;
}

/* Squares of `excused` are not believed. */
static bool
find_deed(const struct tracker *tracker, uint64_t excused, struct deed *ret_deed)
{
	if (tracker->image.occupancy_only ||
	    (!deed_find_carried(&tracker->game.now, &tracker->image, excused, ret_deed) &&
	     !find_replied_to(tracker, excused, ret_deed)) ||
	    (is_half_of_castling(tracker, ret_deed) &&
	     (may_have_castled(tracker) || may_castle_yet(tracker, deed_side(ret_deed)))) ||
	    edge_is_reached(tracker, &tracker->game.now, ret_deed,
	                    tracker->shown[tracker->game.n_plies % RECENT_POSITIONS]))
		return false;
	return ret_deed->captured == EMPTY ||
	       piece_color(ret_deed->captured) != deed_side(ret_deed) ||
	       was_taken_up(tracker, ret_deed->to) ||
	       (is_own_taken(tracker, ret_deed) && !may_stand_beside(&tracker->game.now, ret_deed));
}

bool
aside_find_deed(const struct tracker *tracker, struct deed *ret_deed)
{
	return find_deed(tracker, tracker->excused, ret_deed);
}

bool
aside_find_own_deed(const struct tracker *tracker, struct deed *ret_deed)
{
	const struct position *now = &tracker->game.now;

	return aside_find_deed(tracker, ret_deed) && deed_side(ret_deed) == (enum color)now->side &&
	       !is_half_of_castling(tracker, ret_deed);
}

/* Two men of the side to move whom the board no longer reads: the squares of the one who was gone first, and of the other. */
static bool
find_two_gone(const struct tracker *tracker, uint64_t *ret_first, uint64_t *ret_second)
{
	const struct position *now = &tracker->game.now;
	uint64_t gone = image_difference(&tracker->image, now) & ~image_men(&tracker->image) &
	                ~tracker->excused & now->by_color[now->side];
	int a, b;

	if (bits_count(gone) != 2)
		return false;
	a = bits_first(gone);
	b = bits_last(gone);
	if (tracker->evidence.placed[a][EMPTY] < tracker->evidence.placed[b][EMPTY]) {
		*ret_first = sq_bit(a);
		*ret_second = sq_bit(b);
	} else {
		*ret_first = sq_bit(b);
		*ret_second = sq_bit(a);
	}
	return true;
}

bool
aside_find_deed_with_missing(const struct tracker *tracker, struct deed *ret_deed,
                             uint64_t *ret_missing)
{
	const struct lever *lever = &tracker->lever;
	const struct position *now = &tracker->game.now;
	uint64_t later;
	struct deed other;

	if (lever->n_waiting != 1 || lever->waiting[0].side != (enum color)now->side ||
	    !find_two_gone(tracker, ret_missing, &later))
		return false;
	return find_deed(tracker, tracker->excused | *ret_missing, ret_deed) &&
	       deed_side(ret_deed) == (enum color)now->side && !is_legal(now, ret_deed, false) &&
	       !(find_deed(tracker, tracker->excused | later, &other) &&
	         is_legal(now, &other, false));
}

bool
aside_sees_deed(const struct tracker *tracker)
{
	struct deed deed;

	return aside_find_deed(tracker, &deed);
}

bool
aside_refutes(const struct tracker *tracker, const struct explanation *line)
{
	struct deed deed;

	if (tracker->image.occupancy_only ||
	    !deed_find_carried(&tracker->game.now, &tracker->image, tracker->excused, &deed) ||
	    !is_own_taken(tracker, &deed))
		return false;
	for (int i = 0; i < line->n_plies; i++) {
		int to = move_target(line->moves[i]);

		if (move_from(line->moves[i]) == deed.from)
			return to != deed.to && !(attacks_king[to] & sq_bit(deed.to));
	}
	return false;
}
