/* SPDX-License-Identifier: GPL-3.0-or-later
 *
 * The answer to a request for a resource of the local API.
 */
#pragma once

struct evbuffer;

/* livechess_answer: the whole of it to *out; it says that the connection ends. `more`: further header lines, each with
 * its end, or "". `status`: one of those the API answers with; any other gets the reason of 503. */
void livechess_answer(struct evbuffer *out, int status, const char *type, const char *more,
                      const char *body);
