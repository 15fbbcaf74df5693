/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/laws/rules/time_control.h"

#include <errno.h>
#include <string.h>

#include "core/base/invariant.h"

/* The game by which a time control is measured (A.1, B.1). */
#define MEASURED_MOVES 60

struct cursor {
	const char *p, *end;
};

static bool
take_char(struct cursor *cursor, char c)
{
	if (cursor->p == cursor->end || *cursor->p != c)
		return false;
	cursor->p++;
	return true;
}

/* One number of 1 to TIME_DIGITS_MAX digits. */
static bool
take_number(struct cursor *cursor, uint32_t *ret_number)
{
	int digits = 0;

	*ret_number = 0;
	for (; cursor->p < cursor->end && *cursor->p >= '0' && *cursor->p <= '9'; cursor->p++) {
		if (++digits > TIME_DIGITS_MAX)
			return false;
		*ret_number = *ret_number * 10 + (uint32_t)(*cursor->p - '0');
	}
	return digits > 0;
}

static bool
take_increment(struct cursor *cursor, struct time_period *period)
{
	if (!take_char(cursor, '+'))
		return true;
	if (!take_number(cursor, &period->increment_s))
		return false;
	if (period->increment_s > 0)
		period->mode = TIME_MODE_FISCHER;
	return true;
}

/* A period; only "SECONDS+INCREMENT" may give no time to begin with. */
static bool
take_period(struct cursor *cursor, struct time_period *period, bool *ret_sandclock)
{
	uint32_t number;

	*ret_sandclock = take_char(cursor, '*');
	if (!take_number(cursor, &number))
		return false;
	period->seconds = number;
	if (*ret_sandclock)
		return number > 0;
	if (take_char(cursor, '/')) {
		period->moves = number;
		if (number == 0 || !take_number(cursor, &period->seconds) || period->seconds == 0)
			return false;
	}
	if (period->seconds == 0 && (cursor->p == cursor->end || *cursor->p != '+'))
		return false;
	return take_increment(cursor, period);
}

static int
take_periods(struct cursor *cursor, struct time_control *control)
{
	bool sandclock = false;

	control->kind = TIME_PERIODS;
	do {
		struct time_period *period = &control->periods[control->n_periods];
		const struct time_period *before = period - 1;

		/* Nothing comes after a period that takes all the moves. */
		if (sandclock || (control->n_periods > 0 && before->moves == 0))
			return -EBADMSG;
		if (control->n_periods == TIME_PERIODS_MAX)
			return -E2BIG;
		if (!take_period(cursor, period, &sandclock))
			return -EBADMSG;
		control->n_periods++;
	} while (take_char(cursor, ':'));
	if (sandclock)
		control->kind = TIME_SANDCLOCK;
	return cursor->p == cursor->end ? 0 : -EBADMSG;
}

int
time_control_parse(const char *text, size_t len, struct time_control *ret_control)
{
	struct time_control control;
	struct cursor cursor = { text, text + len };
	int r = 0;

	memset(&control, 0, sizeof(control));
	control.increment_from = 1;
	if (len == 1 && text[0] == '-')
		control.kind = TIME_NO_CLOCK;
	else if (len > 0 && !(len == 1 && text[0] == '?'))
		r = take_periods(&cursor, &control);
	if (r != 0)
		return r;
	control.main_s[WHITE] = control.main_s[BLACK] = control.periods[0].seconds;
	*ret_control = control;
	return 0;
}

const char *
time_control_allowed(void)
{
	return "a PGN time control: periods MOVES/SECONDS or SECONDS with +INCREMENT "
	       "and ':' between them, such as 40/5400+30:1800+30, 5400+30 or 300; "
	       "*SECONDS; ? or -";
}

void
time_control_set_mode(struct time_control *control, enum time_mode mode)
{
	INVARIANT(mode != TIME_MODE_NONE);
	for (uint32_t i = 0; i < control->n_periods; i++)
		if (control->periods[i].increment_s > 0)
			control->periods[i].mode = mode;
}

void
time_control_format(struct text *text, const struct time_control *control)
{
	if (control->kind == TIME_UNSTATED)
		text_char(text, '?');
	if (control->kind == TIME_NO_CLOCK)
		text_char(text, '-');
	for (uint32_t i = 0; i < control->n_periods; i++) {
		const struct time_period *period = &control->periods[i];

		if (i > 0)
			text_char(text, ':');
		if (control->kind == TIME_SANDCLOCK && i + 1 == control->n_periods)
			text_char(text, '*');
		if (period->moves > 0) {
			text_unsigned(text, period->moves, 1);
			text_char(text, '/');
		}
		text_unsigned(text, period->seconds, 1);
		if (period->increment_s > 0 || period->seconds == 0) {
			text_char(text, '+');
			text_unsigned(text, period->increment_s, 1);
		}
	}
}

uint32_t
time_control_period(const struct time_control *control, uint32_t completed,
                    uint32_t *ret_moves_left)
{
	uint32_t last = control->n_periods - 1;
	uint32_t moves_left = 0, index = 0;

	INVARIANT(control->n_periods > 0);
	while (index < last && completed >= control->periods[index].moves)
		completed -= control->periods[index++].moves;
	if (control->periods[index].moves > 0)
		moves_left =
			control->periods[index].moves - completed % control->periods[index].moves;
	if (ret_moves_left)
		*ret_moves_left = moves_left;
	return index;
}

bool
time_control_begins_period(const struct time_control *control, uint32_t move, uint32_t *ret_seconds)
{
	uint32_t moves_left, next;

	if (control->n_periods == 0 || move == 0)
		return false;
	time_control_period(control, move - 1, &moves_left);
	if (moves_left != 1)
		return false;
	next = time_control_period(control, move, NULL);
	if (ret_seconds)
		*ret_seconds = control->periods[next].seconds;
	return true;
}

uint32_t
time_control_increment(const struct time_control *control, uint32_t move, enum time_mode *ret_mode)
{
	const struct time_period *period;
	bool given;

	if (ret_mode)
		*ret_mode = TIME_MODE_NONE;
	if (control->n_periods == 0 || move == 0)
		return 0;
	period = &control->periods[time_control_period(control, move - 1, NULL)];
	given = move >= control->increment_from && period->increment_s > 0;
	if (given && ret_mode)
		*ret_mode = period->mode;
	return given ? period->increment_s : 0;
}

uint32_t
time_control_start_s(const struct time_control *control, enum color side, uint32_t *ret_or)
{
	enum time_mode mode;
	uint32_t increment_s = time_control_increment(control, 1, &mode);
	uint32_t without = control->main_s[side];
	uint32_t with = mode == TIME_MODE_DELAY ? without : without + increment_s;
	uint32_t start = control->first_increment == TIME_FIRST_AFTER ? without : with;

	if (ret_or)
		*ret_or = control->first_increment == TIME_FIRST_AUTO ? without : start;
	return start;
}

uint32_t
time_control_game_s(const struct time_control *control, enum color side)
{
	uint32_t seconds = control->main_s[side];

	for (uint32_t move = 1; move <= MEASURED_MOVES; move++) {
		uint32_t more = 0;

		seconds += time_control_increment(control, move, NULL);
		/* Time that only the sixty-first move could use is not had for sixty. */
		if (move < MEASURED_MOVES && time_control_begins_period(control, move, &more))
			seconds += more;
	}
	return seconds;
}

uint32_t
time_control_least_increment(const struct time_control *control)
{
	uint32_t least = control->n_periods > 0 ? control->periods[0].increment_s : 0;

	for (uint32_t i = 1; i < control->n_periods; i++)
		if (control->periods[i].increment_s < least)
			least = control->periods[i].increment_s;
	return least;
}

const char *
time_mode_name(enum time_mode mode)
{
	static const char *const names[] = {
		[TIME_MODE_NONE] = "none",
		[TIME_MODE_FISCHER] = "fischer",
		[TIME_MODE_BRONSTEIN] = "bronstein",
		[TIME_MODE_DELAY] = "delay",
	};

	return names[mode];
}
