/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/ends/sign.h"
#include "core/tracker/explain/change.h"
#include "core/tracker/mend/aside.h"
#include "core/tracker/record/record_read.h"
#include "core/tracker/seen/stay.h"

/* Where no clock runs, a ply that stood this long is changed only together with the reply to it. */
#define SECOND_THOUGHT_US 3000000

/* A king put on a centre square while the clock stands is the first half of a result sign. */
static bool
is_sign_begun(const struct tracker *tracker, const struct explanation *line)
{
	uint16_t last;

	if (line->n_plies == 0 || !lever_stands(&tracker->lever, tracker->now_us, 0))
		return false;
	last = line->moves[line->n_plies - 1];
	return move_kind(last) == MOVE_NORMAL && sign_is_centre(move_to(last)) &&
	       piece_type(position_piece_at(&tracker->game.now, move_from(last))) == KING;
}

bool
change_needs_reply(const struct tracker *tracker, uint32_t back, int n_plies)
{
	const struct game *game = &tracker->game;
	const struct game_ply *ply = &game->plies[game->n_plies - back];

	if (back == 0 || n_plies > (int)back || lever_runs(&tracker->lever))
		return false;
	return ply->state != PLY_CANDIDATE && tracker->now_us > ply->made_us + SECOND_THOUGHT_US;
}

/* Can both be what one hand did before one press: the same piece farther on, another way to the
 * same square, or castling begun with the rook? */
static bool
is_same_hand(uint16_t one, uint16_t other)
{
	if (move_kind(other) == MOVE_CASTLING && move_from(one) == move_to(other))
		return true;
	return move_from(one) == move_from(other) || move_to(one) == move_to(other);
}

/* A pressed ply may turn out to have gone on farther, as the board is slower than the clock; it
 * does not become another. */
static bool
keeps_pressed_plies(const struct tracker *tracker, uint32_t back, const struct explanation *line)
{
	uint32_t first = tracker->game.n_plies - back;

	for (uint32_t i = 0; i < back; i++) {
		bool kept = !record_is_pressed(tracker, first + i) ||
		            tracker_may_change(tracker, first + i) ||
		            first + i + 1 == tracker->reopened;

		for (uint32_t k = i & 1; k < (uint32_t)line->n_plies; k += 2)
			kept = kept || is_same_hand(tracker->plies[first + i].move, line->moves[k]);
		if (!kept)
			return false;
	}
	return true;
}

static bool
changes_pressed_plies(const struct tracker *tracker, uint32_t back, const struct explanation *line)
{
	uint32_t first = tracker->game.n_plies - back;

	for (uint32_t i = first; i < tracker->game.n_plies; i++)
		if (!(i - first < (uint32_t)line->n_plies &&
		      (line->moves[i - first] == tracker->plies[i].move ||
		       change_has_passed(tracker, i, line->moves[i - first]))) &&
		    record_is_pressed(tracker, i) && !tracker_may_change(tracker, i) &&
		    i + 1 != tracker->reopened)
			return true;
	return false;
}

bool
change_moves_a_man_twice(const struct explanation *line)
{
	for (int i = 2; i < line->n_plies; i++)
		if (move_from(line->moves[i]) == move_to(line->moves[i - 2]))
			return true;
	return false;
}

bool
change_moves_on_at_once(const struct tracker *tracker, uint32_t back,
                        const struct explanation *line)
{
	uint32_t first = tracker->game.n_plies - back;

	for (uint32_t i = 0; i < 2 && i < (uint32_t)line->n_plies; i++) {
		const struct game_ply *before;

		if (first + i < 2)
			continue;
		before = &tracker->plies[first + i - 2];
		if (move_target(before->move) == move_from(line->moves[i]) &&
		    tracker->now_us < before->made_us + DOUBT_US)
			return true;
	}
	return false;
}

/* Does the line move a man on who was first read a scan before, though his opponent is to have replied meanwhile, and
 * nobody has pressed for it? He was on his way, as a rule. */
static bool
moves_on_too_soon(const struct tracker *tracker, uint32_t back, const struct explanation *line)
{
	uint32_t first = tracker->game.n_plies - back;

	for (uint32_t i = 0; i < 2 && i < (uint32_t)line->n_plies; i++)
		if (first + i >= 2 && !record_is_pressed(tracker, first + i - 2) &&
		    record_ply_target(tracker, first + i - 2) == move_from(line->moves[i]) &&
		    line->t_us[i] <=
		            tracker->plies[first + i - 2].made_us + tracker_scan_lag(tracker))
			return true;
	return false;
}

/* Was the man of ply `index` seen only on his way, and had his time to be seen elsewhere? */
static bool
is_gone_for_good(const struct tracker *tracker, uint32_t index)
{
	return record_is_pressed(tracker, index) &&
	       image_at(&tracker->image, record_ply_target(tracker, index)) == EMPTY &&
	       stay_us(tracker, index) <= tracker->evidence.scan_us &&
	       tracker->now_us >= tracker->last_change_us + tracker_scan_lag(tracker);
}

bool
change_is_vouched_for(const struct tracker *tracker, uint32_t back, const struct explanation *line)
{
	const struct lever *lever = &tracker->lever;
	uint32_t n_plies = tracker->game.n_plies - back + (uint32_t)line->n_plies;
	enum color mover;

	if (line->n_plies == 0)
		return true;
	if (!line->last_unproved &&
	    !(line->absent & sq_bit(move_target(line->moves[line->n_plies - 1]))))
		return true;
	if (!lever->seen && tracker->now_us >= tracker->last_change_us + LONG_HOLD_US)
		return true;
	/* The press was given to a ply of his that was none. */
	if (n_plies <= tracker->game.n_plies && is_gone_for_good(tracker, n_plies - 1))
		return true;
	mover = game_ply_side(&tracker->game, n_plies - 1);
	return lever->n_waiting > 0 && lever->waiting[lever->n_waiting - 1].side == mover;
}

bool
change_is_pressed_throughout(const struct tracker *tracker, uint32_t back,
                             const struct explanation *line)
{
	const struct lever *lever = &tracker->lever;
	uint32_t first = tracker->game.n_plies - back;
	int next = 0;

	if (!lever_runs(lever))
		return false;
	for (uint32_t i = 0; i + 1 < (uint32_t)line->n_plies; i++) {
		if (i < back && record_is_pressed(tracker, first + i))
			continue;
		if (next == lever->n_waiting &&
		    tracker->now_us < line->t_us[i] + tracker->lag.quick_us)
			break; /* that one cannot have been heard yet (lag.h), nor those behind it */
		if (next == lever->n_waiting ||
		    lever->waiting[next].side != game_ply_side(&tracker->game, first + i))
			return false;
		next++;
	}
	return true;
}

/* Has the king been lifted to castle with the rook who made the last ply? */
static bool
castles_with_last(const struct tracker *tracker, uint16_t move)
{
	return move_kind(move) == MOVE_CASTLING &&
	       move_to(move) == move_from(tracker->plies[tracker->game.n_plies - 1].move) &&
	       image_at(&tracker->image, move_from(move)) == EMPTY;
}

/* Is the only ply that goes one whose man has been taken up again, to be put elsewhere by the
 * same hand, or the rook's half of a castling? */
static bool
replaces_one_in_the_air(const struct tracker *tracker, uint32_t back,
                        const struct explanation *line)
{
	uint32_t last = tracker->game.n_plies - 1;

	return back == 1 && line->n_plies > 0 &&
	       (!record_is_pressed(tracker, last) || stay_was_on_his_way(tracker, last)) &&
	       is_same_hand(tracker->plies[last].move, line->moves[0]) &&
	       (image_at(&tracker->image, record_ply_target(tracker, last)) == EMPTY ||
	        castles_with_last(tracker, line->moves[0]));
}

/* Does the line put a man in the air, whose player is to move, where nothing is read, in place of another guess? That
 * was as good. */
static bool
guesses_for_a_hand(const struct tracker *tracker, uint32_t back, const struct explanation *line)
{
	return !tracker->image.occupancy_only && back > 0 && line->untold_set != 0 &&
	       tracker_is_in_hand(tracker);
}

/* Are all the plies that go guesses, whose men nobody has seen yet where they went? */
static bool
replaces_guesses(const struct tracker *tracker, uint32_t back)
{
	uint32_t n_plies = tracker->game.n_plies;

	for (uint32_t i = n_plies - back; i < n_plies; i++) {
		int target = record_ply_target(tracker, i);

		if (!tracker_may_change(tracker, i) || !(tracker->excused & sq_bit(target)) ||
		    image_at(&tracker->image, target) != EMPTY)
			return false;
	}
	return true;
}

/* Was the man of ply `index` let go of, as far as was seen, when the man was taken up who replies by `move`? */
static bool
was_let_go(const struct tracker *tracker, uint32_t index, uint16_t move)
{
	const struct game_ply *ply = &tracker->plies[index];

	return record_is_pressed(tracker, index) || ply->state != PLY_CANDIDATE ||
	       tracker->evidence.placed_us[move_from(move)][EMPTY] > ply->made_us;
}

/* A slide may go on after the press. But where the reply ends on the square it is to have left,
 * the man may as well have been taken there and be seen beside it: a scan will tell. */
static bool
may_be_taken_man(const struct tracker *tracker, uint32_t back, const struct explanation *line)
{
	uint32_t first = tracker->game.n_plies - back;

	for (uint32_t i = 0; i < back; i++)
		for (uint32_t k = i + 1; k < (uint32_t)line->n_plies; k += 2)
			if (was_let_go(tracker, first + i, line->moves[k]) &&
			    move_target(line->moves[k]) == record_ply_target(tracker, first + i))
				return true;
	return false;
}

/* Does the line put a ply behind others whose men came long after the clock was pressed for it? Two plies may be told of the
 * wrong way round within a scan; a press between them tells which was first. */
static bool
turns_round_pressed(const struct tracker *tracker, uint32_t back, const struct explanation *line)
{
	uint32_t first = tracker->game.n_plies - back;

	for (uint32_t i = 0; i < back; i++)
		for (uint32_t k = i + 1; k < (uint32_t)line->n_plies; k++)
			for (uint32_t j = 0; j < k; j++)
				if (record_is_pressed(tracker, first + i) &&
				    line->moves[k] == tracker->plies[first + i].move &&
				    line->t_us[j] >
				            tracker->plies[first + i].completed_us + LEVER_LAG_US)
					return true;
	return false;
}

/* Does the line, behind the record, tell only of men who were seen to arrive, if out of order, where no clock is pressed? */
static bool
is_all_told_unclocked(const struct tracker *tracker, uint32_t back, const struct explanation *line)
{
	return !tracker->lever.seen && back == 0 && explain_saw_all(line);
}

/* May this line take the place of the last `back` plies? Where every man was seen to arrive, in
 * order, pressed plies may have gone on. Otherwise (squares are scanned one after the other: two
 * plies within a scan may be reported the wrong way round or hide a man who was taken at once)
 * pressed plies stay, and what was seen does not give way to what was not. More than two plies
 * are believed only of a board that was out of sight, or where the clock was pressed for each; after some
 * waiting, where somebody was not seen. Where no clock is, nobody presses: there they are, after some waiting, of men who were
 * all seen. */
bool
change_is_acceptable(const struct tracker *tracker, uint32_t back, const struct explanation *line,
                     bool patient)
{
	bool all_seen =
		line->disorder == 0 && explain_saw_all(line) &&
		(line->n_plies <= 2 || line->untold_set == 0 || tracker->image.occupancy_only);

	if (is_sign_begun(tracker, line) || !change_is_vouched_for(tracker, back, line) ||
	    guesses_for_a_hand(tracker, back, line))
		return false;
	if (!tracker->image.occupancy_only && line->disorder > 0 &&
	    turns_round_pressed(tracker, back, line))
		return false;
	if (!patient &&
	    (may_be_taken_man(tracker, back, line) || moves_on_too_soon(tracker, back, line)))
		return false;
	if (all_seen && keeps_pressed_plies(tracker, back, line) &&
	    (!change_moves_a_man_twice(line) || change_is_pressed_throughout(tracker, back, line)))
		return true;
	if (line->n_plies > 2 && !tracker->was_blind &&
	    !((patient || explain_saw_all(line)) &&
	      change_is_pressed_throughout(tracker, back, line)) &&
	    !(patient && is_all_told_unclocked(tracker, back, line)))
		return false;
	/* Who was seen to come to rest before the opponent moved did not go on after it: where that
	 * is all that speaks against an illegal move, it was one. */
	if (line->disorder > 0 && change_moves_a_man_twice(line) && !tracker->was_blind &&
	    aside_sees_deed(tracker))
		return false;
	if (!tracker->image.occupancy_only && line->unseen == 0 && back > 0 &&
	    replaces_guesses(tracker, back))
		return true;
	if (!explain_saw_all(line))
		return patient && (back == 0 || replaces_one_in_the_air(tracker, back, line));
	return back == 0 || !changes_pressed_plies(tracker, back, line);
}
