/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/round_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"
#include "core/chess/chess960.h"

#define SQUARES_NAMED 4 /* in a finding; of the rest their number */

enum { ENGLISH, FRENCH, LANGUAGES };

/* A finding in the making. */
struct finding {
	const char *what;
	char text[LANGUAGES][400];
};

static void
tell(const struct round_check *check, json_t *findings, const struct finding *finding)
{
	json_array_append_new(findings, json_pack("{s:I, s:s, s:s, s:s}", "table",
	                                          (json_int_t)check->setup->number, "what",
	                                          finding->what, "text", finding->text[ENGLISH],
	                                          "text_fr", finding->text[FRENCH]));
}

static void
tell_plain(const struct round_check *check, json_t *findings, const char *what, const char *english,
           const char *french)
{
	struct finding finding = { .what = what };

	snprintf(finding.text[ENGLISH], sizeof(finding.text[ENGLISH]), "%s", english);
	snprintf(finding.text[FRENCH], sizeof(finding.text[FRENCH]), "%s", french);
	tell(check, findings, &finding);
}

/* --- The board ------------------------------------------------------------------------------ */

/* check_link: is there a board to look at? */
static bool
check_link(const struct round_check *check, json_t *findings)
{
	struct finding finding = { .what = "no-board" };

	if (!check->has_board) {
		tell_plain(check, findings, "no-board", "no board is assigned",
		           "aucun échiquier n'est attribué");
	} else if (check->is_foreign) {
		tell_plain(check, findings, "wrong-board",
		           "another board answers than the one assigned",
		           "un autre échiquier répond que celui qui est attribué");
	} else if (!check->answers) {
		snprintf(finding.text[ENGLISH], sizeof(finding.text[ENGLISH]),
		         "the board does not answer: %.300s", check->link);
		snprintf(finding.text[FRENCH], sizeof(finding.text[FRENCH]),
		         "l'échiquier ne répond pas ; la cause est dans « adoube devices »");
		tell(check, findings, &finding);
	}
	return check->has_board && check->answers && !check->is_foreign;
}

/* What stands on a square, after "e4 has" and "e4 porte"; "" for nothing. */
static const char *
man_name(uint8_t man, int language)
{
	static const char *const names[LANGUAGES][2][7] = {
		{ { "", "a white pawn", "a white knight", "a white bishop", "a white rook",
		    "the white queen", "the white king" },
		  { "", "a black pawn", "a black knight", "a black bishop", "a black rook",
		    "the black queen", "the black king" } },
		{ { "", "un pion blanc", "un cavalier blanc", "un fou blanc", "une tour blanche",
		    "la dame blanche", "le roi blanc" },
		  { "", "un pion noir", "un cavalier noir", "un fou noir", "une tour noire",
		    "la dame noire", "le roi noir" } },
	};

	if (man == SOME_MAN)
		return language == ENGLISH ? "a man" : "une pièce";
	return names[language][piece_color(man)][piece_type(man)];
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

/* list_wrong: "e2 is empty, e4 has a white pawn, and 3 more". */
static void
list_wrong(const uint8_t squares[64], const uint8_t wanted[64], int language, struct text *text)
{
	int n = count_wrong(squares, wanted, false), named = 0;

	for (int sq = 0; sq < 64 && named < SQUARES_NAMED; sq++) {
		const char name[] = { (char)('a' + sq_file(sq)), (char)('1' + sq_rank(sq)), '\0' };

		if (is_as_wanted(squares[sq], wanted[sq]))
			continue;
		text_string(text, named++ > 0 ? ", " : "");
		text_string(text, name);
		if (squares[sq] == EMPTY) {
			text_string(text, language == ENGLISH ? " is empty" : " est vide");
		} else {
			text_string(text, language == ENGLISH ? " has " : " porte ");
			text_string(text, man_name(squares[sq], language));
		}
	}
	if (n > named) {
		text_string(text, language == ENGLISH ? ", and " : ", et ");
		text_unsigned(text, (uint64_t)(n - named), 1);
		text_string(text, language == ENGLISH ? " more" : " de plus");
	}
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
	static const char *const heads[] = { "not the start position: ",
		                             "pas la position de départ : " };
	struct finding finding = { .what = "not-at-start" };
	bool starts, turned = view->rotated;
	uint8_t wanted[64];

	starts = is_start(check, view, wanted);
	if (!starts && !turned && count_wrong(view->squares, wanted, true) == 0)
		turned = starts = true;
	for (int language = 0; language < LANGUAGES && !starts; language++) {
		struct text text;

		text_begin(&text, finding.text[language], sizeof(finding.text[language]));
		text_string(&text, heads[language]);
		list_wrong(view->squares, wanted, language, &text);
	}
	if (!starts)
		tell(check, findings, &finding);
	if (turned)
		tell_plain(
			check, findings, "turned",
			"the board is the wrong way round: White sits with the connector on his "
			"right",
			"l'échiquier est à l'envers : les Blancs ont le connecteur à leur droite");
}

/* --- The clock ------------------------------------------------------------------------------ */

/* "1:30:00". */
static void
put_time(struct text *text, int32_t seconds)
{
	if (seconds < 0) {
		text_string(text, "?");
		return;
	}
	text_unsigned(text, (uint64_t)seconds / 3600, 1);
	text_char(text, ':');
	text_unsigned(text, (uint64_t)seconds / 60 % 60, 2);
	text_char(text, ':');
	text_unsigned(text, (uint64_t)seconds % 60, 2);
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

static void
tell_setting(const struct round_check *check, const struct time_control *control,
             const struct tracker_view *view, json_t *findings)
{
	static const char *const words[LANGUAGES][3] = {
		{ "the clock shows ", " and ", "; the event says " },
		{ "la pendule affiche ", " et ", " ; l'épreuve prévoit " },
	};
	struct finding finding = { .what = "clock-set" };
	struct text text;

	for (int language = 0; language < LANGUAGES; language++) {
		const char *const *word = words[language];

		text_begin(&text, finding.text[language], sizeof(finding.text[language]));
		text_string(&text, word[0]);
		put_time(&text, view->clock_s[WHITE]);
		text_string(&text, word[1]);
		put_time(&text, view->clock_s[BLACK]);
		text_string(&text, word[2]);
		put_time(&text, (int32_t)time_control_start_s(control, WHITE, NULL));
		if (control->main_s[WHITE] != control->main_s[BLACK]) {
			text_string(&text, word[1]);
			put_time(&text, (int32_t)time_control_start_s(control, BLACK, NULL));
		}
	}
	tell(check, findings, &finding);
}

static void
check_clock(const struct round_check *check, const struct tracker_view *view, json_t *findings)
{
	struct time_control control = wanted_control(check);

	if (control.kind == TIME_NO_CLOCK)
		return;
	if (!view->clock_seen) {
		tell_plain(check, findings, "no-clock", "no clock is connected",
		           "aucune pendule n'est branchée");
		return;
	}
	if ((control.kind == TIME_PERIODS || control.kind == TIME_SANDCLOCK) &&
	    !is_set(&control, view))
		tell_setting(check, &control, view, findings);
	if (view->clock_running)
		tell_plain(check, findings, "clock-runs", "the clock is running",
		           "la pendule est en marche");
	if (view->clock_battery_low)
		tell_plain(check, findings, "clock-battery", "the clock's battery is low",
		           "la pile de la pendule est faible");
}

/* --- The rest ------------------------------------------------------------------------------- */

/* A board that has no battery says nothing of one. */
static void
check_battery(const struct round_check *check, json_t *findings)
{
	const char *battery = table_fact(check->table, BOARD_FACT_BATTERY);
	struct finding finding = { .what = "board-battery" };
	long percent = strtol(battery, NULL, 10);

	if (strspn(battery, "0123456789") == 0 || percent >= ROUND_CHECK_BATTERY)
		return;
	snprintf(finding.text[ENGLISH], sizeof(finding.text[ENGLISH]),
	         "the board's battery has %ld%% left", percent);
	snprintf(finding.text[FRENCH], sizeof(finding.text[FRENCH]),
	         "la batterie de l'échiquier n'a plus que %ld %%", percent);
	tell(check, findings, &finding);
}

static void
check_names(const struct round_check *check, json_t *findings)
{
	if (check->setup->white[0] == '\0')
		tell_plain(check, findings, "no-name", "no name for White",
		           "pas de nom pour les Blancs");
	if (check->setup->black[0] == '\0')
		tell_plain(check, findings, "no-name", "no name for Black",
		           "pas de nom pour les Noirs");
}

static void
check_record(const struct round_check *check, json_t *findings)
{
	struct finding finding = { .what = "not-recorded" };

	if (check->record[0] == '\0')
		return;
	snprintf(finding.text[ENGLISH], sizeof(finding.text[ENGLISH]), "it is not recorded: %.300s",
	         check->record);
	snprintf(finding.text[FRENCH], sizeof(finding.text[FRENCH]),
	         "rien n'est enregistré : %.300s", check->record);
	tell(check, findings, &finding);
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
