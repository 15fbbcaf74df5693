/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A man who is pushed to the square beside his own.
 *
 * The hand that puts a man down, or the sleeve behind it, may push another one over the edge of his square. Two squares read
 * wrong then, but only one thing has gone wrong; and it takes no time: the man is gone from the one and there on the other
 * as soon as a scan has passed both. A hand that carries a man lifts him first. And it happens while a ply is made: when the hand
 * comes, or leaves.
 */
#pragma once

#include "core/tracker/explain/search.h"

/* pushed_at_once: did the man whom *image has on `to` come there from `from`, the square beside it that reads empty, at once, and
 * while a hand took its man up on `origin`, put him down on `target` or left him? origin may be SQ_NONE: that is not
 * known; target too, and then nobody did. */
bool pushed_at_once(const struct evidence *evidence, const struct image *image, int from, int to,
                    int origin, int target);

/* pushed_from: the square that the man read on sq was pushed from, if he stands beside it and *position, the line's end, has him
 * there and nobody on sq; both squares are of `residue`. SQ_NONE: there is none. */
int pushed_from(const struct search *search, const struct position *position, uint64_t residue,
                int sq);

/* pushed_on: the square beside his own that reads the man of the line's ply `ply`, who was pressed for: he was read on his own first,
 * and on that one as soon as a scan could tell. He stands on the edge of both; but who was slid on over his own in a line has gone
 * on. *end: where the line ends. SQ_NONE: there is none, and on boards that know no men. */
int pushed_on(const struct search *search, const struct position *end, int ply);
