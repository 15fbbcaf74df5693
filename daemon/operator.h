/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What an operator says of the record, from JSON: the host events "correct" and "position".
 *
 *     {"op":"correct","do":"take-back","plies":2}
 *     {"op":"correct","do":"replace","ply":12,"move":"Nf6"}
 *     {"op":"correct","do":"insert","ply":12,"move":"Nf6 Bg5"}
 *     {"op":"position","fen":"8/8/8/8/8/5k2/8/4K2R w - -"}
 *
 * Plies are half-moves from 1, as in alerts. A move is SAN or UCI; several have blanks between them. A
 * FEN without its counters goes on with the game's own.
 */
#pragma once

#include <jansson.h>
#include <stddef.h>

#include "core/game/correction.h"

/* operator_read_correct, operator_read_position: members of the host event into *ret_correction.
 * Returns 0, or -EBADMSG with `error` naming the member and what it must be. Members nobody asks for
 * are ignored. */
int operator_read_correct(const json_t *members, struct correction *ret_correction, char *error,
                          size_t error_size);
int operator_read_position(const json_t *members, struct correction *ret_correction, char *error,
                           size_t error_size);
