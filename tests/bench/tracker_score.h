/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How well a reader of board events did: what it reported, when, and how far from the truth.
 *
 * Plies wrong of a game: the edit distance between the plies played and the plies recorded in the
 * end, the least number of plies to change, insert or strike out that makes one of the other, at
 * most the number played. A game is right when it is 0.
 *
 * Latency to made: from the moment the board stood as after the ply (the truth's made_us) to the
 * first report of that ply at that place of the game as made or completed; a report before counts
 * as 0. Latency to the end: to the last time that place of the game was reported differently; only
 * of plies that are right in the end.
 *
 * A revision is a report that changes or takes away a ply reported as made. A false report is a ply
 * reported as made, and not, or no longer, as doubtful, that was not played at that place, whether
 * or not it was revised; unless the man did stand there just then, because a player hesitated, took
 * it back or carried him there and back for no ply. A doubtful report is one of a ply made that carries the mark of doubt; it is right
 * where that ply was played at that place. The marks are worth something where false reports are
 * few and few doubtful ones are right. Left in doubt is a right ply that still carries the mark in
 * the end: what the marks cost. An underpromotion is right where it is recorded at its place.
 *
 * False in the end is a ply, without the mark when all is over, that was not played at that place: the same for who
 * reads the game afterwards, and here it is no excuse that a hand showed it once.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tests/bench/tracker_stream.h"

#define SCORE_PLIES_MAX 4096 /* recorded of one stream; more is as wrong as can be */

/* Why a report is false, as far as the truth tells. */
enum score_cause {
	SCORE_NOT_FALSE,
	SCORE_SHIFTED,   /* the ply was played, but plies before it are lost, or too many */
	SCORE_BEHIND,    /* a ply before it is wrong, and may have led to this one */
	SCORE_ON_WAY,    /* its man had not come to rest: a slide, a hover */
	SCORE_TOO_EARLY, /* nothing had been played at that place yet: a ghost, a man adjusted */
	SCORE_ELSEWHERE, /* its man went to another square */
	SCORE_OTHER_MAN, /* another man had moved */
	SCORE_CAUSES
};

enum { SCORE_CERTAIN = 1, SCORE_DOUBTFUL = 2 };

/* One stream being read. */
struct score_watch {
	const struct bench_stream *truth;
	uint16_t moves[SCORE_PLIES_MAX];      /* as reported now; MOVE_NONE: not, or not any more */
	uint64_t made_us[SCORE_PLIES_MAX];    /* first right report */
	uint64_t settled_us[SCORE_PLIES_MAX]; /* last change */
	uint8_t said[SCORE_PLIES_MAX];        /* set of SCORE_CERTAIN, SCORE_DOUBTFUL, of that */
	bool certain[SCORE_PLIES_MAX];        /* as last reported */
	size_t n;
	unsigned int revisions, false_reports, doubtful, doubtful_right;
	unsigned int causes[SCORE_CAUSES];
};

/* Numbers in any order, for a mean and a percentile. */
struct score_values {
	uint64_t *values;
	size_t n, capacity;
};

struct score {
	size_t games, games_right, plies, plies_wrong;
	size_t plies_hidden; /* of those wrong, as hidden_plies */
	size_t revisions, false_reports;
	size_t causes[SCORE_CAUSES];     /* of the false reports */
	size_t doubtful, doubtful_right; /* reports */
	size_t left_in_doubt, false_in_end;
	size_t underpromotions, underpromotions_right;
	size_t unseen;                       /* as bench_stream_unseen */
	size_t results, results_right;       /* told by the kings on the board, and recorded so */
	struct score_values to_made, to_end; /* microseconds */
	uint64_t cpu_ns, events;
};

/* score_watch_begin: nothing reported yet. */
void score_watch_begin(struct score_watch *watch, const struct bench_stream *truth);

/* score_watch_ply: at now_us, move is reported as made at place `index`; MOVE_NONE: no ply is.
 * certain: without a mark of doubt. *revised: this report has been counted as a revision. Returns
 * SCORE_NOT_FALSE unless this is a false report, and the first of it. */
enum score_cause score_watch_ply(struct score_watch *watch, size_t index, uint16_t move,
                                 bool certain, uint64_t now_us, bool *revised);

/* score_cause_name: in two words. */
const char *score_cause_name(enum score_cause cause);

/* score_is_underpromotion: does a pawn become no queen? */
bool score_is_underpromotion(uint16_t move);

/* score_plies_wrong: how many plies of a record are wrong, as above; of recorded[SCORE_PLIES_MAX] at most. */
size_t score_plies_wrong(const struct bench_stream *truth, const uint16_t *recorded,
                         size_t n_recorded);

/* score_add: take the finished watch into the score. Returns how many plies are wrong;
 * *ret_first_wrong: the first place that differs. */
size_t score_add(struct score *score, const struct score_watch *watch, size_t *ret_first_wrong);

/* score_is_false_in_end: does the finished watch end with a ply at place `index` that is false in the end? */
bool score_is_false_in_end(const struct score_watch *watch, size_t index);

/* score_mean, score_percentile: of values, milliseconds; 0 where there are none. The second sorts. */
double score_mean(const struct score_values *values);
double score_percentile(struct score_values *values, double percent);

/* score_free: all of it. */
void score_free(struct score *score);
