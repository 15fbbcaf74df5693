/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the board has told, beside the picture, of where a man went who seems to have been moved illegally. A part of
 * innocent.c.
 */
#include "core/chess/movegen.h"
#include "core/laws/press/innocent_inside.h"

/* He was read in this turn where he may go, and is read there yet, or one of the opponent's men is: it was there that he stood,
 * and he may have been taken. Whoever is read elsewhere besides was read on two squares. */
bool
innocent_was_read_elsewhere(const struct laws *laws, const struct laws_press *press,
                            const struct image *image, const struct deed *deed)
{
	const struct contacts *contacts = &laws->conduct.contacts;
	uint64_t until_us = press->t_us + presses_longest_us(laws);

	if (image->occupancy_only || piece_color(deed->piece) != press->side)
		return false;
	for (size_t n = contacts_after(contacts, press->turn_us); n < contacts->n; n++) {
		const struct contact *contact = contacts_at(contacts, n);
		uint8_t now = image_at(&laws->image, contact->sq);

		if (contact->t_us > until_us)
			break;
		if (contact->after == deed->piece && now != EMPTY &&
		    (now == deed->piece || piece_color(now) != press->side) &&
		    movegen_is_legal(&press->base, move_make(deed->from, contact->sq, MOVE_NORMAL)))
			return true;
	}
	return false;
}

/* Before the opponent's press was heard the scan may come by a hand that has begun the answer (1.3). It comes by once: who is there when it
 * comes by again stands there. Who was read once is told to be gone a round later, who was twice, two. */
bool
innocent_passed_early(const struct laws *laws, const struct laws_press *press,
                      const struct deed *deed)
{
	const struct contacts *contacts = &laws->conduct.contacts;
	uint64_t came_us = 0;

	if (!evidence_was_put_early(laws, press, deed->from))
		return false;
	for (size_t n = contacts_after(contacts, 0); n < contacts->n; n++) {
		const struct contact *contact = contacts_at(contacts, n);

		if (contact->sq != deed->from)
			continue;
		if (contact->t_us > press->turn_us)
			return 2 * (contact->t_us - came_us) <=
			       3 * contacts_longest_round(contacts);
		came_us = contact->t_us;
	}
	return false;
}

/* The record may have learned only since how his player's last ply went: with that he came where the deed takes him, and has been
 * read on his way. For this press it has another man's ply, who has been read to arrive in this turn. */
bool
innocent_went_before(const struct laws *laws, const struct laws_press *press,
                     const struct deed *deed)
{
	const struct game *game = laws->game;
	uint32_t index = presses_find_ply(game, press->t_us);
	const struct game_ply *own, *ply;
	uint8_t man;

	if (index < 2 || index >= game->n_plies || game_ply_side(game, index) != press->side)
		return false;
	own = &game->plies[index - 2];
	ply = &game->plies[index];
	man = position_piece_at(&press->base, move_from(ply->move));
	return move_kind(own->move) == MOVE_NORMAL && move_to(own->move) == deed->to &&
	       move_kind(ply->move) == MOVE_NORMAL && move_from(ply->move) != deed->to &&
	       move_from(ply->move) != deed->from && man != EMPTY &&
	       contacts_came(&laws->conduct.contacts, press->turn_us, laws->now_us,
	                     move_to(ply->move), image_reading(&laws->image, man));
}

/* What the man of the opponent's last ply would have led to, had it taken him on to sq. False: it could not. */
static bool
lead_last_to(const struct laws *laws, const struct laws_press *press, int sq,
             struct position *ret_after)
{
	uint16_t move = move_make(move_from(press->last_move), sq, MOVE_NORMAL);
	struct position before;

	game_position(laws->game, press->n_plies - 1, &before);
	if (!movegen_is_legal(&before, move))
		return false;
	position_after(&before, move, ret_after);
	return true;
}

/* Has the record by now something else for the ply he answers, behind which the deed is legal? */
static bool
is_legal_by_record(const struct laws *laws, const struct laws_press *press, const struct deed *deed)
{
	const struct game *game = laws->game;
	uint32_t n = press->n_plies;
	struct position after;

	if (n == 0 || n > game->n_plies || game->plies[n - 1].move == press->last_move ||
	    game_ply_side(game, n - 1) == press->side)
		return false;
	game_position(game, n, &after);
	return innocent_is_legal(&after, deed);
}

/* The man of the opponent's last ply is read nowhere. May that have taken him on to a square that reads nobody, so that the deed is legal?
 * He may have been taken there, or gone on, before the scan came by. */
static bool
is_legal_if_gone_unread(const struct laws *laws, const struct laws_press *press, int to,
                        const struct deed *deed)
{
	uint64_t men = image_men(&laws->image);
	struct position after;

	for (int sq = 0; sq < 64; sq++)
		if (sq != to && sq != deed->to && !(men & sq_bit(sq)) &&
		    lead_last_to(laws, press, sq, &after) && innocent_is_legal(&after, deed))
			return true;
	return false;
}

/* The man whose ply he answers was read on his way when it was pressed for, and left that square and came to another one where it
 * might take him, both as soon as the board tells of what was pressed for: it was there that he was played. Or he left it so soon,
 * and the record has since learned where he was played instead. Or he was read on both when the deed was pressed for: nobody knows then
 * on which of them he stood. Where the deed took him there, he may be read on the first as long as a sensor likes. */
bool
innocent_has_last_gone_on(const struct laws *laws, const struct laws_press *press,
                          const struct image *image, const struct deed *deed)
{
	const struct contacts *contacts = &laws->conduct.contacts;
	uint64_t until_us = evidence_told_us(laws, press->turn_us);
	int to = press->last_move == MOVE_NONE ? SQ_NONE : move_to(press->last_move);
	uint8_t man = to == SQ_NONE ? EMPTY : position_piece_at(&press->base, to);
	struct position after;
	bool left, read = false;

	if (image->occupancy_only || man == EMPTY || piece_color(man) == press->side ||
	    move_kind(press->last_move) != MOVE_NORMAL || press->n_plies > laws->game->n_plies + 1)
		return false;
	left = contacts_came(contacts, press->turn_us, until_us, to, EMPTY);
	if (left && is_legal_by_record(laws, press, deed))
		return true;
	for (size_t n = contacts_after(contacts, press->turn_us); n < contacts->n; n++) {
		const struct contact *contact = contacts_at(contacts, n);

		read = read || (contact->sq != to && contact->after == image_reading(image, man));
		if (contact->t_us > until_us)
			continue;
		if (contact->sq != to && contact->after == image_reading(image, man) &&
		    (left || contact->sq == deed->to ||
		     contacts_stood(contacts, press->t_us, contact->sq, contact->after)) &&
		    lead_last_to(laws, press, contact->sq, &after) &&
		    innocent_is_legal(&after, deed))
			return true;
	}
	return left && !read && image_at(&laws->image, to) == EMPTY &&
	       is_legal_if_gone_unread(laws, press, to, deed);
}

/* When was the man of the ply he answers first read in this turn where it took him? 0: he was not, or had been before. */
static uint64_t
last_came_us(const struct laws *laws, const struct laws_press *press, int to, uint8_t reading)
{
	const struct contacts *contacts = &laws->conduct.contacts;

	if (image_at(&press->turn, to) == reading)
		return 0;
	for (size_t n = contacts_after(contacts, press->turn_us); n < contacts->n; n++)
		if (contacts_at(contacts, n)->sq == to &&
		    contacts_at(contacts, n)->after == reading)
			return contacts_at(contacts, n)->t_us;
	return 0;
}

bool
innocent_may_come_since(const struct laws *laws, const struct laws_press *press,
                        const struct image *image, const struct deed *deed)
{
	int to = press->last_move == MOVE_NONE ? SQ_NONE : move_to(press->last_move);
	uint8_t man = to == SQ_NONE ? EMPTY : position_piece_at(&press->base, to);
	struct position after, then;

	if (image->occupancy_only || man == EMPTY || piece_color(man) == press->side ||
	    move_kind(press->last_move) != MOVE_NORMAL ||
	    press->n_plies > laws->game->n_plies + 1 ||
	    last_came_us(laws, press, to, image_reading(image, man)) <= press->t_us)
		return false;
	for (int sq = 0; sq < 64; sq++) {
		if (sq == to || sq == deed->to || !lead_last_to(laws, press, sq, &after) ||
		    !innocent_is_legal(&after, deed))
			continue;
		deed_position(&after, deed, press->side, &then);
		if (movegen_is_legal(&then, move_make(sq, to, MOVE_NORMAL)))
			return true;
	}
	return false;
}

/* Has the opponent pressed once more, with him there? */
bool
innocent_has_last_come_since(const struct laws *laws, const struct laws_press *press,
                             const struct image *image, const struct deed *deed)
{
	int to = press->last_move == MOVE_NONE ? SQ_NONE : move_to(press->last_move);

	if (press->next_us == TIME_UNKNOWN || !innocent_may_come_since(laws, press, image, deed))
		return false;
	return last_came_us(laws, press, to,
	                    image_reading(image, position_piece_at(&press->base, to))) <=
	       evidence_told_us(laws, press->next_us);
}
