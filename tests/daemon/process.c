/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/daemon/process.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <check.h>

#include "tests/support.h"

#define PROCESS_ARGS_MAX 32

static void
process_run(const struct process *process, const struct process_limits *limits,
            const char *const argv[])
{
	int out = open(process->out, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0644);
	int err = open(process->err, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0644);
	char *copy[PROCESS_ARGS_MAX + 1];
	int program, n;

	dup2(out, STDOUT_FILENO);
	dup2(err, STDERR_FILENO);
	/* Opened before the user changes: a checkout below /root is closed to others. */
	program = open(argv[0], O_RDONLY | O_CLOEXEC);
	if (limits && limits->uid && (setgid(limits->uid) < 0 || setuid(limits->uid) < 0))
		_exit(126);
	/* fexecve changes nothing, and its type says otherwise. */
	for (n = 0; argv[n] && n < PROCESS_ARGS_MAX; n++)
		copy[n] = strdup(argv[n]);
	copy[n] = NULL;
	fexecve(program, copy, environ);
	_exit(127);
}

void
process_start(struct process *process, const char *folder, const char *name,
              const struct process_limits *limits, const char *const argv[])
{
	snprintf(process->out, sizeof(process->out), "%s/%s.out", folder, name);
	snprintf(process->err, sizeof(process->err), "%s/%s.err", folder, name);
	unlink(process->out);
	unlink(process->err);
	process->pid = fork();
	ck_assert_int_ge(process->pid, 0);
	if (process->pid == 0)
		process_run(process, limits, argv);
}

uint64_t
process_now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

void
process_sleep_ms(unsigned int ms)
{
	struct timespec rest = { .tv_sec = (time_t)(ms / 1000),
		                 .tv_nsec = (long)(ms % 1000) * 1000000 };

	while (nanosleep(&rest, &rest) < 0 && errno == EINTR)
		;
}

int
process_end(struct process *process, int signal_number)
{
	uint64_t since = process_now_ms();
	int status;

	if (signal_number)
		kill(process->pid, signal_number);
	while (waitpid(process->pid, &status, WNOHANG) == 0) {
		if (process_now_ms() - since > PROCESS_PATIENCE_MS) {
			char *err = process_read(process->err);

			kill(process->pid, SIGKILL);
			waitpid(process->pid, &status, 0);
			ck_abort_msg("process %d does not end:\n%s", (int)process->pid, err);
		}
		process_sleep_ms(2);
	}
	process->pid = 0;
	return status;
}

void
process_kill(struct process *process)
{
	if (process->pid)
		process_end(process, SIGKILL);
}

static unsigned int patience_ms = PROCESS_PATIENCE_MS;

void
process_be_patient(unsigned int ms)
{
	patience_ms = ms;
}

struct kept {
	struct kept *next;
	char *text;
};

static struct kept *kept_first;

char *
process_keep(char *text)
{
	struct kept *kept = malloc(sizeof(*kept));

	ck_assert_ptr_nonnull(kept);
	ck_assert_ptr_nonnull(text);
	kept->next = kept_first;
	kept->text = text;
	kept_first = kept;
	return text;
}

void
process_forget(void)
{
	while (kept_first) {
		struct kept *next = kept_first->next;

		free(kept_first->text);
		free(kept_first);
		kept_first = next;
	}
}

void
process_write(const char *path, const char *format, ...)
{
	FILE *file = fopen(path, "w");
	va_list args;

	ck_assert_ptr_nonnull(file);
	va_start(args, format);
	vfprintf(file, format, args);
	va_end(args);
	fclose(file);
}

char *
process_read(const char *path)
{
	size_t len;
	char *text = test_read_file(path, &len);

	return process_keep(text ? text : calloc(1, 1));
}

bool
process_holds(const char *path, const char *text)
{
	size_t len;
	char *content = test_read_file(path, &len);
	bool holds = content && strstr(content, text) != NULL;

	free(content);
	return holds;
}

void
process_await(const char *path, const char *text)
{
	uint64_t since = process_now_ms();

	while (!process_holds(path, text)) {
		if (process_now_ms() - since > patience_ms)
			ck_abort_msg("%s never holds '%s':\n%s", path, text, process_read(path));
		process_sleep_ms(10);
	}
}

uint16_t
process_port(const struct process *process)
{
	char *text, *colon;
	uint16_t port;

	process_await(process->out, "/\n");
	text = process_read(process->out);
	colon = strrchr(text, ':');
	ck_assert_ptr_nonnull(colon);
	port = (uint16_t)strtoul(colon + 1, NULL, 10);
	ck_assert_uint_gt(port, 0);
	return port;
}

char *
process_http(uint16_t port, const char *request)
{
	const struct timeval timeout = { .tv_sec = (time_t)(patience_ms / 1000) };
	struct sockaddr_in address = { .sin_family = AF_INET,
		                       .sin_port = htons(port),
		                       .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	size_t len = 0, size = 1 << 20, left = strlen(request);
	char *answer = NULL;
	ssize_t n;

	ck_assert_int_ge(fd, 0);
	setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &timeout, sizeof(timeout));
	if (connect(fd, (struct sockaddr *)&address, sizeof(address)) == 0) {
		answer = malloc(size + 1);
		ck_assert_ptr_nonnull(answer);
		/* A server that refuses early may close before it has read everything. */
		while (left > 0 && (n = send(fd, request, left, MSG_NOSIGNAL)) > 0) {
			request += n;
			left -= (size_t)n;
		}
		while ((n = read(fd, answer + len, size - len)) > 0) {
			len += (size_t)n;
			if (len == size)
				answer = realloc(answer, (size *= 2) + 1);
			ck_assert_ptr_nonnull(answer);
		}
		answer[len] = '\0';
		answer = process_keep(realloc(answer, len + 1));
	}
	close(fd);
	return answer;
}

char *
process_get(uint16_t port, const char *path)
{
	char request[256], *answer, *body;

	snprintf(request, sizeof(request),
	         "GET %s HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n", path);
	answer = process_http(port, request);
	if (answer && strncmp(answer, "HTTP/1.1 200 ", 13) == 0 &&
	    (body = strstr(answer, "\r\n\r\n")) != NULL)
		return body + 4;
	return NULL;
}

char *
process_await_get(const struct process *server, const char *path, const char *text)
{
	uint64_t since = process_now_ms();

	for (;;) {
		char *body = process_get(process_port(server), path);

		if (body && strstr(body, text))
			return body;
		if (process_now_ms() - since > patience_ms)
			ck_abort_msg("GET %s never holds '%s': %s\n%s", path, text,
			             body ? body : "(nothing)", process_read(server->err));
		process_sleep_ms(20);
	}
}
