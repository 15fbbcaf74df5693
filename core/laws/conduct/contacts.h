/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What hands did to the board, as far as it can tell: its reports of men leaving squares and arriving on
 * them, each with the interval in which it really happened.
 *
 * A square is read once a round (scan_pace.h). What is reported at t happened after the square was read the
 * time before, so between t less a round and t: that is all anybody knows, and orders of contacts that
 * such intervals leave open are not decided here.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/laws/conduct/scan_pace.h"
#include "core/tracker/tracker.h"

#define CONTACTS_MAX 128 /* kept; older ones are forgotten */

struct contact {
	uint64_t t_us;         /* when it was reported */
	uint8_t sq;            /* of the game */
	uint8_t place;         /* in the order of the scan, 0..63 */
	uint8_t before, after; /* enum piece */
	bool dumped; /* not from an update of the square alone: it may have happened long before */
};

struct contacts {
	struct contact ring[CONTACTS_MAX]; /* contact n at n % CONTACTS_MAX */
	size_t n;                          /* seen so far */
	uint8_t squares[64];
	bool rotated;
	bool men_unknown; /* the board knows no men: what they are cannot be told */
	uint32_t games;
	struct scan_pace pace;
};

/* contacts_init: an empty board. */
void contacts_init(struct contacts *contacts);

/* contacts_look: the board reads *view at now_us. Returns how many squares have changed; a new game or a
 * board that turns out to lie the other way round changes none. */
int contacts_look(struct contacts *contacts, const struct tracker_view *view, uint64_t now_us);

/* contacts_lost: the link is gone; another board may come back. */
void contacts_lost(struct contacts *contacts);

/* contacts_after: the number of the first contact kept that was reported after t_us, which is also one more
 * than that of the last one until then; contacts->n when there is none. Contact n is contacts_at(n). */
size_t contacts_after(const struct contacts *contacts, uint64_t t_us);

static inline const struct contact *
contacts_at(const struct contacts *contacts, size_t n)
{
	return &contacts->ring[n % CONTACTS_MAX];
}

/* contacts_is_unsteady: has sq of late, before contact n, lost its man and read him again so often and so soon that it
 * is the sensor's doing? */
bool contacts_is_unsteady(const struct contacts *contacts, size_t n, int sq);

/* contacts_flickers: has the square that contact n, a lift, tells of lost the same man for a moment as well, just before or just
 * after he was back? A man off the centre does so by himself. */
bool contacts_flickers(const struct contacts *contacts, size_t n);

/* contacts_period: a round of the scan as measured; where it cannot be, CONTACTS_SLOWEST_US: enough to
 * tell one contact from a later one, not to say how close they were. */
#define CONTACTS_SLOWEST_US 500000
uint64_t contacts_period(const struct contacts *contacts);

/* contacts_is_later: did b happen after a, as far as a round of the scan tells (scan_pace_is_later())? */
bool contacts_is_later(const struct contacts *contacts, const struct contact *a,
                       const struct contact *b);

/* contacts_longest_round: no round of this board takes longer: as measured, or before that what the slowest board there
 * is needs. */
uint64_t contacts_longest_round(const struct contacts *contacts);

/* contacts_came: was sq reported to read `piece`, EMPTY too, after from_us and not later than until_us? */
bool contacts_came(const struct contacts *contacts, uint64_t from_us, uint64_t until_us, int sq,
                   uint8_t piece);

/* contacts_stood: did sq read `piece` at t_us, as far as the contacts that are kept tell? */
bool contacts_stood(const struct contacts *contacts, uint64_t t_us, int sq, uint8_t piece);

/* A player may press for a man that does not rest yet: the hand needs so long for the rest of its way, and the board tells of him
 * so much later than of one who did. */
#define CONTACTS_ON_HIS_WAY_US UINT64_C(150000)

/* contact_reads: does `reading` tell of that man, or, on a board that knows none, of any? */
static inline bool
contact_reads(uint8_t reading, uint8_t man)
{
	return reading == man || (reading == SOME_MAN && man != EMPTY);
}

static inline bool
contact_is_lift(const struct contact *contact)
{
	return contact->before != EMPTY && contact->after == EMPTY;
}
