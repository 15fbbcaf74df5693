/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The file of tokens on the disk: who may read and write it is part of what it says.
 */
#include "daemon/private/token_list.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/paths.h"

#define GROUP "adoubed" /* the service's */

/* check_owner: whoever may write it may let himself in. 0 or -EACCES with `error`. */
static int
check_owner(int fd, const char *path, char *error, size_t error_size)
{
	struct stat status;

	if (fstat(fd, &status) < 0 || !S_ISREG(status.st_mode)) {
		snprintf(error, error_size, "%s: it is no file", path);
		return -EACCES;
	}
	if (status.st_uid != 0 && status.st_uid != geteuid()) {
		snprintf(error, error_size, "%s: it belongs to another user; chown root %s", path,
		         path);
		return -EACCES;
	}
	if (status.st_mode & (S_IWGRP | S_IRWXO)) {
		snprintf(error, error_size, "%s: others may write or read it; chmod 640 %s", path,
		         path);
		return -EACCES;
	}
	return 0;
}

static int
read_open(int fd, const char *path, struct token_list *ret_list, char *error, size_t error_size)
{
	char *text = malloc(TOKEN_FILE_MAX + 1), why[128];
	size_t len = 0;
	ssize_t got = 1;
	int result;

	while (text && got > 0 && len <= TOKEN_FILE_MAX) {
		got = read(fd, text + len, TOKEN_FILE_MAX + 1 - len);
		if (got > 0)
			len += (size_t)got;
	}
	if (!text || got < 0) {
		result = text ? -errno : -ENOMEM;
		snprintf(error, error_size, "%s: cannot be read: %s", path, strerror(-result));
	} else if (len > TOKEN_FILE_MAX) {
		result = -EBADMSG;
		snprintf(error, error_size, "%s: it has more than %d bytes", path, TOKEN_FILE_MAX);
	} else if ((result = token_list_parse(text, len, ret_list, why, sizeof(why))) < 0) {
		snprintf(error, error_size, "%s: %s", path, why);
	}
	free(text);
	return result;
}

int
token_list_read(const char *path, struct token_list *ret_list, char *error, size_t error_size)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK), result;

	ret_list->n = 0;
	if (fd < 0) {
		result = -errno;
		snprintf(error, error_size, "%s: cannot be opened: %s", path,
		         result == -ENOENT ? "there is none; 'adoube token add' makes it"
		                           : strerror(-result));
		return result;
	}
	result = check_owner(fd, path, error, error_size);
	if (result == 0)
		result = read_open(fd, path, ret_list, error, error_size);
	close(fd);
	if (result < 0)
		ret_list->n = 0;
	return result;
}

/* take_over: the new file has the owner and mode of the one at `path`; the first one root makes is for the
 * service to read, too. */
static int
take_over(int fd, const char *path)
{
	struct stat old;
	const struct group *group;

	if (stat(path, &old) == 0)
		return fchown(fd, old.st_uid, old.st_gid) < 0 || fchmod(fd, old.st_mode & 0640) < 0
		               ? -errno
		               : 0;
	group = geteuid() == 0 ? getgrnam(GROUP) : NULL;
	if (group && (fchown(fd, 0, group->gr_gid) < 0 || fchmod(fd, 0640) < 0))
		return -errno;
	return 0;
}

/* replace: `fresh` is made by us alone: where it is there already, somebody else is at it. */
static int
replace(const char *path, const char *fresh, const char *text, size_t len)
{
	int fd = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600), result;

	if (fd < 0)
		return -errno;
	result = paths_fill(fd, text, len);
	if (result == 0 && fsync(fd) < 0)
		result = -errno;
	if (result == 0)
		result = take_over(fd, path);
	if (close(fd) < 0 && result == 0)
		result = -errno;
	if (result == 0 && rename(fresh, path) < 0)
		result = -errno;
	if (result < 0)
		unlink(fresh);
	return result < 0 ? result : paths_sync_parent(path);
}

int
token_list_write(const char *path, const struct token_list *list, char *error, size_t error_size)
{
	char fresh[PATH_MAX], *text;
	size_t len;
	int result = -ENOMEM;

	if (snprintf(fresh, sizeof(fresh), "%s.new", path) >= (int)sizeof(fresh))
		return -ENAMETOOLONG;
	text = token_list_text(list, &len);
	if (text)
		result = replace(path, fresh, text, len);
	free(text);
	if (result == -EEXIST)
		snprintf(
			error, error_size,
			"%s is there: somebody else is writing it, or was stopped in it; remove it "
			"if not",
			fresh);
	else if (result < 0)
		paths_explain(path, "write", -result, error, error_size);
	return result;
}
