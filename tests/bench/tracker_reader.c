/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/tracker_reader.h"

#include <stdio.h>
#include <time.h>

#include "core/chess/movegen.h"
#include "core/tracker/tracker.h"
#include "tests/bench/tracker_memory.h"

/* An incident so long before a false report may have to do with it. */
#define AROUND_US 2000000

/* Of the events before and after it so much is printed. */
#define BEFORE_US 2500000
#define AFTER_US  1500000

struct reader {
	struct score_watch *watch;
	struct tracker *tracker;
	size_t base;  /* plies of the games before */
	size_t known; /* places of this game that have been reported on */
	uint64_t now_us;
	bool aloud;
	const char *name; /* of profile or recording; NULL: false reports are not printed */
	size_t index;     /* of the game in it */
};

/* The squares that are not believed: " [e4 d5]" */
static void
print_troubled(const struct tracker *tracker)
{
	struct tracker_view view;

	tracker_look(tracker, &view);
	if (view.troubled == 0)
		return;
	for (int sq = 0; sq < 64; sq++)
		if (view.troubled & sq_bit(sq))
			printf("%s%c%c", view.troubled & (sq_bit(sq) - 1) ? " " : " [",
			       'a' + sq_file(sq), '1' + sq_rank(sq));
	putchar(']');
}

static void
print_report(const struct reader *reader, const struct game *game, uint32_t first_ply)
{
	struct position position;

	game_position(game, first_ply, &position);
	printf("%12.3f        tracker: %u:", (double)reader->now_us / 1e6, first_ply + 1);
	for (uint32_t i = first_ply; i < game->n_plies; i++) {
		const struct game_break *gap = game_last_break(game, i);
		char san[SAN_SIZE];

		if (gap && gap->ply == i)
			position = gap->position;
		san_format(&position, game->plies[i].move, san);
		printf(" %s%s%s", san, game->plies[i].doubtful ? "*" : "",
		       game->plies[i].state == PLY_CANDIDATE ? "?"
		       : game->plies[i].state == PLY_MADE    ? ""
		                                             : ".");
		position_after(&position, game->plies[i].move, &position);
	}
	print_troubled(reader->tracker);
	putchar('\n');
}

void
reader_name_move(const struct position *before, uint16_t move, char ret_text[SAN_SIZE])
{
	if (move != MOVE_NONE && movegen_is_legal(before, move))
		san_format(before, move, ret_text);
	else if (move != MOVE_NONE)
		snprintf(ret_text, SAN_SIZE, "%c%c%c%c", 'a' + sq_file(move_from(move)),
		         '1' + sq_rank(move_from(move)), 'a' + sq_file(move_to(move)),
		         '1' + sq_rank(move_to(move)));
	else
		snprintf(ret_text, SAN_SIZE, "nothing");
}

/* What went wrong on the table just then. */
static void
print_incidents(const struct bench_stream *truth, uint64_t now_us)
{
	for (size_t i = 0; i < truth->n_incidents; i++) {
		const struct sim_incident *incident = &truth->incidents[i];

		if (incident->from_us > now_us || now_us > incident->until_us + AROUND_US)
			continue;
		printf(", %s", sim_trouble_name(incident->what));
		if (incident->sq != SQ_NONE)
			printf(" %c%c", 'a' + sq_file(incident->sq), '1' + sq_rank(incident->sq));
	}
	putchar('\n');
}

/* What board and clock said around now, seconds from it: "-0.21 e4P" */
static void
print_evidence(const struct bench_stream *truth, uint64_t now_us)
{
	uint8_t turn = 2;

	printf("   ");
	for (size_t i = 0; i < truth->n_events && truth->events[i].t_us <= now_us + AFTER_US; i++) {
		const struct board_event *event = &truth->events[i];
		double at_s = ((double)event->t_us - (double)now_us) / 1e6;
		bool pressed = event->kind == BOARD_CLOCK && event->clock.turn != turn;

		if (event->kind == BOARD_CLOCK)
			turn = event->clock.turn;
		if (event->t_us + BEFORE_US < now_us)
			continue;
		if (event->kind == BOARD_SQUARE) {
			int sq = truth->rotated ? 63 - event->square.sq : event->square.sq;

			printf(" %+.2f %c%c%c", at_s, 'a' + sq_file(sq), '1' + sq_rank(sq),
			       piece_letter(event->square.piece));
		} else if (pressed) {
			printf(" %+.2f press", at_s);
		}
	}
	putchar('\n');
}

/* A false report, to be looked into further with --only and --events. */
static void
print_false(const struct reader *reader, const struct game *game, size_t i, enum score_cause cause)
{
	const struct bench_stream *truth = reader->watch->truth;
	char got[SAN_SIZE], expected[SAN_SIZE];
	struct position position;
	size_t index = reader->base + i;

	game_position(game, (uint32_t)i, &position);
	reader_name_move(&position, game->plies[i].move, got);
	reader_name_move(&position, index < truth->n_plies ? truth->plies[index].move : MOVE_NONE,
	                 expected);
	printf("  %s game %zu: false report at %.1f s (%s): ply %zu %s %s, played %s", reader->name,
	       reader->index, (double)reader->now_us / 1e6, score_cause_name(cause), index + 1, got,
	       game->plies[i].state == PLY_COMPLETED ? "completed" : "made", expected);
	print_incidents(truth, reader->now_us);
	if (cause != SCORE_SHIFTED && cause != SCORE_BEHIND)
		print_evidence(truth, reader->now_us);
}

/* A ply that is only a candidate is not reported. */
static bool
is_reported(const struct game *game, size_t i)
{
	return i < game->n_plies && game->plies[i].state >= PLY_MADE;
}

static void
on_update(void *ctx, enum tracker_update what, const struct game *game, uint32_t first_ply)
{
	struct reader *reader = ctx;
	bool revised = false;
	size_t until;

	if (what != TRACKER_PLIES || !game)
		return;
	if (reader->aloud)
		print_report(reader, game, first_ply);
	until = game->n_plies > reader->known ? game->n_plies : reader->known;
	for (size_t i = first_ply; i < until; i++) {
		uint16_t move = is_reported(game, i) ? game->plies[i].move : MOVE_NONE;
		bool certain = i >= game->n_plies || !game->plies[i].doubtful;

		enum score_cause cause = score_watch_ply(reader->watch, reader->base + i, move,
		                                         certain, reader->now_us, &revised);

		if (cause != SCORE_NOT_FALSE && reader->name)
			print_false(reader, game, i, cause);
	}
	reader->known = game->n_plies;
}

/* A stream is one game; where the tracker sees more, they count one behind the other. */
static void
on_game_over(void *ctx, const struct game *game)
{
	struct reader *reader = ctx;

	reader->base += game->n_plies;
	reader->known = 0;
}

static void
read_events(struct reader *reader, const struct bench_stream *stream)
{
	uint64_t due = TRACKER_NO_DEADLINE;

	for (size_t i = 0; i <= stream->n_events; i++) {
		bool last = i == stream->n_events;
		uint64_t t_us = last ? stream->end_us : stream->events[i].t_us;

		while (due <= t_us) {
			reader->now_us = due;
			due = tracker_advance(reader->tracker, due);
		}
		reader->now_us = t_us;
		if (last)
			break;
		tracker_event(reader->tracker, &stream->events[i]);
		due = tracker_advance(reader->tracker, t_us);
	}
	tracker_finish(reader->tracker);
}

/* Squares as those of the game. */
static void
print_event(const struct board_event *event, bool rotated)
{
	int sq = rotated ? 63 - event->square.sq : event->square.sq;

	static const char *const kinds[] = {
		[BOARD_SCAN] = "scan",         [BOARD_CLOCK] = "clock",
		[BOARD_CLOCK_ACK] = "ack",     [BOARD_FACT] = "fact",
		[BOARD_MAGIC] = "magic piece", [BOARD_LOST] = "link lost",
		[BOARD_BACK] = "link back",
	};

	printf("%12.3f ", (double)event->t_us / 1e6);
	if (event->kind == BOARD_SQUARE)
		printf("%c%c %c\n", 'a' + sq_file(sq), '1' + sq_rank(sq),
		       piece_letter(event->square.piece));
	else if (event->kind == BOARD_CLOCK)
		printf("clock %d %d%s, %s to move\n", event->clock.face[0].seconds,
		       event->clock.face[1].seconds, event->clock.running ? "" : " stopped",
		       event->clock.turn == CLOCK_LEFT ? "left" : "right");
	else
		puts(kinds[event->kind]);
}

/* One event after the other with what it made the tracker report. */
static void
read_events_aloud(struct reader *reader, const struct bench_stream *stream)
{
	uint64_t due = TRACKER_NO_DEADLINE;
	uint8_t turn = 2;

	for (size_t i = 0; i < stream->n_events; i++) {
		const struct board_event *event = &stream->events[i];
		bool tick = event->kind == BOARD_CLOCK && event->clock.turn == turn;

		while (due <= event->t_us) {
			reader->now_us = due;
			due = tracker_advance(reader->tracker, due);
		}
		reader->now_us = event->t_us;
		if (!tick)
			print_event(event, stream->rotated);
		if (event->kind == BOARD_CLOCK)
			turn = event->clock.turn;
		tracker_event(reader->tracker, event);
		due = tracker_advance(reader->tracker, event->t_us);
	}
	tracker_finish(reader->tracker);
}

static uint64_t
cpu_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	return (uint64_t)now.tv_sec * 1000000000 + (uint64_t)now.tv_nsec;
}

static uint8_t
result_of(const struct tracker *tracker)
{
	const struct game *game = tracker_game(tracker);

	return game ? game->result : RESULT_NONE;
}

void
reader_read(const struct bench_stream *stream, bool aloud, const char *name, size_t index,
            struct score_watch *watch, struct score *score)
{
	static void *memory;
	struct reader reader = { .watch = watch, .aloud = aloud, .name = name, .index = index };
	const struct tracker_listener listener = { &reader, on_update, on_game_over };
	uint64_t begin_ns;

	if (!memory)
		memory = bench_grow(NULL, 1, tracker_size());
	reader.tracker = tracker_init(memory, &listener);
	begin_ns = cpu_ns();
	if (aloud)
		read_events_aloud(&reader, stream);
	else
		read_events(&reader, stream);
	score->cpu_ns += cpu_ns() - begin_ns;
	score->events += stream->n_events;
	score->results += stream->sign_us != TIME_UNKNOWN;
	score->results_right +=
		stream->sign_us != TIME_UNKNOWN && result_of(reader.tracker) == stream->result;
}
