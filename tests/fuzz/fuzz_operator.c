/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Any lines as what an operator says, one after the other, of one game: what is refused changes nothing
 * and says why, what is done is what was announced, and the record stays one that can be played. The
 * same lines as requests on the control socket are read alike, and looking changes nothing.
 */
#include <jansson.h>
#include <stdint.h>
#include <string.h>

#include "core/base/invariant.h"
#include "core/chess/movegen.h"
#include "core/game/correction.h"
#include "daemon/correct.h"
#include "daemon/operator.h"
#include "tests/fuzz/record.h"

#define PLIES 40

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct game_ply plies[PLIES];
static struct game game;

/* look: the request is good where the correction is, and shows what that would do. */
static void
look(const json_t *members)
{
	struct correct_order order;
	struct correction_effect said;
	uint64_t key = game.now.key;
	char error[200] = "";
	json_t *effect;

	if (correct_read(members, 1, &order, error, sizeof(error)) < 0) {
		INVARIANT(error[0] != '\0');
		return;
	}
	effect = correct_effect(&game, &order.correction, error, sizeof(error));
	INVARIANT((effect != NULL) == (correction_check(&game, &order.correction, &said) == 0));
	INVARIANT(effect != NULL || error[0] != '\0');
	INVARIANT(game.now.key == key);
	json_decref(effect);
	json_decref(order.event);
}

static void
say(const json_t *members)
{
	static struct game_ply before[PLIES];
	struct correction_effect said, done;
	struct correction correction;
	uint32_t n_before = game.n_plies;
	char error[200] = "";
	int r = json_object_get(members, "fen")
	                ? operator_read_position(members, &correction, error, sizeof(error))
	                : operator_read_correct(members, &correction, error, sizeof(error));

	INVARIANT((r < 0) == (error[0] != '\0'));
	if (r < 0)
		return;
	memcpy(before, plies, sizeof(plies));
	r = correction_check(&game, &correction, &said);
	INVARIANT(correction_apply(&game, &correction, 1, &done) == r);
	INVARIANT(memcmp(&said, &done, sizeof(said)) == 0);
	INVARIANT((r < 0) == (said.cause[0] != '\0'));
	INVARIANT(game.n_plies == (r < 0 ? n_before : said.n_plies));
	INVARIANT(r == 0 || memcmp(before, plies, sizeof(plies)) == 0);
	/* What comes before the correction is not its business, but that it may be completed. */
	for (uint32_t i = 0; r == 0 && i < said.first_ply; i++)
		INVARIANT(plies[i].move == before[i].move && plies[i].state >= before[i].state);
	check_record(&game);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct position start;

	position_start(&start);
	game_init(&game, &start, plies, PLIES);
	while (size > 0) {
		const uint8_t *end = memchr(data, '\n', size);
		size_t len = end ? (size_t)(end - data) : size;
		json_t *members = json_loadb((const char *)data, len, JSON_REJECT_DUPLICATES, NULL);

		if (members) {
			look(members);
			say(members);
		}
		json_decref(members);
		data += end ? len + 1 : len;
		size -= end ? len + 1 : len;
	}
	return 0;
}
