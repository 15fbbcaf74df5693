/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What an event's regulations decide (laws.md 4.1).
 */
#include "tests/laws/tales.h"

static const struct tale tales[] = {
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
	{ "Q17 8.1", "White has the point, and Black may not have half of one", NULL,
	  "rules:score.cap=off rules:armageddon.draw_odds=white " BOARD
	  "e4 e5 result:1/2-1/2 score:4-2",
	  "score-not-allowed@2:b" },
	{ "Q17 8.1", "nor White beside Black's", NULL,
	  "rules:score.cap=off rules:armageddon.draw_odds=black " BOARD
	  "e4 e5 result:1/2-1/2 score:2-4",
	  "score-not-allowed@2:b" },
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
	{ "OL 20", "where the event allows them", NULL,
	  SETS "own:e4 +2s e2- e4+P virtual:e5 e7- e5+p", "" },
	{ "OL 20", "where it does not: told once", NULL,
	  "control:900+10 rules:adequate_supervision=on rules:overlay=hybrid setup:start own:e4 "
	  "+2s e2- e4+P virtual:e5 e7- e5+p",
	  "hybrid-increment-too-small@1:w" },

	/* Q5, Q19: the federation of Quebec, and ratings. */
	{ "Q5 13", "no time per move in Quebec: told with the first game", NULL,
	  "control:5400 rules:overlay=fqe-2018 " BOARD "e4 e5 result:1-0 setup:start +10s",
	  "time-control-not-allowed@1:w" },
	{ "Q5 13", "with time per move", NULL,
	  "control:5400+30 rules:overlay=fqe-2018 " BOARD "e4 e5", "" },
	{ "Q5 26.6", "90 minutes, and one of them has 2300", NULL,
	  "control:3600+30 rules:rated=fide rated:2300 " BOARD "e4 e5",
	  "time-control-not-allowed@1:w" },
	{ "Q5 26.6", "90 minutes are enough below 2200", NULL,
	  "control:3600+30 rules:rated=fide rated:2199 " BOARD "e4 e5", "" },
	{ "Q19 4", "an hour is enough for Quebec's ratings", NULL,
	  "control:1800+30 rules:rated=fqe rated:2300 " BOARD "e4 e5", "" },
	{ "Q19 4", "less is not", NULL,
	  "control:900+10 rules:adequate_supervision=on rules:rated=fqe " BOARD "e4 e5",
	  "time-control-not-allowed@1:w" },
	{ "Q5 10.7;Q5 26.5", "a first period of thirty moves", NULL,
	  "control:30/3600+30:3600+30 rules:rated=fide rated:2300 " BOARD "e4 e5",
	  "time-control-not-allowed@1:w" },
	{ "Q5 10.7;Q5 26.5", "of forty", NULL,
	  "control:40/5400+30:1800+30 rules:rated=fide rated:2300 " BOARD "e4 e5", "" },
	{ "Q5 12.11", "another board after three moves by both", NULL,
	  "control:5400+30 rules:overlay=fqe-2018 " BOARD
	  "e4 e5 Nf3 Nc6 Bb5 board:other a6 board:other",
	  "equipment-changed@6:b" },
	{ "Q5 12.11", "the Laws themselves say nothing of it", NULL,
	  BOARD "e4 e5 Nf3 Nc6 Bb5 a6 board:other", "" },

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

const struct tales tales_of_regulations = { tales, sizeof(tales) / sizeof(tales[0]) };
