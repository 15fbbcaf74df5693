/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The boards of a case file: diagrams, who stands where in words for those who cannot see one, and what is different from one
 * to the next.
 */
#include <string.h>

#include "core/chess/bits.h"
#include "core/chess/fen.h"
#include "core/tracker/seen/image.h"
#include "daemon/case_writing.h"

/* --- in words ----------------------------------------------------------------------------------------------- */

static enum text_key
kind_word(enum piece_type type)
{
	static const enum text_key words[7] = { TEXT_CHECK_SOME_MAN, TEXT_MAN_PAWN, TEXT_MAN_KNIGHT,
		                                TEXT_MAN_BISHOP,     TEXT_MAN_ROOK, TEXT_MAN_QUEEN,
		                                TEXT_MAN_KING };

	return words[type];
}

/* "king e1", "rook a1, h1": all men of a piece, each kind named once; `*first` until there is one. */
static void
say_men(const struct case_writing *to, struct text *text, const uint8_t squares[64], uint8_t man,
        bool *first)
{
	bool named = false;

	for (int sq = 0; sq < 64; sq++) {
		if (squares[sq] != man)
			continue;
		text_string(text, *first ? "" : ", ");
		if (!named) {
			text_string(text,
			            case_word(to, kind_word(man == SOME_MAN ? NO_PIECE_TYPE
			                                                    : piece_type(man))));
			text_char(text, ' ');
		}
		text_string(text, sq_name(sq).text);
		*first = false;
		named = true;
	}
}

static void
say_side(const struct case_writing *to, struct text *text, const uint8_t squares[64],
         enum color side)
{
	bool first = true;

	text_string(text, case_side_word(to, side));
	text_string(text, case_word(to, TEXT_CASE_COLON));
	text_char(text, ' ');
	for (int type = KING; type >= PAWN; type--)
		say_men(to, text, squares, (uint8_t)piece_make(side, (enum piece_type)type),
		        &first);
	text_string(text, first ? case_word(to, TEXT_CASE_NOBODY) : "");
}

static void
say_board(const struct case_writing *to, const uint8_t squares[64], char *buffer, size_t size)
{
	bool first = true;
	struct text text;

	text_begin(&text, buffer, size);
	if (memchr(squares, SOME_MAN, 64)) {
		say_men(to, &text, squares, SOME_MAN, &first);
		return;
	}
	say_side(to, &text, squares, WHITE);
	text_string(&text, case_word(to, TEXT_CASE_SEMICOLON));
	text_char(&text, ' ');
	say_side(to, &text, squares, BLACK);
}

/* --- diagrams ----------------------------------------------------------------------------------------------- */

/* "K", "d" in German; of a man who is not known "x". */
static void
put_man(const struct case_writing *to, uint8_t man)
{
	const char *letters = case_word(to, TEXT_CASE_MEN);
	int n = 6;

	if (man == EMPTY || man == SOME_MAN) {
		fputs(man == EMPTY ? " ." : " x", to->out);
		return;
	}
	if (piece_color(man) == WHITE)
		n = 0;
	for (n += (int)piece_type(man) - (int)PAWN; n > 0; n--)
		letters += strcspn(letters, " ") + 1;
	fprintf(to->out, " %.*s", (int)strcspn(letters, " "), letters);
}

/* White below. On a page it is an image of letters, which is read out as what it shows. */
void
case_put_squares(const struct case_writing *to, const uint8_t squares[64])
{
	char label[1024];

	case_put_close(to);
	if (to->html) {
		say_board(to, squares, label, sizeof(label));
		fputs("<pre role=\"img\" aria-label=\"", to->out);
		case_put(to, label);
		fputs("\">\n", to->out);
	}
	for (int rank = 7; rank >= 0; rank--) {
		fprintf(to->out, "%s%d", to->html ? "" : "  ", rank + 1);
		for (int file = 0; file < 8; file++)
			put_man(to, squares[sq_make(file, rank)]);
		putc('\n', to->out);
	}
	fputs(to->html ? "  a b c d e f g h\n</pre>\n" : "    a b c d e f g h\n", to->out);
}

void
case_put_position(const struct case_writing *to, const struct position *position)
{
	uint8_t squares[64];
	char fen[FEN_SIZE];

	position_placement(position, squares);
	case_put_squares(to, squares);
	fen_format(position, fen);
	case_put_line(to, fen);
}

/* --- what is different -------------------------------------------------------------------------------------- */

static void
put_change(const struct case_writing *to, enum text_key words, int sq, uint8_t before,
           uint8_t after)
{
	const struct sq_name name = sq_name(sq);
	const struct text_value values[] = {
		{ "square", name.text },
		{ "before", case_word(to, before == EMPTY ? TEXT_CASE_NOBODY : text_man(before)) },
		{ "after", case_word(to, after == EMPTY ? TEXT_CASE_NOBODY : text_man(after)) },
	};

	case_put_filled(to, words, values, 3);
}

void
case_put_changes(const struct case_writing *to, enum text_key words, const struct position *before,
                 const uint8_t after[64])
{
	struct image image;
	uint64_t changed;

	image_from(&image, after, false);
	changed = image_difference(&image, before);
	while (changed != 0) {
		int sq = bits_take(&changed);

		put_change(to, words, sq, position_piece_at(before, sq), after[sq]);
	}
}
