/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "core/base/invariant.h"
#include "daemon/paths.h"

#define RECORDER_FACT_MAX 1024 /* bytes of one "# key value" line */

struct recorder {
	char *path;
	int fd;
	const struct recorder_ops *ops;
	/* The tail of the file that is not durable yet: held[0] belongs at offset held_at. A sync
	 * that fails may have thrown pages away, so what it was to save is written again. */
	char *held;
	size_t held_len, held_size, held_max;
	uint64_t held_at;
	uint64_t written; /* the file has taken everything before this offset */
	int error;        /* errno, 0: well */
	bool syncing;
	bool sync_failed; /* the last one; only a good sync shows that the disk is well again */
	uint64_t lost_lines, lost_bytes; /* since the last "lost" fact */
	uint64_t lost_lines_ever;
	uint64_t damaged_lines, damaged_first;
	/* Time: the capture's start, and what the clocks said at base. */
	uint64_t start_unix_us, base_us, base_boot_us, last_us;
};

static const struct recorder_ops recorder_system = { pwrite, fdatasync };

static uint64_t
recorder_clock_us(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

/* recorder_parse_start: RFC 3339 in UTC, with a fraction or without; 0 when it is something else.
 */
static uint64_t
recorder_parse_start(const char *text)
{
	struct tm tm = { 0 };
	const char *end = strptime(text, "%Y-%m-%dT%H:%M:%S", &tm);
	uint64_t unix_us, unit = 100000;
	time_t seconds;

	if (!end || (seconds = timegm(&tm)) <= 0)
		return 0;
	unix_us = (uint64_t)seconds * 1000000;
	if (*end == '.')
		for (end++; *end >= '0' && *end <= '9'; end++, unit /= 10)
			unix_us += unit * (uint64_t)(*end - '0');
	return strcmp(end, "Z") == 0 || strcmp(end, "+00:00") == 0 ? unix_us : 0;
}

static void
recorder_format_start(uint64_t unix_us, char *buffer, size_t size)
{
	time_t seconds = (time_t)(unix_us / 1000000);
	struct tm tm;
	size_t len;

	gmtime_r(&seconds, &tm);
	len = strftime(buffer, size, "%Y-%m-%dT%H:%M:%S", &tm);
	snprintf(buffer + len, size - len, ".%06uZ", (unsigned int)(unix_us % 1000000));
}

/* recorder_flush: offer the file what it has not taken yet. */
static void
recorder_flush(struct recorder *recorder)
{
	uint64_t end = recorder->held_at + recorder->held_len;

	while (recorder->written < end) {
		ssize_t n = recorder->ops->pwrite(
			recorder->fd, recorder->held + (recorder->written - recorder->held_at),
			(size_t)(end - recorder->written), (off_t)recorder->written);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0) {
			recorder->error = n < 0 ? errno : ENOSPC;
			return;
		}
		recorder->written += (uint64_t)n;
	}
	if (!recorder->sync_failed)
		recorder->error = 0;
}

static bool
recorder_reserve(struct recorder *recorder, size_t len)
{
	size_t need = recorder->held_len + len,
	       size = recorder->held_size ? recorder->held_size : 4096;
	char *held;

	if (need > recorder->held_max)
		return false;
	while (size < need)
		size *= 2;
	if (size == recorder->held_size)
		return true;
	held = realloc(recorder->held, size);
	if (!held)
		return false;
	recorder->held = held;
	recorder->held_size = size;
	return true;
}

/* recorder_begin: a writer over room for `len` more bytes, its NUL included; false: no room. */
static bool
recorder_begin(struct recorder *recorder, size_t len, struct text *ret_text)
{
	if (!recorder_reserve(recorder, len))
		return false;
	text_begin(ret_text, recorder->held + recorder->held_len, len);
	return true;
}

static void
recorder_commit(struct recorder *recorder, const struct text *text)
{
	size_t len;

	if (text_end(text, &len) == 0)
		recorder->held_len += len;
}

static void
recorder_fact(struct recorder *recorder, const char *key, const char *value)
{
	struct text text;

	if (!recorder_begin(recorder, RECORDER_FACT_MAX, &text))
		return;
	capture_format_fact(&text, key, value);
	recorder_commit(recorder, &text);
}

static void
recorder_lose(struct recorder *recorder, size_t bytes)
{
	recorder->lost_lines++;
	recorder->lost_lines_ever++;
	recorder->lost_bytes += bytes;
}

/* recorder_confess: once there is room again, say in the capture itself what is missing before. */
static void
recorder_confess(struct recorder *recorder)
{
	char value[120];

	if (recorder->lost_lines == 0 ||
	    recorder->held_len + 2 * (size_t)RECORDER_FACT_MAX > recorder->held_max)
		return;
	snprintf(value, sizeof(value),
	         "%llu lines of %llu bytes before this one (no disk, memory full)",
	         (unsigned long long)recorder->lost_lines,
	         (unsigned long long)recorder->lost_bytes);
	recorder_fact(recorder, "lost", value);
	recorder->lost_lines = 0;
	recorder->lost_bytes = 0;
}

/* recorder_stamp: keep the times of the file in order. */
static uint64_t
recorder_stamp(struct recorder *recorder, uint64_t t_us)
{
	if (t_us > recorder->last_us)
		recorder->last_us = t_us;
	return recorder->last_us;
}

/* recorder_appended: a line was added; while the disk refuses, only a sync tries again. */
static void
recorder_appended(struct recorder *recorder)
{
	if (recorder->error == 0)
		recorder_flush(recorder);
}

void
recorder_bytes(struct recorder *recorder, uint64_t t_us, char direction, const uint8_t *bytes,
               size_t len)
{
	struct text text;

	recorder_confess(recorder);
	t_us = recorder_stamp(recorder, t_us);
	if (recorder->lost_lines > 0 || !recorder_begin(recorder, CAPTURE_LINE_SIZE(len), &text)) {
		recorder_lose(recorder, len);
		return;
	}
	capture_format_bytes(&text, t_us, direction, bytes, len);
	recorder_commit(recorder, &text);
	recorder_appended(recorder);
}

void
recorder_host(struct recorder *recorder, uint64_t t_us, const char *json)
{
	struct text text;

	recorder_confess(recorder);
	t_us = recorder_stamp(recorder, t_us);
	if (recorder->lost_lines > 0 ||
	    !recorder_begin(recorder, strlen(json) + CAPTURE_LINE_SIZE(0), &text)) {
		recorder_lose(recorder, strlen(json));
		return;
	}
	capture_format_host(&text, t_us, json);
	recorder_commit(recorder, &text);
	recorder_appended(recorder);
}

bool
recorder_is_dirty(const struct recorder *recorder)
{
	return recorder->held_len > 0 || recorder->lost_lines > 0;
}

bool
recorder_sync_begin(struct recorder *recorder, uint64_t *ret_mark)
{
	INVARIANT(!recorder->syncing);
	recorder_confess(recorder);
	recorder_flush(recorder);
	if (recorder->written == recorder->held_at ||
	    recorder->written < recorder->held_at + recorder->held_len)
		return false;
	recorder->syncing = true;
	*ret_mark = recorder->written;
	return true;
}

int
recorder_sync_run(const struct recorder *recorder)
{
	return recorder->ops->fdatasync(recorder->fd) == 0 ? 0 : -errno;
}

void
recorder_sync_end(struct recorder *recorder, uint64_t mark, int result)
{
	size_t durable;

	INVARIANT(recorder->syncing && mark >= recorder->held_at && mark <= recorder->written);
	recorder->syncing = false;
	recorder->sync_failed = result < 0;
	if (result < 0) {
		recorder->error = -result;
		recorder->written = recorder->held_at;
		return;
	}
	durable = (size_t)(mark - recorder->held_at);
	recorder->held_len -= durable;
	memmove(recorder->held, recorder->held + durable, recorder->held_len);
	recorder->held_at = mark;
	if (recorder->written == recorder->held_at + recorder->held_len)
		recorder->error = 0; /* else the file refused what came while it was synced */
	if (recorder->held_len == 0 && recorder->held_size > 65536) {
		free(recorder->held);
		recorder->held = NULL;
		recorder->held_size = 0;
	}
}

int
recorder_sync(struct recorder *recorder)
{
	uint64_t mark;

	while (recorder_is_dirty(recorder)) {
		if (!recorder_sync_begin(recorder, &mark))
			return -(recorder->error ? recorder->error : EIO);
		recorder_sync_end(recorder, mark, recorder_sync_run(recorder));
		if (recorder->error)
			return -recorder->error;
	}
	return 0;
}

uint64_t
recorder_now(struct recorder *recorder)
{
	return recorder->base_us + (recorder_clock_us(CLOCK_BOOTTIME) - recorder->base_boot_us);
}

uint64_t
recorder_unix_us(const struct recorder *recorder, uint64_t t_us)
{
	return recorder->start_unix_us + t_us;
}

void
recorder_look(const struct recorder *recorder, struct recorder_status *ret_status)
{
	*ret_status = (struct recorder_status){
		.path = recorder->path,
		.bytes = recorder->written,
		.held = recorder->error ? recorder->held_len : 0,
		.lost_lines = recorder->lost_lines_ever,
		.damaged_lines = recorder->damaged_lines,
		.damaged_first = recorder->damaged_first,
		.error = recorder->error,
	};
}

static const char *
recorder_advice(int error)
{
	switch (error) {
	case ENOSPC:
	case EDQUOT:
		return "the disk is full; free space there";
	case EFBIG:
		return "the file is as large as this system allows; move it away and restart";
	case EROFS:
		return "the disk is read-only, as after an error; check it";
	case EIO:
		return "the disk reports an error; check it, or record to another";
	default:
		return strerror(error);
	}
}

void
recorder_trouble(const struct recorder *recorder, char *buffer, size_t size)
{
	int n;

	buffer[0] = '\0';
	if (!recorder->error)
		return;
	n = snprintf(buffer, size, "cannot record to %s: %s; %zu bytes wait in memory",
	             recorder->path, recorder_advice(recorder->error), recorder->held_len);
	if (recorder->lost_lines > 0 && n > 0 && (size_t)n < size)
		snprintf(buffer + n, size - (size_t)n, ", %llu lines are lost",
		         (unsigned long long)recorder->lost_lines);
}

/* Reading what the file already holds. */
struct recorder_loader {
	struct recorder *recorder;
	const struct recorder_options *options;
	struct capture_reader reader;
	FILE *file;
	char *line;
	size_t line_size;
	bool driver_seen, other_driver, not_a_capture;
	char driver[64];
};

static void
recorder_take(struct recorder_loader *loader, const struct capture_line *line)
{
	struct recorder *recorder = loader->recorder;

	if (line->kind == CAPTURE_FACT && strcmp(line->key, "driver") == 0) {
		loader->driver_seen = true;
		snprintf(loader->driver, sizeof(loader->driver), "%s", line->value);
		if (strcmp(line->value, loader->options->driver) != 0)
			loader->other_driver = true;
	}
	if (line->kind == CAPTURE_FACT && strcmp(line->key, "start") == 0 &&
	    recorder->start_unix_us == 0)
		recorder->start_unix_us = recorder_parse_start(line->value);
	if (line->kind != CAPTURE_FACT && line->kind != CAPTURE_NOTHING)
		recorder_stamp(recorder, line->t_us);
	if (loader->options->line)
		loader->options->line(loader->options->ctx, line);
}

/* recorder_try: parse a copy of text[len]; true and handed over when it is a good line. A fact that
 * may be cut off is none: half a name or a date looks like a whole one. */
static bool
recorder_try(struct recorder_loader *loader, const char *text, size_t len)
{
	struct capture_reader reader = loader->reader;
	struct capture_error error;
	struct capture_line line;
	char *copy = malloc(len + 1);
	bool good;

	if (!copy)
		return false;
	memcpy(copy, text, len);
	copy[len] = '\0';
	good = capture_parse(&reader, copy, len, &line, &error) == 0 && line.kind != CAPTURE_FACT;
	if (good) {
		loader->reader = reader;
		recorder_take(loader, &line);
	}
	free(copy);
	return good;
}

/* recorder_append: put text[len] and a newline at the end of the file. */
static void
recorder_append(struct recorder *recorder, const char *text, size_t len)
{
	if (!recorder_reserve(recorder, len + 1))
		return;
	memcpy(recorder->held + recorder->held_len, text, len);
	recorder->held[recorder->held_len + len] = '\n';
	recorder->held_len += len + 1;
}

/* recorder_keep_torn: what cannot be read stays as a fact, for whoever wants to look at it. */
static void
recorder_keep_torn(struct recorder *recorder, const char *text, size_t len)
{
	char printable[RECORDER_FACT_MAX / 2];
	size_t n = len < sizeof(printable) - 1 ? len : sizeof(printable) - 1;

	for (size_t i = 0; i < n; i++)
		printable[i] = text[i] >= ' ' && text[i] <= '~' ? text[i] : '?';
	printable[n] = '\0';
	recorder_fact(recorder, "torn", printable);
}

/* recorder_mend: the last line, text[len] at offset held_at, has no newline: the process was killed
 * while it wrote, or the power went (then blocks of zeros may follow). Nothing is removed before
 * what replaces it is written. */
static void
recorder_mend(struct recorder_loader *loader, const char *text, size_t len)
{
	struct recorder *recorder = loader->recorder;
	uint64_t size = recorder->held_at + len;

	while (len > 0 && text[len - 1] == '\0')
		len--;
	if (len == 0) {
		/* only zeros */
	} else if (recorder_try(loader, text, len)) {
		recorder_append(recorder, text, len);
	} else if (len > 1 && recorder_try(loader, text, len - 1)) {
		/* Cut within a byte of two hex digits: the whole bytes before it count. */
		recorder_append(recorder, text, len - 1);
		recorder_keep_torn(recorder, text + len - 1, 1);
	} else {
		recorder_keep_torn(recorder, text, len);
	}
	recorder_flush(recorder);
	if (recorder->error == 0 && size > recorder->written &&
	    ftruncate(recorder->fd, (off_t)recorder->written) < 0)
		recorder->error = errno;
}

/* recorder_is_unborn: text[len], without a newline, is all the file has: killed while it began? */
static bool
recorder_is_unborn(const char *text, size_t len)
{
	static const char head[] = "# adoubed capture 1";

	while (len > 0 && text[len - 1] == '\0')
		len--;
	return len <= strlen(head) && memcmp(text, head, len) == 0;
}

/* recorder_load: read the file line by line. 0, or a negative errno. */
static int
recorder_load(struct recorder_loader *loader)
{
	struct recorder *recorder = loader->recorder;
	struct capture_error error;
	struct capture_line line;
	uint64_t n_lines = 0;
	ssize_t got;

	errno = 0;
	while ((got = getline(&loader->line, &loader->line_size, loader->file)) > 0) {
		size_t len = (size_t)got;

		n_lines++;
		if (loader->line[len - 1] != '\n') {
			if (n_lines > 1) {
				recorder_mend(loader, loader->line, len);
				break;
			}
			loader->not_a_capture = !recorder_is_unborn(loader->line, len);
			return loader->not_a_capture            ? -EBADMSG
			       : ftruncate(recorder->fd, 0) < 0 ? -errno
			                                        : 0;
		}
		recorder->held_at += len;
		recorder->written = recorder->held_at;
		loader->line[len - 1] = '\0';
		if (capture_parse(&loader->reader, loader->line, len - 1, &line, &error) == 0) {
			recorder_take(loader, &line);
			continue;
		}
		if (n_lines == 1) {
			loader->not_a_capture = true;
			return -EBADMSG;
		}
		if (recorder->damaged_lines++ == 0)
			recorder->damaged_first = n_lines;
	}
	return ferror(loader->file) ? -(errno ? errno : EIO) : 0;
}

/* recorder_write_head: what a capture begins with, or what a torn head lacks. */
static void
recorder_write_head(struct recorder_loader *loader)
{
	const struct recorder_options *options = loader->options;
	struct recorder *recorder = loader->recorder;
	bool begins = recorder->held_at + recorder->held_len == 0;
	struct text text;
	char start[64];

	if (begins && recorder_begin(recorder, RECORDER_FACT_MAX, &text)) {
		capture_format_head(&text, options->driver);
		recorder_commit(recorder, &text);
	} else if (!begins && !loader->driver_seen) {
		recorder_fact(recorder, "driver", options->driver);
	}
	if (recorder->start_unix_us == 0) {
		recorder->start_unix_us = recorder_clock_us(CLOCK_REALTIME) - recorder->last_us;
		recorder_format_start(recorder->start_unix_us, start, sizeof(start));
		recorder_fact(recorder, "start", start);
	}
	for (size_t i = 0; begins && i < options->n_facts; i++)
		recorder_fact(recorder, options->facts[i][0], options->facts[i][1]);
	recorder_flush(recorder);
}

/* recorder_set_time: go on where the file ends, or where the wall clock is if that is later. */
static void
recorder_set_time(struct recorder *recorder)
{
	uint64_t unix_us = recorder_clock_us(CLOCK_REALTIME);

	recorder->base_boot_us = recorder_clock_us(CLOCK_BOOTTIME);
	recorder->base_us = recorder->last_us;
	if (unix_us > recorder->start_unix_us &&
	    unix_us - recorder->start_unix_us > recorder->base_us)
		recorder->base_us = unix_us - recorder->start_unix_us;
}

static int
recorder_lock(struct recorder *recorder, char *error, size_t error_size)
{
	struct stat status;
	int cause;

	if (fstat(recorder->fd, &status) == 0 && !S_ISREG(status.st_mode)) {
		snprintf(error, error_size, "cannot record to %s: it is no ordinary file",
		         recorder->path);
		return -EINVAL;
	}
	if (flock(recorder->fd, LOCK_EX | LOCK_NB) == 0)
		return 0;
	cause = errno;
	if (cause == EWOULDBLOCK)
		snprintf(error, error_size,
		         "another adoubed records to %s; stop that one, or give this one its own "
		         "--state-dir",
		         recorder->path);
	else
		snprintf(error, error_size, "cannot lock %s: %s", recorder->path, strerror(cause));
	return -cause;
}

static int
recorder_read(struct recorder *recorder, const struct recorder_options *options, char *error,
              size_t error_size)
{
	struct recorder_loader loader = { .recorder = recorder, .options = options };
	int copy = fcntl(recorder->fd, F_DUPFD_CLOEXEC, 0);
	int result;

	capture_reader_init(&loader.reader);
	loader.file = copy >= 0 ? fdopen(copy, "r") : NULL;
	if (!loader.file) {
		result = -errno;
		if (copy >= 0)
			close(copy);
	} else {
		result = recorder_load(&loader);
		fclose(loader.file);
	}
	free(loader.line);
	if (loader.not_a_capture) {
		snprintf(error, error_size, "%s is not a capture of adoubed; move it away",
		         recorder->path);
	} else if (result < 0) {
		snprintf(error, error_size, "cannot read %s: %s", recorder->path,
		         strerror(-result));
	} else if (loader.other_driver) {
		snprintf(error, error_size,
		         "%s was recorded with driver %s, and the board is now said to speak %s; "
		         "correct the "
		         "configuration, or move the file away",
		         recorder->path, loader.driver, options->driver);
		result = -EBADMSG;
	} else {
		recorder_write_head(&loader);
	}
	return result;
}

int
recorder_open(const char *path, const struct recorder_options *options,
              struct recorder **ret_recorder, char *error, size_t error_size)
{
	struct recorder *recorder = calloc(1, sizeof(*recorder));
	int result;

	if (!recorder || !(recorder->path = strdup(path))) {
		free(recorder);
		snprintf(error, error_size, "out of memory");
		return -ENOMEM;
	}
	recorder->ops = options->ops ? options->ops : &recorder_system;
	recorder->held_max = options->held_max ? options->held_max : RECORDER_HELD_MAX;
	recorder->fd = -1;
	result = paths_make_parents(path, error, error_size);
	if (result < 0)
		goto fail;
	recorder->fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOCTTY, 0644);
	if (recorder->fd < 0) {
		result = -errno;
		paths_explain(path, "record to", -result, error, error_size);
		goto fail;
	}
	result = recorder_lock(recorder, error, error_size);
	if (result < 0)
		goto fail;
	result = recorder_read(recorder, options, error, error_size);
	if (result < 0)
		goto fail;
	recorder_set_time(recorder);
	paths_sync_parent(path);
	*ret_recorder = recorder;
	return 0;
fail:
	if (recorder->fd >= 0)
		close(recorder->fd);
	free(recorder->held);
	free(recorder->path);
	free(recorder);
	return result;
}

void
recorder_close(struct recorder *recorder)
{
	if (!recorder)
		return;
	INVARIANT(!recorder->syncing);
	recorder_sync(recorder);
	close(recorder->fd);
	free(recorder->held);
	free(recorder->path);
	free(recorder);
}
