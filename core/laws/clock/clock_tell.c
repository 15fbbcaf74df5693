/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How the watch tells what it has found.
 */
#include "core/laws/clock/clock_watch_state.h"

uint32_t
watch_completed(const struct game *game, enum color side)
{
	/* Of the plies before the last two all are completed: their players have moved again. */
	uint32_t n = (game->n_plies + (game->start.side == side)) / 2;

	for (uint32_t i = game->n_plies; i > 0 && i + 2 > game->n_plies; i--)
		if (game_ply_side(game, i - 1) == side && game->plies[i - 1].state != PLY_COMPLETED)
			n--;
	return n;
}

struct clock_finding
watch_finding(const struct clock_watch *watch, const struct game *game, enum alert_id id,
              enum color side)
{
	struct clock_finding finding = { .id = id,
		                         .t_us = watch->now_us,
		                         .since_us = (int64_t)watch->now_us,
		                         .ply = game->n_plies + 1,
		                         .side = (uint8_t)side,
		                         .first = CLOCK_NOBODY,
		                         .in_play = watch->ran_us != TIME_UNKNOWN,
		                         .expected_s = CLOCK_UNKNOWN };

	for (int i = WHITE; i <= BLACK; i++) {
		finding.before_s[i] = watch->connected ? watch->before.seconds[i] : CLOCK_UNKNOWN;
		finding.right_s[i] = CLOCK_UNKNOWN;
		finding.after_s[i] = watch->connected ? watch->sight.seconds[i] : CLOCK_UNKNOWN;
		finding.completed[i] = watch_completed(game, (enum color)i);
		finding.counted[i] = watch->model.presses[i];
	}
	return finding;
}

void
watch_tell(const struct clock_watch *watch, const struct clock_finding *finding)
{
	watch->listener.found(watch->listener.ctx, finding);
}

void
watch_report(const struct clock_watch *watch, const struct game *game, enum alert_id id,
             enum color side)
{
	struct clock_finding finding = watch_finding(watch, game, id, side);

	watch_tell(watch, &finding);
}

void
watch_set_right(struct clock_finding *finding, enum color side, int32_t off_s)
{
	enum color other = color_other(side);

	if (finding->after_s[side] == CLOCK_UNKNOWN || finding->after_s[other] == CLOCK_UNKNOWN)
		return;
	finding->right_s[other] = finding->after_s[other];
	finding->right_s[side] =
		finding->after_s[side] > off_s ? finding->after_s[side] - off_s : 0;
}

int64_t
watch_tolerance_us(const struct clock_watch *watch)
{
	return watch->setup.tolerance_s * CLOCK_SECOND_US;
}

int32_t
watch_seconds(int64_t us)
{
	return (int32_t)((us + (us < 0 ? -1 : 1) * CLOCK_SECOND_US / 2) / CLOCK_SECOND_US);
}
