/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/laws/conduct/conduct_anew.h"

#include "core/laws/conduct/conduct_doubt.h"
#include "core/laws/laws_state.h"

/* Has a ply been judged that was completed by that press? */
static bool
is_kept(const struct conduct *conduct, uint64_t press_us)
{
	for (int i = 0; i < CONDUCT_PRESSES; i++)
		if (conduct->pressed_us[i] == press_us)
			return true;
	return false;
}

/* Was ply `index`, of those that were undone, not played anew but read better? It was made in time for the press of what stood
 * there before; where nobody has read its man, its time is no more than a guess. */
static bool
is_same_press(const struct laws *laws, uint32_t index)
{
	const struct game_ply *ply = &laws->game->plies[index];
	uint64_t press_us = conduct_press_us(laws, index);

	return press_us != TIME_UNKNOWN && is_kept(&laws->conduct, press_us) &&
	       (conduct_stood_there(laws, index) ||
	        (ply->made_us != TIME_UNKNOWN &&
	         ply->made_us <= press_us + contacts_period(&laws->conduct.contacts) +
	                                 CONTACTS_ON_HIS_WAY_US));
}

bool
conduct_is_played_anew(struct laws *laws, uint32_t index)
{
	bool anew = index < laws->conduct.undone && !is_same_press(laws, index);
	uint64_t press_us = conduct_press_us(laws, index);

	laws->conduct.pressed_us[index % CONDUCT_PRESSES] = press_us != TIME_UNKNOWN ? press_us : 0;
	return anew;
}
