/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/sim/sim_profile.h"

#include <string.h>

/* --- hands ------------------------------------------------------------------------------------- */

/* Slow enough for a scan of 230 ms to see every change, one man at a time. */
static const struct sim_manners careful = {
	.react = { 400, 900 },
	.carry = { 350, 700 },
	.between = { 350, 700 },
	.step = { 100, 200 },
	.stand = { 250, 300 },
	.overlap = { 100, 200 },
	.take_first = 1000,
	.taken = { 350, 700 },
	.swap = { 250, 300 },
	.ghost_stand = { 250, 300 },
	.pawn_stands = 1000,
	.pawn_stand = { 500, 1000 },
	.adjust_hold = { 400, 900 },
	.adjust_pause = { 500, 1000 },
	.hesitate_stand = { 500, 1000 },
	.press = { 300, 800 },
	.early_press_lag = { 300, 800 },
	.stop = { 1000, 2000 },
	.kings = 1000,
	.kings_after = { 3000, 5000 },
	.kings_together = 1000,
};

/* What every hand but the careful one has in common: as measured on real games. */
#define MEASURED_WAYS                                                                                                    \
	/* CAP: 11 squares in 10 of 199 plies. More is tried, because some ways have no square to  \
	 * stop on and some stops fall between two visits of the scan. */                     \
	.slide_all = 150, /* CAP: Ra1-f1 stopped twice; HDR: c1xc4 on every square */                                    \
		.step = { 60, 180 }, .stand = { 150, 400 },                                                              \
	.overlap = { 80,                                                                                                 \
		     250 }, /* CAP: 11 of 36 captures show the empty square: these, and the swaps that a visit of the  \
	 * scan happens to catch. */ \
		.take_first = 130, .taken = { 300, 1100 }, .swap = { 10, 90 },                                           \
	.ghost = 170, /* CAP: 5 of 36 captures; not all are caught by a scan */                                          \
		.ghost_stand = { 180, 300 }, /* CAP: one scan */                                                         \
		.rook_first = 60, /* CAP: 6 of 6 king first; the others must be accepted */                              \
		.interleaved = 60, .en_passant_first = 300, .pawn_stands = 600,                                          \
	.pawn_stand = { 300, 2000 }, .adjust_hold = { 300, 1200 }, .adjust_pause = { 300, 2000 },                        \
	.hesitate_stand = { 400, 1500 }, .stop = { 800, 3000 }, .kings = 850,                                            \
	.kings_after = { 2000, 5000 },                                                                                   \
	.kings_together = 850 /* DGT asks for it; USERS: king moves entered as moves */

static const struct sim_manners human = {
	MEASURED_WAYS,
	.react = { 150, 500 },
	.carry = { 250, 900 }, /* CAP: lift and place lie 0 to 1 clock messages apart */
	.between = { 150, 600 },
	.slide = 75,
	.place_first = 10, /* CAP: 2 of 199 */
	.adjust = 5,       /* CAP: 0 of 199, so rare; article 4.2 allows it */
	.hesitate = 10,    /* USERS: hovering, dragged men; article 4.7 allows it */
	.press = { 150, 800 },
	.early_press = 20,
	.early_press_lag = { 10, 60 },
	.early_reply = 20,
};

/* The last minute of a game without increment. */
static const struct sim_manners hasty = {
	MEASURED_WAYS,
	.react = { 60, 300 },
	.thought = { 700, 2000 }, /* the "1 to 2 s a move"; CAP of 3 + 2: 1 s and more */
	.carry = { 80, 350 },     /* OURS: half of CAP's quickest */
	.between = { 60, 250 },
	.slide = 200,      /* OURS: CAP's 5 % in quiet play, doubled and doubled again */
	.place_first = 30, /* OURS: three times CAP */
	.adjust = 2,
	.hesitate = 20,
	.press = { 30, 300 },
	.early_press = 150, /* OURS */
	.early_press_lag = { 10, 60 },
	.early_reply = 400, /* LAWS 1.3: the reply may begin as soon as the move is made */
};

/* Human hands that cannot make up their mind: every slip is lawful or mended before the press. */
static const struct sim_manners wavering = {
	MEASURED_WAYS,
	.react = { 150, 500 },
	.carry = { 250, 900 },
	.between = { 150, 600 },
	.slide = 120,
	.place_first = 20,
	.adjust = 15,
	.hesitate = 50,     /* OURS: five times human */
	.wrong_square = 20, /* OURS; USERS: e2-e3 before e2-e4, Re3 for Rxe7 */
	.wrong_stand = { 400, 2500 },
	.retract = 15, /* OURS; USERS: take-backs while men are carried */
	.retract_stand = { 500, 4000 },
	.press = { 150, 800 },
	.early_press = 40,
	.early_press_lag = { 10, 60 },
	.early_reply = 40,
};

/* All OURS: nobody has counted what happens at a children's tournament. */
static const struct sim_manners childish = {
	MEASURED_WAYS,
	.react = { 150, 900 },
	.carry = { 250, 1200 },
	.between = { 150, 900 },
	.slide = 150,
	.place_first = 20,
	.park = 40,
	.park_stand = { 500, 4000 },
	.adjust = 40, /* LAWS 4.2 */
	.hesitate = 40,
	.wrong_square = 20,
	.wrong_stand = { 400, 2500 },
	.retract = 15,
	.retract_stand = { 500, 4000 },
	.take_back = 5,
	.take_back_after = { 1000, 4000 },
	.illegal = 3, /* LAWS 7.5.1: replaced, and two minutes for the opponent */
	.illegal_after = { 2000, 10000 },
	.knock = 25, /* LAWS 7.4.1: to be put up in his own time */
	.sweep = 10, /* LAWS 7.4: displaced men */
	.lie = { 600, 4000 },
	.put_up = { 300, 1200 },
	.press_first = 300,
	.misplace = 200,
	.fiddle = 20,
	.fiddle_stand = { 400, 5000 },
	.press = { 150, 1500 },
	.early_press = 20,
	.early_press_lag = { 10, 60 },
	.early_reply = 20,
};

/* --- sensors ----------------------------------------------------------------------------------- */

static const struct sim_senses sound = {
	.blind = 0, /* CAP: no wrong code, no flicker in 458 updates */
};

/* All chances are OURS: a board that should be repaired. */
static const struct sim_senses ailing = {
	.blind = 8,              /* USERS: squares dead for minutes until the man is lifted */
	.wrong = 4,              /* the "wrong man"; CAP: 0 of 458 */
	.ill = { 1000, 600000 }, /* the "1 s to 10 minutes" */
	.beside = 8,             /* CAP shows captured men so, 5 of 36; this is the moving man */
	.beside_stand = { 100, 1500 },
	.both = 5, /* HDR: a man may be on two squares in one scan */
	.neither = 5,
	.between_stand = { 1000, 30000 },
	.flicker = 5, /* HDR knows it: "one man flickering" has its own rule in the log (2.7) */
	.flicker_all = { 2000, 20000 },
	.flicker_phase = { 150, 1200 },
};

static const struct sim_senses occupancy = {
	.occupancy = true, /* as a Pegasus: 01 for any man (dgt.md 2.9) */
};

/* --- the line ---------------------------------------------------------------------------------- */

#define USUAL_SCAN                                                                                 \
	{                                                                                          \
		200, 250                                                                           \
	} /* TIMING: full scan of 64 squares */

static const struct sim_wire cable = { .scan = USUAL_SCAN };

static const struct sim_wire slow_cable = {
	.scan = { 600, 600 }, /* the figure */
};

static const struct sim_wire radio = {
	.scan = { 400, 500 },  /* TIMING: scans about half as fast */
	.poll = { 330, 1000 }, /* TIMING: asked 2 to 3 times a second, data up to 1 s old */
	.burst = { 30, 400 },  /* OURS: half of the 0.5 s that USERS wait instead of 0.25 s */
};

static const struct sim_wire lossy_cable = {
	.scan = USUAL_SCAN,
	.lost = 10,       /* OURS: one in a hundred */
	.lost_dumps = 50, /* OURS: more often than an update, being so much longer */
	.outage = 4, /* OURS: once in two games; USERS: a cable pulled in the middle of a game */
	/* OURS: pulled out and put back. The dump comes 1.5 s later; after 10 s and more of quick
	 * play nobody could name the plies. */
	.outage_length = { 1000, 6000 },
};

/* Losses beside sensor trouble: half as many. */
static const struct sim_wire rough_cable = {
	.scan = USUAL_SCAN,
	.lost = 5,
	.lost_dumps = 25,
	.outage = 2,
	.outage_length = { 1000, 6000 },
};

static const struct sim_wire dumping_cable = {
	.scan = USUAL_SCAN, .dumps_only = true, /* as boards that send all squares on a change */
};

const struct sim_profile sim_profiles[] = {
	{ "clean", "one man at a time, every change seen, no slips", &careful, &sound, &cable },
	{ "human", "as measured on real games: slides, ghosts, second thoughts, haste", &human,
	  &sound, &cable },
	{ "blitz", "1 to 2 s a ply, replies begun before the press, sloppy slides", &hasty, &sound,
	  &cable },
	{ "noisy", "human, and squares that read empty or wrong, ghosts, flicker", &human, &ailing,
	  &cable },
	{ "harsh", "noisy, with updates lost, men on wrong squares first, moves taken back",
	  &wavering, &ailing, &rough_cable },
	{ "kids", "men knocked over, displaced, moved around, moves taken back, illegal moves",
	  &childish, &sound, &cable },
	{ "occupancy", "human, on a board that knows only whether a man stands there", &human,
	  &occupancy, &cable },
	{ "slow-scan", "human, on a board that needs 600 ms for a scan", &human, &sound,
	  &slow_cable },
	{ "bluetooth", "human, by radio: slow scan, messages in bursts, old clock times", &human,
	  &sound, &radio },
	{ "lost-updates", "human, with updates lost and links that break", &human, &sound,
	  &lossy_cable },
	{ "scans-only", "human, on a board that sends whole positions only", &human, &sound,
	  &dumping_cable },
};

const size_t sim_n_profiles = sizeof(sim_profiles) / sizeof(sim_profiles[0]);

const struct sim_profile *
sim_profile_find(const char *name)
{
	for (size_t i = 0; i < sim_n_profiles; i++)
		if (strcmp(sim_profiles[i].name, name) == 0)
			return &sim_profiles[i];
	return NULL;
}
