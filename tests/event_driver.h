/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Boards for tests whose bytes are events: table_from_board() takes one struct board_event at a time.
 */
#pragma once

#include "drivers/driver.h"

/* One that knows its men, and one that knows only whether a man stands on a square. */
extern const struct board_driver event_driver, event_driver_squares;
