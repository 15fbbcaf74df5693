/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/ends/kings.h"

#include "core/chess/attacks.h"
#include "core/chess/bits.h"
#include "core/tracker/ends/sign.h"
#include "core/tracker/explain/takeback.h"
#include "core/tracker/occupancy/final.h"
#include "core/tracker/reading.h"
#include "core/tracker/record/record.h"
#include "core/tracker/seen/stay.h"
#include "core/tracker/tracker_state.h"

/* While the clock runs, a king put down for a moment on his way may touch the other one, and one who is put back behind a sign
 * may make another one; a sign is left standing, for five seconds if players do as they are asked to (dgt.md 5). */
#define SIGN_STANDS_US 1500000

/* A king on his way to the sign may wait so long for the other one; who is taken up again after that, or waited for three times
 * as long, stood there for another reason. */
#define STEP_US 4000000
#define WAIT_US (3 * STEP_US)

/* When the last man came to a centre square, or left one. */
static uint64_t
sign_since_us(const struct tracker *tracker)
{
	uint64_t since_us = 0;

	for (uint64_t left = SIGN_CENTRE; left != 0; left &= left - 1)
		if (tracker->evidence.changed_us[bits_first(left)] > since_us)
			since_us = tracker->evidence.changed_us[bits_first(left)];
	return since_us;
}

/* Was the king played to where he stood, before he was wanted for the sign? Who tells the result leaves his king where he put
 * him: this one was taken up again long after, or after the clock had been stopped, which stood behind him; or he was left
 * alone for so long that nobody was telling anything. */
static bool
was_played(const struct tracker *tracker, uint32_t index)
{
	const struct game_ply *ply = &tracker->game.plies[index];
	const struct lever *lever = &tracker->lever;
	uint64_t touched_us = tracker->evidence.changed_us[record_ply_target(tracker, index)];

	if (ply->state == PLY_CANDIDATE)
		return false;
	if (lever_stands(lever, touched_us, 0) && lever->stopped_us >= ply->made_us + LEVER_LAG_US)
		return true;
	return touched_us >= ply->made_us + STEP_US ||
	       sign_since_us(tracker) >= ply->made_us + WAIT_US;
}

/* Is the last ply only a king on its way to the centre? Either it got there, or it passed a
 * square on which it did not stand. A king that stood anywhere else made a move. */
static bool
is_step_of_sign(const struct tracker *tracker)
{
	const struct game *game = &tracker->game;
	uint32_t last = game->n_plies - 1;
	int target;

	if (game->n_plies <= tracker->n_fixed || record_is_pressed(tracker, last))
		return false;
	target = record_ply_target(tracker, last);
	return piece_type(position_piece_at(&game->now, target)) == KING &&
	       (sign_is_centre(target) || game->plies[last].state == PLY_CANDIDATE) &&
	       !was_played(tracker, last);
}

/* The centre squares on which somebody was put since board and record last agreed. */
static uint64_t
squares_put(const struct tracker *tracker)
{
	uint64_t since = tracker->shown[tracker->game.n_plies % RECENT_POSITIONS], squares = 0;

	for (uint64_t left = SIGN_CENTRE; left != 0; left &= left - 1)
		if (tracker->evidence.placed[bits_first(left)][SOME_MAN] > since)
			squares |= left & -left;
	return squares;
}

/* On a board that knows no men. Who left to take somebody as the last ply may be gone, too (final.h). */
static enum game_result
sign_seen_by_place(const struct tracker *tracker)
{
	const struct position *now = &tracker->game.now;
	uint64_t others = ~(SIGN_CENTRE | now->by_type[KING]);
	int taker = final_taker(tracker, tracker_amiss(tracker) & others);
	struct position without;

	if (taker == SQ_NONE)
		return sign_read(&tracker->image, now, squares_put(tracker));
	without = *now;
	position_take_off(&without, sq_bit(taker));
	return sign_read(&tracker->image, &without, squares_put(tracker));
}

/* Have men who are no kings been put elsewhere than where the game left them? Men are taken off when it is over, or out of the
 * way; who corrects a sign moves nobody but the kings. Where others are put down they are played with. */
static bool
is_played_with(const struct tracker *tracker)
{
	const struct image *image = &tracker->image;
	uint64_t elsewhere = image_difference(image, &tracker->game.now) & image_men(image);

	return !image->occupancy_only && (elsewhere & ~(SIGN_CENTRE | image->by_type[KING])) != 0;
}

/* Is somebody else read in the centre as the king of that colour? Who was read there before he left his square, longer than a scan,
 * is not he: a square takes another man for him. */
static bool
is_another(const struct tracker *tracker, enum color side)
{
	const struct image *image = &tracker->image;
	int home = position_king(&tracker->game.now, side);
	uint64_t kings = image->by_type[KING] & image->by_color[side] & SIGN_CENTRE;
	int sq;

	if (kings == 0 || (kings & sq_bit(home)))
		return false;
	sq = bits_first(kings);
	return tracker->evidence.placed_us[sq][image_at(image, sq)] + tracker_scan_lag(tracker) <
	       tracker->evidence.placed_us[home][EMPTY];
}

/* On a board that tells men apart. */
static enum game_result
sign_seen_by_man(const struct tracker *tracker)
{
	if (is_another(tracker, WHITE) || is_another(tracker, BLACK))
		return RESULT_NONE;
	return sign_read(&tracker->image, &tracker->game.now, 0);
}

static enum game_result
sign_seen(const struct tracker *tracker)
{
	const struct game *game = &tracker->game;

	if (tracker->games == 0 || (game->end != END_OPEN && game->end != END_SIGNED) ||
	    (game->end == END_SIGNED && is_played_with(tracker)))
		return RESULT_NONE;
	return tracker->image.occupancy_only ? sign_seen_by_place(tracker)
	                                     : sign_seen_by_man(tracker);
}

/* Kings on the centre squares end the game; a king's step towards them was no ply. Where one came to from another square, he had
 * been played there before (takeback_note). */
static void
end_game(struct tracker *tracker, enum game_result result)
{
	struct game *game = &tracker->game;

	final_before_sign(tracker);
	while (is_step_of_sign(tracker))
		record_cut(tracker, game->n_plies - 1);
	takeback_undo(tracker);
	if (game->n_plies > 0)
		record_raise(tracker, game->n_plies - 1, PLY_MADE);
	game_set_result(game, result, END_SIGNED);
	record_tell(tracker);
}

bool
kings_look(struct tracker *tracker)
{
	enum game_result result = sign_seen(tracker);

	if (result == RESULT_NONE)
		return false;
	if (tracker->game.result != RESULT_NONE)
		return true;
	if (lever_stands(&tracker->lever, tracker->now_us, 0))
		end_game(tracker, result);
	else
		reading_out_of_step(tracker);
	return true;
}

uint64_t
kings_due(const struct tracker *tracker)
{
	enum game_result result = sign_seen(tracker);

	if (result == RESULT_NONE || result == (enum game_result)tracker->game.result)
		return TRACKER_NO_DEADLINE;
	return sign_since_us(tracker) + SIGN_STANDS_US;
}

void
kings_settle(struct tracker *tracker)
{
	end_game(tracker, sign_seen(tracker));
}

/* Has he who pressed last put his king in the centre since, and nobody moved anybody else? He is not to move; but who was on his way when
 * he pressed has only arrived. */
static bool
is_put_out_of_turn(const struct tracker *tracker)
{
	const struct game *game = &tracker->game;
	const struct image *image = &tracker->image;
	enum color presser = color_other((enum color)game->now.side);
	int home = position_king(&game->now, presser);
	uint64_t amiss = tracker_amiss(tracker);
	uint64_t put =
		image->by_type[KING] & image->by_color[presser] & SIGN_CENTRE & ~sq_bit(home);

	return game->n_plies > 0 && record_is_pressed(tracker, game->n_plies - 1) &&
	       bits_count(put) == 1 && amiss == (put | sq_bit(home)) &&
	       image_at(image, home) == EMPTY && stay_was_long(tracker, game->n_plies - 1);
}

bool
kings_begin(const struct tracker *tracker)
{
	const struct position *now = &tracker->game.now;
	uint64_t gone = tracker_amiss(tracker) & ~SIGN_CENTRE;
	uint64_t put;

	if (tracker->games == 0 || tracker->lever.n_waiting > 0)
		return false;
	if (!tracker->image.occupancy_only)
		return is_put_out_of_turn(tracker);
	if (bits_count(gone) != 1 || (gone & now->by_type[KING]) == 0)
		return false;
	put = squares_put(tracker);
	return put != 0 && (put & attacks_king[bits_first(gone)]) == 0;
}
