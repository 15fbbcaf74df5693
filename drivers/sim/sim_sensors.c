/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "drivers/sim/sim_sensors.h"

#include <string.h>

#include "core/chess/types.h"

#define MS UINT64_C(1000)

static bool
may(struct sim_sensors *sensors, uint16_t per_mille)
{
	return per_mille > 0 && sim_random_chance(&sensors->random, per_mille);
}

static uint64_t
draw(struct sim_sensors *sensors, struct sim_span span)
{
	return sim_random_between(&sensors->random, span.min_ms, span.max_ms) * MS;
}

/* Every doubling of the shortest time is as likely as any other. */
static uint64_t
draw_octave(struct sim_sensors *sensors, struct sim_span span)
{
	uint32_t octaves = 1;
	struct sim_span octave = { .min_ms = span.min_ms };

	while (span.min_ms << octaves < span.max_ms)
		octaves++;
	octave.min_ms <<= sim_random_below(&sensors->random, octaves);
	octave.max_ms = 2 * octave.min_ms < span.max_ms ? 2 * octave.min_ms : span.max_ms;
	return draw(sensors, octave);
}

static void
begin(struct sim_sensors *sensors, enum sim_trouble what, int sq, int man_sq, uint8_t piece,
      uint64_t now_us, uint64_t length_us)
{
	if (sensors->n_ills == SIM_ILLS_MAX)
		return;
	sensors->ills[sensors->n_ills++] = (struct sim_ill){
		.incident = { .what = what,
		              .sq = (uint8_t)sq,
		              .piece = piece,
		              .ply = sensors->ply,
		              .from_us = now_us,
		              .until_us = now_us + length_us },
		.man_sq = (uint8_t)man_sq,
		.flip_us = what == SIM_FLICKER ? now_us : UINT64_MAX,
	};
}

static void
end(struct sim_sensors *sensors, size_t i, uint64_t now_us)
{
	struct sim_incident *incident = &sensors->ills[i].incident;

	incident->until_us = now_us;
	if (sensors->tell)
		sensors->tell(sensors->ctx, incident);
	sensors->n_ills--;
	memmove(&sensors->ills[i], &sensors->ills[i + 1],
	        (sensors->n_ills - i) * sizeof(sensors->ills[0]));
}

/* What a square reads by this ill, where it would read piece without it. */
static uint8_t
read_ill(const struct sim_ill *ill, uint8_t piece)
{
	enum sim_trouble what = ill->incident.what;

	if (what == SIM_BLIND || what == SIM_NEITHER || (what == SIM_FLICKER && ill->away))
		return EMPTY;
	if (what == SIM_WRONG)
		return piece == EMPTY ? EMPTY : ill->incident.piece;
	/* Seen on two squares: only an empty one shows it. */
	if (what == SIM_BESIDE || what == SIM_BOTH)
		return piece == EMPTY ? ill->incident.piece : piece;
	return piece;
}

static uint8_t
read_square(const struct sim_sensors *sensors, int sq)
{
	uint8_t piece = sensors->standing[sq];

	for (size_t i = 0; i < sensors->n_ills; i++)
		if (sensors->ills[i].incident.sq == sq)
			piece = read_ill(&sensors->ills[i], piece);
	return piece;
}

void
sim_sensors_init(struct sim_sensors *sensors, const struct sim_senses *senses, uint64_t seed,
                 const uint8_t placement[64], void *ctx,
                 void (*tell)(void *ctx, const struct sim_incident *incident))
{
	memset(sensors, 0, sizeof(*sensors));
	sensors->senses = senses;
	sensors->ctx = ctx;
	sensors->tell = tell;
	sim_random_init(&sensors->random, seed);
	memcpy(sensors->standing, placement, 64);
	memcpy(sensors->told, placement, 64);
}

/* A man who leaves takes with him what came of where he stood. */
static void
lift(struct sim_sensors *sensors, int sq, uint64_t now_us)
{
	for (size_t i = sensors->n_ills; i-- > 0;) {
		enum sim_trouble what = sensors->ills[i].incident.what;

		if (sensors->ills[i].man_sq == sq &&
		    (what == SIM_BESIDE || what == SIM_BOTH || what == SIM_NEITHER))
			end(sensors, i, now_us);
	}
}

/* A random empty square beside sq, or SQ_NONE. */
static int
pick_beside(struct sim_sensors *sensors, int sq)
{
	int found[8];
	uint32_t n = 0;

	for (int i = 0; i < 64; i++) {
		int files = sq_file(i) - sq_file(sq), ranks = sq_rank(i) - sq_rank(sq);

		if (i != sq && files * files <= 1 && ranks * ranks <= 1 &&
		    sensors->standing[i] == EMPTY)
			found[n++] = i;
	}
	return n > 0 ? found[sim_random_below(&sensors->random, n)] : SQ_NONE;
}

static void
place(struct sim_sensors *sensors, int sq, uint8_t piece, uint64_t now_us)
{
	const struct sim_senses *senses = sensors->senses;
	int beside = pick_beside(sensors, sq);

	if (beside != SQ_NONE && may(sensors, senses->beside))
		begin(sensors, SIM_BESIDE, beside, sq, piece, now_us,
		      draw(sensors, senses->beside_stand));
	else if (beside != SQ_NONE && may(sensors, senses->both))
		begin(sensors, SIM_BOTH, beside, sq, piece, now_us,
		      draw(sensors, senses->between_stand));
	else if (may(sensors, senses->neither))
		begin(sensors, SIM_NEITHER, sq, sq, piece, now_us,
		      draw(sensors, senses->between_stand));
}

void
sim_sensors_put(struct sim_sensors *sensors, int sq, uint8_t piece, uint64_t now_us)
{
	lift(sensors, sq, now_us);
	sensors->standing[sq] = piece;
	if (piece != EMPTY && sensors->playing)
		place(sensors, sq, piece, now_us);
}

/* A random square with a man on it. */
static int
pick_man(struct sim_sensors *sensors)
{
	int men[64];
	uint32_t n = 0;

	for (int sq = 0; sq < 64; sq++)
		if (sensors->standing[sq] != EMPTY)
			men[n++] = sq;
	return n > 0 ? men[sim_random_below(&sensors->random, n)] : SQ_NONE;
}

/* Any other man. */
static uint8_t
pick_piece(struct sim_sensors *sensors, uint8_t not_this)
{
	uint8_t piece;

	do {
		uint32_t type = sim_random_between(&sensors->random, PAWN, KING);
		uint32_t color = sim_random_below(&sensors->random, 2);

		piece = piece_make((enum color)color, (enum piece_type)type);
	} while (piece == not_this);
	return piece;
}

void
sim_sensors_ply(struct sim_sensors *sensors, uint32_t ply, uint64_t now_us)
{
	const struct sim_senses *senses = sensors->senses;
	int sq;

	sensors->playing = true;
	sensors->ply = ply;
	if (may(sensors, senses->blind)) {
		/* Any square, so that a man may also come to it, or leave it, unseen. */
		sq = sim_random_below(&sensors->random, 2)
		             ? pick_man(sensors)
		             : (int)sim_random_below(&sensors->random, 64);
		begin(sensors, SIM_BLIND, sq, sq, sensors->standing[sq], now_us,
		      draw_octave(sensors, senses->ill));
	}
	if (may(sensors, senses->wrong)) {
		uint64_t stand_us;

		sq = pick_man(sensors);
		stand_us = draw_octave(sensors, senses->ill);
		begin(sensors, SIM_WRONG, sq, sq, pick_piece(sensors, sensors->standing[sq]),
		      now_us, stand_us);
	}
	if (may(sensors, senses->flicker)) {
		sq = pick_man(sensors);
		begin(sensors, SIM_FLICKER, sq, sq, sensors->standing[sq], now_us,
		      draw(sensors, senses->flicker_all));
	}
}

void
sim_sensors_end(struct sim_sensors *sensors, uint64_t now_us)
{
	sensors->playing = false;
	while (sensors->n_ills > 0)
		end(sensors, 0, now_us);
}

static uint64_t
ill_due(const struct sim_ill *ill)
{
	return ill->flip_us < ill->incident.until_us ? ill->flip_us : ill->incident.until_us;
}

uint64_t
sim_sensors_due(const struct sim_sensors *sensors)
{
	uint64_t due = UINT64_MAX;

	for (size_t i = 0; i < sensors->n_ills; i++)
		if (ill_due(&sensors->ills[i]) < due)
			due = ill_due(&sensors->ills[i]);
	return due;
}

void
sim_sensors_run(struct sim_sensors *sensors, uint64_t now_us)
{
	for (size_t i = sensors->n_ills; i-- > 0;) {
		struct sim_ill *ill = &sensors->ills[i];

		if (ill->incident.until_us <= now_us) {
			end(sensors, i, now_us);
		} else if (ill->flip_us <= now_us) {
			ill->away = !ill->away;
			ill->flip_us = now_us + draw(sensors, sensors->senses->flicker_phase);
		}
	}
}

bool
sim_sensors_change(struct sim_sensors *sensors, int *ret_sq, uint8_t *ret_piece)
{
	for (int sq = 0; sq < 64; sq++) {
		uint8_t piece = read_square(sensors, sq);

		if (piece == sensors->told[sq])
			continue;
		sensors->told[sq] = piece;
		*ret_sq = sq;
		*ret_piece = piece;
		return true;
	}
	return false;
}
