/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/laws/conduct/contacts.h"

#include <string.h>

/* Nobody brushes the same man so often in so long, each time for so short. */
#define UNSTEADY_US      UINT64_C(30000000)
#define BRUSHED_US       UINT64_C(1500000)
#define UNSTEADY_RETURNS 2

/* Whoever has put a man back leaves him for so long, before he takes him up again only to put him back. */
#define LEFT_US UINT64_C(1500000)

void
contacts_init(struct contacts *contacts)
{
	memset(contacts, 0, sizeof(*contacts));
	scan_pace_init(&contacts->pace);
}

/* From a8 to h1 as the board lies. */
static uint8_t
place_of(int sq, bool rotated)
{
	return (uint8_t)((rotated ? 63 - sq : sq) ^ 56);
}

static void
add(struct contacts *contacts, int sq, uint8_t after, uint64_t now_us)
{
	struct contact *contact = &contacts->ring[contacts->n++ % CONTACTS_MAX];

	*contact = (struct contact){ .t_us = now_us,
		                     .sq = (uint8_t)sq,
		                     .place = place_of(sq, contacts->rotated),
		                     .before = contacts->squares[sq],
		                     .after = after };
	contacts->squares[sq] = after;
	contacts->men_unknown |= after == SOME_MAN;
}

int
contacts_look(struct contacts *contacts, const struct tracker_view *view, uint64_t now_us)
{
	int changed = 0;

	if (contacts->rotated != view->rotated || contacts->games != view->games) {
		memcpy(contacts->squares, view->squares, 64);
		contacts->rotated = view->rotated;
		contacts->games = view->games;
		return 0;
	}
	if (memcmp(contacts->squares, view->squares, 64) == 0)
		return 0;
	for (int sq = 0; sq < 64; sq++) {
		if (contacts->squares[sq] == view->squares[sq])
			continue;
		add(contacts, sq, view->squares[sq], now_us);
		changed++;
	}
	if (changed == 1)
		scan_pace_report(&contacts->pace, contacts_at(contacts, contacts->n - 1)->place,
		                 now_us);
	for (int i = 0; changed > 1 && i < changed && i < CONTACTS_MAX; i++)
		contacts->ring[(contacts->n - 1 - (size_t)i) % CONTACTS_MAX].dumped = true;
	return changed;
}

void
contacts_lost(struct contacts *contacts)
{
	scan_pace_init(&contacts->pace);
}

size_t
contacts_after(const struct contacts *contacts, uint64_t t_us)
{
	size_t after = contacts->n;
	size_t oldest = contacts->n > CONTACTS_MAX ? contacts->n - CONTACTS_MAX : 0;

	while (after > oldest && contacts_at(contacts, after - 1)->t_us > t_us)
		after--;
	return after;
}

bool
contacts_is_unsteady(const struct contacts *contacts, size_t n, int sq)
{
	size_t oldest = contacts->n > CONTACTS_MAX ? contacts->n - CONTACTS_MAX : 0;
	uint64_t now_us = contacts_at(contacts, n)->t_us, back_us = 0;
	uint8_t man = EMPTY;
	int returns = 0;

	while (n-- > oldest && contacts_at(contacts, n)->t_us + UNSTEADY_US > now_us) {
		const struct contact *contact = contacts_at(contacts, n);

		if (contact->sq != sq)
			continue;
		if (contact_is_lift(contact) && contact->before == man)
			returns += back_us - contact->t_us < BRUSHED_US;
		man = contact->before == EMPTY ? contact->after : EMPTY;
		back_us = contact->t_us;
	}
	return returns >= UNSTEADY_RETURNS;
}

/* When the man whom contact n takes off his square is read there again; UINT64_MAX: not yet. */
static uint64_t
returns_us(const struct contacts *contacts, size_t n)
{
	const struct contact *lift = contacts_at(contacts, n);

	for (n++; n < contacts->n; n++) {
		const struct contact *contact = contacts_at(contacts, n);

		if (contact->sq == lift->sq)
			return contact->after == lift->before ? contact->t_us : UINT64_MAX;
	}
	return UINT64_MAX;
}

bool
contacts_flickers(const struct contacts *contacts, size_t n)
{
	const struct contact *lift = contacts_at(contacts, n);
	uint64_t back_us = returns_us(contacts, n);

	for (size_t i = contacts_after(contacts, 0); i < contacts->n; i++) {
		const struct contact *other = contacts_at(contacts, i);
		uint64_t again_us;

		if (i == n || other->sq != lift->sq || !contact_is_lift(other) ||
		    other->before != lift->before)
			continue;
		again_us = returns_us(contacts, i);
		if (again_us == UINT64_MAX || again_us - other->t_us >= BRUSHED_US)
			continue;
		if (i < n ? lift->t_us < again_us + LEFT_US
		          : back_us != UINT64_MAX && other->t_us < back_us + LEFT_US)
			return true;
	}
	return false;
}

uint64_t
contacts_period(const struct contacts *contacts)
{
	uint32_t period_us = scan_pace_period(&contacts->pace);

	return period_us == SCAN_PACE_UNKNOWN ? CONTACTS_SLOWEST_US : period_us;
}

uint64_t
contacts_longest_round(const struct contacts *contacts)
{
	uint64_t period_us = contacts_period(contacts);

	return scan_pace_is_measured(&contacts->pace) || period_us > SCAN_PACE_SLOWEST_US
	               ? period_us
	               : SCAN_PACE_SLOWEST_US;
}

bool
contacts_is_later(const struct contacts *contacts, const struct contact *a, const struct contact *b)
{
	if (a->dumped || b->dumped || scan_pace_period(&contacts->pace) == SCAN_PACE_UNKNOWN)
		return b->t_us >= a->t_us + contacts_period(contacts);
	return scan_pace_is_later(&contacts->pace, a->place, a->t_us, b->place, b->t_us);
}

bool
contacts_came(const struct contacts *contacts, uint64_t from_us, uint64_t until_us, int sq,
              uint8_t piece)
{
	for (size_t n = contacts_after(contacts, from_us); n < contacts->n; n++) {
		const struct contact *contact = contacts_at(contacts, n);

		if (contact->t_us <= until_us && contact->sq == sq && contact->after == piece)
			return true;
	}
	return false;
}

bool
contacts_stood(const struct contacts *contacts, uint64_t t_us, int sq, uint8_t piece)
{
	size_t first = contacts->n > CONTACTS_MAX ? contacts->n - CONTACTS_MAX : 0;

	for (size_t n = contacts_after(contacts, t_us); n > first; n--)
		if (contacts_at(contacts, n - 1)->sq == sq)
			return contacts_at(contacts, n - 1)->after == piece;
	return false;
}
