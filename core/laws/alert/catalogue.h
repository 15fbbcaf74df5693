/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The rows behind alert.h.
 */
#pragma once

#include "core/laws/alert/alert.h"

extern const struct alert_row alert_rows[ALERTS];
