/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Might what looks like an illegal move have been a legal one?
 *
 * Sensors fail. What has failed in this game may fail still, whether or not the record can tell at the moment; and
 * what fails for the first time fails alone. So a deed is illegal only if none of these makes it legal:
 *
 *   - a square that did not read as in the record when the turn began stands as it read, or empty, or as recorded; who
 *     stands there by the record is then on a square that does not read its men
 *   - a man like the one who was carried was read elsewhere when the turn began, or until the opponent had moved: it
 *     was he
 *   - a man like the one who is read there now stood on a square that did not read its man when the turn began: it was he
 *   - he was seen where his last ply led in passing only, went on before it was pressed for, and the opponent answered
 *     before a scan came by; or he was first seen there in this turn
 *   - he stands on a square that does not read its men, and is seen beside it, or in place of another man
 *   - he took a man who is read no more, and is not read there himself; or in passing one who had not been told of
 *   - he took a man who is read no more, and had just gone where he himself stands
 *   - he is read on two squares, and stands on either
 *   - he castled, and the right to it was lost by a ply that may not have been
 *   - one of the last plies was doubtful when it was found, and its man never left his square; one of its own squares
 *     reads oddly. Or he went elsewhere, where he is read
 *
 * Nor did a player press without a move if his ply leads from a square that reads oddly to one that reads no man: who is
 * not read where he stands may be one whom no square reads.
 */
#include "core/chess/attacks.h"
#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/laws/laws_state.h"

void
innocent_note(struct laws *laws)
{
	const struct position *now;
	uint64_t men, differing, blind;

	if (!laws->game)
		return;
	now = &laws->game->now;
	men = now->by_color[WHITE] | now->by_color[BLACK];
	differing = image_difference(&laws->image, now);
	blind = (laws->presses.blind | (laws->view.troubled & men & differing)) &
	        ~(men & ~differing);
	for (uint64_t fresh = blind & ~laws->presses.blind; fresh != 0;)
		laws->presses.blind_us[bits_take(&fresh)] = laws->now_us;
	laws->presses.blind = blind;
}

/* The squares that did not read their men before the deed was begun: what has not been read since may be its own doing, and a
 * legal ply in its place the record's guess. */
static uint64_t
blind_before(const struct laws *laws, const struct deed *deed)
{
	uint64_t squares = laws->presses.blind, before = 0;

	while (squares != 0) {
		int sq = bits_take(&squares);

		if (laws->presses.blind_us[sq] <= laws->changed_us[deed->from])
			before |= sq_bit(sq);
	}
	return before;
}

/* --- other men --------------------------------------------------------------------------------------------------- */

static void
take_off(struct position *position, uint64_t squares)
{
	for (int type = PAWN; type <= KING; type++)
		position->by_type[type] &= ~squares;
	position->by_color[WHITE] &= ~squares;
	position->by_color[BLACK] &= ~squares;
}

static void
put_man(struct position *position, int sq, uint8_t man)
{
	if (man == EMPTY)
		return;
	position->by_type[piece_type(man)] |= sq_bit(sq);
	position->by_color[piece_color(man)] |= sq_bit(sq);
}

/* The men on `squares` as they are read. */
static void
take_readings(const struct image *image, uint64_t squares, struct position *position)
{
	take_off(position, squares);
	for (int type = PAWN; type <= KING; type++)
		position->by_type[type] |= image->by_type[type] & squares;
	for (int side = WHITE; side <= BLACK; side++)
		position->by_color[side] |= image->by_color[side] & squares;
}

/* Do king and rook stand as castling takes them? */
static bool
stands_castled(const struct position *base, const struct deed *deed)
{
	int rank = sq_rank(deed->from), from, to;

	deed_rook(base, deed, &from, &to);
	return from != SQ_NONE && deed->to == sq_make(from > deed->from ? 6 : 2, rank) &&
	       to == sq_make(from > deed->from ? 5 : 3, rank);
}

static uint16_t
move_of(const struct position *position, const struct deed *deed)
{
	int from, to;

	if (deed->kind != DEED_CASTLING || !stands_castled(position, deed))
		return move_make(deed->from, deed->to, MOVE_NORMAL);
	deed_rook(position, deed, &from, &to);
	return move_make(deed->from, from, MOVE_CASTLING);
}

static bool
is_legal_in(const struct position *position, const struct deed *deed)
{
	return position_check_standing(position) == POSITION_OK &&
	       movegen_is_legal(position, move_of(position, deed));
}

/* The man on an odd square may be one whom the record has beside it: he was read on two squares, and it is the
 * other one where he stands. */
static bool
is_legal_with_one_less(const struct position *position, uint64_t as_read, const struct deed *deed)
{
	while (as_read != 0) {
		int sq = bits_take(&as_read);
		uint8_t man = position_piece_at(position, sq);
		uint64_t others;

		if (man == EMPTY)
			continue;
		others = position->by_type[piece_type(man)] & position->by_color[piece_color(man)] &
		         attacks_king[sq] & ~sq_bit(deed->from);
		while (others != 0) {
			struct position other = *position;

			take_off(&other, sq_bit(bits_take(&others)));
			if (is_legal_in(&other, deed))
				return true;
		}
	}
	return false;
}

/* The squares that went on reading that man after the presser's own last ply was pressed and told of, until the turn
 * began. Of two alike the record may have taken the one who moved for the other. */
static uint64_t
read_until_answered(const struct laws *laws, const struct laws_press *press, uint8_t reading)
{
	const struct contacts *contacts = &laws->conduct.contacts;
	uint64_t own_us = press->n_plies < 2 || press->n_plies > laws->game->n_plies
	                          ? TIME_UNKNOWN
	                          : laws->game->plies[press->n_plies - 2].completed_us;
	uint64_t seen = 0, read = 0;

	if (own_us == TIME_UNKNOWN || press->turn.occupancy_only)
		return 0;
	for (size_t n = contacts_after(contacts, evidence_told_us(laws, own_us)); n < contacts->n;
	     n++) {
		const struct contact *contact = contacts_at(contacts, n);

		if (contact->t_us > press->turn_us)
			break;
		if (press->last_move != MOVE_NONE && contact->sq == move_to(press->last_move))
			continue; /* he was taken there */
		if (!(seen & sq_bit(contact->sq)) && contact->before == reading)
			read |= sq_bit(contact->sq);
		seen |= sq_bit(contact->sq);
	}
	return read;
}

/* When the turn began, or until the opponent had moved, a man like the one who was carried was read where the record
 * has none: he may have come from there. */
static bool
is_legal_from_elsewhere(const struct laws *laws, const struct laws_press *press,
                        const struct deed *deed)
{
	enum color side = piece_color(deed->piece);
	uint64_t others = press->turn.by_type[piece_type(deed->piece)] & press->turn.by_color[side];

	others |= read_until_answered(laws, press, image_reading(&press->turn, deed->piece));
	others &= ~(press->base.by_type[piece_type(deed->piece)] & press->base.by_color[side]);
	while (others != 0) {
		struct position other = press->base;
		struct deed from_there = *deed;

		from_there.from = (uint8_t)bits_take(&others);
		take_off(&other, sq_bit(deed->from) | sq_bit(from_there.from));
		put_man(&other, from_there.from, deed->piece);
		if (is_legal_in(&other, &from_there))
			return true;
	}
	return false;
}

/* A man who was not read when the turn began, where the record has him, may have gone where one like him is read now: he
 * had been lifted by then. */
static bool
is_legal_for_one_unread(const struct laws_press *press, const struct image *image,
                        const struct deed *deed, uint64_t odd)
{
	uint64_t unread = odd & ~(press->turn.by_color[WHITE] | press->turn.by_color[BLACK] |
	                          sq_bit(deed->from));

	while (unread != 0) {
		int sq = bits_take(&unread);
		uint8_t man = position_piece_at(&press->base, sq);

		if (man != EMPTY && image_reading(image, man) == image_at(image, deed->to) &&
		    movegen_is_legal(&press->base, move_make(sq, deed->to, MOVE_NORMAL)))
			return true;
	}
	return false;
}

/* May the presser's own last ply, *own, have led farther than he was seen, and he have gone on from there? He left the
 * square where he was seen before the scan came by again, perhaps before the press; and the opponent had answered before it
 * came by where he stood. Or he was seen there for the first time when the opponent had pressed: in this turn. */
static bool
may_have_gone_on(const struct laws *laws, const struct laws_press *press,
                 const struct game_ply *own, const struct deed *deed)
{
	uint64_t scan_us = contacts_period(&laws->conduct.contacts);

	if (move_kind(own->move) != MOVE_NORMAL || move_to(own->move) != deed->from ||
	    own->completed_us == TIME_UNKNOWN)
		return false;
	return (own->made_us != TIME_UNKNOWN && own->made_us > press->turn_us) ||
	       (press->turn_us < own->completed_us + scan_us &&
	        laws->changed_us[deed->from] <= own->completed_us + scan_us);
}

static bool
is_legal_from_beyond(const struct laws *laws, const struct laws_press *press,
                     const struct deed *deed)
{
	const struct game *game = laws->game;
	uint32_t index = press->n_plies - 2;
	struct position before;
	struct move_list legal;

	if (press->n_plies < 2 || press->n_plies > game->n_plies ||
	    !may_have_gone_on(laws, press, &game->plies[index], deed))
		return false;
	game_position(game, index, &before);
	movegen_legal(&before, &legal);
	for (int i = 0; i < legal.count; i++) {
		int beyond = move_to(legal.moves[i]);
		struct position other = press->base;
		struct deed from_there = *deed;

		if (move_from(legal.moves[i]) != move_from(game->plies[index].move) ||
		    position_piece_at(&other, beyond) != EMPTY)
			continue;
		take_off(&other, sq_bit(deed->from));
		put_man(&other, beyond, deed->piece);
		from_there.from = (uint8_t)beyond;
		if (is_legal_in(&other, &from_there))
			return true;
	}
	return false;
}

/* What is asked: is the deed legal in a position like *base? */
struct doubt {
	const struct position *base;
	const struct laws_press *press;
	const struct deed *deed;
	uint64_t blind;    /* squares that may hide a man */
	bool king_doubted; /* the presser's, how he came where the record has him */
};

/* He who stands on one of the squares of `gone` by the record was carried on, unseen, to where nobody is read. A king is
 * somewhere; that of who is to be accused anywhere, if the ply that brought him there is in doubt. */
static bool
is_legal_with_one_hidden(const struct position *position, const struct doubt *doubt, uint64_t gone)
{
	while (gone != 0) {
		uint8_t man = position_piece_at(doubt->base, bits_take(&gone));
		bool anywhere = doubt->king_doubted && man == piece_make(doubt->press->side, KING);
		uint64_t hidden = (anywhere ? ~UINT64_C(0) : doubt->blind) &
		                  ~(position->by_color[WHITE] | position->by_color[BLACK] |
		                    sq_bit(doubt->deed->to));

		while (hidden != 0 && man != EMPTY) {
			struct position other = *position;

			put_man(&other, bits_take(&hidden), man);
			if (is_legal_in(&other, doubt->deed))
				return true;
		}
	}
	return false;
}

/* From the base, the squares of as_read as they read when the turn began, those of `empty` without men, the others as in
 * the record. What cannot stand so does not. */
static bool
is_legal_as(const struct doubt *doubt, uint64_t as_read, uint64_t empty)
{
	struct position other = *doubt->base;

	take_readings(&doubt->press->turn, as_read, &other);
	take_off(&other, empty);
	return is_legal_in(&other, doubt->deed) ||
	       is_legal_with_one_less(&other, as_read, doubt->deed) ||
	       is_legal_with_one_hidden(&other, doubt, as_read | empty);
}

/* A square that is not believed may hide what makes the deed legal. */
static bool
is_illegal_anyway(const struct doubt *doubt, uint64_t odd)
{
	uint64_t unlike = odd, as_read;

	/* All sets of odd squares, and for each all sets of the others. */
	for (;; unlike = (unlike - 1) & odd) {
		for (as_read = unlike;; as_read = (as_read - 1) & unlike) {
			if (is_legal_as(doubt, as_read, unlike & ~as_read))
				return false;
			if (as_read == 0)
				break;
		}
		if (unlike == 0)
			return true;
	}
}

/* He may go to a square that has not read its men of late. Then he is seen beside it, or what he seems to have taken
 * reads as another man. */
static bool
is_legal_to_blind(const struct laws *laws, const struct laws_press *press, const struct deed *deed)
{
	uint64_t blind = blind_before(laws, deed) & ~sq_bit(deed->from);
	struct move_list legal;

	if (deed->captured == EMPTY)
		blind &= attacks_king[deed->to];
	if (blind == 0 || deed->kind == DEED_CASTLING)
		return false; /* a rook went with him */
	movegen_legal(&press->base, &legal);
	for (int i = 0; i < legal.count; i++)
		if (move_from(legal.moves[i]) == deed->from &&
		    (sq_bit(move_to(legal.moves[i])) & blind))
			return true;
	return false;
}

/* He may have taken a man who is read no more, where no man is read now. */
static bool
is_legal_to_emptied(const struct laws_press *press, const struct image *image,
                    const struct deed *deed)
{
	uint64_t emptied = press->base.by_color[color_other(piece_color(deed->piece))] &
	                   ~(image->by_color[WHITE] | image->by_color[BLACK]);

	while (emptied != 0)
		if (movegen_is_legal(&press->base,
		                     move_make(deed->from, bits_take(&emptied), MOVE_NORMAL)))
			return true;
	return false;
}

/* A man of the opponent's who is read nowhere, and was not when this deed was done, may have gone where the presser's man
 * stands and been taken there, both before a scan came by: it is that ply which the record lacks. */
static bool
is_legal_after_ply_unseen(const struct laws *laws, const struct laws_press *press,
                          const struct image *image, const struct deed *deed)
{
	uint64_t by_then_us = laws->changed_us[deed->to] + contacts_period(&laws->conduct.contacts);
	struct position other = press->base;
	uint64_t gone = other.by_color[color_other(piece_color(deed->piece))] &
	                ~(image->by_color[WHITE] | image->by_color[BLACK]);

	other.side = (uint8_t)color_other(piece_color(deed->piece));
	other.ep = SQ_NONE;
	if (position_check_standing(&other) != POSITION_OK)
		return false;
	while (gone != 0) {
		int sq = bits_take(&gone);
		uint16_t unseen = move_make(sq, deed->to, MOVE_NORMAL);
		struct position after;

		if (laws->changed_us[sq] > by_then_us || !movegen_is_legal(&other, unseen))
			continue;
		position_after(&other, unseen, &after);
		if (is_legal_in(&after, deed))
			return true;
	}
	return false;
}

/* A pawn that went aside to an empty square took one in passing (3.7.4) that was never told of: it is gone from where it
 * began, and it is that ply which the record lacks. */
static bool
is_legal_in_passing(const struct laws_press *press, const struct image *image,
                    const struct deed *deed)
{
	enum color side = piece_color(deed->piece);
	uint64_t men = press->base.by_color[WHITE] | press->base.by_color[BLACK];
	int step = side == WHITE ? 8 : -8, landed = deed->to - step, began = deed->to + step;

	return piece_type(deed->piece) == PAWN && deed->captured == EMPTY &&
	       sq_rank(deed->from) == (side == WHITE ? 4 : 3) &&
	       sq_rank(deed->to) == (side == WHITE ? 5 : 2) &&
	       (attacks_king[deed->from] & sq_bit(landed)) != 0 &&
	       position_piece_at(&press->base, began) == piece_make(color_other(side), PAWN) &&
	       !(men & sq_bit(landed)) && image_at(image, began) == EMPTY;
}

/* --- plies that may not have been ----------------------------------------------------------------------------------- */

/* So many of the last plies; what is wrong with those before would have shown. */
#define UNDONE_PLIES 16

/* *position with ply `index` taken out of it: its man where he came from, and whom he took where he stood. False: that
 * cannot be, others have been on these squares since. */
static bool
take_out(const struct game *game, uint32_t index, struct position *position)
{
	uint16_t move = game->plies[index].move;
	int from = move_from(move), to = move_to(move);
	struct position before;
	uint8_t man;

	game_position(game, index, &before);
	man = position_piece_at(&before, from);
	if (move_kind(move) != MOVE_NORMAL || position_piece_at(position, to) != man ||
	    position_piece_at(position, from) != EMPTY)
		return false;
	take_off(position, sq_bit(to));
	put_man(position, to, position_piece_at(&before, to));
	put_man(position, from, man);
	return true;
}

static bool
is_king_doubted(const struct game *game, const struct laws_press *press)
{
	int king = position_king(&press->base, press->side);

	for (uint32_t i = press->n_plies < game->n_plies ? press->n_plies : game->n_plies; i > 0;
	     i--)
		if (game_ply_side(game, i - 1) == press->side &&
		    move_target(game->plies[i - 1].move) == king)
			return game->plies[i - 1].doubtful != 0;
	return false;
}

/* Where else its man may have gone: a square of `odd` that went on reading him, so that the ply's own square reads him
 * wrongly. *position is without the ply. */
static bool
is_legal_with_ply_elsewhere(const struct game *game, uint32_t index,
                            const struct position *position, const struct doubt *doubt,
                            uint64_t odd)
{
	uint16_t move = game->plies[index].move;
	uint8_t man = position_piece_at(position, move_from(move));
	struct position before;

	game_position(game, index, &before);
	for (uint64_t to = odd; to != 0;) {
		int sq = bits_take(&to);
		struct position other = *position;
		const struct doubt there = { &other, doubt->press, doubt->deed, doubt->blind,
			                     doubt->king_doubted };

		if (image_at(&doubt->press->turn, sq) != image_reading(&doubt->press->turn, man) ||
		    !movegen_is_legal(&before, move_make(move_from(move), sq, MOVE_NORMAL)))
			continue;
		take_off(&other, sq_bit(move_from(move)) | sq_bit(sq));
		put_man(&other, sq, man);
		if (!is_illegal_anyway(&there, odd & ~sq_bit(sq)))
			return true;
	}
	return false;
}

static bool
is_legal_without_a_ply(const struct laws *laws, const struct laws_press *press,
                       const struct deed *deed, uint64_t odd)
{
	const struct game *game = laws->game;
	uint32_t n_plies = press->n_plies < game->n_plies ? press->n_plies : game->n_plies;

	for (uint32_t i = n_plies; i > 0 && i + UNDONE_PLIES > n_plies; i--) {
		uint8_t doubtful = game->plies[i - 1].doubtful;
		struct position other = press->base;
		const struct doubt doubt = { &other, press, deed, blind_before(laws, deed),
			                     is_king_doubted(game, press) };

		if (doubtful == 0 || doubtful == PLY_DOUBT_PASSING ||
		    !take_out(game, i - 1, &other))
			continue;
		if (((evidence_ply_squares(game, i - 1) & odd) &&
		     !is_illegal_anyway(&doubt, odd)) ||
		    is_legal_with_ply_elsewhere(game, i - 1, &other, &doubt, odd))
			return true;
	}
	return false;
}

bool
innocent_hides_ply(const struct laws *laws, const struct laws_press *press, uint64_t odd)
{
	const struct position *base = &press->base;
	const struct image *image = &laws->image;
	uint64_t men = base->by_color[WHITE] | base->by_color[BLACK] | image->by_color[WHITE] |
	               image->by_color[BLACK];
	uint64_t unread = odd | laws->presses.blind | ~men;
	struct move_list legal;

	movegen_legal(&press->base, &legal);
	for (int i = 0; i < legal.count; i++)
		if ((sq_bit(move_from(legal.moves[i])) & odd) &&
		    (sq_bit(move_to(legal.moves[i])) & unread))
			return true;
	return false;
}

/* --- castling ------------------------------------------------------------------------------------------------ */

/* The rook with whom the king castled, by where he went; SQ_NONE: he did not. */
static int
castling_rook(const struct position *base, const struct deed *deed)
{
	uint64_t rooks = base->by_type[ROOK] & base->by_color[piece_color(deed->piece)] &
	                 UINT64_C(0xff) << (deed->from & ~7);

	if (piece_type(deed->piece) != KING || sq_rank(deed->from) != sq_rank(deed->to))
		return SQ_NONE;
	if (deed->kind == DEED_CASTLING)
		rooks &= deed->squares;
	else if (deed->to == deed->from + 2)
		rooks &= sq_bit(deed->from | 7);
	else if (deed->to + 2 == deed->from)
		rooks &= sq_bit(deed->from & ~7);
	else
		rooks = 0;
	return bits_count(rooks) == 1 ? bits_first(rooks) : SQ_NONE;
}

/* Did king or rook certainly move before, or begin without the right? */
static bool
is_right_surely_lost(const struct game *game, enum color side, int king, int rook)
{
	const uint8_t *rights = game->start.castling_rook[side];

	if (game->n_breaks == 0 && rights[CASTLE_KING_SIDE] != rook &&
	    rights[CASTLE_QUEEN_SIDE] != rook)
		return true;
	for (uint32_t i = 0; i < game->n_plies; i++) {
		const struct game_ply *ply = &game->plies[i];
		bool of_theirs = game_ply_side(game, i) == side &&
		                 (move_from(ply->move) == king || move_from(ply->move) == rook);

		if (of_theirs && !ply->doubtful && ply->completed_us != TIME_UNKNOWN)
			return true;
	}
	return false;
}

static bool
may_have_castled(const struct laws *laws, const struct laws_press *press, const struct deed *deed)
{
	int rook = castling_rook(&press->base, deed);
	enum color side = piece_color(deed->piece);
	struct position other = press->base;

	if (rook == SQ_NONE || side != (enum color)other.side ||
	    (deed->kind == DEED_CASTLING && !stands_castled(&other, deed)))
		return false;
	other.castling_rook[side][rook > deed->from ? CASTLE_KING_SIDE : CASTLE_QUEEN_SIDE] =
		(uint8_t)rook;
	return movegen_is_legal(&other, move_make(deed->from, rook, MOVE_CASTLING)) &&
	       !is_right_surely_lost(laws->game, side, deed->from, rook);
}

/* --- all of it ----------------------------------------------------------------------------------------------- */

static bool
is_legal_somehow(const struct laws *laws, const struct laws_press *press, const struct deed *deed,
                 uint64_t odd)
{
	const struct doubt doubt = { &press->base, press, deed, blind_before(laws, deed),
		                     is_king_doubted(laws->game, press) };

	return !is_illegal_anyway(&doubt, odd) || is_legal_from_elsewhere(laws, press, deed) ||
	       is_legal_from_beyond(laws, press, deed) || is_legal_to_blind(laws, press, deed) ||
	       (odd != 0 && is_legal_without_a_ply(laws, press, deed, odd));
}

bool
innocent_explains(const struct laws *laws, const struct laws_press *press,
                  const struct image *image, const struct deed *deed, uint64_t odd)
{
	uint64_t seen = deed->squares & ~(sq_bit(deed->from) | odd);
	struct deed other = *deed;

	if (bits_count(odd) > EVIDENCE_ODD_MAX || may_have_castled(laws, press, deed) ||
	    is_legal_to_emptied(press, image, deed) || is_legal_in_passing(press, image, deed) ||
	    is_legal_for_one_unread(press, image, deed, odd) ||
	    is_legal_after_ply_unseen(laws, press, image, deed) ||
	    is_legal_somehow(laws, press, deed, odd))
		return true;
	while (seen != 0) {
		other.to = (uint8_t)bits_take(&seen);
		if (image_at(image, other.to) == image_reading(image, deed->piece) &&
		    is_legal_somehow(laws, press, &other, odd))
			return true;
	}
	return false;
}
