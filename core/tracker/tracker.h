/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The tracker: which plies explain what the board and the clock said.
 *
 * Events go in with their time, the record of the game comes out. The tracker asks no clock: what
 * depends on time passing (a ply that has stood still long enough is made, 4.7) happens at its
 * nominal time when the next event or tracker_advance() arrives, so the same events give the same
 * record, live or folded from a capture, in whatever portions they came.
 *
 * Not thread-safe; one tracker is one table.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "core/base/board_event.h"
#include "core/game/correction.h"
#include "core/game/game.h"

#define TRACKER_NO_DEADLINE UINT64_MAX

enum tracker_update {
	TRACKER_GAME_BEGINS, /* an empty game; the one before it is over and will not change again */
	TRACKER_PLIES,       /* plies, and breaks, from first_ply on are new, changed or gone; those
	                      * before it are in every member as they were last told */
	TRACKER_RESULT,      /* result or end changed */
	TRACKER_CLOCK,       /* the clock reading changed */
	TRACKER_BOARD,       /* the sensors' picture or the link changed */
};

struct tracker_listener {
	void *ctx;
	/* Called while an event is digested. *game is the tracker's own, read-only, for the call.
	 * first_ply: index for TRACKER_PLIES, else 0. Must not call back into the tracker, except
	 * for the tracker_view below. */
	void (*update)(void *ctx, enum tracker_update what, const struct game *game,
	               uint32_t first_ply);
	/* *game is over and about to give place to the next one. May be NULL. */
	void (*game_over)(void *ctx, const struct game *game);
};

struct tracker;

/* tracker_size: bytes tracker_init needs. About half a megabyte, most of it touched only by very
 * long games. */
size_t tracker_size(void);

/* tracker_pointers: the offsets of the pointers in that memory, SIZE_MAX behind the last: to the listener, and into
 * itself. */
const size_t *tracker_pointers(void);

/* tracker_init: build a tracker in memory[tracker_size()], which must be aligned for any object.
 * *listener is copied. No game is on until the start position is seen. Returns the tracker, which
 * is the memory itself; there is nothing to free. */
struct tracker *tracker_init(void *memory, const struct tracker_listener *listener);

/* tracker_expect_start: games begin from *start (copied; it must pass position_check()) instead
 * of the initial position, as soon as its men stand on the board, from whichever side it is
 * seen. */
void tracker_expect_start(struct tracker *tracker, const struct position *start);

enum tracker_starts {
	TRACKER_CHESS960_STARTS = 1, /* any of the 960 arrays begins a game too (Guidelines II) */
	TRACKER_ANY_START = 2, /* what stands on the board for TRACKER_ANY_START_US before the first
	                        * game begins it: a recording that starts in mid-game. Kings and
	                        * rooks at home may castle, the side whose clock runs is to move,
	                        * else White. Or for a second, and then it is played from (joined.h). */
};

/* Long enough for a hand at work to end its move, too short to lose one that was thought over. */
#define TRACKER_ANY_START_US 5000000

/* tracker_accept_starts: from what else a game may begin: enum tracker_starts, or'ed. 0 at
 * first. */
void tracker_accept_starts(struct tracker *tracker, unsigned int which);

/* tracker_event: digest one event. Times must not decrease; one that does is taken as the
 * latest. */
void tracker_event(struct tracker *tracker, const struct board_event *event);

/* tracker_advance: time has come to now_us without an event. Returns the next moment at which
 * something would happen by itself, or TRACKER_NO_DEADLINE. */
uint64_t tracker_advance(struct tracker *tracker, uint64_t now_us);

/* tracker_look_due: from when on a fresh image of the whole board would help: something unexplained
 * stands, a ply is doubtful, a press waits for its ply, or it is quiet after a change. Another time
 * is another question; a scan that arrives after it answers it. TRACKER_NO_DEADLINE: not as things
 * are. It only says so: a record folded from what a board once told needs no questions. */
uint64_t tracker_look_due(const struct tracker *tracker);

/* tracker_finish: the stream ends here; what was still a candidate is taken as made. */
void tracker_finish(struct tracker *tracker);

/* tracker_result: a person declared the result (operator action). RESULT_NONE where there was one: the game was not over, and what was
 * played meanwhile is explained now; then the update tells of its plies. */
void tracker_result(struct tracker *tracker, enum game_result result, uint64_t now_us);

/* tracker_dead: after the first n_plies of the record nobody can mate any more, as is proved: the game is drawn (5.2.2), as
 * long as that position stands in the record and no person says otherwise. */
void tracker_dead(struct tracker *tracker, uint32_t n_plies, uint64_t now_us);

/* tracker_correct: a person corrects the record (operator action). What he says stands, whatever
 * the sensors showed until then, and what they show from now on goes on from there. Where plies are
 * replaced or put in and what the record has behind them no longer follows, or is not what stands on the
 * board, the rest of the stream is explained again from there, as far as it is remembered (the last
 * PAST_MAX things said, past.h). Where plies are taken back or a position is set, men who do not stand as he says may go
 * there in any order: that is no play until one of them is put down where he was once more, or another one moves. A position
 * that is set before the first game begins one.
 *
 * Returns 0, or as correction_check() of the game does (-EINVAL without a game), nothing changed
 * then but the time. */
int tracker_correct(struct tracker *tracker, const struct correction *correction, uint64_t now_us);

/* tracker_follow: this legal move was made on a virtual board, which the men on the sensors only follow (OL 20.1): from now
 * on the record of this game is that board's alone, from its start, whatever was taken from the sensors until now.
 * tracker_follow_position: that is what stands there now: plies behind the last place where it did are gone, or play
 * goes on from it. 0; -ENOENT where no game is on; as game_append() and correction_check() where the record cannot take it. */
int tracker_follow(struct tracker *tracker, uint16_t move, uint64_t now_us);
int tracker_follow_position(struct tracker *tracker, const struct position *position,
                            uint64_t now_us);

/* tracker_copy: a tracker in memory[tracker_size()] (aligned for any object) in the state of *tracker, without a
 * listener: to see what a correction would lead to. Returns it; there is nothing to free. */
struct tracker *tracker_copy(const struct tracker *tracker, void *memory);

enum tracker_sync {
	TRACKER_WAITING, /* no start position seen yet */
	TRACKER_IN_STEP, /* the board shows the record's position but for troubled squares, or a ply
	                  * on its way */
	TRACKER_ASTRAY,  /* the board shows an illegal move: tracker_view.illegal */
	TRACKER_PUZZLED, /* for some time the board has shown what no legal play explains */
	TRACKER_OVER,    /* the game has its result; waiting for the next start position */
};

/* What the tracker knows besides the game, for pages and status. */
struct tracker_view {
	uint8_t squares[64]; /* what the sensors read, turned so that White is at rank 1 */
	enum tracker_sync sync;
	uint64_t sync_since_us;
	uint32_t games; /* begun so far, the current and empty ones included */
	bool link_up;
	bool is_read;    /* and the board has told of all its squares since it is */
	bool follows;    /* the record is a virtual board's: tracker_follow() */
	bool rotated;    /* White sits with the connector on his right */
	bool clock_seen; /* a connected clock has been read */
	bool clock_running;
	int32_t clock_s[2];    /* by enum color; CLOCK_UNKNOWN when not known */
	enum color clock_turn; /* whose time runs, or would */
	uint64_t clock_us;     /* when that was read */
	bool clock_battery_low;
	/* The lever as it fell in play, whatever ply that was for: how often since tracker_init,
	 * and the last time. */
	uint32_t presses;
	uint64_t press_us;
	uint64_t press_since_us; /* the clock had been read before it then, the last time */
	enum color press_side;
	/* Squares whose reading is not believed: they read something else than what stands there
	 * by the record (sensor trouble, a man knocked over); since when, by square. */
	uint64_t troubled;
	uint64_t troubled_since_us[64];
	/* With TRACKER_ASTRAY: what was done, BREAK_ILLEGAL filled in. */
	struct game_break illegal;
};

/* tracker_game: the current game, or NULL before the first. Borrowed; changes with the next
 * call. */
const struct game *tracker_game(const struct tracker *tracker);

/* tracker_look: fill *ret_view. */
void tracker_look(const struct tracker *tracker, struct tracker_view *ret_view);
