/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The inside of laws.h, shared by its files: laws.c takes what the tracker tells, ends.c judges a ply,
 * results.c what a person entered, around.c what is around a game, adjourn.c what is between two
 * sessions, alert_log.c what became of alerts.
 */
#pragma once

#include "core/game/draws.h"
#include "core/laws/laws.h"
#include "core/laws/mating.h"

/* By what the game has ended, as far as the board shows it. */
enum laws_end {
	LAWS_OPEN,
	LAWS_MATE,
	LAWS_STALEMATE,
	LAWS_DEAD,
	LAWS_FIVEFOLD,
	LAWS_SEVENTY_FIVE,
	LAWS_THREEFOLD_AUTOMATIC, /* OL 5.4.1 */
	LAWS_FIFTY_AUTOMATIC,     /* OL 5.4.4 */
};

#define LAWS_LOG_MAX 64

struct laws_entry {
	uint32_t number; /* 0: empty */
	uint32_t ply;
	enum color side;
	enum alert_until until;
	enum alert_outcome outcome;
};

struct laws {
	const struct ruleset *rules;
	struct alert_listener listener;
	uint64_t now_us;
	uint32_t table;
	uint32_t n_alerts;
	struct laws_entry log[LAWS_LOG_MAX]; /* of alert n at n % LAWS_LOG_MAX */

	/* The table. */
	struct tracker_view view; /* as last seen */
	struct image image;       /* what the board shows */
	uint64_t board_us;        /* when it last showed something else */
	bool setup_told;          /* of this picture before a game */
	enum tracker_sync sync;
	struct position start; /* laws_expect() */
	bool start_strict;
	bool control_told; /* that the event's time control is not permitted */
	bool link_lost;
	uint64_t link_us; /* when it was last lost */
	bool link_told;
	uint64_t stop_us;  /* when the clock was stopped; 0: it runs, or it has been told */
	uint64_t sheet_us; /* when the time sheet was last due */

	/* The game. */
	const struct game *game; /* the tracker's; NULL before the first */
	uint32_t n_judged;       /* plies that were made and judged */
	uint16_t moves[GAME_PLIES_MAX];
	struct position before, now; /* around the last one judged */
	struct draws draws;
	bool fifty_told; /* since the last capture or pawn move */
	enum laws_end end;
	uint32_t end_ply; /* the ply that ended it, from 1 */
	bool after_told;
	uint64_t touched_us; /* when the player to move first lifted a man of his; TIME_UNKNOWN */
	uint32_t offers[2];  /* of draws, by enum color */
	uint8_t offered;     /* whose is open (9.1.2.1), or OFFER_NONE */
	uint32_t sheet_requests[2]; /* by enum color */
	struct adjournment adjourned;
	uint32_t raised_ply[ALERTS]; /* of the ply for which it was last raised, from 1 */
	uint64_t raised_key[ALERTS]; /* and the position after it */
	struct mating mating;
};

/* laws_alert: an alert about the position now and the ply that led to it; the clocks as they are. */
void laws_alert(const struct laws *laws, struct alert *alert, enum alert_id id);

/* laws_game_on: has a game begun that neither a person nor the board has ended? */
bool laws_game_on(const struct laws *laws);

/* laws_list_occurrences: the plies after which *position stood on the board go into the alert. */
void laws_list_occurrences(const struct laws *laws, const struct position *position,
                           struct alert *alert);

/* --- ends.c ------------------------------------------------------------------------------------------- */

/* ends_judge: ply number n_judged was made: before and now are around it, draws include it. */
void ends_judge(struct laws *laws);

/* --- results.c ----------------------------------------------------------------------------------------- */

/* results_judge: somebody or the kings said how it ended. */
void results_judge(struct laws *laws);

/* --- around.c ------------------------------------------------------------------------------------------- */

/* around_begin: a game begins. */
void around_begin(struct laws *laws);

/* around_clock: there is a new reading; laws->view has it. */
void around_clock(struct laws *laws, const struct tracker_view *before);

/* around_look: the board, the link or the tracker's opinion changed; laws->view is new. */
void around_look(struct laws *laws);

/* Duties: when something is due by itself, from the state alone, and what is done then. */
uint64_t around_setup_due(const struct laws *laws);
void around_setup(struct laws *laws);
uint64_t around_link_due(const struct laws *laws);
void around_link(struct laws *laws);
uint64_t around_stop_due(const struct laws *laws);
void around_stop(struct laws *laws);
uint64_t around_sheet_due(const struct laws *laws);
void around_sheet(struct laws *laws);

/* --- adjourn.c ------------------------------------------------------------------------------------------- */

/* adjourn_is_away: is the game adjourned, so that nothing on the board is play? */
bool adjourn_is_away(const struct laws *laws);

/* adjourn_note: the tracker told `what`; laws->view and laws->game are new. */
void adjourn_note(struct laws *laws, enum tracker_update what);

/* A duty, as in around.c: the position that was set up is not the one. */
uint64_t adjourn_picture_due(const struct laws *laws);
void adjourn_picture(struct laws *laws);

/* --- alert_log.c ----------------------------------------------------------------------------------------- */

void log_add(struct laws *laws, const struct alert *alert);

/* log_expire_moved: `side` has made ply `ply`; log_expire_game: the game is over; log_expire_gone: plies
 * from number `ply` on are no more. Open alerts that this touches expire. */
void log_expire_moved(struct laws *laws, enum color side, uint32_t ply);
void log_expire_game(struct laws *laws);
void log_expire_gone(struct laws *laws, uint32_t ply);
