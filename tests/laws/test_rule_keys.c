/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every key of the regulations, from the table that they are read by: each value it takes can be stated in an
 * event file, and what it does not take is named with file, line, key and what is allowed.
 */
#include <check.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/laws/rules/rules_table.h"
#include "daemon/config.h"
#include "tests/support.h"

static char path[] = "/tmp/adoubed-keys-XXXXXX";

/* What else must stand in the file so that a value does not contradict it or lack something; key NULL: all. */
static const struct {
	const char *key, *value, *lines;
} companions[] = {
	{ "edition", "fide-2014", "[rules]\ndefault_time = 0\n" },
	{ "level", "rapid", "[rules]\nadequate_supervision = on\n" },
	{ "level", "blitz", "[rules]\nadequate_supervision = on\n" },
	{ "adequate_supervision", NULL, "[rules]\nlevel = rapid\n" },
	{ "mode", NULL, "[time]\ncontrol = 5400+30\n" },
	{ "mode", "none", "[time]\ncontrol = 5400\n" },
	{ "white_minutes", NULL,
	  "[rules]\nadequate_supervision = on\n[time]\ncontrol = 5400+30\n" },
	{ "black_minutes", NULL,
	  "[rules]\nadequate_supervision = on\n[time]\ncontrol = 5400+30\n" },
	{ "draw.agreement", "min-moves", "[rules]\ndraw.min_moves = 30\n" },
	{ "quickplay.enabled", "on", "[time]\ncontrol = 5400\n" },
	{ "hybrid.sets_allowed", "on", "[rules]\noverlay = hybrid\n[time]\ncontrol = 5400+30\n" },
	{ "start.kind", "fen", "[rules]\nstart.fen = 8/8/8/8/8/5k2/8/4K2R w - -\n" },
	{ "start.kind", "odds", "[rules]\nstart.fen = 8/8/8/8/8/5k2/8/4K2R w - -\n" },
	{ "start.fen", NULL, "[rules]\nstart.kind = fen\n" },
	{ "start.sp", NULL, "[rules]\nstart.kind = chess960\n" },
};

static const char *
companion_of(const char *key, const char *value)
{
	const char *lines = "";

	for (size_t i = 0; i < sizeof(companions) / sizeof(companions[0]); i++)
		if (strcmp(key, companions[i].key) == 0 &&
		    (!companions[i].value || strcmp(value, companions[i].value) == 0))
			lines = companions[i].lines;
	return lines;
}

static const char *
section_of(enum rule rule)
{
	return rules_section(rule) == RULE_IN_TIME ? "time" : "rules";
}

/* The key on a line of its own, its companions in their sections. Returns config_load()'s word. */
static int
load(enum rule rule, const char *key, const char *value, const char *with, struct config *config,
     char *error, size_t error_size)
{
	FILE *file = fopen(path, "we");
	char section[16];
	const char *own;

	ck_assert(file != NULL);
	snprintf(section, sizeof(section), "[%s]\n", section_of(rule));
	own = strstr(with, section);
	fprintf(file, "%s%s = %s\n", section, key, value);
	if (own)
		fputs(own + strlen(section), file);
	fwrite(with, 1, own ? (size_t)(own - with) : strlen(with), file);
	fclose(file);
	return config_load(path, config, error, error_size);
}

static void
accept(enum rule rule, const char *value)
{
	const char *key = rules_key(rule);
	struct rules_stated stated;
	struct config config;
	char error[2000] = "";

	rules_stated_init(&stated);
	ck_assert_msg(rules_parse(&stated, rule, value) == 0, "%s = %s", key, value);
	ck_assert_msg(load(rule, key, value, companion_of(key, value), &config, error,
	                   sizeof(error)) == 0,
	              "%s = %s: %s", key, value, error);
	ck_assert_msg(config.stated.value[rule] == stated.value[rule], "%s = %s", key, value);
	/* In force: as it was stated, or (auto) as was found. */
	if (config.rules.stated[rule])
		ck_assert_msg(config.rules.value[rule] == stated.value[rule], "%s = %s", key,
		              value);
	config_free(&config);
}

static void
refuse(enum rule rule, const char *value)
{
	char error[2000] = "", wanted[600], allowed[400];
	const char *key = rules_key(rule);
	struct config config;
	struct text text;

	text_begin(&text, allowed, sizeof(allowed));
	rules_allowed(&text, rule);
	snprintf(wanted, sizeof(wanted), "%s:2: [%s] %s: '%s' is not allowed; allowed: %s", path,
	         section_of(rule), key, value, allowed);
	ck_assert_int_eq(load(rule, key, value, "", &config, error, sizeof(error)), -EBADMSG);
	ck_assert_str_eq(error, wanted);
	config_free(&config);
}

/* Each word of a row by itself. */
static void
accept_words(enum rule rule)
{
	char words[400], *save = NULL;

	snprintf(words, sizeof(words), "%s", rule_rows[rule].words);
	for (char *word = strtok_r(words, "|", &save); word; word = strtok_r(NULL, "|", &save))
		accept(rule, word);
}

static void
try_numbers(enum rule rule)
{
	char value[16];

	for (int i = 0; i < 2; i++) {
		snprintf(value, sizeof(value), "%d",
		         i == 0 ? rule_rows[rule].min : rule_rows[rule].max);
		accept(rule, value);
		snprintf(value, sizeof(value), "%d",
		         i == 0 ? rule_rows[rule].min - 1 : rule_rows[rule].max + 1);
		refuse(rule, value);
	}
	accept_words(rule);
}

START_TEST(every_value_of_a_key_is_read_and_no_other)
{
	enum rule rule = (enum rule)_i;

	switch (rule_rows[rule].kind) {
	case RULE_SWITCH:
		accept(rule, "on");
		accept(rule, "off");
		break;
	case RULE_WORD:
		accept_words(rule);
		break;
	case RULE_SET:
		accept_words(rule);
		accept(rule, "none");
		break;
	case RULE_NUMBER:
		try_numbers(rule);
		break;
	case RULE_WALL:
		accept(rule, "00:00");
		accept(rule, "23:59");
		accept(rule, "none");
		refuse(rule, "24:00");
		refuse(rule, "12:60");
		break;
	case RULE_POINTS:
		accept(rule, "1-1/2-0");
		accept(rule, "3-1-0");
		refuse(rule, "0-1-3");
		break;
	case RULE_TEXT:
		accept(rule, rule == RULE_START_FEN ? "8/8/8/8/8/5k2/8/4K2R w - -" : "1. e4 e5");
		refuse(rule, "");
		return; /* any text may be moves until it is known from where */
	case RULE_DERIVED:
		ck_abort_msg("rule %d cannot be stated", _i);
	}
	refuse(rule, "no-such-word");
	refuse(rule, "");
}
END_TEST

START_TEST(a_key_that_is_not_quite_one_is_unknown)
{
	const char *key = rules_key((enum rule)_i);
	const char *section = section_of((enum rule)_i);
	char wrong[80], wanted[300], error[2000] = "";
	struct config config;

	snprintf(wrong, sizeof(wrong), "%sx", key);
	snprintf(wanted, sizeof(wanted), "%s:2: unknown key '%s' in [%s]; allowed are ", path,
	         wrong, section);
	ck_assert_int_eq(load((enum rule)_i, wrong, "on", "", &config, error, sizeof(error)),
	                 -EBADMSG);
	ck_assert_msg(strncmp(error, wanted, strlen(wanted)) == 0, "%s", error);
	/* The right one is among those that are allowed. */
	ck_assert_msg(strstr(error, key) != NULL, "%s is missing in: %s", key, error);
	ck_assert_uint_lt(strlen(error), sizeof(error) - 1);
	config_free(&config);
}
END_TEST

START_TEST(keys_of_time_stand_in_rules_too)
{
	char key[80];

	if (rules_section((enum rule)_i) != RULE_IN_TIME)
		return;
	snprintf(key, sizeof(key), "tc.%s", rules_key((enum rule)_i));
	ck_assert_int_eq(rules_find(RULE_IN_RULES, key), _i);
}
END_TEST

/* Keys that the specification has, and where they are read if not under that name. */
static bool
is_read(const char *key)
{
	return rules_find(RULE_IN_RULES, key) != RULES || strcmp(key, "tc.periods[]") == 0 ||
	       strcmp(key, "tc.increment_s") == 0;
}

/* Each key between backquotes in the first column of part 4.1. */
START_TEST(every_key_of_the_specification_is_read)
{
	const char *laws = test_shared_path("laws.md");
	unsigned int n_keys = 0;
	char line[4096];
	bool here = false;
	FILE *file;

	if (!laws)
		return;
	file = fopen(laws, "re");
	ck_assert(file != NULL);
	while (fgets(line, sizeof(line), file)) {
		char *column = strtok(line, "|");

		if (strncmp(line, "### ", 4) == 0)
			here = strncmp(line, "### 4.1 ", 8) == 0;
		for (char *key = here ? strchr(column, '`') : NULL; key;
		     key = strchr(key + strlen(key) + 1, '`')) {
			key[1 + strcspn(key + 1, "`")] = '\0';
			key++;
			n_keys++;
			if (strncmp(key, "rules.", 6) == 0)
				key += 6;
			ck_assert_msg(is_read(key), "%s", key);
		}
	}
	fclose(file);
	ck_assert_uint_ge(n_keys, 50);
}
END_TEST

static Suite *
rule_keys_suite(void)
{
	Suite *suite = suite_create("rule_keys");
	TCase *tcase = tcase_create("keys");

	tcase_add_loop_test(tcase, every_value_of_a_key_is_read_and_no_other, 0, RULES_STATED);
	tcase_add_loop_test(tcase, a_key_that_is_not_quite_one_is_unknown, 0, RULES_STATED);
	tcase_add_loop_test(tcase, keys_of_time_stand_in_rules_too, 0, RULES_STATED);
	tcase_add_test(tcase, every_key_of_the_specification_is_read);
	suite_add_tcase(suite, tcase);
	return suite;
}

int
main(void)
{
	int fd = mkstemp(path), status;

	if (fd < 0)
		return EXIT_FAILURE;
	close(fd);
	status = test_run(rule_keys_suite());
	unlink(path);
	return status;
}
