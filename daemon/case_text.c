/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A case file for people: text, or a page.
 */
#include <string.h>

#include "core/chess/fen.h"
#include "core/laws/articles.h"
#include "daemon/case_file.h"
#include "daemon/texts.h"

struct writing {
	const struct case_file *file;
	int language;
	bool html;
	FILE *out;
};

/* --- words ------------------------------------------------------------------------------------------------- */

const char *
case_option_text(size_t i, int language)
{
	static const enum text_key options[CASE_OPTIONS] = { TEXT_CASE_CONFIRM, TEXT_CASE_DISMISS,
		                                             TEXT_CASE_DEFER };

	return text_in(language, options[i]);
}

const char *
case_penalty_text(enum penalty penalty, int language)
{
	static const enum text_key penalties[PENALTIES] = {
		[PENALTY_WARNING] = TEXT_PENALTY_WARNING,
		[PENALTY_OPPONENT_TIME] = TEXT_PENALTY_OPPONENT_TIME,
		[PENALTY_OWN_TIME] = TEXT_PENALTY_OWN_TIME,
		[PENALTY_OPPONENT_POINTS] = TEXT_PENALTY_OPPONENT_POINTS,
		[PENALTY_OWN_POINTS] = TEXT_PENALTY_OWN_POINTS,
		[PENALTY_LOSS] = TEXT_PENALTY_LOSS,
		[PENALTY_FINE] = TEXT_PENALTY_FINE,
		[PENALTY_EXCLUDE_ROUNDS] = TEXT_PENALTY_EXCLUDE_ROUNDS,
		[PENALTY_EXPEL] = TEXT_PENALTY_EXPEL,
	};

	return text_in(language, penalties[penalty]);
}

void
case_appeal_text(const struct case_appeal *appeal, int language, char buffer[CASE_APPEAL_SIZE])
{
	const char *after = text_in(language, TEXT_CASE_APPEAL_AFTER);

	if (appeal->minutes == RULE_NONE)
		snprintf(buffer, CASE_APPEAL_SIZE, "%s", text_in(language, TEXT_CASE_APPEAL_ANY));
	else if (!appeal->is_over)
		snprintf(buffer, CASE_APPEAL_SIZE, "%d %s", appeal->minutes, after);
	else if (appeal->until[0])
		snprintf(buffer, CASE_APPEAL_SIZE, "%d %s: %s", appeal->minutes, after,
		         appeal->until);
	else
		snprintf(buffer, CASE_APPEAL_SIZE, "%d %s: %.3f", appeal->minutes, after,
		         (double)appeal->until_us / 1e6);
}

static const char *
word(const struct writing *to, enum text_key which)
{
	return text_in(to->language, which);
}

/* --- output: text or a page -------------------------------------------------------------------------------- */

static void
put(const struct writing *to, const char *text)
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

static void
put_heading(const struct writing *to, enum text_key which)
{
	fputs(to->html ? "</pre>\n<h2>" : "\n", to->out);
	put(to, word(to, which));
	fputs(to->html ? "</h2>\n<pre>\n" : ":\n", to->out);
}

static void
put_line(const struct writing *to, const char *text)
{
	fputs(to->html ? "" : "  ", to->out);
	put(to, text);
	putc('\n', to->out);
}

static void
put_board(const struct writing *to, const struct position *position)
{
	char fen[FEN_SIZE];

	for (int rank = 7; rank >= 0; rank--) {
		char line[32];

		for (int sq = 0; sq < 8; sq++) {
			line[2 * sq] = piece_letter(position_piece_at(position, sq_make(sq, rank)));
			line[2 * sq + 1] = ' ';
		}
		line[15] = '\0';
		put_line(to, line);
	}
	fen_format(position, fen);
	put_line(to, fen);
}

static void
put_page_begin(const struct writing *to)
{
	if (!to->html)
		return;
	fprintf(to->out,
	        "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n<title>%s "
	        "%u</title>\n</head>\n<body>\n",
	        language_code(to->language), word(to, TEXT_CASE_TITLE), to->file->alert.number);
}

static void
put_page_end(const struct writing *to)
{
	if (to->html)
		fputs("</pre>\n</body>\n</html>\n", to->out);
}

/* --- the alert ---------------------------------------------------------------------------------------------- */

static void
put_summary(const struct writing *to)
{
	const struct alert *alert = &to->file->alert;

	fprintf(to->out, to->html ? "<h1>%s %u: %s (%s)</h1>\n<p>" : "%s %u: %s (%s)\n\n",
	        word(to, TEXT_CASE_TITLE), alert->number, alert_row(alert->id)->name,
	        alert_severity_name(alert->severity));
}

static void
put_sentence(const struct writing *to)
{
	char sentence[ALERT_SENTENCE_SIZE];
	struct text text;

	text_begin(&text, sentence, sizeof(sentence));
	alert_sentence(&text, &to->file->alert, to->language);
	text_end(&text, NULL);
	put(to, sentence);
	fputs(to->html ? "</p>\n<pre>\n" : "\n", to->out);
}

/* Each with what it says, where we have words for it. */
static void
put_articles(const struct writing *to)
{
	enum edition edition = to->file->alert.edition;
	const char *at = alert_row(to->file->alert.id)->articles[edition];

	put_heading(to, TEXT_CASE_ARTICLES);
	put_line(to, edition_name(edition));
	while (*at) {
		size_t len = strcspn(at, ";");
		const char *says = article_text(edition, at, len, to->language);
		char line[400];

		snprintf(line, sizeof(line), "%.*s%s%s", (int)len, at, says ? "  " : "",
		         says ? says : "");
		put_line(to, line);
		at += len + (at[len] == ';');
	}
}

static void
put_facts(const struct writing *to)
{
	const struct alert *alert = &to->file->alert;
	char line[256];

	put_heading(to, TEXT_CASE_TABLE);
	snprintf(line, sizeof(line), "%u, %u, %u, %s", alert->table, alert->game, alert->ply,
	         alert->side == WHITE ? "white" : "black");
	put_line(to, line);
	put_articles(to);
	put_heading(to, TEXT_CASE_WHEN);
	snprintf(line, sizeof(line), "%.3f, %.3f", (double)alert->since_us / 1e6,
	         (double)alert->t_us / 1e6);
	put_line(to, line);
}

/* "1:23:45", "-" where it is not known. */
static void
format_clock(int32_t seconds, char *buffer, size_t size)
{
	if (seconds == CLOCK_UNKNOWN)
		snprintf(buffer, size, "-");
	else
		snprintf(buffer, size, "%d:%02d:%02d", seconds / 3600, seconds / 60 % 60,
		         seconds % 60);
}

static void
put_clocks(const struct writing *to)
{
	const struct alert *alert = &to->file->alert;
	const int32_t *both[2] = { alert->clock_before_s, alert->clock_after_s };

	put_heading(to, TEXT_CASE_CLOCKS);
	for (int i = 0; i < 2; i++) {
		char white[24], black[24], line[64];

		format_clock(both[i][WHITE], white, sizeof(white));
		format_clock(both[i][BLACK], black, sizeof(black));
		snprintf(line, sizeof(line), "white %s, black %s", white, black);
		put_line(to, line);
	}
}

static void
put_options(const struct writing *to)
{
	put_heading(to, TEXT_CASE_OPTIONS);
	for (size_t i = 0; i < CASE_OPTIONS; i++)
		put_line(to, case_option_text(i, to->language));
}

/* Those that the event allows (12.9), and until when its decision can be appealed against (11.10). */
static void
put_regulations(const struct writing *to)
{
	char appeal[CASE_APPEAL_SIZE];

	if (to->file->penalties != 0)
		put_heading(to, TEXT_CASE_PENALTIES);
	for (int i = 0; i < PENALTIES; i++)
		if (to->file->penalties >> i & 1)
			put_line(to, case_penalty_text((enum penalty)i, to->language));
	put_heading(to, TEXT_CASE_APPEAL);
	case_appeal_text(&to->file->appeal, to->language, appeal);
	put_line(to, appeal);
}

static void
put_decisions(const struct writing *to)
{
	put_heading(to, TEXT_CASE_DECISIONS);
	if (to->file->n_decided == 0)
		put_line(to, word(to, TEXT_CASE_NONE));
	for (size_t i = 0; i < to->file->n_decided; i++) {
		char line[512];

		snprintf(line, sizeof(line), "%10.3f  %s", (double)to->file->decided[i].t_us / 1e6,
		         to->file->decided[i].json);
		put_line(to, line);
	}
}

/* --- around it ----------------------------------------------------------------------------------------------- */

static void
put_event(const struct writing *to, uint64_t t_us, const char *what)
{
	char line[320];

	snprintf(line, sizeof(line), "%10.3f  %s", (double)t_us / 1e6, what);
	put_line(to, line);
}

static void
put_around(const struct writing *to, const struct case_event *event)
{
	const struct clock_reading *clock = &event->clock;
	char what[96], left[24], right[24];

	switch (event->kind) {
	case CASE_SQUARE:
		snprintf(what, sizeof(what), "%s %c", sq_name(event->sq).text,
		         piece_letter(event->piece));
		break;
	case CASE_CLOCK:
		format_clock(clock->face[CLOCK_LEFT].seconds, left, sizeof(left));
		format_clock(clock->face[CLOCK_RIGHT].seconds, right, sizeof(right));
		snprintf(what, sizeof(what), "clock left %s, right %s, %s, %s side's time", left,
		         right, clock->running ? "running" : "standing",
		         clock->turn == CLOCK_LEFT ? "left" : "right");
		break;
	case CASE_SCAN:
		snprintf(what, sizeof(what), "all squares sent");
		break;
	case CASE_SAID:
		put_event(to, event->t_us, event->json ? event->json : "?");
		return;
	}
	put_event(to, event->t_us, what);
}

static void
put_again(const struct writing *to, const char *again)
{
	put_heading(to, TEXT_CASE_AGAIN);
	put_line(to, again);
}

void
case_file_write(const struct case_file *file, int language, bool is_html, const char *again,
                FILE *out)
{
	const struct writing writing = { file, language, is_html, out }, *to = &writing;

	put_page_begin(to);
	put_summary(to);
	put_sentence(to);
	put_facts(to);
	put_heading(to, TEXT_CASE_BEFORE);
	put_board(to, &file->before);
	if (file->alert.after) {
		put_heading(to, TEXT_CASE_AFTER);
		put_board(to, &file->after);
	}
	put_clocks(to);
	put_options(to);
	put_regulations(to);
	put_decisions(to);
	put_heading(to, TEXT_CASE_AROUND);
	for (size_t i = 0; i < file->n_events; i++)
		put_around(to, &file->events[i]);
	put_again(to, again);
	put_page_end(to);
}
