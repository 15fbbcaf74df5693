/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the tracker tells, ply by ply, and what time alone brings.
 */
#include "core/laws/laws.h"

#include <string.h>

#include "core/laws/conduct/conduct_anew.h"
#include "core/laws/laws_state.h"

/* Fifty moves by each; and how many plies a correction takes back at the most, with room to spare. */
#define FIFTY_PLIES    100
#define TAKEN_BACK_MAX 10

size_t
laws_size(void)
{
	return sizeof(struct laws);
}

const size_t *
laws_pointers(void)
{
	static const size_t pointers[] = {
		offsetof(struct laws, rules),
		offsetof(struct laws, listener.ctx),
		offsetof(struct laws, listener.raise),
		offsetof(struct laws, listener.settled),
		offsetof(struct laws, game),
		offsetof(struct laws, mating),
		SIZE_MAX,
	};

	return pointers;
}

struct laws *
laws_init(void *memory, const struct ruleset *rules, uint32_t table,
          const struct alert_listener *listener, struct mating *mating)
{
	struct laws *laws = memory;

	memset(laws, 0, offsetof(struct laws, draws));
	laws->mating = mating;
	laws->rules = rules;
	laws->table = table;
	laws->listener = *listener;
	laws->touched_us = TIME_UNKNOWN;
	laws->offered = OFFER_NONE;
	position_start(&laws->now);
	laws_expect(laws, &laws->now, true);
	laws->before = laws->now;
	draws_init(&laws->draws, &laws->now);
	return laws;
}

void
laws_expect(struct laws *laws, const struct position *start, bool strict)
{
	laws->start = *start;
	laws->start_strict = strict;
}

/* --- the plies ---------------------------------------------------------------------------------------- */

/* What stands before the next ply stands there by the break that is taken last. */
static void
note_break(struct laws *laws, const struct game_break *gap)
{
	laws->broken = gap != NULL;
	laws->break_ply = gap ? gap->ply : 0;
	laws->break_key = gap ? gap->position.key : 0;
}

static void
begin_game(struct laws *laws)
{
	log_expire_game(laws);
	laws->n_judged = 0;
	note_break(laws, NULL);
	laws->before = laws->now = laws->game->start;
	draws_init(&laws->draws, &laws->now);
	laws->fifty_told = laws->after_told = laws->on_time = false;
	laws->end = laws->end_seen = LAWS_OPEN;
	laws->end_ply = 0;
	laws->devices = 0;
	wrong_start_begin(laws);
	laws->touched_us = TIME_UNKNOWN;
	laws->offers.n = 0;
	laws->claim.number = 0;
	laws->sheet_requests[WHITE] = laws->sheet_requests[BLACK] = 0;
	laws->offered = OFFER_NONE;
	laws->adjourned.stage = ADJOURN_NONE;
	laws->adjourned.opened = false;
	laws->sheet_us = laws->stop_us = 0;
	memset(laws->raised_ply, 0, sizeof(laws->raised_ply));
	presses_begin(laws);
	offences_begin(laws);
	restore_begin(laws);
	memset(&laws->displaced, 0, sizeof(laws->displaced));
	memset(&laws->unlawful, 0, sizeof(laws->unlawful));
	around_begin(laws);
	conduct_begin(laws);
	beside_begin(laws);
	announced_begin(laws);
	platform_begin(laws);
	opening_rewind(laws, 0);
}

/* Is it the break that was taken last? */
static bool
is_noted(const struct laws *laws, const struct game_break *gap)
{
	return laws->broken && gap->ply == laws->break_ply && gap->position.key == laws->break_key;
}

/* Has the break that was taken last gone from its place? Plies put in before it move it, and who takes an illegal
 * move back undoes it. */
static bool
break_is_gone(const struct laws *laws)
{
	const struct game *game = laws->game;

	for (uint32_t i = 0; i < game->n_breaks; i++)
		if (is_noted(laws, &game->breaks[i]))
			return false;
	return laws->broken;
}

/* Of the first n plies, those from first_ply on told anew: so many stand as they were judged. Where play goes on from
 * another position than it was thought to, the plies behind that are others, though their moves are the same. */
static uint32_t
count_unbroken(const struct laws *laws, uint32_t first_ply, uint32_t n)
{
	const struct game *game = laws->game;

	for (uint32_t i = 0; i < game->n_breaks; i++) {
		const struct game_break *gap = &game->breaks[i];

		if (gap->ply >= first_ply && gap->ply < n && !is_noted(laws, gap))
			return gap->ply > 0 ? gap->ply - 1
			                    : 0; /* the break is taken behind that ply */
	}
	return n;
}

/* The first n plies stand as they were judged; what came after them is no more. */
static void
rewind_to(struct laws *laws, uint32_t n)
{
	note_break(laws, game_last_break(laws->game, n));
	log_expire_gone(laws, n + 1);
	draws_fold(&laws->draws, laws->game, n);
	game_position(laws->game, n, &laws->now);
	laws->before = laws->now;
	if (n > 0)
		game_position(laws->game, n - 1, &laws->before);
	laws->n_judged = n;
	laws->end_seen = LAWS_OPEN;
	conduct_rewind(laws, n);
	opening_rewind(laws, n);
	/* Told of this run of quiet moves, unless the run itself is gone. */
	laws->fifty_told = laws->fifty_told && laws->now.halfmove + TAKEN_BACK_MAX >= FIFTY_PLIES;
	if (laws->end_ply > n) {
		laws->end = LAWS_OPEN;
		laws->end_ply = 0;
		laws->after_told = false;
	}
}

static bool
is_made(const struct game *game, uint32_t index)
{
	return index < game->n_plies && game->plies[index].state >= PLY_MADE;
}

/* Play goes on from another position before the next ply: from there on that one counts. */
static void
take_breaks(struct laws *laws)
{
	const struct game *game = laws->game;

	for (uint32_t i = 0; i < game->n_breaks; i++)
		if (game->breaks[i].ply == laws->n_judged &&
		    !position_same(&game->breaks[i].position, &laws->now)) {
			offences_stand(laws, &game->breaks[i]);
			misplaced_taken_along(laws, &game->breaks[i]);
			laws->now = game->breaks[i].position;
			note_break(laws, &game->breaks[i]);
			draws_break(&laws->draws, &laws->now);
		}
}

static void
judge_next(struct laws *laws)
{
	const struct game_ply *ply = &laws->game->plies[laws->n_judged];
	uint32_t index = laws->n_judged;

	ends_settle(laws);
	take_breaks(laws);
	laws->before = laws->now;
	position_after(&laws->before, ply->move, &laws->now);
	draws_push(&laws->draws, &laws->now);
	laws->moves[index] = ply->move;
	laws->n_judged++;
	laws->touched_us = TIME_UNKNOWN;
	/* Who answers with a move has declined (9.1.2.1). */
	if (laws->offered != game_ply_side(laws->game, index))
		laws->offered = OFFER_NONE;
	if (laws->sheet_us == 0)
		laws->sheet_us = laws_made_us(laws, index);
	log_expire_moved(laws, game_ply_side(laws->game, index), index + 1);
	ends_judge(laws);
	claims_judge(laws);
}

static void
take_plies(struct laws *laws, uint32_t first_ply)
{
	const struct game *game = laws->game;
	uint32_t same = first_ply;
	bool gone = break_is_gone(laws);

	while (same < laws->n_judged && is_made(game, same) &&
	       game->plies[same].move == laws->moves[same])
		same++;
	if (gone && same > first_ply)
		same = first_ply;
	same = count_unbroken(laws, first_ply, same);
	if (gone || same < laws->n_judged)
		rewind_to(laws, same < laws->n_judged ? same : laws->n_judged);
	while (is_made(game, laws->n_judged))
		judge_next(laws);
	take_breaks(laws);
}

void
laws_update(struct laws *laws, enum tracker_update what, const struct game *game,
            uint32_t first_ply, const struct tracker_view *view, uint64_t now_us)
{
	struct tracker_view before = laws->view;

	laws->view = *view;
	laws->game = game;
	if (laws->now_us < now_us)
		laws->now_us = now_us;
	conduct_look(laws);
	around_squares(laws);
	if (game && what == TRACKER_GAME_BEGINS)
		begin_game(laws);
	if (game && what == TRACKER_PLIES) {
		take_plies(laws, first_ply);
		conduct_judge(laws);
		announced_judge(laws);
		opening_judge(laws);
		wrong_start_judge(laws);
	}
	ends_look(laws);
	if (game && what == TRACKER_RESULT)
		results_judge(laws);
	after_look(laws);
	turned_look(laws);
	around_hear(laws);
	if (what == TRACKER_BOARD) {
		conduct_look_undone(laws);
		around_look(laws);
	}
	if (what == TRACKER_CLOCK)
		around_clock(laws, &before);
	presses_look_set_up(laws);
	if (what == TRACKER_CLOCK)
		presses_clock(laws);
	presses_look(laws);
	restore_look(laws);
	displaced_look(laws);
	misplaced_look(laws);
	beside_look(laws);
	adjourn_note(laws, what);
}

/* --- a person corrects the record ----------------------------------------------------------------------------- */

void
laws_correcting(struct laws *laws, bool on)
{
	laws->presses.set_up.going_on = on;
}

void
laws_put_right(struct laws *laws)
{
	if (!laws->game)
		return;
	conduct_said(laws);
	restore_corrected(laws);
	presses_set_up(laws);
}

/* --- time ------------------------------------------------------------------------------------------------ */

static const struct {
	uint64_t (*due)(const struct laws *laws);
	void (*act)(struct laws *laws);
} duties[] = {
	{ ends_due, ends_settle },
	{ after_due, after_act },
	{ setup_due, setup_look },
	{ wrong_start_due, wrong_start_look },
	{ turned_due, turned_act },
	{ around_link_due, around_link },
	{ around_stop_due, around_stop },
	{ around_sheet_due, around_sheet },
	{ platform_due, platform_act },
	{ presses_due, presses_act },
	{ restore_due, restore_act },
	{ displaced_due, displaced_act },
	{ misplaced_due, misplaced_act },
	{ beside_due, beside_act },
	{ announced_due, announced_act },
	{ adjourn_picture_due, adjourn_picture },
	{ conduct_castling_due, conduct_castling },
	{ adjusting_due, adjusting_act },
};

#define N_DUTIES (sizeof(duties) / sizeof(duties[0]))

uint64_t
laws_advance(struct laws *laws, uint64_t now_us)
{
	uint64_t due_us;

	for (;;) {
		size_t next = N_DUTIES;

		due_us = LAWS_NO_DEADLINE;
		for (size_t i = 0; i < N_DUTIES; i++) {
			uint64_t at_us = duties[i].due(laws);

			if (at_us < due_us) {
				due_us = at_us;
				next = i;
			}
		}
		/* Strictly before now: an event of the same instant is heard first. */
		if (next == N_DUTIES || due_us >= now_us)
			break;
		if (laws->now_us < due_us)
			laws->now_us = due_us;
		duties[next].act(laws);
	}
	if (laws->now_us < now_us)
		laws->now_us = now_us;
	return due_us == LAWS_NO_DEADLINE ? due_us : due_us + 1;
}
