/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The event and its tables one by one on the public web server, as JSON.
 *
 *     /api/v1/event    /api/v1/tables    /api/v1/tables/N
 *
 * A table is there as /live.json has it, and as late.
 */
#pragma once

#include <stddef.h>

struct config;
struct delay_view;
struct http;
struct tables_http;

/* tables_http_new: put the pages on http; tables in the order of order[config->n_tables]. All borrowed for its
 * life. 0 or -ENOMEM. */
int tables_http_new(struct http *http, const struct config *config, struct delay_view *view,
                    const size_t *order, struct tables_http **ret_tables);

/* tables_http_free: http must be gone before. NULL is fine. */
void tables_http_free(struct tables_http *tables);
