/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The terms of a case file, in their languages.
 */
#include "daemon/case_file.h"
#include "daemon/texts.h"

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
	char minutes[12], until[32];
	const struct text_value value = { "n", minutes };
	struct text text;

	snprintf(minutes, sizeof(minutes), "%d", appeal->minutes);
	snprintf(until, sizeof(until), "%.3f", (double)appeal->until_us / 1e6);
	text_begin(&text, buffer, CASE_APPEAL_SIZE);
	text_fill(&text, language,
	          appeal->minutes == RULE_NONE ? TEXT_CASE_APPEAL_ANY : TEXT_CASE_APPEAL_AFTER,
	          &value, 1);
	if (appeal->minutes == RULE_NONE || !appeal->is_over)
		return;
	text_string(&text, text_in(language, TEXT_CASE_COLON));
	text_char(&text, ' ');
	text_string(&text, appeal->until[0] ? appeal->until : until);
}

const char *
case_severity_word(enum alert_severity severity, int language)
{
	static const enum text_key words[] = {
		[ALERT_INFO] = TEXT_LAWS_SEVERITY_INFO,
		[ALERT_ADVISORY] = TEXT_LAWS_SEVERITY_ADVISORY,
		[ALERT_WARNING] = TEXT_LAWS_SEVERITY_WARNING,
		[ALERT_CRITICAL] = TEXT_LAWS_SEVERITY_CRITICAL,
	};

	return text_in(language, words[severity]);
}

const char *
case_outcome_word(enum alert_outcome outcome, int language)
{
	static const enum text_key words[] = {
		[ALERT_OPEN] = TEXT_OUTCOME_OPEN,
		[ALERT_CONFIRMED] = TEXT_OUTCOME_CONFIRMED,
		[ALERT_DISMISSED] = TEXT_OUTCOME_DISMISSED,
		[ALERT_DEFERRED] = TEXT_OUTCOME_DEFERRED,
		[ALERT_EXPIRED] = TEXT_OUTCOME_EXPIRED,
	};

	return text_in(language, words[outcome]);
}
