/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The players' hands: turns the plies of a game into a timeline of what is lifted, put and pressed.
 *
 * The timeline is made as it is read, a ply ahead at most, so that a game of any length needs no
 * memory. The same setup and games give the same timeline. Squares are the players' (a1 = 0).
 *
 * Where the game has clock times (game_ply.clock_s), a ply is pressed at the moment at which the
 * mover's clock will read that time afterwards; where it has none, thinking times are drawn. Times
 * that cannot be: a gain of more than SIM_HAND_GIFT_S beyond the increment is added by the clock at
 * the press, as a new period is; a smaller one is made up for by the next longer thoughts; a loss
 * that would cost the flag is not believed. A player whose time would run out in the middle of a
 * move gets more by the arbiter, with the clock stopped, because the game's moves must be played.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/game/game.h"
#include "drivers/sim/sim_clock.h"
#include "drivers/sim/sim_incident.h"
#include "drivers/sim/sim_profile.h"
#include "drivers/sim/sim_random.h"

#define SIM_HAND_QUEUE    256 /* actions planned and not yet read; setting up plans most */
#define SIM_HAND_GIFT_S   20
#define SIM_HAND_PACE_ONE 1000 /* thinking times as they are */
#define SIM_HAND_PACE_MAX 1000000

enum sim_action_kind {
	SIM_PUT,         /* `piece` stands on sq from now on; EMPTY: it was lifted */
	SIM_MADE,        /* the last touch of `ply`: the board shows the position after it */
	SIM_LEVER,       /* `side` presses his lever, and the press completes nothing that stays */
	SIM_PRESS,       /* `side` presses his lever and completes `ply`; the clock adds gift_us */
	SIM_CLOCK_RESET, /* both sides as at the start of a game, stopped, White to move */
	SIM_CLOCK_START,
	SIM_CLOCK_STOP,
	SIM_CLOCK_SET, /* the arbiter gives `side` so many seconds in all */
	SIM_RESULT,    /* the game is over; `sign`: the second king has come to its square */
	SIM_NOTE,      /* nothing happens: the truth about `trouble` on sq, until_us */
};

struct sim_action {
	uint64_t t_us;
	enum sim_action_kind kind;
	uint8_t sq, piece;
	uint8_t side; /* enum color */
	bool sign;
	uint32_t ply;    /* index in the game */
	int32_t seconds; /* SIM_CLOCK_SET */
	int64_t gift_us; /* SIM_PRESS, beside the increment: 0 or more */
	enum sim_trouble trouble;
	uint64_t squares; /* SIM_NOTE: as in struct sim_incident */
	uint64_t until_us;
};

enum sim_kings {
	SIM_KINGS_AUTO, /* as often as the profile says */
	SIM_KINGS_ON,
	SIM_KINGS_OFF,
};

/* An irregularity to order, beside what the profile brings: see sim_breach.h. */
struct sim_wish {
	bool wanted;
	enum sim_trouble what; /* one that sim_breach_is_kind() or sim_conduct_is_kind() knows */
	uint32_t ply; /* index of the first ply that will do; it comes where it first can */
};

struct sim_hand_setup {
	const struct sim_profile *profile;
	struct sim_wish wish; /* once a game */
	uint64_t seed;
	uint32_t pace; /* thousandths: thinking times are divided by it; 1..SIM_HAND_PACE_MAX */
	bool clock;    /* is there one? */
	bool white_is_right; /* on the clock */
	enum sim_kings kings;
};

/* Private. */
struct sim_hand {
	struct sim_hand_setup setup;
	struct sim_random random;
	const struct game *game;
	struct sim_clock clock; /* as it will stand after what is planned */
	int32_t initial_s, increment_s;
	struct position position; /* before the next ply to plan */
	uint8_t squares[64];      /* likewise, as men stand */
	uint32_t ply;
	uint8_t stage;
	bool wish_done;
	uint64_t touched_us; /* last touch planned; nothing planned later comes before it */
	uint64_t pressed_us; /* last press planned: from then on the next player thinks */
	int32_t shown_s[2];  /* last clock times of the game's own, by side */
	struct sim_action queue[SIM_HAND_QUEUE]; /* by time */
	size_t n_queue;
	struct sim_action plan[SIM_HAND_QUEUE]; /* being made; times from its own beginning */
	size_t n_plan;
	uint64_t at_us;
};

/* sim_hand_init: *setup is copied; the men stand in the start position. */
void sim_hand_init(struct sim_hand *hand, const struct sim_hand_setup *setup);

/* sim_hand_begin: play `game` (borrowed until the timeline ends), which must have legal plies; it may
 * start from any position. initial_s, increment_s: what the clock is set to. The men are first set up
 * where they are not; the first action comes at now_us or later. Not before the game
 * before it has been read to its end. */
void sim_hand_begin(struct sim_hand *hand, const struct game *game, int32_t initial_s,
                    int32_t increment_s, uint64_t now_us);

/* sim_hand_clear: set the men up once more without a game. */
void sim_hand_clear(struct sim_hand *hand, uint64_t now_us);

/* sim_hand_next: the next action, times never decreasing; false: nothing more is to be done. */
bool sim_hand_next(struct sim_hand *hand, struct sim_action *ret_action);
