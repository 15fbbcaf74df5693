/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <errno.h>

#include "core/laws/laws_state.h"

void
log_add(struct laws *laws, const struct alert *alert)
{
	laws->log[alert->number % LAWS_LOG_MAX] = (struct laws_entry){
		.number = alert->number,
		.id = alert->id,
		.ply = alert->ply,
		.put_right = laws->offences.put_right,
		.side = alert->side,
		.until = alert->until,
		.outcome = alert->outcome,
	};
}

static void
settle(struct laws *laws, struct laws_entry *entry, enum alert_outcome outcome)
{
	entry->outcome = outcome;
	if (laws->listener.settled)
		laws->listener.settled(laws->listener.ctx, entry->number, outcome);
}

static bool
is_pending(const struct laws_entry *entry)
{
	return entry->number > 0 &&
	       (entry->outcome == ALERT_OPEN || entry->outcome == ALERT_DEFERRED);
}

static void
expire(struct laws *laws, struct laws_entry *entry)
{
	if (is_pending(entry))
		settle(laws, entry, ALERT_EXPIRED);
}

bool
log_is_open(const struct laws *laws, enum alert_id id, uint32_t ply)
{
	for (int i = 0; i < LAWS_LOG_MAX; i++)
		if (is_pending(&laws->log[i]) && laws->log[i].id == id && laws->log[i].ply == ply)
			return true;
	return false;
}

bool
log_has(const struct laws *laws, enum alert_id id, uint32_t first, uint32_t last)
{
	for (int i = 0; i < LAWS_LOG_MAX; i++)
		if (laws->log[i].number > laws->offences.earlier_number && laws->log[i].id == id &&
		    laws->log[i].ply >= first && laws->log[i].ply <= last)
			return true;
	return false;
}

bool
laws_is_told(const struct laws *laws, enum alert_id id, uint32_t ply)
{
	return log_is_open(laws, id, ply);
}

void
log_expire_moved(struct laws *laws, enum color side, uint32_t ply)
{
	for (int i = 0; i < LAWS_LOG_MAX; i++) {
		struct laws_entry *entry = &laws->log[i];

		if (entry->until == ALERT_UNTIL_OPPONENT && entry->side != side && entry->ply < ply)
			expire(laws, entry);
	}
}

void
log_expire_game(struct laws *laws)
{
	for (int i = 0; i < LAWS_LOG_MAX; i++) {
		struct laws_entry *entry = &laws->log[i];

		if (!is_pending(entry) || entry->until == ALERT_UNTIL_NEVER)
			continue;
		entry->by_end = true;
		entry->before_end = entry->outcome;
		expire(laws, entry);
	}
}

void
log_game_goes_on(struct laws *laws)
{
	for (int i = 0; i < LAWS_LOG_MAX; i++) {
		struct laws_entry *entry = &laws->log[i];

		if (entry->by_end && entry->number > laws->offences.earlier_number)
			settle(laws, entry, entry->before_end);
		entry->by_end = false;
	}
}

void
log_expire_gone(struct laws *laws, uint32_t ply)
{
	bool by_person = laws->presses.set_up.going_on;

	for (int i = 0; i < LAWS_LOG_MAX; i++) {
		struct laws_entry *entry = &laws->log[i];

		if (entry->ply >= ply && entry->until != ALERT_UNTIL_NEVER &&
		    !(by_person && alert_is_breach(entry->id)))
			expire(laws, entry);
	}
}

void
log_expire_kind(struct laws *laws, enum alert_id id)
{
	for (int i = 0; i < LAWS_LOG_MAX; i++)
		if (laws->log[i].id == id)
			expire(laws, &laws->log[i]);
}

void
laws_disprove(struct laws *laws, enum alert_id id)
{
	struct laws_entry *last = NULL;

	for (int i = 0; i < LAWS_LOG_MAX; i++) {
		struct laws_entry *entry = &laws->log[i];

		if (entry->number > 0 && entry->id == id && (!last || entry->number > last->number))
			last = entry;
	}
	if (last)
		expire(laws, last);
}

static struct laws_entry *
find(struct laws *laws, uint32_t number)
{
	struct laws_entry *entry = &laws->log[number % LAWS_LOG_MAX];

	return number > 0 && entry->number == number ? entry : NULL;
}

int
laws_check_decide(const struct laws *laws, uint32_t number, enum alert_outcome outcome)
{
	const struct laws_entry *entry = &laws->log[number % LAWS_LOG_MAX];

	if (number == 0 || entry->number != number)
		return -ENOENT;
	return entry->outcome == ALERT_EXPIRED || entry->outcome == outcome ? -EALREADY : 0;
}

void
log_settle(struct laws *laws, uint32_t number, enum alert_outcome outcome)
{
	struct laws_entry *entry = find(laws, number);

	if (entry)
		settle(laws, entry, outcome);
}

void
log_expire_number(struct laws *laws, uint32_t number)
{
	struct laws_entry *entry = find(laws, number);

	if (entry)
		expire(laws, entry);
}

enum alert_outcome
laws_outcome(const struct laws *laws, uint32_t number)
{
	const struct laws_entry *entry = &laws->log[number % LAWS_LOG_MAX];

	return entry->number == number ? entry->outcome : ALERT_OPEN;
}
