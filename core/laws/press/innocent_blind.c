/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which squares have not read a man who stood on them, and whether a deed would be legal in a position.
 */
#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/laws/press/innocent_inside.h"

/* The square from which the last ply took a man who is read where it took him, if he was taken up since the ply before was made:
 * however long a hand held him, his square read nobody because nobody stood there. Not one that comes and goes by itself: that
 * would look so, too. */
static uint64_t
left_by_hand(const struct laws *laws)
{
	const struct game *game = laws->game;
	const struct contacts *contacts = &laws->conduct.contacts;
	uint32_t n = game->n_plies;
	uint16_t move = presses_last_move(game);
	int from, to;

	if (move == MOVE_NONE || n < 2 || contacts->n == 0 ||
	    game->plies[n - 2].made_us == TIME_UNKNOWN)
		return 0;
	from = move_from(move);
	to = move_target(move);
	if (laws->changed_us[from] <= game->plies[n - 2].made_us ||
	    image_at(&laws->image, to) !=
	            image_reading(&laws->image, position_piece_at(&game->now, to)) ||
	    contacts_is_unsteady(contacts, contacts->n - 1, from))
		return 0;
	return sq_bit(from);
}

/* Was the ply made when all those squares had not missed anybody yet? */
static bool
is_before_blind(const struct laws *laws, const struct game_ply *ply, uint64_t squares)
{
	while (squares != 0)
		if (ply->made_us == TIME_UNKNOWN ||
		    ply->made_us >= laws->presses.blind_us[bits_take(&squares)])
			return false;
	return true;
}

/* Squares of `blind` on which nobody has stood since they were taken for such, by what the record knows now. It had a man there
 * then whom it has elsewhere by now: nobody was missing. */
static uint64_t
missed_nobody(const struct laws *laws, uint64_t blind, uint64_t men)
{
	const struct game *game = laws->game;
	uint64_t squares = blind & ~men;

	for (uint32_t i = game->n_plies; i > 0 && squares != 0; i--) {
		if (is_before_blind(laws, &game->plies[i - 1], squares))
			break;
		squares &= ~move_squares(game->plies[i - 1].move);
	}
	return squares;
}

void
innocent_note(struct laws *laws)
{
	const struct position *now;
	uint64_t men, differing, blind;

	if (!laws->game)
		return;
	now = &laws->game->now;
	men = now->by_color[WHITE] | now->by_color[BLACK];
	differing = image_difference(&laws->image, now);
	blind = (laws->presses.blind | (laws->view.troubled & men & differing)) &
	        ~((men & ~differing) | left_by_hand(laws));
	for (uint64_t fresh = blind & ~laws->presses.blind; fresh != 0;)
		laws->presses.blind_us[bits_take(&fresh)] = laws->now_us;
	laws->presses.blind = blind & ~missed_nobody(laws, blind, men);
}

uint64_t
innocent_blind(const struct laws *laws, const struct deed *deed)
{
	uint64_t squares = laws->presses.blind, before = 0;

	while (squares != 0) {
		int sq = bits_take(&squares);

		if (laws->presses.blind_us[sq] <= laws->changed_us[deed->from])
			before |= sq_bit(sq);
	}
	return before;
}

static uint16_t
move_of(const struct position *position, const struct deed *deed)
{
	int from, to;

	if (deed->kind != DEED_CASTLING || !innocent_stands_castled(position, deed))
		return move_make(deed->from, deed->to, MOVE_NORMAL);
	deed_rook(position, deed, &from, &to);
	return move_make(deed->from, from, MOVE_CASTLING);
}

bool
innocent_is_legal(const struct position *position, const struct deed *deed)
{
	return position_check_standing(position) == POSITION_OK &&
	       movegen_is_legal(position, move_of(position, deed));
}

void
innocent_put(struct position *position, int sq, uint8_t man)
{
	if (man != EMPTY)
		position_put(position, sq, man);
}
