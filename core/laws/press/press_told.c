/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Until when a board may still tell of what was done before a press, and what it had told of by then.
 */
#include "core/chess/attacks.h"
#include "core/chess/bits.h"
#include "core/laws/laws_state.h"

/* Nobody makes a whole ply so long before his opponent presses for the one that he answers. */
#define EARLY_US UINT64_C(500000)

uint64_t
evidence_told_us(const struct laws *laws, uint64_t pressed_us)
{
	return pressed_us + contacts_longest_round(&laws->conduct.contacts) +
	       CONTACTS_ON_HIS_WAY_US;
}

uint64_t
evidence_late_us(const struct laws *laws, const struct laws_press *press)
{
	return evidence_told_us(laws, press->turn_us);
}

bool
evidence_was_read(const struct laws *laws, const struct laws_press *press, int sq, uint8_t reading)
{
	return image_at(&press->turn, sq) == reading ||
	       contacts_came(&laws->conduct.contacts, press->turn_us, evidence_late_us(laws, press),
	                     sq, reading);
}

bool
evidence_was_there(const struct laws *laws, int sq, uint8_t man, uint64_t pressed_us)
{
	const struct contacts *contacts = &laws->conduct.contacts;
	bool there = false;

	for (size_t n = contacts_after(contacts, 0); n < contacts->n; n++) {
		const struct contact *contact = contacts_at(contacts, n);

		if (contact->sq != sq)
			continue;
		if (contact->t_us > pressed_us)
			return there && contact->t_us + PRESSES_OTHER_HAND_US >=
			                        pressed_us + contacts_longest_round(contacts);
		there = contact->after == man;
	}
	return there;
}

/* Since when had sq read that, when he pressed before? TIME_UNKNOWN: it did not. */
static uint64_t
read_since_us(const struct laws *laws, const struct laws_press *press, int sq, uint8_t reading)
{
	const struct contacts *contacts = &laws->conduct.contacts;

	for (size_t n = contacts->n, first = contacts_after(contacts, 0); n > first; n--) {
		const struct contact *contact = contacts_at(contacts, n - 1);

		if (contact->sq == sq && contact->t_us <= press->own_us)
			return contact->after == reading ? contact->t_us : TIME_UNKNOWN;
	}
	return TIME_UNKNOWN;
}

bool
evidence_was_answered_before(const struct laws *laws, const struct laws_press *press)
{
	uint64_t early_us = EARLY_US + contacts_longest_round(&laws->conduct.contacts);
	uint64_t left_us, came_us;
	int to = press->last_move == MOVE_NONE ? SQ_NONE : move_target(press->last_move);

	if (!press->follows || press->own_us <= early_us || to == SQ_NONE)
		return false;
	left_us = read_since_us(laws, press, move_from(press->last_move), EMPTY);
	came_us = read_since_us(laws, press, to,
	                        image_reading(&laws->image, position_piece_at(&press->base, to)));
	return left_us != TIME_UNKNOWN && came_us != TIME_UNKNOWN &&
	       left_us + early_us <= press->own_us && came_us + early_us <= press->own_us;
}

/* Was his press before this one, after an illegal move of his opponent's, told of, in whose place the ply he answers now was made? By that
 * he gave it back, or the arbiter put the lever over: it was for no ply. */
static bool
gave_back(const struct laws *laws, const struct laws_press *press)
{
	const struct laws_offences *offences = &laws->offences;

	return offences->since_us != 0 && offences->side != press->side &&
	       offences->index + 1 == press->n_plies && offences->since_us < press->own_us;
}

bool
evidence_lacks_own(const struct laws *laws, const struct laws_press *press, const struct deed *deed)
{
	const struct game *game = laws->game;
	uint32_t n = press->n_plies;

	return deed_side(deed) == press->side && !press->behind_illegal && press->follows &&
	       !gave_back(laws, press) && press->own_us != 0 && n >= 2 && n <= game->n_plies &&
	       game_ply_side(game, n - 2) == press->side &&
	       game->plies[n - 1].completed_us == press->turn_us &&
	       game->plies[n - 2].completed_us != TIME_UNKNOWN &&
	       game->plies[n - 2].completed_us < press->own_us;
}

bool
evidence_is_seen_twice(const struct laws *laws, const struct laws_press *press,
                       const struct contact *contact)
{
	uint64_t beside = attacks_king[contact->sq] & image_men(&laws->image);

	while (beside != 0) {
		int sq = bits_take(&beside);

		if (image_at(&laws->image, sq) == contact->after &&
		    laws->changed_us[sq] <= press->turn_us)
			return true;
	}
	return false;
}

uint64_t
evidence_men_away(const struct laws *laws, const struct laws_press *press)
{
	const struct contacts *contacts = &laws->conduct.contacts;
	uint64_t until_us = press->t_us + contacts_period(contacts), away = 0;

	for (size_t n = contacts_after(contacts, press->turn_us); n < contacts->n; n++) {
		const struct contact *contact = contacts_at(contacts, n);

		if (contact->t_us > until_us)
			break;
		if (contact->t_us <= press->t_us)
			away &= ~sq_bit(contact->sq);
		if (contact->after == EMPTY &&
		    !contacts_is_unsteady(contacts, contacts->n - 1, contact->sq))
			away |= sq_bit(contact->sq);
	}
	return away & (press->base.by_color[WHITE] | press->base.by_color[BLACK]);
}
