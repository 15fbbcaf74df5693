/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/seen/stood.h"

#include "core/chess/attacks.h"
#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/tracker/explain/cost.h"
#include "core/tracker/explain/sense.h"
#include "core/tracker/record/record_read.h"
#include "core/tracker/tracker_state.h"

/* Does the ply behind ply `index` take its man, who left his square at left_us, and was the taker in the air by then, or hardly
 * later? */
static bool
was_taken_up(const struct tracker *tracker, uint32_t index, uint64_t left_us)
{
	uint16_t taking;

	if (index + 1 == tracker->game.n_plies)
		return false;
	taking = tracker->plies[index + 1].move;
	return move_victim(taking) == record_ply_target(tracker, index) &&
	       tracker->evidence.placed_us[move_from(taking)][EMPTY] <=
	               left_us + tracker_scan_lag(tracker);
}

bool
stood_has_passed(const struct tracker *tracker, uint32_t index)
{
	uint16_t move = tracker->plies[index].move;
	const uint64_t *placed_us;
	struct position before;
	uint8_t man;

	if (!record_is_pressed(tracker, index))
		return false;
	record_position_back(tracker, tracker->game.n_plies - index, &before);
	man = position_arriving(&before, move);
	placed_us = tracker->evidence.placed_us[move_target(move)];
	return placed_us[man] > (index > 0 ? tracker->plies[index - 1].made_us : 0) &&
	       placed_us[EMPTY] > placed_us[man] &&
	       placed_us[EMPTY] < tracker->plies[index].completed_us &&
	       !was_taken_up(tracker, index, placed_us[EMPTY]);
}

/* Was the man read on sq when ply `index` was pressed for, and told of there, since it was begun, more than a scan behind its square? */
static bool
was_told_later(const struct tracker *tracker, uint32_t index, int sq, uint8_t man)
{
	const struct evidence *evidence = &tracker->evidence;
	uint64_t came_us = evidence->placed_us[sq][man];
	uint64_t pressed_us = tracker->plies[index].completed_us;

	return came_us <= pressed_us &&
	       came_us > evidence->placed_us[record_ply_target(tracker, index)][man] +
	                         tracker_scan_lag(tracker) &&
	       (index == 0 || came_us > tracker->plies[index - 1].made_us) &&
	       stood_was_read(tracker, sq, man, pressed_us);
}

bool
stood_was_elsewhere(const struct tracker *tracker, uint32_t index)
{
	uint16_t move = tracker->plies[index].move;
	struct position before;
	struct move_list list;
	uint8_t man;

	if (!record_is_pressed(tracker, index))
		return false;
	record_position_back(tracker, tracker->game.n_plies - index, &before);
	man = position_arriving(&before, move);
	movegen_legal(&before, &list);
	for (int i = 0; i < list.count; i++)
		if (move_from(list.moves[i]) == move_from(move) &&
		    move_target(list.moves[i]) != move_target(move) &&
		    was_told_later(tracker, index, move_target(list.moves[i]), man))
			return true;
	return false;
}

uint64_t
stood_until_us(const struct tracker *tracker, int sq, uint8_t man)
{
	const uint64_t *placed_us = tracker->evidence.placed_us[sq];
	uint64_t until_us = UINT64_MAX;

	if (image_at(&tracker->image, sq) == man)
		return tracker->now_us;
	for (int other = EMPTY; other <= PIECES; other++)
		if (other != man && placed_us[other] > placed_us[man] &&
		    placed_us[other] < until_us)
			until_us = placed_us[other];
	return until_us == UINT64_MAX ? 0 : until_us;
}

bool
stood_on_both(const struct tracker *tracker, uint32_t index, const struct position *before,
              uint16_t move)
{
	const struct evidence *evidence = &tracker->evidence;
	const uint64_t *a = evidence->placed_us[record_ply_target(tracker, index)];
	const uint64_t *b = evidence->placed_us[move_target(move)];
	uint8_t man = position_arriving(before, move);
	uint64_t lag_us = tracker_scan_lag(tracker), scan_us = tracker->evidence.scan_us;

	return a[man] + lag_us >= tracker->plies[index].made_us &&
	       b[man] + lag_us >= tracker->plies[index].made_us && a[EMPTY] > a[man] &&
	       b[EMPTY] > b[man] && a[EMPTY] <= b[EMPTY] + lag_us &&
	       b[EMPTY] <= a[EMPTY] + lag_us && a[EMPTY] >= b[man] + scan_us &&
	       b[EMPTY] >= a[man] + scan_us;
}

bool
stood_there_too(const struct tracker *tracker, uint32_t index, int sq, uint8_t man)
{
	const struct evidence *evidence = &tracker->evidence;
	int stood = record_ply_target(tracker, index);
	const uint64_t *a = evidence->placed_us[stood];
	const uint64_t *b = evidence->placed_us[sq];
	uint64_t lag_us = tracker_scan_lag(tracker), left_us = stood_until_us(tracker, stood, man);

	return image_at(&tracker->image, sq) == man && image_at(&tracker->image, stood) != man &&
	       a[man] + lag_us >= tracker->plies[index].made_us && a[man] <= b[man] + lag_us &&
	       b[man] <= a[man] + lag_us && left_us > b[man] + lag_us && left_us > a[man] + lag_us;
}

/* Since when has sq read whoever it read last, but for `taken`, who is put down beside his square? 0: never. */
static uint64_t
began_us(const struct tracker *tracker, int sq, uint8_t taken)
{
	const uint64_t *placed_us = tracker->evidence.placed_us[sq];
	int last = EMPTY;

	for (int man = EMPTY + 1; man <= PIECES; man++)
		if (placed_us[man] > 0 && (last == EMPTY || placed_us[man] > placed_us[last]))
			last = man;
	return last == EMPTY || last == taken ? 0 : placed_us[last];
}

bool
stood_may_be_misread(const struct tracker *tracker, uint32_t index, const struct position *before,
                     int sq)
{
	uint16_t played = tracker->plies[index].move;
	uint8_t taken = position_piece_at(before, move_victim(played));
	uint64_t scan_us = tracker->evidence.scan_us, at_us = began_us(tracker, sq, taken);
	uint64_t made_us = tracker->plies[index].made_us;

	return !tracker->image.occupancy_only && at_us != 0 &&
	       (attacks_king[move_target(played)] & sq_bit(sq)) != 0 &&
	       position_piece_at(before, sq) == EMPTY && at_us + scan_us >= made_us &&
	       at_us <= made_us + scan_us &&
	       movegen_is_legal(before, move_make(move_from(played), sq, MOVE_NORMAL));
}

bool
stood_may_be_unmoved(const struct tracker *tracker, uint32_t index, const struct position *before)
{
	int from = move_from(tracker->plies[index].move), to = record_ply_target(tracker, index);
	uint8_t victim = position_piece_at(before, to);
	const uint64_t *placed_us = tracker->evidence.placed_us[to];

	return !tracker->image.occupancy_only && tracker_is_clockless(tracker) && victim != EMPTY &&
	       image_at(&tracker->image, from) == position_piece_at(before, from) &&
	       placed_us[EMPTY] < placed_us[victim];
}

bool
stood_may_be_another(const struct tracker *tracker, int sq)
{
	const struct position *now = &tracker->game.now;
	const struct image *image = &tracker->image;
	uint64_t reads = image_men(image);
	uint8_t man = image_at(image, sq);
	uint64_t came_us, from;

	if (man == EMPTY || man != position_piece_at(now, sq) ||
	    piece_color(man) != (enum color)now->side)
		return false;
	came_us = tracker->evidence.placed_us[sq][man];
	from = position_attackers(now, sq, piece_color(man),
	                          now->by_color[WHITE] | now->by_color[BLACK]) &
	       now->by_type[piece_type(man)] & ~reads;
	while (from != 0) {
		uint64_t left_us = tracker->evidence.placed_us[bits_take(&from)][EMPTY];

		if (left_us <= came_us + tracker_scan_lag(tracker) &&
		    came_us <= left_us + LONG_HOLD_US)
			return true;
	}
	return false;
}

bool
stood_was_read(const struct tracker *tracker, int sq, uint8_t man, uint64_t t_us)
{
	uint8_t raw = (uint8_t)tracker_square(tracker, sq), read;

	return past_read(&tracker->past, raw, tracker->raw[raw], t_us, &read) && read == man;
}

bool
stood_is_read(const struct tracker *tracker, const struct position *before, uint16_t move)
{
	const struct evidence *evidence = &tracker->evidence;
	int to = move_target(move);
	uint8_t man = position_arriving(before, move);

	return tracker->image.occupancy_only || move_kind(move) == MOVE_CASTLING ||
	       image_at(&tracker->image, to) == man ||
	       evidence->placed_us[to][man] + evidence->scan_us >=
	               evidence->placed_us[move_from(move)][EMPTY];
}

int
stood_unread_cost(const struct tracker *tracker, uint32_t index, const struct position *before,
                  uint16_t move)
{
	int sq = move_target(move);

	if (stood_is_read(tracker, before, move))
		return 0;
	if (!(tracker->known_bad & sq_bit(sq)) ||
	    tracker->known_bad_us[sq] >= tracker->plies[index].made_us)
		return COST_FAILED_BEFORE;
	return tracker->evidence.changed_us[sq] <= tracker->known_bad_us[sq]
	               ? COST_FAILED_BEFORE - COST_UNSEEN /* it tells of nobody */
	               : 1;
}

int
stood_taken_cost(const struct tracker *tracker, uint32_t index, const struct position *before,
                 uint16_t move, uint16_t reply, uint64_t reply_us)
{
	uint64_t stood_us = record_is_pressed(tracker, index) ? tracker->plies[index].completed_us
	                                                      : tracker->plies[index].made_us;
	uint64_t at_once_us, aside_us;

	if (move_to(reply) != move_target(move))
		return COST_NEVER;
	at_once_us = explain_taken_until(&tracker->evidence, stood_us, &aside_us);
	if (reply_us > aside_us)
		return COST_NEVER;
	if (reply_us <= at_once_us)
		return COST_HIDDEN;
	return COST_HIDDEN + COST_TAKEN_ASIDE + sense_loss(before, move) * COST_LOST_PAWN;
}

bool
stood_is_by_missing(const struct tracker *tracker, const struct position *before, uint16_t move,
                    uint16_t played)
{
	int from = move_from(move);

	return !tracker->image.occupancy_only && from != move_from(played) &&
	       move_target(move) == move_target(played) && move_kind(move) == move_kind(played) &&
	       position_piece_at(before, from) == position_piece_at(before, move_from(played)) &&
	       image_at(&tracker->image, from) == EMPTY &&
	       position_piece_at(&tracker->game.now, from) == position_piece_at(before, from);
}

bool
stood_can_come(const struct position *before, int sq, uint8_t man)
{
	struct move_list list;

	movegen_legal(before, &list);
	for (int i = 0; i < list.count; i++)
		if (move_target(list.moves[i]) == sq &&
		    position_piece_at(before, move_from(list.moves[i])) == man)
			return true;
	return false;
}

bool
stood_comes_now(const struct tracker *tracker, int sq)
{
	return stood_can_come(&tracker->game.now, sq, image_at(&tracker->image, sq));
}
