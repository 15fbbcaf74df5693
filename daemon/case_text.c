/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A case file for people: text, or a page.
 */
#include <string.h>

#include "core/laws/alert/articles.h"
#include "core/tracker/seen/image.h"
#include "daemon/case_writing.h"

/* --- parts ------------------------------------------------------------------------------------------------- */

/* What the board showed, where that is not the position after it. */
static void
put_image(const struct case_writing *to)
{
	const struct alert *alert = &to->file->alert;
	const struct position *record = alert->after ? alert->after : alert->before;
	struct image image;

	image_from(&image, to->file->shown, false);
	if (!to->file->is_shown || image_shows(&image, record, 0))
		return;
	case_put_heading(to, TEXT_CASE_SHOWN);
	case_put_squares(to, to->file->shown);
	case_put_changes(to, TEXT_CASE_DIFFERS, record, to->file->shown);
}

static void
put_boards(const struct case_writing *to)
{
	const struct case_file *file = to->file;
	uint8_t after[64];

	case_put_heading(to, TEXT_CASE_BEFORE);
	case_put_position(to, &file->before);
	if (file->alert.after) {
		position_placement(&file->after, after);
		case_put_heading(to, TEXT_CASE_AFTER);
		case_put_position(to, &file->after);
		case_put_changes(to, TEXT_CASE_CHANGE, &file->before, after);
	}
	put_image(to);
	case_put_line(to, case_word(to, TEXT_CASE_LETTERS));
}

/* It asks for nothing, not even a font. Lines are long and paper is narrow; a heading stays with what it is of, a board and a
 * line on one page, and paper is white. */
static const char page_style[] =
	"<style>\n"
	":root { color-scheme: light dark }\n"
	"@page { margin: 18mm; @bottom-right { content: counter(page) \" / \" counter(pages) } }\n"
	"body { font: 11pt/1.35 sans-serif; max-width: 48em; margin: 1em auto; padding: 0 1em }\n"
	"h1 { font-size: 1.5em }\n"
	"h2 { font-size: 1.1em; margin: 1.2em 0 .3em; break-after: avoid }\n"
	"ul { list-style: none; margin: 0; padding: 0 }\n"
	"li, td { overflow-wrap: anywhere }\n"
	"pre { font-size: .95em; margin: 0 0 .3em }\n"
	"li, tr, pre[role] { break-inside: avoid }\n"
	"table { border-collapse: collapse }\n"
	"td { padding: 0 1em 0 0; vertical-align: top }\n"
	"td:first-child { text-align: right; white-space: nowrap }\n"
	"@media print { :root { color-scheme: light } body { max-width: none; margin: 0; padding: "
	"0 } }\n"
	"</style>\n";

/* "Case file: alert 1 (critical)" */
static void
put_title(const struct case_writing *to)
{
	const struct alert *alert = &to->file->alert;

	case_put(to, case_word(to, TEXT_CASE_TITLE));
	fprintf(to->out, " %u (", alert->number);
	case_put(to, case_severity_word(alert->severity, to->language));
	putc(')', to->out);
}

static void
put_page_begin(const struct case_writing *to)
{
	if (!to->html)
		return;
	fprintf(to->out,
	        "<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n"
	        "<meta name=\"viewport\" content=\"width=device-width\">\n<title>",
	        language_code(to->language));
	put_title(to);
	fprintf(to->out, "</title>\n%s</head>\n<body>\n<main>\n", page_style);
}

static void
put_page_end(const struct case_writing *to)
{
	case_put_end(to);
	if (to->html)
		fputs("</main>\n</body>\n</html>\n", to->out);
}

/* --- the alert ---------------------------------------------------------------------------------------------- */

static void
put_summary(const struct case_writing *to)
{
	fputs(to->html ? "<h1>" : "", to->out);
	put_title(to);
	fputs(to->html ? "</h1>\n<p>" : "\n\n", to->out);
}

static void
put_sentence(const struct case_writing *to)
{
	char sentence[ALERT_SENTENCE_SIZE];
	struct text text;

	text_begin(&text, sentence, sizeof(sentence));
	alert_sentence(&text, &to->file->alert, to->language);
	text_end(&text, NULL);
	case_put(to, sentence);
	fputs(to->html ? "</p>\n" : "\n", to->out);
}

/* Each with what it says, where we have words for it. */
static void
put_articles(const struct case_writing *to)
{
	enum edition edition = to->file->alert.edition;
	const char *at = alert_row(to->file->alert.id)->articles[edition];
	const struct text_value year = { "year", edition_name(edition) + strlen("fide-") };

	case_put_heading(to, TEXT_CASE_ARTICLES);
	case_put_filled(to, TEXT_CASE_EDITION, &year, 1);
	while (*at) {
		size_t len = strcspn(at, ";");
		const char *says = article_text(edition, at, len, to->language);
		char line[1024];

		snprintf(line, sizeof(line), "%.*s%s%s", (int)len, at, says ? "  " : "",
		         says ? says : "");
		if (case_cites(to->file, at))
			case_put_line(to, line);
		at += len + (at[len] == ';');
	}
}

/* "Blitz Open, round 3", and who plays, as far as anybody said. */
static void
put_game(const struct case_writing *to)
{
	const struct case_file *file = to->file;
	const struct text_value round = { "round", file->round };
	char line[3 * CONFIG_TEXT];
	struct text text;

	text_begin(&text, line, sizeof(line));
	text_string(&text, file->event);
	if (file->round[0]) {
		text_string(&text, file->event[0] ? ", " : "");
		text_fill(&text, to->language, TEXT_CASE_ROUND, &round, 1);
	}
	text_end(&text, NULL);
	if (line[0])
		case_put_line(to, line);
	for (int side = WHITE; side <= BLACK; side++) {
		snprintf(line, sizeof(line), "%s%s %s", case_side_word(to, (enum color)side),
		         case_word(to, TEXT_CASE_COLON), file->players[side]);
		if (file->players[side][0])
			case_put_line(to, line);
	}
}

/* A table or a game that has no number is not named. */
static void
put_place(const struct case_writing *to)
{
	const struct alert *alert = &to->file->alert;
	char table[12], game[12], move[12], ply[12], line[256];
	const struct text_value values[] = { { "table", table },
		                             { "game", game },
		                             { "move", move },
		                             { "ply", ply },
		                             { "side", case_side_word(to, alert->side) },
		                             { "name", alert_row(alert->id)->name } };
	const enum text_key parts[] = { TEXT_CASE_PLACE_TABLE, TEXT_CASE_PLACE_GAME,
		                        TEXT_CASE_PLACE };
	const bool said[] = { alert->table > 0, alert->game > 0, true };
	struct text text;

	snprintf(table, sizeof(table), "%u", alert->table);
	snprintf(game, sizeof(game), "%u", alert->game);
	snprintf(move, sizeof(move), "%u", to->file->move);
	snprintf(ply, sizeof(ply), "%u", alert->ply);
	text_begin(&text, line, sizeof(line));
	for (int i = 0; i < 3; i++) {
		if (said[i])
			text_fill(&text, to->language, parts[i], values, 5);
		text_string(&text, said[i] && i < 2 ? ", " : "");
	}
	text_end(&text, NULL);
	case_put_line(to, line);
	case_put_filled(to, TEXT_CASE_PLACE_SIDE, values, 5);
	case_put_filled(to, TEXT_CASE_KIND, values, 6);
}

static void
put_moment(const struct case_writing *to, uint64_t t_us, const char *time)
{
	char line[64];

	snprintf(line, sizeof(line), "%.3f%s%s%s", (double)t_us / 1e6,
	         time[0] ? case_word(to, TEXT_CASE_SEMICOLON) : "", time[0] ? " " : "", time);
	case_put_line(to, line);
}

static void
put_facts(const struct case_writing *to)
{
	const struct case_file *file = to->file;

	case_put_heading(to, TEXT_CASE_TABLE);
	put_game(to);
	put_place(to);
	put_articles(to);
	case_put_heading(to, TEXT_CASE_WHEN);
	put_moment(to, file->alert.since_us, file->since);
	put_moment(to, file->alert.t_us, file->told);
}

/* Of what the clock's watch tells, the first times are those of the reading before; of all else, those at which the turn began. */
static bool
is_told_of_readings(enum alert_id id)
{
	static const enum alert_id others[] = { ALERT_TIME_SHEET, ALERT_PENALTY_TIME_NOT_APPLIED,
		                                ALERT_SESSION_END, ALERT_RESUME_CLOCK_MISMATCH };

	for (size_t i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (id == others[i])
			return true;
	return id >= ALERT_DEFAULT_TIME_APPROACHING && id <= ALERT_CLOCK_DISCONNECTED &&
	       id != ALERT_CLOCK_PRESSED_WITHOUT_MOVE;
}

static bool
is_unknown(const int32_t clock_s[2])
{
	return clock_s[WHITE] == CLOCK_UNKNOWN && clock_s[BLACK] == CLOCK_UNKNOWN;
}

static void
put_pair(const struct case_writing *to, const int32_t clock_s[2])
{
	char white[24], black[24], line[64];

	case_format_clock(clock_s[WHITE], white, sizeof(white));
	case_format_clock(clock_s[BLACK], black, sizeof(black));
	snprintf(line, sizeof(line), "%s %s, %s %s", case_side_word(to, WHITE), white,
	         case_side_word(to, BLACK), black);
	case_put_line(to, line);
}

/* Two pairs of times; where the alert has but one, it is that of the moment (laws_raise()). Of a press before the move both
 * moments are told of when the move is there, which is too late for the first. */
static void
put_clocks(const struct case_writing *to)
{
	const struct case_file *file = to->file;
	const struct alert *alert = &file->alert;
	bool span = alert->id == ALERT_CLOCK_PRESSED_BEFORE_MOVE;
	bool alone = is_unknown(alert->clock_after_s), one = alone && !span;
	const int32_t *own = alone ? alert->clock_before_s : alert->clock_after_s;

	case_put_heading(to, one                              ? TEXT_CASE_CLOCKS_TOLD
	                     : span                           ? TEXT_CASE_CLOCKS_SPAN
	                     : is_told_of_readings(alert->id) ? TEXT_CASE_CLOCKS_READ
	                                                      : TEXT_CASE_CLOCKS);
	if (!one)
		put_pair(to, span ? file->clock_since_s : alert->clock_before_s);
	put_pair(to, is_unknown(file->clock_told_s) ? own : file->clock_told_s);
}

static void
put_options(const struct case_writing *to)
{
	case_put_heading(to, TEXT_CASE_OPTIONS);
	for (size_t i = 0; i < CASE_OPTIONS; i++)
		case_put_line(to, case_option_text(i, to->language));
}

/* Those that the event allows (12.9), and until when its decision can be appealed against (11.10). */
static void
put_regulations(const struct case_writing *to)
{
	char appeal[CASE_APPEAL_SIZE];

	if (to->file->penalties != 0)
		case_put_heading(to, TEXT_CASE_PENALTIES);
	for (int i = 0; i < PENALTIES; i++)
		if (to->file->penalties >> i & 1)
			case_put_line(to, case_penalty_text((enum penalty)i, to->language));
	case_put_heading(to, TEXT_CASE_APPEAL);
	case_appeal_text(&to->file->appeal, to->language, appeal);
	case_put_line(to, appeal);
}

/* Why this is not all that there is. */
static void
put_fault(const struct case_writing *to)
{
	char line[512], number[12], cut[32];
	const struct text_value values[] = { { "n", number }, { "t", cut } };

	if (!to->file->fault)
		return;
	case_put_heading(to, TEXT_CASE_FAULT);
	snprintf(number, sizeof(number), "%u", to->file->n_refused);
	snprintf(cut, sizeof(cut), "%.3f", (double)to->file->cut_us / 1e6);
	if (to->file->n_refused > 0)
		case_put_filled(to, TEXT_CASE_FAULT_REFUSED, values, 2);
	if (to->file->is_cut)
		case_put_filled(to, TEXT_CASE_FAULT_CUT, values, 2);
	snprintf(line, sizeof(line), "%s%s", case_word(to, TEXT_CASE_FAULT_WORDS),
	         case_word(to, TEXT_CASE_COLON));
	case_put_line(to, line);
	for (const char *p = to->file->fault; *p;) {
		int len = (int)strcspn(p, "\n");

		snprintf(line, sizeof(line), "%.*s", len, p);
		case_put_line(to, line);
		p += len + (p[len] == '\n');
	}
}

static void
put_again(const struct case_writing *to, const char *again)
{
	case_put_heading(to, TEXT_CASE_AGAIN);
	case_put_line(to, again);
}

void
case_file_write(const struct case_file *file, int language, bool is_html, const char *again,
                FILE *out)
{
	enum case_block block = CASE_NOTHING;
	bool section = false;
	const struct case_writing writing = { file, language, is_html, out, &block, &section };
	const struct case_writing *to = &writing;

	put_page_begin(to);
	put_summary(to);
	put_sentence(to);
	case_put_related(to);
	put_facts(to);
	put_boards(to);
	case_put_hands(to);
	put_clocks(to);
	case_put_moves(to);
	put_options(to);
	put_regulations(to);
	case_put_decisions(to);
	case_put_around(to);
	put_fault(to);
	put_again(to, again);
	put_page_end(to);
}
