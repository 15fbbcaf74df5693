/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/tracker_stream.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/capture/capture.h"
#include "core/chess/san.h"
#include "drivers/driver.h"
#include "drivers/sim/sim_host.h"
#include "tests/bench/tracker_host.h"
#include "tests/bench/tracker_memory.h"
#include "tests/support.h"

#define READY_US 2000000 /* the host has read the board, and the game begins */
#define TAIL_US  2000000 /* behind the last action, for what is still on the line */

/* --- collecting -------------------------------------------------------------------------------- */

/* Room for one more element of an array. */
#define GROW(stream, array, n, capacity)                                                           \
	do {                                                                                       \
		if ((stream)->n == (stream)->capacity) {                                           \
			(stream)->capacity = (stream)->capacity ? 2 * (stream)->capacity : 256;    \
			(stream)->array = bench_grow((stream)->array, (stream)->capacity,          \
			                             sizeof(*(stream)->array));                    \
		}                                                                                  \
	} while (0)

void
bench_stream_begin(struct bench_stream *stream)
{
	stream->n_chunks = stream->n_bytes = stream->n_events = 0;
	stream->n_plies = stream->n_incidents = stream->n_pauses = 0;
	stream->rotated = false;
	stream->result = RESULT_NONE;
	stream->sign_us = TIME_UNKNOWN;
	stream->end_us = 0;
}

void
bench_stream_free(struct bench_stream *stream)
{
	free(stream->chunks);
	free(stream->bytes);
	free(stream->events);
	free(stream->plies);
	free(stream->incidents);
	free(stream->pauses);
	memset(stream, 0, sizeof(*stream));
}

static void
add_chunk(struct bench_stream *stream, uint64_t t_us, char what, const uint8_t *bytes, size_t len)
{
	GROW(stream, chunks, n_chunks, chunks_capacity);
	stream->chunks[stream->n_chunks++] =
		(struct bench_chunk){ t_us, stream->n_bytes, len, what };
	for (size_t i = 0; i < len; i++) {
		GROW(stream, bytes, n_bytes, bytes_capacity);
		stream->bytes[stream->n_bytes++] = bytes[i];
	}
	stream->end_us = t_us;
}

void
bench_stream_add_bytes(struct bench_stream *stream, uint64_t t_us, const uint8_t *bytes, size_t len)
{
	add_chunk(stream, t_us, '<', bytes, len);
}

void
bench_stream_add_ply(struct bench_stream *stream, uint16_t move, uint32_t index, uint64_t made_us)
{
	GROW(stream, plies, n_plies, plies_capacity);
	stream->plies[stream->n_plies++] = (struct bench_ply){
		.move = move,
		.made_us = made_us,
		.truth = { .index = index,
		           .made_us = made_us,
		           .completed_us = TIME_UNKNOWN,
		           .clock_s = CLOCK_UNKNOWN },
	};
}

void
bench_stream_add_incident(struct bench_stream *stream, const struct sim_incident *incident)
{
	GROW(stream, incidents, n_incidents, incidents_capacity);
	stream->incidents[stream->n_incidents++] = *incident;
}

static void
on_event(void *ctx, const struct board_event *event)
{
	struct bench_stream *stream = ctx;

	if (event->kind == BOARD_FACT)
		return;
	GROW(stream, events, n_events, events_capacity);
	stream->events[stream->n_events++] = *event;
}

void
bench_stream_forget(struct board_event *event)
{
	if (event->kind == BOARD_SQUARE && event->square.piece != EMPTY)
		event->square.piece = SOME_MAN;
	for (int sq = 0; sq < 64 && event->kind == BOARD_SCAN; sq++)
		if (event->scan[sq] != EMPTY)
			event->scan[sq] = SOME_MAN;
}

/* The driver reads the whole line. */
void
bench_stream_decode(struct bench_stream *stream)
{
	const struct board_driver *driver = board_driver_find("dgt");
	const struct driver_out out = { .ctx = stream, .event = on_event };
	void *state = bench_grow(NULL, 1, driver->state_size);

	driver->init(state);
	for (size_t i = 0; i < stream->n_chunks; i++) {
		const struct bench_chunk *chunk = &stream->chunks[i];
		struct board_event event = { .t_us = chunk->t_us };

		if (chunk->what == '<') {
			driver->feed(state, &out, stream->bytes + chunk->at, chunk->len,
			             chunk->t_us);
		} else if (chunk->what != '>') {
			event.kind = chunk->what == 'U' ? BOARD_BACK : BOARD_LOST;
			on_event(stream, &event);
		}
	}
	free(state);
}

/* --- simulating -------------------------------------------------------------------------------- */

struct player {
	struct bench_stream *stream;
	const struct game *game;
	bool unasked;
	struct sim_host script; /* unasked: what is sent to open the board */
	struct bench_host host;
	struct sim_table table;
};

static void
hear_bytes(void *ctx, uint64_t t_us, const uint8_t *bytes, size_t len)
{
	struct player *player = ctx;

	add_chunk(player->stream, t_us, '<', bytes, len);
	if (!player->unasked)
		bench_host_hear(&player->host, bytes, len, t_us);
}

static void
hear_ply(void *ctx, const struct sim_ply *ply)
{
	struct player *player = ctx;
	struct bench_stream *stream = player->stream;

	GROW(stream, plies, n_plies, plies_capacity);
	stream->plies[stream->n_plies++] =
		(struct bench_ply){ player->game->plies[ply->index].move, ply->made_us, *ply };
}

static void
hear_incident(void *ctx, const struct sim_incident *incident)
{
	bench_stream_add_incident(((struct player *)ctx)->stream, incident);
}

static void
hear_arbiter(void *ctx, uint64_t t_us)
{
	struct bench_stream *stream = ((struct player *)ctx)->stream;

	GROW(stream, pauses, n_pauses, pauses_capacity);
	stream->pauses[stream->n_pauses++] = t_us;
}

static void
open_link(struct player *player, uint64_t t_us, bool up)
{
	if (!player->unasked)
		bench_host_link(&player->host, up, t_us);
	else if (up)
		sim_host_open(&player->script, t_us);
	else
		sim_host_close(&player->script);
}

static void
hear_link(void *ctx, uint64_t t_us, bool up)
{
	struct player *player = ctx;

	add_chunk(player->stream, t_us, up ? 'U' : 'D', NULL, 0);
	open_link(player, t_us, up);
}

static void
hear_result(void *ctx, uint64_t sign_us)
{
	struct player *player = ctx;

	player->stream->result = player->game->result;
	player->stream->sign_us = sign_us;
}

/* What the host says at now_us, NULL: nothing. */
static const uint8_t *
host_says(struct player *player, uint64_t now_us, size_t *ret_len)
{
	if (!player->unasked) {
		if (player->host.due_us <= now_us)
			bench_host_advance(&player->host, now_us);
		return bench_host_take(&player->host, ret_len);
	}
	return player->script.due_us <= now_us ? sim_host_send(&player->script, ret_len) : NULL;
}

/* What is due next, from table or host. Returns the moment it has come to. */
static uint64_t
step(struct player *player, uint64_t now_us)
{
	uint64_t next_us = sim_table_advance(&player->table, now_us), host_us;
	size_t len;
	const uint8_t *bytes = host_says(player, now_us, &len);

	if (bytes) {
		add_chunk(player->stream, now_us, '>', bytes, len);
		sim_table_receive(&player->table, bytes, len, now_us);
		return now_us;
	}
	host_us = player->unasked ? player->script.due_us : player->host.due_us;
	return host_us < next_us ? host_us : next_us;
}

static void
run_until(struct player *player, uint64_t until_us)
{
	uint64_t now_us = player->table.now_us;

	while (now_us < until_us) {
		uint64_t next_us = step(player, now_us);

		now_us = next_us < until_us ? next_us : until_us;
	}
	sim_table_advance(&player->table, until_us);
}

void
bench_stream_play(struct bench_stream *stream, const struct bench_setup *setup,
                  const struct game *game)
{
	static struct player player;
	const struct sim_table_listener listener = { .ctx = &player,
		                                     .bytes = hear_bytes,
		                                     .ply = hear_ply,
		                                     .incident = hear_incident,
		                                     .link = hear_link,
		                                     .arbiter = hear_arbiter,
		                                     .result = hear_result };
	const struct sim_hand_setup hand = { .profile = setup->profile,
		                             .seed = setup->seed,
		                             .pace = setup->pace };
	struct sim_board_setup board;
	uint64_t now_us = READY_US;

	bench_stream_begin(stream);
	player.stream = stream;
	player.game = game;
	player.unasked = setup->unasked;
	bench_host_begin(&player.host, setup->profile->senses->occupancy);
	sim_table_board(setup->profile, setup->seed, &board);
	board.rotated = stream->rotated = setup->rotated;
	sim_table_init(&player.table, &board, &hand, &listener, 0);
	open_link(&player, 0, true);
	run_until(&player, READY_US);
	sim_table_play(&player.table, game, setup->initial_s, setup->increment_s, READY_US);
	while (!sim_table_is_idle(&player.table))
		now_us = step(&player, now_us);
	run_until(&player, player.table.now_us + TAIL_US);
	stream->end_us = player.table.now_us;
	bench_host_end(&player.host);
	bench_stream_decode(stream);
}

/* --- recordings -------------------------------------------------------------------------------- */

static void
add_truth(struct bench_stream *stream, struct position *position, const char *uci, size_t len,
          uint64_t made_us)
{
	struct bench_ply ply = { .made_us = made_us };

	if (uci_parse(position, uci, len, &ply.move) != 0)
		return;
	position_after(position, ply.move, position);
	GROW(stream, plies, n_plies, plies_capacity);
	stream->plies[stream->n_plies++] = ply;
}

static bool
read_truth(struct bench_stream *stream, const char *path)
{
	char name[512], *text, *rest = NULL;
	struct position position;
	size_t len;

	snprintf(name, sizeof(name), "%.*s.truth.jsonl", (int)(strlen(path) - strlen(".capture")),
	         path);
	text = test_read_file(name, &len);
	if (!text)
		return false;
	position_start(&position);
	for (char *line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest)) {
		const char *uci = strstr(line, "\"uci\":\"");
		const char *made = strstr(line, "\"made_us\":");

		if (uci && made) {
			uci += strlen("\"uci\":\"");
			add_truth(stream, &position, uci, strcspn(uci, "\""),
			          strtoull(made + strlen("\"made_us\":"), NULL, 10));
		} else if (strstr(line, "\"result\"")) {
			position_start(&position);
		}
	}
	free(text);
	return true;
}

static bool
take_line(struct bench_stream *stream, const struct capture_line *line)
{
	switch (line->kind) {
	case CAPTURE_FROM_BOARD:
		add_chunk(stream, line->t_us, '<', line->bytes, line->len);
		return true;
	case CAPTURE_TO_BOARD:
		add_chunk(stream, line->t_us, '>', line->bytes, line->len);
		return true;
	case CAPTURE_HOST:
		if (strstr(line->json, "\"plugged\""))
			add_chunk(stream, line->t_us, 'U', NULL, 0);
		else if (strstr(line->json, "\"unplugged\""))
			add_chunk(stream, line->t_us, 'D', NULL, 0);
		return true;
	case CAPTURE_NOTHING:
	case CAPTURE_FACT:
		break;
	}
	return true;
}

bool
bench_stream_capture(struct bench_stream *stream, const char *path)
{
	struct capture_reader reader;
	struct capture_line line;
	struct capture_error error;
	size_t len;
	char *text = test_read_file(path, &len), *rest = NULL;
	bool good = text != NULL;

	bench_stream_begin(stream);
	capture_reader_init(&reader);
	for (char *at = text ? strtok_r(text, "\n", &rest) : NULL; at && good;
	     at = strtok_r(NULL, "\n", &rest))
		good = capture_parse(&reader, at, strlen(at), &line, &error) == 0 &&
		       take_line(stream, &line);
	free(text);
	if (!good || !read_truth(stream, path))
		return false;
	bench_stream_decode(stream);
	return true;
}

/* The moves stand between "decode them:" and a bracket, the bytes in the listing behind it. */
static void
read_note_moves(struct bench_stream *stream, const char *at)
{
	struct position position;

	position_start(&position);
	while (*at && *at != '(') {
		size_t len = strcspn(at, " \n\t(");

		if (len > 0)
			add_truth(stream, &position, at, len, TIME_UNKNOWN);
		at += len > 0 ? len : 1;
	}
}

static size_t
read_note_bytes(const char *at, uint8_t *ret_bytes, size_t size)
{
	size_t n = 0;

	while (*at && *at != '`' && n < size) {
		char *end;

		ret_bytes[n] = (uint8_t)strtoul(at, &end, 16);
		n += end != at;
		at = end != at ? end : at + 1;
	}
	return n;
}

bool
bench_stream_notes(struct bench_stream *stream, const char *path)
{
	static uint8_t bytes[16384];
	static const char mark[] = "decode them:";
	size_t len, at = 0;
	uint64_t t_us = 0;
	char *text = test_read_file(path, &len);
	const char *moves = text ? strstr(text, mark) : NULL;
	const char *listing = moves ? strstr(moves, "```") : NULL;

	bench_stream_begin(stream);
	if (listing) {
		read_note_moves(stream, moves + strlen(mark));
		len = read_note_bytes(listing + 3, bytes, sizeof(bytes));
		/* A second for every clock message, 50 ms for what is between. */
		while (at + 2 < len) {
			size_t frame = (size_t)bytes[at + 1] << 7 | bytes[at + 2];

			if (frame < 3 || frame > len - at)
				break;
			t_us += bytes[at] == 0x8d ? 1000000 : 50000;
			add_chunk(stream, t_us, '<', bytes + at, frame);
			at += frame;
		}
		bench_stream_decode(stream);
	}
	free(text);
	return listing != NULL;
}

/* --- evidence ---------------------------------------------------------------------------------- */

static uint8_t
man_in(const struct bench_stream *stream, const struct board_event *event, int sq, uint8_t before)
{
	int raw = stream->rotated ? 63 - sq : sq;

	if (event->kind == BOARD_SCAN)
		return event->scan[raw];
	return event->kind == BOARD_SQUARE && event->square.sq == raw ? event->square.piece
	                                                              : before;
}

/* When another ply next touches sq; what is on the line then may still show the man. */
static uint64_t
touched_next(const struct bench_stream *stream, size_t i, int sq)
{
	for (size_t j = i + 1; j < stream->n_plies; j++) {
		uint16_t move = stream->plies[j].move;
		bool passing = move_kind(move) == MOVE_EN_PASSANT &&
		               sq == sq_make(sq_file(move_to(move)), sq_rank(move_from(move)));

		if (move_from(move) == sq || move_to(move) == sq || passing)
			return stream->plies[j].made_us;
	}
	return UINT64_MAX;
}

static bool
is_seen(const struct bench_stream *stream, size_t i, uint8_t man)
{
	int sq = move_target(stream->plies[i].move);
	uint64_t from_us = stream->plies[i].made_us;
	uint64_t until_us = touched_next(stream, i, sq);
	uint8_t reads = EMPTY;

	for (size_t e = 0; e < stream->n_events; e++) {
		const struct board_event *event = &stream->events[e];

		if (event->t_us > from_us && reads == man)
			return true;
		if (event->t_us > until_us)
			return false;
		reads = man_in(stream, event, sq, reads);
	}
	return reads == man;
}

size_t
bench_stream_unseen(const struct bench_stream *stream)
{
	struct position position;
	size_t n = 0;

	position_start(&position);
	for (size_t i = 0; i < stream->n_plies; i++) {
		uint16_t move = stream->plies[i].move;

		position_after(&position, move, &position);
		n += stream->plies[i].made_us != TIME_UNKNOWN &&
		     !is_seen(stream, i, position_piece_at(&position, move_target(move)));
	}
	return n;
}

/* --- writing ----------------------------------------------------------------------------------- */

static void
write_chunk(const struct bench_stream *stream, const struct bench_chunk *chunk, FILE *out)
{
	static char line[CAPTURE_LINE_SIZE(1024)];
	struct text text;

	text_begin(&text, line, sizeof(line));
	if (chunk->what == 'U' || chunk->what == 'D')
		capture_format_host(&text, chunk->t_us,
		                    chunk->what == 'U' ? "{\"op\":\"plugged\"}"
		                                       : "{\"op\":\"unplugged\"}");
	else
		capture_format_bytes(&text, chunk->t_us, chunk->what, stream->bytes + chunk->at,
		                     chunk->len);
	fwrite(line, 1, text.len, out);
}

static void
write_truth(const struct bench_stream *stream, FILE *out)
{
	struct position position;

	position_start(&position);
	for (size_t i = 0; i < stream->n_plies; i++) {
		const struct bench_ply *ply = &stream->plies[i];
		char san[SAN_SIZE], uci[UCI_SIZE];

		san_format(&position, ply->move, san);
		uci_format(&position, ply->move, uci);
		fprintf(out,
		        "{\"game\":1,\"ply\":%zu,\"side\":\"%s\",\"san\":\"%s\",\"uci\":\"%s\","
		        "\"made_us\":%llu",
		        i + 1, position.side == WHITE ? "white" : "black", san, uci,
		        (unsigned long long)ply->made_us);
		if (ply->truth.completed_us != TIME_UNKNOWN && ply->truth.clock_s != CLOCK_UNKNOWN)
			fprintf(out, ",\"completed_us\":%llu,\"clk\":\"%d:%02d:%02d\"",
			        (unsigned long long)ply->truth.completed_us,
			        ply->truth.clock_s / 3600, ply->truth.clock_s / 60 % 60,
			        ply->truth.clock_s % 60);
		fputs("}\n", out);
		position_after(&position, ply->move, &position);
	}
	for (size_t i = 0; i < stream->n_incidents; i++) {
		const struct sim_incident *incident = &stream->incidents[i];
		bool somewhere = incident->sq != SQ_NONE;

		fprintf(out, "{\"game\":1,\"%s\":\"%s\",\"ply\":%u,",
		        sim_trouble_source(incident->what), sim_trouble_name(incident->what),
		        incident->ply + 1);
		if (somewhere)
			fprintf(out, "\"square\":\"%c%c\",", 'a' + sq_file(incident->sq),
			        '1' + sq_rank(incident->sq));
		if (incident->piece != EMPTY)
			fprintf(out, "\"piece\":\"%c\",", piece_letter(incident->piece));
		fprintf(out, "\"from_us\":%llu,\"until_us\":%llu}\n",
		        (unsigned long long)incident->from_us,
		        (unsigned long long)incident->until_us);
	}
	fprintf(out, "{\"game\":1,\"result\":\"%s\"",
	        game_result_text((enum game_result)stream->result));
	if (stream->sign_us != TIME_UNKNOWN)
		fprintf(out, ",\"sign_us\":%llu", (unsigned long long)stream->sign_us);
	fputs("}\n", out);
}

static FILE *
open_in(const char *folder, const char *name, const char *suffix)
{
	char path[1024];

	snprintf(path, sizeof(path), "%s/%s%s", folder, name, suffix);
	return fopen(path, "we");
}

bool
bench_stream_write(const struct bench_stream *stream, const char *folder, const char *name)
{
	FILE *capture = open_in(folder, name, ".capture");
	FILE *truth = open_in(folder, name, ".truth.jsonl");
	bool good = capture && truth;

	if (good) {
		char head[128];
		struct text text;

		text_begin(&text, head, sizeof(head));
		capture_format_head(&text, "dgt");
		fwrite(head, 1, text.len, capture);
		for (size_t i = 0; i < stream->n_chunks; i++)
			write_chunk(stream, &stream->chunks[i], capture);
		write_truth(stream, truth);
	}
	if (capture)
		good = fclose(capture) == 0 && good;
	if (truth)
		good = fclose(truth) == 0 && good;
	return good;
}
