/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/laws_clock.h"

#include <stdlib.h>

#include "tests/bench/tracker_memory.h"

#define SECOND INT64_C(1000000)

struct running_clock {
	const struct laws_clock *clock;
	int64_t left_us[2]; /* by enum clock_side */
	int64_t used_us;    /* in this turn */
	uint32_t presses[2];
	struct clock_reading shown;
	uint64_t now_us;
	bool seen;
	/* What came of it. */
	struct board_event *events;
	size_t n, capacity;
};

static void
put(struct running_clock *state, const struct board_event *event)
{
	if (state->n == state->capacity) {
		state->capacity = state->capacity ? 2 * state->capacity : 1024;
		state->events = bench_grow(state->events, state->capacity, sizeof(*state->events));
	}
	state->events[state->n++] = *event;
}

/* Rounded up, as a countdown clock does. */
static int32_t
seconds_of(int64_t left_us)
{
	return (int32_t)((left_us + SECOND - 1) / SECOND);
}

static void
show(struct running_clock *state)
{
	struct board_event event = { .kind = BOARD_CLOCK, .t_us = state->now_us };

	for (int side = CLOCK_LEFT; side <= CLOCK_RIGHT; side++)
		state->shown.face[side].seconds = seconds_of(state->left_us[side]);
	event.clock = state->shown;
	put(state, &event);
}

/* Time of the running side, display by display. */
static void
run_until(struct running_clock *state, uint64_t until_us)
{
	int64_t *left_us = &state->left_us[state->shown.turn];
	int64_t free_us = state->clock->how == LAWS_DELAY ? state->clock->increment_s * SECOND : 0;

	while (state->shown.running) {
		int64_t wait_us = state->used_us < free_us ? free_us - state->used_us : 0;
		int64_t tick_us = *left_us - (seconds_of(*left_us) - 1) * SECOND;
		int64_t gone_us = (int64_t)(until_us - state->now_us);

		if (gone_us < wait_us + tick_us || *left_us <= 0) {
			*left_us -= gone_us > wait_us ? gone_us - wait_us : 0;
			state->used_us += gone_us;
			break;
		}
		*left_us -= tick_us;
		state->used_us += wait_us + tick_us;
		state->now_us += (uint64_t)(wait_us + tick_us);
		show(state);
	}
	state->now_us = until_us;
}

static void
press(struct running_clock *state)
{
	const struct laws_clock *clock = state->clock;
	int side = state->shown.turn;
	int64_t increment_us = clock->increment_s * SECOND;

	state->presses[side]++;
	if (clock->how == LAWS_FISCHER)
		state->left_us[side] += increment_us;
	else if (clock->how == LAWS_BRONSTEIN)
		state->left_us[side] +=
			state->used_us < increment_us ? state->used_us : increment_us;
	if (clock->period_moves > 0 && state->presses[side] == clock->period_moves)
		state->left_us[side] += clock->period_s * SECOND;
}

static void
take_clock(struct running_clock *state, const struct clock_reading *now)
{
	bool pressed = state->shown.running && now->turn != state->shown.turn;
	bool is_news = !state->seen || now->turn != state->shown.turn ||
	               now->running != state->shown.running ||
	               now->connected != state->shown.connected;

	if (!is_news)
		return;
	if (pressed)
		press(state);
	if (pressed || now->turn != state->shown.turn)
		state->used_us = 0;
	state->shown = *now;
	state->seen = true;
	show(state);
}

bool
laws_clock_replace(struct bench_stream *stream, const struct laws_clock *clock)
{
	int64_t shown_us = clock->how == LAWS_DELAY ? 0 : clock->increment_s * SECOND;
	struct running_clock state = { .clock = clock };

	state.left_us[0] = state.left_us[1] = clock->seconds * SECOND + shown_us;
	for (size_t i = 0; i < stream->n_events; i++) {
		const struct board_event *event = &stream->events[i];

		run_until(&state, event->t_us > state.now_us ? event->t_us : state.now_us);
		if (event->kind == BOARD_CLOCK)
			take_clock(&state, &event->clock);
		else
			put(&state, event);
	}
	free(stream->events);
	stream->events = state.events;
	stream->n_events = state.n;
	stream->events_capacity = state.capacity;
	return state.left_us[0] > SECOND && state.left_us[1] > SECOND;
}
