/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * When a game began, as PGN tags: by the recording alone, so that whoever folds it again says the same.
 */
#pragma once

#include "core/game/game.h"
#include "core/pgn/pgn.h"
#include "daemon/session_time.h"

/* What tags point to. */
struct game_day {
	char date[11], time[9], utc_date[11], utc_time[9];
};

/* When things happened to the game, in the time of the recording: its men were set up, and its result was given last;
 * TIME_UNKNOWN: they have not. */
struct game_times {
	uint64_t set_up_us, declared_us;
};

/* game_day_tags: append to tags[n_tags] Date (unless the event file states one; a recording's is replaced), Time,
 * UTCDate and UTCTime of the first ply of *game. Without a ply whose time is known there are no times, and Date is
 * the day on which the result was given or, with plies, the men were set up. tags[] has PGN_TAGS_MAX; *day must stay
 * while they are used. Returns how many there are then. */
size_t game_day_tags(const struct game *game, const struct game_times *times,
                     const struct session_time *time, struct game_day *day, struct pgn_tag *tags,
                     size_t n_tags);
