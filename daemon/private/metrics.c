/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/private/metrics.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "daemon/station.h"

static void
begin(FILE *out, const char *name, const char *type, const char *help)
{
	fprintf(out, "# HELP adoubed_%s %s\n# TYPE adoubed_%s %s\n", name, help, name, type);
}

/* --- Tables --------------------------------------------------------------------------------- */

static double
of_up(const struct station_meter *meter)
{
	return meter->up && meter->link == DRIVER_LIVE;
}

static double
of_bytes(const struct station_meter *meter)
{
	return (double)meter->driver.bytes;
}

static double
of_frames(const struct station_meter *meter)
{
	return (double)meter->driver.frames;
}

static double
of_bad_frames(const struct station_meter *meter)
{
	return (double)meter->driver.bad_frames;
}

static double
of_skipped(const struct station_meter *meter)
{
	return (double)meter->driver.skipped_bytes;
}

static double
of_plies(const struct station_meter *meter)
{
	return (double)meter->plies;
}

static double
of_revisions(const struct station_meter *meter)
{
	return (double)meter->revisions;
}

static double
of_lost(const struct station_meter *meter)
{
	return (double)meter->lost_lines;
}

static double
of_lag(const struct station_meter *meter)
{
	return (double)meter->lag_us / 1000000;
}

static const struct {
	const char *name, *type, *help;
	double (*of)(const struct station_meter *meter);
} of_tables[] = {
	{ "board_up", "gauge", "Whether the table's board answers.", of_up },
	{ "board_bytes_total", "counter", "Bytes from the board.", of_bytes },
	{ "board_frames_total", "counter", "Messages from the board.", of_frames },
	{ "board_bad_frames_total", "counter", "Messages that could not be.", of_bad_frames },
	{ "board_skipped_bytes_total", "counter", "Bytes that were part of no message.",
	  of_skipped },
	{ "plies", "gauge", "Plies in the table's recording.", of_plies },
	{ "revisions_total", "counter", "Times published plies were replaced or taken back.",
	  of_revisions },
	{ "journal_lost_lines_total", "counter", "Lines that found no room while it did.",
	  of_lost },
	{ "journal_lag_seconds", "gauge", "Since when something waits to be durable.", of_lag },
};

/* The journal is one, whichever table is asked. */
static void
write_journal(FILE *out, const struct station_meter *any)
{
	begin(out, "journal_bytes", "gauge", "Bytes of the journal on the disk.");
	fprintf(out, "adoubed_journal_bytes %" PRIu64 "\n", any->journal_bytes);
	begin(out, "journal_held_bytes", "gauge", "Bytes that wait for a disk that refuses them.");
	fprintf(out, "adoubed_journal_held_bytes %" PRIu64 "\n", any->held_bytes);
	begin(out, "journal_failing", "gauge", "Whether the disk refuses the journal.");
	fprintf(out, "adoubed_journal_failing %d\n", any->failing);
	begin(out, "journal_commit_seconds", "summary",
	      "From the first entry of a commit to its being durable.");
	fprintf(out,
	        "adoubed_journal_commit_seconds_sum %.6f\nadoubed_journal_commit_seconds_count "
	        "%" PRIu64 "\n",
	        (double)any->commit_us_sum / 1e6, any->commits);
	begin(out, "journal_commit_longest_seconds", "gauge", "The longest of them so far.");
	fprintf(out, "adoubed_journal_commit_longest_seconds %.6f\n",
	        (double)any->commit_us_max / 1e6);
}

static void
write_tables(FILE *out, const struct metrics_sources *sources)
{
	struct station_meter *meters = calloc(sources->n_stations + 1, sizeof(*meters));

	for (size_t i = 0; meters && i < sources->n_stations; i++)
		station_meter(sources->stations[i], &meters[i]);
	begin(out, "tables", "gauge", "Tables of the event.");
	fprintf(out, "adoubed_tables %zu\n", sources->n_stations);
	for (size_t n = 0; meters && n < sizeof(of_tables) / sizeof(of_tables[0]); n++) {
		begin(out, of_tables[n].name, of_tables[n].type, of_tables[n].help);
		for (size_t i = 0; i < sources->n_stations; i++)
			fprintf(out, "adoubed_%s{table=\"%u\"} %.15g\n", of_tables[n].name,
			        station_number(sources->stations[i]), of_tables[n].of(&meters[i]));
	}
	if (meters && sources->n_stations > 0)
		write_journal(out, &meters[0]);
	free(meters);
}

/* --- What is counted as it happens ---------------------------------------------------------- */

static void
write_alerts(FILE *out, const struct meters *meters)
{
	begin(out, "alerts_total", "counter", "Alerts raised, by their id.");
	for (int id = 0; id < ALERTS; id++)
		fprintf(out, "adoubed_alerts_total{id=\"%s\"} %" PRIu64 "\n",
		        alert_row((enum alert_id)id)->name, meters->alerts[id]);
}

static void
write_histogram(FILE *out, const char *name, const char *help,
                const struct meters_histogram *histogram)
{
	uint64_t n = 0;

	begin(out, name, "histogram", help);
	for (int i = 0; i < METERS_BUCKETS; i++) {
		n += histogram->buckets[i];
		fprintf(out, "adoubed_%s_bucket{le=\"%g\"} %" PRIu64 "\n", name,
		        meters_bounds_us[i] / 1e6, n);
	}
	fprintf(out, "adoubed_%s_bucket{le=\"+Inf\"} %" PRIu64 "\n", name, histogram->n);
	fprintf(out, "adoubed_%s_sum %.6f\n", name, (double)histogram->sum_us / 1e6);
	fprintf(out, "adoubed_%s_count %" PRIu64 "\n", name, histogram->n);
}

/* --- Web servers and the program ------------------------------------------------------------- */

static const struct {
	const char *name, *type, *help;
	size_t offset;
} of_servers[] = {
	{ "http_requests_total", "counter", "Requests answered.",
	  offsetof(struct metrics_server, requests) },
	{ "http_refused_total", "counter", "Connections turned away or cut.",
	  offsetof(struct metrics_server, refused) },
	{ "readers", "gauge", "Readers of the stream of events.",
	  offsetof(struct metrics_server, readers) },
	{ "readers_dropped_total", "counter", "Readers let go because they did not keep up.",
	  offsetof(struct metrics_server, dropped) },
};

static void
write_servers(FILE *out, const struct metrics_sources *sources)
{
	for (size_t n = 0; n < sizeof(of_servers) / sizeof(of_servers[0]); n++) {
		begin(out, of_servers[n].name, of_servers[n].type, of_servers[n].help);
		for (size_t i = 0; i < sources->n_servers; i++) {
			uint64_t value;

			memcpy(&value, (const char *)&sources->servers[i] + of_servers[n].offset,
			       sizeof(value));
			fprintf(out, "adoubed_%s{listener=\"%s\"} %" PRIu64 "\n",
			        of_servers[n].name, sources->servers[i].name, value);
		}
	}
}

static double
resident_bytes(void)
{
	FILE *file = fopen("/proc/self/statm", "re");
	unsigned long resident = 0;
	char line[128], *rest;

	if (file && fgets(line, sizeof(line), file)) {
		(void)strtoul(line, &rest, 10); /* all that is mapped */
		resident = strtoul(rest, NULL, 10);
	}
	if (file)
		fclose(file);
	return (double)resident * (double)sysconf(_SC_PAGESIZE);
}

static double
cpu_seconds(void)
{
	struct rusage usage;

	if (getrusage(RUSAGE_SELF, &usage) < 0)
		return 0;
	return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
	       (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

/* The names every Prometheus knows, without our prefix. */
static void
write_process(FILE *out, uint64_t started_us)
{
	fprintf(out,
	        "# HELP process_cpu_seconds_total Processor time used.\n"
	        "# TYPE process_cpu_seconds_total counter\nprocess_cpu_seconds_total %.6f\n",
	        cpu_seconds());
	fprintf(out,
	        "# HELP process_resident_memory_bytes Memory in use.\n"
	        "# TYPE process_resident_memory_bytes gauge\nprocess_resident_memory_bytes %.0f\n",
	        resident_bytes());
	fprintf(out,
	        "# HELP process_start_time_seconds When it began, since 1970.\n"
	        "# TYPE process_start_time_seconds gauge\nprocess_start_time_seconds %.3f\n",
	        (double)started_us / 1e6);
}

char *
metrics_text(const struct metrics_sources *sources, size_t *ret_len)
{
	char *text = NULL;
	FILE *out = open_memstream(&text, ret_len);

	if (!out)
		return NULL;
	write_tables(out, sources);
	write_alerts(out, sources->meters);
	write_histogram(out, "publish_latency_seconds",
	                "From a board's bytes to what they changed being published.",
	                &sources->meters->published);
	write_servers(out, sources);
	write_process(out, sources->started_us);
	if (fclose(out) != 0) {
		free(text);
		return NULL;
	}
	return text;
}
