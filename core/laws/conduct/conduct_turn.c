/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/laws/conduct/conduct_turn.h"

#include "core/laws/laws_state.h"

/* When that ply was made: no later than it was pressed for (6.2.1), whenever the record has learned which it was. Of one in doubt
 * nobody knows whether that press was for it. */
static uint64_t
made_by_us(const struct game_ply *ply)
{
	return ply->made_us != TIME_UNKNOWN && !ply->doubtful && ply->completed_us < ply->made_us
	               ? ply->completed_us
	               : ply->made_us;
}

uint64_t
conduct_begin_us(const struct laws *laws, uint32_t index)
{
	const struct game_break *gap = game_last_break(laws->game, index);
	uint64_t from_us = laws->conduct.begun_us, period_us;

	/* Of a ply that a person put in nobody knows when it was made: what was done before he spoke may have been before it. */
	if (index > 0 && laws->game->plies[index - 1].made_us != TIME_UNKNOWN)
		from_us = made_by_us(&laws->game->plies[index - 1]);
	else if (index > 0 && laws->conduct.said_us > from_us)
		from_us = laws->conduct.said_us;
	if (gap && gap->ply == index && gap->made_us != TIME_UNKNOWN && gap->made_us > from_us)
		from_us = gap->made_us;
	/* What is done while the clock stands is not play. */
	if (laws->conduct.started_us > from_us)
		return laws->conduct.started_us;
	period_us = contacts_period(&laws->conduct.contacts);
	return from_us > period_us ? from_us - period_us : 0;
}

uint64_t
conduct_end_us(const struct laws *laws, uint32_t index)
{
	const struct game_ply *ply = &laws->game->plies[index];
	uint64_t until_us = laws->now_us;

	if (ply->completed_us != TIME_UNKNOWN)
		until_us = ply->completed_us + contacts_period(&laws->conduct.contacts) +
		           CONTACTS_ON_HIS_WAY_US;
	else if (index + 1 < laws->game->n_plies && ply[1].made_us != TIME_UNKNOWN)
		until_us = ply[1].made_us;
	return ply->made_us != TIME_UNKNOWN && ply->made_us > until_us ? ply->made_us : until_us;
}

uint64_t
conduct_answered_us(const struct laws *laws, uint32_t index)
{
	uint64_t made_us = index > 0 ? laws->game->plies[index - 1].made_us : TIME_UNKNOWN;

	return made_us == TIME_UNKNOWN ? 0 : made_us;
}

uint64_t
conduct_answered_press_us(const struct laws *laws, uint32_t index)
{
	uint64_t press_us = index > 0 ? laws->game->plies[index - 1].completed_us : TIME_UNKNOWN;

	return press_us == TIME_UNKNOWN ? 0 : press_us;
}
