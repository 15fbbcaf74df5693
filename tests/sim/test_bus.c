/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A bus of simulated boards and its master: every game as it was played, whatever happens to the line
 * and to the boards.
 */
#include <check.h>
#include <stdio.h>

#include "tests/sim/bus_rig.h"
#include "tests/support.h"

#define SECOND UINT64_C(1000000)

static struct rig *rig;

static void
begin(const struct rig_setup *setup)
{
	rig = rig_begin(setup);
	rig_open(rig);
}

static void
end(void)
{
	rig_end(rig);
}

static const struct dgt_bus_unit *
unit(uint32_t i)
{
	return dgt_bus_find(&rig->master, rig_address(i));
}

static void
all_are_right(void)
{
	for (uint32_t i = 0; i < rig->n; i++)
		ck_assert_msg(rig_is_right(rig, i), "board %u: not the game that was played", i);
}

static void
all_play(void)
{
	for (uint32_t i = 0; i < rig->n; i++)
		rig_play(rig, i, (int)(i % 3));
}

static void
all_are_live(void)
{
	for (uint32_t i = 0; i < rig->n; i++) {
		ck_assert_msg(unit(i), "board %u was not found", i);
		ck_assert_msg(unit(i)->state == DGT_BUS_LIVE, "board %u is %s", i,
		              dgt_bus_state_name((enum dgt_bus_state)unit(i)->state));
	}
}

START_TEST(boards_are_found_and_their_games_recorded)
{
	begin(&(const struct rig_setup){ .n = 6, .seed = 1, .profile = "human" });
	rig_run(rig, 10 * SECOND);
	all_are_live();
	all_play();
	rig_run_games(rig);
	all_are_right();
	for (uint32_t i = 0; i < rig->n; i++)
		ck_assert_uint_eq(unit(i)->lost + unit(i)->repeats, 0);
}
END_TEST

/* One reply in five suffers. */
START_TEST(no_change_is_lost_on_a_bad_line)
{
	begin(&(const struct rig_setup){
		.n = 4, .seed = 2, .profile = "human", .faults = { 50, 50, 50, 50 } });
	rig_run(rig, 20 * SECOND);
	all_are_live();
	all_play();
	rig_run_games(rig);
	ck_assert_uint_gt(rig->bus.dropped, 50);
	ck_assert_uint_gt(rig->bus.damaged, 50);
	ck_assert_uint_gt(rig->bus.doubled, 20);
	ck_assert_uint_gt(rig->bus.delayed, 20);
	all_are_right();
}
END_TEST

static const struct {
	enum sim_bus_trouble trouble;
	uint64_t at_s, for_ms;
	bool lost; /* does the master notice? */
} troubles[] = {
	{ SIM_BUS_MUTE, 25, 20000, true },
	{ SIM_BUS_MUTE, 25, 250, false },
	{ SIM_BUS_UNPLUGGED, 30, 60000, true },
	{ SIM_BUS_UNPLUGGED, 3, 300000, true },
};

/* The board's log goes on while its cable is out: what it tells afterwards is the game. */
START_TEST(board_that_was_away_tells_what_happened)
{
	begin(&(const struct rig_setup){ .n = 3, .seed = 3 + (uint64_t)_i, .profile = "human" });
	rig_run(rig, 10 * SECOND);
	all_play();
	rig_run(rig, troubles[_i].at_s * SECOND);
	sim_bus_trouble(&rig->bus, 1, troubles[_i].trouble, rig->now_us,
	                rig->now_us + troubles[_i].for_ms * 1000);
	rig_run(rig, troubles[_i].for_ms * 1000 - 1);
	ck_assert_int_eq(unit(1)->state == DGT_BUS_SILENT, troubles[_i].lost);
	ck_assert_int_eq(unit(0)->state, DGT_BUS_LIVE);
	rig_run(rig, 5 * SECOND);
	all_are_live();
	rig_run_games(rig);
	ck_assert_uint_eq(unit(1)->lost, troubles[_i].lost);
	ck_assert_uint_eq(unit(0)->lost + unit(2)->lost, 0);
	all_are_right();
}
END_TEST

/* No power, no log: but the position is known again, and the game goes on. */
START_TEST(board_without_power_is_placed_again)
{
	begin(&(const struct rig_setup){ .n = 2, .seed = 7, .profile = "clean", .pace = 1000 });
	rig_run(rig, 10 * SECOND);
	all_play();
	rig_run(rig, 40 * SECOND);
	sim_bus_trouble(&rig->bus, 0, SIM_BUS_OFF, rig->now_us, rig->now_us + 6 * SECOND);
	rig_run(rig, 12 * SECOND);
	ck_assert_uint_eq(unit(0)->lost, 1);
	all_are_live();
	rig_run_games(rig);
	all_are_right();
}
END_TEST

START_TEST(reset_board_comes_back)
{
	begin(&(const struct rig_setup){ .n = 2, .seed = 8, .profile = "clean" });
	rig_run(rig, 10 * SECOND);
	ck_assert_int_eq(dgt_bus_reset(&rig->master, rig_address(0)), 0);
	ck_assert_int_lt(dgt_bus_reset(&rig->master, 9999), 0);
	rig_run(rig, SECOND);
	ck_assert_int_eq(unit(0)->state, DGT_BUS_SILENT);
	rig_run(rig, 5 * SECOND);
	all_are_live();
	ck_assert_uint_eq(unit(0)->lost, 1);
	ck_assert_uint_eq(unit(1)->lost, 0);
}
END_TEST

/* Nobody told of it, and its plug goes in late. */
START_TEST(board_added_to_a_running_bus_is_found)
{
	begin(&(const struct rig_setup){
		.n = 3, .seed = 9, .profile = "clean", .discover_us = 20 * SECOND });
	sim_bus_trouble(&rig->bus, 2, SIM_BUS_UNPLUGGED, 0, 15 * SECOND);
	rig_run(rig, 15 * SECOND);
	ck_assert_ptr_null(unit(2));
	ck_assert_int_eq(unit(0)->state, DGT_BUS_LIVE);
	rig_run(rig, 20 * SECOND);
	all_are_live();
	ck_assert_uint_eq(unit(0)->lost + unit(1)->lost, 0);
	all_play();
	rig_run_games(rig);
	all_are_right();
}
END_TEST

/* An expected one is called alone, and needs no search. */
START_TEST(expected_board_is_called_until_it_comes)
{
	begin(&(const struct rig_setup){ .n = 3, .seed = 10, .profile = "clean", .expect = true });
	sim_bus_trouble(&rig->bus, 2, SIM_BUS_UNPLUGGED, 0, 15 * SECOND);
	rig_run(rig, 15 * SECOND);
	ck_assert_int_eq(unit(2)->state, DGT_BUS_ABSENT);
	rig_run(rig, 3 * SECOND);
	all_are_live();
}
END_TEST

/* Board 1 has board 0's address from the beginning: neither is used, and both are named. When one is
 * taken away, the other is. */
START_TEST(two_boards_with_one_address_are_told_apart_from_a_fault)
{
	rig = rig_begin(&(const struct rig_setup){ .n = 3, .seed = 11, .profile = "clean" });
	rig->places[1].table.board.setup.address = rig_address(0);
	rig_open(rig);
	rig_run(rig, 10 * SECOND);
	ck_assert_int_eq(unit(0)->state, DGT_BUS_DOUBLE);
	ck_assert_ptr_null(unit(1));
	ck_assert_int_eq(unit(2)->state, DGT_BUS_LIVE);
	sim_bus_trouble(&rig->bus, 1, SIM_BUS_UNPLUGGED, rig->now_us, UINT64_MAX);
	rig_run(rig, 12 * SECOND);
	ck_assert_int_eq(unit(0)->state, DGT_BUS_LIVE);
	ck_assert_uint_eq(unit(2)->lost, 0);
}
END_TEST

/* The second one comes while the first is in use. */
START_TEST(second_board_with_the_same_address_is_noticed)
{
	rig = rig_begin(&(const struct rig_setup){ .n = 3, .seed = 12, .profile = "clean" });
	rig->places[1].table.board.setup.address = rig_address(0);
	sim_bus_trouble(&rig->bus, 1, SIM_BUS_UNPLUGGED, 0, 20 * SECOND);
	rig_open(rig);
	rig_run(rig, 20 * SECOND);
	ck_assert_int_eq(unit(0)->state, DGT_BUS_LIVE);
	rig_run(rig, 60 * SECOND);
	ck_assert_int_eq(unit(0)->state, DGT_BUS_DOUBLE);
	ck_assert_int_eq(unit(2)->state, DGT_BUS_LIVE);
	ck_assert_uint_eq(unit(2)->lost, 0);
}
END_TEST

/* While one babbles nobody can be read, nothing is invented, and what happened is told afterwards. */
START_TEST(babbling_board_drowns_the_others_for_its_time_only)
{
	begin(&(const struct rig_setup){ .n = 4, .seed = 13, .profile = "human" });
	rig_run(rig, 10 * SECOND);
	all_play();
	rig_run(rig, 20 * SECOND);
	sim_bus_trouble(&rig->bus, 3, SIM_BUS_BABBLING, rig->now_us, rig->now_us + 40 * SECOND);
	rig_run(rig, 30 * SECOND);
	ck_assert(dgt_bus_is_drowned(&rig->master));
	for (uint32_t i = 0; i < rig->n; i++)
		ck_assert_int_ne(unit(i)->state, DGT_BUS_LIVE);
	rig_run(rig, 30 * SECOND);
	ck_assert(!dgt_bus_is_drowned(&rig->master));
	all_are_live();
	rig_run_games(rig);
	all_are_right();
}
END_TEST

/* The adapter is pulled out for minutes: all boards' logs fill the gap. */
START_TEST(line_that_was_away_loses_nothing)
{
	begin(&(const struct rig_setup){ .n = 4, .seed = 14, .profile = "human" });
	rig_run(rig, 10 * SECOND);
	all_play();
	rig_run(rig, 25 * SECOND);
	rig_close(rig);
	rig_run(rig, 120 * SECOND);
	rig_open(rig);
	rig_run_games(rig);
	all_are_live();
	all_are_right();
}
END_TEST

/* A daemon that begins in mid-game knows nothing; the boards have the game from its start tag on. The
 * tag was written by the daemon before. */
START_TEST(master_that_begins_in_mid_game_gets_it_from_the_start)
{
	struct rig_setup setup = { .n = 3, .seed = 15, .profile = "human" };
	const struct dgt_bus_setup master = { 0 };
	static const struct table_listener silent;

	begin(&setup);
	rig_run(rig, 10 * SECOND);
	all_play();
	rig_run(rig, 60 * SECOND);
	ck_assert_uint_gt(rig->places[0].n_played, 10);
	rig_close(rig);
	for (uint32_t i = 0; i < rig->n; i++) {
		table_free(rig->places[i].got);
		ck_assert_int_eq(table_new(board_driver_find("dgt-bus"), &rig->config, NULL,
		                           &silent, &rig->places[i].got),
		                 0);
	}
	dgt_bus_init(&rig->master, &master);
	rig_open(rig);
	rig_run_games(rig);
	all_are_right();
}
END_TEST

/* With firmware that logs delays, an event's time is that of the hand, not of the poll. */
static uint64_t late_us[2], n_late[2];

static void
note_made(const struct rig_place *place, int which)
{
	const struct game *got = table_game(place->got);

	for (uint32_t i = 0; got && i < got->n_plies && i < place->n_played; i++) {
		uint64_t seen_us = got->plies[i].made_us, made_us = place->made_us[i];

		late_us[which] += seen_us > made_us ? seen_us - made_us : made_us - seen_us;
		n_late[which]++;
	}
}

START_TEST(delays_tell_when_it_was)
{
	for (int which = 0; which < 2; which++) {
		begin(&(const struct rig_setup){
			.n = 20, .seed = 16, .profile = "clean", .delay_tags = which == 1 });
		rig_run(rig, 20 * SECOND);
		all_play();
		rig_run_games(rig);
		all_are_right();
		for (uint32_t i = 0; i < rig->n; i++)
			note_made(&rig->places[i], which);
		end();
	}
	ck_assert_uint_gt(n_late[0], 500);
	printf("made_us off by %.0f ms without delays, by %.0f ms with them\n",
	       (double)late_us[0] / (double)n_late[0] / 1000,
	       (double)late_us[1] / (double)n_late[1] / 1000);
	ck_assert_uint_lt(late_us[1] / n_late[1], 200000);
	ck_assert_uint_lt(late_us[1] / n_late[1], late_us[0] / n_late[0]);
	rig = NULL;
}
END_TEST

/* What the line allows: computed from its bytes, reached to a tenth. */
START_TEST(poll_period_is_what_the_line_allows)
{
	const uint32_t n = _i == 0 ? 12 : 30;
	uint64_t before = 0, after = 0, least_us = dgt_bus_period_us(n, DGT_BUS_BYTE_US, 2500);

	begin(&(const struct rig_setup){
		.n = n, .seed = 17, .profile = "clean", .reply_us = 2500 });
	rig_run(rig, 30 * SECOND);
	all_are_live();
	for (uint32_t i = 0; i < n; i++)
		before += unit(i)->replies;
	rig_run(rig, 20 * SECOND);
	for (uint32_t i = 0; i < n; i++)
		after += unit(i)->replies;
	ck_assert_uint_ge((after - before) * least_us * 10, 20 * SECOND * n * 9);
	/* Four bytes there and six back each, and a quarter of the line at most for clocks. */
	ck_assert_uint_ge(least_us, n * (10 * DGT_BUS_BYTE_US + 2500));
	ck_assert_uint_le(least_us, n * (10 * DGT_BUS_BYTE_US + 2500) * 3 / 2);
}
END_TEST

static void
free_rig(void)
{
	if (rig)
		end();
	rig = NULL;
}

int
main(void)
{
	Suite *suite = suite_create("bus");
	TCase *tcase = tcase_create("bus");

	tcase_set_timeout(tcase, 120);
	tcase_add_checked_fixture(tcase, NULL, free_rig);
	tcase_add_test(tcase, boards_are_found_and_their_games_recorded);
	tcase_add_test(tcase, no_change_is_lost_on_a_bad_line);
	tcase_add_loop_test(tcase, board_that_was_away_tells_what_happened, 0,
	                    (int)(sizeof(troubles) / sizeof(troubles[0])));
	tcase_add_test(tcase, board_without_power_is_placed_again);
	tcase_add_test(tcase, reset_board_comes_back);
	tcase_add_test(tcase, board_added_to_a_running_bus_is_found);
	tcase_add_test(tcase, expected_board_is_called_until_it_comes);
	tcase_add_test(tcase, two_boards_with_one_address_are_told_apart_from_a_fault);
	tcase_add_test(tcase, second_board_with_the_same_address_is_noticed);
	tcase_add_test(tcase, babbling_board_drowns_the_others_for_its_time_only);
	tcase_add_test(tcase, line_that_was_away_loses_nothing);
	tcase_add_test(tcase, master_that_begins_in_mid_game_gets_it_from_the_start);
	tcase_add_test(tcase, delays_tell_when_it_was);
	tcase_add_loop_test(tcase, poll_period_is_what_the_line_allows, 0, 2);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
