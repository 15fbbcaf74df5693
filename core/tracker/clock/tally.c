/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/clock/tally.h"

/* Whole seconds are shown: what is taken for given by a press, or by all of some, is off by less than so much. */
#define SHOWN_MS 2000

/* What it gives for a press is known behind so many that gave the same. */
#define LEARN_PRESSES 4

/* More presses were missed by nobody: games are rarely half as long. A stream whose times lie asks for more. */
#define UNHEARD_MAX 1000

/* What both players have together; CLOCK_UNKNOWN where it is not the time of a running clock. */
static int32_t
sum_of(const struct clock_reading *reading)
{
	int32_t left_s = reading->face[CLOCK_LEFT].seconds;
	int32_t right_s = reading->face[CLOCK_RIGHT].seconds;

	if (!reading->connected || !reading->running || left_s == CLOCK_UNKNOWN ||
	    right_s == CLOCK_UNKNOWN)
		return CLOCK_UNKNOWN;
	return left_s + right_s;
}

static void
begin(struct tally *tally, int32_t sum_s, uint64_t t_us)
{
	*tally = (struct tally){
		.t_us = sum_s == CLOCK_UNKNOWN ? 0 : t_us,
		.sum_s = sum_s,
		.pressed_us = t_us,
		.pressed_s = sum_s,
	};
}

/* What was given since a reading at from_us, when they had from_s. */
static int64_t
given_ms(int32_t from_s, uint64_t from_us, int32_t sum_s, uint64_t t_us)
{
	return (int64_t)(sum_s - from_s) * 1000 + (int64_t)((t_us - from_us) / 1000);
}

/* So much was given by n presses since the last one. Where it is not what those before gave time was added, or taken, or the
 * clock only gives back what a move took. */
static void
note_presses(struct tally *tally, uint32_t n)
{
	int64_t given = given_ms(tally->pressed_s, tally->pressed_us, tally->sum_s, tally->t_us);
	int64_t each = given / n;

	if (tally->n == 0 || each < tally->least_ms)
		tally->least_ms = each;
	if (tally->n == 0 || each > tally->most_ms)
		tally->most_ms = each;
	if (tally->most_ms - tally->least_ms > SHOWN_MS) {
		begin(tally, tally->sum_s, tally->t_us);
		return;
	}
	tally->n += n;
	tally->total_ms += given;
	tally->pressed_us = tally->t_us;
	tally->pressed_s = tally->sum_s;
}

void
tally_read(struct tally *tally, const struct clock_reading *reading, uint64_t t_us,
           uint32_t n_presses)
{
	int32_t sum_s = sum_of(reading);

	if (sum_s == CLOCK_UNKNOWN || tally->t_us == 0) {
		begin(tally, sum_s, t_us);
		return;
	}
	tally->t_us = t_us;
	tally->sum_s = sum_s;
	if (n_presses > 0)
		note_presses(tally, n_presses);
}

/* In whole seconds; 0: nothing, or not known. */
static int64_t
given_by_press_ms(const struct tally *tally)
{
	if (tally->n < LEARN_PRESSES || tally->total_ms < 0)
		return 0;
	return (tally->total_ms / tally->n + 500) / 1000 * 1000;
}

static int64_t
distance(int64_t a, int64_t b)
{
	return a < b ? b - a : a - b;
}

int
tally_unheard(struct tally *tally, const struct clock_reading *reading, uint64_t t_us, bool odd)
{
	const struct tally heard = *tally;
	int64_t each = given_by_press_ms(&heard), total, off, n = odd;
	int32_t sum_s = sum_of(reading);

	if (sum_s == CLOCK_UNKNOWN || heard.t_us == 0 || each == 0) {
		begin(tally, sum_s, t_us);
		return -1;
	}
	tally->t_us = tally->pressed_us = t_us;
	tally->sum_s = tally->pressed_s = sum_s;
	total = given_ms(heard.sum_s, heard.t_us, sum_s, t_us);
	/* The nearest of the numbers behind which it is the right player's time that runs. */
	if (total > n * each)
		n += (total - n * each + each) / (2 * each) * 2;
	off = distance(total, n * each);
	return n <= UNHEARD_MAX && off < SHOWN_MS && off < each ? (int)n : -1;
}
