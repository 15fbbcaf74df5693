/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * adoubed beside a hall of simulated boards: started, looked at from outside, ended; and the games that the
 * boards play. All of it ends the program when it cannot.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "core/game/game.h"

struct hall_boards;

/* What adoubed is told of the hall. */
struct hall_host_setup {
	const char *folder; /* for its state, its log and this */
	const struct hall_boards *boards;
	size_t n; /* of them, each at a table of its own */
	int32_t initial_s, increment_s;
	unsigned int connections; /* to its web server; 0: as many as it likes */
};

/* hall_host_configure: write folder/adoubed.conf. */
void hall_host_configure(const struct hall_host_setup *setup);

/* hall_host_start: with folder/adoubed.conf, its output at the end of folder/adoubed.log. */
pid_t hall_host_start(const char *adoubed, const char *folder);

/* hall_host_cpu_s: user and system time it has used so far. hall_host_wait_s: time in which its loop could have
 * run and had no processor, since others had them; 0 where the kernel does not count it. hall_host_memory_mb:
 * what is resident. */
double hall_host_cpu_s(pid_t host);
double hall_host_wait_s(pid_t host);
double hall_host_memory_mb(pid_t host);

/* hall_host_end: send the signal and wait. One that was asked to end must end well; it is said when not. */
void hall_host_end(pid_t host, int signal_number);

/* hall_files_raise: this process, and those it begins, may open as many files as the system allows. */
void hall_files_raise(void);

/* hall_games_load: every game of the files into memory of its own. Returns how many. */
size_t hall_games_load(char **paths, int n, const struct game ***ret_games);
