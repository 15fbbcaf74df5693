/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A published revision of a game's PGN, as the journal keeps it: what changed since the one before. From
 * the entries every text that ever left the machine can be made again.
 *
 *     game, kept at the beginning, kept at the end    numbers, 7 bits a byte, low ones first
 *     the text between
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define REVISION_GAMES_MAX 10000 /* of one table in one round */
#define REVISION_TEXT_MAX  ((size_t)4 << 20)
#define REVISION_HEAD      30

/* The texts of a table's games as last published. */
struct revisions {
	struct revision_text {
		char *text; /* NUL-terminated; NULL: never published */
		size_t len;
	} * games;
	size_t n_games;
};

void revisions_free(struct revisions *revisions);

/* revisions_take: an entry's body. 0; -EBADMSG when it does not fit what was before it; -ENOMEM. */
int revisions_take(struct revisions *revisions, const uint8_t *body, size_t len);

/* revision_game: which game (from 0) an entry's body is of. False: it is no revision. */
bool revision_game(const uint8_t *body, size_t len, size_t *ret_index);

/* revisions_make: game `index` (from 0) is to be text[len] now. Returns the entry's body, to be freed, with
 * its length, already taken; NULL and 0 when nothing changed, NULL and another length when memory is out or
 * a bound is met. */
uint8_t *revisions_make(struct revisions *revisions, size_t index, const char *text, size_t len,
                        size_t *ret_len);

/* revisions_forget: the game's last revision did not get into the journal; the next one is whole. */
void revisions_forget(struct revisions *revisions, size_t index);

/* revision_plays_differ: as revision_differs(), but for the names and dates in the tags: do they tell of another play?
 */
bool revision_plays_differ(const char *was, const char *is, char *sentence, size_t size);

/* revision_differs: do two PGN texts of a game differ? Returns false, or true with a sentence on the first
 * difference: a tag, or a move with its place. */
bool revision_differs(const char *was, const char *is, char *sentence, size_t size);
