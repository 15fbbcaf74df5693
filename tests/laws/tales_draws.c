/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Draws: offered, claimed, and by themselves (9; online and hybrid play, OL 5.4).
 */
#include "tests/laws/tales.h"

static const struct tale tales[] = {
	/* 9.1 to 9.6. */
	{ "9.1.2.1", "the third offer in a row", NULL,
	  BOARD "e4 e5 offer:w offer:w offer:b offer:w", "repeated-draw-offers@2:w" },
	{ "9.1.2.1", "the event wants to hear of the first", NULL,
	  "rules:draw.offer_alert=1 " BOARD "e4 e5 offer:w", "repeated-draw-offers@2:w" },
	{ "9.1.2.3", "a wrong claim accepted as an offer, before the event allows it", NULL,
	  "rules:draw.min_moves=30 " BOARD "e4 e5 claim:w result:1/2-1/2",
	  "draw-claim-check@2:w draw-agreement-too-early@2:b" },
	{ "9.1.2.3", "accepted where draws may be agreed", NULL,
	  BOARD "e4 e5 claim:w result:1/2-1/2", "draw-claim-check@2:w" },
	{ "9.2.1", "third occurrence, told to the arbiter alone", NULL, BOARD SHUFFLE SHUFFLE,
	  "threefold-available@8:w" },
	{ "9.2.1", "twice is silent", NULL, BOARD SHUFFLE "Nf3 Nf6 Ng1", "" },
	{ "9.2.1", "a right claim with an intended move", NULL,
	  BOARD SHUFFLE "Nf3 Nf6 Ng1 claim:b:Ng8", "draw-claim-check@7:b" },
	{ "9.2.2", "the first position could be taken en passant: later than it looks", NULL,
	  BOARD "e4 a6 e5 d5 Nf3 Nc6 Ng1 Nb8 Nf3 Nc6 Ng1 Nb8 Nf3", "threefold-available@13:b" },
	{ "9.2.2", "castling rights were lost by moving", NULL,
	  BOARD "e4 e5 Ke2 Ke7 Ke1 Ke8 " SHUFFLE SHUFFLE, "threefold-available@14:w" },
	{ "9.2.2", "a right only barred for the moment does not matter",
	  "4k3/8/8/8/8/5r2/8/R3K2R w KQ - 10 20", "Rb1 Rg3 Ra1 Rf3 Rb1 Rg3 Ra1 Rf3 Rb1 Rg3 Ra1",
	  "threefold-available@9:b threefold-available@10:w threefold-available@11:b" },
	{ "9.3", "P50: the hundredth ply", "8/8/4k3/8/8/3RK3/8/8 w - - 98 90", "Rd2 Ke5",
	  "fifty-move-available@2:w" },
	{ "9.3", "told once until a pawn moves or a man is taken",
	  "8/8/4k3/8/8/3RK3/8/8 w - - 98 90", "Rd2 Ke5 Rd3 Ke6 Rd4", "fifty-move-available@2:w" },
	{ "9.4", "who touched a man claims too late", NULL,
	  BOARD SHUFFLE SHUFFLE "g1- g1+N claim:w",
	  "threefold-available@8:w draw-claim-late@8:w draw-claim-check@8:w" },
	{ "9.4", "the next turn the claim is in time", NULL,
	  BOARD SHUFFLE SHUFFLE "g1- g1+N Nf3 Nf6 claim:w",
	  "threefold-available@8:w threefold-available@9:b threefold-available@10:w "
	  "draw-claim-check@10:w" },
	{ "9.5", "a wrong claim is checked too", NULL, BOARD "e4 e5 claim:w",
	  "draw-claim-check@2:w" },
	{ "9.5.3", "the announced move is made after a wrong claim", NULL,
	  BOARD "e4 e5 claim:w:Nf3 Nf3 Nc6", "draw-claim-check@2:w" },
	{ "9.5.3", "another one is", NULL, BOARD "e4 e5 claim:w:Nf3 Nc3 Nc6",
	  "draw-claim-check@2:w replacement-move-breach@3:w" },
	{ "9.5.3", "the arbiter finds that nothing was claimed", NULL,
	  BOARD "e4 e5 claim:w:Nf3 dismiss:1 Nc3", "draw-claim-check@2:w" },
	{ "9.6.1", "fifth occurrence", NULL,
	  BOARD SHUFFLE SHUFFLE "e3 e6 " SHUFFLE SHUFFLE SHUFFLE SHUFFLE,
	  "threefold-available@8:w threefold-available@18:w threefold-available@19:b "
	  "threefold-available@20:w threefold-available@21:b threefold-available@22:w "
	  "threefold-available@23:b threefold-available@24:w threefold-available@25:b "
	  "fivefold-repetition@26:b!" },
	{ "9.6.2", "P75: mate on the last ply wins", "7k/5R2/6K1/8/8/8/8/8 w - - 149 120",
	  "Rf8 +3s", "checkmate@1:w" },
	{ "9.6.2", "P75: a quiet move draws", "7k/5R2/6K1/8/8/8/8/8 w - - 149 120", "Re7 +3s",
	  "seventy-five-moves@1:w!" },
	{ "9.6.2", "play goes on unnoticed: told once", "7k/5R2/6K1/8/8/8/8/8 w - - 149 120",
	  "Re7 Kg8 Re1", "seventy-five-moves@1:w! move-after-game-end@2:b" },
	{ "9.6.2", "switched off by the event", "7k/5R2/6K1/8/8/8/8/8 w - - 149 120",
	  "rules:draw.seventyfive=off Re7", "fifty-move-available@1:b" },

	/* Online and hybrid play. */
	{ "OL 5.4.1", "third occurrence draws by itself", NULL,
	  "rules:overlay=hybrid " BOARD SHUFFLE SHUFFLE, "automatic-draw@8:b!" },
	{ "OL 15.3", "play goes on after it", NULL,
	  "rules:overlay=hybrid " BOARD SHUFFLE SHUFFLE "e4 e5",
	  "automatic-draw@8:b! auto-draw-missed@9:w" },
	{ "OL 5.4.1", "a win entered after it", NULL,
	  "rules:overlay=hybrid " BOARD SHUFFLE SHUFFLE "result:1-0",
	  "automatic-draw@8:b! result-mismatch@8:b" },
	{ "OL 5.4.1", "drawn once, whatever the board shows then", NULL,
	  "rules:overlay=hybrid " BOARD SHUFFLE SHUFFLE "result:1/2-1/2", "automatic-draw@8:b!" },
	{ "OL 5.4.1", "an event may draw the third occurrence anyhow", NULL,
	  "rules:draw.threefold=automatic " BOARD SHUFFLE SHUFFLE, "automatic-draw@8:b!" },
	{ "OL 5.4.4", "fifty moves draw by themselves", "8/8/4k3/8/8/3RK3/8/8 w - - 98 90",
	  "rules:overlay=hybrid Rd2 Ke5 +3s", "automatic-draw@2:b!" },
};

const struct tales tales_of_draws = { tales, sizeof(tales) / sizeof(tales[0]) };
