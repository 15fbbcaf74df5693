/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Any bytes as the answer of a broadcast, with any status: it is understood as one of three outcomes, and what
 * is shown of it cannot steer a terminal.
 */
#include <stdint.h>
#include <string.h>

#include "core/base/invariant.h"
#include "daemon/lichess/answer.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
check_plain(const char *text)
{
	for (; *text; text++)
		INVARIANT(*text >= 0x20 && *text < 0x7f);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const long status[] = { 200, 0, 400, 401, 429, 503, 200, 200 };
	struct answer answer;
	const json_t *refused;
	size_t i;

	if (size == 0)
		return 0;
	answer_read(status[data[0] % 8], (const char *)data + 1, size - 1, &answer);
	INVARIANT(answer.outcome <= PACE_REFUSED);
	INVARIANT(answer.outcome != PACE_TAKEN || data[0] % 8 == 0 || data[0] % 8 >= 6);
	check_plain(answer.text);
	json_array_foreach(answer.refused, i, refused)
		check_plain(json_string_value(json_object_get(refused, "error")));
	json_decref(answer.refused);
	return 0;
}
