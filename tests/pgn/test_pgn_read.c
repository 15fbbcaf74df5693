/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * core/pgn: the mainline in, from text as the world writes it.
 */
#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/fen.h"
#include "core/chess/san.h"
#include "core/pgn/pgn.h"
#include "tests/support.h"

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

static struct game_ply plies[GAME_PLIES_MAX];
static struct pgn_reader reader;
static struct pgn_game game;
static struct pgn_error error;

static void
begin_len(const char *text, size_t len)
{
	pgn_reader_init(&reader, text, len);
	game.game.plies = plies;
	game.game.capacity = GAME_PLIES_MAX;
}

static void
begin(const char *text)
{
	begin_len(text, strlen(text));
}

static enum pgn_outcome
next(void)
{
	return pgn_next(&reader, &game, &error);
}

/* moves: the mainline in SAN, one blank between two. */
static const char *
moves(void)
{
	static char out[4096];
	struct position position = game.game.start;
	struct text text;

	text_begin(&text, out, sizeof(out));
	for (uint32_t i = 0; i < game.game.n_plies; i++) {
		char san[SAN_SIZE];

		san_format(&position, plies[i].move, san);
		if (i > 0)
			text_char(&text, ' ');
		text_string(&text, san);
		position_after(&position, plies[i].move, &position);
	}
	ck_assert_int_eq(text_end(&text, NULL), 0);
	return out;
}

static const char *
value(const char *name)
{
	return pgn_tag_value(game.tags, game.n_tags, name);
}

/* Texts of one game each. */
static const struct {
	const char *text;
	const char *moves;
	enum game_result result;
} games[] = {
	/* move numbers */
	{ "1. e4 e5 2. Nf3 *", "e4 e5 Nf3", RESULT_NONE },
	{ "1.e4 e5 2.Nf3 Nc6 *", "e4 e5 Nf3 Nc6", RESULT_NONE },
	{ "1. e4 1... e5 2 . Nf3 2. ... Nc6 *", "e4 e5 Nf3 Nc6", RESULT_NONE },
	{ "1.e4 1...e5 12. ... Nf3 *", "e4 e5 Nf3", RESULT_NONE },
	{ "e4 e5 Nf3", "e4 e5 Nf3", RESULT_NONE },
	{ "1 e4 e5 2 Nf3", "e4 e5 Nf3", RESULT_NONE },
	{ "1.e4 1\xe2\x80\xa6"
	  "e5 *",
	  "e4 e5", RESULT_NONE },
	{ "7. e4 e5 3. Nf3 *", "e4 e5 Nf3", RESULT_NONE },
	/* results */
	{ "1. e4 1-0", "e4", RESULT_WHITE_WINS },
	{ "1. e4 0-1", "e4", RESULT_BLACK_WINS },
	{ "1. e4 1/2-1/2", "e4", RESULT_DRAW },
	{ "1. e4 1/2", "e4", RESULT_DRAW },
	{ "1. e4*", "e4", RESULT_NONE },
	{ "1. e4 1-0{that was it}", "e4", RESULT_WHITE_WINS },
	{ "1-0", "", RESULT_WHITE_WINS },
	{ "*", "", RESULT_NONE },
	/* comments, NAGs, variations, marks */
	{ "{one}1. e4{two}{three} e5 ; four ) } 1-0\n2. Nf3 {*} *", "e4 e5 Nf3", RESULT_NONE },
	{ "1. e4 {a { b} e5 *", "e4 e5", RESULT_NONE },
	{ "1. e4 {a ; b\n% c } e5 *", "e4 e5", RESULT_NONE },
	{ "1. e4\n% 1... d5 1-0 {\ne5 *", "e4 e5", RESULT_NONE },
	{ "%\n% (\n1. e4 *", "e4", RESULT_NONE },
	{ "1. e4 ;\r\ne5 *", "e4 e5", RESULT_NONE },
	{ "1. e4 $1 $146 e5$2 2. Nf3! Nc6!? 3. Bb5 ? !! a6 *", "e4 e5 Nf3 Nc6 Bb5 a6",
	  RESULT_NONE },
	{ "1. e4 (1. d4 d5 (1... Nf6 {)} 2. c4 ; )\n) 2. c4) (1. c4 1-0) e5 *", "e4 e5",
	  RESULT_NONE },
	{ "1. e4 () e5 (%) *", "e4 e5", RESULT_NONE },
	{ "1. e4(1. d4\n% ) *\n)e5(1... c5)2. Nf3*", "e4 e5 Nf3", RESULT_NONE },
	{ "1. e4 = e5 +- 2. Nf3 +/= Nc6 ~ 3. Bb5 -+ *", "e4 e5 Nf3 Nc6 Bb5", RESULT_NONE },
	/* ways to write moves */
	{ "1. e2-e4 e7-e5 2. Ng1-f3 Nb8c6 *", "e4 e5 Nf3 Nc6", RESULT_NONE },
	{ "1. e2e4 e7e5 2. g1f3 b8c6 3. f1b5 g8f6 4. e1g1 *", "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O",
	  RESULT_NONE },
	{ "1. e4 d5 2. e5 f5 3. exf6 e.p. exf6 *", "e4 d5 e5 f5 exf6 exf6", RESULT_NONE },
	{ "1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. 0-0 *", "e4 e5 Nf3 Nc6 Bb5 Nf6 O-O", RESULT_NONE },
	{ "[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\na8(Q) *", "a8=Q+", RESULT_NONE },
	{ "[FEN \"4k3/P7/8/8/8/8/8/4K3 w - - 0 1\"]\n\na8=R+ Kd7 (Ke7) *", "a8=R+ Kd7",
	  RESULT_NONE },
	/* white space */
	{ "1.\re4\r\n\t e5\v\f2.\xc2\xa0Nf3 *", "e4 e5 Nf3", RESULT_NONE },
	{ "\xef\xbb\xbf"
	  "1. e4 e5 *",
	  "e4 e5", RESULT_NONE },
	{ "\xef\xbb\xbf[Event \"x\"]\n\n\xef\xbb\xbf"
	  "1. e4 e5 *",
	  "e4 e5", RESULT_NONE },
	/* the Result tag, the board, the token */
	{ "[Result \"1-0\"]\n\n1. e4 e5", "e4 e5", RESULT_WHITE_WINS },
	{ "[Result \"1-0\"]\n\n1. e4 e5 0-1", "e4 e5", RESULT_BLACK_WINS },
	{ "[Result \"1-0\"]\n\n1. e4 e5 *", "e4 e5", RESULT_NONE },
	{ "[Result \"perhaps\"]\n\n1. e4 e5", "e4 e5", RESULT_NONE },
	{ "1. f3 e5 2. g4 Qh4# *", "f3 e5 g4 Qh4#", RESULT_BLACK_WINS },
	{ "[Result \"1-0\"]\n\n1. f3 e5 2. g4 Qh4#", "f3 e5 g4 Qh4#", RESULT_BLACK_WINS },
	{ "1. f3 e5 2. g4 Qh4# 1/2-1/2", "f3 e5 g4 Qh4#", RESULT_DRAW },
	/* tags without moves */
	{ "[Event \"x\"]\n[Result \"0-1\"]\n", "", RESULT_BLACK_WINS },
};

START_TEST(pgn_read_one_game)
{
	begin(games[_i].text);
	ck_assert_msg(next() == PGN_GAME, "%zu:%zu: %s", error.line, error.column, error.cause);
	ck_assert_str_eq(moves(), games[_i].moves);
	ck_assert_int_eq(game.game.result, games[_i].result);
	ck_assert_int_eq(next(), PGN_END);
	ck_assert_int_eq(next(), PGN_END);
}
END_TEST

static const char *const nothings[] = {
	"", "\n", "  \r\n\t\n", "\xef\xbb\xbf", "% only\n% escapes", "{a comment}", "; a comment",
};

START_TEST(pgn_read_nothing_is_the_end)
{
	begin(nothings[_i]);
	ck_assert_int_eq(next(), PGN_END);
}
END_TEST

START_TEST(pgn_read_moves_of_text_are_completed_and_untimed)
{
	begin("1. e4 e5 *");
	ck_assert_int_eq(next(), PGN_GAME);
	for (int i = 0; i < 2; i++) {
		ck_assert_int_eq(plies[i].state, PLY_COMPLETED);
		ck_assert(plies[i].made_us == TIME_UNKNOWN);
		ck_assert(plies[i].completed_us == TIME_UNKNOWN);
		ck_assert_int_eq(plies[i].clock_s, CLOCK_UNKNOWN);
	}
}
END_TEST

/* A comment behind 1. e4, and the time it gives. */
static const struct {
	const char *comment;
	int clock_s;
} clocks[] = {
	{ "{[%clk 1:29:41]}", 5381 },
	{ "{ [%eval 0.2] [%clk 0:00:00] }", 0 },
	{ "{[%clk 00:15:50]} {[%emt 00:00:12]}", 950 },
	{ "{[%clk 0:00:59.9]}", 59 },
	{ "{[%clk 10:0:1]}", 36001 },
	{ "{[%clk\n1:29:41]}", 5381 },
	{ "{[%clk 1:29:41\r\n ]}", 5381 },
	{ "{[%clk 1:00:00] [%clk 0:59:00]}", 3540 },
	{ "{[%emt 0:00:10] text [%clk 1:00:00] text}", 3600 },
	{ "; [%clk 0:01:00]\n", 60 },
	{ "$1 (1. d4 {[%clk 0:09:00]}) {[%clk 0:01:00]}", 60 },
	{ "{[%clk 0:01:00]} (1. d4 {[%clk 0:09:00]})", 60 },
	{ "{[%clk 99999:59:59]}", 359999999 },
	{ "{[%clk 100000:00:00]}", CLOCK_UNKNOWN },
	{ "{[%clk 99999999999999999999:00:00]}", CLOCK_UNKNOWN },
	{ "{[%clk 1:60:00]}", CLOCK_UNKNOWN },
	{ "{[%clk 1:00:60]}", CLOCK_UNKNOWN },
	{ "{[%clk 1:000:00]}", CLOCK_UNKNOWN },
	{ "{[%clk 15:16]}", CLOCK_UNKNOWN },
	{ "{[%clk 0:15.16]}", CLOCK_UNKNOWN },
	{ "{[%clk -0:00:05]}", CLOCK_UNKNOWN },
	{ "{[%clk]}", CLOCK_UNKNOWN },
	{ "{[%clk 1:29:4", CLOCK_UNKNOWN },
	{ "{[%clk 1:29:41}", CLOCK_UNKNOWN },
	{ "{[%clk", CLOCK_UNKNOWN },
	{ "{[%egt 1:29:41] clk 1:29:41]}", CLOCK_UNKNOWN },
	{ "{}", CLOCK_UNKNOWN },
	{ "", CLOCK_UNKNOWN },
};

START_TEST(pgn_read_clock)
{
	char text[256];

	strcpy(text, "{[%clk 2:00:00]} 1. e4 ");
	strcat(text, clocks[_i].comment);
	begin(text);
	next();
	ck_assert_uint_eq(game.game.n_plies, 1);
	ck_assert_int_eq(plies[0].clock_s, clocks[_i].clock_s);
}
END_TEST

/* One line of tags, and what it says. */
static const struct {
	const char *line, *name, *value;
} tag_lines[] = {
	{ "[Event \"Club\"]", "Event", "Club" },
	{ "[Event \"\"]", "Event", "" },
	{ " [ Event   \"Club\" ]", "Event", "Club" },
	{ "[Event\"Club\"]", "Event", "Club" },
	{ "[Event\t\"Club\"\t]\t", "Event", "Club" },
	{ "[Event \"a \\\"b\\\" \\\\ c\"]", "Event", "a \"b\" \\ c" },
	{ "[Event \"a \"b\" c\"]", "Event", "a \"b\" c" },
	{ "[Event \"\"b\"\"]", "Event", "\"b\"" },
	{ "[Event \"c:\\new\"]", "Event", "c:\\new" },
	{ "[Event \"ends in \\\"]", "Event", "ends in \\" },
	{ "[Event \"ends in \\\\\"]", "Event", "ends in \\" },
	{ "[Event \"square ] bracket [\"]", "Event", "square ] bracket [" },
	{ "[Event \"J\xc3\xb6rg\"]", "Event", "J\xc3\xb6rg" },
	{ "[Event \"J\xf6rg\"]", "Event", "J\xf6rg" },
	{ "[Odd_1 \"1\"][Odd_2 \"2\"]", "Odd_2", "2" },
	{ "[Twice \"1\"]\n[Twice \"2\"]", "Twice", "1" },
	{ "[Event \"a\"] ; [Event \"b\"]", "Event", "a" },
	{ "[Odd \"a\"]\n\n\n[Odder \"b\"]", "Odder", "b" },
	{ "[Odd \"a\"]\n; note\n% note\n[Odder \"b\"]", "Odder", "b" },
};

START_TEST(pgn_read_tag)
{
	char text[256];

	strcpy(text, tag_lines[_i].line);
	strcat(text, "\n\n1. e4 *\n");
	begin(text);
	ck_assert_msg(next() == PGN_GAME, "%zu:%zu: %s", error.line, error.column, error.cause);
	ck_assert_ptr_nonnull(value(tag_lines[_i].name));
	ck_assert_str_eq(value(tag_lines[_i].name), tag_lines[_i].value);
	ck_assert_str_eq(moves(), "e4");
}
END_TEST

START_TEST(pgn_tag_value_absent_is_null)
{
	begin("[Event \"x\"]\n\n*");
	ck_assert_int_eq(next(), PGN_GAME);
	ck_assert_ptr_null(value("Eve"));
	ck_assert_ptr_null(value("Events"));
}
END_TEST

START_TEST(pgn_read_nul_in_tag_becomes_a_blank)
{
	static const char text[] = "[Event \"a\0b\"]\n\n1.\0e4 *";

	begin_len(text, sizeof(text) - 1);
	ck_assert_int_eq(next(), PGN_GAME);
	ck_assert_str_eq(value("Event"), "a b");
	ck_assert_str_eq(moves(), "e4");
}
END_TEST

/* Texts with one error each, and its place. */
static const struct {
	const char *text;
	size_t line, column;
	const char *cause;
	uint32_t n_plies; /* kept */
} faults[] = {
	{ "1. e4 e5\n2. Nf6 *", 2, 4, "illegal move 'Nf6' (ply 3)", 2 },
	{ "1. e4 e5 2. Ke3 *", 1, 13, "illegal move 'Ke3' (ply 3)", 2 },
	{ "1. f3 e5 2. g4 Qh4# 3. a3 *", 1, 24,
	  "illegal move 'a3' (ply 5): checkmate has ended the game", 4 },
	{ "[FEN \"7k/8/5KQ1/8/8/8/8/8 w - - 0 1\"]\n\n1. Kf7 Kh7 *", 3, 8,
	  "illegal move 'Kh7' (ply 2): stalemate has ended the game", 1 },
	{ "[FEN \"4k3/8/8/8/8/8/8/R3K2R w - - 0 1\"]\n\n1. Rf1 Ke7 2. R1 *", 3, 15,
	  "not a move: 'R1' (ply 3)", 2 },
	{ "[FEN \"4k3/8/8/8/8/N3K3/8/N7 w - - 0 1\"]\n\n1. Nc2 *", 3, 4,
	  "ambiguous move 'Nc2' (ply 1): it means more than one legal move", 0 },
	{ "[FEN \"8/P3k3/8/8/8/8/8/4K3 w - - 0 1\"]\n\n1. a8 *", 3, 4,
	  "ambiguous move 'a8' (ply 1): it means more than one legal move", 0 },
	{ "1. e4 --", 1, 7, "null move '--' (ply 2): a game has none", 1 },
	{ "1. e4 Z0 2. d4", 1, 7, "null move 'Z0' (ply 2): a game has none", 1 },
	{ "1. e4 0000", 1, 7, "null move '0000' (ply 2): a game has none", 1 },
	{ "1. e4 <>", 1, 7, "null move '<>' (ply 2): a game has none", 1 },
	{ "1. e4 sorry", 1, 7, "not a move: 'sorry' (ply 2)", 1 },
	{ "1. e4 \xff\x01", 1, 7, "not a move: '\\xff\\x01' (ply 2)", 1 },
	{ "1. e4 1-1", 1, 7, "'1-1' is neither a result nor a move", 1 },
	{ "1. e4 1/2-1/", 1, 7, "'1/2-1/' is neither a result nor a move", 1 },
	{ "1. e4 2:0", 1, 7, "'2:0' is neither a result nor a move", 1 },
	{ "1. e4\n\n{ no end\n1... e5 *", 3, 1,
	  "unterminated comment: there is no '}' for this '{'", 1 },
	{ "1. e4\n (1. d4 (1. c4) d5\n e5 *", 2, 2,
	  "unterminated variation: there is no ')' for this '('", 1 },
	{ "1. e4 (1. d4 { no end) e5 *", 1, 14,
	  "unterminated comment: there is no '}' for this '{'", 1 },
	{ "1. e4 e5 ) *", 1, 10, "')' without a '(' before it", 2 },
	{ "1. e4 e5 } *", 1, 10, "'}' without a '{' before it", 2 },
	{ "1. e4 $ e5", 1, 7, "expected the number of a NAG after '$'", 1 },
	{ "1. e4 [%clk 1:00:00] e5", 1, 7, "'[' in the movetext does not begin a tag", 1 },
	{ "1. e4 ] e5", 1, 7, "a move cannot begin with ']'", 1 },
	{ "1. e4 %", 1, 7, "not a move: '%' (ply 2)", 1 },
	{ "{ no end\n1. e4 *", 1, 1, "unterminated comment: there is no '}' for this '{'", 0 },
	{ "some words\n\nat first", 1, 1, "not a move: 'some' (ply 1)", 0 },
	{ "[\"x\"]\n\n*", 1, 2, "expected a tag name (letters, digits, '_') after '['", 0 },
	{ "[Event]\n\n*", 1, 7, "expected '\"' behind the tag name 'Event'", 0 },
	{ "[Event x]\n\n*", 1, 8, "expected '\"' behind the tag name 'Event'", 0 },
	{ "[Event", 1, 7, "expected '\"' behind the tag name 'Event'", 0 },
	{ "[Site \"y\"]\n[Event \"x]\n\n*", 2, 2, "tag 'Event' does not end with '\"]' on its line",
	  0 },
	{ "[Event \"x\"\n\n*", 1, 2, "tag 'Event' does not end with '\"]' on its line", 0 },
	{ "[Event \"x\ny\"]\n\n*", 1, 2, "tag 'Event' does not end with '\"]' on its line", 0 },
	{ "[Event \"x\"]\n[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n\n*", 2, 0, NULL, 0 },
	{ "[FEN \"rnbqkbnr/ppppxppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n\n*", 1, 20, NULL,
	  0 },
};

START_TEST(pgn_read_error_names_place_and_cause)
{
	begin(faults[_i].text);
	ck_assert_int_eq(next(), PGN_ERROR);
	if (faults[_i].cause)
		ck_assert_str_eq(error.cause, faults[_i].cause);
	else
		ck_assert_int_eq(strncmp(error.cause, "FEN: ", 5), 0);
	ck_assert_uint_eq(error.line, faults[_i].line);
	if (faults[_i].column > 0)
		ck_assert_uint_eq(error.column, faults[_i].column);
	ck_assert_uint_eq(game.game.n_plies, faults[_i].n_plies);
	ck_assert_int_eq(next(), PGN_END);
}
END_TEST

START_TEST(pgn_read_error_quotes_a_long_token_cut)
{
	begin("1. e4 abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz *");
	ck_assert_int_eq(next(), PGN_ERROR);
	ck_assert_str_eq(error.cause, "not a move: 'abcdefghijklmnopqrstuvwxyzabcdef...' (ply 2)");
}
END_TEST

#define SECOND "[Event \"second\"]\n[Site \"s\"]\n\n1. d4 *\n"

/* Whatever is wrong with the first game, the second is found. */
static const char *const broken_firsts[] = {
	"[Event \"first\"]\n\n1. e4 e4 2. Nf3 *\n\n",
	"[Event \"first\"]\n\n1. e4 oops\n",
	"[Event \"first\"]\n\n1. e4 { no end *\n\n",
	"[Event \"first\"]\n\n{ no end 1. e4 *\n\n",
	"{ no end\n",
	"[Event \"first\"]\n\n1. e4 ( { no end ) *\n\n",
	"[Event \"first\"]\n\n1. e4 (1. d4 (1. c4) 1... e5 *\n\n",
	"[Event \"first]\n[Site \"s\"]\n[Date \"d\"]\n\n1. e4 *\n\n",
	"[Event \"first\"]\n[Site \"s]\n[Date \"d\"]\n1. e4 *\n\n",
	"[Event first]\n[Site \"s\"]\n\n",
	"[Event \"first\"]\n[FEN \"\"]\n\n1. e4 *\n\n",
	"[Event \"first\"]\n[FEN \"nothing\"]\n\n",
	"[Event \"first\"]\n\n1. e4 ] *\r\n\r\n",
	"\xff\xfe[\n\n",
	"<html>\n<body>\n",
};

START_TEST(pgn_read_goes_on_behind_an_error)
{
	char text[512];

	strcpy(text, broken_firsts[_i]);
	strcat(text, SECOND);
	begin(text);
	ck_assert_int_eq(next(), PGN_ERROR);
	ck_assert_msg(next() == PGN_GAME, "%zu:%zu: %s", error.line, error.column, error.cause);
	ck_assert_str_eq(value("Event"), "second");
	ck_assert_str_eq(value("Site"), "s");
	ck_assert_str_eq(moves(), "d4");
	ck_assert_int_eq(next(), PGN_END);
}
END_TEST

/* Two sound games, told apart. */
static const char *const sound_firsts[] = {
	"[Event \"first\"]\n[Site \"s\"]\n\n1. e4 *\n\n",
	"[Event \"first\"]\n[Site \"s\"]\n\n1. e4 *\n",
	"[Event \"first\"]\n[Site \"s\"]\n\n1. e4 *",
	"[Event \"first\"]\n[Site \"s\"]\n\n1. e4\n\n",
	"[Event \"first\"]\n[Site \"s\"]\n1. e4\n",
	"[Event \"first\"]\n[Site \"s\"]\n\n1. e4 ",
	"[Event \"first\"]\n[Site \"s\"]\n\n1. e4 * {after} ; after\n% after\n\n",
	"[Event \"first\"]\n\n[Site \"s\"]\n\n\n\n1. e4 *\n\n",
	"\r\n\r\n[Event \"first\"]\r\n[Site \"s\"]\r\n\r\n1. e4 *\r\n\r\n",
	"[Event \"first\"]\r[Site \"s\"]\r\r1. e4 *\r\r",
};

START_TEST(pgn_read_two_games)
{
	char text[512];

	strcpy(text, sound_firsts[_i]);
	strcat(text, SECOND);
	begin(text);
	ck_assert_msg(next() == PGN_GAME, "%zu:%zu: %s", error.line, error.column, error.cause);
	ck_assert_str_eq(value("Event"), "first");
	ck_assert_str_eq(value("Site"), "s");
	ck_assert_str_eq(moves(), "e4");
	ck_assert_int_eq(next(), PGN_GAME);
	ck_assert_str_eq(value("Event"), "second");
	ck_assert_str_eq(moves(), "d4");
	ck_assert_int_eq(next(), PGN_END);
}
END_TEST

START_TEST(pgn_read_games_without_movetext_are_told_apart)
{
	begin("[Event \"1\"]\n[Round \"1\"]\n[Event \"2\"]\n[Round \"2\"]\n\n[Round \"3\"]\n");
	ck_assert_int_eq(next(), PGN_GAME);
	ck_assert_str_eq(value("Round"), "1");
	ck_assert_int_eq(next(), PGN_GAME);
	ck_assert_str_eq(value("Event"), "2");
	ck_assert_str_eq(value("Round"), "2");
	ck_assert_int_eq(next(), PGN_GAME);
	ck_assert_ptr_null(value("Event"));
	ck_assert_str_eq(value("Round"), "3");
	ck_assert_int_eq(next(), PGN_END);
}
END_TEST

START_TEST(pgn_read_games_without_tags_are_told_apart)
{
	begin("1. e4 * 1. d4 1-0\n1. c4 0-1");
	ck_assert_int_eq(next(), PGN_GAME);
	ck_assert_str_eq(moves(), "e4");
	ck_assert_int_eq(next(), PGN_GAME);
	ck_assert_str_eq(moves(), "d4");
	ck_assert_int_eq(game.game.result, RESULT_WHITE_WINS);
	ck_assert_int_eq(next(), PGN_GAME);
	ck_assert_str_eq(moves(), "c4");
	ck_assert_int_eq(next(), PGN_END);
}
END_TEST

START_TEST(pgn_read_game_line_is_where_it_begins)
{
	begin("\n% x\n[Event \"1\"]\n\n*\n\n\n1. e4 *");
	ck_assert_int_eq(next(), PGN_GAME);
	ck_assert_uint_eq(game.line, 3);
	ck_assert_int_eq(next(), PGN_GAME);
	ck_assert_uint_eq(game.line, 8);
}
END_TEST

START_TEST(pgn_read_header_in_comment_begins_no_game)
{
	begin("1. e4 { [White \"a\"]\n[Black \"b\"] } e5 *");
	ck_assert_int_eq(next(), PGN_GAME);
	ck_assert_str_eq(moves(), "e4 e5");
}
END_TEST

START_TEST(pgn_read_end_of_game_is_told)
{
	begin("1. f3 e5 2. g4 Qh4# 0-1 1. f3 e5 2. g4 Qh4# * 1. e4 1-0");
	for (int i = 0; i < 2; i++) {
		ck_assert_int_eq(next(), PGN_GAME);
		ck_assert_int_eq(game.game.result, RESULT_BLACK_WINS);
		ck_assert_int_eq(game.game.end, END_CHECKMATE);
	}
	ck_assert_int_eq(next(), PGN_GAME);
	ck_assert_int_eq(game.game.end, END_OPEN);
}
END_TEST

static const struct {
	const char *tags;
	bool chess960;
	const char *fen;
} starts[] = {
	{ "", false, FEN_START },
	{ "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 41\"]", false,
	  "4k3/8/8/8/8/8/4P3/4K3 b - - 3 41" },
	{ "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - -\"]\n[SetUp \"0\"]", false,
	  "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1" },
	{ "[Variant \"Standard\"]", false, FEN_START },
	{ "[Variant \"From Position\"]", false, FEN_START },
	{ "[Variant \"Chess960\"]", true, FEN_START },
	{ "[Variant \"chess 960\"]", true, FEN_START },
	{ "[Variant \"Fischerandom\"]", true, FEN_START },
	{ "[Variant \"FISCHER RANDOM\"]", true, FEN_START },
	{ "[Variant \"Freestyle Chess\"]", true, FEN_START },
	{ "[FEN \"1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w GBgb - 0 1\"]", true,
	  "1r3kr1/pppppppp/8/8/8/8/PPPPPPPP/1R3KR1 w KQkq - 0 1" },
};

START_TEST(pgn_read_start)
{
	char text[256], fen[FEN_SIZE];

	strcpy(text, starts[_i].tags);
	strcat(text, "\n\n*");
	begin(text);
	ck_assert_int_eq(next(), PGN_GAME);
	fen_format(&game.game.start, fen);
	ck_assert_str_eq(fen, starts[_i].fen);
	ck_assert_int_eq(game.game.start.chess960, starts[_i].chess960);
	ck_assert(position_same(&game.game.start, &game.game.now));
}
END_TEST

START_TEST(pgn_read_chess960_can_be_forced)
{
	begin("1. e4 * 1. d4 *");
	reader.chess960 = true;
	for (int i = 0; i < 2; i++) {
		ck_assert_int_eq(next(), PGN_GAME);
		ck_assert(game.game.start.chess960);
	}
}
END_TEST

START_TEST(pgn_read_full_record_is_an_error)
{
	begin("1. e4 e5 2. Nf3 * 1. d4 *");
	game.game.capacity = 2;
	ck_assert_int_eq(next(), PGN_ERROR);
	ck_assert_str_eq(error.cause, "no room for 'Nf3' (ply 3): the game has too many plies");
	ck_assert_uint_eq(game.game.n_plies, 2);
}
END_TEST

START_TEST(pgn_read_too_many_tags_is_an_error)
{
	char *text = malloc(100000), *p = text;

	for (int i = 0; i <= PGN_TAGS_MAX; i++) {
		strcpy(p, "[TagXX \"v\"]\n");
		p[4] = (char)('A' + i / 26);
		p[5] = (char)('A' + i % 26);
		p += strlen(p);
	}
	strcpy(p, "\n" SECOND);
	begin(text);
	ck_assert_int_eq(next(), PGN_ERROR);
	ck_assert_uint_eq(error.line, PGN_TAGS_MAX + 1);
	ck_assert_uint_eq(game.n_tags, PGN_TAGS_MAX);
	ck_assert_int_eq(next(), PGN_GAME);
	ck_assert_str_eq(value("Event"), "second");

	/* A value as long as all tags may be together. */
	strcpy(text, "[Event \"");
	memset(text + 8, 'e', PGN_TAG_TEXT);
	strcpy(text + 8 + PGN_TAG_TEXT, "\"]\n\n" SECOND);
	begin(text);
	ck_assert_int_eq(next(), PGN_ERROR);
	ck_assert_uint_eq(error.line, 1);
	ck_assert_int_eq(next(), PGN_GAME);
	ck_assert_str_eq(value("Event"), "second");
	free(text);
}
END_TEST

/* A variation may nest deeper than any stack. */
START_TEST(pgn_read_deep_variation_needs_no_stack)
{
	size_t depth = 2000000;
	char *text = malloc(2 * depth + 32);

	strcpy(text, "1. e4 ");
	memset(text + 6, '(', depth);
	memset(text + 6 + depth, ')', depth);
	strcpy(text + 6 + 2 * depth, " e5 *");
	begin(text);
	ck_assert_int_eq(next(), PGN_GAME);
	ck_assert_str_eq(moves(), "e4 e5");
	free(text);
}
END_TEST

/* What takes time by the square of its length would not come back within the time a test has. */
static const char *const repeated[] = {
	"{\n[A \"\"]\n",
	"{\n[Event \"\"]\n",
	"(\n[A \"\"]\n",
	"[\n",
	"[A \"\n",
	"1.",
	"\n\n[A \"\"]",
	"*",
	"((",
	"{ ",
	"x\n",
	"; {\n",
	"[[",
	"[ ",
	"%\n",
	"e4(",
	"[A \"\"]\n\n",
	"\"",
	"\r",
	"0-0 ",
};

START_TEST(pgn_read_time_is_linear)
{
	size_t unit = strlen(repeated[_i]), n = 250000, calls = 0;
	char *text = malloc(n * unit + 1);

	for (size_t i = 0; i < n; i++)
		memcpy(text + i * unit, repeated[_i], unit);
	begin_len(text, n * unit);
	while (next() != PGN_END)
		ck_assert_uint_le(++calls, n * unit);
	free(text);
}
END_TEST

/* Every cut of a game with everything in it: an outcome, in bounds, and an end. */
START_TEST(pgn_read_any_prefix_ends)
{
	size_t len;
	char *whole = test_read_file(test_source_path("tests/pgn/fixtures/everything.pgn"), &len);

	ck_assert_ptr_nonnull(whole);
	for (size_t cut = 0; cut <= len; cut++) {
		/* A block of its own, so that a sanitizer sees a step behind it. */
		char *text = malloc(cut + 1);
		int calls = 0;

		memcpy(text, whole, cut);
		text = realloc(text, cut ? cut : 1);
		begin_len(text, cut);
		while (next() != PGN_END)
			ck_assert_int_le(++calls, 20);
		free(text);
	}
	free(whole);
}
END_TEST

START_TEST(pgn_read_fixture_with_everything)
{
	size_t len;
	char *text = test_read_file(test_source_path("tests/pgn/fixtures/everything.pgn"), &len);

	ck_assert_ptr_nonnull(text);
	begin_len(text, len);
	ck_assert_msg(next() == PGN_GAME, "%zu:%zu: %s", error.line, error.column, error.cause);
	ck_assert_str_eq(value("Event"), "Winter \"cup\"");
	ck_assert_str_eq(moves(), "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6 d3 O-O");
	ck_assert_int_eq(plies[0].clock_s, 5399);
	ck_assert_int_eq(plies[3].clock_s, 5300);
	ck_assert_int_eq(plies[4].clock_s, CLOCK_UNKNOWN);
	ck_assert_int_eq(plies[9].clock_s, 5200);
	ck_assert_int_eq(game.game.result, RESULT_DRAW);
	ck_assert_int_eq(next(), PGN_GAME);
	ck_assert_str_eq(value("Event"), "Endgame");
	ck_assert_str_eq(moves(), "Kd7 e8=Q+ Kxe8 Kg6");
	ck_assert_int_eq(next(), PGN_GAME);
	ck_assert(game.game.start.chess960);
	ck_assert_str_eq(moves(), "O-O O-O e4");
	ck_assert_int_eq(next(), PGN_END);
	free(text);
}
END_TEST

#define KING_LEFT "r1bqkbnr/ppppp1pp/2n2p2/7Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 3 3"

START_TEST(pgn_read_continuation_may_begin_with_a_king_left_in_check)
{
	char fen[FEN_SIZE];

	begin("[Event \"x\"]\n[Result \"*\"]\n\n1. e4 *\n\n"
	      "[Event \"x\"]\n[Result \"1-0\"]\n[Continuation \"1\"]\n[FEN \"" KING_LEFT
	      "\"]\n\n3. Qh4 d6 1-0\n\n"
	      "[Event \"y\"]\n[FEN \"" KING_LEFT "\"]\n\n3. d4 1-0\n");
	ck_assert_int_eq(next(), PGN_GAME);
	ck_assert_str_eq(moves(), "e4");
	ck_assert_int_eq(next(), PGN_GAME);
	fen_format(&game.game.start, fen);
	ck_assert_str_eq(fen, KING_LEFT);
	ck_assert_str_eq(moves(), "Qh4 d6");
	ck_assert_int_eq(game.game.result, RESULT_WHITE_WINS);
	/* Of a game that begins there it is a mistake. */
	ck_assert_int_eq(next(), PGN_ERROR);
	ck_assert_ptr_nonnull(strstr(error.cause, "not to move stands in check"));
}
END_TEST

START_TEST(pgn_read_no_king_is_taken)
{
	begin("[Continuation \"1\"]\n[FEN \"" KING_LEFT "\"]\n\n3. Qxe8 1-0\n");
	ck_assert_int_eq(next(), PGN_ERROR);
	ck_assert_ptr_nonnull(strstr(error.cause, "illegal move 'Qxe8'"));
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("pgn_read");
	TCase *sound = tcase_create("sound");
	TCase *faulty = tcase_create("faulty");

	tcase_add_loop_test(sound, pgn_read_one_game, 0, COUNT(games));
	tcase_add_loop_test(sound, pgn_read_nothing_is_the_end, 0, COUNT(nothings));
	tcase_add_test(sound, pgn_read_moves_of_text_are_completed_and_untimed);
	tcase_add_loop_test(sound, pgn_read_clock, 0, COUNT(clocks));
	tcase_add_loop_test(sound, pgn_read_tag, 0, COUNT(tag_lines));
	tcase_add_test(sound, pgn_tag_value_absent_is_null);
	tcase_add_test(sound, pgn_read_nul_in_tag_becomes_a_blank);
	tcase_add_loop_test(sound, pgn_read_two_games, 0, COUNT(sound_firsts));
	tcase_add_test(sound, pgn_read_games_without_movetext_are_told_apart);
	tcase_add_test(sound, pgn_read_games_without_tags_are_told_apart);
	tcase_add_test(sound, pgn_read_game_line_is_where_it_begins);
	tcase_add_test(sound, pgn_read_header_in_comment_begins_no_game);
	tcase_add_test(sound, pgn_read_end_of_game_is_told);
	tcase_add_loop_test(sound, pgn_read_start, 0, COUNT(starts));
	tcase_add_test(sound, pgn_read_chess960_can_be_forced);
	tcase_add_test(sound, pgn_read_fixture_with_everything);
	tcase_add_test(sound, pgn_read_continuation_may_begin_with_a_king_left_in_check);
	suite_add_tcase(suite, sound);
	tcase_add_loop_test(faulty, pgn_read_error_names_place_and_cause, 0, COUNT(faults));
	tcase_add_test(faulty, pgn_read_error_quotes_a_long_token_cut);
	tcase_add_loop_test(faulty, pgn_read_goes_on_behind_an_error, 0, COUNT(broken_firsts));
	tcase_add_test(faulty, pgn_read_full_record_is_an_error);
	tcase_add_test(faulty, pgn_read_too_many_tags_is_an_error);
	tcase_add_test(faulty, pgn_read_deep_variation_needs_no_stack);
	tcase_add_loop_test(faulty, pgn_read_time_is_linear, 0, COUNT(repeated));
	tcase_add_test(faulty, pgn_read_any_prefix_ends);
	tcase_add_test(faulty, pgn_read_no_king_is_taken);
	tcase_set_timeout(faulty,
	                  7); /* threefold, as all: what is linear takes a tenth of a second */
	suite_add_tcase(suite, faulty);
	return test_run(suite);
}
