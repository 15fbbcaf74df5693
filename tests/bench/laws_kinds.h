/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The kinds of games that bench_laws.c plays: how each is made, what is done to it or said of it, and what the arbiter
 * should hear.
 */
#pragma once

#include "tests/bench/laws_clock.h"
#include "tests/bench/laws_games.h"
#include "tests/bench/laws_play.h"
#include "tests/bench/tracker_games.h"

/* One game to be played, and what should come of it. */
struct bench_case {
	struct game game;
	struct game_ply plies[LAWS_PLIES_MAX];
	struct laws_truth truth[LAWS_PLIES_MAX];
	struct sim_random random;
	struct sim_clock_fault fault;
	struct board_event events[8]; /* of a board without a game */
	size_t n_events;
	struct bench_stream stream;
	struct laws_play play;
	struct config config;
	const char *profile;
	char control[32];
	uint64_t proof_us; /* TIME_UNKNOWN: it could not be seen */
};

struct kind {
	const char *name;
	const char *profile;
	enum sim_fault_kind fault;
	/* The game, before it is played; false: try another one. */
	bool (*make)(struct bench_case *bench, const struct bench_games *games);
	/* What persons say, and when the proof lies, once it is known what the board says. NULL: nothing. */
	void (*tell)(struct bench_case *bench);
	enum alert_id expected[3]; /* any of them; ended by ALERTS */
	enum alert_id follows;     /* from what was done, and is no false alert; ALERTS: nothing */
	const struct laws_clock *clock; /* instead of the simulated one; NULL: that one */
};

extern const struct kind laws_kinds[];
extern const size_t n_laws_kinds;

/* laws_state: state it in the event file; ends the program where that is wrong. */
void laws_state(struct bench_case *one, const char *section, const char *key, const char *value);
