/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/ply_word.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/san.h"
#include "core/game/game.h"

/* How jansson writes a string that begins with NUL: in no other one is a quote before a single backslash. */
#define WORD_BEGIN     "\"\\u0000"
#define WORD_BEGIN_LEN (sizeof(WORD_BEGIN) - 1)

#define WORD_SIZE   (SAN_SIZE + UCI_SIZE + 24)
#define OBJECT_SIZE (WORD_SIZE + 80)

json_t *
ply_word_new(const struct ply_word *ply)
{
	char word[WORD_SIZE];
	int n = snprintf(word, sizeof(word), "%c%s %s %c%c", '\0', ply->san, ply->uci,
	                 ply->completed ? 'c' : 'm', ply->doubtful ? 'd' : 's');

	if (ply->clock_s != CLOCK_UNKNOWN)
		n += snprintf(word + n, sizeof(word) - (size_t)n, " %" PRId32, ply->clock_s);
	return json_stringn_nocheck(word, (size_t)n);
}

/* Behind the NUL. */
static const char *
text_of(const json_t *word)
{
	return json_string_length(word) > 0 ? json_string_value(word) + 1 : "";
}

bool
ply_word_same_move(const json_t *a, const json_t *b)
{
	size_t len = strcspn(text_of(a), " ");

	return len == strcspn(text_of(b), " ") && memcmp(text_of(a), text_of(b), len) == 0;
}

/* The object of the word that begins at *word, with nothing but letters, digits and signs in it, to `to`; *word is moved
 * behind it. Returns where the object ends. */
static char *
write_object(char *to, const char **word)
{
	const char *san = *word + WORD_BEGIN_LEN, *uci = san + strcspn(san, " ") + 1;
	const char *marks = uci + strcspn(uci, " ") + 1, *end = strchr(marks, '"');
	const char *clock = marks[2] == ' ' ? marks + 3 : "null";
	int clock_len = marks[2] == ' ' ? (int)(end - clock) : 4;

	*word = end + 1;
	return to + snprintf(to, OBJECT_SIZE,
	                     "{\"san\":\"%.*s\",\"uci\":\"%.*s\",\"state\":\"%s\","
	                     "\"doubtful\":%s,\"clock\":%.*s}",
	                     (int)(uci - san) - 1, san, (int)(marks - uci) - 1, uci,
	                     marks[0] == 'c' ? "completed" : "made",
	                     marks[1] == 'd' ? "true" : "false", clock_len, clock);
}

static size_t
count_words(const char *json)
{
	size_t n = 0;

	for (; (json = strstr(json, WORD_BEGIN)); json += WORD_BEGIN_LEN)
		n++;
	return n;
}

char *
ply_words_write(char *json)
{
	size_t n = json ? count_words(json) : 0;
	const char *from = json, *word;
	char *text, *to;

	if (n == 0)
		return json;
	text = to = malloc(strlen(json) + n * OBJECT_SIZE + 1);
	while (to && (word = strstr(from, WORD_BEGIN))) {
		to = mempcpy(to, from, (size_t)(word - from));
		to = write_object(to, &word);
		from = word;
	}
	if (to)
		memcpy(to, from, strlen(from) + 1);
	free(json);
	return text;
}
