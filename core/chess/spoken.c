/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/chess/spoken.h"

#include <errno.h>
#include <stdbool.h>

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

/* One move in words: written down, or set against what was heard. */
struct sentence {
	const struct spoken_words *words;
	struct text *out;  /* NULL: heard */
	const char *heard; /* what is left of it; NULL: another move was said */
};

static char
small_letter(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static const char *
skip_blanks(const char *at)
{
	while (*at == ' ')
		at++;
	return at;
}

/* What follows `word`, or several, in what was heard; NULL: something else was said. */
static const char *
after_word(const char *heard, const char *word)
{
	for (heard = skip_blanks(heard); *word; word++) {
		if (small_letter(*heard) != small_letter(*word))
			return NULL;
		heard = *word == ' ' ? skip_blanks(heard) : heard + 1;
	}
	return *heard == ' ' || *heard == '\0' ? heard : NULL;
}

static void
sentence_word(struct sentence *sentence, const char *word)
{
	if (!sentence->out) {
		sentence->heard = sentence->heard ? after_word(sentence->heard, word) : NULL;
		return;
	}
	if (sentence->out->len > 0)
		text_char(sentence->out, ' ');
	text_string(sentence->out, word);
}

/* A word that says nothing which the others do not: who leaves it out is understood. */
static void
sentence_hint(struct sentence *sentence, const char *word, bool written)
{
	const char *after = sentence->heard ? after_word(sentence->heard, word) : NULL;

	if (sentence->out && written)
		sentence_word(sentence, word);
	else if (after)
		sentence->heard = after;
}

static void
sentence_square(struct sentence *sentence, enum spoken_form form, int sq)
{
	const struct sq_name name = sq_name(sq);
	bool named = sentence->out ? form == SPOKEN_FULL
	                           : sentence->heard && after_word(sentence->heard, name.text);

	if (named) {
		sentence_word(sentence, name.text);
		return;
	}
	sentence_word(sentence, sentence->words->files[sq_file(sq)]);
	sentence_word(sentence, sentence->words->ranks[sq_rank(sq)]);
}

static void
sentence_man(struct sentence *sentence, enum spoken_form form, const struct position *position,
             uint16_t move)
{
	const struct spoken_words *words = sentence->words;
	const bool capture = move_kind(move) == MOVE_EN_PASSANT ||
	                     position_piece_at(position, move_to(move)) != EMPTY;

	sentence_word(sentence,
	              words->men[piece_type(position_piece_at(position, move_from(move)))]);
	sentence_hint(sentence, words->from, form == SPOKEN_FULL);
	sentence_square(sentence, form, move_from(move));
	if (capture)
		sentence_hint(sentence, words->takes, true);
	else
		sentence_hint(sentence, words->to, form == SPOKEN_FULL);
	sentence_square(sentence, form, move_to(move));
	if (move_kind(move) == MOVE_EN_PASSANT)
		sentence_hint(sentence, words->en_passant, true);
	if (move_kind(move) == MOVE_PROMOTION) {
		sentence_hint(sentence, words->becomes, true);
		sentence_word(sentence, words->men[move_promotion(move)]);
	}
}

static void
sentence_move(struct sentence *sentence, enum spoken_form form, const struct position *position,
              uint16_t move)
{
	if (move_kind(move) == MOVE_CASTLING)
		sentence_word(sentence, sentence->words->castling[move_to(move) > move_from(move)
		                                                          ? CASTLE_KING_SIDE
		                                                          : CASTLE_QUEEN_SIDE]);
	else
		sentence_man(sentence, form, position, move);
}

void
spoken_format(const struct position *position, uint16_t move, enum spoken_language language,
              enum spoken_form form, char buffer[SPOKEN_SIZE])
{
	struct text out;
	struct sentence sentence = { .words = &spoken_table[language], .out = &out };
	struct position after;

	text_begin(&out, buffer, SPOKEN_SIZE);
	sentence_move(&sentence, form, position, move);
	position_after(position, move, &after);
	if (position_in_check(&after))
		sentence_word(&sentence,
		              movegen_any(&after) ? sentence.words->check : sentence.words->mate);
	INVARIANT(text_end(&out, NULL) == 0);
	/* A sentence begins: no first word has an accent on its first letter. */
	if (buffer[0] >= 'a' && buffer[0] <= 'z')
		buffer[0] = (char)(buffer[0] - 'a' + 'A');
}

/* Was that move said, and nothing else? */
static bool
is_heard(const char *heard, const struct spoken_words *words, const struct position *position,
         uint16_t move)
{
	struct sentence sentence = { .words = words, .heard = heard };

	sentence_move(&sentence, SPOKEN_FULL, position, move);
	sentence_hint(&sentence, words->mate, false);
	sentence_hint(&sentence, words->check, false);
	return sentence.heard && *skip_blanks(sentence.heard) == '\0';
}

int
spoken_parse(const struct position *position, const char *heard, uint16_t *ret_move)
{
	struct move_list legal;

	movegen_legal(position, &legal);
	for (int language = 0; language < SPOKEN_LANGUAGES; language++)
		for (int i = 0; i < legal.count; i++)
			if (is_heard(heard, &spoken_table[language], position, legal.moves[i])) {
				*ret_move = legal.moves[i];
				return 0;
			}
	return -EINVAL;
}
