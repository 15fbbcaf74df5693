/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a bench is asked for on its command line.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define BENCH_GO_ON (-1)

/* One of them, "--NAME" or "--NAME VALUE": what it sets is the one pointer that is not NULL. */
struct bench_option {
	const char *name;
	bool *flag;                       /* set to true; without a value */
	uint64_t *number;                 /* decimal */
	unsigned int *count, least, most; /* decimal, from least to most; most 0: as many as fit */
	double *real;                     /* above 0, and no infinity */
	const char **text;
	bool (*take)(void *ctx, const char *value); /* false: it cannot be that */
};

/* bench_options_read: read the options of a command line; the arguments behind them are those from optind on.
 * Returns BENCH_GO_ON, or the exit status of a program that ends here: 0 after --help, with `usage` on
 * standard output; 2 after anything wrong, which is named, with `usage` on standard error. */
int bench_options_read(const struct bench_option *options, size_t n, void *ctx, const char *usage,
                       int argc, char **argv);

/* bench_option_time: read what clocks are set to, "S+I" or "S", in whole seconds. False, and nothing is set,
 * where it is not that, S is 0, or they are more than a clock shows (10 hours). */
bool bench_option_time(const char *value, int32_t *ret_initial_s, int32_t *ret_increment_s);
