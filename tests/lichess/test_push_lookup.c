/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A name server that does not answer holds up nobody: neither a push that is given up meanwhile, nor the end of the
 * daemon.
 */
#include <check.h>
#include <netdb.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <event2/event.h>

#include "daemon/delay.h"
#include "daemon/lichess/push.h"
#include "daemon/time_now.h"
#include "tests/support.h"

#define PATIENCE_US UINT64_C(50000000)
#define SILENCE_S   20 /* no test takes so long that does not wait for the name server */

static atomic_int n_asked, n_answered;
static sem_t answers;

/* The name server, in the place of the system's. */
int
getaddrinfo(const char *restrict host, const char *restrict service,
            const struct addrinfo *restrict hints, struct addrinfo **restrict ret_list)
{
	struct timespec until;

	(void)host;
	(void)service;
	(void)hints;
	(void)ret_list;
	atomic_fetch_add(&n_asked, 1);
	clock_gettime(CLOCK_REALTIME, &until);
	until.tv_sec += SILENCE_S;
	sem_timedwait(&answers, &until);
	atomic_fetch_add(&n_answered, 1);
	return EAI_AGAIN;
}

/* run_until: the loop, until so many look-ups were begun. */
static void
run_until(struct event_base *base, int asked)
{
	const struct timeval turn = { .tv_usec = 20000 };
	uint64_t since_us = time_now_us();

	while (atomic_load(&n_asked) < asked) {
		ck_assert_uint_lt(time_now_us() - since_us, PATIENCE_US);
		event_base_loopexit(base, &turn);
		event_base_dispatch(base);
	}
}

/* What the name server was asked it answers now, and curl's threads end. */
static void
answer_all(void)
{
	for (int i = 0; i < atomic_load(&n_asked); i++)
		sem_post(&answers);
	while (atomic_load(&n_answered) < atomic_load(&n_asked))
		usleep(1000);
	usleep(100000);
}

START_TEST(silent_name_server_holds_up_nobody)
{
	char token_file[] = "/tmp/test_push_lookup_XXXXXX", error[400];
	struct config_table table = { .number = 1 };
	struct config config = { .tables = &table, .n_tables = 1 };
	static const char pgn[] = "[White \"Alpha, A\"]\n[Black \"Beta, B\"]\n\n1. e4 *\n\n";
	size_t end = strlen(pgn);
	json_t *live = json_pack("{s:i, s:s, s:s}", "table", 1, "white", "", "black", "");
	const struct delay_public public = { .live = live, .pgn = pgn, .ends = &end, .n_games = 1 };
	struct event_base *base = event_base_new();
	int fd = mkstemp(token_file);
	struct lichess *lichess;
	struct delay *delay;
	json_t *status;

	ck_assert_int_eq(write(fd, "lip_token", 9), 9);
	close(fd);
	strcpy(config.lichess.round, "AbCd1234");
	strcpy(config.lichess.server, "http://broadcast.example:1");
	strcpy(config.lichess.token_file, token_file);
	ck_assert_int_eq(delay_new(1, &delay), 0);
	ck_assert_int_eq(
		lichess_new(base, &config, delay_view(delay, 0), &lichess, error, sizeof(error)),
		0);
	lichess_patience(lichess, 1);
	ck_assert_int_eq(delay_put(delay, 0, &public, 0), 0);
	run_until(base, 2); /* the first push is given up, and the next has begun */
	ck_assert_int_eq(atomic_load(&n_answered), 0);
	status = lichess_status(lichess);
	ck_assert_ptr_nonnull(strstr(json_string_value(json_object_get(status, "text")),
	                             "it cannot be reached: Resolving timed out"));
	json_decref(status);
	lichess_free(lichess);
	ck_assert_int_eq(atomic_load(&n_answered), 0);
	answer_all();
	delay_free(delay);
	json_decref(live);
	event_base_free(base);
	unlink(token_file);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("push lookup");
	TCase *tcase = tcase_create("push lookup");

	sem_init(&answers, 0, 0);
	tcase_set_timeout(tcase, 60);
	tcase_add_test(tcase, silent_name_server_holds_up_nobody);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
