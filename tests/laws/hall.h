/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A hall of one table for tests: an event file, a board and a clock that do what a script says, and all that comes of
 * it as text.
 */
#pragma once

#include <stddef.h>

/* hall_play: the script at a table by the event file `lines`: what the arbiter was told, what was refused to persons,
 * and the games' PGN; or why the event file is wrong. Into buffer[size]; cut where it is longer.
 *
 * Words, separated by blanks; the clock is White's on the left and ticks while time passes:
 *
 *     setup, setup:FEN   men are put up: the initial position, or another, '_' for its blanks
 *     clk:W,B            the clock shows these seconds; inc:N  each press gives so many from here on
 *     go, go:b, stop     it runs for White, or Black, or stands
 *     e4, ~e4            two seconds of thought, the move, and a press; without one
 *     e2- e4+P           a square alone
 *     W!, B!             a press alone
 *     flags, flag:w      both flags fall in one reading; White's
 *     battery            it says that its battery is low
 *     lost, back         the link; what is done in between is seen when it is back
 *     +90                seconds pass
 *     {"op":...}         a host event, without blanks
 */
void hall_play(const char *lines, const char *script, char *buffer, size_t size);

/* hall_act: the same at a table of an event that says nothing but its name. hall_told, hall_told_once, hall_not_told: that has been told of
 * what the last one came to, and not a second time, or nothing like it has; else the test fails and says all of it. */
void hall_act(const char *script);
void hall_told(const char *what);
void hall_told_once(const char *what);
void hall_not_told(const char *what);
