/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/time_now.h"

#include <time.h>

static uint64_t
read_us(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

uint64_t
time_now_us(void)
{
	return read_us(CLOCK_MONOTONIC);
}

uint64_t
time_unix_us(void)
{
	return read_us(CLOCK_REALTIME);
}

uint64_t
time_boot_us(void)
{
	return read_us(CLOCK_BOOTTIME);
}
