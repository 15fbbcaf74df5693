/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where a ply begins.
 *
 * A man who went where the board does not tell is only said to stand there. When he is next seen he is
 * sure, and so is where he came to; where he came from is not, unless nowhere else would do.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/chess/position.h"

struct tracker;

/* origin_is_doubtful: `move` is to be the next ply of the record, from *before. Does it begin where a doubtful ply is said to have
 * brought its man, whom nobody saw stand there, or only just before he left, or on another square as well, and could that ply have
 * brought him elsewhere, from where he could have made the same move, or at once to where it ends, or was one like him read on
 * such a square? Or had he left long before he came, and may he have come by a doubtful ply that was made meanwhile, and the
 * square not have read him? Or has another man like him, who could have made it, gone from his square as lately, where nobody
 * doubts what it reads, or from where the record has none of his own, while nothing tells that this one has left? Cost: two move lists,
 * where a doubtful ply is found. */
bool origin_is_doubtful(const struct tracker *tracker, const struct position *before,
                        uint16_t move);

/* origin_is_untold: ply `index` is put beyond change. Has nothing told since its player's ply before that its man left his square, which
 * reads him still, or fails? Where the board knows no men, that is all by which he is known; where it does, he may have come to another
 * square by a ply that is in doubt, as above, whatever doubt it is; or another man like him, who could have made the ply, may have done so,
 * and his leaving be what was not told. Of castling the other squares tell. Cost: two move lists, where
 * nothing told. */
bool origin_is_untold(const struct tracker *tracker, uint32_t index);
