/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Changes to the open end of the record: which one explains the picture, and what it costs.
 *
 * reading.c asks for changes that explain a picture exactly, the moment it appears; trouble.c
 * for the cheapest one that leaves something to be blamed on hands and sensors.
 */
#pragma once

#include "core/tracker/tracker_state.h"

/* `back` plies taken back, the line in their place. */
struct change {
	struct explanation line;
	uint32_t back;
	int cost;    /* COST_NEVER: there is none */
	int gone;    /* of that: for the plies of the record that do not hold */
	bool undoes; /* a ply that was pressed, and seen to stand */
	/* The second-best change: what it costs, and its plies, from the one before which it takes
	 * back. */
	int rival;
	uint32_t rival_first, rival_plies;
	uint16_t rival_moves[EXPLAIN_PLIES_MAX];
};

/* How many plies to take back, how many to add. */
struct attempt {
	uint8_t back, n_plies;
};

/* change_note_presses: into the evidence: when the clock was pressed for the plies of a line of n_plies
 * that begins `back` plies before the end of the record, and for the one behind it. */
void change_note_presses(struct tracker *tracker, uint32_t back, int n_plies);

/* change_begin_search: the evidence is what has been heard since the position `back` plies before the end of the record, with
 * the presses of the n_plies from there. */
void change_begin_search(struct tracker *tracker, uint32_t back, int n_plies);

/* change_find_line: the cheapest line of n_plies from `back` plies before the end of the record. */
bool change_find_line(struct tracker *tracker, uint32_t back, int n_plies,
                      const struct tolerance *tolerance, struct explanation *ret_line);

/* change_consider: find that line, and keep it in *best if the record allows it and it costs
 * less than what is there. Start with both costs COST_NEVER. */
void change_consider(struct tracker *tracker, uint32_t back, int n_plies,
                     const struct tolerance *tolerance, struct change *best);

/* change_is_pressed_throughout: do as many presses wait as the line, `back` plies before the
 * end, has new plies, its last one aside? Those that cannot have been heard yet, as late as the clock tells (lag.h), need not. */
bool change_is_pressed_throughout(const struct tracker *tracker, uint32_t back,
                                  const struct explanation *line);

/* change_make: write it into the record. Doubtful are the plies of which its rival says otherwise,
 * if that is hardly dearer, and those whose men nobody saw arrive. */
void change_make(struct tracker *tracker, const struct change *change);

/* change_note_guesses: into doubts[line->n_plies]: which plies of a line, `back` plies before the end of the record,
 * this board could not have told from others. */
void change_note_guesses(const struct tracker *tracker, uint32_t back,
                         const struct explanation *line, uint8_t *doubts);

/* change_takes_back_pressed: does it put away a ply for which the clock was pressed? */
bool change_takes_back_pressed(const struct tracker *tracker, const struct change *change);

/* --- change_accept.c: what the record allows ---------------------------------------------------- */

/* change_needs_reply: would this change put aside a ply that was released (4.7) some time ago? Without a clock
 * that takes the opponent's reply to believe: after the last move men are put away, often by ways that look like
 * other moves. A running clock is proof enough that the game goes on. */
bool change_needs_reply(const struct tracker *tracker, uint32_t back, int n_plies);

/* change_moves_a_man_twice: does a man move twice in the line? Two men that dance around each other explain almost
 * any capture in the air; one at a time nobody dances unseen. */
bool change_moves_a_man_twice(const struct explanation *line);

/* change_moves_on_at_once: does the line move a man on who has only just moved in the record? He may still have
 * been on his way. */
bool change_moves_on_at_once(const struct tracker *tracker, uint32_t back,
                             const struct explanation *line);

/* change_is_vouched_for: is the last man of the line, which takes the place of the last `back` plies, vouched for, where he
 * came untold or was not seen to come? By his player's press, by the reply to his move, or, without a clock, because no
 * hand holds a man for so long. */
bool change_is_vouched_for(const struct tracker *tracker, uint32_t back,
                           const struct explanation *line);

/* change_is_acceptable: may this line take the place of the last `back` plies? patient: there has been time for
 * hidden men to come out. */
bool change_is_acceptable(const struct tracker *tracker, uint32_t back,
                          const struct explanation *line, bool patient);

/* --- change_cost.c: what it costs beside its line ----------------------------------------------- */

/* change_is_answered: had the opponent pressed as well by at_us, behind ply `index`, which was pressed? */
bool change_is_answered(const struct tracker *tracker, uint32_t index, uint64_t at_us);

/* change_has_passed: was the man of ply `index`, which was pressed, on his way to where `move` takes him then, and is
 * seen there now? Not if his opponent had pressed as well before he came. */
bool change_has_passed(const struct tracker *tracker, uint32_t index, uint16_t move);

/* change_gone_cost: what it costs that ply `index` of the record does not hold. */
int change_gone_cost(const struct tracker *tracker, const struct change *change, uint32_t index);

/* change_moved_on_cost: what it costs that men who have just been played are played on by the line. */
int change_moved_on_cost(const struct tracker *tracker, const struct change *change);

/* change_press_cost: how well do plies and presses go together? */
int change_press_cost(const struct tracker *tracker, const struct change *change);
