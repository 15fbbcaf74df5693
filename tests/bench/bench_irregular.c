/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Irregularities made to order in simulated games, and what the arbiter heard of them: how many were found,
 * and how much was told that was not so. From the board's bytes to the alert, as adoube replay has it.
 *
 * One of a kind in a game. It is found when one of the alerts that tell it is raised from its beginning to
 * LATE_US after its end. Every other alert that an orderly game does not bring is false.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/table.h"
#include "tests/bench/irregular_alike.h"
#include "tests/bench/irregular_hidden.h"
#include "tests/bench/options.h"
#include "tests/bench/tracker_games.h"
#include "tests/bench/tracker_hidden.h"
#include "tests/bench/tracker_score.h"
#include "tests/bench/tracker_stream.h"

static const char usage[] =
	"usage: bench_irregular [OPTION...] PGN...\n"
	"\n"
	"  --games N       so many games a kind, profile and scan period (default 40)\n"
	"  --kind NAME     this kind only\n"
	"  --profile NAME  this profile only; may be given again (default human, blitz, noisy)\n"
	"  --scan MS       this scan period only; may be given again (default 100, 200, 600)\n"
	"  --seed N        another N, other hands (default 1)\n"
	"  --only K        game K only, counted from 0\n"
	"  --verbose       every one missed, every false alert, every wrong game\n"
	"  --dump FOLDER   those games: capture and truth\n"
	"  --require       fail where fewer are found than a kind's target, where none happened, "
	"where "
	"a\n"
	"                  critical alert is false, or a file cannot be read\n";

#define LATE_US UINT64_C(8000000)

#define LISTS_MAX 8
#define HEARD_MAX 256

/* What tells it, what may come along with it and be right, and how many of a hundred must be found. */
static const struct kind {
	const char *name;
	enum sim_trouble what;            /* SIM_TROUBLES: nothing is ordered */
	int target;                       /* per cent */
	enum alert_id tells[4], along[6]; /* ALERTS ends a list */
} kinds[] = {
	{ "none", SIM_TROUBLES, 0, { ALERTS }, { ALERTS } },
	{ "illegal",
	  SIM_ILLEGAL,
	  99,
	  { ALERT_ILLEGAL_MOVE, ALERTS },
	  { ALERT_ILLEGAL_MOVE_ON_BOARD, ALERT_CASTLING_ILLEGAL, ALERTS } },
	{ "king-left",
	  SIM_KING_LEFT,
	  99,
	  { ALERT_ILLEGAL_MOVE, ALERTS },
	  { ALERT_ILLEGAL_MOVE_ON_BOARD, ALERTS } },
	{ "wrong-colour",
	  SIM_WRONG_COLOUR,
	  99,
	  { ALERT_MOVE_OUT_OF_TURN, ALERTS },
	  { ALERT_ILLEGAL_MOVE_ON_BOARD, ALERTS } },
	{ "unpromoted",
	  SIM_UNPROMOTED,
	  99,
	  { ALERT_PAWN_NOT_PROMOTED, ALERTS },
	  { ALERT_ILLEGAL_MOVE_ON_BOARD, ALERTS } },
	{ "empty-press",
	  SIM_EMPTY_PRESS,
	  99,
	  { ALERT_CLOCK_PRESSED_WITHOUT_MOVE, ALERTS },
	  { ALERTS } },
	{ "displaced",
	  SIM_DISPLACED,
	  99,
	  { ALERT_DISPLACED_PIECES, ALERTS },
	  { ALERT_ILLEGAL_MOVE_ON_BOARD, ALERT_POSITION_UNRECOGNISED, ALERTS } },
	{ "wrong-start",
	  SIM_WRONG_START,
	  99,
	  { ALERT_INITIAL_POSITION_INCORRECT, ALERTS },
	  { ALERTS } },
	{ "hands-castling",
	  SIM_TWO_HANDS_CASTLING,
	  90,
	  { ALERT_TWO_HANDED_MOVE, ALERTS },
	  { ALERT_CASTLING_ROOK_FIRST, ALERTS } }, /* one of two hands is first */
	{ "hands-capture",
	  SIM_TWO_HANDS_CAPTURE,
	  0,
	  { ALERT_TWO_HANDED_MOVE, ALERTS },
	  { ALERTS } },
	{ "hands-promote",
	  SIM_TWO_HANDS_PROMOTION,
	  0,
	  { ALERT_TWO_HANDED_MOVE, ALERTS },
	  { ALERTS } },
	{ "rook-first", SIM_ROOK_FIRST, 95, { ALERT_CASTLING_ROOK_FIRST, ALERTS }, { ALERTS } },
	{ "castling-slow",
	  SIM_CASTLING_SLOW,
	  95,
	  { ALERT_CASTLING_INCOMPLETE, ALERTS },
	  { ALERTS } },
	{ "castling-wrong",
	  SIM_CASTLING_WRONG,
	  95,
	  { ALERT_CASTLING_ILLEGAL, ALERTS },
	  { ALERT_CASTLING_INCOMPLETE, ALERT_ILLEGAL_MOVE_ON_BOARD, ALERTS } },
	{ "touch-move",
	  SIM_TOUCH_MOVE,
	  95,
	  { ALERT_TOUCH_MOVE, ALERTS },
	  { ALERT_ADJUST_OUT_OF_TURN, ALERTS } },
	{ "adjust-late", SIM_ADJUST_LATE, 95, { ALERT_ADJUST_OUT_OF_TURN, ALERTS }, { ALERTS } },
	{ "released", SIM_RELEASED, 95, { ALERT_PIECE_RELEASED_THEN_MOVED, ALERTS }, { ALERTS } },
	{ "promo-changed",
	  SIM_PROMOTION_CHANGED,
	  95,
	  { ALERT_PROMOTION_PIECE_CHANGED, ALERTS },
	  { ALERTS } },
};

#define N_KINDS (sizeof(kinds) / sizeof(kinds[0]))

/* What an orderly game brings. */
static const bool orderly[ALERTS] = {
	[ALERT_CHECKMATE] = true,
	[ALERT_STALEMATE] = true,
	[ALERT_DEAD_POSITION] = true,
	[ALERT_DEAD_POSITION_SUSPECTED] = true,
	[ALERT_THREEFOLD_AVAILABLE] = true,
	[ALERT_FIVEFOLD_REPETITION] = true,
	[ALERT_FIFTY_MOVE_AVAILABLE] = true,
	[ALERT_SEVENTY_FIVE_MOVES] = true,
	[ALERT_MOVE_AFTER_GAME_END] = true,
	[ALERT_TIME_SHEET] = true,
	[ALERT_RESULT_PENDING] = true,     /* resigned: nobody tells the program */
	[ALERT_BOARD_DISCONNECTED] = true, /* the line's troubles are no game's */
	[ALERT_CLOCK_DISCONNECTED] = true,
};

struct heard {
	enum alert_id id;
	enum alert_severity severity;
	uint64_t t_us, squares;
	uint32_t ply;
};

struct board {
	const struct sim_profile *profile;
	uint32_t scan_ms;
};

struct tally {
	size_t games, games_right, happened, found;
	size_t games_told;         /* of which a picture would have told what is wrong */
	size_t plies, plies_wrong; /* of all games (tracker_score.h) */
	size_t by_sensor, by_scan; /* of these, hidden by a failing sensor, else by the scan */
	size_t shown_found;        /* of those that nothing hid */
	size_t told, told_right;   /* alerts of the kind's own */
	size_t critical, advisory; /* false, of any kind */
	size_t games_critical;
};

struct bench {
	uint64_t games, only, seed;
	bool verbose, require, failed;
	const char *dump, *kind;
	const struct sim_profile *profiles[LISTS_MAX];
	size_t n_profiles;
	uint32_t scans_ms[LISTS_MAX];
	size_t n_scans;
	struct bench_games all;
	struct bench_stream stream;
	struct heard heard[HEARD_MAX];
	size_t n_heard;
	size_t agree, n_recorded; /* plies as played at the record's beginning; plies in it */
	size_t plies_wrong;
	bool told; /* a wrong ply is not one of those that nothing told (tracker_hidden.h, irregular_alike.h) */
};

/* --- one game ---------------------------------------------------------------------------------- */

static void
on_alert(void *ctx, const struct alert *alert)
{
	struct bench *bench = ctx;

	if (bench->n_heard < HEARD_MAX)
		bench->heard[bench->n_heard++] =
			(struct heard){ alert->id, alert->severity, alert->t_us, alert->squares,
			                alert->ply };
}

/* Did anything tell of a ply that the record, moves[n], has otherwise? */
static bool
is_told(const struct bench_stream *stream, uint32_t scan_ms, const uint16_t *moves, size_t n)
{
	size_t wrong = 0;

	if (n != stream->n_plies)
		return true;
	for (size_t i = 0; i < n; i++)
		wrong += moves[i] != stream->plies[i].move;
	return hidden_plies(stream, false, moves, stream->n_plies) < wrong &&
	       !irregular_is_alike(stream, scan_ms, moves);
}

static bool
is_right(struct bench *bench, uint32_t scan_ms, struct table *table)
{
	const struct bench_stream *stream = &bench->stream;
	const struct game *game = table_game(table);
	static uint16_t moves[GAME_PLIES_MAX];
	size_t n = 0;

	bench->n_recorded = game ? game->n_plies : 0;
	for (size_t i = 0; i < bench->n_recorded; i++)
		moves[i] = game->plies[i].move;
	while (n < stream->n_plies && n < bench->n_recorded && moves[n] == stream->plies[n].move)
		n++;
	bench->agree = n;
	bench->told = is_told(stream, scan_ms, moves, bench->n_recorded);
	bench->plies_wrong = score_plies_wrong(stream, moves, bench->n_recorded);
	return game && table_games(table) == 1 && n == stream->n_plies && n == bench->n_recorded &&
	       game->n_breaks == 0;
}

/* The bytes through the table, as the daemon would; returns whether the plies are those of the game. */
static bool
fold(struct bench *bench, uint32_t scan_ms)
{
	const struct bench_stream *stream = &bench->stream;
	const struct table_listener listener = { .ctx = bench, .alert = on_alert };
	struct config config;
	struct table *table;
	char error[200];
	bool right;

	bench->n_heard = 0;
	config_defaults(&config);
	if (table_new(board_driver_find("dgt"), &config, NULL, &listener, &table) != 0)
		abort();
	for (size_t i = 0; i < stream->n_chunks; i++) {
		const struct bench_chunk *chunk = &stream->chunks[i];
		const char *json = bench_chunk_json(chunk->what);

		if (json)
			table_host(table, chunk->t_us, json, error, sizeof(error));
		else if (chunk->what == '<')
			table_from_board(table, chunk->t_us, stream->bytes + chunk->at, chunk->len);
	}
	table_finish(table);
	right = is_right(bench, scan_ms, table);
	table_free(table);
	config_free(&config);
	return right;
}

static bool
is_in(enum alert_id id, const enum alert_id *list, size_t max)
{
	for (size_t i = 0; i < max && list[i] != ALERTS; i++)
		if (list[i] == id)
			return true;
	return false;
}

/* Is this alert about something that happened, ordered or not? */
static bool
is_about(const struct heard *heard, const struct sim_incident *incident)
{
	return heard->t_us >= incident->from_us && heard->t_us <= incident->until_us + LATE_US;
}

/* And of the squares between which a man was carried, where that is known of both? */
static bool
is_there(const struct heard *heard, const struct sim_incident *incident)
{
	return heard->squares == 0 || incident->squares == 0 ||
	       (heard->squares & incident->squares) != 0;
}

static const struct sim_incident *
ordered(const struct bench *bench, const struct kind *kind)
{
	for (size_t i = 0; i < bench->stream.n_incidents; i++)
		if (bench->stream.incidents[i].what == kind->what)
			return &bench->stream.incidents[i];
	return NULL;
}

/* That a board is too slow to tell hands is told by the same alert, as information (hands.h). */
static bool
is_no_more_than_a_limit(const struct heard *heard)
{
	return heard->id == ALERT_TWO_HANDED_MOVE && heard->severity == ALERT_INFO;
}

/* What a profile's hands do by chance, and is told rightly. */
static bool
is_by_chance(const struct bench *bench, const struct heard *heard)
{
	static const struct {
		enum alert_id id;
		enum sim_trouble what;
	} pairs[] = { { ALERT_CASTLING_ROOK_FIRST, SIM_ROOK_FIRST },
		      /* Whose hand it was that adjusted another player's man, nobody knows. */
		      { ALERT_ADJUST_OUT_OF_TURN, SIM_ADJUST } };

	for (size_t i = 0; i < bench->stream.n_incidents; i++)
		for (size_t p = 0; p < sizeof(pairs) / sizeof(pairs[0]); p++)
			if (heard->id == pairs[p].id &&
			    bench->stream.incidents[i].what == pairs[p].what &&
			    is_about(heard, &bench->stream.incidents[i]))
				return true;
	return false;
}

static void
count_shown(const struct bench *bench, const struct sim_incident *incident,
            const struct board *board, bool found, struct tally *tally)
{
	enum irregular_hidden hidden =
		irregular_hidden(&bench->stream, incident, board->scan_ms, board->profile->manners);

	tally->by_sensor += hidden == HIDDEN_BY_SENSOR;
	tally->by_scan += hidden == HIDDEN_BY_SCAN;
	tally->shown_found += hidden == HIDDEN_BY_NOTHING && found;
}

/* Returns whether something is to be shown. */
static bool
score(const struct bench *bench, const struct kind *kind, const struct board *board,
      struct tally *tally)
{
	const struct sim_incident *incident = ordered(bench, kind);
	bool found = false, odd = false, critical = false;

	for (size_t i = 0; i < bench->n_heard; i++) {
		const struct heard *heard = &bench->heard[i];
		bool own = is_in(heard->id, kind->tells, 4) && !is_no_more_than_a_limit(heard);
		bool about =
			incident && is_about(heard, incident) &&
			((own && is_there(heard, incident)) || is_in(heard->id, kind->along, 6));

		tally->told += own;
		tally->told_right += own && (about || is_by_chance(bench, heard));
		found = found || (own && about);
		if (about || orderly[heard->id] || heard->severity == ALERT_INFO ||
		    is_by_chance(bench, heard))
			continue;
		odd = true;
		critical = critical || heard->severity == ALERT_CRITICAL;
		tally->critical += heard->severity == ALERT_CRITICAL;
		tally->advisory += heard->severity != ALERT_CRITICAL;
	}
	tally->games++;
	tally->happened += incident != NULL;
	tally->found += found;
	if (incident)
		count_shown(bench, incident, board, found, tally);
	tally->games_critical += critical;
	return odd || (incident && !found);
}

static void
print_game(const struct bench *bench, const struct kind *kind, const struct board *board, size_t i,
           bool right)
{
	static const char *const hidden[] = {
		[HIDDEN_BY_NOTHING] = "",
		[HIDDEN_BY_SENSOR] = " hidden by a sensor",
		[HIDDEN_BY_SCAN] = " hidden by the scan",
	};
	const struct sim_incident *incident = ordered(bench, kind);

	printf("  %s %s game %zu", kind->name, board->profile->name, i);
	if (!right)
		printf(" WRONG from ply %zu (%zu of %zu recorded)%s", bench->agree + 1,
		       bench->n_recorded, bench->stream.n_plies, bench->told ? "" : " untold");
	putchar(':');
	if (incident)
		printf(" at %.1f..%.1f ply %u%s;", (double)incident->from_us / 1e6,
		       (double)incident->until_us / 1e6, incident->ply + 1,
		       hidden[irregular_hidden(&bench->stream, incident, board->scan_ms,
		                               board->profile->manners)]);
	for (size_t n = 0; n < bench->n_heard; n++) {
		const struct heard *heard = &bench->heard[n];

		if (!orderly[heard->id])
			printf(" %s(%s)@%u %.1f", alert_row(heard->id)->name,
			       alert_severity_name(heard->severity), heard->ply,
			       (double)heard->t_us / 1e6);
	}
	putchar('\n');
}

/* Does ply `i` make what this kind needs? */
static bool
is_place(const struct game *game, uint32_t i, enum sim_trouble what)
{
	uint16_t move = game->plies[i].move;

	if (what == SIM_UNPROMOTED)
		return move_kind(move) == MOVE_PROMOTION && move_promotion(move) == QUEEN;
	if (what == SIM_TWO_HANDS_PROMOTION || what == SIM_PROMOTION_CHANGED)
		return move_kind(move) == MOVE_PROMOTION;
	return move_kind(move) == MOVE_CASTLING;
}

static bool
needs_place(enum sim_trouble what)
{
	return what == SIM_UNPROMOTED || what == SIM_TWO_HANDS_PROMOTION ||
	       what == SIM_PROMOTION_CHANGED || what == SIM_TWO_HANDS_CASTLING ||
	       what == SIM_ROOK_FIRST || what == SIM_CASTLING_SLOW;
}

/* Where it is to happen: anywhere, or at the ply it needs. 0: nowhere. */
static uint32_t
place_of(const struct game *game, const struct kind *kind, uint64_t seed)
{
	if (kind->what == SIM_CASTLING_WRONG)
		return game->n_plies < 40 ? 0 : 4;
	if (!needs_place(kind->what))
		return game->n_plies < 12
		               ? 0
		               : 2 + (uint32_t)(seed * 2654435761u % (game->n_plies * 2 / 3));
	for (uint32_t i = 0; i < game->n_plies; i++)
		if (is_place(game, i, kind->what))
			return i;
	return 0;
}

/* Game i of the kind: the next of all from there on that has a place for it. */
static uint32_t
load(struct bench *bench, const struct kind *kind, size_t i, uint64_t seed)
{
	size_t at = (size_t)((uint64_t)i * bench->all.n / bench->games);

	for (size_t n = 0; n < bench->all.n; n++) {
		uint32_t place;

		bench_games_load(&bench->all, (at + n) % bench->all.n);
		place = place_of(&bench->all.pgn.game, kind, seed);
		if (place > 0)
			return place;
	}
	return 0;
}

static void
play(struct bench *bench, const struct kind *kind, const struct board *board, size_t i,
     struct tally *tally)
{
	uint64_t seed = bench->seed * 1000003 + i;
	struct bench_setup setup = { .profile = board->profile,
		                     .seed = seed,
		                     .rotated = i % 2 != 0,
		                     .initial_s = 5400,
		                     .increment_s = 30,
		                     .pace = 20000,
		                     .scan_us = board->scan_ms * 1000 };
	bool right, shown;

	setup.wish.ply = load(bench, kind, i, seed);
	setup.wish.wanted = kind->what != SIM_TROUBLES;
	setup.wish.what = kind->what;
	bench_stream_play(&bench->stream, &setup, &bench->all.pgn.game);
	right = fold(bench, board->scan_ms);
	tally->games_right += right;
	tally->games_told += right || bench->told;
	tally->plies += bench->stream.n_plies;
	tally->plies_wrong += bench->plies_wrong;
	shown = score(bench, kind, board, tally);
	if (bench->verbose && (shown || !right))
		print_game(bench, kind, board, i, right);
	if (bench->dump && (shown || !right)) {
		char name[128];

		snprintf(name, sizeof(name), "%s-%s-%u-%zu", kind->name, board->profile->name,
		         board->scan_ms, i);
		bench_stream_write(&bench->stream, bench->dump, name);
	}
}

/* --- the table --------------------------------------------------------------------------------- */

static double
part(size_t n, size_t of)
{
	return of > 0 ? 100.0 * (double)n / (double)of : 100.0;
}

static void
put_row(const char *kind, const char *profile, const char *scan, const struct tally *tally)
{
	size_t shown = tally->happened - tally->by_sensor - tally->by_scan;

	printf("%-14s %-8s %5s | %6zu %6zu %6zu %6zu | %7.2f %7.2f %9.2f | %5zu %5zu %8zu | "
	       "%7.2f %7.2f %8.3f\n",
	       kind, profile, scan, tally->games, tally->happened, tally->by_sensor, tally->by_scan,
	       part(tally->found, tally->happened), part(tally->shown_found, shown),
	       part(tally->told_right, tally->told), tally->critical, tally->games_critical,
	       tally->advisory, part(tally->games_right, tally->games),
	       part(tally->games_right, tally->games_told),
	       part(tally->plies - tally->plies_wrong, tally->plies));
	fflush(stdout);
}

static void
add(struct tally *sum, const struct tally *tally)
{
	sum->games += tally->games;
	sum->happened += tally->happened;
	sum->by_sensor += tally->by_sensor;
	sum->by_scan += tally->by_scan;
	sum->found += tally->found;
	sum->shown_found += tally->shown_found;
	sum->told += tally->told;
	sum->told_right += tally->told_right;
	sum->critical += tally->critical;
	sum->games_critical += tally->games_critical;
	sum->advisory += tally->advisory;
	sum->games_right += tally->games_right;
	sum->games_told += tally->games_told;
	sum->plies += tally->plies;
	sum->plies_wrong += tally->plies_wrong;
}

static void
run(struct bench *bench, const struct kind *kind, const struct board *board, struct tally *sum)
{
	struct tally tally = { 0 };
	char scan[16];

	for (size_t i = 0; i < bench->games; i++)
		if (bench->only == UINT64_MAX || bench->only == i)
			play(bench, kind, board, i, &tally);
	snprintf(scan, sizeof(scan), "%u", board->scan_ms);
	put_row(kind->name, board->profile->name, scan, &tally);
	add(sum, &tally);
	if (part(tally.found, tally.happened) < kind->target || tally.critical > 0 ||
	    tally.games == 0 || (kind->what != SIM_TROUBLES && tally.happened == 0))
		bench->failed = true;
}

/* run_kind: on every board; of several, their sum is told, too. */
static void
run_kind(struct bench *bench, const struct kind *kind, struct tally *sum)
{
	struct tally tally = { 0 };

	for (size_t p = 0; p < bench->n_profiles; p++)
		for (size_t s = 0; s < bench->n_scans; s++)
			run(bench, kind, &(struct board){ bench->profiles[p], bench->scans_ms[s] },
			    &tally);
	if (bench->n_profiles * bench->n_scans > 1)
		put_row(kind->name, "all", "all", &tally);
	add(sum, &tally);
}

static void
run_all(struct bench *bench)
{
	struct tally sum = { 0 };

	printf("%-14s %-8s %5s | %6s %6s %6s %6s | %7s %7s %9s | %5s %5s %8s | %7s %7s %8s\n",
	       "kind", "profile", "scan", "games", "happ.", "sensor", "scan", "found %", "of sh.%",
	       "precise %", "crit.", "games", "advisory", "right %", "of t. %", "plies %");
	for (size_t i = 0; i < N_KINDS; i++)
		if (!bench->kind || strcmp(bench->kind, kinds[i].name) == 0)
			run_kind(bench, &kinds[i], &sum);
	if (!bench->kind)
		put_row("all", "all", "all", &sum);
}

/* --- options ----------------------------------------------------------------------------------- */

static bool
take_profile(void *ctx, const char *name)
{
	const struct sim_profile *profile = sim_profile_find(name);
	struct bench *bench = ctx;

	if (!profile || bench->n_profiles == LISTS_MAX)
		return false;
	bench->profiles[bench->n_profiles++] = profile;
	return true;
}

static bool
take_scan(void *ctx, const char *ms)
{
	struct bench *bench = ctx;
	char *end;
	unsigned long n = strtoul(ms, &end, 10);

	if (n == 0 || n > UINT32_MAX || *end != '\0' || bench->n_scans == LISTS_MAX)
		return false;
	bench->scans_ms[bench->n_scans++] = (uint32_t)n;
	return true;
}

static bool
take_kind(void *ctx, const char *name)
{
	struct bench *bench = ctx;

	bench->kind = name;
	for (size_t i = 0; i < N_KINDS; i++)
		if (strcmp(kinds[i].name, name) == 0)
			return true;
	return false;
}

static int
take_options(struct bench *bench, int argc, char **argv)
{
	const struct bench_option options[] = {
		{ "games", .number = &bench->games },   { "kind", .take = take_kind },
		{ "profile", .take = take_profile },    { "scan", .take = take_scan },
		{ "seed", .number = &bench->seed },     { "only", .number = &bench->only },
		{ "verbose", .flag = &bench->verbose }, { "dump", .text = &bench->dump },
		{ "require", .flag = &bench->require },
	};
	int status = bench_options_read(options, sizeof(options) / sizeof(options[0]), bench, usage,
	                                argc, argv);

	if (bench->n_profiles == 0)
		take_profile(bench, "human"), take_profile(bench, "blitz"),
			take_profile(bench, "noisy");
	if (bench->n_scans == 0)
		take_scan(bench, "100"), take_scan(bench, "200"), take_scan(bench, "600");
	return status;
}

int
main(int argc, char **argv)
{
	static struct bench bench = { .games = 40, .only = UINT64_MAX, .seed = 1 };
	int status = take_options(&bench, argc, argv);

	if (status != BENCH_GO_ON)
		return status;
	if (optind == argc || bench.games == 0) {
		fputs(usage, stderr);
		return 2;
	}
	bench_games_init(&bench.all);
	for (int i = optind; i < argc; i++)
		if (!bench_games_read(&bench.all, argv[i])) {
			fprintf(stderr, "bench_irregular: cannot read %s; it is left out\n",
			        argv[i]);
			bench.failed = true;
		}
	if (bench.all.n > 0)
		run_all(&bench);
	bench_games_free(&bench.all);
	bench_stream_free(&bench.stream);
	return bench.require && (bench.failed || bench.all.n == 0) ? EXIT_FAILURE : EXIT_SUCCESS;
}
