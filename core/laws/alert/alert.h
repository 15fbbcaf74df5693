/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Alerts: what the arbiter, and nobody else, should know (Laws 12.6, 12.7).
 *
 * An alert is an object: which irregularity (a row of the catalogue, catalogue.c), at which table and
 * ply, by which side, the articles of the edition in force, how serious, who should act, the sentence in
 * each language (words.h), the evidence, until when it matters and what became of it. This is the one place
 * that writes one down, and alert_is_for() the one place that says which output may carry one.
 *
 * Nothing here is a ruling: the program reports, the arbiter decides.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/base/text.h"
#include "core/chess/movegen.h"
#include "core/chess/position.h"
#include "core/game/game.h"
#include "core/laws/rules/ruleset.h"
#include "core/tracker/seen/image.h"

/* In the order of the catalogue. */
enum alert_id {
	ALERT_BOARD_MISORIENTED,
	ALERT_INITIAL_POSITION_INCORRECT,
	ALERT_CHESS960_START_INVALID,
	ALERT_COLOURS_REVERSED,
	ALERT_DEFAULT_TIME_APPROACHING,
	ALERT_DEFAULT_TIME_EXPIRED,
	ALERT_BOTH_PLAYERS_ABSENT,
	ALERT_GAME_NOT_STARTED,
	ALERT_WRONG_CLOCK_RUNNING_AT_START,
	ALERT_CLOCK_SIDES_UNKNOWN,
	ALERT_CLOCK_SETTING_MISMATCH,
	ALERT_TIME_CONTROL_NOT_ALLOWED,
	ALERT_CLOCK_BATTERY_LOW,
	ALERT_EQUIPMENT_CHANGED,
	ALERT_CLOCK_PRESSED_WITHOUT_MOVE,
	ALERT_CLOCK_PRESSED_BEFORE_MOVE,
	ALERT_CLOCK_NOT_PRESSED,
	ALERT_MISSED_PRESS_PAIR,
	ALERT_CLOCK_STOPPED,
	ALERT_CLOCK_RESTARTED_WITHOUT_ARBITER,
	ALERT_CLOCK_RUNNING_WRONG_SIDE,
	ALERT_MOVE_COUNTER_MISMATCH,
	ALERT_TIME_TROUBLE,
	ALERT_BOTH_PLAYERS_TIME_TROUBLE,
	ALERT_FLAG_FALLEN,
	ALERT_FLAG_FALLEN_CONTROL_MET,
	ALERT_BOTH_FLAGS_FALLEN,
	ALERT_CLOCK_RAN_AFTER_FLAG,
	ALERT_CLOCK_ADDED_TIME_AFTER_FLAG,
	ALERT_CLOCK_TIME_JUMP,
	ALERT_CLOCK_BOTH_RUNNING,
	ALERT_CLOCK_STUCK,
	ALERT_CLOCK_DRIFT,
	ALERT_CLOCK_DISCONNECTED,
	ALERT_TIME_SHEET,
	ALERT_ILLEGAL_MOVE_ON_BOARD,
	ALERT_ILLEGAL_MOVE,
	ALERT_SECOND_ILLEGAL_MOVE,
	ALERT_ILLEGAL_MOVE_STANDS,
	ALERT_KING_CAPTURED,
	ALERT_MOVE_OUT_OF_TURN,
	ALERT_CAPTURE_NOT_REMOVED,
	ALERT_PAWN_NOT_PROMOTED,
	ALERT_TWO_HANDED_MOVE,
	ALERT_TOUCH_MOVE,
	ALERT_ADJUST_OUT_OF_TURN,
	ALERT_PIECE_RELEASED_THEN_MOVED,
	ALERT_CASTLING_ROOK_FIRST,
	ALERT_CASTLING_ILLEGAL,
	ALERT_CASTLING_INCOMPLETE,
	ALERT_PROMOTION_PIECE_CHANGED,
	ALERT_PROMOTION_PIECE_MISSING,
	ALERT_DISPLACED_PIECES,
	ALERT_POSITION_UNRECOGNISED,
	ALERT_POSITION_NOT_RESTORED,
	ALERT_REPLACEMENT_MOVE_BREACH,
	ALERT_PENALTY_TIME_NOT_APPLIED,
	ALERT_MOVE_AMBIGUOUS,
	ALERT_BOTH_KINGS_IN_CHECK,
	ALERT_PAWN_ON_LAST_RANK,
	ALERT_ILLEGAL_POSITION_DRAW,
	ALERT_CHECKMATE,
	ALERT_STALEMATE,
	ALERT_DEAD_POSITION,
	ALERT_DEAD_POSITION_SUSPECTED,
	ALERT_DRAW_BEFORE_BOTH_MOVED,
	ALERT_DRAW_AGREEMENT_TOO_EARLY,
	ALERT_REPEATED_DRAW_OFFERS,
	ALERT_THREEFOLD_AVAILABLE,
	ALERT_FIFTY_MOVE_AVAILABLE,
	ALERT_DRAW_CLAIM_CHECK,
	ALERT_DRAW_CLAIM_LATE,
	ALERT_FIVEFOLD_REPETITION,
	ALERT_SEVENTY_FIVE_MOVES,
	ALERT_RESULT_PENDING,
	ALERT_RESULT_MISMATCH,
	ALERT_SCORE_NOT_ALLOWED,
	ALERT_FORFEIT_UNRATED,
	ALERT_DEVICE_FOUND,
	ALERT_IMPOSED_OPENING_LEFT,
	ALERT_MOVE_AFTER_GAME_END,
	ALERT_QUICKPLAY_CLAIM,
	ALERT_SCORESHEET_REQUEST_LIMIT,
	ALERT_SESSION_END,
	ALERT_SEALED_MOVE_ON_BOARD,
	ALERT_PLAY_AFTER_ADJOURNMENT,
	ALERT_RESUME_POSITION_MISMATCH,
	ALERT_RESUME_CLOCK_MISMATCH,
	ALERT_SEALED_MOVE_ILLEGAL,
	ALERT_ANNOUNCED_MOVE_MISMATCH,
	ALERT_TWO_BOARD_MISMATCH,
	ALERT_PLAYER_DISCONNECTED,
	ALERT_AUTOMATIC_DRAW,
	ALERT_AUTO_DRAW_MISSED,
	ALERT_AUTO_DRAW_WRONG,
	ALERT_HYBRID_POSITION_MISMATCH,
	ALERT_HYBRID_VIRTUAL_MOVE_EARLY,
	ALERT_HYBRID_ANALYSIS_ON_BOARD,
	ALERT_HYBRID_INCREMENT_TOO_SMALL,
	ALERT_RECORDING_INCOMPLETE,
	ALERT_BOARD_DISCONNECTED,
	ALERT_BOARD_LOG_INCOMPLETE,
	ALERT_LOG_WRITE_FAILED,
	ALERT_PHOTO_WINDOW_CLOSED,
	ALERTS
};

enum alert_severity {
	ALERT_INFO,     /* in the list, nothing more */
	ALERT_ADVISORY, /* on the console; needs judgement or human senses */
	ALERT_WARNING,  /* with a sound; go there soon */
	ALERT_CRITICAL, /* go there now: play should stop, or has ended */
};

enum alert_who {
	ALERT_BY_ARBITER,
	ALERT_BY_TECHNICIAN,
	ALERT_BY_BOTH,
	ALERT_BY_NOBODY, /* the program waits; a person must not act */
};

/* Until when it matters. After that an open alert is ALERT_EXPIRED. */
enum alert_until {
	ALERT_UNTIL_NEVER,    /* it stays */
	ALERT_UNTIL_GAME,     /* the game ends */
	ALERT_UNTIL_OPPONENT, /* the opponent of alert->side has made his next move (A.4.2, 4.8) */
};

enum alert_outcome {
	ALERT_OPEN,
	ALERT_CONFIRMED,
	ALERT_DISMISSED,
	ALERT_DEFERRED, /* seen, to be dealt with later (Q5 5.2.2) */
	ALERT_EXPIRED,
};

/* Languages that are always there; of all see words.h. */
enum alert_language { ALERT_ENGLISH, ALERT_FRENCH };

/* A row of the catalogue: constant, the same for every table. */
struct alert_row {
	const char *name;                       /* the stable id, e.g. "checkmate" */
	enum alert_severity severity[EDITIONS]; /* as a rule */
	enum alert_severity aggravated;         /* see alert_aggravate() */
	enum alert_who who;
	enum alert_until until;
	const char *articles[EDITIONS]; /* separated by ';'; "" where no article says it */
};

/* alert_row: the row of an id. */
const struct alert_row *alert_row(enum alert_id id);

/* alert_is_breach: is it about something that a player may be penalised for at the arbiter's discretion (12.9)? */
bool alert_is_breach(enum alert_id id);

/* alert_find: the id by its name, ALERTS when there is none. */
enum alert_id alert_find(const char *name);

#define ALERT_MOVES_MAX   40 /* of a list of possible moves; longer lists are cut */
#define ALERT_PLIES_MAX   16
#define ALERT_CHOICES_MAX 3
#define ALERT_NO_TIME     INT64_MIN

struct hands_evidence;

struct alert {
	enum alert_id id;
	uint32_t number; /* from 1, in the order in which this table's alerts were raised */
	uint32_t table;  /* its number in the event file, 0: none */
	uint32_t game;   /* from 1, of this table; 0: none yet */
	uint32_t ply;    /* half-moves from 1: being played, or just played */
	enum color side; /* whose ply or fault that is */
	enum edition edition;
	enum alert_severity severity;
	enum alert_until until;
	enum alert_outcome outcome;

	/* Evidence. t_us is also the position in the capture: microseconds since its start. */
	uint64_t t_us;             /* when the proving event arrived */
	uint64_t since_us;         /* when it began; equals t_us for what happens at once */
	int32_t clock_before_s[2]; /* enum color; CLOCK_UNKNOWN */
	int32_t clock_after_s[2];
	int32_t clock_right_s[2];      /* what both should have shown at t_us, as far as is known */
	const struct position *before; /* the position it is about, borrowed; never NULL in use */
	const struct position *after;  /* after it, borrowed; NULL: the same */
	const struct image *image;     /* what the board shows, borrowed; NULL: does not matter */
	uint64_t squares;              /* bit n is square n */
	const struct hands_evidence *hands; /* two contacts, borrowed; NULL: none */

	/* What fills the sentence's places. */
	int32_t n, m;
	int64_t t_s, u_s; /* ALERT_NO_TIME: unknown, written "?" */
	uint8_t piece;
	uint8_t choice[ALERT_CHOICES_MAX];
	uint16_t moves[ALERT_MOVES_MAX]; /* legal in *before */
	uint32_t n_moves;
	uint32_t plies[ALERT_PLIES_MAX];
	uint32_t n_plies;
};

/* Who gets alerts raised: the engine's way out. */
struct alert_listener {
	void *ctx;
	/* Borrowed for the call, with all it points to. */
	void (*raise)(void *ctx, const struct alert *alert);
	/* Alert `number` of this table is open no more, or has expired after it was put off. May be
	 * NULL. */
	void (*settled)(void *ctx, uint32_t number, enum alert_outcome outcome);
};

/* alert_init: an open alert of that kind by the rules in force: edition, severity (lowered for the novice
 * profile), expiry; no evidence, clocks unknown, *before = position. The caller fills the rest. */
void alert_init(struct alert *alert, enum alert_id id, const struct ruleset *rules,
                const struct position *position);

/* alert_list_moves: the moves behind those that the alert lists already, legal in *before; cut at ALERT_MOVES_MAX. */
void alert_list_moves(struct alert *alert, const struct move_list *moves);

/* alert_aggravate: the row's aggravated severity instead: in play instead of before it, after a press
 * instead of before it. */
void alert_aggravate(struct alert *alert, const struct ruleset *rules);

/* alert_text: what an alert of that kind says, its places not filled yet. alert_sentence: append the filled sentence. */
const char *alert_text(enum alert_id id, int language);
void alert_sentence(struct text *text, const struct alert *alert, int language);

/* text_san: append a move in SAN with the letters of a language, "Sf3". */
void text_san(struct text *text, const char *san, int language);

/* alert_squares: append the alert's squares, as "e2, e4". */
void alert_squares(struct text *text, const struct alert *alert);

/* language_find: the number of the language with this code ("fr"); -ENOENT where there is none. language_code: the
 * other way round; NULL behind the last language. */
int language_find(const char *code);
const char *language_code(int language);

/* alert_severity_name, alert_who_name, alert_outcome_name, alert_until_name: stable words for output. */
const char *alert_severity_name(enum alert_severity severity);
const char *alert_who_name(enum alert_who who);
const char *alert_outcome_name(enum alert_outcome outcome);
const char *alert_until_name(enum alert_until until);

/* Everything that leaves the program about a game. */
enum output {
	OUTPUT_PGN,     /* files of games: published */
	OUTPUT_LIVE,    /* the web page and its JSON: players and public see it */
	OUTPUT_ALERTS,  /* adoube replay --alerts: the arbiter's file */
	OUTPUT_CONTROL, /* the control socket: the arbiter's machine */
	OUTPUTS
};

/* alert_is_for: may this output carry alerts, or anything drawn from one (6.12, 12.6, 12.7)? The one
 * place that decides it. */
bool alert_is_for(enum output output);

/* ALERT_LINE_SIZE: room for any alert_write line, its newline and NUL. */
#define ALERT_LINE_SIZE 8192

/* ALERT_SENTENCE_SIZE: room for any alert_sentence, and its NUL. */
#define ALERT_SENTENCE_SIZE 1024

/* alert_write: append the alert as one line of JSON, newline included, to what goes to `output`: the only
 * way in which one leaves the program. Its sentence is "text" in English, "text_fr" and so on in the others. 0; -EPERM when alert_is_for() says no, and nothing is written. */
int alert_write(struct text *text, const struct alert *alert, enum output output);
