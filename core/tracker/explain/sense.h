/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What players do, where the board does not say: they do not give men away.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/chess/position.h"

/* sense_forced: so much likelier, in decibans, eight at most, is a reply where so few are legal than among thirty: who
 * is in check moves his king. */
int sense_forced(int n_legal);

/* sense_worth: of a man, in pawns: 1, 3, 3, 5, 9; of a king more than all others, 99. */
int sense_worth(enum piece_type type);

/* sense_gain: what the legal move takes, in pawns: 1, 3, 5, 9; 0 when nothing is taken. */
int sense_gain(const struct position *before, uint16_t move);

/* sense_loss: what the mover stands to lose by the legal move on its target square, in pawns, if he
 * is taken there with the least man and takes back once; 0 when nothing. Castling loses nothing. */
int sense_loss(const struct position *before, uint16_t move);

/* sense_swap_cost: what it costs (cost.h) to believe that the legal move was made, where a board that knows no men told
 * of nobody's coming: of those who may have been taken players take back, take what is dear, and seldom something cheap
 * that is protected. last: where the last man before it came to stand, or SQ_NONE. */
int sense_swap_cost(const struct position *before, uint16_t move, int last);

/* sense_standing: what the side to move can win, in pawns, by taking the man of the other side on sq with its least man,
 * if that is taken back once; 0 when nothing. */
int sense_standing(const struct position *position, int sq);

/* sense_winnable: what the side to move can win by taking, by sense_standing() of whom it wins most by, in pawns, 0..9. */
int sense_winnable(const struct position *position);

/* sense_threatens: does the man on `by` attack the one on sq, not a king, who is worth more than he or not protected? */
bool sense_threatens(const struct position *position, int by, int sq);

/* sense_attacked: all men of the other side whom the man on `by` attacks; sense_threatened: whom he threatens. */
uint64_t sense_attacked(const struct position *position, int by);
uint64_t sense_threatened(const struct position *position, int by);

/* sense_edge: how far from the middle of the board sq is, 0..3: men are put where they reach much. */
int sense_edge(int sq);
