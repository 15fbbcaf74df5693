/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/journal_orders.h"

#include <errno.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/journal_clock.h"
#include "daemon/journal_program.h"

__attribute__((format(printf, 3, 4))) static int
orders_refuse(struct journal_fault *fault, int error, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(fault->text, sizeof(fault->text), format, args);
	va_end(args);
	return fault->error = error;
}

/* is_order: one JSON object on one line, with an "op". */
static bool
is_order(const char *text, size_t len)
{
	json_t *order = memchr(text, '\n', len)
	                        ? NULL
	                        : json_loadb(text, len, JSON_REJECT_DUPLICATES, NULL);
	bool is = json_is_string(json_object_get(order, "op"));

	json_decref(order);
	return is;
}

/* --- Out ------------------------------------------------------------------------------------ */

static int
export_order(const struct journal_clock *clock, const struct journal_entry *entry, FILE *file,
             struct journal_fault *fault)
{
	char time[JOURNAL_TIME];

	if (!is_order((const char *)entry->body, entry->len))
		return orders_refuse(
			fault, -EBADMSG,
			"entry %llu cannot be exported: it is no order of this adoubed",
			(unsigned long long)entry->seq);
	journal_time_format(journal_clock_unix_us(clock, entry->t_us), time);
	if (fprintf(file, "%s %.*s\n", time, (int)entry->len, (const char *)entry->body) < 0)
		return orders_refuse(fault, -EIO, "the orders cannot be written: %s",
		                     strerror(errno));
	return 0;
}

static void
take_epoch(struct journal_clock *clock, const struct journal_entry *entry)
{
	json_t *epoch = json_loadb((const char *)entry->body, entry->len, 0, NULL);

	journal_clock_read(clock, entry->t_us, epoch);
	json_decref(epoch);
}

int
journal_orders_export(struct journal_store *store, FILE *file, uint64_t *ret_n,
                      struct journal_fault *fault)
{
	struct journal_reader *reader = journal_reader_new(store, 1, true, fault);
	struct journal_clock clock = { 0 };
	struct journal_entry entry;
	enum journal_read read;
	int r = reader ? 0 : fault->error;

	*ret_n = 0;
	if (r == 0 && fputs(JOURNAL_ORDERS_HEAD "\n", file) < 0)
		r = orders_refuse(fault, -EIO, "the orders cannot be written: %s", strerror(errno));
	while (r == 0 && (read = journal_reader_next(reader, &entry, fault)) != JOURNAL_READ_END) {
		if (read == JOURNAL_READ_DAMAGE)
			r = fault->error;
		if (read != JOURNAL_READ_ENTRY)
			continue;
		if (entry.kind == JOURNAL_EPOCH)
			take_epoch(&clock, &entry);
		if (entry.kind != JOURNAL_ORDER)
			continue;
		r = export_order(&clock, &entry, file, fault);
		++*ret_n;
	}
	journal_reader_free(reader);
	return r;
}

/* --- In ------------------------------------------------------------------------------------- */

struct orders_import {
	struct journal_store *store;
	const char *name;
	struct journal_fault *fault;
	struct journal_clock clock;
	uint64_t line, seq;
};

static int
import_put(struct orders_import *import, enum journal_kind kind, uint64_t t_us, const char *body)
{
	const struct journal_entry entry = { .seq = ++import->seq,
		                             .kind = (uint8_t)kind,
		                             .t_us = t_us,
		                             .body = (const uint8_t *)body,
		                             .len = strlen(body) };

	return journal_store_put(import->store, &entry, import->fault);
}

/* import_epoch: the journal's time begins with the first order. */
static int
import_epoch(struct orders_import *import, uint64_t unix_us)
{
	char *json;
	int r;

	journal_moment_now(&import->clock.epoch);
	if (import->clock.epoch.unix_us < unix_us)
		return orders_refuse(import->fault, -EBADMSG, "%.200s:%llu: that is yet to come",
		                     import->name, (unsigned long long)import->line);
	import->clock.epoch_us = import->clock.epoch.unix_us - unix_us;
	json = journal_clock_json(&import->clock, "imported", journal_program());
	if (!json)
		return orders_refuse(import->fault, -ENOMEM, "out of memory");
	r = import_put(import, JOURNAL_EPOCH, import->clock.epoch_us, json);
	free(json);
	return r;
}

static int
import_order(struct orders_import *import, char *line, size_t len)
{
	char *order = strchr(line, ' ');
	uint64_t unix_us, first_us, t_us;
	int r = 0;

	if (order)
		*order++ = '\0';
	unix_us = journal_time_parse(line);
	if (!order || unix_us == 0 || !is_order(order, len - (size_t)(order - line)))
		return orders_refuse(
			import->fault, -EBADMSG,
			"%.200s:%llu: this is no order: a time in UTC, and a JSON object "
			"with \"op\"",
			import->name, (unsigned long long)import->line);
	if (import->seq == 0)
		r = import_epoch(import, unix_us);
	first_us = import->clock.epoch.unix_us - import->clock.epoch_us;
	/* A wall clock that was set back changes nothing about what came before what. */
	t_us = unix_us > first_us ? unix_us - first_us : 0;
	return r < 0 ? r : import_put(import, JOURNAL_ORDER, t_us, order);
}

static int
import_lines(struct orders_import *import, FILE *file)
{
	char *line = NULL;
	size_t size = 0;
	ssize_t got;
	int r = 0;

	while (r == 0 && (got = getline(&line, &size, file)) > 0) {
		size_t len = (size_t)got;

		if (line[len - 1] == '\n')
			line[--len] = '\0';
		if (++import->line > 1)
			r = import_order(import, line, len);
		else if (strcmp(line, JOURNAL_ORDERS_HEAD) != 0)
			r = orders_refuse(import->fault, -EBADMSG,
			                  "%.200s: the first line must be '" JOURNAL_ORDERS_HEAD
			                  "'",
			                  import->name);
	}
	free(line);
	if (r == 0 && ferror(file))
		r = orders_refuse(import->fault, -EIO, "%.200s cannot be read", import->name);
	if (r == 0 && import->line == 0)
		r = orders_refuse(import->fault, -EBADMSG, "%.200s is empty", import->name);
	return r;
}

int
journal_orders_import(struct journal_store *store, FILE *file, const char *name, uint64_t *ret_n,
                      struct journal_fault *fault)
{
	struct orders_import import = { .store = store, .name = name, .fault = fault };
	int r = journal_store_last(store) > 0
	                ? orders_refuse(fault, -EEXIST,
	                                "%.200s: orders begin a journal, and this one has entries "
	                                "already",
	                                name)
	                : journal_store_begin(store, fault);

	*ret_n = 0;
	if (r < 0)
		return r;
	r = import_lines(&import, file);
	if (r == 0)
		r = journal_store_end(store, fault);
	if (r < 0)
		journal_store_cancel(store);
	else
		*ret_n = import.seq > 0 ? import.seq - 1 : 0;
	return r;
}
