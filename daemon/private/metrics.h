/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What the daemon counts, as Prometheus reads it (text exposition format 0.0.4). With alerts by their id: for
 * the private listener only.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "daemon/meters.h"

#define METRICS_TYPE "text/plain; version=0.0.4; charset=utf-8"

struct station;

/* One web server. */
struct metrics_server {
	const char *name; /* "public" */
	uint64_t requests, refused;
	uint64_t readers, dropped; /* of its stream */
};

struct metrics_sources {
	const struct meters *meters;
	struct station *const *stations;
	size_t n_stations;
	const struct metrics_server *servers;
	size_t n_servers;
	uint64_t started_us; /* the program, microseconds since 1970 */
};

/* metrics_text: all of it, from malloc; NULL when memory is out. */
char *metrics_text(const struct metrics_sources *sources, size_t *ret_len);
