/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/laws/adjusting.h"

#include "core/laws/laws_state.h"
#include "core/laws/obligation.h"

/* Off his square for less, a man was brushed or not read; for more, he does not read. */
#define OFF_MIN_US 500000
#define OFF_MAX_US 20000000

/* Without a clock, so long after his move a player certainly has the other one to move. */
#define HANDED_OVER_US 2000000

/* Since when the player to move alone has to do with the men; TIME_UNKNOWN: not yet. */
static uint64_t
handed_over_us(const struct laws *laws)
{
	const struct game_ply *last = &laws->game->plies[laws->n_judged - 1];

	if (last->completed_us != TIME_UNKNOWN)
		return laws->conduct.started_us > last->completed_us ? laws->conduct.started_us
		                                                     : last->completed_us;
	return laws->view.clock_seen || last->made_us == TIME_UNKNOWN
	               ? TIME_UNKNOWN
	               : last->made_us + HANDED_OVER_US;
}

/* He may have lifted his man before he pressed, and have kept him off: from when on does that count as lifted? */
static uint64_t
looked_from_us(const struct laws *laws, uint64_t from_us)
{
	const struct game_ply *last = &laws->game->plies[laws->n_judged - 1];
	uint64_t scan_us = contacts_period(&laws->conduct.contacts);

	if (from_us != last->completed_us || last->made_us == TIME_UNKNOWN ||
	    last->made_us > from_us || last->made_us < scan_us)
		return from_us;
	return last->made_us - scan_us;
}

/* When the man of sq who is back now had left it last; TIME_UNKNOWN: not after from_us, or not from there. */
static uint64_t
left_us(const struct contacts *contacts, uint64_t from_us, int sq, uint8_t piece)
{
	for (size_t n = contacts->n - 1; n-- > contacts_after(contacts, from_us);) {
		const struct contact *contact = contacts_at(contacts, n);

		if (contact->sq == sq)
			return contact->before == piece && contact->after == EMPTY ? contact->t_us
			                                                           : TIME_UNKNOWN;
	}
	return TIME_UNKNOWN;
}

/* Had he left it before, so shortly before lifted_us that his square may be at fault? */
static bool
was_away_before(const struct contacts *contacts, uint64_t lifted_us, int sq, uint8_t piece)
{
	uint64_t from_us = lifted_us > ADJUSTING_STILL_US ? lifted_us - ADJUSTING_STILL_US : 0;

	for (size_t n = contacts_after(contacts, from_us); n < contacts->n; n++) {
		const struct contact *contact = contacts_at(contacts, n);

		if (contact->sq == sq && contact->before == piece && contact->t_us < lifted_us)
			return true;
	}
	return false;
}

/* Is it a man of the player's who has not the move, and whom the other one cannot take? A man moved out of turn who goes
 * back is part of that. */
static bool
is_his(const struct laws *laws, const struct contact *contact)
{
	enum color other = color_other((enum color)laws->now.side);

	return contact->after != EMPTY &&
	       contact->after == position_piece_at(&laws->now, contact->sq) &&
	       piece_color(contact->after) == other && conduct_plays_himself(laws->rules, other) &&
	       !log_is_open(laws, ALERT_ILLEGAL_MOVE_ON_BOARD, laws->n_judged + 1) &&
	       !obligation_can_take(&laws->now, contact->sq);
}

static void
note(struct laws *laws, const struct contact *contact)
{
	const struct contacts *contacts = &laws->conduct.contacts;
	struct adjusting *adjusting = &laws->conduct.adjusting;
	uint64_t from_us = laws->n_judged > 0 ? handed_over_us(laws) : TIME_UNKNOWN;
	uint64_t lifted_us, off_us;

	if (from_us == TIME_UNKNOWN || (laws->view.clock_seen && !laws->view.clock_running) ||
	    adjusting->told_ply == laws->n_judged + 1 || !is_his(laws, contact))
		return;
	lifted_us = left_us(contacts, looked_from_us(laws, from_us), contact->sq, contact->after);
	off_us = lifted_us < from_us ? from_us : lifted_us;
	if (lifted_us == TIME_UNKNOWN || contact->t_us < off_us + OFF_MIN_US ||
	    contact->t_us > lifted_us + OFF_MAX_US ||
	    was_away_before(contacts, lifted_us, contact->sq, contact->after))
		return;
	if (adjusting->open)
		adjusting_act(laws);
	*adjusting = (struct adjusting){ .open = true,
		                         .sq = contact->sq,
		                         .ply = laws->n_judged + 1,
		                         .lifted_us = lifted_us,
		                         .back_us = contact->t_us,
		                         .position = laws->now,
		                         .told_ply = laws->n_judged + 1 };
}

void
adjusting_look(struct laws *laws, const struct contact *contact)
{
	struct adjusting *adjusting = &laws->conduct.adjusting;

	if (adjusting->open && contact->sq == adjusting->sq) {
		adjusting->open = false;
		return;
	}
	if (laws_game_on(laws) && !laws->conduct.contacts.men_unknown)
		note(laws, contact);
}

uint64_t
adjusting_due(const struct laws *laws)
{
	const struct adjusting *adjusting = &laws->conduct.adjusting;

	return adjusting->open ? adjusting->back_us + ADJUSTING_STILL_US : LAWS_NO_DEADLINE;
}

void
adjusting_act(struct laws *laws)
{
	struct adjusting *adjusting = &laws->conduct.adjusting;
	struct alert alert;

	adjusting->open = false;
	if (laws->conduct.contacts.squares[adjusting->sq] !=
	    position_piece_at(&adjusting->position, adjusting->sq))
		return;
	alert_init(&alert, ALERT_ADJUST_OUT_OF_TURN, laws->rules, &adjusting->position);
	alert.ply = adjusting->ply;
	alert.side = color_other((enum color)adjusting->position.side);
	alert.t_us = laws->now_us;
	alert.since_us = adjusting->lifted_us;
	alert.squares = sq_bit(adjusting->sq);
	laws_raise(laws, &alert);
}
