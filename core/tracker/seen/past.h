/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What board and clock said lately, kept to be explained again: when a person has put the record right at an
 * earlier ply, or when what followed a doubtful one makes no sense.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/base/board_event.h"
#include "core/base/clock_reading.h"

/* A ply is two to four squares and a press: the last hundred plies, of a board that reads well. Behind that
 * nobody explains a game from what a board said, but from a score sheet. */
#define PAST_MAX 512

enum past_kind {
	PAST_SQUARE = 1, /* an update */
	PAST_SCAN, /* one square of those that a scan told of, all by one change; or any, of the first behind a gap */
	PAST_CLOCK, /* the lever fell, or the clock was started or stopped; or it is read for the first time behind a gap */
	PAST_LOST,
	PAST_BACK,
};

/* What of a clock reading the record depends on. */
enum {
	PAST_TURN = 1,
	PAST_RUNNING = 2,
	PAST_CONNECTED = 4,
	PAST_FLAG_LEFT = 8,
	PAST_FLAG_RIGHT = 16,
	PAST_PAIR = 32 /* both pressed since the reading before */
};

struct past_entry {
	uint64_t t_us;
	uint32_t
		number; /* squares: the change, as counted by the tracker; clock: seconds of who pressed */
	int32_t other_s;   /* PAST_PAIR: seconds of the other player */
	uint32_t since_ms; /* PAST_CLOCK: so long after the reading before */
	uint8_t sq;        /* as the board counts */
	uint8_t was, now;  /* what it read; PAST_CLOCK: a set of the above */
	uint8_t kind;      /* enum past_kind */
	bool logged;       /* a log told of it when the link was back */
};

struct past {
	uint64_t n;    /* entries ever written; the last PAST_MAX of them are kept, */
	uint64_t from; /* but for those before this one, which are forgotten */
	bool frozen;   /* nothing is written: it is being explained again */
	bool left;     /* meanwhile: that has become another game, and nothing more is made of it */
	uint64_t read_us; /* when the clock was last read */
	bool unread;      /* it has not been since the link is back */
	bool unscanned;   /* the board has not told of all its squares since then */
	struct past_entry entries[PAST_MAX];
};

/* past_note: *event comes now, by change number `change` if it is one, to a board that read raw[64] and a clock
 * that read *clock. */
void past_note(struct past *past, const struct board_event *event, uint64_t t_us, uint64_t change,
               const uint8_t raw[64], const struct clock_reading *clock);

/* past_oldest: the number of the oldest entry kept; they go on up to past->n. */
static inline uint64_t
past_oldest(const struct past *past)
{
	uint64_t kept = past->n > PAST_MAX ? past->n - PAST_MAX : 0;

	return kept > past->from ? kept : past->from;
}

/* past_forget: nothing that was said until now is explained again. */
static inline void
past_forget(struct past *past)
{
	past->from = past->n;
}

static inline const struct past_entry *
past_at(const struct past *past, uint64_t i)
{
	return &past->entries[i % PAST_MAX];
}

/* past_after: the number of the first entry later than t_us, past->n when there is none. False when older ones
 * than that have been forgotten already. */
bool past_after(const struct past *past, uint64_t t_us, uint64_t *ret_i);

/* past_withdraw: the n entries from number i on were none. */
void past_withdraw(struct past *past, uint64_t i, uint64_t n);

/* past_read: what did the square, which reads `reads` now, read at t_us? False when that has been forgotten. */
bool past_read(const struct past *past, uint8_t sq, uint8_t reads, uint64_t t_us,
               uint8_t *ret_read);

/* past_pressed_since: of a press that was heard at t_us: when had the clock last been read before it fell? It was made no sooner.
 * t_us itself where that has been forgotten. */
uint64_t past_pressed_since(const struct past *past, uint64_t t_us);

/* past_presses: of how many presses does the entry tell? 0 to 3: a pair, and one of him who pressed first once more. */
int past_presses(const struct past_entry *entry);

/* past_hides_presses: is the clock read so seldom that it has told of two presses in one? */
bool past_hides_presses(const struct past *past);

/* past_reading: the reading with `flags`, where `seconds` are left to whose turn it is by *clock, the one next to it in time. */
struct clock_reading past_reading(const struct clock_reading *clock, uint8_t flags,
                                  int32_t seconds);

/* past_read_clock: the reading of a PAST_CLOCK entry, where *clock was the one before. Times are kept of presses only: where
 * it matters what a player had before, *clock is made to say so. */
struct clock_reading past_read_clock(struct clock_reading *clock, const struct past_entry *entry);
