/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A disk that fails as a file says, loaded before the C library of a program (LD_PRELOAD): what is written to files whose
 * name ends in .journal or .journal-wal fails with the errno that FAULTY_DISK holds, or its sync waits until the file no
 * longer says so: "28 0" is a full disk, "0 1" a slow one.
 */
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static int
ends_in(const char *text, const char *end)
{
	size_t len = strlen(text), end_len = strlen(end);

	return len >= end_len && strcmp(text + len - end_len, end) == 0;
}

static int
is_journal(int fd)
{
	char name[64], path[512];
	ssize_t len;

	snprintf(name, sizeof(name), "/proc/self/fd/%d", fd);
	len = readlink(name, path, sizeof(path) - 1);
	if (len < 0)
		return 0;
	path[len] = '\0';
	return ends_in(path, ".journal") || ends_in(path, ".journal-wal");
}

/* fault: 0, or -1 with errno set; *ret_waits: is a sync to wait? */
static int
fault(int fd, int *ret_waits)
{
	const char *path = getenv("FAULTY_DISK");
	char text[32] = "";
	int error = 0, file;

	*ret_waits = 0;
	if (!path || !is_journal(fd))
		return 0;
	file = open(path, O_RDONLY | O_CLOEXEC);
	if (file < 0)
		return 0;
	if (read(file, text, sizeof(text) - 1) > 0)
		sscanf(text, "%d %d", &error, ret_waits);
	close(file);
	errno = error;
	return error ? -1 : 0;
}

/* next: the C library's own, to *ret_function. */
static void
next(const char *name, void *ret_function)
{
	void *found = dlsym(RTLD_NEXT, name);

	if (!found)
		abort();
	memcpy(ret_function, &found, sizeof(found));
}

ssize_t
pwrite(int fd, const void *bytes, size_t len, off_t at)
{
	ssize_t (*real)(int, const void *, size_t, off_t);
	int waits;

	next("pwrite", &real);
	return fault(fd, &waits) < 0 ? -1 : real(fd, bytes, len, at);
}

ssize_t
pwrite64(int fd, const void *bytes, size_t len, off64_t at)
{
	ssize_t (*real)(int, const void *, size_t, off64_t);
	int waits;

	next("pwrite64", &real);
	return fault(fd, &waits) < 0 ? -1 : real(fd, bytes, len, at);
}

static int
sync_faulty(int fd, const char *name)
{
	int (*real)(int);
	int waits;

	next(name, &real);
	while (fault(fd, &waits) == 0 && waits)
		usleep(10000);
	return fault(fd, &waits) < 0 ? -1 : real(fd);
}

int
fsync(int fd)
{
	return sync_faulty(fd, "fsync");
}

int
fdatasync(int fd)
{
	return sync_faulty(fd, "fdatasync");
}

int
ftruncate(int fd, off_t len)
{
	int (*real)(int, off_t);
	int waits;

	next("ftruncate", &real);
	return fault(fd, &waits) < 0 ? -1 : real(fd, len);
}

int
ftruncate64(int fd, off64_t len)
{
	int (*real)(int, off64_t);
	int waits;

	next("ftruncate64", &real);
	return fault(fd, &waits) < 0 ? -1 : real(fd, len);
}
