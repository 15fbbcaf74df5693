/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A game that is joined while it is being played.
 *
 * What stands on the board when the recording begins may lack a man who is in a hand, so nothing is made of it before it
 * has stood for long (TRACKER_ANY_START_US). In quick play it may not do so for minutes. But a man who is lifted, and put
 * down where he may go, has been played, and the picture before was that of the game: then the game begins from there. The
 * clock must run, or the opponent have replied: men who are being set up are pushed about as well. Where games begin from their
 * start only, the clock must run and the opponent have replied.
 *
 * While the clock runs the first picture of the whole board is taken at once: a man lacks in it at most, and when he is put
 * down, whom nobody took up before, the picture is that with him.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct tracker;

/* What the board showed, as it counts squares. */
struct joined {
	bool known;
	uint8_t raw[64];
	uint8_t stood[64]; /* what it showed later, when so much had been played from that */
	uint64_t change;   /* by which change */
	uint64_t looked;   /* the change after which joined_note() last looked */
	bool sighted;      /* and it is the first of the whole board, before it has stood */
	bool rested;       /* it has stood since it was noted */
	uint64_t
		put; /* where a man was put down since, and nobody had taken him up: a bit, as the board counts; 0: nowhere */
};

/* joined_due: before the first game, where it may begin from what stands there: when the picture will have stood for long
 * enough that nobody holds a man, or at once the first one where the clock runs, or TRACKER_NO_DEADLINE. joined_note: then play may go on from it. */
uint64_t joined_due(const struct tracker *tracker);
void joined_note(struct tracker *tracker);

/* joined_look: the board shows something new, before the first game. Has a ply been made from the picture noted? Then the game
 * begins there, and the caller explains what has been played. True when it has. */
bool joined_look(struct tracker *tracker);

/* joined_stood: the same once the board has stood for TRACKER_ANY_START_US: if it had shown that picture from the first, and
 * nothing but the ply has been told of since, nobody is setting up men. */
bool joined_stood(struct tracker *tracker);

/* joined_doubt: plies have been found from the picture. Before that had stood the man of the first one may have been on his way. */
void joined_doubt(struct tracker *tracker);
