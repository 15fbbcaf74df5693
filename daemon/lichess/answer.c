/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/lichess/answer.h"

#include <stdio.h>
#include <string.h>

#include "core/laws/alert/plural.h"

/* What a foreign server says goes to logs and terminals: printable ASCII of it, the rest as '?'. */
static void
copy_plain(char buffer[ANSWER_TEXT], const char *text, size_t len)
{
	size_t n = 0;

	for (; n < len && n < ANSWER_TEXT / 2; n++)
		buffer[n] = text[n] >= 0x20 && text[n] < 0x7f ? text[n] : '?';
	buffer[n] = '\0';
}

static void
say(struct answer *answer, enum pace_outcome outcome, const char *what, const char *detail)
{
	answer->outcome = outcome;
	snprintf(answer->text, sizeof(answer->text), "%s%s%s", what, detail[0] ? ": " : "", detail);
}

static const struct {
	long status;
	const char *text;
} refusals[] = {
	{ 400, "it does not understand what was sent" },
	{ 401, "it does not know the token; make a new one with the scope study:write" },
	{ 403, "the token's owner is no contributor of the round" },
	{ 404, "there is no such round; see [lichess] round" },
	{ 429, "it was asked too often" },
};

static json_t *
plain(const json_t *text)
{
	char buffer[ANSWER_TEXT];

	copy_plain(buffer, json_string_value(text), json_string_length(text));
	return json_string(buffer);
}

static json_t *
tag_of(const json_t *game, const char *name)
{
	json_t *value = json_object_get(json_object_get(game, "tags"), name);

	return json_is_string(value) ? plain(value) : json_string("?");
}

static void
note_refused(struct answer *answer, const json_t *games)
{
	const json_t *game, *error;
	size_t i;

	json_array_foreach(games, i, game)
	{
		error = json_object_get(game, "error");
		if (!json_is_string(error))
			continue;
		if (!answer->refused)
			answer->refused = json_array();
		json_array_append_new(answer->refused,
		                      json_pack("{s:o, s:o, s:o}", "white", tag_of(game, "White"),
		                                "black", tag_of(game, "Black"), "error",
		                                plain(error)));
	}
	if (answer->refused)
		snprintf(answer->text, sizeof(answer->text), "it refuses %zu of %zu %s",
		         json_array_size(answer->refused), json_array_size(games),
		         plural_english((int64_t)json_array_size(games), "game", "games"));
}

void
answer_read(long status, const char *body, size_t len, struct answer *ret_answer)
{
	json_t *object = status == 0 ? NULL : json_loadb(body, len, 0, NULL);
	const json_t *error = json_object_get(object, "error");
	const json_t *games = json_object_get(object, "games");
	char detail[ANSWER_TEXT];

	memset(ret_answer, 0, sizeof(*ret_answer));
	if (json_is_string(error))
		copy_plain(detail, json_string_value(error), json_string_length(error));
	else
		copy_plain(detail, body, status == 0 ? len : 0);
	say(ret_answer, PACE_FAILED,
	    status == 0     ? "it cannot be reached"
	    : status == 200 ? "its answer cannot be read"
	                    : "it has trouble of its own",
	    detail);
	for (size_t i = 0; i < sizeof(refusals) / sizeof(refusals[0]); i++)
		if (refusals[i].status == status)
			say(ret_answer, PACE_REFUSED, refusals[i].text, detail);
	if (status == 200 && json_is_array(games)) {
		say(ret_answer, PACE_TAKEN, "", "");
		note_refused(ret_answer, games);
	}
	json_decref(object);
}
