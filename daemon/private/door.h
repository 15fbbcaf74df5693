/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The door of the private listener: programs bring a token with every request, people log in with one and have a
 * session; whoever has neither is told nothing but how to log in.
 *
 *     POST /api/v1/login   {"token":"adoube_..."}  ->  a cookie, and {"ok":true,"name":...,"role":...,"csrf":...}
 *     POST /api/v1/logout  the cookie is worth nothing from then on
 *     GET  /api/v1/whoami
 *
 * The cookie is HttpOnly and SameSite=Strict, and Secure where a proxy says that it was asked over TLS
 * (X-Forwarded-Proto). Whoever asks with a cookie must send "csrf" in the header Adoubed-CSRF with everything that
 * changes something.
 */
#pragma once

#include <stdbool.h>

#include "daemon/private/access.h"

struct door;
struct evhttp_request;
struct http;
struct ruleset;

/* door_phones: phones are let in where *rules, borrowed for good and read anew for every request, has
 * phones.arbiter_ok: without the chief arbiter's leave nobody uses one in the playing area, arbiters included (12.8).
 * Until it is called they are. */
void door_phones(struct door *door, const struct ruleset *rules);

/* door_new: tokens of the one file, sessions in the other (borrowed for good). NULL: memory is out. */
struct door *door_new(const char *token_file, const char *session_file);
void door_free(struct door *door);

/* door_serve: the three pages above. door_open: everybody may GET `path` (static). 0 or -ENOMEM. */
int door_serve(struct door *door, struct http *http);
int door_open(struct door *door, const char *path);

/* door_admit: may he who asks come in? Else he has been answered. Until the next one is asked about, door_asker is
 * who he is. */
bool door_admit(struct door *door, struct evhttp_request *request);
const struct access_asker *door_asker(const struct door *door);

/* door_may: does his role allow it? door_may_change: and does the request come from his own page? False: he has been
 * answered. */
bool door_may(const struct door *door, struct evhttp_request *request, enum token_right right);
bool door_may_change(const struct door *door, struct evhttp_request *request,
                     enum token_right right);

/* door_ticket: for one who stays, from malloc; NULL: memory is out. door_still: may he? */
void *door_ticket(const struct door *door);
bool door_still(struct door *door, const void *ticket);
