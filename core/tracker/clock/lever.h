/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Clock readings become presses by White and Black.
 *
 * Three things are worked out here: when the lever fell, and with how much time; which side of
 * the clock is White's; and which presses still wait for the board to report the ply they belong
 * to (the clock is often faster than the sensors).
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/base/clock_pace.h"
#include "core/base/clock_reading.h"
#include "core/chess/types.h"

/* The clock runs ahead of the board by at most a scan and a slow message (dgt.md 1.4: 200-250 ms a
 * scan, twice that over Bluetooth, clock data up to one second old). */
#define LEVER_LAG_US 1200000

/* A move that was on its way when the clock was stopped may reach us this much later: a
 * promotion's new piece has to be fetched. What is begun later belongs to the game no more. */
#define LEVER_STOP_GRACE_US 3000000

/* Two presses this close with no man moved for either are one lever swinging back; a hand needs
 * longer to answer, and the sensors see it lift something, if within a scan. */
#define LEVER_BOUNCE_US 500000

#define LEVER_WAITING_MAX 8

struct lever_press {
	uint64_t t_us;
	uint64_t
		since_us; /* the clock was last read before: it was made since then, if nobody listened meanwhile */
	uint64_t change; /* of so many changes the board had told by then */
	bool still;      /* and of none since it last showed the record */
	bool logged;     /* its log told of it, among them */
	int32_t seconds; /* the presser's own time, increment included, as the clock shows it */
	enum color side;
};

struct lever {
	struct clock_reading now;
	uint64_t now_us;
	struct clock_pace pace;
	bool seen;           /* `now` is a reading of a connected clock */
	uint8_t white_side;  /* enum clock_side */
	bool ran;            /* has run since the game began */
	uint64_t stopped_us; /* when it was seen to stand; valid when ran && !now.running */
	/* When it last ceased to run, or to be heard; and when it ran again, UINT64_MAX: not yet. */
	uint64_t quiet_from_us, quiet_until_us;
	int misses; /* presses in a row that fitted only the other mapping of sides */
	struct lever_press waiting[LEVER_WAITING_MAX]; /* oldest first */
	int n_waiting;
};

/* lever_new_game: a game begins. White's clock is the left one when he has the connector on his
 * left (dgt.md 2.6), the right one when the board is turned, until the clock itself says
 * otherwise. */
void lever_new_game(struct lever *lever, bool turned);

/* lever_falls: does this reading, the next one, show that the lever fell in a running game? */
bool lever_falls(const struct lever *lever, const struct clock_reading *reading);

/* lever_read: take in a reading. before_first_ply: nothing has been played yet, so that the side
 * whose time is started is White's, also if he has pressed already. Returns true with *ret_press when the
 * lever fell in a running game. */
bool lever_read(struct lever *lever, const struct clock_reading *reading, uint64_t t_us,
                bool before_first_ply, struct lever_press *ret_press);

/* lever_read_pair: ask before lever_read: does the reading hide two presses, before the one that lever_read finds if it finds
 * any? Then true with them in ret_presses[2], at times between the readings. */
bool lever_read_pair(const struct lever *lever, const struct clock_reading *reading, uint64_t t_us,
                     struct lever_press ret_presses[2]);

/* lever_was_quiet: can nobody have been heard to press for a ply made at made_us, before the next one at next_us (UINT64_MAX:
 * there is none), since no clock ran, or none was heard? */
bool lever_was_quiet(const struct lever *lever, uint64_t made_us, uint64_t next_us);

/* lever_wait: keep a press until its ply is seen. The oldest is forgotten when there are too
 * many. */
void lever_wait(struct lever *lever, const struct lever_press *press);

/* lever_may_have_swung: may the two newest presses that wait be one lever that swung back? So they are when nobody has
 * moved, as far as the board can have told. lever_forget_swing: then they are for no plies. */
bool lever_may_have_swung(const struct lever *lever);
void lever_forget_swing(struct lever *lever);

/* lever_forget_oldest: the oldest waiting press has found its ply, or never will. */
void lever_forget_oldest(struct lever *lever);

/* lever_forget_side: the waiting presses of this player belong to no ply. */
void lever_forget_side(struct lever *lever, enum color side);

/* lever_forget_between: nor those that are said to have been heard between these times. */
void lever_forget_between(struct lever *lever, uint64_t from_us, uint64_t to_us);

/* lever_count_since: how many presses wait that were heard later than t_us. */
uint32_t lever_count_since(const struct lever *lever, uint64_t t_us);

/* lever_keep_newest: play went back behind the waiting presses; only the newest belongs to it. */
void lever_keep_newest(struct lever *lever);

/* lever_give_up: no ply came for the waiting presses; forget them. other_side_moved: the last
 * ply, still not completed, is by the player who, with the sides exchanged, would have pressed.
 * Returns true when that happened twice in a row and the sides were exchanged. */
bool lever_give_up(struct lever *lever, bool before_first_ply, bool other_side_moved);

/* lever_confirmed: a press and a ply of the same player came together: the sides are right. */
void lever_confirmed(struct lever *lever);

/* lever_runs: a clock is connected, and somebody's time runs. */
static inline bool
lever_runs(const struct lever *lever)
{
	return lever->seen && lever->now.running;
}

/* lever_is_absent: no clock is connected, and none has run in this game. */
static inline bool
lever_is_absent(const struct lever *lever)
{
	return !lever->seen && !lever->ran;
}

/* lever_stands: the clock ran in this game and has been stopped for longer than grace_us. */
bool lever_stands(const struct lever *lever, uint64_t now_us, uint64_t grace_us);

/* lever_was_tried: nothing has been played yet. A clock that stands then has not run in this game, though it may have before:
 * somebody tried it, or sets it. */
void lever_was_tried(struct lever *lever);

/* lever_seconds: the time a player has left as last read, or CLOCK_UNKNOWN. */
int32_t lever_seconds(const struct lever *lever, enum color side);

/* lever_turn: whose time runs, or would if the clock ran. */
enum color lever_turn(const struct lever *lever);
