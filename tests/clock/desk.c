/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/clock/desk.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

#include "core/chess/fen.h"
#include "core/chess/san.h"

#define LAG_MS 30 /* from the clock to us */

static uint64_t verdict_memory[VERDICT_MEMORY_MIN * 8 / sizeof(uint64_t)];

static void
note(void *ctx, const struct clock_finding *finding)
{
	struct desk *desk = ctx;

	ck_assert_int_lt(desk->n_findings, DESK_FINDINGS);
	desk->findings[desk->n_findings++] = *finding;
}

static void
note_disproved(void *ctx, enum alert_id id)
{
	struct desk *desk = ctx;

	ck_assert_int_gt(desk_found(desk, id), desk->n_disproved);
	desk->n_disproved++;
}

void
desk_sit(struct desk *desk, const char *control, const char *fen,
         void (*change)(struct time_control *control, struct clock_watch_setup *setup))
{
	struct clock_watch_setup setup;
	struct clock_watch_listener listener = { desk, note, note_disproved };
	struct position position;

	memset(desk, 0, sizeof(*desk));
	ck_assert_int_eq(time_control_parse(control, strlen(control), &desk->control), 0);
	clock_watch_defaults(&setup, &desk->control);
	setup.verdict_memory = verdict_memory;
	setup.verdict_memory_size = sizeof(verdict_memory);
	setup.trouble_s = 0;
	if (change)
		change(&desk->control, &setup);
	setup.control = desk->control;
	if (fen)
		ck_assert_int_eq(fen_parse(fen, strlen(fen), &position, NULL), 0);
	else
		position_start(&position);
	game_init(&desk->game, &position, desk->plies, 512);
	desk->t_us = 1000000;
	desk->turn = position.side;
	for (int side = WHITE; side <= BLACK && desk->control.n_periods > 0; side++)
		desk->left_ms[side] = 1000 * (int64_t)time_control_start_s(&desk->control,
		                                                           (enum color)side, NULL);
	clock_watch_init(&desk->watch, &setup, &listener);
	desk_show(desk);
	clock_watch_begin(&desk->watch, &desk->game, desk->t_us);
	desk_show(desk);
}

void
desk_show(struct desk *desk)
{
	struct clock_reading reading = { .connected = !desk->unplugged,
		                         .running = desk->running,
		                         .turn = desk->turn == WHITE ? CLOCK_LEFT : CLOCK_RIGHT,
		                         .battery_low = desk->battery_low };

	if (desk->mute)
		return;
	for (int side = WHITE; side <= BLACK; side++) {
		reading.face[side].seconds = (int32_t)((desk->left_ms[side] + 999) / 1000);
		reading.face[side].flag_fallen = desk->fallen[side];
		reading.face[side].flag_shown = desk->shown[side];
	}
	clock_watch_reading(&desk->watch, &desk->game, &reading, desk->white_side,
	                    desk->t_us + LAG_MS * 1000);
}

static void
lose(struct desk *desk, int side, int64_t ms)
{
	desk->left_ms[side] = desk->left_ms[side] > ms ? desk->left_ms[side] - ms : 0;
}

static int64_t
shown(const struct desk *desk)
{
	return (desk->left_ms[WHITE] + 999) / 1000 * 100000 + (desk->left_ms[BLACK] + 999) / 1000;
}

void
desk_wait(struct desk *desk, int64_t ms)
{
	/* In steps of 10 ms: fine enough for a display. */
	for (int64_t gone = 0; gone < ms; gone += 10) {
		int64_t before = shown(desk);

		desk->t_us += 10000;
		if (!desk->running || desk->stuck)
			continue;
		desk->delay_gone_ms += 10;
		if (desk->delay_gone_ms > desk->delay_ms)
			lose(desk, desk->turn, 10);
		if (desk->both)
			lose(desk, desk->turn ^ 1, 10);
		if (shown(desk) != before)
			desk_show(desk);
	}
	clock_watch_advance(&desk->watch, &desk->game, desk->t_us);
}

void
desk_start(struct desk *desk)
{
	desk->running = true;
	desk_show(desk);
}

void
desk_stop(struct desk *desk)
{
	desk->running = false;
	desk_show(desk);
}

void
desk_ply(struct desk *desk, const char *uci)
{
	uint16_t move;

	ck_assert_msg(uci_parse(&desk->game.now, uci, strlen(uci), &move) == 0, "%s", uci);
	ck_assert_int_eq(game_append(&desk->game, move, desk->t_us, PLY_MADE), 0);
	clock_watch_plies(&desk->watch, &desk->game, desk->game.n_plies - 1, desk->t_us);
	if (desk->game.result != RESULT_NONE)
		clock_watch_result(&desk->watch, &desk->game, desk->t_us);
}

static void
flip(struct desk *desk, int64_t gain_s)
{
	desk->left_ms[desk->turn] += 1000 * gain_s;
	desk->turn ^= 1;
	desk->delay_gone_ms = 0;
}

void
desk_press_bare(struct desk *desk, int64_t gain_s)
{
	flip(desk, gain_s);
	desk_show(desk);
}

void
desk_press(struct desk *desk, int64_t gain_s)
{
	uint32_t index = desk->game.n_plies - 1;
	struct game_ply *ply;

	if (game_ply_side(&desk->game, index) != (enum color)desk->turn)
		index--;
	ply = &desk->game.plies[index];
	flip(desk, gain_s);
	ply->completed_us = desk->t_us + LAG_MS * 1000;
	ply->clock_s = (int32_t)((desk->left_ms[desk->turn ^ 1] + 999) / 1000);
	/* The record hears of the press before the watch sees the reading. */
	game_set_state(&desk->game, index, PLY_COMPLETED);
	clock_watch_plies(&desk->watch, &desk->game, index, ply->completed_us);
	desk_show(desk);
}

void
desk_play(struct desk *desk, const char *plies, int64_t ms, int64_t gain_s)
{
	char uci[8];
	int n;

	for (; sscanf(plies, "%7s%n", uci, &n) == 1; plies += n) {
		desk_wait(desk, ms - 200);
		desk_ply(desk, uci);
		desk_wait(desk, 200);
		desk_press(desk, gain_s);
	}
}

void
desk_shuffle(struct desk *desk, int n, int64_t ms, int64_t gain_s)
{
	static const char *const out_and_home[2][2] = { { "f3g1", "g1f3" }, { "f6g8", "g8f6" } };
	uint16_t move;

	while (n-- > 0) {
		const char *const *moves = out_and_home[desk->game.now.side];
		bool is_out = uci_parse(&desk->game.now, moves[0], 4, &move) == 0;

		desk_play(desk, moves[is_out ? 0 : 1], ms, gain_s);
	}
}

void
desk_order(struct desk *desk, enum clock_order order, enum color side, int32_t seconds)
{
	clock_watch_order(&desk->watch, &desk->game, order, side, seconds, desk->t_us);
}

int
desk_found(const struct desk *desk, enum alert_id id)
{
	int n = 0;

	for (int i = 0; i < desk->n_findings; i++)
		n += desk->findings[i].id == id;
	return n;
}

void
desk_expect_only(const struct desk *desk, enum alert_id id, int n)
{
	for (int i = 0; i < desk->n_findings; i++)
		ck_assert_msg(desk->findings[i].id == id,
		              "%s at ply %u, %.3f s, difference %d, expected %d",
		              alert_row(desk->findings[i].id)->name, desk->findings[i].ply,
		              (double)desk->findings[i].t_us / 1e6, desk->findings[i].difference_s,
		              desk->findings[i].expected_s);
	ck_assert_int_eq(desk->n_findings, n);
}

void
desk_expect_nothing(const struct desk *desk)
{
	desk_expect_only(desk, ALERTS, 0);
}

const struct clock_finding *
desk_finding(const struct desk *desk, enum alert_id id)
{
	for (int i = 0; i < desk->n_findings; i++)
		if (desk->findings[i].id == id)
			return &desk->findings[i];
	ck_abort_msg("no finding %u", id);
	return NULL;
}

void
desk_sit_near_control(struct desk *desk)
{
	desk_sit(desk, "40/5400+30:1800+30", NULL, NULL);
	desk_start(desk);
	desk_shuffle(desk, 78, 5000, 30);
	desk->left_ms[WHITE] = desk->left_ms[BLACK] = 60000;
	desk_order(desk, CLOCK_ORDER_PAUSE, WHITE, 0);
	desk_stop(desk);
	desk_start(desk);
	desk_expect_nothing(desk);
}
