/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A playing table for tests of the clock watch: a clock that does what it is told, right or wrong,
 * a record that is written ply by ply, and the watch that is fed with both. White's clock is the
 * left one, whichever it is thought to be.
 */
#pragma once

#include "core/game/game.h"
#include "core/laws/clock/clock_watch.h"

#define DESK_FINDINGS 64

struct desk {
	struct time_control control;
	struct clock_watch watch;
	struct game game;
	struct game_ply plies[512];
	uint64_t t_us;
	/* The clock. */
	int64_t left_ms[2];
	int64_t delay_ms; /* of a delay clock: stands still so long at the beginning of a turn */
	int64_t delay_gone_ms;
	uint8_t turn;
	uint8_t white_side; /* as it is thought to be: which face is called White's */
	bool running;
	bool both;  /* defect: both run */
	bool stuck; /* defect: none does */
	bool mute;  /* sends nothing */
	bool battery_low, unplugged;
	bool fallen[2], shown[2];
	/* What was found. */
	struct clock_finding findings[DESK_FINDINGS];
	int n_findings;
	int n_disproved; /* of those */
};

/* desk_sit: a game from `fen` (NULL: the initial position) with the control in PGN's grammar,
 * the clock set to it and standing. change (may be NULL) alters control and setup before they
 * are used. */
void desk_sit(struct desk *desk, const char *control, const char *fen,
              void (*change)(struct time_control *control, struct clock_watch_setup *setup));

/* desk_show: a reading, now. */
void desk_show(struct desk *desk);

/* desk_wait: time passes; the clock sends a reading whenever its display changes. */
void desk_wait(struct desk *desk, int64_t ms);

/* desk_start, desk_stop: the running clock, and its reading. */
void desk_start(struct desk *desk);
void desk_stop(struct desk *desk);

/* desk_ply: a ply in UCI is made, not pressed. */
void desk_ply(struct desk *desk, const char *uci);

/* desk_press: the side whose time runs presses and is given gain_s, which completes its last ply.
 * desk_press_bare: which completes none. */
void desk_press_bare(struct desk *desk, int64_t gain_s);
void desk_press(struct desk *desk, int64_t gain_s);

/* desk_play: plies in UCI separated by blanks, each after ms of thought, pressed with gain_s. */
void desk_play(struct desk *desk, const char *plies, int64_t ms, int64_t gain_s);

/* desk_shuffle: so many plies of knights going out and home, as desk_play. */
void desk_shuffle(struct desk *desk, int n, int64_t ms, int64_t gain_s);

/* desk_sit_near_control: a game of two periods, one move short of the first control, both clocks
 * set to a minute by the arbiter and White's running. */
void desk_sit_near_control(struct desk *desk);

/* desk_order: the arbiter. */
void desk_order(struct desk *desk, enum clock_order order, enum color side, int32_t seconds);

/* desk_found: how many findings of that kind. desk_expect_only: exactly this many, and nothing else;
 * desk_expect_nothing: none of any. */
int desk_found(const struct desk *desk, enum alert_id id);
void desk_expect_only(const struct desk *desk, enum alert_id id, int n);
void desk_expect_nothing(const struct desk *desk);

/* desk_finding: the first of that kind; fails the test where there is none. */
const struct clock_finding *desk_finding(const struct desk *desk, enum alert_id id);
