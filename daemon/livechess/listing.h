/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * What a client may ask of the API at any time: its boards, in their order, and the event they belong to.
 */
#pragma once

#include <jansson.h>
#include <stddef.h>

struct eboard;
struct livechess_api;

/* livechess_api_boards, livechess_api_board: the boards listed, in the order of the list: those that work
 * first, of them the one touched last. */
size_t livechess_api_boards(struct livechess_api *api);
struct eboard *livechess_api_board(struct livechess_api *api, size_t index);

/* livechess_api_eboards: the array of eboard objects; livechess_api_sources: of source objects. New
 * references. */
json_t *livechess_api_eboards(struct livechess_api *api);
json_t *livechess_api_sources(struct livechess_api *api);

/* livechess_api_event: what its resource (livechess_tournament_get()) is; also NULL where no event is shown. */
json_t *livechess_api_event(const struct livechess_api *api, const char *resource);
