/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/cloud/cloud.h"

#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <event2/http.h>
#include <event2/keyvalq_struct.h>

#include "daemon/cloud/cloud_json.h"
#include "daemon/config.h"
#include "daemon/delay.h"
#include "daemon/http.h"
#include "daemon/http_answer.h"
#include "daemon/json_text.h"
#include "daemon/last_game.h"
#include "daemon/publisher_files.h"

#define CLOUD_PAUSE_MS 1000
#define JSON_TYPE      "application/json; charset=utf-8"

/* One of its files: a page, and a file in the folder. */
struct cloud_paper {
	struct cloud *cloud;
	char *(*make)(void *paper, size_t *ret_len);
	size_t place; /* of a game's table */
	struct http_page *page;
	int file; /* -1: there is no folder */
	enum clock_state {
		CLOCK_UNSEEN,
		CLOCK_STOPPED,
		CLOCK_WHITE,
		CLOCK_BLACK
	} clock; /* of a game, when its file was last to be written */
};

struct cloud {
	const struct config *config;
	const struct delay_view *view;
	struct http *http;
	struct last_game *last;
	struct publisher_files *publisher; /* NULL: no folder */
	char id[CLOUD_ID_SIZE], root[64];
	struct cloud_count earlier[CLOUD_ROUNDS_MAX]; /* rounds before this one */
	unsigned int round;
	struct cloud_paper tournament, index;
	size_t *order;              /* indexes of the tables, by number */
	struct cloud_paper games[]; /* by place in order */
};

/* --- What is shown ---------------------------------------------------------------------------- */

static char *
make_game(void *ctx, size_t *ret_len)
{
	const struct cloud_paper *paper = ctx;
	struct cloud_game game;

	cloud_game_look(paper->cloud->last, paper->cloud->view, paper->cloud->order[paper->place],
	                &game);
	return json_text(cloud_game_json(&game), ret_len);
}

static char *
make_index(void *ctx, size_t *ret_len)
{
	const struct cloud *cloud = ((const struct cloud_paper *)ctx)->cloud;
	json_t *pairings = json_array();
	struct cloud_game game;

	for (size_t i = 0; i < cloud->config->n_tables; i++) {
		cloud_game_look(cloud->last, cloud->view, cloud->order[i], &game);
		json_array_append_new(
			pairings, cloud_pairing(&cloud->config->tables[cloud->order[i]], &game));
	}
	return json_text(cloud_index(cloud->config, pairings), ret_len);
}

static char *
make_tournament(void *ctx, size_t *ret_len)
{
	const struct cloud *cloud = ((const struct cloud_paper *)ctx)->cloud;
	struct cloud_count rounds[CLOUD_ROUNDS_MAX + 1];
	struct cloud_count *now = &rounds[cloud->round - 1];
	json_t *serials = json_array();
	struct cloud_game game;

	memcpy(rounds, cloud->earlier, sizeof(cloud->earlier));
	*now = (struct cloud_count){ cloud->config->n_tables, 0 };
	for (size_t i = 0; i < cloud->config->n_tables; i++) {
		const json_t *about = delay_about(cloud->view, cloud->order[i]);
		const char *serial = json_string_value(json_object_get(about, "serial"));

		cloud_game_look(cloud->last, cloud->view, cloud->order[i], &game);
		now->live += cloud_is_live(&game) ? 1 : 0;
		if (serial && serial[0])
			json_array_append_new(serials, json_string(serial));
	}
	return json_text(cloud_tournament(cloud->config, rounds, cloud->round, serials), ret_len);
}

/* {"host":...,"format":"1"}: where the reader came to is where he finds it. */
static void
answer_meta(void *ctx, struct evhttp_request *request)
{
	const char *host = evhttp_find_header(evhttp_request_get_input_headers(request), "Host");
	struct evkeyvalq *headers = evhttp_request_get_output_headers(request);
	char *text = json_text(json_pack("{s:s?, s:s}", "host", host, "format", "1"), NULL);

	(void)ctx;
	evhttp_add_header(headers, "Access-Control-Allow-Origin", "*");
	evhttp_add_header(headers, "Cache-Control", "no-store");
	if (text)
		http_answer(request, HTTP_OK, JSON_TYPE, text);
	else
		http_answer(request, HTTP_BADREQUEST, NULL, "Host is no text.");
	free(text);
}

/* --- Where ------------------------------------------------------------------------------------ */

static void
write_file(const struct cloud *cloud, const struct cloud_paper *paper)
{
	if (paper->file >= 0)
		publisher_files_stale(cloud->publisher, paper->file);
}

static enum clock_state
clock_state(const struct cloud *cloud, size_t index)
{
	const json_t *clock = json_object_get(delay_live(cloud->view, index), "clock");
	const char *turn = json_string_value(json_object_get(clock, "turn"));

	if (!json_is_object(clock))
		return CLOCK_UNSEEN;
	if (!json_is_true(json_object_get(clock, "running")) || !turn)
		return CLOCK_STOPPED;
	return strcmp(turn, "white") == 0 ? CLOCK_WHITE : CLOCK_BLACK;
}

/* Readers count a running clock down by themselves: its file is not written for every second of it. */
static void
game_changed(struct cloud *cloud, struct cloud_paper *paper, bool is_pgn_new)
{
	enum clock_state clock = clock_state(cloud, cloud->order[paper->place]);

	http_stale(paper->page);
	if (is_pgn_new || clock != paper->clock)
		write_file(cloud, paper);
	paper->clock = clock;
}

static void
changed(void *ctx, size_t index, bool is_pgn_new)
{
	struct cloud *cloud = ctx;

	for (size_t i = 0; i < cloud->config->n_tables; i++)
		if (cloud->order[i] == index)
			game_changed(cloud, &cloud->games[i], is_pgn_new);
	if (!is_pgn_new)
		return;
	http_stale(cloud->index.page);
	http_stale(cloud->tournament.page);
	write_file(cloud, &cloud->index);
	write_file(cloud, &cloud->tournament);
}

static int
offer(struct cloud *cloud, struct cloud_paper *paper, char *(*make)(void *, size_t *),
      const char *name)
{
	char path[PATH_MAX];

	paper->cloud = cloud;
	paper->make = make;
	paper->file = -1;
	snprintf(path, sizeof(path), "%s/%s", cloud->root, name);
	paper->page = http_offer(cloud->http, path, JSON_TYPE, make, paper);
	if (!paper->page)
		return -ENOMEM;
	http_share(cloud->http, path);
	if (!cloud->publisher)
		return 0;
	snprintf(path, sizeof(path), "%s%s/%s", cloud->config->cloud.folder, cloud->root, name);
	paper->file = publisher_files_add(cloud->publisher, path, make, paper, CLOUD_PAUSE_MS);
	return paper->file < 0 ? -ENOMEM : 0;
}

static int
offer_all(struct cloud *cloud)
{
	char name[64];

	snprintf(name, sizeof(name), "/meta/%s", cloud->id);
	if (offer(cloud, &cloud->tournament, make_tournament, "tournament.json") < 0 ||
	    http_hand(cloud->http, name, answer_meta, cloud) < 0)
		return -ENOMEM;
	snprintf(name, sizeof(name), "round-%u/index.json", cloud->round);
	if (offer(cloud, &cloud->index, make_index, name) < 0)
		return -ENOMEM;
	for (size_t i = 0; i < cloud->config->n_tables; i++) {
		cloud->games[i].place = i;
		snprintf(name, sizeof(name), "round-%u/game-%zu.json", cloud->round, i + 1);
		if (offer(cloud, &cloud->games[i], make_game, name) < 0)
			return -ENOMEM;
	}
	return 0;
}

/* --- Earlier rounds --------------------------------------------------------------------------- */

/* A file of the folder, as it is, on the web server. NULL: there is none, or it is no JSON. */
static json_t *
show_file(struct cloud *cloud, const char *name)
{
	char path[PATH_MAX];
	json_t *json;
	size_t len;
	char *text;

	snprintf(path, sizeof(path), "%s%s/%s", cloud->config->cloud.folder, cloud->root, name);
	json = json_load_file(path, 0, NULL);
	text = json_text(json_incref(json), &len);
	snprintf(path, sizeof(path), "%s/%s", cloud->root, name);
	if (text && http_put(cloud->http, path, JSON_TYPE, text, len) == 0)
		http_share(cloud->http, path);
	free(text);
	return json;
}

static void
show_round(struct cloud *cloud, unsigned int round)
{
	struct cloud_count *count = &cloud->earlier[round - 1];
	char name[64];
	json_t *index, *pairings;

	snprintf(name, sizeof(name), "round-%u/index.json", round);
	index = show_file(cloud, name);
	pairings = json_object_get(index, "pairings");
	count->games = json_array_size(pairings);
	if (count->games > CONFIG_TABLES_MAX)
		count->games = 0;
	for (size_t i = 0; i < count->games; i++) {
		snprintf(name, sizeof(name), "round-%u/game-%zu.json", round, i + 1);
		json_decref(show_file(cloud, name));
		count->live +=
			json_is_true(json_object_get(json_array_get(pairings, i), "live")) ? 1 : 0;
	}
	json_decref(index);
}

static void
show_earlier(struct cloud *cloud)
{
	for (unsigned int round = 1; cloud->publisher && round < cloud->round; round++)
		show_round(cloud, round);
}

/* --- Life ------------------------------------------------------------------------------------- */

int
cloud_new(struct event_base *base, struct worker *worker, struct http *http,
          const struct config *config, struct delay_view *view, struct cloud **ret_cloud)
{
	struct cloud *cloud =
		calloc(1, sizeof(*cloud) + config->n_tables * sizeof(struct cloud_paper));

	if (!cloud)
		return -ENOMEM;
	cloud->config = config;
	cloud->view = view;
	cloud->http = http;
	cloud_id(config, cloud->id);
	snprintf(cloud->root, sizeof(cloud->root), "/get/%s", cloud->id);
	cloud->round = cloud_round(config);
	cloud->last = last_game_new();
	cloud->order = calloc(config->n_tables + 1, sizeof(size_t));
	if (!cloud->last || !cloud->order ||
	    (config->cloud.folder[0] &&
	     publisher_files_new(base, worker, "cloud", &cloud->publisher) < 0)) {
		cloud_free(cloud);
		return -ENOMEM;
	}
	config_order(config, cloud->order);
	if (offer_all(cloud) < 0 || delay_listen(view, changed, cloud) < 0) {
		cloud_free(cloud);
		return -ENOMEM;
	}
	show_earlier(cloud);
	*ret_cloud = cloud;
	return 0;
}

json_t *
cloud_status(const struct cloud *cloud)
{
	const struct config *config = cloud->config;
	int error = cloud->publisher ? publisher_files_error(cloud->publisher) : 0;

	return json_pack("{s:s, s:s, s:I, s:s}", "name", "cloud", "url", cloud->root, "delay",
	                 (json_int_t)config_delay_s(config, config->delay.cloud), "text",
	                 error ? strerror(error) : "");
}

int
cloud_stop(struct cloud *cloud)
{
	return cloud->publisher ? publisher_files_flush(cloud->publisher) : 0;
}

void
cloud_free(struct cloud *cloud)
{
	if (!cloud)
		return;
	publisher_files_free(cloud->publisher);
	last_game_free(cloud->last);
	free(cloud->order);
	free(cloud);
}
