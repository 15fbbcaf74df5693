/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The inside of innocent.c, shared by its files: innocent_blind.c knows the squares that hide men, innocent_doubt.c takes
 * squares and plies that are in doubt every way they may stand, innocent_read.c asks what else the board has told of him and
 * of whom he answers, innocent_castled.c asks of castling, innocent_slid.c of men between two squares, innocent_alike.c of
 * others like him, or beside him.
 */
#pragma once

#include "core/laws/laws_state.h"

/* What is asked: is the deed legal in a position like *base? */
struct innocent_doubt {
	const struct position *base;
	const struct laws_press *press;
	const struct deed *deed;
	uint64_t blind;    /* squares that may hide a man */
	bool king_doubted; /* the presser's, how he came where the record has him */
	/* The square of the man whom the opponent moved last, if that is sure, and those beside it where he cannot have gone. */
	uint64_t last, not_his;
};

/* --- innocent_blind.c ----------------------------------------------------------------------------------------- */

/* innocent_is_legal: is the deed a legal ply in *position, if that can stand at all? */
bool innocent_is_legal(const struct position *position, const struct deed *deed);

/* innocent_put: a man onto an empty square; EMPTY: nobody. */
void innocent_put(struct position *position, int sq, uint8_t man);

/* innocent_blind: the squares that did not read their men before the deed was begun: what has not been read since may be its
 * own doing, and a legal ply in its place the record's guess. */
uint64_t innocent_blind(const struct laws *laws, const struct deed *deed);

/* --- innocent_doubt.c ----------------------------------------------------------------------------------------- */

/* innocent_is_illegal_anyway: a square of `odd`, which is not believed, may hide what makes the deed legal. Is it illegal
 * however they stand? Bounded: 3 to the power of EVIDENCE_ODD_MAX positions, and those with one man elsewhere. */
bool innocent_is_illegal_anyway(const struct innocent_doubt *doubt, uint64_t odd);

/* innocent_is_king_doubted: is the presser's king in doubt where the record has him? So he is where he is not read, and a doubtful ply
 * of his rook's may have been castling. */
bool innocent_is_king_doubted(const struct game *game, const struct laws_press *press);

/* innocent_is_legal_without_a_ply: where one of the last plies, a doubtful one, was not played, or led elsewhere? */
bool innocent_is_legal_without_a_ply(const struct laws *laws, const struct laws_press *press,
                                     const struct deed *deed, uint64_t odd);

/* --- innocent_read.c ------------------------------------------------------------------------------------------ */

/* innocent_was_read_elsewhere: was he read where he may go, and is there yet or was taken there? */
bool innocent_was_read_elsewhere(const struct laws *laws, const struct laws_press *press,
                                 const struct image *image, const struct deed *deed);

/* innocent_passed_early: was he read where he is said to have come from only when the opponent had made his move, before his press was heard,
 * and no longer than one on his way? */
bool innocent_passed_early(const struct laws *laws, const struct laws_press *press,
                           const struct deed *deed);

/* innocent_went_before: did he come there with his player's last ply, as the record has it by now, and has another man moved in
 * this turn? */
bool innocent_went_before(const struct laws *laws, const struct laws_press *press,
                          const struct deed *deed);

/* innocent_has_last_gone_on: was the man of the opponent's ply before read on his way, and played where the deed is a legal answer? */
bool innocent_has_last_gone_on(const struct laws *laws, const struct laws_press *press,
                               const struct image *image, const struct deed *deed);

/* innocent_has_last_come_since: innocent_may_come_since(), and the opponent has pressed once more with him there. */
bool innocent_has_last_come_since(const struct laws *laws, const struct laws_press *press,
                                  const struct image *image, const struct deed *deed);

/* --- innocent_castled.c --------------------------------------------------------------------------------------- */

/* innocent_stands_castled: do king and rook stand as castling takes them? */
bool innocent_stands_castled(const struct position *base, const struct deed *deed);

/* innocent_may_have_castled: and may he who did that have had the right to, by plies that are not sure? */
bool innocent_may_have_castled(const struct laws *laws, const struct laws_press *press,
                               const struct deed *deed);

/* innocent_castled_rook: has the record the king of the presser's last ply alone where castling takes him, though the deed's rook had
 * left his square as soon as the board tells of it? Then he castled, and the rook stood here; else SQ_NONE. */
int innocent_castled_rook(const struct laws *laws, const struct laws_press *press,
                          const struct deed *deed);

/* --- innocent_slid.c ------------------------------------------------------------------------------------------ */

/* innocent_may_have_slid: did he who was carried, or the rook of a castling, stand between the square where he was read and one
 * where he may go, as a push tells that has put him there since? */
bool innocent_may_have_slid(const struct laws *laws, const struct laws_press *press,
                            const struct deed *deed);

/* --- innocent_alike.c ----------------------------------------------------------------------------------------- */

/* innocent_was_another: may a man like the carried one have gone where he is read, who was not read where he stood, or has left as
 * this one has? */
bool innocent_was_another(const struct laws *laws, const struct laws_press *press,
                          const struct image *image, const struct deed *deed, uint64_t odd);

/* innocent_came_beside: may another man have come beside him who seems to have gone there, and be read as he? */
bool innocent_came_beside(const struct laws *laws, const struct laws_press *press,
                          const struct image *image, const struct deed *deed);

/* innocent_is_own_misread: does he seem to have taken a man of his own, where no way of his leads, who may be there yet, and may he
 * have gone where nobody is read? */
bool innocent_is_own_misread(const struct laws *laws, const struct laws_press *press,
                             const struct image *image, const struct deed *deed);

/* innocent_were_exchanged: may the one like him whom the record has for his player's last ply have gone where he is read, and he
 * where it has that one? */
bool innocent_were_exchanged(const struct laws *laws, const struct laws_press *press,
                             const struct image *image, const struct deed *deed);
