/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the host events of a table have in common.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "daemon/table_host.h"

int
host_wrong(char *error, size_t error_size, const char *needs)
{
	snprintf(error, error_size, "%s", needs);
	return -EBADMSG;
}

int
host_read_side(const json_t *members, enum color *ret_side)
{
	const char *side = json_string_value(json_object_get(members, "side"));

	if (!side || (strcmp(side, "white") != 0 && strcmp(side, "black") != 0))
		return -EBADMSG;
	*ret_side = side[0] == 'w' ? WHITE : BLACK;
	return 0;
}
