/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <check.h>

#include "core/chess/chess960.h"
#include "core/chess/fen.h"
#include "core/tracker/tracker.h"
#include "tests/support.h"

static char folder[] = "/tmp/test_config_XXXXXX";
static char path[64];
static struct config config;
static char error[1024];

static void
setup(void)
{
	strcpy(folder + strlen(folder) - 6, "XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/a.conf", folder);
	memset(&config, 0, sizeof(config));
}

static void
teardown(void)
{
	config_free(&config);
	unlink(path);
	rmdir(folder);
}

static int
load_bytes(const char *text, size_t len)
{
	FILE *file = fopen(path, "wb");

	ck_assert_ptr_nonnull(file);
	ck_assert_uint_eq(fwrite(text, 1, len, file), len);
	fclose(file);
	error[0] = '\0';
	return config_load(path, &config, error, sizeof(error));
}

static int
load(const char *text)
{
	return load_bytes(text, strlen(text));
}

static const char *
tag(const struct pgn_tag *tags, size_t n, const char *name)
{
	for (size_t i = 0; i < n; i++)
		if (strcmp(tags[i].name, name) == 0)
			return tags[i].value;
	return NULL;
}

START_TEST(config_whole_file_read)
{
	ck_assert_msg(
		load("\xef\xbb\xbf# a comment\n"
	             "[event]\nname = Tata Steel; Masters\nsite: Wijk aan Zee\n"
	             "date=2024-02-29\r\nround = 3\nsection=A\n\n"
	             "[rules]\nedition = fide-2018\nlevel=standard\nillegal.limit = 3\n"
	             "[time]\n  control = 40/5400+30:1800+30 ; two periods\n"
	             "[table 1]\nboard = /dev/ttyUSB0\nlines = off\nwhite = Caruana, Fabiano\n"
	             "white_elo = 2805\nwhite_title = GM\nwhite_fide_id = 2020009\nwhite_team = "
	             "USA\n"
	             "[table 12]\nboard = tcp://[::1]:4001\n"
	             "[table 3]\n"
	             "[daemon]\nstate_dir = /srv/a\nruntime_dir=/run/a\nlisten = ::\nport = 0") ==
			0,
		"%s", error);
	ck_assert_str_eq(config.event.name, "Tata Steel; Masters");
	ck_assert_str_eq(config.event.site, "Wijk aan Zee");
	ck_assert_str_eq(config.event.date, "2024-02-29");
	ck_assert_str_eq(config.event.round, "3");
	ck_assert_int_eq(config.rules.edition, EDITION_FIDE_2018);
	ck_assert_int_eq(config.rules.level, LEVEL_STANDARD);
	ck_assert_int_eq(config.rules.value[RULE_ILLEGAL_LIMIT], 3);
	ck_assert_str_eq(config.time_control, "40/5400+30:1800+30");
	ck_assert_uint_eq(config.n_tables, 3);
	ck_assert_uint_eq(config.tables[0].number, 1);
	ck_assert_str_eq(config.tables[0].white, "Caruana, Fabiano");
	ck_assert_str_eq(config.tables[0].lines, "off");
	ck_assert_str_eq(config.tables[0].driver, "dgt");
	ck_assert_uint_eq(config.tables[1].number, 12);
	ck_assert_str_eq(config.tables[1].board, "tcp://[::1]:4001");
	ck_assert_uint_eq(config.tables[2].number, 3);
	ck_assert_str_eq(config.tables[2].board, "");
	ck_assert_str_eq(config.daemon.state_dir, "/srv/a");
	ck_assert_str_eq(config.daemon.listen, "::");
	ck_assert_uint_eq(config.daemon.port, 0);
}
END_TEST

START_TEST(config_delays_of_outputs)
{
	ck_assert_int_eq(load("[delay]\nall = 900\nfiles = 0\nevents = 14400\n"), 0);
	ck_assert_uint_eq(config_delay_s(&config, config.delay.http), 900);
	ck_assert_uint_eq(config_delay_s(&config, config.delay.lichess), 900);
	ck_assert_uint_eq(config_delay_s(&config, config.delay.files), 0);
	ck_assert_uint_eq(config_delay_s(&config, config.delay.events), 14400);
	ck_assert_int_eq(load(""), 0);
	ck_assert_uint_eq(config_delay_s(&config, config.delay.files), 0);
}
END_TEST

START_TEST(config_empty_file_defaults)
{
	ck_assert_int_eq(load(""), 0);
	ck_assert_int_eq(config.stated.value[RULE_EDITION], RULE_UNSTATED);
	ck_assert_int_eq(config.rules.level, LEVEL_STANDARD);
	ck_assert_str_eq(config.daemon.state_dir, "/var/lib/adoubed");
	ck_assert_str_eq(config.daemon.listen, "127.0.0.1");
	ck_assert_uint_eq(config.daemon.port, 8070);
	ck_assert_uint_eq(config.n_tables, 0);
}
END_TEST

static const struct {
	const char *text;
	const char *message; /* what follows the file's name */
} broken[] = {
	{ "name = A\n",
	  ":1: 'name' stands before any section; put [event], [table 1] or another above it" },
	{ "[event]\nnaem = A\n", ":2: unknown key 'naem' in [event]; allowed are name, site, date, "
	                         "round, section, utc_offset, "
	                         "fen, chess960, start" },
	{ "[event]\nutc_offset = +1:00\n",
	  ":2: [event] utc_offset: '+1:00' is not allowed; allowed: local time less UTC as +01:00 "
	  "or -03:30, or Z" },
	{ "[evnt]\n",
	  ":1: unknown section [evnt]; allowed are [event], [rules], [time], [daemon], "
	  "[livechess], [lichess], [private], [cloud], [delay], [bus NAME] and [table N]" },
	{ "[event\nname = A\n", ":1: '[event' begins a section and lacks its ]" },
	{ "[event]\nname\n",
	  ":2: 'name' is neither [section], nor key = value, nor a comment (# or ;)" },
	{ "[event]\nname = A\nname = B\n", ":3: [event] name is given twice; first on line 2" },
	{ "[event]\n\n[rules]\n[event]\n", ":4: [event] begins again; it began on line 1" },
	{ "[event]\ndate = 2023-02-29\n", ":2: [event] date: '2023-02-29' is not allowed; allowed: "
	                                  "a day of the calendar as YYYY-MM-DD" },
	{ "[event]\ndate = 29.2.2024\n", ":2: [event] date: '29.2.2024' is not allowed; allowed: a "
	                                 "day of the calendar as YYYY-MM-DD" },
	{ "[event]\nround = first\n", ":2: [event] round: 'first' is not allowed; allowed: numbers "
	                              "with dots between them, such as 3 "
	                              "or 3.1" },
	{ "[event]\nround = 3.\n", ":2: [event] round: '3.' is not allowed; allowed: numbers with "
	                           "dots between them, such as 3 or "
	                           "3.1" },
	{ "[rules]\nedition = fide-2020\n",
	  ":2: [rules] edition: 'fide-2020' is not allowed; allowed: auto, fide-2014, fide-2018, "
	  "fide-2023" },
	{ "[rules]\nlevel =\n",
	  ":2: [rules] level: '' is not allowed; allowed: auto, standard, rapid, blitz" },
	{ "[rules]\nadequate_supervision = yes\n",
	  ":2: [rules] adequate_supervision: 'yes' is not allowed; allowed: on, off" },
	{ "[rules]\nillegal.limit = 0\n",
	  ":2: [rules] illegal.limit: '0' is not allowed; allowed: a number 1..9" },
	{ "[rules]\nillegal.limit = 2\nillegal.limit = 3\n",
	  ":3: [rules] illegal.limit is given twice; first on line 2" },
	{ "[rules]\nillegal.kinds = move, hands\n", ":2: [rules] illegal.kinds: 'move, hands' is "
	                                            "not allowed; allowed: none, or some of move, "
	                                            "unpromoted, no-move, two-hands" },
	{ "[rules]\nsession.end = 24:00\n", ":2: [rules] session.end: '24:00' is not allowed; "
	                                    "allowed: a time of day as HH:MM, none" },
	{ "[rules]\nscore.system = 0-1-3\n", ":2: [rules] score.system: '0-1-3' is not allowed; "
	                                     "allowed: points for win, draw and loss, "
	                                     "not rising, such as 1-1/2-0 or 3-1-0" },
	{ "[rules]\ntc.periods = 40/90\n",
	  ":2: [rules] tc.periods is stated in [time] control: a PGN time control: periods "
	  "MOVES/SECONDS or SECONDS with +INCREMENT and ':' between them, such as "
	  "40/5400+30:1800+30, 5400+30 or 300; *SECONDS; ? or -" },
	{ "[time]\nmod = delay\n",
	  ":2: unknown key 'mod' in [time]; allowed are control, clock_orders, mode, "
	  "increment_from, "
	  "first_increment, period_add, white_minutes, black_minutes, tolerance_s" },
	/* Statements that contradict each other: the line is that of the statement that is wrong. */
	{ "[rules]\nlevel = blitz\n[time]\ncontrol = 5400+30\n",
	  ":2: [rules] level: 'blitz' contradicts [time] control 5400+30, which is standard (A.1, "
	  "B.1); allowed: auto, standard" },
	{ "[time]\ncontrol = 180+2\n", ":2: [rules] adequate_supervision must be stated for blitz "
	                               "chess (A.6, B.5); allowed: on, "
	                               "off" },
	{ "[rules]\n\nlevel = rapid\n", ":3: [rules] adequate_supervision must be stated for rapid "
	                                "chess (A.6, B.5); allowed: on, "
	                                "off" },
	{ "[rules]\nedition = fide-2014\n",
	  ":2: [rules] default_time must be stated under fide-2014 (6.7.a); allowed: a number "
	  "0..600" },
	{ "[time]\nmode = delay\ncontrol = 5400\n",
	  ":2: [time] mode: 'delay' contradicts [time] control 5400, which gives no time per move; "
	  "allowed: none" },
	{ "[time]\ncontrol = 5400+30\n[rules]\ntc.mode = none\n",
	  ":4: [time] mode: 'none' contradicts [time] control 5400+30, which gives time per move; "
	  "allowed: fischer, bronstein, delay" },
	{ "[time]\nwhite_minutes = 5\n",
	  ":2: [time] white_minutes: '5' needs [time] control to be stated" },
	{ "[rules]\ndraw.agreement = min-moves\n",
	  ":2: [rules] draw.min_moves must be stated with draw.agreement = min-moves (9.1.1); "
	  "allowed: a number 0..999" },
	{ "[rules]\ndraw.min_moves = 30\ndraw.agreement = free\n",
	  ":3: [rules] draw.agreement: 'free' contradicts draw.min_moves; allowed: min-moves, "
	  "consent" },
	{ "[rules]\nquickplay.enabled = on\n[time]\ncontrol = 5400+30\n",
	  ":2: [rules] quickplay.enabled: 'on' is for standard and rapid chess without increment "
	  "(III.2.1); allowed: off" },
	{ "[rules]\noverlay = hybrid\nhybrid.sets_allowed = on\n[time]\ncontrol = 5400+10\n",
	  ":3: [rules] hybrid.sets_allowed: 'on' needs an increment of 30 seconds or more from "
	  "move "
	  "1 (OL 20); allowed: off" },
	{ "[rules]\nstart.kind = odds\n",
	  ":2: [rules] start.fen must be stated with start.kind = fen or odds; allowed: a FEN" },
	{ "[rules]\nstart.prefix = 1. e4 e5 2. Ke3\n",
	  ":2: [rules] start.prefix: '1. e4 e5 2. Ke3' cannot be played from the initial position; "
	  "allowed: legal moves in SAN" },
	{ "[event]\nchess960 = 518\n[rules]\nstart.sp = 12\n",
	  ":4: [rules] start.sp: '12' contradicts [event] chess960 = 518; allowed: 518" },
	{ "[rules]\nstart.sp = 12\nstart.kind = chess960\n[event]\nchess960 = auto\n",
	  ":2: [rules] start.sp: '12' contradicts [event] chess960 = auto; allowed: board, "
	  "random" },
	{ "[event]\nchess960 = 518\n[rules]\nstart.kind = orthodox\n",
	  ":4: [rules] start.kind: 'orthodox' contradicts [event] chess960 = 518; allowed: "
	  "chess960" },
	{ "[event]\nfen = 8/8/8/8/8/5k2/8/4K2R w - -\n[rules]\nstart.kind = chess960\n",
	  ":4: [rules] start.kind: 'chess960' contradicts [event] fen = 8/8/8/8/8/5k2/8/4K2R w - "
	  "-; "
	  "allowed: fen, odds" },
	{ "[event]\nfen = 8/8/8/8/8/5k2/8/4K2R w - -\n[rules]\nstart.kind = odds\n"
	  "start.fen = 8/8/8/8/8/5k2/8/4K2R b - -\n",
	  ":5: [rules] start.fen: '8/8/8/8/8/5k2/8/4K2R b - -' contradicts [event] fen = "
	  "8/8/8/8/8/5k2/8/4K2R w - -; allowed: 8/8/8/8/8/5k2/8/4K2R w - -" },
	{ "[rules]\nstart.sp = 518\n", ":2: [rules] start.sp: '518' needs start.kind = chess960" },
	{ "[time]\ncontrol = 90 minutes\n",
	  ":2: [time] control: '90 minutes' is not allowed; allowed: a PGN time control: periods "
	  "MOVES/SECONDS or SECONDS with +INCREMENT and ':' between them, such as "
	  "40/5400+30:1800+30, "
	  "5400+30 or 300; *SECONDS; ? or -" },
	{ "[table 0]\n", ":1: [table 0]: allowed is a number 1..9999" },
	{ "[table 01]\n", ":1: [table 01]: allowed is a number 1..9999" },
	{ "[table one]\n", ":1: [table one]: allowed is a number 1..9999" },
	{ "[table 7]\n[table 8]\n[table 7]\n", ":3: [table 7] begins again; it began on line 1" },
	{ "[table 1]\nboard = ttyUSB0\n",
	  ":2: [table 1] board: 'ttyUSB0' is not allowed; allowed: "
	  "serial:NUMBER, any, a device such as /dev/ttyUSB0 or "
	  "/dev/serial/by-id/..., tcp://HOST:PORT, capture:FILE, BUS/ADDRESS" },
	{ "[table 1]\nboard = tcp://host\n",
	  ":2: [table 1] board: 'tcp://host' is not allowed; allowed: serial:NUMBER, any, a device "
	  "such as "
	  "/dev/ttyUSB0 or "
	  "/dev/serial/by-id/..., tcp://HOST:PORT, capture:FILE, BUS/ADDRESS" },
	{ "[table 1]\nboard = serial:\n",
	  ":2: [table 1] board: 'serial:' is not allowed; allowed: "
	  "serial:NUMBER, any, a device such as /dev/ttyUSB0 or "
	  "/dev/serial/by-id/..., tcp://HOST:PORT, capture:FILE, BUS/ADDRESS" },
	{ "[table 1]\nboard = serial:30 00\n",
	  ":2: [table 1] board: 'serial:30 00' is not allowed; allowed: serial:NUMBER, any, a "
	  "device such as /dev/ttyUSB0 or "
	  "/dev/serial/by-id/..., tcp://HOST:PORT, capture:FILE, BUS/ADDRESS" },
	{ "[table 1]\ndriver = dgx\n",
	  ":2: [table 1] driver: 'dgx' is not allowed; allowed: dgt, dgt-bus" },
	{ "[table 1]\nlines = yes\n",
	  ":2: [table 1] lines: 'yes' is not allowed; allowed: auto, on, off" },
	{ "[table 1]\nwhite_elo = strong\n", ":2: [table 1] white_elo: 'strong' is not allowed; "
	                                     "allowed: a number of at most four digits, or - "
	                                     "for an unrated player" },
	{ "[table 1]\nblack_title = gm\n", ":2: [table 1] black_title: 'gm' is not allowed; "
	                                   "allowed: GM, IM, FM, CM, WGM, WIM, WFM, WCM, "
	                                   "NM, WNM, AGM, AIM, AFM, ACM, LM, BOT" },
	{ "[daemon]\nport = 99999\n", ":2: [daemon] port: '99999' is not allowed; allowed: a "
	                              "number 0..65535 (0: any free port)" },
	{ "[daemon]\nport = 80a\n", ":2: [daemon] port: '80a' is not allowed; allowed: a number "
	                            "0..65535 (0: any free port)" },
	{ "[daemon]\nlisten = localhost\n",
	  ":2: [daemon] listen: 'localhost' is not allowed; allowed: an IP address of this "
	  "machine: "
	  "127.0.0.1 (this machine only), 0.0.0.0 (all), ::1, ::" },
	{ "[livechess]\nport = 0\n", ":2: [livechess] port: '0' is not allowed; allowed: a number "
	                             "1..65535 (1982 is where clients look), or off" },
	{ "[livechess]\norigins = https://a.example lichess.org\n",
	  ":2: [livechess] origins: 'https://a.example lichess.org' is not allowed; allowed: "
	  "origins "
	  "such as https://example.org, blanks between them" },
	{ "[cloud]\nid = C0FFEE00-0000-4000-8000-000000000000\n",
	  ":2: [cloud] id: 'C0FFEE00-0000-4000-8000-000000000000' is not allowed; allowed: a UUID: "
	  "36 digits 0..9, a..f and hyphens, such as 6f1c2d3e-0a1b-4c2d-8e3f-0123456789ab" },
	{ "[delay]\nall = 14401\n",
	  ":2: [delay] all: '14401' is not allowed; allowed: a number of seconds, 0..14400" },
	{ "[delay]\nhttp = 15m\n",
	  ":2: [delay] http: '15m' is not allowed; allowed: a number of seconds, 0..14400" },
	{ "[lichess]\nround = abc\n",
	  ":2: [lichess] round: 'abc' is not allowed; allowed: the eight "
	  "letters and digits at the end of the round's address" },
	{ "[lichess]\nserver = http://lichess.org\n",
	  ":2: [lichess] server: 'http://lichess.org' is not allowed; allowed: https://HOST, such "
	  "as https://lichess.org or https://lichess.dev" },
	{ "[daemon]\nstate_dir = var\n",
	  ":2: [daemon] state_dir: 'var' is not allowed; allowed: a path that begins with /" },
	{ "[event]\nname = Caf\xe9\n",
	  ":2: not readable as text; allowed is UTF-8 without control characters (save the file as "
	  "UTF-8)" },
	{ "[event]\nname = A\x1b[31m\n",
	  ":2: not readable as text; allowed is UTF-8 without control characters (save the file as "
	  "UTF-8)" },
	{ "[table 1]\nfen = 8/8/9/8/8/8/8/8 w - -\n",
	  ":2: [table 1] fen: '8/8/9/8/8/8/8/8 w - -' is not allowed; allowed: a position in FEN "
	  "(column 5: neither a man's letter nor 1 to 8)" },
	{ "[event]\nchess960 = 960\n",
	  ":2: [event] chess960: '960' is not allowed; allowed: the number of a starting position "
	  "0..959, or auto for whichever of them stands on the board" },
	{ "[event]\nstart = anywhere\n",
	  ":2: [event] start: 'anywhere' is not allowed; allowed: expected, any" },
	{ "[table 1]\nchess960 = 7\nfen = 8/8/8/8/8/5k2/8/4K2R w - -\n",
	  ":3: [table 1] fen: there is chess960 already; allowed is one of them" },
	{ "[event]\nfen = 8/8/8/8/8/5k2/8/4K2R w - -\nchess960 = auto\n",
	  ":3: [event] chess960: there is fen already; allowed is one of them" },
	{ "[bus two words]\n", ":1: [bus two words]: allowed is a name of letters, digits, - and "
	                       "_, at most 31 of them" },
	{ "[bus hall]\n[bus hall]\n", ":2: [bus hall] begins again" },
	{ "[bus hall]\ndevice = hall/3\n",
	  ":2: [bus hall] device: 'hall/3' is not allowed; allowed: a device such as /dev/ttyUSB0 "
	  "or /dev/serial/by-id/..., tcp://HOST:PORT, capture:FILE" },
	{ "[table 1]\nboard = hall/16384\n",
	  ":2: [table 1] board: 'hall/16384' is not allowed; allowed: serial:NUMBER, any, a device "
	  "such as "
	  "/dev/ttyUSB0 or /dev/serial/by-id/..., tcp://HOST:PORT, capture:FILE, BUS/ADDRESS" },
	{ "[table 7]\nboard = hall/1025\n", ":1: [table 7] board: there is no [bus hall]" },
	{ "[bus hall]\ndevice = /dev/ttyS0\n[table 1]\nboard = hall/1025\n[table 2]\n"
	  "board = hall/01025\n",
	  ":5: [table 2] board: hall/01025 is the board of table 1" },
	{ "[table 1]\nboard = /dev/ttyS0\ndriver = dgt-bus\n",
	  ":1: [table 1] driver: dgt-bus is for boards on a bus, which nobody asks otherwise: "
	  "board = BUS/ADDRESS" },
	/* The first mistake is the one that is named. */
	{ "[event]\nx = 1\ny = 2\n", ":2: unknown key 'x' in [event]; allowed are name, site, "
	                             "date, round, section, utc_offset, "
	                             "fen, chess960, start" },
	{ "[event]\n[nonsense]\nx = 1\n", ":2: unknown section [nonsense]; allowed are [event], "
	                                  "[rules], [time], [daemon], [livechess], [lichess], "
	                                  "[private], [cloud], [delay], [bus NAME] and [table N]" },
};

START_TEST(config_boards_on_a_bus)
{
	const struct config_bus *bus;
	uint16_t address;

	ck_assert_int_eq(load("[bus hall]\ndevice = tcp://10.0.0.2:4001\n[table 1]\n"
	                      "board = hall/1025\n[table 2]\nboard = hall/6685\n[table 3]\n"
	                      "board = /dev/ttyUSB0\n"),
	                 0);
	ck_assert_uint_eq(config.n_buses, 1);
	ck_assert_str_eq(config.buses[0].device, "tcp://10.0.0.2:4001");
	ck_assert_str_eq(config.buses[0].lines, "off");
	ck_assert(config_bus_board(&config, config.tables[1].board, &bus, &address));
	ck_assert(bus == &config.buses[0] && address == 6685);
	ck_assert_str_eq(config.tables[1].driver, "dgt-bus");
	ck_assert(!config_bus_board(&config, config.tables[2].board, &bus, &address));
	ck_assert_str_eq(config.tables[2].driver, "dgt");
}
END_TEST

START_TEST(config_mistake_named)
{
	char expected[1200];

	snprintf(expected, sizeof(expected), "%s%s", path, broken[_i].message);
	ck_assert_int_eq(load(broken[_i].text), -EBADMSG);
	ck_assert_str_eq(error, expected);
}
END_TEST

/* A file that never ends is no configuration, and nobody waits for its end. */
START_TEST(config_ends_where_the_file_does_not)
{
	static const size_t size = 16 * 1024 * 1024 + 1;
	char *text = malloc(size), expected[128];

	ck_assert_ptr_nonnull(text);
	memset(text, '#', size);
	ck_assert_int_eq(load_bytes(text, size), -EFBIG);
	snprintf(expected, sizeof(expected), "%s:1: the file has more than 16777216 bytes", path);
	ck_assert_str_eq(error, expected);
	free(text);
	ck_assert_int_eq(config_load("/dev/zero", &config, error, sizeof(error)), -EBADMSG);
	ck_assert_str_eq(error, "/dev/zero:1: a NUL character; allowed is text in UTF-8");
}
END_TEST

START_TEST(config_is_not_waited_for)
{
	ck_assert_int_eq(mkfifo(path, 0600), 0);
	ck_assert_int_eq(config_load(path, &config, error, sizeof(error)), 0);
	ck_assert_int_eq(config_can_serve(&config, path, error, sizeof(error)), -EBADMSG);
}
END_TEST

START_TEST(config_long_line_refused)
{
	char text[3000], expected[200];

	memset(text, 'x', sizeof(text));
	memcpy(text, "[event]\nname = ", 15);
	snprintf(expected, sizeof(expected), "%s:2: the line has 2992 characters; allowed are 1000",
	         path);
	ck_assert_int_eq(load_bytes(text, sizeof(text)), -EBADMSG);
	ck_assert_str_eq(error, expected);
}
END_TEST

START_TEST(config_long_value_refused)
{
	char text[400], expected[200];

	memset(text, 'x', sizeof(text));
	memcpy(text, "[event]\nname = ", 15);
	snprintf(expected, sizeof(expected), "%s:2: [event] name has 385 bytes; allowed are 255",
	         path);
	ck_assert_int_eq(load_bytes(text, sizeof(text)), -EBADMSG);
	ck_assert_str_eq(error, expected);
}
END_TEST

START_TEST(config_nul_refused)
{
	char expected[200];

	snprintf(expected, sizeof(expected), "%s:2: a NUL character; allowed is text in UTF-8",
	         path);
	ck_assert_int_eq(load_bytes("[event]\nna\0me = A\n", 18), -EBADMSG);
	ck_assert_str_eq(error, expected);
}
END_TEST

START_TEST(config_missing_file_named)
{
	char expected[300];

	snprintf(expected, sizeof(expected),
	         "cannot read %s: there is no such file; name another, or write one "
	         "(adoubed.conf(5))",
	         path);
	ck_assert_int_eq(config_load(path, &config, error, sizeof(error)), -ENOENT);
	ck_assert_str_eq(error, expected);
}
END_TEST

START_TEST(config_folder_named)
{
	char expected[300];

	snprintf(expected, sizeof(expected),
	         "cannot read %s: it is a directory; give the file itself", folder);
	ck_assert_int_eq(config_load(folder, &config, error, sizeof(error)), -EISDIR);
	ck_assert_str_eq(error, expected);
}
END_TEST

START_TEST(config_too_many_tables_refused)
{
	char *text = malloc((CONFIG_TABLES_MAX + 1) * 16);
	char expected[200];
	size_t len = 0;

	ck_assert_ptr_nonnull(text);
	for (int i = 1; i <= CONFIG_TABLES_MAX + 1; i++)
		len += (size_t)snprintf(text + len, 16, "[table %d]\n", i);
	snprintf(expected, sizeof(expected),
	         "%s:2049: [table 2049] is one too many; allowed are 2048 tables", path);
	ck_assert_int_eq(load(text), -EBADMSG);
	ck_assert_str_eq(error, expected);
	free(text);
}
END_TEST

START_TEST(config_without_a_date_is_of_today)
{
	ck_assert_int_eq(load("[event]\nname = A\n"), 0);
	ck_assert_int_eq(config.rules.edition, EDITION_FIDE_2018);
	ck_assert_int_eq(config_use_today(&config, error, sizeof(error)), 0);
	ck_assert_int_eq(config.rules.edition, EDITION_FIDE_2023);
	ck_assert_str_eq(config.event.date, "");
	config_free(&config);
	ck_assert_int_eq(load("[event]\ndate = 2016-05-05\n"), 0);
	ck_assert_int_eq(config_use_today(&config, error, sizeof(error)), 0);
	ck_assert_int_eq(config.rules.edition, EDITION_FIDE_2014);
}
END_TEST

static const struct {
	const char *control;
	bool good;
} controls[] = {
	{ "?", true },
	{ "-", true },
	{ "300", true },
	{ "5400+30", true },
	{ "40/5400", true },
	{ "40/5400+30:1800+30", true },
	{ "*180", true },
	{ "0+10", true },
	{ "40/7200:20/3600:900+30", true },
	{ "40/9000:*60", true },
	{ "0", false },
	{ "5400+", false },
	{ "/5400", false },
	{ "40/", false },
	{ "300:300", false },
	{ "40/5400:", false },
	{ "*60:300", false },
	{ "90m", false },
	{ "40/5400 +30", false },
	{ "1234567", false },
	{ "0/300", false },
	{ "40/0", false },
	{ "300-2", false },
	{ ":", false },
	{ "**60", false },
};

START_TEST(config_control_grammar)
{
	char text[100];

	snprintf(text, sizeof(text), "[rules]\nadequate_supervision = on\n[time]\ncontrol = %s\n",
	         controls[_i].control);
	ck_assert_msg((load(text) == 0) == controls[_i].good, "%s: %s", controls[_i].control,
	              error);
}
END_TEST

START_TEST(config_tags_in_export_order)
{
	static const char *const names[] = { "Event",    "Site",        "Date",        "Round",
		                             "White",    "Black",       "TimeControl", "WhiteTitle",
		                             "BlackElo", "WhiteFideId", "BlackTeam",   "Board",
		                             "Mode",     "Section",     "GameId" };
	struct pgn_tag tags[PGN_TAGS_MAX];
	char buffer[1024];
	size_t n;

	ck_assert_int_eq(
		load("[event]\nname=Montréal Open 2026\nsite=Montréal\ndate=2026-07-18\nround=3\n"
	             "section=A\n[time]\ncontrol=5400+30\n"
	             "[table 14]\nwhite=A\nblack=B\nwhite_title=GM\nblack_elo=2100\n"
	             "white_fide_id=123\nblack_team=T\n"),
		0);
	n = config_tags(&config, &config.tables[0], 2, tags, buffer, sizeof(buffer));
	ck_assert_uint_eq(n, sizeof(names) / sizeof(names[0]));
	for (size_t i = 0; i < n; i++)
		ck_assert_str_eq(tags[i].name, names[i]);
	ck_assert_str_eq(tag(tags, n, "Date"), "2026.07.18");
	ck_assert_str_eq(tag(tags, n, "Round"), "3.14");
	ck_assert_str_eq(tag(tags, n, "Board"), "14");
	ck_assert_int_eq(strncmp(tag(tags, n, "GameId"), "montreal-open-2026-3-14-2-", 26), 0);
}
END_TEST

/* game_id: of table 5 with these keys, in a static buffer of two. */
static const char *
game_id(const char *keys)
{
	static char ids[2][100];
	static int which;
	struct pgn_tag tags[PGN_TAGS_MAX];
	char buffer[1024], text[400];
	size_t n;

	config_free(&config); /* of the one before */
	snprintf(text, sizeof(text), "[event]\nname=Open\nround=3\n[table 5]\n%s", keys);
	ck_assert_msg(load(text) == 0, "%s", error);
	n = config_tags(&config, &config.tables[0], 1, tags, buffer, sizeof(buffer));
	which = !which;
	snprintf(ids[which], sizeof(ids[which]), "%s", tag(tags, n, "GameId"));
	config_free(&config);
	return ids[which];
}

/* Another pairing of the same board, round and game is another game to whoever follows it; a mended name is not, where
 * FIDE's numbers say that he is the same (publishing.md 3.5). */
static const struct {
	const char *before, *after;
	bool same;
} pairings[] = {
	{ "white=A\nblack=B\n", "white=A\nblack=B\n", true },
	{ "white=A\nblack=B\n", "white=A\nblack=B\nwhite_elo=2100\nblack_team=T\n", true },
	{ "white=A\nblack=B\n", "white=A\nblack=C\n", false },
	{ "white=A\nblack=B\n", "white=B\nblack=A\n", false },
	{ "white=AB\nblack=C\n", "white=A\nblack=BC\n", false },
	{ "white=A\n", "black=A\n", false },
	{ "", "white=A\nblack=B\n", false },
	{ "white=A\nblack=B\nwhite_fide_id=7\nblack_fide_id=8\n",
	  "white=A, a\nblack=B, b\nwhite_fide_id=7\nblack_fide_id=8\n", true },
	{ "white=A\nblack=B\nwhite_fide_id=7\nblack_fide_id=8\n",
	  "white=A\nblack=B\nwhite_fide_id=7\nblack_fide_id=9\n", false },
	{ "white=A\nblack=B\nwhite_fide_id=0\nblack_fide_id=0\n",
	  "white=A\nblack=C\nwhite_fide_id=0\nblack_fide_id=0\n", false },
};

START_TEST(config_tags_game_id_is_the_pairings)
{
	const char *before = game_id(pairings[_i].before), *after = game_id(pairings[_i].after);

	ck_assert_msg((strcmp(before, after) == 0) == pairings[_i].same, "%s, %s", before, after);
	ck_assert_uint_eq(strspn(after, "abcdefghijklmnopqrstuvwxyz0123456789-"), strlen(after));
	ck_assert_int_eq(strncmp(after, "open-3-5-1", 10), 0);
}
END_TEST

START_TEST(config_tags_tell_a_delay_from_an_increment)
{
	static const char *const modes[][2] = { { "fischer", "40/5400+30:900+30" },
		                                { "bronstein", "40/5400:900" },
		                                { "delay", "40/5400:900" } };
	struct pgn_tag tags[PGN_TAGS_MAX];
	char buffer[1024], text[200];
	size_t n;

	snprintf(text, sizeof(text), "[time]\ncontrol = 40/5400+30:900+30\nmode = %s\n",
	         modes[_i][0]);
	ck_assert_msg(load(text) == 0, "%s", error);
	n = config_tags(&config, NULL, 1, tags, buffer, sizeof(buffer));
	ck_assert_str_eq(tag(tags, n, "TimeControl"), modes[_i][1]);
}
END_TEST

START_TEST(config_tags_without_event)
{
	struct pgn_tag tags[PGN_TAGS_MAX];
	char buffer[1024];

	ck_assert_int_eq(load(""), 0);
	ck_assert_uint_eq(config_tags(&config, NULL, 1, tags, buffer, sizeof(buffer)), 0);
}
END_TEST

START_TEST(config_tags_dotted_round_kept)
{
	struct pgn_tag tags[PGN_TAGS_MAX];
	char buffer[1024];
	size_t n;

	ck_assert_int_eq(load("[event]\nround=3.2\n[table 5]\n"), 0);
	n = config_tags(&config, &config.tables[0], 1, tags, buffer, sizeof(buffer));
	ck_assert_str_eq(tag(tags, n, "Round"), "3.2");
	/* Nothing but the event's name tells one event's games from another's. */
	ck_assert_ptr_null(tag(tags, n, "GameId"));
}
END_TEST

/* All that the configuration can say of a game, tag by tag, as pgn_write() puts it (publishing.md 4.2 and 4.4). */
START_TEST(config_tags_written_as_pgn_has_them)
{
	static const char text[] =
		"[event]\nname=Open \\ \"B\"\nsite=Reykjavik "
		"ISL\ndate=2026-04-05\nround=3.1\nsection=B\n"
		"[time]\ncontrol=40/6000+30:900+30\n"
		"[table 14]\nwhite=Family, Given M.\nwhite_title=IM\nwhite_elo=2401\n"
		"white_fide_id=12345678\nwhite_team=Club 1\nblack=Other, O.\n"
		"black_elo=-\nblack_fide_id=23456789\nblack_team=Club 2\n";
	static const char format[] = "[Event \"Open \\\\ \\\"B\\\"\"]\n"
				     "[Site \"Reykjavik ISL\"]\n"
				     "[Date \"2026.04.05\"]\n"
				     "[Round \"3.1\"]\n"
				     "[White \"Family, Given M.\"]\n"
				     "[Black \"Other, O.\"]\n"
				     "[Result \"*\"]\n"
				     "[BlackElo \"-\"]\n"
				     "[BlackFideId \"23456789\"]\n"
				     "[BlackTeam \"Club 2\"]\n"
				     "[Board \"14\"]\n"
				     "[GameId \"%s\"]\n"
				     "[Mode \"OTB\"]\n"
				     "[Section \"B\"]\n"
				     "[TimeControl \"40/6000+30:900+30\"]\n"
				     "[WhiteElo \"2401\"]\n"
				     "[WhiteFideId \"12345678\"]\n"
				     "[WhiteTeam \"Club 1\"]\n"
				     "[WhiteTitle \"IM\"]\n"
				     "\n*\n\n";
	struct game_ply plies[4];
	struct pgn_tag tags[PGN_TAGS_MAX];
	char buffer[1024], out[4096], want[1024];
	struct position start;
	struct game game;
	struct text pgn;
	size_t n;

	ck_assert_msg(load(text) == 0, "%s", error);
	n = config_tags(&config, &config.tables[0], 2, tags, buffer, sizeof(buffer));
	ck_assert_int_eq(strncmp(tag(tags, n, "GameId"), "open-b-3-1-14-2-", 16), 0);
	snprintf(want, sizeof(want), format, tag(tags, n, "GameId"));
	position_start(&start);
	game_init(&game, &start, plies, 4);
	text_begin(&pgn, out, sizeof(out));
	pgn_write(&pgn, &game, tags, n, PGN_PLIES_MADE);
	ck_assert_int_eq(text_end(&pgn, NULL), 0);
	ck_assert_str_eq(out, want);
	/* A broadcast takes names of letters alone (3.4). */
	for (size_t i = 0; i < n; i++)
		ck_assert_uint_eq(strspn(tags[i].name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
		                                       "abcdefghijklmnopqrstuvwxyz"),
		                  strlen(tags[i].name));
}
END_TEST

START_TEST(config_tags_small_buffer_no_overflow)
{
	struct pgn_tag tags[PGN_TAGS_MAX];
	char buffer[1024];

	ck_assert_int_eq(load("[event]\nname=E\ndate=2026-07-18\nround=3\n[table 5]\nwhite=W\n"),
	                 0);
	for (size_t size = 1; size < 60; size++) {
		size_t n;

		memset(buffer, 'Z', sizeof(buffer));
		n = config_tags(&config, &config.tables[0], 1, tags, buffer, size);
		ck_assert_int_eq(buffer[size], 'Z');
		ck_assert_str_eq(tag(tags, n, "White"), "W");
		for (size_t i = 0; i < n; i++)
			ck_assert_uint_lt(strlen(tags[i].value), size < 12 ? 12 : size);
	}
}
END_TEST

START_TEST(config_set_like_a_line)
{
	config_defaults(&config);
	ck_assert_int_eq(config_set(&config, "daemon", "port", "9", error, sizeof(error)), 0);
	ck_assert_uint_eq(config.daemon.port, 9);
	ck_assert_int_eq(config_set(&config, "table 1", "board", "/dev/x", error, sizeof(error)),
	                 0);
	ck_assert_uint_eq(config.n_tables, 1);
	ck_assert_int_eq(config_set(&config, "daemon", "port", "x", error, sizeof(error)),
	                 -EBADMSG);
	ck_assert_str_eq(
		error, "[daemon] port: 'x' is not allowed; allowed: a number 0..65535 (0: any free "
		       "port)");
}
END_TEST

/* What a table's games begin from. */
static const struct {
	const char *text, *fen;
	bool chess960;
	unsigned int others;
} starts[] = {
	{ "[table 1]\n", FEN_START, false, 0 },
	{ "[table 1]\nfen = 8/8/8/8/8/5k2/8/4K2R w - - 3 40\n", "8/8/8/8/8/5k2/8/4K2R w - - 3 40",
	  false, 0 },
	{ "[table 1]\nchess960 = 0\n", "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1",
	  true, 0 },
	{ "[table 1]\nchess960 = 518\n", FEN_START, true, 0 },
	{ "[table 1]\nchess960 = auto\nstart = any\n", FEN_START, false,
	  TRACKER_CHESS960_STARTS | TRACKER_ANY_START },
	{ "[event]\nchess960 = 959\nstart = any\n[table 1]\n",
	  "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 0 1", true, TRACKER_ANY_START },
	/* The regulations' word, where [event] has none. */
	{ "[rules]\nstart.kind = chess960\nstart.sp = 959\n[table 1]\n",
	  "rkrnnqbb/pppppppp/8/8/8/8/PPPPPPPP/RKRNNQBB w KQkq - 0 1", true, 0 },
	{ "[rules]\nstart.kind = chess960\n[table 1]\n", FEN_START, false,
	  TRACKER_CHESS960_STARTS },
	{ "[rules]\nstart.kind = fen\nstart.fen = 8/8/8/8/8/5k2/8/4K2R w - -\n[table 1]\n",
	  "8/8/8/8/8/5k2/8/4K2R w - - 0 1", false, 0 },
	{ "[event]\nchess960 = 0\n[rules]\nstart.sp = random\nstart.kind = chess960\n[table 1]\n",
	  "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1", true, 0 },
	/* The table's word goes before the event's, whichever key it has. */
	{ "[event]\nchess960 = auto\nstart = any\n[table 1]\nfen = 8/8/8/8/8/5k2/8/4K2R w - -\n"
	  "start = expected\n",
	  "8/8/8/8/8/5k2/8/4K2R w - - 0 1", false, 0 },
};

START_TEST(config_starts_of_table_and_event)
{
	struct position start;
	unsigned int others;
	char fen[FEN_SIZE];

	ck_assert_msg(load(starts[_i].text) == 0, "%s", error);
	config_starts(&config, &config.tables[0], &start, &others);
	fen_format(&start, fen);
	ck_assert_str_eq(fen, starts[_i].fen);
	ck_assert_int_eq(start.chess960, starts[_i].chess960);
	ck_assert_uint_eq(others, starts[_i].others);
}
END_TEST

START_TEST(config_starts_without_a_table_are_the_event_s)
{
	struct position start;
	unsigned int others;

	ck_assert_int_eq(load("[event]\nchess960 = 5\n[table 1]\nchess960 = 6\n"), 0);
	config_starts(&config, NULL, &start, &others);
	ck_assert_int_eq(chess960_number(&start), 5);
	config_starts(&config, &config.tables[0], &start, &others);
	ck_assert_int_eq(chess960_number(&start), 6);
}
END_TEST

/* What [event] says is the regulations' word, too. */
START_TEST(config_start_is_in_the_rules)
{
	ck_assert_int_eq(load("[event]\nchess960 = 5\n[table 1]\n"), 0);
	ck_assert_int_eq(config.rules.value[RULE_START_KIND], START_CHESS960);
	ck_assert_int_eq(config.rules.value[RULE_START_SP], 5);
	ck_assert(config.rules.stated[RULE_START_SP]);
	config_free(&config);
	ck_assert_int_eq(load("[event]\nfen = 8/8/8/8/8/5k2/8/4K2R w - -\n[table 1]\n"), 0);
	ck_assert_int_eq(config.rules.value[RULE_START_KIND], START_FEN);
	ck_assert_str_eq(config.rules.start_fen, "8/8/8/8/8/5k2/8/4K2R w - -");
	config_free(&config);
	ck_assert_int_eq(load("[table 1]\nchess960 = 5\n"), 0);
	ck_assert_int_eq(config.rules.value[RULE_START_KIND], START_ORTHODOX);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("config");
	TCase *tcase = tcase_create("config");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, config_whole_file_read);
	tcase_add_test(tcase, config_delays_of_outputs);
	tcase_add_test(tcase, config_empty_file_defaults);
	tcase_add_test(tcase, config_boards_on_a_bus);
	tcase_add_loop_test(tcase, config_mistake_named, 0, sizeof(broken) / sizeof(broken[0]));
	tcase_add_test(tcase, config_is_not_waited_for);
	tcase_add_test(tcase, config_long_line_refused);
	tcase_add_test(tcase, config_long_value_refused);
	tcase_add_test(tcase, config_without_a_date_is_of_today);
	tcase_add_test(tcase, config_nul_refused);
	tcase_add_test(tcase, config_missing_file_named);
	tcase_add_test(tcase, config_folder_named);
	tcase_add_test(tcase, config_too_many_tables_refused);
	tcase_add_loop_test(tcase, config_control_grammar, 0,
	                    sizeof(controls) / sizeof(controls[0]));
	tcase_add_test(tcase, config_tags_in_export_order);
	tcase_add_loop_test(tcase, config_tags_tell_a_delay_from_an_increment, 0, 3);
	tcase_add_loop_test(tcase, config_tags_game_id_is_the_pairings, 0,
	                    sizeof(pairings) / sizeof(pairings[0]));
	tcase_add_test(tcase, config_tags_without_event);
	tcase_add_test(tcase, config_tags_dotted_round_kept);
	tcase_add_test(tcase, config_ends_where_the_file_does_not);
	tcase_add_test(tcase, config_tags_written_as_pgn_has_them);
	tcase_add_test(tcase, config_tags_small_buffer_no_overflow);
	tcase_add_test(tcase, config_set_like_a_line);
	tcase_add_loop_test(tcase, config_starts_of_table_and_event, 0,
	                    sizeof(starts) / sizeof(starts[0]));
	tcase_add_test(tcase, config_start_is_in_the_rules);
	tcase_add_test(tcase, config_starts_without_a_table_are_the_event_s);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
