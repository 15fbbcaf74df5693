/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Was a move played with two hands (articles 4.1, 7.5.4)? Argued from what one hand can do.
 *
 * A hand that has had to do with one man needs time to have to do with another: it lets go of the first
 * or carries it along, travels, and grasps the second. Two contacts with different men that certainly
 * lie closer together than that were two hands. How close they certainly lie follows from the scan
 * (contacts.h): reports dt apart, each of something within the round before it, are of contacts at most
 * dt and a round apart. Nothing is concluded
 *
 *   - from a man who is replaced by another in one report: a capture by one hand looks so;
 *   - from the way of one man, however quick: one hand took him;
 *   - from men who have nothing to do with the move: they may be the opponent's hand, whose reply can
 *     begin before the press (1.3). Of a move count the mover's own men, and on the square where they take
 *     the man they take;
 *   - of a capture, until a round has been measured: how most boards are says nothing of this one, and captures come
 *     early. King and rook, or a pawn and who takes his place, are hardly ever both in the air of one hand;
 *   - where a round of the scan is longer than a hand needs: then nobody can know (hands_limit()). Two lifts
 *     reported dt apart may have been dt and a round apart; so of a capture that two hands made, taking up
 *     both men dt apart, nobody can tell unless dt is less than hands_limit(HANDS_CAPTURE) less a round:
 *     120 ms where a round takes 200, and nothing is known from one of 321 ms on (castling 273, promotion 234);
 *
 * What one hand needs is told by motion.h. A hand that takes up two men may shift the first on its way to the second, and be
 * quicker than those tables, which have it do one thing after another. Reports dt apart are most likely of contacts dt
 * apart, and of contacts half a round further but once in eight, wherever the scan was: so much must be too close for such a
 * hand, too. A round of 200 ms leaves the limit where it is; the quicker ones tell more of the two contacts, and more is asked of
 * them.
 *
 * Some hands are quicker still, in blitz above all. So beside the tables a player's own quickness counts: how long he carries a
 * man on the average of this game (struct hands_pace), those aside whom he was seen to put down on the way or to drag over the
 * board; in two fifths of it he certainly carries none. What different rounds of the scan told of castling is believed only where
 * it is quicker than that, too, or where both men were taken up and both put down so close. So is what one round told, where the
 * king may have stood before the rook was taken up: that is how one hand castles, and but for its haste there is nothing to say.
 * And most players take a man away in passing, with the hand that brings the other: of captures count those alone that left the
 * square empty for certainly longer than such a hand needs, or where this player cannot have carried his man to it so soon. A hand
 * may fumble in passing: so those that left it empty for long do not count either where he who takes left first, and this player
 * carries a man in that time, if seldom (in three fifths of his average).
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/chess/position.h"
#include "core/laws/conduct/contacts.h"

enum hands_move { HANDS_CASTLING, HANDS_CAPTURE, HANDS_PROMOTION, HANDS_MOVES };

enum hands_verdict {
	HANDS_NOTHING,    /* one hand may have done it */
	HANDS_TWO,        /* one hand cannot have */
	HANDS_UNKNOWABLE, /* the board is too slow, or its pace is not known */
};

/* The two contacts that tell it, earlier report first, as they are known. */
struct hands_evidence {
	enum hands_move move;
	struct contact contacts[2];
	uint32_t scan_us;     /* a round, as measured */
	uint32_t possible_us; /* they lie at most so far apart */
	uint32_t needed_us;   /* what one hand needs */
};

/* How quickly a player carries a man, on the average of the last few: as reported, so that what one report comes late
 * the next one makes up for. */
struct hands_pace {
	int32_t mean_us;
	uint32_t n; /* times seen */
};

/* Before so many nobody knows how quick he is. */
#define HANDS_PACE_MOVES 6

/* hands_pace_add: it took so long once more; less than nothing where the scan came to the new square first. */
void hands_pace_add(struct hands_pace *pace, int64_t us);

/* A ply, and when what led to it was reported: after from_us, up to until_us. */
struct hands_ply {
	const struct position *before;
	uint16_t move;
	uint64_t from_us, until_us;
};

/* hands_note: learn from that ply. Not every one tells. */
void hands_note(struct hands_pace *pace, const struct contacts *contacts,
                const struct hands_ply *ply);

/* hands_limit: the longest round of a scan, microseconds, with which two hands can be told at all, for the
 * kind of move and neighbouring squares. */
uint32_t hands_limit(enum hands_move move);

/* hands_least_us: what one hand needs, microseconds, for two contacts of that kind with the men of squares a and b: king
 * and rook of these squares both lifted to castle, or both put down, whether it holds both or takes one after the other;
 * or one lifted and another put down that it holds; or lifted the one to take the other, wherever they stand: he who is
 * taken may be put aside on the way. */
enum hands_pair { HANDS_CASTLING_LIFTS, HANDS_CASTLING_PLACES, HANDS_LIFT_PLACE, HANDS_TAKES };
uint32_t hands_least_us(enum hands_pair pair, int a, int b);

/* hands_judge: was it, by a player of that pace, a move of two hands? *ret_evidence is set for HANDS_TWO, for
 * HANDS_UNKNOWABLE only its `move`. Moves of one man are HANDS_NOTHING. */
enum hands_verdict hands_judge(const struct hands_pace *pace, const struct contacts *contacts,
                               const struct hands_ply *ply, struct hands_evidence *ret_evidence);
