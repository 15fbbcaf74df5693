/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What an event's regulations decide (laws.md 4.1), and a board that lies sideways (2.1, 7.2.2).
 */
#include "tests/laws/tales.h"

#define BOARD "setup:start GO "
#define SETS  "control:5400+30 rules:overlay=hybrid rules:hybrid.sets_allowed=on setup:start "

const struct tale regulation_tales[] = {
	/* 2.1, 7.2.2: by 90 degrees. */
	{ "7.2.2", "put up again sideways in the middle of a game", NULL,
	  BOARD "e4 e5 Nf3 STOP +3s turn:left +10s", "board-misoriented@4:b" },
	{ "7.2.2", "to the other side", NULL, BOARD "e4 e5 Nf3 STOP +3s turn:right +10s",
	  "board-misoriented@4:b" },
	{ "7.2.2", "transferred, and play goes on: no ply is lost", NULL,
	  BOARD "e4 e5 Nf3 STOP +3s turn:left +7s upright +3s GO:b Nc6 Bb5",
	  "board-misoriented@4:b" },
	{ "7.2.2", "while the game is adjourned", NULL,
	  BOARD "e4 e5 seal STOP adjourn turn:left +20s", "" },
	{ "7.2.2", "for a moment, while it is turned all the way round", NULL,
	  BOARD "e4 e5 Nf3 STOP +3s turn:left +3s upright +5s GO:b Nc6", "" },
	{ "7.2.2", "while the clock runs, it is no accident", NULL,
	  BOARD "e4 e5 Nf3 turn:left +30s upright +3s Nc6", "board-misoriented@4:b" },
	{ "7.2.2", "with a man in the hand", NULL, BOARD "e4 e5 Nf3 STOP +3s turn:left a3- +10s",
	  "board-misoriented@4:b" },
	{ "7.2.2", "twice", NULL,
	  BOARD
	  "e4 e5 Nf3 STOP +3s turn:left +7s upright +3s GO:b Nc6 Bb5 STOP +3s turn:right +10s",
	  "board-misoriented@4:b board-misoriented@6:b" },
	{ "2.1", "moved on at once, the clock not used", NULL,
	  "setup:sideways d2- d4+P +1s d7- d5+p +10s", "board-misoriented@0:w" },
	{ "2.1", "told once, though they play on", NULL,
	  "setup:sideways +10s d2- d4+P +10s d7- d5+p +10s", "board-misoriented@0:w" },
	{ "7.2.2", "an ending of few men proves nothing", "8/8/4k3/8/8/3RK3/8/8 w - - 0 60",
	  "sensors GO Rd2 Ke5 STOP +3s turn:left +10s", "" },

	/* 11.3.2: a device. */
	{ "11.3.2", "a phone at ply 4", NULL, BOARD "e4 e5 Nf3 Nc6 device:b result:1-0",
	  "device-found@4:b!" },
	{ "11.3.2", "2023: the opponent wins with a bare king", "4k3/4p3/8/8/8/8/8/4K3 w - - 0 30",
	  "rules:edition=fide-2023 Kd2 Kd7 device:b result:1-0", "device-found@2:b!" },
	{ "11.3.2", "2023: and nobody else does", "4k3/4p3/8/8/8/8/8/4K3 w - - 0 30",
	  "rules:edition=fide-2023 Kd2 Kd7 device:w result:1-0",
	  "device-found@2:w! result-mismatch@2:b" },
	{ "11.3.2", "found before both have moved: unplayed", NULL, BOARD "e4 device:b result:+/-",
	  "device-found@1:b!" },
	{ "11.3.2", "after the end it is another matter", NULL, BOARD "e4 e5 result:1-0 device:b",
	  "" },

	/* Q17 8.1: a draw counts as a win. */
	{ "Q17 8.1", "a draw brings Black the point", NULL,
	  "rules:armageddon.draw_odds=black " BOARD "e4 e5 result:1/2-1/2 score:0-4", "" },
	{ "Q17 8.1", "and not half of one", NULL,
	  "rules:armageddon.draw_odds=black " BOARD "e4 e5 result:1/2-1/2 score:2-2",
	  "score-not-allowed@2:b" },
	{ "Q17 8.1", "nor White", NULL,
	  "rules:armageddon.draw_odds=black " BOARD "e4 e5 result:1/2-1/2 score:4-0",
	  "score-not-allowed@2:b" },
	{ "Q17 8.1", "where it is White's", NULL,
	  "rules:armageddon.draw_odds=white " BOARD "e4 e5 result:1/2-1/2 score:4-0", "" },
	{ "Q17 8.1", "a win is a win", NULL,
	  "rules:armageddon.draw_odds=black " BOARD "e4 e5 result:1-0 score:4-0", "" },
	{ "Q17 8.1", "stalemate is a draw", "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1",
	  "rules:armageddon.draw_odds=black Qf7 score:2-2", "stalemate@1:w score-not-allowed@1:w" },

	/* OL 11.4.2: disconnected. */
	{ "OL 11.4.2", "for longer than the event allows", NULL,
	  "rules:hybrid.disconnect_max_s=60 " BOARD "e4 e5 cable:b +61s +61s",
	  "player-disconnected@2:b player-disconnected@2:b!" },
	{ "OL 11.4.2", "back in time", NULL,
	  "rules:hybrid.disconnect_max_s=60 " BOARD "e4 e5 cable:b +50s plug:b +61s",
	  "player-disconnected@2:b" },
	{ "OL 11.4.2", "the event sets no limit", NULL, BOARD "e4 e5 cable:b +61s",
	  "player-disconnected@2:b" },
	{ "OL 11.4.2", "the game ends meanwhile", NULL,
	  "rules:hybrid.disconnect_max_s=60 " BOARD "e4 e5 cable:b +50s result:1-0 +61s",
	  "player-disconnected@2:b" },
	{ "OL 11.4.2", "both, one after the other", NULL,
	  "rules:hybrid.disconnect_max_s=60 " BOARD "e4 e5 cable:b +30s cable:w +61s",
	  "player-disconnected@2:b player-disconnected@2:w player-disconnected@2:b! "
	  "player-disconnected@2:w!" },

	/* OL 20: sets beside the virtual board. */
	{ "OL 20", "where the event allows them", NULL, SETS "own:e4 +2s ~e4 virtual:e5 ~e5", "" },
	{ "OL 20", "where it does not: told once", NULL,
	  "control:900+10 rules:adequate_supervision=on rules:overlay=hybrid setup:start own:e4 "
	  "+2s ~e4 virtual:e5 ~e5",
	  "hybrid-increment-too-small@1:w" },

	/* An imposed opening. */
	{ "-", "the opening is played", NULL, "rules:start.prefix=1.e4 " BOARD "e4 e5 Nf3 Nc6",
	  "" },
	{ "-", "another one is: told when it is pressed", NULL,
	  "rules:start.prefix=1.e4 " BOARD "d4 d5 Nf3 Nc6", "imposed-opening-left@1:w" },
	{ "-", "behind it everything goes", NULL,
	  "rules:start.prefix=e4_1...c5 " BOARD "e4 c5 Nf3 Nc6", "" },
	{ "-", "the second move of it", NULL, "rules:start.prefix=e4_1...c5 " BOARD "e4 e5 Nf3",
	  "imposed-opening-left@2:b" },
};

const size_t n_regulation_tales = sizeof(regulation_tales) / sizeof(regulation_tales[0]);
