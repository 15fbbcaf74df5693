/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * One transport under test on a loop of its own, with everything its listener was told, and the
 * other ends: pseudo-terminals and TCP servers.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "drivers/transport/transport.h"

enum link_moment { LINK_NEVER, LINK_IN_UP, LINK_IN_BYTES, LINK_IN_DOWN };

struct link {
	struct event_base *base;
	struct event *tick; /* so that waiting looks round every few milliseconds */
	struct transport *transport;
	int ups, downs;
	int error; /* of the last down */
	char text[8192];
	uint8_t *bytes; /* everything that arrived */
	size_t len, size;
	enum link_moment free_in, reopen_in; /* do it there */
	int reopens;                         /* so many times */
	bool freed;
	bool over; /* the time of link_run */
};

/* link_init: a loop. link_open: a transport on it. link_fini: free both and the record. */
void link_init(struct link *link);
void link_open(struct link *link, const char *address, const struct transport_options *options);
void link_fini(struct link *link);

/* link_now_ms: monotonic. */
int64_t link_now_ms(void);

/* link_run: run the loop for so many milliseconds; 0: once. What the loop is to do later than that is not done,
 * and what it is to do sooner is, however late the machine lets it. */
void link_run(struct link *link, int ms);

/* link_wait_*: run the loop until so many ups, downs or bytes have been seen, or until the transport was freed in
 * a callback; fails the test when that never is. */
void link_wait_ups(struct link *link, int ups);
void link_wait_downs(struct link *link, int downs);
void link_wait_len(struct link *link, size_t len);
void link_wait_freed(struct link *link);

/* link_send: transport_send of a string, which must be accepted. */
void link_send(struct link *link, const char *string);

/* link_expect_at: run the loop until `len` bytes have come out at the other end, fd, and compare. */
void link_expect_at(struct link *link, int fd, const uint8_t *bytes, size_t len);

/* link_expect_bytes: wait for what arrived since the last call, and compare. */
void link_expect_bytes(struct link *link, const uint8_t *bytes, size_t len);

/* write_all: write to a non-blocking descriptor while the loop of link (NULL: none) runs. */
void write_all(struct link *link, int fd, const uint8_t *bytes, size_t len);

/* pattern: bytes[len] with every value in it, different for each seed. */
void pattern(uint8_t *bytes, size_t len, unsigned int seed);

/* pty_open: a pseudo-terminal: its master, non-blocking, and the slave's name in name[64]. */
int pty_open(char name[64]);

/* link_begin_pty: a scratch folder, a pseudo-terminal as pty_open() gives it, and a loop. link_end_pty: end all of it; the
 * master may be closed already, and is -1 then. */
void link_begin_pty(struct link *link, int *ret_master, char slave[64]);
void link_end_pty(struct link *link, int master);

/* scratch_begin: a new folder for this test; scratch_path: a name in it, in one of four static
 * buffers; scratch_end: remove the folder and what is in it. */
void scratch_begin(void);
const char *scratch_path(const char *name);
void scratch_end(void);

/* scratch_file: write a file there; its path. */
const char *scratch_file(const char *name, const char *text);

/* scratch_link: make scratch/name a symlink to target, replacing one; its path. */
const char *scratch_link(const char *name, const char *target);
