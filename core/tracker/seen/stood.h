/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * May a man have stood where another move of his ply would have put him?
 *
 * A ply whose man the board did not show where the record has him may have been another one (repair.h). What the board
 * read on the squares in question since then says which it was not, and what the others ask to believe.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/chess/position.h"

struct tracker;

/* stood_is_refuted: does what was read rule out that ply `index` of the record, made in *before, was `move`? Of a board
 * that tells men apart; so it does where
 *  - its man was seen standing where the record has him, and not where `move` takes him, unless he stood on both;
 *  - the man whom `move` takes was still read there by a scan when the ply had long been made;
 *  - `move` is castling, and its rook, or its king, left his square only when the clock had long been pressed;
 *  - `move` only makes another man of a pawn than the record, and nobody has seen that man, or the record's was read. */
bool stood_is_refuted(const struct tracker *tracker, uint32_t index, const struct position *before,
                      uint16_t move);

/* stood_has_passed: was the man of ply `index`, for which the clock was pressed, read where it has him only before that, and not
 * when it was pressed nor since? Who is taken there may be taken up before. Of a board that tells men apart. */
bool stood_has_passed(const struct tracker *tracker, uint32_t index);

/* stood_was_elsewhere: when the clock was pressed for ply `index`, was its man read on another square to which he could have gone, and
 * told of there more than a scan behind the one on which the record has him? That one may only not have told that he had left. Of a
 * board that tells men apart. */
bool stood_was_elsewhere(const struct tracker *tracker, uint32_t index);

/* stood_on_both: has the man been read both where ply `index` of the record put him and where `move` takes him, at the same
 * time, as one who stands between two squares is, and left both within a scan? Who left the one before he was read on the
 * other was carried there. */
bool stood_on_both(const struct tracker *tracker, uint32_t index, const struct position *before,
                   uint16_t move);

/* stood_there_too: did sq begin to read `man` when the square did on which ply `index` has him, for longer than a scan both read
 * him, and does it yet, while he has gone from the other one? Then he stands where he stood all along, beside that; but for a
 * scan he may be leaving both. */
bool stood_there_too(const struct tracker *tracker, uint32_t index, int sq, uint8_t man);

/* stood_may_be_misread: did sq, beside the square on which ply `index` has its man, and where nobody stood in *before, begin to read
 * somebody within a scan of the time when that man was told to come, who could have gone there? Squares fail one at a time, as a rule;
 * a man who stands between two is read on both, and may be taken for another. But whom he took is put down beside his square. Of a
 * board that tells men apart. */
bool stood_may_be_misread(const struct tracker *tracker, uint32_t index,
                          const struct position *before, int sq);

/* stood_may_be_unmoved: without a clock: is the man of ply `index`, who takes, read yet where he came from, and where he is said to have gone
 * in the other's place at once, without that anybody was lifted there? A square that takes its man for another does so. */
bool stood_may_be_unmoved(const struct tracker *tracker, uint32_t index,
                          const struct position *before);

/* stood_may_be_another: is the man whom sq reads now, and whom the record has there, rather another one like him, of the player
 * to move, who left his square just before and could come there? That sq tells of him then proves nothing of the one who
 * is said to stand there. Pawns aside, and only of a board that tells men apart. */
bool stood_may_be_another(const struct tracker *tracker, int sq);

/* stood_until_us: until when was `man`, when he was last on sq, read there? 0: nothing says. */
uint64_t stood_until_us(const struct tracker *tracker, int sq, uint8_t man);

/* stood_was_read: did sq read `man` at t_us? False where that is not known any more. */
bool stood_was_read(const struct tracker *tracker, int sq, uint8_t man, uint64_t t_us);

/* stood_is_read: has the man been read where `move` takes him, since he left? Otherwise that square does not read him. */
bool stood_is_read(const struct tracker *tracker, const struct position *before, uint16_t move);

/* stood_unread_cost: of an exchange of ply `index` for `move`, of whose man nothing was read where it takes him: that is easily
 * believed of a square that was known to fail before that ply, and not of one that is said to since: that may be no more than that
 * he is said to stand there. 0 where he was read; less where the square has told of nothing at all since it failed: it reads nobody,
 * and another one would have to fail anew. */
int stood_unread_cost(const struct tracker *tracker, uint32_t index, const struct position *before,
                      uint16_t move);

/* stood_taken_cost: what it costs to believe that ply `index` was `move`, whose man `reply`, seen to arrive at reply_us,
 * took before a scan could see him; COST_NEVER: it did not take him, or came too late for that. */
int stood_taken_cost(const struct tracker *tracker, uint32_t index, const struct position *before,
                     uint16_t move, uint16_t reply, uint64_t reply_us);

/* stood_is_by_missing: would `move` have brought another man, like him who made `played` in *before, to the same square,
 * and is that one not read where the record has him since? */
bool stood_is_by_missing(const struct tracker *tracker, const struct position *before,
                         uint16_t move, uint16_t played);

/* stood_can_come: does a legal move in *before bring a man like that to sq? */
bool stood_can_come(const struct position *before, int sq, uint8_t man);

/* stood_comes_now: may the player to move bring a man like the one sq reads there now? The board may tell of that a scan before
 * it tells that he has left. */
bool stood_comes_now(const struct tracker *tracker, int sq);
