/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/log.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/base/fnv.h"
#include "daemon/utf8.h"

#define LOG_TEXT   1024
#define LOG_RECENT 16 /* messages remembered to recognise a repetition */

struct log_recent {
	uint64_t hash; /* of the text; 0: none */
	time_t since_s;
	unsigned int repeats;
};

static struct {
	bool ready, journal, color, verbose;
	struct log_recent recent[LOG_RECENT];
	unsigned int next;
} log_state;

static const struct {
	const char *journal, *color, *word;
} log_levels[] = {
	[LOG_LEVEL_ERROR] = { "<3>", "\033[1;31m", "error: " },
	[LOG_LEVEL_WARN] = { "<4>", "\033[33m", "warning: " },
	[LOG_LEVEL_INFO] = { "<6>", "", "" },
	[LOG_LEVEL_DEBUG] = { "<7>", "\033[2m", "" },
};

void
log_init(bool verbose)
{
	log_state.ready = true;
	log_state.verbose = verbose;
	log_state.journal = getenv("JOURNAL_STREAM") != NULL;
	log_state.color = !log_state.journal && isatty(STDERR_FILENO) && !getenv("NO_COLOR");
}

static void
log_print(enum log_level level, const char *text)
{
	char line[LOG_TEXT + 64];
	struct timespec now;
	struct tm local;
	int len;

	if (log_state.journal) {
		len = snprintf(line, sizeof(line), "%s%s\n", log_levels[level].journal, text);
	} else {
		clock_gettime(CLOCK_REALTIME, &now);
		localtime_r(&now.tv_sec, &local);
		len = snprintf(line, sizeof(line), "%02d:%02d:%02d.%03d %s%s%s%s\n", local.tm_hour,
		               local.tm_min, local.tm_sec, (int)(now.tv_nsec / 1000000),
		               log_state.color ? log_levels[level].color : "",
		               log_levels[level].word, text,
		               log_state.color && log_levels[level].color[0] ? "\033[0m" : "");
	}
	/* One write a line: lines of two processes do not mix. Nobody can be told that the log is
	 * shut. */
	if (len > 0 && write(STDERR_FILENO, line, (size_t)len) < 0)
		return;
}

/* log_clean: what a device or a file name brought must not write lines of its own, or move the cursor; and a line with half
 * a character at the end of what was quoted is shown by the journal as "blob data", and not at all. */
static void
log_clean(char *text)
{
	for (size_t len; *text; text += len) {
		len = utf8_character(text);
		if (len > 0 && *text != '\t')
			continue;
		*text = '?';
		len = 1;
	}
}

/* log_is_repeat: was this said a moment ago? Says first how often the forgotten one was repeated.
 */
static bool
log_is_repeat(enum log_level level, const char *text)
{
	uint64_t hash = fnv_bytes(FNV_BEGIN, text, strlen(text)) | 1; /* 0: an empty place */
	struct timespec now;
	struct log_recent *recent;

	clock_gettime(CLOCK_MONOTONIC, &now);
	for (int i = 0; i < LOG_RECENT; i++) {
		recent = &log_state.recent[i];
		if (recent->hash != hash)
			continue;
		if (now.tv_sec - recent->since_s < LOG_REPEAT_S) {
			recent->repeats++;
			return true;
		}
		if (recent->repeats > 0) {
			char again[LOG_TEXT];

			snprintf(again, sizeof(again), "%.900s (said %u times more since)", text,
			         recent->repeats);
			log_clean(again);
			log_print(level, again);
			recent->repeats = 0;
			recent->since_s = now.tv_sec;
			return true;
		}
		recent->since_s = now.tv_sec;
		return false;
	}
	recent = &log_state.recent[log_state.next++ % LOG_RECENT];
	recent->hash = hash;
	recent->since_s = now.tv_sec;
	recent->repeats = 0;
	return false;
}

__attribute__((format(printf, 2, 0))) static void
log_text(enum log_level level, const char *format, va_list args)
{
	char text[LOG_TEXT];

	if (!log_state.ready)
		log_init(false);
	if (level == LOG_LEVEL_DEBUG && !log_state.verbose)
		return;
	vsnprintf(text, sizeof(text), format, args);
	log_clean(text);
	if (!log_is_repeat(level, text))
		log_print(level, text);
}

#define LOG_DEFINE(name, level)                                                                    \
	void name(const char *format, ...)                                                         \
	{                                                                                          \
		va_list args;                                                                      \
                                                                                                   \
		va_start(args, format);                                                            \
		log_text(level, format, args);                                                     \
		va_end(args);                                                                      \
	}

LOG_DEFINE(log_error, LOG_LEVEL_ERROR)
LOG_DEFINE(log_warn, LOG_LEVEL_WARN)
LOG_DEFINE(log_info, LOG_LEVEL_INFO)
LOG_DEFINE(log_debug, LOG_LEVEL_DEBUG)
