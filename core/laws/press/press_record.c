/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The record has a ply for the press, and the board shows an illegal one: which of the two is to be believed?
 */
#include "core/chess/bits.h"
#include "core/laws/laws_state.h"

/* Squares that are empty and were, but for the carried man who passed them. The scan tells up to a round later that he left one than
 * that he came to another. */
static uint64_t
passed_squares(const struct laws *laws, const struct laws_press *press, const struct image *image,
               const struct deed *deed)
{
	const struct contacts *contacts = &laws->conduct.contacts;
	uint64_t until_us = laws->changed_us[deed->to] + contacts_period(contacts);
	uint64_t passed = ~(image_men(image) | image_men(&press->turn));

	for (size_t n = contacts_after(contacts, press->turn_us); n < contacts->n; n++) {
		const struct contact *contact = contacts_at(contacts, n);

		if (contact->t_us > until_us ||
		    (contact->after != EMPTY &&
		     contact->after != image_reading(image, deed->piece)))
			passed &= ~sq_bit(contact->sq);
	}
	return passed;
}

/* Has the man of sq, in this turn, been read there or nowhere, and there since the deed was done? Then he has not moved. */
static bool
has_stayed(const struct laws *laws, const struct laws_press *press, int sq, const struct deed *deed)
{
	const struct contacts *contacts = &laws->conduct.contacts;
	uint8_t man = image_reading(&laws->image, position_piece_at(&press->base, sq));
	bool stayed = false;

	for (size_t n = contacts_after(contacts, press->turn_us); n < contacts->n; n++) {
		const struct contact *contact = contacts_at(contacts, n);

		if (contact->sq != sq)
			continue;
		if (contact->after != EMPTY && contact->after != man)
			return false;
		stayed = stayed || (contact->after == man && man != EMPTY &&
		                    contact->t_us >= laws->changed_us[deed->to]);
	}
	return stayed;
}

/* Did sq change after from_us, as far as *image shows the board? What has changed since that picture is the opponent's
 * doing. */
static bool
has_changed(const struct laws *laws, const struct laws_press *press, const struct image *image,
            int sq, uint64_t from_us)
{
	const struct contacts *contacts = &laws->conduct.contacts;
	bool changed = laws->changed_us[sq] > from_us;

	if (image != &press->seen || laws->changed_us[sq] < press->seen_us)
		return changed;
	changed = false;
	for (size_t n = contacts_after(contacts, from_us); n < contacts->n; n++)
		changed = changed || (contacts_at(contacts, n)->sq == sq &&
		                      contacts_at(contacts, n)->t_us < press->seen_us);
	return changed;
}

/* Squares that are empty and were by the record, but read one of the opponent's men when the turn began. Had one stood there he
 * would do so still, or whoever took him: he is read on two squares, and the other one has him. */
static uint64_t
ghosts(const struct laws_press *press, const struct image *image)
{
	uint64_t theirs = press->turn.by_color[color_other(press->side)];

	if (image->occupancy_only)
		return 0;
	return theirs &
	       ~(press->base.by_color[WHITE] | press->base.by_color[BLACK] | image_men(image));
}

/* Nothing has changed in this turn but what the deed changed; the last ply may have been seen late. */
static bool
is_all_there_was(const struct laws *laws, const struct laws_press *press, const struct image *image,
                 const struct deed *deed)
{
	uint64_t from_us = press->turn_us + contacts_period(&laws->conduct.contacts);
	uint64_t squares = ~(deed->squares | evidence_odd_squares(laws, press) |
	                     passed_squares(laws, press, image, deed) | ghosts(press, image));

	for (; squares != 0; squares &= squares - 1) {
		int sq = __builtin_ctzll(squares);

		if (has_changed(laws, press, image, sq, from_us) &&
		    !has_stayed(laws, press, sq, deed))
			return false;
	}
	return true;
}

/* Was a man of the presser's, whom alone the record has elsewhere now, on sq, read there when he pressed the last time, or as soon as
 * the board tells of what he pressed for? He may take him up again before his opponent has pressed, who has made his move (1.3),
 * and then the turn's picture has him nowhere, or on his way. squares: those that the record has otherwise. */
static bool
was_left_there(const struct laws *laws, const struct laws_press *press, uint32_t index, int sq,
               uint8_t man, uint64_t squares)
{
	const struct game *game = laws->game;
	const struct contacts *contacts = &laws->conduct.contacts;
	uint64_t pressed_us = index >= 2 ? game->plies[index - 2].completed_us : TIME_UNKNOWN;

	return man != EMPTY && piece_color(man) == press->side && pressed_us != TIME_UNKNOWN &&
	       bits_count(squares) == 2 &&
	       position_piece_at(&press->base, bits_first(squares & ~sq_bit(sq))) == man &&
	       (contacts_stood(contacts, pressed_us, sq, image_reading(&press->turn, man)) ||
	        contacts_came(contacts, pressed_us, evidence_told_us(laws, pressed_us), sq,
	                      image_reading(&press->turn, man)));
}

/* Had a man of the presser's been put on sq with his last ply, where the record has nobody now? That he is gone from there is this
 * turn's doing, and no picture of what the record has. */
static bool
had_been_put(const struct laws *laws, const struct laws_press *press, uint32_t index, int sq)
{
	uint8_t man = image_reading(&press->turn, position_piece_at(&press->base, sq));
	uint64_t pressed_us = index >= 2 ? laws->game->plies[index - 2].completed_us : TIME_UNKNOWN;

	return pressed_us != TIME_UNKNOWN && man != EMPTY && piece_color(man) == press->side &&
	       image_at(&press->turn, sq) == man && evidence_was_there(laws, sq, man, pressed_us);
}

bool
evidence_is_rewritten(const struct laws *laws, const struct laws_press *press, uint32_t index)
{
	struct position before;
	uint64_t squares;

	if (index != press->n_plies)
		return false;
	game_position(laws->game, index, &before);
	squares = position_difference(&before, &press->base);
	for (uint64_t left = squares; left != 0; left &= left - 1) {
		int sq = __builtin_ctzll(left);
		uint8_t man = position_piece_at(&before, sq);

		if (man == EMPTY && had_been_put(laws, press, index, sq))
			continue;
		if (evidence_was_read(laws, press, sq,
		                      man == EMPTY ? EMPTY : image_reading(&press->turn, man)) ||
		    was_left_there(laws, press, index, sq, man, squares))
			return false;
	}
	return squares != 0;
}

bool
evidence_against_record(const struct laws *laws, const struct laws_press *press,
                        const struct image *image, const struct deed *deed)
{
	/* Where men are not known many deeds look like one, and the record has seen more of what came later. */
	return deed_is_illegal(deed) &&
	       (!image->occupancy_only || evidence_has_come(laws, press, image, deed)) &&
	       evidence_is_sure(laws, press, image, deed) &&
	       is_all_there_was(laws, press, image, deed);
}

bool
presses_is_given_back(const struct laws *laws, const struct laws_press *press, uint32_t index)
{
	return index == laws->game->n_plies && laws->view.sync == TRACKER_ASTRAY &&
	       press->n_plies <= laws->game->n_plies &&
	       press->side == (enum color)laws->game->now.side;
}
