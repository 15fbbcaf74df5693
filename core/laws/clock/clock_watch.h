/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The clock beside the Laws (articles 6, 7.5.5, 8.4 to 8.6, guideline I): what it shows is compared
 * with what it should show, and with what the board and the arbiter did. What is found goes to a
 * listener, as numbers.
 *
 * Fed by whoever feeds the tracker, after it: readings with the side White's clock is on, changes
 * of the game, orders of the arbiter, and the time. As everywhere in core/ the same input gives the
 * same findings.
 *
 * What is and is not seen. A change of a display is found when it is more than tolerance_s beyond
 * what clock_model.h allows; time per move when it differs by 2 s or more from what a press should
 * bring (one second is less than whole seconds can show); a slow or fast clock when the sum of both
 * displays departs by tolerance_s + 2 s + the age of a reading, over three presses. How old
 * readings are is measured: clocks whose seconds arrive evenly are believed sooner.
 *
 * Bounded, no allocation. Times are microseconds since the capture's start.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/clock_pace.h"
#include "core/base/clock_reading.h"
#include "core/game/game.h"
#include "core/laws/alert/alert.h"
#include "core/laws/clock/clock_model.h"
#include "core/laws/rules/time_control.h"
#include "core/verdict/verdict.h"

#define CLOCK_WATCH_NO_DEADLINE UINT64_MAX

/* Who has pressed, or started the clock, wrongly, and sees it, has put that right within so long (laws.md 4.2: fix_press_s). */
#define CLOCK_FIX_PRESS_US UINT64_C(5000000)

/* Positions looked at for each side to learn who can still mate when a flag falls (6.9): a
 * fraction of a second. */
#define CLOCK_WATCH_VERDICT_NODES UINT64_C(100000)

#define CLOCK_NOBODY 2 /* beside enum color */

#define CLOCK_NO_START INT64_MAX

struct clock_watch_setup {
	/* Of another kind than TIME_PERIODS: only what needs no time control is found. */
	struct time_control control;
	uint32_t tolerance_s;         /* tc.tolerance_s */
	int8_t white_side;            /* clock.white_side: enum clock_side, or -1: as learnt */
	bool is_standard;             /* opponent's time is kept when a flag falls (Q6 4.14.1) */
	uint32_t trouble_s;           /* recording.trouble_s; 0: nobody has to record */
	uint32_t trouble_increment_s; /* recording.trouble_inc_s */
	/* By colour: forgotten presses of his are no fault (Q7 5.1, D.2.3); he need not record in time
	 * trouble, whatever the increment (Q7 5.6). */
	bool press_excused[2], record_excused[2];
	int64_t start_us; /* the round's actual start (6.7), negative before the capture's, or
	                   * CLOCK_NO_START */
	uint64_t start_grace_us;
	uint64_t
		photo_us; /* photographs end so long after it (Q5 18.2), or TIME_UNKNOWN: not told here */
	bool split_late;     /* late.both_absent = split (Q5 7.5) */
	uint64_t default_us; /* default time (6.7.1), or TIME_UNKNOWN: nobody forfeits by time */
	uint64_t session_end_us; /* or TIME_UNKNOWN */
	int32_t session_end_s;   /* the same as seconds after midnight, for the sentence */
	uint64_t penalty_wait_us;
	void *verdict_memory; /* borrowed; VERDICT_MEMORY_MIN or more. NULL: quick verdicts only */
	size_t verdict_memory_size;
};

/* clock_watch_defaults: laws.md 4.2 and the Laws: tolerance 2 s, sides as learnt, standard, 5:00
 * and 30 s for recording, two minutes' grace, no word on photographs, no default time, no session's end,
 * three minutes for a penalty. *control is borrowed. */
void clock_watch_defaults(struct clock_watch_setup *ret_setup, const struct time_control *control);

/* What was found. A number that means nothing for this id is 0, a time CLOCK_UNKNOWN. */
struct clock_finding {
	enum alert_id id;
	uint64_t t_us;
	uint32_t ply;        /* half-moves from 1: being played */
	uint8_t side;        /* enum color: whom it is about */
	uint8_t first;       /* BOTH_FLAGS: whose flag fell first, or CLOCK_NOBODY */
	bool in_play;        /* the game has begun: BATTERY_LOW */
	bool no_indicator;   /* FLAG_FALLEN: zero without a flag (Q6 4.2) */
	uint8_t can_mate;    /* FLAG_FALLEN: enum verdict_answer for the opponent (6.9) */
	int32_t before_s[2]; /* shown before, by enum color */
	int32_t after_s[2];  /* shown now; BOTH_PLAYERS_ABSENT: to be set */
	int32_t right_s[2];  /* what both should show now, by enum color, or CLOCK_UNKNOWN */
	int32_t expected_s; /* what side's clock should show, or should have been given; SESSION_END:
	                        * the time of day */
	int32_t difference_s;  /* shown or given, less expected */
	uint32_t completed[2]; /* moves completed, as recorded (6.2.1) */
	bool last_period;      /* BOTH_FLAGS: neither has another period */
	uint32_t required; /* FLAG_FALLEN: moves to complete in this period, in all; 0: no number */
	uint32_t counted[2]; /* moves as the clock counts them: presses */
	uint32_t missed;     /* MISSED_PRESS_PAIR: presses that each side lacks */
	int64_t since_us;    /* since when; DEFAULT_TIME_APPROACHING: until when */
};

struct clock_watch_listener {
	void *ctx;
	/* *finding is borrowed for the call. Must not call back into the watch. */
	void (*found)(void *ctx, const struct clock_finding *finding);
	/* The last finding of that kind was of what nobody had heard, and has proved not to be so. May be NULL. Must not, either. */
	void (*disproved)(void *ctx, enum alert_id id);
};

/* What the arbiter says. */
enum clock_order {
	CLOCK_ORDER_PRESENT,   /* `side` is here (6.7) */
	CLOCK_ORDER_ABSENT,    /* `side` is not */
	CLOCK_ORDER_UNSEEN,    /* nobody has said whether `side` is here */
	CLOCK_ORDER_PAUSE,     /* he is at the board: pause, snapshot, time-out. What the clock does
	                    * until it runs again is his doing */
	CLOCK_ORDER_CLAIM,     /* he hears a claim, for which the clock is stopped (9.5.1) */
	CLOCK_ORDER_PENALTY,   /* `side` is to get so many seconds (7.5.5, 9.5.3, 12.9) */
	CLOCK_ORDER_SEAL,      /* the player to move is to seal his move (I.1.1) */
	CLOCK_ORDER_ADJOURNED, /* the envelope is closed */
	CLOCK_ORDER_REOPEN,    /* the game is being set up again (I.5 to I.13) */
	CLOCK_ORDER_RESUME,    /* the pause, the claim or the adjournment was said in error */
};

enum clock_phase {
	CLOCK_IDLE,   /* no game */
	CLOCK_READY,  /* a game, and the clock has not run */
	CLOCK_RUNS,   /* somebody's time runs */
	CLOCK_STANDS, /* it ran, and nobody said why it does no more */
	CLOCK_FALLEN, /* a flag has fallen */
	CLOCK_PAUSED, /* the arbiter is at the board */
	CLOCK_ADJOURNED,
	CLOCK_REOPENED, /* until the first move after the adjournment */
	CLOCK_OVER,
	CLOCK_PHASES
};

/* One reading by colour. */
struct clock_sight {
	int32_t seconds[2];
	bool fallen[2], shown[2];
	bool running;
	uint8_t turn; /* enum color */
};

/* Who sees his clock run again although nobody has moved puts the lever back: he needs a second to see it, as for anything
 * that he does not expect, and half a second to reach it. A press put back so soon is no offence. */
#define CLOCK_PUT_BACK_US UINT64_C(1500000)

/* clock_is_put_back: is a press of t_us undone by the opponent's first one since, at back_us (TIME_UNKNOWN: there is none)? It
 * is as if nobody had pressed. */
static inline bool
clock_is_put_back(uint64_t t_us, uint64_t back_us)
{
	return back_us != TIME_UNKNOWN && back_us - t_us <= CLOCK_PUT_BACK_US;
}

/* A press seen on the clock whose ply is not known yet. */
struct clock_loose_press {
	uint64_t t_us;
	uint64_t back_us;    /* the opponent's first press since; TIME_UNKNOWN */
	uint64_t touched_us; /* the board first showed something else after it; TIME_UNKNOWN */
	uint8_t side;
	bool still; /* the board showed the record's position when it fell */
};

#define CLOCK_LOOSE_MAX 8

/* Private: where in its second a side's display stands, as far as readings tell. */
struct clock_second {
	bool known;
	int64_t left_us; /* at at_us: the end of a second, a press or the beginning of its turn */
	uint64_t at_us;
};

/* Private: how far the ends of seconds are from where they should be; it tells how old readings
 * are. */
struct clock_pulse {
	struct clock_second second[2];
	int64_t spread_us; /* the farthest */
	uint32_t n;
};

/* Private: both displays together against real time. */
struct clock_sum {
	int64_t base_us; /* expected when this turn began */
	int64_t used_us; /* of this turn */
	int64_t slack_us;
	int64_t off_us;       /* shown less expected now */
	int64_t lo_us, hi_us; /* what all displays so far leave possible for that */
	uint32_t n_gains;     /* presses since it began */
	uint32_t n_presses;   /* in a row at which nothing was left possible */
};

/* An illegal move that is to be put right (7.5.1): the arbiter may set the clocks back as well, to what they showed before
 * it, and give the opponent his time (7.5.5). */
struct clock_put_back {
	bool open;
	enum color side;     /* whose move it was */
	int32_t before_s[2]; /* by enum color; CLOCK_UNKNOWN */
	int32_t penalty_s;   /* for the opponent */
};

/* Private: the time per move of a delay clock whose setting nobody stated. */
struct clock_delay {
	bool known, refuted;
	struct clock_span span; /* between these */
};

/* Private: one side. */
struct clock_player {
	bool fallen;       /* the flag */
	bool met;          /* it fell at a control that was met */
	uint64_t zero_us;  /* shown zero without a flag since, or TIME_UNKNOWN */
	uint32_t periods;  /* new periods' times received */
	uint32_t missed;   /* plies not pressed and not made up for */
	uint32_t excused;  /* plies that need none: the clock stood, or was not read */
	uint32_t extra;    /* presses without a ply */
	uint64_t heard_us; /* the last press */
	uint32_t n_heard;  /* presses at that time: what a host reads late comes at once */
	uint32_t hidden;   /* presses that fell between two readings, and brought nothing */
	int32_t penalty_s;
	uint64_t penalty_us; /* due, or TIME_UNKNOWN */
	int32_t jumped_s;    /* the last reading that jumped did so by this much ... */
	uint64_t jumped_us;  /* ... then */
	bool present, absent;
	uint32_t trouble_in; /* the period, from 1, in which time trouble was told */
	bool counter_told;
	bool approaching_told, expired_told;
	int32_t adjourned_s;
};

/* Private: whose time ran first, which is known for certain only when presses have told whose side is whose. */
struct clock_start {
	uint64_t until_us; /* it ran until then; TIME_UNKNOWN: it runs yet */
	uint8_t face;      /* enum clock_side */
	bool noted;
	bool judged; /* or told at once */
};

/* Private: when nothing was heard of it. */
struct clock_gap {
	uint64_t from_us;  /* it was last lost; TIME_UNKNOWN: never */
	uint64_t until_us; /* and has shown itself again; TIME_UNKNOWN: not yet */
};

/* Private. */
struct clock_watch {
	struct clock_watch_setup setup;
	struct clock_watch_listener listener;
	struct time_control no_control;
	bool has_control;
	struct clock_model model;
	uint64_t now_us;
	bool link_up;
	struct clock_gap link_gap, clock_gap; /* the board was not there; the clock was not on it */
	bool seen; /* sight is a reading of a connected clock, with no gap after it */
	bool connected;
	uint8_t white_side; /* enum clock_side */
	struct clock_sight sight, before;
	uint64_t sight_us;
	struct clock_pulse pulse;
	struct clock_pace pace;
	int32_t stood_s[2]; /* what it showed when it last stood between games, by enum color ... */
	bool has_stood;     /* ... if it did */

	int64_t photo_start_us; /* of the round whose photographs were told to end, or CLOCK_NO_START */

	/* Of one game; begin clears from here on. */
	enum clock_phase phase;
	uint64_t begun_us;
	struct clock_player player[2];
	struct clock_sum sum;
	struct clock_start start;
	uint64_t still_us;   /* the running display has stood since, or the turn began */
	uint64_t ran_us;     /* first ran, or TIME_UNKNOWN */
	uint64_t runs_us;    /* last began to run */
	uint64_t stopped_us; /* and to stand; TIME_UNKNOWN: told, or nobody need know */
	struct clock_sight at_start, at_stop, at_flag, at_turn;
	struct clock_put_back put_back;
	struct clock_delay delay;
	uint64_t turn_us;        /* when the turn began, at_turn */
	uint32_t standing_steps; /* of the standing side's display in this turn */
	struct clock_span gain;  /* the last time per move that was wrong */
	uint8_t first_flag;      /* enum color, or CLOCK_NOBODY */
	bool stood_before;       /* seen standing before it ran */
	bool stood_over;         /* and when the game was over */
	bool runs_on;            /* since the last game, and was not set and started for this one */
	bool arranged;           /* the arbiter set the clock himself */
	bool claimed;     /* he was told why it stands, or is going to: it has not run on since */
	bool odd_side;    /* it began to run for the side that is not to move */
	bool gain_proved; /* it gives what the control says */
	bool gain_told;   /* it does not, and that was told */
	bool gain_again;  /* the last press gave something else */
	bool sum_lost;    /* the sum of the displays begins again with the next reading */
	bool stuck_told, both_told, drift_told, ran_on_told, sides_told, battery_told[2];
	bool start_told, session_told, late_told, sealing, sealed_told;
	uint32_t sealing_plies;
	struct clock_loose_press loose[CLOCK_LOOSE_MAX]; /* oldest first */
	int n_loose;
	bool board_differs;  /* from the record's position */
	uint32_t early_told; /* 1 + the ply for which an early press was told last */
	uint32_t n_attributed;
	uint32_t settled;     /* plies before this one are known to be pressed or missed */
	uint64_t missed_mask; /* of the last 64 of them, by ply % 64 */
	uint64_t excused_mask;
	uint64_t
		unpressed_told; /* those of which that was told: what is settled anew is told once */
	uint64_t loose_mask; /* of the next ones: a press has fallen that the record did not take */
	uint32_t missed_told;
};

/* clock_watch_init: *setup and *listener are copied. */
void clock_watch_init(struct clock_watch *watch, const struct clock_watch_setup *setup,
                      const struct clock_watch_listener *listener);

/* clock_watch_set: the rules may have been settled since: *setup is for the games to come. */
void clock_watch_set(struct clock_watch *watch, const struct clock_watch_setup *setup);

/* clock_watch_session: when the round started and when its session ends, as setup.start_us,
 * setup.session_end_us and setup.session_end_s, for the game that is on and those to come. */
void clock_watch_session(struct clock_watch *watch, int64_t start_us, uint64_t end_us,
                         int32_t end_s);

/* clock_watch_begin: a game begins (TRACKER_GAME_BEGINS). */
void clock_watch_begin(struct clock_watch *watch, const struct game *game, uint64_t now_us);

/* clock_watch_reading: the clock was read; white_side: enum clock_side as the tracker has it.
 * game may be NULL before the first: a clock that is set for it is looked at already. */
void clock_watch_reading(struct clock_watch *watch, const struct game *game,
                         const struct clock_reading *reading, uint8_t white_side, uint64_t now_us);

/* clock_watch_put_back: what is to be put right, if anything; said before every reading, and copied. */
void clock_watch_put_back(struct clock_watch *watch, const struct clock_put_back *put_back);

/* clock_watch_plies: plies of the record from first_ply on are new, changed or gone
 * (TRACKER_PLIES). What was due before now_us is gone unless clock_watch_advance() had come so far before they were:
 * nobody can tell by the new record what was due by the old one. */
void clock_watch_plies(struct clock_watch *watch, const struct game *game, uint32_t first_ply,
                       uint64_t now_us);

/* clock_watch_board: so many squares show something else than the record's position, and so many men more (or
 * less) stand on the board than it has. Where men are put away or set up the game is over, and a clock that
 * stands is no trouble: no hand that helps a promotion or adjusts a man changes more than two squares, or
 * brings back a captured man. */
void clock_watch_board(struct clock_watch *watch, const struct game *game, int n_different,
                       int n_more, uint64_t now_us);

/* clock_watch_scan: the board has told of all its squares. Of what was done while its link was lost it
 * has told then; that the link is back tells of nothing yet. */
void clock_watch_scan(struct clock_watch *watch, uint64_t now_us);

/* clock_watch_result: the game has its result, or lost it (TRACKER_RESULT). */
void clock_watch_result(struct clock_watch *watch, const struct game *game, uint64_t now_us);

/* clock_watch_link: the link to the board is lost or back. Nothing is concluded from silence
 * meanwhile. */
void clock_watch_link(struct clock_watch *watch, bool up, uint64_t now_us);

/* clock_watch_order: the arbiter said something about `side`; seconds with CLOCK_ORDER_PENALTY: less
 * than 0 for time that is taken from him, 0 for none after all. */
void clock_watch_order(struct clock_watch *watch, const struct game *game, enum clock_order order,
                       enum color side, int32_t seconds, uint64_t now_us);

/* clock_watch_can_resume: would CLOCK_ORDER_RESUME change anything? clock_watch_owed: the seconds that `side` is still
 * to get, less than 0 to lose, or 0. */
bool clock_watch_can_resume(const struct clock_watch *watch);
int32_t clock_watch_owed(const struct clock_watch *watch, enum color side);

/* clock_watch_advance: time has come to now_us. Returns when something would next happen by
 * itself, or CLOCK_WATCH_NO_DEADLINE. game may be NULL before the first. */
uint64_t clock_watch_advance(struct clock_watch *watch, const struct game *game, uint64_t now_us);

/* clock_watch_is_correction: both sides' clocks lack a press, so that a press without a ply is
 * likely to be the arbiter's, who makes up for them (6.2.1 commentary), and no offence (7.5.3). */
bool clock_watch_is_correction(const struct clock_watch *watch);

/* clock_watch_is_attended: has the arbiter said that he is at the board, or why the clock stands, and has it not run again since
 * it stands? */
bool clock_watch_is_attended(const struct clock_watch *watch);

/* clock_watch_adjourned: what both sides had left when the game was adjourned, in seconds by
 * colour; a move sealed before the session's end costs its player the rest of it (I.1.2). False:
 * it was not adjourned. */
bool clock_watch_adjourned(const struct clock_watch *watch, int32_t ret_seconds[2]);

/* clock_watch_used: the time used (I.2.3) where left_s is left, in seconds by colour: what the control and
 * the moves completed have given, time per move included, less what is left. What Bronstein gives back and
 * a delay lets pass is not counted as used. False: there is no time control to say so. */
bool clock_watch_used(const struct clock_watch *watch, const struct game *game,
                      const int32_t left_s[2], int32_t ret_used_s[2]);
