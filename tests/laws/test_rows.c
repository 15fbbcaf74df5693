/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Alerts of which clock, link, journal or the time of day are the evidence, at a whole table: what board, clock and persons say
 * goes through driver, tracker, laws and the clock's watch. Each has scripts in which it is told, so often and so
 * seriously, and one, as alike as can be, in which it is not.
 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "tests/laws/hall.h"
#include "tests/support.h"

#define SUPERVISED "[rules]\nadequate_supervision = on\n"
#define HOUR_HALF  "[time]\ncontrol = 5400\n"
#define INCREMENT  "[time]\ncontrol = 5400+30\n"
#define BOARD      "setup clk:5400,5400 go "
#define BOARD_30   "setup clk:5430,5430 inc:30 go "
#define UNPLUGGED  "{\"op\":\"unplugged\"} "
#define PLUGGED    "{\"op\":\"plugged\"} "
#define QUICKPLAY  "{\"op\":\"quickplay\",\"side\":\"white\"} "
#define ROUND      "[event]\nround = "
/* The hall's day begins at noon. */
#define AT_NOON "[rules]\nadequate_supervision = on\nsession.announce_start = 12:00\n"
#define LONG    "+50 Nf3 +50 Nf6 +50 Ng1 +50 Ng8 "

static const struct row {
	const char *id, *severity, *name, *lines, *script;
	int told; /* how often */
} rows[] = {
	{ "recording-incomplete", "warning", "a supervised rapid game is not recorded for a while",
	  "[rules]\nlevel = rapid\nadequate_supervision = on\n", BOARD "e4 e5 " UNPLUGGED "+20 ",
	  1 },
	{ "recording-incomplete", "", "the board is back at once",
	  "[rules]\nlevel = rapid\nadequate_supervision = on\n",
	  BOARD "e4 e5 " UNPLUGGED "+5 " PLUGGED "+20 ", 0 },
	{ "recording-incomplete", "", "without supervision nothing depends on it (A.4)",
	  "[rules]\nlevel = rapid\nadequate_supervision = off\n", BOARD "e4 e5 " UNPLUGGED "+20 ",
	  0 },
	{ "recording-incomplete", "", "nor in a standard game", SUPERVISED HOUR_HALF,
	  BOARD "e4 e5 " UNPLUGGED "+20 ", 0 },

	{ "log-write-failed", "critical", "the journal cannot be written in mid-game", SUPERVISED,
	  BOARD "e4 e5 {\"op\":\"log-write-failed\"} Nf3 ", 1 },
	{ "log-write-failed", "critical", "nor before any game", SUPERVISED,
	  "{\"op\":\"log-write-failed\"} ", 1 },

	{ "clock-battery-low", "warning", "before the game there is time for another clock",
	  SUPERVISED HOUR_HALF, "setup clk:5400,5400 battery go e4 e5 ", 1 },
	{ "clock-battery-low", "info", "in the game it will do to the end", SUPERVISED HOUR_HALF,
	  BOARD "e4 battery e5 Nf3 ", 1 },
	{ "clock-battery-low", "", "a good one", SUPERVISED HOUR_HALF, BOARD "e4 e5 Nf3 ", 0 },

	/* The hall's clock loses what a hand needs for the squares and the press. */
	{ "clock-drift", "advisory", "it loses three quarters of a second a ply",
	  SUPERVISED INCREMENT, BOARD_30 LONG LONG LONG, 1 },
	{ "clock-drift", "", "and has not lost enough yet", SUPERVISED INCREMENT, BOARD_30 LONG,
	  0 },
	{ "clock-drift", "", "nobody said how it should count", SUPERVISED, BOARD_30 LONG LONG LONG,
	  0 },

	{ "photo-window-closed", "info", "in the first round after ten minutes",
	  ROUND "1\n" AT_NOON "photo.minutes_r1 = 10\nphoto.minutes_rn = 5\n", "setup +620 ", 1 },
	{ "photo-window-closed", "", "in the first round not after six",
	  ROUND "1\n" AT_NOON "photo.minutes_r1 = 10\nphoto.minutes_rn = 5\n", "setup +400 ", 0 },
	{ "photo-window-closed", "info", "in the second after five",
	  ROUND "2\n" AT_NOON "photo.minutes_r1 = 10\nphoto.minutes_rn = 5\n", "setup +400 ", 1 },

	{ "quickplay-claim", "warning", "a minute and a half are left, and no increment",
	  SUPERVISED "quickplay.enabled = on\n" HOUR_HALF, BOARD "e4 e5 clk:90,900 +1 " QUICKPLAY,
	  1 },
	{ "quickplay-claim", "", "more than two minutes are",
	  SUPERVISED "quickplay.enabled = on\n" HOUR_HALF, BOARD "e4 e5 clk:150,900 +1 " QUICKPLAY,
	  0 },
};

static char told[65536];

/* How many lines of `told` are of that alert, and so serious. */
static int
count(const struct row *row)
{
	char id[64], severity[64];
	int n = 0;

	snprintf(id, sizeof(id), "\"id\":\"%s\"", row->id);
	snprintf(severity, sizeof(severity), "\"severity\":\"%s", row->severity);
	for (const char *line = told; *line; line += strcspn(line, "\n"), line += *line == '\n') {
		const char *is = strstr(line, id), *how = strstr(line, severity);
		const char *end = line + strcspn(line, "\n");

		n += is && is < end && how && how < end;
	}
	return n;
}

START_TEST(row_at_a_table)
{
	const struct row *row = &rows[_i];

	hall_play(row->lines, row->script, told, sizeof(told));
	ck_assert_msg(count(row) == row->told, "%s: %s: told %d times, not %d:\n%.3000s", row->id,
	              row->name, count(row), row->told, told);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("rows");
	TCase *tcase = tcase_create("rows");

	tcase_add_loop_test(tcase, row_at_a_table, 0, (int)(sizeof(rows) / sizeof(rows[0])));
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
