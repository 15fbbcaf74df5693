/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Between what times did a turn lie, as the record and the board tell it? A part of conduct.c.
 */
#pragma once

#include <stdint.h>

struct laws;

/* conduct_begin_us: when what led to ply `index` could begin: the ply before it was made, or was being made while the board came to the
 * other square first (1.3). conduct_end_us: until when the board told of that ply: a round after its press, or until it was
 * answered. */
uint64_t conduct_begin_us(const struct laws *laws, uint32_t index);
uint64_t conduct_end_us(const struct laws *laws, uint32_t index);

/* conduct_answered_us: when the ply was reported that ply `index` answers; 0: none. conduct_answered_press_us: when the clock was
 * pressed for it; 0: it was not. */
uint64_t conduct_answered_us(const struct laws *laws, uint32_t index);
uint64_t conduct_answered_press_us(const struct laws *laws, uint32_t index);
