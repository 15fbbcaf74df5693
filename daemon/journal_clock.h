/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The journal's time: microseconds since the journal began, which never decrease, go on while the machine
 * sleeps and over restarts, and do not care when somebody sets the wall clock.
 *
 * Within one boot it is CLOCK_BOOTTIME. Over a reboot only the wall clock knows how long it took; if that
 * was set back the time goes on where it was. What the clocks said is an entry of the journal
 * (JOURNAL_EPOCH, JSON) whenever a daemon begins and whenever the wall clock was set:
 *
 *     {"boot":"ID","boot_us":N,"unix_us":N,"why":"begun|clock-set","program":"0.1.0 HASH"}
 */
#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define JOURNAL_CLOCK_STEP_US 500000 /* the wall clock was set, it did not drift */

struct journal_moment {
	char boot[40];    /* the kernel's boot id */
	uint64_t boot_us; /* CLOCK_BOOTTIME */
	uint64_t unix_us; /* CLOCK_REALTIME */
};

struct journal_clock {
	struct journal_moment epoch; /* of the last JOURNAL_EPOCH */
	uint64_t epoch_us;           /* the journal's time then */
};

/* journal_moment_now: ask the machine. */
void journal_moment_now(struct journal_moment *ret_moment);

/* journal_clock_begin: a daemon begins at *now. *clock is as the journal's last epoch left it (all zero:
 * a new journal); last_us: no entry is later. */
void journal_clock_begin(struct journal_clock *clock, const struct journal_moment *now,
                         uint64_t last_us);

/* journal_clock_us: the journal's time at *now, of the same boot. journal_clock_unix_us: the wall clock's
 * at that time of the journal, by the last epoch. */
uint64_t journal_clock_us(const struct journal_clock *clock, const struct journal_moment *now);
uint64_t journal_clock_unix_us(const struct journal_clock *clock, uint64_t t_us);

/* journal_clock_was_set: has the wall clock been set since the epoch? Then *now is the new epoch, and the
 * journal's time is as before. */
bool journal_clock_was_set(struct journal_clock *clock, const struct journal_moment *now);

/* journal_clock_json: the epoch, to be freed; NULL: memory is out. journal_clock_read: an epoch entry at
 * the journal's time t_us; false when it is none. */
char *journal_clock_json(const struct journal_clock *clock, const char *why, const char *program);
bool journal_clock_read(struct journal_clock *clock, uint64_t t_us, const json_t *epoch);

/* journal_time_parse: RFC 3339 in UTC, with a fraction or without, as microseconds since 1970; 0 when it is
 * something else. journal_time_format: and back, to buffer[JOURNAL_TIME]. */
#define JOURNAL_TIME 40
uint64_t journal_time_parse(const char *text);
void journal_time_format(uint64_t unix_us, char buffer[JOURNAL_TIME]);
