/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A hall of simulated boards in one process, in real time: each on a TCP port or a pseudo-terminal of
 * its own, or on a bus of twelve, playing games of a list, one after the other, and remembering what it
 * really played.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/game/game.h"

#define HALL_PLIES_MAX 512
#define HALL_GAMES_MAX 64

struct event_base;
struct hall_boards;

struct hall_options {
	/* Boards; how many of them on pseudo-terminals: the first ones; on buses: the last ones. */
	size_t n, n_pty, n_bus;
	const struct game *const *games; /* to be played, n_games of them; borrowed */
	size_t n_games;
	uint32_t pace;      /* thousandths, as struct sim_hand_setup */
	uint32_t stagger_s; /* games begin within so many seconds of each other */
	int32_t initial_s, increment_s;
	uint64_t seed;
};

/* What a board has played. */
struct hall_truth {
	const struct game *games[HALL_GAMES_MAX]; /* begun, the last is still on */
	size_t n_games;
	uint32_t plies;   /* completed in the last */
	uint32_t presses; /* of its plies, so many are known to the host: the lever has told */
	uint64_t press_us[HALL_PLIES_MAX]; /* monotonic: when the message with each was written */
};

/* hall_boards_new: open them all; nobody plays before a host reads. Ends the program when it cannot. */
struct hall_boards *hall_boards_new(struct event_base *base, const struct hall_options *options);

/* hall_boards_address: where board i is, for board = ... */
const char *hall_boards_address(const struct hall_boards *boards, size_t i);

/* hall_boards_bus: where bus i is, which a board's address calls "busI"; NULL behind the last one. */
const char *hall_boards_bus(const struct hall_boards *boards, size_t i);

/* hall_boards_truth: of board i, as of now. */
const struct hall_truth *hall_boards_truth(const struct hall_boards *boards, size_t i);

/* hall_boards_ready: how many are being read by a host. */
size_t hall_boards_ready(const struct hall_boards *boards);

/* hall_boards_hold: no ply is begun any more from now on: the timeline stands still. */
void hall_boards_hold(struct hall_boards *boards);

/* hall_boards_unplug: board i cannot be reached for ms (TCP only; nothing on a pseudo-terminal), nor can the
 * others on its bus. */
void hall_boards_unplug(struct hall_boards *boards, size_t i, unsigned int ms);

/* hall_boards_noise: board i says len bytes that mean nothing. */
void hall_boards_noise(struct hall_boards *boards, size_t i, size_t len);

/* hall_boards_lost: bytes the boards could not send because the host did not read. */
uint64_t hall_boards_lost(const struct hall_boards *boards);

void hall_boards_free(struct hall_boards *boards);
