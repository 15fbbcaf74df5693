/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/chess/spoken.h"

#include "core/base/invariant.h"
#include "core/base/text.h"
#include "core/chess/movegen.h"

struct spoken_words {
	const char *files[8];
	const char *ranks[8];
	const char *men[7];      /* index enum piece_type */
	const char *castling[2]; /* index enum castling_side */
	const char *from, *to, *takes, *becomes, *en_passant, *check, *mate;
};

static const struct spoken_words spoken_table[SPOKEN_LANGUAGES] = {
	[SPOKEN_GERMAN] = {
		.files = { "Anna", "Bella", "Cesar", "David", "Eva", "Felix", "Gustav", "Hector" },
		.ranks = { "eins", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht" },
		.men = { "", "Bauer", "Springer", "Läufer", "Turm", "Dame", "König" },
		.castling = { "kurze Rochade", "lange Rochade" },
		.from = "von",
		.to = "nach",
		.takes = "schlägt",
		.becomes = "wird",
		.en_passant = "en passant",
		.check = "Schach",
		.mate = "Schachmatt",
	},
	[SPOKEN_GERMAN_ASCII] = {
		.files = { "Anna", "Bella", "Cesar", "David", "Eva", "Felix", "Gustav", "Hector" },
		.ranks = { "eins", "zwei", "drei", "vier", "fuenf", "sechs", "sieben", "acht" },
		.men = { "", "Bauer", "Springer", "Laeufer", "Turm", "Dame", "Koenig" },
		.castling = { "kurze Rochade", "lange Rochade" },
		.from = "von",
		.to = "nach",
		.takes = "schlaegt",
		.becomes = "wird",
		.en_passant = "en passant",
		.check = "Schach",
		.mate = "Schachmatt",
	},
	[SPOKEN_ENGLISH] = {
		.files = { "Anna", "Bella", "Cesar", "David", "Eva", "Felix", "Gustav", "Hector" },
		.ranks = { "one", "two", "three", "four", "five", "six", "seven", "eight" },
		.men = { "", "pawn", "knight", "bishop", "rook", "queen", "king" },
		.castling = { "short castling", "long castling" },
		.from = "from",
		.to = "to",
		.takes = "takes",
		.becomes = "becomes",
		.en_passant = "en passant",
		.check = "check",
		.mate = "checkmate",
	},
	[SPOKEN_FRENCH] = {
		.files = { "Anna", "Bella", "César", "David", "Éva", "Félix", "Gustave", "Hector" },
		.ranks = { "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit" },
		.men = { "", "pion", "cavalier", "fou", "tour", "dame", "roi" },
		.castling = { "petit roque", "grand roque" },
		.from = "de",
		.to = "à",
		.takes = "prend",
		.becomes = "devient",
		.en_passant = "en passant",
		.check = "échec",
		.mate = "échec et mat",
	},
};

/* One more word, or several, with the blank before it. */
static void
spoken_word(struct text *out, const char *word)
{
	if (out->len > 0)
		text_char(out, ' ');
	text_string(out, word);
}

static void
spoken_square(struct text *out, const struct spoken_words *words, enum spoken_form form, int sq)
{
	if (form == SPOKEN_FULL) {
		const char name[] = { (char)('a' + sq_file(sq)), (char)('1' + sq_rank(sq)), '\0' };

		spoken_word(out, name);
		return;
	}
	spoken_word(out, words->files[sq_file(sq)]);
	spoken_word(out, words->ranks[sq_rank(sq)]);
}

static void
spoken_man(struct text *out, const struct spoken_words *words, enum spoken_form form,
           const struct position *position, uint16_t move)
{
	const bool capture = move_kind(move) == MOVE_EN_PASSANT ||
	                     position_piece_at(position, move_to(move)) != EMPTY;

	spoken_word(out, words->men[piece_type(position_piece_at(position, move_from(move)))]);
	if (form == SPOKEN_FULL)
		spoken_word(out, words->from);
	spoken_square(out, words, form, move_from(move));
	if (capture)
		spoken_word(out, words->takes);
	else if (form == SPOKEN_FULL)
		spoken_word(out, words->to);
	spoken_square(out, words, form, move_to(move));
	if (move_kind(move) == MOVE_EN_PASSANT)
		spoken_word(out, words->en_passant);
	if (move_kind(move) == MOVE_PROMOTION) {
		spoken_word(out, words->becomes);
		spoken_word(out, words->men[move_promotion(move)]);
	}
}

void
spoken_format(const struct position *position, uint16_t move, enum spoken_language language,
              enum spoken_form form, char buffer[SPOKEN_SIZE])
{
	const struct spoken_words *words = &spoken_table[language];
	struct position after;
	struct text out;

	text_begin(&out, buffer, SPOKEN_SIZE);
	if (move_kind(move) == MOVE_CASTLING)
		spoken_word(&out,
		            words->castling[move_to(move) > move_from(move) ? CASTLE_KING_SIDE
		                                                            : CASTLE_QUEEN_SIDE]);
	else
		spoken_man(&out, words, form, position, move);
	position_after(position, move, &after);
	if (position_in_check(&after))
		spoken_word(&out, movegen_any(&after) ? words->check : words->mate);
	INVARIANT(text_end(&out, NULL) == 0);
	/* A sentence begins: no first word has an accent on its first letter. */
	if (buffer[0] >= 'a' && buffer[0] <= 'z')
		buffer[0] = (char)(buffer[0] - 'a' + 'A');
}
