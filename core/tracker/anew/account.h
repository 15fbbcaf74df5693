/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A full account: what a line of plies says of everything that board and clock told in a while.
 *
 * The searches of explain.h ask how a picture came about. They know of each square only what it told last, and so
 * cannot tell a man who went out and came back from one who never moved. An account goes by all that was told between
 * two pictures, change by change and press by press:
 *
 *     a press       is for one ply each, in order; the last ply may have none yet
 *     a ply         is made before its press, and begun behind that of its player's last one; what the board tells
 *                   of it is heard a scan later at most
 *     a change      is a man lifted, put down, taken, put back; or held over a square on his way; or, taken, put
 *                   down beside his square
 *     a silence     on a square where a man stood means that he stood there for no longer than a scan; or, where nothing
 *                   else does, that it failed to read him until his player's next ply took him on, or he was taken
 *
 * Where nobody presses, each ply is over when the man of the next one has come, and a man whom nobody saw was taken by the
 * very next ply: with less to hold it, a line of men who go out and come back unseen would account for anything.
 *
 * What a line leaves out of account cannot be bought at any price: such a line is none.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "core/chess/position.h"
#include "core/tracker/seen/image.h"

/* The longest line of which an account is asked, and so many changes of squares. */
#define ACCOUNT_PLIES_MAX   12
#define ACCOUNT_CHANGES_MAX 64

/* Who may press and has nothing else to do does it within this time: an assumption; players press within a second of
 * letting go where time counts. */
#define ACCOUNT_WAIT_US 1500000

struct account_change {
	uint64_t t_us;
	uint32_t number;      /* as the tracker counts changes */
	uint8_t sq, was, now; /* as the game counts squares */
};

struct account_press {
	uint64_t from_us,
		t_us;    /* it was made no sooner than the one, and no later than the other */
	int32_t seconds; /* the presser's time */
	bool forgotten;  /* nobody pressed; the ply was made in that time */
};

/* What was told from one picture to another. */
struct account {
	struct position from;
	struct image image; /* the later one */
	uint64_t excused;   /* squares of which nothing that is told, or not, counts */
	uint64_t
		pressed_us; /* the clock was pressed for the ply before no sooner than this, or 0 */
	uint64_t scan_lag_us; /* a change is told of so much later, at most */
	bool clockless;       /* nobody presses: how many plies there are only the changes say */
	bool unread; /* a square may have failed to read who stood there, until he went on, or was taken */
	bool errs; /* behind the plies comes an illegal move, of one man or a castling, and that is what the board shows */
	struct account_change changes[ACCOUNT_CHANGES_MAX]; /* in the order told */
	int n_changes;
	struct account_press presses[ACCOUNT_PLIES_MAX]; /* number i is for ply i */
	int n_presses;
};

struct account_line {
	uint16_t moves[ACCOUNT_PLIES_MAX];
	uint64_t seen_us[ACCOUNT_PLIES_MAX]; /* when the man was seen to arrive; 0: he was not */
	unsigned int
		beside; /* plies whose man was read beside his square, too, when they were over: a set */
	int n_plies;
	int pace; /* how ill the times at which the board told of men go with those of the presses: that is between lines */
	int cost; /* what it asks to believe beside the plies (cost.h); COST_NEVER: it leaves something out */
};

/* account_total: what it costs to believe the line rather than another one. */
static inline int
account_total(const struct account_line *line)
{
	return line->cost + line->pace;
}

/* account_weigh: fill in line->seen_us, pace and cost of the legal plies line->moves[n_plies] from account->from. If the account errs,
 * the illegal move is weighed like a ply behind them: it has its press, or none yet, and it costs COST_ILLEGAL. */
void account_weigh(const struct account *account, struct account_line *line);

/* account_find: the cheapest line of as many plies as there are presses, or one more, and the second cheapest; without a
 * clock, of any length. If the account errs, the last press is for the illegal move, of a man of either side. cost is COST_NEVER
 * of those there are not. Lines that cost more than `most` may be left out. Looks at ACCOUNT_NODES_MAX positions at most, without
 * a clock at twice as many. */
void account_find(const struct account *account, int most, struct account_line *ret_best,
                  struct account_line *ret_rival);

#define ACCOUNT_NODES_MAX 500

/* account_find_forgotten: the cheapest line by which two presses in a row were forgotten, and the second cheapest of the same
 * two; they are put into *account then. Only lines whose men were all seen to arrive, but for who was taken at once by one who
 * was. Up to ten searches. */
void account_find_forgotten(struct account *account, struct account_line *ret_best,
                            struct account_line *ret_rival);
