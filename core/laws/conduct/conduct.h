/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How the players play: hands and touches (article 4), as part of a table's laws (laws_state.h).
 */
#pragma once

#include "core/laws/conduct/adjusting.h"
#include "core/laws/conduct/answers.h"
#include "core/laws/conduct/contacts.h"
#include "core/laws/conduct/hands.h"

struct laws;
struct ruleset;

/* A slow scan corrects a ply when it has been answered, and that answer in turn; and what was wrong from one ply on comes out
 * some moves later: the presses of so many that were judged are kept. */
#define CONDUCT_PRESSES 16

struct conduct {
	struct contacts contacts;
	struct hands_pace pace[2]; /* by enum color: carrying a man */
	struct answers answers[2]; /* and beginning his reply */
	uint64_t begun_us;         /* the game */
	uint64_t started_us;       /* the clock was last started; 0: not seen */
	uint64_t said_us;          /* a person has last corrected the record; 0: none has */
	bool ran;                  /* it runs */
	uint32_t n_judged;         /* plies whose turns were looked at ... */
	uint64_t judged_us;        /* ... the last of them then */
	uint64_t pressed_us[CONDUCT_PRESSES]; /* which completed them, by index */
	uint32_t told_ply;      /* the last one, from 1, of which something was told ... */
	uint64_t told_press_us; /* ... and its press then, 0: not known: */
	bool told_hands;        /* that two hands made it ... */
	uint8_t told_touch;     /* ... and the gravest thing about touches (enum touch_what) */
	uint32_t undone;        /* plies up to the last that was completed and undone: agreed ... */
	uint64_t
		undone_us; /* ... and the men were back then; 0: they are not, and nothing is judged */
	uint64_t troubled; /* squares not believed at some time since the last ply came */
	uint32_t n_come;   /* so many had come then */
	bool failing;      /* a square has read wrongly for so long that it is the board's fault */
	bool was_failing;  /* so it was when this turn began: who is held long in it is no fault */
	struct adjusting adjusting;
	uint32_t castling_ply;  /* the ply, from 1, in which castling not finished was last told */
	uint64_t castling_us;   /* a king stands where only castling takes him, since; 0: none */
	bool limit_told;        /* that the board is too slow to tell hands */
	struct position before; /* the position a turn began with */
};

/* conduct_begin: a game begins. */
void conduct_begin(struct laws *laws);

/* conduct_look: laws->view is new. Call before what the tracker says of plies is taken in. */
void conduct_look(struct laws *laws);

/* conduct_judge: plies were made, completed or changed: those completed are looked at. */
void conduct_judge(struct laws *laws);

/* conduct_lost: the link is gone. */
void conduct_lost(struct laws *laws);

/* conduct_rewind: plies from number n on are no more. */
void conduct_rewind(struct laws *laws, uint32_t n);

/* conduct_said: a person has corrected the record. */
void conduct_said(struct laws *laws);

/* conduct_plays_himself: are the hands that play for `side` his own (4.9, Q7, D.2.5), and is it here that he plays? Else
 * they prove nothing against him. On a set that follows a virtual board nobody does (OL 20.1). */
bool conduct_plays_himself(const struct laws *laws, enum color side);

/* conduct_press_us: when ply `index` was pressed for, as far as the record knows or has known; TIME_UNKNOWN. */
uint64_t conduct_press_us(const struct laws *laws, uint32_t index);

/* A duty of laws.c: castling that is not finished (4.7.2). */
uint64_t conduct_castling_due(const struct laws *laws);
void conduct_castling(struct laws *laws);
