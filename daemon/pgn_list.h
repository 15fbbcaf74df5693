/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Which PGN texts there are of a view of the tables (pgn_texts.h), as they come to be, and which of them have
 * changed: told to one who shows them, on pages or in files.
 */
#pragma once

#include <stdint.h>

#include "daemon/pgn_texts.h"

struct pgn_list;

/* One of them. */
struct pgn_list_item {
	enum pgn_part_kind kind;
	const char *
		round; /* "round-3": an earlier one's, else this one's; "round" where it has no number */
	unsigned int table; /* its number, 0: not of one table */
	size_t game;        /* of the table's, from 1; 0: not a game's */
	struct pgn_part
		*part; /* the list's, for its whole life: pgn_part_make() makes the text of it */
};

/* One who shows them. */
struct pgn_list_owner {
	void *ctx;
	unsigned int kinds; /* he shows these: bits 1 << enum pgn_part_kind */
	/* There is *item, borrowed for the call. Returns the owner's own number for it, or a negative errno: then a
	 * game is told of again with the table's next change, and an earlier round with the next look. */
	int (*add)(void *ctx, const struct pgn_list_item *item);
	/* The text with that number may be another one now. */
	void (*stale)(void *ctx, int number);
};

/* pgn_list_new: of the tables that *view shows, delay_s seconds late; both and *config are borrowed for its life,
 * *owner is copied. What is there at once is told before it returns. 0 or a negative errno. */
int pgn_list_new(const struct config *config, struct delay_view *view, uint32_t delay_s,
                 const struct pgn_list_owner *owner, struct pgn_list **ret_list);

/* pgn_list_look: earlier rounds' files have come. */
void pgn_list_look(struct pgn_list *list);

/* pgn_list_free: nobody makes its parts any more. NULL is fine. */
void pgn_list_free(struct pgn_list *list);
