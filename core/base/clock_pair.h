/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Two presses between two readings.
 */
#pragma once

#include <stdbool.h>

#include "core/base/clock_reading.h"

/* clock_hides_pair: between these readings of a running clock, one after the other, have both players pressed? Then the lever
 * lies as before, but the time of him whose clock does not run is another: he has used some, or been given
 * his increment. Or he who pressed first has done so once more, as the lever tells: then both have more time than before, which
 * one press never gives, whether a clock adds the increment before a move or behind it. A time that is far off was read
 * wrong. */
bool clock_hides_pair(const struct clock_reading *before, const struct clock_reading *after);
