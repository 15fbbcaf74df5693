/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The last ply of a table, as it is announced to a player who cannot see the board (D.2.1), or to an assistant who makes
 * it for him on another one (Online Regulations, Annex II 6). For the arbiter's machine and who speaks there.
 */
#pragma once

#include <jansson.h>

#include "daemon/table.h"

/* announce_json: {"ply":23,"side":"white","san":"Nf3","text":"Springer Gustav eins Felix drei"}. language: de, de-ascii,
 * en or fr, NULL for de (spoken.h); full: in squares' own names. A ply whose man is still in the air is not announced,
 * nor is one of an adjourned game (I.1.1). New reference; NULL with *ret_cause why not, which is NULL when memory is
 * out. */
json_t *announce_json(const struct table *table, const char *language, bool full,
                      const char **ret_cause);
