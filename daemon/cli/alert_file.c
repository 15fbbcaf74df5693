/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/cli/alert_file.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static const char outcome_member[] = "\"outcome\":\"";

static bool
reserve(struct alert_file *file)
{
	size_t capacity = file->capacity ? 2 * file->capacity : 64;
	struct alert_file_line *bigger;

	if (file->n < file->capacity)
		return true;
	bigger = realloc(file->lines, capacity * sizeof(*bigger));
	if (!bigger)
		return false;
	file->lines = bigger;
	file->capacity = capacity;
	return true;
}

void
alert_file_add(struct alert_file *file, const struct alert *alert)
{
	char line[ALERT_LINE_SIZE];
	struct text text;
	char *copy = NULL;

	text_begin(&text, line, sizeof(line));
	if (alert_write(&text, alert, OUTPUT_ALERTS) == 0 && text_end(&text, NULL) == 0)
		copy = strdup(line);
	if (!copy || !reserve(file)) {
		free(copy);
		file->failed = true;
		return;
	}
	file->lines[file->n].number = alert->number;
	file->lines[file->n++].text = copy;
}

/* A new line with another outcome, and the note behind it. A deferred alert's note gives way to the next. */
static char *
replace_outcome(const char *line, enum alert_outcome outcome, const char *note)
{
	const char *at = strstr(line, outcome_member);
	const char *end = at ? strstr(at, ",\"evidence\":") : NULL;
	json_t *member = note ? json_string(note) : NULL;
	char *quoted = member ? json_dumps(member, JSON_ENCODE_ANY) : NULL, *changed = NULL;

	if (end && asprintf(&changed, "%.*s\"outcome\":\"%s\"%s%s%s", (int)(at - line), line,
	                    alert_outcome_name(outcome), quoted ? ",\"note\":" : "",
	                    quoted ? quoted : "", end) < 0)
		changed = NULL;
	free(quoted);
	json_decref(member);
	return changed;
}

void
alert_file_settle(struct alert_file *file, uint32_t number, enum alert_outcome outcome,
                  const char *note)
{
	for (size_t i = file->n; i > 0; i--) {
		struct alert_file_line *line = &file->lines[i - 1];
		char *changed;

		if (line->number != number)
			continue;
		changed = replace_outcome(line->text, outcome, note);
		if (!changed) {
			file->failed = true;
			return;
		}
		free(line->text);
		line->text = changed;
		return;
	}
}

bool
alert_file_write(struct alert_file *file, FILE *out)
{
	bool good = !file->failed;

	for (size_t i = 0; i < file->n; i++) {
		good &= fputs(file->lines[i].text, out) >= 0;
		free(file->lines[i].text);
	}
	free(file->lines);
	*file = (struct alert_file){ 0 };
	return good;
}
