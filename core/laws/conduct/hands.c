/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/laws/conduct/hands.h"

#include <string.h>

/* A tenth of a TMU, for hands half as quick again. */
#define TENTH_US(tenths) ((uint32_t)(tenths)*2400)

#define RELEASE_US TENTH_US(20)
#define GRASP_US   TENTH_US(20)
#define REGRASP_US TENTH_US(56)
#define RISE_US    TENTH_US(20)

/* What a contact's interval leaves open beside the round: the line, and the tables' own error, which
 * weighs more where different rounds told of the two. */
#define SPARE_US       10000
#define SPARE_APART_US 25000

#define SQUARE_MM 55

/* Inches in millimetres; neighbouring squares are further apart than the first, three than the last but
 * one. */
#define WAYS 7

static const struct {
	uint32_t mm, reach_a, move_b; /* tenths of a TMU */
} ways[WAYS] = { { 19, 20, 20 },  { 51, 40, 46 },  { 76, 53, 57 }, { 102, 61, 69 },
	         { 127, 65, 80 }, { 152, 70, 89 }, { 178, 74, 97 } };

enum way { REACH, MOVE };

/* The straight way between the middles of two squares, millimetres. */
static uint32_t
distance_mm(int a, int b)
{
	int files = sq_file(a) - sq_file(b), ranks = sq_rank(a) - sq_rank(b);
	uint32_t square = (uint32_t)(files * files + ranks * ranks) * SQUARE_MM * SQUARE_MM;
	uint32_t mm = 0;

	if (square > 9 * SQUARE_MM * SQUARE_MM)
		return 3 * SQUARE_MM;
	while (mm * mm < square)
		mm++;
	return mm;
}

static uint32_t
way_us(enum way way, int a, int b)
{
	uint32_t mm = distance_mm(a, b);
	uint32_t low, high, at = 1;

	while (at < WAYS - 1 && ways[at].mm < mm)
		at++;
	low = way == REACH ? ways[at - 1].reach_a : ways[at - 1].move_b;
	high = way == REACH ? ways[at].reach_a : ways[at].move_b;
	low = TENTH_US(low);
	high = TENTH_US(high);
	return low + (high - low) * (mm - ways[at - 1].mm) / (ways[at].mm - ways[at - 1].mm);
}

static uint32_t
smaller(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

/* --- what one hand needs ---------------------------------------------------------------------------------- */

/* Takes up two men, one after the other, holding the first. */
static uint32_t
lifts_us(int a, int b)
{
	return REGRASP_US + way_us(REACH, a, b) + GRASP_US + RISE_US;
}

/* Puts down two men it holds. */
static uint32_t
places_us(int a, int b)
{
	return RELEASE_US + way_us(REACH, a, b) + REGRASP_US;
}

/* Lets a man go and takes up another. */
static uint32_t
place_lift_us(int a, int b)
{
	return RELEASE_US + way_us(REACH, a, b) + GRASP_US + RISE_US;
}

/* Takes up a man and puts down another it holds. */
static uint32_t
lift_place_us(int a, int b)
{
	return REGRASP_US + way_us(MOVE, a, b);
}

/* King and rook: their squares before and after. */
struct castling {
	int king, rook, king_to, rook_to;
};

static struct castling
castling_of(int king, int rook)
{
	int rank = sq_rank(king);
	bool short_side = rook > king;

	return (struct castling){ king, rook, sq_make(short_side ? 6 : 2, rank),
		                  sq_make(short_side ? 5 : 3, rank) };
}

/* He lets the one go and takes up the other, and carries the one before or the other after it, twice as quickly as the
 * tables say, because only the ends of such a way are thought about. */
static uint32_t
in_turn_us(const struct castling *way, bool carries_first)
{
	uint32_t king_us = way_us(MOVE, way->king, way->king_to) / 2;
	uint32_t rook_us = way_us(MOVE, way->rook, way->rook_to) / 2;

	return smaller((carries_first ? king_us : rook_us) + place_lift_us(way->king_to, way->rook),
	               (carries_first ? rook_us : king_us) +
	                       place_lift_us(way->rook_to, way->king));
}

/* Both taken up, whether it holds both or takes one man after the other. */
static uint32_t
castling_lifts_us(const struct castling *way)
{
	return smaller(lifts_us(way->king, way->rook), in_turn_us(way, true));
}

/* Both put down, likewise. */
static uint32_t
castling_places_us(const struct castling *way)
{
	return smaller(places_us(way->king_to, way->rook_to), in_turn_us(way, false));
}

/* All of it, one man after the other. */
static uint32_t
castling_us(const struct castling *way)
{
	uint32_t carried_us =
		(way_us(MOVE, way->king, way->king_to) + way_us(MOVE, way->rook, way->rook_to)) / 2;

	return carried_us + smaller(place_lift_us(way->king_to, way->rook),
	                            place_lift_us(way->rook_to, way->king));
}

/* From wherever: the victim may have been put aside on the way to the man who takes him. */
static uint32_t
capture_us(void)
{
	return lifts_us(SQ_E4, SQ_D4);
}

/* The new man is in the hand that takes up the pawn, or is put down first. */
static uint32_t
promotion_us(int from, int to)
{
	return smaller(lift_place_us(from, to), place_lift_us(to, from));
}

uint32_t
hands_least_us(enum hands_pair pair, int a, int b)
{
	const struct castling way = castling_of(a, b);

	switch (pair) {
	case HANDS_CASTLING_LIFTS:
		return castling_lifts_us(&way);
	case HANDS_CASTLING_PLACES:
		return castling_places_us(&way);
	case HANDS_TAKES:
		return capture_us();
	case HANDS_LIFT_PLACE:
		break;
	}
	return promotion_us(a, b);
}

uint32_t
hands_limit(enum hands_move move)
{
	static const struct castling short_side = { SQ_E1, SQ_H1, SQ_G1, SQ_F1 };

	switch (move) {
	case HANDS_CASTLING:
		return places_us(short_side.king_to, short_side.rook_to) - SPARE_US;
	case HANDS_CAPTURE:
		return capture_us() - SPARE_US;
	case HANDS_PROMOTION:
	case HANDS_MOVES:
		break;
	}
	return promotion_us(SQ_D4, SQ_D5) - SPARE_US;
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

/* Does this player certainly not carry a man in so little time? From one man to the next takes longer. Times of one
 * motion, made over and over, vary by about a fifth: three of these are left open. */
static bool
is_beyond(const struct view *view, uint64_t us)
{
	int64_t least_us = (int64_t)view->pace->mean_us * 2 / 5;

	return view->pace->n >= HANDS_PACE_MOVES && (int64_t)us >= 0 && (int64_t)us < least_us;
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

/* Was the king put down before the rook was taken up, as far as the scan tells? So does one hand that takes one man
 * after the other, and of the four contacts three may be told in one round: a player as quick as the tables or quicker
 * carries the king, and has the rook, in that. */
static bool
is_one_after_the_other(const struct view *view, const struct contact *const all[4])
{
	return !contacts_is_later(view->contacts, all[1], all[2]);
}

/* Both men lifted, or both put down, in less than one hand needs that holds both or takes one after the other; or
 * king up, rook up, king down, rook down all in less than it needs for the whole. Where different rounds of the scan
 * told of both pairs, the tables count: a quick player may beat them once, hardly twice; he does where nothing but his
 * haste says that it was not king, then rook. */
static bool
castled_with_two(const struct view *view, struct hands_evidence *ret_evidence)
{
	const struct castling way = castling_of(move_from(view->move), move_to(view->move));
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
	up_us = castling_lifts_us(&way);
	down_us = castling_places_us(&way);
	both_us = smaller(up_us, down_us);
	if (is_close_by_tables(view, all[0], all[1], SPARE_APART_US, both_us) &&
	    is_close_by_tables(view, all[2], all[3], SPARE_APART_US, both_us))
		return take_evidence(view, all[0], all[1], both_us, ret_evidence);
	if (is_one_after_the_other(view, all) &&
	    !is_beyond(view, apart_us(all[0], all[2]) + contacts_period(view->contacts)))
		return is_too_close(view, first, last, castling_us(&way), ret_evidence);
	if (is_too_close(view, all[0], all[1], up_us, ret_evidence) ||
	    is_too_close(view, all[2], all[3], down_us, ret_evidence))
		return true;
	return is_too_close(view, first, last, castling_us(&way), ret_evidence);
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
		return is_close_by_tables(view, man_up, victim_up, SPARE_US, capture_us()) &&
		       take_evidence(view, man_up, victim_up, capture_us(), ret_evidence);
	return is_beyond(view, victim_up->t_us + period_us - man_up->t_us) &&
	       is_too_close(view, man_up, victim_up, capture_us(), ret_evidence);
}

/* There is one way to do it with one hand and no carrying that a quick one does sooner: what the tables say counts,
 * whether one round of the scan told of both or two. */
static bool
promoted_with_two(const struct view *view, struct hands_evidence *ret_evidence)
{
	int from = move_from(view->move), to = move_to(view->move);
	uint8_t pawn = position_piece_at(view->before, from);
	uint8_t piece = piece_make(piece_color(pawn), move_promotion(view->move));
	uint32_t least_us = promotion_us(from, to);
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
