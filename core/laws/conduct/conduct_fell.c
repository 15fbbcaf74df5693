/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/laws/conduct/conduct_fell.h"

#include "core/laws/laws_state.h"

uint64_t
conduct_touched_from(const struct laws *laws, uint32_t index, uint64_t from_us)
{
	uint64_t until_us = displaced_until(laws, index + 1);

	return until_us > from_us && until_us != UINT64_MAX ? until_us : from_us;
}

bool
conduct_is_of_accident(const struct laws *laws, uint32_t index, const struct touch_finding *finding)
{
	return finding->what != TOUCH_CASTLING_ILLEGAL &&
	       (displaced_until(laws, index + 1) == UINT64_MAX ||
	        displaced_fell(laws, index + 1, finding->sq));
}
