/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/paths.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

void
paths_explain(const char *path, const char *what, int cause, char *error, size_t error_size)
{
	const char *why;

	switch (cause) {
	case EACCES:
	case EPERM:
		why = "permission denied; give the user adoubed runs as the right to write there, "
		      "or choose "
		      "another folder with --state-dir or --runtime-dir";
		break;
	case ENOSPC:
	case EDQUOT:
		why = "the disk is full; free space there";
		break;
	case EROFS:
		why = "the disk is read-only; choose another folder with --state-dir or "
		      "--runtime-dir";
		break;
	case ENOTDIR:
		why = "a part of the path is a file, not a folder";
		break;
	case EISDIR:
		why = "it is a folder; move it away";
		break;
	default:
		why = strerror(cause);
	}
	snprintf(error, error_size, "cannot %s %s: %s", what, path, why);
}

/* paths_has_parent: is the folder of `path` there? `folder` is room to write its name in. */
static bool
paths_has_parent(const char *path, char folder[PATH_MAX])
{
	const char *slash = strrchr(path, '/');
	struct stat status;

	if (!slash || slash == path)
		return false;
	memcpy(folder, path, (size_t)(slash - path));
	folder[slash - path] = '\0';
	return stat(folder, &status) == 0 && S_ISDIR(status.st_mode);
}

int
paths_make_parents(const char *path, char *error, size_t error_size)
{
	char folder[PATH_MAX];
	int cause;

	if (strlen(path) >= sizeof(folder)) {
		paths_explain(path, "make the folders of", ENAMETOOLONG, error, error_size);
		return -ENAMETOOLONG;
	}
	if (paths_has_parent(path, folder))
		return 0;
	for (const char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		memcpy(folder, path, (size_t)(slash - path));
		folder[slash - path] = '\0';
		if (mkdir(folder, 0755) == 0 || errno == EEXIST)
			continue;
		cause = errno;
		/* A folder that is there may still refuse with another error, such as EROFS. */
		if (access(folder, X_OK) == 0)
			continue;
		paths_explain(folder, "make the folder", cause, error, error_size);
		return -cause;
	}
	return 0;
}

int
paths_sync_parent(const char *path)
{
	const char *slash = strrchr(path, '/');
	char folder[PATH_MAX] = ".";
	int fd, result = 0;

	if (slash && slash > path && (size_t)(slash - path) < sizeof(folder)) {
		memcpy(folder, path, (size_t)(slash - path));
		folder[slash - path] = '\0';
	}
	fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	/* Some file systems cannot sync a folder and say EINVAL: nothing more can be done there. */
	if (fsync(fd) < 0 && errno != EINVAL)
		result = -errno;
	close(fd);
	return result;
}

static int
paths_write(const char *path, const char *text, size_t len, bool durable)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
	int result = 0;

	if (fd < 0)
		return -errno;
	while (len > 0 && result == 0) {
		ssize_t n = write(fd, text, len);

		if (n < 0 && errno != EINTR)
			result = -errno;
		if (n > 0) {
			text += n;
			len -= (size_t)n;
		}
	}
	if (result == 0 && durable && fsync(fd) < 0)
		result = -errno;
	if (close(fd) < 0 && result == 0)
		result = -errno;
	return result;
}

/* paths_exchange: `fresh` in the place of `path`, in one step, by exchanging the two; false where that cannot
 * be done, and nothing has been. A file that a rename puts in another's place ext4 sends to the disk at once,
 * a millisecond or more each; what need not outlast a power cut need not wait for that. */
static bool
paths_exchange(const char *fresh, const char *path)
{
	struct stat status;

	/* A folder would be exchanged just as well. */
	if (lstat(path, &status) < 0 || !S_ISREG(status.st_mode) ||
	    renameat2(AT_FDCWD, fresh, AT_FDCWD, path, RENAME_EXCHANGE) < 0)
		return false;
	unlink(fresh);
	return true;
}

int
paths_replace(const char *path, const char *text, size_t len, bool durable)
{
	char fresh[PATH_MAX];
	int n = snprintf(fresh, sizeof(fresh), "%s.new", path);
	int result;

	if (n < 0 || (size_t)n >= sizeof(fresh))
		return -ENAMETOOLONG;
	result = paths_write(fresh, text, len, durable);
	if (result == 0 && !durable && paths_exchange(fresh, path))
		return 0;
	if (result == 0 && rename(fresh, path) < 0)
		result = -errno;
	if (result < 0) {
		unlink(fresh);
		return result;
	}
	return durable ? paths_sync_parent(path) : 0;
}
