/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * "1 move", "2 moves": every sentence about an alert and every notice, in every language, with 0, 1, 2, 5 and 21 of all that
 * it counts; and the daemon's own texts that count.
 */
#include <check.h>
#include <stdio.h>
#include <string.h>

#include "core/laws/alert/plural.h"
#include "core/laws/alert/words.h"
#include "daemon/texts.h"
#include "tests/support.h"

static const int numbers[] = { 0, 1, 2, 5, 21 };

#define N_NUMBERS (sizeof(numbers) / sizeof(numbers[0]))

/* What is counted, of one and of more, with the sign behind it. */
static const struct {
	const char *code, *one, *other;
} counted[] = {
	{ "en", " move", " moves" },
	{ "en", " half-move", " half-moves" },
	{ "en", " occurrence", " occurrences" },
	{ "en", " table", " tables" },
	{ "en", " minute", " minutes" },
	{ "en", " second", " seconds" },
	{ "en", " time", " times" },
	{ "fr", " coup", " coups" },
	{ "fr", " demi-coup", " demi-coups" },
	{ "fr", " table", " tables" },
	{ "fr", " minute", " minutes" },
	{ "fr", " seconde", " secondes" },
	{ "de", " Zug", " Züge" },
	{ "de", " Halbzug", " Halbzüge" },
	{ "de", " Tisch", " Tische" },
	{ "de", " Minute", " Minuten" },
	{ "de", " Sekunde", " Sekunden" },
};

/* Is the number itself followed by that word? */
static bool
is_counted(const char *says, int n, const char *word)
{
	char number[8];
	size_t len = (size_t)snprintf(number, sizeof(number), "%d", n), word_len = strlen(word);

	for (const char *p = says; (p = strstr(p, number)); p += len) {
		bool apart = p == says || strchr(" (", p[-1]);
		const char *end = p + len + word_len;

		if (apart && strncmp(p + len, word, word_len) == 0 && !(*end >= 'a' && *end <= 'z'))
			return true;
	}
	return false;
}

/* "1 moves" and "5 move" are said by no language. */
static void
check_said(int language, int n, const char *says)
{
	ck_assert_msg(!strpbrk(says, "{}|"), "%s: %s", language_code(language), says);
	for (size_t i = 0; i < sizeof(counted) / sizeof(counted[0]); i++) {
		bool one = plural_form(language, n) == 0;

		if (strcmp(counted[i].code, language_code(language)) == 0)
			ck_assert_msg(!is_counted(says, n, one ? counted[i].other : counted[i].one),
			              "%s, %d: %s", counted[i].code, n, says);
	}
}

static const char *
sentence(enum alert_id id, int language, int n)
{
	static struct position position;
	static char buffer[ALERT_SENTENCE_SIZE];
	struct alert alert = { .id = id, .before = &position, .n = n, .piece = WHITE_PAWN };
	struct text text;

	position_start(&position);
	alert.squares = (UINT64_C(1) << n) - 1;
	alert.n_plies = n < ALERT_PLIES_MAX ? (uint32_t)n : ALERT_PLIES_MAX;
	for (uint32_t i = 0; i < alert.n_plies; i++)
		alert.plies[i] = 100 + i;
	text_begin(&text, buffer, sizeof(buffer));
	alert_sentence(&text, &alert, language);
	ck_assert_int_eq(text_end(&text, NULL), 0);
	return buffer;
}

START_TEST(every_sentence_counts_in_its_language)
{
	for (int language = 0; language < n_languages; language++)
		for (int id = 0; id < ALERTS; id++)
			for (size_t i = 0; i < N_NUMBERS; i++)
				check_said(language, numbers[i],
				           sentence((enum alert_id)id, language, numbers[i]));
}
END_TEST

/* Those of the program's texts, with the same number everywhere. */
START_TEST(every_text_counts_in_its_language)
{
	for (int language = 0; language < n_languages; language++)
		for (int key = 0; key < TEXTS; key++)
			for (size_t i = 0; i < N_NUMBERS; i++) {
				char buffer[512], n[8];
				const struct text_value values[] = { { "n", n }, { "all", n } };
				struct text text;

				snprintf(n, sizeof(n), "%d", numbers[i]);
				text_begin(&text, buffer, sizeof(buffer));
				text_fill(&text, language, (enum text_key)key, values, 2);
				ck_assert_int_eq(text_end(&text, NULL), 0);
				check_said(language, numbers[i], buffer);
			}
}
END_TEST

static void
check_notices(const struct ruleset *rules, int language, int n)
{
	char buffer[512];
	struct text text;
	enum rule rule;

	for (size_t i = 0;; i++) {
		text_begin(&text, buffer, sizeof(buffer));
		if (!ruleset_notice(rules, i, language, &text, &rule))
			break;
		check_said(language, n, buffer);
	}
}

START_TEST(every_notice_counts_in_its_language)
{
	for (int language = 0; language < n_languages; language++)
		for (size_t i = 0; i < N_NUMBERS; i++) {
			struct ruleset rules = { .edition = EDITION_FIDE_2018 };

			rules.value[RULE_DEFAULT_TIME] = numbers[i];
			rules.value[RULE_APPEALS] = numbers[i];
			rules.value[RULE_HYBRID_DISCONNECT] = numbers[i];
			check_notices(&rules, language, numbers[i]);
		}
}
END_TEST

static const struct {
	enum alert_id id;
	const char *code;
	int n;
	const char *says;
} said[] = {
	{ ALERT_FLAG_FALLEN, "en", 0,
	  "White flag; 0 moves completed; opponent may or may not be able to mate. Not a ruling." },
	{ ALERT_FLAG_FALLEN, "en", 1,
	  "White flag; 1 move completed; opponent may or may not be able to mate. Not a ruling." },
	{ ALERT_FLAG_FALLEN, "de", 1,
	  "Fallblättchen von Weiß; 1 Zug abgeschlossen; der Gegner kann vielleicht mattsetzen. "
	  "Keine "
	  "Entscheidung." },
	{ ALERT_FLAG_FALLEN, "fr", 0,
	  "Drapeau tombé (les Blancs) : 0 coup complété ; mat adverse indéterminé. Constat, pas "
	  "décision." },
	{ ALERT_FLAG_FALLEN, "fr", 21,
	  "Drapeau tombé (les Blancs) : 21 coups complétés ; mat adverse indéterminé. Constat, pas "
	  "décision." },
	{ ALERT_FLAG_FALLEN_CONTROL_MET, "de", 2,
	  "Fallblättchen bei der Zeitkontrolle nach 2 Zügen: die Zugzahl ist erreicht." },
	{ ALERT_POSITION_NOT_RESTORED, "de", 1,
	  "Es wird weitergespielt, aber nicht aus der Stellung vor dem regelwidrigen Zug: a1 "
	  "weicht ab. "
	  "Uhr anhalten und wiederherstellen." },
	{ ALERT_REPEATED_DRAW_OFFERS, "fr", 1, "1re offre de nulle des Blancs." },
	{ ALERT_REPEATED_DRAW_OFFERS, "fr", 5, "5e offre de nulle des Blancs." },
};

/* A table of languages: what goes with a hundred and more goes as with the hundred before. */
START_TEST(a_sentence_is_said_as_its_language_counts)
{
	ck_assert_str_eq(sentence(said[_i].id, language_find(said[_i].code), said[_i].n),
	                 said[_i].says);
	ck_assert_int_eq(plural_form(ALERT_ENGLISH, -1), 0);
	ck_assert_int_eq(plural_form(ALERT_ENGLISH, 101), 1);
	ck_assert_int_eq(plural_form(ALERT_FRENCH, 0), 0);
	ck_assert_int_eq(plural_form(ALERT_FRENCH, INT64_MIN), 1);
}
END_TEST

/* "1/40": so many of forty moves. */
START_TEST(of_many_required_one_is_counted_in_many)
{
	struct position position;
	struct alert alert = { .id = ALERT_FLAG_FALLEN, .before = &position, .n = 1, .m = 40 };
	char buffer[ALERT_SENTENCE_SIZE];
	struct text text;

	position_start(&position);
	text_begin(&text, buffer, sizeof(buffer));
	alert_sentence(&text, &alert, ALERT_ENGLISH);
	ck_assert_str_eq(buffer, "White flag; 1/40 moves completed; opponent may or may not be "
	                         "able to mate. Not a ruling.");
}
END_TEST

/* R is a rook in English, and the king in French. */
START_TEST(moves_have_the_letters_of_their_language)
{
	static const struct {
		const char *code, *san, *says;
	} moves[] = {
		{ "en", "Rf1", "Rf1" },         { "fr", "Rf1", "Tf1" },
		{ "fr", "Kxf7+", "Rxf7+" },     { "de", "Nbd7", "Sbd7" },
		{ "de", "exd8=Q+", "exd8=D+" }, { "fr", "O-O-O#", "O-O-O#" },
		{ "fr", "b8=B", "b8=F" },
	};

	for (size_t i = 0; i < sizeof(moves) / sizeof(moves[0]); i++) {
		char buffer[16];
		struct text text;

		text_begin(&text, buffer, sizeof(buffer));
		text_san(&text, moves[i].san, language_find(moves[i].code));
		ck_assert_str_eq(buffer, moves[i].says);
	}
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("plurals");
	TCase *tcase = tcase_create("plurals");

	tcase_add_test(tcase, every_sentence_counts_in_its_language);
	tcase_add_test(tcase, every_text_counts_in_its_language);
	tcase_add_test(tcase, every_notice_counts_in_its_language);
	tcase_add_loop_test(tcase, a_sentence_is_said_as_its_language_counts, 0,
	                    (int)(sizeof(said) / sizeof(said[0])));
	tcase_add_test(tcase, moves_have_the_letters_of_their_language);
	tcase_add_test(tcase, of_many_required_one_is_counted_in_many);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
