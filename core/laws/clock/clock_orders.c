/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the arbiter says to the clock watch.
 */
#include "core/base/invariant.h"
#include "core/laws/clock/clock_watch_state.h"

/* Both were away and one has come: whose time was it (6.7.2, Q5 7.5)? */
static void
charge_absence(struct clock_watch *watch, const struct game *game)
{
	struct clock_finding finding = watch_finding(watch, game, ALERT_BOTH_PLAYERS_ABSENT, WHITE);
	int32_t lost_s;

	if (watch->setup.start_us == CLOCK_NO_START ||
	    (int64_t)watch->now_us <= watch->setup.start_us)
		return;
	lost_s = (int32_t)(((int64_t)watch->now_us - watch->setup.start_us) / CLOCK_SECOND_US);
	finding.since_us = watch->setup.start_us;
	finding.difference_s = -lost_s;
	for (int side = WHITE; side <= BLACK && watch->has_control; side++) {
		int32_t share_s = watch->setup.split_late ? lost_s / 2 : side == WHITE ? lost_s : 0;

		finding.after_s[side] = (int32_t)time_control_start_s(&watch->setup.control,
		                                                      (enum color)side, NULL) -
		                        share_s;
	}
	watch->arranged = true; /* the clock will be set otherwise */
	watch_tell(watch, &finding);
}

static void
hear_presence(struct clock_watch *watch, const struct game *game, enum color side, int32_t present)
{
	struct clock_player *player = &watch->player[side];

	if (present && player->absent && watch->player[color_other(side)].absent)
		charge_absence(watch, game);
	player->present = present != 0;
	player->absent = !present;
}

static void
hear_penalty(struct clock_watch *watch, enum color side, int32_t seconds)
{
	watch->player[side].penalty_s = seconds;
	watch->player[side].penalty_us =
		seconds != 0 ? watch->now_us + watch->setup.penalty_wait_us : TIME_UNKNOWN;
}

void
clock_watch_put_back(struct clock_watch *watch, const struct clock_put_back *put_back)
{
	watch->put_back = *put_back;
}

bool
clock_watch_can_resume(const struct clock_watch *watch)
{
	return watch->phase == CLOCK_PAUSED || watch->phase == CLOCK_ADJOURNED ||
	       (watch->phase == CLOCK_READY && watch->arranged);
}

int32_t
clock_watch_owed(const struct clock_watch *watch, enum color side)
{
	const struct clock_player *player = &watch->player[side];

	return watch->phase != CLOCK_IDLE && player->penalty_us != TIME_UNKNOWN ? player->penalty_s
	                                                                        : 0;
}

/* hear_resume: as it would be had nobody said anything. */
static void
hear_resume(struct clock_watch *watch, const struct game *game)
{
	watch->claimed = false;
	if (!clock_watch_can_resume(watch))
		return;
	watch->arranged = false;
	if (watch->ran_us == TIME_UNKNOWN) {
		watch->phase = CLOCK_READY;
		return;
	}
	watch->phase = CLOCK_RUNS;
	if (watch->sight.fallen[WHITE] || watch->sight.fallen[BLACK])
		watch_step(watch, game, CLOCK_FLAG);
	else if (!watch->sight.running)
		watch_step(watch, game, CLOCK_SEEN_STANDING);
}

static void
hear_seal(struct clock_watch *watch, const struct game *game)
{
	watch->sealing = true;
	watch->sealing_plies = game->n_plies;
}

void
clock_watch_order(struct clock_watch *watch, const struct game *game, enum clock_order order,
                  enum color side, int32_t seconds, uint64_t now_us)
{
	clock_watch_advance(watch, game, now_us);
	if (watch->phase == CLOCK_IDLE)
		return;
	switch (order) {
	case CLOCK_ORDER_PRESENT:
	case CLOCK_ORDER_ABSENT:
		hear_presence(watch, game, side, order == CLOCK_ORDER_PRESENT);
		return;
	case CLOCK_ORDER_UNSEEN:
		watch->player[side].present = watch->player[side].absent = false;
		return;
	case CLOCK_ORDER_PAUSE:
		watch_step(watch, game, CLOCK_ARBITER);
		return;
	case CLOCK_ORDER_CLAIM:
		watch->claimed = true;
		return;
	case CLOCK_ORDER_PENALTY:
		hear_penalty(watch, side, seconds);
		return;
	case CLOCK_ORDER_SEAL:
		hear_seal(watch, game);
		return;
	case CLOCK_ORDER_ADJOURNED:
		watch_step(watch, game, CLOCK_CLOSED);
		return;
	case CLOCK_ORDER_REOPEN:
		watch->sealing = false;
		watch_step(watch, game, CLOCK_OPENED);
		return;
	case CLOCK_ORDER_RESUME:
		hear_resume(watch, game);
		return;
	}
	INVARIANT(false); /* an order nobody knows */
}

bool
clock_watch_is_attended(const struct clock_watch *watch)
{
	return watch->phase == CLOCK_PAUSED ||
	       ((watch->phase == CLOCK_RUNS || watch->phase == CLOCK_STANDS) &&
	        watch_is_explained(watch));
}

bool
clock_watch_adjourned(const struct clock_watch *watch, int32_t ret_seconds[2])
{
	if (watch->phase != CLOCK_ADJOURNED && watch->phase != CLOCK_REOPENED)
		return false;
	for (int side = WHITE; side <= BLACK; side++)
		ret_seconds[side] = watch->player[side].adjourned_s;
	return true;
}
