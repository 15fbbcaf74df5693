/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a board said, told in scripts. A script is words separated by blanks, each an event 250 ms (one
 * scan) after the one before:
 *
 *     start, start-turned   a full scan of the initial position, seen from either side
 *     men                   the same, silently
 *     any-start             a recording may begin in mid-game
 *     chess960              any of the 960 arrays begins a game, too
 *     occupied              from here on the board knows only that squares are occupied
 *     e2-                   lifted            e4+P    placed (FEN letter)
 *     d5:P                  reads another man at once
 *     {...}                 the words inside happen in one scan, 3 ms apart
 *     GO(W) GO(B)           the clock is started with that side's time running
 *     W! B!                 that player presses; STOP  the clock is stopped
 *     TURN(W)               the lever is turned, so that his time would run
 *     WB! BW! BWB!          they press in that order before the clock is heard again
 *     tick                  the clock is read, and a second of the time that runs has passed; ticks: ten times, a second each
 *     increment             each press gives 30 s
 *     no-clock              a reading without a clock
 *     +5s, +300ms           time passes
 *     scan                  a full scan of what stands there now (after a lost link)
 *     lost, back            the link
 *     log, live             from here on it is the board's log that tells; and no longer
 *     over, on              a person says that the game is drawn; and that it is not over
 *     a1=P                  silently: it stands there, but no update told (for `scan`)
 *
 * White's clock is the left one unless the case says otherwise.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/tracker/tracker.h"

struct story {
	struct tracker *tracker;
	uint64_t t_us;
	uint64_t step_us;
	uint8_t squares[64]; /* of the game, a1 first */
	bool turned;
	bool occupied;
	bool logged;
	uint8_t white_side;
	struct clock_reading clock;
	int32_t increment_s; /* 0 unless said otherwise */
	unsigned int told;   /* so often a listener has been told of plies */
	char finished[4096]; /* movetexts of games that are over, each ended by " | " */
};

/* story_begin: nothing said yet, to a new tracker. */
void story_begin(struct story *story);

/* story_tell: the script, word by word. */
void story_tell(struct story *story, const char *script);

/* story_end: the record now, with that of games before, as movetext: '?' candidate, '~' made, else completed; '*'
 * doubtful; @ clock seconds. finish: the stream ends here. The text stays until the next call; the tracker is gone. */
const char *story_end(struct story *story, bool finish);

struct tale {
	const char *name;
	const char *script;
	const char *record; /* as story_end() gives it */
};

/* story_check: tell the tale, and compare the record as it stands right after the last word. */
void story_check(const struct tale *tale);

/* story_run: the main of a test that is tales[n] alone, as suite `name`; returns its exit status. */
int story_run(const char *name, const struct tale *tales, size_t n);
