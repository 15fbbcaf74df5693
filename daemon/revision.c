/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/revision.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void
revisions_free(struct revisions *revisions)
{
	for (size_t i = 0; i < revisions->n_games; i++)
		free(revisions->games[i].text);
	free(revisions->games);
	memset(revisions, 0, sizeof(*revisions));
}

static struct revision_text *
revisions_game(struct revisions *revisions, size_t index)
{
	size_t n = index + 1;
	struct revision_text *games;

	if (index < revisions->n_games)
		return &revisions->games[index];
	games = realloc(revisions->games, n * sizeof(*games));
	if (!games)
		return NULL;
	memset(games + revisions->n_games, 0, (n - revisions->n_games) * sizeof(*games));
	revisions->games = games;
	revisions->n_games = n;
	return &games[index];
}

static uint8_t *
put_number(uint8_t *p, uint64_t value)
{
	for (; value >= 0x80; value >>= 7)
		*p++ = (uint8_t)(value | 0x80);
	*p++ = (uint8_t)value;
	return p;
}

static bool
take_number(const uint8_t **p, const uint8_t *end, size_t max, size_t *ret_value)
{
	uint64_t value = 0;

	for (unsigned int shift = 0; *p < end && shift < 35; shift += 7) {
		uint8_t byte = *(*p)++;

		value |= (uint64_t)(byte & 0x7f) << shift;
		if (byte & 0x80)
			continue;
		*ret_value = (size_t)value;
		return value <= max;
	}
	return false;
}

bool
revision_game(const uint8_t *body, size_t len, size_t *ret_index)
{
	return take_number(&body, body + len, REVISION_GAMES_MAX - 1, ret_index);
}

int
revisions_take(struct revisions *revisions, const uint8_t *body, size_t len)
{
	const uint8_t *p = body, *end = body + len;
	size_t index, begin, kept_end, fresh;
	struct revision_text *game;
	char *text;

	if (!take_number(&p, end, REVISION_GAMES_MAX - 1, &index) ||
	    !take_number(&p, end, REVISION_TEXT_MAX, &begin) ||
	    !take_number(&p, end, REVISION_TEXT_MAX, &kept_end))
		return -EBADMSG;
	fresh = (size_t)(end - p);
	if (begin + kept_end + fresh > REVISION_TEXT_MAX)
		return -EBADMSG;
	game = revisions_game(revisions, index);
	if (!game)
		return -ENOMEM;
	if (begin + kept_end > game->len)
		return -EBADMSG;
	text = malloc(begin + fresh + kept_end + 1);
	if (!text)
		return -ENOMEM;
	if (begin > 0)
		memcpy(text, game->text, begin);
	memcpy(text + begin, p, fresh);
	if (kept_end > 0)
		memcpy(text + begin + fresh, game->text + game->len - kept_end, kept_end);
	free(game->text);
	game->text = text;
	game->len = begin + fresh + kept_end;
	text[game->len] = '\0';
	return 0;
}

uint8_t *
revisions_make(struct revisions *revisions, size_t index, const char *text, size_t len,
               size_t *ret_len)
{
	struct revision_text *game;
	size_t begin = 0, kept_end = 0, shorter;
	uint8_t *body, *p;

	*ret_len = SIZE_MAX;
	if (index >= REVISION_GAMES_MAX || len > REVISION_TEXT_MAX ||
	    !(game = revisions_game(revisions, index)))
		return NULL;
	if (game->text && game->len == len && memcmp(game->text, text, len) == 0) {
		*ret_len = 0;
		return NULL;
	}
	shorter = !game->text ? 0 : len < game->len ? len : game->len;
	while (begin < shorter && text[begin] == game->text[begin])
		begin++;
	while (begin + kept_end < shorter &&
	       text[len - 1 - kept_end] == game->text[game->len - 1 - kept_end])
		kept_end++;
	body = malloc(REVISION_HEAD + len);
	if (!body)
		return NULL;
	p = put_number(put_number(put_number(body, index), begin), kept_end);
	memcpy(p, text + begin, len - begin - kept_end);
	*ret_len = (size_t)(p - body) + len - begin - kept_end;
	if (revisions_take(revisions, body, *ret_len) != 0) {
		free(body);
		*ret_len = SIZE_MAX;
		return NULL;
	}
	return body;
}

void
revisions_forget(struct revisions *revisions, size_t index)
{
	if (index >= revisions->n_games)
		return;
	free(revisions->games[index].text);
	revisions->games[index] = (struct revision_text){ 0 };
}

/* --- Where two texts differ --------------------------------------------------------------------- */

/* The next word of the moves from *p on: numbers, comments, line ends and the tags of a further part are none. Its
 * length, 0: the end. */
static size_t
next_word(const char **p)
{
	for (;;) {
		size_t len;

		*p += strspn(*p, " \n");
		len = strcspn(*p, " \n");
		if (len == 0)
			return 0;
		if (**p == '{') {
			*p += strcspn(*p, "}");
			*p += **p == '}';
		} else if (**p == '[') {
			*p += strcspn(*p, "\n");
		} else if ((*p)[len - 1] == '.') {
			*p += len;
		} else {
			return len;
		}
	}
}

static const char *
moves_of(const char *pgn)
{
	const char *blank = strstr(pgn, "\n\n");

	return blank ? blank + 2 : pgn + strlen(pgn);
}

static bool
moves_differ(const char *was, const char *is, char *sentence, size_t size)
{
	for (unsigned int ply = 1;; ply++) {
		size_t was_len = next_word(&was), is_len = next_word(&is);

		if (was_len == 0 && is_len == 0)
			return false;
		if (was_len != is_len || memcmp(was, is, was_len) != 0) {
			snprintf(sentence, size, "from ply %u on: it was '%.*s' and is '%.*s'", ply,
			         was_len < 20 ? (int)was_len : 20, was,
			         is_len < 20 ? (int)is_len : 20, is);
			return true;
		}
		was += was_len;
		is += is_len;
	}
}

/* The next line from *p on, but for tags that do not say what was played. Its length, without the line's end. */
static const char *
next_play(const char **p, size_t *ret_len)
{
	static const char *const tags[] = { "[Result ",  "[Termination ", "[Score ",
		                            "[Variant ", "[SetUp ",       "[FEN " };

	while (**p) {
		const char *line = *p;
		bool told = line[0] != '[';

		for (size_t i = 0; !told && i < sizeof(tags) / sizeof(tags[0]); i++)
			told = strncmp(line, tags[i], strlen(tags[i])) == 0;
		*ret_len = strcspn(line, "\n");
		*p += *ret_len + (line[*ret_len] == '\n');
		if (told)
			return line;
	}
	*ret_len = 0;
	return *p;
}

bool
revision_plays_differ(const char *was, const char *is, char *sentence, size_t size)
{
	const char *was_next = was, *is_next = is;

	while (*was_next || *is_next) {
		size_t was_len, is_len;
		const char *was_line = next_play(&was_next, &was_len);
		const char *is_line = next_play(&is_next, &is_len);

		if (was_len == is_len && memcmp(was_line, is_line, was_len) == 0)
			continue;
		if (was_line[0] == '[' && is_line[0] == '[')
			snprintf(sentence, size, "in the tag %.*s: it was %.*s and is %.*s",
			         (int)strcspn(was_line + 1, " "), was_line + 1, (int)was_len,
			         was_line, (int)is_len, is_line);
		else if (!moves_differ(moves_of(was), moves_of(is), sentence, size))
			snprintf(sentence, size, "in clock times or layout, not in the moves");
		return true;
	}
	return false;
}

bool
revision_differs(const char *was, const char *is, char *sentence, size_t size)
{
	size_t line = 0;

	if (strcmp(was, is) == 0)
		return false;
	if (revision_plays_differ(was, is, sentence, size))
		return true;
	/* The first line of the tags that is another. */
	for (size_t i = 0; was[i] && was[i] == is[i]; i++)
		if (was[i] == '\n')
			line = i + 1;
	snprintf(sentence, size, "in the tags: it was %.*s and is %.*s",
	         (int)strcspn(was + line, "\n"), was + line, (int)strcspn(is + line, "\n"),
	         is + line);
	return true;
}
