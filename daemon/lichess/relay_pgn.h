/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A table's game as a Lichess broadcast takes it (publishing.md 3.4).
 *
 * A broadcast refuses a game with an illegal move and goes on refusing it, result included. So where play
 * went on from another position than the moves led to, what is sent is the moves until then and the result.
 * No I/O.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

struct config;
struct config_table;

#define RELAY_GAME_MAX 100000 /* bytes of a game, as Lichess has it */

struct relay_pgn;

/* relay_pgn_new: room to work in. NULL when memory is out. */
struct relay_pgn *relay_pgn_new(void);
void relay_pgn_free(struct relay_pgn *relay);

/* What the clock shows, "1:29:41"; "": not known. */
struct relay_clocks {
	char white[16], black[16];
};

/* relay_pgn_game: from pgn[len], all games of one table as published, the last one, as it is to be sent; while it is
 * on with WhiteClock and BlackClock, which say what its last moves do not (3.4). Returns its text, NUL-terminated with *ret_len and *ret_over (has it a result), the relay's own until the
 * next call; NULL where there is nothing to send: no game, or a player without a name, whom the broadcast
 * would not take. */
const char *relay_pgn_game(struct relay_pgn *relay, const char *pgn, size_t len,
                           const struct relay_clocks *clocks, size_t *ret_len, bool *ret_over);

/* relay_pgn_pairing: of a table where nothing has been played, its first game, with the names and no move: without it
 * a broadcast would put the boards in the order in which they begin (3.2). Returns as relay_pgn_game(); NULL, too,
 * where only the board will tell what its games begin from. */
const char *relay_pgn_pairing(struct relay_pgn *relay, const struct config *config,
                              const struct config_table *table, size_t *ret_len);
