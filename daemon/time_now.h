/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What time it is: the one place of the daemon that asks.
 */
#pragma once

#include <stdint.h>

/* time_now_us: microseconds on the clock that only goes on (CLOCK_MONOTONIC). */
uint64_t time_now_us(void);

/* time_unix_us: microseconds since 1970, as this machine has it; it may be set. */
uint64_t time_unix_us(void);

/* time_boot_us: microseconds since the machine began, those it slept as well (CLOCK_BOOTTIME). */
uint64_t time_boot_us(void);
