/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/memory_image.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/invariant.h"

/* The program in memory, from the linker. */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,readability-identifier-naming) */
extern const char __executable_start, end;

/* What a pointer becomes: the byte `at` of region `to`. */
struct place {
	uint64_t to, at;
};

#define NOWHERE UINT64_MAX /* place.to of a null pointer */

static void
add(struct memory_regions *regions, const struct memory_region *region)
{
	INVARIANT(regions->n < MEMORY_REGIONS_MAX);
	regions->list[regions->n++] = *region;
}

void
memory_regions_keep(struct memory_regions *regions, void *base, size_t len, const size_t *pointers)
{
	add(regions, &(struct memory_region){ base, len, base, pointers });
}

void
memory_regions_know(struct memory_regions *regions, const void *base, size_t len)
{
	add(regions, &(struct memory_region){ base, len, NULL, NULL });
}

static struct memory_regions
with_program(const struct memory_regions *regions)
{
	struct memory_regions all = *regions;

	memory_regions_know(&all, &__executable_start, (size_t)(&end - &__executable_start));
	return all;
}

/* --- Writing --------------------------------------------------------------------------------- */

static int
find_place(const struct memory_regions *regions, uintptr_t pointer, struct place *ret_place)
{
	*ret_place = (struct place){ NOWHERE, 0 };
	if (pointer == 0)
		return 0;
	for (size_t i = 0; i < regions->n; i++) {
		uintptr_t base = (uintptr_t)regions->list[i].base;

		if (pointer >= base && pointer - base < regions->list[i].len) {
			*ret_place = (struct place){ i, pointer - base };
			return 0;
		}
	}
	return -EFAULT;
}

/* find_undeclared: is there a word in bytes[len] that would be a pointer if somebody had said so? A number may look
 * like one, too, once in many years: that costs a snapshot. Where pointers have 32 bits numbers look like them all the
 * time, and nothing is found: what is declared is the same as where they have 64. */
static bool
find_undeclared(const struct memory_regions *regions, const uint8_t *bytes, size_t len)
{
	struct place place;
	uintptr_t word;

	for (size_t at = 0; at + sizeof(word) <= len; at += sizeof(word)) {
		memcpy(&word, bytes + at, sizeof(word));
		if (word > UINT32_MAX && find_place(regions, word, &place) == 0)
			return true;
	}
	return false;
}

/* write_content: with nothing where pointers are. */
static int
write_content(const struct memory_regions *regions, const struct memory_region *region,
              struct snapshot_writer *writer)
{
	uint8_t *content = malloc(region->len);
	int r = 0;

	if (!content)
		return -ENOMEM;
	memcpy(content, region->base, region->len);
	for (const size_t *at = region->pointers; at && *at != MEMORY_POINTERS_END; at++)
		memset(content + *at, 0, sizeof(uintptr_t));
	if (find_undeclared(regions, content, region->len))
		r = -EFAULT;
	snapshot_put_memory(writer, content, region->len);
	free(content);
	return r;
}

static int
write_region(const struct memory_regions *regions, const struct memory_region *region,
             struct snapshot_writer *writer)
{
	int r = write_content(regions, region, writer);

	for (const size_t *at = region->pointers; at && *at != MEMORY_POINTERS_END && r == 0;
	     at++) {
		struct place place;
		uintptr_t value;

		memcpy(&value, (const uint8_t *)region->base + *at, sizeof(value));
		r = find_place(regions, value, &place);
		snapshot_put(writer, &place, sizeof(place));
	}
	return r;
}

int
memory_image_write(const struct memory_regions *regions, struct snapshot_writer *writer)
{
	struct memory_regions all = with_program(regions);
	int r = 0;

	for (size_t i = 0; i < all.n && r == 0; i++)
		if (all.list[i].kept)
			r = write_region(&all, &all.list[i], writer);
	return r;
}

/* --- Reading --------------------------------------------------------------------------------- */

static void
read_region(const struct memory_regions *regions, const struct memory_region *region,
            struct snapshot_reader *reader)
{
	struct place place = { NOWHERE, 0 };

	snapshot_take_memory(reader, region->kept, region->len);
	for (const size_t *pointer = region->pointers;
	     pointer && *pointer != MEMORY_POINTERS_END && !reader->failed; pointer++) {
		uintptr_t value = 0;

		snapshot_take_exactly(reader, &place, sizeof(place));
		if (place.to != NOWHERE &&
		    (place.to >= regions->n || place.at >= regions->list[place.to].len)) {
			reader->failed = true;
			return;
		}
		if (place.to != NOWHERE)
			value = (uintptr_t)regions->list[place.to].base + (uintptr_t)place.at;
		memcpy((uint8_t *)region->kept + *pointer, &value, sizeof(value));
	}
}

int
memory_image_read(const struct memory_regions *regions, struct snapshot_reader *reader)
{
	struct memory_regions all = with_program(regions);

	for (size_t i = 0; i < all.n && !reader->failed; i++)
		if (all.list[i].kept)
			read_region(&all, &all.list[i], reader);
	return reader->failed ? -EBADMSG : 0;
}
