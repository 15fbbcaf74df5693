/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * core/pgn on the shared collection of real games, and on the shared malformed files.
 */
#include <check.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "core/pgn/pgn.h"
#include "tests/support.h"

static struct game_ply plies[GAME_PLIES_MAX], plies_again[GAME_PLIES_MAX];
static struct pgn_game game, again;
static struct pgn_error error;

static void
find(const char *pattern, glob_t *ret_files)
{
	const char *path = test_shared_path("data");
	char full[4096];

	ck_assert_ptr_nonnull(path);
	snprintf(full, sizeof(full), "%s/%s", path, pattern);
	ck_assert_int_eq(glob(full, 0, NULL, ret_files), 0);
}

static double
now_s(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* check_tags: all that was read is there again, the roster and the tags of the start set aside. */
static void
check_tags(void)
{
	for (size_t i = 0; i < game.n_tags; i++) {
		const char *name = game.tags[i].name, *value;
		size_t len = strlen(game.tags[i].value);

		if (strcmp(name, "Result") == 0 || strcmp(name, "FEN") == 0 ||
		    strcmp(name, "SetUp") == 0)
			continue;
		value = pgn_tag_value(again.tags, again.n_tags, name);
		ck_assert_ptr_nonnull(value);
		ck_assert_int_eq(strncmp(value, pgn_tag_value(game.tags, game.n_tags, name),
		                         len < 252 ? len : 252),
		                 0);
	}
}

/* check_round_trip: the game just read, written and read once more, is the same game. */
static void
check_round_trip(const char *file)
{
	size_t size = pgn_size(&game.game, game.n_tags), len;
	char *buffer = malloc(size);
	struct pgn_reader reader;
	struct text text;

	text_begin(&text, buffer, size);
	pgn_write(&text, &game.game, game.tags, game.n_tags, PGN_PLIES_ALL);
	ck_assert_int_eq(text_end(&text, &len), 0);
	pgn_reader_init(&reader, buffer, len);
	again.game.plies = plies_again;
	again.game.capacity = GAME_PLIES_MAX;
	ck_assert_msg(pgn_next(&reader, &again, &error) == PGN_GAME,
	              "%s, game of line %zu: %zu:%zu: %s", file, game.line, error.line,
	              error.column, error.cause);
	ck_assert(position_same(&game.game.start, &again.game.start));
	ck_assert_int_eq(game.game.start.chess960, again.game.start.chess960);
	ck_assert_int_eq(game.game.start.halfmove, again.game.start.halfmove);
	ck_assert_int_eq(game.game.start.fullmove, again.game.start.fullmove);
	ck_assert_uint_eq(game.game.n_plies, again.game.n_plies);
	for (uint32_t i = 0; i < game.game.n_plies; i++) {
		ck_assert_uint_eq(plies[i].move, plies_again[i].move);
		ck_assert_int_eq(plies[i].clock_s, plies_again[i].clock_s);
	}
	ck_assert_int_eq(game.game.result, again.game.result);
	ck_assert_int_eq(game.game.end, again.game.end);
	check_tags();
	ck_assert_int_eq(pgn_next(&reader, &again, &error), PGN_END);
	free(buffer);
}

/* The README of the collection counts its games, and says that none has an unreadable move. */
START_TEST(pgn_real_games_are_read_and_survive_writing)
{
	size_t n_games = 0, n_clocked = 0, n_chess960 = 0, n_plies = 0, bytes = 0;
	double read_s = 0;
	glob_t files;

	find("pgn/*/*.pgn", &files);
	for (size_t i = 0; i < files.gl_pathc; i++) {
		size_t len;
		char *text = test_read_file(files.gl_pathv[i], &len);
		struct pgn_reader reader;

		ck_assert_ptr_nonnull(text);
		bytes += len;
		pgn_reader_init(&reader, text, len);
		game.game.plies = plies;
		game.game.capacity = GAME_PLIES_MAX;
		for (;;) {
			double begin_s = now_s();
			enum pgn_outcome outcome = pgn_next(&reader, &game, &error);
			bool clocked = false;

			read_s += now_s() - begin_s;
			if (outcome == PGN_END)
				break;
			ck_assert_msg(outcome == PGN_GAME, "%s:%zu:%zu: %s", files.gl_pathv[i],
			              error.line, error.column, error.cause);
			n_games++;
			n_plies += game.game.n_plies;
			n_chess960 += game.game.start.chess960;
			for (uint32_t j = 0; j < game.game.n_plies; j++)
				clocked = clocked || plies[j].clock_s >= 0;
			n_clocked += clocked;
			check_round_trip(files.gl_pathv[i]);
		}
		free(text);
	}
	globfree(&files);
	printf("%zu games, %zu plies, %zu with clocks, %zu Chess960, %.1f MB read in %.2f s: "
	       "%.1f MB/s, %.0f plies/s\n",
	       n_games, n_plies, n_clocked, n_chess960, (double)bytes / 1e6, read_s,
	       (double)bytes / 1e6 / read_s, (double)n_plies / read_s);
	ck_assert_uint_ge(n_games, 17224);
	ck_assert_uint_ge(n_clocked, 900);
	ck_assert_uint_ge(n_chess960, 40);
}
END_TEST

/* Every malformed file comes to an end; every error names a place inside it and a cause; and what
 * was kept of a game is a game that can be written and read. */
START_TEST(pgn_malformed_files_end_in_games_or_errors)
{
	static const char *const patterns[] = { "pgn-bad/*/*", "pgn-bad/*.tsv" };
	size_t n_games = 0, n_errors = 0, n_files = 0;

	for (size_t p = 0; p < sizeof(patterns) / sizeof(patterns[0]); p++) {
		glob_t files;

		find(patterns[p], &files);
		for (size_t i = 0; i < files.gl_pathc; i++) {
			size_t len, line_count = 1;
			char *text = test_read_file(files.gl_pathv[i], &len);
			struct pgn_reader reader;
			enum pgn_outcome outcome;

			ck_assert_ptr_nonnull(text);
			n_files++;
			for (size_t j = 0; j < len; j++)
				line_count += text[j] == '\n' || text[j] == '\r';
			pgn_reader_init(&reader, text, len);
			game.game.plies = plies;
			game.game.capacity = GAME_PLIES_MAX;
			while ((outcome = pgn_next(&reader, &game, &error)) != PGN_END) {
				n_games += outcome == PGN_GAME;
				n_errors += outcome == PGN_ERROR;
				if (outcome == PGN_ERROR) {
					ck_assert_uint_ge(error.line, game.line);
					ck_assert_uint_le(error.line, line_count);
					ck_assert_uint_ge(error.column, 1);
					ck_assert_uint_gt(strlen(error.cause), 8);
				}
				check_round_trip(files.gl_pathv[i]);
			}
			free(text);
		}
		globfree(&files);
	}
	printf("%zu malformed files: %zu games, %zu errors\n", n_files, n_games, n_errors);
	ck_assert_uint_ge(n_files, 230);
	ck_assert_uint_ge(n_games, 300);
	ck_assert_uint_ge(n_errors, 107); /* the broken broadcast games alone */
}
END_TEST

/* What these files must give: the number of games and of errors, and the cause of the last
 * error. */
static const struct {
	const char *file;
	size_t n_games, n_errors;
	uint32_t n_plies; /* of the last game, with error or without */
	const char *cause;
} verdicts[] = {
	{ "chess-library/backslash_header.pgn", 1, 0, 95, NULL },
	{ "chess-library/unescaped_quote_header.pgn", 1, 0, 20, NULL },
	{ "chess-library/square_bracket_in_header.pgn", 1, 0, 130, NULL },
	{ "chess-library/no_moves_two_games.pgn", 2, 0, 0, NULL },
	{ "chess-library/black2move.pgn", 0, 1, 0, "illegal move '0-0-0' (ply 1)" },
	{ "python-chess/uci-moves.pgn", 1, 0, 113, NULL },
	{ "python-chess/anastasian-lewis.pgn", 0, 1, 81,
	  "null move 'Z0' (ply 82): a game has none" },
	{ "python-chess/knightvuillaume-jannlee-zh-lichess.pgn", 0, 1, 23,
	  "not a move: 'N@f3+' (ply 24)" },
	{ "chess-library/corrupted.pgn", 0, 1, 124, "not a move: 'Kx' (ply 125)" },
	{ "pgn-extract/fischer.pgn", 34, 0, 0, NULL },
	{ "pgn-extract/test-stalemate.pgn", 3, 0, 0, NULL },
	{ "sesse-broken/sesse-2013-2020.pgn", 0, 107, 0, NULL },
	{ "annotated/semicomm.pgn", 46, 0, 0, NULL },
	{ "ashlar/lenient__exception__empty__01_empty_file.pgn", 0, 0, 0, NULL },
};

START_TEST(pgn_malformed_file_gives_what_it_must)
{
	char name[512];
	const char *path;
	char *text;
	size_t len, n_games = 0, n_errors = 0;
	struct pgn_reader reader;
	enum pgn_outcome outcome;

	snprintf(name, sizeof(name), "data/pgn-bad/%s", verdicts[_i].file);
	path = test_shared_path(name);
	ck_assert_ptr_nonnull(path);
	text = test_read_file(path, &len);
	ck_assert_ptr_nonnull(text);
	pgn_reader_init(&reader, text, len);
	game.game.plies = plies;
	game.game.capacity = GAME_PLIES_MAX;
	error.cause[0] = '\0';
	while ((outcome = pgn_next(&reader, &game, &error)) != PGN_END) {
		n_games += outcome == PGN_GAME;
		n_errors += outcome == PGN_ERROR;
		if (verdicts[_i].n_plies > 0)
			ck_assert_uint_eq(game.game.n_plies, verdicts[_i].n_plies);
	}
	ck_assert_msg(n_games == verdicts[_i].n_games && n_errors == verdicts[_i].n_errors,
	              "%s: %zu games, %zu errors, last: %s", verdicts[_i].file, n_games, n_errors,
	              error.cause);
	if (verdicts[_i].cause)
		ck_assert_str_eq(error.cause, verdicts[_i].cause);
	free(text);
}
END_TEST

int
main(void)
{
	Suite *suite;
	TCase *tcase;

	if (!test_shared_path("data/pgn/README.md") ||
	    !test_shared_path("data/pgn-bad/INDEX.tsv")) {
		printf("no shared games\n");
		return TEST_SKIP;
	}
	suite = suite_create("pgn_files");
	tcase = tcase_create("pgn_files");
	tcase_set_timeout(tcase, 250);
	tcase_add_test(tcase, pgn_real_games_are_read_and_survive_writing);
	tcase_add_test(tcase, pgn_malformed_files_end_in_games_or_errors);
	tcase_add_loop_test(tcase, pgn_malformed_file_gives_what_it_must, 0,
	                    (int)(sizeof(verdicts) / sizeof(verdicts[0])));
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
