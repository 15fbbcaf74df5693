/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What hands and sensors do wrong: squares that do not read what stands on them, men lying
 * about, changes the board never told.
 *
 * Where no change of the record explains the picture exactly, the cheapest is sought that leaves
 * a few squares to be blamed on something else (cost.h). It is taken once the picture stands
 * still, or a while after the clock was pressed for a ply that no exact line shows. The squares
 * it leaves are *excused*: pictures are compared without them from then on, until they read
 * right again.
 */
#pragma once

#include "core/tracker/tracker_state.h"

/* trouble_believe: sq reads a man now: whatever it has been excused from, that is news. */
void trouble_believe(struct tracker *tracker, int sq);

/* trouble_left: a man has left his square. If he is rather the one whom another square has begun to read just before, of which
 * the board told first, that square is not believed yet (stood_may_be_another). */
void trouble_left(struct tracker *tracker);

/* trouble_review: believe excused squares again that read what the record has there. */
void trouble_review(struct tracker *tracker);

enum trouble_moment {
	TROUBLE_SETTLED,   /* nothing has moved for more than a scan: what was hidden comes out */
	TROUBLE_PRESSED,   /* a press has waited for its ply for a while */
	TROUBLE_AT_REST,   /* the picture has stood still */
	TROUBLE_LONG_REST, /* for so long that no hand holds a man */
};

/* trouble_tolerate: take the cheapest change that leaves little unexplained, if it is cheap and
 * clear enough for the moment; what it leaves is excused. True when board and record then agree. */
bool trouble_tolerate(struct tracker *tracker, enum trouble_moment moment);

/* trouble_nothing_cost: what it costs to believe that nothing has been played behind the record, and a square or two are
 * amiss; COST_NEVER: more are. */
int trouble_nothing_cost(struct tracker *tracker);
