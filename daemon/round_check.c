/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/round_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/chess/chess960.h"
#include "daemon/texts.h"

#define SQUARES_NAMED 4 /* in a finding; of the rest their number */

#define FINDING_SIZE 400

/* What fills the places of a finding's text, in one language. */
struct filled {
	struct text_value values[4];
	size_t n;
	char room[FINDING_SIZE]; /* for values that are made */
};

/* append: the finding at a table (taken; null: none), its text `key` in every language; fill (NULL: no places) is asked
 * for each. */
static void
append(json_t *findings, json_t *table, const char *what, enum text_key key,
       void (*fill)(const void *ctx, int language, struct filled *filled), const void *ctx)
{
	json_t *finding = json_pack("{s:o, s:s}", "table", table, "what", what);

	for (int language = 0; language_code(language); language++) {
		struct filled filled = { .n = 0 };
		char sentence[FINDING_SIZE], name[16] = "text";
		struct text text;

		if (fill)
			fill(ctx, language, &filled);
		text_begin(&text, sentence, sizeof(sentence));
		text_fill(&text, language, key, filled.values, filled.n);
		if (language != ALERT_ENGLISH)
			snprintf(name, sizeof(name), "text_%s", language_code(language));
		json_object_set_new(finding, name, json_string(sentence));
	}
	json_array_append_new(findings, finding);
}

static void
tell(const struct round_check *check, json_t *findings, const char *what, enum text_key key,
     void (*fill)(const void *ctx, int language, struct filled *filled), const void *ctx)
{
	append(findings, json_integer((json_int_t)check->setup->number), what, key, fill, ctx);
}

static void
tell_plain(const struct round_check *check, json_t *findings, const char *what, enum text_key key)
{
	tell(check, findings, what, key, NULL, NULL);
}

/* fill_why: with a sentence that is there in English only. */
static void
fill_why(const void *why, int language, struct filled *filled)
{
	(void)language;
	snprintf(filled->room, sizeof(filled->room), "%.300s", (const char *)why);
	filled->values[filled->n++] = (struct text_value){ "why", filled->room };
}

/* --- The board ------------------------------------------------------------------------------ */

/* check_link: is there a board to look at? */
static bool
check_link(const struct round_check *check, json_t *findings)
{
	if (!check->has_board)
		tell_plain(check, findings, "no-board", TEXT_CHECK_NO_BOARD);
	else if (check->is_foreign)
		tell_plain(check, findings, "wrong-board", TEXT_CHECK_WRONG_BOARD);
	else if (!check->answers)
		tell(check, findings, "no-board", TEXT_CHECK_SILENT, fill_why, check->link);
	return check->has_board && check->answers && !check->is_foreign;
}

static bool
is_as_wanted(uint8_t read, uint8_t wanted)
{
	return read == wanted || (read == SOME_MAN && wanted != EMPTY);
}

static int
count_wrong(const uint8_t squares[64], const uint8_t wanted[64], bool turned)
{
	int n = 0;

	for (int sq = 0; sq < 64; sq++)
		n += !is_as_wanted(squares[turned ? 63 - sq : sq], wanted[sq]);
	return n;
}

/* What stands on the board and what should. */
struct men {
	const uint8_t *squares, *wanted;
};

/* list_wrong: "e2 is empty, e4 has a white pawn". Returns how many squares it names. */
static int
list_wrong(const struct men *men, int language, struct text *text)
{
	int named = 0;

	for (int sq = 0; sq < 64 && named < SQUARES_NAMED; sq++) {
		const struct sq_name name = sq_name(sq);
		const char *man = men->squares[sq] == EMPTY
		                          ? ""
		                          : text_in(language, text_man(men->squares[sq]));
		const struct text_value values[] = { { "square", name.text }, { "man", man } };

		if (is_as_wanted(men->squares[sq], men->wanted[sq]))
			continue;
		text_string(text, named++ > 0 ? ", " : "");
		text_fill(text, language,
		          men->squares[sq] == EMPTY ? TEXT_CHECK_SQUARE_EMPTY
		                                    : TEXT_CHECK_SQUARE_HAS,
		          values, 2);
	}
	return named;
}

/* fill_men: "e2 is empty, e4 has a white pawn, and 3 more". */
static void
fill_men(const void *ctx, int language, struct filled *filled)
{
	const struct men *men = ctx;
	char list[FINDING_SIZE / 2], number[16];
	struct text text;
	int more;

	text_begin(&text, list, sizeof(list));
	more = count_wrong(men->squares, men->wanted, false) - list_wrong(men, language, &text);
	text_begin(&text, filled->room, sizeof(filled->room));
	snprintf(number, sizeof(number), "%d", more);
	if (more > 0) {
		const struct text_value values[] = { { "list", list }, { "n", number } };

		text_fill(&text, language, TEXT_CHECK_MORE, values, 2);
	} else {
		text_string(&text, list);
	}
	filled->values[filled->n++] = (struct text_value){ "squares", filled->room };
}

/* is_start: do the men stand where a game may begin? Where not, where they should stand is in wanted[]. */
static bool
is_start(const struct round_check *check, const struct tracker_view *view, uint8_t wanted[64])
{
	struct position start;
	unsigned int others;

	config_starts(check->config, check->setup, &start, &others);
	position_placement(&start, wanted);
	return (others & TRACKER_ANY_START) || count_wrong(view->squares, wanted, false) == 0 ||
	       ((others & TRACKER_CHESS960_STARTS) && chess960_number_of_men(view->squares) >= 0);
}

static void
check_men(const struct round_check *check, const struct tracker_view *view, json_t *findings)
{
	bool starts, turned = view->rotated;
	uint8_t wanted[64];
	const struct men men = { view->squares, wanted };

	starts = is_start(check, view, wanted);
	if (!starts && !turned && count_wrong(view->squares, wanted, true) == 0)
		turned = starts = true;
	if (!starts)
		tell(check, findings, "not-at-start", TEXT_CHECK_NOT_AT_START, fill_men, &men);
	if (turned)
		tell_plain(check, findings, "turned", TEXT_CHECK_TURNED);
}

/* --- The clock ------------------------------------------------------------------------------ */

/* "1:30:00". */
static void
format_time(int32_t seconds, char text[16])
{
	if (seconds < 0)
		snprintf(text, 16, "?");
	else
		snprintf(text, 16, "%d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
}

/* wanted_control: as the event says; where it does not, both conventions for the first increment are right. */
static struct time_control
wanted_control(const struct round_check *check)
{
	struct time_control control = check->config->rules.control;

	if (!check->config->rules.stated[RULE_TIME_FIRST_INCREMENT])
		control.first_increment = TIME_FIRST_AUTO;
	return control;
}

static bool
is_set(const struct time_control *control, const struct tracker_view *view)
{
	for (int side = WHITE; side <= BLACK; side++) {
		uint32_t other, shown = (uint32_t)view->clock_s[side];
		uint32_t wanted = time_control_start_s(control, (enum color)side, &other);

		if (view->clock_s[side] < 0 || (shown != wanted && shown != other))
			return false;
	}
	return true;
}

/* What the clock shows, and what it should, as text. */
struct setting {
	char shown[2][16], wanted[2][16]; /* enum color */
};

static void
fill_setting(const void *ctx, int language, struct filled *filled)
{
	const struct setting *setting = ctx;
	const struct text_value wanted[] = { { "white", setting->wanted[WHITE] },
		                             { "black", setting->wanted[BLACK] } };
	struct text text;

	text_begin(&text, filled->room, sizeof(filled->room));
	if (strcmp(setting->wanted[WHITE], setting->wanted[BLACK]) == 0)
		text_string(&text, setting->wanted[WHITE]);
	else
		text_fill(&text, language, TEXT_CHECK_CLOCK_BOTH, wanted, 2);
	filled->values[0] = (struct text_value){ "white", setting->shown[WHITE] };
	filled->values[1] = (struct text_value){ "black", setting->shown[BLACK] };
	filled->values[2] = (struct text_value){ "wanted", filled->room };
	filled->n = 3;
}

static void
tell_setting(const struct round_check *check, const struct time_control *control,
             const struct tracker_view *view, json_t *findings)
{
	struct setting setting;

	for (int side = WHITE; side <= BLACK; side++) {
		format_time(view->clock_s[side], setting.shown[side]);
		format_time((int32_t)time_control_start_s(control, (enum color)side, NULL),
		            setting.wanted[side]);
	}
	tell(check, findings, "clock-set", TEXT_CHECK_CLOCK_SET, fill_setting, &setting);
}

static void
check_clock(const struct round_check *check, const struct tracker_view *view, json_t *findings)
{
	struct time_control control = wanted_control(check);

	if (control.kind == TIME_NO_CLOCK)
		return;
	if (!view->clock_seen) {
		tell_plain(check, findings, "no-clock", TEXT_CHECK_NO_CLOCK);
		return;
	}
	if ((control.kind == TIME_PERIODS || control.kind == TIME_SANDCLOCK) &&
	    !is_set(&control, view))
		tell_setting(check, &control, view, findings);
	if (view->clock_running)
		tell_plain(check, findings, "clock-runs", TEXT_CHECK_CLOCK_RUNS);
	if (view->clock_battery_low)
		tell_plain(check, findings, "clock-battery", TEXT_CHECK_CLOCK_BATTERY);
}

/* --- The rest ------------------------------------------------------------------------------- */

static void
fill_percent(const void *percent, int language, struct filled *filled)
{
	(void)language;
	filled->values[filled->n++] = (struct text_value){ "n", percent };
}

/* A board that has no battery says nothing of one. */
static void
check_battery(const struct round_check *check, json_t *findings)
{
	const char *battery = table_fact(check->table, BOARD_FACT_BATTERY);
	size_t digits = strspn(battery, "0123456789");
	char percent[16];

	if (digits == 0 || digits >= sizeof(percent) ||
	    strtol(battery, NULL, 10) >= ROUND_CHECK_BATTERY)
		return;
	snprintf(percent, sizeof(percent), "%ld", strtol(battery, NULL, 10));
	tell(check, findings, "board-battery", TEXT_CHECK_BOARD_BATTERY, fill_percent, percent);
}

static void
check_names(const struct round_check *check, json_t *findings)
{
	if (check->setup->white[0] == '\0')
		tell_plain(check, findings, "no-name", TEXT_CHECK_NO_WHITE);
	if (check->setup->black[0] == '\0')
		tell_plain(check, findings, "no-name", TEXT_CHECK_NO_BLACK);
}

static void
check_record(const struct round_check *check, json_t *findings)
{
	if (check->record[0] != '\0')
		tell(check, findings, "not-recorded", TEXT_CHECK_NOT_RECORDED, fill_why,
		     check->record);
}

void
round_check_table(const struct round_check *check, json_t *findings)
{
	struct tracker_view view;

	table_view(check->table, &view);
	if (check_link(check, findings)) {
		check_men(check, &view, findings);
		check_clock(check, &view, findings);
		check_battery(check, findings);
	}
	check_names(check, findings);
	check_record(check, findings);
}

void
round_check_closed(json_t *findings)
{
	append(findings, json_null(), "round-closed", TEXT_CHECK_ROUND_CLOSED, NULL, NULL);
}
