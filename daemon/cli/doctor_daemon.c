/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * adoube doctor: what the running daemon says of its boards, clocks and recordings.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/laws/alert/plural.h"
#include "daemon/cli/ask.h"
#include "daemon/cli/doctor.h"

static const struct ask_command doctor_command = { "doctor", "", 0 };

void
doctor_check_daemon(struct doctor *doctor)
{
	struct ask_options options = { 0 };
	char full[PATH_MAX], wanted[CONFIG_TEXT + 16];
	char *answer = NULL;

	snprintf(wanted, sizeof(wanted), "%s/control", doctor->config.daemon.runtime_dir);
	if (doctor->socket[0])
		snprintf(full, sizeof(full), "%s", doctor->socket);
	else if (!doctor_path(doctor, wanted, full))
		return;
	if (access(full, F_OK) != 0) {
		doctor_say(doctor, DOCTOR_WRONG, "adoubed does not run: there is no socket %s",
		           wanted);
		doctor_mend(doctor,
		            "systemctl enable --now adoubed; where it fails, 'journalctl -u "
		            "adoubed' says why");
		return;
	}
	if (strlen(full) < sizeof(options.socket)) {
		memcpy(options.socket, full, strlen(full) + 1);
		answer = ask_daemon(&doctor_command, &options, "status");
	}
	doctor->status = answer ? ask_read(&doctor_command, answer) : NULL;
	free(answer);
	if (doctor->status) {
		doctor_say(doctor, DOCTOR_FINE, "adoubed runs as process %lld",
		           (long long)json_integer_value(json_object_get(doctor->status, "pid")));
		return;
	}
	doctor_say(doctor, DOCTOR_WRONG, "adoubed does not answer on %s", full);
	doctor_mend(doctor,
	            "ask as root or from the group adoubed; where it hangs, systemctl restart "
	            "adoubed loses nothing");
}

static const char *
text_of(const json_t *object, const char *key)
{
	const char *text = json_string_value(json_object_get(object, key));

	return text ? text : "";
}

static long long
table_of(const json_t *table)
{
	return (long long)json_integer_value(json_object_get(table, "table"));
}

static bool
is_live(const json_t *board)
{
	return json_is_true(json_object_get(board, "open")) &&
	       strcmp(text_of(board, "link"), "live") == 0;
}

void
doctor_check_boards(struct doctor *doctor)
{
	const json_t *tables = json_object_get(doctor->status, "tables"), *table;
	size_t i, live = 0;

	json_array_foreach(tables, i, table)
	{
		const json_t *board = json_object_get(table, "board");

		if (is_live(board)) {
			live++;
			continue;
		}
		doctor_say(doctor, DOCTOR_WRONG, "table %lld has no live board (%s)",
		           table_of(table), text_of(board, "address"));
		doctor_mend(doctor, "%s", text_of(board, "advice"));
	}
	if (live > 0)
		doctor_say(doctor, DOCTOR_FINE, "%zu of %zu %s %s a live board", live,
		           json_array_size(tables),
		           plural_english((int64_t)json_array_size(tables), "table", "tables"),
		           plural_english((int64_t)live, "has", "have"));
}

void
doctor_check_clocks(struct doctor *doctor)
{
	const json_t *table;
	size_t i, seen = 0;

	json_array_foreach(json_object_get(doctor->status, "tables"), i, table)
	{
		if (!is_live(json_object_get(table, "board")))
			continue;
		if (json_is_object(json_object_get(table, "clock"))) {
			seen++;
			continue;
		}
		doctor_say(doctor, DOCTOR_WRONG, "table %lld: no clock is connected to the board",
		           table_of(table));
		doctor_mend(doctor,
		            "plug the clock's cable into the board, switch the clock on and "
		            "choose a mode");
	}
	if (seen > 0)
		doctor_say(doctor, DOCTOR_FINE, "%zu clocks are read", seen);
}

void
doctor_check_recording(struct doctor *doctor)
{
	const json_t *table;
	size_t i, good = 0;

	json_array_foreach(json_object_get(doctor->status, "tables"), i, table)
	{
		const json_t *recorder = json_object_get(table, "recorder");

		if (!json_is_false(json_object_get(recorder, "ok"))) {
			good++;
			continue;
		}
		doctor_say(doctor, DOCTOR_WRONG, "table %lld: %s", table_of(table),
		           text_of(recorder, "trouble"));
		doctor_mend(doctor, "make room on the disk or mend it; nothing is published until "
		                    "then");
	}
	if (good > 0)
		doctor_say(doctor, DOCTOR_FINE, "%zu %s recorded", good,
		           plural_english((int64_t)good, "table is", "tables are"));
}
