/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Might what looks like an illegal move have been a legal one?
 *
 * Sensors fail. What has failed in this game may fail still, whether or not the record can tell at the moment; and
 * what fails for the first time fails alone. So a deed is illegal only if none of these makes it legal:
 *
 *   - a square that did not read as in the record when the turn began stands as it read, or empty, or as recorded; who
 *     stands there by the record is then on a square that does not read its men
 *   - a man like the one who was carried was read elsewhere when the turn began, or until the opponent had moved, or in this
 *     turn before he was read there: it was he
 *   - a man like the one who is read there now stood on a square that did not read its man when the turn began, or that he left
 *     with this ply: it was he
 *   - another man left in this turn, is read nowhere, and may have gone to the next square, where this one seems to be: it was he,
 *     read as his neighbour
 *   - he seems to have taken a man of his own, where no way leads him, who may be there yet, read as he, and may have gone where
 *     nobody is read
 *   - a man like him came with his player's last ply, as the record has it, and both were told of no sooner than the other: that
 *     one had gone where the deed ends, and this one went where the record has that one
 *   - he was seen where his last ply led in passing only, went on before it was pressed for, and the opponent answered
 *     before a scan came by; or he was first seen there in this turn
 *   - he stands on a square that does not read its men, and is seen beside it, or in place of another man
 *   - he took a man who is read no more, and is not read there himself
 *   - he took a man who is read no more, and had just gone where he himself stands; who seems to have taken his own man rather
 *     did that
 *   - one of the opponent's is read where a pawn became another man, and has taken that one
 *   - he was read in this turn where he may go, and is there yet, or was taken there since
 *   - the man of the ply he answers was read on his way when it was pressed for, and he answers where that one was played
 *   - or that one came with the opponent's next ply where the record has him
 *   - he went there with his player's last ply, and another man of his has moved since
 *   - he is read on two squares, and stands on either
 *   - he stood between two squares, and a push put him on the right one
 *   - he castled, and the right to it was lost by a ply that may not have been; or the rook went on from beside his king who seems
 *     to have gone alone
 *   - one of the last plies was doubtful when it was found, and its man never left his square; one of its own squares
 *     reads oddly. Or he went elsewhere, where he is read, or where nobody is
 *
 * Nor did a player press without a move if his ply leads from a square that reads oddly to one that reads no man: who is
 * not read where he stands may be one whom no square reads.
 */
#include "core/chess/attacks.h"
#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/laws/press/innocent_inside.h"

/* --- other men --------------------------------------------------------------------------------------------------- */

/* The squares that went on reading that man after the presser's own last ply was pressed and told of, until the turn
 * began. Of two alike the record may have taken the one who moved for the other. */
static uint64_t
read_until_answered(const struct laws *laws, const struct laws_press *press, uint8_t reading)
{
	const struct contacts *contacts = &laws->conduct.contacts;
	uint64_t own_us = presses_has_own(laws, press)
	                          ? laws->game->plies[press->n_plies - 2].completed_us
	                          : TIME_UNKNOWN;
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

/* Has the opponent's last ply taken whoever was read where it ends when the turn began? Its man has been read there since, as
 * soon as what was pressed for then is. */
static bool
was_taken_last(const struct laws *laws, const struct laws_press *press)
{
	int sq = press->last_move == MOVE_NONE ? SQ_NONE : move_target(press->last_move);
	uint8_t man = sq == SQ_NONE ? EMPTY : position_piece_at(&press->base, sq);

	return man != EMPTY && sq == move_to(press->last_move) &&
	       evidence_was_read(laws, press, sq, image_reading(&press->turn, man));
}

/* Was he not read where he is said to have come from until the opponent had pressed? */
static bool
came_in_this_turn(const struct laws_press *press, const struct deed *deed)
{
	return !press->turn.occupancy_only &&
	       image_at(&press->turn, deed->from) != image_reading(&press->turn, deed->piece);
}

/* The squares that came to read a man like him in this turn before the one did where he is said to have come from: he may have
 * stood there, and have gone by that one. */
static uint64_t
read_before_there(const struct laws *laws, const struct laws_press *press, const struct deed *deed)
{
	const struct contacts *contacts = &laws->conduct.contacts;
	uint8_t reading = image_reading(&press->turn, deed->piece);
	uint64_t squares = 0;

	if (!came_in_this_turn(press, deed))
		return 0;
	for (size_t n = contacts_after(contacts, press->turn_us); n < contacts->n; n++) {
		const struct contact *contact = contacts_at(contacts, n);

		if (contact->after != reading)
			continue;
		if (contact->sq == deed->from)
			return squares;
		squares |= sq_bit(contact->sq);
	}
	return 0;
}

/* The squares where one of his side was read when the turn began, and nobody is now. Where the record has nobody it is wrong about who
 * stood there, and he may have been read as another man. */
static uint64_t
left_since(const struct laws *laws, const struct laws_press *press, enum color side)
{
	return press->turn.occupancy_only
	               ? 0
	               : press->turn.by_color[side] & ~image_men(&laws->image) &
	                         ~(press->base.by_color[WHITE] | press->base.by_color[BLACK]);
}

/* When the turn began, or until the opponent had moved, a man like the one who was carried was read where the record
 * has none: he may have come from there. Or one who was read as another, and has left. */
static bool
is_legal_from_elsewhere(const struct laws *laws, const struct laws_press *press,
                        const struct deed *deed)
{
	enum color side = piece_color(deed->piece);
	uint64_t others = press->turn.by_type[piece_type(deed->piece)] & press->turn.by_color[side];

	if (was_taken_last(laws, press))
		others &= ~sq_bit(move_to(press->last_move));
	others |= read_until_answered(laws, press, image_reading(&press->turn, deed->piece)) |
	          read_before_there(laws, press, deed) | left_since(laws, press, side);
	others &= ~(press->base.by_type[piece_type(deed->piece)] & press->base.by_color[side]);
	while (others != 0) {
		struct position other = press->base;
		struct deed from_there = *deed;

		from_there.from = (uint8_t)bits_take(&others);
		position_take_off(&other, sq_bit(deed->from) | sq_bit(from_there.from));
		innocent_put(&other, from_there.from, deed->piece);
		if (innocent_is_legal(&other, &from_there))
			return true;
	}
	return false;
}

/* Did the presser's own last ply, *own, lead him there? The record may have learned since that it led elsewhere. */
static bool
has_led_there(const struct position *before, const struct game_ply *own, const struct deed *deed)
{
	return move_kind(own->move) == MOVE_NORMAL &&
	       (move_to(own->move) == deed->from ||
	        (position_piece_at(before, move_from(own->move)) == deed->piece &&
	         position_piece_at(before, deed->from) != deed->piece));
}

/* May that ply have led farther than he was seen, and he have gone on from there? He left the square where he was seen before the
 * scan came by again, perhaps before the press; and the opponent had answered before it came by where he stood. Or he was seen
 * there for the first time when the opponent had pressed: in this turn; or had moved, and then for one round alone. */
static bool
may_have_gone_on(const struct laws *laws, const struct laws_press *press,
                 const struct game_ply *own, const struct deed *deed)
{
	uint64_t scan_us = contacts_period(&laws->conduct.contacts);
	uint64_t pressed_us = own->completed_us;

	if (pressed_us == TIME_UNKNOWN && press->own_us != 0)
		pressed_us =
			press->own_us; /* the record is not sure enough of that ply to say so */
	if (pressed_us == TIME_UNKNOWN ||
	    evidence_was_there(laws, deed->from, image_reading(&press->turn, deed->piece),
	                       pressed_us))
		return false;
	return came_in_this_turn(press, deed) || innocent_passed_early(laws, press, deed) ||
	       (move_to(own->move) == deed->from && own->made_us != TIME_UNKNOWN &&
	        own->made_us > press->turn_us) ||
	       (press->turn_us < pressed_us + scan_us &&
	        laws->changed_us[deed->from] <= pressed_us + scan_us);
}

/* Does nobody else stand on sq, or was a man of the opponent's taken there, who is not read any more? */
static bool
may_have_stood_on(const struct laws_press *press, const struct deed *deed, int sq)
{
	uint8_t man = position_piece_at(&press->base, sq);

	return man == EMPTY || (piece_color(man) != piece_color(deed->piece) &&
	                        image_at(&press->turn, sq) == EMPTY);
}

/* Would the deed be legal had he stood on sq? */
static bool
is_legal_from(const struct laws_press *press, const struct deed *deed, int sq)
{
	struct position other = press->base;
	struct deed from_there = *deed;

	if (sq == SQ_NONE || !may_have_stood_on(press, deed, sq))
		return false;
	position_take_off(&other, sq_bit(deed->from) | sq_bit(sq));
	innocent_put(&other, sq, deed->piece);
	from_there.from = (uint8_t)sq;
	return innocent_is_legal(&other, &from_there);
}

/* Was he read where the deed takes him as soon as the board tells of what was pressed for with the ply before, *own, which may have led
 * there? */
static bool
has_own_led_there(const struct laws *laws, const struct laws_press *press,
                  const struct game_ply *own, const struct deed *deed, int to)
{
	uint64_t pressed_us = own->completed_us;

	return to == deed->to && pressed_us != TIME_UNKNOWN && deed->kind != DEED_CASTLING &&
	       contacts_came(&laws->conduct.contacts, pressed_us,
	                     evidence_told_us(laws, pressed_us), to,
	                     image_reading(&press->turn, deed->piece));
}

static bool
is_legal_from_beyond(const struct laws *laws, const struct laws_press *press,
                     const struct deed *deed)
{
	const struct game *game = laws->game;
	uint32_t index = press->n_plies - 2;
	struct position before;
	struct move_list legal;

	if (!presses_has_own(laws, press) ||
	    !may_have_gone_on(laws, press, &game->plies[index], deed))
		return false;
	game_position(game, index, &before);
	if (!has_led_there(&before, &game->plies[index], deed))
		return false;
	movegen_legal(&before, &legal);
	for (int i = 0; i < legal.count; i++) {
		if (move_from(legal.moves[i]) == move_from(game->plies[index].move) &&
		    (is_legal_from(press, deed, move_to(legal.moves[i])) ||
		     has_own_led_there(laws, press, &game->plies[index], deed,
		                       move_to(legal.moves[i]))))
			return true;
	}
	return false;
}

/* He may go to a square that has not read its men of late. Then he is seen beside it, or what he seems to have taken
 * reads as another man. */
static bool
is_legal_to_blind(const struct laws *laws, const struct laws_press *press, const struct deed *deed)
{
	uint64_t blind = innocent_blind(laws, deed) & ~sq_bit(deed->from);
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
	uint64_t emptied =
		press->base.by_color[color_other(piece_color(deed->piece))] & ~image_men(image);

	while (emptied != 0)
		if (movegen_is_legal(&press->base,
		                     move_make(deed->from, bits_take(&emptied), MOVE_NORMAL)))
			return true;
	return false;
}

/* Squares that read men, as far as the deed's picture shows. Who seems to have taken a man of his own rather took who had taken
 * him: whether one of the opponent's was gone by then, the scan that came next tells. */
static uint64_t
men_still_read(const struct laws *laws, const struct image *image, const struct deed *deed)
{
	uint64_t men = image_men(image);

	if (deed->captured != EMPTY && piece_color(deed->captured) == piece_color(deed->piece))
		men &= image_men(&laws->image);
	return men;
}

/* Nobody takes a man of his own: where one of the opponent's is read no more it was that one who took him, wherever he came
 * from, and the presser took that one. */
static bool
is_legal_behind_capture(const struct laws *laws, const struct laws_press *press,
                        const struct image *image, const struct deed *deed)
{
	uint64_t by_then_us = laws->changed_us[deed->to] + contacts_period(&laws->conduct.contacts);
	uint64_t gone = press->base.by_color[color_other(piece_color(deed->piece))] &
	                ~men_still_read(laws, image, deed);

	if (deed->captured == EMPTY || piece_color(deed->captured) != piece_color(deed->piece) ||
	    !deed_is_way(&press->base, deed->from, deed->to))
		return false;
	while (gone != 0)
		if (laws->changed_us[bits_take(&gone)] <= by_then_us)
			return true;
	return false;
}

/* Is a man of the opponent's read where a pawn became another man, and has one like him left a square, as soon as the next round of the
 * scan tells of that, from where he may take whom the pawn became? Then he did (3.7.5 makes nobody a man of the other side's). */
static bool
is_taken_as_promoted(const struct laws *laws, const struct laws_press *press,
                     const struct image *image, const struct deed *deed)
{
	uint64_t by_then_us = laws->changed_us[deed->to] + contacts_period(&laws->conduct.contacts);
	uint16_t promoted = move_make_promotion(deed->from, deed->to, QUEEN);
	uint8_t man = image_at(image, deed->to);
	struct position after;
	uint64_t gone;

	if (image->occupancy_only || man == EMPTY || piece_color(man) == piece_color(deed->piece) ||
	    !movegen_is_legal(&press->base, promoted))
		return false;
	position_after(&press->base, promoted, &after);
	gone = after.by_type[piece_type(man)] & after.by_color[piece_color(man)] &
	       ~image_men(&laws->image);
	while (gone != 0) {
		int sq = bits_take(&gone);

		if (laws->changed_us[sq] <= by_then_us &&
		    movegen_is_legal(&after, move_make(sq, deed->to, MOVE_NORMAL)))
			return true;
	}
	return false;
}

/* Who takes a man before his opponent has even pressed for him plays in a hurry, and presses then. */
#define ANSWERED_US UINT64_C(2000000)

/* Has he to whom the carried man belongs let the clock stand on him all that time, though his man stood there before the presser
 * pressed? Then it was no answer of his. */
static bool
is_no_answer(const struct laws *laws, const struct laws_press *press, const struct deed *deed)
{
	return piece_color(deed->piece) != press->side &&
	       laws->changed_us[deed->to] <= press->t_us && press->next_us == TIME_UNKNOWN &&
	       laws->now_us >= press->t_us + ANSWERED_US;
}

/* Did a pawn come to his last rank, and is he read there yet, or what he may become? Who lacks no more than that is not asked
 * whether his move was legal. */
static bool
is_promoted(const struct image *image, const struct deed *deed)
{
	enum color side = piece_color(deed->piece);
	uint8_t man = image_at(image, deed->to);

	return deed->kind != DEED_UNPROMOTED && piece_type(deed->piece) == PAWN && man != EMPTY &&
	       piece_color(man) == side && piece_type(man) != KING &&
	       sq_is_last_rank(deed->to, side);
}

/* Of a pawn that was taken in passing (3.7.4) the shorter step leads there. */
bool
innocent_took_unseen(const struct laws *laws, const struct laws_press *press,
                     const struct image *image, const struct deed *deed)
{
	uint64_t by_then_us = laws->changed_us[deed->to] + contacts_period(&laws->conduct.contacts);
	uint16_t promoted = move_make_promotion(deed->from, deed->to, QUEEN);
	struct position other = press->base;
	uint64_t gone = other.by_color[color_other(piece_color(deed->piece))] &
	                ~men_still_read(laws, image, deed);

	other.side = (uint8_t)color_other(piece_color(deed->piece));
	other.ep = SQ_NONE;
	if (is_no_answer(laws, press, deed) || position_check_standing(&other) != POSITION_OK)
		return false;
	while (gone != 0) {
		int sq = bits_take(&gone);
		uint16_t unseen = move_make(sq, deed->to, MOVE_NORMAL);
		struct position after;

		if (laws->changed_us[sq] > by_then_us || !movegen_is_legal(&other, unseen))
			continue;
		position_after(&other, unseen, &after);
		if (innocent_is_legal(&after, deed) ||
		    (is_promoted(image, deed) && movegen_is_legal(&after, promoted)))
			return true;
	}
	return false;
}

bool
innocent_hides_ply(const struct laws *laws, const struct laws_press *press, uint64_t odd)
{
	const struct position *base = &press->base;
	const struct image *image = &laws->image;
	uint64_t men = base->by_color[WHITE] | base->by_color[BLACK] | image_men(image);
	uint64_t unread = odd | laws->presses.blind | ~men;
	struct move_list legal;

	movegen_legal(&press->base, &legal);
	for (int i = 0; i < legal.count; i++)
		if ((sq_bit(move_from(legal.moves[i])) & odd) &&
		    (sq_bit(move_to(legal.moves[i])) & unread))
			return true;
	return false;
}

/* --- all of it ----------------------------------------------------------------------------------------------- */

/* Whom the opponent moved last, and where beside him he cannot have gone: he is read there as well, between two squares. */
static void
find_last(const struct laws *laws, const struct laws_press *press, struct innocent_doubt *doubt)
{
	const struct game *game = laws->game;
	uint32_t n = press->n_plies;
	struct position before;
	struct move_list legal;
	int to;

	if (n == 0 || n > game->n_plies || game->plies[n - 1].move != press->last_move ||
	    move_kind(press->last_move) != MOVE_NORMAL ||
	    game_ply_side(game, n - 1) == press->side ||
	    (game->plies[n - 1].doubtful & ~PLY_DOUBT_PASSING) != 0)
		return;
	to = move_to(press->last_move);
	doubt->last = sq_bit(to);
	doubt->not_his = attacks_king[to];
	game_position(game, n - 1, &before);
	movegen_legal(&before, &legal);
	for (int i = 0; i < legal.count; i++)
		if (move_from(legal.moves[i]) == move_from(press->last_move))
			doubt->not_his &= ~sq_bit(move_target(legal.moves[i]));
}

static bool
is_legal_somehow(const struct laws *laws, const struct laws_press *press, const struct deed *deed,
                 uint64_t odd)
{
	struct innocent_doubt doubt = { .base = &press->base,
		                        .press = press,
		                        .deed = deed,
		                        .blind = innocent_blind(laws, deed),
		                        .king_doubted =
		                                innocent_is_king_doubted(laws->game, press) };

	find_last(laws, press, &doubt);
	return !innocent_is_illegal_anyway(&doubt, odd) ||
	       is_legal_from_elsewhere(laws, press, deed) ||
	       is_legal_from_beyond(laws, press, deed) || is_legal_to_blind(laws, press, deed) ||
	       (odd != 0 && innocent_is_legal_without_a_ply(laws, press, deed, odd));
}

bool
innocent_explains(const struct laws *laws, const struct laws_press *press,
                  const struct image *image, const struct deed *deed, uint64_t odd)
{
	uint64_t seen = deed->squares & ~(sq_bit(deed->from) | odd);
	struct deed other = *deed;

	if (bits_count(odd) > EVIDENCE_ODD_MAX || innocent_may_have_castled(laws, press, deed) ||
	    is_legal_from(press, deed, innocent_castled_rook(laws, press, deed)) ||
	    is_legal_to_emptied(press, image, deed) ||
	    innocent_was_another(laws, press, image, deed, odd) ||
	    innocent_were_exchanged(laws, press, image, deed) ||
	    innocent_came_beside(laws, press, image, deed) ||
	    innocent_is_own_misread(laws, press, image, deed) ||
	    innocent_may_have_slid(laws, press, deed) ||
	    is_legal_behind_capture(laws, press, image, deed) ||
	    innocent_took_unseen(laws, press, image, deed) ||
	    is_taken_as_promoted(laws, press, image, deed) ||
	    innocent_was_read_elsewhere(laws, press, image, deed) ||
	    innocent_went_before(laws, press, deed) ||
	    innocent_has_last_gone_on(laws, press, image, deed) ||
	    innocent_has_last_come_since(laws, press, image, deed) ||
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
