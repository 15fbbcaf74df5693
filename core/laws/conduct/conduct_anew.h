/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Plies that the record has written anew: were they played anew, or only read better?
 *
 * Who takes a move back by agreement and plays another one is not judged for the first. But a slow scan lets the record find
 * out late what a ply was. One press completes one ply (6.2.1): the press tells that it is the same one, whatever its number is
 * by now.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct laws;

/* conduct_is_played_anew: ply `index` is about to be judged, and its press is kept: was one before it taken back by agreement? */
bool conduct_is_played_anew(struct laws *laws, uint32_t index);
