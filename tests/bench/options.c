/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/bench/options.h"

#include <errno.h>
#include <getopt.h>
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define OPTIONS_MAX 16
#define HELP        OPTIONS_MAX /* beside the indices of the others */
#define CLOCK_MAX_S 36000

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
read_count(const char *text, const struct bench_option *option)
{
	unsigned int most = option->most ? option->most : UINT_MAX;
	uint64_t number;

	if (!read_number(text, &number) || number < option->least || number > most)
		return false;
	*option->count = (unsigned int)number;
	return true;
}

static bool
read_real(const char *text, double *ret_real)
{
	char *end;
	double real = strtod(text, &end);

	if (end == text || *end != '\0' || !isfinite(real) || real <= 0)
		return false;
	*ret_real = real;
	return true;
}

bool
bench_option_time(const char *value, int32_t *ret_initial_s, int32_t *ret_increment_s)
{
	char *plus;
	long initial, increment = 0;

	if (*value < '0' || *value > '9')
		return false;
	initial = strtol(value, &plus, 10);
	if (*plus == '+' && plus[1] >= '0' && plus[1] <= '9')
		increment = strtol(plus + 1, &plus, 10);
	if (*plus != '\0' || initial == 0 || initial > CLOCK_MAX_S || increment > CLOCK_MAX_S)
		return false;
	*ret_initial_s = (int32_t)initial;
	*ret_increment_s = (int32_t)increment;
	return true;
}

static bool
take(const struct bench_option *option, void *ctx, const char *value)
{
	if (option->flag)
		return *option->flag = true;
	if (option->number)
		return read_number(value, option->number);
	if (option->count)
		return read_count(value, option);
	if (option->real)
		return read_real(value, option->real);
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
