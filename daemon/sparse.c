/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/sparse.h"

#include <stdlib.h>
#include <sys/mman.h>

/* A sanitizer sees only behind the heap's blocks what is written where nothing is. */
#ifdef __has_feature
#if __has_feature(address_sanitizer)
#define SPARSE_FROM_HEAP
#endif
#endif

void *
sparse_new(size_t size)
{
#ifdef SPARSE_FROM_HEAP
	return calloc(1, size);
#else
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	return memory == MAP_FAILED ? NULL : memory;
#endif
}

void
sparse_free(void *memory, size_t size)
{
#ifdef SPARSE_FROM_HEAP
	(void)size;
	free(memory);
#else
	if (memory)
		munmap(memory, size);
#endif
}
