/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * Memory for what is large and hardly used: zeros, of which only the pages that are written to take any. The heap may
 * give a piece that was in use before, or the end of what it has, and clears that: then it takes memory whether it is
 * used or not.
 */
#pragma once

#include <stddef.h>

/* sparse_new: `size` bytes (above 0) of zeros, on pages of their own; NULL when memory is out. sparse_free: of the
 * same size; NULL is allowed. */
void *sparse_new(size_t size);
void sparse_free(void *memory, size_t size);
