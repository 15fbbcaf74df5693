/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Has somebody said what the clock is stopped for?
 */
#include "core/laws/clock/clock_watch_state.h"

bool
watch_is_explained(const struct clock_watch *watch)
{
	return watch->claimed || watch->player[WHITE].penalty_us != TIME_UNKNOWN ||
	       watch->player[BLACK].penalty_us != TIME_UNKNOWN;
}
