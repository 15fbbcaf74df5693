/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Anything that can happen at a table, in any order: the record can be played, every alert has its words, and
 * nothing depends on how often somebody looked at the time meanwhile (4.7 and the waits of the Laws are due at
 * their own times).
 *
 * Input: how games begin and what is on the clock, then steps of three bytes: what happens and how long after the
 * last, and two that say more of it (table_steps below). A model plays along, so that much of what is told is a
 * game: legal plies, presses by whose turn it is, images of what stands there.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/fnv.h"
#include "core/base/text.h"
#include "core/chess/movegen.h"
#include "daemon/table.h"
#include "tests/event_driver.h"
#include "tests/fuzz/record.h"

#define STEPS_MAX   400 /* longer is not more, only slower */
#define BETWEEN_US  70000
#define HISTORY_MAX 8

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* --- Two tables that hear the same ---------------------------------------------------------------------- */

/* A table, and all alerts of it as a sum that depends on their order. */
struct heard {
	struct table *table;
	uint64_t sum, alerts;
};

static void
hear_alert(void *ctx, const struct alert *alert)
{
	static char line[ALERT_LINE_SIZE];
	struct heard *heard = ctx;
	struct text text;

	text_begin(&text, line, sizeof(line));
	INVARIANT(alert_write(&text, alert, OUTPUT_CONTROL) == 0);
	INVARIANT(text.len > 0 && line[text.len - 1] == '\n');
	heard->sum = fnv_bytes(heard->sum, line, text.len);
	heard->alerts++;
}

static void
hear_change(void *ctx, enum tracker_update what)
{
	(void)ctx;
	(void)what;
}

/* One is asked the time only when something happens, the other whenever it wishes to be, and in between. */
struct hall {
	struct heard seldom, often;
	bool knows_men;
	uint64_t now_us;
	/* The model: what stands on the board, whose move it would be, what the clock shows. */
	struct position now, before[HISTORY_MAX];
	uint8_t squares[64];
	uint32_t n_before;
	struct clock_reading clock;
	bool is_up;
};

/* Until then_us; `often` is asked half way, and whenever it said that something would be due. */
static void
wait_until(struct hall *hall, uint64_t then_us)
{
	uint64_t half_us = hall->now_us + (then_us - hall->now_us) / 2;
	uint64_t due_us = table_advance(hall->often.table, hall->now_us);
	uint64_t at_us = hall->now_us;

	while (at_us < then_us) {
		uint64_t next_us = at_us < half_us ? half_us : then_us;

		at_us = due_us > at_us && due_us < next_us ? due_us : next_us;
		due_us = table_advance(hall->often.table, at_us);
	}
	hall->now_us = then_us;
}

static void
tell(struct hall *hall, struct board_event *event)
{
	event->t_us = hall->now_us;
	table_from_board(hall->seldom.table, hall->now_us, (const uint8_t *)event, sizeof(*event));
	table_from_board(hall->often.table, hall->now_us, (const uint8_t *)event, sizeof(*event));
}

static void
say(struct hall *hall, const char *json)
{
	char one[TABLE_ERROR_SIZE] = "", other[TABLE_ERROR_SIZE] = "";
	int r = table_host(hall->seldom.table, hall->now_us, json, one, sizeof(one));

	INVARIANT(table_host(hall->often.table, hall->now_us, json, other, sizeof(other)) == r);
	INVARIANT((r < 0) == (one[0] != '\0'));
	INVARIANT(strcmp(one, other) == 0);
}

static void
tell_square(struct hall *hall, int sq, uint8_t piece)
{
	struct board_event event = { .kind = BOARD_SQUARE };

	event.square.sq = (uint8_t)sq;
	event.square.piece = piece == EMPTY || hall->knows_men ? piece : SOME_MAN;
	hall->squares[sq] = piece;
	tell(hall, &event);
}

static void
tell_scan(struct hall *hall)
{
	struct board_event event = { .kind = BOARD_SCAN };

	for (int sq = 0; sq < 64; sq++)
		event.scan[sq] = hall->squares[sq] == EMPTY || hall->knows_men ? hall->squares[sq]
		                                                               : SOME_MAN;
	tell(hall, &event);
}

static void
tell_clock(struct hall *hall, const struct clock_reading *reading)
{
	struct board_event event = { .kind = BOARD_CLOCK, .clock = *reading };

	tell(hall, &event);
}

/* --- What happens ----------------------------------------------------------------------------------------- */

static void
do_square(struct hall *hall, uint8_t a, uint8_t b)
{
	static const uint8_t codes[] = { EMPTY,        WHITE_PAWN,   WHITE_KNIGHT, WHITE_BISHOP,
		                         WHITE_ROOK,   WHITE_QUEEN,  WHITE_KING,   BLACK_PAWN,
		                         BLACK_KNIGHT, BLACK_BISHOP, BLACK_ROOK,   BLACK_QUEEN,
		                         BLACK_KING };

	tell_square(hall, a % 64, codes[b % sizeof(codes)]);
}

/* What should stand there, stands there again. */
static void
do_mend(struct hall *hall, uint8_t a, uint8_t b)
{
	(void)b;
	tell_square(hall, a % 64, position_piece_at(&hall->now, a % 64));
}

static void
between(struct hall *hall)
{
	wait_until(hall, hall->now_us + BETWEEN_US);
}

/* Every square on which a ply changes something: emptied first, then what stands there after it. */
static void
show_change(struct hall *hall, const struct position *after)
{
	for (int sq = 0; sq < 64; sq++)
		if (position_piece_at(&hall->now, sq) != position_piece_at(after, sq) &&
		    position_piece_at(&hall->now, sq) != EMPTY) {
			tell_square(hall, sq, EMPTY);
			between(hall);
		}
	for (int sq = 0; sq < 64; sq++)
		if (position_piece_at(&hall->now, sq) != position_piece_at(after, sq) &&
		    position_piece_at(after, sq) != EMPTY) {
			tell_square(hall, sq, position_piece_at(after, sq));
			between(hall);
		}
}

static void
do_press(struct hall *hall, uint8_t a, uint8_t b)
{
	struct clock_face *face = &hall->clock.face[hall->clock.turn];

	(void)b;
	face->seconds = face->seconds > a / 8 ? face->seconds - a / 8 : 0;
	hall->clock.turn ^= 1;
	tell_clock(hall, &hall->clock);
}

/* Any legal ply, and with the highest bit of b the press. */
static void
do_ply(struct hall *hall, uint8_t a, uint8_t b)
{
	struct position after;
	struct move_list list;

	movegen_legal(&hall->now, &list);
	if (list.count == 0)
		return;
	hall->before[hall->n_before++ % HISTORY_MAX] = hall->now;
	position_after(&hall->now, list.moves[a % list.count], &after);
	show_change(hall, &after);
	hall->now = after;
	if (b >= 0x80)
		do_press(hall, b & 0x7f, 0);
}

/* The last ply is taken back on the board. */
static void
do_take_back(struct hall *hall, uint8_t a, uint8_t b)
{
	struct position *before = &hall->before[(hall->n_before - 1) % HISTORY_MAX];

	(void)a;
	(void)b;
	if (hall->n_before == 0)
		return;
	hall->n_before--;
	show_change(hall, before);
	hall->now = *before;
}

static void
do_carry(struct hall *hall, uint8_t a, uint8_t b)
{
	uint8_t piece = hall->squares[a % 64];

	tell_square(hall, a % 64, EMPTY);
	between(hall);
	tell_square(hall, b % 64, piece);
}

static void
do_scan(struct hall *hall, uint8_t a, uint8_t b)
{
	uint8_t was = hall->squares[a % 64];

	if (b % 2)
		hall->squares[a % 64] = EMPTY;
	tell_scan(hall);
	hall->squares[a % 64] = was;
}

/* A whole board anew: the game's own, or the array. */
static void
do_set_up(struct hall *hall, uint8_t a, uint8_t b)
{
	(void)b;
	if (a % 2)
		position_start(&hall->now);
	position_placement(&hall->now, hall->squares);
	tell_scan(hall);
}

/* The clock goes on by a seconds; or, b, shows what no clock should. */
static void
do_clock(struct hall *hall, uint8_t a, uint8_t b)
{
	struct clock_reading *clock = &hall->clock;
	struct clock_face *face = &clock->face[b % 2];

	if (b < 0x40 && clock->running) {
		face = &clock->face[clock->turn];
		face->seconds = face->seconds > a ? face->seconds - a : 0;
		face->flag_fallen = face->seconds == 0;
	} else if (b >= 0x40) {
		face->seconds = a * 140;
		clock->turn = b >> 1 & 1;
		clock->running = b >> 2 & 1;
		clock->connected = b < 0xc0;
		face->flag_fallen = b >> 3 & 1;
		face->flag_shown = b >> 4 & 1;
	}
	if (!clock->connected)
		clock->running = false;
	tell_clock(hall, clock);
	clock->connected = true;
}

static void
do_start_clock(struct hall *hall, uint8_t a, uint8_t b)
{
	(void)b;
	hall->clock.running = a % 2;
	tell_clock(hall, &hall->clock);
}

static void
do_link(struct hall *hall, uint8_t a, uint8_t b)
{
	(void)a;
	(void)b;
	hall->is_up = !hall->is_up;
	say(hall, hall->is_up ? "{\"op\":\"plugged\"}" : "{\"op\":\"unplugged\"}");
}

static void
do_magic(struct hall *hall, uint8_t a, uint8_t b)
{
	struct board_event event = { .kind = BOARD_MAGIC };

	event.magic.which = a % (BOARD_MAGIC_BLACK_WINS + 1);
	event.magic.sq = b % 64;
	tell(hall, &event);
}

static void
do_ack(struct hall *hall, uint8_t a, uint8_t b)
{
	struct board_event event = { .kind = BOARD_CLOCK_ACK, .ack = { { 0x10, a, b, 0 } } };

	tell(hall, &event);
}

/* The board's log tells of a square afterwards. */
static void
do_recovered(struct hall *hall, uint8_t a, uint8_t b)
{
	struct board_event event = { .kind = BOARD_SQUARE, .recovered = true };

	event.square.sq = a % 64;
	event.square.piece = b % 2 ? EMPTY : position_piece_at(&hall->now, a % 64);
	if (event.square.piece != EMPTY && !hall->knows_men)
		event.square.piece = SOME_MAN;
	tell(hall, &event);
}

static void
do_say(struct hall *hall, uint8_t a, uint8_t b)
{
	static const char *const words[] = {
		"{\"op\":\"result\",\"result\":\"1-0\"}",
		"{\"op\":\"result\",\"result\":\"*\"}",
		"{\"op\":\"correct\",\"do\":\"take-back\",\"plies\":1}",
		"{\"op\":\"correct\",\"do\":\"take-back\",\"plies\":3}",
		"{\"op\":\"correct\",\"do\":\"replace\",\"ply\":1,\"move\":\"e4\"}",
		"{\"op\":\"correct\",\"do\":\"replace\",\"ply\":2,\"move\":\"a6\"}",
		"{\"op\":\"correct\",\"do\":\"insert\",\"ply\":1,\"move\":\"Nf3 Nf6\"}",
		"{\"op\":\"position\",\"fen\":\"8/8/8/8/8/5k2/8/4K2R w - -\"}",
		"{\"op\":\"position\",\"fen\":\"8/P6k/8/8/8/8/8/K7 w - -\"}",
		"{\"op\":\"arbiter\",\"what\":\"pause\"}",
		"{\"op\":\"arbiter\",\"what\":\"penalty\",\"side\":\"white\",\"seconds\":120}",
		"{\"op\":\"arbiter\",\"what\":\"absent\",\"side\":\"black\"}",
		"{\"op\":\"draw-offer\",\"side\":\"white\"}",
		"{\"op\":\"claim\",\"side\":\"white\",\"rule\":\"threefold\",\"move\":\"Nf3\"}",
		"{\"op\":\"colours-reversed\"}",
		"{\"op\":\"alert\",\"number\":1,\"outcome\":\"confirmed\"}",
		"{\"op\":\"alert\",\"number\":2,\"outcome\":\"dismissed\"}",
		"{\"op\":\"virtual\",\"move\":\"e4\",\"own\":true}",
		"{\"op\":\"announced\",\"side\":\"white\",\"move\":\"Nf3\"}",
		"{\"op\":\"withdrawn\",\"what\":\"pause\"}",
		"{\"op\":\"time-of-day\",\"utc_offset\":\"+02:00\"}",
		"{\"op\":\"session\",\"start\":\"15:15\",\"end\":\"none\"}",
		"{\"op\":\"started\"}",
		"{\"op\":\"listened\"}",
		"{\"op\":\"dance\"}",
	};

	(void)b;
	say(hall, words[a % (sizeof(words) / sizeof(words[0]))]);
}

static void (*const table_steps[16])(struct hall *hall, uint8_t a, uint8_t b) = {
	do_ply,  do_ply,    do_ply,   do_ply,       do_press, do_square, do_mend,        do_carry,
	do_scan, do_set_up, do_clock, do_take_back, do_say,   do_link,   do_start_clock, NULL,
};

/* The rare ones share a place. */
static void (*const rare_steps[])(struct hall *hall, uint8_t a, uint8_t b) = { do_magic, do_ack,
	                                                                       do_recovered };

static void
step(struct hall *hall, const uint8_t what[3])
{
	static const uint64_t pauses_us[16] = { 0,       1000,     20000,    60000,
		                                100000,  150000,   200000,   300000,
		                                500000,  800000,   1500000,  3000000,
		                                6000000, 15000000, 61000000, 700000000 };
	void (*act)(struct hall * hall, uint8_t a, uint8_t b) = table_steps[what[0] % 16];

	wait_until(hall, hall->now_us + pauses_us[what[0] >> 4]);
	if (!act)
		act = rare_steps[what[1] >> 6 < 3 ? what[1] >> 6 : 0];
	act(hall, what[1], what[2]);
}

/* --- What must hold ----------------------------------------------------------------------------------------- */

static void
check(struct hall *hall)
{
	const struct game *one, *other;

	table_advance(hall->seldom.table, hall->now_us);
	table_advance(hall->often.table, hall->now_us);
	one = table_game(hall->seldom.table);
	other = table_game(hall->often.table);
	INVARIANT((one == NULL) == (other == NULL));
	if (one) {
		check_record(one);
		INVARIANT(one->n_plies == other->n_plies && one->result == other->result &&
		          one->end == other->end);
	}
	INVARIANT(hall->seldom.alerts == hall->often.alerts);
	INVARIANT(hall->seldom.sum == hall->often.sum);
}

static void
check_pgn(struct hall *hall)
{
	size_t n = table_games(hall->seldom.table), len;

	INVARIANT(table_games(hall->often.table) == n);
	for (size_t i = 0; i < n; i++) {
		char *pgn = strdup(table_pgn(hall->seldom.table, i, &len));

		INVARIANT(strcmp(pgn, table_pgn(hall->often.table, i, &len)) == 0);
		free(pgn);
	}
}

static struct table *
open_table(struct heard *heard, const struct config *config)
{
	const struct table_listener listener = { .ctx = heard,
		                                 .changed = hear_change,
		                                 .alert = hear_alert };

	INVARIANT(table_new(&event_driver, config, NULL, &listener, &heard->table) == 0);
	table_begin_at(heard->table, INT64_C(1700000000000000), 0);
	return heard->table;
}

/* By the first byte of the input: what the table is told beforehand, of games and clock. */
static void
configure(struct config *config, uint8_t first)
{
	static const char *const controls[] = { "40/5400+30:1800+30", "180+2", "900+10", "300" };
	char error[512];

	config_defaults(config);
	INVARIANT(config_set(config, "rules", "adequate_supervision", first & 64 ? "on" : "off",
	                     error, sizeof(error)) == 0);
	INVARIANT(config_set(config, "time", "control", controls[first % 4], error,
	                     sizeof(error)) == 0);
	if (first & 4)
		INVARIANT(config_set(config, "event", "start", "any", error, sizeof(error)) == 0);
	if (first & 8)
		INVARIANT(config_set(config, "event", "chess960", "auto", error, sizeof(error)) ==
		          0);
	INVARIANT(config_settle(config, error, sizeof(error)) == 0);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct hall hall;
	static struct config config;

	if (size < 1)
		return 0;
	configure(&config, data[0]);
	hall = (struct hall){ .knows_men = !(data[0] & 16), .is_up = true };
	open_table(&hall.seldom, &config);
	open_table(&hall.often, &config);
	hall.clock = (struct clock_reading){ .connected = true, .turn = CLOCK_LEFT };
	hall.clock.face[CLOCK_LEFT].seconds = hall.clock.face[CLOCK_RIGHT].seconds =
		data[0] & 32 ? 180 : 5400;
	position_start(&hall.now);
	position_placement(&hall.now, hall.squares);
	for (size_t i = 0; i < STEPS_MAX && 1 + 3 * i + 3 <= size; i++) {
		step(&hall, data + 1 + 3 * i);
		check(&hall);
	}
	table_finish(hall.seldom.table);
	table_finish(hall.often.table);
	check(&hall);
	check_pgn(&hall);
	table_free(hall.seldom.table);
	table_free(hall.often.table);
	config_free(&config);
	return 0;
}
