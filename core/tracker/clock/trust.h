/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How far the record is proved: the books of plies and presses.
 *
 * A ply that is missing, or one too many, puts all those behind it in another place than theirs, and the board
 * does not show it: what stands there fits. The clock does, as the lever falls once for every ply. So plies and
 * presses are kept in two columns:
 *
 *     plies without a press     presses without a ply     the record is
 *     any, all of them seen     as many or fewer          proved up to the last ply that was pressed
 *     any                       four fewer, or more       out of step: hands that were at work there, it may be
 *     any, all of them seen     one more                  neither proved nor out of step
 *     some that nobody saw      as many                   proved, if it was not out of step before
 *     some that nobody saw      fewer                     out of step: nobody made them, it may be
 *     any                       two more, or farther      out of step: plies nobody saw, it may be
 *     some in doubt             not in turn with them     out of step: they may be for others
 *
 * A press without a ply (6.2.4) is undone by one of the opponent, or by the arbiter, who stops the clock; if men were
 * moved in between, or a man of who pressed first is not read any more, those two presses were for plies. An illegal move by which play goes on is a ply as well; but where
 * the record was in doubt, that may be what is wrong, and it is out of step.
 *
 * Nobody presses before he has moved. A ply that came long behind the last press that is lost is without one because its player
 * forgot, and counts for none of the presses without a ply.
 *
 * A press falls behind its ply and before the opponent's next one, and each is told of when it can be. In a scramble the numbers may
 * agree though a pair was forgotten here and another one is missing there; but then something speaks against a ply in between, as
 * a rule, and presses come behind the reply, or two of them before the ply.
 *
 * Where nobody knows how many plies there were while the link was lost, and squares are not believed since then, plies may be
 * missing that would explain them: so long it is out of step as well.
 *
 * Where play goes on from a picture (BREAK_RESUMED), nobody knows how many plies led to it, nor whether those that follow are at their
 * place: from there on it is out of step for good.
 *
 * While it is out of step every ply that is not proved is told as doubtful, until a second thought (rethink.h) or a
 * person has put it right. Seen is a ply without a doubt of its own. The press for an illegal move is for no ply. Where no clock
 * runs there is nothing to be compared: plies made before it was started, or while it was off the board, lack no press.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct lever_press;
struct tracker;

struct trust {
	uint32_t from;        /* the plies before this one are proved */
	uint32_t lost;        /* presses since then for which no ply was found */
	uint64_t lost_change; /* of so many changes the board had told at the last of them ... */
	uint64_t lost_us;  /* ... and when it was heard; UINT64_MAX: of one of them nobody knows */
	uint8_t lost_side; /* whose it was */
	bool lost_away;    /* and board and record had not agreed yet since the link was lost */
	bool adrift;       /* an illegal move, by a record in doubt, stands in it */
	bool uncounted;    /* nobody knows how many plies there were while the link was lost */
	uint64_t excused;  /* squares that were not believed before that */
	uint32_t accepted_breaks; /* so many breaks a person has left standing */
	bool shaken;              /* out of step */
};

/* trust_begin: a new game; what is in the record now is certain. trust_accept: so a person has said. trust_again: the
 * past is heard again from here; what was out of step before that still is, and a press that was lost before it. */
void trust_begin(struct tracker *tracker);
void trust_accept(struct tracker *tracker);
void trust_again(struct tracker *tracker);

/* trust_lose_press: for a press that waited, or just came, no ply was found. trust_lose_presses: nor for the first n of
 * those that wait. trust_stop: the clock has been stopped. */
void trust_lose_press(struct tracker *tracker, const struct lever_press *press);
void trust_lose_presses(struct tracker *tracker, int n);
void trust_stop(struct tracker *tracker);

/* trust_drop_press: too many wait: this one, the oldest, is forgotten, and was heard before the first ply, it may be. */
void trust_drop_press(struct tracker *tracker, const struct lever_press *press);

/* trust_break: play goes on behind the record from a position to which nobody saw what led. */
void trust_break(struct tracker *tracker);

/* trust_reopen: the plies from `from` on are others now. */
void trust_reopen(struct tracker *tracker, uint32_t from);

/* trust_presses: how many presses the books know of, each proved ply counted as one. trust_keep_presses: that was so before
 * the past was heard again, for other plies from `from` on, and as many have been heard still: what no ply has now is lost, and
 * where that is so none of those plies is proved. */
uint32_t trust_presses(const struct tracker *tracker);
void trust_keep_presses(struct tracker *tracker, uint32_t from, uint32_t n_presses);

/* trust_miss_plies: so many plies for which the clock was pressed, nobody knows any more when, are not in the record, or no
 * longer, and none in their place. */
void trust_miss_plies(struct tracker *tracker, uint32_t n);

/* trust_set_adrift: play is to go on from a move that is illegal by the record. missing: his opponent had pressed before for a
 * ply that is not in it. */
void trust_set_adrift(struct tracker *tracker, bool missing);

/* trust_set_uncounted: nobody knows how many plies were made while the link was lost; the squares of `excused` were not
 * believed before. As long as there are others the record may lack those that explain them. */
void trust_set_uncounted(struct tracker *tracker, uint64_t excused);

/* trust_excuse_press: the opponent pressed back, and the last ply has been put right: his press is explained. */
void trust_excuse_press(struct tracker *tracker);

/* trust_make_good: the plies from `from` on are others, and every press heard behind change number `change` has its ply now. */
void trust_make_good(struct tracker *tracker, uint32_t from, uint64_t change);

/* trust_review: board and record agree, and presses have found their plies: do the columns? What was doubtful only
 * because they did not is so no longer where they do. */
void trust_review(struct tracker *tracker);
