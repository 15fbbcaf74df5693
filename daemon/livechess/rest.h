/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The local API's resources for plain GET (publishing.md 1.1 and 1.9).
 */
#pragma once

#include "daemon/livechess/api.h"

/* livechess_rest: what GET of `path` answers. Returns the body, to be freed, with *ret_type its media type
 * (static); NULL for what is not there or when memory is out. */
char *livechess_rest(struct livechess_api *api, const char *path, const char **ret_type);
