/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Every kind of alert at a table of which everything is published: the arbiter is told each, and no page, stream,
 * file, push or program of a player has a word of it (6.12, 12.6).
 */
#include <arpa/inet.h>
#include <check.h>
#include <ftw.h>
#include <netinet/in.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/http.h>

#include "daemon/http.h"
#include "daemon/journal.h"
#include "daemon/livechess/rest.h"
#include "daemon/livechess/tournament.h"
#include "daemon/publication.h"
#include "daemon/station.h"
#include "daemon/table_state.h"
#include "daemon/time_now.h"
#include "daemon/worker.h"
#include "tests/support.h"

#define CLOUD "6f1c2d3e-0a1b-4c2d-8e3f-0123456789ab"
#define START "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
#define NOTE  "a word of the arbiter to himself"

static char folder[] = "/tmp/test_traces_XXXXXX";
static struct config config;
static struct event_base *base;
static struct worker *workers[2];
static struct journal *journal;
static struct http *http;
static struct publication *publication;
static struct livechess_api *api;
static struct livechess_session *player;
static struct station *station;
static struct evhttp *broadcast;
static struct evbuffer
	*told; /* the stream, pushes, what a player's program hears: all there ever was */

/* --- A daemon with one table ---------------------------------------------------------------------- */

__attribute__((format(printf, 3, 4))) static void
set(const char *section, const char *key, const char *format, ...)
{
	char value[256], error[400];
	va_list args;

	va_start(args, format);
	vsnprintf(value, sizeof(value), format, args);
	va_end(args);
	ck_assert_msg(config_set(&config, section, key, value, error, sizeof(error)) == 0, "%s",
	              error);
}

static void
on_published(void *ctx, size_t index, const struct delay_public *public, uint64_t age_us)
{
	(void)ctx;
	publication_put(publication, index, public, age_us);
}

static void
on_push(struct evhttp_request *request, void *ctx)
{
	struct evbuffer *body = evhttp_request_get_input_buffer(request);

	(void)ctx;
	evbuffer_add(told, evbuffer_pullup(body, -1), evbuffer_get_length(body));
	evbuffer_add_printf(evhttp_request_get_output_buffer(request), "{\"games\":[]}");
	evhttp_send_reply(request, 200, NULL, NULL);
}

static void
on_player(void *ctx, const char *text, size_t len)
{
	(void)ctx;
	evbuffer_add(told, text, len);
}

static void
open_broadcast(void)
{
	struct sockaddr_in address;
	socklen_t len = sizeof(address);
	struct evhttp_bound_socket *socket;
	char token[80];
	FILE *file;

	broadcast = evhttp_new(base);
	evhttp_set_gencb(broadcast, on_push, NULL);
	socket = evhttp_bind_socket_with_handle(broadcast, "127.0.0.1", 0);
	ck_assert_ptr_nonnull(socket);
	getsockname(evhttp_bound_socket_get_fd(socket), (struct sockaddr *)&address, &len);
	snprintf(token, sizeof(token), "%s/token", folder);
	file = fopen(token, "w");
	fputs("lip_token", file);
	fclose(file);
	chmod(token, 0600);
	set("lichess", "round", "AbCd1234");
	set("lichess", "token_file", "%s", token);
	set("lichess", "server", "http://127.0.0.1:%u", ntohs(address.sin_port));
}

static void
configure(void)
{
	config_defaults(&config);
	set("event", "name", "Open");
	set("event", "round", "3");
	set("daemon", "state_dir", "%s", folder);
	set("cloud", "id", CLOUD);
	set("cloud", "folder", "%s/cloud", folder);
	set("table 1", "board", "%s/board", folder);
	snprintf(config.tables[0].white, CONFIG_TEXT, "White, Player");
	snprintf(config.tables[0].black, CONFIG_TEXT, "Black, Player");
}

static void
open_station(void)
{
	struct station_options options = { .base = base,
		                           .worker = workers[0],
		                           .config = &config,
		                           .setup = &config.tables[0],
		                           .journal = journal,
		                           .api = api,
		                           .published = on_published };
	char error[400];

	ck_assert_msg(station_new(&options, &station, error, sizeof(error)) == 0, "%s", error);
	ck_assert_msg(journal_fold(journal, error, sizeof(error)) == 0, "%s", error);
	ck_assert_int_eq(station_resume(station), 0);
}

static void
setup(void)
{
	struct http_options web = { .where = { .address = "127.0.0.1" }, .connections = 32 };
	struct journal_options record = { 0 };
	struct livechess_tournament *tournament;
	char path[80], error[2048];

	memcpy(folder + strlen(folder) - 6, "XXXXXX", 6);
	ck_assert_ptr_nonnull(mkdtemp(folder));
	base = event_base_new();
	told = evbuffer_new();
	configure();
	open_broadcast();
	snprintf(path, sizeof(path), "%s/open.journal", folder);
	for (int i = 0; i < 2; i++)
		ck_assert_int_eq(worker_new(base, &workers[i]), 0);
	record.base = base;
	record.worker = workers[1];
	record.path = path;
	ck_assert_msg(journal_open(&record, &journal, error, sizeof(error)) == 0, "%s", error);
	ck_assert_msg(http_new(base, &web, &http, error, sizeof(error)) == 0, "%s", error);
	ck_assert_int_eq(publication_new(base, workers[0], http, &config, &publication), 0);
	ck_assert_int_eq(livechess_api_new(&api), 0);
	ck_assert_int_eq(
		livechess_tournament_new(&config, publication_local(publication), &tournament), 0);
	livechess_api_show_event(api, tournament);
	ck_assert_int_eq(livechess_session_new(api, on_player, NULL, &player), 0);
	open_station();
}

static void
teardown(void)
{
	station_stop(station);
	worker_drain(workers[0]);
	publication_stop(publication);
	station_free(station);
	livechess_session_free(player);
	livechess_api_free(api);
	http_free(http);
	publication_free(publication);
	journal_close(journal);
	for (int i = 0; i < 2; i++)
		worker_free(workers[i]);
	evhttp_free(broadcast);
	evbuffer_free(told);
	event_base_free(base);
	config_free(&config);
	test_remove_folder(folder);
}

static void
run_for_ms(unsigned int ms)
{
	const struct timeval span = { .tv_sec = (time_t)(ms / 1000),
		                      .tv_usec = (suseconds_t)(ms % 1000 * 1000) };

	event_base_loopexit(base, &span);
	event_base_dispatch(base);
}

static void
say(const char *event)
{
	json_t *request = json_pack("{s:o}", "event", json_loads(event, 0, NULL));
	char error[400];

	ck_assert_msg(station_tell_event(station, request, error, sizeof(error)) == 0, "%s", error);
	json_decref(request);
}

/* text_of: to be freed. */
static char *
text_of(struct evbuffer *buffer)
{
	size_t len = evbuffer_get_length(buffer);
	char *text = calloc(1, len + 1);

	ck_assert_ptr_nonnull(text);
	evbuffer_copyout(buffer, text, len);
	return text;
}

/* --- All that anybody may have --------------------------------------------------------------------- */

static void
on_body(struct evhttp_request *request, void *ctx)
{
	struct evbuffer *out = ctx;

	ck_assert_ptr_nonnull(request);
	ck_assert_int_eq(evhttp_request_get_response_code(request), 200);
	evbuffer_add_buffer(out, evhttp_request_get_input_buffer(request));
	event_base_loopbreak(base);
}

static void
add_page(struct evbuffer *out, const char *path)
{
	struct evhttp_connection *connection =
		evhttp_connection_base_new(base, NULL, "127.0.0.1", http_port(http));
	struct evhttp_request *request = evhttp_request_new(on_body, out);

	evbuffer_add_printf(out, "--- %s\n", path);
	evhttp_add_header(evhttp_request_get_output_headers(request), "Host", "a");
	evhttp_make_request(connection, request, EVHTTP_REQ_GET, path);
	event_base_dispatch(base);
	evhttp_connection_free(connection);
}

static struct evbuffer *files; /* where add_file() writes to */

static int
add_file(const char *path, const struct stat *status, int what, struct FTW *walk)
{
	size_t len;
	char *text;

	(void)status;
	(void)walk;
	if (what != FTW_F)
		return 0;
	text = test_read_file(path, &len);
	ck_assert_ptr_nonnull(text);
	evbuffer_add_printf(files, "--- %s\n", path);
	evbuffer_add(files, text, len);
	free(text);
	return 0;
}

static void
add_local(struct evbuffer *out, const char *resource)
{
	const char *type;
	char path[120], *text;

	snprintf(path, sizeof(path), "/api/v1.0/%s", resource);
	text = livechess_rest(api, path, &type);
	ck_assert_msg(text != NULL, "%s", path);
	evbuffer_add_printf(out, "--- %s\n%s", path, text);
	free(text);
}

/* everything: as text, to be freed. Of the layout of the vendor's cloud the pages come with the files' names. */
static char *
everything(void)
{
	static const char *const pages[] = {
		"/live.json",
		"/pgn",
		"/pgn/round",
		"/pgn/round-3",
		"/pgn/relay",
		"/pgn/1",
		"/pgn/1/1",
		"/api/v1/event",
		"/api/v1/tables",
		"/api/v1/tables/1",
		"/meta/" CLOUD,
		"/get/" CLOUD "/tournament.json",
		"/get/" CLOUD "/round-3/index.json",
		"/get/" CLOUD "/round-3/game-1.json",
	};
	static const char *const local[] = { "eboards", "sources", "tournaments",
		                             "tournament/" CLOUD, "round/" CLOUD "/2" };
	struct evbuffer *out = evbuffer_new();
	char path[80], *text;

	for (size_t i = 0; i < sizeof(pages) / sizeof(pages[0]); i++)
		add_page(out, pages[i]);
	for (size_t i = 0; i < sizeof(local) / sizeof(local[0]); i++)
		add_local(out, local[i]);
	files = out;
	snprintf(path, sizeof(path), "%s/games", folder);
	ck_assert_int_eq(nftw(path, add_file, 8, 0), 0);
	snprintf(path, sizeof(path), "%s/cloud", folder);
	ck_assert_int_eq(nftw(path, add_file, 8, 0), 0);
	text = text_of(out);
	evbuffer_free(out);
	return text;
}

static void
on_stream(struct bufferevent *stream, void *ctx)
{
	(void)ctx;
	evbuffer_add_buffer(told, bufferevent_get_input(stream));
}

static struct bufferevent *
open_stream(void)
{
	struct sockaddr_in address = { .sin_family = AF_INET,
		                       .sin_port = htons(http_port(http)),
		                       .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	struct bufferevent *stream = bufferevent_socket_new(base, -1, BEV_OPT_CLOSE_ON_FREE);

	bufferevent_setcb(stream, on_stream, NULL, NULL, NULL);
	bufferevent_enable(stream, EV_READ | EV_WRITE);
	evbuffer_add_printf(bufferevent_get_output(stream),
	                    "GET /events HTTP/1.1\r\nHost: a\r\n\r\n");
	bufferevent_socket_connect(stream, (struct sockaddr *)&address, sizeof(address));
	return stream;
}

/* await: until what was told holds the text. */
static void
await(const char *wanted)
{
	uint64_t since_us = time_now_us();
	bool is_there = false;

	while (!is_there) {
		char *text = text_of(told);

		is_there = strstr(text, wanted) != NULL;
		ck_assert_msg(is_there || time_now_us() - since_us < 20000000, "no '%s' in:\n%s",
		              wanted, text);
		free(text);
		run_for_ms(20);
	}
}

/* --- The alerts -------------------------------------------------------------------------------------- */

/* As the table's laws would: each raised, and decided with a note. */
static void
raise_all(void)
{
	const struct table *table = station_table(station);
	const struct table_listener *listener = &table->listener;
	const struct game *game = table_game(table);

	for (int id = 0; id < ALERTS; id++) {
		struct alert alert;

		alert_init(&alert, (enum alert_id)id, &config.rules, &game->now);
		alert.number = (uint32_t)id + 1;
		alert.table = 1;
		alert.t_us = table_reached(table);
		listener->alert(listener->ctx, &alert);
		listener->settled(listener->ctx, alert.number,
		                  id % 2 ? ALERT_CONFIRMED : ALERT_DISMISSED, NOTE);
	}
}

static void
search_word(const char *text, const char *where, const char *word)
{
	const char *found = word ? strstr(text, word) : NULL;
	size_t before = !found ? 0 : found - text < 200 ? (size_t)(found - text) : 200;

	ck_assert_msg(!found, "%s has '%s': %.400s", where, word, found - before);
}

static void
search(const char *text, const char *where, const json_t *alerts)
{
	static const char *const members[] = { "id", "text", "text_fr" };
	static const char *const words[] = { NOTE,       "alert",   "severity",
		                             "evidence", "outcome", "irregular" };
	const json_t *alert;
	size_t i;

	json_array_foreach(alerts, i, alert)
	{
		for (size_t k = 0; k < sizeof(members) / sizeof(members[0]); k++)
			search_word(text, where,
			            json_string_value(json_object_get(alert, members[k])));
	}
	for (size_t k = 0; k < sizeof(words) / sizeof(words[0]); k++)
		search_word(text, where, words[k]);
}

START_TEST(every_alert_through_every_public_output)
{
	static const char ask[] = "{\"id\":1,\"call\":\"eboards\"}";
	struct bufferevent *stream = open_stream();
	json_t *alerts, *list;
	char *after, *heard;

	say("{\"op\":\"position\",\"fen\":\"" START "\"}");
	say("{\"op\":\"correct\",\"do\":\"insert\",\"ply\":1,\"move\":\"e4 e5 Nf3\"}");
	livechess_session_text(player, ask, strlen(ask), 1000);
	await("Nf3 *"); /* pushed: a second later than all the others */
	raise_all();
	say("{\"op\":\"correct\",\"do\":\"insert\",\"ply\":4,\"move\":\"Nc6\"}");
	await("Nc6 *");   /* another push */
	run_for_ms(1100); /* files of the round are written once a second */
	after = everything();
	ck_assert_ptr_nonnull(strstr(after, "games/open/round-3.pgn"));
	ck_assert_ptr_nonnull(strstr(after, "cloud/get/" CLOUD "/round-3/game-1.json"));
	list = station_alerts(station);
	alerts = json_object_get(list, "alerts");
	ck_assert_uint_ge(json_array_size(alerts), ALERTS); /* the arbiter has them all */
	search(after, "a page or file", alerts);
	heard = text_of(told);
	search(heard, "the stream, a push or a player's program", alerts);
	ck_assert_ptr_nonnull(strstr(heard, "event: change"));
	ck_assert_ptr_nonnull(strstr(heard, "\"response\":\"call\""));
	free(heard);
	free(after);
	json_decref(list);
	bufferevent_free(stream);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("alert_traces");
	TCase *tcase = tcase_create("alert_traces");

	tcase_set_timeout(tcase, 60);
	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_test(tcase, every_alert_through_every_public_output);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
