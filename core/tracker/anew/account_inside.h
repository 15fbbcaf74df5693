/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The inside of account.h, shared by its files: account_step.c says what one ply may account for, account.c weighs a
 * line, account_unseen.c its men whom nobody saw, account_find.c searches.
 */
#pragma once

#include "core/tracker/anew/account.h"
#include "core/tracker/explain/cost.h"

/* What it costs (cost.h) to believe that a change was something else than a man lifted or put down by his ply. */
enum {
	ACCOUNT_ON_WAY = 2,       /* held over a square that he passes, for a scan */
	ACCOUNT_ASTRAY = 8,       /* ... over one that he does not: put there, and taken up again */
	ACCOUNT_BESIDE = 5,       /* taken, and put down beside his square for a moment ... */
	ACCOUNT_LEFT_BESIDE = 20, /* ... or left there: more */
	ACCOUNT_TOUCHED = 5,      /* lifted for no ply, and as much for being put back */
	ACCOUNT_AGAIN = 6,        /* put where he goes, but not let go */
	ACCOUNT_HIDDEN = 8,       /* stood for less than a scan ... */
	ACCOUNT_ASIDE = 12, /* ... since he was put aside before the man who took him was lifted */
	ACCOUNT_APART =
		8, /* told a scan behind the press, or taken up as long before the opponent's */
	ACCOUNT_SWAPPED = 3, /* his square was not seen empty before another man came */
	ACCOUNT_PUSHED = 12, /* stood between his square and one beside it, and was pushed ... */
	ACCOUNT_LATE =
		20, /* ... or put down off the middle of his square, and read there when he was put right */
};

/* Who went on, by his player's next ply, to where he could have gone at once: more. In 1,395 real games that was so of 3,864 men of
 * 23,194 who made two plies of their player's in a row: one in six. */
#define ACCOUNT_DETOUR 8

/* Who was taken, and is read beside his square, is put away so long behind his ply, at most: a hand's way to the edge of
 * the board. An assumption. */
#define ACCOUNT_PUT_AWAY_US 1000000

/* Who was put down so that his square did not read him is put right so much later, at most. An assumption. */
#define ACCOUNT_LATE_US 10000000

/* One man of a ply: castling has two. */
struct man {
	uint8_t reads, becomes; /* as what he leaves, and arrives */
	uint8_t from, to;
	uint64_t way; /* squares that he passes */
};

/* A hand needs so long, as a rule, to take up a man, to put him down, and to press. */
#define ACCOUNT_PLY_US 300000

struct step {
	struct position before;
	uint16_t move;
	struct man men[2];
	int n_men;
	uint8_t taken, taken_sq; /* EMPTY: nobody */
	uint64_t from_us, arrive_us,
		until_us;           /* what is heard of it: not before, not of its end, not after */
	uint64_t first_us, last_us; /* what was heard of it */
	uint64_t seen_us[2], left_us[2]; /* of its men */
	uint64_t taken_us;               /* whom it takes was read no more */
	bool pushed;                     /* its man has left a square beside his own since */
	bool rests;                      /* its man's square reads him when it is over */
	uint64_t done_us;                /* it was made by then */
	uint64_t
		late_us; /* its man's square began to read him only when it was over; 0: it did not ... */
	uint64_t
		round_us; /* ... and in the same round of the scan is what is told no farther from that */
	int late_cost;    /* what that costs: less if he was pushed there. COST_NEVER: it did not */
	uint64_t came_us; /* its man was read where he goes for the first time; 0: he was not */
};

/* A line being weighed. */
struct weighing {
	const struct account *account;
	struct step steps[ACCOUNT_PLIES_MAX +
	                  2]; /* the last two: an illegal move, and what follows the line */
	int n_plies;          /* the illegal move counts as one */
};

/* step_clear: nothing has been shared out to it. */
void step_clear(struct step *step);

/* step_begin: ply `ply` behind those before it, which is made in steps[ply].before: when something may be heard of it.
 * Nothing has been shared out to it yet. */
void step_begin(const struct account *account, struct step *steps, int ply);

/* step_name: and it is `move`: whose men are moved, and who is taken. step_hear: what is heard of them, which is much more work.
 * step_take: both. */
void step_name(struct step *step, uint16_t move);
void step_hear(const struct account *account, struct step *steps, int ply);
void step_take(const struct account *account, struct step *steps, int ply, uint16_t move);

/* step_err: and it is the illegal move that leads from there to the picture. False: there is none, or a legal one does. */
bool step_err(const struct account *account, struct step *steps, int ply);

/* step_rest: or it is what comes behind the last of n_plies: men may be adjusted. */
void step_rest(const struct account *account, struct step *steps, int n_plies);

/* step_retakes: does a ply behind the first take, on the square where the ply before it, step[-1], took one like its man? If nobody saw
 * that one come, the square reads as it did all along. */
bool step_retakes(const struct step *step);

/* step_puts_away: has the change to do with the man whom the ply takes, who is no longer read beside his square? He is in
 * the taker's hand, or lies there, and nobody waits for that: the reply may have been made before. */
bool step_puts_away(const struct step *step, const struct account_change *change);

/* step_is_push: is it by that change that the ply's man, once it was over, left a square beside the one where he goes, which read
 * him from then on? He stood between the two. */
bool step_is_push(const struct step *step, const struct account_change *change);

/* step_part_cost: may the change have been part of the ply, and what does that cost? COST_NEVER: it may not. */
int step_part_cost(const struct step *step, const struct account_change *change);

/* account_unseen_cost: the man of ply `ply` was not seen to arrive: what it costs to believe that he was taken, or went on, too soon
 * for that, or that his square read him late. COST_NEVER: neither can be. */
int account_unseen_cost(const struct weighing *weighing, int ply, const struct man *man);
