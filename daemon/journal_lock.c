/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/journal_lock.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

#include "daemon/journal_store.h"
#include "daemon/paths.h"

#define LOCK_HOLDER 32

/* lock_sign: who holds the lock, for people. On a full disk it stays unsaid. */
static void
lock_sign(int fd)
{
	char text[LOCK_HOLDER];
	int len = snprintf(text, sizeof(text), "%d\n", (int)getpid());

	if (ftruncate(fd, 0) == 0)
		(void)!pwrite(fd, text, (size_t)len, 0);
}

/* lock_signature: " (process 1234)", or "". */
static const char *
lock_signature(int fd, char text[LOCK_HOLDER])
{
	char digits[12] = "";
	ssize_t len = pread(fd, digits, sizeof(digits) - 1, 0);

	text[0] = '\0';
	if (len > 1 && strspn(digits, "0123456789") + 1 == (size_t)len)
		snprintf(text, LOCK_HOLDER, " (process %.*s)", (int)len - 1, digits);
	return text;
}

bool
journal_lock_is_free(const char *file)
{
	char path[PATH_MAX];
	bool is_free = true;
	int fd;

	snprintf(path, sizeof(path), "%s.lock", file);
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	if (fd >= 0) {
		is_free = flock(fd, LOCK_SH | LOCK_NB) == 0;
		close(fd);
	}
	return is_free;
}

int
journal_lock(const char *file, int *ret_fd, struct journal_fault *fault)
{
	char path[PATH_MAX], holder[LOCK_HOLDER];
	int cause;

	*ret_fd = -1;
	fault->error = paths_make_parents(file, fault->text, sizeof(fault->text));
	if (fault->error < 0)
		return fault->error;
	snprintf(path, sizeof(path), "%s.lock", file);
	*ret_fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY, 0644);
	if (*ret_fd >= 0 && flock(*ret_fd, LOCK_EX | LOCK_NB) == 0) {
		lock_sign(*ret_fd);
		return 0;
	}
	cause = errno;
	fault->error = -cause;
	if (cause == EWOULDBLOCK)
		snprintf(fault->text, sizeof(fault->text),
		         "another adoubed%s records to %.300s; stop that one, or give this one its "
		         "own --state-dir",
		         lock_signature(*ret_fd, holder), file);
	else
		paths_explain(path, "lock", cause, fault->text, sizeof(fault->text));
	if (*ret_fd >= 0)
		close(*ret_fd);
	*ret_fd = -1;
	return -cause;
}
