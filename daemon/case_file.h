/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A case file: everything about one alert, for the arbiter and an appeal, from the recording alone.
 *
 * The capture is read twice: for the alert and what became of it, then for what sensors and clock said around it. The
 * same capture gives the same file. One that cannot be read to its end, or has an order in it that does not fit, gives one of
 * what came before, in which that is said.
 */
#pragma once

#include <jansson.h>
#include <stdio.h>

#include "core/chess/san.h"
#include "core/laws/alert/alert.h"
#include "core/laws/conduct/hands.h"
#include "daemon/config.h"
#include "drivers/driver.h"

#define CASE_AROUND_S   30
#define CASE_AROUND_MAX 3600

struct case_options {
	const char *command; /* begins every complaint: "adoube case" */
	const char *path;    /* the capture, as it is named */
	FILE *file;          /* the capture, which can be rewound; NULL: path is opened */
	FILE *complaints;    /* NULL: standard error */
	const struct config *config;
	uint64_t around_us;
	uint64_t
		now_us; /* of a recording that goes on: what time alone has proved since its last entry is told, too */
	uint32_t number; /* 0: none, every alert is told */
	/* With number 0: one of the alerts; borrowed for the call. */
	void (*alert)(void *ctx, const struct alert *alert);
	void *ctx;
};

enum case_event_kind { CASE_SQUARE, CASE_CLOCK, CASE_SCAN, CASE_SAID };

/* Something that was said around the alert. */
struct case_event {
	uint64_t t_us;
	enum case_event_kind kind;
	uint8_t sq, piece;          /* of a square: what stands there now */
	struct clock_reading clock; /* see case_clock.h */
	char *json;                 /* a host event */
};

/* What the arbiter decided or ordered. */
struct case_order {
	uint64_t t_us;
	uint32_t number; /* the alert it decides about; 0: an order */
	char time[9];    /* local time of day, "" where it is not known */
	bool refused;    /* it did not fit, and is not in force */
	char *json;      /* the host event */
};

/* A ply of the game until the alert was told. */
struct case_move {
	char san[SAN_SIZE];
	uint32_t number; /* of the move, as it is written */
	enum color side;
	bool completed;  /* the clock was pressed, or he moved again (6.2.1) */
	int32_t clock_s; /* the mover's own at the press, or CLOCK_UNKNOWN */
};

/* Another alert that belongs to the same case: of the same half-move, or another of the player's illegal moves, which are
 * counted together. */
struct case_related {
	struct alert alert;
	struct position before, after; /* its own; alert.after tells whether it has one */
	uint32_t move;
	enum alert_outcome outcome;
};

/* When an appeal must have been made (11.10). */
struct case_appeal {
	int32_t minutes; /* after the end of the game, by the regulations; RULE_NONE: at any time */
	bool is_over;    /* the game of the alert is: */
	uint64_t until_us;
	char until[9]; /* "17:42:10" local time; "" where the time of day is not known */
};

struct case_file {
	bool found; /* else only what is said of the whole capture */
	/* As the event and the recording have it; "" where nobody said. */
	char event[CONFIG_TEXT], round[CONFIG_TEXT], players[2][CONFIG_TEXT] /* by enum color */;
	char since[9],
		told[9]; /* "17:42:10" local time of the alert's since_us and t_us; "" likewise */
	struct alert alert;
	uint32_t move; /* the number of the move that its half-move is of */
	char *line;    /* alert_write() of it */
	struct position before, after;
	/* What stood on the board for its sensors when it was told, as the alert's squares are; false: nobody had read it. The alert
	 * may say of a pawn on b8 what reads as a black queen. */
	bool is_shown;
	uint8_t shown[64];
	struct hands_evidence hands;
	/* In the alert's game, whatever is so in others: the board lies the other way round; enum clock_side that is White's, -1
	 * where it is not known. */
	bool rotated;
	int white_clock;
	/* What the clock showed last when it began and when it was told, by enum color; CLOCK_UNKNOWN. The alert's own times may be
	 * those of some moments later, when it was sure. */
	int32_t clock_since_s[2], clock_told_s[2];
	enum alert_outcome outcome; /* what became of it, and when; ALERT_OPEN: nothing */
	uint64_t settled_us;
	char settled[9];            /* as in `told` */
	struct case_order *decided; /* decisions, also about what is related, and orders */
	size_t n_decided;
	struct case_related *related;
	size_t n_related;
	uint32_t n_refused; /* orders in the recording that did not fit */
	bool is_cut;        /* it could not be read beyond this */
	uint64_t cut_us;
	char *fault; /* what could not be read of the recording, or did not fit, a line each; NULL: nothing */
	int32_t penalties; /* set of enum penalty: those that the event allows for it; 0: it is no breach */
	enum level level;
	bool supervised; /* adequately (A.3, B.3); always at standard */
	struct case_appeal appeal;
	struct case_move *moves; /* where a flag is said to have fallen (6.3, 8.5) */
	size_t n_moves;
	uint64_t from_us, until_us; /* what is around */
	struct case_event *events;
	size_t n_events;
};

/* case_file_read: 0, *ret_file being what there is; a negative errno when the capture cannot be read, or not all of it, which
 * has been told: where the alert was found before that, *ret_file is what there was until then. case_file_clear in either case. */
int case_file_read(const struct case_options *options, struct case_file *ret_file);
void case_file_clear(struct case_file *file);

/* case_cites: is `article`, which the alert's kind cites, in force in that game? */
bool case_cites(const struct case_file *file, const char *article);

/* case_file_write: as text, or with is_html as a page, to `out`; `again` is the command that shows it again. */
void case_file_write(const struct case_file *file, int language, bool is_html, const char *again,
                     FILE *out);

/* For such a command: case_put_word: as a shell takes it for one word. case_put_options: those of adoube case that are not as without
 * them, each with a blank before it. */
void case_put_word(const char *word, FILE *out);
void case_put_options(int language, bool is_html, uint32_t around_s, FILE *out);

/* case_file_json: the same for programs, in that language: see daemon/web/openapi-private.json. New reference, NULL
 * when memory is out. */
json_t *case_file_json(const struct case_file *file, int language);

/* case_option_text: what an arbiter can do about an alert, and what it means: confirm, dismiss, defer, in this order. */
#define CASE_OPTIONS 3
const char *case_option_text(size_t i, int language);

/* case_severity_word: how serious it is. case_outcome_word: what became of it. case_penalty_text: a penalty of 12.9 in words.
 * case_appeal_text: until when an appeal can be made, one phrase. */
#define CASE_APPEAL_SIZE 160
const char *case_severity_word(enum alert_severity severity, int language);
const char *case_outcome_word(enum alert_outcome outcome, int language);
const char *case_penalty_text(enum penalty penalty, int language);
void case_appeal_text(const struct case_appeal *appeal, int language,
                      char buffer[CASE_APPEAL_SIZE]);
