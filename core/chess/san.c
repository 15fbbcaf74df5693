/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/chess/san.h"

#include <errno.h>
#include <string.h>

#include "core/base/invariant.h"
#include "core/base/text.h"
#include "core/chess/movegen.h"

static enum piece_type
san_type_at(const struct position *position, int sq)
{
	return piece_type(position_piece_at(position, sq));
}

/* Tell the man from others of its kind that may go there too: by file, else rank, else both (C.10). */
static void
san_disambiguate(struct text *out, const struct position *position, uint16_t move,
                 const struct move_list *list)
{
	const int from = move_from(move);
	const enum piece_type type = san_type_at(position, from);
	bool others = false, same_file = false, same_rank = false;

	for (int i = 0; i < list->count; i++) {
		const int other = move_from(list->moves[i]);

		if (other == from || move_to(list->moves[i]) != move_to(move) ||
		    move_kind(list->moves[i]) == MOVE_CASTLING ||
		    san_type_at(position, other) != type)
			continue;
		others = true;
		same_file |= sq_file(other) == sq_file(from);
		same_rank |= sq_rank(other) == sq_rank(from);
	}
	if (others && (!same_file || same_rank))
		text_char(out, (char)('a' + sq_file(from)));
	if (others && same_file)
		text_char(out, (char)('1' + sq_rank(from)));
}

static void
san_format_man(struct text *out, const struct position *position, uint16_t move)
{
	const enum piece_type type = san_type_at(position, move_from(move));
	const bool capture = move_kind(move) == MOVE_EN_PASSANT ||
	                     position_piece_at(position, move_to(move)) != EMPTY;
	struct move_list list;

	if (type == PAWN) {
		if (capture)
			text_char(out, (char)('a' + sq_file(move_from(move))));
	} else {
		movegen_legal(position, &list);
		text_char(out, piece_letter(piece_make(WHITE, type)));
		san_disambiguate(out, position, move, &list);
	}
	if (capture)
		text_char(out, 'x');
	text_string(out, sq_name(move_to(move)).text);
	if (move_kind(move) == MOVE_PROMOTION) {
		text_char(out, '=');
		text_char(out, piece_letter(piece_make(WHITE, move_promotion(move))));
	}
}

void
san_format(const struct position *position, uint16_t move, char buffer[SAN_SIZE])
{
	struct position after;
	struct text out;

	text_begin(&out, buffer, SAN_SIZE);
	if (move_kind(move) == MOVE_CASTLING)
		text_string(&out, move_to(move) > move_from(move) ? "O-O" : "O-O-O");
	else
		san_format_man(&out, position, move);
	position_after(position, move, &after);
	if (position_in_check(&after))
		text_char(&out, movegen_any(&after) ? '+' : '#');
	INVARIANT(text_end(&out, NULL) == 0);
}

/* What a text asks for; a member that is left open is ANY or NO_PIECE_TYPE. */
#define SAN_ANY (-1)

struct san_request {
	enum piece_type type; /* NO_PIECE_TYPE: of the man on the given square, or a pawn */
	int from_file, from_rank, to;
	enum piece_type promotion;
	bool castling;
	enum castling_side castling_side;
};

static bool
san_ends_with(const char *text, size_t len, const char *tail)
{
	const size_t tail_len = strlen(tail);

	return len >= tail_len && memcmp(text + len - tail_len, tail, tail_len) == 0;
}

/* The length without marks of check, mate, quality and "e.p." */
static size_t
san_trimmed(const char *text, size_t len)
{
	for (;;) {
		if (len > 0 && text[len - 1] != '\0' && strchr("+#!?", text[len - 1]))
			len--;
		else if (san_ends_with(text, len, "e.p."))
			len -= 4;
		else
			return len;
	}
}

/* O-O and O-O-O, with letters or noughts. */
static bool
san_read_castling(const char *text, size_t len, struct san_request *request)
{
	if (len != 3 && len != 5)
		return false;
	for (size_t i = 0; i < len; i++)
		if (i % 2 == 0 ? (text[i] != 'O' && text[i] != '0' && text[i] != 'o')
		               : text[i] != '-')
			return false;
	request->castling = true;
	request->castling_side = len == 3 ? CASTLE_KING_SIDE : CASTLE_QUEEN_SIDE;
	return true;
}

static enum piece_type
san_piece(char letter)
{
	for (int type = KNIGHT; type <= KING; type++)
		if (letter == piece_letter(piece_make(WHITE, (enum piece_type)type)))
			return (enum piece_type)type;
	return NO_PIECE_TYPE;
}

static bool
san_is_file(char c)
{
	return c >= 'a' && c <= 'h';
}

static bool
san_is_rank(char c)
{
	return c >= '1' && c <= '8';
}

/* Take "=Q", "(Q)", "/Q", "Q" or a small letter off the end: after a rank it can be nothing else. */
static bool
san_read_promotion(const char *text, size_t *len, struct san_request *request)
{
	size_t end = *len;
	bool bracket;
	char letter;

	if (end == 0 || san_is_rank(text[end - 1]))
		return true;
	bracket = text[end - 1] == ')';
	end -= bracket;
	if (end == 0)
		return false;
	letter = text[--end];
	request->promotion =
		san_piece((char)(letter >= 'a' && letter <= 'z' ? letter - 'a' + 'A' : letter));
	if (request->promotion == NO_PIECE_TYPE || request->promotion == KING || end == 0)
		return false;
	if (bracket ? text[end - 1] != '(' : text[end - 1] != '=' && text[end - 1] != '/') {
		*len = end;
		return !bracket;
	}
	*len = end - 1;
	return true;
}

/* [man] [file] [rank] [x or - or :] square [promotion] */
static bool
san_read(const char *text, size_t len, struct san_request *request)
{
	size_t at = 0;

	if (san_read_castling(text, len, request))
		return true;
	if (!san_read_promotion(text, &len, request) || len < 2 || !san_is_file(text[len - 2]) ||
	    !san_is_rank(text[len - 1]))
		return false;
	request->to = sq_make(text[len - 2] - 'a', text[len - 1] - '1');
	len -= 2;
	if (len > 0 && (text[len - 1] == 'x' || text[len - 1] == '-' || text[len - 1] == ':'))
		len--;
	if (at < len && (text[at] == 'P' || san_piece(text[at]) != NO_PIECE_TYPE)) {
		request->type = text[at] == 'P' ? PAWN : san_piece(text[at]);
		at++;
	}
	if (at < len && san_is_file(text[at]))
		request->from_file = text[at++] - 'a';
	if (at < len && san_is_rank(text[at]))
		request->from_rank = text[at++] - '1';
	return at == len;
}

static bool
san_meant(const struct position *position, const struct san_request *request, uint16_t move)
{
	const int from = move_from(move);
	enum piece_type type = request->type;

	if (request->castling || move_kind(move) == MOVE_CASTLING)
		return request->castling && move_kind(move) == MOVE_CASTLING &&
		       (move_to(move) > from) == (request->castling_side == CASTLE_KING_SIDE);
	if (move_to(move) != request->to ||
	    (request->from_file != SAN_ANY && request->from_file != sq_file(from)) ||
	    (request->from_rank != SAN_ANY && request->from_rank != sq_rank(from)) ||
	    (request->promotion != NO_PIECE_TYPE && request->promotion != move_promotion(move)))
		return false;
	if (type == NO_PIECE_TYPE) {
		if (request->from_file != SAN_ANY && request->from_rank != SAN_ANY)
			return true;
		type = PAWN;
	}
	return san_type_at(position, from) == type;
}

enum san_result
san_parse(const struct position *position, const char *text, size_t len, uint16_t *ret_move)
{
	struct san_request request = { .from_file = SAN_ANY, .from_rank = SAN_ANY };
	struct move_list list;
	uint16_t meant = MOVE_NONE;

	if (!san_read(text, san_trimmed(text, len), &request))
		return SAN_SYNTAX;
	movegen_legal(position, &list);
	for (int i = 0; i < list.count; i++) {
		if (!san_meant(position, &request, list.moves[i]))
			continue;
		if (meant != MOVE_NONE)
			return SAN_AMBIGUOUS;
		meant = list.moves[i];
	}
	if (meant == MOVE_NONE)
		return SAN_ILLEGAL;
	*ret_move = meant;
	return SAN_OK;
}

static void
uci_write(uint16_t move, bool castling_by_rook, char buffer[UCI_SIZE])
{
	struct text out;

	text_begin(&out, buffer, UCI_SIZE);
	text_string(&out, sq_name(move_from(move)).text);
	text_string(&out, sq_name(castling_by_rook ? move_to(move) : move_target(move)).text);
	if (move_kind(move) == MOVE_PROMOTION)
		text_char(&out, piece_letter(piece_make(BLACK, move_promotion(move))));
	INVARIANT(text_end(&out, NULL) == 0);
}

void
uci_format(const struct position *position, uint16_t move, char buffer[UCI_SIZE])
{
	uci_write(move, position->chess960, buffer);
}

/* Castling is also read with the rook's square in orthodox chess: no other move ends on an own rook. */
int
uci_parse(const struct position *position, const char *text, size_t len, uint16_t *ret_move)
{
	struct move_list list;

	movegen_legal(position, &list);
	for (int i = 0; i < list.count; i++)
		for (int by_rook = position->chess960; by_rook <= 1; by_rook++) {
			char written[UCI_SIZE];

			uci_write(list.moves[i], by_rook != 0, written);
			if (strlen(written) == len && memcmp(written, text, len) == 0) {
				*ret_move = list.moves[i];
				return 0;
			}
		}
	return -EINVAL;
}
