/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is to go wrong on a simulated bus, as the command line says it.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/cli/simulate.h"

#define DAY_S 86400

/* A decimal number up to max at *at, which is moved behind it. */
static bool
take_number(const char **at, unsigned long max, unsigned long *ret_number)
{
	char *end;

	if (**at < '0' || **at > '9')
		return false;
	errno = 0;
	*ret_number = strtoul(*at, &end, 10);
	*at = end;
	return errno == 0 && *ret_number <= max;
}

/* One of `n` words and the character behind it at *at, which is moved behind both; n: none of them. */
static size_t
take_word(const char **at, const char *const *words, size_t n, char behind)
{
	for (size_t i = 0; i < n; i++) {
		size_t len = strlen(words[i]);

		if (strncmp(*at, words[i], len) != 0 || (*at)[len] != behind)
			continue;
		*at += len + 1;
		return i;
	}
	return n;
}

static bool
read_faults(struct sim_bus_faults *faults, const char *at)
{
	static const char *const words[4] = { "drop", "corrupt", "duplicate", "delay" };
	uint16_t *const shares[4] = { &faults->drop, &faults->corrupt, &faults->duplicate,
		                      &faults->delay };
	unsigned long share;

	for (;; at++) {
		size_t which = take_word(&at, words, 4, '=');

		if (which == 4 || !take_number(&at, 1000, &share))
			return false;
		*shares[which] = (uint16_t)share;
		if (*at != ',')
			return *at == '\0';
	}
}

int
simulate_faults(struct simulate_options *options, const char *value)
{
	options->has_faults = true;
	if (read_faults(&options->faults, value))
		return 0;
	fprintf(stderr,
	        "adoube simulate: --faults '%s': drop=N,corrupt=N,duplicate=N,delay=N are needed, "
	        "or some of them, N 0 to 1000\n",
	        value);
	return -EINVAL;
}

static bool
read_trouble(struct simulate_trouble *trouble, const char *at)
{
	static const char *const words[4] = { "mute", "unplug", "off", "babble" };
	static const enum sim_bus_trouble troubles[4] = { SIM_BUS_MUTE, SIM_BUS_UNPLUGGED,
		                                          SIM_BUS_OFF, SIM_BUS_BABBLING };
	size_t which = take_word(&at, words, 4, ':');
	unsigned long board, from_s, for_s;

	if (which == 4 || !take_number(&at, SIM_BUS_TABLES, &board) || board == 0 || *at++ != ':' ||
	    !take_number(&at, DAY_S, &from_s) || *at++ != ':' || !take_number(&at, DAY_S, &for_s) ||
	    *at != '\0')
		return false;
	trouble->what = troubles[which];
	trouble->board = (unsigned int)board;
	trouble->from_us = from_s * UINT64_C(1000000);
	trouble->until_us = trouble->from_us + for_s * UINT64_C(1000000);
	return true;
}

int
simulate_trouble(struct simulate_options *options, const char *value)
{
	if (options->n_troubles == SIMULATE_TROUBLES) {
		fprintf(stderr, "adoube simulate: --trouble '%s': at most %d of them\n", value,
		        SIMULATE_TROUBLES);
		return -EINVAL;
	}
	if (read_trouble(&options->troubles[options->n_troubles], value)) {
		options->n_troubles++;
		return 0;
	}
	fprintf(stderr,
	        "adoube simulate: --trouble '%s': WHAT:BOARD:FROM:FOR is needed, as "
	        "unplug:2:60:30; "
	        "there are mute, unplug, off, babble\n",
	        value);
	return -EINVAL;
}
