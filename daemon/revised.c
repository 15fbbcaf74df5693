/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/revised.h"

#include "daemon/ply_word.h"

bool
revised_note(struct revised *revised, const json_t *before, const json_t *now, bool corrected)
{
	const json_t *was = json_object_get(before, "plies"), *is = json_object_get(now, "plies");
	size_t same = 0;

	if (!json_equal(json_object_get(before, "game"), json_object_get(now, "game"))) {
		*revised = (struct revised){ 0 };
		return false;
	}
	while (same < json_array_size(was) && same < json_array_size(is) &&
	       ply_word_same_move(json_array_get(was, same), json_array_get(is, same)))
		same++;
	if (same == json_array_size(was))
		return false;
	revised->count++;
	revised->ply = (uint32_t)same + 1;
	revised->corrected = corrected;
	return true;
}

json_t *
revised_json(const struct revised *revised)
{
	if (revised->count == 0)
		return json_null();
	return json_pack("{s:I, s:I, s:s}", "count", (json_int_t)revised->count, "ply",
	                 (json_int_t)revised->ply, "why",
	                 revised->corrected ? "correction" : "board");
}
