/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The simulated hands: whatever they do on the way, after every ply the men stand as in the game,
 * in a time that makes sense; and they do what real hands were seen to do, about as often.
 */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/movegen.h"
#include "core/pgn/pgn.h"
#include "drivers/sim/sim_breach.h"
#include "drivers/sim/sim_conduct.h"
#include "drivers/sim/sim_table.h"
#include "tests/support.h"

#define MS          UINT64_C(1000)
#define SECOND      UINT64_C(1000000)
#define PLIES       2000
#define ACTIONS     40000
#define PLAN_LATEST (4 * 3600 * SECOND)

#define COUNT(ways) (sizeof(ways) / sizeof((ways)[0]))

static struct game_ply plies[PLIES];
static struct game game;
static struct pgn_game pgn;
static struct sim_hand hand;

/* What the hands did. */
static struct sim_action actions[ACTIONS];
static size_t n_actions;
static uint8_t men[64];
static struct sim_clock dut_clock;

static void
read_game(const char *text)
{
	struct pgn_reader reader;
	struct pgn_error error = { 0 };

	pgn.game.plies = plies;
	pgn.game.capacity = PLIES;
	pgn_reader_init(&reader, text, strlen(text));
	ck_assert_msg(pgn_next(&reader, &pgn, &error) == PGN_GAME, "%zu:%zu: %s", error.line,
	              error.column, error.cause);
	game = pgn.game;
}

/* A game of random legal moves: every kind of move comes up sooner or later. */
static void
make_random_game(struct sim_random *random, uint32_t n)
{
	struct position start;

	position_start(&start);
	game_init(&game, &start, plies, PLIES);
	while (game.n_plies < n) {
		struct move_list list;
		uint16_t move;

		movegen_legal(&game.now, &list);
		if (list.count == 0)
			break;
		move = list.moves[sim_random_below(random, (uint32_t)list.count)];
		ck_assert(game_append(&game, move, 0, PLY_MADE) == 0);
		plies[game.n_plies - 1].clock_s = CLOCK_UNKNOWN;
	}
}

static struct sim_hand_setup
setup_of(const char *profile, uint64_t seed)
{
	return (struct sim_hand_setup){ .profile = sim_profile_find(profile),
		                        .seed = seed,
		                        .pace = SIM_HAND_PACE_ONE,
		                        .clock = true,
		                        .kings = SIM_KINGS_OFF };
}

static void
hand_start(const struct sim_hand_setup *setup)
{
	struct position start;

	position_start(&start);
	position_placement(&start, men);
	n_actions = 0;
	sim_hand_init(&hand, setup);
}

/* A man is lifted from where one stands and put where none does: nothing else is physical. */
static void
touch(const struct sim_action *action)
{
	ck_assert(action->sq < 64);
	if (action->piece == EMPTY)
		ck_assert(men[action->sq] != EMPTY);
	else
		ck_assert(men[action->sq] == EMPTY);
	men[action->sq] = action->piece;
}

static void
move_clock(const struct sim_action *action, int32_t initial_s, int32_t increment_s)
{
	struct clock_reading reading;
	uint64_t t_us = action->t_us;

	sim_clock_read(&dut_clock, t_us, &reading);
	ck_assert(!reading.face[0].flag_fallen && !reading.face[1].flag_fallen);
	if (action->kind == SIM_CLOCK_RESET)
		sim_clock_init(&dut_clock, initial_s, increment_s, false);
	else if (action->kind == SIM_CLOCK_START)
		sim_clock_start(&dut_clock, t_us);
	else if (action->kind == SIM_CLOCK_STOP)
		sim_clock_stop(&dut_clock, t_us);
	else if (action->kind == SIM_CLOCK_SET)
		sim_clock_set(&dut_clock, (enum color)action->side, action->seconds, t_us);
	else
		sim_clock_press(&dut_clock, (enum color)action->side, action->gift_us, t_us);
}

static unsigned int troubles[SIM_TROUBLES]; /* told of so far */

/* To order, a pawn stays on the last rank until the arbiter has a queen put there. */
static bool
is_unpromoted(const struct sim_action *made)
{
	uint16_t move = game.plies[made->ply].move;

	return hand.setup.wish.wanted && hand.setup.wish.what == SIM_UNPROMOTED &&
	       move_kind(move) == MOVE_PROMOTION && piece_type(men[move_to(move)]) == PAWN;
}

static bool
stand_as(const uint8_t expected[64], const struct sim_action *made)
{
	return memcmp(men, expected, 64) == 0 || is_unpromoted(made);
}

/* Play `game` and hold it to all that must be true of any timeline. Returns when it ends. */
static uint64_t
play(int32_t initial_s, int32_t increment_s, uint64_t now_us)
{
	struct sim_action action;
	struct position position = game.start;
	uint32_t made = 0, pressed = 0;
	uint64_t last_us = now_us, press_us = 0, made_us = 0;
	bool over = false;

	sim_clock_init(&dut_clock, initial_s, increment_s, false);
	sim_hand_begin(&hand, &game, initial_s, increment_s, now_us);
	while (sim_hand_next(&hand, &action)) {
		ck_assert(n_actions < ACTIONS);
		actions[n_actions++] = action;
		ck_assert(action.t_us >= last_us);
		ck_assert(action.t_us < now_us + 100 * PLAN_LATEST);
		last_us = action.t_us;
		if (action.kind == SIM_PUT) {
			touch(&action);
		} else if (action.kind == SIM_MADE) {
			uint8_t expected[64];

			ck_assert(action.ply == made);
			position_after(&position, game.plies[made].move, &position);
			position_placement(&position, expected);
			ck_assert(stand_as(expected, &action));
			ck_assert(made == 0 || !hand.setup.clock || action.t_us > press_us);
			made_us = action.t_us;
			made++;
		} else if (action.kind == SIM_RESULT) {
			over = true;
		} else if (action.kind == SIM_NOTE) {
			ck_assert(action.trouble < SIM_BLIND && action.until_us >= action.t_us);
			ck_assert(action.ply == made || action.ply + 1 == made);
			troubles[action.trouble]++;
		} else {
			move_clock(&action, initial_s, increment_s);
		}
		if (action.kind == SIM_PRESS) {
			ck_assert(action.ply == pressed);
			ck_assert(action.side == game_ply_side(&game, pressed));
			ck_assert(made == pressed + 1);
			ck_assert(action.t_us >= made_us + 10 * MS);
			press_us = action.t_us;
			pressed++;
		}
	}
	ck_assert(over);
	ck_assert(made == game.n_plies);
	ck_assert(pressed == (hand.setup.clock ? game.n_plies : 0));
	return last_us;
}

START_TEST(random_games_every_ply_ends_with_its_position)
{
	struct sim_random random;

	sim_random_init(&random, test_seed());
	for (int i = 0; i < 300; i++) {
		struct sim_hand_setup setup = setup_of(i % 3 ? "human" : "clean", (uint64_t)i);

		setup.clock = i % 5 != 0;
		setup.kings = (enum sim_kings)(i % 3);
		make_random_game(&random, 300);
		game.result = (uint8_t)(i % 4);
		hand_start(&setup);
		play(5400, 30, SECOND);
	}
}
END_TEST

START_TEST(every_profile_plays_only_what_hands_can_do)
{
	struct sim_random random;

	sim_random_init(&random, test_seed());
	memset(troubles, 0, sizeof(troubles));
	for (size_t i = 0; i < 60 * sim_n_profiles; i++) {
		struct sim_hand_setup setup = setup_of(sim_profiles[i % sim_n_profiles].name, i);

		setup.clock = i % 7 != 0;
		make_random_game(&random, 200);
		game.result = (uint8_t)(i % 4);
		hand_start(&setup);
		play(600, 5, SECOND);
	}
	for (int i = 0; i < SIM_BLIND; i++)
		ck_assert_msg(troubles[i] > 0 || sim_breach_is_kind((enum sim_trouble)i) ||
		                      sim_conduct_is_kind((enum sim_trouble)i),
		              "%s never happened", sim_trouble_name((enum sim_trouble)i));
}
END_TEST

START_TEST(what_is_wished_for_happens_once_and_is_put_right)
{
	enum sim_trouble wish = (enum sim_trouble)_i;
	struct sim_random random;

	if (!sim_breach_is_kind(wish))
		return;
	sim_random_init(&random, test_seed());
	memset(troubles, 0, sizeof(troubles));
	for (uint64_t i = 0; i < 60; i++) {
		struct sim_hand_setup setup = setup_of(i % 2 ? "human" : "clean", i);
		unsigned int before = troubles[wish];

		setup.wish = (struct sim_wish){ true, wish, (uint32_t)i };
		make_random_game(&random, 300);
		hand_start(&setup);
		play(3600, 30, SECOND);
		ck_assert(troubles[wish] <= before + 1);
	}
	ck_assert_uint_gt(troubles[wish], wish == SIM_UNPROMOTED ? 0 : 40);
}
END_TEST

/* Castling and promotions are rare in games at random: those are played until one has come. The others can happen in nearly
 * any. */
#define GAMES_FOR_RARE 4000

START_TEST(what_hands_are_told_to_do_they_do_once)
{
	enum sim_trouble wish = (enum sim_trouble)_i;
	bool often = wish == SIM_TWO_HANDS_CAPTURE || wish == SIM_TOUCH_MOVE ||
	             wish == SIM_ADJUST_LATE || wish == SIM_RELEASED;
	struct sim_random random;

	if (!sim_conduct_is_kind(wish))
		return;
	sim_random_init(&random, test_seed());
	memset(troubles, 0, sizeof(troubles));
	for (uint64_t i = 0; i < 80 || (!often && troubles[wish] == 0 && i < GAMES_FOR_RARE); i++) {
		struct sim_hand_setup setup = setup_of("clean", i);
		unsigned int before = troubles[wish];

		setup.wish = (struct sim_wish){ true, wish, (uint32_t)i % 4 };
		make_random_game(&random, 300);
		hand_start(&setup);
		play(3600, 30, SECOND);
		ck_assert(troubles[wish] <= before + 1);
	}
	ck_assert_uint_gt(troubles[wish], often ? 60 : 0);
}
END_TEST

/* Any start: Chess960, whose castlings may leave a man where he is or exchange the two; a given
 * position; Black to begin. */
START_TEST(games_begin_where_they_begin)
{
	static const char *const texts[] = {
		/* Only the rook moves; only the king; each goes where the other one stood. */
		"[FEN \"1k6/8/8/8/8/8/8/6KR w H - 0 1\"]\n[Variant \"Chess960\"]\n\n1. O-O *",
		"[FEN \"1k6/8/8/8/8/8/8/4KR2 w F - 0 1\"]\n[Variant \"Chess960\"]\n\n1. O-O *",
		"[FEN \"1k6/8/8/8/8/8/8/5KR1 w G - 0 1\"]\n[Variant \"Chess960\"]\n\n1. O-O *",
		"[FEN \"7k/8/8/8/8/8/8/2RK4 w C - 0 1\"]\n[Variant \"Chess960\"]\n\n1. O-O-O *",
		"[FEN \"4k3/4p3/8/8/8/8/8/4K3 b - - 0 1\"]\n\n1... e5 2. Kd2 Kd7 *",
	};

	for (size_t i = 0; i < 40 * COUNT(texts); i++) {
		struct sim_hand_setup setup = setup_of(i % 2 ? "human" : "kids", i);

		read_game(texts[i % COUNT(texts)]);
		ck_assert_uint_gt(game.n_plies, 0);
		hand_start(&setup);
		play(600, 5, SECOND);
		ck_assert_int_eq(dut_clock.turn, game.now.side);
	}
}
END_TEST

START_TEST(games_one_after_the_other_begin_from_the_start_position)
{
	struct sim_random random;
	struct sim_hand_setup setup = setup_of("human", 3);
	uint64_t now_us = SECOND;

	setup.kings = SIM_KINGS_ON;
	sim_random_init(&random, test_seed());
	hand_start(&setup);
	for (int i = 0; i < 30; i++) {
		uint8_t start[64];
		size_t first = n_actions = 0;
		struct sim_action action;

		make_random_game(&random, 120);
		game.result = (uint8_t)(i % 4);
		now_us = play(180, 2, now_us);
		/* The men stand at the start when the clock of this game is set. */
		while (actions[first].kind != SIM_CLOCK_RESET)
			ck_assert_int_eq(actions[first++].kind, SIM_PUT);
		ck_assert(i == 0 ? first == 0 : first > 10);
		if (i != 29)
			continue;
		position_placement(&game.start, start);
		sim_hand_clear(&hand, now_us);
		while (sim_hand_next(&hand, &action))
			touch(&action);
		ck_assert_mem_eq(men, start, 64);
	}
}
END_TEST

START_TEST(same_seed_same_timeline_and_another_one_for_another_seed)
{
	static struct sim_action first[ACTIONS];
	struct sim_random random;
	size_t n;

	sim_random_init(&random, 5);
	make_random_game(&random, 200);
	for (uint64_t seed = 0; seed < 5; seed++) {
		struct sim_hand_setup setup = setup_of("human", seed);

		hand_start(&setup);
		play(5400, 30, 0);
		memcpy(first, actions, sizeof(actions));
		n = n_actions;
		hand_start(&setup);
		play(5400, 30, 0);
		ck_assert_uint_eq(n, n_actions);
		for (size_t i = 0; i < n; i++) {
			ck_assert(first[i].t_us == actions[i].t_us);
			ck_assert(first[i].kind == actions[i].kind);
			ck_assert(first[i].sq == actions[i].sq);
			ck_assert(first[i].piece == actions[i].piece);
		}
		setup.seed += 100;
		hand_start(&setup);
		play(5400, 30, 0);
		ck_assert(n != n_actions || first[n - 1].t_us != actions[n - 1].t_us);
	}
}
END_TEST

/* The touches of the last ply, as text: "e1- g1K". */
static void
describe_last_ply(char *buffer, size_t size)
{
	struct text text;
	size_t i = n_actions, end;

	while (actions[i - 1].kind != SIM_MADE)
		i--;
	end = --i;
	while (i > 0 && actions[i - 1].kind != SIM_MADE)
		i--;
	text_begin(&text, buffer, size);
	for (; i < end; i++) {
		if (actions[i].kind != SIM_PUT)
			continue;
		text_char(&text, (char)('a' + sq_file(actions[i].sq)));
		text_char(&text, (char)('1' + sq_rank(actions[i].sq)));
		text_char(&text, actions[i].piece ? piece_letter(actions[i].piece) : '-');
		text_char(&text, ' ');
	}
}

/* Play the game with many seeds: each way in ways[] must be seen. Returns how often ways[0] was, in
 * thousandths. */
static int
count_ways(const char *moves, const char *const *ways, size_t n_ways)
{
	int counts[8] = { 0 };
	const int runs = 1000;

	read_game(moves);
	for (int seed = 0; seed < runs; seed++) {
		struct sim_hand_setup setup = setup_of("human", (uint64_t)seed);
		char way[512];

		hand_start(&setup);
		play(5400, 30, 0);
		describe_last_ply(way, sizeof(way));
		for (size_t i = 0; i < n_ways; i++)
			counts[i] += strcmp(way, ways[i]) == 0;
	}
	for (size_t i = 0; i < n_ways; i++)
		ck_assert_msg(counts[i] > 0, "never seen: %s", ways[i]);
	return counts[0] * 1000 / runs;
}

START_TEST(castling_is_king_first_mostly_and_sometimes_otherwise)
{
	static const char *const short_ways[] = { "e1- g1K h1- f1R ", "h1- f1R e1- g1K ",
		                                  "e1- h1- g1K f1R ", "e1- h1- f1R g1K " };
	static const char *const long_ways[] = { "e8- c8k a8- d8r ", "a8- d8r e8- c8k " };
	int king_first = count_ways("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O *", short_ways,
	                            COUNT(short_ways));

	ck_assert_int_ge(king_first, 820);
	ck_assert_int_le(king_first, 940);
	count_ways("1. d4 d5 2. Nc3 Nc6 3. Be3 Be6 4. Qd2 Qd7 5. Nf3 O-O-O *", long_ways,
	           COUNT(long_ways));
}
END_TEST

START_TEST(en_passant_comes_in_both_orders)
{
	static const char *const ways[] = { "e5- d6P d5- ", "d5- e5- d6P " };

	count_ways("1. e4 a6 2. e5 d5 3. exd6 *", ways, COUNT(ways));
}
END_TEST

START_TEST(promotion_with_the_pawn_standing_and_directly)
{
	static const char *const quiet[] = { "b2- b1p b1- b1n ", "b2- b1n " };
	static const char *const capturing[] = { "b7- a8- a8P a8- a8Q ", "b7- a8- a8Q " };

	count_ways("1. Nc3 a5 2. Rb1 a4 3. Nf3 a3 4. Ra1 axb2 5. Rb1 h6 6. Ra1 h5 7. Nb1 Ra3 "
	           "8. Nd4 Rc3 9. Nxc3 b1=N *",
	           quiet, COUNT(quiet));
	count_ways("1. b4 a5 2. bxa5 b6 3. axb6 h6 4. b7 h5 5. bxa8=Q *", capturing,
	           COUNT(capturing));
}
END_TEST

START_TEST(captures_in_every_order)
{
	static const char *const ways[] = { "e4- d5- d5P ", "d5- e4- d5P ", "e4- d5- d5P c6p c6- ",
		                            "e4- d5- d5P e6p e6- " };
	int plain = count_ways("1. e4 d5 2. exd5 *", ways, COUNT(ways));

	ck_assert_int_ge(plain, 600);
}
END_TEST

START_TEST(slides_and_hesitation_and_adjusting_happen)
{
	static const char *const ways[] = { "f1- c4B ",         "f1- e2B e2- c4B ",
		                            "f1- d3B d3- c4B ", "f1- e2B e2- d3B d3- c4B ",
		                            "c4B f1- ",         "f1- b5B b5- c4B ",
		                            "f1- a6B a6- c4B " };
	int plain = count_ways("1. e4 e5 2. Bc4 *", ways, COUNT(ways));

	ck_assert_int_ge(plain, 880);
}
END_TEST

/* The clock */

static int32_t readings[PLIES];

static void
collect_readings(int32_t initial_s, int32_t increment_s)
{
	sim_clock_init(&dut_clock, initial_s, increment_s, false);
	for (size_t i = 0; i < n_actions; i++) {
		const struct sim_action *action = &actions[i];

		if (action->kind == SIM_PUT || action->kind == SIM_MADE ||
		    action->kind == SIM_RESULT || action->kind == SIM_NOTE)
			continue;
		move_clock(action, initial_s, increment_s);
		if (action->kind == SIM_PRESS)
			readings[action->ply] = sim_clock_shown_s(
				&dut_clock, (enum color)action->side, action->t_us);
	}
}

static void
play_clk(const char *text, int32_t initial_s, int32_t increment_s, const char *profile)
{
	struct sim_hand_setup setup = setup_of(profile, 17);

	read_game(text);
	hand_start(&setup);
	play(initial_s, increment_s, 0);
	collect_readings(initial_s, increment_s);
}

START_TEST(game_with_clock_times_is_pressed_at_those_times)
{
	static const char *const profiles[] = { "clean", "human" };

	for (size_t i = 0; i < 2; i++) {
		play_clk("1. e4 {[%clk 1:30:20]} e5 {[%clk 1:29:50]} 2. Nf3 {[%clk 1:20:00]} "
		         "Nc6 {[%clk 1:30:10]} 3. Bb5 {[%clk 1:20:15]} a6 {[%clk 0:50:00]} 1-0",
		         5400, 30, profiles[i]);
		for (uint32_t ply = 0; ply < game.n_plies; ply++)
			ck_assert_int_eq(readings[ply], game.plies[ply].clock_s);
	}
}
END_TEST

START_TEST(time_for_the_next_period_comes_with_the_press)
{
	play_clk("1. e4 {[%clk 0:01:00]} e5 {[%clk 0:01:00]} 2. Nf3 {[%clk 0:30:50]} *", 90, 0,
	         "human");
	ck_assert_int_eq(readings[0], 60);
	ck_assert_int_eq(readings[2], 1850);
}
END_TEST

START_TEST(impossibly_quick_moves_are_made_up_for_later)
{
	play_clk("1. e4 {[%clk 0:03:00]} e5 {[%clk 0:03:00]} 2. Nf3 {[%clk 0:03:00]} "
	         "Nc6 {[%clk 0:03:00]} 3. Bb5 {[%clk 0:02:40]} a6 {[%clk 0:02:30]} *",
	         180, 0, "clean");
	ck_assert_int_lt(readings[2], 180);
	ck_assert_int_ge(readings[2], 170);
	ck_assert_int_eq(readings[4], 160);
	ck_assert_int_eq(readings[5], 150);
}
END_TEST

START_TEST(missing_and_senseless_clock_times_do_no_harm)
{
	play_clk("1. e4 {[%clk 0:00:00]} e5 2. Nf3 {[%clk 9:59:59]} Nc6 {[%clk 0:02:00]} "
	         "3. Bb5 {[%clk 0:00:01]} a6 {[%clk 0:00:31]} *",
	         180, 30, "human");
	ck_assert_int_eq(readings[3], 120);
	ck_assert_int_eq(readings[5], 31);
}
END_TEST

START_TEST(nobody_loses_on_time_in_the_shortest_of_games)
{
	struct sim_random random;
	bool rescued = false;

	sim_random_init(&random, 9);
	make_random_game(&random, 400);
	for (uint64_t seed = 0; seed < 20; seed++) {
		struct sim_hand_setup setup = setup_of(seed % 2 ? "human" : "clean", seed);

		hand_start(&setup);
		play(30, 0, 0);
		for (size_t i = 0; i < n_actions; i++)
			rescued = rescued || actions[i].kind == SIM_CLOCK_SET;
	}
	ck_assert(rescued);
}
END_TEST

START_TEST(nobody_thinks_his_flag_down_at_a_slow_pace)
{
	struct sim_hand_setup setup = setup_of("human", 1);

	setup.pace = SIM_HAND_PACE_ONE / 5;
	read_game("1. e4 {[%clk 1:00:00]} e5 {[%clk 0:30:00]} 2. Nf3 {[%clk 0:20:00]} *");
	hand_start(&setup);
	play(5400, 0, 0);
	collect_readings(5400, 0);
	ck_assert_int_gt(readings[0], 0);
	ck_assert_int_lt(readings[1], 60);
}
END_TEST

START_TEST(pace_shortens_thoughts_but_not_the_way_of_the_hand)
{
	struct sim_hand_setup setup = setup_of("clean", 1);
	struct sim_random random;
	uint64_t slow_us, quick_us, lifted_us = 0;

	sim_random_init(&random, 4);
	make_random_game(&random, 60);
	hand_start(&setup);
	slow_us = play(5400, 30, 0);
	setup.pace = 1000 * SIM_HAND_PACE_ONE;
	hand_start(&setup);
	quick_us = play(5400, 30, 0);
	ck_assert_uint_lt(quick_us * 5, slow_us);
	ck_assert_uint_gt(quick_us, 60 * SECOND);
	for (size_t i = 0; i < n_actions; i++) {
		if (actions[i].kind != SIM_PUT)
			continue;
		/* Touches lie apart as the profile says: a swap at least, and no touch is lost. */
		ck_assert(lifted_us == 0 || actions[i].t_us >= lifted_us + 200 * MS);
		lifted_us = actions[i].t_us;
	}
}
END_TEST

/* The end */

static int
centre_sum(void)
{
	int light = 0;
	int centre[] = { SQ_D4, SQ_E4, SQ_D5, SQ_E5 };

	for (size_t i = 0; i < 4; i++)
		if (piece_type(men[centre[i]]) == KING)
			light += sq_is_light(centre[i]) ? 1 : 16;
	return light;
}

START_TEST(kings_in_the_centre_tell_the_result)
{
	static const int sums[] = {
		[RESULT_WHITE_WINS] = 2, [RESULT_BLACK_WINS] = 32, [RESULT_DRAW] = 17
	};
	struct sim_random random;

	sim_random_init(&random, test_seed());
	for (int i = 0; i < 300; i++) {
		struct sim_hand_setup setup = setup_of("human", (uint64_t)i);

		setup.kings = SIM_KINGS_ON;
		make_random_game(&random, 200);
		game.result = (uint8_t)(1 + i % 3);
		hand_start(&setup);
		play(5400, 30, 0);
		ck_assert_int_eq(centre_sum(), sums[game.result]);
		ck_assert(actions[n_actions - 1].kind == SIM_RESULT && actions[n_actions - 1].sign);
	}
}
END_TEST

START_TEST(kings_stay_where_they_are_when_told_or_when_there_is_no_result)
{
	struct sim_hand_setup setup = setup_of("clean", 1);

	read_game("1. e4 e5 1-0");
	hand_start(&setup);
	play(5400, 30, 0);
	ck_assert(!actions[n_actions - 1].sign);
	ck_assert_uint_eq(men[4], WHITE_KING);
	read_game("1. e4 e5 *");
	setup.kings = SIM_KINGS_ON;
	hand_start(&setup);
	play(5400, 30, 0);
	ck_assert(!actions[n_actions - 1].sign);
	ck_assert_uint_eq(men[4], WHITE_KING);
}
END_TEST

START_TEST(game_without_moves_has_a_beginning_and_an_end)
{
	struct sim_hand_setup setup = setup_of("human", 1);

	read_game("[Result \"1-0\"]\n\n1-0");
	setup.kings = SIM_KINGS_ON;
	hand_start(&setup);
	play(5400, 30, 0);
	ck_assert_int_eq(centre_sum(), 2);
}
END_TEST

/* What the board sees of it: dgt.md 7.1 */

struct seen {
	int captures, direct, ghosts, plies, with_stops, new_first;
	uint32_t ply;           /* index of the ply being played */
	struct position before; /* it */
	bool stopped, emptied, ghosted, target_first, origin_empty;
};

static struct sim_table table;

static int
target_of(const struct seen *seen)
{
	return move_to(game.plies[seen->ply].move);
}

static void
see_update(struct seen *seen, int sq, uint8_t piece)
{
	uint16_t move = game.plies[seen->ply].move;
	uint8_t mover = position_piece_at(&seen->before, move_from(move));
	uint8_t victim = position_piece_at(&seen->before, move_to(move));

	if (move_kind(move) == MOVE_CASTLING)
		return;
	if (sq == move_from(move) && piece == EMPTY)
		seen->origin_empty = true;
	else if (sq == target_of(seen) && piece == EMPTY)
		seen->emptied = true;
	else if (sq == target_of(seen) && piece == mover && !seen->origin_empty && !victim)
		seen->target_first = true;
	else if (sq != target_of(seen) && sq != move_from(move) && piece == mover)
		seen->stopped = true;
	else if (sq != target_of(seen) && victim != EMPTY && piece == victim &&
	         position_piece_at(&seen->before, sq) == EMPTY)
		seen->ghosted = true;
}

static void
see_bytes(void *ctx, uint64_t t_us, const uint8_t *bytes, size_t len)
{
	struct seen *seen = ctx;

	(void)t_us;
	if (len == 5 && bytes[0] == DGT_FIELD_UPDATE && seen->ply < game.n_plies)
		see_update(seen, bytes[3] ^ 56, dgt_piece_from_code(bytes[4]));
}

static void
see_ply(void *ctx, const struct sim_ply *ply)
{
	struct seen *seen = ctx;
	uint16_t move = game.plies[ply->index].move;
	bool capture = move_kind(move) == MOVE_NORMAL &&
	               position_piece_at(&seen->before, move_to(move)) != EMPTY;

	seen->plies++;
	seen->captures += capture;
	seen->direct += capture && !seen->emptied;
	seen->ghosts += capture && seen->ghosted;
	seen->with_stops += seen->stopped;
	seen->new_first += seen->target_first;
	seen->stopped = seen->emptied = seen->ghosted = false;
	seen->target_first = seen->origin_empty = false;
	position_after(&seen->before, move, &seen->before);
	seen->ply = ply->index + 1;
}

static void
watch(struct seen *seen, const char *path, const char *profile, uint64_t seed)
{
	struct sim_table_listener listener = { .ctx = seen, .bytes = see_bytes, .ply = see_ply };
	struct sim_hand_setup setup = setup_of(profile, seed);
	struct sim_board_setup board;
	uint64_t now_us = 0;
	size_t len;
	char *text = test_read_file(test_source_path(path), &len);

	ck_assert_ptr_nonnull(text);
	read_game(text);
	free(text);
	sim_board_setup_default(&board);
	position_start(&seen->before);
	seen->ply = 0;
	sim_table_init(&table, &board, &setup, &listener, 0);
	sim_table_receive(&table, (const uint8_t *)"\x4b", 1, 0);
	sim_table_play(&table, &game, 5400, 30, SECOND);
	while (!sim_table_is_idle(&table))
		now_us = sim_table_advance(&table, now_us);
}

static const char *const games[] = { "drivers/sim/games/opera-1858.pgn",
	                             "drivers/sim/games/immortal-1851.pgn",
	                             "drivers/sim/games/evergreen-1852.pgn" };

START_TEST(human_profile_is_seen_as_real_players_are)
{
	struct seen seen = { 0 };

	for (uint64_t i = 0; i < 300; i++)
		watch(&seen, games[i % 3], "human", i);
	printf("human: %d plies; of %d captures %d direct, %d ghosts; %d plies with stops, %d new "
	       "first\n",
	       seen.plies, seen.captures, seen.direct, seen.ghosts, seen.with_stops,
	       seen.new_first);
	/* 69 % of captures direct, 14 % with a ghost; 5 % with a stop, 1 % new square first. */
	ck_assert_int_ge(seen.direct * 100, seen.captures * 62);
	ck_assert_int_le(seen.direct * 100, seen.captures * 76);
	ck_assert_int_ge(seen.ghosts * 100, seen.captures * 8);
	ck_assert_int_le(seen.ghosts * 100, seen.captures * 18);
	ck_assert_int_ge(seen.with_stops * 1000, seen.plies * 25);
	ck_assert_int_le(seen.with_stops * 1000, seen.plies * 70);
	ck_assert_int_ge(seen.new_first * 1000, seen.plies * 3);
	ck_assert_int_le(seen.new_first * 1000, seen.plies * 20);
}
END_TEST

START_TEST(clean_profile_shows_every_change_and_nothing_else)
{
	struct seen seen = { 0 };

	for (uint64_t i = 0; i < 30; i++)
		watch(&seen, games[i % 3], "clean", i);
	ck_assert_int_eq(seen.direct, 0);
	ck_assert_int_eq(seen.ghosts, 0);
	ck_assert_int_eq(seen.with_stops, 0);
	ck_assert_int_eq(seen.new_first, 0);
}
END_TEST

START_TEST(real_games_every_ply_ends_with_its_position)
{
	static const char *const files[] = { "data/pgn/otb-clk/tata-steel-2017.pgn",
		                             "data/pgn/online-clk/lichess-2025-05-a.pgn" };
	int played = 0;

	for (size_t i = 0; i < COUNT(files); i++) {
		const char *path = test_shared_path(files[i]);
		struct pgn_reader reader;
		struct pgn_error error;
		size_t len;
		char *text = path ? test_read_file(path, &len) : NULL;

		if (!text)
			continue;
		pgn.game.plies = plies;
		pgn.game.capacity = PLIES;
		pgn_reader_init(&reader, text, len);
		while (pgn_next(&reader, &pgn, &error) == PGN_GAME) {
			struct sim_hand_setup setup = setup_of("human", (uint64_t)played++);

			setup.kings = SIM_KINGS_AUTO;
			game = pgn.game;
			hand_start(&setup);
			play(5400, 30, 0);
		}
		free(text);
	}
	printf("real games played: %d\n", played);
}
END_TEST

START_TEST(profiles_are_found_by_name)
{
	for (size_t i = 0; i < sim_n_profiles; i++)
		ck_assert_ptr_eq(sim_profile_find(sim_profiles[i].name), &sim_profiles[i]);
	ck_assert_ptr_null(sim_profile_find("robot"));
}
END_TEST

static Suite *
sim_hand_suite(void)
{
	Suite *suite = suite_create("sim_hand");
	TCase *moves = tcase_create("moves");
	TCase *clock = tcase_create("clock");
	TCase *end = tcase_create("end");

	tcase_set_timeout(moves, 100);
	tcase_add_test(moves, random_games_every_ply_ends_with_its_position);
	tcase_add_test(moves, every_profile_plays_only_what_hands_can_do);
	tcase_add_test(moves, real_games_every_ply_ends_with_its_position);
	tcase_add_test(moves, same_seed_same_timeline_and_another_one_for_another_seed);
	tcase_add_test(moves, castling_is_king_first_mostly_and_sometimes_otherwise);
	tcase_add_test(moves, en_passant_comes_in_both_orders);
	tcase_add_test(moves, promotion_with_the_pawn_standing_and_directly);
	tcase_add_test(moves, captures_in_every_order);
	tcase_add_test(moves, slides_and_hesitation_and_adjusting_happen);
	tcase_add_test(moves, human_profile_is_seen_as_real_players_are);
	tcase_add_test(moves, clean_profile_shows_every_change_and_nothing_else);
	tcase_add_test(moves, profiles_are_found_by_name);
	suite_add_tcase(suite, moves);

	tcase_add_test(clock, game_with_clock_times_is_pressed_at_those_times);
	tcase_add_test(clock, time_for_the_next_period_comes_with_the_press);
	tcase_add_test(clock, impossibly_quick_moves_are_made_up_for_later);
	tcase_add_test(clock, missing_and_senseless_clock_times_do_no_harm);
	tcase_add_test(clock, nobody_loses_on_time_in_the_shortest_of_games);
	tcase_add_test(clock, nobody_thinks_his_flag_down_at_a_slow_pace);
	tcase_add_test(clock, pace_shortens_thoughts_but_not_the_way_of_the_hand);
	suite_add_tcase(suite, clock);

	tcase_set_timeout(end, 60);
	tcase_add_test(end, kings_in_the_centre_tell_the_result);
	tcase_add_test(end, kings_stay_where_they_are_when_told_or_when_there_is_no_result);
	tcase_add_test(end, game_without_moves_has_a_beginning_and_an_end);
	tcase_add_loop_test(end, what_is_wished_for_happens_once_and_is_put_right, 0, SIM_BLIND);
	tcase_add_loop_test(end, what_hands_are_told_to_do_they_do_once, 0, SIM_BLIND);
	tcase_add_test(end, games_begin_where_they_begin);
	tcase_add_test(end, games_one_after_the_other_begin_from_the_start_position);
	suite_add_tcase(suite, end);
	return suite;
}

int
main(void)
{
	return test_run(sim_hand_suite());
}
