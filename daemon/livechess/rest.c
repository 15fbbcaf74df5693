/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/livechess/rest.h"

#include <stdlib.h>
#include <string.h>

#include "daemon/livechess/listing.h"

static const char doc_page[] =
	"<!doctype html>\n"
	"<html lang=\"en\"><meta charset=\"utf-8\"><title>adoubed: local board API</title>\n"
	"<h1>The local board API is running</h1>\n"
	"<p>Programs on this machine reach its boards at "
	"<code>ws://localhost:1982/api/v1.0</code>; "
	"the boards as JSON: <a href=\"/api/v1.0/eboards\">/api/v1.0/eboards</a>, the event: "
	"<a href=\"/api/v1.0/tournaments\">/api/v1.0/tournaments</a>.</p>\n"
	"</html>\n";

static char *
pretty(json_t *value)
{
	char *text = value ? json_dumps(value, JSON_INDENT(2)) : NULL;

	json_decref(value);
	return text;
}

static char *
get_eboards(struct livechess_api *api)
{
	return pretty(livechess_api_eboards(api));
}

static char *
get_sources(struct livechess_api *api)
{
	return pretty(livechess_api_sources(api));
}

static char *
get_doc(struct livechess_api *api)
{
	(void)api;
	return strdup(doc_page);
}

static const struct {
	const char *path, *type;
	char *(*get)(struct livechess_api *api);
} resources[] = {
	{ "/api/v1.0/eboards", "application/json", get_eboards },
	{ "/api/v1.0/sources", "application/json", get_sources },
	{ "/doc/index.html", "text/html; charset=utf-8", get_doc },
};

static const char root[] = "/api/v1.0/";

char *
livechess_rest(struct livechess_api *api, const char *path, const char **ret_type)
{
	for (size_t i = 0; i < sizeof(resources) / sizeof(resources[0]); i++)
		if (strcmp(resources[i].path, path) == 0) {
			*ret_type = resources[i].type;
			return resources[i].get(api);
		}
	if (strncmp(path, root, sizeof(root) - 1) != 0)
		return NULL;
	*ret_type = "application/json";
	return pretty(livechess_api_event(api, path + sizeof(root) - 1));
}
