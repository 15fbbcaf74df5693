/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/chess/spoken.h"

#include <check.h>
#include <errno.h>
#include <string.h>

#include "core/chess/fen.h"
#include "core/chess/movegen.h"
#include "core/chess/san.h"
#include "tests/core/playout.h"
#include "tests/support.h"

#define COUNT_OF(array) (int)(sizeof(array) / sizeof((array)[0]))

#define BOTH       "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
#define BLACK_BOTH "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1"
#define FRC        "4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1"
#define PASSED     "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
#define PROMOTE    "6n1/5P2/8/8/k7/8/8/4K3 w - - 0 1"
#define FOOLS      "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2"
#define OPEN       "k7/8/8/8/8/8/8/B6K w - - 0 1"

static const struct {
	const char *fen, *uci;
	enum spoken_language language;
	enum spoken_form form;
	const char *text;
} spoken[] = {
	/* The words of Annex D, every file and every rank once. */
	{ FEN_START, "g1f3", SPOKEN_GERMAN, SPOKEN_ANNEX_D, "Springer Gustav eins Felix drei" },
	{ FEN_START, "e2e4", SPOKEN_GERMAN, SPOKEN_ANNEX_D, "Bauer Eva zwei Eva vier" },
	{ OPEN, "a1b2", SPOKEN_GERMAN, SPOKEN_ANNEX_D, "Läufer Anna eins Bella zwei" },
	{ OPEN, "a1e5", SPOKEN_GERMAN, SPOKEN_ANNEX_D, "Läufer Anna eins Eva fünf" },
	{ OPEN, "a1h8", SPOKEN_GERMAN, SPOKEN_ANNEX_D, "Läufer Anna eins Hector acht" },
	{ OPEN, "h1g2", SPOKEN_GERMAN, SPOKEN_ANNEX_D, "König Hector eins Gustav zwei" },
	{ "k7/8/3Q4/8/8/8/8/7K w - - 0 1", "d6c7", SPOKEN_GERMAN, SPOKEN_ANNEX_D,
	  "Dame David sechs Cesar sieben" },
	{ BOTH, "a1d1", SPOKEN_GERMAN, SPOKEN_ANNEX_D, "Turm Anna eins David eins" },
	{ BOTH, "e1g1", SPOKEN_GERMAN, SPOKEN_ANNEX_D, "Kurze Rochade" },
	{ BOTH, "e1c1", SPOKEN_GERMAN, SPOKEN_ANNEX_D, "Lange Rochade" },
	{ BLACK_BOTH, "e8g8", SPOKEN_GERMAN, SPOKEN_ANNEX_D, "Kurze Rochade" },
	{ FRC, "f1g1", SPOKEN_GERMAN, SPOKEN_ANNEX_D, "Kurze Rochade" },
	{ FRC, "f1b1", SPOKEN_GERMAN, SPOKEN_ANNEX_D, "Lange Rochade" },
	{ BOTH, "a1a8", SPOKEN_GERMAN, SPOKEN_ANNEX_D, "Turm Anna eins schlägt Anna acht Schach" },
	{ PASSED, "e5d6", SPOKEN_GERMAN, SPOKEN_ANNEX_D,
	  "Bauer Eva fünf schlägt David sechs en passant" },
	{ PROMOTE, "f7f8n", SPOKEN_GERMAN, SPOKEN_ANNEX_D,
	  "Bauer Felix sieben Felix acht wird Springer" },
	{ PROMOTE, "f7g8q", SPOKEN_GERMAN, SPOKEN_ANNEX_D,
	  "Bauer Felix sieben schlägt Gustav acht wird Dame" },
	{ FOOLS, "d8h4", SPOKEN_GERMAN, SPOKEN_ANNEX_D, "Dame David acht Hector vier Schachmatt" },
	{ "5k2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", SPOKEN_GERMAN, SPOKEN_ANNEX_D,
	  "Kurze Rochade Schach" },
	/* Without umlauts. */
	{ OPEN, "a1e5", SPOKEN_GERMAN_ASCII, SPOKEN_ANNEX_D, "Laeufer Anna eins Eva fuenf" },
	{ OPEN, "h1g2", SPOKEN_GERMAN_ASCII, SPOKEN_ANNEX_D, "Koenig Hector eins Gustav zwei" },
	{ PASSED, "e5d6", SPOKEN_GERMAN_ASCII, SPOKEN_FULL, "Bauer von e5 schlaegt d6 en passant" },
	/* English. */
	{ FEN_START, "g1f3", SPOKEN_ENGLISH, SPOKEN_ANNEX_D, "Knight Gustav one Felix three" },
	{ FEN_START, "c2c4", SPOKEN_ENGLISH, SPOKEN_ANNEX_D, "Pawn Cesar two Cesar four" },
	{ OPEN, "a1e5", SPOKEN_ENGLISH, SPOKEN_ANNEX_D, "Bishop Anna one Eva five" },
	{ OPEN, "h1h2", SPOKEN_ENGLISH, SPOKEN_ANNEX_D, "King Hector one Hector two" },
	{ BOTH, "a1a8", SPOKEN_ENGLISH, SPOKEN_ANNEX_D, "Rook Anna one takes Anna eight check" },
	{ BOTH, "e1g1", SPOKEN_ENGLISH, SPOKEN_ANNEX_D, "Short castling" },
	{ BOTH, "e1c1", SPOKEN_ENGLISH, SPOKEN_FULL, "Long castling" },
	{ PASSED, "e5d6", SPOKEN_ENGLISH, SPOKEN_ANNEX_D,
	  "Pawn Eva five takes David six en passant" },
	{ PROMOTE, "f7g8r", SPOKEN_ENGLISH, SPOKEN_ANNEX_D,
	  "Pawn Felix seven takes Gustav eight becomes rook" },
	{ FOOLS, "d8h4", SPOKEN_ENGLISH, SPOKEN_ANNEX_D,
	  "Queen David eight Hector four checkmate" },
	{ FEN_START, "e2e4", SPOKEN_ENGLISH, SPOKEN_FULL, "Pawn from e2 to e4" },
	{ FEN_START, "b1c3", SPOKEN_ENGLISH, SPOKEN_FULL, "Knight from b1 to c3" },
	{ PASSED, "e5d6", SPOKEN_ENGLISH, SPOKEN_FULL, "Pawn from e5 takes d6 en passant" },
	{ PROMOTE, "f7f8b", SPOKEN_ENGLISH, SPOKEN_FULL, "Pawn from f7 to f8 becomes bishop" },
	/* French. */
	{ FEN_START, "g1f3", SPOKEN_FRENCH, SPOKEN_ANNEX_D, "Cavalier Gustave un Félix trois" },
	{ FEN_START, "c2c4", SPOKEN_FRENCH, SPOKEN_ANNEX_D, "Pion César deux César quatre" },
	{ OPEN, "a1e5", SPOKEN_FRENCH, SPOKEN_ANNEX_D, "Fou Anna un Éva cinq" },
	{ OPEN, "h1g2", SPOKEN_FRENCH, SPOKEN_ANNEX_D, "Roi Hector un Gustave deux" },
	{ BOTH, "a1a8", SPOKEN_FRENCH, SPOKEN_ANNEX_D, "Tour Anna un prend Anna huit échec" },
	{ BOTH, "e1g1", SPOKEN_FRENCH, SPOKEN_ANNEX_D, "Petit roque" },
	{ BOTH, "e1c1", SPOKEN_FRENCH, SPOKEN_ANNEX_D, "Grand roque" },
	{ PASSED, "e5d6", SPOKEN_FRENCH, SPOKEN_ANNEX_D,
	  "Pion Éva cinq prend David six en passant" },
	{ PROMOTE, "f7g8q", SPOKEN_FRENCH, SPOKEN_ANNEX_D,
	  "Pion Félix sept prend Gustave huit devient dame" },
	{ FOOLS, "d8h4", SPOKEN_FRENCH, SPOKEN_ANNEX_D,
	  "Dame David huit Hector quatre échec et mat" },
	{ FEN_START, "e2e4", SPOKEN_FRENCH, SPOKEN_FULL, "Pion de e2 à e4" },
	{ FEN_START, "e2e4", SPOKEN_GERMAN, SPOKEN_FULL, "Bauer von e2 nach e4" },
};

START_TEST(spoken_format_says_the_words)
{
	struct position position;
	char text[SPOKEN_SIZE];
	uint16_t move;

	playout_parse(spoken[_i].fen, &position);
	ck_assert_int_eq(uci_parse(&position, spoken[_i].uci, strlen(spoken[_i].uci), &move), 0);
	spoken_format(&position, move, spoken[_i].language, spoken[_i].form, text);
	ck_assert_str_eq(text, spoken[_i].text);
}
END_TEST

/* What somebody says, in his own way. */
static const struct {
	const char *fen, *heard, *uci; /* NULL: no move */
} heard[] = {
	{ FEN_START, "Springer Gustav eins Felix drei", "g1f3" },
	{ FEN_START, "springer  gustav EINS felix drei ", "g1f3" },
	{ FEN_START, "Knight from g1 to f3", "g1f3" },
	{ FEN_START, "knight g1 f3", "g1f3" },
	{ FEN_START, "Knight Gustav one to f3", "g1f3" },
	{ FEN_START, "Cavalier Gustave un Félix trois", "g1f3" },
	{ OPEN, "Laeufer Anna eins Eva fuenf", "a1e5" },
	{ OPEN, "Läufer Anna eins Eva fünf Schach", "a1e5" },
	{ BOTH, "Turm Anna eins Anna acht", "a1a8" },
	{ BOTH, "Tour Anna un prend Anna huit", "a1a8" },
	{ BOTH, "short castling", "e1g1" },
	{ BOTH, "Lange Rochade", "e1c1" },
	{ PASSED, "Bauer Eva fünf David sechs", "e5d6" },
	{ PASSED, "pawn e5 takes d6 en passant", "e5d6" },
	{ PROMOTE, "Bauer Felix sieben Felix acht Springer", "f7f8n" },
	{ PROMOTE, "pawn f7 takes g8 becomes queen", "f7g8q" },
	{ FOOLS, "dame d8 h4 échec et mat", "d8h4" },
	{ FOOLS, "queen d8 h4 check", "d8h4" },
	/* A man of no promotion, other words, too many, too few, or no legal move. */
	{ PROMOTE, "Bauer Felix sieben Felix acht", NULL },
	{ FEN_START, "Knight from g1 to f3 please", NULL },
	{ FEN_START, "Knight Gustav eins Felix drei", NULL },
	{ FEN_START, "Knight g1", NULL },
	{ FEN_START, "Knight g1 takes f3", NULL },
	{ FEN_START, "Bishop f1 c4", NULL },
	{ FEN_START, "Springerg1 f3", NULL },
	{ FEN_START, "", NULL },
	{ FEN_START, "O-O", NULL },
};

START_TEST(spoken_parse_understands)
{
	uint16_t move = MOVE_NONE, wanted;
	struct position position;

	playout_parse(heard[_i].fen, &position);
	if (!heard[_i].uci) {
		ck_assert_int_eq(spoken_parse(&position, heard[_i].heard, &move), -EINVAL);
		ck_assert_uint_eq(move, MOVE_NONE);
		return;
	}
	ck_assert_int_eq(uci_parse(&position, heard[_i].uci, strlen(heard[_i].uci), &wanted), 0);
	ck_assert_int_eq(spoken_parse(&position, heard[_i].heard, &move), 0);
	ck_assert_uint_eq(move, wanted);
}
END_TEST

/* A listener must be able to tell any two legal moves apart. */
static void
check_all_differ(const struct position *position, enum spoken_language language,
                 enum spoken_form form)
{
	static char texts[MOVE_LIST_MAX][SPOKEN_SIZE];
	struct move_list list;
	char fen[FEN_SIZE];

	fen_format(position, fen);
	movegen_legal(position, &list);
	for (int i = 0; i < list.count; i++) {
		spoken_format(position, list.moves[i], language, form, texts[i]);
		ck_assert(texts[i][0] >= 'A' && texts[i][0] <= 'Z');
		ck_assert_msg(!strstr(texts[i], "  "), "'%s'", texts[i]);
		for (int j = 0; j < i; j++)
			ck_assert_msg(strcmp(texts[i], texts[j]) != 0, "%s: '%s' twice", fen,
			              texts[i]);
	}
}

static void
check_understood(const struct position *position, uint16_t move)
{
	for (int i = 0; i < SPOKEN_LANGUAGES * 2; i++) {
		char text[SPOKEN_SIZE];
		uint16_t understood;

		spoken_format(position, move, (enum spoken_language)(i / 2),
		              (enum spoken_form)(i % 2), text);
		ck_assert_msg(spoken_parse(position, text, &understood) == 0 && understood == move,
		              "'%s'", text);
	}
}

START_TEST(spoken_random_moves_are_told_apart)
{
	struct playout random;

	playout_begin(&random);
	for (int n = 0; n < 15; n++) {
		struct position position;

		playout_start(&random, n, &position);
		for (int ply = 0; ply < 40; ply++) {
			uint16_t move;

			for (int i = 0; i < SPOKEN_LANGUAGES * 2; i++)
				check_all_differ(&position, (enum spoken_language)(i / 2),
				                 (enum spoken_form)(i % 2));
			move = playout_move(&random, &position);
			if (move == MOVE_NONE)
				break;
			check_understood(&position, move);
			position_after(&position, move, &position);
		}
	}
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("spoken");
	TCase *tcase = tcase_create("spoken");

	test_seed();
	tcase_set_timeout(tcase, 100);
	tcase_add_loop_test(tcase, spoken_format_says_the_words, 0, COUNT_OF(spoken));
	tcase_add_loop_test(tcase, spoken_parse_understands, 0, COUNT_OF(heard));
	tcase_add_test(tcase, spoken_random_moves_are_told_apart);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
