/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/verdict/pack.h"

#include "core/chess/bits.h"

/* Castling rooks: the rook's code is 4 or 12; the two lower bits make it 7 or 15. */
void
pack_position(const struct position *position, struct pack *ret_pack)
{
	const uint64_t *t = position->by_type;
	const uint64_t occupied = position->by_color[WHITE] | position->by_color[BLACK];
	struct pack pack = { {
		t[PAWN] | t[BISHOP] | t[QUEEN],
		t[KNIGHT] | t[BISHOP] | t[KING],
		t[ROOK] | t[QUEEN] | t[KING],
		position->by_color[BLACK] & occupied,
	} };

	for (int side = WHITE; side <= BLACK; side++)
		for (int i = 0; i < 2; i++)
			if (position->castling_rook[side][i] != SQ_NONE) {
				pack.plane[0] |= sq_bit(position->castling_rook[side][i]);
				pack.plane[1] |= sq_bit(position->castling_rook[side][i]);
			}
	if (position->ep != SQ_NONE) {
		const int pawn = position->ep - bits_forward_step((enum color)position->side);

		pack.plane[0] &= ~sq_bit(pawn);
		pack.plane[3] |= sq_bit(pawn);
	}
	*ret_pack = pack;
}

static void
pack_restore_rights(struct position *position, uint64_t rooks)
{
	position->castling_rook[WHITE][0] = position->castling_rook[WHITE][1] = SQ_NONE;
	position->castling_rook[BLACK][0] = position->castling_rook[BLACK][1] = SQ_NONE;
	while (rooks != 0) {
		const int sq = bits_take(&rooks);
		const enum color side =
			(position->by_color[WHITE] & sq_bit(sq)) != 0 ? WHITE : BLACK;
		const int king = bits_first(position->by_type[KING] & position->by_color[side]);

		position->castling_rook[side][sq > king ? CASTLE_KING_SIDE : CASTLE_QUEEN_SIDE] =
			(uint8_t)sq;
	}
}

void
pack_restore(const struct pack *pack, enum color side, bool chess960, struct position *ret_position)
{
	const uint64_t a = pack->plane[0], b = pack->plane[1], c = pack->plane[2];
	const uint64_t d = pack->plane[3];
	const uint64_t ep_pawn = d & ~a & ~b & ~c;
	const uint64_t rights = a & b & c;
	struct position position = { .side = (uint8_t)side, .ep = SQ_NONE, .fullmove = 1 };

	position.chess960 = chess960;
	position.by_type[PAWN] = (a & ~b & ~c) | ep_pawn;
	position.by_type[KNIGHT] = b & ~a & ~c;
	position.by_type[BISHOP] = a & b & ~c;
	position.by_type[ROOK] = (c & ~a & ~b) | rights;
	position.by_type[QUEEN] = a & c & ~b;
	position.by_type[KING] = b & c & ~a;
	position.by_color[BLACK] = d;
	position.by_color[WHITE] = (a | b | c) & ~d;
	if (ep_pawn != 0) {
		/* The pawn is of the side that has just moved, whatever plane 3 says. */
		position.by_color[BLACK] &= ~ep_pawn;
		position.by_color[color_other(side)] |= ep_pawn;
		position.ep = (uint8_t)(bits_first(ep_pawn) + bits_forward_step(side));
	}
	pack_restore_rights(&position, rights);
	position.key = 0;
	*ret_position = position;
}
