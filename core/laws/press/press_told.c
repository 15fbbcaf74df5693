/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Until when a board may still tell of what was done before a press, and what it had told of by then.
 */
#include "core/laws/laws_state.h"

/* A man who did not rest at his press is read so much later than one who did. */
#define LATE_US UINT64_C(150000)

uint64_t
evidence_told_us(const struct laws *laws, uint64_t pressed_us)
{
	return pressed_us + contacts_longest_round(&laws->conduct.contacts) + LATE_US;
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
