/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The clock watch of a table: what tracker and host tell goes in, alerts go to the table's laws.
 */
#pragma once

#include <jansson.h>
#include <stdint.h>

#include "core/base/board_event.h"
#include "core/laws/laws.h"
#include "core/laws/mating.h"
#include "core/tracker/tracker.h"
#include "daemon/memory_image.h"
#include "daemon/session_time.h"

struct table_clock;

/* table_clock_new: the watch of a table whose laws are *laws, and room for searches; all pointers are borrowed. *rules and
 * *time are read anew when a game begins. Returns 0 with *ret_clock, to be freed with table_clock_free
 * (NULL is allowed), or -ENOMEM. */
int table_clock_new(const struct ruleset *rules, struct laws *laws, const struct session_time *time,
                    struct mating *mating, struct table_clock **ret_clock);
void table_clock_free(struct table_clock *clock);

/* table_clock_regions: its memory. */
void table_clock_regions(struct table_clock *clock, struct memory_regions *regions);

/* table_clock_for_hall: what is about the round and about no table is told here, and at no other table. */
void table_clock_for_hall(struct table_clock *clock);

/* table_clock_event: before the tracker digests *event. */
void table_clock_event(struct table_clock *clock, const struct game *game,
                       const struct board_event *event, uint64_t now_us);

/* table_clock_link: whether clock and board are heard of, from now on. */
void table_clock_link(struct table_clock *clock, const struct game *game, bool up, uint64_t now_us);

/* table_clock_update: as the tracker's listener was told; *view as tracker_look() gives it then. */
void table_clock_update(struct table_clock *clock, enum tracker_update what,
                        const struct game *game, uint32_t first_ply,
                        const struct tracker_view *view, uint64_t now_us);

/* table_clock_advance: as clock_watch_advance(). */
uint64_t table_clock_advance(struct table_clock *clock, const struct game *game, uint64_t now_us);

/* table_clock_white_side: enum clock_side on which White sits, as far as is known; *view as tracker_look()
 * gives it. */
uint8_t table_clock_white_side(const struct table_clock *clock, const struct tracker_view *view);

/* table_clock_session: what is known of the time of day has changed. */
void table_clock_session(struct table_clock *clock);

#define CLOCK_PENALTY_MAX_S 3600 /* that an order can give or take */

/* table_clock_order: a host event about the clock: "arbiter" with what: pause, seal, adjourned or
 * reopen; present or absent and a side; penalty, a side and seconds, up to CLOCK_PENALTY_MAX_S more or less. 0, or
 * -EBADMSG.
 * table_clock_check_order: the same, with nothing done. */
int table_clock_check_order(const json_t *members);
int table_clock_order(struct table_clock *clock, const struct game *game, const json_t *members,
                      uint64_t now_us);

/* table_clock_unsee: it was said in error that `side` is here, or away. table_clock_resume: a pause, or an adjournment, was said in error. table_clock_can_resume: would that change
 * anything? */
void table_clock_unsee(struct table_clock *clock, const struct game *game, enum color side,
                       uint64_t now_us);
void table_clock_resume(struct table_clock *clock, const struct game *game, uint64_t now_us);
bool table_clock_can_resume(const struct table_clock *clock);

/* table_clock_owed: the seconds that `side` is still to get, or less than 0 to lose. table_clock_presence: was he said to be here, or away? */
int32_t table_clock_owed(const struct table_clock *clock, enum color side);
void table_clock_presence(const struct table_clock *clock, enum color side, bool *ret_present,
                          bool *ret_absent);

/* table_clock_penalty: `to` is to get `seconds` (7.5.5, 12.9), or to lose them where they are less than 0; 0: neither,
 * after all. */
void table_clock_penalty(struct table_clock *clock, const struct game *game, enum color to,
                         int32_t seconds, uint64_t now_us);

/* table_clock_claim: a claim was said, which stops the clock (9.5.1). */
void table_clock_claim(struct table_clock *clock, const struct game *game, uint64_t now_us);

/* table_clock_owes: as clock_watch_is_correction(). */
bool table_clock_owes(const struct table_clock *clock);

/* table_clock_is_attended: as clock_watch_is_attended(). */
bool table_clock_is_attended(const struct table_clock *clock);

/* table_clock_envelope: what both sides had left when the game was adjourned, and have used, in seconds by
 * colour; CLOCK_UNKNOWN where not known. False: it is not adjourned. */
bool table_clock_envelope(const struct table_clock *clock, const struct game *game,
                          int32_t ret_left_s[2], int32_t ret_used_s[2]);
