/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Tales that begin in mid-game: a tale (story.h) told from a position in which White is to move, his clock running. So a
 * few words show what it takes a whole game to come to.
 */
#pragma once

#include <stddef.h>

struct story;

struct midgame_tale {
	const char *name;
	const char *fen; /* White to move, and to press first */
	const char *script;
	const char *record; /* as story_end() gives it */
};

/* midgame_begin: a story of a game that begins as fen has it, with White to move: the men stand there, and the board has not told of
 * them yet. */
void midgame_begin(struct story *story, const char *fen);

/* midgame_check: the men are set up, seen by a scan, and the clock is started; then the tale is told, and the record compared
 * as it stands right after the last word. A script may begin with "occupied". */
void midgame_check(const struct midgame_tale *tale);

/* midgame_run: the main of a test that is tales[n] alone, as suite `name`; returns its exit status. */
int midgame_run(const char *name, const struct midgame_tale *tales, size_t n);
