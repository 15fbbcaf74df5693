/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * core/pgn: the export format out.
 */
#include <check.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/fen.h"
#include "core/chess/movegen.h"
#include "core/pgn/pgn.h"
#include "tests/pgn/played.h"
#include "tests/support.h"

#define CAPACITY 2000
#define SIZE     200000

static struct game_ply plies[CAPACITY];
static struct game game;
static char out[SIZE];

static void
begin(const char *fen)
{
	played_begin(&game, fen, plies, CAPACITY);
}

static void
play(const char *moves)
{
	played_on(&game, moves, 0);
}

static const char *
write_game(const struct pgn_tag *tags, size_t n_tags, enum pgn_plies which)
{
	struct text text;
	size_t len;

	text_begin(&text, out, sizeof(out));
	pgn_write(&text, &game, tags, n_tags, which);
	ck_assert_int_eq(text_end(&text, &len), 0);
	ck_assert_uint_le(len, pgn_size(&game, n_tags));
	return out;
}

/* movetext: what follows the empty line behind the tags. */
static const char *
movetext(const char *pgn)
{
	const char *empty = strstr(pgn, "\n\n");

	ck_assert_ptr_nonnull(empty);
	return empty + 2;
}

#define UNKNOWN_ROSTER                                                                             \
	"[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"                      \
	"[White \"?\"]\n[Black \"?\"]\n"

START_TEST(pgn_write_empty_game_is_roster_and_star)
{
	begin(FEN_START);
	ck_assert_str_eq(write_game(NULL, 0, PGN_PLIES_ALL),
	                 UNKNOWN_ROSTER "[Result \"*\"]\n\n*\n\n");
}
END_TEST

START_TEST(pgn_write_tags_roster_first_then_by_name)
{
	static const struct pgn_tag tags[] = {
		{ "TimeControl", "40/5400+30:1800+30" },
		{ "Black", "Blau, Berta" },
		{ "Result", "0-1" }, /* the game knows better */
		{ "WhiteElo", "2100" },
		{ "White", "Amsel, Anton" },
		{ "Event", "Club \"Springer\" \\ open" },
		{ "WhiteElo", "9999" }, /* a second time: not written */
		{ "FEN", "nonsense" },  /* the game knows better */
		{ "SetUp", "1" },
		{ "Round", "3.1" },
		{ "BlackElo", "-" },
	};

	begin(FEN_START);
	play("e4 e5");
	game_set_result(&game, RESULT_DRAW, END_DECLARED);
	ck_assert_str_eq(write_game(tags, sizeof(tags) / sizeof(tags[0]), PGN_PLIES_ALL),
	                 "[Event \"Club \\\"Springer\\\" \\\\ open\"]\n"
	                 "[Site \"?\"]\n"
	                 "[Date \"????.??.??\"]\n"
	                 "[Round \"3.1\"]\n"
	                 "[White \"Amsel, Anton\"]\n"
	                 "[Black \"Blau, Berta\"]\n"
	                 "[Result \"1/2-1/2\"]\n"
	                 "[BlackElo \"-\"]\n"
	                 "[TimeControl \"40/5400+30:1800+30\"]\n"
	                 "[WhiteElo \"2100\"]\n"
	                 "\n"
	                 "1. e4 e5 1/2-1/2\n"
	                 "\n");
}
END_TEST

START_TEST(pgn_write_tag_value_is_one_clean_line)
{
	struct pgn_tag tag = { "Event", "a\nb\tc\x7f\x01z" };

	begin(FEN_START);
	ck_assert_ptr_nonnull(strstr(write_game(&tag, 1, PGN_PLIES_ALL), "[Event \"a b c  z\"]\n"));
}
END_TEST

/* 254 letters and a two-byte character: cut before it, not through it. */
START_TEST(pgn_write_long_tag_value_is_cut_on_a_character)
{
	char value[400], expected[400];
	struct pgn_tag tag = { "Event", value };

	begin(FEN_START);
	memset(value, 'e', 254);
	strcpy(value + 254, "\xc3\xa4 and more");
	memset(expected, 0, sizeof(expected));
	strcpy(expected, "[Event \"");
	memset(expected + 8, 'e', 254);
	strcpy(expected + 262, "\"]\n");
	ck_assert_int_eq(strncmp(write_game(&tag, 1, PGN_PLIES_ALL), expected, strlen(expected)),
	                 0);

	/* One byte less before it, and it fits as the 254th and 255th. */
	memmove(value, value + 1, strlen(value));
	strcpy(expected + 261, "\xc3\xa4\"]\n");
	ck_assert_int_eq(strncmp(write_game(&tag, 1, PGN_PLIES_ALL), expected, strlen(expected)),
	                 0);

	/* Bytes that are no UTF-8 at all are cut somewhere, and not before 252. */
	memset(value, 0xbf, 300);
	value[300] = '\0';
	ck_assert_ptr_nonnull(strchr(write_game(&tag, 1, PGN_PLIES_ALL) + 8 + 252, '"'));
}
END_TEST

START_TEST(pgn_write_clocks_and_black_numbers)
{
	begin(FEN_START);
	play("e4 e5 Nf3 Nc6 Bb5");
	plies[0].clock_s = 5381;
	plies[1].clock_s = 0;
	plies[2].clock_s = CLOCK_UNKNOWN;
	plies[3].clock_s = 36061;
	ck_assert_str_eq(
		movetext(write_game(NULL, 0, PGN_PLIES_ALL)),
		"1. e4 {[%clk 1:29:41]} 1... e5 {[%clk 0:00:00]} 2. Nf3 Nc6 {[%clk 10:01:01]} "
		"3.\nBb5 *\n\n");
}
END_TEST

START_TEST(pgn_write_black_to_move_begins_with_dots)
{
	begin("4k3/8/8/8/8/8/4P3/4K3 b - - 3 41");
	play("Ke7 e4 Ke6");
	ck_assert_str_eq(write_game(NULL, 0, PGN_PLIES_ALL),
	                 UNKNOWN_ROSTER "[Result \"*\"]\n"
	                                "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 41\"]\n"
	                                "[SetUp \"1\"]\n\n"
	                                "41... Ke7 42. e4 Ke6 *\n\n");
}
END_TEST

START_TEST(pgn_write_chess960_tells_its_start)
{
	struct pgn_tag tag = { "Variant", "Fischerandom" };

	/* The orthodox array among the 960: nothing but the tags can tell. */
	begin(FEN_START);
	game.start.chess960 = true;
	ck_assert_ptr_nonnull(strstr(write_game(NULL, 0, PGN_PLIES_ALL),
	                             "[FEN \"" FEN_START "\"]\n[SetUp \"1\"]\n[Variant "
	                             "\"Chess960\"]\n\n"));
	ck_assert_ptr_nonnull(strstr(write_game(&tag, 1, PGN_PLIES_ALL),
	                             "[SetUp \"1\"]\n[Variant \"Fischerandom\"]\n\n"));
	ck_assert_ptr_null(strstr(out, "Chess960"));

	begin("1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w GBgb - 0 9");
	play("O-O O-O");
	ck_assert_str_eq(movetext(write_game(NULL, 0, PGN_PLIES_ALL)), "9. O-O O-O *\n\n");
	ck_assert_ptr_nonnull(strstr(out, "[Variant \"Chess960\"]\n"));
}
END_TEST

START_TEST(pgn_write_made_leaves_out_the_candidate)
{
	begin(FEN_START);
	play("e4 e5 Nf3");
	plies[2].state = PLY_CANDIDATE;
	ck_assert_str_eq(movetext(write_game(NULL, 0, PGN_PLIES_MADE)), "1. e4 e5 *\n\n");
	ck_assert_str_eq(movetext(write_game(NULL, 0, PGN_PLIES_ALL)), "1. e4 e5 2. Nf3 *\n\n");
}
END_TEST

START_TEST(pgn_write_result_is_the_game_s)
{
	begin(FEN_START);
	play("f3 e5 g4 Qh4");
	ck_assert_ptr_nonnull(strstr(write_game(NULL, 0, PGN_PLIES_ALL), "[Result \"0-1\"]\n"));
	ck_assert_str_eq(movetext(out), "1. f3 e5 2. g4 Qh4# 0-1\n\n");
}
END_TEST

/* A long random game: every line within 79 columns, as many tokens on it as fit, no blank at its
 * ends, no command broken. */
START_TEST(pgn_write_lines_are_full_and_not_too_long)
{
	struct move_list list;
	const char *p, *next;

	srand(test_seed());
	begin(FEN_START);
	for (int i = 0; i < 600; i++) {
		movegen_legal(&game.now, &list);
		if (list.count == 0)
			break;
		game_append(&game, list.moves[rand() % list.count], TIME_UNKNOWN, PLY_MADE);
		game.plies[i].clock_s = rand() % 4 ? rand() % 40000 : CLOCK_UNKNOWN;
	}
	for (p = movetext(write_game(NULL, 0, PGN_PLIES_ALL)); *p != '\n'; p = next + 1) {
		size_t len = strcspn(p, "\n");
		size_t token;

		next = p + len;
		ck_assert_uint_ge(len, 1);
		ck_assert_uint_le(len, 79);
		ck_assert_int_ne(p[0], ' ');
		ck_assert_int_ne(next[-1], ' ');
		if (next[1] == '\n')
			continue;
		ck_assert_int_eq(strncmp(next + 1, "[%clk", 5) == 0 || next[1] == '\0', 0);
		token = next[1] == '{' ? strcspn(next + 1, "}") + 1 : strcspn(next + 1, " \n");
		ck_assert_uint_gt(len + 1 + token, 79);
	}
	ck_assert_str_eq(p, "\n");
}
END_TEST

/* The worst a game can need stays under the promise, and one byte less than what it needs fails
 * cleanly. */
START_TEST(pgn_write_size_is_an_upper_bound)
{
	static char values[20][256];
	static char names[20][256];
	struct pgn_tag tags[20];
	struct text text;
	size_t len;

	begin("4k3/8/8/8/8/8/4P3/R3K2R b KQ - 0 65535");
	for (int i = 0; i < 1000; i++) {
		struct move_list list;

		movegen_legal(&game.now, &list);
		if (list.count == 0)
			break;
		game_append(&game, list.moves[i % list.count], TIME_UNKNOWN, PLY_MADE);
		plies[i].clock_s = INT32_MAX;
	}
	for (int i = 0; i < 20; i++) {
		memset(values[i], '"', 255);
		memset(names[i], 'A' + i, 255);
		tags[i] = (struct pgn_tag){ names[i], values[i] };
	}
	write_game(tags, 20, PGN_PLIES_ALL); /* checks pgn_size */
	len = strlen(out);
	text_begin(&text, out, len); /* no room for the NUL */
	pgn_write(&text, &game, tags, 20, PGN_PLIES_ALL);
	ck_assert_int_eq(text_end(&text, NULL), -ENOBUFS);
}
END_TEST

static void
break_at(const char *fen)
{
	struct game_break gap = { .why = BREAK_ILLEGAL };

	ck_assert_int_eq(fen_parse_standing(fen, strlen(fen), &gap.position, NULL), 0);
	ck_assert_int_eq(game_break(&game, &gap), 0);
}

/* After 1. e4 e5 2. Nf3 Black has played Nb8-d7 over his pawn, and White Bc4. */
#define KNIGHT_JUMPED "r1bqkbnr/pppn1ppp/3p4/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"
/* Then White has left his king in check from e4. */
#define KING_LEFT "r1b1kbnr/pppn1ppp/3p4/8/4q3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 7"

START_TEST(pgn_write_break_begins_a_continuation)
{
	static const struct pgn_tag tags[] = { { "White", "Amsel, Anton" },
		                               { "Continuation", "x" },
		                               { "WhiteElo", "2100" } };

	begin(FEN_START);
	play("e4 e5 Nf3");
	plies[2].clock_s = 5400;
	break_at(KNIGHT_JUMPED);
	play("Bc4 Be7 O-O");
	game_set_result(&game, RESULT_WHITE_WINS, END_DECLARED);
	ck_assert_str_eq(write_game(tags, 3, PGN_PLIES_MADE),
	                 "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
	                 "[White \"Amsel, Anton\"]\n[Black \"?\"]\n[Result \"*\"]\n"
	                 "[Continuation \"x\"]\n[WhiteElo \"2100\"]\n"
	                 "\n"
	                 "1. e4 e5 2. Nf3 {[%clk 1:30:00]} *\n"
	                 "\n"
	                 "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n"
	                 "[White \"Amsel, Anton\"]\n[Black \"?\"]\n[Result \"1-0\"]\n"
	                 "[Continuation \"1\"]\n[FEN \"" KNIGHT_JUMPED "\"]\n"
	                 "[SetUp \"1\"]\n[WhiteElo \"2100\"]\n"
	                 "\n"
	                 "3. Bc4 Be7 4. O-O 1-0\n"
	                 "\n");
}
END_TEST

START_TEST(pgn_write_breaks_without_plies_between_are_one)
{
	begin(FEN_START);
	break_at("rnbqkbnr/pppppppp/8/8/8/4P3/PPPPKPPP/RNBQ1BNR b kq - 0 1");
	break_at(KNIGHT_JUMPED);
	play("Bc4");
	break_at(KING_LEFT);
	/* Nothing was played before the second break, so it begins the game itself. */
	ck_assert_str_eq(write_game(NULL, 0, PGN_PLIES_MADE), UNKNOWN_ROSTER
	                 "[Result \"*\"]\n"
	                 "[FEN \"" KNIGHT_JUMPED "\"]\n[SetUp \"1\"]\n\n"
	                 "3. Bc4 *\n\n" UNKNOWN_ROSTER "[Result \"*\"]\n[Continuation \"1\"]\n"
	                 "[FEN \"" KING_LEFT "\"]\n[SetUp \"1\"]\n\n*\n\n");
}
END_TEST

START_TEST(pgn_write_a_break_keeps_chess960)
{
	struct game_break gap = { .why = BREAK_SET };
	const char *fen = "bbqn1rkr/pppppppp/4n3/8/8/4N3/PPPPPPPP/BBQN1RKR w HFhf - 2 2";

	ck_assert_int_eq(fen_parse(fen, strlen(fen), &gap.position, NULL), 0);
	begin("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1");
	game.start.chess960 = game.now.chess960 = true;
	play("f3");
	ck_assert_int_eq(game_break(&game, &gap), 0);
	ck_assert_ptr_nonnull(strstr(write_game(NULL, 0, PGN_PLIES_ALL),
	                             "[Continuation \"1\"]\n[FEN \"bbqn1rkr/"));
	ck_assert_ptr_nonnull(strstr(out, "[SetUp \"1\"]\n[Variant \"Chess960\"]\n\n"));
}
END_TEST

START_TEST(pgn_write_most_breaks_fit_pgn_size)
{
	static char value[256];
	struct pgn_tag tags[8];

	memset(value, '"', 255);
	for (size_t i = 0; i < 8; i++)
		tags[i] = (struct pgn_tag){ (const char *[]){ "Event", "Site", "Round", "White",
			                                      "Black", "Variant", "A", "B" }[i],
			                    value };
	begin(FEN_START);
	for (int i = 0; i < GAME_BREAKS_MAX; i++) {
		play("e4");
		break_at(FEN_START);
	}
	write_game(tags, 8, PGN_PLIES_ALL); /* checks pgn_size */
}
END_TEST

/* What was written in parts is read as one game again. */
START_TEST(pgn_join_reads_a_broken_game_as_one)
{
	static const struct pgn_tag tags[] = { { "White", "Amsel, Anton" }, { "Round", "3.1" } };
	static struct game_ply whole_plies[CAPACITY], part_plies[CAPACITY];
	static struct pgn_game whole, part;
	struct pgn_reader reader;
	struct pgn_error error;

	begin(FEN_START);
	play("e4 e5 Nf3");
	break_at(KNIGHT_JUMPED);
	play("Bc4 Be7 O-O");
	plies[4].clock_s = 61;
	break_at(KING_LEFT);
	play("Kd8");
	game_set_result(&game, RESULT_WHITE_WINS, END_DECLARED);
	write_game(tags, 2, PGN_PLIES_MADE);

	pgn_reader_init(&reader, out, strlen(out));
	whole.game.plies = whole_plies;
	part.game.plies = part_plies;
	whole.game.capacity = part.game.capacity = CAPACITY;
	ck_assert_int_eq(pgn_next(&reader, &whole, &error), PGN_GAME);
	while (pgn_next(&reader, &part, &error) == PGN_GAME)
		ck_assert_int_eq(pgn_join(&whole, &part), 0);
	ck_assert_uint_eq(whole.game.n_plies, game.n_plies);
	ck_assert_uint_eq(whole.game.n_breaks, game.n_breaks);
	for (uint32_t i = 0; i < game.n_plies; i++) {
		ck_assert_uint_eq(whole_plies[i].move, plies[i].move);
		ck_assert_int_eq(whole_plies[i].clock_s, plies[i].clock_s);
	}
	for (uint32_t i = 0; i < game.n_breaks; i++) {
		ck_assert_uint_eq(whole.game.breaks[i].ply, game.breaks[i].ply);
		ck_assert(position_same(&whole.game.breaks[i].position, &game.breaks[i].position));
	}
	ck_assert(position_same(&whole.game.now, &game.now));
	ck_assert_int_eq(whole.game.result, RESULT_WHITE_WINS);
}
END_TEST

START_TEST(pgn_join_refuses_another_game)
{
	static const char text[] =
		"[White \"A\"]\n\n1. e4 *\n\n"
		"[White \"A\"]\n\n1. d4 *\n\n"
		"[White \"B\"]\n[Continuation \"1\"]\n\n1. d4 *\n\n"
		"[White \"A\"]\n[Round \"1\"]\n[Continuation \"1\"]\n\n1. d4 *\n\n"
		"[Continuation \"1\"]\n\n1. d4 *\n\n"
		"[White \"A\"]\n[Continuation \"1\"]\n\n1. d4 d5 *\n";
	static struct game_ply whole_plies[2], part_plies[CAPACITY];
	static struct pgn_game whole, part;
	struct pgn_reader reader;
	struct pgn_error error;

	pgn_reader_init(&reader, text, strlen(text));
	whole.game.plies = whole_plies;
	whole.game.capacity = 2;
	part.game.plies = part_plies;
	part.game.capacity = CAPACITY;
	ck_assert_int_eq(pgn_next(&reader, &whole, &error), PGN_GAME);
	for (int i = 0; i < 4; i++) {
		ck_assert_int_eq(pgn_next(&reader, &part, &error), PGN_GAME);
		ck_assert_int_eq(pgn_join(&whole, &part), -EINVAL);
	}
	ck_assert_int_eq(pgn_next(&reader, &part, &error), PGN_GAME);
	ck_assert_int_eq(pgn_join(&whole, &part), -ENOBUFS);
	ck_assert_uint_eq(whole.game.n_breaks, 0);
	ck_assert_uint_eq(whole.game.n_plies, 1);
}
END_TEST

static const struct {
	const char *fen;
	bool chess960;
} starts[] = {
	{ FEN_START, false },
	{ FEN_START, true }, /* number 518, drawn as one of the 960 */
	{ "4k3/8/8/8/8/8/4P3/4K3 b - - 3 40", false },
	{ "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3", false },
	{ "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1", true },
	{ "4k3/8/8/8/8/8/8/RR2K3 w B - 0 1", true },
};

START_TEST(pgn_write_any_start_is_read_again)
{
	static struct game_ply again_plies[CAPACITY];
	static struct pgn_game again;
	struct pgn_reader reader;
	struct pgn_error error;
	struct move_list list;
	char fen[FEN_SIZE];

	begin(starts[_i].fen);
	game.start.chess960 = game.now.chess960 = starts[_i].chess960;
	movegen_legal(&game.now, &list);
	ck_assert_int_eq(game_append(&game, list.moves[0], TIME_UNKNOWN, PLY_MADE), 0);
	write_game(NULL, 0, PGN_PLIES_MADE);
	pgn_reader_init(&reader, out, strlen(out));
	again.game.plies = again_plies;
	again.game.capacity = CAPACITY;
	ck_assert_int_eq(pgn_next(&reader, &again, &error), PGN_GAME);
	fen_format(&again.game.start, fen);
	ck_assert_str_eq(fen, starts[_i].fen);
	ck_assert_int_eq(again.game.start.chess960, starts[_i].chess960);
	ck_assert_uint_eq(again.game.n_plies, 1);
	ck_assert_uint_eq(again_plies[0].move, list.moves[0]);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("pgn_write");
	TCase *tcase = tcase_create("pgn_write");

	tcase_add_test(tcase, pgn_write_empty_game_is_roster_and_star);
	tcase_add_test(tcase, pgn_write_tags_roster_first_then_by_name);
	tcase_add_test(tcase, pgn_write_tag_value_is_one_clean_line);
	tcase_add_test(tcase, pgn_write_long_tag_value_is_cut_on_a_character);
	tcase_add_test(tcase, pgn_write_clocks_and_black_numbers);
	tcase_add_test(tcase, pgn_write_black_to_move_begins_with_dots);
	tcase_add_test(tcase, pgn_write_chess960_tells_its_start);
	tcase_add_test(tcase, pgn_write_made_leaves_out_the_candidate);
	tcase_add_test(tcase, pgn_write_result_is_the_game_s);
	tcase_add_test(tcase, pgn_write_lines_are_full_and_not_too_long);
	tcase_add_test(tcase, pgn_write_size_is_an_upper_bound);
	tcase_add_test(tcase, pgn_write_break_begins_a_continuation);
	tcase_add_test(tcase, pgn_write_breaks_without_plies_between_are_one);
	tcase_add_test(tcase, pgn_write_a_break_keeps_chess960);
	tcase_add_test(tcase, pgn_write_most_breaks_fit_pgn_size);
	tcase_add_test(tcase, pgn_join_reads_a_broken_game_as_one);
	tcase_add_test(tcase, pgn_join_refuses_another_game);
	tcase_add_loop_test(tcase, pgn_write_any_start_is_read_again, 0,
	                    (int)(sizeof(starts) / sizeof(starts[0])));
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
