/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Moves announced to a blind player's opponent or assistant, or by them (D.2.1, D.2.8).
 *
 * Which ply is meant? The one to come of who has the move. Else the one he has just made: D.2.3 has him announce it before
 * he presses, and whoever enters it may be later still. But the record is behind the board by a second: when the opponent's
 * ply is told of, it may turn out to have stood already, or to have been in his hand, and then what was said was for the ply
 * behind it. Until that is seen, what was said is kept in its words.
 */
#include <errno.h>
#include <string.h>

#include "core/chess/movegen.h"
#include "core/chess/san.h"
#include "core/laws/laws_state.h"
#include "core/laws/said.h"

/* A ply is told of within 700 ms of the last man's move, and a clock may be asked but once a second: what is true after so
 * long without another word was true then. */
#define BEHIND_US UINT64_C(2000000)

/* Whoever has heard the opponent's move may say his own while the opponent's man is still in the hand (D.2.1: announced first,
 * then made): a reply that stands so soon was being made. */
#define HAND_US UINT64_C(2000000)

void
announced_begin(struct laws *laws)
{
	memset(laws->announced, 0, sizeof(laws->announced));
}

/* What the words say in that position; MOVE_NONE: no legal move. */
static uint16_t
meant(const struct position *position, const char *said)
{
	uint16_t move;

	if (san_parse(position, said, strlen(said), &move) == SAN_OK)
		return move;
	return spoken_parse(position, said, &move) == 0 ? move : MOVE_NONE;
}

/* Of the ply to come, when he has the move by the record; else of the one he has made. */
static uint16_t
meant_now(const struct laws *laws, enum color side, const char *said)
{
	if ((enum color)laws->now.side == side)
		return meant(&laws->now, said);
	return laws->n_judged > 0 ? meant(&laws->before, said) : MOVE_NONE;
}

/* Would it be a legal move behind one of the plies that may come? */
static bool
is_legal_behind_reply(const struct position *position, const char *said)
{
	struct move_list legal;

	movegen_legal(position, &legal);
	for (int i = 0; i < legal.count; i++) {
		struct position after;

		position_after(position, legal.moves[i], &after);
		if (meant(&after, said) != MOVE_NONE)
			return true;
	}
	return false;
}

int
laws_check_announced(const struct laws *laws, enum color side, const char *said)
{
	if (!laws_game_on(laws))
		return -ENOENT;
	if (strlen(said) >= sizeof(laws->announced[side].said))
		return -EINVAL;
	if (meant_now(laws, side, said) != MOVE_NONE)
		return 0;
	return (enum color)laws->now.side != side && is_legal_behind_reply(&laws->now, said)
	               ? 0
	               : -EINVAL;
}

int
said_announced(struct laws *laws, enum color side, const char *said)
{
	struct laws_announced *announced = &laws->announced[side];
	bool to_come = (enum color)laws->now.side == side;
	int r = laws_check_announced(laws, side, said);

	if (r < 0)
		return r;
	memset(announced, 0, sizeof(*announced));
	memcpy(announced->said, said, strlen(said) + 1);
	announced->us = laws->now_us;
	announced->open = !to_come;
	announced->ply = laws->n_judged + (to_come ? 1 : 0);
	announced->move = meant_now(laws, side, said);
	announced_judge(laws);
	return 0;
}

/* --- which ply ----------------------------------------------------------------------------------------------- */

/* Has the opponent pressed since, by the clock? Then his ply is on its way. */
static bool
is_to_move(const struct laws *laws, enum color side)
{
	const struct tracker_view *view = &laws->view;

	return view->clock_seen && view->clock_running && view->clock_turn == side;
}

/* The press may be heard before the man is read. */
static uint64_t
stood_from_us(const struct game_ply *ply)
{
	return ply->state == PLY_COMPLETED && ply->completed_us < ply->made_us ? ply->completed_us
	                                                                       : ply->made_us;
}

/* Since when the board would have told what stood as it was said: a board that is away does so when it is back. */
static uint64_t
heard_us(const struct laws *laws, const struct laws_announced *announced)
{
	return announced->us < laws->read_us ? laws->read_us : announced->us;
}

/* The opponent's ply is told of: what was said while it stood or was being made was said of the next one. */
static void
settle_by_reply(const struct laws *laws, struct laws_announced *announced)
{
	const struct game_ply *reply = &laws->game->plies[announced->ply];
	struct position position;

	announced->open = false;
	if (announced->move != MOVE_NONE &&
	    stood_from_us(reply) > heard_us(laws, announced) + HAND_US)
		return;
	announced->ply += 2;
	game_position(laws->game, announced->ply - 1, &position);
	announced->move = meant(&position, announced->said);
}

static void
settle_ply(struct laws *laws, enum color side)
{
	struct laws_announced *announced = &laws->announced[side];
	const struct game *game = laws->game;
	uint32_t ply = announced->ply;

	if (laws->n_judged > ply) {
		settle_by_reply(laws, announced);
		return;
	}
	if (announced->move == MOVE_NONE || laws->n_judged < ply)
		return;
	if (game->plies[ply - 1].move == announced->move ||
	    (announced->waited &&
	     !(game->plies[ply - 1].state == PLY_COMPLETED && is_to_move(laws, side))))
		announced->open = false;
}

/* He has made another ply than he announced, and not pressed yet: when would a press have been heard? */
static uint64_t
unpressed_us(const struct laws *laws, const struct laws_announced *announced)
{
	const struct game_ply *ply = &laws->game->plies[announced->ply - 1];

	if (announced->ply != laws->n_judged || ply->state == PLY_COMPLETED ||
	    ply->move == announced->move ||
	    log_is_open(laws, ALERT_ANNOUNCED_MOVE_MISMATCH, announced->ply))
		return LAWS_NO_DEADLINE;
	return ply->made_us + BEHIND_US;
}

static uint64_t
closed_us(const struct laws *laws, const struct laws_announced *announced)
{
	return laws->link_lost || laws->link_unread
	               ? LAWS_NO_DEADLINE
	               : heard_us(laws, announced) + HAND_US + BEHIND_US;
}

static uint64_t
due_of(const struct laws *laws, const struct laws_announced *announced)
{
	if (announced->said[0] == '\0' || !laws_game_on(laws))
		return LAWS_NO_DEADLINE;
	if (announced->open)
		return announced->waited ? LAWS_NO_DEADLINE : closed_us(laws, announced);
	return unpressed_us(laws, announced);
}

uint64_t
announced_due(const struct laws *laws)
{
	uint64_t white_us = due_of(laws, &laws->announced[WHITE]),
		 black_us = due_of(laws, &laws->announced[BLACK]);

	return white_us < black_us ? white_us : black_us;
}

void
announced_act(struct laws *laws)
{
	for (int side = WHITE; side <= BLACK; side++)
		laws->announced[side].waited =
			laws->now_us >= closed_us(laws, &laws->announced[side]);
	announced_judge(laws);
}

/* --- what was made ------------------------------------------------------------------------------------------- */

/* Where the plies before it have become others since, what was said was said of another position: nobody can
 * say what it would have been in this one. */
static bool
is_sayable(const struct laws *laws, const struct laws_announced *announced)
{
	struct position before;

	game_position(laws->game, announced->ply - 1, &before);
	return movegen_is_legal(&before, announced->move);
}

static void
tell(struct laws *laws, const struct laws_announced *announced, bool pressed)
{
	const struct game_ply *ply = &laws->game->plies[announced->ply - 1];
	struct position before;
	struct alert alert;

	game_position(laws->game, announced->ply - 1, &before);
	alert_init(&alert, ALERT_ANNOUNCED_MOVE_MISMATCH, laws->rules, &before);
	if (pressed)
		alert_aggravate(&alert, laws->rules); /* made, and not only announced */
	alert.ply = announced->ply;
	alert.side = game_ply_side(laws->game, announced->ply - 1);
	alert.t_us = laws->now_us;
	alert.moves[alert.n_moves++] = announced->move;
	alert.moves[alert.n_moves++] = ply->move;
	laws_raise(laws, &alert);
}

/* A slip of the tongue may be corrected until he presses (D.2.8). */
static void
judge(struct laws *laws, struct laws_announced *announced)
{
	const struct game_ply *ply = &laws->game->plies[announced->ply - 1];
	bool pressed = ply->state == PLY_COMPLETED || announced->ply < laws->n_judged;
	bool same = ply->move == announced->move;
	bool is_told = log_is_open(laws, ALERT_ANNOUNCED_MOVE_MISMATCH, announced->ply);

	if (is_told && (pressed || same))
		log_expire_number(laws, announced->told);
	if (!same && (pressed || (!is_told && laws->now_us >= ply->made_us + BEHIND_US))) {
		tell(laws, announced, pressed);
		announced->told = laws->n_alerts;
	}
	if (pressed)
		announced->said[0] = '\0';
}

void
announced_judge(struct laws *laws)
{
	for (int side = WHITE; side <= BLACK; side++) {
		struct laws_announced *announced = &laws->announced[side];

		if (announced->said[0] != '\0' && announced->open)
			settle_ply(laws, (enum color)side);
		if (announced->said[0] == '\0' || announced->open)
			continue;
		if (announced->move == MOVE_NONE)
			announced->said[0] = '\0';
		else if (announced->ply <= laws->n_judged && is_sayable(laws, announced))
			judge(laws, announced);
		else if (announced->ply <= laws->n_judged)
			announced->said[0] = '\0';
	}
}
