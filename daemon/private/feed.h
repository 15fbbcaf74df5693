/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What arbiters, operators and monitoring may ask over the network: a web server of its own, where every
 * request brings a token or a session (door.h). Nothing of it is on the public one.
 *
 *     GET  /               the page of arbiters and operators (daemon/web/src/desk.ts)
 *     GET  /api/v1/status, tables, tables/N, alerts, actions, devices, times, assignments, rounds, check, orders
 *     GET  /api/v1/case   all about one alert (cases.h)
 *     GET  /events        the same as it changes (stream.h): table, change, alert, action, device
 *     GET  /metrics       for Prometheus
 *     POST /api/v1/orders     a request of the control socket (control.h), signed with the token's name
 *     POST /api/v1/outcomes   {"table":1,"number":3,"outcome":"confirmed","note":"warned"}
 *
 * daemon/web/openapi-private.json describes all of it.
 */
#pragma once

#include <jansson.h>
#include <stddef.h>
#include <stdint.h>

struct config;
struct control_commands;
struct event_base;
struct http;
struct journal;
struct meters;
struct publication;
struct private_feed;
struct station;

#define PRIVATE_BODY_MAX    262144 /* bytes of an order: the pairings of a large event */
#define PRIVATE_CONNECTIONS 256    /* at a time */

struct private_feed_options {
	struct event_base *base;
	const struct config *config;
	const struct control_commands *commands; /* with status, devices, times */
	struct station *const *stations;         /* config->n_tables */
	const struct meters *meters;
	struct journal *journal; /* case files are of it */
	/* What the public web server has counted. */
	const struct http *public_http;
	const struct publication *publication;
};

/* private_feed_new: listen, and serve. All pointers are borrowed for good; the commands are called from the
 * loop. 0, or a negative errno with `error` one sentence. */
int private_feed_new(const struct private_feed_options *options, struct private_feed **ret_feed,
                     char *error, size_t error_size);

/* private_feed_changed: the table at `index` is not as it was. private_feed_devices_changed: some device. Those
 * who listen are told soon. */
void private_feed_changed(struct private_feed *feed, size_t index);
void private_feed_devices_changed(struct private_feed *feed);

/* private_feed_free: NULL is fine. */
void private_feed_free(struct private_feed *feed);
