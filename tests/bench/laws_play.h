/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A table of the daemon, driven through what a board said and what persons say, as live as it can be: it is
 * woken at its own deadlines. What it told the arbiter is kept with the moment at which it did.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/base/board_event.h"
#include "core/laws/alert/alert.h"
#include "daemon/config.h"
#include "drivers/sim/sim_clock_fault.h"
#include "tests/bench/laws_proof.h"

#define LAWS_TOLD_MAX  512
#define LAWS_WORDS_MAX 64

struct laws_told {
	enum alert_id id;
	enum alert_severity severity;
	uint32_t game, ply;
	uint64_t t_us; /* when it was told */
};

/* What a person says. */
struct laws_word {
	uint64_t t_us;
	char json[128];
};

struct laws_play {
	/* To be filled in. */
	const struct config *config;
	const struct board_event *events; /* times not decreasing */
	size_t n_events;
	struct sim_clock_fault *fault; /* what the clock does wrong; NULL: nothing */
	struct laws_word words[LAWS_WORDS_MAX];
	size_t n_words;  /* by time */
	int64_t unix_us; /* when the capture began */
	uint64_t end_us;

	/* What came of it. */
	struct laws_told told[LAWS_TOLD_MAX];
	size_t n_told;
	struct laws_proof proof;   /* of the fault */
	uint32_t n_games, n_plies; /* begun; of the last one */

	/* Private. */
	struct table *table;
	uint64_t now_us;
};

/* laws_play_say: one more word; the latest last. */
void laws_play_say(struct laws_play *play, uint64_t t_us, const char *json);

/* laws_play_run: all of it. Ends the program when out of memory, or when a word is refused. */
void laws_play_run(struct laws_play *play);
