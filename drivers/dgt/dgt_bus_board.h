/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The driver of one DGT board on a bus: its replies in, board events out (dgt.md 4).
 *
 * It never sends: the segment's master (dgt_bus.h) asks for all boards on the line, and hands each
 * driver the replies of its own board. So a table's capture holds its board's part of the dialogue,
 * whole and nothing else, and gives the same game by itself.
 *
 * REPEAT_CHANGES gives the packet before once more where the command was lost, not the answer. A
 * packet that is the same as the one before it is therefore dropped: all it could do is to set the
 * squares it names to what they are.
 */
#pragma once

#include "drivers/driver.h"

#define DGT_BUS_LATE_US                                                                            \
	3000000 /* a board not heard of for so long: what it tells then is recovered */

extern const struct board_driver dgt_bus_driver;
