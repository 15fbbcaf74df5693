/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/laws/conduct/adjusting.h"

#include "core/laws/conduct/obligation.h"
#include "core/laws/laws_state.h"

/* Off his square for less, a man was brushed or not read; for more, he does not read. */
#define OFF_MIN_US 500000
#define OFF_MAX_US 20000000

/* In the time that a man must have stood still for, no more plies are played than these. */
#define BROUGHT_PLIES 8

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

/* He may have lifted his man before he pressed, and have kept him off: from when on does that count as lifted? The board
 * may tell of his move after his press. */
static uint64_t
looked_from_us(const struct laws *laws, uint64_t from_us)
{
	const struct game_ply *last = &laws->game->plies[laws->n_judged - 1];
	uint64_t scan_us = contacts_longest_round(&laws->conduct.contacts);
	uint64_t moved_us = last->made_us < from_us ? last->made_us : from_us;

	if (from_us != last->completed_us || last->made_us == TIME_UNKNOWN || moved_us < scan_us)
		return from_us;
	return moved_us - scan_us;
}

/* When the man of sq who is back now had left it last; TIME_UNKNOWN: not after from_us, or not from there. */
static uint64_t
left_us(const struct contacts *contacts, uint64_t from_us, int sq, uint8_t piece)
{
	for (size_t n = contacts->n - 1; n-- > contacts_after(contacts, from_us);) {
		const struct contact *contact = contacts_at(contacts, n);

		if (contact->sq == sq)
			return contact_reads(contact->before, piece) && contact->after == EMPTY
			               ? contact->t_us
			               : TIME_UNKNOWN;
	}
	return TIME_UNKNOWN;
}

/* Since when the man of sq stands there, where one of the last plies brought him; 0: he has stood there for longer. */
static uint64_t
brought_us(const struct laws *laws, int sq)
{
	const struct game *game = laws->game;

	for (uint32_t i = laws->n_judged; i > 0 && i + BROUGHT_PLIES > laws->n_judged; i--)
		if (move_target(game->plies[i - 1].move) == sq)
			return game->plies[i - 1].made_us == TIME_UNKNOWN
			               ? 0
			               : game->plies[i - 1].made_us;
	return 0;
}

/* Had he left it before, so shortly before lifted_us that his square may be at fault? Who stood there before he came is
 * another. */
static bool
was_away_before(const struct laws *laws, uint64_t lifted_us, const struct contact *back)
{
	const struct contacts *contacts = &laws->conduct.contacts;
	uint64_t from_us = lifted_us > ADJUSTING_STILL_US ? lifted_us - ADJUSTING_STILL_US : 0;
	uint64_t since_us = brought_us(laws, back->sq);

	for (size_t n = contacts_after(contacts, since_us > from_us ? since_us : from_us);
	     n < contacts->n; n++) {
		const struct contact *contact = contacts_at(contacts, n);

		if (contact->sq == back->sq && contact->before == back->after &&
		    contact->t_us < lifted_us)
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
	uint8_t man = position_piece_at(&laws->now, contact->sq);

	return man != EMPTY && contact_reads(contact->after, man) && piece_color(man) == other &&
	       conduct_plays_himself(laws, other) &&
	       !log_is_open(laws, ALERT_ILLEGAL_MOVE_ON_BOARD, laws->n_judged + 1) &&
	       !obligation_can_take(&laws->now, contact->sq);
}

/* Did the time of the man's own player run when he was lifted, though by the record the other one is to move? Behind an illegal move
 * it does, and he may put his men right (4.2.1, 6.2.5). */
static bool
had_his_time(const struct laws *laws, uint64_t lifted_us)
{
	const struct tracker_view *view = &laws->view;

	return view->clock_seen && view->clock_turn != (enum color)laws->now.side &&
	       view->press_us <= lifted_us;
}

static void
note(struct laws *laws, const struct contact *contact)
{
	const struct contacts *contacts = &laws->conduct.contacts;
	struct adjusting *adjusting = &laws->conduct.adjusting;
	uint64_t from_us = laws->n_judged > 0 ? handed_over_us(laws) : TIME_UNKNOWN;
	uint64_t lifted_us, off_us;

	/* Nor is it adjusting where men are put as a person has said. */
	if (laws->presses.set_up.said || from_us == TIME_UNKNOWN ||
	    (laws->view.clock_seen && !laws->view.clock_running) ||
	    adjusting->told_ply == laws->n_judged + 1 || !is_his(laws, contact))
		return;
	lifted_us = left_us(contacts, looked_from_us(laws, from_us), contact->sq,
	                    position_piece_at(&laws->now, contact->sq));
	off_us = lifted_us < from_us ? from_us : lifted_us;
	if (lifted_us == TIME_UNKNOWN || contact->t_us < off_us + OFF_MIN_US ||
	    contact->t_us > lifted_us + OFF_MAX_US || had_his_time(laws, lifted_us) ||
	    was_away_before(laws, lifted_us, contact))
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

static void
tell(struct laws *laws)
{
	const struct adjusting *adjusting = &laws->conduct.adjusting;
	struct alert alert;

	alert_init(&alert, ALERT_ADJUST_OUT_OF_TURN, laws->rules, &adjusting->position);
	alert.ply = adjusting->ply;
	alert.side = color_other((enum color)adjusting->position.side);
	alert.t_us = laws->now_us;
	alert.since_us = adjusting->lifted_us;
	alert.squares = sq_bit(adjusting->sq);
	laws_raise(laws, &alert);
}

static uint8_t
man_of(const struct adjusting *adjusting)
{
	return position_piece_at(&adjusting->position, adjusting->sq);
}

/* Has his player moved him since? */
static bool
was_played(const struct laws *laws)
{
	const struct adjusting *adjusting = &laws->conduct.adjusting;
	enum color side = color_other((enum color)adjusting->position.side);

	for (uint32_t i = adjusting->ply; i < laws->game->n_plies; i++)
		if (game_ply_side(laws->game, i) == side &&
		    move_from(laws->game->plies[i].move) == adjusting->sq)
			return true;
	return false;
}

/* He leaves again to be played, or he is one who comes and goes; that shows later. */
static void
follow(struct laws *laws, const struct contact *contact)
{
	struct adjusting *adjusting = &laws->conduct.adjusting;

	if (adjusting->gone_us == 0 && contact_is_lift(contact))
		adjusting->gone_us = contact->t_us;
	else if (adjusting->gone_us == 0 || contact_reads(contact->after, man_of(adjusting)))
		adjusting->open = false;
}

void
adjusting_look(struct laws *laws, const struct contact *contact)
{
	struct adjusting *adjusting = &laws->conduct.adjusting;

	if (adjusting->open && contact->sq == adjusting->sq)
		follow(laws, contact);
	else if (laws_game_on(laws))
		note(laws, contact);
}

uint64_t
adjusting_due(const struct laws *laws)
{
	const struct adjusting *adjusting = &laws->conduct.adjusting;
	uint64_t since_us = adjusting->gone_us > 0 ? adjusting->gone_us : adjusting->back_us;

	return adjusting->open ? since_us + ADJUSTING_STILL_US : LAWS_NO_DEADLINE;
}

void
adjusting_act(struct laws *laws)
{
	struct adjusting *adjusting = &laws->conduct.adjusting;

	adjusting->open = false;
	/* Who was knocked over is put up, by whosoever's hand (7.4). */
	if (displaced_fell(laws, adjusting->ply, adjusting->sq))
		return;
	if (adjusting->gone_us > 0 ? was_played(laws)
	                           : contact_reads(laws->conduct.contacts.squares[adjusting->sq],
	                                           man_of(adjusting)))
		tell(laws);
}
