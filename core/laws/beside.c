/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Moves that come in beside the sensors: made on a virtual board that a traditional set only follows (OL 20). Those that
 * are announced: announced.c.
 */
#include <errno.h>
#include <string.h>

#include "core/chess/bits.h"
#include "core/chess/movegen.h"
#include "core/chess/san.h"
#include "core/laws/laws_state.h"
#include "core/laws/said.h"

/* The set may lag behind the virtual board by so much (laws.md 4.2, hybrid_lag_s); what has stood on it for so
 * long was not on its way. */
#define LAG_US   UINT64_C(60000000)
#define STOOD_US UINT64_C(3000000)

/* What the set is seen to show so soon may have stood there before (laws.md 4.2, lag_ms). */
#define SEEN_US UINT64_C(1200000)

/* Castling changes so many squares, and no ply more. */
#define PLY_SQUARES 4

void
beside_begin(struct laws *laws)
{
	memset(&laws->beside, 0, sizeof(laws->beside));
}

/* --- the virtual board --------------------------------------------------------------------------------------- */

static const struct position *
virtual_now(const struct laws *laws)
{
	return laws->beside.n_virtual > 0 ? &laws->beside.virtual_now : &laws->game->start;
}

bool
beside_is_followed(const struct laws *laws)
{
	return laws->beside.n_virtual > 0;
}

static bool
shows(const struct laws *laws, const struct position *position)
{
	return image_shows(&laws->image, position, laws->view.troubled);
}

/* About virtual ply `ply`, from 1, which `side` made: what is wrong with the set against *position. */
static void
tell_ply(struct laws *laws, enum alert_id id, uint32_t ply, const struct position *position,
         enum color side, uint64_t since_us)
{
	struct alert alert;

	alert_init(&alert, id, laws->rules, position);
	alert.ply = ply;
	alert.side = side;
	alert.t_us = laws->now_us;
	alert.since_us = since_us;
	alert.image = &laws->image;
	alert.squares = image_difference(&laws->image, position);
	laws_raise(laws, &alert);
}

/* About the last one. */
static void
tell_virtual(struct laws *laws, enum alert_id id, uint64_t since_us)
{
	const struct position *now = virtual_now(laws);

	tell_ply(laws, id, laws->beside.n_virtual, now, color_other((enum color)now->side),
	         since_us);
}

const struct position *
laws_virtual_now(const struct laws *laws)
{
	return laws->game ? virtual_now(laws) : NULL;
}

/* Which ply led there is for its counters to say. */
int
said_virtual_set(struct laws *laws, const struct position *position)
{
	struct laws_beside *beside = &laws->beside;
	const struct position *start;
	int32_t plies;

	if (!laws->game)
		return -ENOENT;
	start = &laws->game->start;
	plies = 2 * ((int32_t)position->fullmove - (int32_t)start->fullmove) +
	        (int32_t)position->side - (int32_t)start->side;
	beside->n_virtual = plies > 0 ? (uint32_t)plies : 0;
	beside->virtual_before = beside->virtual_now = *position;
	beside_look(laws);
	return 0;
}

/* What follows the end is no move (5.1). */
int
laws_check_virtual(const struct laws *laws, const char *san, uint16_t *ret_move)
{
	if (!laws->game || laws->game->result != RESULT_NONE)
		return -ENOENT;
	return san_parse(virtual_now(laws), san, strlen(san), ret_move) == SAN_OK ? 0 : -EINVAL;
}

/* Sets may follow the virtual board where the event allows them, which asks for an increment (OL 20). */
static void
judge_set(struct laws *laws)
{
	const struct ruleset *rules = laws->rules;
	struct alert alert;

	if (rules->overlay != OVERLAY_HYBRID || ruleset_on(rules, RULE_HYBRID_SETS) ||
	    laws->beside.set_told)
		return;
	laws->beside.set_told = true;
	alert_init(&alert, ALERT_HYBRID_INCREMENT_TOO_SMALL, rules, virtual_now(laws));
	alert.ply = laws->beside.n_virtual;
	alert.t_us = laws->now_us;
	alert.choice[0] = time_control_increment(&rules->control, 1, NULL) >= HYBRID_INCREMENT_S;
	laws_raise(laws, &alert);
}

static void
tell_early(struct laws *laws)
{
	struct laws_beside *beside = &laws->beside;

	tell_ply(laws, ALERT_HYBRID_VIRTUAL_MOVE_EARLY, beside->early_ply, &beside->early_before,
	         (enum color)beside->early_before.side, beside->early_us);
	beside->early_us = 0;
}

/* His virtual move is said, and the set has not been seen to show what was before it. */
static void
wait_for_set(struct laws *laws, uint64_t now_us)
{
	if (laws->beside.early_us != 0)
		tell_early(laws);
	laws->beside.early_us = now_us;
	laws->beside.early_ply = laws->beside.n_virtual + 1;
	laws->beside.early_before = *virtual_now(laws);
}

int
said_virtual(struct laws *laws, const char *san, bool own, uint64_t now_us)
{
	struct laws_beside *beside = &laws->beside;
	struct position after;
	uint16_t move;
	int r = laws_check_virtual(laws, san, &move);

	if (r < 0)
		return r;
	position_after(virtual_now(laws), move, &after);
	if (own && beside->n_virtual > 0 && !beside->shown)
		wait_for_set(laws, now_us);
	beside->virtual_before = *virtual_now(laws);
	beside->virtual_now = after;
	beside->n_virtual++;
	beside->shown = false;
	judge_set(laws);
	beside_look(laws);
	return 0;
}

/* The set shows the virtual position, or lacks the last move. */
static bool
follows(const struct laws *laws)
{
	return shows(laws, &laws->beside.virtual_now) || shows(laws, &laws->beside.virtual_before);
}

void
beside_look(struct laws *laws)
{
	struct laws_beside *beside = &laws->beside;

	/* His own next move may stand on the set already, or be in his hand. */
	beside->shown =
		beside->shown || (beside->n_virtual > 0 && shows(laws, &beside->virtual_now));
	if (beside->early_us != 0 && laws->board_us > beside->early_us &&
	    (follows(laws) || shows(laws, &beside->early_before)))
		beside->early_us = 0;
	if (beside->n_virtual == 0 || laws->link_lost || follows(laws)) {
		beside->off_us = 0;
		beside->mismatch_told = beside->analysis_told = false;
	} else if (beside->off_us == 0) {
		beside->off_us = laws->now_us;
	}
}

uint64_t
beside_due(const struct laws *laws)
{
	const struct laws_beside *beside = &laws->beside;

	if (beside->early_us != 0)
		return beside->early_us + SEEN_US;
	if (beside->off_us == 0)
		return LAWS_NO_DEADLINE;
	if (!beside->analysis_told && beside->looked_us != laws->board_us)
		return laws->board_us + STOOD_US;
	return beside->mismatch_told ? LAWS_NO_DEADLINE : beside->off_us + LAG_US;
}

static bool
shows_ply_from(const struct laws *laws, const struct position *position)
{
	struct move_list legal;

	movegen_legal(position, &legal);
	for (int i = 0; i < legal.count; i++) {
		struct position after;

		position_after(position, legal.moves[i], &after);
		if (shows(laws, &after))
			return true;
	}
	return false;
}

/* A ply that is legal from the virtual position, and was not made there, or such a ply and the answer: who tries a line on
 * the set leaves it there with either. More than four squares of each cannot differ then. */
static bool
shows_another_ply(const struct laws *laws)
{
	const struct position *now = &laws->beside.virtual_now;
	struct move_list legal;

	if (shows_ply_from(laws, now))
		return true;
	if (bits_count(image_difference(&laws->image, now) & ~laws->view.troubled) >
	    2 * PLY_SQUARES)
		return false;
	movegen_legal(now, &legal);
	for (int i = 0; i < legal.count; i++) {
		struct position after;

		position_after(now, legal.moves[i], &after);
		if (shows_ply_from(laws, &after))
			return true;
	}
	return false;
}

void
beside_act(struct laws *laws)
{
	struct laws_beside *beside = &laws->beside;

	if (beside->early_us != 0) {
		tell_early(laws);
		return;
	}
	if (!beside->analysis_told && beside->looked_us != laws->board_us) {
		beside->looked_us = laws->board_us;
		beside->analysis_told = shows_another_ply(laws);
		if (beside->analysis_told)
			tell_virtual(laws, ALERT_HYBRID_ANALYSIS_ON_BOARD, laws->board_us);
		return;
	}
	beside->mismatch_told = true;
	tell_virtual(laws, ALERT_HYBRID_POSITION_MISMATCH, beside->off_us);
}
