/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/pgn_held.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <event2/event.h>

#include "daemon/config.h"
#include "daemon/log.h"
#include "daemon/paths.h"
#include "daemon/pgn_texts.h"
#include "daemon/slug.h"
#include "daemon/time_now.h"

#define LOOK_S 30 /* the wall clock may be set meanwhile: no longer until the next look */

struct pgn_held {
	struct event *timer;
	uint32_t delay_s;
	void (*moved)(void *ctx);
	void *ctx;
	char round_name[SLUG_SIZE + 8];
	bool is_named;
	char from[PATH_MAX - NAME_MAX - 2], to[PATH_MAX - NAME_MAX - 2];
};

/* Is it a file of the round that is on? */
static bool
is_of_round(const struct pgn_held *held, const char *name)
{
	size_t len = strlen(held->round_name);

	if (!held->is_named && strncmp(name, "table-", 6) == 0)
		return true;
	return strncmp(name, held->round_name, len) == 0 &&
	       (name[len] == '.' || strncmp(name + len, "-table-", 7) == 0);
}

static bool
is_pgn(const char *name)
{
	size_t len = strlen(name);

	return len > 4 && strcmp(name + len - 4, ".pgn") == 0;
}

/* Moves one file where it is due. Returns how many seconds later it is to be looked at again; 0: never. */
static uint32_t
move_file(const struct pgn_held *held, const char *name)
{
	char from[PATH_MAX], to[PATH_MAX], error[PATH_MAX + 256];
	uint64_t now_s = time_unix_us() / 1000000, due_s;
	struct stat stat;

	snprintf(from, sizeof(from), "%s/%s", held->from, name);
	snprintf(to, sizeof(to), "%s/%s", held->to, name);
	if (lstat(from, &stat) < 0 || !S_ISREG(stat.st_mode))
		return 0;
	due_s = (uint64_t)stat.st_mtim.tv_sec + 1 + held->delay_s;
	if (due_s > now_s)
		return due_s - now_s < LOOK_S ? (uint32_t)(due_s - now_s) : LOOK_S;
	if (paths_make_parents(to, error, sizeof(error)) == 0 && rename(from, to) == 0)
		return 0;
	log_error("PGN files: cannot move %s to %s: %s; trying again", from, to, strerror(errno));
	return LOOK_S;
}

static void
look(struct pgn_held *held)
{
	struct timeval later = { 0 };
	struct dirent *entry;
	time_t wait_s;
	DIR *dir = opendir(held->from);

	while (dir && (entry = readdir(dir))) {
		if (!is_pgn(entry->d_name) || is_of_round(held, entry->d_name))
			continue;
		wait_s = (time_t)move_file(held, entry->d_name);
		if (wait_s > 0 && (later.tv_sec == 0 || wait_s < later.tv_sec))
			later.tv_sec = wait_s;
	}
	if (dir)
		closedir(dir);
	if (later.tv_sec > 0)
		event_add(held->timer, &later);
}

static void
on_timer(evutil_socket_t fd, short what, void *ctx)
{
	struct pgn_held *held = ctx;

	(void)fd;
	(void)what;
	look(held);
	held->moved(held->ctx);
}

/* For the daemon's user only, before anything lies there. */
static void
make_folder(const struct pgn_held *held)
{
	char above[PATH_MAX], error[PATH_MAX + 256];

	snprintf(above, sizeof(above), "%s", held->from);
	if (paths_make_parents(above, error, sizeof(error)) < 0)
		return; /* told by those who write there */
	*strrchr(above, '/') = '\0';
	(void)chmod(above, 0700);
}

int
pgn_held_new(struct event_base *base, const struct config *config, uint32_t delay_s,
             void (*moved)(void *ctx), void *ctx, struct pgn_held **ret_held)
{
	struct pgn_held *held = calloc(1, sizeof(*held));

	if (!held)
		return -ENOMEM;
	held->delay_s = delay_s;
	held->moved = moved;
	held->ctx = ctx;
	held->is_named = config->event.round[0] != '\0';
	pgn_texts_round_name(config, held->round_name, sizeof(held->round_name));
	pgn_texts_folder(config, "held", held->from, sizeof(held->from));
	pgn_texts_folder(config, "games", held->to, sizeof(held->to));
	held->timer = evtimer_new(base, on_timer, held);
	if (!held->timer) {
		free(held);
		return -ENOMEM;
	}
	if (delay_s > 0)
		make_folder(held);
	look(held);
	*ret_held = held;
	return 0;
}

void
pgn_held_free(struct pgn_held *held)
{
	if (!held)
		return;
	event_free(held->timer);
	free(held);
}
