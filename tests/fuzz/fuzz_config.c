/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The configuration from any bytes: never a crash, always one sentence for a mistake, and what was
 * accepted is text that may stand in a PGN.
 */
#include "daemon/config.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
check_tags(const struct config *config)
{
	struct pgn_tag tags[PGN_TAGS_MAX];
	char buffer[1024];

	for (size_t i = 0; i < config->n_tables; i++) {
		struct position start;
		unsigned int others;
		size_t n = config_tags(config, &config->tables[i], 1, tags, buffer, sizeof(buffer));

		config_starts(config, &config->tables[i], &start, &others);
		if (position_check(&start) != POSITION_OK)
			abort();
		for (size_t tag = 0; tag < n; tag++)
			if (tags[tag].value[0] == '\0' ||
			    strlen(tags[tag].value) >= 2 * CONFIG_TEXT ||
			    strpbrk(tags[tag].value, "\n\r\x1b"))
				abort();
	}
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static int fd = -1;
	static char path[64];
	struct config config;
	char error[1024] = "";
	int result;

	if (fd < 0) {
		fd = memfd_create("config", 0);
		snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	}
	if (ftruncate(fd, 0) < 0 || pwrite(fd, data, size, 0) != (ssize_t)size)
		abort();
	result = config_load(path, &config, error, sizeof(error));
	if (result == 0 ? error[0] != '\0' : error[0] == '\0' || strpbrk(error, "\n\x1b") != NULL)
		abort();
	if (result == 0)
		check_tags(&config);
	config_free(&config);
	return 0;
}
