/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A board for tests whose bytes are events: table_from_board() takes one struct board_event at a time.
 */
#pragma once

#include "drivers/driver.h"

extern const struct board_driver event_driver;
