/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whose hands are those of a player, and when did he press?
 */
#include "core/laws/laws_state.h"

bool
conduct_plays_himself(const struct laws *laws, enum color side)
{
	const struct ruleset *rules = laws->rules;
	bool blind = rules->value[RULE_BLIND] == 1 + (int32_t)side;

	return !beside_is_followed(laws) && !blind &&
	       !ruleset_has(rules, RULE_DISABLED, (int)side) &&
	       !ruleset_has(rules, RULE_ASSISTANT, 4 * (int)side + ASSIST_MOVE);
}

/* The press which the record had for ply `index` when it was judged last, where it is of that turn; TIME_UNKNOWN. */
static uint64_t
kept_us(const struct laws *laws, uint32_t index)
{
	uint64_t kept = laws->conduct.pressed_us[index % CONDUCT_PRESSES];
	uint64_t before_us = index > 0 ? laws->game->plies[index - 1].completed_us : 0;

	return kept != 0 && before_us != TIME_UNKNOWN && kept > before_us ? kept : TIME_UNKNOWN;
}

uint64_t
conduct_press_us(const struct laws *laws, uint32_t index)
{
	uint64_t completed_us = laws->game->plies[index].completed_us;

	return completed_us != TIME_UNKNOWN ? completed_us : kept_us(laws, index);
}
