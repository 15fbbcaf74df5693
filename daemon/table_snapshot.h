/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * All that a table has come to, as parts of a snapshot.
 */
#pragma once

#include "daemon/snapshot.h"
#include "daemon/table.h"

/* table_save: 0, or as memory_image_write(): the snapshot is of no use then. */
int table_save(struct table *table, struct snapshot_writer *writer);

/* table_restore: into a table just made, of the same driver, configuration and program. 0; -EBADMSG or
 * -ENOMEM: the table can only be freed then. */
int table_restore(struct table *table, struct snapshot_reader *reader);
