/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/sim/sim_clock.h"

#include <string.h>

#include "core/base/invariant.h"

#define SECOND_US INT64_C(1000000)

void
sim_clock_init(struct sim_clock *clock, int32_t initial_s, int32_t increment_s, bool white_is_right)
{
	INVARIANT(initial_s > 0 && initial_s <= SIM_CLOCK_MAX_S && increment_s >= 0);
	memset(clock, 0, sizeof(*clock));
	clock->left_us[WHITE] = clock->left_us[BLACK] = initial_s * SECOND_US;
	clock->increment_us = increment_s * SECOND_US;
	clock->turn = WHITE;
	clock->white_is_right = white_is_right;
}

int64_t
sim_clock_left_us(const struct sim_clock *clock, enum color side, uint64_t now_us)
{
	int64_t left_us = clock->left_us[side];

	if (clock->running && clock->turn == side && now_us > clock->since_us) {
		uint64_t gone_us = now_us - clock->since_us;

		left_us = gone_us < (uint64_t)left_us ? left_us - (int64_t)gone_us : 0;
	}
	return left_us;
}

/* Bring left_us up to now; a clock at zero stops by itself. */
static void
settle(struct sim_clock *clock, uint64_t now_us)
{
	clock->left_us[clock->turn] = sim_clock_left_us(clock, (enum color)clock->turn, now_us);
	if (clock->left_us[clock->turn] == 0)
		clock->running = false;
	if (now_us > clock->since_us)
		clock->since_us = now_us;
}

static bool
is_flagged(const struct sim_clock *clock)
{
	return clock->left_us[WHITE] == 0 || clock->left_us[BLACK] == 0;
}

void
sim_clock_start(struct sim_clock *clock, uint64_t now_us)
{
	settle(clock, now_us);
	clock->running = !is_flagged(clock);
}

void
sim_clock_stop(struct sim_clock *clock, uint64_t now_us)
{
	settle(clock, now_us);
	clock->running = false;
}

static int64_t
cap(int64_t left_us)
{
	return left_us > SIM_CLOCK_MAX_S * SECOND_US ? SIM_CLOCK_MAX_S * SECOND_US : left_us;
}

void
sim_clock_press(struct sim_clock *clock, enum color mover, int64_t bonus_us, uint64_t now_us)
{
	bool running = clock->running;

	INVARIANT(bonus_us >= 0);
	settle(clock, now_us);
	if (clock->turn != mover || is_flagged(clock))
		return;
	if (running)
		clock->left_us[mover] = cap(clock->left_us[mover] + clock->increment_us + bonus_us);
	clock->turn = (uint8_t)color_other(mover);
}

void
sim_clock_set(struct sim_clock *clock, enum color side, int32_t left_s, uint64_t now_us)
{
	INVARIANT(left_s >= 0 && left_s <= SIM_CLOCK_MAX_S);
	settle(clock, now_us);
	clock->left_us[side] = left_s * SECOND_US;
}

void
sim_clock_take(struct sim_clock *clock, const struct clock_reading *reading, uint64_t now_us)
{
	uint8_t white = clock->white_is_right ? CLOCK_RIGHT : CLOCK_LEFT;

	settle(clock, now_us);
	for (int side = WHITE; side <= BLACK; side++)
		clock->left_us[side] =
			reading->face[side == WHITE ? white : white ^ 1].seconds * SECOND_US;
	clock->turn = reading->turn == white ? WHITE : BLACK;
	clock->running = reading->running && !is_flagged(clock);
}

int32_t
sim_clock_shown_s(const struct sim_clock *clock, enum color side, uint64_t now_us)
{
	return (int32_t)((sim_clock_left_us(clock, side, now_us) + SECOND_US - 1) / SECOND_US);
}

void
sim_clock_read(const struct sim_clock *clock, uint64_t now_us, struct clock_reading *ret_reading)
{
	struct clock_reading reading = { .connected = true };
	bool flagged = false;

	for (int side = WHITE; side <= BLACK; side++) {
		bool right = (side == WHITE) == clock->white_is_right;
		struct clock_face *face = &reading.face[right ? CLOCK_RIGHT : CLOCK_LEFT];

		face->seconds = sim_clock_shown_s(clock, (enum color)side, now_us);
		face->per_move = clock->increment_us > 0;
		face->flag_fallen = face->seconds == 0;
		flagged = flagged || face->flag_fallen;
		if (side == clock->turn)
			reading.turn = right ? CLOCK_RIGHT : CLOCK_LEFT;
	}
	reading.running = clock->running && !flagged;
	*ret_reading = reading;
}

uint64_t
sim_clock_next_us(const struct sim_clock *clock, uint64_t now_us)
{
	int64_t left_us = sim_clock_left_us(clock, (enum color)clock->turn, now_us);

	if (!clock->running || left_us == 0)
		return UINT64_MAX;
	/* Shown rounded up: the display changes when a whole second is all that is left. */
	return (now_us > clock->since_us ? now_us : clock->since_us) +
	       (uint64_t)((left_us - 1) % SECOND_US) + 1;
}
