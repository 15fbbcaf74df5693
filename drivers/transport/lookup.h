/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Looking up a host name without stopping the loop.
 *
 * A name is looked up by the system's own resolver (hosts file, DNS, mDNS, whatever nsswitch.conf
 * names), which blocks, so it runs in a thread of its own. The thread shares nothing with the loop:
 * it writes one struct lookup_answer into a pipe and ends; the loop watches the pipe. Giving up is
 * closing the pipe.
 *
 * Not libevent's resolver: it knows nothing but DNS and the hosts file (no .local names), and
 * in 2.1.12 freeing an evdns_base that has an answer under way touches freed memory.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/socket.h>

#define LOOKUP_ADDRESSES_MAX 8

struct lookup_answer {
	int gai_error; /* 0 or EAI_*, for gai_strerror() */
	int error;     /* negative errno when gai_error is EAI_SYSTEM */
	uint32_t n;    /* addresses, in the order to try them */
	struct sockaddr_storage address[LOOKUP_ADDRESSES_MAX];
	socklen_t len[LOOKUP_ADDRESSES_MAX];
};

/* lookup_now: for what needs no look-up: a numeric host, or `localhost`. True when it was one of
 * those, and *ret_answer is set. port: decimal. */
bool lookup_now(const char *host, const char *port, struct lookup_answer *ret_answer);

/* lookup_start: begin looking `host` up. Returns 0 and a descriptor that becomes readable when
 * lookup_read has something to say (close it in any case, at any time), or a negative errno. */
int lookup_start(const char *host, const char *port, int *ret_fd);

/* lookup_read: the answer. 0; -EAGAIN: not yet; -EIO: there will be none. */
int lookup_read(int fd, struct lookup_answer *ret_answer);
