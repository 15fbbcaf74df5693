/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/laws/conduct/conduct_doubt.h"

#include "core/laws/conduct/conduct_anew.h"
#include "core/laws/conduct/conduct_turn.h"
#include "core/laws/laws_state.h"

bool
conduct_is_seen_castling(const struct laws *laws, uint32_t index, uint64_t from_us)
{
	const struct contacts *contacts = &laws->conduct.contacts;
	uint16_t move = laws->game->plies[index].move;
	enum color side = game_ply_side(laws->game, index);

	return move_kind(move) == MOVE_CASTLING &&
	       contacts_came(contacts, from_us, laws->now_us, move_target(move),
	                     piece_make(side, KING)) &&
	       contacts_came(contacts, from_us, laws->now_us, move_rook_target(move),
	                     piece_make(side, ROOK));
}

/* Whoever comes to be read where a man of his own stood has taken somebody there, and so has a pawn that went aside. */
static bool
is_taken_there(const struct laws *laws, uint32_t index)
{
	const struct game *game = laws->game;
	const struct game_ply *ply = &game->plies[index];
	uint16_t reply;
	uint8_t man;

	if (index + 1 >= game->n_plies || move_kind(ply->move) != MOVE_NORMAL)
		return false;
	reply = ply[1].move;
	man = position_piece_at(&laws->conduct.before, move_from(reply));
	return move_kind(reply) == MOVE_NORMAL && move_to(reply) == move_to(ply->move) &&
	       (position_piece_at(&laws->conduct.before, move_to(ply->move)) != EMPTY ||
	        (man != EMPTY && piece_type(man) == PAWN &&
	         sq_file(move_from(reply)) != sq_file(move_to(reply))));
}

/* His next ply led on from there, and he was read where it took him, behind the reply. */
static bool
has_gone_on(const struct laws *laws, uint32_t index)
{
	const struct game *game = laws->game;
	const struct game_ply *ply = &game->plies[index];
	uint8_t man = position_piece_at(&laws->conduct.before, move_from(ply->move));

	return index + 2 < game->n_plies && move_kind(ply->move) == MOVE_NORMAL &&
	       move_kind(ply[2].move) == MOVE_NORMAL &&
	       move_from(ply[2].move) == move_to(ply->move) && man != EMPTY &&
	       ply[1].completed_us != TIME_UNKNOWN &&
	       contacts_came(&laws->conduct.contacts, ply[1].completed_us, laws->now_us,
	                     move_to(ply[2].move), man);
}

bool
conduct_stood_there(const struct laws *laws, uint32_t index)
{
	return is_taken_there(laws, index) || has_gone_on(laws, index);
}

/* One press completes one ply (6.2.1): did he who was let go leave his square between the opponent's press and his own, and was he
 * read where the ply has him, or taken there? Whatever else it may have been, it did not end where he was let go. A square is
 * read once a round: what the round tells that was under way at the press was done before it, for the hand that pressed is
 * at the clock. */
static bool
has_left_before_press(const struct laws *laws, uint32_t index, const struct touch_finding *finding)
{
	const struct game_ply *ply = &laws->game->plies[index];
	uint8_t man = position_piece_at(&laws->conduct.before, move_from(finding->moves.moves[0]));
	uint64_t press_us = conduct_press_us(laws, index);

	return index > 0 && press_us != TIME_UNKNOWN && ply[-1].completed_us != TIME_UNKNOWN &&
	       ply[-1].completed_us <= finding->since_us &&
	       finding->since_us + finding->stood_us <=
	               press_us + contacts_period(&laws->conduct.contacts) &&
	       (conduct_stood_there(laws, index) ||
	        contacts_came(&laws->conduct.contacts, finding->since_us, laws->now_us,
	                      move_target(ply->move), man));
}

/* Is it only in doubt which legal ply it was? */
static bool
is_which(uint8_t doubtful)
{
	return (doubtful & ~(PLY_DOUBT_RIVAL | PLY_DOUBT_UNSEEN)) == 0;
}

/* What sq read then, as far as the contacts that are kept tell. */
static uint8_t
reading_at(const struct contacts *contacts, uint64_t t_us, int sq)
{
	uint8_t reading = contacts->squares[sq];

	for (size_t n = contacts->n, first = contacts_after(contacts, t_us); n > first; n--)
		if (contacts_at(contacts, n - 1)->sq == sq)
			reading = contacts_at(contacts, n - 1)->before;
	return reading;
}

/* Whichever ply it was, was it none of those that were due? All the men who had to play one were read on their squares when the board had
 * told of what was pressed for. */
static bool
has_played_none(const struct laws *laws, uint32_t index, const struct contacts *contacts,
                const struct touch_finding *finding)
{
	uint64_t until_us = conduct_end_us(laws, index);

	if (!is_which(laws->game->plies[index].doubtful) || laws->conduct.contacts.men_unknown ||
	    conduct_press_us(laws, index) == TIME_UNKNOWN)
		return false;
	for (int i = 0; i < finding->moves.count; i++) {
		int from = move_from(finding->moves.moves[i]);

		if (reading_at(contacts, until_us, from) !=
		    position_piece_at(&laws->conduct.before, from))
			return false;
	}
	return true;
}

bool
conduct_is_beyond_doubt(const struct laws *laws, uint32_t index, uint64_t from_us,
                        const struct contacts *contacts, const struct touch_finding *finding)
{
	uint8_t king = piece_make(game_ply_side(laws->game, index), KING);

	if (finding->what == TOUCH_ROOK_FIRST)
		return conduct_is_seen_castling(laws, index, from_us);
	if (finding->what == TOUCH_MOVE)
		return has_played_none(laws, index, contacts, finding);
	if (finding->what == TOUCH_RELEASED)
		return has_left_before_press(laws, index, finding);
	return finding->what == TOUCH_PROMOTION_CHANGED ||
	       (finding->what == TOUCH_CASTLING_ILLEGAL &&
	        contacts_came(contacts, finding->since_us, laws->now_us, finding->sq, king));
}
