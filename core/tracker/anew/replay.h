/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The rest of the stream, explained again from an earlier ply on (past.h has what is known of it).
 *
 * The tracker is put back to the moment at which that ply was made, with a record that is certain up to there,
 * and hears again what came behind it.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/tracker/explain/explain.h"

struct board_event;
struct game_break;
struct tracker;

/* Plies that can be explained again at most. */
#define REPLAY_PLIES 200
/* And of the whole game; the longest that was played in a tournament has 538. */
#define REPLAY_GAME_PLIES 600

/* Who hears the past again: the tracker itself, as it hears what is new. It stands above all who may ask for that. */
struct replay_ear {
	void (*event)(struct tracker *tracker, const struct board_event *event);
	uint64_t (*advance)(struct tracker *tracker, uint64_t now_us);
};

struct replay {
	uint32_t from;                    /* plies of the record that stand */
	uint64_t t_us;                    /* when the last of them was made */
	const struct explanation *behind; /* certain plies behind them, with their cost, or NULL */
	const struct game_break *gap; /* an illegal move that stands right behind them, or NULL */
	bool unbreak;                 /* the break right before them did not happen */
	bool guessed;    /* the last of these is told as doubtful, though it is not changed */
	uint16_t barred; /* what the first ply behind all these is not; MOVE_NONE: it may be any */
	bool barred_man; /* nor is it another move of that man */
	uint64_t
		patience_us; /* the board may show for so long what is not explained, before it is given up */
	uint64_t
		effort; /* its searches may visit so many positions, or somewhat more; 0: any number */
};

/* What became of it. */
struct replayed {
	bool in_step;       /* in the end board and record agree ... */
	bool in_hand;       /* ... or do but for a hand at work */
	bool is_his_time;   /* and runs the time of who is to move by it? */
	uint32_t n_plies;   /* of the record ... */
	uint32_t n_breaks;  /* ... and its breaks */
	uint32_t n_excused; /* squares that are not believed then ... */
	uint64_t excused;   /* ... and which they are */
	uint32_t n_carried; /* of them those that read a man who is missed on another */
	uint64_t astray_us; /* for so long in all the board showed what is not explained */
	int64_t dearer;     /* so much more than before it asks to believe, by cost.h */
};

/* replay_run: forget the plies from replay->from on, and hear again what was said since. The listener hears of the
 * outcome with the next record_tell(). False where it cannot be done or was given up: nothing has
 * changed then. */
bool replay_run(struct tracker *tracker, const struct replay *replay,
                struct replayed *ret_replayed);

/* replay_try: what would come of it? Returns as replay_run() does, and changes nothing. */
bool replay_try(struct tracker *tracker, const struct replay *replay,
                struct replayed *ret_replayed);
