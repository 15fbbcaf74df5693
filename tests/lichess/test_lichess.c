/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What goes to a broadcast, when, and what is made of its answers.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/config.h"
#include "daemon/delay.h"
#include "daemon/lichess/answer.h"
#include "daemon/lichess/pace.h"
#include "daemon/lichess/relay_pgn.h"
#include "daemon/lichess/relay_round.h"
#include "daemon/lichess/token.h"
#include "daemon/time_now.h"
#include "tests/support.h"

#define SECOND UINT64_C(1000000)
#define TAGS   "[Event \"A\"]\n[White \"Alpha, A\"]\n[Black \"Beta, B\"]\n"

/* --- games ------------------------------------------------------------------------------------- */

static struct relay_pgn *relay;

static void
setup(void)
{
	relay = relay_pgn_new();
	ck_assert_ptr_nonnull(relay);
}

static void
teardown(void)
{
	relay_pgn_free(relay);
}

static const char *
game_of(const char *pgn, bool *ret_over)
{
	size_t len;
	static const struct relay_clocks clocks = { "1:29:41", "" };
	const char *text = relay_pgn_game(relay, pgn, strlen(pgn), &clocks, &len, ret_over);

	ck_assert(!text || strlen(text) == len);
	return text;
}

static void
assert_holds(const char *text, const char *part)
{
	ck_assert_msg(text && strstr(text, part), "no '%s' in:\n%s", part, text ? text : "(null)");
}

START_TEST(relay_takes_the_last_game)
{
	bool over;
	const char *text = game_of(TAGS "\n1. e4 1-0\n\n" TAGS "\n1. d4 d5 *\n\n", &over);

	assert_holds(text, "1. d4 d5 *");
	ck_assert_ptr_null(strstr(text, "e4"));
	ck_assert(!over);
}
END_TEST

START_TEST(relay_cuts_where_play_went_on_from_elsewhere)
{
	static const char broken[] =
		TAGS "[Result \"*\"]\n\n1. e4 e5 2. Nf3 *\n\n" TAGS
		     "[Result \"0-1\"]\n[Continuation \"1\"]\n[SetUp \"1\"]\n[FEN "
		     "\"rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 "
		     "3\"]\n\n3. Bc4 0-1\n\n";
	bool over;
	const char *text = game_of(broken, &over);

	assert_holds(text, "1. e4 e5 2. Nf3 0-1");
	assert_holds(text, "[Result \"0-1\"]");
	ck_assert_ptr_null(strstr(text, "Bc4"));
	ck_assert_ptr_null(strstr(text, "Continuation"));
	ck_assert_ptr_null(strstr(text, "FEN"));
	ck_assert(over);
}
END_TEST

static const struct {
	const char *stated, *sent; /* NULL: left out */
} controls[] = {
	{ "5400+30", "5400+30" },
	{ "180+2", "3+2" },
	{ "60", "1+0" },
	{ "45+10", NULL },
	{ "300", "300+0" },
	{ "40/5400+30:1800+30", NULL },
	{ "?", NULL },
	{ "-", NULL },
};

START_TEST(relay_writes_time_controls_as_they_are_read)
{
	char pgn[300], want[64];
	bool over;
	const char *text;

	snprintf(pgn, sizeof(pgn), TAGS "[TimeControl \"%s\"]\n\n1. e4 *\n\n", controls[_i].stated);
	text = game_of(pgn, &over);
	snprintf(want, sizeof(want), "[TimeControl \"%s\"]\n",
	         controls[_i].sent ? controls[_i].sent : "");
	if (controls[_i].sent)
		assert_holds(text, want);
	else
		ck_assert_ptr_null(strstr(text, "TimeControl"));
}
END_TEST

START_TEST(relay_leaves_out_who_has_no_name)
{
	bool over;

	ck_assert_ptr_null(game_of("[White \"?\"]\n[Black \"Beta, B\"]\n\n1. e4 *\n\n", &over));
	ck_assert_ptr_null(game_of("[White \"Alpha, A\"]\n[Black \"Bye\"]\n\n*\n\n", &over));
	ck_assert_ptr_null(game_of("[White \"Alpha, A\"]\n\n1. e4 *\n\n", &over));
	ck_assert_ptr_null(game_of("", &over));
}
END_TEST

/* What the last moves do not say, while the game is on. */
START_TEST(relay_has_the_clocks_of_now)
{
	bool over;

	assert_holds(game_of(TAGS "\n1. e4 *\n\n", &over), "[WhiteClock \"1:29:41\"]\n\n1. e4 *");
	ck_assert_ptr_null(strstr(game_of(TAGS "\n1. e4 *\n\n", &over), "BlackClock"));
	ck_assert_ptr_null(strstr(game_of(TAGS "\n1. e4 1-0\n\n", &over), "Clock"));
}
END_TEST

/* --- the round --------------------------------------------------------------------------------- */

/* What table `index` has published. */
static void
put_game(struct delay *delay, size_t index, const char *pgn)
{
	json_t *live = json_pack("{s:i, s:s, s:s, s:{s:i, s:n, s:b, s:s, s:I}}", "table",
	                         (int)index, "white", "", "black", "", "clock", "white", 5400,
	                         "black", "running", 1, "turn", "white", "read_unix_ms",
	                         (json_int_t)(time_unix_us() / 1000) - 90000);
	size_t end = strlen(pgn);
	const struct delay_public public = {
		.live = live, .pgn = pgn, .ends = &end, .n_games = end > 0
	};

	ck_assert_int_eq(delay_put(delay, index, &public, 0), 0);
	json_decref(live);
}

START_TEST(round_has_the_games_in_the_order_of_their_tables)
{
	struct config_table tables[] = {
		{ .number = 9, .white = "Gamma, C", .black = "Delta, D" },
		{ .number = 2 },
		{ .number = 5 },
		{ .number = 4, .white = "Eta, E", .black = "bye" },
		{ .number = 3, .white = "Zeta, F", .black = "Theta, G" },
	};
	struct config config = { .event = { .name = "A", .round = "7" },
		                 .time_control = "180+2",
		                 .tables = tables,
		                 .n_tables = 5 };
	char first[80];
	struct delay *delay;
	struct relay_round *round;
	size_t len;
	char *text;

	ck_assert_int_eq(delay_new(5, &delay), 0);
	round = relay_round_new(&config, delay_view(delay, 0));
	ck_assert_ptr_nonnull(round);
	/* Who is to play is sent before he does, so that boards are in their order. */
	text = relay_round_make(round, &len);
	ck_assert_ptr_eq(strstr(text, "[Round \"7.3\"]\n[White \"Zeta, F\"]"),
	                 strstr(text, "[Round"));
	assert_holds(text, "[Board \"3\"]");
	assert_holds(text, "[TimeControl \"3+2\"]");
	assert_holds(strstr(text, "]\n\n*\n\n["), "[White \"Gamma, C\"]");
	snprintf(first, sizeof(first), "%.70s", strstr(text, "[GameId"));
	*strchr(first, '\n') = '\0';
	ck_assert_ptr_null(strstr(text, "Eta, E"));
	ck_assert(!relay_round_is_running(round));
	free(text);
	/* Only the board will tell. */
	snprintf(tables[4].start.chess960, sizeof(tables[4].start.chess960), "auto");
	text = relay_round_make(round, &len);
	ck_assert_ptr_null(strstr(text, "Zeta"));
	free(text);
	memset(&tables[4].start, 0, sizeof(tables[4].start));
	put_game(delay, 0, TAGS "\n1. d4 *\n\n");
	put_game(delay, 1, TAGS "[TimeControl \"180+2\"]\n\n1. e4 1-0\n\n");
	put_game(delay, 2, "[White \"?\"]\n\n1. c4 *\n\n");
	text = relay_round_make(round, &len);
	ck_assert_uint_eq(strlen(text), len);
	assert_holds(text, "[TimeControl \"3+2\"]");
	assert_holds(text, "[WhiteClock \"1:28:"); /* it was 1:30:00 a minute and a half ago */
	assert_holds(strstr(strstr(text, "1. e4 1-0\n\n["), first), "1. d4 *\n\n");
	ck_assert_ptr_null(strstr(text, "c4"));
	ck_assert(relay_round_is_running(round));
	free(text);
	relay_round_free(round);
	delay_free(delay);
}
END_TEST

/* --- pace -------------------------------------------------------------------------------------- */

START_TEST(pace_coalesces_and_never_sends_twice_at_once)
{
	struct pace pace;

	pace_init(&pace);
	ck_assert(!pace_begin(&pace, 100 * SECOND));
	pace_changed(&pace, true, 100 * SECOND);
	pace_changed(&pace, true, 100 * SECOND + SECOND / 2);
	ck_assert(!pace_begin(&pace, 100 * SECOND + SECOND / 2));
	ck_assert(pace_begin(&pace, 101 * SECOND));
	pace_changed(&pace, true, 102 * SECOND);
	ck_assert(!pace_begin(&pace, 110 * SECOND));
	pace_end(&pace, PACE_TAKEN, 110 * SECOND);
	ck_assert(pace_begin(&pace, 111 * SECOND));
	pace_end(&pace, PACE_TAKEN, 112 * SECOND);
	/* Nothing new: once a minute while games run. */
	ck_assert(!pace_begin(&pace, 171 * SECOND));
	ck_assert(pace_begin(&pace, 172 * SECOND));
	pace.running = false;
	pace_end(&pace, PACE_TAKEN, 173 * SECOND);
	ck_assert_uint_eq(pace.due_us, UINT64_MAX);
}
END_TEST

START_TEST(pace_backs_off_while_it_fails)
{
	static const unsigned int waits[] = { 2, 4, 8, 16, 32, 60, 60, 60 };
	uint64_t now = 100 * SECOND;
	struct pace pace;

	pace_init(&pace);
	pace_changed(&pace, true, now - SECOND);
	for (size_t i = 0; i < sizeof(waits) / sizeof(waits[0]); i++) {
		ck_assert(pace_begin(&pace, now));
		pace_end(&pace, PACE_FAILED, now);
		pace_changed(&pace, true, now); /* does not make it sooner */
		ck_assert(!pace_begin(&pace, now + waits[i] * SECOND - 1));
		now += waits[i] * SECOND;
	}
	ck_assert(pace_begin(&pace, now));
	pace_end(&pace, PACE_REFUSED, now);
	ck_assert(!pace_begin(&pace, now + PACE_REFUSED_US - 1));
	ck_assert(pace_begin(&pace, now + PACE_REFUSED_US));
	pace_end(&pace, PACE_TAKEN, now + PACE_REFUSED_US);
	pace_changed(&pace, true, now + PACE_REFUSED_US);
	ck_assert(pace_begin(&pace, now + PACE_REFUSED_US + PACE_COALESCE_US));
}
END_TEST

/* --- answers ------------------------------------------------------------------------------------ */

static const struct {
	long status;
	const char *body;
	enum pace_outcome outcome;
	const char *text; /* part of it */
	size_t refused;
} answers[] = {
	{ 200, "{\"games\":[{\"tags\":{},\"moves\":3}]}", PACE_TAKEN, "", 0 },
	{ 200, "{\"games\":[{\"tags\":{\"White\":\"A\"},\"error\":\"no\"},{\"tags\":{}}]}",
	  PACE_TAKEN, "refuses 1 of 2", 1 },
	{ 200, "{\"games\":3}", PACE_FAILED, "cannot be read", 0 },
	{ 200, "<html>", PACE_FAILED, "cannot be read", 0 },
	{ 200, "", PACE_FAILED, "cannot be read", 0 },
	{ 400, "{\"error\":\"\\u001b[31mbad\"}", PACE_REFUSED, "?[31mbad", 0 },
	{ 401, "{}", PACE_REFUSED, "token", 0 },
	{ 403, "nothing", PACE_REFUSED, "contributor", 0 },
	{ 404, "{\"error\":\"No such round\"}", PACE_REFUSED, "No such round", 0 },
	{ 429, "", PACE_REFUSED, "too often", 0 },
	{ 502, "<html>", PACE_FAILED, "trouble of its own", 0 },
	{ 0, "Connection refused", PACE_FAILED, "cannot be reached: Connection refused", 0 },
};

START_TEST(answer_is_understood)
{
	struct answer answer;

	answer_read(answers[_i].status, answers[_i].body, strlen(answers[_i].body), &answer);
	ck_assert_int_eq(answer.outcome, answers[_i].outcome);
	assert_holds(answer.text, answers[_i].text);
	ck_assert_uint_eq(json_array_size(answer.refused), answers[_i].refused);
	json_decref(answer.refused);
}
END_TEST

/* --- tokens ------------------------------------------------------------------------------------- */

static const struct {
	const char *text;
	unsigned int mode;
	const char *cause; /* NULL: it is taken */
} tokens[] = {
	{ "lip_abc-_.~+/=9\n", 0600, NULL },
	{ "  lip_abc  ", 0400, NULL },
	{ "lip_abc", 0640, "others may read it too; chmod 600" },
	{ "lip_abc", 0604, "others may read it too" },
	{ "", 0600, "holds no token" },
	{ "lip abc", 0600, "holds no token" },
	{ "lip\r\nHost: example", 0600, "holds no token" },
};

START_TEST(token_is_read_and_kept_to_itself)
{
	char path[] = "/tmp/test_lichess_XXXXXX", token[TOKEN_SIZE], error[400] = "";
	int fd = mkstemp(path), result;

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(write(fd, tokens[_i].text, strlen(tokens[_i].text)),
	                 (int)strlen(tokens[_i].text));
	fchmod(fd, tokens[_i].mode);
	close(fd);
	result = token_read(path, token, error, sizeof(error));
	unlink(path);
	if (tokens[_i].cause) {
		ck_assert_int_lt(result, 0);
		assert_holds(error, tokens[_i].cause);
		assert_holds(error, path);
	} else {
		ck_assert_int_eq(result, 0);
		ck_assert_int_eq(strncmp(token, "lip_abc", 7), 0);
		ck_assert_ptr_null(strpbrk(token, " \r\n"));
	}
}
END_TEST

START_TEST(token_that_is_not_there_is_named)
{
	char token[TOKEN_SIZE], error[400];

	ck_assert_int_lt(token_read("/nowhere/token", token, error, sizeof(error)), 0);
	assert_holds(error, "/nowhere/token: cannot be opened");
}
END_TEST

#define N(array) (int)(sizeof(array) / sizeof((array)[0]))

int
main(void)
{
	Suite *suite = suite_create("lichess");
	TCase *tcase = tcase_create("lichess");

	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, relay_takes_the_last_game);
	tcase_add_test(tcase, relay_cuts_where_play_went_on_from_elsewhere);
	tcase_add_loop_test(tcase, relay_writes_time_controls_as_they_are_read, 0, N(controls));
	tcase_add_test(tcase, relay_leaves_out_who_has_no_name);
	tcase_add_test(tcase, relay_has_the_clocks_of_now);
	tcase_add_test(tcase, round_has_the_games_in_the_order_of_their_tables);
	tcase_add_test(tcase, pace_coalesces_and_never_sends_twice_at_once);
	tcase_add_test(tcase, pace_backs_off_while_it_fails);
	tcase_add_loop_test(tcase, answer_is_understood, 0, N(answers));
	tcase_add_loop_test(tcase, token_is_read_and_kept_to_itself, 0, N(tokens));
	tcase_add_test(tcase, token_that_is_not_there_is_named);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
