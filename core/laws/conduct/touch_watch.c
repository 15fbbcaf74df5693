/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/laws/conduct/touch_watch.h"

/* A square that loses the same man more often in one turn, and of late before it, does not read: the opponent has no business
 * with him, and who has put him back so often has been bound by him before. */
#define LIFTS_MAX  2
#define OF_LATE_US UINT64_C(30000000)

struct touch_watch
touch_watch_of(const struct contacts *contacts, const struct touch_turn *turn)
{
	return (struct touch_watch){ .contacts = contacts,
		                     .turn = turn,
		                     .first = contacts_after(contacts, turn->from_us),
		                     .end = contacts_after(contacts, turn->until_us),
		                     .period_us = contacts_period(contacts) };
}

uint8_t
touch_man_on(const struct touch_watch *watch, int sq)
{
	return position_piece_at(watch->turn->before, sq);
}

bool
touch_is_mine(const struct touch_watch *watch, uint8_t piece)
{
	return piece != EMPTY && piece_color(piece) == (enum color)watch->turn->before->side;
}

bool
touch_is_one(const struct touch_watch *watch, size_t n)
{
	const struct contact *contact = contacts_at(watch->contacts, n);
	uint8_t man = touch_man_on(watch, contact->sq);

	if (man == EMPTY || contact->before != man || contact->after == man)
		return false;
	/* Read as another man: nobody touched him, unless he was taken. */
	return contact->after == EMPTY || contact->sq == move_to(watch->turn->move);
}

uint64_t
touch_reads_us(const struct touch_watch *watch, size_t n, int sq, uint8_t piece)
{
	for (; n < watch->end; n++) {
		const struct contact *contact = contacts_at(watch->contacts, n);

		if (contact->sq == sq && contact->after == piece)
			return contact->t_us;
	}
	return TOUCH_NOT_BACK;
}

bool
touch_was_put_elsewhere(const struct touch_watch *watch, size_t n, uint64_t back_us)
{
	const struct contact *left = contacts_at(watch->contacts, n);

	for (n++; n < watch->end; n++) {
		const struct contact *contact = contacts_at(watch->contacts, n);

		if (contact->t_us >= back_us)
			break;
		if (contact->sq != left->sq && contact->after == left->before &&
		    touch_man_on(watch, contact->sq) != left->before)
			return true;
	}
	return false;
}

/* Did a square lose the man who left it with contact n? Where another one was read before he was back, or he was put elsewhere
 * meanwhile, he was taken there, or moved, and somebody came. */
static bool
is_loss(const struct touch_watch *watch, size_t n)
{
	const struct contact *left = contacts_at(watch->contacts, n);

	for (size_t i = n + 1; i < watch->end; i++) {
		const struct contact *contact = contacts_at(watch->contacts, i);

		if (contact->sq == left->sq)
			return contact->after == left->before &&
			       !touch_was_put_elsewhere(watch, n, contact->t_us);
	}
	return true;
}

bool
touch_is_believed(const struct touch_watch *watch, int sq)
{
	uint64_t from_us = watch->turn->from_us;
	size_t n = contacts_after(watch->contacts, from_us > OF_LATE_US ? from_us - OF_LATE_US : 0);
	int lifts = 0;

	for (; n < watch->end; n++)
		lifts += contacts_at(watch->contacts, n)->sq == sq && touch_is_one(watch, n) &&
		         is_loss(watch, n);
	return !(watch->turn->troubled & sq_bit(sq)) && lifts <= LIFTS_MAX;
}

const struct contact *
touch_first(const struct touch_watch *watch, int sq)
{
	for (size_t n = watch->first; n < watch->end; n++)
		if (touch_is_one(watch, n) && contacts_at(watch->contacts, n)->sq == sq)
			return contacts_at(watch->contacts, n);
	return NULL;
}
