/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which plies of the record the presses that wait are for.
 */
#include "core/tracker/clock/sides.h"
#include "core/tracker/mend/gap.h"
#include "core/tracker/record/record.h"
#include "core/tracker/tracker_state.h"

/* If this press, the oldest, were for the ply `back` before the end, and those behind it for the plies that follow: would one be
 * left that was made before, or hardly after, the last ply was seen? */
static bool
would_leave_press(const struct tracker *tracker, uint32_t back)
{
	const struct lever *lever = &tracker->lever;
	const struct game_ply *end = tracker->game.plies + tracker->game.n_plies;

	return lever->n_waiting > (int)back &&
	       lever->waiting[back].side == (enum color)tracker->game.now.side &&
	       lever->waiting[back].t_us <= end[-1].made_us + tracker_scan_lag(tracker);
}

/* Was it heard sooner behind that ply, `back` before the end, than presses are in this game, and soon enough behind his player's ply
 * before that? A clock whose word is late tells of the press for that one only then. */
static bool
is_sooner_than_others(const struct tracker *tracker, const struct lever_press *press, uint32_t back)
{
	const struct game_ply *ply = &tracker->plies[tracker->game.n_plies - back];

	return tracker->lag.quick_us > 0 && press->t_us < ply->made_us + tracker->lag.quick_us &&
	       press->t_us < ply[-2].made_us + DOUBT_US;
}

/* Is it not known yet how late the clock tells, and may it be so late that the press is for his player's ply before that one, `back` before
 * the end? That two players in turn forgot to press is the less likely, if they made those plies, and no link was lost before. */
static bool
may_be_late(const struct tracker *tracker, const struct lever_press *press, uint32_t back)
{
	uint32_t index = tracker->game.n_plies - back;
	uint64_t made_us = tracker->plies[index - 2].made_us;

	return tracker->lag.n_presses < LAG_PRESSES && press->t_us < made_us + LEVER_LAG_US &&
	       made_us > tracker->back_us + DOUBT_US && !tracker_is_in_doubt(tracker, index - 2) &&
	       !tracker_is_in_doubt(tracker, index - 1);
}

/* Had neither that ply, `back` before the end, nor the one it replies to been seen when the clock was pressed? Then it was not
 * pressed for the reply to a ply for which the opponent had not pressed yet; even less a scan before it was seen. */
static bool
is_too_soon(const struct tracker *tracker, const struct lever_press *press, uint32_t back)
{
	const struct game_ply *ply = &tracker->plies[tracker->game.n_plies - back];

	return ply->made_us > press->t_us + tracker_scan_lag(tracker) ||
	       (ply->made_us > press->t_us && ply[-1].made_us > press->t_us);
}

/* Until when was the man of ply `index` on his way, as far as was told: when he had left his square, or the last one where he was read
 * since, but where it has him? */
static uint64_t
on_his_way_until_us(const struct tracker *tracker, uint32_t index)
{
	const struct evidence *evidence = &tracker->evidence;
	uint16_t move = tracker->plies[index].move;
	uint64_t left_us = evidence->placed_us[move_from(move)][EMPTY], until_us = left_us;
	struct position before;
	uint8_t man;

	record_position_back(tracker, tracker->game.n_plies - index, &before);
	man = image_reading(&tracker->image, position_piece_at(&before, move_from(move)));
	for (int sq = 0; sq < 64; sq++) {
		const uint64_t *placed_us = evidence->placed_us[sq];

		if (sq != move_target(move) && placed_us[man] >= left_us &&
		    placed_us[EMPTY] > placed_us[man] && placed_us[EMPTY] > until_us)
			until_us = placed_us[EMPTY];
	}
	return until_us;
}

/* Was the man of ply `index` told of no sooner than the reply that took him? Of when he had come it is only known that it was before that. */
static bool
came_with_taker(const struct tracker *tracker, uint32_t index)
{
	const struct game_ply *ply = &tracker->plies[index];

	return index + 1 < tracker->game.n_plies &&
	       move_target(ply[1].move) == record_ply_target(tracker, index) &&
	       ply[1].made_us <= ply[0].made_us;
}

/* When had the man of ply `index` been put down, as far as anybody knows? When he came whom nobody saw, nobody does. */
static uint64_t
put_down_us(const struct tracker *tracker, uint32_t index)
{
	uint64_t made_us = tracker->plies[index].made_us, until_us;

	if (tracker->plies[index].doubtful != DOUBT_UNSEEN && !came_with_taker(tracker, index))
		return made_us;
	until_us = on_his_way_until_us(tracker, index);
	return until_us < made_us ? until_us : made_us;
}

/* Several plies came out at once: is the press for his player's ply before that one, `back` before the end? */
static bool
is_for_ply_before(const struct tracker *tracker, const struct lever_press *press, uint32_t back)
{
	return record_awaits_press(tracker, back + 1) && record_awaits_press(tracker, back + 2) &&
	       put_down_us(tracker, tracker->game.n_plies - back - 2) <=
	               press->t_us + tracker_scan_lag(tracker) &&
	       (is_too_soon(tracker, press, back) || may_be_late(tracker, press, back) ||
	        is_sooner_than_others(tracker, press, back) || would_leave_press(tracker, back));
}

/* Was the last ply made, and pressed for, only when this press, the oldest, had been heard? The lever falls to and fro, so it was
 * for a ply before that one; and there is none without a press. */
static bool
is_before_last_ply(const struct tracker *tracker, const struct lever_press *press)
{
	const struct lever *lever = &tracker->lever;
	uint64_t made_us = tracker->game.plies[tracker->game.n_plies - 1].made_us;

	return !tracker->was_away && !tracker->was_blind && lever->n_waiting > 1 &&
	       lever->waiting[1].side != press->side && made_us > press->t_us &&
	       made_us <= lever->waiting[1].t_us;
}

/* Which ply did this press complete? Returns how far from the end of the record it is, 0 when the
 * board has yet to show it, -1 when there is none: the same player pressed before. */
static int
ply_pressed(const struct tracker *tracker, const struct lever_press *press)
{
	bool replied = press->side == (enum color)tracker->game.now.side;
	uint32_t back = replied ? 2 : 1;

	/* The reply was quicker than the press (1.3). */
	if (!record_awaits_press(tracker, 1))
		return replied ? 0 : -1;
	if (!record_awaits_press(tracker, back))
		return replied && !is_before_last_ply(tracker, press) ? 0 : -1;
	while (is_for_ply_before(tracker, press, back))
		back += 2;
	return (int)back;
}

/* Was the man of ply `index` told of only by a scan behind a gap, and the clock pressed since then? Nobody knows when he came. */
static bool
came_out_of_sight(const struct tracker *tracker, const struct lever_press *press, uint32_t index)
{
	return tracker->was_away && press->t_us >= tracker->back_us &&
	       (tracker->by_scan & sq_bit(record_ply_target(tracker, index))) != 0;
}

/* Is the press too old to be for ply `index`? The man would have been seen long before, but on a silent line. */
static bool
is_too_old(const struct tracker *tracker, const struct lever_press *press, uint32_t index)
{
	return put_down_us(tracker, index) > press->t_us + LEVER_LAG_US &&
	       !came_out_of_sight(tracker, press, index) &&
	       !((tracker->silent | tracker->spoken) & sq_bit(record_ply_target(tracker, index)));
}

/* Is it not known yet whether the press is for the ply `back` before the end? It is where its man was told of behind the gap, and then
 * the clock was pressed. */
static bool
is_hidden(const struct tracker *tracker, const struct lever_press *press, int back)
{
	uint64_t made_us =
		back > 0 ? tracker->plies[tracker->game.n_plies - (uint32_t)back].made_us : 0;

	return gap_hides(tracker, press) && (made_us < tracker->back_us || made_us >= press->t_us);
}

/* Board and record agree: give the waiting presses to their plies, in order. */
void
record_hear_presses(struct tracker *tracker)
{
	struct lever *lever = &tracker->lever;

	while (lever->n_waiting > 0) {
		struct lever_press press = lever->waiting[0];
		int back = ply_pressed(tracker, &press);
		uint32_t index = tracker->game.n_plies - (uint32_t)back;

		if (back == 0 || is_hidden(tracker, &press, back))
			return;
		lever_forget_oldest(lever);
		if (back > 0 && !is_too_old(tracker, &press, index)) {
			if (tracker->plies[index].doubtful == 0)
				lag_note_press(tracker, tracker->plies[index].made_us, press.t_us);
			record_complete(tracker, index, &press);
		} else {
			trust_lose_press(tracker, &press);
		}
	}
	sides_look(tracker);
	trust_review(tracker);
}
