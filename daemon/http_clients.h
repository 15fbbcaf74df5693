/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Who is connected to a web server: not too often from one place, and not for ever without asking.
 *
 * libevent does not tell when a connection ends, and this needs no telling: a descriptor that has another
 * peer than was noted, or none, is somebody else's.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct http_clients;

struct http_clients_limits {
	unsigned int
		per_client; /* connections from one address, of IPv6 one /64; this machine has no limit */
	unsigned int request_s; /* seconds a request may take to arrive */
};

/* http_clients_new: NULL when memory is out. */
struct http_clients *http_clients_new(const struct http_clients_limits *limits);
void http_clients_free(struct http_clients *clients);

/* http_clients_admit: the connection `fd` begins at now_us. false: its client has too many, and this one is
 * not noted. */
bool http_clients_admit(struct http_clients *clients, int fd, uint64_t now_us);

/* http_clients_answering: a whole request has come; http_clients_waiting: it has been answered, and the next
 * may come. */
void http_clients_answering(struct http_clients *clients, int fd);
void http_clients_waiting(struct http_clients *clients, int fd, uint64_t now_us);

/* http_clients_sweep: shut down those whose request takes too long. Returns how many. */
unsigned int http_clients_sweep(struct http_clients *clients, uint64_t now_us);
