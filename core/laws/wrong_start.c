/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A wrong initial position that is found while it is played on (7.2.1): men who are missing, too many, or in each other's
 * places. In rapid and blitz without adequate supervision nobody can claim on it any more once both have completed
 * ten moves, and whose king or rook was misplaced may not castle with it (A.4.1.2).
 *
 * Where all men are there, but in other places, that is proved: no sensor exchanges two men. As a rule the record has begun
 * with them as they stand then. Otherwise it began with the right position and does not believe the squares that read
 * otherwise; as long as they do they can be named, and the position from which to record on. A man who is missing may be a square or a man that does not read, and one too many may
 * be one who reads on two squares: only a person can see which, so that is no reason to stop the game at once.
 */
#include "core/chess/bits.h"
#include "core/laws/laws_state.h"

/* Who was adjusted or lifted as play began stands again (laws.md 4.2, restore_s). */
#define RESTORED_US UINT64_C(20000000)

/* What initial-position-incorrect says after the squares. */
enum { SAYS_NOTHING_MORE, SAYS_BEGIN_AGAIN, SAYS_IT_STANDS, SAYS_LOOK_FIRST };

/* What was told when the clock was started was told of the picture, and the game may be found to begin later. */
void
wrong_start_begin(struct laws *laws)
{
	laws->wrong_start.looked = laws->wrong_start.stands_told = false;
}

/* Have both completed the moves after which it stands? */
static bool
is_too_late(const struct laws *laws)
{
	int32_t moves = laws->rules->value[RULE_SETTING_STANDS];
	uint32_t plies = 2 * (uint32_t)moves;

	return moves != RULE_NONE && laws->game->n_plies >= plies &&
	       laws->game->plies[plies - 1].state == PLY_COMPLETED;
}

uint64_t
wrong_start_play_us(const struct laws *laws)
{
	uint64_t made_us = laws->game->n_plies > 0 ? laws->game->plies[0].made_us : TIME_UNKNOWN;
	uint64_t runs_us = laws->presses.runs_us;

	return runs_us > 0 && runs_us < made_us ? runs_us : made_us;
}

/* Squares that read another man than the record has there, and another than should have stood there when play began, and
 * have done so since before that. */
static uint64_t
wrong_since_start(const struct laws *laws)
{
	uint64_t differing = image_difference(&laws->image, &laws->now) &
	                     image_difference(&laws->image, &laws->game->start);
	uint64_t began_us = wrong_start_play_us(laws), wrong = 0;

	for (; differing != 0; differing &= differing - 1) {
		int sq = __builtin_ctzll(differing);

		if (laws->changed_us[sq] < began_us)
			wrong |= sq_bit(sq);
	}
	return wrong;
}

/* Do the same men stand on these squares as the record has there, in other places? A failing sensor shows one of
 * them less. */
static bool
are_exchanged(const struct laws *laws, uint64_t squares)
{
	for (int side = WHITE; side <= BLACK; side++)
		for (int type = PAWN; type <= KING; type++)
			if (bits_count(laws->image.by_type[type] & laws->image.by_color[side] &
			               squares) != bits_count(laws->now.by_type[type] &
			                                      laws->now.by_color[side] & squares))
				return false;
	return squares != 0;
}

/* With the men of `squares` as they are read, and no castling with one of them. */
static void
position_as_it_stands(const struct laws *laws, uint64_t squares, struct position *ret_position)
{
	*ret_position = laws->now;
	for (int type = PAWN; type <= KING; type++)
		ret_position->by_type[type] = (laws->now.by_type[type] & ~squares) |
		                              (laws->image.by_type[type] & squares);
	for (int side = WHITE; side <= BLACK; side++) {
		ret_position->by_color[side] = (laws->now.by_color[side] & ~squares) |
		                               (laws->image.by_color[side] & squares);
		for (int i = 0; i < 2; i++) {
			uint8_t *rook = &ret_position->castling_rook[side][i];
			uint64_t both = sq_bit(position_king(&laws->now, (enum color)side));

			if (*rook != SQ_NONE && ((both | sq_bit(*rook)) & squares))
				*rook = SQ_NONE;
		}
	}
	ret_position->key = position_key(ret_position);
}

static void
tell(struct laws *laws, uint64_t squares, uint8_t says, const struct position *as_it_stands)
{
	struct alert alert;

	laws_alert(laws, &alert, ALERT_INITIAL_POSITION_INCORRECT);
	if (says == SAYS_BEGIN_AGAIN)
		alert_aggravate(&alert, laws->rules);
	alert.t_us = alert.since_us = laws->now_us;
	alert.choice[0] = says;
	alert.squares = squares;
	alert.image = &laws->image;
	alert.before = &laws->now;
	alert.after = as_it_stands;
	laws_raise(laws, &alert);
}

/* The squares of those who stand in each other's places; of a record that began with them as they stood, those where they did.
 * The position from which to record on goes to *ret_position. */
static uint64_t
find_exchanged(const struct laws *laws, struct position *ret_position)
{
	const struct game *game = laws->game;
	uint64_t squares;

	*ret_position = laws->now;
	if (!position_same(&game->start, &laws->start))
		return laws->start_strict && laws->wrong_start.told_us > 0
		               ? position_difference(&game->start, &laws->start)
		               : 0;
	squares = wrong_since_start(laws);
	if (!are_exchanged(laws, squares))
		return 0;
	position_as_it_stands(laws, squares, ret_position);
	return squares;
}

void
wrong_start_judge(struct laws *laws)
{
	struct position position;
	uint64_t squares;

	if (laws->wrong_start.stands_told || !laws_game_on(laws) || laws->image.occupancy_only ||
	    laws->game->n_breaks > 0 || !is_too_late(laws))
		return;
	squares = find_exchanged(laws, &position);
	log_expire_kind(laws, ALERT_INITIAL_POSITION_INCORRECT);
	if (squares == 0)
		return;
	laws->wrong_start.stands_told = true;
	tell(laws, squares, SAYS_IT_STANDS, &position);
}

/* --- before it stands ---------------------------------------------------------------------------------------- */

/* The men that the event has set up, not what was found standing there. */
static bool
began_as_expected(const struct laws *laws)
{
	return laws->start_strict && laws->game->n_breaks == 0 &&
	       position_same(&laws->game->start, &laws->start);
}

uint64_t
wrong_start_due(const struct laws *laws)
{
	uint64_t began_us;

	if (laws->wrong_start.looked || !laws_game_on(laws) || !began_as_expected(laws))
		return LAWS_NO_DEADLINE;
	began_us = wrong_start_play_us(laws);
	return began_us == TIME_UNKNOWN ? LAWS_NO_DEADLINE : began_us + RESTORED_US;
}

/* Were all of them told when the clock was started? */
static bool
were_told(const struct laws *laws, uint64_t squares)
{
	for (; squares != 0; squares &= squares - 1)
		if (laws->changed_us[__builtin_ctzll(squares)] > laws->wrong_start.told_us)
			return false;
	return laws->wrong_start.told_us > 0;
}

void
wrong_start_look(struct laws *laws)
{
	uint64_t squares = wrong_since_start(laws);

	laws->wrong_start.looked = true;
	/* The game is the virtual one, and began rightly; that the set differs is told as that. So is what has to be put back behind an
	 * illegal move, for which the clock was stopped, and play began anew. */
	if (beside_is_followed(laws) || laws_is_put_back(laws))
		return;
	if (squares == 0 || laws->link_lost || laws->turned.since_us != 0 || is_too_late(laws) ||
	    were_told(laws, squares))
		return;
	tell(laws, squares, are_exchanged(laws, squares) ? SAYS_BEGIN_AGAIN : SAYS_LOOK_FIRST,
	     NULL);
}
