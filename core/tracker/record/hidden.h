/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A man whom nobody saw, and who is said to have been taken at once on the square he came to.
 *
 * Nothing tells of him but who took him: he stands and falls with that one, and is not believed before that one has come to stand.
 * Nor do players give men away. Where they would have, and the reply could have been made had he gone elsewhere, a square that
 * does not read him explains as much: so he may yet come out, where play goes on.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct tracker;

/* hidden_note: ply `index` is such a ply, beyond change; or it is not (tracker_was_hidden). */
void hidden_note(struct tracker *tracker, uint32_t index, bool hidden);

/* hidden_is_open: is ply `index` said to have been taken at once by one who may be on his way yet? */
bool hidden_is_open(const struct tracker *tracker, uint32_t index);

/* hidden_is_given_away: is ply `index`, one of the last RECENT_POSITIONS, said to have been taken at once, though its player loses by
 * that, or though he stood there for longer than a scan, and could another move of the man have been replied to by the same? Of a
 * board that tells men apart: where it does not, every way is followed (ways.h). */
bool hidden_is_given_away(const struct tracker *tracker, uint32_t index);

/* hidden_may_be_elsewhere: is ply `index`, one of the last RECENT_POSITIONS, by a man who went on by his next one before anybody saw
 * him, and could he have gone on from another square as well? Nothing that comes later tells which it was. Of a board that tells men
 * apart. */
bool hidden_may_be_elsewhere(const struct tracker *tracker, uint32_t index);

/* hidden_is_gainsaid: is ply `index`, one of the last RECENT_POSITIONS, by a man whom nobody saw, and has a square that is not believed
 * begun to read one of its player's since, whom another ply would have brought there? That one may have been played, and what tells of
 * the first be what is amiss. Or has he been read since where he came from; or has he who took him there, whom nobody saw either? Then
 * he may not have gone. */
bool hidden_is_gainsaid(const struct tracker *tracker, uint32_t index);

/* hidden_drop: the last ply is no more: it was `taker`. If nothing but that told of the one that is the last now, that is none either,
 * and its press waits again. */
void hidden_drop(struct tracker *tracker, uint16_t taker);
