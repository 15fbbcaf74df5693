/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The driver of DGT e-boards, one board on its line (dgt.md section 2).
 */
#pragma once

#include "drivers/driver.h"

extern const struct board_driver dgt_driver;
