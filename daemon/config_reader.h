/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A configuration being read: what config_read.c, config_sections.c and config_conclude.c share.
 */
#pragma once

#include <stdio.h>

#include "daemon/config.h"
#include "daemon/config_keys.h"

#define CONFIG_LINE_MAX 1000               /* characters in a line of the file */
#define CONFIG_FILE_MAX (16 * 1024 * 1024) /* bytes of it: far more than all the tables need */

struct config_reader {
	FILE *file;
	const char *path;
	struct config *config;
	size_t n_bytes;                      /* read so far */
	char line_text[CONFIG_LINE_MAX + 8]; /* what fits of the line */
	int line;
	const struct config_section *section;
	char title[64];                    /* "[table 3]", for messages */
	int section_line[CONFIG_SECTIONS]; /* where each plain section began, 0: not yet */
	int table_line[CONFIG_TABLES_MAX];
	int key_line[CONFIG_KEYS_MAX]; /* of the current section, 0: not given */
	int rule_line[RULES_STATED];
	int control_line;
	int error; /* negative errno of the first mistake, or 0 */
	char *message;
	size_t message_size;
};

/* config_wrong: note the first mistake, "FILE:LINE: ..."; `error` is a negative errno. */
__attribute__((format(printf, 3, 4))) void config_wrong(struct config_reader *reader, int error,
                                                        const char *format, ...);

/* config_begin_section: a line that begins with '['; its keys follow. */
void config_begin_section(struct config_reader *reader, const char *line);

/* config_conclude: all is read; do its statements hold together? */
void config_conclude(struct config_reader *reader);
