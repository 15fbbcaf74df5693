/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the past tells of the last plies, as an account, and what the record says of it.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct account;
struct account_line;
struct position;
struct tracker;

/* account_entry_behind: which entry of the past is the first behind the change by which the board last showed the record's
 * position before ply `from`, *position, in full? Behind the last ply of the record: before anybody pressed who waits for a ply, since
 * what it showed later may be the same position come again. It may have been taken to show it while squares were not believed that
 * are now. 0: that is not known any more. */
uint64_t account_entry_behind(const struct tracker *tracker, uint32_t from,
                              const struct position *position);

/* account_pressed_before: when the clock was pressed last for a ply before ply `from`: the lever falls in the order of the plies, so
 * that no press up to then is for a later one, also where nobody has pressed for the ply right before it. 0: it was not. */
uint64_t account_pressed_before(const struct tracker *tracker, uint32_t from);

/* account_clock_behind: from which entry of the past on the clock is to be read, where the changes are from `entry` on: from behind
 * the press for the ply before ply `from`, of which the clock may have told before the board told of the next one; if nobody has pressed
 * for that, from `entry` on as well. */
uint64_t account_clock_behind(const struct tracker *tracker, uint64_t entry, uint32_t from);

/* account_open: into *account all that was told since the board last showed the record's position before ply `from`, one of
 * the last RECENT_POSITIONS; clockless: without the presses. False: that is not known any more, the link was lost or an update,
 * the clock does not say for certain who pressed when, or nobody pressed. */
bool account_open(const struct tracker *tracker, uint32_t from, bool clockless,
                  struct account *account);

/* account_assign: into *account, which begins with ply `from`, the presses as the record gives them to its n_plies plies from there.
 * One that it has none for was forgotten, or the board told of the plies in one: then it was at any time between those around it. If the
 * account errs, those that are left over are for the last ply, if it has none yet, and the illegal move.
 * Returns what it costs to believe that. */
int account_assign(const struct tracker *tracker, uint32_t from, int n_plies,
                   struct account *account);

/* account_count_heard: so many of the presses were heard. account_count_lost: and for so many of them the record has no ply from ply
 * `from` on. */
int account_count_heard(const struct account *account);
int account_count_lost(const struct tracker *tracker, uint32_t from, const struct account *account);

/* account_of_record: what the record says since then, and what that costs. */
struct account_line account_of_record(const struct tracker *tracker, uint32_t from,
                                      const struct account *account);

/* account_told_by: of the changes that were told by t_us, the number of the last; `before`: there is none. */
uint64_t account_told_by(const struct account *account, uint64_t t_us, uint64_t before);

/* account_doubt_unseen: game_ply.doubtful of ply `ply` of the line for that its man was not seen to arrive; 0: he was. If he is taken
 * by the next one, or goes on by the one behind it, no scan may have come in time; else his square does not read him. */
uint8_t account_doubt_unseen(const struct account_line *line, int ply);
