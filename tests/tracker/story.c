/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/tracker/story.h"

#include <check.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/san.h"
#include "tests/support.h"

#define SCAN_US 250000
#define TICKS   10

static const char start_squares[] =
	"RNBQKBNRPPPPPPPP................................pppppppprnbqkbnr";

static void
write_movetext(const struct game *game, char *text, size_t size)
{
	struct position position = game->start;
	size_t len = 0;

	text[0] = '\0';
	for (uint32_t i = 0; i < game->n_plies; i++) {
		const struct game_ply *ply = &game->plies[i];
		char san[SAN_SIZE];

		if (game_last_break(game, i) && game_last_break(game, i)->ply == i) {
			const struct game_break *gap = game_last_break(game, i);

			position = gap->position;
			len += (size_t)snprintf(text + len, size - len, "%s{%s}", len ? " " : "",
			                        gap->why == BREAK_ILLEGAL ? "illegal" : "resumed");
		}
		san_format(&position, ply->move, san);
		len += (size_t)snprintf(text + len, size - len, "%s%s%s", len ? " " : "", san,
		                        ply->state == PLY_CANDIDATE ? "?"
		                        : ply->state == PLY_MADE    ? "~"
		                                                    : "");
		if (ply->doubtful)
			len += (size_t)snprintf(text + len, size - len, "*");
		if (ply->clock_s != CLOCK_UNKNOWN)
			len += (size_t)snprintf(text + len, size - len, "@%d", ply->clock_s);
		position_after(&position, ply->move, &position);
	}
	if (game->result != RESULT_NONE)
		snprintf(text + len, size - len, "%s%s", len ? " " : "",
		         game_result_text((enum game_result)game->result));
}

static void
on_game_over(void *ctx, const struct game *game)
{
	struct story *story = ctx;
	size_t len = strlen(story->finished);

	write_movetext(game, story->finished + len, sizeof(story->finished) - len - 4);
	strncat(story->finished, " | ", 4);
}

static void
tell(struct story *story, struct board_event *event)
{
	event->t_us = story->t_us;
	event->recovered = story->logged;
	tracker_event(story->tracker, event);
}

static int
raw_square(const struct story *story, int sq)
{
	return story->turned ? 63 - sq : sq;
}

static uint8_t
read_as(const struct story *story, uint8_t piece)
{
	return story->occupied && piece != EMPTY ? (uint8_t)SOME_MAN : piece;
}

static void
tell_square(struct story *story, int sq, uint8_t piece)
{
	struct board_event event = { .kind = BOARD_SQUARE };

	story->squares[sq] = piece;
	event.square.sq = (uint8_t)raw_square(story, sq);
	event.square.piece = read_as(story, piece);
	tell(story, &event);
}

static void
tell_scan(struct story *story)
{
	struct board_event event = { .kind = BOARD_SCAN };

	for (int sq = 0; sq < 64; sq++)
		event.scan[raw_square(story, sq)] = read_as(story, story->squares[sq]);
	tell(story, &event);
}

static void
set_up(struct story *story, bool turned)
{
	story->turned = turned;
	story->white_side = turned ? CLOCK_RIGHT : CLOCK_LEFT;
	for (int sq = 0; sq < 64; sq++)
		story->squares[sq] = test_piece(start_squares[sq]);
}

static void
tell_start(struct story *story, bool turned)
{
	set_up(story, turned);
	tell_scan(story);
}

static void
tell_clock(struct story *story)
{
	struct board_event event = { .kind = BOARD_CLOCK, .clock = story->clock };

	tell(story, &event);
}

static uint8_t
side_of(const struct story *story, char letter)
{
	return letter == 'W' ? story->white_side : story->white_side ^ 1;
}

/* A player presses: a second less on his own clock each time, and the increment more, so that every press has its own
 * value. */
static void
press(struct story *story, char letter)
{
	uint8_t side = side_of(story, letter);

	story->clock.face[side].seconds += story->increment_s - 1;
	story->clock.turn = side ^ 1;
}

static void
tick(struct story *story)
{
	story->clock.face[story->clock.turn].seconds--;
	tell_clock(story);
}

static void
tell_word(struct story *story, const char *word)
{
	struct board_event event = { 0 };
	int sq = (word[0] - 'a') + (word[1] - '1') * 8;

	if (strcmp(word, "start") == 0 || strcmp(word, "start-turned") == 0) {
		tell_start(story, word[5] != '\0');
	} else if (strcmp(word, "men") == 0) {
		set_up(story, false);
	} else if (strcmp(word, "occupied") == 0) {
		story->occupied = true;
	} else if (strcmp(word, "increment") == 0) {
		story->increment_s = 30;
	} else if (strcmp(word, "any-start") == 0) {
		tracker_accept_starts(story->tracker, TRACKER_ANY_START);
	} else if (strcmp(word, "chess960") == 0) {
		tracker_accept_starts(story->tracker, TRACKER_CHESS960_STARTS);
	} else if (strcmp(word, "scan") == 0) {
		tell_scan(story);
	} else if (strcmp(word, "lost") == 0 || strcmp(word, "back") == 0) {
		event.kind = word[0] == 'l' ? BOARD_LOST : BOARD_BACK;
		tell(story, &event);
	} else if (strcmp(word, "log") == 0 || strcmp(word, "live") == 0) {
		story->logged = word[1] == 'o';
	} else if (strcmp(word, "over") == 0 || strcmp(word, "on") == 0) {
		tracker_result(story->tracker, word[1] == 'v' ? RESULT_DRAW : RESULT_NONE,
		               story->t_us);
	} else if (strncmp(word, "GO(", 3) == 0) {
		story->clock.connected = story->clock.running = true;
		story->clock.turn = side_of(story, word[3]);
		tell_clock(story);
	} else if (strncmp(word, "TURN(", 5) == 0) {
		story->clock.turn = side_of(story, word[5]);
		tell_clock(story);
	} else if (strcmp(word, "STOP") == 0) {
		story->clock.running = false;
		tell_clock(story);
	} else if (strcmp(word, "tick") == 0) {
		tick(story);
	} else if (strcmp(word, "ticks") == 0) {
		for (int i = 0; i < TICKS; i++) {
			story->t_us += 1000000;
			tick(story);
		}
	} else if (strcmp(word, "no-clock") == 0) {
		story->clock.connected = false;
		tell_clock(story);
	} else if (strcmp(word, "clock-reversed") == 0) {
		story->white_side ^= 1;
	} else if (strchr(word, '!') != NULL) {
		for (int i = 0; word[i] != '!'; i++)
			press(story, word[i]);
		tell_clock(story);
	} else if (word[0] == '+') {
		char *unit;
		unsigned long n = strtoul(word + 1, &unit, 10);

		story->t_us += n * (strcmp(unit, "ms") == 0 ? 1000 : 1000000);
		tracker_advance(story->tracker, story->t_us);
	} else if (word[2] == '-') {
		tell_square(story, sq, EMPTY);
	} else if (word[2] == '+' || word[2] == ':') {
		tell_square(story, sq, test_piece(word[3]));
	} else if (word[2] == '=') {
		story->squares[sq] = test_piece(word[3]);
	} else {
		ck_abort_msg("no such word: %s", word);
	}
}

void
story_tell(struct story *story, const char *script)
{
	const char *p = script;

	while (*p) {
		char word[32];
		size_t n = 0;

		if (*p == ' ' || *p == '}' || *p == '{') {
			if (*p == '{')
				story->step_us = 3000;
			if (*p == '}') {
				story->step_us = SCAN_US;
			}
			p++;
			continue;
		}
		while (p[n] && p[n] != ' ' && p[n] != '}' && n + 1 < sizeof(word))
			n++;
		memcpy(word, p, n);
		word[n] = '\0';
		p += n;
		if (word[0] != '+')
			story->t_us += story->step_us;
		tell_word(story, word);
	}
}

static void
on_update(void *ctx, enum tracker_update what, const struct game *game, uint32_t first_ply)
{
	struct story *story = ctx;

	(void)game;
	(void)first_ply;
	story->told += what == TRACKER_PLIES;
}

void
story_begin(struct story *story)
{
	struct tracker_listener listener = { .ctx = story,
		                             .update = on_update,
		                             .game_over = on_game_over };

	memset(story, 0, sizeof(*story));
	story->step_us = SCAN_US;
	for (int side = 0; side < 2; side++)
		story->clock.face[side].seconds = 300;
	story->tracker = tracker_init(malloc(tracker_size()), &listener);
}

/* No ply was made, or pressed for, later than all that was heard. */
static void
check_times(const struct story *story, const struct game *game)
{
	for (uint32_t i = 0; i < game->n_plies; i++) {
		const struct game_ply *ply = &game->plies[i];

		ck_assert_msg(ply->made_us == TIME_UNKNOWN || ply->made_us <= story->t_us,
		              "ply %u was made at %" PRIu64, i + 1, ply->made_us);
		ck_assert_msg(ply->completed_us == TIME_UNKNOWN || ply->completed_us <= story->t_us,
		              "ply %u was pressed for at %" PRIu64, i + 1, ply->completed_us);
	}
}

const char *
story_end(struct story *story, bool finish)
{
	static char text[8192];
	const struct game *game = tracker_game(story->tracker);

	if (finish)
		tracker_finish(story->tracker);
	snprintf(text, sizeof(text), "%s", story->finished);
	if (game) {
		check_times(story, game);
		write_movetext(game, text + strlen(text), sizeof(text) - strlen(text));
	}
	free(story->tracker);
	return text;
}

void
story_check(const struct tale *tale)
{
	struct story story;
	const char *record;

	story_begin(&story);
	story_tell(&story, tale->script);
	record = story_end(&story, false);
	ck_assert_msg(strcmp(record, tale->record) == 0,
	              "%s:\n  told     %s\n  expected %s\n  got      %s", tale->name, tale->script,
	              tale->record, record);
}

static const struct tale *told;

static void
check_told(int i)
{
	story_check(&told[i]);
}

int
story_run(const char *name, const struct tale *tales, size_t n)
{
	told = tales;
	return test_run_each(name, check_told, n);
}
