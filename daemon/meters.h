/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the daemon counts as it goes: plain numbers, read by whoever watches over it.
 */
#pragma once

#include <stdint.h>

#include "core/laws/alert/alert.h"

#define METERS_BUCKETS 11

/* How long something took: as many as took no longer than each bound, as Prometheus wants them. */
struct meters_histogram {
	uint64_t buckets[METERS_BUCKETS]; /* each alone, those below not included */
	uint64_t beyond, n, sum_us;
};

struct meters {
	uint64_t alerts[ALERTS]; /* raised, those of a capture that was folded included */
	struct meters_histogram
		published; /* from a board's bytes to what they changed being shown */
};

/* meters_bounds_us: upper bounds of the buckets. */
extern const uint32_t meters_bounds_us[METERS_BUCKETS];

void meters_took(struct meters_histogram *histogram, uint64_t us);
