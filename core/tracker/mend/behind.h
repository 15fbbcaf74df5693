/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * An illegal move behind plies of which the record has not heard yet.
 *
 * In quick play, or on a slow board, the reply is begun before the board has shown the ply that it answers. If that reply is
 * an illegal move, no picture ever shows the record's position or a legal one after it. A line of legal plies is still
 * found if sensors may be blamed for two squares; but two that fail in one turn, just as if one man had been carried from
 * the one to the other, are less likely than that he was.
 */
#pragma once

#include "core/tracker/explain/change.h"
#include "core/tracker/tracker_state.h"

/* behind_find: *found leaves squares unexplained, has men go where nobody saw them, or there is none. Are there legal plies that were
 * pressed for, and whose men were seen, or taken before a scan could see them, behind which one man's being carried where he may not go, and
 * a press for that, explain all? Then true, with those plies in *ret_change. waited: the picture has not changed, or the press has waited, for
 * so long that the rest would have been told. */
bool behind_find(struct tracker *tracker, const struct change *found, bool waited,
                 struct change *ret_change);
