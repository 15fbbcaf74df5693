/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/laws/hall.h"

#include <check.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/chess/fen.h"
#include "core/chess/san.h"
#include "daemon/table.h"
#include "tests/event_driver.h"
#include "tests/support.h"

#define SECOND UINT64_C(1000000)
#define QUICK  UINT64_C(250000) /* from one square to the next */

#define NOON_US INT64_C(1717243200000000) /* 2024-06-01 12:00 UTC */

struct hall {
	struct config config;
	struct table *table;
	uint64_t now_us;
	uint8_t squares[64];
	bool link_lost; /* what is done then nobody is told */
	struct clock_reading clock;
	int32_t gain_s;
	char *out;
	size_t size, len;
};

__attribute__((format(printf, 2, 3))) static void
note(struct hall *hall, const char *format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = vsnprintf(hall->out + hall->len, hall->size - hall->len, format, args);
	va_end(args);
	hall->len = hall->len + (size_t)n < hall->size ? hall->len + (size_t)n : hall->size - 1;
}

static void
on_alert(void *ctx, const struct alert *alert)
{
	char line[ALERT_LINE_SIZE];
	struct text text;

	text_begin(&text, line, sizeof(line));
	ck_assert_int_eq(alert_write(&text, alert, OUTPUT_ALERTS), 0);
	note(ctx, "%s", line);
}

/* --- time and what the board says ----------------------------------------------------------------------- */

static void
advance(struct hall *hall, uint64_t us)
{
	uint64_t until_us = hall->now_us + us, due_us;

	while ((due_us = table_advance(hall->table, hall->now_us)) < until_us)
		hall->now_us = due_us > hall->now_us ? due_us : hall->now_us + 1;
	hall->now_us = until_us;
}

static void
tell(struct hall *hall, struct board_event *event)
{
	event->t_us = hall->now_us;
	table_from_board(hall->table, hall->now_us, (const uint8_t *)event, sizeof(*event));
}

static void
tell_square(struct hall *hall, int sq, uint8_t piece)
{
	struct board_event event = { .kind = BOARD_SQUARE };

	advance(hall, QUICK);
	hall->squares[sq] = piece;
	if (hall->link_lost)
		return;
	event.square.sq = (uint8_t)sq;
	event.square.piece = piece;
	tell(hall, &event);
}

static void
tell_men(struct hall *hall, const struct position *position)
{
	struct board_event event = { .kind = BOARD_SCAN };

	position_placement(position, hall->squares);
	memcpy(event.scan, hall->squares, sizeof(event.scan));
	advance(hall, QUICK);
	tell(hall, &event);
}

static void
tell_clock(struct hall *hall)
{
	struct board_event event = { .kind = BOARD_CLOCK };

	hall->clock.connected = true;
	if (hall->link_lost)
		return;
	event.clock = hall->clock;
	tell(hall, &event);
}

static void
pass(struct hall *hall, int seconds)
{
	for (; seconds > 0; seconds--) {
		struct clock_face *face = &hall->clock.face[hall->clock.turn];

		advance(hall, SECOND);
		if (!hall->clock.running)
			continue;
		face->seconds -= face->seconds > 0;
		tell_clock(hall);
	}
}

static void
press(struct hall *hall, enum color side)
{
	hall->clock.face[side].seconds += hall->gain_s;
	hall->clock.turn = (uint8_t)color_other(side);
	advance(hall, QUICK);
	tell_clock(hall);
}

/* --- words ------------------------------------------------------------------------------------------------- */

static void
set_up(struct hall *hall, char *fen)
{
	struct position position;

	position_start(&position);
	for (char *p = fen; *p; p++)
		*p = *p == '_' ? ' ' : *p;
	if (fen[0])
		ck_assert_int_eq(fen_parse(fen, strlen(fen), &position, NULL), 0);
	tell_men(hall, &position);
}

static void
say(struct hall *hall, const char *json)
{
	char error[256];

	if (table_host(hall->table, hall->now_us, json, error, sizeof(error)) < 0)
		note(hall, "refused: %s\n", error);
}

/* When it is back the board is asked who it is, and then read again. */
#define READ_AGAIN UINT64_C(3000000)

static void
tell_link(struct hall *hall, bool up)
{
	struct board_event event = { .kind = BOARD_BACK };

	hall->link_lost = !up;
	if (!up) {
		say(hall, "{\"op\":\"unplugged\"}");
		return;
	}
	tell(hall, &event);
	event.kind = BOARD_SCAN;
	memcpy(event.scan, hall->squares, sizeof(event.scan));
	advance(hall, READ_AGAIN);
	tell(hall, &event);
	tell_clock(hall);
}

static void
play_move(struct hall *hall, const char *san, bool presses)
{
	const struct game *game = table_game(hall->table);
	uint8_t from[64], to[64];
	struct position after;
	enum color side;
	uint16_t move;

	ck_assert_msg(game && san_parse(&game->now, san, strlen(san), &move) == SAN_OK, "%s", san);
	side = (enum color)game->now.side;
	position_placement(&game->now, from);
	position_after(&game->now, move, &after);
	position_placement(&after, to);
	pass(hall, 2);
	for (int sq = 0; sq < 64; sq++)
		if (from[sq] != to[sq] && from[sq] != EMPTY)
			tell_square(hall, sq, EMPTY);
	for (int sq = 0; sq < 64; sq++)
		if (from[sq] != to[sq] && to[sq] != EMPTY)
			tell_square(hall, sq, to[sq]);
	if (presses && hall->clock.running)
		press(hall, side);
	else
		advance(hall, SECOND);
}

static bool
begins(const char *word, const char *with)
{
	return strncmp(word, with, strlen(with)) == 0;
}

static bool
do_clock(struct hall *hall, const char *word)
{
	struct clock_face *faces = hall->clock.face;

	if (begins(word, "clk:")) {
		faces[WHITE].seconds = atoi(word + 4);
		faces[BLACK].seconds = atoi(strchr(word, ',') + 1);
		tell_clock(hall);
	} else if (strcmp(word, "battery") == 0) {
		hall->clock.battery_low = true;
		tell_clock(hall);
	} else if (begins(word, "inc:"))
		hall->gain_s = atoi(word + 4);
	else if (begins(word, "go") || strcmp(word, "stop") == 0) {
		hall->clock.running = word[0] == 'g';
		if (word[0] == 'g')
			hall->clock.turn = word[2] == ':' ? BLACK : WHITE;
		advance(hall, QUICK);
		tell_clock(hall);
	} else if (strcmp(word, "W!") == 0 || strcmp(word, "B!") == 0)
		press(hall, word[0] == 'W' ? WHITE : BLACK);
	else if (begins(word, "flag")) {
		for (int side = WHITE; side <= BLACK; side++)
			if (word[4] == 's' || word[5] == "wb"[side]) {
				faces[side].seconds = 0;
				faces[side].flag_fallen = true;
			}
		advance(hall, SECOND);
		tell_clock(hall);
	} else
		return false;
	return true;
}

static void
do_word(struct hall *hall, char *word)
{
	int sq = (word[0] - 'a') + (word[1] - '1') * 8;
	char none[] = "";

	if (do_clock(hall, word))
		return;
	if (begins(word, "setup"))
		set_up(hall, word[5] == ':' ? word + 6 : none);
	else if (strcmp(word, "lost") == 0 || strcmp(word, "back") == 0)
		tell_link(hall, word[0] == 'b');
	else if (word[0] == '{')
		say(hall, word);
	else if (word[0] == '+')
		pass(hall, atoi(word + 1));
	else if (strlen(word) == 3 && word[2] == '-' && word[0] != 'O')
		tell_square(hall, sq, EMPTY);
	else if (strlen(word) == 4 && word[2] == '+')
		tell_square(hall, sq, test_piece(word[3]));
	else
		play_move(hall, word[0] == '~' ? word + 1 : word, word[0] != '~');
}

/* --- all of it --------------------------------------------------------------------------------------------- */

/* false: it is wrong, and why has been noted. */
static bool
load(struct hall *hall, const char *lines)
{
	char path[] = "/tmp/adoubed-hall-XXXXXX", error[2000];
	int fd = mkstemp(path), r;

	ck_assert_int_ge(fd, 0);
	ck_assert_int_eq(write(fd, lines, strlen(lines)), (ssize_t)strlen(lines));
	close(fd);
	r = config_load(path, &hall->config, error, sizeof(error));
	unlink(path);
	if (r < 0)
		note(hall, "event file: %s\n", error + strlen(path));
	return r == 0;
}

static void
play(struct hall *hall, const char *script)
{
	const struct table_listener listener = { .ctx = hall, .alert = on_alert };
	char *words = strdup(script), *save = NULL;
	size_t len;

	ck_assert_int_eq(table_new(&event_driver, &hall->config,
	                           hall->config.n_tables > 0 ? &hall->config.tables[0] : NULL,
	                           &listener, &hall->table),
	                 0);
	table_begin_at(hall->table, NOON_US, 0);
	for (char *word = strtok_r(words, " ", &save); word; word = strtok_r(NULL, " ", &save))
		do_word(hall, word);
	for (size_t i = 0; i < table_games(hall->table); i++)
		note(hall, "%s", table_pgn(hall->table, i, &len));
	table_free(hall->table);
	free(words);
}

void
hall_play(const char *lines, const char *script, char *buffer, size_t size)
{
	static struct hall hall;

	memset(&hall, 0, sizeof(hall));
	hall.out = buffer;
	hall.size = size;
	buffer[0] = '\0';
	hall.now_us = SECOND;
	if (load(&hall, lines))
		play(&hall, script);
	config_free(&hall.config);
}

static char told[20000];

void
hall_act(const char *script)
{
	hall_play("[event]\nname = X\n", script, told, sizeof(told));
}

void
hall_told(const char *what)
{
	ck_assert_msg(strstr(told, what) != NULL, "'%s' is not in:\n%s", what, told);
}

void
hall_told_once(const char *what)
{
	const char *first = strstr(told, what);

	ck_assert_msg(first != NULL && strstr(first + 1, what) == NULL, "'%s' is not once in:\n%s",
	              what, told);
}

void
hall_not_told(const char *what)
{
	ck_assert_msg(strstr(told, what) == NULL, "'%s' is in:\n%s", what, told);
}
