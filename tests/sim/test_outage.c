/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A board alone on its cable, and the cable out for minutes in mid-game: the board's own log fills the
 * gap. In virtual time, with the daemon's table behind it.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "core/pgn/pgn.h"
#include "daemon/table.h"
#include "drivers/sim/sim_table.h"
#include "tests/support.h"

#define SECOND   UINT64_C(1000000)
#define N(array) (sizeof(array) / sizeof((array)[0]))

static struct {
	struct sim_table board;
	struct table *table;
	struct config config;
	struct game game;
	struct game_ply *plies;
	uint8_t queue[32768];
	size_t n_queue;
	uint64_t now_us;
	uint32_t n_played;
	bool plugged;
	bool keeps;  /* unplugged: the line keeps what comes, and hands it over when it is opened */
	bool no_log; /* the board is too old to have one */
	unsigned int logs_asked, logs_noisy;
	unsigned int n_incomplete;
	uint64_t incomplete_since_us;
} desk;

static void
say(const uint8_t *bytes, size_t len)
{
	ck_assert_uint_le(desk.n_queue + len, sizeof(desk.queue));
	memcpy(desk.queue + desk.n_queue, bytes, len);
	desk.n_queue += len;
}

/* Something else gets onto the line, of which nothing begins a message. */
static void
say_noise(void)
{
	uint8_t noise[40];

	for (size_t i = 0; i < N(noise); i++)
		noise[i] = (i * 73 + 5) & 0x7f;
	say(noise, N(noise));
}

static void
on_bytes(void *ctx, uint64_t t_us, const uint8_t *bytes, size_t len)
{
	(void)ctx;
	(void)t_us;
	if (!desk.plugged && !desk.keeps)
		return;
	say(bytes, len);
	if (bytes[0] != DGT_EE_MOVES || desk.logs_noisy == 0)
		return;
	desk.logs_noisy--;
	say_noise();
}

static void
on_ply(void *ctx, const struct sim_ply *ply)
{
	(void)ctx;
	desk.n_played = ply->index + 1;
}

static int
on_send(void *ctx, const uint8_t *bytes, size_t len)
{
	(void)ctx;
	bool is_log = len == 1 && bytes[0] == DGT_SEND_EE_MOVES;

	desk.logs_asked += is_log;
	if (desk.plugged && !(is_log && desk.no_log))
		sim_table_receive(&desk.board, bytes, len, desk.now_us);
	return 0;
}

static void
on_alert(void *ctx, const struct alert *alert)
{
	(void)ctx;
	if (alert->id != ALERT_BOARD_LOG_INCOMPLETE)
		return;
	desk.n_incomplete++;
	desk.incomplete_since_us = alert->since_us;
}

static void
host(const char *json)
{
	char error[200];

	ck_assert_int_eq(table_host(desk.table, desk.now_us, json, error, sizeof(error)), 0);
}

static void
plug(void)
{
	desk.plugged = true;
	host("{\"op\":\"plugged\"}");
}

static void
unplug(void)
{
	desk.plugged = false;
	desk.keeps = false;
	desk.n_queue = 0;
	host("{\"op\":\"unplugged\"}");
}

static void
run(uint64_t us)
{
	uint64_t end_us = desk.now_us + us;

	while (desk.now_us < end_us) {
		uint64_t due_us = sim_table_advance(&desk.board, desk.now_us);
		uint64_t table_us = table_advance(desk.table, desk.now_us);

		if (table_us < due_us)
			due_us = table_us;
		if (due_us <= desk.now_us)
			due_us = desk.now_us + 1;
		desk.now_us = due_us < end_us ? due_us : end_us;
		sim_table_advance(&desk.board, desk.now_us);
		if (desk.n_queue == 0 || !desk.plugged)
			continue;
		table_from_board(desk.table, desk.now_us, desk.queue, desk.n_queue);
		desk.n_queue = 0;
	}
}

static void
begin_at_pace(uint32_t pace, const char *profile, bool delays, uint64_t seed)
{
	const struct sim_hand_setup hand = { .profile = sim_profile_find(profile),
		                             .seed = seed,
		                             .pace = pace * SIM_HAND_PACE_ONE,
		                             .kings = SIM_KINGS_OFF };
	const struct sim_table_listener listener = { .bytes = on_bytes, .ply = on_ply };
	const struct table_listener table = { .send = on_send, .alert = on_alert };
	struct sim_board_setup board;
	struct pgn_reader reader;
	struct pgn_error error;
	static struct pgn_game pgn;
	size_t len;
	char *text = test_read_file(test_source_path("drivers/sim/games/evergreen-1852.pgn"), &len);

	memset(&desk, 0, sizeof(desk));
	ck_assert_ptr_nonnull(text);
	desk.plies = calloc(1024, sizeof(*desk.plies));
	pgn.game.plies = desk.plies;
	pgn.game.capacity = 1024;
	pgn_reader_init(&reader, text, len);
	ck_assert_int_eq(pgn_next(&reader, &pgn, &error), PGN_GAME);
	free(text);
	desk.game = pgn.game;
	config_defaults(&desk.config);
	ck_assert_int_eq(
		table_new(board_driver_find("dgt"), &desk.config, NULL, &table, &desk.table), 0);
	sim_table_board(hand.profile, seed, &board);
	board.delay_tags = delays;
	sim_table_init(&desk.board, &board, &hand, &listener, 0);
	plug();
	run(10 * SECOND);
	sim_table_play(&desk.board, &desk.game, 5400, 30, desk.now_us);
}

static void
begin(const char *profile, bool delays, uint64_t seed)
{
	begin_at_pace(20, profile, delays, seed);
}

static void
end(void)
{
	table_free(desk.table);
	config_free(&desk.config);
	free(desk.plies);
}

static void
finish(void)
{
	while (!sim_table_is_idle(&desk.board))
		run(SECOND);
	run(30 * SECOND);
}

static void
is_right(void)
{
	const struct game *got = table_game(desk.table);

	ck_assert_ptr_nonnull(got);
	ck_assert_uint_eq(got->n_breaks, 0);
	for (uint32_t i = 0; i < got->n_plies && i < desk.game.n_plies; i++)
		ck_assert_msg(got->plies[i].move == desk.game.plies[i].move, "ply %u is wrong", i);
	ck_assert_uint_eq(got->n_plies, desk.game.n_plies);
	ck_assert_uint_eq(desk.n_incomplete, 0);
}

static const struct {
	const char *profile;
	bool delays;
	uint64_t at_s, for_s;
} outages[] = {
	{ "clean", false, 25, 60 },  { "human", false, 25, 120 }, { "human", true, 25, 120 },
	{ "human", false, 12, 90 },  { "human", true, 60, 180 },  { "human", false, 40, 15 },
	{ "human", false, 5, 1200 },
};

START_TEST(log_fills_what_was_missed)
{
	uint32_t before;

	begin(outages[_i].profile, outages[_i].delays, 20 + (uint64_t)_i);
	run(outages[_i].at_s * SECOND);
	before = desk.n_played;
	ck_assert_uint_eq(desk.logs_asked, 0);
	unplug();
	run(outages[_i].for_s * SECOND);
	if (outages[_i].for_s > 10)
		ck_assert_uint_gt(desk.n_played, before + 1);
	plug();
	finish();
	ck_assert_uint_eq(desk.logs_asked, 1);
	ck_assert_uint_gt(table_recovered(desk.table), 0);
	is_right();
	end();
}
END_TEST

/* The cable again and again, at any moment. */
START_TEST(many_outages_lose_nothing)
{
	begin("human", false, 40 + (uint64_t)_i);
	while (!sim_table_is_idle(&desk.board)) {
		run(7 * SECOND + 300000 * (uint64_t)_i);
		unplug();
		run(11 * SECOND);
		plug();
		run(5 * SECOND);
	}
	finish();
	ck_assert_uint_gt(desk.logs_asked, 3);
	is_right();
	end();
}
END_TEST

static const uint32_t paces[] = { 20, 60, 120, 400 };
static const uint64_t gaps_s[] = { 22, 27, 30, 40 };

/* More than can be found out, and no log: from the next ply but one on after the probe, which takes two
 * seconds of such a board, the game is followed again, though the players never pause. Where a line is found in
 * place of what nobody saw, its order is in doubt. */
START_TEST(play_behind_a_long_gap_is_followed)
{
	const struct game *got;
	uint32_t before, at_probe, missed;

	begin_at_pace(paces[_i / (int)N(gaps_s)], "clean", false, 80 + (uint64_t)_i);
	desk.no_log = true;
	run(15 * SECOND);
	unplug();
	run(2 * SECOND);
	before = table_game(desk.table)->n_plies;
	run(gaps_s[_i % (int)N(gaps_s)] * SECOND);
	plug();
	run(2 * SECOND);
	at_probe = desk.n_played;
	finish();
	got = table_game(desk.table);
	missed = desk.game.n_plies - got->n_plies;
	for (uint32_t i = got->n_breaks > 0 ? before : 0; i < got->n_plies; i++)
		ck_assert_msg(got->plies[i].move == desk.game.plies[i + missed].move ||
		                      (got->n_breaks == 0 && i >= before && i <= at_probe &&
		                       got->plies[i].doubtful != 0),
		              "ply %u is wrong", i);
	if (got->n_breaks > 0) {
		ck_assert_uint_eq(got->n_breaks, 1);
		ck_assert_uint_eq(got->breaks[0].ply, before);
		ck_assert_uint_le(missed, at_probe + 2 - before);
	}
	end();
}
END_TEST

/* Nobody reads for a while, and when somebody does the line still holds the last of what was said: that
 * comes before the log, and belongs behind what the log has first. Whoever asked for the position before has ended:
 * that answer, too, is older than the log's end. */
static const struct {
	uint64_t unheard_s, kept_s;
	bool asked;
	uint64_t seed;
} late[] = { { 9, 3, false, 70 }, { 20, 20, true, 100 } };

enum { N_LATE = 4 };

START_TEST(late_bytes_hide_nothing_from_the_log)
{
	const uint8_t ask = DGT_SEND_BRD;
	int which = _i / N_LATE;
	uint64_t number = (uint64_t)_i % N_LATE;

	begin("clean", false, late[which].seed + number);
	while (!sim_table_is_idle(&desk.board)) {
		run(7 * SECOND + 300000 * number);
		unplug();
		run(late[which].unheard_s * SECOND);
		desk.keeps = true;
		if (late[which].asked)
			sim_table_receive(&desk.board, &ask, 1, desk.now_us);
		run(late[which].kept_s * SECOND);
		plug();
		run(5 * SECOND);
	}
	finish();
	is_right();
	end();
}
END_TEST

static void
run_to_ply(uint32_t n)
{
	while (desk.n_played < n && !sim_table_is_idle(&desk.board))
		run(SECOND / 10);
}

static void
run_to_rest(void)
{
	while (!sim_table_is_idle(&desk.board))
		run(SECOND);
	run(5 * SECOND);
}

/* The game of before is played on, the men are set up, and the next begins as it did, all without the cable. */
static const struct {
	uint32_t out_at, first_plies, back_at, plies;
} alike[] = { { 6, 12, 10, 14 }, { 6, 6, 6, 14 }, { 20, 24, 26, 30 } };

START_TEST(games_that_begin_alike_are_two)
{
	begin("clean", false, 120 + (uint64_t)_i);
	desk.game.n_plies = alike[_i].first_plies;
	run_to_ply(alike[_i].out_at);
	unplug();
	run_to_rest();
	sim_table_clear(&desk.board, desk.now_us);
	run_to_rest();
	desk.n_played = 0;
	desk.game.n_plies = alike[_i].plies;
	sim_table_play(&desk.board, &desk.game, 5400, 30, desk.now_us);
	run_to_ply(alike[_i].back_at);
	plug();
	finish();
	ck_assert_uint_eq(table_games(desk.table), 2);
	is_right();
	end();
}
END_TEST

/* A log in which noise lies says of some men what never was, and of the last ones nothing: it is read again. */
START_TEST(noise_in_the_log_costs_nothing)
{
	begin("clean", false, 90 + (uint64_t)_i);
	run(25 * SECOND);
	unplug();
	run(60 * SECOND);
	desk.logs_noisy = (unsigned int)_i;
	plug();
	finish();
	ck_assert_uint_eq(desk.logs_asked, (unsigned int)_i + 1);
	is_right();
	end();
}
END_TEST

/* What is known of the times: plies made meanwhile lie in the gap, in order; with firmware that logs
 * delays, within half a second of when they were made. */
START_TEST(times_of_the_gap_are_kept)
{
	uint64_t from_us, to_us;
	uint32_t first;

	begin("clean", _i == 1, 50);
	run(25 * SECOND);
	first = desk.n_played;
	unplug();
	from_us = desk.now_us;
	run(100 * SECOND);
	to_us = desk.now_us;
	plug();
	run(12 * SECOND);
	ck_assert_uint_gt(table_game(desk.table)->n_plies, first + 4);
	for (uint32_t i = first + 1; i < desk.n_played; i++) {
		const struct game_ply *ply = &table_game(desk.table)->plies[i];

		if (ply->made_us > to_us)
			break;
		ck_assert_uint_ge(ply->made_us, from_us - SECOND);
		ck_assert_uint_ge(ply->made_us, ply[-1].made_us);
		ck_assert_int_ne(ply->clock_s, CLOCK_UNKNOWN);
	}
	end();
}
END_TEST

/* So much happens that what was told last is in the log no more: that is told, and from when. */
START_TEST(log_that_does_not_go_back_is_told)
{
	uint64_t out_us;

	begin("clean", false, 130);
	run(25 * SECOND);
	unplug();
	out_us = desk.now_us;
	run(10 * SECOND);
	for (uint32_t i = 0; i < SIM_LOG_SIZE; i++)
		sim_log_piece(&desk.board.board.log, 8 + (uint8_t)(i % 41), DGT_CODE_EMPTY, 1,
		              desk.now_us);
	plug();
	finish();
	ck_assert_uint_eq(desk.n_incomplete, 1);
	ck_assert_uint_le(desk.incomplete_since_us, out_us);
	ck_assert_uint_ge(desk.incomplete_since_us + 5 * SECOND, out_us);
	end();
}
END_TEST

/* A log nobody asked for, as some boards send it, changes nothing. */
START_TEST(log_without_need_is_no_news)
{
	const uint8_t ask = DGT_SEND_EE_MOVES;

	begin("human", false, 60);
	run(30 * SECOND);
	sim_table_receive(&desk.board, &ask, 1, desk.now_us);
	finish();
	ck_assert_uint_eq(table_recovered(desk.table), 0);
	is_right();
	end();
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("outage");
	TCase *tcase = tcase_create("outage");

	tcase_set_timeout(tcase, 120);
	tcase_add_loop_test(tcase, log_fills_what_was_missed, 0, (int)N(outages));
	tcase_add_loop_test(tcase, many_outages_lose_nothing, 0, 4);
	tcase_add_loop_test(tcase, late_bytes_hide_nothing_from_the_log, 0, N_LATE * (int)N(late));
	tcase_add_loop_test(tcase, games_that_begin_alike_are_two, 0, (int)N(alike));
	tcase_add_loop_test(tcase, noise_in_the_log_costs_nothing, 0, 3);
	tcase_add_loop_test(tcase, play_behind_a_long_gap_is_followed, 0,
	                    (int)(N(paces) * N(gaps_s)));
	tcase_add_loop_test(tcase, times_of_the_gap_are_kept, 0, 2);
	tcase_add_test(tcase, log_that_does_not_go_back_is_told);
	tcase_add_test(tcase, log_without_need_is_no_news);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
