/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What is told of the games while they are played: to people, and the ground truth, a JSON object a line.
 */
#include <errno.h>
#include <string.h>

#include "core/chess/fen.h"
#include "core/chess/san.h"
#include "daemon/cli/simulate.h"

void
simulate_record_check(struct simulate_record *record)
{
	if (!record->truth || record->failed ||
	    (fflush(record->truth) == 0 && !ferror(record->truth)))
		return;
	fprintf(stderr, "adoube simulate: cannot write %s: %s\n", record->games->options->truth,
	        strerror(errno));
	record->failed = true;
}

static const char *
tag_or(const struct pgn_game *pgn, const char *name)
{
	const char *value = pgn_tag_value(pgn->tags, pgn->n_tags, name);

	return value ? value : "?";
}

/* Every line tells which game it is about, and on a bus which board. */
static void
begin_truth(const struct simulate_record *record)
{
	fputc('{', record->truth);
	if (record->board != 0)
		fprintf(record->truth, "\"board\":%u,", record->board);
	fprintf(record->truth, "\"game\":%u,", record->games->number);
}

/* Where a game begins that does not begin as usual. */
static void
write_start(const struct simulate_record *record)
{
	struct position start;
	char fen[FEN_SIZE];

	position_start(&start);
	if (!record->position.chess960 && position_same(&record->position, &start))
		return;
	fen_format(&record->position, fen);
	begin_truth(record);
	fprintf(record->truth, "\"start\":\"%s\",\"chess960\":%s}\n", fen,
	        record->position.chess960 ? "true" : "false");
}

void
simulate_record_begin(struct simulate_record *record)
{
	const struct simulate_games *games = record->games;

	record->position = games->pgn.game.start;
	if (record->truth)
		write_start(record);
	if (!games->options->quiet)
		fprintf(stderr, "game %u: %s - %s, %u plies, %d+%d\n", games->number,
		        tag_or(&games->pgn, "White"), tag_or(&games->pgn, "Black"),
		        games->pgn.game.n_plies, games->initial_s, games->increment_s);
}

static void
write_ply(const struct simulate_record *record, const struct sim_ply *ply, const char *san,
          const char *uci)
{
	begin_truth(record);
	fprintf(record->truth,
	        "\"ply\":%u,\"side\":\"%s\",\"san\":\"%s\",\"uci\":\"%s\","
	        "\"made_us\":%llu",
	        ply->index + 1, record->position.side == WHITE ? "white" : "black", san, uci,
	        (unsigned long long)ply->made_us);
	if (ply->completed_us != TIME_UNKNOWN)
		fprintf(record->truth, ",\"completed_us\":%llu,\"clk\":\"%d:%02d:%02d\"",
		        (unsigned long long)ply->completed_us, ply->clock_s / 3600,
		        ply->clock_s / 60 % 60, ply->clock_s % 60);
	fputs("}\n", record->truth);
}

void
simulate_record_ply(struct simulate_record *record, const struct sim_ply *ply)
{
	const struct game *game = &record->games->pgn.game;
	uint16_t move = game->plies[ply->index].move;
	char san[SAN_SIZE], uci[UCI_SIZE];

	san_format(&record->position, move, san);
	uci_format(&record->position, move, uci);
	if (record->truth)
		write_ply(record, ply, san, uci);
	if (record->live) {
		if (!record->games->options->quiet)
			fprintf(stderr, "  %u%s %s\n", ply->index / 2 + 1,
			        record->position.side == WHITE ? "." : "...", san);
		simulate_record_check(record);
	}
	position_after(&record->position, move, &record->position);
}

void
simulate_record_result(struct simulate_record *record, uint64_t sign_us)
{
	const struct game *game = &record->games->pgn.game;
	const char *result = game_result_text((enum game_result)game->result);

	if (record->truth) {
		begin_truth(record);
		fprintf(record->truth, "\"result\":\"%s\"", result);
		if (sign_us != TIME_UNKNOWN)
			fprintf(record->truth, ",\"sign_us\":%llu", (unsigned long long)sign_us);
		fputs("}\n", record->truth);
	}
	if (!record->games->options->quiet)
		fprintf(stderr, "game %u: %s%s\n", record->games->number, result,
		        sign_us != TIME_UNKNOWN ? ", signed with the kings" : "");
	simulate_record_check(record);
}

/* A square by its name, where there is one. */
static void
write_incident(struct simulate_record *record, const struct sim_incident *incident)
{
	FILE *out = record->truth;

	begin_truth(record);
	fprintf(out, "\"%s\":\"%s\",\"ply\":%u", sim_trouble_source(incident->what),
	        sim_trouble_name(incident->what), incident->ply + 1);
	if (incident->sq != SQ_NONE)
		fprintf(out, ",\"square\":\"%s\"", sq_name(incident->sq).text);
	if (incident->piece != EMPTY)
		fprintf(out, ",\"piece\":\"%c\"", piece_letter(incident->piece));
	fprintf(out, ",\"from_us\":%llu,\"until_us\":%llu}\n",
	        (unsigned long long)incident->from_us, (unsigned long long)incident->until_us);
}

void
simulate_record_incident(struct simulate_record *record, const struct sim_incident *incident)
{
	if (!record->truth)
		return;
	write_incident(record, incident);
	if (record->live)
		simulate_record_check(record);
}
