/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What games begin from, said in two places of the event file: [event] fen and chess960, and the regulations'
 * start.kind, start.sp and start.fen. One word holds for both.
 */
#pragma once

#include "core/laws/rules/ruleset.h"

struct config_start;

/* start_rules_join: hold the two against each other, and let each say what only the other said: the
 * position in *start is the one that games begin from, whoever named it. A number that is drawn (start.sp
 * = random) may be named in [event] when it is known.
 *
 * Returns 0, or -EBADMSG with *ret_fault where they contradict. */
int start_rules_join(struct config_start *start, struct rules_stated *stated,
                     struct rules_fault *ret_fault);
