/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Of two men alike, or of which one was read as the other, which went where one is read? A part of innocent.c.
 */
#include "core/chess/attacks.h"
#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/laws/press/innocent_inside.h"

/* The men who had left their squares in this turn when the one who was carried came to be read where he is: of all who are in a hand nobody
 * knows which was put there, and who is put down since may be another one. */
static uint64_t
away_when_he_came(const struct laws *laws, const struct laws_press *press, const struct deed *deed)
{
	const struct contacts *contacts = &laws->conduct.contacts;
	uint8_t reading = image_at(&laws->image, deed->to);
	uint64_t away = 0, when_he_came = 0;

	for (size_t n = contacts_after(contacts, press->turn_us); n < contacts->n; n++) {
		const struct contact *contact = contacts_at(contacts, n);

		if (contact->t_us > evidence_told_us(laws, press->t_us))
			break;
		away &= ~sq_bit(contact->sq);
		if (contact->after == EMPTY &&
		    !contacts_is_unsteady(contacts, contacts->n - 1, contact->sq))
			away |= sq_bit(contact->sq);
		if (contact->sq == deed->to && contact->after == reading)
			when_he_came = away;
	}
	return when_he_came;
}

/* The squares that men like the carried one have left as soon as the board tells of what was pressed for, while none of them has come
 * anywhere else than where he went: any of them may be who went there, and the others in a hand (4.2). One of these may have come since to
 * a square that another one has left. */
static uint64_t
left_as_well(const struct laws *laws, const struct laws_press *press, const struct deed *deed)
{
	enum piece_type type = piece_type(deed->piece);
	enum color side = piece_color(deed->piece);
	uint64_t stood = press->base.by_type[type] & press->base.by_color[side];
	uint64_t read = laws->image.by_type[type] & laws->image.by_color[side];
	uint64_t before = press->turn.by_type[type] & press->turn.by_color[side];
	uint64_t left = stood & ~image_men(&laws->image);
	uint64_t as_well =
		stood & (evidence_men_away(laws, press) | away_when_he_came(laws, press, deed));

	if ((read & ~stood & ~before) != sq_bit(deed->to))
		return 0;
	while (left != 0) {
		int sq = bits_take(&left);

		if (laws->changed_us[sq] > press->turn_us &&
		    laws->changed_us[sq] <= evidence_told_us(laws, press->t_us))
			as_well |= sq_bit(sq);
	}
	return as_well;
}

/* A man who was not read when the turn began, where the record has him, may have gone where one like him is read now: he
 * had been lifted by then. Or one who was read, and has left with the carried one. */
bool
innocent_was_another(const struct laws *laws, const struct laws_press *press,
                     const struct image *image, const struct deed *deed, uint64_t odd)
{
	uint64_t unread = ((odd & ~image_men(&press->turn)) | left_as_well(laws, press, deed)) &
	                  ~sq_bit(deed->from);

	while (unread != 0) {
		int sq = bits_take(&unread);
		uint8_t man = position_piece_at(&press->base, sq);

		if (man != EMPTY && image_reading(image, man) == image_at(image, deed->to) &&
		    movegen_is_legal(&press->base, move_make(sq, deed->to, MOVE_NORMAL)))
			return true;
	}
	return false;
}

/* Is a man like him read where nobody like him was when the turn began? */
static bool
is_read_anew(const struct laws_press *press, const struct image *image, uint8_t man)
{
	enum piece_type type = piece_type(man);
	enum color color = piece_color(man);

	return (image->by_type[type] & image->by_color[color] &
	        ~(press->turn.by_type[type] & press->turn.by_color[color])) != 0;
}

/* What stands close to a man may be read in his place, and on the next square: then he who seems to have gone there has not moved, and
 * one who left in this turn, and is read nowhere, went there. */
bool
innocent_came_beside(const struct laws *laws, const struct laws_press *press,
                     const struct image *image, const struct deed *deed)
{
	enum color side = press->side;
	uint64_t left = press->base.by_color[side] & press->turn.by_color[side] &
	                ~(image_men(image) | sq_bit(deed->from));

	if (image->occupancy_only || deed_side(deed) != side ||
	    !(attacks_king[deed->from] & sq_bit(deed->to)))
		return false;
	while (left != 0) {
		int sq = bits_take(&left);
		uint8_t man = position_piece_at(&press->base, sq);

		if (image_at(&press->turn, sq) == image_reading(image, man) &&
		    laws->changed_us[sq] <= evidence_told_us(laws, press->t_us) &&
		    !is_read_anew(press, image, image_reading(image, man)) &&
		    movegen_is_legal(&press->base, move_make(sq, deed->to, MOVE_NORMAL)))
			return true;
	}
	return false;
}

/* Nobody takes a man of his own where no way leads. If that one's square has told of nobody in between, it reads him as the one who was
 * carried, and that one went where nobody is read. */
bool
innocent_is_own_misread(const struct laws *laws, const struct laws_press *press,
                        const struct image *image, const struct deed *deed)
{
	uint64_t unread = ~image_men(image) & ~sq_bit(deed->from);
	struct move_list legal;

	if (deed->captured == EMPTY || piece_color(deed->captured) != piece_color(deed->piece) ||
	    deed_side(deed) != press->side || image->occupancy_only ||
	    deed_is_way(&press->base, deed->from, deed->to) ||
	    contacts_came(&laws->conduct.contacts, press->turn_us, laws->now_us, deed->to, EMPTY))
		return false;
	movegen_legal_of(&press->base, sq_bit(deed->from), &legal);
	for (int i = 0; i < legal.count; i++)
		if (unread & sq_bit(move_target(legal.moves[i])))
			return true;
	return false;
}

/* May his player's last ply, *own, have led another man like him where the deed ends, and this one where the record has that one? */
static bool
are_legal_exchanged(const struct laws *laws, const struct laws_press *press,
                    const struct game_ply *own, const struct deed *deed)
{
	uint16_t other = move_make(move_from(own->move), deed->to, MOVE_NORMAL);
	uint16_t his = move_make(deed->from, move_to(own->move), MOVE_NORMAL);
	struct position before, after, then;

	game_position(laws->game, press->n_plies - 2, &before);
	if (position_piece_at(&before, move_from(own->move)) != deed->piece ||
	    !movegen_is_legal(&before, other))
		return false;
	position_after(&before, other, &after);
	if (!movegen_is_legal(&after, press->last_move))
		return false;
	position_after(&after, press->last_move, &then);
	return movegen_is_legal(&then, his);
}

/* Both came to be read by the time the board tells of what was pressed for with that ply, and not before it: nobody knows who of them
 * was first. */
bool
innocent_were_exchanged(const struct laws *laws, const struct laws_press *press,
                        const struct image *image, const struct deed *deed)
{
	const struct contacts *contacts = &laws->conduct.contacts;
	uint8_t man = image_reading(image, deed->piece);
	const struct game_ply *own;
	uint64_t told_us;

	if (image->occupancy_only || deed_side(deed) != press->side ||
	    !presses_has_own(laws, press))
		return false;
	own = &laws->game->plies[press->n_plies - 2];
	if (move_kind(own->move) != MOVE_NORMAL || own->completed_us == TIME_UNKNOWN ||
	    deed->kind == DEED_CASTLING || deed->from == move_to(own->move))
		return false;
	told_us = evidence_told_us(laws, own->completed_us);
	return contacts_came(contacts, own->completed_us, told_us, move_to(own->move), man) &&
	       contacts_came(contacts, own->completed_us, told_us, deed->to, man) &&
	       are_legal_exchanged(laws, press, own, deed);
}
