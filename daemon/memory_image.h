/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Memory as another run of the same program can take it over: it is said where its pointers are, and they are
 * set anew when it is read, be it to one another, to the program or to what is known on both sides.
 */
#pragma once

#include <stddef.h>

#include "daemon/snapshot.h"

#define MEMORY_REGIONS_MAX 16

/* Behind the last offset of a list of pointers. */
#define MEMORY_POINTERS_END SIZE_MAX

struct memory_region {
	const void *base;
	size_t len;
	void *kept;             /* the same, where its content is in the image; else NULL */
	const size_t *pointers; /* offsets of those in it; NULL: none */
};

struct memory_regions {
	struct memory_region list[MEMORY_REGIONS_MAX];
	size_t n;
};

/* memory_regions_keep: one more, with its content; `pointers` is borrowed. memory_regions_know: one that is only
 * pointed to. The same ones in the same order for write and read. */
void memory_regions_keep(struct memory_regions *regions, void *base, size_t len,
                         const size_t *pointers);
void memory_regions_know(struct memory_regions *regions, const void *base, size_t len);

/* memory_image_write: the kept regions as parts of a snapshot. 0; -EFAULT when a pointer goes elsewhere, or what
 * nobody has called one looks like the address of something that is known; or -ENOMEM: the snapshot is of no use
 * then. */
int memory_image_write(const struct memory_regions *regions, struct snapshot_writer *writer);

/* memory_image_read: into the kept regions. 0, or -EBADMSG: they are as good as uninitialised then. */
int memory_image_read(const struct memory_regions *regions, struct snapshot_reader *reader);
