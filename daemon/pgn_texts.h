/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The games of a view of the tables as PGN texts: one game, a table's, the round's, the event's.
 *
 * The round is the one that is configured; earlier rounds of the event are those whose files lie in its folder.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct config;
struct delay_view;
struct pgn_part;
struct pgn_texts;

enum pgn_part_kind {
	PGN_PART_EVENT,   /* all rounds, the earlier ones first */
	PGN_PART_ROUND,   /* this round's tables, by their numbers */
	PGN_PART_EARLIER, /* an earlier round, by number */
	PGN_PART_TABLE,   /* by index */
	PGN_PART_GAME,    /* of a table, by index and number */
};

/* pgn_texts_new: of the tables that *view shows, delay_s seconds late; all borrowed. 0 or -ENOMEM. */
int pgn_texts_new(const struct config *config, const struct delay_view *view, uint32_t delay_s,
                  struct pgn_texts **ret_texts);
void pgn_texts_free(struct pgn_texts *texts);

/* pgn_texts_part: what pgn_part_make() makes; `index` and `game` count from 0. The texts' own; NULL when memory
 * is out. */
struct pgn_part *pgn_texts_part(struct pgn_texts *texts, enum pgn_part_kind kind, size_t index,
                                size_t game);

/* pgn_part_make: the part `ctx` as it is now: from malloc, with its length; "" where there is no game. NULL when
 * memory is out. */
char *pgn_part_make(void *ctx, size_t *ret_len);

/* pgn_texts_look: find earlier rounds that have come since. */
void pgn_texts_look(struct pgn_texts *texts);

/* pgn_texts_earlier: how many earlier rounds there are. pgn_texts_earlier_name: "round-2" of one. */
size_t pgn_texts_earlier(const struct pgn_texts *texts);
const char *pgn_texts_earlier_name(const struct pgn_texts *texts, size_t index);

/* pgn_texts_folder: where the event's files lie, STATE_DIR/ROOT/EVENT; pgn_texts_round_name: "round-3", or
 * "round" where no number is configured. */
void pgn_texts_folder(const struct config *config, const char *root, char *buffer, size_t size);
void pgn_texts_round_name(const struct config *config, char *buffer, size_t size);
