/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The clock beside a board, as a device: what it told of itself, and what it may be asked to do.
 *
 * Its times are board events (board_event.h); this is the rest, for whoever looks after the hall.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/base/clock_reading.h"

#define CLOCK_TEXT_MAX    8     /* characters; a clock with seven segments shows six */
#define CLOCK_SECONDS_MAX 35999 /* 9:59:59 */
#define CLOCK_NEITHER     2     /* beside enum clock_side: no side runs */

enum clock_button {
	CLOCK_BUTTON_NONE,
	CLOCK_BUTTON_BACK,
	CLOCK_BUTTON_MINUS,
	CLOCK_BUTTON_RUN,
	CLOCK_BUTTON_PLUS,
	CLOCK_BUTTON_OK,
	CLOCK_BUTTONS
};

enum clock_command_kind {
	CLOCK_COMMAND_TEXT,  /* show text instead of the times */
	CLOCK_COMMAND_CLEAR, /* show the times again */
	CLOCK_COMMAND_BEEP,
	CLOCK_COMMAND_SET, /* both times, and who loses time from now on */
	CLOCK_COMMANDS
};

struct clock_command {
	uint8_t kind;                  /* enum clock_command_kind */
	char text[CLOCK_TEXT_MAX + 1]; /* TEXT: printable ASCII */
	bool beeps;                    /* TEXT: it is heard as well */
	int32_t seconds[2];            /* SET: by enum clock_side, 0..CLOCK_SECONDS_MAX */
	uint8_t runs;                  /* SET: enum clock_side, or CLOCK_NEITHER */
};

/* What became of the last command. */
enum clock_answer {
	CLOCK_ANSWER_NONE,    /* there was none */
	CLOCK_ANSWER_PENDING, /* it waits for the line, or for the clock */
	CLOCK_ANSWER_DONE,
	CLOCK_ANSWER_REFUSED, /* the clock will not, in the mode it is in */
	CLOCK_ANSWER_SILENT,  /* told several times, and never answered */
	CLOCK_ANSWER_LOST,    /* the board was not there to pass it on */
	CLOCK_ANSWERS
};

struct clock_device {
	/* From its own words: the same live and from a recording. */
	bool told;          /* anything has been heard about a clock */
	bool connected;     /* there is one */
	bool battery_low;   /* its own battery */
	uint8_t version[2]; /* major, minor; 0, 0: it has not said */
	const char *model;  /* what that makes it, for people; static, or NULL */
	uint8_t button;     /* enum clock_button: the last one pressed */
	uint32_t n_buttons; /* pressed so far */
	uint64_t button_us; /* when that one was */
	uint32_t n_acks;    /* answers heard so far */
	/* Of a live board. */
	uint8_t answer;    /* enum clock_answer, to the last command */
	uint8_t n_sent;    /* how often that was sent */
	uint8_t command;   /* enum clock_command_kind of it */
	uint32_t n_resent; /* commands sent again for want of an answer, all in all */
};
