/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The laws of one table: what the rules of draws and ends, and of what is around a game, demand of what the
 * tracker tells. Raises alerts; changes nothing.
 *
 * Pure and bounded: memory comes from the caller, time with the event, and a call costs at most one exact
 * verdict of MATING_NODES_PLY positions a side (mating.h). What depends on time passing happens at its
 * nominal time when the next call comes, so the same events give the same alerts.
 *
 * Not thread-safe; one for each tracker.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/game/offers.h"
#include "core/laws/alert/alert.h"
#include "core/laws/rules/ruleset.h"
#include "core/tracker/tracker.h"

#define LAWS_NO_DEADLINE UINT64_MAX

struct laws;
struct mating;

/* laws_size: bytes laws_init needs. */
size_t laws_size(void);

/* laws_pointers: the offsets of the pointers in that memory, SIZE_MAX behind the last: to the rules, the listener,
 * the tracker's game and the room for searches. */
const size_t *laws_pointers(void);

/* laws_init: build one in memory[laws_size()], aligned for any object.
 *
 * @rules     in force; borrowed, and read anew at every event: they may be settled later, not during a
 *            game
 * @table     its number in the event file, 0: none
 * @listener  copied
 * @mating    room for searches, borrowed; every table of a thread may have the same one
 *
 * Returns the memory itself; there is nothing to free. */
struct laws *laws_init(void *memory, const struct ruleset *rules, uint32_t table,
                       const struct alert_listener *listener, struct mating *mating);

/* laws_expect: games begin from *start, the orthodox initial position until something else is said; strict:
 * from nothing else, so that what is set up otherwise is wrong (2.3). */
void laws_expect(struct laws *laws, const struct position *start, bool strict);

/* laws_ratings: the higher rating of the two players, 0 where neither has one: how much time they must have
 * depends on it (Q5 26.6). For the games to come. */
void laws_ratings(struct laws *laws, uint32_t highest);

/* laws_update: the tracker's listener was told `what`; game (NULL before the first) and first_ply as
 * there, *view as tracker_look() gives it then. */
void laws_update(struct laws *laws, enum tracker_update what, const struct game *game,
                 uint32_t first_ply, const struct tracker_view *view, uint64_t now_us);

/* laws_advance: time has come to now_us. Call it before the event of that time is digested. Returns when
 * something would happen by itself, or LAWS_NO_DEADLINE. */
uint64_t laws_advance(struct laws *laws, uint64_t now_us);

/* laws_correcting: a person's correction is about to be made (tracker_correct()), or has been refused after all. What has been told of
 * breaches is not undone with the plies that he takes back: it is decided as before. */
void laws_correcting(struct laws *laws, bool on);

/* laws_put_right: a person has corrected the record (tracker_correct()), of which laws_update() has just told. While men are put where
 * it has them that is no player's doing, nor is the press by which the time is given to who is to move there. Without a game:
 * nothing. */
void laws_put_right(struct laws *laws);

/* laws_link_lost: the board is gone; told when a game is known, and once until it is back. Its return is seen in the view. */
void laws_link_lost(struct laws *laws, uint64_t now_us);

/* laws_dead_ply: the plies after which the position was proved to be dead, and told (5.2.2); 0: none is. */
uint32_t laws_dead_ply(const struct laws *laws);

/* laws_log_incomplete: the board is back, and its log does not have what happened since since_us; told when a game is
 * known. */
void laws_log_incomplete(struct laws *laws, uint64_t since_us, uint64_t now_us);

/* laws_on_time: the result that is about to be entered is one on time (6.9), or not. Where it does not agree with
 * who could still mate, that is told. */
void laws_on_time(struct laws *laws, bool on_time);

/* laws_announced: a move was announced by or for `side` (D.2.1), in SAN or as it was said (spoken.h): the one to come
 * where he has the move, else the one he has just made, or the one behind an opponent's ply that is not told of yet. Raises
 * announced-move-mismatch (D.2.8) when he makes, or has made, another: before he presses, when he may still correct it, and
 * once he has.
 * laws_check_announced: would it be heard? -ENOENT when no game is on, -EINVAL when that can be no legal move of his. */
int laws_announced(struct laws *laws, enum color side, const char *said, uint64_t now_us);
int laws_check_announced(const struct laws *laws, enum color side, const char *said);

/* laws_virtual: `san` was made on the virtual board that the set follows (OL 20), from the game's start on; own: by
 * the player at this set. The set may lack the last move, and no more. Raises hybrid-virtual-move-early,
 * hybrid-position-mismatch and hybrid-analysis-on-board. The caller tells the tracker, too (tracker_follow).
 * laws_check_virtual as above; -ENOENT before a game and behind its end. */
int laws_virtual(struct laws *laws, const char *san, bool own, uint64_t now_us);
int laws_check_virtual(const struct laws *laws, const char *san, uint16_t *ret_move);

/* laws_virtual_now: what stands on the virtual board, as far as was said; NULL before a game. Borrowed.
 * laws_virtual_set: this stands there, whatever was said before: *position is legal. -ENOENT before a game. */
const struct position *laws_virtual_now(const struct laws *laws);
int laws_virtual_set(struct laws *laws, const struct position *position, uint64_t now_us);

/* laws_two_boards: the men of *other stand on the other one of two boards (D.1, D.2.9). Raises two-board-mismatch with
 * the squares that differ and, where one slip explains it, the last half-move after which both stood alike, what the
 * record has then, what the other board was given, and the clocks of that moment. Returns 0, -ENOENT when no game is
 * on, -EALREADY when they stand alike. laws_check_two_boards: the same, with nothing done. */
int laws_two_boards(struct laws *laws, const struct position *other, uint64_t now_us);
int laws_check_two_boards(const struct laws *laws, const struct position *other);

/* laws_disconnected: somebody saw that `side` has lost its connexion to the platform (OL 18.8): told now, and once
 * more when it has lasted for longer than the event allows (OL 11.4.2). -ENOENT when no game is on.
 * laws_reconnected: he is back; -ENOENT when nobody said that he was away. laws_check_reconnected: the same, with
 * nothing done. */
int laws_disconnected(struct laws *laws, enum color side, uint64_t now_us);
int laws_reconnected(struct laws *laws, enum color side, uint64_t now_us);
int laws_check_reconnected(const struct laws *laws, enum color side);

/* laws_device: an electronic device was found on the player of `side` (11.3.2). He loses whatever men the opponent
 * has left, so that such a result contradicts nothing; before both have moved the game is unplayed. -ENOENT when no
 * game is on. */
int laws_device(struct laws *laws, enum color side, uint64_t now_us);

/* laws_equipment_changed: board or clock is another one now (Q5 12.11). Nothing where no game is on. */
void laws_equipment_changed(struct laws *laws, uint64_t now_us);

/* laws_owe_presses: do plies of both sides lack a press, by the clock's own watch? Then a press without a move is
 * likely to be the arbiter's, who makes up for it, and no offence (7.5.3). Said before every reading. */
void laws_owe_presses(struct laws *laws, bool owed);

/* laws_attend: is the arbiter at the board by his own word? Then it is he who lets the clock stand, and nobody need ask for a result
 * (8.7). Said before every reading, and when he says so. */
void laws_attend(struct laws *laws, bool attended);

/* laws_take_penalty: was an illegal move, or a wrong claim, confirmed for which somebody is to get time (7.5.5)? Once for each;
 * nothing where he has got it already. */
bool laws_take_penalty(struct laws *laws, enum color *ret_to, int32_t *ret_seconds);

/* laws_illegal_moves: the illegal moves of `side` in this game that the arbiter has confirmed. */
uint32_t laws_illegal_moves(const struct laws *laws, enum color side);

/* laws_is_put_back: was an illegal move told, and play has not gone on since? Then the clock runs for who has to move again
 * (7.5.1), whatever the record has. */
bool laws_is_put_back(const struct laws *laws);

/* laws_is_unsettled: has an illegal move that was told not been put right, or does the record go on from one? Then its plies may be
 * of its own making, and nobody has forgotten to press for those. */
bool laws_is_unsettled(const struct laws *laws);

/* laws_put_back_clocks: was an illegal move told, and play has not gone on since, or was a draw claimed wrongly; whose move that
 * was, what both clocks showed before it, in seconds by enum color or CLOCK_UNKNOWN, and the seconds that the opponent may be given
 * for it (7.5.5, 9.5.3). */
bool laws_put_back_clocks(const struct laws *laws, enum color *ret_side, int32_t ret_before_s[2],
                          int32_t *ret_penalty_s);

/* laws_is_told: is there an alert of that kind at ply `ply` (from 1) which still matters, and nobody has decided about? */
bool laws_is_told(const struct laws *laws, enum alert_id id, uint32_t ply);

/* laws_disprove: the last alert of that kind was raised of what has proved not to be so: where it is open it expires. */
void laws_disprove(struct laws *laws, enum alert_id id);

/* laws_raise: raise an alert that was found elsewhere (the clock, the tracker, the link): numbered like all
 * others, with table, game and clocks filled in where they are not. */
void laws_raise(struct laws *laws, struct alert *alert);

enum claim_kind { CLAIM_THREEFOLD, CLAIM_FIFTY, CLAIM_ANY };

/* laws_claim: `side` claims a draw (9.2, 9.3, 9.5), which is an offer, too (9.1.2.3); `san` is the move he
 * intends (NULL: none, the claim is about the position on the board). Raises draw-claim-check with the verdict and where the position stood,
 * and draw-claim-late where he touched a piece first (9.4). Returns 0, -ENOENT when no game is on, -EINVAL
 * when san is no legal move of his. */
int laws_claim(struct laws *laws, enum color side, enum claim_kind kind, const char *san,
               uint64_t now_us);

/* laws_check_claim, laws_check_quickplay, laws_check_adjourn, laws_check_decide: what laws_claim and the others
 * below would return now, with nothing done. */
int laws_check_claim(const struct laws *laws, enum color side, const char *san);
int laws_check_quickplay(const struct laws *laws, enum color side);
int laws_check_decide(const struct laws *laws, uint32_t number, enum alert_outcome outcome);

/* laws_offer: `side` offers a draw (9.1.2.1); too many of them are distracting (11.5). -ENOENT as above. */
int laws_offer(struct laws *laws, enum color side, uint64_t now_us);

/* laws_offers: those of the current game, in the order in which they were made. Borrowed. */
const struct game_offers *laws_offers(const struct laws *laws);

enum adjourn_stage {
	ADJOURN_NONE,
	ADJOURN_SEALING,  /* he who has the move was told to seal it (I.1.1) */
	ADJOURN_CLOSED,   /* the envelope is closed */
	ADJOURN_REOPENED, /* the game is being set up again (I.5), until play goes on */
};

#define OFFER_NONE 2 /* beside enum color */

struct adjournment {
	enum adjourn_stage stage;
	uint32_t ply;      /* plies before the sealed move; those behind it are secret */
	uint32_t n_plies;  /* of the record when the envelope was closed, or reopened */
	uint8_t offered;   /* who offered a draw that is still open (I.4): enum color, OFFER_NONE */
	bool picture_told; /* that what stands there is not the position */
	bool was_sealing;  /* when the envelope was closed */
	bool opened;       /* the envelope was, and play has not gone on since */
	uint64_t since_us; /* of the order */
	struct position position; /* before the sealed move */
};

/* laws_check_adjourn: ADJOURN_SEALING for laws_seal, ADJOURN_CLOSED for laws_adjourn, ADJOURN_REOPENED for
 * laws_reopen, ADJOURN_NONE for laws_sealed_move. */
int laws_check_adjourn(const struct laws *laws, enum adjourn_stage next);

/* laws_seal: the player to move is to seal his move: what is made from here on is not to be published.
 * laws_adjourn: the envelope is closed, with the move or after laws_seal. laws_reopen: the game is
 * being set up again, or the order is taken back. laws_sealed_move: the envelope was opened and says
 * `san`; one that is ambiguous or illegal raises sealed-move-illegal (I.8), as advice where a ply of the record is in doubt. Returns 0; -ENOENT when there
 * is nothing of that kind to be done; laws_adjourn -EALREADY when it has been. */
int laws_seal(struct laws *laws, uint64_t now_us);
int laws_adjourn(struct laws *laws, uint64_t now_us);
int laws_reopen(struct laws *laws, uint64_t now_us);
int laws_sealed_move(struct laws *laws, const char *san, uint64_t now_us);

/* laws_adjournment: from the order to seal until play goes on, else NULL. Borrowed. */
const struct adjournment *laws_adjournment(const struct laws *laws);

/* laws_colours_reversed: somebody saw that the players sit at the wrong colours (7.3). -ENOENT as above. */
int laws_colours_reversed(struct laws *laws, uint64_t now_us);

/* laws_sheet_request: `side` asks to see the arbiter's score sheet; more often than the rules allow is a
 * distraction (A.3.2, B.3.2). -ENOENT as above. */
int laws_sheet_request(struct laws *laws, enum color side, uint64_t now_us);

/* laws_quickplay: `side` asks for time per move, or claims the draw, in a quickplay finish (III.4, III.5). Raises
 * quickplay-claim with the moves without a capture or a pawn's; an offer of a draw is in it. -ENOENT as
 * above; -EPERM where there is no such finish (III.1.1, III.2.1), -EINVAL where he has not the move, or not
 * less than two minutes. */
int laws_quickplay(struct laws *laws, enum color side, uint64_t now_us);

/* laws_score: the points entered, in quarters of a point: 4 is a win (10.2). Where a draw counts as a win for one
 * side (Q17 8.1), a game that was drawn has those points and no others. Always 0. */
int laws_score(struct laws *laws, uint32_t white, uint32_t black, uint64_t now_us);

/* What is said of a game and may have been said in error. */
enum laws_said {
	LAWS_SAID_ADJOURNED, /* laws_adjourn() */
	LAWS_SAID_ANNOUNCED, /* laws_announced(), and so on */
	LAWS_SAID_CLAIM,
	LAWS_SAID_COLOURS_REVERSED,
	LAWS_SAID_DEVICE,
	LAWS_SAID_DISCONNECTED,
	LAWS_SAID_OFFER,
	LAWS_SAID_QUICKPLAY,
	LAWS_SAID_RECONNECTED,
	LAWS_SAID_SCORE,
	LAWS_SAID_SEALED, /* laws_sealed_move() */
	LAWS_SAID_SHEET_REQUEST,
	LAWS_SAID_TWO_BOARDS,
	LAWS_SAID
};

/* laws_withdraw: the last `what` of `side` (where it is anybody's) was said in error: what the laws remember of it is
 * forgotten, the alert it raised is dismissed. 0, or -ENOENT: nothing of that kind holds. laws_check_withdraw: the
 * same, with nothing done. */
int laws_withdraw(struct laws *laws, enum laws_said what, enum color side, uint64_t now_us);
int laws_check_withdraw(const struct laws *laws, enum laws_said what, enum color side);

/* laws_decide: what became of alert `number`: ALERT_CONFIRMED, ALERT_DISMISSED, ALERT_DEFERRED, or ALERT_OPEN: nothing,
 * after all. 0,
 * -ENOENT when it is not known (any more), -EALREADY when it has expired, or that has become of it already. Whoever
 * was wrong decides otherwise: deferred, it waits as before; an illegal move that was confirmed counts no more. What
 * was made of it meanwhile - time given, a position put back - is not taken back by that. An illegal move that is confirmed
 * as the last one too many, while the game is on, is told of as the loss it is (7.5.5). */
int laws_decide(struct laws *laws, uint32_t number, enum alert_outcome outcome);

/* laws_outcome: of alert `number`, or ALERT_OPEN when it is not known any more. The last 64 are. */
enum alert_outcome laws_outcome(const struct laws *laws, uint32_t number);
