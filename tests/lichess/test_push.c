/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A broadcast that does not answer, refuses, or answers what nobody can read: each is told the operator as what it
 * is, is asked again when it is time and not before, and then gets what is newest (publishing.md 3.2).
 */
#include <arpa/inet.h>
#include <check.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include <event2/buffer.h>
#include <event2/event.h>
#include <event2/http.h>

#include "daemon/delay.h"
#include "daemon/lichess/push.h"
#include "daemon/time_now.h"
#include "tests/support.h"

#define TAGS        "[Event \"A\"]\n[White \"Alpha, A\"]\n[Black \"Beta, B\"]\n"
#define LONG        (2 << 20) /* bytes of an answer that is none */
#define SILENCE     0         /* the status of a server that does not answer */
#define PUSHES_MAX  8
#define PATIENCE_US UINT64_C(50000000) /* who refuses is asked again after a minute */

/* A server's mood, and what the operator reads then. */
static const struct {
	int status;
	const char *body, *text;
	bool is_asked_again; /* before a minute is over */
} moods[] = {
	{ SILENCE, NULL, "it cannot be reached: Operation timed out", true },
	{ 401, "{\"error\":\"No such token\"}", "it does not know the token", false },
	{ 403, "{\"error\":\"Missing scope\"}", "is no contributor of the round: Missing scope",
	  false },
	{ 404, "{\"error\":\"Not found\"}", "there is no such round", false },
	{ 429, "{\"error\":\"Too many requests\"}", "it was asked too often", false },
	{ 400, "{\"error\":\"Bad\"}", "it does not understand what was sent: Bad", false },
	/* The round has a source of its own. */
	{ 200, "{\"games\":[{\"tags\":{},\"error\":\"The round has an upstream URL\"}]}",
	  "it refuses 1 of 1 game", true },
	{ 200, "{\"games\":", "its answer cannot be read", true },
	{ 200, NULL, "it cannot be reached: ", true }, /* LONG bytes */
	{ 302, "", "it has trouble of its own", true },
	{ 503, "<html>", "it has trouble of its own", true },
};

#define N (sizeof(moods) / sizeof(moods[0]))

/* One broadcast a mood, all on one server, told apart by their paths. */
static struct event_base *base;
static struct config configs[N];
static struct config_table tables[N];
static struct delay *delays[N];
static struct lichess *pushers[N];
static char *pushed[N][PUSHES_MAX];
static size_t n_pushed[N];

static char *
text_of(struct evbuffer *buffer)
{
	size_t len = evbuffer_get_length(buffer);
	char *text = calloc(1, len + 1);

	ck_assert_ptr_nonnull(text);
	ck_assert_int_eq(evbuffer_copyout(buffer, text, len), (ev_ssize_t)len);
	return text;
}

static void
on_request(struct evhttp_request *request, void *ctx)
{
	struct evbuffer *out = evhttp_request_get_output_buffer(request);
	static char filler[LONG];
	size_t i = 0;

	(void)ctx;
	ck_assert_int_eq(
		sscanf(evhttp_request_get_uri(request), "/api/broadcast/round/%zu/push", &i), 1);
	ck_assert_uint_lt(i, N);
	ck_assert_uint_lt(n_pushed[i], PUSHES_MAX);
	pushed[i][n_pushed[i]++] = text_of(evhttp_request_get_input_buffer(request));
	if (moods[i].status == SILENCE)
		return;
	if (moods[i].body)
		evbuffer_add(out, moods[i].body, strlen(moods[i].body));
	else
		evbuffer_add(out, filler, sizeof(filler));
	if (moods[i].status == 302)
		evhttp_add_header(evhttp_request_get_output_headers(request), "Location",
		                  "/elsewhere");
	evhttp_send_reply(request, moods[i].status, "x", NULL);
}

static void
put_game(size_t i, const char *pgn)
{
	json_t *live = json_pack("{s:i, s:s, s:s}", "table", 1, "white", "", "black", "");
	size_t end = strlen(pgn);
	const struct delay_public public = { .live = live, .pgn = pgn, .ends = &end, .n_games = 1 };

	ck_assert_int_eq(delay_put(delays[i], 0, &public, 0), 0);
	json_decref(live);
}

static void
begin(size_t i, uint16_t port, const char *token_file)
{
	struct config *config = &configs[i];
	char error[400];

	tables[i].number = 1;
	config->tables = &tables[i];
	config->n_tables = 1;
	snprintf(config->lichess.round, sizeof(config->lichess.round), "%zu", i);
	snprintf(config->lichess.server, sizeof(config->lichess.server), "http://127.0.0.1:%u",
	         port);
	snprintf(config->lichess.token_file, sizeof(config->lichess.token_file), "%s", token_file);
	ck_assert_int_eq(delay_new(1, &delays[i]), 0);
	ck_assert_msg(lichess_new(base, config, delay_view(delays[i], 0), &pushers[i], error,
	                          sizeof(error)) == 0,
	              "%s", error);
	if (moods[i].status == SILENCE) /* the others answer, however slow the machine is */
		lichess_patience(pushers[i], 1);
	put_game(i, TAGS "\n1. e4 *\n\n");
}

/* run_until: everybody, or those who are to be asked again, has been asked so often. */
static void
run_until(size_t times, bool all)
{
	const struct timeval turn = { .tv_usec = 50000 };
	uint64_t since_us = time_now_us();
	size_t missing = N;

	while (missing > 0) {
		ck_assert_uint_lt(time_now_us() - since_us, PATIENCE_US);
		event_base_loopexit(base, &turn);
		event_base_dispatch(base);
		missing = 0;
		for (size_t i = 0; i < N; i++)
			missing += (all || moods[i].is_asked_again) && n_pushed[i] < times;
	}
}

static void
check_mood(size_t i)
{
	json_t *status = lichess_status(pushers[i]);
	const char *text = json_string_value(json_object_get(status, "text"));
	const char *last = n_pushed[i] > 0 ? pushed[i][n_pushed[i] - 1] : "";

	ck_assert_msg(strstr(text, moods[i].text), "%zu: '%s' is not '%s'", i, text, moods[i].text);
	ck_assert_msg((n_pushed[i] > 1) == moods[i].is_asked_again, "%zu: %zu pushes", i,
	              n_pushed[i]);
	if (moods[i].is_asked_again)
		ck_assert_msg(strstr(last, "1. e4 e5 *"), "%zu: %s", i, last);
	ck_assert_uint_eq(json_array_size(json_object_get(status, "refused")),
	                  strstr(moods[i].text, "refuses") ? 1 : 0);
	json_decref(status);
}

START_TEST(each_mood_is_told_and_waited_for)
{
	char token_file[] = "/tmp/test_push_XXXXXX";
	struct evhttp *server;
	struct evhttp_bound_socket *socket;
	int fd = mkstemp(token_file);

	ck_assert_int_eq(write(fd, "lip_token", 9), 9);
	close(fd);
	base = event_base_new();
	server = evhttp_new(base);
	evhttp_set_gencb(server, on_request, NULL);
	socket = evhttp_bind_socket_with_handle(server, "127.0.0.1", 0);
	ck_assert_ptr_nonnull(socket);
	for (size_t i = 0; i < N; i++) {
		struct sockaddr_in address;
		socklen_t len = sizeof(address);

		getsockname(evhttp_bound_socket_get_fd(socket), (struct sockaddr *)&address, &len);
		begin(i, ntohs(address.sin_port), token_file);
	}
	run_until(1, true);
	for (size_t i = 0; i < N; i++) {
		ck_assert_ptr_nonnull(strstr(pushed[i][0], "1. e4 *"));
		put_game(i, TAGS "\n1. e4 e5 *\n\n");
	}
	run_until(2, false);
	for (size_t i = 0; i < N; i++) {
		check_mood(i);
		lichess_free(pushers[i]);
		delay_free(delays[i]);
		while (n_pushed[i] > 0)
			free(pushed[i][--n_pushed[i]]);
	}
	evhttp_free(server);
	event_base_free(base);
	unlink(token_file);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("push");
	TCase *tcase = tcase_create("push");

	tcase_set_timeout(tcase, 60);
	tcase_add_test(tcase, each_mood_is_told_and_waited_for);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
