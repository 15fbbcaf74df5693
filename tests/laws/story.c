/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/laws/story.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/san.h"
#include "core/laws/alert/catalogue.h"
#include "core/laws/mating.h"

#define MAX_LATENCY_US 1000000

struct story story;

static void
told(void *ctx, const struct alert *alert)
{
	size_t len = strlen(story.told);

	(void)ctx;
	/* The arbiter hears within a second of the proving event. */
	ck_assert_uint_le(story.t_us, alert->t_us + MAX_LATENCY_US);
	snprintf(story.told + len, sizeof(story.told) - len, "%s%s@%u:%c%s", len ? " " : "",
	         alert_row(alert->id)->name, alert->ply, alert->side == WHITE ? 'w' : 'b',
	         alert->severity == ALERT_CRITICAL ? "!" : "");
	story.last = *alert;
	story.after[0] = '\0';
	if (alert->after)
		fen_format(alert->after, story.after);
}

static void
on_update(void *ctx, enum tracker_update what, const struct game *game, uint32_t first_ply)
{
	struct tracker_view view;

	(void)ctx;
	tracker_look(story.tracker, &view);
	laws_update(story.laws, what, game, first_ply, &view, story.t_us);
}

static void
tell_tracker(struct board_event *event)
{
	event->t_us = story.t_us;
	laws_advance(story.laws, story.t_us);
	tracker_event(story.tracker, event);
}

static uint8_t
read_as(uint8_t piece)
{
	return story.occupied && piece != EMPTY ? (uint8_t)SOME_MAN : piece;
}

void
story_square_now(int sq, uint8_t piece)
{
	struct board_event event = { .kind = BOARD_SQUARE };

	story.squares[sq] = piece;
	event.square.sq = (uint8_t)sq;
	event.square.piece = read_as(piece);
	tell_tracker(&event);
}

void
story_step(void)
{
	story.t_us += story.step_us > 0 ? story.step_us : STORY_SCAN_US;
	story.step_us = 0;
}

void
story_square(int sq, uint8_t piece)
{
	story_step();
	story_square_now(sq, piece);
}

void
story_scan(const uint8_t scan[static 64])
{
	struct board_event event = { .kind = BOARD_SCAN };

	for (int sq = 0; sq < 64; sq++)
		event.scan[sq] = read_as(scan[sq]);
	story.t_us += STORY_SCAN_US;
	tell_tracker(&event);
}

void
story_clock(void)
{
	struct board_event event = { .kind = BOARD_CLOCK, .clock = story.clock };

	story_step();
	tell_tracker(&event);
}

void
story_link(bool up)
{
	struct board_event event = { .kind = up ? BOARD_BACK : BOARD_LOST };

	tell_tracker(&event);
	if (!up)
		laws_link_lost(story.laws, story.t_us);
}

const struct game *
story_game(void)
{
	return story.tracker ? tracker_game(story.tracker) : &story.game;
}

/* Hands: what leaves its square first, then what arrives. */
static void
tell_hands(const struct position *before, const struct position *after)
{
	uint8_t to[64], from[64];

	position_placement(before, from);
	position_placement(after, to);
	for (int sq = 0; sq < 64; sq++)
		if (from[sq] != to[sq] && from[sq] != EMPTY)
			story_square(sq, EMPTY);
	for (int sq = 0; sq < 64; sq++)
		if (from[sq] != to[sq] && to[sq] != EMPTY)
			story_square(sq, to[sq]);
}

void
story_move(const char *san, bool press)
{
	const struct position before = story_game()->now;
	struct tracker_view view = { .games = 1 };
	struct position after;
	uint16_t move;

	ck_assert_msg(san_parse(&before, san, strlen(san), &move) == SAN_OK, "%s", san);
	if (!story.tracker) {
		story.t_us += 3 * STORY_SCAN_US;
		laws_advance(story.laws, story.t_us);
		ck_assert_int_eq(game_append(&story.game, move, story.t_us, PLY_MADE), 0);
		laws_update(story.laws, TRACKER_PLIES, &story.game, story.game.n_plies - 1, &view,
		            story.t_us);
		return;
	}
	position_after(&before, move, &after);
	tell_hands(&before, &after);
	story.t_us += 600000;
	tracker_advance(story.tracker, story.t_us);
	if (press) {
		story.clock.face[before.side].seconds -= 2;
		story.clock.turn = (uint8_t)!before.side;
		story_clock();
	}
}

void
story_result(const char *text)
{
	enum game_result result = RESULT_NONE;
	struct tracker_view view = { .games = 1 };

	while (result < GAME_RESULTS && strcmp(text, game_score_text(result)) != 0)
		result++;
	ck_assert_msg(result < GAME_RESULTS, "%s", text);
	story.t_us += STORY_SCAN_US;
	laws_advance(story.laws, story.t_us);
	if (story.tracker) {
		tracker_result(story.tracker, result, story.t_us);
		return;
	}
	game_set_result(&story.game, result, result == RESULT_NONE ? END_OPEN : END_DECLARED);
	laws_update(story.laws, TRACKER_RESULT, &story.game, 0, &view, story.t_us);
}

void
story_stand(const struct position *start)
{
	tracker_expect_start(story.tracker, start);
	laws_expect(story.laws, start, true);
	position_placement(start, story.squares);
	story_scan(story.squares);
}

void
story_begin(const char *fen, bool sensors)
{
	static struct mating mating;
	static const struct tracker_listener listener = { .update = on_update };
	static const struct alert_listener alerts = { .raise = told };
	struct tracker_view view = { .games = 1 };
	struct position start;

	memset(&story, 0, sizeof(story));
	rules_stated_init(&story.stated);
	ruleset_default(&story.rules, "2020-01-01");
	story.t_us = 1000000;
	story.clock.face[0].seconds = story.clock.face[1].seconds = 5400;
	story.laws = laws_init(malloc(laws_size()), &story.rules, 7, &alerts, &mating);
	if (sensors)
		story.tracker = tracker_init(malloc(tracker_size()), &listener);
	if (!fen)
		return;
	ck_assert_int_eq(fen_parse(fen, strlen(fen), &start, NULL), 0);
	if (sensors) {
		story.clock.turn = start.side;
		story_stand(&start);
		return;
	}
	game_init(&story.game, &start, story.plies, 600);
	laws_update(story.laws, TRACKER_GAME_BEGINS, &story.game, 0, &view, story.t_us);
}

void
story_end(void)
{
	free(story.tracker);
	free(story.laws);
}
