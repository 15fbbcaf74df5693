/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/desk_log.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/log.h"

struct desk_log_reading {
	struct journal *journal;
	void *ctx;
	void (*take)(void *ctx, const json_t *entry, int64_t unix_ms);
};

static void
desk_log_entry(void *ctx, const struct journal_entry *entry)
{
	const struct desk_log_reading *reading = ctx;
	json_t *order =
		json_loadb((const char *)entry->body, entry->len, JSON_REJECT_DUPLICATES, NULL);

	if (order)
		reading->take(reading->ctx, order,
		              (int64_t)(journal_unix_us(reading->journal, entry->t_us) / 1000));
	else
		log_warn("entry %llu of the journal is an order, and cannot be read",
		         (unsigned long long)entry->seq);
	json_decref(order);
}

int
desk_log_read(struct journal *journal, void *ctx,
              void (*take)(void *ctx, const json_t *entry, int64_t unix_ms), char *error,
              size_t error_size)
{
	struct desk_log_reading reading = { journal, ctx, take };

	return journal_orders(journal, &reading, desk_log_entry, error, error_size);
}

int
desk_log_append(struct journal *journal, const json_t *entry, int64_t *ret_unix_ms, char *error,
                size_t error_size)
{
	char *json = json_dumps(entry, JSON_COMPACT);
	uint64_t now_us = journal_now(journal);
	uint64_t seq = 0;

	if (!json) {
		snprintf(error, error_size, "out of memory");
		return -ENOMEM;
	}
	*ret_unix_ms = (int64_t)(journal_unix_us(journal, now_us) / 1000);
	seq = journal_append(journal, 0, JOURNAL_ORDER, now_us, json, strlen(json));
	free(json);
	if (seq > 0)
		return 0;
	snprintf(error, error_size, "it cannot be recorded: the journal has no room for it");
	return -ENOBUFS;
}

const char *
desk_log_trouble(const struct journal *journal)
{
	struct journal_status status;

	journal_look(journal, &status);
	return status.error ? strerror(status.error) : "";
}
