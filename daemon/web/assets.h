/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The files of daemon/web, built into the program by web/embed.cmake.
 */
#pragma once

#include <stddef.h>

struct asset {
	const char *path, *type;
	const unsigned char *bytes;
	size_t len;
};

#define ASSETS 5

/* The public web server's; and the description of the private one, which has nothing else. */
extern const struct asset assets[ASSETS];
extern const struct asset private_description;
