/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/transport/link.h"

#include <check.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <event2/event.h>

#define LINK_TICK_US     2000
#define LINK_PATIENCE_MS 60000

static char scratch[64];

int64_t
link_now_ms(void)
{
	struct timespec now;

	ck_assert_int_eq(clock_gettime(CLOCK_MONOTONIC, &now), 0);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void
link_act(struct link *link, enum link_moment moment)
{
	if (link->free_in == moment) {
		transport_free(link->transport);
		link->transport = NULL;
		link->freed = true;
	} else if (link->reopen_in == moment && link->reopens > 0) {
		link->reopens--;
		transport_reopen(link->transport);
	}
}

static void
link_on_up(void *ctx)
{
	struct link *link = ctx;

	ck_assert_msg(!link->freed, "up after free");
	ck_assert(transport_is_up(link->transport));
	link->ups++;
	link_act(link, LINK_IN_UP);
}

static void
link_on_bytes(void *ctx, const uint8_t *bytes, size_t len)
{
	struct link *link = ctx;

	ck_assert_msg(!link->freed, "bytes after free");
	ck_assert_uint_gt(len, 0);
	if (link->len + len > link->size) {
		link->size = 2 * (link->len + len);
		link->bytes = realloc(link->bytes, link->size);
		ck_assert_ptr_nonnull(link->bytes);
	}
	memcpy(link->bytes + link->len, bytes, len);
	link->len += len;
	link_act(link, LINK_IN_BYTES);
}

static void
link_on_down(void *ctx, int error, const char *text)
{
	struct link *link = ctx;

	ck_assert_msg(!link->freed, "down after free");
	ck_assert(!transport_is_up(link->transport));
	ck_assert_int_lt(error, 0);
	ck_assert_ptr_null(strchr(text, '\n'));
	link->downs++;
	link->error = error;
	(void)snprintf(link->text, sizeof(link->text), "%s", text);
	link_act(link, LINK_IN_DOWN);
}

static void
link_on_tick(evutil_socket_t fd, short what, void *ctx)
{
	(void)fd;
	(void)what;
	(void)ctx;
}

void
link_init(struct link *link)
{
	const struct timeval tick = { .tv_usec = LINK_TICK_US };

	memset(link, 0, sizeof(*link));
	link->base = event_base_new();
	ck_assert_ptr_nonnull(link->base);
	link->tick = event_new(link->base, -1, EV_PERSIST, link_on_tick, NULL);
	ck_assert_ptr_nonnull(link->tick);
	ck_assert_int_eq(event_add(link->tick, &tick), 0);
}

void
link_open(struct link *link, const char *address, const struct transport_options *options)
{
	const struct transport_listener listener = {
		.ctx = link,
		.up = link_on_up,
		.bytes = link_on_bytes,
		.down = link_on_down,
	};
	int events = link->ups + link->downs;

	ck_assert_int_eq(transport_new(link->base, address, options, &listener, &link->transport),
	                 0);
	ck_assert_msg(link->ups + link->downs == events, "called back inside transport_new");
	ck_assert(!transport_is_up(link->transport));
}

void
link_fini(struct link *link)
{
	transport_free(link->transport);
	event_free(link->tick);
	event_base_free(link->base);
	free(link->bytes);
	memset(link, 0, sizeof(*link));
}

static void
link_on_over(evutil_socket_t fd, short what, void *ctx)
{
	struct link *link = ctx;

	(void)fd;
	(void)what;
	link->over = true;
	event_base_loopbreak(
		link->base); /* timers that are due, too, but were to come later, wait */
}

void
link_run(struct link *link, int ms)
{
	const struct timeval time = { .tv_sec = ms / 1000, .tv_usec = ms % 1000 * 1000 };

	link->over = ms == 0;
	if (!link->over)
		ck_assert_int_eq(
			event_base_once(link->base, -1, EV_TIMEOUT, link_on_over, link, &time), 0);
	do {
		ck_assert_int_eq(event_base_loop(link->base, EVLOOP_ONCE), 0);
	} while (!link->over);
}

void
link_wait_ups(struct link *link, int ups)
{
	int64_t end_ms = link_now_ms() + LINK_PATIENCE_MS;

	while (link->ups < ups) {
		ck_assert_msg(link_now_ms() < end_ms, "%d ups instead of %d; last down: %s",
		              link->ups, ups, link->text);
		link_run(link, 0);
	}
}

void
link_wait_downs(struct link *link, int downs)
{
	int64_t end_ms = link_now_ms() + LINK_PATIENCE_MS;

	while (link->downs < downs) {
		ck_assert_msg(link_now_ms() < end_ms, "%d downs instead of %d; last: %s",
		              link->downs, downs, link->text);
		link_run(link, 0);
	}
}

void
link_wait_len(struct link *link, size_t len)
{
	int64_t end_ms = link_now_ms() + LINK_PATIENCE_MS;

	while (link->len < len) {
		ck_assert_msg(link_now_ms() < end_ms, "%zu bytes instead of %zu", link->len, len);
		link_run(link, 0);
	}
}

void
link_wait_freed(struct link *link)
{
	int64_t end_ms = link_now_ms() + LINK_PATIENCE_MS;

	while (!link->freed) {
		ck_assert_msg(link_now_ms() < end_ms, "never freed");
		link_run(link, 0);
	}
}

void
link_send(struct link *link, const char *string)
{
	ck_assert_int_eq(transport_send(link->transport, (const uint8_t *)string, strlen(string)),
	                 0);
}

void
link_expect_at(struct link *link, int fd, const uint8_t *bytes, size_t len)
{
	int64_t end_ms = link_now_ms() + LINK_PATIENCE_MS;
	uint8_t *got = malloc(len + 1);
	size_t n_got = 0;

	ck_assert_ptr_nonnull(got);
	while (n_got < len) {
		ssize_t n = read(fd, got + n_got, len + 1 - n_got);

		ck_assert_msg(n >= 0 || errno == EAGAIN, "%s", strerror(errno));
		if (n > 0)
			n_got += (size_t)n;
		ck_assert_msg(link_now_ms() < end_ms, "%zu bytes at the other end instead of %zu",
		              n_got, len);
		link_run(link, 0);
	}
	ck_assert_uint_eq(n_got, len);
	ck_assert_mem_eq(got, bytes, len);
	free(got);
}

void
link_expect_bytes(struct link *link, const uint8_t *bytes, size_t len)
{
	link_wait_len(link, len);
	ck_assert_uint_eq(link->len, len);
	ck_assert_mem_eq(link->bytes, bytes, len);
	link->len = 0;
}

void
write_all(struct link *link, int fd, const uint8_t *bytes, size_t len)
{
	int64_t end_ms = link_now_ms() + LINK_PATIENCE_MS;

	while (len > 0) {
		ssize_t n = write(fd, bytes, len);

		ck_assert_msg(n >= 0 || errno == EAGAIN, "%s", strerror(errno));
		ck_assert_msg(link_now_ms() < end_ms, "%zu bytes cannot be written", len);
		if (n > 0) {
			bytes += n;
			len -= (size_t)n;
		}
		if (link)
			link_run(link, 0);
	}
}

void
pattern(uint8_t *bytes, size_t len, unsigned int seed)
{
	for (size_t i = 0; i < len; i++)
		bytes[i] = (uint8_t)(i * 7 + i / 251 + seed);
}

int
pty_open(char name[64])
{
	int master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);

	ck_assert_int_ge(master, 0);
	ck_assert_int_eq(grantpt(master), 0);
	ck_assert_int_eq(unlockpt(master), 0);
	ck_assert_int_eq(ptsname_r(master, name, 64), 0);
	return master;
}

void
scratch_begin(void)
{
	(void)snprintf(scratch, sizeof(scratch), "/tmp/adoubed-transport-XXXXXX");
	ck_assert_ptr_nonnull(mkdtemp(scratch));
}

const char *
scratch_path(const char *name)
{
	static char paths[4][512];
	static int next;
	char *path = paths[next++ % 4];

	(void)snprintf(path, sizeof(paths[0]), "%s/%s", scratch, name);
	return path;
}

void
scratch_end(void)
{
	DIR *dir = opendir(scratch);
	struct dirent *entry;

	ck_assert_ptr_nonnull(dir);
	while ((entry = readdir(dir))) {
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
			(void)remove(scratch_path(entry->d_name));
	}
	ck_assert_int_eq(closedir(dir), 0);
	ck_assert_int_eq(rmdir(scratch), 0);
}

const char *
scratch_file(const char *name, const char *text)
{
	const char *path = scratch_path(name);
	FILE *file = fopen(path, "we");

	ck_assert_ptr_nonnull(file);
	ck_assert_int_ge(fputs(text, file), 0);
	ck_assert_int_eq(fclose(file), 0);
	return path;
}

const char *
scratch_link(const char *name, const char *target)
{
	const char *path = scratch_path(name), *fresh = scratch_path("fresh-link");

	ck_assert_int_eq(symlink(target, fresh), 0);
	ck_assert_int_eq(rename(fresh, path), 0);
	return path;
}

void
link_begin_pty(struct link *link, int *ret_master, char slave[64])
{
	scratch_begin();
	*ret_master = pty_open(slave);
	link_init(link);
}

void
link_end_pty(struct link *link, int master)
{
	link_fini(link);
	if (master >= 0)
		ck_assert_int_eq(close(master), 0);
	scratch_end();
}
