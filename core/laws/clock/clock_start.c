/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Whose time ran first (6.6), where that is known only afterwards.
 *
 * Which side of the clock is White's may be unknown until presses with their plies have told: then the wrong clock at the
 * start is told with them, once there are two by each player. Late as that is, his time is gone until the arbiter gives it
 * back.
 */
#include "core/laws/clock/clock_watch_state.h"

#define SIDES_SURE 4

void
watch_start_see(struct clock_watch *watch)
{
	struct clock_start *start = &watch->start;
	uint8_t face = watch->white_side ^ watch->sight.turn;

	if (watch->ran_us == TIME_UNKNOWN || !watch->stood_before)
		return;
	if (!start->noted) {
		*start = (struct clock_start){ .noted = true,
			                       .face = face,
			                       .until_us = TIME_UNKNOWN,
			                       .judged = start->judged };
		return;
	}
	if (start->until_us == TIME_UNKNOWN && (!watch->sight.running || face != start->face))
		start->until_us = watch->now_us;
}

/* The turn that ran began with the clock, and was over with the first ply: from then on it ran rightly. */
static bool
ran_wrong(const struct clock_watch *watch, const struct game *game)
{
	uint64_t until_us = watch->start.until_us, made_us = game->plies[0].made_us;

	if (made_us != TIME_UNKNOWN && made_us < until_us)
		until_us = made_us;
	return until_us != TIME_UNKNOWN && until_us > watch->ran_us + CLOCK_LAG_US;
}

void
watch_start_judge(struct clock_watch *watch, const struct game *game)
{
	struct clock_start *start = &watch->start;
	enum color side = watch->white_side == start->face ? WHITE : BLACK;
	struct clock_finding finding;

	if (!start->noted || start->judged || watch->n_attributed < SIDES_SURE ||
	    game->n_plies == 0)
		return;
	start->judged = true;
	if (side == (enum color)game->start.side || !ran_wrong(watch, game))
		return;
	finding = watch_finding(watch, game, ALERT_WRONG_CLOCK_RUNNING_AT_START, side);
	finding.ply = 1;
	finding.since_us = (int64_t)watch->ran_us;
	watch_tell(watch, &finding);
}
