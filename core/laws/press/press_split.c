/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The record has made two plies of one, so that what was done by the presser may stand legally between them, or behind.
 *
 * Who goes on from a square before a scan comes by is not read there; so the record may say of a man that he went by a square
 * that nobody read, was answered, and went on to where he stands. But he was read there no later than what his player had
 * pressed for is read; and that player has not pressed again. One ply brought him there, and his player's press was for
 * it; after it the presser's ply is another one, and may be illegal: a king left in check.
 *
 * Or the man is the presser's own, and his second press was for what is the opponent's ply by the record: he carried that man.
 */
#include "core/chess/movegen.h"
#include "core/laws/laws_state.h"
#include "core/tracker/explain/hand.h"

/* The halves lie no further apart: the opponent's ply between them, and one of each that the record has in order. */
#define HALVES_APART 4

/* The plies of the record that are one, and the one between or behind them that is not what it seems. */
struct halves {
	uint32_t first, second, odd;
	uint16_t move; /* both in one */
	uint16_t last; /* the opponent's, with which the presser's turn began */
};

/* Is the presser's ply, `index`, followed by one not pressed for? That may be the second half of another, the opponent's; or what
 * he did, and his own is the second half. */
static bool
is_followed(const struct laws *laws, const struct laws_press *press, uint32_t index)
{
	const struct game *game = laws->game;

	return index > 0 && index + 2 == game->n_plies &&
	       game_ply_side(game, index) == press->side &&
	       game->plies[index - 1].completed_us == press->turn_us &&
	       game->plies[index + 1].completed_us == TIME_UNKNOWN;
}

/* With what the presser's turn began if the halves are one. False: the plies between are not legal then. */
static bool
join(const struct laws *laws, const struct laws_press *press, uint32_t index,
     const struct halves *halves, struct laws_press *ret_press)
{
	const struct game *game = laws->game;
	uint16_t move = halves->move;
	struct position before;

	game_position(game, halves->first, &before);
	*ret_press = *press;
	ret_press->n_plies = index;
	for (uint32_t i = halves->first; i < index; i++) {
		if (i > halves->first)
			move = i + 1 == index ? halves->last : game->plies[i].move;
		if (!movegen_is_legal(&before, move))
			return false;
		position_after(&before, move, &ret_press->base);
		before = ret_press->base;
	}
	ret_press->last_move = move;
	ret_press->confirmed = sq_bit(move_from(halves->move)) | sq_bit(move_to(halves->move)) |
	                       sq_bit(move_to(game->plies[halves->first].move));
	evidence_note_turn(laws, ret_press);
	return true;
}

/* Of two halves that are the presser's own: was he read where the second one ends no later than the board tells of what had been pressed for
 * with the first, and where that one ends neither then nor since? */
static bool
is_told_as_own(const struct laws *laws, const struct halves *halves, uint8_t man)
{
	const struct contacts *contacts = &laws->conduct.contacts;
	const struct game_ply *first = &laws->game->plies[halves->first];
	int between = move_to(first->move), to = move_to(halves->move);
	uint64_t pressed_us = first->completed_us;

	return halves->second < halves->odd && pressed_us != TIME_UNKNOWN &&
	       contacts_came(contacts, pressed_us, evidence_told_us(laws, pressed_us), to, man) &&
	       !contacts_stood(contacts, pressed_us, between, man) &&
	       !contacts_came(contacts, pressed_us, laws->now_us, between, man);
}

/* Does whom the first half took stand there yet? If not, the man has been there to take him: nobody is taken in passing. */
static bool
is_nobody_taken(const struct laws_press *joined_press, const struct image *image, int between)
{
	uint8_t man = position_piece_at(&joined_press->base, between);

	return man == EMPTY || image_at(image, between) == image_reading(image, man);
}

/* Was the man read where the second half ends when the presser's turn had not begun? Or as soon as what was pressed for is, and not
 * between; or was there no time for two plies from his player's press on? */
static bool
is_read_as_one(const struct laws *laws, const struct laws_press *press, const struct image *image,
               const struct halves *halves)
{
	const struct game_ply *first = &laws->game->plies[halves->first];
	int to = move_to(halves->move);
	uint8_t man = image_reading(image, position_piece_at(&press->base, to));

	if (image_at(image, to) != man)
		return false;
	return image_at(&press->turn, to) == man || is_told_as_own(laws, halves, man) ||
	       (first->completed_us != TIME_UNKNOWN &&
	        contacts_came(&laws->conduct.contacts, first->completed_us,
	                      first->completed_us + HAND_BACK_US, to, man)) ||
	       (halves->first + 2 == halves->second && halves->second > halves->odd &&
	        evidence_was_read(laws, press, to, man) &&
	        !evidence_was_read(laws, press, move_to(first->move), man));
}

/* Where the presser's own ply was split, two men of the opponent's have moved: who came first was the opponent's ply. */
static void
find_odd(const struct game_ply *plies, uint32_t index, struct halves *halves)
{
	const struct game_ply *before = &plies[index - 1], *behind = &plies[index + 1];
	bool own = halves->second == index;
	bool swapped = own && before->made_us != TIME_UNKNOWN && behind->made_us < before->made_us;

	halves->odd = own ? index + 1 : index;
	halves->last = before->move;
	if (swapped) {
		halves->odd = index - 1;
		halves->last = behind->move;
	}
}

static bool
is_of_halves(const struct laws *laws, const struct laws_press *press, const struct image *image,
             uint32_t index, const struct halves *halves, struct laws_press *ret_press,
             struct deed *ret_deed)
{
	const struct game *game = laws->game;

	if (halves->move == MOVE_NONE || !join(laws, press, index, halves, ret_press))
		return false;
	evidence_deed(laws, ret_press, image, ret_deed);
	return deed_is_illegal(ret_deed) &&
	       deed_side(ret_deed) == game_ply_side(game, halves->odd) &&
	       ret_deed->from == move_from(game->plies[halves->odd].move) &&
	       is_nobody_taken(ret_press, image, move_to(game->plies[halves->first].move)) &&
	       is_read_as_one(laws, ret_press, image, halves) &&
	       evidence_is_sure(laws, ret_press, image, ret_deed);
}

bool
evidence_of_split(const struct laws *laws, const struct laws_press *press,
                  const struct image *image, struct laws_press *ret_press, struct deed *ret_deed)
{
	const struct game *game = laws->game;
	uint32_t index = presses_find_ply(game, press->t_us);

	if (index >= game->n_plies || image->occupancy_only || !is_followed(laws, press, index))
		return false;
	for (uint32_t second = index + 1; second >= index; second--)
		for (uint32_t apart = 2; apart <= HALVES_APART && apart <= second; apart += 2) {
			struct halves halves = { .first = second - apart,
				                 .second = second,
				                 .move = move_join(game->plies[second - apart].move,
				                                   game->plies[second].move) };

			find_odd(game->plies, index, &halves);
			if (is_of_halves(laws, press, image, index, &halves, ret_press, ret_deed))
				return true;
		}
	return false;
}
