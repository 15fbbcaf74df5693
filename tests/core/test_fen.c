/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/chess/fen.h"

#include <check.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/movegen.h"
#include "tests/core/playout.h"
#include "tests/support.h"

#define COUNT_OF(array) (int)(sizeof(array) / sizeof((array)[0]))

/* FENs that are written back as they were read. */
static const char *const same[] = {
	FEN_START,
	"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b Kq - 12 34",
	"rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
	"8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
	"4k3/8/8/8/8/8/8/RR2K3 w B - 0 1",
	"4k3/8/8/8/8/8/8/RR2K3 w Q - 0 1",
	"1r2k1rr/8/8/8/8/8/8/1R2KR1R b FQgq - 65535 65535",
	"k7/8/8/8/8/8/8/7K w - - 0 1",
};

START_TEST(fen_is_written_as_it_was_read)
{
	struct position position;
	char written[FEN_SIZE];

	playout_parse(same[_i], &position);
	fen_format(&position, written);
	ck_assert_str_eq(written, same[_i]);
	ck_assert_uint_eq(position.key, position_key(&position));
}
END_TEST

/* What is read, and how it is written: the decisions listed in fen.c. */
static const struct {
	const char *text, *written;
} forms[] = {
	{ "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", FEN_START },
	{ "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 7",
	  "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 7 1" },
	{ " \trnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR  w\tKQkq  -  00  01 \r\n", FEN_START },
	{ "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w qkQK - 0 1", FEN_START },
	{ "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 0", FEN_START },
	{ "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1", FEN_START },
	/* A double step passed the square, but no pawn can legally capture there. */
	{ "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
	  "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1" },
	{ "8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1", "8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1" },
	{ "8/8/3k4/8/3pP3/8/8/3RK3 b - e3 0 1", "8/8/3k4/8/3pP3/8/8/3RK3 b - - 0 1" },
	/* Shredder letters become X-FEN: K and Q where the rook is the outermost. */
	{ "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
	  "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w KQkq - 2 9" },
	{ "4k3/8/8/8/8/8/8/RR2K3 w A - 0 1", "4k3/8/8/8/8/8/8/RR2K3 w Q - 0 1" },
};

START_TEST(fen_forms_are_read_as_decided)
{
	struct position position;
	char written[FEN_SIZE];

	playout_parse(forms[_i].text, &position);
	fen_format(&position, written);
	ck_assert_str_eq(written, forms[_i].written);
}
END_TEST

START_TEST(fen_castling_letters_name_the_rook)
{
	struct position position;

	playout_parse("4k3/8/8/8/8/8/8/RR2K1RR w Q - 0 1", &position);
	ck_assert_int_eq(position.castling_rook[WHITE][CASTLE_QUEEN_SIDE], SQ_A1);
	ck_assert_int_eq(position.castling_rook[WHITE][CASTLE_KING_SIDE], SQ_NONE);
	ck_assert(!position.chess960);
	playout_parse("4k3/8/8/8/8/8/8/RR2K1RR w BG - 0 1", &position);
	ck_assert_int_eq(position.castling_rook[WHITE][CASTLE_QUEEN_SIDE], 1);
	ck_assert_int_eq(position.castling_rook[WHITE][CASTLE_KING_SIDE], SQ_G1);
	ck_assert(position.chess960);
	playout_parse("1r2k1rr/8/8/8/8/8/8/4K3 w kq - 0 1", &position);
	ck_assert_int_eq(position.castling_rook[BLACK][CASTLE_KING_SIDE], SQ_H8);
	ck_assert_int_eq(position.castling_rook[BLACK][CASTLE_QUEEN_SIDE], 57);
	ck_assert(position.chess960);
}
END_TEST

static const struct {
	const char *text;
	int column;
	const char *cause;
} errors[] = {
	{ "", 1, "nothing to read" },
	{ "   ", 1, "nothing to read" },
	{ "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", 44, "the side to move is missing" },
	{ "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w", 46, "the rights to castle are missing" },
	{ "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq", 51,
	  "the en passant square is missing" },
	{ "rnbqkbnr/pppppppp/8/9/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 21,
	  "neither a man's letter nor 1 to 8" },
	{ "4k3/pppppppp/8/2p5/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1", 17,
	  "Black has more than 8 pawns" },
	{ "rnbqkbnr/pppppppp/8/8p/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 22,
	  "rank 5 has more than 8 squares" },
	{ "rnbqkbnr/pppppppp/8/n8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1", 21,
	  "Black has more than 16 men" },
	{ "rnbqkbnr/pppppppp/7/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 20,
	  "rank 6 has fewer than 8 squares" },
	{ "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN w KQkq - 0 1", 43,
	  "rank 1 has fewer than 8 squares" },
	{ "rnbqkbnr/pppppppp/44/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 20, "two digits in a row" },
	{ "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP w KQkq - 0 1", 35, "fewer than 8 ranks" },
	{ "rnbqkbnr/pppppppp/8/8/8/8/8/7K/RNBQKBNR w KQkq - 0 1", 31, "more than 8 ranks" },
	{ "rxbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 2,
	  "neither a man's letter nor 1 to 8" },
	{ "  rnbqqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", 3, "no black king" },
	{ "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQQBNR w - - 0 1", 1, "no white king" },
	{ "rnbkkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1", 5,
	  "Black has more than one king" },
	{ "4k3/8/8/8/8/8/8/P3K3 w - - 0 1", 17, "a pawn stands on the first or eighth rank" },
	{ "8/8/8/8/8/8/8/Kk6 w - - 0 1", 19, "the side that is not to move stands in check" },
	{ "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR W KQkq - 0 1", 45,
	  "the side to move is w or b" },
	{ "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR wb KQkq - 0 1", 46,
	  "the side to move is one letter" },
	{ "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQxq - 0 1", 49,
	  "rights to castle are K, Q, k, q, letters of files, or -" },
	{ "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KK - 0 1", 48,
	  "a right to castle on this side is there already" },
	{ "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq- - 0 1", 51,
	  "rights to castle are K, Q, k, q, letters of files, or -" },
	{ "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w -K - 0 1", 48,
	  "nothing may follow - here" },
	{ "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w KQkq - 0 1", 47,
	  "no rook to castle with on this side" },
	{ "4k3/8/8/8/8/4K3/8/R6R w HA - 0 1", 25, "the king is not on its first rank" },
	{ "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HGhf - 2 9", 57,
	  "no rook to castle with on this file" },
	{ "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq i3 0 1", 52,
	  "the en passant field is a square or -" },
	{ "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e4 0 1", 53,
	  "with White to move the square is on rank 6" },
	{ "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq e6 0 1", 53,
	  "with Black to move the square is on rank 3" },
	{ "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq e3 0 1", 52,
	  "no pawn can just have passed the en passant square" },
	{ "rnbqkb1r/ppppnppp/8/4p3/4P3/8/PPPP1PPP/RNBQKB1R w KQkq e6 0 2", 56,
	  "no pawn can just have passed the en passant square" },
	{ "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -- 0 1", 53,
	  "nothing may follow the en passant field" },
	{ "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - -1 1", 54,
	  "a counter has digits only" },
	{ "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1.", 57,
	  "a counter has digits only" },
	{ "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 65536 1", 54,
	  "a counter is at most 65535" },
	{ "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 99999999999999999999", 56,
	  "a counter is at most 65535" },
	{ "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 more", 58,
	  "a FEN has six fields" },
	{ "\xef\xbb\xbfrnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 1,
	  "neither a man's letter nor 1 to 8" },
};

START_TEST(fen_error_names_column_and_cause)
{
	struct position position = { .halfmove = 12345 };
	struct fen_error error = { 0, NULL };

	ck_assert_int_eq(fen_parse(errors[_i].text, strlen(errors[_i].text), &position, &error),
	                 -EBADMSG);
	ck_assert_ptr_nonnull(error.cause);
	ck_assert_msg(strcmp(error.cause, errors[_i].cause) == 0 &&
	                      error.column == errors[_i].column,
	              "'%s': column %d: %s", errors[_i].text, error.column, error.cause);
	ck_assert_int_eq(position.halfmove, 12345); /* untouched */
	ck_assert_int_eq(fen_parse(errors[_i].text, strlen(errors[_i].text), &position, NULL),
	                 -EBADMSG);
}
END_TEST

START_TEST(fen_nul_in_text_is_an_error)
{
	struct position position;
	struct fen_error error;
	char text[] = FEN_START;

	text[3] = '\0';
	ck_assert_int_eq(fen_parse(text, sizeof(text) - 1, &position, &error), -EBADMSG);
	ck_assert_int_eq(error.column, 4);
}
END_TEST

START_TEST(fen_random_positions_survive_a_round_trip)
{
	struct playout random;

	playout_begin(&random);
	for (int n = 0; n < 200; n++) {
		struct position position, again;

		playout_start(&random, n, &position);
		for (int ply = 0; ply < 60; ply++) {
			const uint16_t move = playout_move(&random, &position);
			char fen[FEN_SIZE], fen_again[FEN_SIZE];

			fen_format(&position, fen);
			playout_parse(fen, &again);
			fen_format(&again, fen_again);
			ck_assert_str_eq(fen, fen_again);
			ck_assert_msg(position_same(&position, &again), "%s", fen);
			ck_assert_uint_eq(position.key, again.key);
			ck_assert_int_eq(position.halfmove, again.halfmove);
			ck_assert_int_eq(position.fullmove, again.fullmove);
			if (move == MOVE_NONE)
				break;
			position_after(&position, move, &position);
		}
	}
}
END_TEST

/* Undo the backslash escapes of the shared list: \xNN, \uNNNN, \t, \n, \\. */
static size_t
unescape(const char *text, size_t len, char *out)
{
	size_t n = 0;

	for (size_t i = 0; i < len; i++) {
		char hex[5] = "";
		unsigned long code;

		if (text[i] != '\\') {
			out[n++] = text[i];
			continue;
		}
		i++;
		if (text[i] == 'u' || text[i] == 'x') {
			const size_t digits = text[i] == 'u' ? 4 : 2;

			memcpy(hex, text + i + 1, digits);
			code = strtoul(hex, NULL, 16);
			i += digits;
			if (code >= 0x800) {
				out[n++] = (char)(0xe0 | code >> 12);
				out[n++] = (char)(0x80 | (code >> 6 & 0x3f));
				out[n++] = (char)(0x80 | (code & 0x3f));
			} else if (code >= 0x80) {
				out[n++] = (char)(0xc0 | code >> 6);
				out[n++] = (char)(0x80 | (code & 0x3f));
			} else {
				out[n++] = (char)code;
			}
		} else {
			out[n++] = text[i] == 't' ? '\t' : text[i] == 'n' ? '\n' : text[i];
		}
	}
	return n;
}

/* Positions that must be accepted come back as they were, up to the form of castling letters. */
static void
check_torture(const char *class, const char *fen, size_t len)
{
	struct position position, again;
	struct fen_error error = { 0, NULL };
	const int result = fen_parse(fen, len, &position, &error);
	char written[FEN_SIZE];

	if (strcmp(class, "bad") == 0)
		ck_assert_msg(result < 0, "accepted: %.*s", (int)len, fen);
	if (strcmp(class, "ok") == 0)
		ck_assert_msg(result == 0, "refused at column %d, %s: %.*s", error.column,
		              error.cause, (int)len, fen);
	if (result < 0) {
		ck_assert_int_ge(error.column, 1);
		ck_assert_int_le(error.column, (int)len + 1);
		ck_assert_ptr_nonnull(error.cause);
		return;
	}
	fen_format(&position, written);
	playout_parse(written, &again);
	ck_assert(position_same(&position, &again));
}

START_TEST(fen_shared_torture_list_is_held)
{
	const char *path = test_shared_path("data/pgn-bad/fen-torture.tsv");
	int n_lines = 0;
	size_t size;
	char *text, *line, *rest;

	if (!path) {
		puts("fen-torture.tsv is absent: not checked");
		return;
	}
	text = test_read_file(path, &size);
	ck_assert_ptr_nonnull(text);
	for (line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
		char *fen = strchr(line, '\t'), *why = fen ? strchr(fen + 1, '\t') : NULL;
		char *plain;

		if (line[0] == '#' || !why)
			continue;
		*fen++ = '\0';
		plain = malloc(strlen(line) + strlen(fen) + 1);
		ck_assert_ptr_nonnull(plain);
		check_torture(line, plain, unescape(fen, (size_t)(why - fen), plain));
		free(plain);
		n_lines++;
	}
	free(text);
	printf("fen-torture.tsv: %d lines held\n", n_lines);
	ck_assert_int_gt(n_lines, 50);
}
END_TEST

START_TEST(fen_standing_takes_a_king_left_in_check)
{
	static const char fen[] = "rnbqkbnr/ppppp1pp/5p2/7Q/4P3/8/PPPP1PPP/RNB1KBNR w KQkq - 1 2";
	static const char without_king[] = "8/8/8/8/8/8/8/K7 w - - 0 1";
	struct position position;
	struct fen_error error;
	char written[FEN_SIZE];

	ck_assert_int_eq(fen_parse(fen, strlen(fen), &position, &error), -EBADMSG);
	ck_assert_int_eq(fen_parse_standing(fen, strlen(fen), &position, &error), 0);
	fen_format(&position, written);
	ck_assert_str_eq(written, fen);
	ck_assert_int_eq(fen_parse_standing(without_king, strlen(without_king), &position, &error),
	                 -EBADMSG);
	ck_assert_str_eq(error.cause, "no black king");
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("fen");
	TCase *tcase = tcase_create("fen");

	test_seed();
	tcase_set_timeout(tcase, 60);
	tcase_add_loop_test(tcase, fen_is_written_as_it_was_read, 0, COUNT_OF(same));
	tcase_add_loop_test(tcase, fen_forms_are_read_as_decided, 0, COUNT_OF(forms));
	tcase_add_test(tcase, fen_castling_letters_name_the_rook);
	tcase_add_loop_test(tcase, fen_error_names_column_and_cause, 0, COUNT_OF(errors));
	tcase_add_test(tcase, fen_nul_in_text_is_an_error);
	tcase_add_test(tcase, fen_random_positions_survive_a_round_trip);
	tcase_add_test(tcase, fen_shared_torture_list_is_held);
	tcase_add_test(tcase, fen_standing_takes_a_king_left_in_check);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
