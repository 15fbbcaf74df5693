/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * How the parts of a case file are put: as text, or on a page.
 */
#include "daemon/case_writing.h"

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

void
case_put(const struct case_writing *to, const char *text)
{
	for (; *text; text++) {
		if (to->html && *text == '<')
			fputs("&lt;", to->out);
		else if (to->html && *text == '&')
			fputs("&amp;", to->out);
		else
			putc(*text, to->out);
	}
}

void
case_put_heading(const struct case_writing *to, enum text_key which)
{
	fputs(to->html ? "</pre>\n<h2>" : "\n", to->out);
	case_put(to, case_word(to, which));
	fputs(to->html ? "</h2>\n<pre>" : case_word(to, TEXT_CASE_COLON), to->out);
	putc('\n', to->out);
}

void
case_put_line(const struct case_writing *to, const char *text)
{
	fputs(to->html ? "" : "  ", to->out);
	case_put(to, text);
	putc('\n', to->out);
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
