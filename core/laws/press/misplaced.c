/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A man who stands where he does not belong, while play goes on (7.4, 7.6): pushed, put up wrongly, or moved out of turn, and nobody
 * has seen it.
 *
 * The tracker follows the plies that are played beside him and believes the two squares no more; so it is in step, and that the board
 * is not as the record has it must be told by somebody else. One sensor fails alone. But where the record's man is
 * read no more, and one like him is read instead on a square that is empty by the record, neither coming and going, there is one
 * cause for both: it was he who went there. Who stands so for as long as a position may wait to be put right, and
 * somebody has pressed meanwhile, is not in anybody's hand and no move that is still thought about.
 *
 * Or the tracker takes him along: the record goes on from there, as behind an illegal move that stands. Who made that move
 * and pressed is accused by his press (presses.c). But nobody may have: then it is told here that the game goes on from where no move
 * led, while it may still be put right.
 */
#include "core/chess/bits.h"
#include "core/laws/laws_state.h"

/* A position that is not understood has so long to be put right (laws.md 4.2, restore_s). */
#define RESTORE_US UINT64_C(20000000)

/* Two men at most. A board with more squares wrong reads them at random, and of none of them is anything known. */
#define WRONG_MAX 4

/* Since when a man has been missing on `from` whom the empty square `to` reads; 0: that is not so. */
static uint64_t
stands_since(const struct laws *laws, int from, int to)
{
	const uint64_t *differs_us = laws->displaced.differs_us;
	uint8_t man = position_piece_at(&laws->game->now, from);

	if (differs_us[from] == 0 || differs_us[to] == 0 || man == EMPTY ||
	    image_at(&laws->image, from) != EMPTY || image_at(&laws->image, to) != man ||
	    position_piece_at(&laws->game->now, to) != EMPTY)
		return 0;
	return differs_us[from] > differs_us[to] ? differs_us[from] : differs_us[to];
}

/* Has somebody pressed since the board has shown it so? The record may have thought of a ply until later. */
static bool
is_played_over(const struct laws *laws, int from, int to)
{
	return laws->changed_us[from] < laws->view.press_us &&
	       laws->changed_us[to] < laws->view.press_us;
}

/* The first such man over whom play went on, and of whom nobody has told: since when he stands so, and his two squares; no squares,
 * and LAWS_NO_DEADLINE: there is none. */
static uint64_t
find(const struct laws *laws, uint64_t *ret_squares)
{
	uint64_t wrong = image_difference(&laws->image, &laws->game->now);
	uint64_t first_us = LAWS_NO_DEADLINE;

	*ret_squares = 0;
	if (bits_count(wrong) > WRONG_MAX)
		return LAWS_NO_DEADLINE;
	wrong &= ~(laws->displaced.unsteady | laws->displaced.strayed);
	for (uint64_t gone = wrong & ~image_men(&laws->image); gone != 0;) {
		int from = bits_take(&gone);

		for (uint64_t come = wrong & image_men(&laws->image); come != 0;) {
			int to = bits_take(&come);
			uint64_t since_us = stands_since(laws, from, to);

			if (since_us == 0 || since_us >= first_us ||
			    !is_played_over(laws, from, to))
				continue;
			first_us = since_us;
			*ret_squares = sq_bit(from) | sq_bit(to);
		}
	}
	return first_us;
}

/* Something else has been told that explains it, or will. */
static bool
is_told_otherwise(const struct laws *laws)
{
	return restore_waits(laws) || laws->turned.since_us != 0 || presses_is_set_up(laws) ||
	       beside_is_followed(laws) || laws->displaced.told || laws->image.occupancy_only;
}

void
misplaced_look(struct laws *laws)
{
	if (laws->game)
		laws->displaced.strayed &= image_difference(&laws->image, &laws->game->now);
}

/* Does it put him back whom an earlier one took there? */
static bool
is_way_back(const struct game *game, const struct game_break *gap)
{
	for (uint32_t i = 0; i < game->n_breaks; i++)
		if (game->breaks[i].why == BREAK_ILLEGAL && game->breaks[i].piece == gap->piece &&
		    game->breaks[i].from == gap->to && game->breaks[i].to == gap->from)
			return true;
	return false;
}

void
misplaced_taken_along(struct laws *laws, const struct game_break *gap)
{
	if (gap->why != BREAK_ILLEGAL || !laws->view.clock_seen || is_way_back(laws->game, gap))
		return;
	laws->displaced.taken_along = *gap;
	laws->displaced.taken_us = laws->now_us;
}

/* Does the record go on from there yet? */
static bool
is_taken_along(const struct laws *laws)
{
	const struct game_break *along = &laws->displaced.taken_along;
	const struct game *game = laws->game;

	for (uint32_t i = 0; i < game->n_breaks; i++)
		if (game->breaks[i].ply == along->ply && game->breaks[i].why == BREAK_ILLEGAL &&
		    position_same(&game->breaks[i].position, &along->position))
			return true;
	return false;
}

/* Has the arbiter heard of that move, or that something is amiss there, whatever it was taken for? */
static bool
was_heard_of(const struct laws *laws, uint32_t index)
{
	static const enum alert_id ids[] = {
		ALERT_ILLEGAL_MOVE,        ALERT_KING_CAPTURED,
		ALERT_PAWN_NOT_PROMOTED,   ALERT_MOVE_OUT_OF_TURN,
		ALERT_DISPLACED_PIECES,    ALERT_CLOCK_PRESSED_WITHOUT_MOVE,
		ALERT_CASTLING_ILLEGAL,    ALERT_POSITION_UNRECOGNISED,
		ALERT_ILLEGAL_MOVE_STANDS,
	};

	for (size_t i = 0; i < sizeof(ids) / sizeof(ids[0]); i++)
		if (log_has(laws, ids[i], index, index + 2))
			return true;
	return false;
}

/* Since when he stands there. */
static uint64_t
taken_since(const struct laws *laws)
{
	uint64_t made_us = laws->displaced.taken_along.made_us;

	return made_us == TIME_UNKNOWN ? laws->displaced.taken_us : made_us;
}

/* It may be put right; and a press that was for it is judged first. */
static uint64_t
taken_due(const struct laws *laws)
{
	uint64_t taken_us = laws->displaced.taken_us, judged_us = taken_us + PRESSES_LATE_US;
	uint64_t waited_us = taken_since(laws) + RESTORE_US;

	if (taken_us == 0)
		return LAWS_NO_DEADLINE;
	return judged_us > waited_us ? judged_us : waited_us;
}

static void
tell(struct laws *laws, uint64_t squares, uint64_t since_us)
{
	struct alert alert;

	displaced_alert(laws, &alert, ALERT_POSITION_UNRECOGNISED, squares);
	alert.since_us = since_us;
	alert.t_s = (int64_t)((laws->now_us - since_us) / 1000000);
	laws_raise(laws, &alert);
}

static void
tell_taken_along(struct laws *laws)
{
	const struct game_break *along = &laws->displaced.taken_along;
	uint64_t since_us = taken_since(laws);

	laws->displaced.taken_us = 0;
	if (is_taken_along(laws) && !was_heard_of(laws, along->ply) && !is_told_otherwise(laws))
		tell(laws, sq_bit(along->from) | sq_bit(along->to), since_us);
}

static uint64_t
standing_due(const struct laws *laws)
{
	uint64_t squares, since_us;

	if (is_told_otherwise(laws))
		return LAWS_NO_DEADLINE;
	since_us = find(laws, &squares);
	return since_us == LAWS_NO_DEADLINE ? since_us : since_us + RESTORE_US;
}

uint64_t
misplaced_due(const struct laws *laws)
{
	uint64_t standing_us, taken_us;

	if (!displaced_is_playing(laws))
		return LAWS_NO_DEADLINE;
	standing_us = standing_due(laws);
	taken_us = taken_due(laws);
	return standing_us < taken_us ? standing_us : taken_us;
}

void
misplaced_act(struct laws *laws)
{
	uint64_t squares, since_us;

	if (taken_due(laws) <= laws->now_us) {
		tell_taken_along(laws);
		return;
	}
	since_us = find(laws, &squares);
	tell(laws, squares, since_us);
	laws->displaced.strayed |= squares;
}
