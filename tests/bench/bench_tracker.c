/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The tracker on simulated games of every profile, beside the usual algorithm on the same events.
 */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/chess/san.h"
#include "tests/bench/options.h"
#include "tests/bench/tracker_games.h"
#include "tests/bench/tracker_hidden.h"
#include "tests/bench/tracker_memory.h"
#include "tests/bench/tracker_other.h"
#include "tests/bench/tracker_reader.h"
#include "tests/bench/tracker_reference.h"
#include "tests/bench/tracker_score.h"
#include "tests/bench/tracker_stream.h"

static const char usage[] =
	"usage: bench_tracker [OPTION...] PGN...\n"
	"\n"
	"  --games N       so many games a profile, evenly from all (default 200; 0: all)\n"
	"  --profile NAME  this profile only; may be given again\n"
	"  --seed N        another N, other hands (default 1)\n"
	"  --only K        game K of those chosen only, counted from 0\n"
	"  --underpromotions  only games in which a pawn becomes no queen\n"
	"  --capture FILE  a recording with NAME.truth.jsonl beside it, listed first\n"
	"  --notes FILE    protocol notes with a recording in them, likewise\n"
	"  --verbose       every wrong game and every false report: where, expected and recorded, "
	"and\n"
	"                  the evidence; how many of each cause; how many plies nothing told\n"
	"  --dump FOLDER   every wrong game: capture and truth\n"
	"  --events        with --only: the events and reports, one a line\n";

#define CAPTURES_MAX 64
#define SOURCES_MAX  64

/* Where games are played: one of the simulator's profiles, or one of the second table's styles. */
struct source {
	const char *name;
	const struct sim_profile *profile;
	const struct other_style *style;
	bool unasked;
};

struct bench {
	uint64_t games, only, seed; /* only UINT64_MAX: all */
	bool verbose, events, underpromotions;
	const char *dump;
	const char *notes, *captures[CAPTURES_MAX];
	size_t n_captures;
	struct source sources[SOURCES_MAX];
	size_t n_sources;
	struct bench_games all;
	struct bench_stream stream;
};

static bool
is_occupancy(const struct source *source)
{
	return source->profile && source->profile->senses->occupancy;
}

/* --- one game ---------------------------------------------------------------------------------- */

static void
print_wrong(const struct bench *bench, const char *name, size_t game, uint64_t seed, size_t wrong,
            size_t hidden, size_t first, const struct score_watch *watch)
{
	const struct bench_stream *stream = &bench->stream;
	char expected[SAN_SIZE], got[SAN_SIZE];
	struct position position;
	double at_s = 0;

	position_start(&position);
	for (size_t i = 0; i < first; i++)
		position_after(&position, stream->plies[i].move, &position);
	reader_name_move(&position, first < stream->n_plies ? stream->plies[first].move : MOVE_NONE,
	                 expected);
	reader_name_move(&position, first < watch->n ? watch->moves[first] : MOVE_NONE, got);
	if (first < stream->n_plies && stream->plies[first].made_us != TIME_UNKNOWN)
		at_s = (double)stream->plies[first].made_us / 1e6;
	printf("  %s game %zu seed %llu: %zu of %zu plies wrong, %zu told by no picture; ply %zu "
	       "at %.1f "
	       "s: expected %s, got %s\n",
	       name, game, (unsigned long long)seed, wrong, stream->n_plies, hidden, first + 1,
	       at_s, expected, got);
}

/* The plies that are false in the end, the first of them named. */
static void
print_false_in_end(const struct bench *bench, const char *name, size_t game,
                   const struct score_watch *watch)
{
	size_t n = 0, first = 0;

	for (size_t i = 0; i < watch->n; i++)
		if (score_is_false_in_end(watch, i) && n++ == 0)
			first = i;
	if (n > 0)
		printf("  %s game %zu: %zu plies false in the end, from ply %zu, of %zu\n", name,
		       game, n, first + 1, bench->stream.n_plies);
}

/* Both readers on the stream that is loaded. */
static void
measure(struct bench *bench, const char *name, size_t game, uint64_t seed, bool occupancy,
        struct score scores[2])
{
	static struct score_watch watch;
	size_t first, wrong, hidden = 0;

	for (size_t i = 0; occupancy && i < bench->stream.n_events; i++)
		bench_stream_forget(&bench->stream.events[i]);
	score_watch_begin(&watch, &bench->stream);
	reader_read(&bench->stream, bench->events, bench->verbose ? name : NULL, game, &watch,
	            &scores[0]);
	wrong = score_add(&scores[0], &watch, &first);
	if (wrong > 0)
		hidden = hidden_plies(&bench->stream, occupancy, watch.moves, watch.n);
	scores[0].plies_hidden += hidden;
	if (wrong > 0 && bench->verbose)
		print_wrong(bench, name, game, seed, wrong, hidden, first, &watch);
	if (bench->verbose)
		print_false_in_end(bench, name, game, &watch);
	if (wrong > 0 && bench->dump) {
		char file[128];

		snprintf(file, sizeof(file), "%s-%zu", name, game);
		if (!bench_stream_write(&bench->stream, bench->dump, file))
			fprintf(stderr, "bench_tracker: cannot write to %s\n", bench->dump);
	}
	score_watch_begin(&watch, &bench->stream);
	reference_read(&bench->stream, occupancy, &watch);
	score_add(&scores[1], &watch, &first);
}

/* Classical to blitz, at a pace that keeps the clock's ticks few where nobody noted times. */
static void
choose_time(const struct game *game, size_t index, struct bench_setup *setup)
{
	static const struct {
		int32_t initial_s, increment_s;
		uint32_t pace;
	} usual[] = { { 5400, 30, 20000 }, { 900, 10, 4000 }, { 300, 3, 1000 }, { 180, 2, 1000 } };
	int32_t first_s = game->plies[0].clock_s;

	if (first_s > 0 && first_s <= SIM_CLOCK_MAX_S) {
		setup->initial_s = first_s;
		setup->increment_s = first_s > 3600 ? 30 : first_s > 600 ? 10 : 2;
		setup->pace = SIM_HAND_PACE_ONE;
		return;
	}
	setup->initial_s = usual[index % 4].initial_s;
	setup->increment_s = usual[index % 4].increment_s;
	setup->pace = usual[index % 4].pace;
}

/* --- the table --------------------------------------------------------------------------------- */

static void
print_head(void)
{
	static const char *const head[2][22] = {
		{ "",        "",     "",       "unseen", "tracker", "",       "signs",  "under-",
		  "made ms", "",     "end ms", "",       "rev.",    "false",  "at end", "doubt",
		  "of them", "left", "CPU",    "usual",  "",        "made ms" },
		{ "profile", "games",   "plies",   "plies %", "plies %", "games %",
		  "right %", "prom. %", "mean",    "99 %",    "mean",    "99 %",
		  "/game",   "/game",   "/game",   "/game",   "right %", "in d. %",
		  "ns/ev.",  "plies %", "games %", "mean" },
	};

	for (size_t i = 0; i < 2; i++) {
		const char *const *h = head[i];

		printf("%-13s %5s %7s %7s | %8s %7s %7s %7s %9s %9s %9s %9s %6s %6s %6s %6s %7s "
		       "%7s "
		       "%7s | %8s %7s %9s %9s\n",
		       h[0], h[1], h[2], h[3], h[4], h[5], h[6], h[7], h[8], h[9], h[10], h[11],
		       h[12], h[13], h[14], h[15], h[16], h[17], h[18], h[19], h[20], h[21],
		       i == 0 ? "" : "99 %");
	}
}

static double
part(size_t n, size_t of)
{
	return of > 0 ? 100.0 * (double)n / (double)of : 0;
}

static double
each(uint64_t sum, uint64_t n)
{
	return n > 0 ? (double)sum / (double)n : 0;
}

/* A part of what may not be there at all. */
static const char *
part_text(size_t n, size_t of, int digits, char text[16])
{
	if (of == 0)
		return "-";
	snprintf(text, 16, "%.*f", digits, part(n, of));
	return text;
}

static void
print_ours(struct score *ours)
{
	char signs[16], under[16], doubts[16];

	printf("%8.3f %7.2f %7s %7s %9.0f %9.0f %9.0f %9.0f %6.2f %6.2f %6.2f %6.2f %7s %7.3f "
	       "%7.0f | ",
	       part(ours->plies - ours->plies_wrong, ours->plies),
	       part(ours->games_right, ours->games),
	       part_text(ours->results_right, ours->results, 2, signs),
	       part_text(ours->underpromotions_right, ours->underpromotions, 1, under),
	       score_mean(&ours->to_made), score_percentile(&ours->to_made, 99),
	       score_mean(&ours->to_end), score_percentile(&ours->to_end, 99),
	       each(ours->revisions, ours->games), each(ours->false_reports, ours->games),
	       each(ours->false_in_end, ours->games), each(ours->doubtful, ours->games),
	       part_text(ours->doubtful_right, ours->doubtful, 1, doubts),
	       part(ours->left_in_doubt, ours->plies), each(ours->cpu_ns, ours->events));
}

static void
print_row(const char *name, struct score scores[2])
{
	struct score *ours = &scores[0], *usual = &scores[1];

	printf("%-13s %5zu %7zu ", name, usual->games, usual->plies);
	printf("%7.3f | ", part(usual->unseen, usual->plies));
	print_ours(ours);
	printf("%8.3f %7.2f %9.0f %9.0f\n", part(usual->plies - usual->plies_wrong, usual->plies),
	       part(usual->games_right, usual->games), score_mean(&usual->to_made),
	       score_percentile(&usual->to_made, 99));
	fflush(stdout);
	score_free(ours);
	score_free(usual);
}

static void
print_causes(const struct score *ours)
{
	printf("  false reports:");
	for (int cause = SCORE_NOT_FALSE + 1; cause < SCORE_CAUSES; cause++)
		printf(" %s %zu", score_cause_name((enum score_cause)cause), ours->causes[cause]);
	printf("\n  wrong plies that no picture told from those played: %zu of %zu; of the others "
	       "%.3f %% are right\n",
	       ours->plies_hidden, ours->plies_wrong,
	       part(ours->plies - ours->plies_wrong, ours->plies - ours->plies_hidden));
}

static void
show_progress(const char *name, size_t done, size_t all)
{
	if (isatty(STDERR_FILENO))
		fprintf(stderr, done < all ? "\r%s %zu/%zu " : "\r%-40s\r", name, done, all);
}

static void
play(struct bench *bench, const struct source *source, size_t i, uint64_t seed)
{
	const struct game *game = &bench->all.pgn.game;
	struct bench_setup setup = { .profile = source->profile,
		                     .seed = seed,
		                     .rotated = i % 2 != 0 && !is_occupancy(source),
		                     .unasked = source->unasked };

	if (source->style) {
		other_play(&bench->stream, source->style, seed, setup.rotated, setup.unasked, game);
		return;
	}
	choose_time(game, i, &setup);
	bench_stream_play(&bench->stream, &setup, game);
}

static void
run_source(struct bench *bench, const struct source *source)
{
	size_t n = bench->games == 0 || bench->games > bench->all.n ? bench->all.n
	                                                            : (size_t)bench->games;
	struct score scores[2] = { { 0 } };

	for (size_t i = 0; i < n; i++) {
		uint64_t seed = bench->seed * 1000003 + i;

		if (bench->only != UINT64_MAX && bench->only != i)
			continue;
		show_progress(source->name, i, n);
		bench_games_load(&bench->all, i * bench->all.n / n);
		play(bench, source, i, seed);
		measure(bench, source->name, i, seed, is_occupancy(source), scores);
		if (!is_occupancy(source))
			scores[1].unseen += bench_stream_unseen(&bench->stream);
	}
	show_progress(source->name, n, n);
	if (bench->verbose)
		print_causes(&scores[0]);
	print_row(source->name, scores);
}

static int
run_recordings(struct bench *bench)
{
	for (size_t i = 0; i < bench->n_captures + (bench->notes != NULL); i++) {
		bool is_note = bench->notes && i == 0;
		const char *path =
			is_note ? bench->notes : bench->captures[i - (bench->notes != NULL)];
		const char *slash = strrchr(path, '/');
		struct score scores[2] = { { 0 } };
		char name[14];

		if (is_note ? !bench_stream_notes(&bench->stream, path)
		            : !bench_stream_capture(&bench->stream, path)) {
			fprintf(stderr, "bench_tracker: cannot read %s and its truth\n", path);
			return EXIT_FAILURE;
		}
		snprintf(name, sizeof(name), "%s", is_note ? "real 1" : slash ? slash + 1 : path);
		name[strcspn(name, ".")] = '\0';
		measure(bench, name, 0, 0, false, scores);
		print_row(name, scores);
	}
	return EXIT_SUCCESS;
}

/* --- options ----------------------------------------------------------------------------------- */

static bool
take_source(struct bench *bench, const struct source *source, const char *name)
{
	if (bench->n_sources == SOURCES_MAX || (name && strcmp(name, source->name) != 0))
		return false;
	bench->sources[bench->n_sources++] = *source;
	return true;
}

/* Where updates get lost it matters whether the board is asked: the same without that. */
static const struct {
	const char *name, *of;
} unasked[] = {
	{ "lost-unasked", "lost-updates" },
	{ "b-unasked", "b-losses" },
};

/* The profile or style of that name, or all of them for NULL. */
static bool
take_profile(struct bench *bench, const char *name)
{
	size_t before = bench->n_sources;

	for (size_t i = 0; i < sim_n_profiles + other_n_styles; i++) {
		bool first = i < sim_n_profiles;
		struct source source = {
			.name = first ? sim_profiles[i].name
			              : other_styles[i - sim_n_profiles].name,
			.profile = first ? &sim_profiles[i] : NULL,
			.style = first ? NULL : &other_styles[i - sim_n_profiles],
		};
		const char *of = source.name;

		take_source(bench, &source, name);
		source.unasked = true;
		for (size_t k = 0; k < sizeof(unasked) / sizeof(unasked[0]); k++) {
			source.name = unasked[k].name;
			if (strcmp(unasked[k].of, of) == 0)
				take_source(bench, &source, name);
		}
	}
	if (bench->n_sources == before)
		fprintf(stderr, "bench_tracker: no profile '%s'\n", name);
	return bench->n_sources > before;
}

static bool
take_named(void *ctx, const char *name)
{
	return take_profile(ctx, name);
}

static bool
take_capture(void *ctx, const char *path)
{
	struct bench *bench = ctx;

	if (bench->n_captures == CAPTURES_MAX)
		return false;
	bench->captures[bench->n_captures++] = path;
	return true;
}

static int
take_options(struct bench *bench, int argc, char **argv)
{
	const struct bench_option options[] = {
		{ "games", .number = &bench->games },
		{ "profile", .take = take_named },
		{ "seed", .number = &bench->seed },
		{ "only", .number = &bench->only },
		{ "underpromotions", .flag = &bench->underpromotions },
		{ "capture", .take = take_capture },
		{ "notes", .text = &bench->notes },
		{ "verbose", .flag = &bench->verbose },
		{ "dump", .text = &bench->dump },
		{ "events", .flag = &bench->events },
	};
	int status = bench_options_read(options, sizeof(options) / sizeof(options[0]), bench, usage,
	                                argc, argv);

	if (status == BENCH_GO_ON && bench->n_sources == 0)
		take_profile(bench, NULL);
	return status;
}

static bool
has_underpromotion(const struct game *game)
{
	for (uint32_t i = 0; i < game->n_plies; i++)
		if (score_is_underpromotion(game->plies[i].move))
			return true;
	return false;
}

int
main(int argc, char **argv)
{
	static struct bench bench = { .games = 200, .only = UINT64_MAX, .seed = 1 };
	int status = take_options(&bench, argc, argv);

	if (status != BENCH_GO_ON)
		return status;
	bench_games_init(&bench.all);
	for (int i = optind; i < argc; i++)
		if (!bench_games_read(&bench.all, argv[i]))
			fprintf(stderr, "bench_tracker: cannot read %s; it is left out\n", argv[i]);
	if (bench.underpromotions)
		bench_games_keep(&bench.all, has_underpromotion);
	print_head();
	status = run_recordings(&bench);
	for (size_t i = 0; bench.all.n > 0 && i < bench.n_sources; i++)
		run_source(&bench, &bench.sources[i]);
	bench_games_free(&bench.all);
	bench_stream_free(&bench.stream);
	return status;
}
