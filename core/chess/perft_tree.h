/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The tree below perft(): perft_tree.c is compiled once for any processor and, for x86-64, twice
 * more: with the POPCNT, BMI1 and BMI2 instructions, and with those and tables indexed by PEXT.
 */
#pragma once

#include <stdint.h>

#include "core/chess/position.h"

/* perft_tree_*: as perft(), depth 2 or more. All but the first need a processor that was asked. */
uint64_t perft_tree_any(const struct position *position, int depth);
uint64_t perft_tree_bmi2(const struct position *position, int depth);
uint64_t perft_tree_pext(const struct position *position, int depth);
