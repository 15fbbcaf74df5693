/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Positions as FEN.
 */
#include "core/base/invariant.h"
#include "core/base/text.h"
#include "core/chess/fen.h"

static void
write_rank(struct text *out, const uint8_t squares[8])
{
	int empty = 0;

	for (int file = 0; file < 8; file++) {
		if (squares[file] == EMPTY) {
			empty++;
			continue;
		}
		if (empty > 0)
			text_unsigned(out, (uint64_t)empty, 1);
		empty = 0;
		text_char(out, piece_letter(squares[file]));
	}
	if (empty > 0)
		text_unsigned(out, (uint64_t)empty, 1);
}

static void
write_placement(struct text *out, const uint8_t squares[64])
{
	for (int rank = 7; rank >= 0; rank--) {
		write_rank(out, &squares[8 * rank]);
		if (rank > 0)
			text_char(out, '/');
	}
}

void
fen_format_placement(const uint8_t squares[64], char buffer[FEN_PLACEMENT_SIZE])
{
	struct text out;

	text_begin(&out, buffer, FEN_PLACEMENT_SIZE);
	write_placement(&out, squares);
	INVARIANT(text_end(&out, NULL) == 0);
}

/* by_file: Shredder-FEN, the rook's file whatever else stands on the rank. */
static void
write_castling(struct text *out, const struct position *position, bool by_file)
{
	static const char outermost[2][2] = { { 'K', 'Q' }, { 'k', 'q' } };
	bool none = true;

	for (int side = WHITE; side <= BLACK; side++)
		for (int i = CASTLE_KING_SIDE; i <= CASTLE_QUEEN_SIDE; i++) {
			const int rook = position->castling_rook[side][i];

			if (rook == SQ_NONE)
				continue;
			none = false;
			if (!by_file && rook == position_outermost_rook(position, (enum color)side,
			                                                (enum castling_side)i))
				text_char(out, outermost[side][i]);
			else
				text_char(out, (char)((side == WHITE ? 'A' : 'a') + sq_file(rook)));
		}
	if (none)
		text_char(out, '-');
}

static void
write_fen(const struct position *position, bool castling_by_file, char buffer[FEN_SIZE])
{
	uint8_t squares[64];
	struct text out;

	text_begin(&out, buffer, FEN_SIZE);
	position_placement(position, squares);
	write_placement(&out, squares);
	text_string(&out, position->side == WHITE ? " w " : " b ");
	write_castling(&out, position, castling_by_file);
	text_char(&out, ' ');
	text_string(&out, position->ep == SQ_NONE ? "-" : sq_name(position->ep).text);
	text_char(&out, ' ');
	text_unsigned(&out, position->halfmove, 1);
	text_char(&out, ' ');
	text_unsigned(&out, position->fullmove, 1);
	INVARIANT(text_end(&out, NULL) == 0);
}

void
fen_format(const struct position *position, char buffer[FEN_SIZE])
{
	write_fen(position, false, buffer);
}

void
fen_format_shredder(const struct position *position, char buffer[FEN_SIZE])
{
	write_fen(position, true, buffer);
}
