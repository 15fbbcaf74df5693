/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * A disk that fails as it is told: a SQLite VFS between the journal and the system's.
 */
#pragma once

#include <stdbool.h>

#define DISK_VFS "failing-disk"

struct disk {
	int refuse_write; /* errno: every write of the database and its log fails so; 0: none */
	int refuse_sync;
	bool hold_sync; /* a sync waits until this is false again */
	unsigned int writes, syncs;
};

extern struct disk disk; /* fields are read and written from two threads: use the calls below */

/* disk_register: once, before DISK_VFS is used. disk_reset: a disk that is well. */
void disk_register(void);
void disk_reset(void);

/* disk_set: one of the fields, seen by the other thread; disk_count: read one. */
void disk_set(int *field, int value);
void disk_hold_sync(bool hold);
unsigned int disk_count(const unsigned int *field);
