/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/laws/conduct/hands.h"

#include <string.h>

#include "core/laws/conduct/motion.h"

/* What a contact's interval leaves open beside the round: the line, and the tables' own error, which
 * weighs more where different rounds told of the two. */
#define SPARE_US       10000
#define SPARE_APART_US 25000

uint32_t
hands_least_us(enum hands_pair pair, int a, int b)
{
	const struct motion_castling way = motion_castling(a, b);

	switch (pair) {
	case HANDS_CASTLING_LIFTS:
		return motion_castling_lifts_us(&way);
	case HANDS_CASTLING_PLACES:
		return motion_castling_places_us(&way);
	case HANDS_TAKES:
		return motion_capture_us();
	case HANDS_LIFT_PLACE:
		break;
	}
	return motion_promotion_us(a, b);
}

uint32_t
hands_limit(enum hands_move move)
{
	static const struct motion_castling short_side = { SQ_E1, SQ_H1, SQ_G1, SQ_F1 };

	switch (move) {
	case HANDS_CASTLING:
		return motion_places_us(short_side.king_to, short_side.rook_to) - SPARE_US;
	case HANDS_CAPTURE:
		return motion_capture_us() - SPARE_US;
	case HANDS_PROMOTION:
	case HANDS_MOVES:
		break;
	}
	return motion_promotion_us(SQ_D4, SQ_D5) - SPARE_US;
}

/* --- what was seen -------------------------------------------------------------------------------------------- */

/* A hand that takes the other man away in passing leaves the square empty for less. */
#define PASSING_US 100000

/* What the average is of; and who was on his way for longer was thought about. */
#define MEAN_OVER      16
#define CARRIED_MAX_US 1000000

/* All that is looked at for one ply. */
struct view {
	const struct hands_pace *pace;
	const struct contacts *contacts;
	const struct position *before;
	uint16_t move;
	size_t first, end;
};

static struct view
view_of(const struct hands_pace *pace, const struct contacts *contacts, const struct hands_ply *ply)
{
	return (struct view){ pace,
		              contacts,
		              ply->before,
		              ply->move,
		              contacts_after(contacts, ply->from_us),
		              contacts_after(contacts, ply->until_us) };
}

/* The last report of the turn that takes sq from `before`, ANY: whatever, to `after`; or NULL. */
#define ANY 0xff

static const struct contact *
find(const struct view *view, int sq, uint8_t before, uint8_t after)
{
	for (size_t n = view->end; n-- > view->first;) {
		const struct contact *contact = contacts_at(view->contacts, n);

		if (contact->sq == sq && (before == ANY || contact->before == before) &&
		    contact->after == after)
			return contacts_is_unsteady(view->contacts, n, sq) ? NULL : contact;
	}
	return NULL;
}

/* The first report of the turn, after `since`, of whom its square reads again; or NULL. The last one may be of who takes that
 * man in turn: his reply can begin before the press (1.3). */
static const struct contact *
find_next(const struct view *view, const struct contact *since)
{
	for (size_t n = view->first; since && n < view->end; n++) {
		const struct contact *contact = contacts_at(view->contacts, n);

		if (contact->sq == since->sq && contact->t_us > since->t_us &&
		    contact->before == EMPTY)
			return contact;
	}
	return NULL;
}

/* Does this player not carry a man in so little time? From one man to the next takes longer. Times of one motion, made
 * over and over, vary by about a fifth: so many of these are left open. */
static bool
is_quicker_by(const struct view *view, uint64_t us, int fifths)
{
	int64_t least_us = (int64_t)view->pace->mean_us * (5 - fifths) / 5;

	return view->pace->n >= HANDS_PACE_MOVES && (int64_t)us >= 0 && (int64_t)us < least_us;
}

/* Certainly not, whatever else speaks for it. */
static bool
is_beyond(const struct view *view, uint64_t us)
{
	return is_quicker_by(view, us, 3);
}

static uint64_t
apart_us(const struct contact *a, const struct contact *b)
{
	return a->t_us < b->t_us ? b->t_us - a->t_us : a->t_us - b->t_us;
}

static bool
is_same_round(const struct view *view, const struct contact *a, const struct contact *b)
{
	return scan_pace_same_round(&view->contacts->pace, a->place, a->t_us, b->place, b->t_us);
}

/* Returns true, for what they prove. */
static bool
take_evidence(const struct view *view, const struct contact *a, const struct contact *b,
              uint32_t needed_us, struct hands_evidence *ret_evidence)
{
	uint64_t period_us = contacts_period(view->contacts);

	ret_evidence->contacts[0] = a->t_us <= b->t_us ? *a : *b;
	ret_evidence->contacts[1] = a->t_us <= b->t_us ? *b : *a;
	ret_evidence->scan_us = (uint32_t)period_us;
	ret_evidence->possible_us = (uint32_t)(apart_us(a, b) + period_us);
	ret_evidence->needed_us = needed_us;
	return true;
}

/* Two contacts that must have been needed_us apart, were they one hand's. */
static bool
is_too_close(const struct view *view, const struct contact *a, const struct contact *b,
             uint32_t needed_us, struct hands_evidence *ret_evidence)
{
	uint64_t possible_us;

	if (!a || !b || a->dumped || b->dumped)
		return false;
	possible_us = apart_us(a, b) + contacts_period(view->contacts);
	if (is_same_round(view, a, b)
	            ? possible_us + SPARE_US > needed_us
	            : possible_us + SPARE_APART_US > needed_us || !is_beyond(view, possible_us))
		return false;
	return take_evidence(view, a, b, needed_us, ret_evidence);
}

/* Certainly closer than that by the tables, whatever a quicker player does. */
static bool
is_close_by_tables(const struct view *view, const struct contact *a, const struct contact *b,
                   uint32_t spare_us, uint32_t needed_us)
{
	return !a->dumped && !b->dumped &&
	       apart_us(a, b) + contacts_period(view->contacts) + spare_us <= needed_us;
}

/* The same, of two men taken up, and not likely to be done by a hand that shifts the first on the way to the second. What
 * was reported so far apart lay most likely so far apart; half a round further but once in eight. */
static bool
is_close_for_both(const struct view *view, const struct contact *a, const struct contact *b,
                  uint32_t spare_us, uint32_t needed_us, uint32_t quick_us)
{
	return is_close_by_tables(view, a, b, spare_us, needed_us) &&
	       apart_us(a, b) + contacts_period(view->contacts) / 2 + spare_us <= quick_us;
}

/* Was the king put down before the rook was taken up, as far as the scan tells? So does one hand that takes one man
 * after the other, and of the four contacts three may be told in one round: a player as quick as the tables or quicker
 * carries the king, and has the rook, in that. */
static bool
is_one_after_the_other(const struct view *view, const struct contact *const all[4])
{
	return !contacts_is_later(view->contacts, all[1], all[2]);
}

/* Has the square of that report, who came to it, told so only once? Who is told again was not let go, or is not read well. */
static bool
came_once(const struct view *view, const struct contact *came)
{
	for (size_t n = view->first; n < view->end; n++) {
		const struct contact *contact = contacts_at(view->contacts, n);

		if (contact != came && contact->sq == came->sq && contact->after == came->after)
			return false;
	}
	return true;
}

/* One man put down and the other taken up, in less than one hand is on its way from the one to the other, and however quick
 * this player is. */
static bool
is_next_too_soon(const struct view *view, const struct contact *down, const struct contact *up,
                 struct hands_evidence *ret_evidence)
{
	uint32_t needed_us = motion_next_us(down->sq, up->sq);

	return came_once(view, down) &&
	       is_close_by_tables(view, down, up, SPARE_APART_US, needed_us) &&
	       is_beyond(view, apart_us(down, up) + contacts_period(view->contacts)) &&
	       take_evidence(view, down, up, needed_us, ret_evidence);
}

/* Were both in the air, neither put down before the other was taken up, as the scan tells, and sooner than one hand has both? */
static bool
are_held_too_soon(const struct view *view, const struct contact *const all[4],
                  const struct motion_castling *way, struct hands_evidence *ret_evidence)
{
	uint32_t needed_us = motion_castling_held_us(way);

	return contacts_is_later(view->contacts, all[1], all[2]) &&
	       contacts_is_later(view->contacts, all[0], all[3]) &&
	       is_quicker_by(view, apart_us(all[0], all[1]) + contacts_period(view->contacts), 2) &&
	       is_close_by_tables(view, all[0], all[1], SPARE_APART_US, needed_us) &&
	       take_evidence(view, all[0], all[1], needed_us, ret_evidence);
}

/* Both men lifted, or both put down, in less than one hand needs that holds both or takes one after the other; or the king
 * put down and the rook taken up in less than it needs from the one to the other; or
 * king up, rook up, king down, rook down all in less than it needs for the whole. Where different rounds of the scan
 * told of both pairs, the tables count: a quick player may beat them once, hardly twice; he does where nothing but his
 * haste says that it was not king, then rook. */
static bool
castled_with_two(const struct view *view, struct hands_evidence *ret_evidence)
{
	const struct motion_castling way =
		motion_castling(move_from(view->move), move_to(view->move));
	uint8_t king = position_piece_at(view->before, way.king),
		rook = position_piece_at(view->before, way.rook);
	const struct contact *all[4] = { find(view, way.king, king, EMPTY),
		                         find(view, way.rook, rook, EMPTY),
		                         find(view, way.king_to, EMPTY, king),
		                         find(view, way.rook_to, EMPTY, rook) };
	const struct contact *first = all[0], *last = all[0];
	uint32_t up_us, down_us, both_us;

	/* In Chess960 one may stay, or go where the other one stood. */
	if (way.king == way.king_to || way.rook == way.rook_to || way.king_to == way.rook ||
	    way.rook_to == way.king)
		return false;
	for (int i = 0; i < 4; i++) {
		if (!all[i])
			return false;
		first = all[i]->t_us < first->t_us ? all[i] : first;
		last = all[i]->t_us > last->t_us ? all[i] : last;
	}
	up_us = motion_castling_lifts_us(&way);
	down_us = motion_castling_places_us(&way);
	both_us = up_us < down_us ? up_us : down_us;
	if (is_close_by_tables(view, all[0], all[1], SPARE_APART_US, both_us) &&
	    is_close_by_tables(view, all[2], all[3], SPARE_APART_US, both_us))
		return take_evidence(view, all[0], all[1], both_us, ret_evidence);
	if (is_next_too_soon(view, all[2], all[1], ret_evidence))
		return true;
	if (is_one_after_the_other(view, all) &&
	    !is_beyond(view, apart_us(all[0], all[2]) + contacts_period(view->contacts)))
		return is_too_close(view, first, last, motion_castling_us(&way), ret_evidence);
	if (are_held_too_soon(view, all, &way, ret_evidence) ||
	    is_too_close(view, all[0], all[1], up_us, ret_evidence) ||
	    is_too_close(view, all[2], all[3], down_us, ret_evidence))
		return true;
	return is_too_close(view, first, last, motion_castling_us(&way), ret_evidence);
}

/* May a hand have brought the man before it took the other one away? The scan came by him a round sooner, and this player carries a
 * man in that, if not often. */
static bool
may_have_brought(const struct view *view, const struct contact *man_up,
                 const struct contact *victim_up)
{
	return man_up->t_us < victim_up->t_us && !is_same_round(view, man_up, victim_up) &&
	       !is_quicker_by(view, apart_us(man_up, victim_up) + contacts_period(view->contacts),
	                      2);
}

/* Both men were in the air, and not because the hand that brings the one takes the other in passing: the square was
 * empty for longer, or he does not carry a man so quickly to the other. */
static bool
captured_with_two(const struct view *view, struct hands_evidence *ret_evidence)
{
	int from = move_from(view->move), to = move_to(view->move);
	const struct contact *man_up =
		find(view, from, position_piece_at(view->before, from), EMPTY);
	const struct contact *victim_up =
		find(view, to, position_piece_at(view->before, to), EMPTY);
	const struct contact *man_down = find_next(view, victim_up);
	uint64_t period_us = contacts_period(view->contacts);

	if (!man_up || !man_down)
		return false;
	if (apart_us(victim_up, man_down) >= period_us + PASSING_US)
		return !may_have_brought(view, man_up, victim_up) &&
		       is_close_for_both(view, man_up, victim_up, SPARE_US, motion_capture_us(),
		                         motion_capture_quick_us()) &&
		       take_evidence(view, man_up, victim_up, motion_capture_us(), ret_evidence);
	return is_beyond(view, victim_up->t_us + period_us - man_up->t_us) &&
	       is_too_close(view, man_up, victim_up, motion_capture_us(), ret_evidence);
}

/* There is one way to do it with one hand and no carrying that a quick one does sooner: what the tables say counts,
 * whether one round of the scan told of both or two. */
static bool
promoted_with_two(const struct view *view, struct hands_evidence *ret_evidence)
{
	int from = move_from(view->move), to = move_to(view->move);
	uint8_t pawn = position_piece_at(view->before, from);
	uint8_t piece = piece_make(piece_color(pawn), move_promotion(view->move));
	uint32_t least_us = motion_promotion_us(from, to);
	const struct contact *up, *down;

	if (find(view, to, ANY, pawn))
		return false; /* the pawn went there first */
	up = find(view, from, pawn, EMPTY);
	down = find(view, to, EMPTY, piece);
	return up && down &&
	       is_close_by_tables(view, up, down,
	                          is_same_round(view, up, down) ? SPARE_US : SPARE_APART_US,
	                          least_us) &&
	       take_evidence(view, up, down, least_us, ret_evidence);
}

/* Which of these it is; HANDS_MOVES: a move of one man. */
static enum hands_move
sort_of(const struct position *before, uint16_t move)
{
	switch (move_kind(move)) {
	case MOVE_CASTLING:
		return HANDS_CASTLING;
	case MOVE_PROMOTION:
		return HANDS_PROMOTION;
	case MOVE_EN_PASSANT:
		return HANDS_MOVES; /* the two pawns stand apart: one may be taken at any time */
	case MOVE_NORMAL:
		break;
	}
	return position_piece_at(before, move_to(move)) != EMPTY ? HANDS_CAPTURE : HANDS_MOVES;
}

enum hands_verdict
hands_judge(const struct hands_pace *pace, const struct contacts *contacts,
            const struct hands_ply *ply, struct hands_evidence *ret_evidence)
{
	static bool (*const judges[HANDS_MOVES])(const struct view *view,
	                                         struct hands_evidence *ret_evidence) = {
		[HANDS_CASTLING] = castled_with_two,
		[HANDS_CAPTURE] = captured_with_two,
		[HANDS_PROMOTION] = promoted_with_two,
	};
	const struct view view = view_of(pace, contacts, ply);
	enum hands_move sort = sort_of(ply->before, ply->move);
	uint32_t period_us = scan_pace_period(&contacts->pace);

	memset(ret_evidence, 0, sizeof(*ret_evidence));
	ret_evidence->move = sort;
	if (sort == HANDS_MOVES)
		return HANDS_NOTHING;
	if (period_us == SCAN_PACE_UNKNOWN || period_us > hands_limit(sort) ||
	    (sort == HANDS_CAPTURE && !scan_pace_is_measured(&contacts->pace)))
		return HANDS_UNKNOWABLE;
	return judges[sort](&view, ret_evidence) ? HANDS_TWO : HANDS_NOTHING;
}

void
hands_pace_add(struct hands_pace *pace, int64_t us)
{
	int64_t over = pace->n < MEAN_OVER ? pace->n + 1 : MEAN_OVER;

	if (us > CARRIED_MAX_US)
		us = CARRIED_MAX_US;
	pace->mean_us += (int32_t)((us - pace->mean_us) / over);
	pace->n++;
}

/* Was a man like that put down on his way, or dragged over squares that read him? Then it took longer than to carry him, and
 * says nothing of how quickly this player does: by such ways every free one would look too quick for him. */
static bool
is_seen_on_his_way(const struct view *view, uint8_t man)
{
	for (size_t n = view->first; n < view->end; n++) {
		const struct contact *contact = contacts_at(view->contacts, n);

		if (contact->after == man && contact->sq != move_to(view->move))
			return true;
	}
	return false;
}

void
hands_note(struct hands_pace *pace, const struct contacts *contacts, const struct hands_ply *ply)
{
	const struct view view = view_of(pace, contacts, ply);
	uint16_t move = ply->move;
	uint8_t man = position_piece_at(ply->before, move_from(move));
	const struct contact *up, *down;

	if (move_kind(move) != MOVE_NORMAL || sort_of(ply->before, move) != HANDS_MOVES)
		return;
	up = find(&view, move_from(move), man, EMPTY);
	down = find(&view, move_to(move), EMPTY, man);
	if (!up || !down || up->dumped || down->dumped || is_seen_on_his_way(&view, man))
		return;
	hands_pace_add(pace, (int64_t)down->t_us - (int64_t)up->t_us);
}
