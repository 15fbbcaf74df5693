/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who has lost the platform of a hybrid or online game, and for how long (OL 11.4, OL 18.8).
 */
#include <errno.h>
#include <string.h>

#include "core/laws/laws_state.h"
#include "core/laws/said.h"

void
platform_begin(struct laws *laws)
{
	memset(laws->cut_us, 0, sizeof(laws->cut_us));
	memset(laws->was_cut_us, 0, sizeof(laws->was_cut_us));
	memset(laws->cut_told, 0, sizeof(laws->cut_told));
}

/* Choices of player-disconnected. */
enum { CUT_OFF, CUT_OFF_TOO_LONG };

static void
tell(struct laws *laws, enum color side, uint8_t what)
{
	struct alert alert;

	laws_alert(laws, &alert, ALERT_PLAYER_DISCONNECTED);
	if (what == CUT_OFF_TOO_LONG)
		alert_aggravate(&alert, laws->rules);
	alert.before = &laws->now;
	alert.after = NULL;
	alert.side = side;
	alert.choice[0] = what;
	if (laws->view.clock_seen)
		alert.t_s = laws->view.clock_s[side];
	alert.t_us = laws->now_us;
	alert.since_us = laws->cut_us[side];
	laws_raise(laws, &alert);
}

int
said_disconnected(struct laws *laws, enum color side)
{
	if (!laws_game_on(laws))
		return -ENOENT;
	laws->cut_us[side] = laws->now_us > 0 ? laws->now_us : 1;
	laws->cut_told[side] = false;
	tell(laws, side, CUT_OFF);
	return 0;
}

int
laws_check_reconnected(const struct laws *laws, enum color side)
{
	return laws_game_on(laws) && laws->cut_us[side] != 0 ? 0 : -ENOENT;
}

int
said_reconnected(struct laws *laws, enum color side)
{
	int r;

	r = laws_check_reconnected(laws, side);
	if (r < 0)
		return r;
	laws->was_cut_us[side] = laws->cut_us[side];
	laws->cut_us[side] = 0;
	return 0;
}

static uint64_t
due_of(const struct laws *laws, enum color side)
{
	int32_t most_s = laws->rules->value[RULE_HYBRID_DISCONNECT];

	if (most_s == RULE_NONE || !laws_game_on(laws) || laws->cut_us[side] == 0 ||
	    laws->cut_told[side])
		return LAWS_NO_DEADLINE;
	return laws->cut_us[side] + (uint64_t)most_s * 1000000;
}

uint64_t
platform_due(const struct laws *laws)
{
	uint64_t white = due_of(laws, WHITE), black = due_of(laws, BLACK);

	return white < black ? white : black;
}

void
platform_act(struct laws *laws)
{
	enum color side = due_of(laws, WHITE) <= due_of(laws, BLACK) ? WHITE : BLACK;

	laws->cut_told[side] = true;
	tell(laws, side, CUT_OFF_TOO_LONG);
}
