/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Our half of the conversation with a DGT board: probe, start, keep-alive (dgt.md 2.3).
 *
 * One table of steps; each says one command and waits for its answer or for a time to pass, so that
 * commands never pile up in the board's input buffer of ten bytes. What the board says becomes
 * events elsewhere, whether or not this machine waits for it.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "drivers/dgt/dgt_frame.h"
#include "drivers/driver.h"

#define DGT_TALK_SILENCE_US 5000000 /* of a live board: then its mode and position are asked for */
#define DGT_TALK_RETRY_US   5000000 /* after all tries failed */
#define DGT_TALK_REPAIR_US  250000  /* from a damaged message to asking for the position */
#define DGT_TALK_ROUNDS     3       /* failed rounds until the link is called wrong */

/* A live board is asked for its position when somebody is puzzled by what it told, and without any
 * reason now and then, as a lost update leaves no trace. A position takes 70 ms of the line at 9600
 * baud, and so long updates wait behind it: never more than a sixth of the line is spent so, and of
 * a quiet one a hundredth. */
#define DGT_TALK_LOOK_US 400000 /* between two requests, at least */
#define DGT_TALK_RENEW_US                                                                          \
	10000000 /* and at most, of a board that is not silent (its clock ticks) */

/* Between two commands that are not each other's answer: the board's input buffer has ten bytes, and a
 * clock's command thirteen (dgt.md 1.1). */
#define DGT_TALK_GAP_US 100000

enum dgt_trouble {
	DGT_TROUBLE_NONE,
	DGT_TROUBLE_SILENT,      /* not one byte */
	DGT_TROUBLE_GARBAGE,     /* bytes, but no answer */
	DGT_TROUBLE_NO_POSITION, /* answers, but not with 64 squares */
	DGT_TROUBLE_GONE,        /* was live, answers no more */
};

struct dgt_talk {
	uint8_t step;   /* private to dgt_talk.c; 0 is passive */
	uint8_t tries;  /* of the step's command */
	uint8_t logs;   /* times the log was asked for in this round */
	uint8_t rounds; /* failed since the board was last live */
	uint8_t waits; /* times a deadline was put off: a message still arrives, the queue is full */
	bool sent;     /* the step's command was queued */
	bool answered;  /* the version was told in this round */
	bool was_live;  /* since start */
	bool repair;    /* bytes were lost: ask for the position soon */
	bool wants_log; /* there is something to go on from: ask what happened meanwhile */
	bool look;      /* somebody wants the position */
	enum driver_link link;
	enum dgt_trouble trouble;
	uint64_t deadline_us;
	uint64_t silent_us; /* while live: when the board counts as silent, or is to be repaired */
	uint64_t asked_us;  /* when the position was last asked for */
	uint64_t free_us;   /* when the line may be used again */
	uint64_t heard_at_round;     /* bytes and messages when the round began */
	uint64_t skipped_at_request; /* lost bytes when the position was last asked for */
};

/* dgt_talk_init: passive; nothing is ever sent until dgt_talk_start. */
void dgt_talk_init(struct dgt_talk *talk);

/* dgt_talk_start: begin the probe. `frame` is read only, here and below. `wants_log`: the board was
 * heard before, and is asked for its log before its position. */
void dgt_talk_start(struct dgt_talk *talk, const struct dgt_frame *frame, bool wants_log,
                    const struct driver_out *out, uint64_t now_us);

/* dgt_talk_heard: the good message in *frame arrived. */
void dgt_talk_heard(struct dgt_talk *talk, const struct dgt_frame *frame,
                    const struct driver_out *out, uint64_t now_us);

/* dgt_talk_check: bytes were taken in; if some of them were lost, plan a repair. */
void dgt_talk_check(struct dgt_talk *talk, const struct dgt_frame *frame, uint64_t now_us);

/* dgt_talk_look: ask for the position as soon as the pace above allows. */
void dgt_talk_look(struct dgt_talk *talk, uint64_t now_us);

/* dgt_talk_line_us: from when on somebody else may send a command, DRIVER_NO_DEADLINE: not yet. */
uint64_t dgt_talk_line_us(const struct dgt_talk *talk);

/* dgt_talk_hold: somebody else has sent one. */
void dgt_talk_hold(struct dgt_talk *talk, uint64_t now_us);

/* dgt_talk_tick: time passed; act when talk->deadline_us is over. */
void dgt_talk_tick(struct dgt_talk *talk, const struct dgt_frame *frame,
                   const struct driver_out *out, uint64_t now_us);

/* dgt_talk_advice: one sentence for people on the state of the link; static. */
const char *dgt_talk_advice(enum driver_link link, enum dgt_trouble trouble);
