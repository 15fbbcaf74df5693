/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A press comes, or the clock is started or stopped: what is kept of it until its ply is known.
 */
#include "core/laws/laws_state.h"

/* Whoever starts the clock on the wrong side puts that right at once. */
#define RESUMED_US UINT64_C(10000000)

/* A pawn on the last rank that the record has as a queen, or what none may become (3.7.5): she may have ended the game
 * there, but not on the board (7.5.2). */
static bool
is_unpromoted(const struct laws *laws)
{
	const struct game *game = laws->game;
	uint16_t move = game ? presses_last_move(game) : MOVE_NONE;
	enum color side;
	uint8_t man;

	if (move == MOVE_NONE || move_kind(move) != MOVE_PROMOTION)
		return false;
	side = game_ply_side(game, game->n_plies - 1);
	man = image_at(&laws->image, move_to(move));
	return man != EMPTY && !laws->image.occupancy_only &&
	       (piece_color(man) != side || piece_type(man) == PAWN || piece_type(man) == KING);
}

bool
presses_count(const struct laws *laws)
{
	return !laws->link_lost && (laws_game_on(laws) || is_unpromoted(laws));
}

static bool
is_in_step(const struct laws *laws)
{
	return image_shows(&laws->image, &laws->game->now, laws->view.troubled);
}

void
presses_forget(struct laws_presses *presses, int index)
{
	presses->n_waiting--;
	for (int i = index; i < presses->n_waiting; i++)
		presses->waiting[i] = presses->waiting[i + 1];
}

/* Nobody's fault: somebody puts the clock right that was started a moment ago, or presses are made up for. But whose time runs as
 * the game has it needs no putting right. Before the first ply nothing has told which side of the clock is White's: it may be Black
 * who starts White's time at last (6.6). */
static bool
is_excusable(const struct laws *laws)
{
	const struct laws_presses *presses = &laws->presses;

	return presses->owed || laws->game->n_plies == 0 ||
	       (!presses->started.right && laws->game->n_plies == presses->started.n_plies &&
	        laws->now_us < presses->runs_us + RESUMED_US);
}

/* Do presses fit most plies of the record? */
static bool
are_most_pressed(const struct game *game)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < game->n_plies; i++)
		n += game->plies[i].completed_us != TIME_UNKNOWN;
	return 2 * n > game->n_plies;
}

/* A lever falls to either side in turn. Where it seems to fall to one side twice, the tracker has exchanged them meanwhile;
 * and where presses had fitted them before, it did so because the record lacks a ply, or has one too many. */
static void
note_sides(struct laws *laws)
{
	struct laws_presses *presses = &laws->presses;

	if (presses->turn_unheard || presses->turn_us <= presses->runs_us ||
	    presses->turn_us <= laws->link_us || presses->turn_side != laws->view.press_side)
		return;
	presses->exchanged = !presses->exchanged && are_most_pressed(laws->game);
}

/* The clock is started: with what does the first turn begin? Who is to move may have his man in the hand already, or a reading
 * of the clock is late (dgt.md 1.4): then he stood where the game has him, which the board showed when it began. */
static void
note_first_turn(struct laws *laws)
{
	const struct game *game = laws->game;
	struct image *turn = &laws->presses.turn;
	uint8_t squares[64];

	*turn = laws->image;
	if (!game || game->n_plies > 0 || turn->occupancy_only ||
	    !image_is_in_hand(turn, &game->now, image_difference(turn, &game->now)))
		return;
	position_placement(&game->now, squares);
	image_from(turn, squares, false);
}

/* Does the time run of who is to move, in a game that is under way, on a board that shows the game's position? At the beginning it may
 * be either player who starts it. */
static bool
runs_rightly(const struct laws *laws)
{
	const struct game *game = laws->game;

	return game && game->n_plies > 0 && is_in_step(laws) &&
	       laws->view.clock_turn == (enum color)game->now.side;
}

static void
note_started(struct laws *laws)
{
	struct laws_presses *presses = &laws->presses;

	presses->runs_us = presses->turn_us = laws->now_us;
	note_first_turn(laws);
	presses->started = (struct laws_started){
		.t_us = laws->now_us,
		.n_plies = laws->game ? laws->game->n_plies : 0,
		.right = runs_rightly(laws),
		.clock_s = { laws->view.clock_s[WHITE], laws->view.clock_s[BLACK] },
	};
}

/* Did the lever fall to the other side than before? */
static bool
is_in_turn(const struct laws *laws)
{
	return laws->presses.turn_side != laws->view.press_side;
}

/* With this press the other player's turn begins, whether or not anybody counts it: a result that was declared, and is taken back
 * again, has not kept them from playing on. */
static void
begin_turn(struct laws *laws)
{
	struct laws_presses *presses = &laws->presses;

	presses->before_us = is_in_turn(laws) ? presses->turn_us : 0;
	presses->turn = laws->image;
	presses->turn_us = laws->view.press_us;
	presses->turn_side = laws->view.press_side;
	presses->turn_unheard = presses->spans = false;
}

bool
presses_waits_for_board(const struct laws *laws, const struct laws_press *press)
{
	return laws->link_unread && laws->board_us <= laws->link_us &&
	       (press->unseen || press->t_us <= laws->link_us);
}

/* What has waited for the board to tell what it shows is judged from here on. */
static void
show_waiting(struct laws *laws)
{
	struct laws_presses *presses = &laws->presses;

	for (int i = 0; i < presses->n_waiting; i++) {
		struct laws_press *press = &presses->waiting[i];

		if (!press->unseen && press->t_us > laws->link_us)
			continue;
		press->shown_us = laws->now_us;
		press->due_us = laws->now_us + PRESSES_LAG_US;
	}
}

void
presses_link_back(struct laws *laws)
{
	struct laws_presses *presses = &laws->presses;

	show_waiting(laws);
	if (presses_spans_gap(laws))
		return;
	presses->spans = false;
	presses->turn = laws->image;
	presses->turn_us = laws->now_us;
	presses->turn_unheard = true;
	presses->before_us = 0;
}

static void
hear(struct laws *laws)
{
	struct laws_presses *presses = &laws->presses;
	bool in_step = is_in_step(laws);
	bool in_turn = is_in_turn(laws);

	if (presses_is_handed_over(laws)) {
		note_started(laws); /* as if the clock had stood until then */
		return;
	}

	note_sides(laws);
	if (presses->n_waiting == PRESSES_WAITING_MAX)
		presses_forget(presses, 0);
	for (int i = 0; i < presses->n_waiting; i++)
		if (presses->waiting[i].next_us == TIME_UNKNOWN &&
		    presses->waiting[i].side != laws->view.press_side)
			presses->waiting[i].next_us = laws->view.press_us;
	presses->waiting[presses->n_waiting++] = (struct laws_press){
		.t_us = laws->view.press_us,
		.due_us = laws->now_us + PRESSES_LAG_US,
		.shown_us = laws->now_us,
		.next_us = TIME_UNKNOWN,
		.side = laws->view.press_side,
		.n_plies = laws->game->n_plies,
		.last_move = presses_last_move(laws->game),
		.in_step = in_step,
		.excusable = is_excusable(laws),
		.owed = presses->owed,
		.base = *presses_base(laws),
		.turn = presses->turn,
		.turn_us = presses->turn_us,
		.follows = presses->turn_us > presses->runs_us && in_turn && !presses->turn_unheard,
		.unseen = laws->link_us > 0 && laws->link_us >= laws->view.press_since_us,
		.spans = presses->spans,
		.unheard = presses->turn_unheard,
		.own_us = in_turn ? presses->before_us : 0,
		.exchanged = presses->exchanged,
	};
	evidence_note_turn(laws, &presses->waiting[presses->n_waiting - 1]);
	begin_turn(laws);
}

static void
note_running(struct laws *laws)
{
	struct laws_presses *presses = &laws->presses;

	if (!laws->view.clock_running) {
		presses->runs_us = 0;
	} else if (presses->runs_us == 0) {
		note_started(laws);
	}
}

void
presses_clock(struct laws *laws)
{
	note_running(laws);
	presses_close_gap(laws);
	if (laws->view.presses == laws->presses.heard)
		return;
	laws->presses.heard = laws->view.presses;
	if (presses_count(laws))
		hear(laws);
	else if (!laws->link_lost)
		begin_turn(laws);
}

void
laws_owe_presses(struct laws *laws, bool owed)
{
	laws->presses.owed = owed;
}
