/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/laws/conduct/answers.h"

void
answers_add(struct answers *answers, uint64_t us)
{
	uint32_t taken_us = us < UINT32_MAX ? (uint32_t)us : UINT32_MAX;

	if (answers->n == 0 || taken_us < answers->least_us[0]) {
		answers->least_us[1] = answers->least_us[0];
		answers->least_us[0] = taken_us;
	} else if (answers->n == 1 || taken_us < answers->least_us[1]) {
		answers->least_us[1] = taken_us;
	}
	answers->n++;
}
