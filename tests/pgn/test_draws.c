/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/fen.h"
#include "core/chess/movegen.h"
#include "core/chess/san.h"
#include "core/game/draws.h"
#include "core/pgn/pgn.h"
#include "tests/pgn/played.h"
#include "tests/support.h"

static struct draws draws;
static struct position now;

static void
begin(const char *fen)
{
	ck_assert_int_eq(fen_parse(fen, strlen(fen), &now, NULL), 0);
	draws_init(&draws, &now);
}

static uint16_t
move_of(const char *san)
{
	uint16_t move = MOVE_NONE;

	ck_assert_msg(san_parse(&now, san, strlen(san), &move) == SAN_OK, "%s", san);
	return move;
}

/* Play moves separated by blanks; returns the number of the first ply after which wanted() holds, 0
 * when it never does. */
static int
play_until(const char *moves, bool (*wanted)(const struct draws_count *count))
{
	char san[16];
	int ply = 0, first = 0, n;

	for (const char *p = moves; sscanf(p, " %15s%n", san, &n) == 1; p += n) {
		struct draws_count count;

		position_after(&now, move_of(san), &now);
		draws_push(&draws, &now);
		draws_now(&draws, &count);
		ply++;
		if (first == 0 && wanted(&count))
			first = ply;
	}
	return first;
}

static bool
is_threefold(const struct draws_count *count)
{
	return count->threefold;
}

static bool
is_fivefold(const struct draws_count *count)
{
	return count->fivefold;
}

static bool
is_fivefold_in_a_row(const struct draws_count *count)
{
	return count->fivefold_in_a_row;
}

#define SHUFFLE "Nf3 Nf6 Ng1 Ng8 "

START_TEST(draws_initial_position_counts_from_the_start)
{
	begin(FEN_START);
	ck_assert_int_eq(play_until(SHUFFLE SHUFFLE, is_threefold), 8);
	begin(FEN_START);
	ck_assert_int_eq(play_until(SHUFFLE SHUFFLE SHUFFLE SHUFFLE, is_fivefold), 16);
	begin(FEN_START);
	ck_assert_int_eq(play_until(SHUFFLE SHUFFLE SHUFFLE SHUFFLE, is_fivefold_in_a_row), 16);
}
END_TEST

START_TEST(draws_intended_move_counts_before_it_is_made)
{
	struct draws_count count;

	begin(FEN_START);
	ck_assert_int_eq(play_until(SHUFFLE "Nf3 Nf6 Ng1", is_threefold), 0);
	draws_if(&draws, move_of("Ng8"), &count);
	ck_assert(count.threefold);
	ck_assert_uint_eq(count.occurrences, 3);
	draws_if(&draws, move_of("Nc6"), &count);
	ck_assert_uint_eq(count.occurrences, 1);
	draws_if(&draws, move_of("a6"), &count);
	ck_assert_uint_eq(count.plies, 0);
	draws_now(&draws, &count);
	ck_assert_uint_eq(count.occurrences, 2);
}
END_TEST

/* After d5 an en passant capture is possible once: that position does not come again. */
START_TEST(draws_legal_en_passant_is_another_position)
{
	begin(FEN_START);
	ck_assert_int_eq(
		play_until("e4 a6 e5 d5 Nf3 Nc6 Ng1 Nb8 Nf3 Nc6 Ng1 Nb8 Nf3", is_threefold), 13);
}
END_TEST

/* The pawn that could take is pinned to the king on its rank: no capture, the same position. */
START_TEST(draws_pinned_en_passant_is_the_same_position)
{
	begin("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1");
	ck_assert_int_eq(play_until("Ka5 Ke1 Ka4 Kd1 Ka5 Ke1 Ka4 Kd1", is_threefold), 8);
}
END_TEST

/* The kings have moved: the rights are gone, and the position is another one from then on. */
START_TEST(draws_lost_castling_right_is_another_position)
{
	begin(FEN_START);
	ck_assert_int_eq(play_until("e4 e5 Ke2 Ke7 Ke1 Ke8 " SHUFFLE SHUFFLE, is_threefold), 14);
}
END_TEST

#define DETOUR "Nc3 Nc6 Nd5 Nd4 Nc3 Nc6 Nb1 Nb8 "

START_TEST(draws_fivefold_with_gaps_is_not_in_a_row)
{
	begin(FEN_START);
	ck_assert_int_eq(play_until(SHUFFLE SHUFFLE DETOUR SHUFFLE, is_fivefold), 20);
	begin(FEN_START);
	ck_assert_int_eq(play_until(SHUFFLE SHUFFLE DETOUR SHUFFLE, is_fivefold_in_a_row), 0);
}
END_TEST

START_TEST(draws_fifty_and_seventy_five_by_each)
{
	struct draws_count count;

	begin("8/8/8/4k3/8/8/8/R3K3 w Q - 98 120");
	draws_if(&draws, move_of("Ra2"), &count);
	ck_assert(!count.fifty);
	begin("8/8/8/4k3/8/8/8/R3K3 w Q - 99 120");
	draws_now(&draws, &count);
	ck_assert(!count.fifty);
	draws_if(&draws, move_of("Ra2"), &count);
	ck_assert(count.fifty);
	draws_if(&draws, move_of("O-O-O"), &count);
	ck_assert_msg(count.fifty, "castling does not begin the count again");
	begin("8/8/8/4k3/8/8/8/R3K3 w Q - 149 150");
	draws_if(&draws, move_of("Ra2"), &count);
	ck_assert(count.seventy_five);
}
END_TEST

START_TEST(draws_mate_on_the_last_ply_prevails_over_seventy_five)
{
	struct draws_count count;

	begin("6k1/8/6K1/8/8/8/8/R7 w - - 149 150");
	draws_if(&draws, move_of("Ra8"), &count);
	ck_assert_uint_eq(count.plies, 150);
	ck_assert(!count.seventy_five);
	draws_if(&draws, move_of("Ra7"), &count);
	ck_assert(count.seventy_five);
}
END_TEST

START_TEST(draws_capture_and_pawn_move_begin_again)
{
	struct draws_count count;

	begin(FEN_START);
	play_until(SHUFFLE "e4 e5 " SHUFFLE, is_threefold);
	draws_now(&draws, &count);
	ck_assert_uint_eq(count.occurrences, 2);
	ck_assert_uint_eq(count.plies, 4);
	ck_assert_uint_eq(draws.n, 5);
}
END_TEST

/* Random play that goes on for long without pawns and captures: the counts against plain counting over
 * the whole history, beyond the bound only while the history is kept. */
START_TEST(draws_count_like_plain_counting)
{
	static struct position history[DRAWS_POSITIONS_MAX];
	unsigned int seed = test_seed() + (unsigned int)_i;
	uint32_t n = 0;

	begin("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
	history[n++] = now;
	while (n < DRAWS_POSITIONS_MAX) {
		struct move_list list;
		struct draws_count count;
		uint32_t plain = 0;

		movegen_legal(&now, &list);
		if (list.count == 0)
			break;
		seed = seed * 1103515245u + 12345u;
		position_after(&now, list.moves[(seed >> 16) % (unsigned int)list.count], &now);
		if (now.halfmove == 0)
			n = 0;
		history[n++] = now;
		draws_push(&draws, &now);
		for (uint32_t i = 0; i < n; i++)
			plain += position_same(&history[i], &now);
		draws_now(&draws, &count);
		ck_assert_uint_eq(count.occurrences, plain);
	}
}
END_TEST

START_TEST(draws_beyond_the_bound_forget_the_oldest)
{
	struct draws_count count;

	begin(FEN_START);
	for (int i = 0; i < 2 * DRAWS_POSITIONS_MAX / 4; i++)
		play_until(SHUFFLE, is_threefold);
	draws_now(&draws, &count);
	ck_assert_uint_le(draws.n, DRAWS_POSITIONS_MAX);
	ck_assert(count.fivefold && count.seventy_five);
	ck_assert_uint_eq(count.plies, 2 * DRAWS_POSITIONS_MAX);
}
END_TEST

START_TEST(draws_fold_forgets_annulled_plies)
{
	static struct game_ply plies[64];
	struct game game;
	struct draws_count count;

	begin(FEN_START);
	game_init(&game, &now, plies, 64);
	played_on(&game, SHUFFLE SHUFFLE, 0);
	draws_fold(&draws, &game, 8);
	draws_now(&draws, &count);
	ck_assert_uint_eq(count.occurrences, 3);
	draws_fold(&draws, &game, 4);
	draws_now(&draws, &count);
	ck_assert_uint_eq(count.occurrences, 2);
}
END_TEST

static struct game_break
position_set(const char *fen)
{
	struct game_break gap = { .why = BREAK_SET };

	ck_assert_int_eq(fen_parse(fen, strlen(fen), &gap.position, NULL), 0);
	return gap;
}

/* Black's rook and king have changed places, which is no move, and it stands: the players go on taking
 * turns, so the start position of before has not been forgotten when everything is back. */
START_TEST(draws_count_over_an_illegal_move_that_stands)
{
	const struct game_break gap =
		position_set("rnbqrb1k/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R w KQ - 4 3");
	static struct game_ply plies[64];
	struct game game;
	struct draws_count count;

	begin("rnbqkb1r/pppppppp/5n2/8/8/5N2/PPPPPPPP/RNBQKB1R b KQ - 3 2");
	game_init(&game, &now, plies, 64);
	ck_assert_int_eq(game_break(&game, &gap), 0);
	played_on(&game, "Ng1 Ng8 Nf3 Nf6", 0);
	draws_fold(&draws, &game, game.n_plies);
	draws_now(&draws, &count);
	ck_assert_uint_eq(count.occurrences, 2);
	ck_assert_uint_eq(count.plies, 8);
	ck_assert_uint_eq(draws.n, 6);
	draws_fold(&draws, &game, 0);
	draws_now(&draws, &count);
	ck_assert_uint_eq(draws.n, 2);
}
END_TEST

/* The same player is to move again: somebody set this, and what was before does not count. */
START_TEST(draws_begin_anew_where_a_position_was_set)
{
	const struct game_break gap = position_set(FEN_START);
	static struct game_ply plies[64];
	struct game game;
	struct draws_count count;

	begin(FEN_START);
	game_init(&game, &now, plies, 64);
	played_on(&game, SHUFFLE, 0);
	ck_assert_int_eq(game_break(&game, &gap), 0);
	played_on(&game, SHUFFLE, 0);
	draws_fold(&draws, &game, game.n_plies);
	draws_now(&draws, &count);
	ck_assert_uint_eq(count.occurrences, 2);
	ck_assert_uint_eq(count.plies, 4);
}
END_TEST

/* How many of a file's games reach a fivefold repetition, and 75 moves by each
 * (mate on the last of them included)? */
static void
count_games(const char *path, int *fivefold, int *seventy_five)
{
	static struct pgn_game pgn;
	static struct game_ply plies[GAME_PLIES_MAX];
	struct pgn_reader reader;
	struct pgn_error error;
	size_t len;
	char *text = test_read_file(path, &len);

	ck_assert(text != NULL);
	pgn_reader_init(&reader, text, len);
	pgn.game.plies = plies;
	pgn.game.capacity = GAME_PLIES_MAX;
	while (pgn_next(&reader, &pgn, &error) == PGN_GAME) {
		struct position position = pgn.game.start;
		bool five = false, seventy = false;

		draws_init(&draws, &position);
		for (uint32_t i = 0; i < pgn.game.n_plies; i++) {
			struct draws_count count;

			position_after(&position, plies[i].move, &position);
			draws_push(&draws, &position);
			draws_now(&draws, &count);
			five = five || count.fivefold;
			seventy = seventy || count.plies >= 150;
			/* Where the count is full and the draw is not, the last ply mated. */
			ck_assert(count.seventy_five == (count.plies >= 150) ||
			          (position_in_check(&position) && !movegen_any(&position)));
		}
		*fivefold += five;
		*seventy_five += seventy;
	}
	free(text);
}

/* The notes beside the shared games say how many reach each. */
START_TEST(draws_of_real_games_are_those_others_counted)
{
	static const struct {
		const char *file;
		int fivefold, seventy_five;
	} files[] = {
		{ "data/pgn/rules/real-fivefold.pgn", 9, 0 },
		{ "data/pgn/rules/real-75-move.pgn", 0, 10 },
		{ "data/pgn/rules/real-50-move.pgn", 0, 0 },
		{ "data/pgn/rules/basic-75-50-five-three.pgn", 9, 15 },
		{ "data/pgn/plain/twic1599.pgn", 2, 0 },
		{ "data/pgn/plain/polgar.pgn", 0, 1 },
		{ "data/pgn/plain/sesse-2013-2020.pgn", 1, 2 },
	};

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		const char *path = test_shared_path(files[i].file);
		int fivefold = 0, seventy_five = 0;

		if (!path)
			continue;
		count_games(path, &fivefold, &seventy_five);
		ck_assert_msg(fivefold == files[i].fivefold &&
		                      seventy_five == files[i].seventy_five,
		              "%s: %d fivefold, %d 75-move; noted %d and %d", files[i].file,
		              fivefold, seventy_five, files[i].fivefold, files[i].seventy_five);
	}
}
END_TEST

static Suite *
draws_suite(void)
{
	Suite *suite = suite_create("draws");
	TCase *tcase = tcase_create("draws");

	tcase_set_timeout(tcase, 60);
	tcase_add_test(tcase, draws_initial_position_counts_from_the_start);
	tcase_add_test(tcase, draws_intended_move_counts_before_it_is_made);
	tcase_add_test(tcase, draws_legal_en_passant_is_another_position);
	tcase_add_test(tcase, draws_pinned_en_passant_is_the_same_position);
	tcase_add_test(tcase, draws_lost_castling_right_is_another_position);
	tcase_add_test(tcase, draws_fivefold_with_gaps_is_not_in_a_row);
	tcase_add_test(tcase, draws_fifty_and_seventy_five_by_each);
	tcase_add_test(tcase, draws_mate_on_the_last_ply_prevails_over_seventy_five);
	tcase_add_test(tcase, draws_capture_and_pawn_move_begin_again);
	tcase_add_loop_test(tcase, draws_count_like_plain_counting, 0, 50);
	tcase_add_test(tcase, draws_beyond_the_bound_forget_the_oldest);
	tcase_add_test(tcase, draws_fold_forgets_annulled_plies);
	tcase_add_test(tcase, draws_count_over_an_illegal_move_that_stands);
	tcase_add_test(tcase, draws_begin_anew_where_a_position_was_set);
	tcase_add_test(tcase, draws_of_real_games_are_those_others_counted);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(void)
{
	return test_run(draws_suite());
}
