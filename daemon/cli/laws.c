/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * adoube laws: the rules in force for an event, and what the arbiter may be told, with their articles.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "core/laws/alert/alert.h"
#include "daemon/cli/command.h"
#include "daemon/cli/flags.h"
#include "daemon/config.h"
#include "daemon/texts.h"

struct laws_options {
	const char *event_file; /* NULL: none */
	int language;
	bool alerts;
};

static const char usage[] =
	"usage: adoube laws [--event FILE] [--lang en|fr|de] [--alerts]\n"
	"\n"
	"Prints the rules in force: each with its value, a '*' where the event says so and not\n"
	"the Laws, the articles of the edition, and what it is about; then what players and\n"
	"arbiters have to be told of it.\n"
	"\n"
	"  --event FILE   the event (see adoubed.conf(5)); without one, the Laws as they are\n"
	"                 today, at standard\n"
	"  --lang LANG    en (default), fr or de\n"
	"  --alerts       print what the arbiter may be told instead: id, severity, who acts,\n"
	"                 until when it matters, articles, sentence\n"
	"\n"
	"Exit status: 0; 2 when the event file or an option is wrong.\n";

/* "7.5.1;7.5.5" as "7.5.1, 7.5.5". */
static void
print_articles(const char *articles, int width)
{
	char buffer[128];
	size_t len = 0;

	for (const char *p = articles; *p && len + 2 < sizeof(buffer); p++) {
		buffer[len++] = *p == ';' ? ',' : *p;
		if (*p == ';')
			buffer[len++] = ' ';
	}
	buffer[len] = '\0';
	printf("%-*s", width, len > 0 ? buffer : "-");
}

static void
print_moves(uint32_t moves, int language)
{
	char number[12], buffer[64];
	const struct text_value value = { "n", number };
	struct text text;

	snprintf(number, sizeof(number), "%" PRIu32, moves);
	text_begin(&text, buffer, sizeof(buffer));
	text_fill(&text, language, TEXT_LAWS_MOVES, &value, 1);
	fputs(buffer, stdout);
}

/* The periods of the time control, as they are given. */
static void
print_control(const struct ruleset *rules, int language)
{
	const struct time_control *control = &rules->control;

	for (uint32_t i = 0; i < control->n_periods; i++) {
		const struct time_period *period = &control->periods[i];

		printf("%-28s", i == 0 ? text_in(language, TEXT_LAWS_CONTROL) : "");
		if (period->moves > 0)
			print_moves(period->moves, language);
		else
			printf("%s", text_in(language, TEXT_LAWS_ALL_MOVES));
		printf(" / %u s", period->seconds);
		if (period->increment_s > 0)
			printf(" + %u %s (%s)", period->increment_s,
			       text_in(language, TEXT_LAWS_PER_MOVE), time_mode_name(period->mode));
		putchar('\n');
	}
}

static void
print_rule(const struct ruleset *rules, enum rule rule, int language)
{
	char value[RULES_TEXT_MAX];
	struct text text;

	text_begin(&text, value, sizeof(value));
	if (rule == RULE_START_FEN)
		text_string(&text, rules->start_fen[0] ? rules->start_fen : "-");
	else if (rule == RULE_START_PREFIX)
		text_string(&text, rules->start_prefix[0] ? rules->start_prefix : "-");
	else
		rules_format_value(&text, rule, rules->value[rule]);
	printf("%-28s%c %-20s  ", rules_key(rule)[0] ? rules_key(rule) : "-",
	       rules->stated[rule] ? '*' : ' ', value);
	print_articles(ruleset_articles(rules, rule), 24);
	printf("  %s\n", ruleset_meaning(rule, language));
}

/* What the event has to announce, each with its articles. */
static void
print_notices(const struct ruleset *rules, int language)
{
	char sentence[RULES_TEXT_MAX];
	struct text text;
	enum rule rule;

	printf("\n%s\n", text_in(language, TEXT_LAWS_ANNOUNCE));
	for (size_t n = 0;; n++) {
		text_begin(&text, sentence, sizeof(sentence));
		if (!ruleset_notice(rules, n, language, &text, &rule))
			return;
		printf("  %s (", sentence);
		print_articles(ruleset_articles(rules, rule), 0);
		puts(")");
	}
}

static void
print_rules(const struct ruleset *rules, int language)
{
	print_control(rules, language);
	for (int rule = 0; rule < RULES; rule++)
		print_rule(rules, (enum rule)rule, language);
	print_notices(rules, language);
}

/* In English these are the words that files have; in other languages what the arbiter says. */
static const char *
severity_word(enum alert_severity severity, int language)
{
	static const enum text_key words[] = { TEXT_LAWS_SEVERITY_INFO, TEXT_LAWS_SEVERITY_ADVISORY,
		                               TEXT_LAWS_SEVERITY_WARNING,
		                               TEXT_LAWS_SEVERITY_CRITICAL };

	return text_in(language, words[severity]);
}

static const char *
who_word(enum alert_who who, int language)
{
	static const enum text_key words[] = { TEXT_LAWS_WHO_ARBITER, TEXT_LAWS_WHO_TECHNICIAN,
		                               TEXT_LAWS_WHO_BOTH, TEXT_LAWS_WHO_NOBODY };

	return text_in(language, words[who]);
}

static const char *
until_word(enum alert_until until, int language)
{
	static const enum text_key words[] = { TEXT_LAWS_UNTIL_NEVER, TEXT_LAWS_UNTIL_GAME,
		                               TEXT_LAWS_UNTIL_OPPONENT };

	return text_in(language, words[until]);
}

static void
print_alerts(const struct ruleset *rules, int language)
{
	for (int id = 0; id < ALERTS; id++) {
		const struct alert_row *row = alert_row((enum alert_id)id);

		printf("%-32s  %-8s  %-22s  %-14s  ", row->name,
		       severity_word(row->severity[rules->edition], language),
		       who_word(row->who, language), until_word(row->until, language));
		print_articles(row->articles[rules->edition], 24);
		printf("  %s\n", alert_text((enum alert_id)id, language));
	}
}

/* COMMAND_OK, or the exit status with *ret_stop set. */
static int
parse_options(struct laws_options *options, int argc, char **argv, bool *ret_stop)
{
	const char *lang = "en";
	const struct flag flags[] = { { "--event", NULL, NULL, &options->event_file },
		                      { "--lang", NULL, NULL, &lang },
		                      { "--alerts", NULL, &options->alerts, NULL } };
	const struct flags_command line = { usage, flags, 3, false };
	int status = flags_read(&line, argc, argv);

	*ret_stop = true;
	if (status >= 0)
		return status;
	options->language = language_find(lang);
	if (options->language < 0) {
		fprintf(stderr, "adoube laws: --lang %.20s is not allowed; allowed:", lang);
		for (int i = 0; language_code(i); i++)
			fprintf(stderr, "%s %s", i > 0 ? "," : "", language_code(i));
		fputc('\n', stderr);
		return COMMAND_USAGE;
	}
	if (optind < argc) {
		fprintf(stderr,
		        "adoube laws: '%.60s': it takes options only; --event FILE names the "
		        "event\n",
		        argv[optind]);
		return COMMAND_USAGE;
	}
	*ret_stop = false;
	return COMMAND_OK;
}

int
command_laws(int argc, char **argv)
{
	struct laws_options options = { 0 };
	struct config config;
	char error[2048];
	bool stop;
	int status = parse_options(&options, argc, argv, &stop);

	if (stop)
		return status;
	config_defaults(&config);
	if (options.event_file &&
	    config_load(options.event_file, &config, error, sizeof(error)) != 0) {
		fprintf(stderr, "adoube laws: %s\n", error);
		config_free(&config);
		return COMMAND_USAGE;
	}
	if (config_use_today(&config, error, sizeof(error)) != 0)
		fprintf(stderr, "adoube laws: %s\n", error);
	(options.alerts ? print_alerts : print_rules)(&config.rules, options.language);
	config_free(&config);
	return COMMAND_OK;
}
