/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the arbiter has ordered of the event as a whole: which round is open, who plays where, which board belongs
 * to which table, and the games of the rounds that are closed. A fold of entries, without I/O:
 *
 *     {"op":"round","round":"2","open":true,"was_round":"1","was_open":false,"file":"1"}
 *     {"op":"assign","changes":[{"table":3,"board":"serial:123","was":null,"file":"/dev/ttyUSB0"}]}
 *     {"op":"players","changes":[{"round":"2","table":3,"players":{"white":...},"was":null,"file":"..."}]}
 *     {"op":"results","round":"1","table":3,"games":["[Event ...","[Event ..."]}
 *
 *     {"op":"file","text":"[event]...","was_text":"[event]..."}
 *
 * null is what the event file says. "file" is what it said then: round, board, players_digest(). All but the results
 * are actions, numbered from 1 as they come, with who gave the order ("uid", "user"); each says what was before,
 * is refused when that is not so any more, and can be undone.
 */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct rounds;

/* rounds_new: the event file's round is open, and nothing has been ordered. 0 or -ENOMEM. NULL may be freed. */
int rounds_new(const char *round, struct rounds **ret_rounds);
void rounds_free(struct rounds *rounds);

/* rounds_check: can the entry be taken? 0, or a negative errno with `error` one sentence: -EBADMSG it is none,
 * -ESTALE what it says was before is not so. rounds_take: take it, given at unix_ms; errors as above, nothing
 * changes then. */
int rounds_check(const struct rounds *rounds, const json_t *entry, char *error, size_t error_size);
int rounds_take(struct rounds *rounds, const json_t *entry, int64_t unix_ms, char *error,
                size_t error_size);

/* rounds_now: the round, borrowed until the next rounds_take; *ret_open (may be NULL): is it open? rounds_file: what
 * the event file's round was when that was ordered, NULL: nothing was. */
const char *rounds_now(const struct rounds *rounds, bool *ret_open);
const char *rounds_file(const struct rounds *rounds);

/* rounds_players: who was ordered to play at a table of a round, with "players" and "file"; NULL: nobody.
 * rounds_board: the same of its board, "board" and "file". Borrowed as above. */
const json_t *rounds_players(const struct rounds *rounds, const char *round, uint32_t table);
const json_t *rounds_board(const struct rounds *rounds, uint32_t table);

/* rounds_games: the games of a table of a round when it was closed, an array of PGN; NULL: it was not. Borrowed. */
const json_t *rounds_games(const struct rounds *rounds, const char *round, uint32_t table);

/* rounds_list: every round that was open once, has players or has games: [{"round":"1","state":"closed"},...], in
 * order. rounds_has_games: has it games of any table? */
json_t *rounds_list(const struct rounds *rounds);
bool rounds_has_games(const struct rounds *rounds, const char *round);

/* rounds_log: the actions, oldest first: {"action":1,"text":...,"unix_ms":...,"uid":...,"user":...,"undone_by":2}.
 * rounds_actions: how many. rounds_tell: what an action does, in a few words. New reference. */
json_t *rounds_log(const struct rounds *rounds);
size_t rounds_actions(const struct rounds *rounds);
json_t *rounds_tell(const json_t *entry);

/* rounds_undo: the entry that undoes action `number`; new reference, or NULL with `error`. Whether it can be
 * taken is rounds_check()'s business. */
json_t *rounds_undo(const struct rounds *rounds, size_t number, char *error, size_t error_size);
