/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whatever a person says of a table, and whatever he asks of the daemon, another word undoes: each word is said, what it
 * prints as its undo is said, and all is as it was.
 */
#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/fen.h"
#include "daemon/control.h"
#include "daemon/correct.h"
#include "daemon/daemon.h"
#include "daemon/table.h"
#include "daemon/tell_undo.h"
#include "tests/support.h"

#define POSITION                                                                                   \
	"{\"op\":\"position\",\"fen\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 "   \
	"1\"}"
#define MOVES "{\"op\":\"correct\",\"do\":\"insert\",\"ply\":1,\"move\":\"e4 e5 Nf3\"}"

static struct config config;
static struct table *table;
static json_t *said;
static uint64_t t_us;

static void
on_said(void *ctx, uint64_t at_us, const char *op, const char *json)
{
	(void)ctx;
	(void)at_us;
	(void)op;
	json_array_append_new(said, json_loads(json, 0, NULL));
}

static void
setup(void)
{
	const struct table_listener listener = { .said = on_said };

	config_defaults(&config);
	said = json_array();
	t_us = 1000000;
	ck_assert_int_eq(table_new(board_driver_find("dgt"), &config, NULL, &listener, &table), 0);
}

static void
teardown(void)
{
	table_free(table);
	config_free(&config);
	json_decref(said);
}

static void
say(const char *json)
{
	char error[256] = "";

	ck_assert_msg(table_host(table, ++t_us, json, error, sizeof(error)) == 0, "%s: %s", json,
	              error);
}

/* All that can be seen of the table and is not the list of what was said, or of alerts. */
static void
look(char picture[8192])
{
	struct table_envelope envelope = { .is_closed = false };
	char name[CORRECT_NAME_SIZE], start[6], end[6], fen[FEN_SIZE] = "-";
	bool present[2], absent[2], adjourned, hidden = false;
	struct tracker_view view;
	struct game shown;
	size_t len = 0;

	table_view(table, &view);
	correct_name(table_game(table), view.games, name);
	if (table_virtual(table))
		fen_format(table_virtual(table), fen);
	session_time_announced(table_time(table), 0, start);
	session_time_announced(table_time(table), 1, end);
	for (int side = WHITE; side <= BLACK; side++)
		table_presence(table, (enum color)side, &present[side], &absent[side]);
	adjourned = table_envelope(table, &envelope);
	table_public_game(table, &shown, &hidden);
	snprintf(picture, 8192, "%s %d %d %d '%s' '%s' %d %d %d%d%d%d %s %s %s %s\n%s", name,
	         adjourned, envelope.is_closed, hidden, adjourned ? envelope.resume : "",
	         adjourned ? envelope.place : "", table_owed(table, WHITE),
	         table_owed(table, BLACK), present[0], present[1], absent[0], absent[1], start, end,
	         fen, table_termination(table) ? table_termination(table) : "-",
	         table_games(table) > 0 ? table_pgn(table, 0, &len) : "");
}

/* next_word: as a shell reads it; false at the end. */
static bool
next_word(const char **line, char word[512])
{
	const char *p = *line + strspn(*line, " ");
	size_t len = 0;
	bool quotes = false;

	if (!*p)
		return false;
	for (; *p && (quotes || *p != ' '); p++)
		if (*p == '\\' && !quotes)
			word[len++] = *++p;
		else if (*p == '\'')
			quotes = !quotes;
		else
			word[len++] = *p;
	word[len] = '\0';
	*line = p;
	return true;
}

/* event_of: the host event of what `adoube` would be told. */
static json_t *
event_of(const char *line)
{
	static const char *const decided[][2] = { { "confirm", "confirmed" },
		                                  { "dismiss", "dismissed" },
		                                  { "defer", "deferred" } };
	char command[512], word[512];
	json_t *event;

	ck_assert(next_word(&line, command) && next_word(&line, word));
	if (strcmp(command, "alerts") == 0) {
		event = json_pack("{s:s}", "op", "alert");
		for (int i = 0; i < 3; i++)
			if (strcmp(word, decided[i][0]) == 0)
				json_object_set_new(event, "outcome", json_string(decided[i][1]));
		ck_assert(next_word(&line, word));
		json_object_set_new(event, "number", json_integer(atoi(strchr(word, ':') + 1)));
		return event;
	}
	ck_assert_str_eq(command, "tell");
	ck_assert_str_eq(word, "7");
	ck_assert(next_word(&line, word));
	event = json_pack("{s:s}", "op", word);
	while (next_word(&line, word)) {
		char *equals = strchr(word, '='), *rest;
		long number;

		ck_assert_ptr_nonnull(equals);
		*equals++ = '\0';
		number = strtol(equals, &rest, 10);
		json_object_set_new(event, word,
		                    (strcmp(word, "seconds") == 0 || strcmp(word, "number") == 0) &&
		                                    *equals && !*rest
		                            ? json_integer(number)
		                            : json_string(equals));
	}
	return event;
}

static void
say_line(const char *line)
{
	json_t *event = event_of(line);
	char *json = json_dumps(event, JSON_COMPACT);

	say(json);
	free(json);
	json_decref(event);
}

/* undo_of: the first order that undoes the event as things stand; to be freed, NULL: there is none. */
static char *
undo_of(const char *json)
{
	json_t *event = json_loads(json, 0, NULL), *undo = tell_undo(table, 7, event, said);
	const char *first = json_string_value(json_array_get(undo, 0));
	char *line = first ? strdup(first) : NULL;

	ck_assert_uint_le(json_array_size(undo), 1);
	json_decref(undo);
	json_decref(event);
	return line;
}

#define BAD_CLAIM "{\"op\":\"claim\",\"side\":\"black\",\"rule\":\"threefold\"}"
#define PENALTY   "{\"op\":\"arbiter\",\"what\":\"penalty\",\"side\":\"white\",\"seconds\":120}"
#define ADJOURNED                                                                                  \
	"{\"op\":\"arbiter\",\"what\":\"adjourned\",\"resume\":\"at 10\",\"place\":\"Bob's "       \
	"hall\"}"
#define WITHDRAWN "{\"op\":\"withdrawn\",\"what\":\"draw-offer\",\"side\":\"white\"}"
#define OFFER     "{\"op\":\"draw-offer\",\"side\":\"white\"}"
#define DEFER     "{\"op\":\"alert\",\"number\":1,\"outcome\":\"deferred\"}"
#define CONFIRM   "{\"op\":\"alert\",\"number\":1,\"outcome\":\"confirmed\"}"
#define REOPEN    "{\"op\":\"arbiter\",\"what\":\"reopen\"}"
#define SEAL      "{\"op\":\"arbiter\",\"what\":\"seal\"}"
#define VIRTUAL   "{\"op\":\"virtual\",\"move\":\"e4\"}"

/* A word, what must have been said before it, and what it shows: NULL where nothing of it can be seen here. */
static const struct {
	const char *word, *before[2], *json, *undo;
} words[] = {
	{ "alert", { BAD_CLAIM }, CONFIRM, "alerts defer 7:1" },
	{ "alert", { BAD_CLAIM }, DEFER, "tell 7 alert number=1 outcome=open" },
	{ "alert", { BAD_CLAIM, CONFIRM }, DEFER, "alerts confirm 7:1" },
	{ "announced",
	  { NULL },
	  "{\"op\":\"announced\",\"side\":\"black\",\"move\":\"Nc6\"}",
	  "tell 7 withdrawn what=announced side=black" },
	{ "arbiter", { NULL }, PENALTY, "tell 7 arbiter what=penalty side=white seconds=0" },
	{ "arbiter",
	  { PENALTY },
	  "{\"op\":\"arbiter\",\"what\":\"penalty\",\"side\":\"white\",\"seconds\":0}",
	  "tell 7 arbiter what=penalty side=white seconds=120" },
	{ "arbiter", { NULL }, ADJOURNED, "tell 7 withdrawn what=adjourned" },
	{ "arbiter", { SEAL }, ADJOURNED, "tell 7 withdrawn what=adjourned" },
	{ "arbiter",
	  { ADJOURNED },
	  REOPEN,
	  "tell 7 arbiter what=adjourned resume='at 10' place='Bob'\\''s hall'" },
	{ "arbiter", { SEAL }, REOPEN, "tell 7 arbiter what=seal" },
	{ "arbiter", { NULL }, SEAL, "tell 7 arbiter what=reopen" },
	{ "arbiter",
	  { NULL },
	  "{\"op\":\"arbiter\",\"what\":\"pause\"}",
	  "tell 7 withdrawn what=pause" },
	{ "arbiter",
	  { NULL },
	  "{\"op\":\"arbiter\",\"what\":\"absent\",\"side\":\"black\"}",
	  "tell 7 withdrawn what=absent side=black" },
	{ "arbiter",
	  { "{\"op\":\"arbiter\",\"what\":\"present\",\"side\":\"black\"}" },
	  "{\"op\":\"arbiter\",\"what\":\"absent\",\"side\":\"black\"}",
	  "tell 7 arbiter what=present side=black" },
	{ "claim", { NULL }, BAD_CLAIM, "tell 7 withdrawn what=claim side=black" },
	{ "colours-reversed",
	  { NULL },
	  "{\"op\":\"colours-reversed\"}",
	  "tell 7 withdrawn what=colours-reversed" },
	{ "device",
	  { NULL },
	  "{\"op\":\"device\",\"side\":\"white\"}",
	  "tell 7 withdrawn what=device side=white" },
	{ "disconnected",
	  { NULL },
	  "{\"op\":\"disconnected\",\"side\":\"white\"}",
	  "tell 7 withdrawn what=disconnected side=white" },
	{ "draw-offer", { NULL }, OFFER, "tell 7 withdrawn what=draw-offer side=white" },
	{ "draw-offer", { OFFER }, OFFER, "tell 7 withdrawn what=draw-offer side=white" },
	{ "penalty",
	  { NULL },
	  "{\"op\":\"penalty\",\"side\":\"white\",\"kind\":\"own-time\",\"seconds\":60}",
	  "tell 7 withdrawn what=penalty side=white" },
	{ "penalty",
	  { PENALTY },
	  "{\"op\":\"penalty\",\"side\":\"black\",\"kind\":\"opp-time\",\"seconds\":60}",
	  "tell 7 withdrawn what=penalty side=black" },
	{ "reconnected",
	  { "{\"op\":\"disconnected\",\"side\":\"white\"}" },
	  "{\"op\":\"reconnected\",\"side\":\"white\"}",
	  "tell 7 withdrawn what=reconnected side=white" },
	{ "result",
	  { NULL },
	  "{\"op\":\"result\",\"result\":\"1-0\",\"termination\":\"time forfeit\"}",
	  "tell 7 result result=*" },
	{ "result",
	  { "{\"op\":\"result\",\"result\":\"1-0\",\"termination\":\"time forfeit\"}" },
	  "{\"op\":\"result\",\"result\":\"0-1\"}",
	  "tell 7 result result=1-0 termination='time forfeit'" },
	{ "score",
	  { NULL },
	  "{\"op\":\"score\",\"white\":\"1\",\"black\":\"0\"}",
	  "tell 7 withdrawn what=score" },
	{ "sealed",
	  { ADJOURNED, REOPEN },
	  "{\"op\":\"sealed\",\"move\":\"Nc6\"}",
	  "tell 7 withdrawn what=sealed" },
	{ "session",
	  { NULL },
	  "{\"op\":\"session\",\"start\":\"15:15\"}",
	  "tell 7 session start=file end=file" },
	{ "session",
	  { "{\"op\":\"session\",\"start\":\"15:15\",\"end\":\"none\"}" },
	  "{\"op\":\"session\",\"end\":\"19:00\"}",
	  "tell 7 session start=15:15 end=none" },
	{ "sheet-request",
	  { NULL },
	  "{\"op\":\"sheet-request\",\"side\":\"white\"}",
	  "tell 7 withdrawn what=sheet-request side=white" },
	{ "two-boards",
	  { NULL },
	  "{\"op\":\"two-boards\",\"fen\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w "
	  "KQkq - 0 1\"}",
	  "tell 7 withdrawn what=two-boards" },
	{ "virtual",
	  { NULL },
	  VIRTUAL,
	  "tell 7 virtual fen='rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1'" },
	{ "withdrawn", { OFFER }, WITHDRAWN, "tell 7 draw-offer side='white'" },
};

START_TEST(a_word_and_its_undo_leave_all_as_it_was)
{
	char before[8192], after[8192], *undo;
	json_t *owed = json_array();
	enum alert_outcome was;
	int32_t owed_s[2];

	say(POSITION);
	say(MOVES);
	for (int i = 0; i < 2 && words[_i].before[i]; i++)
		say(words[_i].before[i]);
	look(before);
	was = table_outcome(table, 1);
	owed_s[WHITE] = table_owed(table, WHITE);
	owed_s[BLACK] = table_owed(table, BLACK);
	undo = undo_of(words[_i].json);
	ck_assert_str_eq(undo, words[_i].undo);
	say(words[_i].json);
	tell_undo_owed(table, 7, owed_s, owed);
	say_line(undo);
	for (size_t i = 0; i < json_array_size(owed); i++)
		say_line(json_string_value(json_array_get(owed, i)));
	look(after);
	ck_assert_str_eq(after, before);
	if (strcmp(words[_i].word, "alert") == 0 && words[_i].before[1])
		ck_assert_int_eq(table_outcome(table, 1), was);
	json_decref(owed);
	free(undo);
}
END_TEST

/* What was withdrawn cannot be withdrawn again: it left nothing. */
START_TEST(what_was_not_said_cannot_be_withdrawn)
{
	static const char *const whats[] = { "absent",       "adjourned",        "announced",
		                             "claim",        "colours-reversed", "device",
		                             "disconnected", "draw-offer",       "pause",
		                             "quickplay",    "reconnected",      "sealed",
		                             "sheet-request" };
	char json[128], error[256];

	say(POSITION);
	say(MOVES);
	for (size_t i = 0; i < sizeof(whats) / sizeof(whats[0]); i++) {
		snprintf(json, sizeof(json),
		         "{\"op\":\"withdrawn\",\"what\":\"%s\",\"side\":\"white\"}", whats[i]);
		ck_assert_msg(table_host(table, ++t_us, json, error, sizeof(error)) == -EINVAL,
		              "%s", json);
	}
	say(OFFER);
	say(WITHDRAWN);
	ck_assert_int_eq(table_host(table, ++t_us, WITHDRAWN, error, sizeof(error)), -EINVAL);
	ck_assert_int_eq(table_host(table, ++t_us, "{\"op\":\"withdrawn\",\"what\":\"tea\"}", error,
	                            sizeof(error)),
	                 -EBADMSG);
}
END_TEST

/* An announced move that was said in error raises no alert when another is made: it would be the first. */
START_TEST(an_announced_move_that_is_withdrawn_is_forgotten)
{
	char error[256];

	say(POSITION);
	say(MOVES);
	say("{\"op\":\"announced\",\"side\":\"black\",\"move\":\"Nc6\"}");
	if (_i == 1)
		say("{\"op\":\"withdrawn\",\"what\":\"announced\",\"side\":\"black\"}");
	say("{\"op\":\"correct\",\"do\":\"insert\",\"ply\":4,\"move\":\"Nf6 Bb5\"}");
	t_us += 10000000;
	table_advance(table, t_us);
	ck_assert_int_eq(table_host(table, ++t_us, CONFIRM, error, sizeof(error)),
	                 _i == 1 ? -EINVAL : 0);
}
END_TEST

/* Time that an alert's confirmation gave is not owed any more when that was an error. */
START_TEST(time_given_is_taken_back)
{
	const int32_t nothing[2] = { 0, 0 };
	json_t *undo = json_array();

	say(POSITION);
	say(MOVES);
	say(BAD_CLAIM);
	say(CONFIRM);
	ck_assert_int_eq(table_owed(table, WHITE), 120);
	tell_undo_owed(table, 7, nothing, undo);
	ck_assert_str_eq(json_string_value(json_array_get(undo, 0)),
	                 "tell 7 arbiter what=penalty side=white seconds=0");
	json_decref(undo);
}
END_TEST

static const struct {
	const char *deed, *before, *undo;
} orders[] = {
	{ "text", NULL, "clock 7 clear" },
	{ "text", "{\"op\":\"clock\",\"do\":\"text\",\"text\":\"it's me\"}",
	  "clock 7 text 'it'\\''s me'" },
	{ "clear", "{\"op\":\"clock\",\"do\":\"text\",\"text\":\"hello\"}",
	  "clock 7 text 'hello'" },
	{ "beep", NULL, NULL },
};

START_TEST(an_order_to_the_clock_has_its_undo)
{
	json_t *order = json_pack("{s:s}", "do", orders[_i].deed), *undo;

	if (orders[_i].before)
		say(orders[_i].before);
	undo = tell_undo_clock(table, 7, order, said);
	ck_assert_uint_eq(json_array_size(undo), orders[_i].undo != NULL);
	if (orders[_i].undo)
		ck_assert_str_eq(json_string_value(json_array_get(undo, 0)), orders[_i].undo);
	json_decref(undo);
	json_decref(order);
}
END_TEST

/* quickplay asks for a clock with less than two minutes on it; corrections have a test of their own. */
START_TEST(every_word_has_an_undo)
{
	static const char *const elsewhere[] = { "correct", "position", "quickplay" };
	const char *word;

	for (size_t i = 0; (word = table_said_word(i)) != NULL; i++) {
		bool walked = false;

		ck_assert_msg(tell_can_undo(word), "'%s' has no undo", word);
		for (size_t k = 0; k < sizeof(words) / sizeof(words[0]); k++)
			walked |= strcmp(words[k].word, word) == 0;
		for (size_t k = 0; k < 3; k++)
			walked |= strcmp(elsewhere[k], word) == 0;
		ck_assert_msg(walked, "nobody undoes '%s' here", word);
	}
}
END_TEST

/* What only looks: everything else that the control socket takes names the word that undoes it. */
START_TEST(every_command_has_an_undo)
{
	static const char *const lookers[] = { "alerts", "announce", "devices", "envelope",
		                               "status", "tables",   "times" };
	const struct control_commands *commands = daemon_words();

	for (size_t i = 0; i < commands->n; i++) {
		const struct control_command *command = &commands->list[i];
		bool looks = false, known = false;

		for (size_t k = 0; k < sizeof(lookers) / sizeof(lookers[0]); k++)
			looks |= strcmp(lookers[k], command->name) == 0;
		for (size_t k = 0; command->undo && k < commands->n; k++)
			known |= strcmp(commands->list[k].name, command->undo) == 0;
		ck_assert_msg(looks ? !command->undo : known, "'%s' has no undo", command->name);
	}
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("undo");
	TCase *tcase = tcase_create("undo");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_loop_test(tcase, a_word_and_its_undo_leave_all_as_it_was, 0,
	                    sizeof(words) / sizeof(words[0]));
	tcase_add_test(tcase, what_was_not_said_cannot_be_withdrawn);
	tcase_add_loop_test(tcase, an_announced_move_that_is_withdrawn_is_forgotten, 0, 2);
	tcase_add_test(tcase, time_given_is_taken_back);
	tcase_add_loop_test(tcase, an_order_to_the_clock_has_its_undo, 0,
	                    sizeof(orders) / sizeof(orders[0]));
	tcase_add_test(tcase, every_word_has_an_undo);
	tcase_add_test(tcase, every_command_has_an_undo);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
