/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The event at the local API: what a program finds that asks for tournament, rounds and games in turn.
 */
#include "daemon/livechess/tournament.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/config.h"
#include "daemon/delay.h"
#include "tests/support.h"

#define ID      "00000000-1111-4222-8333-444455556666"
#define PAIRING "00000000-1111-4222-8333-"
#define PLAYER(lname, fideid)                                                                      \
	"{\"fname\":null,\"mname\":null,\"lname\":\"" lname                                        \
	"\",\"title\":null,\"federation\":null,\"gender\":null,\"fideid\":" fideid "}"

static char folder[] = "/tmp/test_tournament_XXXXXX";
static struct config config;
static struct delay *delay;
static struct livechess_tournament *tournament;

static void
set(const char *section, const char *key, const char *value)
{
	char error[300] = "";

	ck_assert_msg(config_set(&config, section, key, value, error, sizeof(error)) == 0, "%s",
	              error);
}

static void
put_file(const char *name, const char *text)
{
	static const char *const folders[] = { "", "/games", "/games/open" };
	char path[200];
	FILE *file;

	for (size_t i = 0; i < 3; i++) {
		snprintf(path, sizeof(path), "%s%s", folder, folders[i]);
		mkdir(path, 0777);
	}
	snprintf(path, sizeof(path), "%s/games/open/%s", folder, name);
	file = fopen(path, "w");
	ck_assert_ptr_nonnull(file);
	fputs(text, file);
	fclose(file);
}

static void
publish(size_t index, json_t *live, const char *pgn)
{
	size_t end = strlen(pgn);
	json_t *about = json_pack("{s:s}", "serial", "47588");
	const struct delay_public public = {
		.live = live, .about = about, .pgn = pgn, .ends = &end, .n_games = 1
	};

	ck_assert_int_eq(delay_put(delay, index, &public, 0), 0);
	json_decref(live);
	json_decref(about);
}

static void
setup(void)
{
	strcpy(folder + strlen(folder) - 6, "XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	config_defaults(&config);
	snprintf(config.daemon.state_dir, sizeof(config.daemon.state_dir), "%s", folder);
	set("event", "name", "Open");
	set("event", "site", "Reykjavik ISL");
	set("event", "date", "2026-04-05");
	set("event", "round", "3");
	set("cloud", "id", ID);
	set("table 2", "white", "Steinitz");
	snprintf(config.tables[0].black, sizeof(config.tables[0].black), "Zukertort");
	set("table 1", "white", "Menchik");
	put_file("round-2.pgn",
	         "[Event \"Open\"]\n[Round \"2.1\"]\n[White \"Zukertort\"]\n[Black \"Menchik\"]\n"
	         "[Board \"1\"]\n[WhiteFideId \"12345678\"]\n\n1. e4 {[%clk 1:30:24]} 1... e5 "
	         "1-0\n\n"
	         "[Event \"Open\"]\n[Round \"2.2\"]\n[White \"Steinitz\"]\n[Black \"?\"]\n"
	         "[Board \"2\"]\n\n1. c4 *\n\n"
	         "[Event \"Open\"]\n[Round \"2.2\"]\n[White \"Steinitz\"]\n[Black \"?\"]\n"
	         "[Board \"2\"]\n[Score \"+/-\"]\n\n1. d4 1-0\n\n");
	ck_assert_int_eq(delay_new(2, &delay), 0);
	ck_assert_int_eq(livechess_tournament_new(&config, delay_view(delay, 0), &tournament), 0);
	publish(0,
	        json_pack("{s:i, s:s, s:s, s:[i], s:{s:i, s:i, s:b, s:s, s:i}}", "table", 2,
	                  "white", "", "black", "", "plies", 1, "clock", "white", 5400, "black",
	                  5390, "running", 1, "turn", "black", "read_unix_ms", 77),
	        "[White \"Steinitz\"]\n[Black \"Zukertort\"]\n\n1. d4 {[%clk 1:30:00]} *\n\n");
}

static void
teardown(void)
{
	char command[200];

	livechess_tournament_free(tournament);
	delay_free(delay);
	config_free(&config);
	snprintf(command, sizeof(command), "rm -rf %s", folder);
	ck_assert_int_eq(system(command), 0);
}

static const char *
serial_of(const void *ctx, uint32_t table)
{
	(void)ctx;
	return table == 2 ? "47588" : "";
}

static const struct {
	const char *resource;
	const char *text; /* NULL: it is not there */
} resources[] = {
	{ "tournaments", "[{\"uuid\":\"" ID "\",\"description\":\"Open\",\"rounds\":3}]" },
	{ "tournament/" ID,
	  "{\"uuid\":\"" ID "\",\"name\":\"Open\",\"description\":\"Open\",\"location\":"
	  "\"Reykjavik ISL\",\"country\":null,\"rounds\":3,\"eboards\":[\"\",\"47588\"]}" },
	{ "round/" ID "/0", "{\"nr\":1,\"date\":null,\"pairings\":[]}" },
	{ "round/" ID "/1",
	  "{\"nr\":2,\"date\":null,\"pairings\":[{\"nr\":1,\"uuid\":\"" PAIRING
	  "000200000001\",\"white\":" PLAYER("Zukertort", "12345678") ",\"black\":" PLAYER(
		  "Menchik", "null") ",\"live\":false,\"result\":\"WHITEWIN\"},{\"nr\":2,\"uuid\":"
	                             "\"" PAIRING "000200000002\",\"white\":" PLAYER(
					     "Steinitz",
					     "null") ",\"black\":null,\"live\":false,\"result\":"
	                                             "\"WHITEFORFAIT\"}]}" },
	{ "round/" ID "/2",
	  "{\"nr\":3,\"date\":\"2026-04-05\",\"pairings\":[{\"nr\":1,\"uuid\":\"" PAIRING
	  "000300000001\",\"white\":" PLAYER(
		  "Menchik",
		  "null") ",\"black\":null,\"live\":false,"
	                  "\"result\":null},{\"nr\":2,"
	                  "\"uuid\":\"" PAIRING "000300000002\",\"white\":" PLAYER(
				  "Steinitz",
				  "null") ",\"black\":" PLAYER("Zukertort",
	                                                       "null") ",\"live\":true,\"result\":"
	                                                               "null}]}" },
	{ "game/" PAIRING "000200000001", "{\"chess960\":518,\"result\":\"WHITEWIN\",\"comment\":"
	                                  "null,\"clock\":null,\"moves\":[\"e4 5424\",\"e5\"]}" },
	{ "game/" PAIRING "000200000002",
	  "{\"chess960\":518,\"result\":\"WHITEFORFAIT\",\"comment\":null,\"clock\":null,"
	  "\"moves\":[\"d4\"]}" },
	{ "game/" PAIRING "000300000001",
	  "{\"chess960\":518,\"result\":null,\"comment\":null,\"clock\":null,\"moves\":[]}" },
	{ "game/" PAIRING "000300000002",
	  "{\"chess960\":518,\"result\":null,\"comment\":null,\"clock\":{\"white\":5400,\"black\":"
	  "5390,\"run\":false,\"time\":77},\"moves\":[\"d4 5400\"]}" },
	{ "tournaments/", NULL },
	{ "tournament/", NULL },
	{ "tournament/" ID "/", NULL },
	{ "tournament/11111111-1111-4222-8333-444455556666", NULL },
	{ "round/" ID, NULL },
	{ "round/" ID "/", NULL },
	{ "round/" ID "/3", NULL },
	{ "round/" ID "/-1", NULL },
	{ "round/" ID "/4294967295", NULL },
	{ "round/" ID "/1/", NULL },
	{ "game/" ID, NULL },
	{ "game/" PAIRING "000300000003", NULL },
	{ "game/" PAIRING "000000000001", NULL },
	{ "game/" PAIRING "0002000000010", NULL },
	{ "game/" PAIRING "00020000000g", NULL },
	{ "game/", NULL },
	{ "", NULL },
};

START_TEST(resource_is_what_it_should_be)
{
	json_t *json =
		livechess_tournament_get(tournament, resources[_i].resource, serial_of, NULL);
	char *text = json ? json_dumps(json, JSON_COMPACT) : NULL;

	ck_assert_msg(!text == !resources[_i].text, "%s: %s", resources[_i].resource,
	              text ? text : "is not there");
	if (text)
		ck_assert_str_eq(text, resources[_i].text);
	free(text);
	json_decref(json);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("livechess_tournament");
	TCase *tcase = tcase_create("livechess_tournament");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_loop_test(tcase, resource_is_what_it_should_be, 0,
	                    sizeof(resources) / sizeof(resources[0]));
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
