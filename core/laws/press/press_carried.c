/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * May the presser have carried on one of the opponent's men, whom the record has where he stands as the opponent's last ply?
 *
 * Then he did not press without a move, though nothing else has changed on the board. But one of the two he did. Or one who was read
 * elsewhere when his turn began.
 *
 * Or the man is read where he stands too late to have been there when the opponent pressed, and nobody knows from where he came.
 *
 * Or two of the opponent's men have moved since, and which of them the opponent did is open.
 */
#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/laws/laws_state.h"

/* The opponent's last ply, and what it was played to. */
struct last_ply {
	struct position before;
	uint16_t move;
	uint8_t man;      /* as he is read */
	uint64_t told_us; /* the presser's own ply before it was pressed for then */
};

static bool
find_last(const struct laws *laws, const struct laws_press *press, struct last_ply *ret_last)
{
	const struct game *game = laws->game;
	uint32_t n = press->n_plies;

	if (n < 2 || n > game->n_plies || press->turn.occupancy_only ||
	    game->plies[n - 1].move != press->last_move || /* a person has set another position */
	    game_ply_side(game, n - 1) == press->side ||
	    move_kind(game->plies[n - 1].move) != MOVE_NORMAL ||
	    game->plies[n - 2].completed_us == TIME_UNKNOWN)
		return false;
	game_position(game, n - 1, &ret_last->before);
	ret_last->move = game->plies[n - 1].move;
	ret_last->man = position_piece_at(&ret_last->before, move_from(ret_last->move));
	ret_last->told_us = game->plies[n - 2].completed_us;
	return image_at(&press->turn, move_to(ret_last->move)) != ret_last->man;
}

/* When it was pressed for, its man was read on another square where he might go, off the way to his own, and there not before
 * another hand might have brought him. */
static bool
was_played_elsewhere(const struct laws *laws, const struct laws_press *press,
                     const struct last_ply *last)
{
	int from = move_from(last->move), to = move_to(last->move);
	uint64_t men = last->before.by_color[WHITE] | last->before.by_color[BLACK];
	uint64_t read = press->turn.by_type[piece_type(last->man)] &
	                press->turn.by_color[piece_color(last->man)] & ~men;

	if (laws->changed_us[to] < press->turn_us + PRESSES_OTHER_HAND_US)
		return false;
	while (read != 0) {
		int sq = bits_take(&read);

		if (!presses_is_between(sq, from, to) &&
		    movegen_is_legal(&last->before, move_make(from, sq, MOVE_NORMAL)))
			return true;
	}
	return false;
}

/* Nobody had told of it by then, and another man of the opponent's had been taken up in his turn who was read nowhere: it is he
 * who was played, to a square that does not read him. */
static bool
was_another_played(const struct laws *laws, const struct laws_press *press,
                   const struct last_ply *last)
{
	uint64_t read = image_men(&press->turn);
	uint64_t unread = last->before.by_color[piece_color(last->man)] & ~read, lifted = 0;
	struct move_list legal;

	if (image_at(&press->turn, move_from(last->move)) != last->man)
		return false;
	while (unread != 0) {
		int sq = bits_take(&unread);

		if (laws->changed_us[sq] > last->told_us && laws->changed_us[sq] <= press->turn_us)
			lifted |= sq_bit(sq);
	}
	movegen_legal(&last->before, &legal);
	for (int i = 0; lifted != 0 && i < legal.count; i++)
		if ((sq_bit(move_from(legal.moves[i])) & lifted) &&
		    !(sq_bit(move_target(legal.moves[i])) & read))
			return true;
	return false;
}

/* He was not read where he is before another hand might have brought him there, and the presser pressed as soon as he was: what
 * he had been played to nobody has read, it may be. */
static bool
was_brought_with_press(const struct laws *laws, const struct laws_press *press,
                       const struct last_ply *last)
{
	uint64_t came_us = laws->changed_us[move_to(last->move)];

	return came_us >= press->turn_us + PRESSES_OTHER_HAND_US &&
	       press->t_us < came_us + CONTACTS_ON_HIS_WAY_US;
}

/* The other squares where he might go on which he was first read when it had been pressed for: the hand that presses has left its
 * man. */
static uint64_t
read_elsewhere_since(const struct laws *laws, const struct laws_press *press,
                     const struct last_ply *last)
{
	const struct contacts *contacts = &laws->conduct.contacts;
	int from = move_from(last->move), to = move_to(last->move);
	uint64_t came_us = laws->changed_us[to], squares = 0;

	if (came_us < press->turn_us + PRESSES_OTHER_HAND_US)
		return 0;
	for (size_t n = contacts_after(contacts, press->turn_us); n < contacts->n; n++) {
		const struct contact *contact = contacts_at(contacts, n);

		if (contact->t_us < came_us && contact->sq != to && contact->after == last->man &&
		    movegen_is_legal(&last->before, move_make(from, contact->sq, MOVE_NORMAL)))
			squares |= sq_bit(contact->sq);
	}
	return squares;
}

/* Has sq changed in this turn, and not later than the board may tell of what was pressed for with it? */
static bool
has_changed_in_time(const struct laws *laws, const struct laws_press *press, int sq)
{
	return laws->changed_us[sq] > press->turn_us &&
	       laws->changed_us[sq] <= press->t_us + presses_longest_us(laws);
}

/* Where is a man read now who came in this turn, and was not read there before? Not on squares of `but`. */
static uint64_t
came_since(const struct laws *laws, const struct laws_press *press, uint8_t man, uint64_t but)
{
	uint64_t squares = laws->image.by_type[piece_type(man)] &
	                   laws->image.by_color[piece_color(man)] & ~but,
		 came = 0;

	while (squares != 0) {
		int sq = bits_take(&squares);

		if (has_changed_in_time(laws, press, sq) && image_at(&press->turn, sq) != man)
			came |= sq_bit(sq);
	}
	return came;
}

/* When the turn began one of the opponent's men was read where the record has nobody like him, and in it he has left that square and come
 * to another: whatever the record says of where he stood, he has gone there since. Not that of the last ply, of which the board may
 * tell so late. */
static bool
has_wandered(const struct laws *laws, const struct laws_press *press, struct deed *ret_deed)
{
	uint64_t last = press->last_move == MOVE_NONE ? 0 : move_squares(press->last_move);
	uint64_t read =
		press->turn.by_color[color_other(press->side)] & ~(image_men(&laws->image) | last);

	while (read != 0 && !press->turn.occupancy_only) {
		int from = bits_take(&read);
		uint8_t man = image_at(&press->turn, from);
		uint64_t came = came_since(laws, press, man, last);

		if (!has_changed_in_time(laws, press, from) ||
		    image_reading(&press->turn, position_piece_at(&press->base, from)) == man ||
		    bits_count(came) != 1)
			continue;
		*ret_deed = (struct deed){ .kind = DEED_WRONG_SIDE,
			                   .from = (uint8_t)from,
			                   .to = (uint8_t)bits_first(came),
			                   .piece = man,
			                   .squares = sq_bit(from) | came };
		return true;
	}
	return false;
}

bool
evidence_may_have_carried(const struct laws *laws, const struct laws_press *press,
                          struct deed *ret_deed)
{
	struct last_ply last;
	uint64_t elsewhere;
	int from, to;

	if (has_wandered(laws, press, ret_deed))
		return true;
	if (!find_last(laws, press, &last))
		return false;
	elsewhere = read_elsewhere_since(laws, press, &last);
	if (elsewhere == 0 && !was_brought_with_press(laws, press, &last) &&
	    !was_played_elsewhere(laws, press, &last) && !was_another_played(laws, press, &last))
		return false;
	from = move_from(last.move);
	to = move_to(last.move);
	*ret_deed = (struct deed){ .kind = DEED_WRONG_SIDE,
		                   .from = (uint8_t)from,
		                   .to = (uint8_t)to,
		                   .piece = last.man,
		                   .captured = position_piece_at(&last.before, to),
		                   .squares = sq_bit(from) | sq_bit(to) | elsewhere };
	return true;
}

/* Is there a ply of the man on `from` that would have taken him elsewhere? */
static bool
may_go_elsewhere(const struct position *position, int from, int to)
{
	struct move_list legal;

	movegen_legal(position, &legal);
	for (int i = 0; i < legal.count; i++)
		if (move_from(legal.moves[i]) == from && move_target(legal.moves[i]) != to)
			return true;
	return false;
}

/* Of these squares the one of whose man nothing has been read since until_us, whom he who has the move in *position may have taken with the
 * man of another one, and gone on. 0: none. */
static uint64_t
taken_on_the_way(const struct laws *laws, const struct position *position, uint64_t squares,
                 uint64_t until_us)
{
	uint64_t gone = squares & position->by_color[color_other((enum color)position->side)] &
	                ~image_men(&laws->image);
	struct move_list legal;

	if (bits_count(gone) != 1 || laws->changed_us[bits_first(gone)] > until_us)
		return 0;
	movegen_legal(position, &legal);
	for (int i = 0; i < legal.count; i++)
		if (sq_bit(move_to(legal.moves[i])) == gone &&
		    (sq_bit(move_from(legal.moves[i])) & squares))
			return gone;
	return 0;
}

/* Do these two squares show that a man of who has the move in *position was carried from one to the other, and no more? */
static bool
find_carried(const struct position *position, const struct image *image, uint64_t squares,
             struct deed *ret_deed)
{
	int one = bits_take(&squares), other = bits_first(squares);
	int to = image_at(image, one) == EMPTY ? other : one, from = to == one ? other : one;
	uint8_t man = position_piece_at(position, from);

	*ret_deed = (struct deed){ .kind = DEED_WRONG_SIDE,
		                   .from = (uint8_t)from,
		                   .to = (uint8_t)to,
		                   .piece = man,
		                   .captured = position_piece_at(position, to),
		                   .squares = sq_bit(from) | sq_bit(to) };
	return man != EMPTY && image_at(image, from) == EMPTY && image_at(image, to) == man &&
	       piece_color(man) == (enum color)position->side;
}

/* Is the ply with which the record's last `n` end the opponent's, and no more than where its man is read, that one not before it was
 * too late? It was not pressed for then; or it was by the record, for nothing else leads there. */
static bool
is_taken_from_place(const struct laws *laws, const struct laws_press *press, uint32_t n)
{
	const struct game *game = laws->game;
	const struct game_ply *last = &game->plies[n - 1];
	struct position after;
	int to = move_target(last->move);

	if (game_ply_side(game, n - 1) == press->side)
		return false;
	game_position(game, n, &after);
	return last->completed_us == TIME_UNKNOWN ||
	       (last->completed_us == press->turn_us &&
	        !evidence_was_read(laws, press, to,
	                           image_reading(&press->turn, position_piece_at(&after, to))));
}

/* Is the ply that the presser answers the one behind his own last ply, of which the board shows no more than where its man is? Then
 * *ret_press is the press with what was there before it. */
static bool
find_lacking(const struct laws *laws, const struct laws_press *press, struct laws_press *ret_press)
{
	const struct game *game = laws->game;
	uint32_t n = game->n_plies;

	if (n > 0 && is_taken_from_place(laws, press, n))
		n--;
	if (!press->follows || press->exchanged || press->taken || n == 0 ||
	    game_ply_side(game, n - 1) != press->side || game->plies[n - 1].doubtful ||
	    game->plies[n - 1].completed_us >= press->turn_us || press->turn.occupancy_only)
		return false;
	*ret_press = *press;
	ret_press->n_plies = n + 1; /* with the one that is lacking */
	ret_press->last_move = game->plies[n - 1].move;
	game_position(game, n, &ret_press->base);
	return true;
}

/* Did he come where no ply takes him, not before another hand might have brought him there, and did the presser press as soon as he was?
 * One of the two has put him there. */
static bool
is_nobodys_ply(const struct laws *laws, const struct laws_press *press, const struct deed *deed)
{
	uint64_t came_us = laws->changed_us[deed->to];

	return came_us >= press->turn_us + PRESSES_OTHER_HAND_US &&
	       press->t_us < came_us + CONTACTS_ON_HIS_WAY_US &&
	       !deed_is_way(&press->base, deed->from, deed->to);
}

bool
evidence_was_brought(const struct laws *laws, const struct laws_press *press,
                     struct laws_press *ret_press, struct deed *ret_deed)
{
	uint64_t told_us = evidence_told_us(laws, press->turn_us), squares, taken;

	if (press->next_us != TIME_UNKNOWN || !find_lacking(laws, press, ret_press))
		return false;
	squares = image_difference(&laws->image, &ret_press->base);
	taken = taken_on_the_way(laws, &ret_press->base, squares, told_us);
	return bits_count(squares & ~taken) == 2 &&
	       find_carried(&ret_press->base, &laws->image, squares & ~taken, ret_deed) &&
	       !(evidence_odd_squares(laws, ret_press) & ~squares) &&
	       laws->changed_us[ret_deed->from] <= told_us &&
	       (laws->changed_us[ret_deed->to] > told_us ||
	        is_nobodys_ply(laws, ret_press, ret_deed)) &&
	       laws->changed_us[ret_deed->to] <= press->t_us + presses_longest_us(laws) &&
	       may_go_elsewhere(&ret_press->base, ret_deed->from, ret_deed->to);
}

/* The position before the ply that the presser answers. False: the record has not what it led to. */
static bool
find_before_last(const struct laws *laws, const struct laws_press *press,
                 struct position *ret_before)
{
	struct position after;

	if (press->n_plies == 0 || press->n_plies > laws->game->n_plies + 1 ||
	    press->last_move == MOVE_NONE)
		return false;
	game_position(laws->game, press->n_plies - 1, ret_before);
	if (!movegen_is_legal(ret_before, press->last_move))
		return false;
	position_after(ret_before, press->last_move, &after);
	return position_same(&after, &press->base);
}

uint64_t
evidence_either(const struct laws *laws, const struct laws_press *press, const struct deed *deed)
{
	struct position before;
	int to = press->last_move == MOVE_NONE ? SQ_NONE : move_target(press->last_move);

	if (deed->kind != DEED_WRONG_SIDE || press->turn.occupancy_only ||
	    !find_before_last(laws, press, &before) || to == deed->from ||
	    !movegen_is_legal(&before, move_make(deed->from, deed->to, MOVE_NORMAL)) ||
	    !evidence_was_read(laws, press, deed->to, image_reading(&press->turn, deed->piece)) ||
	    image_at(&press->turn, to) ==
	            image_reading(&press->turn, position_piece_at(&press->base, to)))
		return 0;
	return sq_bit(move_from(press->last_move)) | sq_bit(to);
}
