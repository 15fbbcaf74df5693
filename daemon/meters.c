/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/meters.h"

const uint32_t meters_bounds_us[METERS_BUCKETS] = { 5000,    10000,   25000,   50000,
	                                            100000,  250000,  500000,  1000000,
	                                            2500000, 5000000, 10000000 };

void
meters_took(struct meters_histogram *histogram, uint64_t us)
{
	int i = 0;

	while (i < METERS_BUCKETS && us > meters_bounds_us[i])
		i++;
	if (i < METERS_BUCKETS)
		histogram->buckets[i]++;
	else
		histogram->beyond++;
	histogram->n++;
	histogram->sum_us += us;
}
