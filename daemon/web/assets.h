/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The pages of daemon/web with their scripts, styles and pictures, built into the program by web/build.mjs.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* Which web server has a file: what anybody may see, or the one for arbiters and operators. */
enum asset_server { ASSET_PUBLIC, ASSET_PRIVATE };

struct asset {
	const char *path, *type;
	const unsigned char *bytes;
	size_t len;
	const unsigned char *gzip; /* the same, packed */
	size_t gzip_len;
	bool is_immutable; /* its path has a digest of its content: it may be kept for good */
	enum asset_server server;
};

extern const struct asset assets[];
extern const size_t n_assets;
