/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the listener hears of the record.
 */
#pragma once

#include "core/tracker/tracker_state.h"

/* record_notify, record_set_sync: tell the listener; the second only when sync changes. Of plies
 * touched before, he hears first. */
void record_notify(struct tracker *tracker, enum tracker_update what);
void record_set_sync(struct tracker *tracker, enum tracker_sync sync);

/* record_tell: the event, or what was due, has been dealt with: now the listener hears of the plies that were touched
 * (record_touch), and of the result. What is on its way there from one record to another is nobody's business. */
void record_tell(struct tracker *tracker);

/* record_settle_result: tell of a result, or an end, that is not what was last told. */
void record_settle_result(struct tracker *tracker);
