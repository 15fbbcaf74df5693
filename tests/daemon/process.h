/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Programs under test: started with their output in files, watched with generous time limits; and a
 * plain HTTP client.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#define PROCESS_PATIENCE_MS 60000 /* how long anything may take before a test gives up */

/* process_be_patient: another time than that, for a bench; for processes to begin and to answer. */
void process_be_patient(unsigned int ms);

struct process {
	pid_t pid;
	char out[256], err[256]; /* files */
};

struct process_limits {
	uid_t uid; /* run as this user; 0: as the test */
};

/* process_start: run argv[0] with output in FOLDER/NAME.out and FOLDER/NAME.err. limits may be
 * NULL. */
void process_start(struct process *process, const char *folder, const char *name,
                   const struct process_limits *limits, const char *const argv[]);

/* process_end: send the signal (0: none) and wait for the end. Returns the wait status. Fails the test
 * when it does not end in PROCESS_PATIENCE_MS. */
int process_end(struct process *process, int signal_number);

/* process_kill: where it runs, end it at once. */
void process_kill(struct process *process);

/* process_await: wait until the file holds the text; fails the test when it never does. */
void process_await(const char *path, const char *text);

/* process_holds: does the file hold the text now? */
bool process_holds(const char *path, const char *text);

/* process_keep: `text`, from malloc, becomes process.c's: freed when the test program ends.
 * Whatever the functions here return is kept so, and no test frees it. */
char *process_keep(char *text);

/* process_forget: free all of that now, in a test that asks for much. */
void process_forget(void);

/* process_read: the whole file; "" when there is none. */
char *process_read(const char *path);

/* process_write: a file with this text in it, whatever was there before. */
__attribute__((format(printf, 2, 3))) void process_write(const char *path, const char *format, ...);

/* process_sleep_ms, process_now_ms: time that only goes on. */
void process_sleep_ms(unsigned int ms);
uint64_t process_now_ms(void);

/* process_port: the port in the "listening on" line of a running adoubed. */
uint16_t process_port(const struct process *process);

/* process_http: send the request text to 127.0.0.1:port and return everything that comes until the
 * other side closes, NUL-terminated. NULL when nobody listens. */
char *process_http(uint16_t port, const char *request);

/* process_get: the body of GET path; NULL when it is not answered with 200. */
char *process_get(uint16_t port, const char *path);

/* process_await_get: wait until GET path of a running adoubed is answered with a body that holds the text; returns
 * the body. Fails the test, with its log, when that never comes. */
char *process_await_get(const struct process *server, const char *path, const char *text);
