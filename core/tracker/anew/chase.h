/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Hands that have outrun the record.
 *
 * Where both players have a second left for each ply the board shows no position in full for a long while: the next man is
 * in the air before the last one is told of, who is taken at once is told of by nobody, and the picture from which the
 * searches of explain.h begin lies farther back with each ply. So what was told since then is followed change by change, by
 * several lines side by side: each arrival is a ply of the line, or of one of whose man nobody has told yet, or no ply but a
 * man on his way. Lines that come to the same position are one from there on, so that it takes no more of them for a long
 * stretch than for a short one.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/chess/position.h"
#include "core/tracker/anew/account.h"

struct past_entry;
struct tracker;

/* The longest line, and so many changes of squares: half a minute of a scramble. */
#define CHASE_PLIES_MAX   64
#define CHASE_CHANGES_MAX 192
#define CHASE_PRESSES_MAX 64

struct chase_press {
	uint64_t since_us, t_us; /* between these times */
	int32_t seconds;         /* the presser's time */
	enum color side;
};

/* What was told from one picture to another. */
struct chase {
	struct position from;
	uint64_t scan_lag_us; /* a change is told of so much later, at most */
	struct account_change changes[CHASE_CHANGES_MAX];
	int n_changes;
	struct chase_press presses[CHASE_PRESSES_MAX];
	int n_presses;
	/* The clock is read so seldom that two presses may lie between two readings, so far apart at most; 0: they can't. */
	uint64_t hides_us;
	bool clockless; /* nobody presses */
	bool by_scans;  /* the board tells of no square by itself */
};

struct chase_line {
	uint16_t moves[CHASE_PLIES_MAX];
	uint8_t told
		[CHASE_PLIES_MAX]; /* by which change the man was told of, or his ply was known to have been made */
	uint64_t unseen;   /* plies whose man was not seen to arrive: a set */
	uint64_t rivalled; /* plies of which another line, hardly dearer, says otherwise: a set */
	int n_plies;
	bool in_hand; /* the picture shows a man of who is to move in the air */
	int cost; /* what it asks to believe beside the plies (cost.h); COST_NEVER: there is no line */
};

/* chase_find: the cheapest line that leads from chase->from to the picture behind the last change. */
void chase_find(const struct chase *chase, struct chase_line *ret_line);

/* chase_hear: into *chase what that entry of the past tells. False: what it tells of is not known well enough, or is too much.
 * chase_begin_with_mover: all has been heard; where the first press is not his who is to move, it is for the ply before. */
bool chase_hear(const struct tracker *tracker, const struct past_entry *entry, struct chase *chase);
void chase_begin_with_mover(struct chase *chase);

/* chase_write: the line, with its presses, behind the record's last ply, which led to chase->from. */
void chase_write(struct tracker *tracker, const struct chase *chase, const struct chase_line *line);

/* chase_due: when the board has told of something that nothing explains, and has not shown the record for a while
 * (TRACKER_NO_DEADLINE: not as things are). chase_look: if a line of the hands' leads to what it shows, write it into the record. */
uint64_t chase_due(const struct tracker *tracker);
void chase_look(struct tracker *tracker);
