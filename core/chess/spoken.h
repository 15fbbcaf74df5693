/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Moves as they are announced to a player who cannot see the board, and by him (Laws, Annex D, D.2.1).
 *
 * The Annex gives words: Anna, Bella, ... for the files, and the German numerals, men and castlings,
 * whatever the players' language, "unless the arbiter decides otherwise"; that is SPOKEN_GERMAN.
 * SPOKEN_ENGLISH and SPOKEN_FRENCH are the arbiter deciding otherwise: the names of the files stay
 * (in French with its spelling: César, Éva, Félix, Gustave), the other words are the language's.
 *
 * Always said: the man (a pawn too), the square it leaves and the square it reaches, since nobody is
 * asked to find the man that can go there; and the man a pawn is promoted to (D.2.1 requires it).
 * Not in the Laws, and so as players say it:
 *
 *                German              English          French
 *   capture      schlägt             takes            prend          between the squares
 *   e.p.         en passant          en passant       en passant
 *   promotion    wird Dame           becomes queen    devient dame
 *   check        Schach              check            échec          last
 *   mate         Schachmatt          checkmate        échec et mat   last
 *   castling     (Kurze Rochade)     short castling   petit roque
 *                (Lange Rochade)     long castling    grand roque
 */
#pragma once

#include <stdint.h>

#include "core/chess/position.h"

enum spoken_language {
	SPOKEN_GERMAN,       /* the words of Annex D, UTF-8 */
	SPOKEN_GERMAN_ASCII, /* the same in the spelling Annex D gives beside it: Koenig, fuenf */
	SPOKEN_ENGLISH,
	SPOKEN_FRENCH,
	SPOKEN_LANGUAGES
};

enum spoken_form {
	SPOKEN_ANNEX_D, /* "Springer Gustav eins Felix drei" */
	SPOKEN_FULL, /* "Springer von g1 nach f3", "Knight from g1 to f3": to an assistant who moves
	                 * for the player (Online Regulations, Annex II 6) */
};

#define SPOKEN_SIZE 96 /* bytes; the longest is about 70 */

/* spoken_format: write the legal `move` in `position` to buffer[SPOKEN_SIZE], UTF-8: words with one
 * blank between them, the first letter large, no other signs. */
void spoken_format(const struct position *position, uint16_t move, enum spoken_language language,
                   enum spoken_form form, char buffer[SPOKEN_SIZE]);

/* spoken_parse: the legal move in `position` that the words say, in any of the languages and in either form, mixed too.
 * Small and large letters from A to Z are the same; "von", "nach", "schlägt", "en passant", "wird", "Schach" and the
 * like may be left out, since the squares and the man of a promotion say it all. -EINVAL where they say none. */
int spoken_parse(const struct position *position, const char *heard, uint16_t *ret_move);
