/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What core/pgn writes, read by another program: pgn-extract must find the same moves in every
 * shared game and have nothing to complain of.
 */
#include <check.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/chess/fen.h"
#include "core/pgn/pgn.h"
#include "tests/pgn/played.h"
#include "tests/support.h"

static struct game_ply plies[GAME_PLIES_MAX];
static struct pgn_game game;
static char folder[] = "/tmp/adoubed-pgn-XXXXXX";

static const char *
in_folder(const char *name)
{
	static char paths[4][64];
	static int turn;

	turn = (turn + 1) % 4;
	snprintf(paths[turn], sizeof(paths[turn]), "%s/%s", folder, name);
	return paths[turn];
}

static const char *
pgn_extract(void)
{
	const char *program = getenv("PGN_EXTRACT");

	if (!program)
		program = "/usr/games/pgn-extract";
	return access(program, X_OK) == 0 ? program : NULL;
}

/* put_moves: the line that pgn-extract prints for the game: moves and result. It writes castling as
 * the king's two squares, in Chess960 as the king's and the rook's, but not where the FICS name of
 * that game stands in the Variant tag; and the promotion piece in upper case. */
static void
put_moves(FILE *out)
{
	const char *variant = pgn_tag_value(game.tags, game.n_tags, "Variant");
	bool to_rook =
		game.game.start.chess960 && (!variant || strcmp(variant, "Fischerandom") != 0);

	for (uint32_t i = 0; i < game.game.n_plies; i++) {
		uint16_t move = plies[i].move;
		int from = move_from(move), to = to_rook ? move_to(move) : move_target(move);

		fprintf(out, "%c%d%c%d", 'a' + sq_file(from), sq_rank(from) + 1, 'a' + sq_file(to),
		        sq_rank(to) + 1);
		if (move_kind(move) == MOVE_PROMOTION)
			fputc(piece_letter((uint8_t)move_promotion(move)), out);
		fputc(' ', out);
	}
	fprintf(out, "%s\n", game_result_text((enum game_result)game.game.result));
}

/* contradicts_board: does the result that the file tells differ from the mate or stalemate that its
 * moves end in? Then it is right to complain. */
static bool
contradicts_board(void)
{
	struct game board = game.game;

	game_set_result(&board, RESULT_NONE, END_OPEN);
	return board.result != RESULT_NONE && board.result != game.game.result;
}

static void
put_pgn(FILE *out)
{
	size_t size = pgn_size(&game.game, game.n_tags), len;
	char *buffer = malloc(size);
	struct text text;

	text_begin(&text, buffer, size);
	pgn_write(&text, &game.game, game.tags, game.n_tags, PGN_PLIES_MADE);
	ck_assert_int_eq(text_end(&text, &len), 0);
	ck_assert_uint_eq(fwrite(buffer, 1, len, out), len);
	free(buffer);
}

/* write_games: all shared games as our writer writes them, and the moves to be found in them. */
static size_t
write_games(size_t *ret_n_contradicting)
{
	FILE *pgn = fopen(in_folder("games.pgn"), "w");
	FILE *moves = fopen(in_folder("expected"), "w");
	struct pgn_error error;
	size_t n_games = 0;
	char pattern[4096];
	glob_t files;

	ck_assert(pgn && moves);
	snprintf(pattern, sizeof(pattern), "%s/*/*.pgn", test_shared_path("data/pgn"));
	ck_assert_int_eq(glob(pattern, 0, NULL, &files), 0);
	for (size_t i = 0; i < files.gl_pathc; i++) {
		size_t len;
		char *text = test_read_file(files.gl_pathv[i], &len);
		struct pgn_reader reader;

		ck_assert_ptr_nonnull(text);
		pgn_reader_init(&reader, text, len);
		game.game.plies = plies;
		game.game.capacity = GAME_PLIES_MAX;
		while (pgn_next(&reader, &game, &error) == PGN_GAME) {
			n_games++;
			*ret_n_contradicting += contradicts_board();
			put_pgn(pgn);
			put_moves(moves);
		}
		free(text);
	}
	globfree(&files);
	ck_assert_int_eq(fclose(pgn) | fclose(moves), 0);
	return n_games;
}

/* check_complaints: not a line but for results that contradict the board, three lines each. */
static void
check_complaints(size_t n_contradicting)
{
	FILE *file = fopen(in_folder("complaints"), "r");
	size_t n_lines = 0, n_results = 0;
	char line[1024];

	ck_assert_ptr_nonnull(file);
	while (fgets(line, sizeof(line), file)) {
		if (line[0] == '\n')
			continue;
		n_lines++;
		n_results += strstr(line, "is inconsistent with checkmate") != NULL ||
		             strstr(line, "is inconsistent with stalemate") != NULL;
		if (n_lines > 3 * n_contradicting)
			fputs(line, stdout);
	}
	fclose(file);
	ck_assert_uint_le(n_results, n_contradicting);
	ck_assert_uint_eq(n_lines, 3 * n_results);
}

static void
check_moves(size_t n_games)
{
	FILE *expected = fopen(in_folder("expected"), "r");
	FILE *found = fopen(in_folder("found"), "r");
	char *want = NULL, *got = NULL;
	size_t want_size = 0, got_size = 0, n = 0;

	ck_assert(expected && found);
	while (getline(&want, &want_size, expected) > 0) {
		/* An empty line parts two games. */
		do {
			ck_assert_msg(getline(&got, &got_size, found) > 0, "game %zu is missing",
			              n);
		} while (got[0] == '\n');
		ck_assert_msg(strcmp(want, got) == 0, "game %zu: wrote\n%sread\n%s", n, want, got);
		n++;
	}
	while (getline(&got, &got_size, found) > 0)
		ck_assert_str_eq(got, "\n");
	ck_assert_uint_eq(n, n_games);
	free(want);
	free(got);
	fclose(expected);
	fclose(found);
}

START_TEST(pgn_extract_reads_what_we_write)
{
	size_t n_contradicting = 0, n_games = write_games(&n_contradicting);
	char command[8192];

	snprintf(command, sizeof(command),
	         "'%s' -s --quiet -Wuci --notags -w1000000 -o%s %s >%s 2>%s", pgn_extract(),
	         in_folder("found"), in_folder("games.pgn"), "/dev/null", in_folder("complaints"));
	ck_assert_int_eq(system(command), 0);
	check_complaints(n_contradicting);
	check_moves(n_games);
	printf("%zu games read alike, %zu of them with a result that contradicts the board\n",
	       n_games, n_contradicting);
	ck_assert_uint_ge(n_games, 17224);
}
END_TEST

static void
break_at(const char *fen)
{
	struct game_break gap = { .why = BREAK_ILLEGAL };

	ck_assert_int_eq(fen_parse_standing(fen, strlen(fen), &gap.position, NULL), 0);
	ck_assert_int_eq(game_break(&game.game, &gap), 0);
}

/* An illegal move that stands, twice: a knight that jumped like a rook, a king left in check. */
START_TEST(pgn_extract_reads_a_broken_game)
{
	static const char expected[] = "e2e4 e7e5 *\n\nf1c4 d7d6 e1g1 *\n\nf7b3 b8c6 1-0\n";
	char command[8192];
	size_t len;
	char *found;
	FILE *pgn = fopen(in_folder("games.pgn"), "w");

	ck_assert_ptr_nonnull(pgn);
	played_begin(&game.game, FEN_START, plies, GAME_PLIES_MAX);
	game.n_tags = 0;
	played_on(&game.game, "e4 e5", 0);
	break_at("rnbqkbnr/pppp1ppp/8/4p3/4P3/6N1/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
	played_on(&game.game, "Bc4 d6 O-O", 0);
	break_at("rnbqkbnr/ppp2Bpp/3p4/4p3/4P3/6N1/PPPP1PPP/RNBQ1RK1 w - - 1 5");
	played_on(&game.game, "Bb3 Nc6", 0);
	game_set_result(&game.game, RESULT_WHITE_WINS, END_DECLARED);
	put_pgn(pgn);
	ck_assert_int_eq(fclose(pgn), 0);
	snprintf(command, sizeof(command),
	         "'%s' -s --quiet -Wuci --notags -w1000000 -o%s %s >%s 2>%s", pgn_extract(),
	         in_folder("found"), in_folder("games.pgn"), "/dev/null", in_folder("complaints"));
	ck_assert_int_eq(system(command), 0);
	check_complaints(0);
	found = test_read_file(in_folder("found"), &len);
	ck_assert_ptr_nonnull(found);
	ck_assert_msg(strncmp(found, expected, strlen(expected)) == 0, "read: %s", found);
	free(found);
}
END_TEST

int
main(void)
{
	static const char *const names[] = { "games.pgn", "expected", "found", "complaints" };
	Suite *suite = suite_create("pgn_extract");
	TCase *tcase = tcase_create("pgn_extract");
	int status;

	tcase_set_timeout(tcase, 250);
	tcase_add_test(tcase, pgn_extract_reads_a_broken_game);
	if (test_shared_path("data/pgn/README.md"))
		tcase_add_test(tcase, pgn_extract_reads_what_we_write);
	else
		printf("no shared games: only the own one\n");
	suite_add_tcase(suite, tcase);
	if (!pgn_extract()) {
		printf("no pgn-extract\n");
		srunner_free(srunner_create(suite));
		return TEST_SKIP;
	}
	if (!mkdtemp(folder)) {
		perror(folder);
		return EXIT_FAILURE;
	}
	status = test_run(suite);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		unlink(in_folder(names[i]));
	rmdir(folder);
	return status;
}
