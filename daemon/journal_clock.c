/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/journal_clock.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "daemon/json_text.h"
#include "daemon/time_now.h"

/* read_boot_id: as 32 hexadecimal digits. A service that sees of /proc its own processes only is told by its unit. It
 * does not change while we run. */
static void
read_boot_id(char id[40])
{
	FILE *file = fopen("/proc/sys/kernel/random/boot_id", "re");
	const char *told = getenv("ADOUBED_BOOT_ID");
	char text[40] = "";
	size_t n = 0;

	if ((!file || !fgets(text, sizeof(text), file)) && told)
		snprintf(text, sizeof(text), "%s", told);
	if (file)
		fclose(file);
	for (const char *p = text; isxdigit((unsigned char)*p) || *p == '-'; p++)
		if (*p != '-')
			id[n++] = *p;
	id[n] = '\0';
}

void
journal_moment_now(struct journal_moment *ret_moment)
{
	static char boot[40];
	static bool is_read;

	if (!is_read)
		read_boot_id(boot);
	is_read = true;
	memcpy(ret_moment->boot, boot, sizeof(boot));
	ret_moment->boot_us = time_boot_us();
	ret_moment->unix_us = time_unix_us();
}

static bool
is_same_boot(const struct journal_moment *a, const struct journal_moment *b)
{
	return a->boot[0] != '\0' && strcmp(a->boot, b->boot) == 0 && b->boot_us >= a->boot_us;
}

void
journal_clock_begin(struct journal_clock *clock, const struct journal_moment *now, uint64_t last_us)
{
	uint64_t t_us = clock->epoch_us;

	if (is_same_boot(&clock->epoch, now))
		t_us += now->boot_us - clock->epoch.boot_us;
	else if (clock->epoch.unix_us != 0 && now->unix_us > clock->epoch.unix_us)
		t_us += now->unix_us - clock->epoch.unix_us;
	clock->epoch_us = t_us > last_us ? t_us : last_us;
	clock->epoch = *now;
}

uint64_t
journal_clock_us(const struct journal_clock *clock, const struct journal_moment *now)
{
	return clock->epoch_us + (now->boot_us - clock->epoch.boot_us);
}

uint64_t
journal_clock_unix_us(const struct journal_clock *clock, uint64_t t_us)
{
	return clock->epoch.unix_us + t_us - clock->epoch_us;
}

bool
journal_clock_was_set(struct journal_clock *clock, const struct journal_moment *now)
{
	uint64_t t_us = journal_clock_us(clock, now);
	uint64_t expected_us = journal_clock_unix_us(clock, t_us);
	uint64_t step_us = expected_us > now->unix_us ? expected_us - now->unix_us
	                                              : now->unix_us - expected_us;

	if (step_us < JOURNAL_CLOCK_STEP_US)
		return false;
	clock->epoch = *now;
	clock->epoch_us = t_us;
	return true;
}

char *
journal_clock_json(const struct journal_clock *clock, const char *why, const char *program)
{
	json_t *epoch = json_pack("{s:s, s:I, s:I, s:s, s:s}", "boot", clock->epoch.boot, "boot_us",
	                          (json_int_t)clock->epoch.boot_us, "unix_us",
	                          (json_int_t)clock->epoch.unix_us, "why", why, "program", program);

	return json_text(epoch, NULL);
}

bool
journal_clock_read(struct journal_clock *clock, uint64_t t_us, const json_t *epoch)
{
	const char *boot = json_string_value(json_object_get(epoch, "boot"));
	json_int_t boot_us = json_integer_value(json_object_get(epoch, "boot_us"));
	json_int_t unix_us = json_integer_value(json_object_get(epoch, "unix_us"));

	if (!boot || strlen(boot) >= sizeof(clock->epoch.boot) || boot_us < 0 || unix_us <= 0)
		return false;
	memset(&clock->epoch, 0, sizeof(clock->epoch));
	memcpy(clock->epoch.boot, boot, strlen(boot));
	clock->epoch.boot_us = (uint64_t)boot_us;
	clock->epoch.unix_us = (uint64_t)unix_us;
	clock->epoch_us = t_us;
	return true;
}

uint64_t
journal_time_parse(const char *text)
{
	struct tm tm = { 0 };
	const char *end = strptime(text, "%Y-%m-%dT%H:%M:%S", &tm);
	uint64_t unix_us, unit = 100000;
	time_t seconds;

	if (!end || (seconds = timegm(&tm)) <= 0)
		return 0;
	unix_us = (uint64_t)seconds * 1000000;
	if (*end == '.')
		for (end++; *end >= '0' && *end <= '9'; end++, unit /= 10)
			unix_us += unit * (uint64_t)(*end - '0');
	return strcmp(end, "Z") == 0 || strcmp(end, "+00:00") == 0 ? unix_us : 0;
}

void
journal_time_format(uint64_t unix_us, char buffer[JOURNAL_TIME])
{
	time_t seconds = (time_t)(unix_us / 1000000);
	struct tm tm;
	size_t len;

	gmtime_r(&seconds, &tm);
	len = strftime(buffer, JOURNAL_TIME, "%Y-%m-%dT%H:%M:%S", &tm);
	snprintf(buffer + len, JOURNAL_TIME - len, ".%06uZ", (unsigned int)(unix_us % 1000000));
}
