/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/chess/notation.h"

#include <check.h>
#include <errno.h>
#include <string.h>

#include "core/chess/fen.h"
#include "core/chess/movegen.h"
#include "tests/core/playout.h"
#include "tests/support.h"

#define COUNT_OF(array) (int)(sizeof(array) / sizeof((array)[0]))

#define KNIGHTS      "4k3/8/8/8/8/2N3N1/8/4K3 w - - 0 1"    /* c3 and g3: both to e2, e4 */
#define QUEENS       "8/8/4k3/8/Q3n2Q/8/8/K6Q w - - 0 1"    /* a4, h4, h1: all take on e4, check */
#define BOTH         "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1" /* castling on both sides */
#define PROMOTE      "3r3k/2P5/8/8/8/8/8/2K5 w - - 0 1"     /* c8, and d8 with capture */
#define PASSED       "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"    /* e5xd6 e.p. */
#define FRC          "4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1"    /* castling by rook */
#define MATE         "7k/8/6K1/8/8/8/8/R7 w - - 0 1"        /* Ra8 mate */
#define PASSED_CHECK "8/2k5/8/3pP3/8/8/8/4K3 w - d6 0 1"    /* e5xd6 e.p. with check */

/* Letters in the order knight, bishop, rook, queen, king: PGN standard, section 17. */
static const struct {
	enum notation_language language;
	const char *code, *letters;
} languages[] = {
	{ NOTATION_ENGLISH, "en", "NBRQK" },    { NOTATION_FRENCH, "fr", "CFTDR" },
	{ NOTATION_GERMAN, "de", "SLTDK" },     { NOTATION_DUTCH, "nl", "PLTDK" },
	{ NOTATION_SPANISH, "es", "CATDR" },    { NOTATION_ITALIAN, "it", "CATDR" },
	{ NOTATION_PORTUGUESE, "pt", "CBTDR" }, { NOTATION_POLISH, "pl", "SGWHK" },
	{ NOTATION_CZECH, "cs", "JSVDK" },      { NOTATION_HUNGARIAN, "hu", "HFBVK" },
	{ NOTATION_ROMANIAN, "ro", "CNTDR" },   { NOTATION_DANISH, "da", "SLTDK" },
	{ NOTATION_NORWEGIAN, "no", "SLTDK" },  { NOTATION_SWEDISH, "sv", "SLTDK" },
	{ NOTATION_FINNISH, "fi", "RLTDK" },    { NOTATION_ESTONIAN, "et", "ROVLK" },
	{ NOTATION_ICELANDIC, "is", "RBHDK" },  { NOTATION_FIGURINE, "figurine", "♘♗♖♕♔" },
};

START_TEST(notation_letters_are_those_of_the_standard)
{
	const enum notation_language language = languages[_i].language;
	enum notation_language found = NOTATION_LANGUAGES;
	char letters[5 * 3 + 1] = "";

	for (int type = KNIGHT; type <= KING; type++)
		strcat(letters, notation_letter(language, (enum piece_type)type));
	ck_assert_str_eq(letters, languages[_i].letters);
	ck_assert_str_eq(notation_letter(language, PAWN), "");
	ck_assert_str_eq(notation_code(language), languages[_i].code);
	ck_assert_int_eq(notation_find(languages[_i].code, strlen(languages[_i].code), &found), 0);
	ck_assert_int_eq(found, language);
}
END_TEST

START_TEST(notation_find_knows_whole_codes_only)
{
	enum notation_language found = NOTATION_LANGUAGES;

	ck_assert_int_eq(COUNT_OF(languages), NOTATION_LANGUAGES);
	ck_assert_int_eq(notation_find("e", 1, &found), -EINVAL);
	ck_assert_int_eq(notation_find("eng", 3, &found), -EINVAL);
	ck_assert_int_eq(notation_find("EN", 2, &found), -EINVAL);
	ck_assert_int_eq(notation_find("", 0, &found), -EINVAL);
	ck_assert_int_eq(found, NOTATION_LANGUAGES);
}
END_TEST

/* The game of Annex C, as it is printed in several styles; the last move offers a draw. */
#define SAMPLE_PLIES 21
#define SAMPLE_FEN   "r1bqr1k1/ppp1bppp/2nn4/6B1/8/4QN2/PPPN1PPP/1K1R1B1R b - - 9 11"

#define LAWS(a, b)                                                                                 \
	{                                                                                          \
		.language = (a), .form = (b), .promotion = NOTATION_PROMOTION_BARE,                \
		.castling_noughts = true, .en_passant = true                                       \
	}

static const struct {
	struct notation_style style;
	const char *game;
} samples[] = {
	{ { .language = NOTATION_ENGLISH },
	  "e4 e5 Nf3 Nf6 d4 exd4 e5 Ne4 Qxd4 d5 exd6 Nxd6 Bg5 Nc6 Qe3+ Be7 Nbd2 O-O O-O-O Re8 "
	  "Kb1 (=)" },
	{ LAWS(NOTATION_FRENCH, NOTATION_SHORT),
	  "e4 e5 Cf3 Cf6 d4 exd4 e5 Ce4 Dxd4 d5 exd6 e.p. Cxd6 Fg5 Cc6 De3+ Fe7 Cbd2 0-0 0-0-0 "
	  "Te8 Rb1 (=)" },
	{ { .language = NOTATION_FRENCH,
	    .capture = NOTATION_CAPTURE_NONE,
	    .check = NOTATION_CHECK_NONE,
	    .castling_noughts = true },
	  "e4 e5 Cf3 Cf6 d4 ed4 e5 Ce4 Dd4 d5 ed6 Cd6 Fg5 Cc6 De3 Fe7 Cbd2 0-0 0-0-0 Te8 Rb1 "
	  "(=)" },
	{ LAWS(NOTATION_FRENCH, NOTATION_LONG),
	  "e2e4 e7e5 Cg1f3 Cg8f6 d2d4 e5xd4 e4e5 Cf6e4 Dd1xd4 d7d5 e5xd6 e.p. Ce4xd6 Fc1g5 "
	  "Cb8c6 Dd4e3+ Ff8e7 Cb1d2 0-0 0-0-0 Tf8e8 Rc1b1 (=)" },
	{ { .language = NOTATION_GERMAN,
	    .form = NOTATION_HYPHEN,
	    .capture = NOTATION_CAPTURE_COLON,
	    .castling_noughts = true },
	  "e2-e4 e7-e5 Sg1-f3 Sg8-f6 d2-d4 e5:d4 e4-e5 Sf6-e4 Dd1:d4 d7-d5 e5:d6 Se4:d6 Lc1-g5 "
	  "Sb8-c6 Dd4-e3+ Lf8-e7 Sb1-d2 0-0 0-0-0 Tf8-e8 Kc1-b1 (=)" },
	{ { .language = NOTATION_FIGURINE },
	  "e4 e5 ♘f3 ♘f6 d4 exd4 e5 ♘e4 ♕xd4 d5 exd6 ♘xd6 ♗g5 ♘c6 ♕e3+ ♗e7 ♘bd2 O-O O-O-O ♖e8 "
	  "♔b1 (=)" },
	{ LAWS(NOTATION_DUTCH, NOTATION_SHORT),
	  "e4 e5 Pf3 Pf6 d4 exd4 e5 Pe4 Dxd4 d5 exd6 e.p. Pxd6 Lg5 Pc6 De3+ Le7 Pbd2 0-0 0-0-0 "
	  "Te8 Kb1 (=)" },
	{ LAWS(NOTATION_SPANISH, NOTATION_SHORT),
	  "e4 e5 Cf3 Cf6 d4 exd4 e5 Ce4 Dxd4 d5 exd6 e.p. Cxd6 Ag5 Cc6 De3+ Ae7 Cbd2 0-0 0-0-0 "
	  "Te8 Rb1 (=)" },
	{ LAWS(NOTATION_POLISH, NOTATION_SHORT),
	  "e4 e5 Sf3 Sf6 d4 exd4 e5 Se4 Hxd4 d5 exd6 e.p. Sxd6 Gg5 Sc6 He3+ Ge7 Sbd2 0-0 0-0-0 "
	  "We8 Kb1 (=)" },
};

/* The length of the next move: up to a blank that no "e.p." or "(=)" follows. */
static size_t
sample_len(const char *text)
{
	size_t len = strcspn(text, " ");

	while (strncmp(text + len, " e.p.", 5) == 0 || strncmp(text + len, " (=)", 4) == 0)
		len += 1 + strcspn(text + len + 1, " ");
	return len;
}

START_TEST(notation_sample_game_is_read_and_written)
{
	const struct notation_style *style = &samples[_i].style;
	const char *text = samples[_i].game;
	struct position position;
	char fen[FEN_SIZE];

	position_start(&position);
	for (int ply = 1; ply <= SAMPLE_PLIES; ply++) {
		const size_t len = sample_len(text);
		char written[NOTATION_SIZE + sizeof(NOTATION_DRAW_OFFER)];
		uint16_t move = MOVE_NONE;
		bool offer = ply != SAMPLE_PLIES;

		ck_assert_msg(notation_parse(&position, text, len, style->language, &move,
		                             &offer) == SAN_OK,
		              "ply %d: %.*s", ply, (int)len, text);
		ck_assert_int_eq(offer, ply == SAMPLE_PLIES);
		notation_format(&position, move, style, written);
		if (offer)
			strcat(written, NOTATION_DRAW_OFFER);
		ck_assert_msg(strlen(written) == len && memcmp(written, text, len) == 0,
		              "ply %d: '%s', not '%.*s'", ply, written, (int)len, text);
		position_after(&position, move, &position);
		text += len + strspn(text + len, " ");
	}
	ck_assert_str_eq(text, "");
	fen_format(&position, fen);
	ck_assert_str_eq(fen, SAMPLE_FEN);
}
END_TEST

START_TEST(notation_style_laws_is_that_of_annex_c)
{
	const struct notation_style want = LAWS(NOTATION_ITALIAN, NOTATION_LONG);
	const struct notation_style style = notation_style_laws(NOTATION_ITALIAN, NOTATION_LONG);

	ck_assert_int_eq(style.language, want.language);
	ck_assert_int_eq(style.form, want.form);
	ck_assert_int_eq(style.capture, NOTATION_CAPTURE_X);
	ck_assert_int_eq(style.promotion, NOTATION_PROMOTION_BARE);
	ck_assert_int_eq(style.check, NOTATION_CHECK_HASH);
	ck_assert(style.castling_noughts && style.en_passant);
}
END_TEST

static const struct {
	const char *fen, *uci, *text;
	struct notation_style style;
} written[] = {
	/* The examples of C.10 and C.11, in French. */
	{ "4k3/8/8/8/8/8/8/2K1N1N1 w - - 0 1", "g1f3", "Cgf3", LAWS(NOTATION_FRENCH, 0) },
	{ "4k3/8/8/8/8/8/8/2K1N1N1 w - - 0 1", "e1f3", "Cef3", LAWS(NOTATION_FRENCH, 0) },
	{ "4k3/8/8/6N1/8/8/8/2K3N1 w - - 0 1", "g5f3", "C5f3", LAWS(NOTATION_FRENCH, 0) },
	{ "4k3/8/8/6N1/8/8/8/2K3N1 w - - 0 1", "g1f3", "C1f3", LAWS(NOTATION_FRENCH, 0) },
	{ "4k3/8/8/8/3N4/8/7N/2K5 w - - 0 1", "h2f3", "Chf3", LAWS(NOTATION_FRENCH, 0) },
	{ "4k3/8/8/8/3N4/8/7N/2K5 w - - 0 1", "d4f3", "Cdf3", LAWS(NOTATION_FRENCH, 0) },
	{ "4k3/8/8/8/3N4/5p2/7N/2K5 w - - 0 1", "h2f3", "Chxf3", LAWS(NOTATION_FRENCH, 0) },
	{ "k7/3P4/8/8/8/8/8/2K5 w - - 0 1", "d7d8q", "d8D+", LAWS(NOTATION_FRENCH, 0) },
	{ "k4n2/4P3/8/8/8/8/8/2K5 w - - 0 1", "e7f8n", "exf8C", LAWS(NOTATION_FRENCH, 0) },
	{ "k7/8/8/8/8/8/1p6/4K3 b - - 0 1", "b2b1b", "b1F", LAWS(NOTATION_FRENCH, 0) },
	{ "k7/8/8/8/8/4K3/6p1/8 b - - 0 1", "g2g1r", "g1T", LAWS(NOTATION_FRENCH, 0) },
	/* A pinned twin does not count: the knight on d2 stands between king and rook. */
	{ "3rk3/8/8/8/8/8/3N4/3K2N1 w - - 0 1", "g1f3", "Cf3", LAWS(NOTATION_FRENCH, 0) },
	{ "4k3/8/8/8/8/8/3N4/3K2N1 w - - 0 1", "g1f3", "Cgf3", LAWS(NOTATION_FRENCH, 0) },
	/* A pinned rook that may slide along its pin does count. */
	{ "3rk3/8/8/8/8/3R4/8/3K3R w - - 0 1", "h1h3", "Rh3", { 0 } },
	{ "3rk3/8/8/8/R7/8/3R4/3K4 w - - 0 1", "a4d4", "Rad4", { 0 } },
	{ "3rk3/8/8/8/R7/8/3R4/3K4 w - - 0 1", "d2d4", "Rdd4", { 0 } },
	/* Three men: file, rank, both. */
	{ QUEENS, "a4e4", "Qaxe4+", { 0 } },
	{ QUEENS, "h1e4", "Q1xe4+", { 0 } },
	{ QUEENS, "h4e4", "Qh4xe4+", { 0 } },
	{ QUEENS, "h4e4", "Dh4xe4+", LAWS(NOTATION_GERMAN, 0) },
	/* Long forms never need more. */
	{ KNIGHTS, "c3e4", "Nc3e4", { .form = NOTATION_LONG } },
	{ KNIGHTS, "c3e4", "Nc3-e4", { .form = NOTATION_HYPHEN } },
	/* Every sign of promotion, check, capture, castling, en passant. */
	{ PROMOTE, "c7c8q", "c8=Q", { .promotion = NOTATION_PROMOTION_EQUALS } },
	{ PROMOTE, "c7c8q", "c8(Q)", { .promotion = NOTATION_PROMOTION_BRACKETS } },
	{ PROMOTE, "c7c8q", "c8Q", { .promotion = NOTATION_PROMOTION_BARE } },
	{ PROMOTE, "c7d8q", "c7xd8=♕+", { NOTATION_FIGURINE, NOTATION_LONG, 0, 0, 0, 0, 0 } },
	{ PROMOTE, "c7d8q", "c7xd8=♕+", { NOTATION_FIGURINE, NOTATION_HYPHEN, 0, 0, 0, 0, 0 } },
	{ PROMOTE, "c7c8r", "c7-c8=♖", { NOTATION_FIGURINE, NOTATION_HYPHEN, 0, 0, 0, 0, 0 } },
	{ MATE, "a1a8", "Ra8#", { .check = NOTATION_CHECK_HASH } },
	{ MATE, "a1a8", "Ra8++", { .check = NOTATION_CHECK_PLUS } },
	{ MATE, "a1a8", "Ra8", { .check = NOTATION_CHECK_NONE } },
	{ BOTH, "a1a8", "Rxa8+", { .check = NOTATION_CHECK_PLUS } },
	{ BOTH, "a1a8", "R:a8+", { .capture = NOTATION_CAPTURE_COLON } },
	{ BOTH, "a1a8", "Ra8+", { .capture = NOTATION_CAPTURE_NONE } },
	{ BOTH, "a1a8", "Ra1-a8+", { .form = NOTATION_HYPHEN, .capture = NOTATION_CAPTURE_NONE } },
	{ BOTH, "e1g1", "O-O", { .form = NOTATION_LONG } },
	{ BOTH, "e1c1", "0-0-0", { .castling_noughts = true } },
	{ FRC, "f1g1", "0-0", { .castling_noughts = true } },
	{ FRC, "f1b1", "O-O-O", { .form = NOTATION_HYPHEN } },
	{ "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "0-0+", LAWS(NOTATION_FRENCH, 0) },
	{ PASSED, "e5d6", "exd6", { 0 } },
	{ PASSED, "e5d6", "exd6 e.p.", { .en_passant = true } },
	{ PASSED, "e5d6", "ed6", { .capture = NOTATION_CAPTURE_NONE } },
	{ PASSED_CHECK, "e5d6", "e5xd6+ e.p.", LAWS(NOTATION_GERMAN, NOTATION_LONG) },
};

START_TEST(notation_format_writes_each_style)
{
	struct position position;
	char text[NOTATION_SIZE];
	uint16_t move, again;

	playout_parse(written[_i].fen, &position);
	ck_assert_int_eq(uci_parse(&position, written[_i].uci, strlen(written[_i].uci), &move), 0);
	notation_format(&position, move, &written[_i].style, text);
	ck_assert_str_eq(text, written[_i].text);
	ck_assert_int_eq(notation_parse(&position, text, strlen(text), written[_i].style.language,
	                                &again, NULL),
	                 SAN_OK);
	ck_assert_uint_eq(again, move);
}
END_TEST

#define OFFER true

static const struct {
	const char *fen;
	enum notation_language language;
	const char *text;
	enum san_result result;
	const char *uci; /* for SAN_OK */
	bool offer;
} readings[] = {
	/* Letters of one language are not those of another. */
	{ FEN_START, NOTATION_FRENCH, "Cf3", SAN_OK, "g1f3", false },
	{ FEN_START, NOTATION_FRENCH, "Nf3", SAN_SYNTAX, NULL, false },
	{ FEN_START, NOTATION_ENGLISH, "Cf3", SAN_SYNTAX, NULL, false },
	{ FEN_START, NOTATION_GERMAN, "Sf3", SAN_OK, "g1f3", false },
	{ FEN_START, NOTATION_CZECH, "Sf3", SAN_ILLEGAL, NULL, false }, /* a bishop there */
	{ FEN_START, NOTATION_DUTCH, "Pf3", SAN_OK, "g1f3", false },
	{ FEN_START, NOTATION_FRENCH, "Pf3", SAN_OK, "f2f3", false },
	{ FEN_START, NOTATION_ENGLISH, "Pe2-e4", SAN_OK, "e2e4", false },
	{ BOTH, NOTATION_FRENCH, "Re2", SAN_OK, "e1e2", false },
	{ BOTH, NOTATION_ENGLISH, "Re2", SAN_ILLEGAL, NULL, false },
	/* Figurines everywhere, outlined or filled, with and without a selector. */
	{ FEN_START, NOTATION_FIGURINE, "♘f3", SAN_OK, "g1f3", false },
	{ FEN_START, NOTATION_GERMAN, "♘g1-f3", SAN_OK, "g1f3", false },
	{ FEN_START, NOTATION_FIGURINE, "♞f3", SAN_OK, "g1f3", false },
	{ FEN_START, NOTATION_FIGURINE,
	  "♞\xef\xb8\x8e"
	  "f3",
	  SAN_OK, "g1f3", false },
	{ FEN_START, NOTATION_FIGURINE,
	  "♘\xef\xb8\x8f"
	  "f3",
	  SAN_OK, "g1f3", false },
	{ FEN_START, NOTATION_FIGURINE, "♙e4", SAN_OK, "e2e4", false },
	{ FEN_START, NOTATION_FIGURINE, "♟e4", SAN_OK, "e2e4", false },
	{ FEN_START, NOTATION_FIGURINE, "e4", SAN_OK, "e2e4", false },
	{ FEN_START, NOTATION_FIGURINE, "Nf3", SAN_SYNTAX, NULL, false },
	{ BOTH, NOTATION_ENGLISH, "♖xa8+", SAN_OK, "a1a8", false },
	{ BOTH, NOTATION_ENGLISH, "♕xa8+", SAN_ILLEGAL, NULL, false },
	{ BOTH, NOTATION_ENGLISH, "♔d1", SAN_OK, "e1d1", false },
	{ BOTH, NOTATION_ENGLISH, "♗d1", SAN_ILLEGAL, NULL, false },
	/* Signs of capture. */
	{ BOTH, NOTATION_ITALIAN, "Txa8", SAN_OK, "a1a8", false },
	{ BOTH, NOTATION_ITALIAN, "T:a8", SAN_OK, "a1a8", false },
	{ BOTH, NOTATION_ITALIAN, "T×a8", SAN_OK, "a1a8", false },
	{ BOTH, NOTATION_ITALIAN, "Ta1×a8", SAN_OK, "a1a8", false },
	{ BOTH, NOTATION_ITALIAN, "Ta8", SAN_OK, "a1a8", false },
	{ BOTH, NOTATION_ITALIAN, "a1a8", SAN_OK, "a1a8", false },
	{ BOTH, NOTATION_ITALIAN, "Txxa8", SAN_SYNTAX, NULL, false },
	{ BOTH, NOTATION_ITALIAN, "Tx:a8", SAN_SYNTAX, NULL, false },
	/* Castling, in a language whose bishop is an O too. */
	{ BOTH, NOTATION_SPANISH, "0-0", SAN_OK, "e1g1", false },
	{ BOTH, NOTATION_SPANISH, "O-O-O", SAN_OK, "e1c1", false },
	{ BOTH, NOTATION_ESTONIAN, "O-O", SAN_OK, "e1g1", false },
	{ BOTH, NOTATION_ESTONIAN, "0-0-0+", SAN_OK, "e1c1", false },
	{ BOTH, NOTATION_ESTONIAN, "Oe2", SAN_ILLEGAL, NULL, false },
	{ FRC, NOTATION_FIGURINE, "0-0-0", SAN_OK, "f1b1", false },
	{ FEN_START, NOTATION_GERMAN, "0-0", SAN_ILLEGAL, NULL, false },
	{ BOTH, NOTATION_GERMAN, "0-0-", SAN_SYNTAX, NULL, false },
	{ BOTH, NOTATION_GERMAN, "0-0-0-0", SAN_SYNTAX, NULL, false },
	{ BOTH, NOTATION_GERMAN, "0-0-0-0-0-0-0-0-0-0", SAN_SYNTAX, NULL, false },
	{ BOTH, NOTATION_GERMAN, "0x0", SAN_SYNTAX, NULL, false },
	{ BOTH, NOTATION_GERMAN, "0-", SAN_SYNTAX, NULL, false },
	{ BOTH, NOTATION_GERMAN, "0", SAN_SYNTAX, NULL, false },
	/* Promotion. */
	{ PROMOTE, NOTATION_GERMAN, "c8D", SAN_OK, "c7c8q", false },
	{ PROMOTE, NOTATION_GERMAN, "c8=D", SAN_OK, "c7c8q", false },
	{ PROMOTE, NOTATION_GERMAN, "c8(D)", SAN_OK, "c7c8q", false },
	{ PROMOTE, NOTATION_GERMAN, "c8/D", SAN_OK, "c7c8q", false },
	{ PROMOTE, NOTATION_GERMAN, "c8=d", SAN_OK, "c7c8q", false },
	{ PROMOTE, NOTATION_GERMAN, "c8=♕", SAN_OK, "c7c8q", false },
	{ PROMOTE, NOTATION_FIGURINE, "c7xd8(♘)", SAN_OK, "c7d8n", false },
	{ PROMOTE, NOTATION_HUNGARIAN, "c8b", SAN_OK, "c7c8r", false }, /* a Hungarian rook */
	{ PROMOTE, NOTATION_ENGLISH, "c8b", SAN_OK, "c7c8b", false },
	{ PROMOTE, NOTATION_FRENCH, "c8b", SAN_SYNTAX, NULL, false },
	{ PROMOTE, NOTATION_GERMAN, "c8=Q", SAN_SYNTAX, NULL, false },
	{ PROMOTE, NOTATION_GERMAN, "c8", SAN_AMBIGUOUS, NULL, false },
	{ PROMOTE, NOTATION_GERMAN, "cd8", SAN_AMBIGUOUS, NULL, false },
	/* 0x02 is to a figurine's first byte what a small letter is to a large one. */
	{ PROMOTE, NOTATION_FIGURINE, "c8=\x02", SAN_SYNTAX, NULL, false },
	{ PROMOTE, NOTATION_GERMAN, "c8=K", SAN_SYNTAX, NULL, false },
	{ PROMOTE, NOTATION_GERMAN, "c8=P", SAN_SYNTAX, NULL, false },
	{ PROMOTE, NOTATION_GERMAN, "c8(D", SAN_SYNTAX, NULL, false },
	{ PROMOTE, NOTATION_GERMAN, "c8D)", SAN_SYNTAX, NULL, false },
	{ PROMOTE, NOTATION_GERMAN, "c8()", SAN_SYNTAX, NULL, false },
	{ PROMOTE, NOTATION_GERMAN, "c8DD", SAN_SYNTAX, NULL, false },
	{ PROMOTE, NOTATION_GERMAN, "c8=", SAN_SYNTAX, NULL, false },
	/* Marks, "e.p." and the offer of a draw, in any order. */
	{ PASSED, NOTATION_FRENCH, "exd6 e.p.", SAN_OK, "e5d6", false },
	{ PASSED, NOTATION_FRENCH, "exd6e.p.", SAN_OK, "e5d6", false },
	{ PASSED, NOTATION_FRENCH, "exd6+ e.p. (=)", SAN_OK, "e5d6", OFFER },
	{ PASSED, NOTATION_FRENCH, "exd6 e.p.+(=)", SAN_OK, "e5d6", OFFER },
	{ PASSED, NOTATION_FRENCH, "exd6 (=)!?", SAN_OK, "e5d6", OFFER },
	{ PASSED, NOTATION_FRENCH, "e.p.", SAN_SYNTAX, NULL, false },
	{ PASSED, NOTATION_FRENCH, "exd6 e.p. e.p.", SAN_SYNTAX, NULL, false },
	{ PASSED, NOTATION_FRENCH, "exd6 (=) (=)", SAN_SYNTAX, NULL, false },
	{ PASSED, NOTATION_FRENCH, "exd6 (=", SAN_SYNTAX, NULL, false },
	{ FEN_START, NOTATION_ENGLISH, "e4(=)", SAN_OK, "e2e4", OFFER },
	{ FEN_START, NOTATION_ENGLISH, "e4  (=)", SAN_OK, "e2e4", OFFER },
	{ FEN_START, NOTATION_ENGLISH, "e5 (=)", SAN_ILLEGAL, NULL, false },
	{ FEN_START, NOTATION_ENGLISH, "(=)", SAN_SYNTAX, NULL, false },
	{ BOTH, NOTATION_ENGLISH, "O-O (=)", SAN_OK, "e1g1", OFFER },
	{ BOTH, NOTATION_ENGLISH, "O-Oe.p.e.p.", SAN_SYNTAX, NULL, false },
	{ MATE, NOTATION_FINNISH, "Ta8++", SAN_OK, "a1a8", false },
	{ MATE, NOTATION_FINNISH, "Ta8#", SAN_OK, "a1a8", false },
	{ MATE, NOTATION_FINNISH, "Ta8", SAN_OK, "a1a8", false },
	{ FEN_START, NOTATION_ENGLISH, "e4!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!!", SAN_OK, "e2e4",
	  false },
	/* Men that are not told apart. */
	{ KNIGHTS, NOTATION_SWEDISH, "Se4", SAN_AMBIGUOUS, NULL, false },
	{ KNIGHTS, NOTATION_SWEDISH, "S3e4", SAN_AMBIGUOUS, NULL, false },
	{ KNIGHTS, NOTATION_SWEDISH, "Sce4", SAN_OK, "c3e4", false },
	{ KNIGHTS, NOTATION_SWEDISH, "Sc3e4", SAN_OK, "c3e4", false },
	{ KNIGHTS, NOTATION_SWEDISH, "Sbe4", SAN_ILLEGAL, NULL, false },
	{ "3rk3/8/8/8/8/8/3N4/3K2N1 w - - 0 1", NOTATION_SWEDISH, "Sf3", SAN_OK, "g1f3", false },
	{ "3rk3/8/8/8/8/8/3N4/3K2N1 w - - 0 1", NOTATION_SWEDISH, "Sdf3", SAN_ILLEGAL, NULL,
	  false },
	/* Not notation. */
	{ FEN_START, NOTATION_ENGLISH, "", SAN_SYNTAX, NULL, false },
	{ FEN_START, NOTATION_ENGLISH, " ", SAN_SYNTAX, NULL, false },
	{ FEN_START, NOTATION_ENGLISH, " e4", SAN_SYNTAX, NULL, false },
	{ FEN_START, NOTATION_ENGLISH, "e4 ", SAN_SYNTAX, NULL, false },
	{ FEN_START, NOTATION_ENGLISH, "e4 !", SAN_SYNTAX, NULL, false },
	{ FEN_START, NOTATION_ENGLISH, "e 4", SAN_SYNTAX, NULL, false },
	{ FEN_START, NOTATION_ENGLISH, "N", SAN_SYNTAX, NULL, false },
	{ FEN_START, NOTATION_ENGLISH, "Nb", SAN_SYNTAX, NULL, false },
	{ FEN_START, NOTATION_ENGLISH, "NNf3", SAN_SYNTAX, NULL, false },
	{ FEN_START, NOTATION_ENGLISH, "nf3", SAN_SYNTAX, NULL, false },
	{ FEN_START, NOTATION_ENGLISH, "e2e4e5", SAN_SYNTAX, NULL, false },
	{ FEN_START, NOTATION_ENGLISH, "e9", SAN_SYNTAX, NULL, false },
	{ FEN_START, NOTATION_ENGLISH, "e4-", SAN_SYNTAX, NULL, false },
	{ FEN_START, NOTATION_ENGLISH, "e4xb", SAN_SYNTAX, NULL, false },
	{ FEN_START, NOTATION_ENGLISH, "1-0", SAN_SYNTAX, NULL, false },
	/* Not UTF-8, or not a sign of notation. */
	{ FEN_START, NOTATION_FIGURINE, "\xe2\x99", SAN_SYNTAX, NULL, false },
	{ FEN_START, NOTATION_FIGURINE, "\xe2", SAN_SYNTAX, NULL, false },
	{ FEN_START, NOTATION_FIGURINE, "\xe2\x99\x98", SAN_SYNTAX, NULL, false },
	{ FEN_START, NOTATION_FIGURINE,
	  "\xe2\x99"
	  "f3",
	  SAN_SYNTAX, NULL, false },
	{ FEN_START, NOTATION_FIGURINE,
	  "\x98"
	  "f3",
	  SAN_SYNTAX, NULL, false },
	{ FEN_START, NOTATION_FIGURINE,
	  "\xff"
	  "f3",
	  SAN_SYNTAX, NULL, false },
	{ FEN_START, NOTATION_FIGURINE,
	  "\xc1\x8e"
	  "f3",
	  SAN_SYNTAX, NULL, false }, /* overlong N */
	{ FEN_START, NOTATION_ENGLISH,
	  "\xc1\x8e"
	  "f3",
	  SAN_SYNTAX, NULL, false },
	{ FEN_START, NOTATION_FIGURINE,
	  "\xe2\x99\x93"
	  "f3",
	  SAN_SYNTAX, NULL, false }, /* U+2653 */
	{ FEN_START, NOTATION_FIGURINE,
	  "\xe2\x99\xa0"
	  "f3",
	  SAN_SYNTAX, NULL, false }, /* U+2660 */
	{ FEN_START, NOTATION_FIGURINE,
	  "♘\xef\xb8\x8d"
	  "f3",
	  SAN_SYNTAX, NULL, false },
	{ FEN_START, NOTATION_FIGURINE, "♘\xef\xb8", SAN_SYNTAX, NULL, false },
	{ FEN_START, NOTATION_GERMAN, "e4\xc3\x97", SAN_SYNTAX, NULL, false },
	{ FEN_START, NOTATION_GERMAN, "e4\xc3", SAN_SYNTAX, NULL, false },
	{ FEN_START, NOTATION_GERMAN, "é4", SAN_SYNTAX, NULL, false },
};

START_TEST(notation_parse_tells_syntax_illegal_and_ambiguous_apart)
{
	const char *text = readings[_i].text;
	struct position position;
	enum san_result result;
	uint16_t move = 0xffff;
	bool offer = !readings[_i].offer;
	char uci[UCI_SIZE];

	playout_parse(readings[_i].fen, &position);
	result =
		notation_parse(&position, text, strlen(text), readings[_i].language, &move, &offer);
	ck_assert_msg(result == readings[_i].result, "'%s' in %s: result %u", text,
	              readings[_i].fen, (unsigned int)result);
	if (readings[_i].result != SAN_OK) {
		ck_assert_uint_eq(move, 0xffff);
		ck_assert_int_eq(offer, !readings[_i].offer);
		return;
	}
	uci_format(&position, move, uci);
	ck_assert_str_eq(uci, readings[_i].uci);
	ck_assert_int_eq(offer, readings[_i].offer);
}
END_TEST

START_TEST(notation_parse_reads_no_further_than_len)
{
	struct position position;
	uint16_t move;

	position_start(&position);
	ck_assert_int_eq(notation_parse(&position, "e4x", 2, NOTATION_FRENCH, &move, NULL), SAN_OK);
	ck_assert_int_eq(notation_parse(&position, "♘f3", 2, NOTATION_FIGURINE, &move, NULL),
	                 SAN_SYNTAX);
	ck_assert_int_eq(notation_parse(&position, "e4\0+", 4, NOTATION_FRENCH, &move, NULL),
	                 SAN_SYNTAX);
	ck_assert_int_eq(notation_parse(&position, "\0", 1, NOTATION_FRENCH, &move, NULL),
	                 SAN_SYNTAX);
}
END_TEST

/* Any style, from a random number. */
static struct notation_style
random_style(struct playout *random, enum notation_language language, enum notation_form form)
{
	struct notation_style style = { .language = language, .form = form };

	style.capture = (enum notation_capture)playout_random(random, 3);
	style.promotion = (enum notation_promotion)playout_random(random, 3);
	style.check = (enum notation_check)playout_random(random, 3);
	style.castling_noughts = playout_random(random, 2) != 0;
	style.en_passant = playout_random(random, 2) != 0;
	return style;
}

static void
check_round_trip(struct playout *random, const struct position *position, uint16_t move)
{
	for (int i = 0; i < NOTATION_LANGUAGES * 3; i++) {
		const struct notation_style style = random_style(
			random, (enum notation_language)(i / 3), (enum notation_form)(i % 3));
		char text[NOTATION_SIZE + sizeof(NOTATION_DRAW_OFFER)], fen[FEN_SIZE];
		const bool offered = playout_random(random, 4) == 0;
		bool offer = !offered;
		uint16_t again = MOVE_NONE;

		fen_format(position, fen);
		notation_format(position, move, &style, text);
		if (offered)
			strcat(text, NOTATION_DRAW_OFFER);
		ck_assert_msg(notation_parse(position, text, strlen(text), style.language, &again,
		                             &offer) == SAN_OK &&
		                      again == move && offer == offered,
		              "%s: %s (%s)", fen, text, notation_code(style.language));
	}
}

/* The first that is enough of nothing, the file, the rank, both: the rule of C.10 and of PGN, asked of
 * the reader. */
static void
check_least_disambiguation(const struct position *position, uint16_t move)
{
	const struct notation_style bare = { .check = NOTATION_CHECK_NONE };
	const int from = move_from(move), to = move_to(move);
	const uint8_t man = position_piece_at(position, from);
	const bool capture = position_piece_at(position, to) != EMPTY;
	char text[NOTATION_SIZE], want[NOTATION_SIZE];
	uint16_t found;

	if (piece_type(man) == PAWN || move_kind(move) == MOVE_CASTLING)
		return;
	for (int i = 0; i < 4; i++) {
		snprintf(want, sizeof(want), "%c%.*s%.*s%s%c%c",
		         piece_letter(piece_make(WHITE, piece_type(man))), i & 1,
		         &"abcdefgh"[sq_file(from)], i >> 1, &"12345678"[sq_rank(from)],
		         capture ? "x" : "", 'a' + sq_file(to), '1' + sq_rank(to));
		if (san_parse(position, want, strlen(want), &found) == SAN_OK)
			break;
	}
	ck_assert_uint_eq(found, move);
	notation_format(position, move, &bare, text);
	ck_assert_str_eq(text, want);
}

static void
check_pgn(const struct position *position, uint16_t move)
{
	static const struct notation_style pgn;
	char text[NOTATION_SIZE], san[SAN_SIZE];

	notation_format(position, move, &pgn, text);
	san_format(position, move, san);
	ck_assert_str_eq(text, san);
}

START_TEST(notation_random_moves_come_back)
{
	struct playout random;

	playout_begin(&random);
	for (int n = 0; n < 15; n++) {
		struct position position;

		playout_start(&random, n, &position);
		for (int ply = 0; ply < 30; ply++) {
			struct move_list list;

			movegen_legal(&position, &list);
			if (list.count == 0)
				break;
			for (int i = 0; i < list.count; i++) {
				check_pgn(&position, list.moves[i]);
				check_least_disambiguation(&position, list.moves[i]);
				check_round_trip(&random, &position, list.moves[i]);
			}
			position_after(&position, playout_move(&random, &position), &position);
		}
	}
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("notation");
	TCase *tcase = tcase_create("notation");

	test_seed();
	tcase_set_timeout(tcase, 100);
	tcase_add_loop_test(tcase, notation_letters_are_those_of_the_standard, 0,
	                    COUNT_OF(languages));
	tcase_add_test(tcase, notation_find_knows_whole_codes_only);
	tcase_add_loop_test(tcase, notation_sample_game_is_read_and_written, 0, COUNT_OF(samples));
	tcase_add_test(tcase, notation_style_laws_is_that_of_annex_c);
	tcase_add_loop_test(tcase, notation_format_writes_each_style, 0, COUNT_OF(written));
	tcase_add_loop_test(tcase, notation_parse_tells_syntax_illegal_and_ambiguous_apart, 0,
	                    COUNT_OF(readings));
	tcase_add_test(tcase, notation_parse_reads_no_further_than_len);
	tcase_add_test(tcase, notation_random_moves_come_back);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
