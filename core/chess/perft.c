/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/invariant.h"
#include "core/chess/movegen.h"
#include "core/chess/perft_tree.h"

uint64_t
perft(const struct position *position, int depth)
{
	INVARIANT(depth >= 0 && depth <= PERFT_DEPTH_MAX);
	if (depth == 0)
		return 1;
	if (depth == 1)
		return (uint64_t)movegen_count(position);
#ifdef ADOUBED_PERFT_BMI2
	if (__builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") &&
	    __builtin_cpu_supports("bmi2"))
		return perft_tree_bmi2(position, depth);
#endif
	return perft_tree_any(position, depth);
}
