/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "daemon/private/door.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <event2/http.h>
#include <event2/keyvalq_struct.h>
#include <nettle/memops.h>

#include "core/laws/rules/ruleset.h"
#include "daemon/http.h"
#include "daemon/log.h"
#include "daemon/private/answers.h"
#include "daemon/private/sessions.h"
#include "daemon/time_now.h"

#define COOKIE     "adoubed"
#define LOGIN_PATH "/api/v1/login"
#define OPEN_MAX   64

/* Who asks, and how he came in. */
struct visitor {
	struct access_asker asker;
	bool by_cookie;
	uint8_t session[TOKEN_DIGEST_SIZE];
	char csrf[2 * TOKEN_DIGEST_SIZE + 1];
	int64_t expires_s; /* of the session */
};

struct door {
	struct access *access;
	struct sessions *sessions;
	const struct ruleset *rules; /* NULL: door_phones() was not called */
	struct visitor visitor;      /* whose request is being answered */
	const char *open[OPEN_MAX];
	size_t n_open;
};

static int64_t
now_s(void)
{
	return (int64_t)(time_unix_us() / 1000000);
}

struct door *
door_new(const char *token_file, const char *session_file)
{
	struct door *door = calloc(1, sizeof(*door));

	if (!door)
		return NULL;
	door->access = access_new(token_file);
	door->sessions = sessions_new(session_file, now_s());
	if (door->access && door->sessions)
		return door;
	door_free(door);
	return NULL;
}

void
door_free(struct door *door)
{
	if (!door)
		return;
	sessions_free(door->sessions);
	access_free(door->access);
	free(door);
}

int
door_open(struct door *door, const char *path)
{
	if (door->n_open == OPEN_MAX)
		return -ENOMEM;
	door->open[door->n_open++] = path;
	return 0;
}

/* --- Coming in ------------------------------------------------------------------------------ */

static const char *
header(struct evhttp_request *request, const char *name)
{
	return evhttp_find_header(evhttp_request_get_input_headers(request), name);
}

/* is_open: everybody may have it, and has to, to log in. */
static bool
is_open(const struct door *door, struct evhttp_request *request)
{
	const struct evhttp_uri *uri = evhttp_request_get_evhttp_uri(request);
	const char *path = uri ? evhttp_uri_get_path(uri) : NULL;

	if (path && evhttp_request_get_command(request) == EVHTTP_REQ_POST)
		return strcmp(path, LOGIN_PATH) == 0;
	for (size_t i = 0; path && i < door->n_open; i++)
		if (strcmp(path, door->open[i]) == 0)
			return true;
	return false;
}

/* greet: by a session. 0; -ENOENT no cookie, -EACCES no session, or as access_check(). */
static int
greet_session(struct door *door, struct evhttp_request *request)
{
	struct visitor *visitor = &door->visitor;
	const struct session_row *row;
	size_t len = 0;
	const char *cookie = access_cookie(header(request, "Cookie"), COOKIE, &len);
	int r;

	if (!cookie)
		return -ENOENT;
	row = sessions_find(door->sessions, cookie, len, now_s());
	if (!row)
		return -EACCES;
	r = access_of(door->access, row->name, row->token, now_s(), &visitor->asker);
	if (r < 0)
		return r;
	visitor->by_cookie = true;
	visitor->expires_s = row->expires_s;
	memcpy(visitor->session, row->session, sizeof(row->session));
	session_csrf(cookie, len, visitor->csrf);
	return 0;
}

/* greet: by a token, or else a session. */
static int
greet(struct door *door, struct evhttp_request *request)
{
	size_t len = 0;
	const char *token = access_bearer(header(request, "Authorization"), &len);

	memset(&door->visitor, 0, sizeof(door->visitor));
	if (header(request, "Authorization"))
		return token ? access_check(door->access, token, len, now_s(), &door->visitor.asker)
		             : -ENOENT;
	return greet_session(door, request);
}

void
door_phones(struct door *door, const struct ruleset *rules)
{
	door->rules = rules;
}

/* keeps_out: a phone, and the event allows none (12.8)? Then it has been answered. */
static bool
keeps_out(const struct door *door, struct evhttp_request *request)
{
	if (!door->rules || ruleset_on(door->rules, RULE_PHONES) ||
	    !access_is_phone(header(request, "User-Agent"), header(request, "Sec-CH-UA-Mobile")))
		return false;
	answers_error(request, 403,
	              "no phones in the playing area (12.8); the event may allow them: [rules] "
	              "phones.arbiter_ok = on");
	return true;
}

bool
door_admit(struct door *door, struct evhttp_request *request)
{
	struct evkeyvalq *headers = evhttp_request_get_output_headers(request);
	int r;

	if (is_open(door, request))
		return true;
	evhttp_add_header(headers, "Cache-Control", "no-store");
	if (keeps_out(door, request))
		return false;
	r = greet(door, request);
	if (r == 0)
		return true;
	evhttp_add_header(headers, "WWW-Authenticate",
	                  r == -ENOENT ? "Bearer realm=\"adoubed\""
	                               : "Bearer realm=\"adoubed\", error=\"invalid_token\"");
	if (r != -ENOENT && header(request, "Authorization"))
		log_warn("private: a request came with a token that is %s",
		         r == -ESTALE ? "no longer good" : "none of ours");
	answers_error(request, 401,
	              r == -ENOENT   ? "a token is needed: Authorization: Bearer ..., or a log-in"
	              : r == -ESTALE ? "the token has expired"
	              : header(request, "Authorization") ? "the token is not known here"
	                                                 : "the session is over: log in again");
	return false;
}

const struct access_asker *
door_asker(const struct door *door)
{
	return &door->visitor.asker;
}

bool
door_may(const struct door *door, struct evhttp_request *request, enum token_right right)
{
	if (token_may(door->visitor.asker.role, right))
		return true;
	answers_error(request, 403, "the token's role does not allow it");
	return false;
}

bool
door_may_change(const struct door *door, struct evhttp_request *request, enum token_right right)
{
	const struct visitor *visitor = &door->visitor;
	const char *csrf = header(request, "Adoubed-CSRF");
	size_t len = strlen(visitor->csrf);

	if (visitor->by_cookie &&
	    !(csrf && strlen(csrf) == len && memeql_sec(csrf, visitor->csrf, len))) {
		answers_error(request, 403,
		              "the header Adoubed-CSRF must be what /api/v1/whoami says");
		return false;
	}
	return door_may(door, request, right);
}

/* --- Who stays ------------------------------------------------------------------------------- */

void *
door_ticket(const struct door *door)
{
	struct visitor *ticket = malloc(sizeof(*ticket));

	if (ticket)
		*ticket = door->visitor;
	return ticket;
}

bool
door_still(struct door *door, const void *ticket)
{
	const struct visitor *visitor = ticket;

	return (!visitor->by_cookie || sessions_still(door->sessions, visitor->session, now_s())) &&
	       access_still(door->access, &visitor->asker, now_s());
}

/* --- Logging in ------------------------------------------------------------------------------ */

/* set_cookie: for max_age seconds; 0: it is to be forgotten. */
static void
set_cookie(struct evhttp_request *request, const char *value, int max_age)
{
	const char *scheme = header(request, "X-Forwarded-Proto");
	char text[TOKEN_TEXT_SIZE + 96];

	snprintf(text, sizeof(text), COOKIE "=%s; Path=/; HttpOnly; SameSite=Strict; Max-Age=%d%s",
	         value, max_age, scheme && strcasecmp(scheme, "https") == 0 ? "; Secure" : "");
	evhttp_add_header(evhttp_request_get_output_headers(request), "Set-Cookie", text);
}

/* describe: who he is, for his page. */
static json_t *
describe(const struct door *door)
{
	const struct visitor *visitor = &door->visitor;
	json_t *object = json_pack("{s:s, s:s}", "name", visitor->asker.name, "role",
	                           token_role_name(visitor->asker.role));

	if (object && visitor->by_cookie) {
		json_object_set_new(object, "csrf", json_string(visitor->csrf));
		json_object_set_new(object, "expires_unix_ms",
		                    json_integer(visitor->expires_s * 1000));
	}
	return object;
}

static void
begin_session(struct door *door, struct evhttp_request *request)
{
	struct visitor *visitor = &door->visitor;
	char text[TOKEN_TEXT_SIZE];
	json_t *answer;

	if (sessions_begin(door->sessions, &visitor->asker, now_s(), text) < 0) {
		answers_error(request, 503, "no session can be begun now; try again");
		return;
	}
	visitor->by_cookie = true;
	visitor->expires_s = now_s() + SESSION_LIFE_S;
	session_csrf(text, strlen(text), visitor->csrf);
	log_info("private: %s (%s) logs in", visitor->asker.name,
	         token_role_name(visitor->asker.role));
	set_cookie(request, text, SESSION_LIFE_S);
	answer = describe(door);
	json_object_set_new(answer, "ok", json_true());
	answers_json(request, 200, answer);
}

static void
on_login(void *ctx, struct evhttp_request *request)
{
	struct door *door = ctx;
	json_t *body = answers_body(request);
	const json_t *token = json_object_get(body, "token");
	int r;

	if (!body)
		return;
	if (keeps_out(door, request)) {
		json_decref(body);
		return;
	}
	memset(&door->visitor, 0, sizeof(door->visitor));
	evhttp_add_header(evhttp_request_get_output_headers(request), "Cache-Control", "no-store");
	r = json_is_string(token)
	            ? access_check(door->access, json_string_value(token),
	                           json_string_length(token), now_s(), &door->visitor.asker)
	            : -EBADMSG;
	json_decref(body);
	if (r == 0) {
		begin_session(door, request);
		return;
	}
	if (r != -EBADMSG)
		log_warn("private: a log-in with a token that is %s",
		         r == -ESTALE ? "no longer good" : "none of ours");
	evhttp_add_header(evhttp_request_get_output_headers(request), "WWW-Authenticate",
	                  "Bearer realm=\"adoubed\"");
	answers_error(request, r == -EBADMSG ? 400 : 401,
	              r == -EBADMSG  ? "\"token\" must be a token, as text"
	              : r == -ESTALE ? "the token has expired"
	                             : "the token is not known here");
}

static void
on_logout(void *ctx, struct evhttp_request *request)
{
	struct door *door = ctx;
	json_t *body;

	if (!door_may_change(door, request, RIGHT_METRICS))
		return;
	body = answers_body(request);
	if (!body)
		return;
	json_decref(body);
	if (door->visitor.by_cookie) {
		sessions_end(door->sessions, door->visitor.session);
		set_cookie(request, "", 0);
	}
	answers_json(request, 200, json_pack("{s:b}", "ok", 1));
}

static void
on_whoami(void *ctx, struct evhttp_request *request)
{
	const struct door *door = ctx;

	if (door_may(door, request, RIGHT_METRICS))
		answers_json(request, 200, describe(door));
}

int
door_serve(struct door *door, struct http *http)
{
	int r = http_take(http, LOGIN_PATH, on_login, door);

	if (r == 0)
		r = http_take(http, "/api/v1/logout", on_logout, door);
	return r < 0 ? r : http_hand(http, "/api/v1/whoami", on_whoami, door);
}
