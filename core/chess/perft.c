/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/invariant.h"
#include "core/chess/movegen.h"
#include "core/chess/perft_tree.h"

typedef uint64_t perft_tree_fn(const struct position *position, int depth);

/* The fastest copy of the tree that this processor runs. */
static perft_tree_fn *
perft_tree(void)
{
#ifdef ADOUBED_PERFT_BMI2
	if (__builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi") &&
	    __builtin_cpu_supports("bmi2")) {
		/* These have PEXT in microcode, slower than a multiplication by far. */
		if (__builtin_cpu_is("bdver4") || __builtin_cpu_is("znver1") ||
		    __builtin_cpu_is("znver2"))
			return perft_tree_bmi2;
		return perft_tree_pext;
	}
#endif
	return perft_tree_any;
}

uint64_t
perft(const struct position *position, int depth)
{
	INVARIANT(depth >= 0 && depth <= PERFT_DEPTH_MAX);
	if (depth == 0)
		return 1;
	if (depth == 1)
		return (uint64_t)movegen_count(position);
	return perft_tree()(position, depth);
}
