/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A hand at work: what it shows looks like other things.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/chess/position.h"

struct change;
struct tracker;

/* The hand that has pressed the clock needs so long to take a man to the next square: to reach for him over half a board, to
 * grasp and to carry him (9, and 2 inches: 8.3 + 2.0 + 4.6 TMU of MTM-1, for hands half as quick again as its worker;
 * core/laws/conduct/motion.h), not to speak of what its opponent does meanwhile; and a report is on its way for some hundredths of a
 * second. Who is read elsewhere sooner had been put there before the press. */
#define HAND_BACK_US UINT64_C(380000)

/* So many men a hand or two lift before one of them lands: who moves and who is taken, the reply begun. */
#define HAND_MEN_UP 3

/* hand_takes_who_is_gone: of the men who are gone one is of the side to move. Can he take the other one, if there is one? */
bool hand_takes_who_is_gone(const struct position *now, uint64_t gone);

/* hand_is_shown: a board that knows no men shows a man lifted for the next ply, and whom he takes, as it shows one who has been
 * played on, or in place of the last. Is that all that is amiss? Then what has been shown stands. */
bool hand_is_shown(const struct tracker *tracker);

/* hand_shows_taken_beside: is all that is amiss that one man is lifted, and that one who is none of the record's is read beside
 * somebody whom he may take? That may be the other man, pushed aside or carried off low over the board. */
bool hand_shows_taken_beside(const struct tracker *tracker);

/* hand_is_all: does the change put away, where men are not known, plies that were pressed, though a hand at work would show the
 * same? hand_is_likelier: or does it ask for much, though all that is amiss may be in hands that play on? */
bool hand_is_all(struct tracker *tracker, const struct change *change);
bool hand_is_likelier(struct tracker *tracker, const struct change *change);
