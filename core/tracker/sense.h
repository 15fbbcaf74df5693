/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What players do, where the board does not say: they do not give men away.
 */
#pragma once

#include <stdint.h>

#include "core/chess/position.h"

/* sense_forced: so much likelier, in decibans, eight at most, is a reply where so few are legal than among thirty: who
 * is in check moves his king. */
int sense_forced(int n_legal);

/* sense_gain: what the legal move takes, in pawns: 1, 3, 5, 9; 0 when nothing is taken. */
int sense_gain(const struct position *before, uint16_t move);

/* sense_loss: what the mover stands to lose by the legal move on its target square, in pawns, if he
 * is taken there with the least man and takes back once; 0 when nothing. Castling loses nothing. */
int sense_loss(const struct position *before, uint16_t move);
