/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The tracker as it was at an earlier moment, with another record: from where a replay (replay.h) hears the past again.
 */
#pragma once

#include <stdint.h>

struct replay;
struct tracker;

/* replay_put_back: the record up to replay->from, with what stands behind that, as certain as if a person had said so; and board, clock and
 * evidence as they were before entry `i` of the past, the first one behind replay->t_us. What was heard since is heard no more. */
void replay_put_back(struct tracker *tracker, const struct replay *replay, uint64_t i);
