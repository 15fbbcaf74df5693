/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * No key of the regulations is read and used nowhere: of each two values are stated, the same is played at a table by
 * both, and something that comes of it differs: what the arbiter is told, what is refused to persons, the PGN; or, of
 * the three that are for persons to keep, what has to be announced. That an event file has the key shows nowhere else.
 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "core/laws/alert/alert.h"
#include "daemon/config.h"
#include "tests/laws/hall.h"
#include "tests/support.h"

#define BOARD   "setup clk:5400,5400 go "
#define SHUFFLE "Nf3 Nf6 Ng1 Ng8 "
#define ILLEGAL "g1- g3+N W! +5 "
#define DRAW    "{\"op\":\"result\",\"result\":\"1/2-1/2\"} "
#define ABSENT                                                                                     \
	"{\"op\":\"arbiter\",\"what\":\"absent\",\"side\":\"white\"} "                             \
	"{\"op\":\"arbiter\",\"what\":\"absent\",\"side\":\"black\"} "
#define TOUCHED    BOARD "e2- +2 e2+P d2- d4+P W! +2"
#define ENDING     "start.kind = fen\nstart.fen = 8/8/4k3/8/8/3RK3/8/8 w - - 98 90\n"
#define LATE_END   "start.kind = fen\nstart.fen = 7k/5R2/6K1/8/8/8/8/8 w - - 149 120\n"
#define SUPERVISED "adequate_supervision = on\n"
#define START      "session.announce_start = 12:01\n"
#define ROOK_H1    "8/8/8/8/8/5k2/8/4K2R w - -"
#define ROOK_G1    "8/8/8/8/8/5k2/8/4K1R1 w - -"

/* Two values, what else stands in the sections, the script; NULL: the notices. */
static const struct {
	const char *values[2];
	const char *rules, *time, *script;
} rows[RULES_STATED] = {
	[RULE_EDITION] = { { "fide-2014", "fide-2018" },
	                   "default_time = 0\n",
	                   "",
	                   BOARD "e4 " DRAW },
	[RULE_LEVEL] = { { "standard", "rapid" },
	                 SUPERVISED,
	                 "",
	                 BOARD "e4 e5 {\"op\":\"unplugged\"} +20" },
	[RULE_SUPERVISION] = { { "off", "on" },
	                       "level = rapid\n",
	                       "",
	                       BOARD "e4 e5 {\"op\":\"unplugged\"} +20" },
	[RULE_OVERLAY] = { { "none", "hybrid" }, "", "", BOARD SHUFFLE SHUFFLE },
	[RULE_PROFILE] = { { "normal", "novice" }, "", "", BOARD "e4 " DRAW },
	[RULE_TIME_MODE] = { { "fischer", "bronstein" },
	                     "",
	                     "control = 5400+30\n",
	                     "setup clk:5430,5430 inc:30 go e4 e5 Nf3 Nc6 Bb5 a6" },
	[RULE_TIME_INCREMENT_FROM] = { { "1", "60" },
	                               SUPERVISED,
	                               "control = 300+3\n",
	                               "setup clk:303,303 inc:3 go e4 e5 Nf3 Nc6 Bb5 a6" },
	[RULE_TIME_FIRST_INCREMENT] = { { "before", "after" },
	                                "",
	                                "control = 5400+30\n",
	                                "setup clk:5430,5430 inc:30 go e4 e5" },
	[RULE_TIME_PERIOD_ADD] = { { "at-move", "at-zero" },
	                           SUPERVISED,
	                           "control = 2/60:600\n",
	                           "setup clk:60,60 go e4 e5 inc:600 Nf3 Nc6 inc:0 Bb5 a6" },
	[RULE_TIME_WHITE] = { { "5", "7" },
	                      SUPERVISED,
	                      "control = 300\n",
	                      "setup clk:300,300 go e4 e5" },
	[RULE_TIME_BLACK] = { { "5", "7" },
	                      SUPERVISED,
	                      "control = 300\n",
	                      "setup clk:300,300 go e4 e5" },
	[RULE_DEFAULT_TIME] = { { "0", "60" }, START, "", "setup " ABSENT "+120" },
	[RULE_BOTH_ABSENT] = { { "white", "split" },
	                       START "default_time = 60\n",
	                       "control = 5400\n",
	                       "setup clk:5400,5400 " ABSENT "+600 "
	                       "{\"op\":\"arbiter\",\"what\":\"present\",\"side\":\"white\"}" },
	[RULE_ILLEGAL_KINDS] = { { "none", "move" }, "", "", BOARD "e4 e5 " ILLEGAL },
	[RULE_ILLEGAL_LIMIT] = { { "1", "2" }, "", "", BOARD "e4 e5 " ILLEGAL },
	[RULE_ILLEGAL_PENALTY] = { { "60", "120" }, "", "", BOARD "e4 e5 " ILLEGAL },
	[RULE_ILLEGAL_AUTO_COUNT] = { { "off", "on" },
	                              "",
	                              "",
	                              BOARD "e4 e5 " ILLEGAL
	                                    "stop g3- g1+N +3 go Nf3 Nc6 f3- f6+N W! +5" },
	[RULE_CLAIM_PENALTY] = { { "60", "120" },
	                         "",
	                         "",
	                         BOARD
	                         "e4 e5 {\"op\":\"claim\",\"side\":\"white\"} "
	                         "{\"op\":\"alert\",\"number\":1,\"outcome\":\"confirmed\"} +200" },
	[RULE_DRAW_AGREEMENT] = { { "free", "never" }, "", "", BOARD "e4 e5 " DRAW },
	[RULE_DRAW_MIN_MOVES] = { { "1", "30" }, "", "", BOARD "e4 e5 " DRAW },
	[RULE_DRAW_MOVE_EACH] = { { "off", "on" }, "", "", BOARD "e4 " DRAW },
	[RULE_DRAW_THREEFOLD] = { { "claim", "automatic" }, "", "", BOARD SHUFFLE SHUFFLE },
	[RULE_DRAW_FIFTY] = { { "claim", "automatic" },
	                      ENDING,
	                      "",
	                      "setup:8/8/4k3/8/8/3RK3/8/8_w_-_-_98_90 clk:5400,5400 go Rd2 Ke5" },
	[RULE_DRAW_FIVEFOLD] = { { "any", "off" }, "", "", BOARD SHUFFLE SHUFFLE SHUFFLE SHUFFLE },
	[RULE_DRAW_SEVENTY_FIVE] = { { "off", "on" },
	                             LATE_END,
	                             "",
	                             "setup:7k/5R2/6K1/8/8/8/8/8_w_-_-_149_120 clk:5400,5400 go "
	                             "Re7" },
	[RULE_QUICKPLAY] = { { "off", "on" },
	                     "",
	                     "control = 5400\n",
	                     BOARD "e4 e5 clk:90,90 +1 {\"op\":\"quickplay\",\"side\":\"white\"}" },
	[RULE_FLAG_UNKNOWN_ORDER] = { { "arbiter", "guideline-III" },
	                              "",
	                              "",
	                              BOARD "e4 e5 flags +3" },
	[RULE_FLAG_CLAIMANT_TIME] = { { "off", "on" },
	                              "level = rapid\nadequate_supervision = off\n",
	                              "",
	                              BOARD "e4 e5 flag:w +5 flag:b +3" },
	[RULE_COLOURS_REPLAY] = { { "0", "10" },
	                          "",
	                          "",
	                          BOARD "e4 e5 {\"op\":\"colours-reversed\"}" },
	[RULE_RECORDING] = { { "off", "on" },
	                     "",
	                     "control = 5400\n",
	                     "setup clk:290,290 go e4 e5" },
	[RULE_TROUBLE] = { { "60", "300" }, "", "control = 5400\n", "setup clk:290,290 go e4 e5" },
	[RULE_TROUBLE_INCREMENT] = { { "1", "30" },
	                             SUPERVISED "recording.required = on\n",
	                             "control = 300+3\n",
	                             "setup clk:303,303 inc:3 go +20 e4 e5" },
	[RULE_BLIND_EXEMPT] = { { "off", "on" },
	                        SUPERVISED "recording.required = on\nblind.side = white\n",
	                        "control = 330+30\n",
	                        "setup clk:360,360 inc:30 go +70" },
	[RULE_SHEET_REQUESTS] = { { "1", "none" },
	                          "",
	                          "",
	                          BOARD "e4 e5 {\"op\":\"sheet-request\",\"side\":\"white\"} "
	                                "{\"op\":\"sheet-request\",\"side\":\"white\"}" },
	[RULE_SCORE] = { { "1-1/2-0", "3-1-0" },
	                 "",
	                 "",
	                 BOARD "e4 e5 {\"op\":\"score\",\"white\":\"3\",\"black\":\"0\"}" },
	[RULE_SCORE_CAP] = { { "off", "on" },
	                     "",
	                     "",
	                     BOARD "e4 e5 {\"op\":\"score\",\"white\":\"3/4\",\"black\":\"1/4\"}" },
	[RULE_ARMAGEDDON] = { { "none", "black" }, "", "", BOARD "e4 e5 " DRAW },
	[RULE_START_KIND] = { { "orthodox", "chess960" },
	                      "",
	                      "",
	                      "setup:bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR_w_-_-_0_1 +10" },
	[RULE_START_SP] = { { "0", "518" }, "start.kind = chess960\n", "", "setup +10" },
	[RULE_START_FEN] = { { ROOK_H1, ROOK_G1 },
	                     "start.kind = fen\n",
	                     "",
	                     "setup:8/8/8/8/8/5k2/8/4K2R_w_-_- h1- h2+R +3" },
	[RULE_START_PREFIX] = { { "1. e4", "1. d4" }, "", "", BOARD "e4 e5" },
	[RULE_SESSION_END] = { { "none", "12:10" }, "", "", BOARD "e4 e5 +700" },
	[RULE_SESSION_START] = { { "none", "12:01" }, "", "", "setup +400" },
	[RULE_ASSISTANT] = { { "none", "white:move" }, "", "", TOUCHED },
	[RULE_DISABLED] = { { "none", "white" }, "", "", TOUCHED },
	[RULE_BLIND] = { { "none", "white" }, "", "", TOUCHED },
	[RULE_PENALTIES] = { { "warning", "fine" },
	                     "",
	                     "",
	                     BOARD "{\"op\":\"penalty\",\"side\":\"white\",\"kind\":\"fine\"}" },
	[RULE_DEVICES] = { { "loss", "lesser" },
	                   "",
	                   "",
	                   BOARD "e4 e5 {\"op\":\"device\",\"side\":\"black\"}" },
	[RULE_PHONES] = { { "off", "on" }, "", "", NULL },
	[RULE_APPEALS] = { { "60", "30" }, "", "", NULL },
	[RULE_LEAVE_NOTICE] = { { "off", "on" }, "", "", NULL },
	[RULE_PHOTO_FIRST] = { { "1", "600" }, START, "", BOARD "e4 +180" },
	[RULE_PHOTO_LATER] = { { "1", "600" }, START, "", BOARD "e4 +180" },
	[RULE_HYBRID_SETS] = { { "off", "on" },
	                       "overlay = hybrid\n",
	                       "control = 5400+30\n",
	                       BOARD
	                       "{\"op\":\"virtual\",\"move\":\"e4\",\"own\":true} e2- e4+P +5" },
	[RULE_HYBRID_DISCONNECT] = { { "none", "60" },
	                             "",
	                             "",
	                             BOARD
	                             "e4 e5 {\"op\":\"disconnected\",\"side\":\"black\"} +70" },
	[RULE_RATED] = { { "none", "fide" },
	                 SUPERVISED,
	                 "control = 900+10\n",
	                 "setup clk:910,910 inc:10 go e4" },
	[RULE_CLOCK_SIDE] = { { "left", "right" }, "", "", BOARD "e4 e5 Nf3 Nc6 Bb5 a6" },
	[RULE_TIME_TOLERANCE] = { { "2", "60" },
	                          "",
	                          "control = 5400+30\n",
	                          "setup clk:5440,5440 inc:30 go e4 e5" },
	[RULE_SHEET_INTERVAL] = { { "1", "240" }, "", "", BOARD "e4 e5 +130" },
	[RULE_OFFER_ALERT] = { { "1", "3" },
	                       "",
	                       "",
	                       BOARD "e4 e5 {\"op\":\"draw-offer\",\"side\":\"white\"}" },
};

static void
event_file(enum rule rule, const char *value, char *buffer, size_t size)
{
	bool in_time = rules_section(rule) == RULE_IN_TIME;
	char line[200];

	snprintf(line, sizeof(line), "%s = %s\n", rules_key(rule), value);
	snprintf(buffer, size,
	         "[event]\ndate = 2024-06-01\nutc_offset = Z\n%s[rules]\n%s%s[time]\n%s%s[table "
	         "1]\nboard = any\n",
	         rule == RULE_PHOTO_LATER ? "round = 2\n" : "round = 1\n", in_time ? "" : line,
	         rows[rule].rules, in_time ? line : "", rows[rule].time);
}

static void
notices(enum rule rule, const char *value, char *buffer, size_t size)
{
	struct config config;
	char error[200];
	struct text text;
	enum rule about;

	config_defaults(&config);
	ck_assert_int_eq(config_set(&config, "rules", rules_key(rule), value, error, sizeof(error)),
	                 0);
	text_begin(&text, buffer, size);
	for (size_t n = 0; ruleset_notice(&config.rules, n, ALERT_ENGLISH, &text, &about); n++)
		text_char(&text, '\n');
	config_free(&config);
}

START_TEST(every_key_changes_something)
{
	static char came_of_it[2][1 << 16];
	enum rule rule = (enum rule)_i;
	char file[2048];

	ck_assert_msg(rows[rule].values[0] != NULL, "%s: nobody knows what it does",
	              rules_key(rule));
	for (int i = 0; i < 2; i++) {
		if (!rows[rule].script) {
			notices(rule, rows[rule].values[i], came_of_it[i], sizeof(came_of_it[i]));
			continue;
		}
		event_file(rule, rows[rule].values[i], file, sizeof(file));
		hall_play(file, rows[rule].script, came_of_it[i], sizeof(came_of_it[i]));
		ck_assert_msg(strstr(came_of_it[i], "event file:") == NULL, "%s", came_of_it[i]);
	}
	ck_assert_msg(strcmp(came_of_it[0], came_of_it[1]) != 0,
	              "%s: %s and %s are all the same:\n%s", rules_key(rule), rows[rule].values[0],
	              rows[rule].values[1], came_of_it[0]);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("rule_effects");
	TCase *tcase = tcase_create("effects");

	tcase_add_loop_test(tcase, every_key_changes_something, 0, RULES_STATED);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
