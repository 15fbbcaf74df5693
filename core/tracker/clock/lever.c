/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/clock/lever.h"

#include <string.h>

#include "core/base/clock_pair.h"

/* A clock that was started and pressed between two readings has run so long on the other side, at most. */
#define STARTED_S 2

static enum color
color_of(const struct lever *lever, uint8_t clock_side)
{
	return clock_side == lever->white_side ? WHITE : BLACK;
}

static uint8_t
clock_side_of(const struct lever *lever, enum color side)
{
	return side == WHITE ? lever->white_side : (uint8_t)(lever->white_side ^ 1);
}

void
lever_new_game(struct lever *lever, bool turned)
{
	lever->white_side = turned ? CLOCK_RIGHT : CLOCK_LEFT;
	lever->ran = false;
	lever->misses = 0;
	lever->n_waiting = 0;
}

/* Did this reading show a press of play? A lever that falls while the clock stands is somebody
 * setting it up, except where a fallen flag has blocked it and the players go on unaware (6.8). */
static bool
is_press(const struct clock_reading *before, const struct clock_reading *after)
{
	if (before->turn == after->turn)
		return false;
	return before->running || after->face[CLOCK_LEFT].flag_fallen ||
	       after->face[CLOCK_RIGHT].flag_fallen;
}

/* Was the clock started and pressed between these readings? Then whose clock was to be started has another time already. */
static bool
hides_first_press(const struct clock_reading *before, const struct clock_reading *after)
{
	int first = before->turn, other = before->turn ^ 1;

	return before->connected && !before->running && after->running &&
	       before->turn != after->turn &&
	       before->face[first].seconds != after->face[first].seconds &&
	       before->face[other].seconds - after->face[other].seconds <= STARTED_S &&
	       before->face[other].seconds >= after->face[other].seconds;
}

static void
note_running(struct lever *lever, const struct clock_reading *before, uint64_t t_us,
             bool had_before, bool before_first_ply)
{
	if (lever->now.running) {
		bool just_started = !had_before || !before->running;

		/* White's clock is the one that is started (6.6). */
		if (before_first_ply && just_started)
			lever->white_side = had_before && hides_first_press(before, &lever->now)
			                            ? before->turn
			                            : lever->now.turn;
		lever->ran = true;
	} else if (!had_before || before->running) {
		lever->stopped_us = t_us;
	}
}

static void
note_quiet(struct lever *lever, bool ran, uint64_t t_us)
{
	if (!lever_runs(lever)) {
		if (ran)
			lever->quiet_from_us = t_us;
		lever->quiet_until_us = UINT64_MAX;
	} else if (!ran) {
		lever->quiet_until_us = t_us;
	}
}

bool
lever_was_quiet(const struct lever *lever, uint64_t made_us, uint64_t next_us)
{
	return made_us <= lever->quiet_until_us && next_us >= lever->quiet_from_us;
}

bool
lever_falls(const struct lever *lever, const struct clock_reading *reading)
{
	return lever->seen && reading->connected && is_press(&lever->now, reading);
}

bool
lever_read(struct lever *lever, const struct clock_reading *reading, uint64_t t_us,
           bool before_first_ply, struct lever_press *ret_press)
{
	struct clock_reading before = lever->now;
	uint64_t before_us = lever->now_us;
	bool had_before = lever->seen, ran = lever_runs(lever);

	lever->now = *reading;
	lever->now_us = t_us;
	lever->seen = reading->connected;
	note_quiet(lever, ran, t_us);
	if (!reading->connected)
		return false;
	note_running(lever, &before, t_us, had_before, before_first_ply);
	if (!had_before || !(is_press(&before, reading) ||
	                     (before_first_ply && hides_first_press(&before, reading))))
		return false;
	ret_press->t_us = t_us;
	ret_press->since_us = before_us;
	ret_press->seconds = reading->face[before.turn].seconds;
	ret_press->side = color_of(lever, before.turn);
	return true;
}

bool
lever_read_pair(const struct lever *lever, const struct clock_reading *reading, uint64_t t_us,
                struct lever_press ret_presses[2])
{
	uint8_t turn = lever->now.turn;
	uint64_t n_presses = reading->turn == turn ? 2 : 3;

	if (!lever->seen || !clock_hides_pair(&lever->now, reading))
		return false;
	for (int i = 0; i < 2; i++)
		ret_presses[i] = (struct lever_press){
			.t_us = lever->now_us +
			        (t_us - lever->now_us) * (uint64_t)(i + 1) / n_presses,
			.seconds = reading->face[turn ^ i].seconds,
			.side = color_of(lever, (uint8_t)(turn ^ i)),
		};
	if (n_presses == 3)
		ret_presses[0].seconds =
			CLOCK_UNKNOWN; /* it was another one after the first press */
	return true;
}

void
lever_forget_oldest(struct lever *lever)
{
	lever->n_waiting--;
	memmove(lever->waiting, lever->waiting + 1,
	        (size_t)lever->n_waiting * sizeof(lever->waiting[0]));
}

void
lever_wait(struct lever *lever, const struct lever_press *press)
{
	if (lever->n_waiting == LEVER_WAITING_MAX)
		lever_forget_oldest(lever);
	lever->waiting[lever->n_waiting++] = *press;
}

bool
lever_may_have_swung(const struct lever *lever)
{
	const struct lever_press *newest;

	if (lever->n_waiting < 2)
		return false;
	newest = lever->waiting + lever->n_waiting - 1;
	return newest[-1].side != newest->side && newest->t_us - newest[-1].t_us <= LEVER_BOUNCE_US;
}

void
lever_forget_swing(struct lever *lever)
{
	lever->n_waiting -= 2;
}

void
lever_forget_side(struct lever *lever, enum color side)
{
	int n_kept = 0;

	for (int i = 0; i < lever->n_waiting; i++)
		if (lever->waiting[i].side != side)
			lever->waiting[n_kept++] = lever->waiting[i];
	lever->n_waiting = n_kept;
}

void
lever_forget_between(struct lever *lever, uint64_t from_us, uint64_t to_us)
{
	int n_kept = 0;

	for (int i = 0; i < lever->n_waiting; i++)
		if (lever->waiting[i].t_us <= from_us || lever->waiting[i].t_us >= to_us)
			lever->waiting[n_kept++] = lever->waiting[i];
	lever->n_waiting = n_kept;
}

uint32_t
lever_count_since(const struct lever *lever, uint64_t t_us)
{
	uint32_t n = 0;

	for (int i = 0; i < lever->n_waiting; i++)
		n += lever->waiting[i].t_us > t_us;
	return n;
}

void
lever_keep_newest(struct lever *lever)
{
	while (lever->n_waiting > 1)
		lever_forget_oldest(lever);
}

static void
exchange_sides(struct lever *lever)
{
	lever->white_side ^= 1;
	lever->misses = 0;
}

bool
lever_give_up(struct lever *lever, bool before_first_ply, bool other_side_moved)
{
	lever->n_waiting = 0;
	if (before_first_ply) {
		/* The wrong side was running and somebody put it right: White's is the one that
		 * runs. */
		if (lever->now.running)
			lever->white_side = lever->now.turn;
		return false;
	}
	if (!other_side_moved)
		return false;
	if (++lever->misses < 2)
		return false;
	exchange_sides(lever);
	return true;
}

void
lever_confirmed(struct lever *lever)
{
	lever->misses = 0;
}

bool
lever_stands(const struct lever *lever, uint64_t now_us, uint64_t grace_us)
{
	return lever->seen && lever->ran && !lever->now.running &&
	       now_us > lever->stopped_us + grace_us;
}

void
lever_was_tried(struct lever *lever)
{
	if (!lever->now.running)
		lever->ran = false;
}

int32_t
lever_seconds(const struct lever *lever, enum color side)
{
	return lever->seen ? lever->now.face[clock_side_of(lever, side)].seconds : CLOCK_UNKNOWN;
}

enum color
lever_turn(const struct lever *lever)
{
	return color_of(lever, lever->now.turn);
}
