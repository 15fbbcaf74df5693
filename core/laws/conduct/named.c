/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/laws/conduct/named.h"

#include "core/chess/bits.h"

/* Men go by the squares they stood on when the turn began; who stands on a square otherwise. */
enum { NOBODY = 64, SOMEBODY };

struct naming {
	const struct named_turn *turn;
	uint8_t stands[64]; /* on each square */
	uint64_t air;       /* who have left theirs and have not come to another */
	uint64_t early;     /* who have come to another before they were told to have left theirs */
};

static bool
is_up(const struct naming *naming, int man)
{
	return (naming->air & sq_bit(man)) != 0;
}

static uint8_t
piece_of(const struct naming *naming, int man)
{
	if (man == NOBODY)
		return EMPTY;
	return man == SOMEBODY ? (uint8_t)SOME_MAN : position_piece_at(naming->turn->before, man);
}

/* Who stands on sq when the turn begins: whom its first report takes away. Who is only being put there is in the air. */
static void
begin(struct naming *naming, const struct contacts *contacts, size_t first)
{
	const struct position *before = naming->turn->before;

	for (int sq = 0; sq < 64; sq++)
		naming->stands[sq] = position_piece_at(before, sq) != EMPTY ? (uint8_t)sq : NOBODY;
	for (size_t n = contacts->n; n-- > first;) {
		const struct contact *contact = contacts_at(contacts, n);
		bool is_there = contact->before != EMPTY;

		if (position_piece_at(before, contact->sq) == EMPTY) {
			naming->stands[contact->sq] = is_there ? SOMEBODY : NOBODY;
			continue;
		}
		naming->stands[contact->sq] = is_there ? contact->sq : NOBODY;
		naming->air &= ~sq_bit(contact->sq);
		naming->air |= is_there ? 0 : sq_bit(contact->sq);
	}
}

/* Men lifted later in the round that tells of contact n: which of these was first, it does not say. */
static uint64_t
lifted_in_round(const struct naming *naming, const struct contacts *contacts, size_t n)
{
	uint64_t until_us = contacts_at(contacts, n)->t_us + contacts_period(contacts);
	uint64_t men = 0;

	while (++n < contacts->n && contacts_at(contacts, n)->t_us <= until_us) {
		const struct contact *contact = contacts_at(contacts, n);
		int man = naming->stands[contact->sq];

		if (contact->after == EMPTY && man < NOBODY)
			men |= sq_bit(man);
	}
	return men;
}

/* Whom the ply brings to sq, of those men; NOBODY. */
static int
played_to(const struct naming *naming, uint64_t men, int sq)
{
	uint16_t move = naming->turn->move;
	int man = SQ_NONE;

	if (move_kind(move) == MOVE_CASTLING && sq == move_rook_target(move))
		man = move_to(move);
	else if (sq == move_target(move))
		man = move_from(move);
	return man != SQ_NONE && (men & sq_bit(man)) != 0 ? man : NOBODY;
}

/* Whom of those men castling brings to sq, legal or not; NOBODY. */
static int
castled_to(const struct naming *naming, uint64_t men, int sq)
{
	const struct position *before = naming->turn->before;
	int king = position_king(before, (enum color)before->side),
	    rank = before->side == WHITE ? 0 : 7;
	int rook = sq_make(sq_file(sq) > 4 ? 7 : 0, rank);

	if (king != sq_make(4, rank) || sq_rank(sq) != rank ||
	    men != (sq_bit(king) | sq_bit(rook)) ||
	    position_piece_at(before, rook) != piece_make((enum color)before->side, ROOK))
		return NOBODY;
	if (sq_file(sq) == 6 || sq_file(sq) == 2)
		return king;
	return sq_file(sq) == 5 || sq_file(sq) == 3 ? rook : NOBODY;
}

/* Who comes to sq, one of those in the air or of `more`. */
static int
who_comes(const struct naming *naming, uint64_t more, int sq)
{
	uint64_t men = naming->air | more;
	int man = played_to(naming, men, sq);

	if (man == NOBODY && is_up(naming, sq))
		man = sq;
	if (man == NOBODY)
		man = castled_to(naming, men, sq);
	if (man != NOBODY)
		return man;
	return men == 0 || (men & (men - 1)) ? SOMEBODY : bits_first(men);
}

static void
come(struct naming *naming, uint64_t more, struct contact *contact)
{
	int man = who_comes(naming, more, contact->sq);
	bool promoted = move_kind(naming->turn->move) == MOVE_PROMOTION &&
	                contact->sq == move_to(naming->turn->move) &&
	                man == move_from(naming->turn->move);

	/* A pawn on the last rank may be the pawn or the man he becomes: nobody knows. */
	if (man != SOMEBODY) {
		naming->early |= ~naming->air & sq_bit(man);
		naming->air &= ~sq_bit(man);
	}
	naming->stands[contact->sq] = promoted ? SOMEBODY : (uint8_t)man;
	contact->after = piece_of(naming, naming->stands[contact->sq]);
}

static void
name(struct naming *naming, uint64_t more, struct contact *contact)
{
	int man = naming->stands[contact->sq];

	contact->before = piece_of(naming, man);
	if (contact->after != EMPTY) {
		come(naming, more, contact);
		return;
	}
	naming->stands[contact->sq] = NOBODY;
	if (man >= NOBODY)
		return;
	naming->air |= sq_bit(man) & ~naming->early;
	naming->early &= ~sq_bit(man);
}

/* Before the turn: who came and went on a square is taken for who stands there now, by whom it is seen whether the square is
 * steady. */
static void
name_earlier(const struct position *before, struct contact *contact)
{
	uint8_t piece = position_piece_at(before, contact->sq);

	if (piece == EMPTY)
		return;
	contact->before = contact->before != EMPTY ? piece : EMPTY;
	contact->after = contact->after != EMPTY ? piece : EMPTY;
}

void
named_men(const struct contacts *contacts, const struct named_turn *turn,
          struct contacts *ret_named)
{
	uint64_t period_us = contacts_period(contacts);
	struct naming naming = { .turn = turn };
	size_t first =
		contacts_after(contacts, turn->from_us > period_us ? turn->from_us - period_us : 0);

	*ret_named = *contacts;
	begin(&naming, contacts, first);
	for (size_t n = contacts_after(contacts, 0); n < contacts->n; n++) {
		struct contact *contact = &ret_named->ring[n % CONTACTS_MAX];

		if (n < first)
			name_earlier(turn->before, contact);
		else
			name(&naming, lifted_in_round(&naming, contacts, n) & ~naming.early,
			     contact);
	}
	for (int sq = 0; sq < 64; sq++)
		ret_named->squares[sq] = piece_of(&naming, naming.stands[sq]);
}
