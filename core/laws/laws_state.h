/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The inside of laws.h, shared by its files. laws.c takes what the tracker tells and calls the others, in this order:
 *
 *     setup.c       how the men were set up; around.c the time control, the link, the time sheet; turned.c a board that lies
 *                   by 90 degrees
 *     ends.c        what a ply ends (5), or allows to be claimed (9); mating.c can a side still mate?
 *     after.c       what is moved on the board after the end
 *     conduct/      hands and touches (4): conduct.c with touch, by what touch_watch knows of the turn, and touch_let_go, hands,
 *                   motion, adjusting, by what contacts, scan_pace and answers measure; named says who the men were on a board
 *                   that knows none; conduct_doubt what is so whichever ply it was; conduct_turn when it was; conduct_fell
 *                   what of men knocked over; conduct_anew whether one was played anew; conduct_player whose hands they are,
 *                   and when he pressed; obligation what who has touched men must play
 *     beside.c      moves made on a virtual board; announced.c announced ones; opening.c an imposed one; wrong_start.c
 *     raise.c       how an alert is begun and raised
 *     said.c        what is said from beside the board (said.h), by who hears it:
 *     results.c     what persons enter; claims.c draws; two_boards.c, platform.c, adjourn.c; withdraw.c takes it back
 *     press/        illegal moves (7.5) and men knocked over: listed in laws_irregular.h
 *     alert/        what is found: alert, catalogue.c the rows, alert_sentence.c the words, alert_log.c what became of
 *                   it, decide.c what the arbiter makes of it;
 *                   articles for what is cited, words.h for the languages, plural for what goes with a number
 *     rules/        by what rules: ruleset.h, with rules_table.h and .c the table, rules_words.c, rules_notices.c;
 *                   time_control and day_time for the times in them, opening_moves for an imposed opening's
 *     clock/        the clock is watched beside this, for the daemon's table (clock_watch.h, clock_watch_state.h), and
 *                   tells through laws_raise()
 */
#pragma once

#include "core/chess/spoken.h"
#include "core/game/draws.h"
#include "core/laws/conduct/conduct.h"
#include "core/laws/laws.h"
#include "core/laws/laws_irregular.h"
#include "core/laws/mating.h"
#include "core/laws/press/presses.h"

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

/* A move announced by or for a player: announced.c. */
struct laws_announced {
	char said[SPOKEN_SIZE]; /* "": nothing waits */
	uint64_t us;            /* when */
	uint32_t ply;           /* the number of the ply it is for, from 1 */
	uint16_t move;          /* what it is there; MOVE_NONE: no legal move */
	bool open;              /* is it for that ply, or for his next one? */
	bool waited;            /* what stood when it was said has been told of */
	uint32_t told;          /* the alert before the press */
};

/* Moves that come in beside the sensors: beside.c. */
struct laws_beside {
	uint32_t n_virtual; /* plies on the virtual board; 0: there is none */
	struct position virtual_before, virtual_now; /* around the last of them */
	bool shown;         /* the set has shown virtual_now since that stands there */
	uint64_t early_us;  /* when he made virtual ply early_ply, and the set had not shown ... */
	uint32_t early_ply; /* ... what was before it; 0: it has */
	struct position early_before;
	uint64_t off_us;    /* since when the set shows neither; 0: it does */
	uint64_t looked_us; /* of the picture that was looked at for plies of its own */
	bool analysis_told, mismatch_told, set_told;
	struct position common; /* of two boards, before they parted: of the alert being told */
};

/* The board lies turned by 90 degrees: turned.c. */
struct laws_turned {
	uint64_t since_us; /* 0: it does not */
	bool told;
};

/* Men who stood wrongly when play began: wrong_start.c. */
struct laws_wrong_start {
	uint64_t told_us; /* when the clock was started with them; 0: it was not */
	bool looked;      /* at what has stood wrongly since play began */
	bool stands_told; /* that it stands now */
};

#define LAWS_LOG_MAX 64

struct laws_entry {
	uint32_t number; /* 0: empty */
	enum alert_id id;
	uint32_t ply;
	uint32_t put_right; /* laws_turn's, when it was told */
	enum color side;
	enum alert_until until;
	enum alert_outcome outcome;
	bool by_end;                   /* it has expired because the game was over: */
	enum alert_outcome before_end; /* what had become of it until then */
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
	uint64_t changed_us[64];  /* and when each square last did */
	bool setup_told;          /* of this picture before a game */
	bool start_told;          /* and that the clock was started with it */
	struct laws_wrong_start wrong_start;
	enum tracker_sync sync;
	struct laws_turned turned;
	struct position start; /* laws_expect() */
	bool start_strict;
	bool control_told; /* that the event's time control is not permitted */
	uint32_t rating;   /* laws_ratings() */
	bool link_lost;
	bool link_unread; /* it is back, and the board has not told of all its squares yet */
	uint64_t link_us; /* when it was last lost */
	uint64_t read_us; /* and the board had told of all its squares again */
	bool link_told;
	bool attended;     /* laws_attend() */
	uint64_t stop_us;  /* when the clock was stopped; 0: it runs, or it has been told */
	uint64_t sheet_us; /* when the time sheet was last due */

	/* The game. */
	const struct game *game;     /* the tracker's; NULL before the first */
	uint32_t n_judged;           /* plies that were made and judged */
	struct position before, now; /* around the last one judged */
	bool broken; /* a break led to `now`, or to where the plies since began: the one before ply ... */
	uint32_t break_ply;
	uint64_t break_key; /* ... and its position's */
	bool fifty_told;    /* since the last capture or pawn move */
	enum laws_end end;
	uint32_t end_ply; /* the ply that ended it, from 1 */
	enum laws_end
		end_seen; /* what the last ply judged ends it by, if it stays: ends.c; LAWS_OPEN: nothing */
	bool after_told;
	bool on_time;        /* laws_on_time() */
	uint8_t devices;     /* laws_device(): set of enum color */
	uint64_t touched_us; /* when the player to move first lifted a man of his; TIME_UNKNOWN */
	struct game_offers offers; /* of draws */
	struct laws_claim {
		uint32_t number; /* of the alert that says it is wrong; 0: none is */
		enum color side;
		uint16_t move;   /* announced, or MOVE_NONE */
		uint32_t ply;    /* plies before it */
		int32_t clock_s; /* what the opponent's clock showed, or CLOCK_UNKNOWN */
	} claim;
	uint8_t offered;            /* whose is open (9.1.2.1), or OFFER_NONE */
	uint32_t sheet_requests[2]; /* by enum color */
	uint64_t cut_us[2],
		was_cut_us
			[2]; /* by enum color: since when he has lacked the platform, 0: he has it;
	                                    * and until he was last said to be back */
	bool cut_told[2];    /* that it has lasted too long */
	uint32_t
		opening_end; /* plies after which the imposed opening was over; 0: it is being played */
	struct adjournment adjourned;
	uint32_t raised_ply[ALERTS]; /* of the ply for which it was last raised, from 1 */
	uint64_t raised_key[ALERTS]; /* and the position after it */

	/* Irregularities. */
	struct laws_presses presses;
	struct laws_offences offences;
	struct laws_restore restore;
	struct laws_restore earlier[RESTORES_KEPT]; /* the newest first */
	struct laws_displaced displaced;
	struct laws_unlawful unlawful;
	struct conduct conduct;
	struct laws_announced announced[2]; /* by enum color */
	struct laws_beside beside;
	struct mating *mating; /* borrowed */

	/* Written before they are read, and cleared by nobody: a table takes the memory of the game that
	 * is played, not of the longest there can be. */
	struct draws draws;
	uint16_t moves[GAME_PLIES_MAX]; /* of the plies judged */
};

/* laws_made_us: when ply `index` was made; of one that a person has put in nobody knows it: now. */
uint64_t laws_made_us(const struct laws *laws, uint32_t index);

/* laws_alert: an alert about the position now and the ply that led to it; the clocks as they are. */
void laws_alert(const struct laws *laws, struct alert *alert, enum alert_id id);

/* laws_game_on: has a game begun that neither a person nor the board has ended? */
bool laws_game_on(const struct laws *laws);

/* laws_list_occurrences: the plies after which *position stood on the board go into the alert. */
void laws_list_occurrences(const struct laws *laws, const struct position *position,
                           struct alert *alert);

/* laws_fill_clocks: what both clocks showed after n_plies plies, at the last press of each, or since the clock was last started
 * if the turn went on from there (it may have been set meanwhile), is the alert's before; what they show now its after. The
 * alert's since_us, if it has one, lies in that turn. */
void laws_fill_clocks(const struct laws *laws, uint32_t n_plies, struct alert *alert);

/* --- ends.c ------------------------------------------------------------------------------------------- */

/* ends_judge: ply number n_judged was made: before and now are around it, draws include it. What it ends the game by is
 * told when it cannot be taken elsewhere any more. ends_settle: it cannot, another ply follows. ends_look: anything is
 * new. The duty: it has stood for long enough. */
void ends_judge(struct laws *laws);
void ends_settle(struct laws *laws);
void ends_look(struct laws *laws);
uint64_t ends_due(const struct laws *laws);

/* --- after.c ------------------------------------------------------------------------------------------- */

/* after_look: anything is new. The duty: what was moved after the end has stood for a while. */
void after_look(struct laws *laws);
uint64_t after_due(const struct laws *laws);
void after_act(struct laws *laws);

/* --- opening.c ----------------------------------------------------------------------------------------- */

/* opening_judge: plies were made. opening_rewind: only the first n are left; 0: a game begins. */
void opening_judge(struct laws *laws);
void opening_rewind(struct laws *laws, uint32_t n);

/* --- results.c ----------------------------------------------------------------------------------------- */

/* results_judge: somebody or the kings said how it ended. */
void results_judge(struct laws *laws);

/* --- platform.c ---------------------------------------------------------------------------------------- */

/* platform_begin: a game begins. The duty: somebody has been cut off for longer than the event allows (OL 11.4.2). */
void platform_begin(struct laws *laws);
uint64_t platform_due(const struct laws *laws);
void platform_act(struct laws *laws);

/* --- claims.c ------------------------------------------------------------------------------------------ */

/* claims_decide: somebody decided about alert `number`. claims_judge: ply number n_judged was made. */
void claims_decide(struct laws *laws, uint32_t number, enum alert_outcome outcome);
void claims_judge(struct laws *laws);

/* --- setup.c -------------------------------------------------------------------------------------------- */

/* setup_start: the clock begins to run with the men as they stand: what is wrong with them is wrong in play. The duty: what
 * stands there before the game has stood for a while, and is wrong. */
void setup_start(struct laws *laws);
uint64_t setup_due(const struct laws *laws);
void setup_look(struct laws *laws);

/* --- around.c ------------------------------------------------------------------------------------------- */

/* around_begin: a game begins. */
void around_begin(struct laws *laws);

/* around_clock: there is a new reading; laws->view has it. */
void around_clock(struct laws *laws, const struct tracker_view *before);

/* around_squares: laws->view is new: take what the board shows into laws->image. */
void around_squares(struct laws *laws);

/* around_hear: is the link back, and has the board told of all its squares? It may have told so by what has changed nothing.
 * around_look: the board, the link or the tracker's opinion changed. */
void around_hear(struct laws *laws);
void around_look(struct laws *laws);

/* Duties: when something is due by itself, from the state alone, and what is done then. */
uint64_t around_link_due(const struct laws *laws);
void around_link(struct laws *laws);
uint64_t around_stop_due(const struct laws *laws);
void around_stop(struct laws *laws);
uint64_t around_sheet_due(const struct laws *laws);
void around_sheet(struct laws *laws);

/* --- wrong_start.c ------------------------------------------------------------------------------------------ */

/* wrong_start_begin: a game begins. wrong_start_judge: plies were made. The duty: play has gone on for so long that no hand
 * holds any more what is missing. */
void wrong_start_begin(struct laws *laws);
void wrong_start_judge(struct laws *laws);
uint64_t wrong_start_due(const struct laws *laws);
void wrong_start_look(struct laws *laws);

/* wrong_start_play_us: when play began: with the clock, or with the first ply where none runs; TIME_UNKNOWN: it has not. */
uint64_t wrong_start_play_us(const struct laws *laws);

/* --- turned.c ---------------------------------------------------------------------------------------------- */

/* turned_look: the board shows something else, or how the game stands has changed. The duty: it has lain so for long
 * enough. */
void turned_look(struct laws *laws);
uint64_t turned_due(const struct laws *laws);
void turned_act(struct laws *laws);

/* --- offences.c -------------------------------------------------------------------------------------------- */

/* offences_begin: a game begins. */
void offences_begin(struct laws *laws);

/* An illegal move that was completed: the ply that is index `ply`, at since_us. */
struct offence {
	enum alert_id id;
	enum illegal_kind kind;
	enum color side; /* who did it */
	uint32_t ply;
	const struct position *before;
	const struct deed *deed;      /* what he did to it; DEED_NONE for nothing */
	const struct position *after; /* what that left; NULL: what deed_position() says */
	uint64_t others; /* squares of what may have been his doing instead (evidence_either()) */
	uint64_t since_us;
	bool answered; /* the opponent has made his next move */
};

/* offences_is_paid: has the clock of `side` gained a penalty since it showed before_s (or CLOCK_UNKNOWN)? */
bool offences_is_paid(const struct laws *laws, enum color side, int32_t before_s,
                      int32_t penalty_s);

/* offences_tell: raise it, count it where it counts, and say what follows. */
void offences_tell(struct laws *laws, const struct offence *offence);

/* offences_suspect: what was raised of a press may have been one; it counts if the arbiter, who went and looked, confirms it. */
void offences_suspect(struct laws *laws, const struct alert *alert);

/* offences_stand: the record goes on behind an illegal move: the opponent has made his next one. */
void offences_stand(struct laws *laws, const struct game_break *gap);

/* offences_decide: somebody decided about an alert. */
void offences_decide(struct laws *laws, uint32_t number, enum alert_outcome outcome);

/* offences_pardon: alert `number` was confirmed, and is not any more. */
void offences_pardon(struct laws *laws, uint32_t number);

/* --- restore.c --------------------------------------------------------------------------------------------- */

/* restore_open: alert `number` asks for *before to be put back (7.5.1). */
void restore_open(struct laws *laws, const struct alert *alert, const struct deed *deed);

/* restore_begin: a game begins, nothing has to be put back. restore_close: nor does what alert `number` asks for.
 * restore_corrected: a person has corrected the record. */
void restore_begin(struct laws *laws);
void restore_close(struct laws *laws, uint32_t number);
void restore_corrected(struct laws *laws);

/* restore_is_replaced: had the illegal move that was told last been put back when *offence was pressed for, which is one of the same
 * ply? */
bool restore_is_replaced(const struct laws *laws, const struct offence *offence);

/* restore_waits: is the illegal move that was told last still to be put back? Then that is what is done on the board. */
bool restore_waits(const struct laws *laws);

/* restore_look: anything is new. */
void restore_look(struct laws *laws);
uint64_t restore_due(const struct laws *laws);
void restore_act(struct laws *laws);

/* --- displaced.c ------------------------------------------------------------------------------------------- */

/* displaced_look: what the board shows, or how the game stands, has changed. */
void displaced_look(struct laws *laws);
uint64_t displaced_due(const struct laws *laws);
void displaced_act(struct laws *laws);

/* displaced_until: until when did the men lie about who were knocked over while that ply, from 1, was to come? UINT64_MAX: they do yet;
 * 0: none were. displaced_fell: was he of sq among them, whether or not they stand again? displaced_lies: was he, and they are not
 * all back? Wherever he is then, nobody has played him there. */
uint64_t displaced_until(const struct laws *laws, uint32_t ply);
bool displaced_fell(const struct laws *laws, uint32_t ply, int sq);
bool displaced_lies(const struct laws *laws, int sq);

/* displaced_unrecognised: the tracker no longer knows what it sees (7.6). */
void displaced_unrecognised(struct laws *laws);

/* displaced_is_playing: does the board tell of a game whose clock runs? displaced_alert: begin an alert of men on those squares. */
bool displaced_is_playing(const struct laws *laws);
void displaced_alert(const struct laws *laws, struct alert *alert, enum alert_id id,
                     uint64_t squares);

/* --- misplaced.c -------------------------------------------------------------------------------------------- */

/* misplaced_look: what the board shows, or how the game stands, has changed. */
void misplaced_look(struct laws *laws);
/* misplaced_taken_along: the record goes on from where an illegal move led. */
void misplaced_taken_along(struct laws *laws, const struct game_break *gap);
uint64_t misplaced_due(const struct laws *laws);
void misplaced_act(struct laws *laws);

/* --- displaced_behind.c ------------------------------------------------------------------------------------ */

/* displaced_is_behind: has the last press no ply in the record? displaced_lacking: how many plies it lacks then, 1 or 2; else 0.
 * displaced_are_missing: of *squares more have lost their men than hands at work take up, whichever legal plies the picture shows
 * were played besides. Those that differ are left. */
bool displaced_is_behind(const struct laws *laws);
uint32_t displaced_lacking(const struct laws *laws);
bool displaced_are_missing(const struct laws *laws, uint64_t *squares);

/* --- unlawful.c -------------------------------------------------------------------------------------------- */

/* unlawful_pressed: the board has had its time to show what stands on it after *press. */
void unlawful_pressed(struct laws *laws, const struct laws_press *press);

/* unlawful_waits: did the press at press_us leave a position for which the arbiter waits until the next move is completed? */
bool unlawful_waits(const struct laws *laws, uint64_t press_us);

/* unlawful_is_drawn: was it there still at the press at press_us, so that the game is drawn? */
bool unlawful_is_drawn(const struct laws *laws, uint64_t press_us);

/* --- beside.c -------------------------------------------------------------------------------------------- */

/* beside_begin: a game begins. beside_look: the board shows something else.
 * beside_is_followed: the set only follows a virtual board; what is wrong on it is told by that (OL 20). */
bool beside_is_followed(const struct laws *laws);
void beside_begin(struct laws *laws);
void beside_look(struct laws *laws);
uint64_t beside_due(const struct laws *laws);
void beside_act(struct laws *laws);

/* --- announced.c ----------------------------------------------------------------------------------------- */

/* announced_begin: a game begins. announced_judge: plies were made. The duty: what stood when a move was announced has been
 * told of by now. */
void announced_begin(struct laws *laws);
void announced_judge(struct laws *laws);
uint64_t announced_due(const struct laws *laws);
void announced_act(struct laws *laws);

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

/* log_is_open: is there an alert of that kind at that ply (from 1) which nobody has decided about, and which
 * has not expired? */
bool log_is_open(const struct laws *laws, enum alert_id id, uint32_t ply);

/* log_has: was one of that kind told in this game, at one of those plies, whatever has become of it? */
bool log_has(const struct laws *laws, enum alert_id id, uint32_t first, uint32_t last);

/* log_expire_moved: `side` has made ply `ply`; log_expire_game: the game is over; log_expire_gone: plies
 * from number `ply` on are no more. Open alerts that this touches expire; of breaches not where a person takes the plies back. */
void log_expire_moved(struct laws *laws, enum color side, uint32_t ply);
void log_expire_game(struct laws *laws);

/* log_game_goes_on: the result is taken back, and what expired with it is open again. */
void log_game_goes_on(struct laws *laws);
void log_expire_gone(struct laws *laws, uint32_t ply);

/* log_expire_kind: what alerts of that kind were about is over. */
void log_expire_kind(struct laws *laws, enum alert_id id);

/* log_expire_number: what alert `number` was about is over. */
void log_expire_number(struct laws *laws, uint32_t number);

/* log_settle: what the arbiter has decided about alert `number` is kept and told. Nothing where it is not known any more. */
void log_settle(struct laws *laws, uint32_t number, enum alert_outcome outcome);
