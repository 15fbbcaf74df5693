/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How far from a mate a position looks, when both sides want it. Decides only what is looked at
 * first: no answer depends on it.
 */
#pragma once

#include <stdint.h>

#include "core/chess/position.h"

/* guide_distance: 0..255, small when `winner` seems close to giving mate. */
uint32_t guide_distance(const struct position *position, enum color winner);
