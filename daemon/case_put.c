/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How the parts of a case file are put: as text, or on a page.
 */
#include <inttypes.h>
#include <string.h>

#include "daemon/case_writing.h"
#include "daemon/utf8.h"

const char *
case_word(const struct case_writing *to, enum text_key which)
{
	return text_in(to->language, which);
}

const char *
case_side_word(const struct case_writing *to, enum color side)
{
	return case_word(to, side == WHITE ? TEXT_WHITE : TEXT_BLACK);
}

/* --- signs -------------------------------------------------------------------------------------------------- */

static const char *
escaped(char c)
{
	switch (c) {
	case '<':
		return "&lt;";
	case '>':
		return "&gt;";
	case '&':
		return "&amp;";
	case '"':
		return "&quot;";
	default:
		return NULL;
	}
}

void
case_put(const struct case_writing *to, const char *text)
{
	while (*text) {
		size_t len = utf8_shown(text);
		const char *instead = to->html ? escaped(*text) : NULL;

		if (len == 0)
			instead = "\xef\xbf\xbd"; /* U+FFFD */
		if (instead)
			fputs(instead, to->out);
		else
			fwrite(text, 1, len, to->out);
		text += len > 0 ? len : utf8_character(text) > 0 ? utf8_character(text) : 1;
	}
}

/* --- blocks ------------------------------------------------------------------------------------------------- */

static const struct {
	const char *begin, *end;
} blocks[] = {
	[CASE_NOTHING] = { "", "" },
	[CASE_LIST] = { "<ul>\n", "</ul>\n" },
	[CASE_LOG] = { "<table>\n", "</table>\n" },
	[CASE_COLUMNS] = { "<pre>\n", "</pre>\n" },
};

/* On a page what goes together stands in one element. */
static void
put_block(const struct case_writing *to, enum case_block block)
{
	if (!to->html || *to->block == block)
		return;
	fputs(blocks[*to->block].end, to->out);
	fputs(blocks[block].begin, to->out);
	*to->block = block;
}

void
case_put_close(const struct case_writing *to)
{
	put_block(to, CASE_NOTHING);
}

void
case_put_end(const struct case_writing *to)
{
	case_put_close(to);
	if (to->html && *to->section)
		fputs("</section>\n", to->out);
	*to->section = false;
}

void
case_put_heading(const struct case_writing *to, enum text_key which)
{
	case_put_end(to);
	*to->section = true;
	fputs(to->html ? "<section>\n<h2>" : "\n", to->out);
	case_put(to, case_word(to, which));
	fputs(to->html ? "</h2>" : case_word(to, TEXT_CASE_COLON), to->out);
	putc('\n', to->out);
}

void
case_put_line(const struct case_writing *to, const char *text)
{
	put_block(to, CASE_LIST);
	fputs(to->html ? "<li>" : "  ", to->out);
	case_put(to, text);
	fputs(to->html ? "</li>\n" : "\n", to->out);
}

void
case_put_columns(const struct case_writing *to, const char *text)
{
	put_block(to, CASE_COLUMNS);
	fputs(to->html ? "" : "  ", to->out);
	case_put(to, text);
	putc('\n', to->out);
}

void
case_put_at(const struct case_writing *to, uint64_t t_us, const char *time,
            const char *const what[], size_t n)
{
	put_block(to, CASE_LOG);
	fprintf(to->out, to->html ? "<tr><td>%.3f" : "  %10.3f", (double)t_us / 1e6);
	if (time[0])
		fprintf(to->out, "%s %s", case_word(to, TEXT_CASE_SEMICOLON), time);
	fputs(to->html ? "</td><td>" : "  ", to->out);
	for (size_t i = 0; i < n; i++)
		case_put(to, what[i]);
	fputs(to->html ? "</td></tr>\n" : "\n", to->out);
}

/* Its places filled from values[n]. */
void
case_put_filled(const struct case_writing *to, enum text_key which, const struct text_value *values,
                size_t n)
{
	char line[512];
	struct text text;

	text_begin(&text, line, sizeof(line));
	text_fill(&text, to->language, which, values, n);
	text_end(&text, NULL);
	case_put_line(to, line);
}

void
case_format_clock(int32_t seconds, char *buffer, size_t size)
{
	if (seconds == CLOCK_UNKNOWN)
		snprintf(buffer, size, "-");
	else
		snprintf(buffer, size, "%d:%02d:%02d", seconds / 3600, seconds / 60 % 60,
		         seconds % 60);
}

/* Is it put as it stands? */
static bool
is_plain(const char *word)
{
	size_t len = 1;

	for (; *word && len > 0; word += len)
		len = *word == '\t' ? 0 : utf8_shown(word);
	return len > 0;
}

/* $'...' (POSIX.1-2024): what would not be put as it stands, as the break of a line, is typed by its bytes. */
static void
put_octal(const char *word, FILE *out)
{
	fputs("$'", out);
	for (; *word; word++)
		if (*word >= ' ' && *word < 0x7f && *word != '\'' && *word != '\\')
			putc(*word, out);
		else
			fprintf(out, "\\%03o", (unsigned char)*word);
	putc('\'', out);
}

void
case_put_word(const char *word, FILE *out)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
				    "0123456789_@%+=:,./-";

	if (word[0] && strspn(word, plain) == strlen(word)) {
		fputs(word, out);
		return;
	}
	if (!is_plain(word)) {
		put_octal(word, out);
		return;
	}
	putc('\'', out);
	for (; *word; word++)
		fputs(*word == '\'' ? "'\\''" : (const char[]){ *word, '\0' }, out);
	putc('\'', out);
}

void
case_put_options(int language, bool is_html, uint32_t around_s, FILE *out)
{
	if (language != ALERT_ENGLISH)
		fprintf(out, " --lang %s", language_code(language));
	fputs(is_html ? " --html" : "", out);
	if (around_s != CASE_AROUND_S)
		fprintf(out, " --around %" PRIu32, around_s);
}
