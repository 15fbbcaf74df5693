/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Where writers of FEN differ, this reader decides so:
 *   two digits in a row        refused: every writer joins them
 *   rights in another order    read
 *   counters absent            read as 0 and 1; "halfmove clock only" too
 *   move number 0              read as 1: many programs write it
 *   leading zeros              read
 *   several blanks, tabs       read; a byte order mark is refused
 *   e.p. square, no legal capture   dropped, when a double step can have passed it; else refused
 *   rights without king or rook     refused, never silently dropped
 */
#include "core/chess/fen.h"

#include <errno.h>

#include "core/chess/bits.h"
#include "core/chess/generate.h"

struct fen_reader {
	const char *text;
	size_t len;
	size_t at;      /* the next character */
	size_t side_at; /* where the field of the side to move stands */
	size_t ep_at;
	struct position position;
	uint8_t n_men[2][KING + 1]; /* by color and type; index NO_PIECE_TYPE is all of them */
	struct fen_error error;
};

static int
fen_fail(struct fen_reader *reader, size_t at, const char *cause)
{
	reader->error.column = (int)at + 1;
	reader->error.cause = cause;
	return -EBADMSG;
}

static bool
fen_is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* The next character of the field, or NUL at its end. A NUL in the text is seen as such later. */
static char
fen_peek(const struct fen_reader *reader)
{
	return reader->at < reader->len && !fen_is_blank(reader->text[reader->at])
	               ? reader->text[reader->at]
	               : '\0';
}

static bool
fen_at_field_end(const struct fen_reader *reader)
{
	return reader->at == reader->len || fen_is_blank(reader->text[reader->at]);
}

static void
fen_skip_blanks(struct fen_reader *reader)
{
	while (reader->at < reader->len && fen_is_blank(reader->text[reader->at]))
		reader->at++;
}

/* Go to the next field; `missing` is the cause when there is none. */
static int
fen_next_field(struct fen_reader *reader, const char *missing)
{
	fen_skip_blanks(reader);
	return reader->at < reader->len ? 0 : fen_fail(reader, reader->at, missing);
}

static uint8_t
fen_piece(char letter)
{
	static const uint8_t pieces[128] = {
		['P'] = WHITE_PAWN, ['N'] = WHITE_KNIGHT, ['B'] = WHITE_BISHOP,
		['R'] = WHITE_ROOK, ['Q'] = WHITE_QUEEN,  ['K'] = WHITE_KING,
		['p'] = BLACK_PAWN, ['n'] = BLACK_KNIGHT, ['b'] = BLACK_BISHOP,
		['r'] = BLACK_ROOK, ['q'] = BLACK_QUEEN,  ['k'] = BLACK_KING,
	};

	return (unsigned char)letter < sizeof(pieces) ? pieces[(unsigned char)letter] : EMPTY;
}

static const char *
fen_wrong_number_of_men(const struct fen_reader *reader, enum color side)
{
	const uint8_t *n_men = reader->n_men[side];

	if (n_men[NO_PIECE_TYPE] > 16)
		return side == WHITE ? "White has more than 16 men" : "Black has more than 16 men";
	if (n_men[PAWN] > 8)
		return side == WHITE ? "White has more than 8 pawns"
		                     : "Black has more than 8 pawns";
	if (n_men[KING] > 1)
		return side == WHITE ? "White has more than one king"
		                     : "Black has more than one king";
	return NULL;
}

static int
fen_put(struct fen_reader *reader, uint8_t piece, int sq)
{
	struct position *position = &reader->position;
	uint8_t *n_men = reader->n_men[piece_color(piece)];
	const char *cause;

	n_men[piece_type(piece)]++;
	n_men[NO_PIECE_TYPE]++;
	position_put(position, sq, piece);
	if (piece_type(piece) == PAWN && (sq_rank(sq) == 0 || sq_rank(sq) == 7))
		return fen_fail(reader, reader->at, position_fault_text(POSITION_PAWN_ON_EDGE));
	cause = fen_wrong_number_of_men(reader, piece_color(piece));
	return cause ? fen_fail(reader, reader->at, cause) : 0;
}

/* Indexed by rank, 0..7. */
static const char *const fen_rank_long[8] = {
	"rank 1 has more than 8 squares", "rank 2 has more than 8 squares",
	"rank 3 has more than 8 squares", "rank 4 has more than 8 squares",
	"rank 5 has more than 8 squares", "rank 6 has more than 8 squares",
	"rank 7 has more than 8 squares", "rank 8 has more than 8 squares",
};

static const char *const fen_rank_short[8] = {
	"rank 1 has fewer than 8 squares", "rank 2 has fewer than 8 squares",
	"rank 3 has fewer than 8 squares", "rank 4 has fewer than 8 squares",
	"rank 5 has fewer than 8 squares", "rank 6 has fewer than 8 squares",
	"rank 7 has fewer than 8 squares", "rank 8 has fewer than 8 squares",
};

static int
fen_parse_rank(struct fen_reader *reader, int rank)
{
	bool after_digit = false;
	int file = 0;
	char c;

	for (; (c = fen_peek(reader)) != '\0' && c != '/'; reader->at++) {
		const uint8_t piece = fen_piece(c);
		const bool digit = c >= '1' && c <= '8';
		int error;

		if (piece == EMPTY && !digit)
			return fen_fail(reader, reader->at, "neither a man's letter nor 1 to 8");
		if (digit && after_digit)
			return fen_fail(reader, reader->at, "two digits in a row");
		if (file + (digit ? c - '0' : 1) > 8)
			return fen_fail(reader, reader->at, fen_rank_long[rank]);
		error = digit ? 0 : fen_put(reader, piece, sq_make(file, rank));
		if (error < 0)
			return error;
		file += digit ? c - '0' : 1;
		after_digit = digit;
	}
	return file == 8 ? 0 : fen_fail(reader, reader->at, fen_rank_short[rank]);
}

static int
fen_parse_placement(struct fen_reader *reader)
{
	const struct position *position = &reader->position;
	size_t start;
	int error = fen_next_field(reader, "nothing to read");

	start = reader->at;
	for (int rank = 7; rank >= 0 && error == 0; rank--) {
		error = fen_parse_rank(reader, rank);
		if (error < 0 || rank == 0)
			break;
		if (fen_peek(reader) != '/')
			return fen_fail(reader, reader->at, "fewer than 8 ranks");
		reader->at++;
	}
	if (error < 0)
		return error;
	if (!fen_at_field_end(reader))
		return fen_fail(reader, reader->at, "more than 8 ranks");
	if ((position->by_type[KING] & position->by_color[WHITE]) == 0)
		return fen_fail(reader, start, "no white king");
	if ((position->by_type[KING] & position->by_color[BLACK]) == 0)
		return fen_fail(reader, start, "no black king");
	return 0;
}

static int
fen_parse_side(struct fen_reader *reader)
{
	const int error = fen_next_field(reader, "the side to move is missing");
	char c;

	if (error < 0)
		return error;
	reader->side_at = reader->at;
	c = fen_peek(reader);
	if (c != 'w' && c != 'b')
		return fen_fail(reader, reader->at, "the side to move is w or b");
	reader->position.side = c == 'w' ? WHITE : BLACK;
	reader->at++;
	return fen_at_field_end(reader)
	               ? 0
	               : fen_fail(reader, reader->at, "the side to move is one letter");
}

static int
fen_add_right(struct fen_reader *reader, enum color side, enum castling_side to, int rook)
{
	struct position *position = &reader->position;

	if (position->castling_rook[side][to] != SQ_NONE)
		return fen_fail(reader, reader->at,
		                "a right to castle on this side is there already");
	position->castling_rook[side][to] = (uint8_t)rook;
	if (sq_file(position_king(position, side)) != 4 ||
	    sq_file(rook) != (to == CASTLE_KING_SIDE ? 7 : 0))
		position->chess960 = true;
	return 0;
}

static int
fen_parse_right(struct fen_reader *reader, char c)
{
	const struct position *position = &reader->position;
	const enum color side = c >= 'a' ? BLACK : WHITE;
	const char letter = (char)(side == BLACK ? c : c - 'A' + 'a');
	const int king = position_king(position, side), rank = side == WHITE ? 0 : 7;
	enum castling_side to = letter == 'k' ? CASTLE_KING_SIDE : CASTLE_QUEEN_SIDE;
	int rook;

	if (letter != 'k' && letter != 'q' && (letter < 'a' || letter > 'h'))
		return fen_fail(reader, reader->at,
		                "rights to castle are K, Q, k, q, letters of files, or -");
	if (sq_rank(king) != rank)
		return fen_fail(reader, reader->at, "the king is not on its first rank");
	if (letter == 'k' || letter == 'q') {
		rook = position_outermost_rook(position, side, to);
		if (rook == SQ_NONE)
			return fen_fail(reader, reader->at, "no rook to castle with on this side");
		return fen_add_right(reader, side, to, rook);
	}
	rook = sq_make(letter - 'a', rank);
	to = rook > king ? CASTLE_KING_SIDE : CASTLE_QUEEN_SIDE;
	if ((position_rooks_beside_king(position, side, to) & sq_bit(rook)) == 0)
		return fen_fail(reader, reader->at, "no rook to castle with on this file");
	reader->position.chess960 = true;
	return fen_add_right(reader, side, to, rook);
}

static int
fen_parse_castling(struct fen_reader *reader)
{
	int error = fen_next_field(reader, "the rights to castle are missing");

	if (error == 0 && fen_peek(reader) == '-') {
		reader->at++;
		return fen_at_field_end(reader)
		               ? 0
		               : fen_fail(reader, reader->at, "nothing may follow - here");
	}
	for (; error == 0 && !fen_at_field_end(reader); reader->at++) {
		error = fen_parse_right(reader, fen_peek(reader));
		if (error < 0)
			break;
	}
	return error;
}

static int
fen_parse_en_passant(struct fen_reader *reader)
{
	const char rank = reader->position.side == WHITE ? '6' : '3';
	const int error = fen_next_field(reader, "the en passant square is missing");
	char file;

	if (error < 0)
		return error;
	reader->ep_at = reader->at;
	file = fen_peek(reader);
	if (file != '-' && (file < 'a' || file > 'h'))
		return fen_fail(reader, reader->at, "the en passant field is a square or -");
	reader->at++;
	if (file != '-') {
		if (fen_peek(reader) != rank)
			return fen_fail(reader, reader->at,
			                rank == '6' ? "with White to move the square is on rank 6"
			                            : "with Black to move the square is on rank 3");
		reader->position.ep = (uint8_t)sq_make(file - 'a', rank - '1');
		reader->at++;
	}
	return fen_at_field_end(reader)
	               ? 0
	               : fen_fail(reader, reader->at, "nothing may follow the en passant field");
}

static int
fen_parse_counter(struct fen_reader *reader, uint16_t *ret_counter)
{
	const size_t start = reader->at;
	uint32_t value = 0;

	for (; !fen_at_field_end(reader); reader->at++) {
		const char c = fen_peek(reader);

		if (c < '0' || c > '9')
			return fen_fail(reader, reader->at, "a counter has digits only");
		value = value * 10 + (uint32_t)(c - '0');
		if (value > UINT16_MAX)
			return fen_fail(reader, start, "a counter is at most 65535");
	}
	*ret_counter = (uint16_t)value;
	return 0;
}

/* Halfmove clock and move number: both may be missing, or the second. */
static int
fen_parse_counters(struct fen_reader *reader)
{
	int error = 0;

	fen_skip_blanks(reader);
	if (reader->at < reader->len)
		error = fen_parse_counter(reader, &reader->position.halfmove);
	fen_skip_blanks(reader);
	if (error == 0 && reader->at < reader->len)
		error = fen_parse_counter(reader, &reader->position.fullmove);
	if (error < 0)
		return error;
	if (reader->position.fullmove == 0)
		reader->position.fullmove = 1;
	fen_skip_blanks(reader);
	return reader->at == reader->len ? 0 : fen_fail(reader, reader->at, "a FEN has six fields");
}

/* What only the whole position shows. The en passant square is checked before it may be dropped. */
static int
fen_check(struct fen_reader *reader, enum position_fault (*check)(const struct position *position))
{
	const enum position_fault fault = check(&reader->position);

	if (fault == POSITION_OK)
		return 0;
	return fen_fail(reader, fault == POSITION_EN_PASSANT ? reader->ep_at : reader->side_at,
	                position_fault_text(fault));
}

static int
fen_read(struct fen_reader *reader, enum position_fault (*check)(const struct position *position))
{
	int error = fen_parse_placement(reader);

	error = error < 0 ? error : fen_parse_side(reader);
	error = error < 0 ? error : fen_parse_castling(reader);
	error = error < 0 ? error : fen_parse_en_passant(reader);
	error = error < 0 ? error : fen_parse_counters(reader);
	error = error < 0 ? error : fen_check(reader, check);
	return error;
}

static bool
fen_is_end(char c)
{
	return fen_is_blank(c) || c == '\r' || c == '\n';
}

static int
fen_parse_checked(const char *text, size_t len,
                  enum position_fault (*check)(const struct position *position),
                  struct position *ret_position, struct fen_error *ret_error)
{
	static const struct position empty = {
		.ep = SQ_NONE,
		.castling_rook = { { SQ_NONE, SQ_NONE }, { SQ_NONE, SQ_NONE } },
		.fullmove = 1,
	};
	struct fen_reader reader = { .text = text, .len = len, .position = empty };
	int error;

	while (reader.len > 0 && fen_is_end(text[reader.len - 1]))
		reader.len--;
	while (reader.at < reader.len && fen_is_end(text[reader.at]))
		reader.at++;
	error = fen_read(&reader, check);
	if (error < 0) {
		if (ret_error)
			*ret_error = reader.error;
		return error;
	}
	if (!generate_any_en_passant(&reader.position))
		reader.position.ep = SQ_NONE;
	reader.position.key = position_key(&reader.position);
	*ret_position = reader.position;
	return 0;
}

int
fen_parse(const char *text, size_t len, struct position *ret_position, struct fen_error *ret_error)
{
	return fen_parse_checked(text, len, position_check, ret_position, ret_error);
}

int
fen_parse_standing(const char *text, size_t len, struct position *ret_position,
                   struct fen_error *ret_error)
{
	return fen_parse_checked(text, len, position_check_standing, ret_position, ret_error);
}
