/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/tracker/seen/past.h"

#include "core/base/clock_pair.h"

static void
add(struct past *past, const struct past_entry *entry)
{
	past->entries[past->n++ % PAST_MAX] = *entry;
}

static uint8_t
flags_of(const struct clock_reading *clock)
{
	return (uint8_t)((clock->turn ? PAST_TURN : 0) | (clock->running ? PAST_RUNNING : 0) |
	                 (clock->connected ? PAST_CONNECTED : 0) |
	                 (clock->face[CLOCK_LEFT].flag_fallen ? PAST_FLAG_LEFT : 0) |
	                 (clock->face[CLOCK_RIGHT].flag_fallen ? PAST_FLAG_RIGHT : 0));
}

struct clock_reading
past_reading(const struct clock_reading *clock, uint8_t flags, int32_t seconds)
{
	struct clock_reading reading = *clock;

	reading.face[clock->turn].seconds = seconds;
	reading.turn = flags & PAST_TURN ? 1 : 0;
	reading.running = (flags & PAST_RUNNING) != 0;
	reading.connected = (flags & PAST_CONNECTED) != 0;
	reading.face[CLOCK_LEFT].flag_fallen = (flags & PAST_FLAG_LEFT) != 0;
	reading.face[CLOCK_RIGHT].flag_fallen = (flags & PAST_FLAG_RIGHT) != 0;
	return reading;
}

struct clock_reading
past_read_clock(struct clock_reading *clock, const struct past_entry *entry)
{
	int32_t seconds = (int32_t)entry->number;
	struct clock_reading reading = past_reading(clock, entry->now, seconds);

	if (entry->now & PAST_PAIR) {
		reading.face[clock->turn ^ 1].seconds = entry->other_s;
		clock->face[clock->turn ^ 1].seconds = entry->other_s - 1;
		clock->face[clock->turn].seconds = seconds - 1;
	}
	return reading;
}

static void
note_squares(struct past *past, const struct board_event *event, struct past_entry *entry,
             const uint8_t raw[64])
{
	int first = event->kind == BOARD_SQUARE ? event->square.sq : 0;
	int last = event->kind == BOARD_SQUARE ? event->square.sq : 63;

	entry->kind = event->kind == BOARD_SQUARE ? PAST_SQUARE : PAST_SCAN;
	for (int sq = first; sq <= last; sq++) {
		/* By the first scan behind a gap the picture counts, also if it tells no news. */
		bool counts = entry->kind == PAST_SCAN && past->unscanned;

		past->unscanned = past->unscanned && !counts;
		entry->sq = (uint8_t)sq;
		entry->was = raw[sq];
		entry->now = event->kind == BOARD_SQUARE ? event->square.piece : event->scan[sq];
		/* An update that tells no news tells that one was lost. */
		if (entry->was != entry->now || entry->kind == PAST_SQUARE || counts)
			add(past, entry);
	}
}

static void
note_clock(struct past *past, const struct board_event *event, struct past_entry *entry,
           const struct clock_reading *clock)
{
	/* By that one it is known how many plies the gap had (gap.h), also where the same player's time runs; not by a log. */
	bool first = past->unread && !event->recovered;

	entry->kind = PAST_CLOCK;
	entry->was = flags_of(clock);
	entry->now = flags_of(&event->clock);
	if (clock_hides_pair(clock, &event->clock))
		entry->now |= PAST_PAIR;
	entry->number = (uint32_t)event->clock.face[clock->turn].seconds;
	entry->other_s = event->clock.face[clock->turn ^ 1].seconds;
	entry->since_ms = (uint32_t)((entry->t_us - past->read_us) / 1000);
	past->read_us = entry->t_us;
	past->unread = past->unread && !first;
	if (entry->was == entry->now && !first)
		return;
	add(past, entry);
}

void
past_note(struct past *past, const struct board_event *event, uint64_t t_us, uint64_t change,
          const uint8_t raw[64], const struct clock_reading *clock)
{
	struct past_entry entry = { .t_us = t_us,
		                    .number = (uint32_t)change,
		                    .logged = event->recovered };

	if (past->frozen)
		return;
	switch (event->kind) {
	case BOARD_SQUARE:
	case BOARD_SCAN:
		note_squares(past, event, &entry, raw);
		break;
	case BOARD_CLOCK:
		note_clock(past, event, &entry, clock);
		break;
	case BOARD_LOST:
	case BOARD_BACK:
		entry.kind = event->kind == BOARD_LOST ? PAST_LOST : PAST_BACK;
		past->unread = past->unscanned = entry.kind == PAST_BACK;
		add(past, &entry);
		break;
	case BOARD_CLOCK_ACK:
	case BOARD_FACT:
	case BOARD_MAGIC:
		break;
	}
}

bool
past_after(const struct past *past, uint64_t t_us, uint64_t *ret_i)
{
	uint64_t i = past->n, oldest = past_oldest(past);

	while (i > oldest && past_at(past, i - 1)->t_us > t_us)
		i--;
	*ret_i = i;
	return i > oldest || oldest == 0;
}

void
past_withdraw(struct past *past, uint64_t i, uint64_t n)
{
	uint64_t oldest;

	if (i < past_oldest(past) || past->n < i + n)
		return;
	for (; i + n < past->n; i++)
		past->entries[i % PAST_MAX] = *past_at(past, i + n);
	oldest = past->n > PAST_MAX ? past->n - PAST_MAX : 0;
	if (past->from < oldest)
		past->from = oldest; /* where those before that were the others have been written */
	past->n -= n;
}

bool
past_read(const struct past *past, uint8_t sq, uint8_t reads, uint64_t t_us, uint8_t *ret_read)
{
	uint64_t after;

	if (!past_after(past, t_us, &after))
		return false;
	*ret_read = reads;
	for (uint64_t i = past->n; i > after; i--)
		if (past_at(past, i - 1)->kind <= PAST_SCAN && past_at(past, i - 1)->sq == sq)
			*ret_read = past_at(past, i - 1)->was;
	return true;
}

uint64_t
past_pressed_since(const struct past *past, uint64_t t_us)
{
	uint64_t since_us = t_us;

	for (uint64_t i = past->n; i > past_oldest(past) && past_at(past, i - 1)->t_us >= t_us; i--)
		if (past_at(past, i - 1)->kind == PAST_CLOCK)
			since_us = past_at(past, i - 1)->t_us -
			           (uint64_t)past_at(past, i - 1)->since_ms * 1000;
	return since_us < t_us ? since_us : t_us;
}

int
past_presses(const struct past_entry *entry)
{
	if (entry->kind != PAST_CLOCK || !(entry->was & PAST_RUNNING))
		return 0;
	return (entry->now & PAST_PAIR ? 2 : 0) + (((entry->was ^ entry->now) & PAST_TURN) != 0);
}

bool
past_hides_presses(const struct past *past)
{
	for (uint64_t i = past->n; i > past_oldest(past); i--)
		if (past_at(past, i - 1)->kind == PAST_CLOCK &&
		    (past_at(past, i - 1)->now & PAST_PAIR))
			return true;
	return false;
}
