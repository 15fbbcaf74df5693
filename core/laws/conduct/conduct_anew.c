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

static bool
is_played_anew(const struct laws *laws, uint32_t index)
{
	return index < laws->conduct.undone && !is_same_press(laws, index);
}

void
conduct_look_undone(struct laws *laws)
{
	struct conduct *conduct = &laws->conduct;

	if (laws->game && conduct->undone_us == 0 && laws->game->n_plies < conduct->undone &&
	    image_shows(&laws->image, &laws->game->now, laws->view.troubled))
		conduct->undone_us = laws->now_us;
}

bool
conduct_is_judged(struct laws *laws, uint32_t index, uint64_t *from_us)
{
	struct conduct *conduct = &laws->conduct;
	uint64_t press_us = conduct_press_us(laws, index);
	bool anew = is_played_anew(laws, index);

	conduct->pressed_us[index % CONDUCT_PRESSES] = press_us != TIME_UNKNOWN ? press_us : 0;
	if (laws->game->plies[index].made_us == TIME_UNKNOWN)
		return false;
	if (anew && *from_us < conduct->undone_us)
		*from_us = conduct->undone_us;
	return !anew || conduct->undone_us != 0;
}
