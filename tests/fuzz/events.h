/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A listener for drivers under fuzzing: every event in range and in order, and all of them in one sum.
 */
#pragma once

#include <string.h>

#include "core/base/fnv.h"
#include "core/base/invariant.h"
#include "drivers/driver.h"

/* What a driver has said, as a sum that depends on every field and on the order. */
struct listener {
	uint64_t sum, events, last_us;
	uint64_t sent;
};

static inline void
mix(struct listener *listener, uint64_t value)
{
	listener->sum = fnv_mix(listener->sum, value);
}

static inline void
check_face(struct listener *listener, const struct clock_face *face)
{
	INVARIANT(face->seconds >= 0 && face->seconds <= 35999);
	mix(listener, (uint64_t)face->seconds << 3 | (uint64_t)face->flag_fallen << 2 |
	                      (uint64_t)face->flag_shown << 1 | face->per_move);
}

static inline void
check_clock(struct listener *listener, const struct clock_reading *clock)
{
	INVARIANT(clock->turn == CLOCK_LEFT || clock->turn == CLOCK_RIGHT);
	INVARIANT(clock->connected || !clock->running);
	check_face(listener, &clock->face[CLOCK_LEFT]);
	check_face(listener, &clock->face[CLOCK_RIGHT]);
	mix(listener, (uint64_t)clock->connected << 3 | (uint64_t)clock->running << 2 |
	                      (uint64_t)clock->battery_low << 1 | clock->turn);
}

static inline void
check_man(struct listener *listener, uint8_t piece)
{
	INVARIANT((piece <= BLACK_KING && piece != 7 && piece != 8) || piece == SOME_MAN);
	mix(listener, piece);
}

static inline void
check_text(struct listener *listener, const char *text)
{
	INVARIANT(strlen(text) <= 1024);
	for (; *text; text++) {
		INVARIANT(*text >= ' ' && *text <= '~');
		mix(listener, (uint64_t)*text);
	}
}

static inline void
on_event(void *ctx, const struct board_event *event)
{
	struct listener *listener = ctx;

	/* What a board says of itself is of the moment; what happened on it comes in order. */
	if (event->kind != BOARD_FACT && event->kind != BOARD_CLOCK_ACK && !event->recovered) {
		INVARIANT(event->t_us >= listener->last_us);
		listener->last_us = event->t_us;
	}
	listener->events++;
	mix(listener, (uint64_t)event->kind);
	mix(listener, event->t_us);
	switch (event->kind) {
	case BOARD_SQUARE:
		INVARIANT(event->square.sq < 64);
		mix(listener, event->square.sq);
		check_man(listener, event->square.piece);
		break;
	case BOARD_SCAN:
		for (int sq = 0; sq < 64; sq++)
			check_man(listener, event->scan[sq]);
		break;
	case BOARD_CLOCK:
		check_clock(listener, &event->clock);
		break;
	case BOARD_CLOCK_ACK:
		for (int i = 0; i < 4; i++)
			mix(listener, event->ack.b[i]);
		break;
	case BOARD_FACT:
		INVARIANT(event->fact.which < BOARD_FACTS);
		check_text(listener, event->fact.text);
		break;
	case BOARD_MAGIC:
		INVARIANT(event->magic.sq < 64 && event->magic.which <= BOARD_MAGIC_BLACK_WINS);
		mix(listener, event->magic.sq);
		break;
	case BOARD_LOST:
	case BOARD_BACK:
		INVARIANT(event->kind <= BOARD_MAGIC); /* the host's, never a driver's */
	}
}
