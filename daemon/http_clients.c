/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/http_clients.h"

#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#define CLIENTS_CHAINS 1024 /* a power of two */
#define NOBODY         (-1)

/* Where somebody comes from; all zero: this machine, or no internet address. */
struct place {
	uint8_t bytes[16];
	uint16_t port;
};

struct client {
	struct place from;
	bool used, answering;
	uint64_t since_us; /* it waits for a request */
	int next;          /* of its chain */
};

struct http_clients {
	struct http_clients_limits limits;
	struct client *by_fd;
	int capacity;
	int chains[CLIENTS_CHAINS];
};

static bool
is_v4_mapped(const struct in6_addr *address)
{
	return IN6_IS_ADDR_V4MAPPED(address);
}

/* place_of: the peer of fd; false when it has none. Of an IPv6 address the network counts: whoever has one
 * has 2^64 of them. */
static bool
place_of(int fd, struct place *ret_place)
{
	struct sockaddr_storage storage = { .ss_family = AF_UNSPEC };
	const struct sockaddr_in *v4 = (const struct sockaddr_in *)&storage;
	const struct sockaddr_in6 *v6 = (const struct sockaddr_in6 *)&storage;
	socklen_t len = sizeof(storage);

	memset(ret_place, 0, sizeof(*ret_place));
	if (getpeername(fd, (struct sockaddr *)&storage, &len) < 0)
		return false;
	if (storage.ss_family == AF_INET) {
		memcpy(ret_place->bytes + 12, &v4->sin_addr, 4);
		ret_place->port = v4->sin_port;
	} else if (storage.ss_family == AF_INET6) {
		bool mapped = is_v4_mapped(&v6->sin6_addr);

		memcpy(ret_place->bytes + (mapped ? 12 : 0),
		       v6->sin6_addr.s6_addr + (mapped ? 12 : 0), mapped ? 4 : 8);
		ret_place->port = v6->sin6_port;
	}
	return true;
}

/* is_here: 127.0.0.0/8, ::1 (whose network is all zero), or no internet address. */
static bool
is_here(const struct place *place)
{
	static const uint8_t none[12];

	return memcmp(place->bytes, none, 12) == 0 &&
	       (place->bytes[12] == 127 || memcmp(place->bytes + 12, none, 4) == 0);
}

static bool
is_same_client(const struct place *a, const struct place *b)
{
	return memcmp(a->bytes, b->bytes, sizeof(a->bytes)) == 0;
}

static int *
chain_of(struct http_clients *clients, const struct place *place)
{
	uint32_t hash = 2166136261U; /* FNV-1a */

	for (size_t i = 0; i < sizeof(place->bytes); i++)
		hash = (hash ^ place->bytes[i]) * 16777619U;
	return &clients->chains[hash % CLIENTS_CHAINS];
}

/* is_there: is the connection that was noted for fd still the one that is open? */
static bool
is_there(const struct http_clients *clients, int fd)
{
	struct place now;

	return place_of(fd, &now) && is_same_client(&now, &clients->by_fd[fd].from) &&
	       now.port == clients->by_fd[fd].from.port;
}

static void
forget(struct http_clients *clients, int fd)
{
	struct client *client = &clients->by_fd[fd];
	int *link = chain_of(clients, &client->from);

	while (*link != fd)
		link = &clients->by_fd[*link].next;
	*link = client->next;
	client->used = false;
}

/* count: how many connections the client has. Those that have ended are only looked for when it matters. */
static unsigned int
count(struct http_clients *clients, const struct place *from, bool look)
{
	unsigned int n = 0;
	int next;

	for (int fd = *chain_of(clients, from); fd != NOBODY; fd = next) {
		next = clients->by_fd[fd].next;
		if (!is_same_client(&clients->by_fd[fd].from, from))
			continue;
		if (look && !is_there(clients, fd))
			forget(clients, fd);
		else
			n++;
	}
	return n;
}

static bool
make_room(struct http_clients *clients, int fd)
{
	int capacity = clients->capacity ? clients->capacity : 64;
	struct client *bigger;

	if (fd < clients->capacity)
		return true;
	while (capacity <= fd)
		capacity *= 2;
	bigger = realloc(clients->by_fd, (size_t)capacity * sizeof(*bigger));
	if (!bigger)
		return false;
	memset(bigger + clients->capacity, 0,
	       (size_t)(capacity - clients->capacity) * sizeof(*bigger));
	clients->by_fd = bigger;
	clients->capacity = capacity;
	return true;
}

struct http_clients *
http_clients_new(const struct http_clients_limits *limits)
{
	struct http_clients *clients = calloc(1, sizeof(*clients));

	if (!clients)
		return NULL;
	clients->limits = *limits;
	for (int i = 0; i < CLIENTS_CHAINS; i++)
		clients->chains[i] = NOBODY;
	return clients;
}

void
http_clients_free(struct http_clients *clients)
{
	if (!clients)
		return;
	free(clients->by_fd);
	free(clients);
}

bool
http_clients_admit(struct http_clients *clients, int fd, uint64_t now_us)
{
	struct client client = { .used = true, .since_us = now_us };
	int *chain;

	/* One that has gone already, or cannot be noted, is none of ours to refuse. */
	if (!place_of(fd, &client.from) || !make_room(clients, fd))
		return true;
	if (clients->by_fd[fd].used)
		forget(clients, fd);
	if (!is_here(&client.from) &&
	    count(clients, &client.from, false) >= clients->limits.per_client &&
	    count(clients, &client.from, true) >= clients->limits.per_client)
		return false;
	chain = chain_of(clients, &client.from);
	client.next = *chain;
	clients->by_fd[fd] = client;
	*chain = fd;
	return true;
}

void
http_clients_answering(struct http_clients *clients, int fd)
{
	if (fd >= 0 && fd < clients->capacity)
		clients->by_fd[fd].answering = true;
}

void
http_clients_waiting(struct http_clients *clients, int fd, uint64_t now_us)
{
	if (fd < 0 || fd >= clients->capacity)
		return;
	clients->by_fd[fd].answering = false;
	clients->by_fd[fd].since_us = now_us;
}

unsigned int
http_clients_sweep(struct http_clients *clients, uint64_t now_us)
{
	unsigned int n = 0;

	for (int fd = 0; fd < clients->capacity; fd++) {
		const struct client *client = &clients->by_fd[fd];

		if (!client->used || client->answering ||
		    now_us - client->since_us < clients->limits.request_s * UINT64_C(1000000))
			continue;
		/* The loop notices, and frees it. */
		if (is_there(clients, fd) && shutdown(fd, SHUT_RDWR) == 0)
			n++;
		forget(clients, fd);
	}
	return n;
}
