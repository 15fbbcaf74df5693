/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * adoube case: everything about one alert, for the arbiter's file and an appeal, from the recording alone.
 *
 * The capture is read twice: for the alert and what became of it, then for what sensors and clock said around
 * it. The same capture gives the same file.
 */
#include <getopt.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/chess/fen.h"
#include "core/laws/articles.h"
#include "daemon/cli/command.h"
#include "daemon/cli/fold.h"
#include "daemon/texts.h"
#include "drivers/driver.h"

#define AROUND_S    30
#define AROUND_MAX  3600
#define DECIDED_MAX 16

static const char usage[] =
	"usage: adoube case [--event FILE] [--lang en|fr] [--html] [--around SECONDS]\n"
	"                   CAPTURE [NUMBER]\n"
	"\n"
	"Prints all there is about alert NUMBER of a recording: what it says and where the Laws "
	"say\n"
	"it, the position before and after, the clocks, what can be done, what was decided, and "
	"what\n"
	"sensors and clock said around it. Without NUMBER: the alerts, a line each.\n"
	"\n"
	"  --event FILE      the event (see adoubed.conf(5)), as for replay\n"
	"  --lang LANG       en (default) or fr\n"
	"  --html            a page instead of text\n"
	"  --around SECONDS  of the recording, before and after (default 30)\n"
	"\n"
	"Exit status: 0; 2 when the capture or an option is wrong, or there is no such alert.\n";

struct decided {
	uint64_t t_us;
	char *json;
};

struct case_file {
	const char *event_file, *path;
	enum alert_language language;
	bool html;
	uint64_t around_us;
	uint32_t number; /* 0: the list */
	struct config config;

	/* Found. */
	bool found;
	struct alert alert;
	struct position before, after;
	struct image image;
	struct decided decided[DECIDED_MAX];
	size_t n_decided;
	uint64_t now_us;

	/* The second reading. */
	const struct board_driver *driver;
	void *driver_state;
	uint64_t from_us, until_us;
	bool rotated;
	uint8_t turn; /* of the clock, as last shown */
	bool running, any_clock;
};

/* --- words ------------------------------------------------------------------------------------------------- */

static const char *
word(const struct case_file *file, enum text_key which)
{
	return text_in(text_language(file->language == ALERT_FRENCH ? "fr" : "en"), which);
}

/* --- output: text or a page -------------------------------------------------------------------------------- */

static void
put(const struct case_file *file, const char *text)
{
	for (; *text; text++) {
		if (file->html && *text == '<')
			fputs("&lt;", stdout);
		else if (file->html && *text == '&')
			fputs("&amp;", stdout);
		else
			putchar(*text);
	}
}

static void
put_heading(const struct case_file *file, enum text_key which)
{
	fputs(file->html ? "</pre>\n<h2>" : "\n", stdout);
	put(file, word(file, which));
	fputs(file->html ? "</h2>\n<pre>\n" : ":\n", stdout);
}

static void
put_line(const struct case_file *file, const char *text)
{
	fputs(file->html ? "" : "  ", stdout);
	put(file, text);
	putchar('\n');
}

static void
put_board(const struct case_file *file, const struct position *position)
{
	char fen[FEN_SIZE];

	for (int rank = 7; rank >= 0; rank--) {
		char line[32];

		for (int sq = 0; sq < 8; sq++) {
			line[2 * sq] = piece_letter(position_piece_at(position, sq_make(sq, rank)));
			line[2 * sq + 1] = ' ';
		}
		line[15] = '\0';
		put_line(file, line);
	}
	fen_format(position, fen);
	put_line(file, fen);
}

static void
put_page_begin(const struct case_file *file)
{
	if (!file->html)
		return;
	printf("<!DOCTYPE html>\n<html lang=\"%s\">\n<head>\n<meta charset=\"utf-8\">\n<title>%s "
	       "%u</title>\n</head>\n<body>\n",
	       file->language == ALERT_FRENCH ? "fr" : "en", word(file, TEXT_CASE_TITLE),
	       file->number);
}

static void
put_page_end(const struct case_file *file)
{
	if (file->html)
		puts("</pre>\n</body>\n</html>");
}

/* --- the alert ---------------------------------------------------------------------------------------------- */

static void
put_summary(const struct case_file *file)
{
	const struct alert *alert = &file->alert;

	printf(file->html ? "<h1>%s %u: %s (%s)</h1>\n<p>" : "%s %u: %s (%s)\n\n",
	       word(file, TEXT_CASE_TITLE), alert->number, alert_row(alert->id)->name,
	       alert_severity_name(alert->severity));
}

static void
put_sentence(const struct case_file *file)
{
	char sentence[ALERT_LINE_SIZE / 4];
	struct text text;

	text_begin(&text, sentence, sizeof(sentence));
	alert_sentence(&text, &file->alert, file->language);
	text_end(&text, NULL);
	put(file, sentence);
	fputs(file->html ? "</p>\n<pre>\n" : "\n", stdout);
}

/* Each with what it says, where we have words for it. */
static void
put_articles(const struct case_file *file)
{
	enum edition edition = file->alert.edition;
	const char *at = alert_row(file->alert.id)->articles[edition];

	put_heading(file, TEXT_CASE_ARTICLES);
	put_line(file, edition_name(edition));
	while (*at) {
		size_t len = strcspn(at, ";");
		const char *says = article_text(edition, at, len, file->language);
		char line[400];

		snprintf(line, sizeof(line), "%.*s%s%s", (int)len, at, says ? "  " : "",
		         says ? says : "");
		put_line(file, line);
		at += len + (at[len] == ';');
	}
}

static void
put_facts(const struct case_file *file)
{
	const struct alert *alert = &file->alert;
	char line[256];

	put_heading(file, TEXT_CASE_TABLE);
	snprintf(line, sizeof(line), "%u, %u, %u, %s", alert->table, alert->game, alert->ply,
	         alert->side == WHITE ? "white" : "black");
	put_line(file, line);
	put_articles(file);
	put_heading(file, TEXT_CASE_WHEN);
	snprintf(line, sizeof(line), "%.3f, %.3f", (double)alert->since_us / 1e6,
	         (double)alert->t_us / 1e6);
	put_line(file, line);
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
put_clocks(const struct case_file *file)
{
	const struct alert *alert = &file->alert;
	const int32_t *both[2] = { alert->clock_before_s, alert->clock_after_s };

	put_heading(file, TEXT_CASE_CLOCKS);
	for (int i = 0; i < 2; i++) {
		char white[24], black[24], line[64];

		format_clock(both[i][WHITE], white, sizeof(white));
		format_clock(both[i][BLACK], black, sizeof(black));
		snprintf(line, sizeof(line), "white %s, black %s", white, black);
		put_line(file, line);
	}
}

static void
put_options(const struct case_file *file)
{
	put_heading(file, TEXT_CASE_OPTIONS);
	put_line(file, word(file, TEXT_CASE_CONFIRM));
	put_line(file, word(file, TEXT_CASE_DISMISS));
	put_line(file, word(file, TEXT_CASE_DEFER));
}

static void
put_decisions(const struct case_file *file)
{
	put_heading(file, TEXT_CASE_DECISIONS);
	if (file->n_decided == 0)
		put_line(file, word(file, TEXT_CASE_NONE));
	for (size_t i = 0; i < file->n_decided; i++) {
		char line[512];

		snprintf(line, sizeof(line), "%10.3f  %s", (double)file->decided[i].t_us / 1e6,
		         file->decided[i].json);
		put_line(file, line);
	}
}

/* --- the first reading: the alert, and what was decided ----------------------------------------------------- */

static void
list_alert(const struct case_file *file, const struct alert *alert)
{
	char sentence[ALERT_LINE_SIZE / 4];
	struct text text;

	text_begin(&text, sentence, sizeof(sentence));
	alert_sentence(&text, alert, file->language);
	text_end(&text, NULL);
	printf("%4u  %10.3f  game %u  half-move %-4u %-9s %s: %s\n", alert->number,
	       (double)alert->t_us / 1e6, alert->game, alert->ply,
	       alert_severity_name(alert->severity), alert_row(alert->id)->name, sentence);
}

/* What it points to is borrowed for the call. */
static void
keep_alert(struct case_file *file, const struct alert *alert)
{
	file->found = true;
	file->alert = *alert;
	file->before = *alert->before;
	file->alert.before = &file->before;
	if (alert->after) {
		file->after = *alert->after;
		file->alert.after = &file->after;
	}
	if (alert->image) {
		file->image = *alert->image;
		file->alert.image = &file->image;
	}
}

static void
on_alert(void *ctx, const struct alert *alert)
{
	struct case_file *file = ctx;

	if (file->number == 0)
		list_alert(file, alert);
	else if (alert->number == file->number)
		keep_alert(file, alert);
}

/* The arbiter's orders once it was told, and decisions about this very alert. */
static bool
is_about(const struct case_file *file, const char *json)
{
	json_t *members = json_loads(json, 0, NULL);
	const char *op = json_string_value(json_object_get(members, "op"));
	bool own = op && strcmp(op, "alert") == 0 &&
	           json_integer_value(json_object_get(members, "number")) == file->number;
	bool order = op && (strcmp(op, "arbiter") == 0 || strcmp(op, "correct") == 0 ||
	                    strcmp(op, "position") == 0 || strcmp(op, "result") == 0);

	json_decref(members);
	return own || (order && file->found && file->now_us <= file->alert.t_us + file->around_us);
}

static void
take_line(void *ctx, const struct capture_line *line)
{
	struct case_file *file = ctx;

	file->now_us = line->t_us;
	if (line->kind != CAPTURE_HOST || !file->found || file->n_decided == DECIDED_MAX ||
	    !is_about(file, line->json))
		return;
	file->decided[file->n_decided].t_us = line->t_us;
	file->decided[file->n_decided].json = strdup(line->json);
	if (file->decided[file->n_decided].json)
		file->n_decided++;
}

/* --- the second reading: what sensors and clock said -------------------------------------------------------- */

static void
put_event(const struct case_file *file, uint64_t t_us, const char *what)
{
	char line[320];

	snprintf(line, sizeof(line), "%10.3f  %s", (double)t_us / 1e6, what);
	put_line(file, line);
}

static void
on_square(const struct case_file *file, const struct board_event *event)
{
	int sq = file->rotated ? 63 - event->square.sq : event->square.sq;
	char what[32];

	snprintf(what, sizeof(what), "%c%c %c", 'a' + sq_file(sq), '1' + sq_rank(sq),
	         piece_letter(event->square.piece));
	put_event(file, event->t_us, what);
}

/* Where lever or running changed; the seconds in between say nothing more. */
static void
on_clock(struct case_file *file, const struct board_event *event)
{
	const struct clock_reading *clock = &event->clock;
	char what[96], left[24], right[24];

	if (file->any_clock && file->turn == clock->turn && file->running == clock->running)
		return;
	file->any_clock = true;
	file->turn = clock->turn;
	file->running = clock->running;
	if (event->t_us < file->from_us || event->t_us > file->until_us)
		return;
	format_clock(clock->face[CLOCK_LEFT].seconds, left, sizeof(left));
	format_clock(clock->face[CLOCK_RIGHT].seconds, right, sizeof(right));
	snprintf(what, sizeof(what), "clock left %s, right %s, %s, %s side's time", left, right,
	         clock->running ? "running" : "standing",
	         clock->turn == CLOCK_LEFT ? "left" : "right");
	put_event(file, event->t_us, what);
}

static void
on_event(void *ctx, const struct board_event *event)
{
	struct case_file *file = ctx;

	if (event->kind == BOARD_CLOCK)
		on_clock(file, event);
	if (event->t_us < file->from_us || event->t_us > file->until_us)
		return;
	if (event->kind == BOARD_SQUARE)
		on_square(file, event);
	if (event->kind == BOARD_SCAN)
		put_event(file, event->t_us, "all squares sent");
}

static void
show_line(void *ctx, const struct capture_line *line)
{
	struct case_file *file = ctx;
	const struct driver_out out = { .ctx = file, .event = on_event };

	if (line->kind == CAPTURE_FACT && strcmp(line->key, "driver") == 0 && !file->driver) {
		file->driver = board_driver_find(line->value);
		file->driver_state = file->driver ? malloc(file->driver->state_size) : NULL;
		if (file->driver_state)
			file->driver->init(file->driver_state);
	}
	if (line->kind == CAPTURE_FROM_BOARD && file->driver_state)
		file->driver->feed(file->driver_state, &out, line->bytes, line->len, line->t_us);
	if (line->kind == CAPTURE_HOST && line->t_us >= file->from_us &&
	    line->t_us <= file->until_us)
		put_event(file, line->t_us, line->json);
}

/* --- the command -------------------------------------------------------------------------------------------- */

static struct fold
fold_of(struct case_file *file)
{
	return (struct fold){
		.command = "adoube case",
		.path = file->path,
		.event = &file->config,
		.setup = file->config.n_tables > 0 ? &file->config.tables[0] : NULL,
		.listener = { .ctx = file },
	};
}

static int
show_around(struct case_file *file)
{
	struct fold fold = fold_of(file);
	int r;

	file->from_us =
		file->alert.since_us > file->around_us ? file->alert.since_us - file->around_us : 0;
	file->until_us = file->alert.t_us + file->around_us;
	put_heading(file, TEXT_CASE_AROUND);
	fold.line = show_line;
	r = fold_read(&fold);
	fold_free(&fold);
	free(file->driver_state);
	return r;
}

static void
put_again(const struct case_file *file)
{
	put_heading(file, TEXT_CASE_AGAIN);
	fputs(file->html ? "adoube case " : "  adoube case ", stdout);
	if (file->event_file) {
		put(file, "--event ");
		put(file, file->event_file);
		putchar(' ');
	}
	put(file, file->path);
	printf(" %u\n", file->number);
}

static int
show_case(struct case_file *file)
{
	int r;

	put_page_begin(file);
	put_summary(file);
	put_sentence(file);
	put_facts(file);
	put_heading(file, TEXT_CASE_BEFORE);
	put_board(file, &file->before);
	if (file->alert.after) {
		put_heading(file, TEXT_CASE_AFTER);
		put_board(file, &file->after);
	}
	put_clocks(file);
	put_options(file);
	put_decisions(file);
	r = show_around(file);
	put_again(file);
	put_page_end(file);
	return r;
}

static int
run(struct case_file *file)
{
	struct fold fold = fold_of(file);
	struct tracker_view view;
	int r;

	fold.listener.alert = on_alert;
	fold.line = take_line;
	r = fold_read(&fold);
	if (fold.table) {
		table_view(fold.table, &view);
		file->rotated = view.rotated;
	}
	fold_free(&fold);
	if (r < 0 || file->number == 0)
		return r < 0 ? COMMAND_USAGE : COMMAND_OK;
	if (!file->found) {
		fprintf(stderr, "adoube case: %s has no alert %u\n", file->path, file->number);
		return COMMAND_USAGE;
	}
	return show_case(file) < 0 ? COMMAND_USAGE : COMMAND_OK;
}

static bool
read_number(const char *text, unsigned long most, unsigned long *ret_number)
{
	char *end;

	*ret_number = strtoul(text, &end, 10);
	return *text >= '0' && *text <= '9' && *end == '\0' && *ret_number <= most;
}

static bool
take_option(struct case_file *file, int option, const char *value)
{
	unsigned long seconds;

	switch (option) {
	case 'e':
		file->event_file = value;
		return true;
	case 'l':
		file->language = strcmp(value, "fr") == 0 ? ALERT_FRENCH : ALERT_ENGLISH;
		return strcmp(value, "fr") == 0 || strcmp(value, "en") == 0;
	case 't':
		return file->html = true;
	case 'a':
		if (!read_number(value, AROUND_MAX, &seconds))
			return false;
		file->around_us = (uint64_t)seconds * 1000000;
		return true;
	default:
		return false;
	}
}

/* COMMAND_OK: go on; -1: help was asked for. */
static int
parse(struct case_file *file, int argc, char **argv)
{
	static const struct option options[] = {
		{ "event", required_argument, NULL, 'e' },
		{ "lang", required_argument, NULL, 'l' },
		{ "html", no_argument, NULL, 't' },
		{ "around", required_argument, NULL, 'a' },
		{ "help", no_argument, NULL, 'h' },
		{ NULL, 0, NULL, 0 },
	};
	unsigned long number = 0;
	int option;

	optind = 1;
	while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1) {
		if (option == 'h') {
			fputs(usage, stdout);
			return -1;
		}
		if (!take_option(file, option, optarg))
			return COMMAND_USAGE;
	}
	if (optind >= argc || argc - optind > 2 || strcmp(argv[optind], "-") == 0 ||
	    (argc - optind == 2 &&
	     (!read_number(argv[optind + 1], UINT32_MAX, &number) || number == 0)))
		return COMMAND_USAGE;
	file->path = argv[optind];
	file->number = (uint32_t)number;
	return COMMAND_OK;
}

int
command_case(int argc, char **argv)
{
	struct case_file file = { .around_us = UINT64_C(1000000) * AROUND_S };
	char error[2048];
	int status = parse(&file, argc, argv);

	if (status != COMMAND_OK) {
		if (status == COMMAND_USAGE)
			fputs(usage, stderr);
		return status < 0 ? COMMAND_OK : status;
	}
	config_defaults(&file.config);
	if (file.event_file &&
	    config_load(file.event_file, &file.config, error, sizeof(error)) != 0) {
		fprintf(stderr, "adoube case: %s\n", error);
		config_free(&file.config);
		return COMMAND_USAGE;
	}
	status = run(&file);
	for (size_t i = 0; i < file.n_decided; i++)
		free(file.decided[i].json);
	config_free(&file.config);
	return status;
}
