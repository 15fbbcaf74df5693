/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/control.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <event2/event.h>

#include <check.h>

#include "tests/daemon/process.h"
#include "tests/support.h"

static char folder[] = "/tmp/test_control_XXXXXX";
static char path[64];
static pid_t server;

static json_t *
answer_status(void *ctx, const json_t *request)
{
	(void)ctx;
	if (json_is_true(json_object_get(request, "refuse")))
		return json_pack("{s:s}", "error", "not today");
	return json_pack("{s:s}", "seen",
	                 json_integer_value(json_object_get(request, "uid")) == getuid()
	                         ? "yes"
	                         : "somebody else");
}

static const struct control_command list[] = { { "status", answer_status, NULL } };
static const struct control_commands commands = { .list = list, .n = 1 };

static void
serve(int tell)
{
	struct event_base *base = event_base_new();
	struct control *control;
	char error[256];
	int result = control_new(base, path, &commands, &control, error, sizeof(error));

	signal(SIGPIPE, SIG_IGN);
	if (write(tell, &result, sizeof(result)) != sizeof(result) || result < 0)
		_exit(1);
	event_base_dispatch(base);
	_exit(0);
}

static void
start(void)
{
	int tell[2], result = -1;

	ck_assert_int_eq(pipe(tell), 0);
	server = fork();
	if (server == 0)
		serve(tell[1]);
	close(tell[1]);
	ck_assert_int_eq(read(tell[0], &result, sizeof(result)), sizeof(result));
	ck_assert_int_eq(result, 0);
	close(tell[0]);
}

static void
stop(void)
{
	kill(server, SIGKILL);
	waitpid(server, NULL, 0);
}

static void
setup(void)
{
	strcpy(folder + strlen(folder) - 6, "XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(folder));
	snprintf(path, sizeof(path), "%s/control", folder);
	start();
}

static void
teardown(void)
{
	stop();
	unlink(path);
	rmdir(folder);
}

static int
dial(void)
{
	const struct timeval timeout = { .tv_sec = PROCESS_PATIENCE_MS / 1000 };
	struct sockaddr_un address = { .sun_family = AF_UNIX };
	int fd = socket(AF_UNIX, SOCK_STREAM, 0);

	memcpy(address.sun_path, path, strlen(path));
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof(timeout));
	ck_assert_int_eq(connect(fd, (struct sockaddr *)&address, sizeof(address)), 0);
	return fd;
}

/* read_line: one line of an answer in a static buffer, "" at the end. */
static const char *
read_line(int fd)
{
	static char line[8192];
	size_t len = 0;

	while (len < sizeof(line) - 1 && read(fd, line + len, 1) == 1)
		if (line[len++] == '\n')
			break;
	line[len] = '\0';
	return line;
}

static const struct {
	const char *request, *answer;
} dialogue[] = {
	{ "{\"cmd\":\"status\"}\n", "{\"seen\":\"yes\",\"ok\":true}\n" },
	{ "{\"cmd\":\"status\",\"refuse\":true}\n", "{\"error\":\"not today\",\"ok\":false}\n" },
	{ "{\"cmd\":\"dance\"}\n",
	  "{\"ok\":false,\"error\":\"unknown cmd 'dance'; known: status\"}\n" },
	{ "{}\n", "{\"ok\":false,\"error\":\"the request has no \\\"cmd\\\"\"}\n" },
	{ "[1]\n", "{\"ok\":false,\"error\":\"the request has no \\\"cmd\\\"\"}\n" },
	{ "{\"cmd\":7}\n", "{\"ok\":false,\"error\":\"the request has no \\\"cmd\\\"\"}\n" },
};

START_TEST(control_request_answered)
{
	int fd = dial();

	ck_assert_int_gt(write(fd, dialogue[_i].request, strlen(dialogue[_i].request)), 0);
	ck_assert_str_eq(read_line(fd), dialogue[_i].answer);
	close(fd);
}
END_TEST

START_TEST(control_no_json_refused)
{
	int fd = dial();

	ck_assert_int_gt(write(fd, "hello\n", 6), 0);
	ck_assert_ptr_nonnull(strstr(read_line(fd), "\"error\":\"the request is not JSON"));
	close(fd);
}
END_TEST

START_TEST(control_requests_in_portions_and_rows)
{
	int fd = dial();

	ck_assert_int_gt(write(fd, "{\"cmd\":\"sta", 11), 0);
	process_sleep_ms(50);
	ck_assert_int_gt(write(fd, "tus\"}\n{\"cmd\":\"status\"}\n", 23), 0);
	ck_assert_str_eq(read_line(fd), "{\"seen\":\"yes\",\"ok\":true}\n");
	ck_assert_str_eq(read_line(fd), "{\"seen\":\"yes\",\"ok\":true}\n");
	close(fd);
}
END_TEST

START_TEST(control_endless_line_refused)
{
	int fd = dial();
	static char much[CONTROL_LINE_MAX * 4];

	memset(much, 'x', sizeof(much));
	(void)!send(fd, much, sizeof(much), MSG_NOSIGNAL);
	ck_assert_str_eq(read_line(fd), "{\"ok\":false,\"error\":\"the request is too long\"}\n");
	ck_assert_str_eq(read_line(fd), "");
	close(fd);
	fd = dial();
	ck_assert_int_gt(write(fd, "{\"cmd\":\"status\"}\n", 17), 0);
	ck_assert_str_eq(read_line(fd), "{\"seen\":\"yes\",\"ok\":true}\n");
	close(fd);
}
END_TEST

START_TEST(control_too_many_clients_told)
{
	static const char too_many[] =
		"{\"ok\":false,\"error\":\"too many are asking; try again\"}\n";
	uint64_t end_ms = process_now_ms() + PROCESS_PATIENCE_MS;
	int fds[CONTROL_CLIENTS_MAX], fd;
	const char *answer;

	for (int i = 0; i < CONTROL_CLIENTS_MAX; i++)
		fds[i] = dial();
	fd = dial();
	ck_assert_str_eq(read_line(fd), too_many);
	close(fd);
	for (int i = 0; i < CONTROL_CLIENTS_MAX; i++)
		close(fds[i]);
	/* That they have gone may be noticed after this one has come. */
	do {
		ck_assert_uint_lt(process_now_ms(), end_ms);
		fd = dial();
		(void)!send(fd, "{\"cmd\":\"status\"}\n", 17, MSG_NOSIGNAL);
		answer = read_line(fd);
		close(fd);
	} while (strcmp(answer, too_many) == 0);
	ck_assert_str_eq(answer, "{\"seen\":\"yes\",\"ok\":true}\n");
}
END_TEST

START_TEST(control_socket_not_for_everybody)
{
	struct stat status;

	ck_assert_int_eq(stat(path, &status), 0);
	ck_assert_int_eq(status.st_mode & 0777, 0660);
}
END_TEST

START_TEST(control_live_socket_kept)
{
	struct event_base *base = event_base_new();
	struct control *control;
	char error[256], expected[256];

	snprintf(expected, sizeof(expected),
	         "adoubed is already running (it answers on %s); stop it first, or give this one "
	         "its own "
	         "--runtime-dir",
	         path);
	ck_assert_int_eq(control_new(base, path, &commands, &control, error, sizeof(error)),
	                 -EADDRINUSE);
	ck_assert_str_eq(error, expected);
	event_base_free(base);
}
END_TEST

START_TEST(control_dead_socket_replaced)
{
	int fd;

	stop();
	ck_assert_int_eq(access(path, F_OK), 0);
	start();
	fd = dial();
	ck_assert_int_gt(write(fd, "{\"cmd\":\"status\"}\n", 17), 0);
	ck_assert_str_eq(read_line(fd), "{\"seen\":\"yes\",\"ok\":true}\n");
	close(fd);
}
END_TEST

START_TEST(control_file_in_the_way_kept)
{
	struct event_base *base = event_base_new();
	struct control *control;
	char error[256], other[80];
	FILE *file;

	snprintf(other, sizeof(other), "%s/file", folder);
	file = fopen(other, "w");
	ck_assert_ptr_nonnull(file);
	fclose(file);
	ck_assert_int_eq(control_new(base, other, &commands, &control, error, sizeof(error)),
	                 -EEXIST);
	ck_assert_ptr_nonnull(strstr(error, "is in the way: it is no socket; move it away"));
	ck_assert_int_eq(unlink(other), 0);
	event_base_free(base);
}
END_TEST

int
main(void)
{
	Suite *suite = suite_create("control");
	TCase *tcase = tcase_create("control");

	tcase_set_timeout(tcase, 60);
	tcase_add_checked_fixture(tcase, setup, teardown);
	tcase_add_loop_test(tcase, control_request_answered, 0,
	                    sizeof(dialogue) / sizeof(dialogue[0]));
	tcase_add_test(tcase, control_no_json_refused);
	tcase_add_test(tcase, control_requests_in_portions_and_rows);
	tcase_add_test(tcase, control_endless_line_refused);
	tcase_add_test(tcase, control_too_many_clients_told);
	tcase_add_test(tcase, control_socket_not_for_everybody);
	tcase_add_test(tcase, control_live_socket_kept);
	tcase_add_test(tcase, control_dead_socket_replaced);
	tcase_add_test(tcase, control_file_in_the_way_kept);
	suite_add_tcase(suite, tcase);
	return test_run(suite);
}
