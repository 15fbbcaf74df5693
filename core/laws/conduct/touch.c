/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/laws/conduct/touch.h"

#include <string.h>

#define NOT_BACK UINT64_MAX

/* A square that loses the same man more often in one turn, and of late before it, does not read: the opponent has no business
 * with him, and who has put him back so often has been bound by him before. */
#define LIFTS_MAX  2
#define OF_LATE_US UINT64_C(30000000)

struct watch {
	const struct contacts *contacts;
	const struct touch_turn *turn;
	size_t first, end;
	uint64_t period_us;
};

static struct watch
watch_of(const struct contacts *contacts, const struct touch_turn *turn)
{
	return (struct watch){ .contacts = contacts,
		               .turn = turn,
		               .first = contacts_after(contacts, turn->from_us),
		               .end = contacts_after(contacts, turn->until_us),
		               .period_us = contacts_period(contacts) };
}

static uint8_t
man_on(const struct watch *watch, int sq)
{
	return position_piece_at(watch->turn->before, sq);
}

static bool
is_mine(const struct watch *watch, uint8_t piece)
{
	return piece != EMPTY && piece_color(piece) == (enum color)watch->turn->before->side;
}

/* Contact n reports that a man of the position left his square. */
static bool
is_touch(const struct watch *watch, size_t n)
{
	const struct contact *contact = contacts_at(watch->contacts, n);
	uint8_t man = man_on(watch, contact->sq);

	if (man == EMPTY || contact->before != man || contact->after == man)
		return false;
	/* Read as another man: nobody touched him, unless he was taken. */
	return contact->after == EMPTY || contact->sq == move_to(watch->turn->move);
}

/* When sq came to read `piece`, from contact n on; NOT_BACK. */
static uint64_t
reads_us(const struct watch *watch, size_t n, int sq, uint8_t piece)
{
	for (; n < watch->end; n++) {
		const struct contact *contact = contacts_at(watch->contacts, n);

		if (contact->sq == sq && contact->after == piece)
			return contact->t_us;
	}
	return NOT_BACK;
}

/* Was the man who left with contact n put on another square before he came back? */
static bool
was_put_elsewhere(const struct watch *watch, size_t n, uint64_t back_us)
{
	const struct contact *left = contacts_at(watch->contacts, n);

	for (n++; n < watch->end; n++) {
		const struct contact *contact = contacts_at(watch->contacts, n);

		if (contact->t_us >= back_us)
			break;
		if (contact->sq != left->sq && contact->after == left->before &&
		    man_on(watch, contact->sq) != left->before)
			return true;
	}
	return false;
}

/* Did a square lose the man who left it with contact n? Where another one was read before he was back, or he was put elsewhere
 * meanwhile, he was taken there, or moved, and somebody came. */
static bool
is_loss(const struct watch *watch, size_t n)
{
	const struct contact *left = contacts_at(watch->contacts, n);

	for (size_t i = n + 1; i < watch->end; i++) {
		const struct contact *contact = contacts_at(watch->contacts, i);

		if (contact->sq == left->sq)
			return contact->after == left->before &&
			       !was_put_elsewhere(watch, n, contact->t_us);
	}
	return true;
}

static bool
is_believed(const struct watch *watch, int sq)
{
	uint64_t from_us = watch->turn->from_us;
	size_t n = contacts_after(watch->contacts, from_us > OF_LATE_US ? from_us - OF_LATE_US : 0);
	int lifts = 0;

	for (; n < watch->end; n++)
		lifts += contacts_at(watch->contacts, n)->sq == sq && is_touch(watch, n) &&
		         is_loss(watch, n);
	return !(watch->turn->troubled & sq_bit(sq)) && lifts <= LIFTS_MAX;
}

/* Is the man of sq one of those the move is played with, or takes? */
static bool
is_of_move(const struct watch *watch, int sq)
{
	uint16_t move = watch->turn->move;

	return sq == move_from(move) || sq == move_to(move) || sq == move_victim(move);
}

/* --- who was touched ---------------------------------------------------------------------------------------- */

static bool
is_listed(const struct touched *touched, int sq)
{
	for (size_t i = 0; i < touched->n; i++)
		if (touched->sq[i] == sq)
			return true;
	return false;
}

/* Before he has ever answered, and perhaps before there was anything to answer? On a board that reads well it is the
 * scan that comes late with what he answers. */
static bool
is_too_soon(const struct watch *watch, const struct contact *contact)
{
	const struct touch_turn *turn = watch->turn;
	uint64_t soonest_us =
		turn->soonest_us < watch->period_us ? turn->soonest_us : watch->period_us;

	return turn->soonest_us > 0 && contact->t_us < turn->answered_us + soonest_us;
}

/* A hand that has put its man down is hardly gone by then, and the opponent's has hardly come. */
#define HANDS_CHANGE_US UINT64_C(500000)

/* Until the opponent has pressed it is his hand that is over the board: who left his square and came back by then, and of his own
 * men who left it as he made his ply, was pushed by it, or straightened. */
static bool
is_of_opponents_hand(const struct watch *watch, const struct contact *contact, uint64_t back_us)
{
	const struct touch_turn *turn = watch->turn;

	if (contact->t_us > turn->pressed_us)
		return false;
	return back_us <= turn->pressed_us ||
	       (!is_mine(watch, contact->before) &&
	        contact->t_us <= turn->answered_us + HANDS_CHANGE_US);
}

/* Off for long, or for good as one of the move's. A man of the opponent's who stood elsewhere meanwhile was moved there, by
 * whose he is: nobody does that who takes him. Who is away without that was not seen to come back. */
static bool
counts(const struct watch *watch, size_t n)
{
	const struct contact *contact = contacts_at(watch->contacts, n);
	uint64_t back = reads_us(watch, n + 1, contact->sq, contact->before);

	if (back == NOT_BACK)
		return is_of_move(watch, contact->sq);
	if (is_of_opponents_hand(watch, contact, back))
		return false;
	if (!is_mine(watch, contact->before) && was_put_elsewhere(watch, n, back))
		return false;
	return back - contact->t_us >= TOUCH_US && !is_too_soon(watch, contact) &&
	       !contacts_flickers(watch->contacts, n);
}

static void
list_touched(const struct watch *watch, struct touched *ret_touched)
{
	uint64_t before_us = 0;

	ret_touched->n = 0;
	for (size_t n = watch->first; n < watch->end; n++) {
		const struct contact *contact = contacts_at(watch->contacts, n);

		if (!is_touch(watch, n) || !counts(watch, n) || ret_touched->n == TOUCHED_MAX ||
		    is_listed(ret_touched, contact->sq) || !is_believed(watch, contact->sq))
			continue;
		ret_touched->sq[ret_touched->n] = contact->sq;
		ret_touched->unclear[ret_touched->n] =
			ret_touched->n > 0 && contact->t_us - before_us < watch->period_us;
		ret_touched->n++;
		before_us = contact->t_us;
	}
}

/* The report of the first touch of sq; NULL: there is none. */
static const struct contact *
first_touch(const struct watch *watch, int sq)
{
	for (size_t n = watch->first; n < watch->end; n++)
		if (is_touch(watch, n) && contacts_at(watch->contacts, n)->sq == sq)
			return contacts_at(watch->contacts, n);
	return NULL;
}

static uint64_t
touched_us(const struct watch *watch, int sq)
{
	const struct contact *touch = first_touch(watch, sq);

	return touch ? touch->t_us : watch->turn->from_us;
}

/* Touched men who are not what was played (4.3). */
static bool
find_touched(const struct watch *watch, struct touch_finding *ret_finding)
{
	const struct touch_turn *turn = watch->turn;
	struct touched touched;

	list_touched(watch, &touched);
	if (touched.n == 0)
		return false;
	/* Castled: whether the rook was first is find_rook_first()'s to say. */
	if (move_kind(turn->move) == MOVE_CASTLING && touched.sq[0] == move_to(turn->move))
		return false;
	obligation(turn->before, &touched, &ret_finding->moves);
	if (obligation_allows(&ret_finding->moves, turn->move))
		return false;
	ret_finding->sq = touched.sq[0];
	ret_finding->since_us = touched_us(watch, touched.sq[0]);
	return true;
}

/* --- castling ------------------------------------------------------------------------------------------------ */

/* The same of touches that count: not of a man who was adjusted. */
static const struct contact *
first_touch_that_counts(const struct watch *watch, int sq)
{
	for (size_t n = watch->first; n < watch->end; n++)
		if (is_touch(watch, n) && contacts_at(watch->contacts, n)->sq == sq &&
		    counts(watch, n))
			return contacts_at(watch->contacts, n);
	return NULL;
}

/* Castled, the rook having been lifted in an earlier round of the scan than the king (4.4.2), and not adjusted only. One
 * round comes from the one to the other in less than a hand needs for two men. Where nothing tells, the king was first. */
static bool
find_rook_first(const struct watch *watch, struct touch_finding *ret_finding)
{
	uint16_t move = watch->turn->move;
	const struct contact *rook, *king;

	if (move_kind(move) != MOVE_CASTLING || !is_believed(watch, move_to(move)))
		return false;
	rook = first_touch_that_counts(watch, move_to(move));
	king = first_touch(watch, move_from(move));
	if (!rook || !king || !contacts_is_later(watch->contacts, rook, king))
		return false;
	obligation_moves_of(watch->turn->before, move_to(move), &ret_finding->moves);
	ret_finding->sq = move_to(move);
	ret_finding->since_us = rook->t_us;
	return true;
}

/* Did a man of the position come to sq during the turn? When, or NOT_BACK. */
static uint64_t
came_us(const struct watch *watch, int sq, uint8_t piece)
{
	return man_on(watch, sq) == piece ? NOT_BACK : reads_us(watch, watch->first, sq, piece);
}

/* King and rook stood as after castling with the rook of that corner, which is not legal now. */
static bool
castled_wrongly(const struct watch *watch, int king, int rook)
{
	enum color side = (enum color)watch->turn->before->side;
	bool short_side = rook > king;
	int rank = sq_rank(king);

	if (man_on(watch, rook) != piece_make(side, ROOK) ||
	    obligation_castling(watch->turn->before, rook) != MOVE_NONE)
		return false;
	return came_us(watch, sq_make(short_side ? 6 : 2, rank), piece_make(side, KING)) !=
	               NOT_BACK &&
	       came_us(watch, sq_make(short_side ? 5 : 3, rank), piece_make(side, ROOK)) !=
	               NOT_BACK;
}

/* Was that tried, and taken back? The square of the king, SQ_NONE: it was not. */
static int
tried_to_castle(const struct watch *watch)
{
	enum color side = (enum color)watch->turn->before->side;
	int king = position_king(watch->turn->before, side);
	int rank = side == WHITE ? 0 : 7;

	return king == sq_make(4, rank) && (castled_wrongly(watch, king, sq_make(7, rank)) ||
	                                    castled_wrongly(watch, king, sq_make(0, rank)))
	               ? king
	               : SQ_NONE;
}

/* Then he owes a move of his king, and has made one, or the king has none, and any will do (4.4.3): that the rook stood beside
 * his king for a while, or was lifted, obliges to nothing. */
static bool
find_castling_settled(const struct watch *watch, struct touch_finding *ret_finding)
{
	int king = tried_to_castle(watch);
	struct move_list moves = { .count = 0 };

	(void)ret_finding;
	if (king == SQ_NONE)
		return false;
	obligation_moves_of(watch->turn->before, king, &moves);
	return moves.count == 0 || move_from(watch->turn->move) == king;
}

/* Or he has played another man though the king could move. */
static bool
find_castling_illegal(const struct watch *watch, struct touch_finding *ret_finding)
{
	int king = tried_to_castle(watch);

	if (king == SQ_NONE || move_from(watch->turn->move) == king)
		return false;
	obligation_moves_of(watch->turn->before, king, &ret_finding->moves);
	ret_finding->sq = king;
	ret_finding->since_us = touched_us(watch, king);
	return ret_finding->moves.count > 0;
}

/* --- let go --------------------------------------------------------------------------------------------------- */

/* Did the man of sq leave it this turn, or in the round before, while the opponent's man was still on his way (1.3)? Or is he not
 * read there because his own ply took him there so shortly before contact n that only one round has come by? */
static bool
is_lifted(const struct watch *watch, int sq, size_t n)
{
	const struct contacts *contacts = watch->contacts;
	uint64_t from_us = watch->turn->from_us, own_us = watch->turn->own_us;
	uint64_t put_us = contacts_at(contacts, n)->t_us;
	size_t at = contacts_after(contacts,
	                           from_us > watch->period_us ? from_us - watch->period_us : 0);
	bool lifted = own_us != 0 && put_us > own_us && put_us <= own_us + 2 * watch->period_us &&
	              contacts->squares[sq] != man_on(watch, sq);

	for (; at < watch->first; at++)
		if (contacts_at(contacts, at)->sq == sq)
			lifted = is_touch(watch, at);
	return lifted || first_touch(watch, sq) != NULL;
}

/* Does the man come to sq with that move? A king who is let go two squares away has begun to castle, and may do nothing else
 * (4.7.2); in Chess960 he may stand there by a move of his own. */
static bool
leads_to(const struct watch *watch, uint16_t move, int sq)
{
	int king = move_from(move), rank = sq_rank(king);

	if (move_kind(move) == MOVE_CASTLING)
		return !watch->turn->before->chess960 && king == sq_make(4, rank) &&
		       sq == sq_make(move_to(move) > king ? 6 : 2, rank);
	return move_kind(move) == MOVE_NORMAL && move_to(move) == sq;
}

/* The move that brings `piece` to sq with contact n, of a man who was lifted for it; MOVE_NONE. */
static uint16_t
move_made(const struct watch *watch, size_t n, int sq, uint8_t piece)
{
	struct move_list legal;

	movegen_legal(watch->turn->before, &legal);
	for (int i = 0; i < legal.count; i++) {
		uint16_t move = legal.moves[i];

		if (leads_to(watch, move, sq) && man_on(watch, move_from(move)) == piece &&
		    is_lifted(watch, move_from(move), n))
			return move;
	}
	return MOVE_NONE;
}

/* He who stood on a square until left_us went on from there: he came to where he was played to, or was taken there, or went
 * back home, afterwards. A man read on two squares at once did not. */
static bool
went_on(const struct watch *watch, size_t n, uint16_t made, uint64_t left_us)
{
	uint16_t move = watch->turn->move;
	uint8_t piece = man_on(watch, move_from(made));
	int next = move_from(made);
	uint64_t next_us;

	if (move_from(made) == move_from(move) && move_kind(move) == MOVE_NORMAL)
		next = move_to(move);
	if (move_kind(move) == MOVE_CASTLING && move_from(made) == move_from(move))
		next = sq_make(move_to(move) > move_from(move) ? 6 : 2, sq_rank(move_from(move)));
	if (next == move_to(move) && watch->turn->stood_there)
		return true;
	next_us = reads_us(watch, n + 1, next, piece);
	return next_us != NOT_BACK && next_us + watch->period_us >= left_us;
}

/* Until when did the man put with contact n stand, and nothing was done with others? Who takes away the man he will
 * capture while his own stands may have his other hand on that one. That his own was read there in passing, and is not
 * any more, is none of it. */
static uint64_t
stood_until_us(const struct watch *watch, size_t n, uint64_t left_us)
{
	int to = move_to(watch->turn->move);

	for (; n < watch->end; n++) {
		const struct contact *contact = contacts_at(watch->contacts, n);

		if (contact->sq == to && contact->t_us < left_us && contact_is_lift(contact) &&
		    contact->before == man_on(watch, to))
			return contact->t_us;
	}
	return left_us;
}

/* A man of the mover's was put where he may go, let go, and taken elsewhere (4.7). Who came and went before the opponent had pressed
 * was pushed there by the opponent's hand, and put back. */
static bool
find_released(const struct watch *watch, struct touch_finding *ret_finding)
{
	for (size_t n = watch->first; n < watch->end; n++) {
		const struct contact *put = contacts_at(watch->contacts, n);
		uint64_t left_us;
		uint16_t made;

		if (!is_mine(watch, put->after) || man_on(watch, put->sq) == put->after ||
		    !is_believed(watch, put->sq))
			continue;
		left_us = reads_us(watch, n + 1, put->sq, EMPTY);
		if (left_us == NOT_BACK || left_us <= watch->turn->pressed_us ||
		    stood_until_us(watch, n, left_us) <
		            put->t_us + TOUCH_RELEASED_US + contacts_longest_round(watch->contacts))
			continue;
		made = move_made(watch, n, put->sq, put->after);
		if (made == MOVE_NONE || made == watch->turn->move ||
		    !went_on(watch, n, made, left_us))
			continue;
		ret_finding->sq = put->sq;
		ret_finding->since_us = put->t_us;
		ret_finding->stood_us = left_us - put->t_us;
		ret_finding->moves.moves[0] = made;
		ret_finding->moves.count = 1;
		return true;
	}
	return false;
}

/* The pawn became another man first (4.4.4). */
static bool
find_promotion_changed(const struct watch *watch, struct touch_finding *ret_finding)
{
	uint16_t move = watch->turn->move;
	enum color side = (enum color)watch->turn->before->side;
	uint8_t pawn = piece_make(side, PAWN), final;

	if (move_kind(move) != MOVE_PROMOTION)
		return false;
	final = piece_make(side, move_promotion(move));
	for (size_t n = watch->first; n < watch->end; n++) {
		const struct contact *put = contacts_at(watch->contacts, n);
		uint64_t final_us;

		if (put->sq != move_to(move) || !is_mine(watch, put->after) || put->after == pawn)
			continue;
		if (put->after == final)
			return false;
		final_us = reads_us(watch, n + 1, put->sq, final);
		if (final_us == NOT_BACK || final_us < put->t_us + watch->turn->chosen_us)
			continue;
		ret_finding->sq = put->sq;
		ret_finding->piece = put->after;
		ret_finding->since_us = put->t_us;
		return true;
	}
	return false;
}

uint64_t
touch_answer_us(const struct contacts *contacts, const struct touch_turn *turn)
{
	const struct watch watch = watch_of(contacts, turn);
	const struct contact *touch = first_touch(&watch, move_from(turn->move));

	if (!touch || turn->answered_us == 0)
		return TIME_UNKNOWN;
	return touch->t_us > turn->answered_us ? touch->t_us - turn->answered_us : 0;
}

void
touch_judge(const struct contacts *contacts, const struct touch_turn *turn,
            struct touch_finding *ret_finding)
{
	static const struct {
		enum touch_what what;
		bool (*find)(const struct watch *watch, struct touch_finding *ret_finding);
	} kinds[] = {
		{ TOUCH_PROMOTION_CHANGED, find_promotion_changed },
		{ TOUCH_NOTHING, find_castling_settled },
		{ TOUCH_CASTLING_ILLEGAL, find_castling_illegal },
		{ TOUCH_RELEASED, find_released },
		{ TOUCH_ROOK_FIRST, find_rook_first },
		{ TOUCH_MOVE, find_touched },
	};
	const struct watch watch = watch_of(contacts, turn);

	memset(ret_finding, 0, offsetof(struct touch_finding, moves));
	ret_finding->moves.count = 0;
	for (size_t i = 0; i < sizeof(kinds) / sizeof(kinds[0]); i++)
		if (kinds[i].find(&watch, ret_finding)) {
			ret_finding->what = kinds[i].what;
			return;
		}
}
