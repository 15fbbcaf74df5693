/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/private/cases.h"

#include <errno.h>
#include <event2/http.h>
#include <event2/keyvalq_struct.h>
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "daemon/case_file.h"
#include "daemon/http.h"
#include "daemon/http_answer.h"
#include "daemon/journal.h"
#include "daemon/journal_export.h"
#include "daemon/json_text.h"
#include "daemon/private/answers.h"
#include "daemon/private/door.h"
#include "daemon/private/feed.h"
#include "daemon/worker.h"

enum case_format { FORMAT_JSON, FORMAT_TEXT, FORMAT_HTML };

struct cases {
	const struct private_feed_options *options;
	struct door *door;
	struct worker *worker; /* a long recording takes its time */
	unsigned int n;
};

/* What is asked for, and by whom. */
struct case_job {
	struct worker_job job;
	struct cases *cases;
	struct evhttp_request *request; /* NULL: he has left */
	struct config config;           /* as it is now: the desk may change it meanwhile */
	struct config_table setup;
	char path[PATH_MAX]; /* the journal */
	uint32_t stream;
	uint64_t first;  /* its first entry */
	uint64_t now_us; /* by its time, when it was asked for */
	uint32_t number, around_s;
	enum case_format format;
	int language;
	char *answer;
	int code;
	char error[512];
};

/* --- On the worker's thread ------------------------------------------------------------------ */

struct copying {
	uint32_t stream;
	FILE *file;
};

static FILE *
choose(void *ctx, const struct journal_stream *stream)
{
	const struct copying *copying = ctx;

	return stream->id == copying->stream ? copying->file : NULL;
}

/* copy_recording: the table's capture, out of the journal. 0 or a negative errno, explained. */
static int
copy_recording(struct case_job *job, FILE *file)
{
	struct copying copying = { job->stream, file };
	const struct journal_export export = { .ctx = &copying,
		                               .open = choose,
		                               .from = job->first };
	struct journal_fault fault;
	struct journal_store *store;
	int r = journal_store_open(job->path, JOURNAL_READ, NULL, &store, &fault);

	if (r == 0) {
		r = journal_export(store, &export, &fault);
		journal_store_close(store);
	}
	if (r < 0)
		snprintf(job->error, sizeof(job->error), "%s", fault.text);
	return r;
}

/* again_command: what a person types where the journal is; EVENT is the event's file. To be freed. */
static char *
again_command(const struct case_job *job)
{
	char *text = NULL;
	size_t len;
	FILE *out = open_memstream(&text, &len);

	if (!out)
		return NULL;
	fputs("adoube journal export", out);
	if (job->config.event.round[0]) {
		fputs(" --round ", out);
		case_put_word(job->config.event.round, out);
	}
	fprintf(out, " --table %" PRIu32 " ", job->setup.number);
	case_put_word(job->path, out);
	fputs(" > table.capture && adoube case --event EVENT", out);
	case_put_options(job->language, job->format == FORMAT_HTML, job->around_s, out);
	fprintf(out, " table.capture %" PRIu32, job->number);
	return fclose(out) == 0 ? text : NULL;
}

/* write_case: into job->answer. */
static void
write_case(struct case_job *job, const struct case_file *file)
{
	char *again;
	size_t len;
	FILE *out;

	if (job->format == FORMAT_JSON) {
		job->answer = json_text(case_file_json(file, job->language), &len);
		return;
	}
	again = again_command(job);
	out = again ? open_memstream(&job->answer, &len) : NULL;
	if (out) {
		case_file_write(file, job->language, job->format == FORMAT_HTML, again, out);
		fclose(out);
	}
	free(again);
}

/* read_case: of the capture. */
static void
read_case(struct case_job *job, FILE *capture)
{
	char *complaint = NULL;
	size_t len = 0;
	FILE *complaints = open_memstream(&complaint, &len);
	const struct case_options options = {
		.command = "case file",
		.path = "recording",
		.file = capture,
		.complaints = complaints,
		.config = &job->config,
		.around_us = (uint64_t)job->around_s * 1000000,
		.now_us = job->now_us,
		.number = job->number,
	};
	struct case_file file;
	int r = case_file_read(&options, &file);

	if (complaints)
		fclose(complaints);
	if (r < 0 && !file.found)
		snprintf(job->error, sizeof(job->error), "the recording cannot be read: %.400s",
		         complaint ? complaint : "");
	else if (!file.found)
		job->code = 404;
	else
		write_case(job, &file);
	case_file_clear(&file);
	free(complaint);
}

static void
run(struct worker_job *worker_job)
{
	struct case_job *job = (struct case_job *)(void *)worker_job;
	FILE *capture = tmpfile();

	job->code = 503;
	if (!capture) {
		snprintf(job->error, sizeof(job->error), "no room for the recording: %s",
		         strerror(errno));
		return;
	}
	if (copy_recording(job, capture) == 0)
		read_case(job, capture);
	fclose(capture);
}

/* --- On the loop's --------------------------------------------------------------------------- */

static void
answer(struct case_job *job)
{
	static const char *const types[] = {
		[FORMAT_JSON] = "application/json; charset=utf-8",
		[FORMAT_TEXT] = "text/plain; charset=utf-8",
		[FORMAT_HTML] = "text/html; charset=utf-8",
	};

	if (job->answer)
		http_answer(job->request, 200, types[job->format], job->answer);
	else if (job->code == 404)
		answers_error(job->request, 404, "the table has no alert of that number");
	else
		answers_error(job->request, job->code,
		              job->error[0] ? job->error : "out of memory");
}

static void
done(struct worker_job *worker_job)
{
	struct case_job *job = (struct case_job *)(void *)worker_job;
	struct evhttp_connection *connection =
		job->request ? evhttp_request_get_connection(job->request) : NULL;

	if (connection)
		evhttp_connection_set_closecb(connection, NULL, NULL);
	if (job->request)
		answer(job);
	job->cases->n--;
	free(job->answer);
	free(job);
}

/* gone: he who asked has left; see http_events.c. */
static void
gone(struct evhttp_connection *connection, void *ctx)
{
	struct case_job *job = ctx;

	(void)connection;
	if (!evhttp_request_get_connection(job->request))
		evhttp_send_reply_end(job->request);
	job->request = NULL;
}

/* number_of: a parameter from 1 to most; `missing` where it is not there, 0 where it is no such number. */
static uint32_t
number_of(const struct evkeyvalq *query, const char *key, uint32_t most, uint32_t missing)
{
	const char *text = evhttp_find_header(query, key);
	char *end;
	unsigned long value;

	if (!text)
		return missing;
	value = strtoul(text, &end, 10);
	return *text >= '1' && *text <= '9' && *end == '\0' && value <= most ? (uint32_t)value : 0;
}

/* choice_of: which of the n words a parameter is; 0 where it is missing, n where it is none of them. */
static size_t
choice_of(const struct evkeyvalq *query, const char *key, const char *const words[], size_t n)
{
	const char *text = evhttp_find_header(query, key);
	size_t i = 0;

	while (text && i < n && strcmp(text, words[i]) != 0)
		i++;
	return text ? i : 0;
}

/* read_query: NULL, or what is wrong with it. */
static const char *
read_query(const struct evkeyvalq *query, struct case_job *job, uint32_t *ret_table)
{
	static const char *const formats[] = { "json", "text", "html" };
	size_t format = choice_of(query, "format", formats, 3);
	const char *lang = evhttp_find_header(query, "lang");

	*ret_table = number_of(query, "table", UINT32_MAX, 0);
	job->number = number_of(query, "number", UINT32_MAX, 0);
	job->around_s = number_of(query, "around", CASE_AROUND_MAX, CASE_AROUND_S);
	if (*ret_table == 0 || job->number == 0)
		return "\"table\" and \"number\" must be whole numbers from 1";
	if (job->around_s == 0)
		return "\"around\" must be seconds, from 1 to 3600";
	job->language = lang ? language_find(lang) : ALERT_ENGLISH;
	if (format == 3 || job->language < 0)
		return format == 3 ? "\"format\" must be json, text or html"
		                   : "\"lang\" must be a language of the pages, such as en or fr";
	job->format = (enum case_format)format;
	return NULL;
}

/* find_recording: the table's, as the configuration is now; false: it has none. */
static bool
find_recording(struct case_job *job, const struct private_feed_options *options, uint32_t table)
{
	const struct config *config = options->config;
	const struct journal_stream *stream =
		journal_find(options->journal, config->event.round, table);
	struct journal_status status;

	for (size_t i = 0; stream && i < config->n_tables; i++) {
		if (config->tables[i].number != table)
			continue;
		journal_look(options->journal, &status);
		snprintf(job->path, sizeof(job->path), "%s", status.path);
		job->stream = stream->id;
		job->first = stream->first;
		job->now_us = (uint64_t)((int64_t)journal_now(options->journal) - stream->zero_us);
		job->setup = config->tables[i];
		job->config = *config;
		job->config.tables = &job->setup;
		job->config.n_tables = 1;
		job->config.buses = NULL;
		job->config.n_buses = 0;
		return true;
	}
	return false;
}

static void
begin(struct cases *cases, struct evhttp_request *request, struct case_job *job)
{
	struct evhttp_connection *connection = evhttp_request_get_connection(request);

	job->cases = cases;
	job->request = request;
	job->job.run = run;
	job->job.done = done;
	cases->n++;
	evhttp_connection_set_closecb(connection, gone, job);
	worker_submit(cases->worker, &job->job);
}

static void
refuse(struct evhttp_request *request, struct case_job *job, int code, const char *error)
{
	answers_error(request, code, error);
	free(job);
}

static void
on_case(void *ctx, struct evhttp_request *request)
{
	struct cases *cases = ctx;
	const struct evhttp_uri *uri = evhttp_request_get_evhttp_uri(request);
	const char *text = uri ? evhttp_uri_get_query(uri) : NULL, *wrong;
	struct evkeyvalq query = { 0 };
	struct case_job *job;
	uint32_t table = 0;

	if (!door_may(cases->door, request, RIGHT_LOOK))
		return;
	job = calloc(1, sizeof(*job));
	if (!job || cases->n == CASES_MAX) {
		refuse(request, job, 503, job ? "too many are asking; try again" : "out of memory");
		return;
	}
	wrong = text && evhttp_parse_query_str(text, &query) < 0 ? "the query cannot be read"
	                                                         : read_query(&query, job, &table);
	evhttp_clear_headers(&query);
	if (wrong)
		refuse(request, job, 400, wrong);
	else if (!find_recording(job, cases->options, table))
		refuse(request, job, 404, "there is no such table");
	else
		begin(cases, request, job);
}

int
cases_new(const struct private_feed_options *options, struct http *http, struct door *door,
          struct cases **ret_cases)
{
	struct cases *cases = calloc(1, sizeof(*cases));
	int r;

	if (!cases)
		return -ENOMEM;
	cases->options = options;
	cases->door = door;
	*ret_cases = cases;
	r = worker_new(options->base, &cases->worker);
	return r < 0 ? r : http_hand(http, "/api/v1/case", on_case, cases);
}

void
cases_free(struct cases *cases)
{
	if (!cases)
		return;
	worker_free(cases->worker);
	free(cases);
}
