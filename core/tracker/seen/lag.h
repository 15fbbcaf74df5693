/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How far the board is behind the hands, and the clock behind the board.
 *
 * A square that changes twice was looked at twice in between: a scan takes so long at most. But what a scan has found may be
 * held back, where several boards are polled on one line in turn (dgt.md 4.6 has board events on a grid of a second). Two
 * things show that: the board tells of men long behind the presses for them; and it tells at once of changes of a square that
 * cannot have been seen by one scan.
 *
 * What the clock says may be a second old as well (dgt.md 1.4). Nobody sees that but by what is heard: of men and the presses for them
 * none come closer together than the clock is late and a hand is quick.
 */
#pragma once

#include <stdint.h>

struct tracker;

/* What was told so often says how far behind the board is: some sixteen moves of each player. So soon one is found out
 * that has become quicker. */
#define LAG_TOLD 32

/* Of so many presses even a clock that is read at once, and a hand that is quick, will have had two that came at once. */
#define LAG_PRESSES 8

struct lag {
	uint64_t scan_us;             /* no scan takes longer */
	uint64_t batch_us, before_us; /* when it last told of changes at once, and before */
	uint32_t late_us[LAG_TOLD];
	uint32_t n;                  /* of those so far */
	uint32_t press_us[LAG_TOLD]; /* so long behind the man the press for him was heard ... */
	uint32_t n_presses;          /* ... of so many */
	uint32_t quick_us;           /* sooner it was but once, of those */
};

/* lag_begin: nothing is known yet: as slow as boards are. */
void lag_begin(struct tracker *tracker);

/* lag_note_change: sq reads something else now, and the board has just told of it. lag_note_press: the board told of a man at
 * seen_us, for whom the clock was pressed at pressed_us. Either sets evidence.scan_us; not while the past is explained again,
 * which has said so before. The second one sets lag.quick_us, too: 0 before enough presses have been heard. */
void lag_note_change(struct tracker *tracker, int sq);
void lag_note_press(struct tracker *tracker, uint64_t seen_us, uint64_t pressed_us);
