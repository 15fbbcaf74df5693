/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What persons say of a table can be looked at first: the answer is that of doing it, and nothing is done.
 */
#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "daemon/alert_list.h"
#include "daemon/correct.h"
#include "daemon/table.h"
#include "tests/support.h"

#define POSITION                                                                                   \
	"{\"op\":\"position\",\"fen\":\"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 "   \
	"1\"}"
#define MOVES "{\"op\":\"correct\",\"do\":\"insert\",\"ply\":1,\"move\":\"e4 e5 Nf3\"}"

static struct config config;
static struct table *table;
static unsigned int alerts, settled;

static void
on_alert(void *ctx, const struct alert *alert)
{
	(void)ctx;
	(void)alert;
	alerts++;
}

static void
on_settled(void *ctx, uint32_t number, enum alert_outcome outcome, const char *note)
{
	(void)ctx;
	(void)number;
	(void)outcome;
	(void)note;
	settled++;
}

static void
setup(void)
{
	const struct table_listener listener = { .alert = on_alert, .settled = on_settled };

	config_defaults(&config);
	alerts = settled = 0;
	ck_assert_int_eq(table_new(board_driver_find("dgt"), &config, NULL, &listener, &table), 0);
}

static void
teardown(void)
{
	table_free(table);
	config_free(&config);
}

static void
say(const char *json)
{
	char error[256] = "";

	ck_assert_msg(table_host(table, 1000000, json, error, sizeof(error)) == 0, "%s: %s", json,
	              error);
}

/* All that can be seen of the table. */
static void
look(char picture[4096])
{
	struct table_envelope envelope = { .is_closed = false };
	char name[CORRECT_NAME_SIZE];
	struct tracker_view view;
	const char *pgn;
	size_t len = 0;

	table_view(table, &view);
	correct_name(table_game(table), view.games, name);
	pgn = table_games(table) > 0 ? table_pgn(table, 0, &len) : "";
	snprintf(picture, 4096, "%s %u %u %d %d %s", name, alerts, settled,
	         table_envelope(table, &envelope), envelope.is_closed, pgn);
}

/* What is said, and whether it can be done in a game after 1. e4 e5 2. Nf3. */
static const struct {
	const char *json;
	int result;
} words[] = {
	{ "{\"op\":\"result\",\"result\":\"1-0\",\"termination\":\"time forfeit\"}", 0 },
	{ "{\"op\":\"result\",\"result\":\"2-0\"}", -EBADMSG },
	{ "{\"op\":\"result\",\"result\":\"1-0\",\"termination\":\"boredom\"}", -EBADMSG },
	{ "{\"op\":\"correct\",\"do\":\"take-back\",\"plies\":1}", 0 },
	{ "{\"op\":\"correct\",\"do\":\"take-back\",\"plies\":4}", -EINVAL },
	{ "{\"op\":\"position\",\"fen\":\"8/8/8/8/8/5k2/8/4K2R w - -\"}", 0 },
	{ "{\"op\":\"position\",\"fen\":\"8/8/8/8/8/8/8/8 w - -\"}", -EBADMSG },
	{ "{\"op\":\"claim\",\"side\":\"black\",\"move\":\"Nc6\"}", 0 },
	{ "{\"op\":\"claim\",\"side\":\"black\",\"move\":\"Ke6\"}", -EBADMSG },
	{ "{\"op\":\"claim\",\"side\":\"green\"}", -EBADMSG },
	{ "{\"op\":\"draw-offer\",\"side\":\"white\"}", 0 },
	{ "{\"op\":\"sheet-request\",\"side\":\"white\"}", 0 },
	{ "{\"op\":\"quickplay\",\"side\":\"black\"}", -EINVAL },
	{ "{\"op\":\"score\",\"white\":\"1/2\",\"black\":\"1/2\"}", 0 },
	{ "{\"op\":\"score\",\"white\":\"7\",\"black\":\"0\"}", -EBADMSG },
	{ "{\"op\":\"colours-reversed\"}", 0 },
	{ "{\"op\":\"session\",\"start\":\"15:15\"}", 0 },
	{ "{\"op\":\"session\",\"start\":\"25:15\"}", -EBADMSG },
	{ "{\"op\":\"alert\",\"number\":9,\"outcome\":\"confirmed\"}", -EINVAL },
	{ "{\"op\":\"arbiter\",\"what\":\"seal\"}", 0 },
	{ "{\"op\":\"arbiter\",\"what\":\"adjourned\",\"place\":\"Hall\"}", 0 },
	{ "{\"op\":\"arbiter\",\"what\":\"reopen\"}", -EINVAL },
	{ "{\"op\":\"arbiter\",\"what\":\"penalty\",\"side\":\"white\",\"seconds\":120}", 0 },
	{ "{\"op\":\"arbiter\",\"what\":\"penalty\",\"side\":\"white\"}", -EBADMSG },
	{ "{\"op\":\"sealed\",\"move\":\"Nc6\"}", -EINVAL },
	{ "{\"op\":\"device\",\"side\":\"black\"}", 0 },
	{ "{\"op\":\"device\"}", -EBADMSG },
	{ "{\"op\":\"reconnected\",\"side\":\"black\"}", -EINVAL },
	{ "{\"op\":\"penalty\",\"side\":\"black\",\"kind\":\"warning\"}", 0 },
	{ "{\"op\":\"penalty\",\"side\":\"black\",\"kind\":\"opp-time\",\"seconds\":60}", 0 },
	{ "{\"op\":\"penalty\",\"side\":\"black\",\"kind\":\"own-time\"}", -EBADMSG },
	{ "{\"op\":\"penalty\",\"side\":\"black\",\"kind\":\"warning\",\"seconds\":60}", -EBADMSG },
	{ "{\"op\":\"penalty\",\"side\":\"black\",\"kind\":\"beating\"}", -EBADMSG },
	{ "{\"op\":\"dance\"}", -EBADMSG },
};

START_TEST(looking_does_nothing_and_says_what_doing_will)
{
	char before[4096], after[4096], error[256] = "", done[256] = "";

	say(POSITION);
	say(MOVES);
	look(before);
	ck_assert_int_eq(table_check_said(table, 1000000, words[_i].json, error, sizeof(error)),
	                 words[_i].result);
	look(after);
	ck_assert_str_eq(before, after);
	ck_assert_int_eq(table_host(table, 1000000, words[_i].json, done, sizeof(done)),
	                 words[_i].result);
	ck_assert_str_eq(error, done);
	look(after);
	if (words[_i].result < 0)
		ck_assert_str_eq(before, after);
}
END_TEST

START_TEST(before_the_first_game_only_a_position_can_be_set)
{
	static const char *const refused[] = {
		MOVES,
		"{\"op\":\"position\",\"fen\":\"8/8/8/8/8/5k2/8/4R2R w - -\"}",
		"{\"op\":\"arbiter\",\"what\":\"seal\"}",
	};
	char error[256];

	for (size_t i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
		ck_assert_int_lt(table_check_said(table, 1, refused[i], error, sizeof(error)), 0);
		ck_assert_int_lt(table_host(table, 1, refused[i], error, sizeof(error)), 0);
	}
	ck_assert_int_eq(table_check_said(table, 1, POSITION, error, sizeof(error)), 0);
	ck_assert_ptr_null(table_game(table));
	say(POSITION);
	ck_assert_ptr_nonnull(table_game(table));
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("said");
	TCase *tcase = tcase_create("said");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_loop_test(tcase, looking_does_nothing_and_says_what_doing_will, 0,
	                    sizeof(words) / sizeof(words[0]));
	tcase_add_test(tcase, before_the_first_game_only_a_position_can_be_set);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
