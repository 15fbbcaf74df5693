/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/paths.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
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
		why = strcmp(what, "read") == 0
		              ? "permission denied; run it as a user who may read it, such as the "
		                "one "
		                "adoubed runs as"
		              : "permission denied; give the user adoubed runs as the right to "
		                "write there, "
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
	case ENOENT:
		why = strcmp(what, "read") == 0
		              ? "there is no such file"
		              : "its folder is not there; make it, or choose another";
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

int
paths_fill(int fd, const char *text, size_t len)
{
	while (len > 0) {
		ssize_t n = write(fd, text, len);

		if (n < 0 && errno != EINTR)
			return -errno;
		if (n > 0) {
			text += n;
			len -= (size_t)n;
		}
	}
	return 0;
}

/* --- Replacing ------------------------------------------------------------------------------- */

/* paths_spare: where a file's last text but one lies: hidden, beside it. */
static bool
paths_spare(const char *path, char spare[PATH_MAX])
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
	int n = snprintf(spare, PATH_MAX, "%.*s.%s.spare", (int)(name - path), path, name);

	return n > 0 && n < PATH_MAX;
}

/* paths_refill: text[len] into the spare file, if nobody has it open: who began to read it under its published
 * name reads on undisturbed. A lease says so, for just that moment; who opens it meanwhile waits until it is whole.
 * It is not cut to nothing first: what ext4 finds cut it sends to the disk at once. */
static bool
paths_refill(const char *spare, const char *text, size_t len)
{
	int fd = open(spare, O_WRONLY | O_CLOEXEC | O_NOFOLLOW);
	bool filled;

	if (fd < 0)
		return false;
	/* The usual signal for a lease that is in somebody's way would end the process; this one is ignored. */
	filled = fcntl(fd, F_SETSIG, SIGURG) == 0 && fcntl(fd, F_SETLEASE, F_WRLCK) == 0 &&
	         paths_fill(fd, text, len) == 0 && ftruncate(fd, (off_t)len) == 0;
	return close(fd) == 0 && filled;
}

int
paths_make(const char *path, mode_t mode, const char *text, size_t len)
{
	int fd, result;

	if (unlink(path) < 0 && errno != ENOENT)
		return -errno;
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode);
	if (fd < 0)
		return -errno;
	result = paths_fill(fd, text, len);
	if (close(fd) < 0 && result == 0)
		result = -errno;
	return result;
}

/* paths_exchange: in one step; false where that cannot be done, and nothing has been. A file that a rename puts
 * in another's place ext4 sends to the disk at once, a millisecond or more each; what need not outlast a power
 * cut need not wait for that. */
static bool
paths_exchange(const char *fresh, const char *path)
{
	struct stat status;

	/* A folder would be exchanged just as well. */
	return lstat(path, &status) == 0 && S_ISREG(status.st_mode) &&
	       renameat2(AT_FDCWD, fresh, AT_FDCWD, path, RENAME_EXCHANGE) == 0;
}

int
paths_renew(const char *path, const char *text, size_t len)
{
	char spare[PATH_MAX];
	int result = 0;

	if (!paths_spare(path, spare))
		return -ENAMETOOLONG;
	if (!paths_refill(spare, text, len))
		result = paths_make(spare, 0644, text, len);
	if (result == 0 && !paths_exchange(spare, path) && rename(spare, path) < 0)
		result = -errno;
	if (result < 0)
		unlink(spare);
	return result;
}

int
paths_replace(const char *path, const char *text, size_t len)
{
	char spare[PATH_MAX];
	int result = paths_renew(path, text, len);

	if (result == 0 && paths_spare(path, spare))
		unlink(spare);
	return result;
}
