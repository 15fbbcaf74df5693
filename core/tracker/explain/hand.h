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

/* hand_takes_who_is_gone: of the men who are gone one is of the side to move. Can he take the other one, if there is one? */
bool hand_takes_who_is_gone(const struct position *now, uint64_t gone);

/* hand_is_shown: a board that knows no men shows a man lifted for the next ply, and whom he takes, as it shows one who has been
 * played on, or in place of the last. Is that all that is amiss? Then what has been shown stands. */
bool hand_is_shown(const struct tracker *tracker);

/* hand_is_all: does the change put away, where men are not known, plies that were pressed, though a hand at work would show the
 * same? hand_is_likelier: or does it ask for much, though all that is amiss may be in hands that play on? */
bool hand_is_all(struct tracker *tracker, const struct change *change);
bool hand_is_likelier(struct tracker *tracker, const struct change *change);
