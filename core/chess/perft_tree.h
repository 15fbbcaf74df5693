/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The tree below perft(): perft_tree.c is compiled once for any processor and, where the compiler
 * can, once more for x86-64 with the POPCNT, BMI1 and BMI2 instructions.
 */
#pragma once

#include <stdint.h>

#include "core/chess/position.h"

/* perft_tree_*: as perft(), depth 2 or more. The second needs a processor that was asked. */
uint64_t perft_tree_any(const struct position *position, int depth);
uint64_t perft_tree_bmi2(const struct position *position, int depth);
