/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Adjournment (guideline I): from the order to seal until play goes on. What was made on the board after the
 * order is the sealed move, and nobody's business until the game is resumed.
 */
#include <errno.h>
#include <string.h>

#include "core/chess/bits.h"
#include "core/chess/san.h"
#include "core/laws/laws_state.h"
#include "core/laws/said.h"

/* A picture has stood this long: whoever sets the men up takes it for the position. */
#define RESUME_STABLE_US UINT64_C(5000000)

static void
hide_from_now(struct laws *laws)
{
	struct adjournment *adjourned = &laws->adjourned;

	adjourned->ply = laws->n_judged;
	adjourned->position = laws->now;
	adjourned->since_us = laws->now_us;
	adjourned->offered = laws->offered;
	adjourned->was_sealing = adjourned->opened = false;
}

int
laws_check_adjourn(const struct laws *laws, enum adjourn_stage next)
{
	enum adjourn_stage stage = laws->adjourned.stage;

	switch (next) {
	case ADJOURN_SEALING:
		return laws_game_on(laws) && stage == ADJOURN_NONE ? 0 : -ENOENT;
	case ADJOURN_CLOSED:
		/* A sealed move on the board may have ended the game: nobody knows it yet. */
		if (stage == ADJOURN_NONE && !laws_game_on(laws))
			return -ENOENT;
		return stage == ADJOURN_CLOSED ? -EALREADY : 0;
	case ADJOURN_REOPENED:
		return stage == ADJOURN_NONE || stage == ADJOURN_REOPENED ? -ENOENT : 0;
	case ADJOURN_NONE: /* the envelope is opened */
		return stage == ADJOURN_REOPENED ? 0 : -ENOENT;
	}
	return -ENOENT;
}

int
said_seal(struct laws *laws)
{
	if (laws_check_adjourn(laws, ADJOURN_SEALING) < 0)
		return -ENOENT;
	hide_from_now(laws);
	laws->adjourned.stage = ADJOURN_SEALING;
	return 0;
}

int
said_adjourn(struct laws *laws)
{
	struct adjournment *adjourned = &laws->adjourned;
	int r;

	r = laws_check_adjourn(laws, ADJOURN_CLOSED);
	if (r < 0)
		return r;
	if (adjourned->stage == ADJOURN_NONE)
		hide_from_now(laws);
	if (adjourned->stage != ADJOURN_REOPENED)
		adjourned->was_sealing = adjourned->stage == ADJOURN_SEALING;
	adjourned->stage = ADJOURN_CLOSED;
	adjourned->n_plies = laws->game->n_plies;
	laws->stop_us = 0;
	return 0;
}

int
said_reopen(struct laws *laws)
{
	if (laws_check_adjourn(laws, ADJOURN_REOPENED) < 0)
		return -ENOENT;
	laws->adjourned.stage =
		laws->adjourned.stage == ADJOURN_SEALING ? ADJOURN_NONE : ADJOURN_REOPENED;
	laws->adjourned.n_plies = laws->game->n_plies;
	laws->adjourned.picture_told = false;
	laws->board_us = laws->now_us;
	return 0;
}

/* Is one of the plies up to the sealed move in doubt? Then the position may have been another. */
static bool
is_in_doubt(const struct laws *laws, uint32_t n_plies)
{
	for (uint32_t i = 0; i < n_plies && i < laws->game->n_plies; i++)
		if (laws->game->plies[i].doubtful)
			return true;
	return false;
}

int
said_sealed_move(struct laws *laws, const char *san)
{
	struct adjournment *adjourned = &laws->adjourned;
	struct alert alert;
	uint16_t move;

	if (laws_check_adjourn(laws, ADJOURN_NONE) < 0)
		return -ENOENT;
	if (san_parse(&adjourned->position, san, strlen(san), &move) == SAN_OK) {
		adjourned->stage = ADJOURN_NONE;
		adjourned->opened = true;
		return 0;
	}
	alert_init(&alert, ALERT_SEALED_MOVE_ILLEGAL, laws->rules, &adjourned->position);
	alert.t_us = laws->now_us;
	alert.ply = adjourned->ply + 1;
	alert.side = (enum color)adjourned->position.side;
	if (is_in_doubt(laws, adjourned->ply)) {
		alert.severity = ALERT_ADVISORY;
		alert.choice[0] = 1;
	}
	laws_raise(laws, &alert);
	return 0;
}

const struct adjournment *
laws_adjournment(const struct laws *laws)
{
	return laws->adjourned.stage != ADJOURN_NONE ? &laws->adjourned : NULL;
}

bool
adjourn_is_away(const struct laws *laws)
{
	return laws->adjourned.stage == ADJOURN_CLOSED || laws->adjourned.stage == ADJOURN_REOPENED;
}

/* Play goes on: with the first move after the men were set up, or with the clock. */
void
adjourn_note(struct laws *laws, enum tracker_update what)
{
	bool moved = what == TRACKER_PLIES && laws->game &&
	             laws->game->n_plies > laws->adjourned.n_plies;
	bool runs = what == TRACKER_CLOCK && laws->view.clock_running;

	if (laws->adjourned.stage == ADJOURN_REOPENED && (moved || runs))
		laws->adjourned.stage = ADJOURN_NONE;
	if (moved || runs)
		laws->adjourned.opened = false;
	/* A ply that is taken back may be made again. */
	if (laws->game && laws->game->n_plies < laws->adjourned.n_plies)
		laws->adjourned.n_plies = laws->game->n_plies;
}

uint64_t
adjourn_picture_due(const struct laws *laws)
{
	const struct adjournment *adjourned = &laws->adjourned;
	uint64_t men = image_men(&laws->image);
	uint64_t wanted = adjourned->position.by_color[WHITE] | adjourned->position.by_color[BLACK];

	/* All men are there, and some stand elsewhere. */
	if (adjourned->stage != ADJOURN_REOPENED || adjourned->picture_told || laws->link_lost ||
	    bits_count(men) != bits_count(wanted) ||
	    image_difference(&laws->image, &adjourned->position) == 0)
		return LAWS_NO_DEADLINE;
	return laws->board_us + RESUME_STABLE_US;
}

void
adjourn_picture(struct laws *laws)
{
	struct adjournment *adjourned = &laws->adjourned;
	struct alert alert;

	adjourned->picture_told = true;
	alert_init(&alert, ALERT_RESUME_POSITION_MISMATCH, laws->rules, &adjourned->position);
	alert.t_us = laws->now_us;
	alert.since_us = laws->board_us;
	alert.ply = adjourned->ply + 1;
	alert.side = (enum color)adjourned->position.side;
	alert.image = &laws->image;
	alert.squares = image_difference(&laws->image, &adjourned->position);
	laws_raise(laws, &alert);
}
