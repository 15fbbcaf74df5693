/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Both directions go through san.c: a move is written by spelling its SAN otherwise, and read by
 * spelling the text as SAN. So there is one rule of disambiguation and one reader, whatever the
 * language.
 */
#include "core/chess/notation.h"

#include <errno.h>
#include <string.h>

#include "core/base/invariant.h"
#include "core/base/text.h"

/* Letters from KNIGHT to KING, in the order of enum piece_type. */
#define NOTATION_MEN 5

struct notation_letters {
	const char *code;
	const char *men[NOTATION_MEN];
};

static const struct notation_letters notation_table[NOTATION_LANGUAGES] = {
	[NOTATION_ENGLISH] = { "en", { "N", "B", "R", "Q", "K" } },
	[NOTATION_FRENCH] = { "fr", { "C", "F", "T", "D", "R" } },
	[NOTATION_GERMAN] = { "de", { "S", "L", "T", "D", "K" } },
	[NOTATION_DUTCH] = { "nl", { "P", "L", "T", "D", "K" } },
	[NOTATION_SPANISH] = { "es", { "C", "A", "T", "D", "R" } },
	[NOTATION_ITALIAN] = { "it", { "C", "A", "T", "D", "R" } },
	[NOTATION_PORTUGUESE] = { "pt", { "C", "B", "T", "D", "R" } },
	[NOTATION_POLISH] = { "pl", { "S", "G", "W", "H", "K" } },
	[NOTATION_CZECH] = { "cs", { "J", "S", "V", "D", "K" } },
	[NOTATION_HUNGARIAN] = { "hu", { "H", "F", "B", "V", "K" } },
	[NOTATION_ROMANIAN] = { "ro", { "C", "N", "T", "D", "R" } },
	[NOTATION_DANISH] = { "da", { "S", "L", "T", "D", "K" } },
	[NOTATION_NORWEGIAN] = { "no", { "S", "L", "T", "D", "K" } },
	[NOTATION_SWEDISH] = { "sv", { "S", "L", "T", "D", "K" } },
	[NOTATION_FINNISH] = { "fi", { "R", "L", "T", "D", "K" } },
	[NOTATION_ESTONIAN] = { "et", { "R", "O", "V", "L", "K" } },
	[NOTATION_ICELANDIC] = { "is", { "R", "B", "H", "D", "K" } },
	[NOTATION_FIGURINE] = { "figurine", { "♘", "♗", "♖", "♕", "♔" } },
};

const char *
notation_letter(enum notation_language language, enum piece_type type)
{
	return type < KNIGHT ? "" : notation_table[language].men[type - KNIGHT];
}

const char *
notation_code(enum notation_language language)
{
	return notation_table[language].code;
}

int
notation_find(const char *text, size_t len, enum notation_language *ret_language)
{
	for (int language = 0; language < NOTATION_LANGUAGES; language++) {
		const char *code = notation_table[language].code;

		if (strlen(code) == len && memcmp(code, text, len) == 0) {
			*ret_language = (enum notation_language)language;
			return 0;
		}
	}
	return -EINVAL;
}

struct notation_style
notation_style_laws(enum notation_language language, enum notation_form form)
{
	return (struct notation_style){
		.language = language,
		.form = form,
		.promotion = NOTATION_PROMOTION_BARE,
		.castling_noughts = true,
		.en_passant = true,
	};
}

static enum piece_type
notation_english(char letter)
{
	for (int type = KNIGHT; type <= KING; type++)
		if (letter == piece_letter(piece_make(WHITE, (enum piece_type)type)))
			return (enum piece_type)type;
	return NO_PIECE_TYPE;
}

static void
notation_format_castling(struct text *out, const char *san, const struct notation_style *style)
{
	for (; *san == 'O' || *san == '-'; san++)
		text_char(out, *san == 'O' && style->castling_noughts ? '0' : *san);
}

static void
notation_format_promotion(struct text *out, uint16_t move, const struct notation_style *style)
{
	static const char *const before[] = { "=", "(", "" }, *const after[] = { "", ")", "" };

	if (move_kind(move) != MOVE_PROMOTION)
		return;
	text_string(out, before[style->promotion]);
	text_string(out, notation_letter(style->language, move_promotion(move)));
	text_string(out, after[style->promotion]);
}

/* SAN is [man] [file] [rank] [x] square [=man] [mark]: keep, spell otherwise or replace each part. */
static void
notation_format_man(struct text *out, const char *san, uint16_t move,
                    const struct notation_style *style)
{
	static const char *const captures[] = { "x", ":", "" };
	const enum piece_type man = notation_english(san[0]);
	const bool capture = strchr(san, 'x') != NULL;
	const size_t start = man != NO_PIECE_TYPE, to = strcspn(san, "=+#") - 2;

	text_string(out, notation_letter(style->language, man));
	if (style->form == NOTATION_SHORT)
		text_bytes(out, san + start, to - capture - start);
	else
		text_string(out, sq_name(move_from(move)).text);
	if (capture && style->capture != NOTATION_CAPTURE_NONE)
		text_string(out, captures[style->capture]);
	else if (style->form == NOTATION_HYPHEN)
		text_char(out, '-');
	text_string(out, sq_name(move_to(move)).text);
	notation_format_promotion(out, move, style);
}

void
notation_format(const struct position *position, uint16_t move, const struct notation_style *style,
                char buffer[NOTATION_SIZE])
{
	char san[SAN_SIZE], mark;
	struct text out;

	san_format(position, move, san);
	mark = san[strlen(san) - 1];
	text_begin(&out, buffer, NOTATION_SIZE);
	if (move_kind(move) == MOVE_CASTLING)
		notation_format_castling(&out, san, style);
	else
		notation_format_man(&out, san, move, style);
	if (style->check != NOTATION_CHECK_NONE && mark == '+')
		text_char(&out, '+');
	if (style->check != NOTATION_CHECK_NONE && mark == '#')
		text_string(&out, style->check == NOTATION_CHECK_PLUS ? "++" : "#");
	if (style->en_passant && move_kind(move) == MOVE_EN_PASSANT)
		text_string(&out, " e.p.");
	INVARIANT(text_end(&out, NULL) == 0);
}

struct notation_reader {
	const char *text;
	size_t len;
	size_t at; /* the next byte */
	enum notation_language language;
	bool draw_offer;
};

/* Take `tail` and the blanks before it off the end. */
static bool
notation_drop_tail(struct notation_reader *reader, const char *tail)
{
	const size_t len = strlen(tail);

	if (reader->len < len || memcmp(reader->text + reader->len - len, tail, len) != 0)
		return false;
	reader->len -= len;
	while (reader->len > 0 && reader->text[reader->len - 1] == ' ')
		reader->len--;
	return true;
}

/* Take what may follow a move off the end: marks, and "e.p." and "(=)" once each. */
static void
notation_trim(struct notation_reader *reader)
{
	bool en_passant = false;

	for (;;) {
		const char last = reader->len > 0 ? reader->text[reader->len - 1] : '\0';

		if (last == '+' || last == '#' || last == '!' || last == '?')
			reader->len--;
		else if (!reader->draw_offer && notation_drop_tail(reader, "(=)"))
			reader->draw_offer = true;
		else if (!en_passant && notation_drop_tail(reader, "e.p."))
			en_passant = true;
		else
			return;
	}
}

/* The next byte, or NUL at the end. A NUL in the text fits nowhere, so it ends in SAN_SYNTAX. */
static char
notation_peek(const struct notation_reader *reader, size_t ahead)
{
	return reader->len - reader->at > ahead ? reader->text[reader->at + ahead] : '\0';
}

static bool
notation_take(struct notation_reader *reader, const char *string)
{
	const size_t len = strlen(string);

	if (reader->len - reader->at < len || memcmp(reader->text + reader->at, string, len) != 0)
		return false;
	reader->at += len;
	return true;
}

/* A figurine U+2654..265F with or without the selector of its presentation (U+FE0E, U+FE0F). */
static enum piece_type
notation_take_figurine(struct notation_reader *reader)
{
	static const enum piece_type order[6] = { KING, QUEEN, ROOK, BISHOP, KNIGHT, PAWN };
	const int last = (unsigned char)notation_peek(reader, 2) - 0x94;

	if (last < 0 || last >= 12 || !notation_take(reader, "\xe2\x99"))
		return NO_PIECE_TYPE;
	reader->at++;
	if (!notation_take(reader, "\xef\xb8\x8e"))
		notation_take(reader, "\xef\xb8\x8f");
	return order[last % 6];
}

/* The man named next, NO_PIECE_TYPE where there is none. */
static enum piece_type
notation_take_man(struct notation_reader *reader)
{
	const enum piece_type man = notation_take_figurine(reader);

	if (man != NO_PIECE_TYPE)
		return man;
	for (int type = KNIGHT; type <= KING; type++)
		if (notation_take(reader, notation_letter(reader->language, (enum piece_type)type)))
			return (enum piece_type)type;
	return notation_take(reader, "P") ? PAWN : NO_PIECE_TYPE;
}

/* The same, in the one place where a small letter can be nothing else: after the last rank. */
static enum piece_type
notation_take_new_man(struct notation_reader *reader)
{
	const char c = notation_peek(reader, 0);

	for (int type = KNIGHT; c >= 'a' && c <= 'z' && type <= KING; type++)
		if (notation_letter(reader->language, (enum piece_type)type)[0] == c - 'a' + 'A') {
			reader->at++;
			return (enum piece_type)type;
		}
	return notation_take_man(reader);
}

static bool
notation_is_file(char c)
{
	return c >= 'a' && c <= 'h';
}

static bool
notation_is_rank(char c)
{
	return c >= '1' && c <= '8';
}

/* [file] [rank] [x, : or -] [file rank]: whether that makes sense is for san_parse() to say. */
static void
notation_spell_squares(struct notation_reader *reader, struct text *out)
{
	if (notation_is_file(notation_peek(reader, 0)))
		text_char(out, reader->text[reader->at++]);
	if (notation_is_rank(notation_peek(reader, 0)))
		text_char(out, reader->text[reader->at++]);
	if (notation_take(reader, "x") || notation_take(reader, ":") || notation_take(reader, "×"))
		text_char(out, 'x');
	else if (notation_take(reader, "-"))
		text_char(out, '-');
	if (notation_is_file(notation_peek(reader, 0)) &&
	    notation_is_rank(notation_peek(reader, 1))) {
		text_bytes(out, reader->text + reader->at, 2);
		reader->at += 2;
	}
}

/* Man, "=man", "/man" or "(man)" */
static bool
notation_spell_promotion(struct notation_reader *reader, struct text *out)
{
	const bool bracket = notation_take(reader, "(");
	enum piece_type man;

	if (!bracket && !notation_take(reader, "="))
		notation_take(reader, "/");
	man = notation_take_new_man(reader);
	if (man == NO_PIECE_TYPE || (bracket && !notation_take(reader, ")")))
		return false;
	text_char(out, '=');
	text_char(out, piece_letter(piece_make(WHITE, man)));
	return true;
}

/* Letters or noughts joined by hyphens: how many there must be is for san_parse() to say. */
static bool
notation_spell_castling(struct notation_reader *reader, struct text *out)
{
	do {
		if (!notation_take(reader, "O") && !notation_take(reader, "0") &&
		    !notation_take(reader, "o"))
			return false;
		text_char(out, 'O');
		if (reader->at < reader->len)
			text_char(out, '-');
	} while (notation_take(reader, "-"));
	return reader->at == reader->len;
}

static bool
notation_spell(struct notation_reader *reader, struct text *out)
{
	const char first = notation_peek(reader, 0);
	enum piece_type man;

	if ((first == 'O' || first == '0' || first == 'o') && notation_peek(reader, 1) == '-')
		return notation_spell_castling(reader, out);
	man = notation_take_man(reader);
	if (man != NO_PIECE_TYPE)
		text_char(out, piece_letter(piece_make(WHITE, man)));
	notation_spell_squares(reader, out);
	if (reader->at < reader->len && !notation_spell_promotion(reader, out))
		return false;
	return reader->at == reader->len;
}

enum san_result
notation_parse(const struct position *position, const char *text, size_t len,
               enum notation_language language, uint16_t *ret_move, bool *ret_draw_offer)
{
	struct notation_reader reader = { .text = text, .len = len, .language = language };
	char san[SAN_SIZE];
	struct text out;
	enum san_result result;
	size_t san_len;

	notation_trim(&reader);
	text_begin(&out, san, sizeof(san));
	if (!notation_spell(&reader, &out) || text_end(&out, &san_len) < 0)
		return SAN_SYNTAX;
	result = san_parse(position, san, san_len, ret_move);
	if (result == SAN_OK && ret_draw_offer)
		*ret_draw_offer = reader.draw_offer;
	return result;
}
