/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where who had the move let go of his man, and what his pawn became: neither may be taken back (4.4.4, 4.7).
 */
#pragma once

#include "core/laws/conduct/touch_watch.h"

/* Each fills in *ret_finding if it was so. touch_find_released: he was let go where he might go, and taken elsewhere;
 * touch_find_promotion_changed: the pawn became another man first. */
bool touch_find_released(const struct touch_watch *watch, struct touch_finding *ret_finding);
bool touch_find_promotion_changed(const struct touch_watch *watch,
                                  struct touch_finding *ret_finding);
