/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A story at one table: a sensor board, a clock and an arbiter, or the record alone, and the laws that listen.
 *
 * One story at a time, in `story`. It is told in words, or a test says what happens with the functions of the second
 * part; both let the story's own time pass. What goes wrong in the telling fails the test.
 *
 * Words, separated by blanks:
 *
 *     setup:NAME         a full scan of one of the pictures in story_words.c
 *     turn:left, turn:right, upright  the men are put up again, the board lying by 90 degrees, or as before
 *     stand:FEN          games begin from there (blanks as '_'), and the men are set up so
 *     sensors            with story_begin(): the men stand on a sensor board
 *     occupied           which knows only that squares are occupied, from here on
 *     lost, back         the link
 *
 *     e4 Nf3 O-O         the move is played on the board, a square every 250 ms, and pressed while the clock runs
 *     ~e4                the same without a press
 *     e2-, e4+P, a8:N>Q  a man leaves a square, stands on it, is replaced by another one
 *     {e1-;h1-}          squares of one round of the scan, or the line delivers them together
 *
 *     GO, STOP, GO:w     the clock is started, the time of who is to move running, or White's; stopped
 *     NOCLOCK            the clock is not connected any more
 *     W!, B!             a press alone
 *     clock:90           both clocks show so many seconds from the next reading on
 *     owed               plies of both sides lack presses, by the clock's watch
 *     +5s, +30min        time passes
 *     after:50           the next word comes 50 ms after the one before
 *
 *     rules:KEY=VALUE    from here on (before the first move), blanks as '_'
 *     control:CONTROL    the time control, before rules that need it
 *
 *     corrected:FEN      a person has the record go on from there (blanks as '_'); the board has sensors
 *     result:1-0, time:1-0  a person enters the result: game_score_text(), "*" for none after all; on time
 *     score:4-2          points in quarters
 *     claim:w, claim:w:Nf3, offer:w, reversed
 *     confirm:2, dismiss:2  the arbiter's decision about alert 2
 *     seal, adjourn, reopen, sealed:Nf3  adjournment
 *     sheet:w, quick:b   White asks for the arbiter's sheet; Black claims in a quickplay finish
 *     rated:2300         the higher rating of the two
 *     cable:b, plug:b    who has lost the platform, and is back
 *     device:b           who had a device on him
 *     board:other        another board stands there
 *     log:short          the board's own log lacks the last 65 s
 *     says:w:Nf3         White announces a move
 *     virtual:e4, own:e4 on the virtual board, by the other player, by this one
 *     other:FEN          what stands on the other of two boards (blanks as '_')
 */
#pragma once

#include "core/laws/laws.h"

#include "core/chess/fen.h"

struct story {
	struct tracker *tracker; /* NULL: by record */
	struct laws *laws;
	struct rules_stated stated;
	struct ruleset rules;
	struct game game; /* by record */
	struct game_ply plies[600];
	uint64_t t_us, step_us; /* until the next word; 0: STORY_SCAN_US */
	uint8_t squares[64];
	bool occupied; /* the board knows no men */
	struct clock_reading clock;
	char told[2048];      /* "id@ply:side", '!' behind what is critical, separated by blanks */
	struct alert last;    /* the last one told */
	char after[FEN_SIZE]; /* the position after it, "": none */
};

extern struct story story;

#define STORY_SCAN_US 250000

/* *fen: the position it begins with; NULL: none yet (a scan brings the men). sensors: the men stand on a sensor board;
 * otherwise the moves go into the record as the tracker would write them. Ends with story_end(). */
void story_begin(const char *fen, bool sensors);

void story_end(void);

/* The words of *script, one after the other. */
void story_tell(const char *script);

/* The game as it is recorded. */
const struct game *story_game(void);

/* --- what happens at the table: story.c ----------------------------------------------------------- */

/* A square changes after the next step, or at this very moment. */
void story_square(int sq, uint8_t piece);

void story_square_now(int sq, uint8_t piece);

/* Time passes: the step that was set, or STORY_SCAN_US. */
void story_step(void);

/* A full scan: the 64 men at *scan, a1 first. */
void story_scan(const uint8_t scan[static 64]);

/* The clock is read: story.clock. */
void story_clock(void);

void story_link(bool up);

/* *san is played, by hands or into the record, and the clock pressed behind it. */
void story_move(const char *san, bool press);

/* The men of *start are put up, and the next game begins from there. */
void story_stand(const struct position *start);

/* A person enters "1-0": game_score_text(). */
void story_result(const char *text);
