/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Pairings as the desk takes them (desk.h): the request "import" of a file that was read.
 */
#pragma once

#include <jansson.h>

#include "daemon/pairings.h"

/* pairings_order: {"cmd":"round","do":"import","pairings":[...]}; with `round` (may be NULL) only what is of that
 * round, or of none, and "round". New reference, NULL when memory is out. */
json_t *pairings_order(const struct pairings *pairings, const char *round);
