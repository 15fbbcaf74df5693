/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What who pressed has done by then, as the board shows it: that it is his, and more than the record's ply.
 */
#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/laws/laws_state.h"

/* Did sq come to read that when the press was young enough to be for it, and before the opponent pressed? What it
 * read afterwards may be a sensor's doing, or who puts it right. */
static bool
is_seen_in_time(const struct laws *laws, const struct laws_press *press, int sq, uint8_t piece)
{
	uint64_t until_us = press->shown_us + presses_longest_us(laws);

	if (press->next_us < until_us)
		until_us = press->next_us;
	return laws->changed_us[sq] <= until_us ||
	       contacts_came(&laws->conduct.contacts, press->turn_us, until_us, sq, piece);
}

/* He who castles takes the rook along: both men left, and came, in time. */
static bool
are_seen_in_time(const struct laws *laws, const struct laws_press *press, const struct image *image,
                 const struct position *base, const struct deed *deed)
{
	int from, to;

	if (!is_seen_in_time(laws, press, deed->from, EMPTY) ||
	    !is_seen_in_time(laws, press, deed->to, image_at(image, deed->to)))
		return false;
	if (deed->kind != DEED_CASTLING)
		return true;
	deed_rook(base, deed, &from, &to);
	return from == SQ_NONE || to == SQ_NONE ||
	       is_seen_in_time(laws, press, to, image_at(image, to));
}

/* Did the man's owner press as soon as he stood there? Then he answered, and no scan has caught what. */
static bool
is_answer(const struct laws *laws, const struct laws_press *press, const struct deed *deed)
{
	return press->next_us > press->t_us &&
	       press->next_us < laws->changed_us[deed->to] + presses_seen_us(laws);
}

/* Was the man on his way when his player pressed, and has the opponent pressed as soon as he stood where he is, and no man of
 * his gone anywhere? Then it may be he who carried him on, from where he might go. */
static bool
may_be_carried_on(const struct laws *laws, const struct laws_press *press,
                  const struct image *image, const struct deed *deed)
{
	struct move_list legal;

	if (press->next_us == TIME_UNKNOWN || laws->changed_us[deed->to] <= press->t_us ||
	    press->next_us > laws->changed_us[deed->to] + presses_seen_us(laws) ||
	    (image_difference(image, &press->base) & ~deed->squares) != 0)
		return false;
	movegen_legal_of(&press->base, sq_bit(deed->from), &legal);
	return legal.count > 0;
}

/* Was he read elsewhere when this turn began, where his ply before, *own, may have led him? */
static bool
stood_elsewhere(const struct laws *laws, const struct laws_press *press, const struct game_ply *own,
                uint8_t man)
{
	const struct image *turn = &press->turn;
	struct position before;
	uint64_t squares;

	if (turn->occupancy_only)
		return false;
	squares = turn->by_type[piece_type(man)] & turn->by_color[piece_color(man)] &
	          ~(press->base.by_color[WHITE] | press->base.by_color[BLACK]);
	game_position(laws->game, press->n_plies - 2, &before);
	while (squares != 0)
		if (movegen_is_legal(&before, move_make(move_from(own->move), bits_take(&squares),
		                                        MOVE_NORMAL)))
			return true;
	return false;
}

/* Was the man of his ply before read where the record has it for the first time in this turn, later than the board tells of what
 * was pressed for then, or when he had been read elsewhere? He had gone elsewhere with that one, and there with this: it is what he has
 * pressed for. */
static bool
has_own_come(const struct laws *laws, const struct laws_press *press)
{
	const struct game *game = laws->game;
	const struct contacts *contacts = &laws->conduct.contacts;
	uint32_t n = press->n_plies;
	uint64_t from_us, until_us = press->t_us + presses_longest_us(laws);
	const struct game_ply *own;
	int to;
	uint8_t man;

	if (!presses_has_own(laws, press) || game_ply_side(game, n - 2) != press->side ||
	    game->plies[n - 2].completed_us == TIME_UNKNOWN)
		return false;
	own = &game->plies[n - 2];
	to = move_target(own->move);
	man = image_reading(&press->turn, position_piece_at(&press->base, to));
	if (man == EMPTY || piece_color(man) != press->side || image_at(&press->turn, to) == man)
		return false;
	if (stood_elsewhere(laws, press, own, man))
		return contacts_came(contacts, press->turn_us, until_us, to, man);
	from_us = evidence_told_us(laws, own->completed_us);
	return from_us > press->turn_us &&
	       !contacts_came(contacts, press->turn_us, from_us, to, man) &&
	       contacts_came(contacts, from_us, until_us, to, man);
}

/* Has it been told of his opponent that he brought this man where he is, and nobody has put him back? One hand did that. */
static bool
is_told_of_other(const struct laws *laws, const struct laws_press *press, const struct deed *deed)
{
	const struct laws_restore *restore = &laws->restore;

	return restore_waits(laws) && restore->side != press->side &&
	       restore->deed.piece == deed->piece && restore->deed.to == deed->to;
}

/* Done by who pressed, when he pressed: with his own man, or, when he had the move and moved none of his, with one of the
 * opponent's.
 * A player whose clock stands cannot press: where the clock says that it is the turn of the man's owner, it is
 * the record that is wrong. */
bool
presses_is_his(const struct laws *laws, const struct deed *deed, const struct image *image,
               const struct laws_press *press)
{
	enum color side = (enum color)press->base.side;

	return deed_is_illegal(deed) &&
	       (deed->kind == DEED_WRONG_SIDE
	                ? press->side == side && !is_answer(laws, press, deed) &&
	                          !is_told_of_other(laws, press, deed) &&
	                          !evidence_has_moved(laws, press, image, deed) &&
	                          !has_own_come(laws, press)
	                : deed_side(deed) == press->side &&
	                          !may_be_carried_on(laws, press, image, deed)) &&
	       are_seen_in_time(laws, press, image, &press->base, deed);
}

/* Whoever has no king any more has no moves. */
static bool
has_kings(const struct position *position)
{
	return position_king(position, WHITE) != SQ_NONE &&
	       position_king(position, BLACK) != SQ_NONE;
}

/* Behind an illegal move that has not been put right another may follow: a king in check is taken (1.4.2). */
void
presses_next_deed(const struct laws *laws, struct laws_press *press, struct deed *deed)
{
	const struct position *after = &laws->offences.after;
	struct deed next;

	if (deed->kind != DEED_MANY || !laws->restore.open || press->side == laws->restore.side ||
	    after->side != press->side || !has_kings(after))
		return;
	deed_find(after, &laws->image, laws->view.troubled, &next);
	if (!deed_is_illegal(&next))
		return;
	press->base = *after;
	press->behind_illegal = true;
	*deed = next;
}

/* Has the opponent pressed since, and the board changed? What it shows now may be his doing. */
bool
presses_played_on_since(const struct laws *laws, const struct laws_press *press)
{
	return laws->board_us > press->next_us;
}

/* A king who was left in check, or put into it, is taken (1.4.2) before that was put right. The record, which knows no
 * position without a king, may have found plies that it takes for both; that a king is gone is no sensor's doing where one
 * man was carried to him. */
bool
presses_king_taken(const struct laws *laws, struct laws_press *press, struct deed *deed)
{
	const struct laws_offences *told = &laws->offences;

	if (told->since_us == 0 || press->turn_us != told->since_us ||
	    told->after.side != press->side || !has_kings(&told->after) ||
	    presses_played_on_since(laws, press))
		return false;
	deed_find(&told->after, &laws->image, 0, deed);
	if (deed->kind != DEED_KING_TAKEN || deed_side(deed) != press->side)
		return false;
	press->base = told->after;
	press->n_plies = told->index;
	press->behind_illegal = true;
	return is_seen_in_time(laws, press, deed->from, EMPTY) &&
	       is_seen_in_time(laws, press, deed->to, image_at(&laws->image, deed->to));
}

/* Has the board told since the turn began that the man of that ply left his square and came to the other? Then it is no guess. */
static bool
is_borne_out(const struct laws *laws, const struct laws_press *press, uint16_t move)
{
	const struct contacts *contacts = &laws->conduct.contacts;
	uint8_t man = image_reading(&laws->image, position_piece_at(&press->base, move_from(move)));

	return contacts_came(contacts, press->turn_us, laws->now_us, move_from(move), EMPTY) &&
	       contacts_came(contacts, press->turn_us, laws->now_us, move_target(move), man);
}

/* Is the man of ply `index` read yet where it began, and has been all the time, though the board has had its time to tell that he
 * left? Then he has not been seen to play it, wherever one like him is read. */
static bool
has_stayed(const struct laws *laws, const struct laws_press *press, uint32_t index)
{
	uint16_t move = laws->game->plies[index].move;
	int from = move_from(move);
	struct position before;

	if (laws->image.occupancy_only || move_kind(move) == MOVE_CASTLING ||
	    laws->now_us < evidence_told_us(laws, press->t_us))
		return false;
	game_position(laws->game, index, &before);
	return laws->changed_us[from] <= press->turn_us &&
	       image_at(&laws->image, from) == position_piece_at(&before, from) &&
	       image_at(&press->turn, from) == position_piece_at(&before, from);
}

/* The record has found a ply for it that is no more than a guess: what is seen may say otherwise. It is one still when the record
 * doubts it no longer, because time has passed. */
bool
presses_is_guess(const struct laws *laws, const struct laws_press *press, uint32_t index)
{
	const struct game *game = laws->game;

	if (index >= game->n_plies || index < press->n_plies)
		return false;
	return (game->plies[index].doubtful && game->plies[index].doubtful != PLY_DOUBT_PASSING) ||
	       (game->plies[index].move == press->guessed &&
	        !is_borne_out(laws, press, press->guessed)) ||
	       evidence_is_taken_unseen(laws, press, index) || has_stayed(laws, press, index) ||
	       evidence_is_rewritten(laws, press, index);
}

/* Does the record have the opponent's reply, which was made after the press, before what ply `index` was pressed for with it? A
 * press completes what was done before (6.2.1): two men whom a player moves before he presses are told so once the
 * opponent has played on, as his ply, the reply, and his next one. */
static bool
is_behind_reply(const struct laws *laws, const struct laws_press *press, uint32_t index)
{
	const struct game *game = laws->game;
	const struct game_ply *own, *reply;

	if (press->n_plies == 0 || index != press->n_plies + 1)
		return false;
	own = &game->plies[index - 2];
	reply = &game->plies[index - 1];
	return own->move == press->last_move && own->completed_us == TIME_UNKNOWN &&
	       own->made_us != TIME_UNKNOWN && own->made_us > press->turn_us &&
	       own->made_us <= press->t_us && reply->made_us != TIME_UNKNOWN &&
	       reply->made_us > press->t_us;
}

/* The ply of the record for which he pressed: it was given the press, or it is his last one, made in this turn, and what else
 * was done keeps the record from giving it. n_plies: there is none, or only a guess. */
static uint32_t
ply_pressed_for(const struct laws *laws, const struct laws_press *press)
{
	const struct game *game = laws->game;
	uint32_t index = presses_find_ply(game, press->t_us), n = game->n_plies;
	const struct game_ply *last = n > 0 ? &game->plies[n - 1] : NULL;

	if (index < n && is_behind_reply(laws, press, index))
		return index - 2;
	if (index < n)
		return presses_is_guess(laws, press, index) ? n : index;
	return !press->taken && last && n == press->n_plies &&
	                       game_ply_side(game, n - 1) == press->side &&
	                       last->completed_us == TIME_UNKNOWN &&
	                       last->made_us != TIME_UNKNOWN && last->made_us > press->turn_us
	               ? n - 1
	               : n;
}

/* Was more done than that ply by what *image shows, or something else, and all of it in time? */
bool
presses_is_more(const struct laws *laws, const struct laws_press *press, const struct image *image,
                struct laws_press *ret_press, struct deed *ret_deed)
{
	return (evidence_of_more(laws, press, ply_pressed_for(laws, press), image, ret_press,
	                         ret_deed) ||
	        evidence_of_split(laws, press, image, ret_press, ret_deed)) &&
	       !is_told_of_other(laws, press, ret_deed) &&
	       are_seen_in_time(laws, press, image, &ret_press->base, ret_deed);
}

/* By what the board shows, or has shown since. */
bool
presses_find_more(const struct laws *laws, const struct laws_press *press,
                  struct laws_press *ret_press, struct deed *ret_deed)
{
	return (!presses_played_on_since(laws, press) &&
	        presses_is_more(laws, press, &laws->image, ret_press, ret_deed)) ||
	       (press->deed.kind != DEED_NONE &&
	        presses_is_more(laws, press, &press->seen, ret_press, ret_deed));
}
