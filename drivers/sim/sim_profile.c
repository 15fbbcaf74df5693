/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/sim/sim_profile.h"

#include <string.h>

const struct sim_profile sim_profiles[] = {
	{
		/* Slow enough for a scan of 230 ms to see every change, one man at a time. */
		.name = "clean",
		.summary = "one man at a time, every change seen, no slips",
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
	},
	{
		.name = "human",
		.summary = "as measured on real games: slides, ghosts, second thoughts, haste",
		.react = { 150, 500 },
		.carry = { 250, 900 }, /* CAP: lift and place lie 0 to 1 clock messages apart */
		.between = { 150, 600 },
		/* CAP: 11 squares in 10 of 199 plies. More is tried, because some ways have no
		 * square to stop on and some stops fall between two visits of the scan. */
		.slide = 75,
		.slide_all = 150, /* CAP: Ra1-f1 stopped twice; HDR: c1xc4 on every square */
		.step = { 60, 180 },
		.stand = { 150, 400 },
		.place_first = 10, /* CAP: 2 of 199 */
		.overlap = { 80, 250 },
		/* CAP: 11 of 36 captures show the empty square: these, and the swaps that a visit
		 * of the scan happens to catch. */
		.take_first = 130,
		.taken = { 300, 1100 },
		.swap = { 10, 90 },
		.ghost = 170, /* CAP: 5 of 36 captures; not all are caught by a scan */
		.ghost_stand = { 180, 300 }, /* CAP: one scan */
		.rook_first = 60, /* CAP: 6 of 6 king first; the others must be accepted */
		.interleaved = 60,
		.en_passant_first = 300,
		.pawn_stands = 600,
		.pawn_stand = { 300, 2000 },
		.adjust = 5, /* CAP: 0 of 199, so rare; article 4.2 allows it */
		.adjust_hold = { 300, 1200 },
		.adjust_pause = { 300, 2000 },
		.hesitate = 10, /* USERS: hovering, dragged men; article 4.7 allows it */
		.hesitate_stand = { 400, 1500 },
		.press = { 150, 800 },
		.early_press = 20,
		.early_press_lag = { 10, 60 },
		.early_reply = 20,
		.stop = { 800, 3000 },
		.kings = 850,
		.kings_after = { 2000, 5000 },
		.kings_together = 850, /* DGT asks for it; USERS: king moves entered as moves */
	},
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
