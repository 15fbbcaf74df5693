/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/event_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "daemon/config.h"
#include "daemon/paths.h"

static void
explain(const char *path, const char *what, int cause, char *error, size_t error_size)
{
	if (cause == EACCES || cause == EPERM || cause == EROFS)
		snprintf(
			error, error_size,
			"cannot %s %s: the recorder may not write there; allow it (adoubed(8)), or "
			"change the file on its machine and reload",
			what, path);
	else
		snprintf(error, error_size, "cannot %s %s: %s", what, path, strerror(cause));
}

/* --- Reading -------------------------------------------------------------------------------- */

/* fill: the stream's text, NUL-terminated; NULL with errno. */
static char *
fill(FILE *file)
{
	char *text = malloc(EVENT_FILE_MAX + 1);
	size_t len;

	if (!text)
		return NULL;
	errno = 0;
	len = fread(text, 1, EVENT_FILE_MAX + 1, file);
	if (ferror(file) || len > EVENT_FILE_MAX) {
		errno = ferror(file) && errno ? errno : EFBIG;
		free(text);
		return NULL;
	}
	text[len] = '\0';
	return text;
}

char *
event_file_read(const char *path, char *error, size_t error_size)
{
	FILE *file = fopen(path, "re");
	char *text = file ? fill(file) : NULL;

	if (!text)
		explain(path, "read", errno, error, error_size);
	if (file)
		fclose(file);
	return text;
}

/* --- Checking ------------------------------------------------------------------------------- */

/* is_other_machine: the section in which the two files describe another machine, NULL: they do not. */
static const char *
is_other_machine(const struct config *was, const struct config *now)
{
	if (memcmp(&was->daemon, &now->daemon, sizeof(was->daemon)) != 0)
		return "[daemon]";
	if (memcmp(&was->private, &now->private, sizeof(was->private)) != 0)
		return "[private]";
	if (memcmp(&was->livechess, &now->livechess, sizeof(was->livechess)) != 0)
		return "[livechess]";
	if (strcmp(was->lichess.token_file, now->lichess.token_file) != 0 ||
	    strcmp(was->lichess.server, now->lichess.server) != 0)
		return "token_file and server of [lichess]";
	return strcmp(was->cloud.folder, now->cloud.folder) != 0 ? "folder of [cloud]" : NULL;
}

/* conclude: what the parser cannot know. */
static int
conclude(const char *path, const struct config *was, struct config *now, char *error,
         size_t error_size)
{
	const char *section = is_other_machine(was, now);

	if (section) {
		snprintf(error, error_size,
		         "%s can be changed on the machine of the recorder only: leave it as it is",
		         section);
		return -EPERM;
	}
	return config_can_serve(now, path, error, error_size);
}

int
event_file_check(const char *path, const char *was, const char *text, char *error,
                 size_t error_size)
{
	struct config before, after;
	int r;

	if (strlen(text) > EVENT_FILE_MAX) {
		snprintf(error, error_size, "the file would have more than %d bytes",
		         EVENT_FILE_MAX);
		return -EFBIG;
	}
	r = config_load_text(path, was, &before, error, error_size);
	if (r == 0) {
		r = config_load_text(path, text, &after, error, error_size);
		if (r == 0)
			r = conclude(path, &before, &after, error, error_size);
		config_free(&after);
	}
	config_free(&before);
	return r;
}

/* --- Replacing ------------------------------------------------------------------------------ */

/* resolve: the file itself, where `path` is a link to it, and the fresh one beside it. 0 or a negative errno. */
static int
resolve(const char *path, char real[PATH_MAX], char fresh[PATH_MAX + 8])
{
	if (!realpath(path, real))
		return -errno;
	snprintf(fresh, PATH_MAX + 8, "%s.fresh", real);
	return 0;
}

/* write_fresh: text to the new file at `path`, durable. */
static int
write_fresh(const char *path, mode_t mode, const char *text)
{
	int fd = -1, r;

	if (unlink(path) < 0 && errno != ENOENT)
		return -errno;
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0600);
	if (fd < 0)
		return -errno;
	r = paths_fill(fd, text, strlen(text));
	if (r == 0 && (fchmod(fd, mode & 0777) < 0 || fsync(fd) < 0))
		r = -errno;
	if (close(fd) < 0 && r == 0)
		r = -errno;
	if (r < 0)
		unlink(path);
	return r;
}

int
event_file_prepare(const char *path, const char *text, char *error, size_t error_size)
{
	char real[PATH_MAX], fresh[PATH_MAX + 8];
	struct stat status;
	int r = resolve(path, real, fresh);

	if (r == 0 && stat(real, &status) < 0)
		r = -errno;
	if (r == 0)
		r = write_fresh(fresh, status.st_mode, text);
	if (r < 0)
		explain(path, "replace", -r, error, error_size);
	return r;
}

int
event_file_put(const char *path, char *error, size_t error_size)
{
	char real[PATH_MAX], fresh[PATH_MAX + 8];
	int r = resolve(path, real, fresh);

	if (r == 0 && rename(fresh, real) < 0)
		r = -errno;
	if (r == 0)
		r = paths_sync_parent(real);
	if (r < 0)
		explain(path, "replace", -r, error, error_size);
	return r;
}
