/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * `adoube replay` as a program: what it prints, what it refuses, and with which words.
 * test_replay ADOUBE.
 */
#include <check.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/support.h"

static const char *adoube;
static char folder[] = "/tmp/adoubed-replay-XXXXXX";

#define HEAD "# adoubed capture 1\n# driver dgt\n"
#define START                                                                                      \
	"0 < 86004308090a0c0b0a0908"                                                               \
	"0707070707070707"                                                                         \
	"0000000000000000000000000000000000000000000000000000000000000000"                         \
	"0101010101010101"                                                                         \
	"0203040605040302\n"
#define E4 "1000000 < 8e00053400\n1250000 < 8e00052401\n"

/* Put text into folder/name and give its path. */
static const char *
write_file(const char *name, const char *text)
{
	static char path[256];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	file = fopen(path, "w");
	ck_assert(file != NULL);
	ck_assert_int_eq(fputs(text, file) >= 0 && fclose(file) == 0, 1);
	return path;
}

static char out[65536], err[8192];

static void
read_into(const char *name, char *text, size_t size)
{
	char path[256];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	file = fopen(path, "r");
	ck_assert(file != NULL);
	text[fread(text, 1, size - 1, file)] = '\0';
	fclose(file);
}

/* Run `adoube replay ARGUMENTS` in the folder; out and err hold what it printed. */
static int
replay(const char *arguments)
{
	char command[1024];
	int status;

	snprintf(command, sizeof(command), "cd %s && %s replay %s >out 2>err", folder, adoube,
	         arguments);
	status = system(command);
	read_into("out", out, sizeof(out));
	read_into("err", err, sizeof(err));
	ck_assert(WIFEXITED(status));
	return WEXITSTATUS(status);
}

struct refusal {
	const char *capture;
	const char *message; /* must be part of standard error */
};

static const struct refusal refusals[] = {
	{ "", "empty: not an adoubed capture" },
	{ "hello\n", "bad.capture:1:1: not an adoubed capture" },
	{ "# adoubed capture 2\n", "bad.capture:1:" },
	{ "# adoubed capture 1\n0 < 00\n", "bad.capture:2: no '# driver NAME' line" },
	{ "# adoubed capture 1\n# driver abacus\n", "unknown driver 'abacus' (known: dgt" },
	{ HEAD "# driver dgt\n", "bad.capture:3: a second '# driver' line" },
	{ HEAD "0 < 8\n", "bad.capture:3:" },
	{ HEAD "5 < 00\n4 < 00\n", "bad.capture:4:" },
	{ HEAD "0 ! {\"op\":\"dance\"}\n", "unknown host event 'dance'" },
	{ HEAD "0 ! {\"op\":\n", "host event is not JSON" },
	{ HEAD "0 ! {}\n", "host event without an \"op\"" },
	{ HEAD "0 ! {\"op\":\"result\",\"result\":\"2-0\"}\n", "\"result\" must be \"1-0\"" },
	{ HEAD "0 ! {\"op\":\"correct\"}\n",
	  "bad.capture:3: host event 'correct': \"do\" must be \"insert\", \"replace\" or "
	  "\"take-back\"" },
	{ HEAD "0 ! {\"op\":\"correct\",\"do\":\"undo\"}\n", "\"do\" must be" },
	{ HEAD "0 ! {\"op\":\"correct\",\"do\":\"take-back\"}\n",
	  "\"plies\" must be a whole number from 1 to 17700" },
	{ HEAD "0 ! {\"op\":\"correct\",\"do\":\"take-back\",\"plies\":0}\n", "\"plies\" must" },
	{ HEAD "0 ! {\"op\":\"correct\",\"do\":\"take-back\",\"plies\":\"1\"}\n",
	  "\"plies\" must" },
	{ HEAD "0 ! {\"op\":\"correct\",\"do\":\"replace\",\"ply\":1.5,\"move\":\"e4\"}\n",
	  "\"ply\" must be a whole number" },
	{ HEAD "0 ! {\"op\":\"correct\",\"do\":\"replace\",\"ply\":1}\n", "\"move\" must be" },
	{ HEAD "0 ! {\"op\":\"correct\",\"do\":\"insert\",\"ply\":1,\"move\":\" \"}\n",
	  "\"move\" must be a move" },
	{ HEAD "0 ! {\"op\":\"position\"}\n", "host event 'position': \"fen\" must be" },
	{ HEAD "0 ! {\"op\":\"position\",\"fen\":\"8/8/9/8/8/8/8/8 w - -\"}\n",
	  "'position': \"fen\", column 5: " },
};

START_TEST(replay_refuses_with_place_and_cause)
{
	write_file("bad.capture", refusals[_i].capture);
	ck_assert_int_eq(replay("bad.capture"), 2);
	ck_assert_msg(strstr(err, refusals[_i].message), "expected: %s\ngot: %s",
	              refusals[_i].message, err);
}
END_TEST

static const struct refusal gameless[] = {
	{ HEAD, "idle.capture: no game in it: the board sent nothing\n" },
	{ HEAD "0 > 40\n", "no game in it: the board sent nothing\n" },
	{ HEAD "0 < 01010101\n", "none of the 4 bytes belongs to a message of driver dgt;" },
	{ HEAD "0 < 8e00053400\n1 < 0101\n",
	  "the board never told where its men stand (messages: 1, bytes: 7, of no message: 2)\n" },
	{ HEAD START, "no move was made from a position that is known (messages: 1, bytes: 67, of "
	              "no message: 0)\n" },
};

START_TEST(replay_says_why_there_is_no_game)
{
	write_file("idle.capture", gameless[_i].capture);
	ck_assert_int_eq(replay("idle.capture"), 0);
	ck_assert_str_eq(out, "");
	ck_assert_msg(strstr(err, gameless[_i].message), "expected: %s\ngot: %s",
	              gameless[_i].message, err);
}
END_TEST

START_TEST(replay_writes_what_it_understood_before_the_fault)
{
	write_file("torn.capture", HEAD START E4 "2000000 < 8e0\n");
	ck_assert_int_eq(replay("torn.capture"), 2);
	ck_assert(strstr(out, "1. e4 *") != NULL);
	ck_assert(strstr(err, "torn.capture:6:") != NULL);
}
END_TEST

START_TEST(replay_knows_the_event_and_the_result)
{
	write_file("event.ini", "[event]\nname = Club <Open>\ndate = 2026-11-21\nround = 3\n"
	                        "[time]\ncontrol = 5400+30\n[table 7]\nwhite = A \"B\" C\n");
	write_file("game.capture",
	           HEAD START E4 "5000000 ! {\"op\":\"result\",\"result\":\"0-1\"}\n");
	ck_assert_int_eq(replay("--event event.ini --pgn - game.capture"), 0);
	ck_assert(strstr(out, "[Event \"Club <Open>\"]") != NULL);
	ck_assert(strstr(out, "[Date \"2026.11.21\"]") != NULL);
	ck_assert(strstr(out, "[Round \"3.7\"]") != NULL);
	ck_assert(strstr(out, "[White \"A \\\"B\\\" C\"]") != NULL);
	ck_assert(strstr(out, "[Result \"0-1\"]") != NULL);
	ck_assert(strstr(out, "[TimeControl \"5400+30\"]") != NULL);
	ck_assert(strstr(out, "1. e4 0-1") != NULL);
}
END_TEST

START_TEST(replay_takes_date_and_time_control_from_the_capture)
{
	write_file("facts.capture", "# adoubed capture 1\n# driver dgt\n"
	                            "# start 2024-02-29T12:00:00Z\n# time-control 300\n" START E4);
	ck_assert_int_eq(replay("facts.capture"), 0);
	ck_assert(strstr(out, "[Date \"2024.02.29\"]") != NULL);
	ck_assert(strstr(out, "[TimeControl \"300\"]") != NULL);
}
END_TEST

START_TEST(replay_reads_a_pipe_and_several_captures)
{
	write_file("a.capture", HEAD START E4);
	ck_assert_int_eq(replay("a.capture - --stats <a.capture"), 0);
	ck_assert(strstr(err, "2 games, 2 plies") != NULL);
}
END_TEST

#define CORRECT(t, rest) #t " ! {\"op\":\"correct\"," rest "}\n"

/* What an operator says, and the movetexts there are then. */
static const struct {
	const char *events, *movetext;
} corrections[] = {
	/* Taken back, the pawn put back, another move made. */
	{ E4 CORRECT(3000000, "\"do\":\"take-back\",\"plies\":1") "4000000 < 8e00052400\n"
	                                                          "4250000 < 8e00053401\n"
	                                                          "5000000 < 8e00053300\n"
	                                                          "5250000 < 8e00052301\n",
	  "1. d4 *" },
	/* Play goes on from what the person said. */
	{ E4 CORRECT(3000000,
	             "\"do\":\"insert\",\"ply\":2,\"move\":\"e5\"") "4000000 < 8e00050c00\n"
	                                                            "4100000 < 8e00051c07\n"
	                                                            "5000000 < 8e00053e00\n"
	                                                            "5250000 < 8e00052d03\n",
	  "1. e4 e5 2. Nf3 *" },
	{ E4 CORRECT(3000000, "\"do\":\"replace\",\"ply\":1,\"move\":\"e2e3\""), "1. e3 *" },
	{ E4 CORRECT(3000000, "\"do\":\"insert\",\"ply\":1,\"move\":\"d4 d5\""),
	  "1. d4 d5 2. e4 *" },
	{ E4 "3000000 ! {\"op\":\"result\",\"result\":\"1-0\"}\n", "1. e4 1-0" },
};

START_TEST(replay_does_what_an_operator_says)
{
	char capture[2048];

	snprintf(capture, sizeof(capture), "%s%s", HEAD START, corrections[_i].events);
	write_file("corrected.capture", capture);
	ck_assert_msg(replay("corrected.capture") == 0, "%s", err);
	ck_assert_msg(strstr(out, corrections[_i].movetext) != NULL, "expected: %s\ngot: %s",
	              corrections[_i].movetext, out);
}
END_TEST

/* The position after an illegal move that stands: the legal game, then how it went on. */
START_TEST(replay_goes_on_from_a_position_that_is_set)
{
	write_file("set.capture",
	           HEAD START E4 "3000000 ! {\"op\":\"position\",\"fen\":"
	                         "\"rnbqk1nr/ppppppbp/6p1/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq -\"}\n"
	                         "4000000 < 8e000505008e00050e0a8e00051607\n"
	                         "5000000 < 8e00053e00\n5250000 < 8e00052d03\n"
	                         "6000000 ! {\"op\":\"result\",\"result\":\"0-1\"}\n");
	ck_assert_int_eq(replay("set.capture"), 0);
	ck_assert_msg(strstr(out, "[Result \"*\"]\n\n1. e4 *\n\n[Event") != NULL, "%s", out);
	ck_assert_msg(strstr(out, "[Result \"0-1\"]\n[Continuation \"1\"]\n"
	                          "[FEN \"rnbqk1nr/ppppppbp/6p1/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq "
	                          "- 0 2\"]\n[SetUp \"1\"]\n\n2. Nf3 0-1\n\n") != NULL,
	              "%s", out);
}
END_TEST

START_TEST(replay_tells_of_a_correction_that_does_not_fit_and_goes_on)
{
	write_file("misfit.capture",
	           HEAD START CORRECT(500, "\"do\":\"replace\",\"ply\":1,\"move\":\"e4\"")
	                   E4 CORRECT(2000000, "\"do\":\"take-back\",\"plies\":2")
	                           CORRECT(2000000, "\"do\":\"replace\",\"ply\":1,\"move\":"
	                                            "\"Ke2\"") "4000000 < 8e00050c00\n4100000 "
	                                                       "< 8e00051c07\n");
	ck_assert_int_eq(replay("misfit.capture"), 2);
	ck_assert(strstr(err, "misfit.capture:4: host event 'correct': there is no ply 1: the "
	                      "record has 0\n") != NULL);
	ck_assert(strstr(err, "misfit.capture:7: host event 'correct': cannot take back 2: the "
	                      "record has 1\n") != NULL);
	ck_assert(strstr(err, "misfit.capture:8: host event 'correct': 'Ke2' (ply 1) is not legal "
	                      "there\n") != NULL);
	ck_assert(strstr(out, "1. e4 e5 *") != NULL);
	write_file("early.capture", HEAD CORRECT(5, "\"do\":\"take-back\",\"plies\":1"));
	ck_assert_int_eq(replay("early.capture"), 2);
	ck_assert(strstr(err, "early.capture:3: host event 'correct': no game has begun") != NULL);
}
END_TEST

/* scan: a dump of the board with the men of a FEN; the connector is on White's right when turned. */
static const char *
scan(const char *placement, bool turned)
{
	static const char codes[] = ".PRNBKQprnbkq"; /* dgt.md: 1..6 White's, 7..12 Black's */
	static char text[256];
	unsigned int squares[64] = { 0 };
	size_t len, sq = 0;

	for (const char *p = placement; *p; p++) {
		if (*p >= '1' && *p <= '8')
			sq += (size_t)(*p - '0');
		else if (*p != '/')
			squares[sq++] = (unsigned int)(strchr(codes, *p) - codes);
	}
	ck_assert_uint_eq(sq, 64);
	len = (size_t)sprintf(text, "0 < 860043");
	for (sq = 0; sq < 64; sq++)
		len += (size_t)sprintf(text + len, "%02x", squares[turned ? 63 - sq : sq]);
	strcpy(text + len, "\n");
	return text;
}

#define SP_0    "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR"
#define SP_959  "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB"
#define SPARSE  "4k3/8/8/8/8/8/4P3/4K3"
#define SPANISH "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R"

/* What stands on the board at first, what is done, and the PGN there must be; NULL: no game. */
static const struct {
	const char *event, *facts, *placement;
	bool turned;
	const char *events, *pgn;
} starts[] = {
	{ "[event]\nfen = " SPARSE " w - - 0 1\n", "", SPARSE, false, E4,
	  "[FEN \"" SPARSE " w - - 0 1\"]\n[SetUp \"1\"]\n\n1. e4 *\n" },
	{ "[event]\nfen = " SPARSE " w - - 0 1\n", "", SPARSE, true,
	  "1000000 < 8e00050b00\n1250000 < 8e00051b01\n", "\n\n1. e4 *\n" },
	{ "[table 1]\nfen = " SPARSE " b - - 3 40\n", "", SPARSE, false,
	  "1000000 < 8e00050400\n1250000 < 8e00050c0b\n", "\n\n40... Ke7 *\n" },
	{ "[event]\nchess960 = 0\n", "", SP_0, false, E4,
	  "[FEN \"" SP_0 " w KQkq - 0 1\"]\n[SetUp \"1\"]\n[Variant \"Chess960\"]\n\n1. e4 *\n" },
	{ "[event]\nchess960 = 0\n", "", SP_959, false, E4, NULL },
	{ "", "# chess960 auto\n", SP_959, false, E4,
	  "[FEN \"" SP_959 " w KQkq - 0 1\"]\n[SetUp \"1\"]\n[Variant \"Chess960\"]\n\n1. e4 *\n" },
	{ "", "", SP_959, false, E4, NULL },
	/* The event file knows best. */
	{ "[event]\nchess960 = 0\n", "# fen " SPARSE " w - -\n", SP_0, false, E4,
	  "[Variant \"Chess960\"]" },
	{ "", "# fen " SPARSE " w - -\n", SPARSE, false, E4, "\n\n1. e4 *\n" },
	/* In mid-game: from what has stood there for a while. */
	{ "[event]\nstart = any\n", "", SPANISH, false,
	  "9000000 < 8e00053d00\n9250000 < 8e00051904\n",
	  "[FEN \"" SPANISH " w KQkq - 0 1\"]\n[SetUp \"1\"]\n\n1. Bb5 *\n" },
	{ "", "# start-from any\n", SPANISH, true, "9000000 < 8e00050200\n9250000 < 8e00052604\n",
	  "[FEN \"" SPANISH " w KQkq - 0 1\"]\n[SetUp \"1\"]\n\n1. Bb5 *\n" },
	{ "[event]\nstart = any\n", "", SPANISH, false,
	  "2000000 < 8e00053d00\n2250000 < 8e00051904\n", NULL },
	{ "", "", SPANISH, false, "9000000 < 8e00053d00\n9250000 < 8e00051904\n", NULL },
};

START_TEST(replay_begins_where_the_event_says)
{
	char capture[2048];

	write_file("event.ini", starts[_i].event);
	snprintf(capture, sizeof(capture), "%s%s%s%s", HEAD, starts[_i].facts,
	         scan(starts[_i].placement, starts[_i].turned), starts[_i].events);
	write_file("start.capture", capture);
	ck_assert_msg(replay("--event event.ini start.capture") == 0, "%s", err);
	if (starts[_i].pgn)
		ck_assert_msg(strstr(out, starts[_i].pgn) != NULL, "expected: %s\ngot: %s",
		              starts[_i].pgn, out);
	else
		ck_assert_str_eq(out, "");
}
END_TEST

START_TEST(replay_tells_of_a_start_it_cannot_understand)
{
	write_file("odd.capture", HEAD "# chess960 yes\n" START E4);
	ck_assert_int_eq(replay("odd.capture"), 0);
	ck_assert(strstr(err, "odd.capture:3: [event] chess960: 'yes' is not allowed") != NULL);
	ck_assert(strstr(out, "1. e4 *") != NULL);
}
END_TEST

START_TEST(replay_raises_alerts_for_the_arbiter_alone)
{
	/* Fool's mate, then the cable. */
	write_file("mate.capture",
	           HEAD START "1000000 < 8e000535008e00052d01\n2000000 < 8e00050c008e00051c07\n"
	                      "3000000 < 8e000536008e00052601\n4000000 < 8e000503008e0005270c\n"
	                      "6000000 ! {\"op\":\"unplugged\"}\n");
	ck_assert_int_eq(replay("--pgn game.pgn --alerts - mate.capture"), 0);
	ck_assert(strstr(out, "\"ply\":4,\"side\":\"black\",\"id\":\"checkmate\"") != NULL);
	ck_assert(strstr(out, "\"id\":\"board-disconnected\"") != NULL);
	read_into("game.pgn", out, sizeof(out));
	ck_assert(strstr(out, "2. g4 Qh4# 0-1") != NULL);
	ck_assert(strstr(out, "disconnected") == NULL);
}
END_TEST

START_TEST(replay_does_not_swallow_what_never_ends)
{
	const char *path = write_file("long.capture", HEAD START E4);

	/* A hole of zeros, which is no line's end. */
	ck_assert_int_eq(truncate(path, 64 << 20), 0);
	ck_assert_int_eq(replay("long.capture"), 2);
	ck_assert(strstr(err, "long.capture:6: a line of 16 MiB") != NULL);
	ck_assert(strstr(out, "1. e4 *") != NULL);
}
END_TEST

START_TEST(replay_without_capture_or_with_missing_files_says_so)
{
	ck_assert_int_eq(replay(""), 2);
	ck_assert(strstr(err, "no capture named") != NULL);
	ck_assert_int_eq(replay("nowhere.capture"), 2);
	ck_assert(strstr(err, "cannot open nowhere.capture") != NULL);
	ck_assert_int_eq(replay("--event nowhere.ini nowhere.capture"), 2);
	ck_assert(strstr(err, "nowhere.ini") != NULL);
	write_file("a.capture", HEAD START E4);
	ck_assert_int_eq(replay("--pgn /nonexistent/x a.capture"), 1);
	ck_assert(strstr(err, "cannot write /nonexistent/x") != NULL);
	ck_assert_int_eq(replay("--pgn /dev/full a.capture"), 1);
	ck_assert(strstr(err, "cannot write /dev/full") != NULL);
	ck_assert_int_eq(replay("--help"), 0);
	ck_assert(strstr(out, "usage: adoube replay") != NULL);
}
END_TEST

static Suite *
replay_suite(void)
{
	Suite *suite = suite_create("replay");
	TCase *tcase = tcase_create("replay");

	tcase_set_timeout(tcase, 60);
	tcase_add_loop_test(tcase, replay_refuses_with_place_and_cause, 0,
	                    (int)(sizeof(refusals) / sizeof(refusals[0])));
	tcase_add_loop_test(tcase, replay_says_why_there_is_no_game, 0,
	                    sizeof(gameless) / sizeof(gameless[0]));
	tcase_add_test(tcase, replay_writes_what_it_understood_before_the_fault);
	tcase_add_test(tcase, replay_knows_the_event_and_the_result);
	tcase_add_test(tcase, replay_takes_date_and_time_control_from_the_capture);
	tcase_add_test(tcase, replay_reads_a_pipe_and_several_captures);
	tcase_add_loop_test(tcase, replay_does_what_an_operator_says, 0,
	                    (int)(sizeof(corrections) / sizeof(corrections[0])));
	tcase_add_test(tcase, replay_goes_on_from_a_position_that_is_set);
	tcase_add_test(tcase, replay_tells_of_a_correction_that_does_not_fit_and_goes_on);
	tcase_add_loop_test(tcase, replay_begins_where_the_event_says, 0,
	                    (int)(sizeof(starts) / sizeof(starts[0])));
	tcase_add_test(tcase, replay_tells_of_a_start_it_cannot_understand);
	tcase_add_test(tcase, replay_raises_alerts_for_the_arbiter_alone);
	tcase_add_test(tcase, replay_does_not_swallow_what_never_ends);
	tcase_add_test(tcase, replay_without_capture_or_with_missing_files_says_so);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(int argc, char **argv)
{
	char command[64];
	int status;

	if (argc != 2) {
		fputs("usage: test_replay ADOUBE\n", stderr);
		return EXIT_FAILURE;
	}
	adoube = argv[1];
	if (!mkdtemp(folder)) {
		perror(folder);
		return EXIT_FAILURE;
	}
	status = test_run(replay_suite());
	snprintf(command, sizeof(command), "rm -rf %s", folder);
	return system(command) == 0 ? status : EXIT_FAILURE;
}
