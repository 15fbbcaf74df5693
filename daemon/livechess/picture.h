/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A table as a board of the local API.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "daemon/config.h"
#include "daemon/livechess/eboard.h"
#include "daemon/table.h"

/* livechess_picture: fill *ret_picture from the table as it is. `up`: its port is open. capture_unix_us: when
 * the capture's time was 0; now_us: that time now. */
void livechess_picture(const struct table *table, const struct config_table *setup, bool up,
                       uint64_t capture_unix_us, uint64_t now_us,
                       struct eboard_picture *ret_picture);
