/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/laws_kinds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/san.h"

#define SECOND UINT64_C(1000000)

void
laws_state(struct bench_case *one, const char *section, const char *key, const char *value)
{
	char error[512];

	if (config_set(&one->config, section, key, value, error, sizeof(error)) == 0)
		return;
	fprintf(stderr, "bench_laws: %s\n", error);
	exit(EXIT_FAILURE);
}

/* --- games ----------------------------------------------------------------------------------------------- */

static bool
make_any(struct bench_case *one, const struct bench_games *games)
{
	const struct game *from = &games->pgn.game;

	laws_game_copy(&one->game, one->plies, from, from->n_plies);
	one->game.result = from->result;
	return one->game.n_plies >= 20;
}

static bool
make_mate(struct bench_case *one, const struct bench_games *games)
{
	make_any(one, games);
	return one->game.end == END_CHECKMATE;
}

static bool
begin_short(struct bench_case *one, const struct bench_games *games)
{
	laws_game_copy(&one->game, one->plies, &games->pgn.game,
	               sim_random_between(&one->random, 4, 24));
	return one->game.n_plies >= 4 && one->game.result == RESULT_NONE;
}

static bool
make_threefold(struct bench_case *one, const struct bench_games *games)
{
	return begin_short(one, games) && laws_game_repeat(&one->game, &one->random, 2);
}

static bool
make_fivefold(struct bench_case *one, const struct bench_games *games)
{
	return begin_short(one, games) && laws_game_repeat(&one->game, &one->random, 4);
}

static bool
make_fifty(struct bench_case *one, const struct bench_games *games)
{
	return begin_short(one, games) && laws_game_wander(&one->game, &one->random, 101);
}

static bool
make_seventy_five(struct bench_case *one, const struct bench_games *games)
{
	return begin_short(one, games) && laws_game_wander(&one->game, &one->random, 151);
}

static bool
make_bare(struct bench_case *one, const struct bench_games *games)
{
	return begin_short(one, games) && laws_game_bare(&one->game, &one->random);
}

/* Ten moves to a stalemate (S. Loyd, 1891). */
static bool
make_stalemate(struct bench_case *one, const struct bench_games *games)
{
	static const char *const moves[] = { "e2e3", "a7a5", "d1h5", "a8a6", "h5a5", "h7h5", "h2h4",
		                             "a6h6", "a5c7", "f7f6", "c7d7", "e8f7", "d7b7", "d8d3",
		                             "b7b8", "d3h7", "b8c8", "f7g6", "c8e6" };

	laws_game_copy(&one->game, one->plies, &games->pgn.game, 0);
	for (size_t i = 0; i < sizeof(moves) / sizeof(moves[0]); i++) {
		uint16_t move;

		if (uci_parse(&one->game.now, moves[i], 4, &move) != 0 ||
		    game_append(&one->game, move, TIME_UNKNOWN, PLY_COMPLETED) != 0)
			return false;
	}
	return one->game.end == END_STALEMATE;
}

/* No game: men are put up. */
static bool
make_none(struct bench_case *one, const struct bench_games *games)
{
	laws_game_copy(&one->game, one->plies, &games->pgn.game, 0);
	return true;
}

/* --- what is told of them ---------------------------------------------------------------------------------- */

static void
prove_at(struct bench_case *one, uint32_t ply)
{
	if (ply < one->stream.n_plies)
		one->proof_us = one->stream.plies[ply].made_us;
}

/* What ends the game may be taken elsewhere until it is pressed for. */
static void
prove_end_at(struct bench_case *one, uint32_t ply)
{
	prove_at(one, ply);
	if (ply < one->stream.n_plies && one->stream.plies[ply].truth.completed_us != TIME_UNKNOWN)
		one->proof_us = one->stream.plies[ply].truth.completed_us;
}

static void
tell_end(struct bench_case *one)
{
	prove_end_at(one, one->game.n_plies - 1);
}

static uint32_t
find_occurrences(const struct bench_case *one, uint32_t least)
{
	uint32_t i = 0;

	while (i < one->game.n_plies && one->truth[i].occurrences < least)
		i++;
	return i;
}

static void
tell_threefold(struct bench_case *one)
{
	prove_at(one, find_occurrences(one, 3));
}

static void
tell_fivefold(struct bench_case *one)
{
	prove_end_at(one, find_occurrences(one, 5));
}

static uint32_t
find_quiet(const struct bench_case *one, uint32_t least)
{
	uint32_t i = 0;

	while (i < one->game.n_plies && one->truth[i].quiet < least)
		i++;
	return i;
}

static void
tell_fifty(struct bench_case *one)
{
	prove_at(one, find_quiet(one, 100));
}

static void
tell_seventy_five(struct bench_case *one)
{
	prove_end_at(one, find_quiet(one, 150));
}

static void
say_at(struct bench_case *one, uint64_t t_us, const char *json)
{
	laws_play_say(&one->play, t_us, json);
	one->proof_us = t_us;
}

static void
tell_wrong_result(struct bench_case *one)
{
	one->play.n_words = 0;
	say_at(one, one->stream.end_us + SECOND, "{\"op\":\"result\",\"result\":\"1/2-1/2\"}");
}

static void
tell_forfeit(struct bench_case *one)
{
	one->play.n_words = 0;
	say_at(one, one->stream.end_us + SECOND, "{\"op\":\"result\",\"result\":\"+/-\"}");
}

/* A moment in the middle of the game. */
static uint64_t
middle_us(struct bench_case *one)
{
	uint32_t ply = sim_random_between(&one->random, 2, one->game.n_plies - 2);

	return ply < one->stream.n_plies ? one->stream.plies[ply].made_us + SECOND / 2
	                                 : one->stream.end_us;
}

static void
tell_reversed(struct bench_case *one)
{
	say_at(one, middle_us(one), "{\"op\":\"colours-reversed\"}");
}

static void
tell_claim(struct bench_case *one)
{
	say_at(one, middle_us(one), "{\"op\":\"claim\",\"side\":\"white\"}");
}

static void
tell_early_draw(struct bench_case *one)
{
	char error[512];

	one->play.n_words = 0;
	config_set(&one->config, "rules", "draw.min_moves", "600", error, sizeof(error));
	say_at(one, one->stream.plies[4].made_us + SECOND / 2,
	       "{\"op\":\"result\",\"result\":\"1/2-1/2\"}");
}

/* The session ends with a full minute in the game, not before it is on; the capture began at 12:00 and some
 * seconds. */
static void
tell_session(struct bench_case *one)
{
	uint64_t last_us = one->stream.plies[one->stream.n_plies - 1].made_us;
	uint64_t minutes = 1 + middle_us(one) / (60 * SECOND);
	uint64_t off_us = sim_random_below(&one->random, 60) * SECOND;
	uint64_t end_us = minutes * 60 * SECOND - off_us;
	char text[16];

	if (end_us >= last_us || end_us < one->stream.plies[0].made_us)
		return;
	snprintf(text, sizeof(text), "%02u:%02u", (unsigned int)(12 + minutes / 60) % 24,
	         (unsigned int)(minutes % 60));
	one->play.unix_us += (int64_t)off_us;
	laws_state(one, "event", "utc_offset", "Z");
	laws_state(one, "rules", "session.end", text);
	one->proof_us = end_us;
}

/* --- boards without a game ------------------------------------------------------------------------------------ */

#define STABLE_US (5 * SECOND) /* men that stand so long are set up */

static struct board_event *
add_event(struct bench_case *one, enum board_event_kind kind, uint64_t t_us)
{
	struct board_event *event = &one->events[one->n_events++];

	*event = (struct board_event){ .kind = kind, .t_us = t_us };
	one->stream.end_us = t_us + 60 * SECOND;
	return event;
}

static void
put_up(struct bench_case *one, uint8_t squares[64])
{
	uint64_t t_us = SECOND + sim_random_below(&one->random, 1000000);

	position_placement(&one->game.start, squares);
	one->proof_us = t_us + STABLE_US;
	add_event(one, BOARD_SCAN, t_us);
}

static void
tell_sideways(struct bench_case *one)
{
	bool left = sim_random_below(&one->random, 2);
	uint8_t squares[64];

	put_up(one, squares);
	for (int sq = 0; sq < 64; sq++) {
		int file = sq_file(sq), rank = sq_rank(sq);

		one->events[0].scan[sq] =
			squares[left ? sq_make(rank, 7 - file) : sq_make(7 - rank, file)];
	}
}

/* What the board reads after its first n events. */
static void
read_board(const struct bench_stream *stream, size_t n, uint8_t ret_squares[64])
{
	for (size_t i = 0; i < n; i++) {
		const struct board_event *event = &stream->events[i];

		if (event->kind == BOARD_SCAN)
			memcpy(ret_squares, event->scan, 64);
		else if (event->kind == BOARD_SQUARE)
			ret_squares[event->square.sq] = event->square.piece;
	}
}

/* Fewer men may stand so by chance. */
#define TURNED_MEN 6

static int
count_men(const uint8_t squares[64])
{
	int n = 0;

	for (int sq = 0; sq < 64; sq++)
		n += squares[sq] != EMPTY;
	return n;
}

/* In the middle of the game the arbiter has the board put right; it is put up again sideways. */
static void
tell_turned(struct bench_case *one)
{
	struct bench_stream *stream = &one->stream;
	bool left = sim_random_below(&one->random, 2);
	uint64_t stop_us = middle_us(one) + 3 * SECOND;
	struct board_event stop = { .kind = BOARD_CLOCK, .t_us = stop_us };
	struct board_event turned = { .kind = BOARD_SCAN, .t_us = stop_us + 5 * SECOND };
	uint8_t squares[64];
	size_t n = 0;

	for (; n < stream->n_events && stream->events[n].t_us < stop_us; n++)
		if (stream->events[n].kind == BOARD_CLOCK)
			stop.clock = stream->events[n].clock;
	if (n + 2 > stream->n_events)
		return;
	read_board(stream, n, squares);
	if (count_men(squares) < TURNED_MEN)
		return;
	stop.clock.running = false;
	for (int sq = 0; sq < 64; sq++)
		turned.scan[sq] = squares[left ? sq_make(sq_rank(sq), 7 - sq_file(sq))
		                               : sq_make(7 - sq_rank(sq), sq_file(sq))];
	stream->events[n] = stop;
	stream->events[n + 1] = turned;
	stream->n_events = n + 2;
	stream->end_us = turned.t_us + 10 * SECOND;
	one->play.n_words = 0;
	say_at(one, stop_us, "{\"op\":\"arbiter\",\"what\":\"pause\"}");
	one->proof_us = turned.t_us + STABLE_US;
}

/* Two men of the first or last rank are exchanged, that are not of one kind. */
static void
tell_wrong_start(struct bench_case *one)
{
	uint8_t squares[64], man;
	int a, b, base = sim_random_below(&one->random, 2) ? 56 : 0;

	put_up(one, squares);
	do {
		a = base + (int)sim_random_below(&one->random, 8);
		b = base + (int)sim_random_below(&one->random, 8);
	} while (squares[a] == squares[b]);
	man = squares[a];
	squares[a] = squares[b];
	squares[b] = man;
	memcpy(one->events[0].scan, squares, sizeof(squares));
}

/* The round was to begin at 12:10; nobody moves. */
static void
tell_absent(struct bench_case *one, const char *default_time, uint64_t proof_us)
{
	uint8_t squares[64];

	put_up(one, squares);
	memcpy(one->events[0].scan, squares, sizeof(squares));
	laws_state(one, "event", "utc_offset", "Z");
	laws_state(one, "rules", "session.announce_start", "12:10");
	laws_state(one, "rules", "default_time", default_time);
	one->proof_us = proof_us;
	one->stream.end_us = 3000 * SECOND;
}

static void
tell_not_started(struct bench_case *one)
{
	tell_absent(one, "60", (10 + 2) * 60 * SECOND);
}

static void
tell_default(struct bench_case *one)
{
	tell_absent(one, "0", 10 * 60 * SECOND);
	laws_play_say(&one->play, 5 * 60 * SECOND,
	              "{\"op\":\"arbiter\",\"what\":\"absent\",\"side\":\"black\"}");
}

/* --- the kinds -------------------------------------------------------------------------------------------------- */

#define GAME_WITH(name, make, tell, follows, ...)                                                  \
	{                                                                                          \
		name, "human", SIM_FAULT_NONE, make, tell, { __VA_ARGS__, ALERTS }, follows, NULL  \
	}
#define GAME(name, make, tell, ...) GAME_WITH(name, make, tell, ALERTS, __VA_ARGS__)
#define CLOCK(name, fault, ...)                                                                    \
	{                                                                                          \
		name, "clean", fault, make_any, NULL, { __VA_ARGS__, ALERTS },                     \
			fault == SIM_FAULT_FLAG ? ALERT_CLOCK_STOPPED : ALERTS, NULL               \
	}

/* Clocks that count otherwise, and have time enough for what the hands play. */
static const struct laws_clock bronstein = { "10800+30", "bronstein", LAWS_BRONSTEIN, 10800, 30, 0,
	                                     0 };
static const struct laws_clock delay = { "10800+30", "delay", LAWS_DELAY, 10800, 30, 0, 0 };
static const struct laws_clock no_increment = { "21600", NULL, LAWS_FISCHER, 21600, 0, 0, 0 };
static const struct laws_clock periods = {
	"20/10800+30:1800+30", NULL, LAWS_FISCHER, 10800, 30, 20, 1800
};

#define OTHER_CLOCK(name, clock)                                                                   \
	{                                                                                          \
		name, "human", SIM_FAULT_NONE, make_any, NULL, { ALERTS }, ALERTS, &(clock)        \
	}

const struct kind laws_kinds[] = {
	{ "clean", "clean", SIM_FAULT_NONE, make_any, NULL, { ALERTS }, ALERTS, NULL },
	{ "human", "human", SIM_FAULT_NONE, make_any, NULL, { ALERTS }, ALERTS, NULL },
	{ "blitz", "blitz", SIM_FAULT_NONE, make_any, NULL, { ALERTS }, ALERTS, NULL },
	CLOCK("wrong-setting", SIM_FAULT_SETTING, ALERT_CLOCK_SETTING_MISMATCH),
	CLOCK("wrong-increments", SIM_FAULT_INCREMENTS, ALERT_CLOCK_SETTING_MISMATCH,
	      ALERT_CLOCK_TIME_JUMP),
	CLOCK("no-increment", SIM_FAULT_NO_INCREMENT, ALERT_CLOCK_TIME_JUMP,
	      ALERT_CLOCK_SETTING_MISMATCH),
	CLOCK("two-increments", SIM_FAULT_TWO_INCREMENTS, ALERT_CLOCK_TIME_JUMP,
	      ALERT_CLOCK_SETTING_MISMATCH),
	CLOCK("jump", SIM_FAULT_JUMP, ALERT_CLOCK_TIME_JUMP),
	CLOCK("other-jump", SIM_FAULT_OTHER_JUMP, ALERT_CLOCK_TIME_JUMP),
	CLOCK("drift", SIM_FAULT_DRIFT, ALERT_CLOCK_DRIFT, ALERT_CLOCK_TIME_JUMP),
	CLOCK("stuck", SIM_FAULT_STUCK, ALERT_CLOCK_STUCK, ALERT_CLOCK_TIME_JUMP),
	CLOCK("both-running", SIM_FAULT_BOTH, ALERT_CLOCK_BOTH_RUNNING),
	CLOCK("flag", SIM_FAULT_FLAG, ALERT_FLAG_FALLEN),
	CLOCK("missed-presses", SIM_FAULT_MISSED, ALERT_MISSED_PRESS_PAIR),
	GAME("checkmate", make_mate, tell_end, ALERT_CHECKMATE),
	GAME("stalemate", make_stalemate, tell_end, ALERT_STALEMATE),
	GAME("dead-position", make_bare, tell_end, ALERT_DEAD_POSITION),
	GAME("threefold", make_threefold, tell_threefold, ALERT_THREEFOLD_AVAILABLE),
	GAME("fivefold", make_fivefold, tell_fivefold, ALERT_FIVEFOLD_REPETITION),
	GAME("fifty-moves", make_fifty, tell_fifty, ALERT_FIFTY_MOVE_AVAILABLE),
	GAME("seventy-five", make_seventy_five, tell_seventy_five, ALERT_SEVENTY_FIVE_MOVES),
	GAME("result-mate", make_mate, tell_wrong_result, ALERT_RESULT_MISMATCH),
	GAME("result-forfeit", make_any, tell_forfeit, ALERT_RESULT_MISMATCH),
	GAME_WITH("early-draw", make_any, tell_early_draw, ALERT_CLOCK_STOPPED,
	          ALERT_DRAW_AGREEMENT_TOO_EARLY),
	GAME_WITH("wrong-claim", make_any, tell_claim, ALERT_DRAW_CLAIM_LATE,
	          ALERT_DRAW_CLAIM_CHECK),
	GAME("colours-reversed", make_any, tell_reversed, ALERT_COLOURS_REVERSED),
	GAME_WITH("session-end", make_any, tell_session, ALERT_PLAY_AFTER_ADJOURNMENT,
	          ALERT_SESSION_END),
	GAME("orientation", make_none, tell_sideways, ALERT_BOARD_MISORIENTED),
	GAME("wrong-start", make_none, tell_wrong_start, ALERT_INITIAL_POSITION_INCORRECT),
	GAME("not-started", make_none, tell_not_started, ALERT_GAME_NOT_STARTED),
	GAME("default-time", make_none, tell_default, ALERT_DEFAULT_TIME_EXPIRED),
	GAME("turned-in-play", make_any, tell_turned, ALERT_BOARD_MISORIENTED),
	OTHER_CLOCK("bronstein", bronstein),
	OTHER_CLOCK("delay", delay),
	OTHER_CLOCK("no-time-per-move", no_increment),
	OTHER_CLOCK("periods", periods),
};

const size_t n_laws_kinds = sizeof(laws_kinds) / sizeof(laws_kinds[0]);
