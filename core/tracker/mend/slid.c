/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/mend/slid.h"

#include "core/chess/movegen.h"
#include "core/tracker/explain/change.h"
#include "core/tracker/explain/hand.h"
#include "core/tracker/record/record_edit.h"
#include "core/tracker/record/record_read.h"

/* What a scan has read is heard so much later, as a rule; at most it is SCAN_WAY_US (cost.h), by when another hand may have come. */
#define REPORT_US 30000

/* Who is read by then where he has gone on to stood there when the clock was pressed: no hand is back sooner, and of who stood there a
 * round of the scan tells. */
static uint64_t
stood_until_us(const struct tracker *tracker, uint64_t pressed_us)
{
	uint64_t round_us = tracker->evidence.scan_us + REPORT_US;

	return pressed_us + (round_us < HAND_BACK_US ? round_us : HAND_BACK_US);
}

/* May the last three plies still be others: his, which was pressed for, the reply, and his? */
static bool
is_open(const struct tracker *tracker)
{
	uint32_t n_plies = tracker->game.n_plies;

	return n_plies >= 3 && n_plies - 3 >= record_first_open(tracker) &&
	       n_plies - 3 >= tracker->n_fixed && tracker->reopened + 2 < n_plies &&
	       !tracker->image.occupancy_only && !tracker->was_away &&
	       record_is_pressed(tracker, n_plies - 3) && !record_is_pressed(tracker, n_plies - 1);
}

/* Is the man who is read on sq told of there behind the press, and by until_us? What is heard in one, press and all, says nothing of
 * when it was. */
static bool
came_between(const struct tracker *tracker, int sq, uint64_t pressed_us, uint64_t until_us)
{
	uint64_t came_us = tracker->evidence.placed_us[sq][image_at(&tracker->image, sq)];

	return came_us > pressed_us && came_us <= until_us;
}

/* The two plies in one; MOVE_NONE: it is not the same man who went on, and was read there by until_us. */
static uint16_t
find_joined(const struct tracker *tracker, uint64_t until_us)
{
	uint32_t n_plies = tracker->game.n_plies;
	const struct game_ply *first = &tracker->plies[n_plies - 3];
	uint16_t last = tracker->plies[n_plies - 1].move;
	int to = move_to(last);
	uint8_t man = position_piece_at(&tracker->game.now, to);

	return move_kind(first->move) == MOVE_NORMAL && move_kind(last) == MOVE_NORMAL &&
	                       move_to(first->move) == move_from(last) &&
	                       image_at(&tracker->image, to) == man &&
	                       came_between(tracker, to, first->completed_us, until_us) &&
	                       !change_is_answered(
				       tracker, n_plies - 3,
				       tracker->evidence.placed_us[move_from(last)][EMPTY])
	               ? move_make(move_from(first->move), to, MOVE_NORMAL)
	               : MOVE_NONE;
}

/* Do these plies, instead of the last three, leave the same men where they are? */
static bool
leads_here(const struct tracker *tracker, const uint16_t moves[static 2])
{
	struct position position;

	record_position_back(tracker, 3, &position);
	for (int i = 0; i < 2; i++) {
		if (!movegen_is_legal(&position, moves[i]))
			return false;
		position_after(&position, moves[i], &position);
	}
	return position_difference(&position, &tracker->game.now) == 0;
}

void
slid_look(struct tracker *tracker)
{
	uint32_t n_plies = tracker->game.n_plies;
	uint16_t moves[2];

	if (!is_open(tracker))
		return;
	moves[0] = find_joined(tracker,
	                       stood_until_us(tracker, tracker->plies[n_plies - 3].completed_us));
	moves[1] = tracker->plies[n_plies - 2].move;
	if (moves[0] == MOVE_NONE || !leads_here(tracker, moves))
		return;
	record_cut(tracker, n_plies - 1);
	record_exchange(tracker, n_plies - 3, moves, 2);
}

/* Behind `joined`, in place of the last three plies, is the reply no legal move, and all that is amiss that its man has gone where it
 * took him? */
static bool
leaves_deed(const struct tracker *tracker, uint16_t joined, uint16_t reply)
{
	struct position position;

	record_position_back(tracker, 3, &position);
	if (!movegen_is_legal(&position, joined))
		return false;
	position_after(&position, joined, &position);
	return !movegen_is_legal(&position, reply) &&
	       image_at(&tracker->image, move_to(reply)) ==
	               position_piece_at(&position, move_from(reply)) &&
	       (image_difference(&tracker->image, &position) & ~tracker->excused) ==
	               (sq_bit(move_from(reply)) | sq_bit(move_to(reply)));
}

/* Ply `index` is no ply any more, and its press waits again. */
static void
let_press_wait(struct tracker *tracker, uint32_t index)
{
	struct lever_press press = record_press_of(&tracker->plies[index]);

	press.side = game_ply_side(&tracker->game, index);
	press.change = tracker->shown[(index - 1) % RECENT_POSITIONS];
	record_cut(tracker, index);
	lever_wait(&tracker->lever, &press);
}

bool
slid_settle(struct tracker *tracker, uint32_t n_plies)
{
	uint32_t n = tracker->game.n_plies;
	uint16_t joined;

	if (!is_open(tracker) || n_plies + 3 <= n || !lever_runs(&tracker->lever) ||
	    tracker->lever.n_waiting > 0 || !record_is_pressed(tracker, n - 2) ||
	    !tracker_is_in_doubt(tracker, n - 3))
		return false;
	joined = find_joined(tracker,
	                     tracker->plies[n - 3].completed_us + tracker_scan_lag(tracker));
	if (joined == MOVE_NONE || !leaves_deed(tracker, joined, tracker->plies[n - 2].move))
		return false;
	let_press_wait(tracker, n - 2);
	record_exchange(tracker, n - 3, &joined, 1);
	/* That nobody has pressed for the third is no account's to know: the three are not found again before somebody presses. */
	tracker->press_afresh = tracker->n_presses;
	tracker->in_step = false;
	tracker->left_us = tracker->now_us;
	return true;
}

/* When was the clock pressed for the last ply? 0: it was not. */
static uint64_t
last_pressed_us(const struct tracker *tracker)
{
	const struct lever *lever = &tracker->lever;
	uint32_t last = tracker->game.n_plies - 1;

	if (record_is_pressed(tracker, last))
		return tracker->plies[last].completed_us;
	return lever->n_waiting > 0 && lever->waiting[0].side == game_ply_side(&tracker->game, last)
	               ? lever->waiting[0].t_us
	               : 0;
}

/* Are all the men like the one of sq read where the record has them? Then it is not one of them who is read elsewhere. */
static bool
are_others_read(const struct tracker *tracker, int sq)
{
	const struct position *now = &tracker->game.now;
	const struct image *image = &tracker->image;
	uint8_t man = position_piece_at(now, sq);
	uint64_t others = now->by_type[piece_type(man)] & now->by_color[piece_color(man)];

	return (others & ~sq_bit(sq) &
	        ~(image->by_type[piece_type(man)] & image->by_color[piece_color(man)])) == 0;
}

/* Has the player of the last ply pressed for another one since pressed_us? */
static bool
has_pressed_again(const struct tracker *tracker, uint64_t pressed_us)
{
	const struct lever *lever = &tracker->lever;
	enum color side = game_ply_side(&tracker->game, tracker->game.n_plies - 1);

	for (int i = 0; i < lever->n_waiting; i++)
		if (lever->waiting[i].side == side && lever->waiting[i].t_us > pressed_us)
			return true;
	return false;
}

/* Where one like him is read, but by the record none stands. */
static uint64_t
newly_read(const struct tracker *tracker, uint8_t man)
{
	const struct position *now = &tracker->game.now;
	const struct image *image = &tracker->image;

	return image->by_type[piece_type(man)] & image->by_color[piece_color(man)] &
	       ~(now->by_type[piece_type(man)] & now->by_color[piece_color(man)]);
}

/* Is one of the opponent's in the air, put down nowhere yet, who can take on sq? Then it is empty for that. */
static bool
is_being_taken(const struct tracker *tracker, int sq)
{
	const struct position *now = &tracker->game.now;
	struct move_list legal;

	movegen_legal(now, &legal);
	for (int i = 0; i < legal.count; i++) {
		int from = move_from(legal.moves[i]);

		if (move_target(legal.moves[i]) == sq && image_at(&tracker->image, from) == EMPTY &&
		    newly_read(tracker, position_piece_at(now, from)) == 0)
			return true;
	}
	return false;
}

/* The man of the last ply left sq at left_us, as was told. May that have been before the press? The board tells of it when it has
 * looked there again. Who was read there in one round, and in the next no more, may have been on his way. */
static bool
may_have_left(const struct tracker *tracker, int sq, uint64_t left_us, uint64_t pressed_us)
{
	const struct game_ply *last = &tracker->plies[tracker->game.n_plies - 1];

	return left_us <= pressed_us ||
	       (left_us <= last->made_us + tracker->evidence.scan_us + REPORT_US &&
	        !has_pressed_again(tracker, pressed_us) && !is_being_taken(tracker, sq));
}

/* Had the man of the last ply, which may still be another, been taken up again from where it put him before that? */
static bool
was_taken_up(const struct tracker *tracker, uint64_t pressed_us)
{
	uint32_t n_plies = tracker->game.n_plies;
	const struct game_ply *last = &tracker->plies[n_plies - 1];
	int sq = record_ply_target(tracker, n_plies - 1);
	uint64_t left_us = tracker->evidence.placed_us[sq][EMPTY];

	return n_plies > record_first_open(tracker) && n_plies > tracker->n_fixed &&
	       move_kind(last->move) == MOVE_NORMAL && image_at(&tracker->image, sq) == EMPTY &&
	       left_us > last->made_us && may_have_left(tracker, sq, left_us, pressed_us) &&
	       are_others_read(tracker, sq);
}

/* Where else may he have gone, a man like him being read there since, by then, where the record has none? SQ_NONE: nowhere, or
 * nobody knows where. */
static int
find_place(const struct tracker *tracker, uint64_t until_us)
{
	const struct game_ply *last = &tracker->plies[tracker->game.n_plies - 1];
	uint8_t man = position_piece_at(&tracker->game.now, move_to(last->move));
	struct position before;
	struct move_list legal;
	int found = SQ_NONE;

	record_position_back(tracker, 1, &before);
	movegen_legal(&before, &legal);
	for (int i = 0; i < legal.count; i++) {
		int to = move_to(legal.moves[i]);
		uint64_t came_us = tracker->evidence.placed_us[to][man];

		if (move_from(legal.moves[i]) != move_from(last->move) ||
		    move_kind(legal.moves[i]) != MOVE_NORMAL ||
		    image_at(&tracker->image, to) != man || came_us <= last->made_us ||
		    came_us > until_us)
			continue;
		if (found != SQ_NONE)
			return SQ_NONE;
		found = to;
	}
	return found;
}

/* With the last ply so, is no more amiss than what one man of the opponent's leaves, who is in a hand or has been put down? */
static bool
is_one_man_left(const struct tracker *tracker, uint16_t move)
{
	struct position position;
	uint64_t amiss;

	record_position_back(tracker, 1, &position);
	position_after(&position, move, &position);
	amiss = image_difference(&tracker->image, &position) & ~tracker->excused;
	return bits_count(amiss) <= 2 && bits_count(amiss & position.by_color[position.side]) == 1;
}

void
slid_take_on(struct tracker *tracker)
{
	uint32_t n_plies = tracker->game.n_plies;
	uint64_t pressed_us;
	uint16_t move;
	int from, to;

	if (n_plies == 0 || tracker->was_away)
		return;
	pressed_us = last_pressed_us(tracker);
	if (pressed_us == 0 || !was_taken_up(tracker, pressed_us))
		return;
	to = find_place(tracker, pressed_us + tracker_scan_lag(tracker));
	if (to == SQ_NONE)
		return;
	move = move_make(move_from(tracker->plies[n_plies - 1].move), to, MOVE_NORMAL);
	if (!is_one_man_left(tracker, move))
		return;
	from = record_ply_target(tracker, n_plies - 1);
	record_exchange(tracker, n_plies - 1, &move, 1);
	if (tracker->evidence.placed_us[from][EMPTY] > pressed_us)
		record_doubt(tracker, n_plies - 1);
	tracker->plies[n_plies - 1].made_us =
		tracker->evidence.placed_us[to][image_at(&tracker->image, to)];
}
