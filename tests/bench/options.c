/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/options.h"

#include <errno.h>
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#define OPTIONS_MAX 16
#define HELP        OPTIONS_MAX /* beside the indices of the others */

static bool
read_number(const char *text, uint64_t *ret_number)
{
	char *end;

	if (*text < '0' || *text > '9')
		return false;
	errno = 0;
	*ret_number = strtoull(text, &end, 10);
	return errno == 0 && *end == '\0';
}

static bool
take(const struct bench_option *option, void *ctx, const char *value)
{
	if (option->flag)
		return *option->flag = true;
	if (option->number)
		return read_number(value, option->number);
	if (option->take)
		return option->take(ctx, value);
	*option->text = value;
	return true;
}

int
bench_options_read(const struct bench_option *options, size_t n, void *ctx, const char *usage,
                   int argc, char **argv)
{
	struct option names[OPTIONS_MAX + 2] = { { "help", no_argument, NULL, HELP } };
	int i;

	if (n > OPTIONS_MAX)
		abort();
	for (size_t k = 0; k < n; k++)
		names[k + 1] = (struct option){
			.name = options[k].name,
			.has_arg = options[k].flag ? no_argument : required_argument,
			.val = (int)k,
		};
	while ((i = getopt_long(argc, argv, "", names, NULL)) != -1) {
		if (i == HELP) {
			fputs(usage, stdout);
			return EXIT_SUCCESS;
		}
		if (i >= 0 && (size_t)i < n && take(&options[i], ctx, optarg))
			continue;
		if (i != '?')
			fprintf(stderr, "%s: --%s '%s': this cannot be\n", argv[0], options[i].name,
			        optarg);
		fputs(usage, stderr);
		return 2;
	}
	return BENCH_GO_ON;
}
