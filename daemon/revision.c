/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/revision.h"

/* same_move: what a ply is, whatever has come to be known of it since. */
static bool
same_move(const json_t *a, const json_t *b)
{
	return json_equal(json_object_get(a, "san"), json_object_get(b, "san"));
}

bool
revision_note(struct revision *revision, const json_t *before, const json_t *now, bool corrected)
{
	const json_t *was = json_object_get(before, "plies"), *is = json_object_get(now, "plies");
	size_t same = 0;

	if (!json_equal(json_object_get(before, "game"), json_object_get(now, "game"))) {
		*revision = (struct revision){ 0 };
		return false;
	}
	while (same < json_array_size(was) && same < json_array_size(is) &&
	       same_move(json_array_get(was, same), json_array_get(is, same)))
		same++;
	if (same == json_array_size(was))
		return false;
	revision->count++;
	revision->ply = (uint32_t)same + 1;
	revision->corrected = corrected;
	return true;
}

json_t *
revision_json(const struct revision *revision)
{
	if (revision->count == 0)
		return json_null();
	return json_pack("{s:I, s:I, s:s}", "count", (json_int_t)revision->count, "ply",
	                 (json_int_t)revision->ply, "why",
	                 revision->corrected ? "correction" : "board");
}
