/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One press, White's, in the middle of a game, and what the laws know around it: for tests of what may be told of it.
 *
 * One at a time, in `laws`, `game` and `press`.
 */
#pragma once

#include "core/laws/laws_state.h"

#define PRESSED_US UINT64_C(100000000)
#define TURN_US    (PRESSED_US - 5000000)

extern struct laws *laws;
extern struct game game;
extern struct game_ply plies[16];
extern struct laws_press press;

/* presser_begin: a game from *fen; presser_press: White's turn, from the position of the record now, began at TURN_US, and he
 * has pressed. Ends with presser_end(). */
void presser_begin(const char *fen);
void presser_press(void);
void presser_end(void);

/* The next ply of the record; ply n was completed after n seconds. */
void append(const char *san);

void image_of(const struct position *position, struct image *ret_image);

/* The board reads `piece` on sq from then on; before, what contacts.squares says. */
void read_square(uint64_t t_us, int sq, uint8_t piece);
