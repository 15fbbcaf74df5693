/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Explaining the picture: what a new one means, and what is asked of those that explain it.
 */
#pragma once

#include "core/tracker/tracker_state.h"

/* reading_look: the board shows something new. */
void reading_look(struct tracker *tracker);

/* reading_recover: try longer lines, further back, for a picture that stands still unexplained. */
bool reading_recover(struct tracker *tracker);

/* --- reading_step.c: what follows when board and record agree, or there is new evidence for why they do not --- */

/* reading_in_step: board and record agree. */
void reading_in_step(struct tracker *tracker);

/* reading_out_of_step: they do not; if they did until now, the record's position was left now. */
void reading_out_of_step(struct tracker *tracker);

/* reading_hear_presses: give the presses that wait to the plies of the record. Board and record agree, and one is left over?
 * Then a man who came out just before it may have been played to where he came (repair_undo). */
void reading_hear_presses(struct tracker *tracker);

/* reading_begin_searches: there is new evidence; what was tried before is worth trying again. */
void reading_begin_searches(struct tracker *tracker);

/* --- ends/reading_over.c, reading_turned.c --------------------------------------------------------------- */

/* reading_is_over: has the clock stood for so long that what the board shows is no longer the
 * game? A hand at work when it was stopped may finish its move. */
bool reading_is_over(const struct tracker *tracker);

/* reading_is_of_press: may the picture be what a press that waits was for? What is moved when the clock has stood for so long is
 * not. */
bool reading_is_of_press(const struct tracker *tracker);

/* reading_unless_over: due_us, or TRACKER_NO_DEADLINE where that will be so by then, or the kings may be telling the result: for
 * what is due at its own time, whenever somebody asks. */
uint64_t reading_unless_over(const struct tracker *tracker, uint64_t due_us);

/* reading_turn_board: the board is seen from the other side, with all that it has told. */
void reading_turn_board(struct tracker *tracker);

/* reading_clock_keeps_board: does White's time run yet, on the clock that is his as the board lies (dgt.md 2.6)? Then who has moved
 * already was too early, and is no reason to turn the board. */
bool reading_clock_keeps_board(const struct tracker *tracker);
