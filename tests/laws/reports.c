/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/laws/reports.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/fen.h"
#include "core/chess/san.h"
#include "tests/support.h"

static uint64_t state;

void
reports_seed(uint64_t seed)
{
	state = seed;
}

uint32_t
reports_below(uint32_t n)
{
	state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t)((state >> 33) % n);
}

uint64_t
reports_due_us(uint64_t t_us, int place, uint32_t period_us)
{
	uint64_t at_us = (uint64_t)period_us * (uint64_t)place / 64;

	while (at_us <= t_us)
		at_us += period_us;
	return at_us;
}

/* What a board tells, in the order in which its scan comes by: not that in which men were touched. */
struct told {
	uint64_t at_us;
	uint8_t place;
};

static int
by_moment(const void *a, const void *b)
{
	const struct told *x = a, *y = b;

	return (x->at_us > y->at_us) - (x->at_us < y->at_us);
}

static struct told
tell(const struct reports_line *line, uint64_t t_us)
{
	int place = (int)reports_below(64);
	uint64_t at_us =
		reports_due_us(t_us, line->backwards ? 63 - place : place, line->period_us) +
		reports_below(line->queue_us + 1);

	if (line->burst_us > 0)
		at_us = (at_us / line->burst_us + 1) * line->burst_us + reports_below(40000);
	return (struct told){ at_us, (uint8_t)place };
}

#define MEN_OF_MOVE 3

/* As games have them: one man after the other, half a second apart, then a pause. */
void
reports_hear(struct scan_pace *pace, const struct reports_line *line, int moves)
{
	uint64_t t_us = 1000000;

	for (int i = 0; i < moves; i++) {
		struct told told[MEN_OF_MOVE];

		t_us += 3000000;
		for (int man = 0; man < MEN_OF_MOVE; man++) {
			t_us += 100000 + reports_below(500000);
			told[man] = tell(line, t_us);
		}
		qsort(told, MEN_OF_MOVE, sizeof(told[0]), by_moment);
		for (int man = 0; man < MEN_OF_MOVE; man++)
			scan_pace_report(pace, told[man].place, told[man].at_us);
	}
}

static int
by_time(const void *a, const void *b)
{
	const struct reports_touch *x = a, *y = b;

	return (x->t_us > y->t_us) - (x->t_us < y->t_us);
}

/* What is known of a board of that period after a while; as last asked for. */
static const struct scan_pace *
reports_pace_of(uint32_t period_us)
{
	static struct scan_pace pace;
	static uint32_t measured_us;
	const struct reports_line line = { period_us, false, 0, 0 };

	if (measured_us != period_us) {
		scan_pace_init(&pace);
		reports_hear(&pace, &line, 60);
		measured_us = period_us;
	}
	return &pace;
}

void
reports_of(const struct position *before, struct reports_touch *touches, size_t n,
           uint32_t period_us, struct contacts *ret_contacts)
{
	struct tracker_view view = { .games = 1 };

	contacts_init(ret_contacts);
	position_placement(before, view.squares);
	contacts_look(ret_contacts, &view, 0);
	ret_contacts->pace = *reports_pace_of(period_us);
	for (size_t i = 0; i < n; i++)
		touches[i].t_us =
			reports_due_us(touches[i].t_us, touches[i].sq ^ 56, period_us) + 5200;
	if (n > 0)
		qsort(touches, n, sizeof(*touches), by_time);
	for (size_t i = 0; i < n; i++) {
		view.squares[touches[i].sq] = touches[i].piece;
		contacts_look(ret_contacts, &view, touches[i].t_us);
	}
}

void
reports_read_move(const char *fen, const char *san, struct position *ret_before, uint16_t *ret_move)
{
	ck_assert_int_eq(fen_parse(fen, strlen(fen), ret_before, NULL), 0);
	ck_assert_int_eq(san_parse(ret_before, san, strlen(san), ret_move), SAN_OK);
}
