/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What was said of a game in error, taken back: what it has left in the laws' memory is forgotten, and the alert it
 * raised is dismissed. What a person or the clock made of it meanwhile stays.
 */
#include <errno.h>

#include "core/laws/laws_state.h"
#include "core/laws/said.h"

static bool
holds_offer(const struct laws *laws, enum color side)
{
	for (uint32_t i = 0; i < laws->offers.n; i++)
		if (laws->offers.list[i].side == side)
			return true;
	return false;
}

static void
close_offer(struct laws *laws, enum color side)
{
	if (laws->offered == side)
		laws->offered = OFFER_NONE;
}

static void
forget_offer(struct laws *laws, enum color side)
{
	close_offer(laws, side);
	game_offers_remove(&laws->offers, side);
}

static bool
holds_request(const struct laws *laws, enum color side)
{
	return laws->sheet_requests[side] > 0;
}

static void
forget_request(struct laws *laws, enum color side)
{
	if (laws->sheet_requests[side] > 0)
		laws->sheet_requests[side]--;
}

static bool
holds_announced(const struct laws *laws, enum color side)
{
	return laws->announced[side].said[0] != '\0';
}

static void
forget_announced(struct laws *laws, enum color side)
{
	laws->announced[side].said[0] = '\0';
}

static bool
holds_adjourned(const struct laws *laws, enum color side)
{
	(void)side;
	return laws->adjourned.stage == ADJOURN_CLOSED;
}

static void
forget_adjourned(struct laws *laws, enum color side)
{
	(void)side;
	laws->adjourned.stage = laws->adjourned.was_sealing ? ADJOURN_SEALING : ADJOURN_NONE;
}

static bool
holds_sealed(const struct laws *laws, enum color side)
{
	(void)side;
	return laws->adjourned.stage == ADJOURN_NONE && laws->adjourned.opened && laws->game &&
	       laws->game->n_plies == laws->adjourned.n_plies;
}

static void
forget_sealed(struct laws *laws, enum color side)
{
	if (holds_sealed(laws, side))
		laws->adjourned.stage = ADJOURN_REOPENED;
	laws->adjourned.opened = false;
}

static bool
holds_device(const struct laws *laws, enum color side)
{
	return (laws->devices >> side & 1) != 0;
}

static void
forget_device(struct laws *laws, enum color side)
{
	laws->devices &= (uint8_t) ~(1u << side);
}

static bool
holds_cut(const struct laws *laws, enum color side)
{
	return laws->cut_us[side] != 0;
}

static void
forget_cut(struct laws *laws, enum color side)
{
	laws->cut_us[side] = 0;
}

/* He is away as he was. */
static bool
holds_back(const struct laws *laws, enum color side)
{
	return laws->cut_us[side] == 0 && laws->was_cut_us[side] != 0;
}

static void
forget_back(struct laws *laws, enum color side)
{
	laws->cut_us[side] = laws->was_cut_us[side];
	laws->was_cut_us[side] = 0;
}

static bool
holds_always(const struct laws *laws, enum color side)
{
	(void)laws;
	(void)side;
	return true;
}

static const struct said {
	bool by_side;
	enum alert_id raises[2]; /* what it may have raised; ALERTS: nothing */
	bool (*holds)(const struct laws *laws, enum color side); /* NULL: its alert is all of it */
	void (*forget)(struct laws *laws, enum color side);      /* NULL: the same */
} said[LAWS_SAID] = {
	[LAWS_SAID_ADJOURNED] = { false, { ALERTS, ALERTS }, holds_adjourned, forget_adjourned },
	[LAWS_SAID_ANNOUNCED] = { true,
	                          { ALERT_ANNOUNCED_MOVE_MISMATCH, ALERTS },
	                          holds_announced,
	                          forget_announced },
	[LAWS_SAID_CLAIM] = { true,
	                      { ALERT_DRAW_CLAIM_CHECK, ALERT_DRAW_CLAIM_LATE },
	                      NULL,
	                      close_offer },
	[LAWS_SAID_COLOURS_REVERSED] = { false, { ALERT_COLOURS_REVERSED, ALERTS }, NULL, NULL },
	[LAWS_SAID_DEVICE] = { true, { ALERT_DEVICE_FOUND, ALERTS }, holds_device, forget_device },
	[LAWS_SAID_DISCONNECTED] = { true,
	                             { ALERT_PLAYER_DISCONNECTED, ALERTS },
	                             holds_cut,
	                             forget_cut },
	[LAWS_SAID_RECONNECTED] = { true, { ALERTS, ALERTS }, holds_back, forget_back },
	[LAWS_SAID_OFFER] = { true,
	                      { ALERT_REPEATED_DRAW_OFFERS, ALERTS },
	                      holds_offer,
	                      forget_offer },
	[LAWS_SAID_QUICKPLAY] = { true, { ALERT_QUICKPLAY_CLAIM, ALERTS }, NULL, close_offer },
	[LAWS_SAID_SCORE] = { false, { ALERT_SCORE_NOT_ALLOWED, ALERTS }, holds_always, NULL },
	[LAWS_SAID_SEALED] = { false,
	                       { ALERT_SEALED_MOVE_ILLEGAL, ALERTS },
	                       holds_sealed,
	                       forget_sealed },
	[LAWS_SAID_SHEET_REQUEST] = { true,
	                              { ALERT_SCORESHEET_REQUEST_LIMIT, ALERTS },
	                              holds_request,
	                              forget_request },
	[LAWS_SAID_TWO_BOARDS] = { false, { ALERT_TWO_BOARD_MISMATCH, ALERTS }, NULL, NULL },
};

/* last_of: the number of the last alert of that kind that stands; 0: none does. */
static uint32_t
last_of(const struct laws *laws, enum alert_id id, bool by_side, enum color side)
{
	uint32_t last = 0;

	for (int i = 0; i < LAWS_LOG_MAX; i++) {
		const struct laws_entry *entry = &laws->log[i];

		if (entry->number > last && entry->id == id && (!by_side || entry->side == side) &&
		    entry->outcome != ALERT_DISMISSED && entry->outcome != ALERT_EXPIRED)
			last = entry->number;
	}
	return last;
}

int
laws_check_withdraw(const struct laws *laws, enum laws_said what, enum color side)
{
	const struct said *word = &said[what];

	if (word->holds && word->holds(laws, side))
		return 0;
	for (int i = 0; i < 2; i++)
		if (word->raises[i] != ALERTS &&
		    last_of(laws, word->raises[i], word->by_side, side) > 0)
			return 0;
	return -ENOENT;
}

int
said_withdraw(struct laws *laws, enum laws_said what, enum color side)
{
	const struct said *word = &said[what];
	int r;

	r = laws_check_withdraw(laws, what, side);
	if (r < 0)
		return r;
	if (word->forget)
		word->forget(laws, side);
	for (int i = 0; i < 2; i++) {
		uint32_t number = word->raises[i] == ALERTS
		                          ? 0
		                          : last_of(laws, word->raises[i], word->by_side, side);

		if (number > 0)
			laws_decide(laws, number, ALERT_DISMISSED);
	}
	return 0;
}
