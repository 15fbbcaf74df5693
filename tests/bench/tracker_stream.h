/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What one table said, as bytes and as board events, and what really happened on it: from the
 * simulator or from a recording.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/board_event.h"
#include "core/game/game.h"
#include "drivers/sim/sim_table.h"

/* A piece of the line: bytes from or to the board, or the link. */
struct bench_chunk {
	uint64_t t_us;
	size_t at, len; /* in stream.bytes */
	char what;      /* '<', '>', 'U'p, 'D'own */
};

struct bench_ply {
	uint16_t move;
	uint64_t made_us; /* TIME_UNKNOWN where nobody knows */
	struct sim_ply truth;
};

struct bench_stream {
	struct bench_chunk *chunks;
	size_t n_chunks, chunks_capacity;
	uint8_t *bytes;
	size_t n_bytes, bytes_capacity;
	struct board_event *events; /* texts of facts are not kept */
	size_t n_events, events_capacity;
	struct bench_ply *plies;
	size_t n_plies, plies_capacity;
	struct sim_incident *incidents;
	size_t n_incidents, incidents_capacity;
	uint64_t *pauses; /* when the arbiter came to set the clock */
	size_t n_pauses, pauses_capacity;
	bool rotated;     /* events name squares from Black's side */
	uint8_t result;   /* enum game_result, as the game has it */
	uint64_t sign_us; /* when the kings told it, or TIME_UNKNOWN */
	uint64_t end_us;
};

struct bench_setup {
	const struct sim_profile *profile;
	uint64_t seed;
	bool rotated;
	int32_t initial_s, increment_s;
	uint32_t pace; /* as sim_hand_setup */
	/* The host opens the board and then only listens; else it is the driver, and the board is
	 * asked for its position whenever the tracker would like to see it (tracker_host.h). */
	bool unasked;
};

/* bench_stream_play: game on a simulated table, from switching it on to two seconds after the end.
 * What the stream held before is forgotten. */
void bench_stream_play(struct bench_stream *stream, const struct bench_setup *setup,
                       const struct game *game);

/* bench_stream_capture: a recording with its truth beside it (NAME.capture, NAME.truth.jsonl); all
 * its games as one. False when either cannot be read. */
bool bench_stream_capture(struct bench_stream *stream, const char *path);

/* bench_stream_notes: the recording in the shared protocol notes, at the pace of its own clock. */
bool bench_stream_notes(struct bench_stream *stream, const char *path);

/* bench_stream_forget: what an event of this board looks like on one that only knows whether a man
 * stands on a square. */
void bench_stream_forget(struct board_event *event);

/* bench_stream_unseen: how many plies left no picture of themselves: from the moment the board stood
 * as after the ply until another ply touched its square, no event showed its man there. What they
 * were can only be inferred, if at all. For one game, men told apart. */
size_t bench_stream_unseen(const struct bench_stream *stream);

/* bench_stream_write: folder/name.capture and folder/name.truth.jsonl, as adoube simulate writes
 * them. False when that fails. */
bool bench_stream_write(const struct bench_stream *stream, const char *folder, const char *name);

/* For other sources: bench_stream_begin forgets; add_bytes: from the board, times not decreasing;
 * add_ply, add_incident: in order; decode: the bytes are complete. */
void bench_stream_begin(struct bench_stream *stream);
void bench_stream_add_bytes(struct bench_stream *stream, uint64_t t_us, const uint8_t *bytes,
                            size_t len);
void bench_stream_add_ply(struct bench_stream *stream, uint16_t move, uint32_t index,
                          uint64_t made_us);
void bench_stream_add_incident(struct bench_stream *stream, const struct sim_incident *incident);
void bench_stream_decode(struct bench_stream *stream);

/* bench_stream_free: all of it; the stream may be used again. */
void bench_stream_free(struct bench_stream *stream);
